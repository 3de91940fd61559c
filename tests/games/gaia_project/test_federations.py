"""rules.md 2.3 D; worked examples 11, 27 to 30, 41, 43 and 48."""

import collections
import random

import pytest

import simkit
from simkit.games.gaia_project.fast.fork import Fork
from simkit.games.gaia_project.rules import federations, satellites
from simkit.games.gaia_project.rules.geometry import NONE, cells_of
from simkit.games.gaia_project.schema import M_TURN

from .board import bowls, cell, federate, find, hexes, may_federate, position

FULL = {"bowls": [0, 0, 9], "qic": 0}
QUIET = ["score5", "score6", "score1", "score3", "score4", "score7"]
SEVEN = {(0, 0): "terra", (2, 0): "terra", (4, 0): "terra"}
THREE = {"planetary_institute": ["0x0"], "trading_station": ["2x0", "4x0"]}


def one(planets, spec, faction="terrans", **more):
    deal = {"round_tiles": QUIET, **more.pop("deal", {})}
    return position(
        planets,
        [{**FULL, **spec}, {}],
        [faction, "itars" if faction != "itars" else "xenos"],
        deal=deal,
        **more,
    )


def test_value_seven_with_two_satellites():  # example 27
    # Rules: [#2.3D]
    state = one(SEVEN, {"buildings": THREE})
    federate(state, "fed3", "0x0", "2x0", "4x0", "1x0", "3x0")
    p = state.players[0]
    assert p.movable() == 9 - 2 + 2
    assert state.score[0] == 18
    assert p.green == 1
    assert p.satellite_count == 2
    assert state.tokens_left[2] in (1, 2)


def test_satellites_are_paid_before_the_token_brings_new_tokens():
    """Bowls (0, 6, 1 with the stone): two of bowl II go, then two come into bowl I."""
    planets = dict.fromkeys(SEVEN, "swamp")
    spec = {"buildings": THREE, "bowls": [0, 6, 0], "brainstone": 3}
    state = one(planets, spec, "taklons")
    federate(state, "fed3", "0x0", "2x0", "4x0", "1x0", "3x0")
    state.step(find(state, "brainstone", bowl="bowl3")[0])
    assert bowls(state.players[0]) == (2, 4, 1)
    state = one(planets, spec, "taklons")
    federate(state, "fed3", "0x0", "2x0", "4x0", "1x0", "3x0")
    state.step(find(state, "brainstone", bowl="discard")[0])
    assert bowls(state.players[0]) == (2, 5, 0)
    assert state.score[0] == 18


def test_more_value_with_as_many_satellites_is_legal():  # example 28
    # Rules: [#2.3D.1]
    planets = {**SEVEN, (2, -1): "terra"}
    spec = {"buildings": {**THREE, "mine": ["2x-1"]}}
    state = one(planets, spec)
    # the mine adjoins the station at 2x0: it comes along
    assert not may_federate(state, "0x0", "2x0", "4x0", "1x0", "3x0")
    assert may_federate(state, "0x0", "2x0", "4x0", "2x-1", "1x0", "3x0")


def test_superfluous_planet_and_satellite_are_refused():  # example 29
    # Rules: [#2.3D.1]
    planets = {(0, 0): "terra", (2, 0): "terra", (3, 0): "terra", (5, 0): "terra"}
    spec = {"buildings": {"planetary_institute": ["0x0"], "trading_station": ["2x0", "3x0"],
                          "mine": ["5x0"]}}  # fmt: skip
    state = one(planets, spec)
    assert may_federate(state, "0x0", "1x0", "2x0", "3x0")
    assert not may_federate(state, "0x0", "1x0", "2x0", "3x0", "4x0", "5x0")


def test_wasteful_federation_of_two_groups_is_legal():  # example 30
    # Rules: [#2.3D.1]
    planets = {(0, 0): "desert", (0, 1): "desert", (1, 0): "desert",
               (3, 0): "desert", (4, 0): "desert", (3, 1): "desert"}  # fmt: skip
    pieces = {"planetary_institute": ["0x0"], "trading_station": ["0x1", "3x0", "4x0"],
              "mine": ["1x0", "3x1"]}  # fmt: skip
    state = one(planets, {"buildings": pieces}, "xenos")
    hexes = ["0x0", "0x1", "1x0", "3x0", "4x0", "3x1", "2x0"]
    # institute 3 + station 2 + mine 1 is 6 by itself: Xenos need no more, so this is superfluous
    assert not may_federate(state, *hexes)
    pieces = {"trading_station": ["0x1", "0x0", "3x0", "4x0"], "planetary_institute": ["4x1"],
              "mine": ["1x0", "3x1"]}  # fmt: skip
    state = one({**planets, (4, 1): "desert"}, {"buildings": pieces}, "xenos")
    assert federations.needed(state.players[0]) == 6
    pieces = {"trading_station": ["0x0"], "mine": ["0x1", "1x0", "3x1"], "academy_left": ["3x0"],
              "research_lab": ["4x0"], "planetary_institute": ["-5x0"]}  # fmt: skip
    state = one({**planets, (-5, 0): "desert"}, {"buildings": pieces}, "xenos")
    assert not may_federate(state, *hexes)  # the right group has 6
    pieces["academy_left"], pieces["mine"] = [], ["0x1", "1x0", "3x1", "3x0"]
    state = one({**planets, (-5, 0): "desert"}, {"buildings": pieces}, "xenos")
    assert may_federate(state, *hexes)  # 4 + 4: no group suffices alone


def test_unsatisfied_federations():
    # Rules: [#2.3D] [#2.3D.1]
    state = one(SEVEN, {"buildings": THREE})
    assert not may_federate(state, "0x0", "2x0", "1x0")  # value 5
    assert not may_federate(state, "0x0", "2x0", "4x0", "1x0")  # in two pieces
    assert not may_federate(state, "0x0", "2x0", "4x0", "1x0", "3x0", "5x0")  # one too many
    assert not may_federate(state, "0x0", "2x0", "4x0", "0x1", "1x1", "3x0")  # detour
    state = one(SEVEN, {"buildings": THREE, "bowls": [0, 1, 0]})
    assert not may_federate(state, "0x0", "2x0", "4x0", "1x0", "3x0")  # one token only


def test_how_strictly_satellites_are_counted_is_an_option():
    hexes = ["0x0", "2x0", "4x0", "3x0", "0x1", "1x1"]  # one satellite more than needed
    for rule, legal in (("fewest", False), ("none_superfluous", True), ("free", True)):
        state = position(
            SEVEN, [{**FULL, "buildings": THREE}, {}], ["terrans", "itars"],
            {"satellite_rule": rule},
        )  # fmt: skip
        assert may_federate(state, *hexes) is legal


def test_satellites_avoid_planets_but_may_share_with_opponents():
    # Rules: [#2.3D]
    planets = {**SEVEN, (1, 0): "transdim"}
    assert not may_federate(one(planets, {"buildings": THREE}), "0x0", "2x0", "4x0", "1x0", "3x0")
    state = position(
        SEVEN, [{**FULL, "buildings": THREE}, {"satellites": ["1x0"]}], ["terrans", "itars"]
    )
    assert may_federate(state, "0x0", "2x0", "4x0", "1x0", "3x0")


def test_new_federation_keeps_away_from_an_older_one():
    # Rules: [#2.3D.2]
    planets = {(0, 0): "terra", (0, -1): "terra", (4, 0): "terra", (2, 1): "terra"}
    hexes = ["0x0", "0x-1", "1x0", "2x0", "3x0", "4x0"]
    spec = {"buildings": {"planetary_institute": ["0x0"], "trading_station": ["0x-1"],
                          "academy_left": ["4x0"]}}  # fmt: skip
    assert may_federate(one(planets, spec), *hexes)
    spec["buildings"]["mine"] = ["2x1"]
    spec["federation"] = ["2x1"]  # adjoins the satellite on 2x0
    assert not may_federate(one(planets, spec), *hexes)


def test_later_neighbours_join_without_reward():
    # Rules: [#2.3D.2]
    planets = {(0, 0): "terra", (1, 0): "terra", (2, 0): "terra"}
    spec = {"ore": 5, "credits": 9, "buildings": {"mine": ["0x0"]}, "federation": ["0x0"],
            "tokens": ["fed2"], "formed": 1}  # fmt: skip
    state = one(planets, spec)
    from .board import do

    do(state, "mine", hex="1x0")
    assert state.players[0].fed >> cell(state, "1x0") & 1
    assert sum(state.players[0].tokens) == 1


def test_token_goods_and_points():  # example 11
    # Rules: [#2.3D.3]
    gains = {"fed1": (12, (0, 0, 0, 0), 0), "fed2": (8, (0, 0, 0, 1), 0),
             "fed3": (8, (0, 0, 0, 0), 2), "fed4": (7, (2, 0, 0, 0), 0),
             "fed5": (7, (0, 6, 0, 0), 0), "fed6": (6, (0, 0, 2, 0), 0)}  # fmt: skip
    for token, (vp, goods, tokens) in gains.items():
        spec = {"buildings": THREE, "ore": 0, "credits": 0, "knowledge": 0}
        state = one(SEVEN, spec)
        federate(state, token, "0x0", "2x0", "4x0", "1x0", "3x0")
        p = state.players[0]
        assert state.score[0] == 10 + vp
        assert (p.ore, p.credits, p.knowledge, p.qic) == goods
        assert p.p1 == tokens
        assert p.green == (token != "fed1")


def test_round_tile_scores_a_token():
    # Rules: [#2.3D.3]
    state = one(SEVEN, {"buildings": THREE}, deal={"round_tiles": ["score4", *QUIET[:4], "score7"]})
    federate(state, "fed3", "0x0", "2x0", "4x0", "1x0", "3x0")
    assert state.score[0] == 10 + 8 + 5


def test_value_tile_until_covered():  # example 48
    for covered, value in ((), 4), (("tech3",), 3):
        spec = {"tiles": ["tech3"], "covered": list(covered),
                "buildings": {"planetary_institute": ["0x0"]}}  # fmt: skip
        state = one(SEVEN, spec)
        assert state.power_value(state.players[0], cell(state, "0x0")) == value


def test_xenos_need_six_with_the_institute():  # example 43
    # Rules: [#5.xenos]
    planets = {(0, 0): "desert", (1, 0): "desert", (2, 0): "desert", (5, 0): "desert"}
    pieces = {"trading_station": ["0x0", "1x0", "2x0"]}
    assert not may_federate(one(planets, {"buildings": pieces}, "xenos"), "0x0", "1x0", "2x0")
    pieces["planetary_institute"] = ["5x0"]
    assert may_federate(one(planets, {"buildings": pieces}, "xenos"), "0x0", "1x0", "2x0")


def test_ivits_enlarge_one_federation():  # example 41
    # Rules: [#2.3D.5] [#5.ivits]
    planets = {(0, 0): "oxide", (1, 0): "oxide", (2, 0): "oxide", (4, 0): "oxide", (4, 1): "oxide"}
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["1x0"], "trading_station": ["2x0"],
              "academy_right": ["4x0"], "mine": ["4x1"]}  # fmt: skip
    spec = {"buildings": pieces, "qic": 1, "federation": ["0x0", "1x0", "2x0"], "formed": 1,
            "tokens": ["fed2"]}  # fmt: skip
    state = one(planets, spec, "ivits")
    assert federations.needed(state.players[0]) == 14
    assert not may_federate(state, "3x0", "4x0", "4x1")  # 8 + 4 = 12
    pieces["space_station"] = ["3x0", "4x-1"]
    state = one(planets, spec, "ivits")
    federate(state, "fed3", "3x0", "4x0", "4x1", "4x-1")  # the station itself is the link
    p = state.players[0]
    assert p.qic == 1
    assert p.formed == 2
    assert bowls(p)[0] == 2
    assert federations.needed(p) == 21


def test_ivits_pay_satellites_with_qic():
    # Rules: [#2.3D.5]
    planets = {(0, 0): "oxide", (2, 0): "oxide"}
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["2x0"], "space_station": ["-1x0"]}
    assert not may_federate(
        one(planets, {"buildings": pieces, "qic": 1}, "ivits"), "0x0", "2x0", "1x0"
    )
    pieces["trading_station"] = ["3x0"]
    planets[3, 0] = "oxide"
    hexes = ["-1x0", "0x0", "1x0", "2x0", "3x0"]
    assert not may_federate(one(planets, {"buildings": pieces, "qic": 0}, "ivits"), *hexes)
    state = one(planets, {"buildings": pieces, "qic": 1}, "ivits")
    federate(state, "fed5", *hexes)
    assert state.players[0].qic == 0
    assert state.players[0].movable() == 9


def test_terraforming_token_does_not_raise_the_ivits_need():
    # Rules: [#2.3D.5]
    spec = {"buildings": {"planetary_institute": ["0x0"]}, "tokens": ["fed2"], "formed": 0}
    state = one({(0, 0): "oxide"}, spec, "ivits")
    assert federations.needed(state.players[0]) == 7


def test_lantids_guest_counts_in_a_federation():
    planets = {(0, 0): "terra", (1, 0): "ice", (2, 0): "terra"}
    state = position(
        planets,
        [{**FULL, "buildings": {"planetary_institute": ["0x0"], "mine": ["1x0"],
                                "academy_left": ["2x0"]}},
         {"buildings": {"mine": ["1x0"]}}],
        ["lantids", "itars"],
    )  # fmt: skip
    assert state.players[0].own.bit_count() == 3
    assert may_federate(state, "0x0", "1x0", "2x0")


def test_legal_lists_the_federation():
    state = one(SEVEN, {"buildings": THREE})
    assert len(find(state, "federation")) == 6


def test_legal_lists_another_tree_where_the_first_has_a_part_to_leave_out():
    """Three satellites join all either way; only on a way past the mine can it not be left out."""
    planets = dict.fromkeys([(0, 0), (0, 3), (0, 4), (2, 1)], "terra")
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["0x3"], "mine": ["0x4", "2x1"]}
    state = one(planets, {"buildings": pieces})
    all_four = ["0x0", "0x3", "0x4", "2x1"]
    assert not may_federate(state, *all_four, "0x1", "0x2", "1x1")
    assert may_federate(state, *all_four, "1x0", "1x1", "1x2")
    p = state.players[0]
    found = [mask & ~p.own for mask in federations.listed(state, p) if mask & p.own == p.own]
    assert [satellites.bit_count() for satellites in found] == [3]


def test_legal_lists_federations_of_many_groups_only_where_bots_are_offered_them():
    """Where five groups are needed there are too many ways to list; each of them may be formed."""
    mines = ["0x2", "2x-2", "-2x2", "-2x0", "0x-2", "4x-2", "2x2", "-2x4"]
    spots = [tuple(map(int, name.split("x"))) for name in ("0x0", "2x0", *mines)]
    spec = {"buildings": {"trading_station": ["0x0", "2x0"], "mine": mines}}
    state = one(dict.fromkeys(spots, "terra"), spec)
    assert may_federate(state, "-2x0", "0x0", "2x0", "2x2", "4x-2", "-1x0", "1x0", "2x1", "3x-1")
    listed = {state.rules.decode(action)[1]["hexes"] for action in find(state, "federation")}
    offered = {state.rules.decode(action)[1]["hexes"] for action in state.candidates()
               if state.rules.decode(action)[0] == "federation"}  # fmt: skip
    assert listed == offered
    assert 0 < len(listed) <= federations.OFFERED


def test_what_a_patch_makes_worthless_is_not_offered_as_part_of_a_federation():
    """Also where the other planets are worth exactly what is needed."""
    spec = {"buildings": {**THREE, "mine": ["-2x0"]}}
    patch = {"factions.common.power_value.mine": 0}
    options = {"patch": patch, "satellite_rule": "free"}
    state = one({**SEVEN, (-2, 0): "terra"}, spec, options=options)
    worthless = 1 << cell(state, "-2x0")
    masks = federations.searched(state, state.players[0])
    assert masks
    assert not any(mask & worthless for mask in masks)


def test_searches_are_remembered_apart_where_planets_are_of_other_types():
    """Titanium counts more for Bescods with their institute."""
    rules = simkit.rules("gaia_project", seats=2)
    found = []
    for kind in ("ice", "titanium"):
        planets = dict.fromkeys(SEVEN, kind)
        deal = {"hexes": hexes(planets), "factions": ["bescods", "itars"]}
        players = [{**FULL, "buildings": THREE}, {}]
        state = rules.position({"deal": deal, "players": players})
        masks = federations.searched(state, state.players[0])
        found.append([(mask & state.players[0].own).bit_count() for mask in masks])
    assert found[0] == [3]
    assert found[1][0] == 2


def test_satellites_are_found_alike_whatever_is_remembered():
    """Paths between two groups, and trees known from more cells, are those that the search finds."""
    draw = random.Random(3)
    joined = 0
    for seed in range(6):
        state = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(seed))
        shape, planets = state.shape, cells_of(state.planets)
        for _ in range(60):
            groups = []
            for spot in draw.sample(planets, draw.choice((2, 2, 3, 4))):
                group = shape.group(1 << spot, state.planets) if draw.random() < 0.3 else 1 << spot
                if not any(shape.grow(group) & other for other in groups):
                    groups.append(group)
            allowed = shape.valid & ~state.planets
            for _ in range(4):
                for most in (7, 3):
                    found = satellites.connect(shape, tuple(groups), allowed, most)
                    fresh = satellites._Trees(shape, groups, allowed).fewest(most)
                    assert found == fresh or len(groups) == 1
                    joined += found > 0
                allowed &= ~shape.near[1][draw.choice(shape.cells)]
    assert joined > 300


def crowded(draw, shape, count):
    """Groups within a few hexes, some long or on the way to each other, with little room."""
    room = shape.near[draw.choice((2, 3, 4, 5))][draw.choice(shape.cells)]
    groups: list[int] = []
    while len(groups) < count and room & ~shape.grow(sum(groups)):
        group = 1 << draw.choice(cells_of(room & ~shape.grow(sum(groups))))
        while draw.random() < 0.4:
            group |= 1 << draw.choice(cells_of(shape.grow(group)))
        if not shape.grow(group) & sum(groups):
            groups.append(group)
    gone = sum(1 << spot for spot in cells_of(room) if draw.random() < 0.3) | sum(groups)
    return groups, shape.valid & ~gone


def test_three_groups_are_joined_by_the_tree_that_the_general_search_finds():
    draw = random.Random(5)
    shape = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(0)).shape
    costs = collections.Counter()
    for _ in range(2500):
        groups, allowed = crowded(draw, shape, 3)
        if len(groups) < 3:
            continue
        most = draw.choice((2, 4, 7, 7, 12))
        found = Fork(shape, groups, allowed).fewest(most)
        assert found == satellites._Trees(shape, groups, allowed).fewest(most)
        costs[found if found == NONE else found.bit_count()] += 1
    assert all(costs[n] > 20 for n in (NONE, 1, 2, 3, 4, 5, 6))


def test_the_general_search_leaves_out_only_what_is_of_no_use(monkeypatch):
    """If nothing is known of how many satellites parts need at least, it leaves out nothing."""
    draw = random.Random(6)
    shape = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(0)).shape
    cases = [crowded(draw, shape, draw.choice((3, 4, 4, 5))) for _ in range(500)]
    cases = [(groups, allowed) for groups, allowed in cases if len(groups) > 2]
    found = [satellites._Trees(shape, *case).fewest(7) for case in cases]
    monkeypatch.setattr(satellites, "_least", lambda apart: [0] * (1 << len(apart)))
    assert found == [satellites._Trees(shape, *case).fewest(7) for case in cases]
    assert sum(tree.bit_count() > 3 for tree in found if tree != NONE) > 50


def test_what_is_offered_breaks_no_rule_but_that_it_may_be_too_dear():
    """A planet and a satellite that could be left out, above all: groups come along with others."""
    judged = collections.Counter()
    for seed in range(24):
        draw = random.Random(seed)
        rules = simkit.rules(
            "gaia_project", seats=4, satellite_rule=("fewest", "none_superfluous")[seed % 2]
        )
        state = rules.deal(simkit.Luck(seed))
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(4)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            player = state.players[state.seat]
            if state.mode == M_TURN:
                for mask in federations.found(state, player):
                    why = federations.problem(state, player, mask, joined=True)
                    assert why in ("", federations.TOO_DEAR)
                    judged[why] += 1
            options = state.candidates()
            wild = draw.random() < 0.15
            state.apply(
                draw.choice(options) if wild else bots[state.seat].choose(state, options).action
            )
    assert judged[""] > 50 and judged[federations.TOO_DEAR] > 50


def test_groups_farther_apart_than_a_federation_reaches_are_no_set():
    shape = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(0)).shape
    one = shape.cells[0]
    for apart in range(2, 13):
        other = next(cell for cell in shape.cells if shape.apart[one][cell] == apart)
        for values, need in (([4, 4], 7), ([7, 7], 14)):  # all of them are needed
            near = apart - 1 <= federations.MOST_SEED
            seeds = federations._seeds(shape, [1 << one, 1 << other], values, need, 0)
            assert seeds == ([(apart - 1, (0, 1))] if near else [])


def test_federations_of_hexes_beyond_every_map_are_refused_and_described():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.position({"deal": {"factions": ["terrans", "xenos"]}})
    action = federations.pack(0, 1 << 600)
    assert not state.is_legal(action)
    assert "form a federation of 600 for" in rules.describe(state, action)


@pytest.mark.parametrize("institute", [3, 5])
def test_federations_are_looked_for_wherever_the_value_suffices(monkeypatch, institute):
    """Also where a patch makes institutes count more than academies."""
    patch = {"factions.common.power_value.planetary_institute": institute}
    rules = simkit.rules("gaia_project", seats=4, patch=patch)
    outcomes = collections.Counter()
    some, others = (
        ["bescods", "ivits", "xenos", "lantids"],
        ["terrans", "geodens", "gleens", "itars"],
    )
    for seed, factions, bot_text in (
        (0, some, "greedy"),
        (1, others, "greedy"),
        (0, some, "greedy:economy"),  # institutes early
    ):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = [simkit.make_bot(bot_text, "gaia_project") for _ in range(4)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while state.seat >= 0:
            for p in state.players:
                base, base_value = federations.base_of(state, p)
                free = cells_of(federations.free_pieces(state, p))
                need = federations.needed(p) - base_value
                if need > 0:
                    enough = sum(state.power_value(p, c) for c in free) >= need
                    rules.federations_known.clear()
                    with monkeypatch.context() as asked:
                        asked.setattr(federations, "_search", lambda *_: [7])
                        assert federations.searched(state, p) == ([7] if enough else [])
                    outcomes[enough, bool(base)] += 1
            rules.federations_known.clear()
            state.apply(bots[state.seat].choose(state, state.candidates()).action)
    assert outcomes[True, False] > 50 and outcomes[False, False] > 50


@pytest.mark.parametrize(("seats", "seed"), [(2, 6), (2, 27), (4, 15), (4, 23)])
def test_federations_with_fewer_satellites_are_offered_first(seats, seed):
    """In these games there are some whose bounds promised the opposite."""
    rules = simkit.rules("gaia_project", seats=seats)
    state = rules.deal(simkit.Luck(seed))
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(seed))
    unequal = 0
    while state.seat >= 0:
        for p in state.players:
            masks = federations.found(state, p)
            counts = [(mask & ~(p.own | p.spaces)).bit_count() for mask in masks]
            assert counts == sorted(counts) and len(counts) <= federations.OFFERED
            unequal += len(set(counts)) > 1
        state.apply(bots[state.seat].choose(state, state.candidates()).action)
    assert unequal


def test_groups_that_are_all_needed_are_joined_unless_they_are_far_apart():
    shape = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(0)).shape
    draw, outcomes = random.Random(0), collections.Counter()
    for _ in range(500):
        cells = draw.sample(shape.cells, draw.choice((2, 3, 4)))
        groups, worth = [1 << cell for cell in cells], [2] * len(cells)
        seeds = federations._seeds(shape, groups, worth, 2 * len(cells), 0)
        joined, least = cells[:1], 0  # the fewest satellites that pairs of them take
        while len(joined) < len(cells):
            gap, cell = min(
                (shape.apart[a][b] - 1, b) for a in joined for b in cells if b not in joined
            )
            joined.append(cell)
            least += gap
        star = sum(shape.apart[cells[0]][cell] - 1 for cell in cells[1:])
        if star <= federations.MOST_SEED:
            assert seeds == [(star, tuple(range(len(cells))))]
        elif least > federations.MOST_SEED:
            assert not seeds
        outcomes[bool(seeds)] += 1
    assert min(outcomes.values()) > 50
