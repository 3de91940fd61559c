"""A replay reaches every position, however it is approached, and says what was decided and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.core.recording import PlayedGame
from simkit.widgets import PlayModel, ReplayModel
from simkit.widgets.replay_model import EVERY
from simkit.widgets.stories import Story

TITLES = [*simkit.titles(), "tests.tiny"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> simkit.Results:
    folder = tmp_path_factory.mktemp("runs") / "fair"
    return simkit.simulate(
        "tests.tiny", seats=3, games=60, seed=3, folder=folder, n_jobs=1, progress="quiet",
        log="points",
    )  # fmt: skip


def deal(title: str, seed: int = 1) -> simkit.core.state.State:
    low, high = simkit.core.registry.rules_class(title).schema.seat_range
    return simkit.rules(title, seats=min(max(low, 2), high)).deal(simkit.Luck(seed))


@pytest.mark.parametrize("title", TITLES)
def test_any_position_is_reached_alike_from_anywhere(title: str) -> None:
    model = ReplayModel(deal(title))
    stepped = []
    while model.position < model.last:
        stepped.append(model.board())
        model.step()
    stepped.append(model.board())
    for position in (0, 1, EVERY - 1, EVERY, EVERY + 1, model.last // 2, model.last):
        model.go(position)
        assert model.board() == stepped[position], position
        assert tuple(model.state.score) == model.moments[position].scores
    model.back()
    assert model.board() == stepped[model.last - 1]


@pytest.mark.parametrize("title", TITLES)
def test_what_was_chosen_is_among_what_the_bot_saw_and_explained(title: str) -> None:
    model = ReplayModel(deal(title, 2))
    explained = 0
    while model.position < model.last:
        seen = model.opinion()
        assert seen is not None
        assert seen.its_own
        assert [one.action for one in seen.best if one.chosen] == [model.action]
        if seen.total > 1:
            assert seen.best[0].chosen  # a greedy bot takes what it values most
            assert len([one for one in seen.best if one.features]) <= 3
            for one in seen.best[:3]:
                explained += bool(one.features)
        model.go(model.position + 7)
    assert explained
    assert model.opinion() is None
    assert model.decision().startswith("won by seat")


def test_ends_of_the_game_hold() -> None:
    model = ReplayModel(deal("tests.tiny"))
    model.back()
    assert model.position == 0
    model.go(10_000)
    assert model.position == model.last
    model.step()
    assert model.position == model.last
    assert "over" in model.headline()


def test_jumps_to_rounds_and_to_a_seats_next_decision() -> None:
    model = ReplayModel(deal("tests.tiny"))
    for number in model.rounds:
        model.to_round(number)
        assert model.moment.round == number
        assert model.position == 0 or model.moments[model.position - 1].round == number - 1
    with pytest.raises(SimkitError, match="has the rounds"):
        model.to_round(99)
    model.go(0)
    seen = []
    while model.next_decision(1):
        assert model.moment.seat == 1
        seen.append(model.position)
    wanted = [i for i, m in enumerate(model.moments) if m.seat == 1 and i > 0]
    assert seen == wanted


def test_a_game_of_a_run_is_the_game_that_was_played(run: simkit.Results) -> None:
    model = ReplayModel(run, 17)
    moves = run.moves[run.moves.game_id == 17]
    assert model.actions == moves.action.tolist()
    assert [m.seat for m in model.moments[:-1]] == moves.seat.tolist()
    assert list(model.moments[-1].scores) == run.seats[run.seats.game_id == 17].score.tolist()
    last = model.points(model.last)
    for seat, row in enumerate(run.seats[run.seats.game_id == 17].to_dict("records")):
        for source, amount in last[seat].items():
            assert row[f"points_{source}"] == amount
    assert "game 17" in model.story.name
    assert all("greedy" in name for name in model.players)


def test_a_run_is_also_found_by_its_folder(run: simkit.Results) -> None:
    assert ReplayModel(run.folder, 5).actions == ReplayModel(run, 5).actions


def test_chances_are_shown_where_the_run_can_tell(run: simkit.Results) -> None:
    model = ReplayModel(run, 0)
    for number in model.rounds:
        model.to_round(number)
        chances = model.chances()
        assert chances is not None
        assert sum(chances) == pytest.approx(1)
    model.go(model.last)
    assert model.chances() is None
    assert ReplayModel(deal("tests.tiny")).chances() is None


def test_a_failed_game_is_shown_up_to_where_it_failed(tmp_path: Path) -> None:
    found = simkit.simulate(
        "tests.tiny", seats=2, games=2, bots="tests.runs.bots:Stumbles(one_in=1)",
        folder=tmp_path / "run", n_jobs=1, progress="quiet",
    )  # fmt: skip
    assert found.failures
    model = ReplayModel(found, found.failures[0].game_id)
    model.go(model.last)
    assert "fails after" in model.decision()


@pytest.mark.parametrize("form", ["data", "file"])
def test_a_recording_of_ours(run: simkit.Results, form: str, tmp_path: Path) -> None:
    data = run.recording(3)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    model = ReplayModel(data if form == "data" else path)
    assert model.actions == ReplayModel(run, 3).actions
    model.go(model.last)
    assert model.state.scores() == data["scores"]
    assert model.opinion() is None


def test_what_lies_open_is_told_at_the_beginning() -> None:
    model = ReplayModel(deal("federation"))
    assert model.happened() == model.rules.opening(model.state)
    assert any(line.startswith("open laws") for line in model.happened(0))
    model.step()
    assert not any(line.startswith("open laws") for line in model.happened())


def test_what_the_decision_before_set_going_is_told() -> None:
    model = ReplayModel(deal("tests.tiny"))
    assert model.happened() == []
    before = model.state.clone()
    model.step()
    assert model.happened() == [f"seat 0: {before.rules.words(before, model.actions[0])}"]
    assert model.happened(1) == ["seat 0: decides, hidden from seat 1"]
    assert model.decision(0) == "seat 1: decides, hidden from seat 0"
    assert "offer card=" in model.decision(1)
    model.step()
    assert any("reveals" in line for line in model.happened(0))
    assert any("points (sales)" in line for line in model.happened(0))
    position = model.position
    model.go(model.last)
    model.go(position)
    assert any("reveals" in line for line in model.happened())


def test_a_lost_game_is_not_called_won() -> None:
    state = simkit.rules("tests.alone", seats=1, target="high").deal(simkit.Luck(1))
    model = ReplayModel(state)
    assert model.caution == "The target of The Fair for one is invented."
    model.go(model.last)
    assert model.state.score[0] < 50
    assert model.decision() == "lost: failed"
    assert model.headline().endswith(f"points: seat 0 {model.state.score[0]}")


def test_a_recording_of_people_is_commented_on_by_a_greedy_bot() -> None:
    start = deal("tests.tiny")
    actions = ReplayModel(start, bots="random").actions
    model = ReplayModel(PlayedGame(start.rules, start, actions, ["Ada", "Bob"], "club night"))
    seen = model.opinion()
    assert seen is not None
    assert not seen.its_own
    assert seen.who == "greedy"
    assert model.players[0].endswith("Ada")
    assert start.seat >= 0  # the recording's own state is left alone


def test_a_record_that_cannot_be_followed_ends_there() -> None:
    start = deal("tests.tiny")
    actions = ReplayModel(start).actions
    model = ReplayModel(Story(start.rules, start, [*actions[:9], actions[0], *actions[9:]]))
    assert model.last == 9
    model.go(9)
    assert "cannot be followed after 9 decisions" in model.decision()


def test_a_game_being_played_can_be_looked_back_upon() -> None:
    game = PlayModel("tests.tiny", seats=2, seed=2)
    game.do(game.options[0].action)
    model = ReplayModel(game)
    model.go(model.last)
    assert model.state.scores() == game.state.scores()
    assert not model.state.over
    assert model.decision() == "the record stops here"


@pytest.mark.parametrize("game", [3, None, {"what": 1}])
def test_other_things_are_refused_by_name(game: object) -> None:
    with pytest.raises(SimkitError, match="takes a run, a recording, a state or a file"):
        ReplayModel(game)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(SimkitError, match=r"nowhere\.json: no such file"):
        ReplayModel("nowhere.json")


def test_a_state_without_a_future_is_refused() -> None:
    model = ReplayModel(deal("tests.tiny"))
    model.go(model.last)
    with pytest.raises(SimkitError, match="does not know how it came about"):
        ReplayModel(model.state)
