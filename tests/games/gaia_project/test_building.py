"""rules.md 2.3 A to C; worked examples 15 to 21, 24, 34 and 44."""

import pytest

import simkit
from simkit.games.gaia_project.rules.terms import STATION

from .board import bowls, do, find, goods, hexes, position

RICH = {"ore": 15, "credits": 30, "knowledge": 15, "qic": 0, "bowls": [0, 0, 12]}


def test_range_and_qic():  # example 15
    # Rules: [#2.3A.1]
    planets = {(0, 0): "oxide", (4, 0): "oxide", (5, 0): "oxide"}
    spec = {**RICH, "qic": 1, "levels": [0, 2, 0, 0, 0, 0],
            "buildings": {"planetary_institute": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["ivits", "itars"])
    assert find(state, "mine", hex="4x0")
    assert not find(state, "mine", hex="5x0")
    do(state, "mine", hex="4x0")
    assert state.players[0].qic == 0


def test_range_by_level():
    # Rules: [#2.3A.1]
    for level, reach in enumerate((1, 1, 2, 2, 3, 4)):
        planets = {(0, 0): "terra", **{(d, 0): "terra" for d in range(1, 6)}}
        spec = {**RICH, "levels": [0, level, 0, 0, 0, 0], "buildings": {"mine": ["0x0"]}}
        state = position(planets, [spec, {}], ["terrans", "itars"])
        assert [d for d in range(1, 6) if find(state, "mine", hex=f"{d}x0")] == list(
            range(1, reach + 1)
        )


def test_terraforming_steps_by_colour():  # example 16
    # Rules: [#2.3A.2]
    ring = ("terra", "oxide", "volcanic", "desert", "swamp", "titanium", "ice")
    for kind, steps in zip(ring, (0, 1, 2, 3, 3, 2, 1), strict=True):
        planets = {(0, 0): "terra", (1, 0): kind}
        state = position(
            planets, [{**RICH, "buildings": {"mine": ["0x0"]}}, {}], ["terrans", "itars"]
        )
        do(state, "mine", hex="1x0", steps=steps)
        assert state.players[0].ore == 15 - 1 - 3 * steps


def test_cheaper_steps_with_terraforming():  # example 17
    # Rules: [#2.3A.2]
    for level, ore in enumerate((3, 3, 2, 1, 1, 1)):
        planets = {(0, 0): "volcanic", (1, 0): "oxide"}
        spec = {**RICH, "levels": [level, 0, 0, 0, 0, 0], "buildings": {"mine": ["0x0"]}}
        state = position(planets, [spec, {}], ["geodens", "itars"])
        do(state, "mine", hex="1x0")
        assert state.players[0].ore == 15 - 1 - ore


def test_booster_step_and_a_paid_one():  # example 18
    planets = {(0, 0): "volcanic", (1, 0): "swamp"}
    spec = {**RICH, "levels": [3, 0, 0, 0, 0, 0], "booster": "booster4",
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["geodens", "itars"])
    do(state, "mine", hex="1x0", via="booster_step")
    assert goods(state.players[0])[:2] == (15 - 1 - 1, 30 - 2)
    do(state, "end_turn")
    do(state, "pass", booster=state.legal()[-1] >> 6)
    assert not find(state, "mine", via="booster_step")


def test_own_gaiaformer():  # example 19
    # Rules: [#2.3A.3]
    planets = {(0, 0): "terra", (5, 0): "transdim"}
    spec = {**RICH, "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["5x0"],
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["terrans", "itars"], gaia=["5x0"])
    assert state.players[0].formers_free() == 0
    do(state, "mine", hex="5x0")  # five hexes away: always reachable, no QIC
    assert goods(state.players[0]) == (14, 28, 15, 0)
    assert state.players[0].formers_free() == 1
    assert state.players[0].gaia_count == 1


def test_others_gaiaformer_blocks_the_planet():  # example 20
    # Rules: [#2.3A.3]
    planets = {(0, 0): "terra", (1, 0): "transdim", (2, 0): "ice"}
    mine = {**RICH, "qic": 3, "buildings": {"mine": ["0x0"]}}
    owner = {**RICH, "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["1x0"],
             "buildings": {"mine": ["2x0"]}}  # fmt: skip
    state = position(planets, [mine, owner], ["terrans", "itars"], gaia=["1x0"])
    assert not find(state, "mine", hex="1x0")
    state = position(planets, [mine, owner], ["terrans", "itars"], gaia=["1x0"], seat=1)
    assert find(state, "mine", hex="1x0")


def test_gaia_planet_costs_a_qic():
    # Rules: [#2.3A.3]
    planets = {(0, 0): "terra", (1, 0): "gaia"}
    spec = {**RICH, "buildings": {"mine": ["0x0"]}}
    assert not find(position(planets, [spec, {}], ["terrans", "itars"]), "mine", hex="1x0")
    state = position(planets, [{**spec, "qic": 1}, {}], ["terrans", "itars"])
    do(state, "mine", hex="1x0")
    assert goods(state.players[0]) == (14, 28, 15, 0)


def test_transdim_planets_need_a_project():  # example 21
    # Rules: [#2.3A.4] [#2.3B]
    planets = {(0, 0): "terra", (1, 0): "transdim"}
    spec = {
        **RICH,
        "levels": [0, 0, 0, 3, 0, 0],
        "bowls": [1, 2, 3],
        "buildings": {"mine": ["0x0"]},
    }
    state = position(planets, [spec, {}], ["terrans", "itars"])
    assert not find(state, "mine", hex="1x0")
    assert state.players[0].formers_free() == 2
    do(state, "gaia_project", hex="1x0")
    p = state.players[0]
    assert p.gaia == 4
    assert bowls(p) == (0, 0, 2)
    assert p.formers_free() == 1
    assert not p.own & p.former_mask  # not colonised


def test_tokens_of_a_project_by_level():
    # Rules: [#2.3B]
    planets = {(0, 0): "terra", (1, 0): "transdim"}
    for level, tokens in enumerate((None, 6, 6, 4, 3, 3)):
        spec = {**RICH, "levels": [0, 0, 0, level, 0, 0], "bowls": [0, 0, 6],
                "buildings": {"mine": ["0x0"]}}  # fmt: skip
        state = position(planets, [spec, {}], ["xenos", "itars"])
        if tokens is None:
            assert not find(state, "gaia_project")
        else:
            do(state, "gaia_project", hex="1x0")
            assert state.players[0].gaia == tokens


def test_station_is_cheaper_near_an_opponent():  # example 24
    # Rules: [#2.3C]
    for other, credits in (("2x0", 3), ("3x0", 6)):
        planets = {(0, 0): "terra", (2, 0): "ice", (3, 0): "ice"}
        players = [{**RICH, "buildings": {"mine": ["0x0"]}}, {"buildings": {"mine": [other]}}]
        state = position(planets, players, ["terrans", "itars"])
        do(state, "upgrade", hex="0x0", building="trading_station")
        assert goods(state.players[0])[:2] == (13, 30 - credits)


def test_gaiaformers_and_space_stations_are_no_neighbours():
    # Rules: [#2.3C]
    planets = {(0, 0): "terra", (1, 0): "transdim", (5, 0): "oxide"}
    rival = {"levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["1x0"],
             "buildings": {"planetary_institute": ["5x0"], "space_station": ["0x1"]}}  # fmt: skip
    state = position(
        planets, [{**RICH, "buildings": {"mine": ["0x0"]}}, rival], ["terrans", "ivits"]
    )
    do(state, "upgrade", hex="0x0", building="trading_station")
    assert state.players[0].credits == 24


def test_upgrades_and_their_prices():
    # Rules: [#2.3C]
    planets = {(0, 0): "terra"}
    for start, to, price in (
        ("trading_station", "research_lab", (3, 5)),
        ("trading_station", "planetary_institute", (4, 6)),
        ("research_lab", "academy_left", (6, 6)),
        ("research_lab", "academy_right", (6, 6)),
    ):
        state = position(
            planets, [{**RICH, "buildings": {start: ["0x0"]}}, {}], ["terrans", "itars"]
        )
        do(state, "upgrade", hex="0x0", building=to)
        assert goods(state.players[0])[:2] == (15 - price[0], 30 - price[1])
        question = {state.rules.decode(a)[0] for a in state.legal()}
        assert ("tile" in question) == (to != "planetary_institute")


def test_second_step_of_the_power_action_is_lost():  # example 34
    # Rules: [#2.3A.2] [#2.3F]
    planets = {(0, 0): "terra", (1, 0): "oxide"}
    deal = {"round_tiles": ["score1", "score2", "score3", "score4", "score5", "score6"]}
    spec = {**RICH, "buildings": {"mine": ["0x0"]}}
    state = position(planets, [spec, {}], ["terrans", "itars"], deal=deal)
    do(state, "mine", hex="1x0", via="power2")
    assert state.score[0] == 12  # one step done: 2 VP
    assert goods(state.players[0])[0] == 14
    assert state.players[0].p3 == 7


def test_free_step_on_a_home_planet_is_merely_lost():
    # Rules: [#2.3F]
    planets = {(0, 0): "terra", (1, 0): "terra"}
    state = position(planets, [{**RICH, "buildings": {"mine": ["0x0"]}}, {}], ["terrans", "itars"])
    do(state, "mine", hex="1x0", via="power6")
    assert state.players[0].ore == 14


def test_eight_mines_at_most():
    # Rules: [#2.3A] [#1.7]
    planets = {(q, 0): "terra" for q in range(-5, 4)}
    mines = [f"{q}x0" for q in range(-5, 3)]
    state = position(planets, [{**RICH, "buildings": {"mine": mines}}, {}], ["terrans", "itars"])
    assert not find(state, "mine")


def test_range_booster_serves_mines_and_projects_and_adds_to_qic():
    # Rules: [#2.3G]
    planets = {(0, 0): "terra", (4, 0): "transdim", (5, 0): "terra", (-4, 0): "terra"}
    spec = {**RICH, "qic": 1, "levels": [0, 0, 0, 1, 0, 0], "booster": "booster5",
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["terrans", "itars"])
    assert find(state, "gaia_project", hex="4x0", via="booster_range")
    assert find(state, "mine", hex="5x0", via="booster_range")  # 1 + 3 + 2
    do(state, "mine", hex="-4x0", via="booster_range")
    assert state.players[0].qic == 1


def test_a_station_that_a_patch_makes_dearer_near_an_opponent_is_offered_where_it_can_be_paid():
    near = "factions.common.cost.trading_station_with_neighbour.credits"
    planets = {(0, 0): "terra", (2, 0): "oxide", (0, 5): "terra"}
    me = {"ore": 2, "credits": 6, "buildings": {"mine": ["0x0", "0x5"]}}
    rival = {"buildings": {"mine": ["2x0"]}}
    state = position(planets, [me, rival], ["terrans", "ambas"], options={"patch": {near: 9}})
    assert not find(state, "upgrade", hex="0x0", building="trading_station")
    do(state, "upgrade", hex="0x5", building="trading_station")
    assert goods(state.players[0])[1] == 0


def test_what_goods_pay_for_is_looked_up_and_comes_to_the_same():
    for patch in ({}, {"factions.common.cost.trading_station_isolated.ore": 3}):
        t = simkit.rules("gaia_project", seats=2, patch=patch).tables
        for ore in range(17):
            for credits in range(32):
                purse = t.purse(ore, credits)
                paid = [to for to, o, c, _, _ in t.upgrade_prices if ore >= o and credits >= c]
                assert purse.paid == paid
                assert [price[0] for price in purse.short] == [
                    price[0] for price in t.upgrade_prices if price[0] not in paid
                ]
                some = [
                    to
                    for to, _, _, o, c in t.upgrade_prices
                    if ore >= o and credits >= c and to not in paid
                ]
                assert purse.some_stations == bool(some)
                assert some in ([], [STATION])
        for power in range(12):
            for used in range(1 << 7):
                open_now = [
                    action
                    for number, cost, action in t.power_offers
                    if power >= cost and not used >> number & 1
                ]
                assert t.open_offers(power, used) == open_now


@pytest.mark.parametrize(("near", "far"), [((1, 9), (4, 2)), ((5, 1), (2, 7)), ((2, 3), (2, 6))])
def test_stations_are_offered_for_patched_prices_near_opponents_and_far_from_them(near, far):
    """Each price has ore and credits of its own; which is the dearer may differ between the two."""
    path = "factions.common.cost.trading_station_{}.{}"
    prices = {"with_neighbour": near, "isolated": far}
    patch = {
        path.format(kind, good): price[number]
        for kind, price in prices.items()
        for number, good in enumerate(("ore", "credits"))
    }
    rules = simkit.rules("gaia_project", seats=2, patch=patch)
    for ore in range(7):
        for credits in range(11):
            for neighbour, price in ((True, near), (False, far)):
                spec = {"ore": ore, "credits": credits, "buildings": {"mine": ["0x0"]}}
                rival = {"buildings": {"mine": ["1x0"]}} if neighbour else {}
                deal = {"hexes": hexes({(0, 0): "desert", (1, 0): "oxide"}),
                        "factions": ["xenos", "geodens"]}  # fmt: skip
                state = rules.position({"deal": deal, "players": [spec, rival]})
                may = ore >= price[0] and credits >= price[1]
                assert bool(find(state, "upgrade", building="trading_station")) is may, (
                    ore,
                    credits,
                    neighbour,
                )
