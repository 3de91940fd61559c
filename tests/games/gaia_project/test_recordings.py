"""Recorded games, replayed through `step` with every figure compared; altered ones must fail."""

import copy
import json
import random
from pathlib import Path

import pytest

from simkit.games.gaia_project import recordings

FOLDER = Path(__file__).parents[2] / "recordings" / "gaia_project"
SHARED = Path(__file__).parents[4] / "shared" / "facts" / "gaia_project" / "replays"
FILES = sorted(FOLDER.glob("*.json"))
PEOPLE = sorted(SHARED.glob("real-*.json")) if SHARED.is_dir() else []


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [*FILES, *PEOPLE], ids=lambda path: path.stem)
def test_every_figure_agrees_after_every_line(path):
    assert [r.status for r in recordings.verify(load(path), path.name)] == ["passed"]


def altered(value, field):
    if isinstance(value, str):
        return str((int(value[0]) + 1) % 10) + value[1:]
    return (value + 1) % 5 if field == 9 else value + 1


@pytest.mark.parametrize("field", range(13))
def test_one_altered_figure_fails_at_its_line(field):
    rng = random.Random(field)
    for path in FILES:
        data = load(path)
        move = rng.choice([move for move in data["moves"] if "p" in move])
        row = rng.choice(move["p"])
        row[field] = altered(row[field], field)
        (result,) = recordings.verify(data, path.name)
        assert (result.status, result.step) == ("failed", f"line {move['n']}"), result


@pytest.mark.parametrize("part", ["final_scores", "end_game_vp", "players"])
def test_altered_results_fail_at_the_end(part):
    data = load(FILES[0])
    if part == "players":
        data["players"][1]["final_vp"] += 1
    elif part == "final_scores":
        data["final_scores"]["terrans"] += 1
    else:
        data["end_game_vp"]["terrans"]["terra"] -= 4
    (result,) = recordings.verify(data, "x")
    assert (result.status, result.step) == ("failed", "end")


def test_altered_round_and_illegal_line_fail():
    data = load(FILES[0])
    data["moves"][40]["round"] += 1
    assert recordings.verify(data, "x")[0].step == "line 40"
    data = load(FILES[0])
    number = next(m["n"] for m in data["moves"] if "build lab" in m["line"])
    data["moves"][number]["line"] = data["moves"][number]["line"].replace("lab", "ac1")
    result = recordings.verify(data, "x")[0]
    assert (result.status, result.step) == ("failed", f"line {number}")
    data = load(FILES[0])
    data["moves"][30]["line"] = "hadsch-hallas juggle 7B5."
    assert "juggle" in recordings.verify(data, "x")[0].detail


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"base_game_clean": False, "notes": ["frontiers expansion"]}, "frontiers"),
        ({"engine_options": {"factionVariant": "more-balanced"}}, "more-balanced"),
        ({"schema": "gaia_project/other/1"}, "schema"),
        ({"table_order": ["terrans", "darloks"]}, "darloks"),
    ],
)
def test_other_games_are_skipped_with_the_reason(change, reason):
    (result,) = recordings.verify({**load(FILES[0]), **change}, "x")
    assert result.status == "skipped"
    assert reason in result.detail


def test_unfinished_recordings_compare_states_only():
    data = load(FILES[0])
    data["moves"] = data["moves"][:90]
    assert recordings.verify(data, "x")[0].step == "end"
    data["complete"] = False
    assert recordings.verify(data, "x")[0].status == "passed"


# Auctions: an example made from a recording by letting the players bid for their factions ---------


def auctioned(payment, seats):
    """A recording whose factions were bid for; `seats[i]` is who ends with the i-th faction."""
    data = copy.deepcopy(load(FILES[0]))
    table = data["table_order"]
    bids = [0, 3, 1, 2]  # by place at the table
    lines = [f"p{i + 1} faction {faction}" for i, faction in enumerate(table)]
    lines += [f"p{seat + 1} bid {table[i]} {bids[i]}" for seat, i in sorted(
        (seat, i) for i, seat in enumerate(seats))]  # fmt: skip
    first, *rest = data["moves"]
    start = next(i for i, move in enumerate(rest) if "build" in move["line"])
    after_choice = rest[start - 1]
    blank = rest[0]["p"]
    moves = [first]
    for line in lines:
        moves.append(
            {"n": len(moves), "line": line, "round": 0, "phase": "setupAuction", "p": blank}
        )
    moves[-1] = {**after_choice, "n": len(moves) - 1, "line": lines[-1]}
    moves += [{**move, "n": len(moves) + i} for i, move in enumerate(rest[start:])]
    for move in moves[len(lines) :]:
        by_place = copy.deepcopy(move["p"])
        for place, row in enumerate(by_place):
            if payment == "start" or (payment == "end" and move is moves[-1]):
                row[0] -= bids[place]
        move["p"] = [by_place[seats.index(seat)] for seat in range(4)]
    data["moves"] = moves
    scores = data["final_scores"]
    data["final_scores"] = {f: scores[f] - bids[i] for i, f in enumerate(table)}
    data["players"] = [
        {"seat": seat, "faction": table[i], "bid": bids[i],
         "final_vp": scores[table[i]] - bids[i], "vp_at_last_line": scores[table[i]] - bids[i]}
        for i, seat in enumerate(seats)
    ]  # fmt: skip
    data["engine_options"] = {"auction": "choose-bid"}
    return data


@pytest.mark.parametrize("payment", ["start", "end"])
@pytest.mark.parametrize("seats", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_auctions(payment, seats):
    (result,) = recordings.verify(auctioned(payment, seats), "auction")
    assert result.status == "passed", result


def test_recorded_games_can_be_logged():
    (game,) = recordings.games(load(FILES[1]), "x")
    state = game.start
    for action in game.actions:
        state.step(action)
    assert state.over
    assert game.complete
    assert game.players == ["recorded"] * 3
