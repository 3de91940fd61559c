"""A person's game: only the person is asked, nothing hidden is told, and what was played is kept."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import simkit
from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.recording import verify_recording
from simkit.core.registry import title_module
from simkit.widgets import PlayModel
from simkit.widgets.play_model import PLACE_KEY

TITLES = [*simkit.titles(), "tests.tiny"]


def finish(model: PlayModel, seed: int = 0) -> None:
    luck = random.Random(seed)
    while not model.over:
        model.do(luck.choice(model.options).action)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_played_to_its_end_and_verifies(title: str, tmp_path: Path) -> None:
    model = PlayModel(title, seats=2, seed=4)
    while not model.over:
        assert model.state.seat == model.seat
        assert len(model.options) > 1
        assert {o.action for o in model.options} == set(model.state.legal())
        model.do(model.options[len(model.options) // 2].action)
    assert model.options == []
    path = model.save(tmp_path)
    result = verify_recording(json.loads(path.read_text(encoding="utf-8")), path.stem)
    assert result.status == "passed", result


def test_tables_are_those_of_a_run_of_the_same_choices() -> None:
    # The person does what the greedy bot would do: then the game is one that bots play.
    model = PlayModel("tests.tiny", seats=3, seed=9, seat=1)
    while not model.over:
        hints = model.hints()
        assert hints is not None
        model.do(hints.best[0].action)
    tables = model.tables()
    recorder = simkit.Recorder(model.rules, "points")
    bots = [simkit.make_bot("greedy", "tests.tiny") for _ in range(3)]
    from simkit.engine.observer import GameInfo

    simkit.play_game(model.rules.deal(simkit.Luck(9)), bots, recorder, GameInfo(seed=9))
    wanted = {name: table.to_pandas() for name, table in recorder.tables().items()}
    same = ["action", "seat", "round", "phase", "score_before"]
    assert tables["moves"][same].equals(wanted["moves"][same])
    drop = ["run", "arm"]
    assert (
        tables["points"]
        .drop(columns=drop, errors="ignore")
        .equals(wanted["points"].drop(columns=drop, errors="ignore"))
    )
    assert tables["seats"].bot.tolist() == ["greedy", "person", "greedy"]
    theirs = (tables["moves"].seat != 1) & (tables["moves"].n_candidates > 1)
    assert tables["moves"].value[theirs].equals(wanted["moves"].value[theirs])


def test_undo_goes_back_to_the_choice_before_with_the_same_luck() -> None:
    model = PlayModel("tests.tiny", seats=3, bots="random", seed=5)
    boards, decisions = [], []
    for _ in range(4):
        boards.append(model.board())
        decisions.append(model.decision)
        model.do(model.options[0].action)
    end = model.board()
    for board, decision in zip(reversed(boards), reversed(decisions), strict=True):
        model.undo()
        assert (model.board(), model.decision) == (board, decision)
    assert not model.can_undo
    with pytest.raises(SimkitError, match="nothing was chosen yet"):
        model.undo()
    for _ in range(4):
        model.do(model.options[0].action)
    assert model.board() == end  # the bots' whims went back too


def test_in_earnest_nothing_is_taken_back() -> None:
    model = PlayModel("tests.tiny", seats=2, seed=5, practice=False)
    model.do(model.options[0].action)
    with pytest.raises(SimkitError, match="no practice game"):
        model.undo()


def test_an_illegal_action_changes_nothing() -> None:
    model = PlayModel("tests.tiny", seats=2, seed=5)
    before = model.board(), model.decision, model.can_undo
    with pytest.raises(IllegalAction):
        model.do(model.rules.encode("bid", amount=3))
    assert (model.board(), model.decision, model.can_undo) == before


def test_groups_hold_every_option_once_and_in_order() -> None:
    model = PlayModel("planet_unknown", seats=2, seed=1)
    listed = [option for group in model.groups.values() for option in group]
    assert sorted(o.action for o in listed) == sorted(o.action for o in model.options)
    assert all(o.kind == kind for kind, group in model.groups.items() for o in group)


def test_places_are_found_by_the_words_of_their_key() -> None:
    model = PlayModel("planet_unknown", seats=2, seed=1)
    while "place" not in model.groups:
        model.do(model.options[0].action)
    option = model.groups["place"][0]
    _, args = model.rules.decode(option.action)
    found = model.at(f"x={args['x']} y={args['y']}")
    assert option in found
    for one in found:
        decoded = model.rules.decode(one.action)[1]
        assert (decoded["x"], decoded["y"]) == (args["x"], args["y"])
    assert model.at("kind=place x=99") == []
    assert model.at("") == []
    svg = f'<g data-key="x={args["x"]}"/><g data-key="x=99"/>'
    assert model.live_keys(svg) == [f"x={args['x']}"]


def test_what_others_do_face_down_is_not_told() -> None:
    model = PlayModel("tests.tiny", seats=3, seed=1)
    finish(model)
    kinds = [model.rules.decode(one.choice.action)[0] for one in model.done]
    for one, kind in zip(model.done, kinds, strict=True):
        if one.seat == 0:
            assert one.words.startswith("you: ")
        elif kind == "offer":
            assert one.words == f"seat {one.seat}: decides, hidden from you"
        else:
            assert "hidden" not in one.words
    assert {"offer", "bid"} <= set(kinds)


def test_since_tells_the_last_choice_and_what_followed() -> None:
    model = PlayModel("tests.tiny", seats=3, seed=1)
    model.do(model.options[0].action)
    assert model.since()[0].words.startswith("you: ")
    before = model.decision
    model.do(model.options[0].action)
    assert model.since() == model.done[before:]
    model.undo()
    assert model.since() == model.done[before - len(model.since()) :]
    assert model.since()[0].words.startswith("you: ")


def test_what_others_draw_is_told_by_number_and_offers_once_they_are_open() -> None:
    model = PlayModel("tests.tiny", seats=3, seed=1)
    finish(model)
    told = [line for one in model.done for line in one.followed]
    drawn = [line for line in told if "draws" in line]
    assert drawn
    for line in drawn:
        assert ("(card " in line) == line.startswith("seat 0 "), line
    offers = {
        (one.seat, model.rules.decode(one.choice.action)[1]["card"])
        for one in model.done
        if model.rules.decode(one.choice.action)[0] == "offer"
    }
    revealed = [line for line in told if "reveals" in line]
    assert len(revealed) == len(offers)
    for seat, card in offers:
        found = [x for x in revealed if x.startswith(f"seat {seat} ") and f"(card {card})" in x]
        assert len(found) == 1


def test_a_solo_game_below_its_target_is_not_won() -> None:
    model = PlayModel("tests.alone", seats=1, seed=1)
    assert model.caution == "The target of The Fair for one is invented."
    model.state.seat = -1
    assert model.headline().startswith("The game is over; lost: failed; points: you 0")
    model.state.gain(0, 0, 46)
    assert model.headline().startswith("The game is over; won by you: passed; points: you 46")


def test_points_to_come_are_told_where_they_differ() -> None:
    model = PlayModel("tests.tiny", seats=2, seed=1)
    assert model.headline().endswith("; points: you 0, seat 1 0")
    model.state.wares[:3] = [1, 1, 1]
    assert model.headline().endswith("; if the game ended now: you 4, seat 1 0")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": 2}, "seat: is 0 to 1"),
        ({"bots": ["greedy", "greedy"]}, "one for each of the 1 other seats"),
        ({"bots": "gredy"}, "did you mean 'greedy'"),
        ({"seats": 9}, "is played by"),
        ({"options": {"speed": 2}}, "unknown option 'speed'"),
    ],
)
def test_bad_input_is_named(change: dict[str, object], message: str) -> None:
    wanted: dict[str, object] = {"seats": 2, "seed": 1, **change}
    with pytest.raises(SimkitError, match=message):
        PlayModel("race_for_the_galaxy", **wanted)  # type: ignore[arg-type]


def test_an_unfinished_game_is_not_kept(tmp_path: Path) -> None:
    model = PlayModel("tests.tiny", seats=2)
    with pytest.raises(SimkitError, match="not over"):
        model.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_games_are_kept_side_by_side(tmp_path: Path) -> None:
    model = PlayModel("tests.tiny", seats=2)
    finish(model)
    assert [model.save(tmp_path).name for _ in range(2)] == ["tiny-0001.json", "tiny-0002.json"]


@pytest.mark.parametrize("title", TITLES)
def test_the_person_sees_nothing_that_is_hidden(title: str) -> None:
    """Boards and choices stay the same when everything hidden from the person is drawn anew."""
    model = PlayModel(title, seats=2, seed=1, seat=1)
    svg = title_module(title, "view.board").svg
    luck = simkit.Luck(3)
    hidden = 0
    while not model.over:
        redrawn = model.state.determinize(model.seat, luck.fork("again", model.decision))
        assert svg(redrawn, model.seat) == model.board()
        assert redrawn.legal() == [option.action for option in model.options]
        hidden += svg(redrawn) != svg(model.state)
        model.do(model.options[model.decision % len(model.options)].action)
    assert hidden or title in ("gaia_project", "federation")  # where only stacks are hidden


@pytest.mark.parametrize("title", simkit.titles())
def test_boards_mark_places_that_can_be_used(title: str) -> None:
    """Every key on a board is understood, and in the course of a game there is something to click."""
    model = PlayModel(title, seats=2, seed=2)
    names = {arg.name for kind in model.rules.schema.kinds for arg in kind.args}
    clicks = 0
    while not model.over:
        svg = model.board()
        for key in PLACE_KEY.findall(svg):
            for word in key.replace("|", " ").split():
                assert word.partition("=")[0] in names, key
        live = model.live_keys(svg)
        for key in live[:1]:
            clicks += 1
            assert all(model.state.is_legal(option.action) for option in model.at(key))
        model.do((model.at(live[0]) if live else model.options)[0].action)
    assert clicks >= 3
