"""Where a rule begins and ends: the step itself, the one before it, none, and the most."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from simkit.games.planet_unknown.rules import scoring

from .test_corporations import ICE, base
from .test_event_rules import holding, reveal

DATA = Path(__file__).parents[3] / "data" / "planet_unknown" / "corporations.toml"
BOARDS = tomllib.loads(DATA.read_text(encoding="utf-8"))["corporation"]
# These go by lifepods, or by whichever marker is there.
ELSEWHERE = ("jump_drive", "makeshift")
STEPWISE = [board["id"] for board in BOARDS if board["id"] not in ELSEWHERE]


def milestones(name, track):
    """Steps of a track with a milestone of its own kind, as the data lists them."""
    (board,) = [board for board in BOARDS if board["id"] == name]
    return [i for i, step in enumerate(board["tracks"][track]) if step.get("mile") == track]


@pytest.mark.parametrize("name", STEPWISE)
def test_a_tech_holds_from_its_milestone_on(table, name):
    # [#6.6]
    steps = milestones(name, "tech")
    assert len(steps) >= 5
    for here in range(16):
        reached = [n for n, step in enumerate(steps, 1) if step <= here]
        if name == "flux_industries":  # the latest alone
            reached = reached[-1:]
        assert table(base(name, here)).p.tech == sum(1 << n for n in reached), here


BY_CHOICE = [
    ("flux_industries", 5, {"flux": "civ"}),
    ("horizon_group", 5, {}),
    ("cosmos_inc", 5, {"collected_lifepods": 1}),
    ("flux_industries", 2, {"flux": "civ"}),
]


@pytest.mark.parametrize(("name", "level", "more"), BY_CHOICE)
def test_a_tech_is_offered_from_its_milestone_on_before_and_after_the_tile(
    table, name, level, more
):
    # [#6.6] [#6.8]
    step = milestones(name, "tech")[level - 1]
    offer = f"tech level={level}"
    assert offer not in table(base(name, step - 1, **more)).choices
    t = table(base(name, step, **more), {"lifepods": []}, open=["I2-BC", "Z5-CE"])
    assert offer in t.choices
    t.play(ICE)
    t.advance("symbol", "civ").advance("symbol", "biomass")
    while "patch" in t.kinds():
        t.first("patch")
    assert offer in t.choices


@pytest.mark.parametrize(("name", "level", "more"), BY_CHOICE)
def test_a_tech_is_not_offered_while_an_event_is_resolved(table, name, level, more):
    # [#3.2] [#6.8]
    step = milestones(name, "tech")[level - 1]
    seat = {**base(name, step, **more), "lifepods": [[5, 5]]}
    t = reveal(table, 18, seat)
    offer = f"tech level={level}"
    assert "collect" in t.kinds()
    while "place" not in t.kinds():
        assert offer not in t.choices
        t.first("collect" if "collect" in t.kinds() else "stow")
    assert offer in t.choices


@pytest.mark.parametrize(("name", "level", "more"), BY_CHOICE)
def test_a_tech_is_not_offered_while_cards_are_taken(table, name, level, more):
    # [#3.6] [#6.8]
    step = milestones(name, "tech")[level - 1]
    t = holding(table, 13, **{**base(name, step, **more), "lifepods": [[5, 5], [7, 5]]})
    assert t.p.tech >> level & 1
    assert t.kinds() == {"collect"}
    t.first("collect")
    assert t.kinds() <= {"collect", "stow"}


@pytest.mark.parametrize(
    ("name", "level", "again"),
    [("horizon_group", 5, True), ("flux_industries", 5, True), ("flux_industries", 2, False)],
)
def test_a_tech_of_every_round_comes_back_and_one_of_the_game_does_not(table, name, level, again):
    # [#6.8]
    step = milestones(name, "tech")[level - 1]
    more = {"flux": "civ"} if name == "flux_industries" else {}
    offer = f"tech level={level}"
    t = table(base(name, step, **more)).play(offer)
    while "place" not in t.kinds():
        t.first("advance" if "advance" in t.kinds() else "card")
    assert offer not in t.choices
    t.round_off()
    while "place" not in t.kinds():
        t.state.apply(t.state.candidates()[0])
    assert t.p.tech >> level & 1
    assert (offer in t.choices) is again


@pytest.mark.parametrize(
    ("name", "each"), [(board["id"], board["meteorites_per_point"]) for board in BOARDS]
)
def test_meteorites_score_in_full_sets(table, name, each):
    # [#10.2]
    for rocks in range(3 * each + 1):
        t = table(base(name, collected_meteorites=rocks))
        assert scoring.seat_score(t.p, t.state.tables).meteorites == rocks // each


@pytest.mark.parametrize("name", [board["id"] for board in BOARDS])
def test_a_marker_stays_at_the_top(table, name):
    """A symbol gives nothing there, but a rover's step repeats its movement."""
    # [#5.5]
    (board,) = [board for board in BOARDS if board["id"] == name]
    for track, tile in (("civ", "I2-CE"), ("rover", "I2-RT")):
        top = len(board["tracks"][track]) - 1
        for here in (top - 1, top):
            seat = base(name, tracks={track: here})
            t = table(seat, open=[tile, "Z5-CE"]).play(ICE)
            offered = f"symbol {track}" in t.advances()
            assert offered is (here < top or track == "rover"), (track, here)


@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_a_rover_goes_as_far_as_its_movement(table, points):
    # [#6.10] [#6.11]
    t = table(base("republic", rovers=[[5, 5]], movement=points), open=["I2-CE", "Z5-CE"])
    spent = 0
    while "move" in t.kinds():
        x = 5 + spent
        t.play(f"move x={x} y=5 to_x={x + 1} to_y=5")
        spent += 1
    assert spent == points
    assert t.p.move == 0
