"""Rules of rules.md that no other test shows: one small position each."""

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import federations, terms

from .board import cell, do, find, goods, position

RICH = {"ore": 15, "credits": 30, "knowledge": 15, "qic": 0, "bowls": [0, 0, 12]}
ROUNDS = ["score5", "score6", "score1", "score3", "score4", "score7"]


def first_tile(tile):
    """A deal whose first round tile is this one."""
    return {"round_tiles": [tile, *[name for name in ROUNDS if name != tile]][:6]}


def kinds(state):
    return {state.rules.decode(action)[0] for action in state.legal()}


def test_starting_structures_cost_nothing_and_are_not_leeched():
    # Rules: [#1.4]
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(1), factions=["terrans", "ivits"])
    before = [goods(p) for p in state.players]
    while rules.schema.phases[state.phase] == "set_up":
        state.step(state.legal()[0])
        assert [goods(p) for p in state.players] == before
        assert not state.offers
    assert state.score == [10, 10]


def test_satellites_are_unlimited_but_by_the_option():
    # Rules: [#1.7]
    planets = {(0, 0): "terra"}
    placed = [f"{q}x{r}" for q in range(-5, 6) for r in (-2, 2) if abs(q + r) <= 5][:17]
    placed += [f"{q}x-3" for q in range(-1, 6)] + ["0x4", "-1x4"]
    spec = {"bowls": [9, 0, 0], "satellites": placed, "buildings": {"mine": ["0x0"]}}
    for limit, left in ((0, 9), (25, 0)):
        state = position(planets, [spec, {}], ["terrans", "itars"], {"satellite_limit": limit})
        assert state.players[0].satellite_count >= 25
        assert max(0, federations.budget(state, state.players[0])) == left


def test_no_free_actions_in_the_income():
    # Rules: [#2.1d]
    spec = {**RICH, "qic": 3, "bowls": [0, 4, 4], "buildings": {"planetary_institute": ["0x0"]}}
    state = position({(0, 0): "terra"}, [spec, {"passed": True}], ["terrans", "itars"])
    state.step(find(state, "pass")[0])
    assert kinds(state) == {"income"}


def test_planets_with_a_gaiaformer_turn_gaia_and_keep_it_until_a_mine_is_built():
    # Rules: [#2.2b]
    planets = {(0, 0): "terra", (1, 0): "transdim", (2, 0): "transdim"}
    spec = {**RICH, "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["1x0"],
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {"passed": True}], ["terrans", "itars"])
    state.step(find(state, "pass")[0])
    p, at = state.players[0], cell(state, "1x0")
    assert state.planet[at] == terms.GAIA
    assert state.planet[cell(state, "2x0")] != terms.GAIA
    assert p.former_mask == 1 << at
    assert p.own == 1 << cell(state, "0x0")  # not colonised yet
    do(state, "end_turn") if find(state, "end_turn") else None
    while state.seat != 0:
        state.step(find(state, "pass")[0])
    do(state, "mine", hex="1x0")
    assert p.former_mask == 0


def test_gaia_phases_are_decided_in_turn_order():
    # Rules: [#2.2e]
    planets = {(0, 0): "terra", (3, 0): "ice"}
    one = {"bowls": [0, 0, 0, 4], "buildings": {"planetary_institute": ["0x0"]}}
    two = {"bowls": [0, 0, 0, 4], "buildings": {"planetary_institute": ["3x0"]}}
    for first in (0, 1):
        state = position(
            planets, [one, two], ["terrans", "itars"], order=[first, 1 - first], seat=first
        )
        asked = []
        while state.round == 1 or state.phase <= schema.P_GAIA:
            if state.mode == schema.M_GAIA and state.seat not in asked:
                asked.append(state.seat)
            state.step(find(state, "pass")[0] if find(state, "pass") else state.legal()[-1])
        assert asked == state.order == [first, 1 - first]


def test_one_main_action_a_turn_with_free_ones_before_and_after_and_none_after_passing():
    # Rules: [#2.3.1]
    state = position({(0, 0): "terra"}, [RICH, RICH], ["terrans", "itars"])
    do(state, "convert", exchange="ore_to_credit")
    do(state, "research", area="eco")
    free = {state.rules.schema.kinds[kind].name for kind in schema.FREE_KINDS}
    assert kinds(state) <= free | {"end_turn"}
    do(state, "convert", exchange="ore_to_credit")
    state.step(schema.K_END_TURN)
    assert state.seat == 1
    state.step(find(state, "pass")[0])
    for _ in range(2):  # whoever has passed has no turn any more
        assert state.seat == 0
        do(state, "convert", exchange="ore_to_credit")
        do(state, "research", area="eco")
        state.step(schema.K_END_TURN)


def test_later_changes_do_not_undo_a_federation():
    # Rules: [#2.3D.4]
    planets = {(0, 0): "titanium", (1, 0): "titanium", (2, 0): "titanium"}
    pieces = {"planetary_institute": ["0x0"], "research_lab": ["1x0"], "trading_station": ["2x0"]}
    spec = {
        "buildings": pieces,
        "federation": ["0x0", "1x0", "2x0"],
        "tokens": ["fed2"],
        "formed": 1,
    }
    state = position(planets, [spec, {}], ["firaks", "xenos"])
    p = state.players[0]
    before = p.fed
    do(state, "downgrade", hex="1x0")
    assert (p.fed, p.formed, sum(p.tokens)) == (before, 1, 1)


def test_everything_is_ready_again_in_the_next_round():
    # Rules: [#2.5]
    spec = {"bowls": [0, 0, 9], "tiles": ["tech9"], "buildings": {"mine": ["0x0"]}}
    state = position({(0, 0): "terra"}, [spec, {"passed": True}], ["terrans", "itars"])
    do(state, "power_action", action="power7")
    do(state, "end_turn")
    do(state, "special", special="charge_4")
    do(state, "end_turn")
    assert not find(state, "power_action", action="power7")
    assert not find(state, "special")
    state.step(find(state, "pass")[0])
    while state.round == 1 or state.seat != 0:
        state.step(find(state, "pass")[0] if find(state, "pass") else state.legal()[-1])
    assert find(state, "power_action", action="power7")
    assert find(state, "special")


def test_terraforming_steps_score_only_where_they_are_done():
    # Rules: [#3a]
    planets = {
        (0, 0): "terra",
        (1, 0): "gaia",
        (0, 1): "volcanic",
        (-1, 0): "ice",
        (0, -1): "terra",
    }
    spec = {**RICH, "qic": 1, "buildings": {"mine": ["0x0"]}}
    rival = {"buildings": {"mine": ["-1x0"]}}
    deal = first_tile("score1")
    for where, via, points in (("1x0", "plain", 0), ("0x1", "plain", 4), ("0x1", "power6", 4),
                               ("0x-1", "power6", 0), ("-1x0", "power2", 0)):  # fmt: skip
        state = position(planets, [spec, rival], ["lantids", "xenos"], deal=deal)
        do(state, "mine", hex=where, via=via)
        assert state.score[0] == 10 + points, (where, via)


def test_what_counts_as_a_mine_and_as_a_mine_on_a_gaia_planet():
    # Rules: [#3b]
    planets = {(0, 0): "terra", (1, 0): "gaia", (-1, 0): "ice", (0, -1): "gaia"}
    spec = {**RICH, "qic": 1, "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["0x-1"],
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    rival = {"buildings": {"mine": ["-1x0"]}}
    for tile, points in (("score3", {"1x0": 2, "-1x0": 2, "0x-1": 2}),
                         ("score6", {"1x0": 4, "-1x0": 0, "0x-1": 4})):  # fmt: skip
        deal = first_tile(tile)
        for where, more in points.items():
            state = position(planets, [spec, rival], ["lantids", "xenos"], deal=deal)
            do(state, "mine", hex=where)
            assert state.score[0] == 10 + more, (tile, where)


def test_institutes_and_academies_score_their_tile():
    # Rules: [#3b]
    planets = {(0, 0): "terra", (1, 0): "terra"}
    spec = {**RICH, "buildings": {"trading_station": ["0x0"], "research_lab": ["1x0"]}}
    deal = first_tile("score7")
    for to, points in (("planetary_institute", 5), ("academy_left", 5), ("academy_right", 5),
                       ("research_lab", 0)):  # fmt: skip
        state = position(planets, [spec, {}], ["terrans", "xenos"], deal=deal)
        do(state, "upgrade", building=to)
        assert state.score[0] == 10 + points


def test_lantids_and_the_owner_of_their_planet_are_neighbours_at_distance_0():
    # Rules: [#5.lantids]
    planets = {(0, 0): "terra", (1, 0): "ice"}
    spec = {**RICH, "buildings": {"mine": ["0x0"]}}
    rival = {**RICH, "bowls": [4, 0, 0], "buildings": {"mine": ["1x0"]}}
    state = position(planets, [spec, rival], ["lantids", "itars"])
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    assert state.seat == 1
    do(state, "leech", amount=1)
    do(state, "upgrade", hex="1x0", building="trading_station")
    assert state.players[1].credits == 30 - 3  # the cheaper price


def test_baltaks_lose_a_tiles_step_in_navigation_before_their_institute():
    # Rules: [#5.baltaks]
    spec = {**RICH, "buildings": {"trading_station": ["0x0"]}}
    state = position({(0, 0): "volcanic"}, [spec, {}], ["baltaks", "itars"])
    do(state, "upgrade", building="research_lab")
    do(state, "tile", place="nav")
    assert kinds(state) >= {"end_turn"}
    assert state.players[0].levels[1] == 0
    assert terms.FACTIONS[state.players[0].faction] == "baltaks"
