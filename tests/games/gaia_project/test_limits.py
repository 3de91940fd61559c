"""Where a rule begins and ends: the bound itself, one to each side, none, and the most."""

from __future__ import annotations

import pytest

from simkit.games.gaia_project.schema import SRC_FINAL

from .board import bowls, do, find, goods, may_federate, position
from .test_end import NOTHING, last
from .test_leech import offer

MINE = {"buildings": {"mine": ["0x0"]}}


@pytest.mark.parametrize(
    ("action", "gain", "place", "cap"),
    [("power3", {"ore": 2}, 0, 15), ("power4", {"credits": 7}, 1, 30),
     ("power1", {"knowledge": 3}, 2, 15), ("power5", {"knowledge": 2}, 2, 15)],
)  # fmt: skip
def test_goods_beyond_the_cap_are_lost(action, gain, place, cap):
    # Rules: [#2.1b]
    ((name, number),) = gain.items()
    for held in (0, cap - number - 1, cap - number, cap - number + 1, cap):
        spec = {**NOTHING, **MINE, name: held, "bowls": [0, 0, 7]}
        state = position({(0, 0): "terra"}, [spec, {}], ["terrans", "itars"])
        do(state, "power_action", action=action)
        assert goods(state.players[0])[place] == min(cap, held + number), held


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("name", ["ore", "credits", "knowledge"])
def test_three_goods_left_are_a_point(name, number):
    # Rules: [#4.3]
    state = last([{**NOTHING, name: number}, NOTHING])
    assert state.score[0] - state.score[1] == number // 3


def test_goods_left_count_together():
    # Rules: [#4.3]
    state = last([{**NOTHING, "ore": 2, "credits": 2, "knowledge": 2}, NOTHING])
    assert state.score[0] - state.score[1] == 2


@pytest.mark.parametrize("level", range(6))
def test_research_scores_from_the_third_level_on(level):
    # Rules: [#4.2]
    levels = [0, 0, 0, 0, level, 0]
    state = last([{**NOTHING, "levels": levels}, NOTHING])
    assert state.score[0] - state.score[1] == 4 * max(0, level - 2)


@pytest.mark.parametrize("points", range(5))
def test_leech_takes_no_more_points_than_there_are(points):
    # Rules: [#2.4b]
    rival = {"vp": points, "bowls": [6, 0, 0], "buildings": {"planetary_institute": ["0x2"]}}
    state = offer(rival)
    power = min(3, points + 1)
    do(state, "leech", amount=power)
    assert state.score[1] == points - (power - 1)
    assert bowls(state.players[1]) == (6 - power, power, 0)


@pytest.mark.parametrize("room", range(5))
def test_leech_charges_no_more_than_the_bowls_take(room):
    # Rules: [#2.4b]
    rival = {"bowls": [0, room, 6 - room], "buildings": {"planetary_institute": ["0x2"]}}
    state = offer(rival)
    if not room:
        assert not find(state, "leech")
        return
    power = min(3, room)
    do(state, "leech", amount=power)
    assert bowls(state.players[1]) == (0, room - power, 6 - room + power)
    assert state.score[1] == 10 - (power - 1)


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_leech_reaches_two_hexes(distance):
    # Rules: [#2.4a]
    planets = {(0, 0): "oxide", (1, 0): "oxide", (1 + distance, 0): "ice"}
    builder = {"ore": 9, "credits": 20, "buildings": {"planetary_institute": ["0x0"]}}
    rival = {"bowls": [6, 0, 0], "buildings": {"mine": [f"{1 + distance}x0"]}}
    state = position(planets, [builder, rival], ["ivits", "itars"])
    do(state, "mine", hex="1x0")
    do(state, "end_turn")
    assert bool(find(state, "leech")) is (distance <= 2)


@pytest.mark.parametrize("mines", [5, 6, 7])
def test_a_federation_needs_seven(mines):
    """Mines in a row are one each, the last structure is one or two."""
    # Rules: [#2.3D.1]
    names = [f"{q}x0" for q in range(-3, 4)][:mines]
    planets = {(q, 0): "desert" for q in range(-3, 4)}
    for building, value in (("mine", 1), ("trading_station", 2), ("research_lab", 2)):
        standing = {"mine": names[:-1]}
        standing.setdefault(building, []).append(names[-1])
        spec = {"bowls": [2, 0, 0], "buildings": standing}
        state = position(planets, [spec, {}], ["xenos", "itars"])
        assert may_federate(state, *names) is (mines - 1 + value >= 7), (building, mines)


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_satellite_takes_a_token_of_power(tokens):
    # Rules: [#2.3D]
    planets = {(q, 0): "desert" for q in (-2, -1, 1, 2)}
    buildings = {"trading_station": ["-2x0", "-1x0", "1x0", "2x0"]}
    for bowl in range(3):
        held = [0, 0, 0]
        held[bowl] = tokens
        spec = {"bowls": held, "buildings": buildings}
        state = position(planets, [spec, {}], ["xenos", "itars"])
        assert may_federate(state, "-2x0", "-1x0", "0x0", "1x0", "2x0") is (tokens >= 1)


def test_prizes_of_the_final_tiles_begin_with_the_first_structure():
    # Rules: [#4.1]
    state = last([{**NOTHING, **MINE}, NOTHING])
    assert state.points_of(0)[SRC_FINAL] > 0
    assert state.points_of(1)[SRC_FINAL] == 0
