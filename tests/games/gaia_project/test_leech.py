"""rules.md 2.4; worked examples 35 to 38."""

import pytest

from .board import bowls, do, find, position

PLANETS = {(0, 0): "oxide", (1, 0): "oxide", (2, 0): "desert", (0, 2): "ice", (-1, 0): "ice",
           (2, -2): "ice"}  # fmt: skip
BUILDER = {"ore": 9, "credits": 20, "buildings": {"planetary_institute": ["0x0"]}}


def offer(rival, factions=("ivits", "itars"), **options):
    """Ivits build next to a rival; the rival's question comes when the turn has ended."""
    state = position(PLANETS, [BUILDER, rival], list(factions), options)
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    return state


@pytest.mark.parametrize(
    ("pieces", "power"),
    [({"mine": ["0x2"]}, 1), ({"trading_station": ["0x2"]}, 2), ({"research_lab": ["0x2"]}, 2),
     ({"planetary_institute": ["0x2"]}, 3), ({"academy_right": ["0x2"]}, 3)],
)  # fmt: skip
def test_value_and_cost(pieces, power):  # example 35
    # Rules: [#2.4b]
    state = offer({"bowls": [6, 0, 0], "buildings": pieces})
    do(state, "leech", amount=power)
    assert bowls(state.players[1]) == (6 - power, power, 0)
    assert state.score[1] == 10 - (power - 1)


def test_four_power_with_the_value_tile():  # example 35
    state = offer({"bowls": [6, 0, 0], "tiles": ["tech3"],
                   "buildings": {"planetary_institute": ["0x2"]}})  # fmt: skip
    do(state, "leech", amount=4)
    assert state.score[1] == 7


def test_best_structure_never_the_sum():  # example 36
    # Rules: [#2.4a]
    pieces = {"planetary_institute": ["0x2"], "mine": ["-1x0", "2x-2"]}
    state = offer({"bowls": [6, 0, 0], "buildings": pieces})
    do(state, "leech", amount=3)
    assert state.score[1] == 8


def test_limited_by_the_bowls():  # example 37
    # Rules: [#2.4b]
    state = offer({"bowls": [0, 1, 5], "buildings": {"planetary_institute": ["0x2"]}})
    do(state, "leech", amount=1)
    assert state.score[1] == 10
    assert bowls(state.players[1]) == (0, 0, 6)


def test_limited_by_points():  # example 38
    # Rules: [#2.4b]
    state = offer({"vp": 1, "bowls": [6, 0, 0], "buildings": {"planetary_institute": ["0x2"]}})
    do(state, "leech", amount=2)
    assert state.score[1] == 0
    assert bowls(state.players[1]) == (4, 2, 0)


def test_all_or_nothing():
    # Rules: [#2.4b]
    state = offer({"bowls": [6, 0, 0], "buildings": {"planetary_institute": ["0x2"]}})
    assert len(find(state, "leech")) == 1
    assert len(find(state, "decline")) == 1
    do(state, "decline")
    assert state.score[1] == 10
    assert bowls(state.players[1]) == (6, 0, 0)


def test_nothing_to_charge_no_question():
    state = offer({"bowls": [0, 0, 6], "buildings": {"mine": ["0x2"]}})
    assert not find(state, "leech")
    assert not find(state, "decline")


def test_too_far_away():
    # Rules: [#2.4a]
    state = offer({"bowls": [6, 0, 0], "buildings": {"mine": ["2x-2"]}})
    assert find(state, "leech")  # 1x0 to 2x-2: two hexes
    state = position(PLANETS, [BUILDER, {"bowls": [6, 0, 0], "buildings": {"mine": ["-1x0"]}}],
                     ["ivits", "itars"])  # fmt: skip
    do(state, "mine", hex="2x0")
    do(state, "end_turn")
    assert not find(state, "leech")


def test_space_stations_and_gaiaformers_neither_give_nor_receive():
    # Rules: [#2.4a]
    planets = {**PLANETS, (0, 1): "transdim"}
    rival = {"bowls": [6, 0, 0], "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["0x1"]}
    state = position(planets, [BUILDER, rival], ["ivits", "itars"])
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    assert not find(state, "leech")
    rival = {"bowls": [6, 0, 0], "buildings": {"mine": ["0x2"]}}
    state = position(PLANETS, [BUILDER, rival], ["ivits", "itars"])
    do(state, "space_station", hex="0x1")
    do(state, "end_turn")
    assert not find(state, "leech")


def test_clockwise_from_the_builder_and_passed_players_too():
    # Rules: [#2.4c] [#2.3H]
    planets = {**PLANETS, (-1, 1): "desert"}
    near = {"bowls": [6, 0, 0], "passed": True}
    state = position(
        planets,
        [{**near, "buildings": {"mine": ["-1x0"]}}, BUILDER,
         {**near, "buildings": {"mine": ["-1x1"]}}],
        ["itars", "ivits", "xenos"], order=[1, 2, 0], seat=1,
    )  # fmt: skip
    do(state, "upgrade" if False else "mine", hex="1x0")
    do(state, "end_turn")
    assert state.seat == 2
    assert find(state, "leech")
    do(state, "decline")
    assert state.seat == 0
    assert find(state, "leech")


def test_upgrades_are_leeched_too():
    # Rules: [#2.4a] [#2.4e]
    pieces = {"bowls": [6, 0, 0], "buildings": {"mine": ["0x2"]}}
    spec = {"ore": 9, "credits": 20, "buildings": {"mine": ["0x0"]}}
    state = position(PLANETS, [spec, pieces], ["hadsch_hallas", "itars"])
    do(state, "upgrade", hex="0x0", building="trading_station")
    do(state, "end_turn")
    do(state, "leech", amount=1)


def test_bescods_titanium_counts_one_more_with_the_institute():
    planets = {(0, 0): "oxide", (1, 0): "oxide", (0, 2): "titanium", (-1, 0): "titanium"}
    rival = {"bowls": [6, 0, 0], "buildings": {"mine": ["0x2"], "planetary_institute": ["5x0"]}}
    state = position({**planets, (5, 0): "titanium"}, [BUILDER, rival], ["ivits", "bescods"])
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    assert find(state, "leech", amount=2)


def test_taklons_institute_adds_a_token_before_or_after():
    # Rules: [#2.4d]
    planets = {(0, 0): "oxide", (1, 0): "oxide", (0, 2): "swamp"}
    rival = {"bowls": [0, 1, 0], "brainstone": 3, "buildings": {"planetary_institute": ["0x2"]}}
    for how, result, vp in (
        ("charge_then_token", (1, 0, 2), 10), ("token_then_charge", (0, 0, 3), 8),
    ):  # fmt: skip
        state = position(planets, [BUILDER, rival], ["ivits", "taklons"])
        do(state, "mine", hex="1x0")
        do(state, "end_turn")
        do(state, "leech", how=how)
        assert bowls(state.players[1]) == result
        assert state.score[1] == vp


def test_taklons_institute_gains_the_token_even_with_full_bowls():
    # Rules: [#2.4d]
    planets = {(0, 0): "oxide", (1, 0): "oxide", (0, 2): "swamp"}
    rival = {"bowls": [0, 0, 4], "brainstone": 3, "buildings": {"planetary_institute": ["0x2"]}}
    state = position(planets, [BUILDER, rival], ["ivits", "taklons"])
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    do(state, "leech", how="charge_then_token", amount=0)
    assert bowls(state.players[1]) == (1, 0, 5)
    assert state.score[1] == 10


def test_two_sources_of_one_turn_are_asked_in_the_order_in_which_they_came_about():
    """A lab, whose tile brings the lost planet by its step: all are asked about the lab first."""
    # Rules: [#2.4f]
    planets = {(0, 0): "oxide", (0, 2): "ice", (4, 0): "ice", (-1, 1): "desert", (3, 1): "desert"}
    builder = {"ore": 9, "credits": 20, "levels": [0, 4, 0, 0, 0, 0], "tokens": ["fed2"],
               "buildings": {"trading_station": ["0x0"]}}  # fmt: skip
    itars = {"bowls": [6, 0, 0], "buildings": {"trading_station": ["0x2"], "mine": ["4x0"]}}
    xenos = {"bowls": [6, 0, 0], "buildings": {"research_lab": ["-1x1"], "mine": ["3x1"]}}
    state = position(planets, [builder, itars, xenos], ["hadsch_hallas", "itars", "xenos"])
    do(state, "upgrade", hex="0x0", building="research_lab")
    do(state, "tile", place="nav")
    do(state, "step", area="nav")
    do(state, "lost_planet", hex="3x0")
    do(state, "end_turn")
    asked = []
    while find(state, "leech"):
        asked.append((state.seat, state.offered))
        do(state, "decline")
    assert asked == [(1, 2), (2, 2), (1, 1), (2, 1)]
