"""Games of the public engine replayed; an altered figure is found, and its step named."""

import copy
import json
from pathlib import Path

import pytest

from simkit.core.luck import Luck
from simkit.games.race_for_the_galaxy.io import recordings

FOLDER = Path(__file__).parents[2] / "recordings" / "race_for_the_galaxy"
FILES = sorted(FOLDER.glob("*.json"))


def read(name):
    return json.loads((FOLDER / name).read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_snapshot_and_the_final_breakdown_agree(path):
    result = recordings.verify(json.loads(path.read_text()), path.name)
    assert [(r.case, r.status) for r in result] == [(path.stem, "passed")], result


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games_can_be_replayed_as_decisions(path):
    data = json.loads(path.read_text())
    (game,) = recordings.games(data, path.name)
    state = game.start
    for action in game.actions:
        state.step(action)
    assert state.over
    assert state.scores() == [seat["score"] for seat in data["final"]["seats"]]
    assert state.winners() == [
        number for number, seat in enumerate(data["final"]["seats"]) if seat["winner"]
    ]


def figures(part, path=()):
    """Every figure below `part` with its path."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from figures(value, (*path, key))
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from figures(value, (*path, number))
    else:
        yield path, part


def altered(data, path, cards, luck, number):
    """A copy of a recording with the figure at `path` changed."""
    changed = copy.deepcopy(data)
    part = changed
    for key in path[:-1]:
        part = part[key]
    value = part[path[-1]]
    if isinstance(value, bool):
        new = not value
    elif isinstance(value, int):
        new = value + 1
    elif value is None:
        new = "old_earth" if path[-1] == "start_good" else 0
    elif value in cards:
        others = [card for card in cards if card != value]
        new = others[luck.below(len(others), number)]
    else:
        new = "produce" if value == "develop" else "develop"
    part[path[-1]] = new
    return changed


NOT_COMPARED = ("id", "origin", "start_good_drawn_before_hands", "guess")
"""Names and origin; what says nothing without a start good; a gamble is lost with any wrong number."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_altered_figure_is_found(path):
    data = json.loads(path.read_text())
    cards = sorted({card for deck in data["draws"] for card in deck})
    luck = Luck(7)
    spots = [spot for spot, _ in figures(data) if not set(spot) & set(NOT_COMPARED)]
    for number, spot in enumerate(luck.order(spots)[:150]):
        found = recordings.verify(altered(data, spot, cards, luck, number), path.name)
        assert [result.status for result in found] == ["failed"], spot
        assert found[0].step, spot
        assert found[0].detail, spot


def steps_with(data, **wanted):
    for r, record in enumerate(data["rounds"]):
        for p, phase in enumerate(record["phases"]):
            for n, step in enumerate(phase["steps"]):
                if all(step.get(key) == value for key, value in wanted.items()):
                    yield r, p, n, step, f"round {record['round']} {phase['phase']} step {n}"


@pytest.mark.parametrize(
    ("do", "change"),
    [
        ("draw", lambda step: step["cards"].pop()),
        ("draw", lambda step: step.update(why="trade" if step["why"] != "trade" else "explore")),
        ("discard", lambda step: step["cards"].append("rebel_homeworld")),
        ("pay", lambda step: step["cards"].append("rebel_homeworld")),
        ("pay", lambda step: step.update(method="conquer" if step["method"] == "pay" else "pay")),
        ("trade", lambda step: step.update(draws=step["draws"] + 1)),
        ("use", lambda step: step.update(vp=step["vp"] + 1)),
        ("produce", lambda step: step.update(good="rebel_homeworld")),
        ("windfall_good", lambda step: step.update(good="rebel_homeworld")),
    ],
)
def test_the_very_step_is_named(do, change):
    data = read("4p_51.json")
    spots = list(steps_with(data, do=do))
    assert spots
    for r, p, n, _, name in spots[:: max(1, len(spots) // 6)]:
        changed = copy.deepcopy(data)
        change(changed["rounds"][r]["phases"][p]["steps"][n])
        (result,) = recordings.verify(changed, "4p_51.json")
        assert result.status == "failed"
        assert result.step == name


@pytest.mark.parametrize("name", ["2p_adv_52.json", "4p_51.json"])
def test_a_wrong_seat_is_named(name):
    data = read(name)
    spots = [spot for spot in steps_with(data) if spot[3]["seat"] is not None]
    for r, p, n, step, place in spots[::17]:
        changed = copy.deepcopy(data)
        seat = (step["seat"] + 1) % data["players"]
        changed["rounds"][r]["phases"][p]["steps"][n]["seat"] = seat
        (result,) = recordings.verify(changed, name)
        assert result.status == "failed"
        assert result.step == place


@pytest.mark.parametrize("key", ["pool", "deck", "discards"])
def test_an_altered_snapshot_is_named(key):
    data = read("2p_50.json")
    data["rounds"][4]["phases"][1]["after"][key] += 1
    (result,) = recordings.verify(data, "2p_50.json")
    assert result.step == f"round 5 {data['rounds'][4]['phases'][1]['phase']} after"


def test_a_payment_with_another_hand_card_points_at_the_payment():
    data = read("4p_51.json")
    for r, p, n, step, name in steps_with(data, do="pay"):
        after = data["rounds"][r]["phases"][p]["after"]["seats"][step["seat"]]["hand"]
        if step["cards"] and after and after[0] not in str(data["rounds"][r]["phases"][p]["steps"]):
            changed = copy.deepcopy(data)
            changed["rounds"][r]["phases"][p]["steps"][n]["cards"][0] = after[0]
            (result,) = recordings.verify(changed, "4p_51.json")
            assert result.status == "failed"
            assert name.split(" step ")[0] in result.step
            assert f"step {n}" in result.step
            return
    pytest.fail("no payment to alter")


@pytest.mark.parametrize("key", ["score", "chips", "hand_cards", "goods", "tie_break"])
def test_an_altered_final_figure_is_named(key):
    data = read("2p_adv_52.json")
    data["final"]["seats"][1][key] += 1
    (result,) = recordings.verify(data, "2p_adv_52.json")
    assert result.step == "final seat 1"
    assert key in result.detail


@pytest.mark.parametrize("data", [{}, {"game": "race_for_the_galaxy"}, {"game": "chess"}])
def test_what_is_no_recording_fails_with_a_place(data):
    (result,) = recordings.verify(data, "broken.json")
    assert result.status == "failed"
    assert result.detail
