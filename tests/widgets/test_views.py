"""The views without a browser: what they show follows their models."""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path

import pytest
from PIL import Image

import simkit
from simkit.core.bot import Choice
from simkit.widgets import PlayModel, ReplayModel, play, replay
from simkit.widgets.pages import clickable_page, features, opinion_page
from simkit.widgets.play_model import Done
from simkit.widgets.play_view import LINES, PAGE
from simkit.widgets.score_chart import ScoreChart


def fair(seats: int = 3) -> simkit.core.state.State:
    return simkit.rules("tests.tiny", seats=seats).deal(simkit.Luck(1))


def test_every_button_of_a_replay_moves_everything_along() -> None:
    view = replay(fair())
    first, back, step, last = view._steps
    seen = {view.board.value}
    for button, position in ((step, 1), (step, 2), (back, 1), (last, view.model.last), (first, 0)):
        button.click()
        assert view.model.position == view.slider.value == position
        assert f"decision {position} of" in view.headline.value
    view.slider.value = 7
    assert view.model.position == 7
    assert view.board.value not in seen
    view.rounds.value = 2
    assert view.model.moment.round == 2
    assert view.rounds.value == -1
    view.seats.value = 2
    view.next.click()
    assert view.model.moment.seat == 2
    view.speed.value = 150
    assert view.player.interval == 150
    view.close()


def test_a_replay_shows_what_followed_and_the_caution() -> None:
    view = replay(fair(2))
    assert "reveals" not in view.happened.value
    view.model.go(2)
    view.show()
    assert "seat 1 reveals" in view.happened.value
    view.eyes.value = 0
    assert "seat 1: decides, hidden from seat 0" in view.happened.value
    alone = simkit.rules("tests.alone", seats=1).deal(simkit.Luck(1))
    shown = [child.value for child in replay(alone).children if hasattr(child, "value")]
    assert any("sk-caution" in str(value) for value in shown)
    assert not any(
        "sk-caution&quot;" in str(child.value) or 'class="sk-caution"' in str(child.value)
        for child in view.children
        if hasattr(child, "value")
    )


def test_play_shows_what_followed_and_the_caution(tmp_path: Path) -> None:
    view = play("tests.tiny", seats=2, seed=1)
    view.do(view.model.options[0])
    assert 'class="sk-followed"' in view.since.value
    assert "seat 1 reveals" in view.since.value
    alone = play("tests.alone", seats=1, seed=1)
    assert "invented" in alone.children[0].value


def test_a_replay_seen_by_one_seat_hides_other_hands() -> None:
    view = replay(fair())
    everything = view.board.value
    view.eyes.value = 1
    assert view.board.value != everything
    assert re.search(r"hand: \d+ cards", view.board.value)
    assert not re.search(r"hand: \d+ cards", everything)


def test_the_chart_is_one_picture_that_changes_with_the_points() -> None:
    model = ReplayModel(fair())
    chart = ScoreChart(model)
    pictures = [chart.png(position) for position in range(model.last + 1)]
    assert len({hashlib.sha256(picture).digest() for picture in pictures}) == len(pictures)
    assert pictures == [
        ScoreChart(model).png(n) if n in (0, 9) else p for n, p in enumerate(pictures)
    ]
    assert len({Image.open(io.BytesIO(picture)).size for picture in pictures}) == 1


def test_the_chart_draws_losses_too() -> None:
    model = ReplayModel(simkit.rules("gaia_project", seats=4).deal(simkit.Luck(1)), bots="random")
    chart = ScoreChart(model)
    assert chart.points.min() < 0  # power that was paid for with points
    chart.png(model.last)
    low, high = chart.bars.get_xlim()
    drawn = [piece for row in chart.pieces for piece in row if piece.get_width()]
    lost = min(piece.get_x() for piece in drawn)
    gained = max(piece.get_x() + piece.get_width() for piece in drawn)
    assert 1.2 * lost <= low < lost < 0 < gained < high <= 1.2 * gained  # room at both ends


def test_gains_are_stacked_to_the_right_of_nought_and_losses_to_the_left() -> None:
    chart = ScoreChart(ReplayModel(fair()))
    row = chart.pieces[1]
    amounts = [3, -2, 0, 4, -5][: len(row)] + [0] * max(0, len(row) - 5)
    chart._draw_bar(1, row, amounts)
    right = left = 0
    for piece, amount in zip(row, amounts, strict=True):
        if amount > 0:
            assert (piece.get_x(), piece.get_width()) == (right, amount)
            right += amount
        elif amount < 0:
            left += amount
            assert (piece.get_x(), piece.get_width()) == (left, -amount)
    assert chart.totals[1].get_text() == f" {sum(amounts)}"
    assert chart.totals[1].get_position()[0] == right
    assert left < 0 < right


def test_buttons_carry_a_game_to_its_end(tmp_path: Path) -> None:
    view = play("tests.tiny", seats=2, seed=3, folder=tmp_path)
    while not view.model.over:
        decision = view.model.decision
        view._buttons[-1].click()
        assert view.model.decision > decision
    assert view._buttons == []
    assert [path.name for path in tmp_path.iterdir()] == ["tiny-0001.json"]
    assert "won by" in view.headline.value
    view.replay.children[0].click()
    assert view.replay.children[0].model.actions == view.model.actions


def test_a_late_click_on_an_old_button_is_lost() -> None:
    view = play("tests.tiny", seats=2, seed=3)
    old = view._buttons[0]
    old.click()
    decision = view.model.decision
    assert old not in view.choices.children
    assert old.comm is None  # closed: a browser's click on it reaches nobody
    assert view.model.decision == decision


def test_many_choices_come_in_pages_and_by_kind() -> None:
    view = play("planet_unknown", seats=2, seed=1)
    while len(view.model.options) <= PAGE:
        view._buttons[0].click()
    seen = [button.tooltip for button in view._buttons]
    while not view.after.disabled:
        view.after.click()
        seen += [button.tooltip for button in view._buttons]
    notation = view.model.rules.notation
    assert seen == [notation(option.action) for option in view.model.options]
    while not view.before.disabled:
        view.before.click()
    assert [b.tooltip for b in view._buttons] == seen[:PAGE]


def test_every_decision_begins_with_all_kinds() -> None:
    """Also where the kinds are the same as before, so that nothing tells their buttons to change."""
    view = play("race_for_the_galaxy", seats=2, seed=11)
    while len(view.model.groups) < 2:
        view._buttons[0].click()
    kind = view.kinds.options[-1][1]
    view.kinds.value = kind
    assert len(view._buttons) == len(view.model.groups[kind])
    view._show()
    assert view.kinds.value == ""
    assert len(view._buttons) == min(PAGE, len(view.model.options))


def test_a_click_on_the_board_does_or_lists_what_can_be_done_there() -> None:
    view = play("tests.tiny", seats=2, seed=3)
    option = view.model.options[0]
    key = next(token for token in option.tokens if token.startswith("card="))
    decision = view.model.decision
    view.pick.value = f"{decision - 1}|{key}|1"  # a click on an older board
    assert view.model.decision == decision
    view.pick.value = f"{decision}|kind=offer|2"
    assert len(view._buttons) == len(view.model.groups["offer"]) > 1
    assert view.model.decision == decision
    view.pick.value = f"{decision}|{key}|3"
    assert view.model.done[decision].choice.action == option.action


def test_hints_come_first_and_are_explained() -> None:
    view = play("tests.tiny", seats=2, seed=3)
    assert "What" not in view.hints.value
    view.hint.value = True
    hints = view.model.hints()
    assert hints is not None
    assert view._buttons[0].tooltip == view.model.rules.notation(hints.best[0].action)
    assert hints.best[0].words in view.hints.value


@pytest.mark.parametrize(("happened", "shown"), [(3, 3), (LINES, LINES), (LINES + 5, LINES)])
def test_the_last_lines_of_what_the_others_did_are_shown(
    monkeypatch: pytest.MonkeyPatch, happened: int, shown: int
) -> None:
    view = play("tests.tiny", seats=2, seed=3)
    lines = [f"line {number}." for number in range(happened)]
    decisions = [Done(1, Choice(0), line, []) for line in lines]
    monkeypatch.setattr(view.model, "since", lambda: decisions)
    view._show()
    assert re.findall(r"line \d+\.", view.since.value) == lines[-shown:]
    view.close()


def test_a_refusal_is_told_and_changes_nothing() -> None:
    view = play("tests.tiny", seats=2, seed=3)
    view._undo()
    assert "nothing was chosen yet" in view.problem.value
    view._buttons[0].click()
    assert view.problem.value == ""


def test_only_live_places_are_outlined() -> None:
    page = clickable_page('<g class="sk-place" data-key="a=1"/>', 4, ["a=1", 'b="2'])
    assert '.sk-live [data-key="a=1"]' in page
    assert "4|" in page
    assert 'b="2' not in page  # escaped
    assert "cursor" not in clickable_page("<svg/>", 4, [])


def test_words_of_a_title_are_escaped() -> None:
    model = PlayModel("tests.tiny", seats=2)
    hints = model.hints()
    assert hints is not None
    one = hints.best[0]
    odd = type(one)(one.action, "<b>bold</b>", 1.0, True, one.features)
    assert "<b>bold" not in features(odd)
    assert "<b>bold" not in opinion_page(type(hints)("<b>bold", True, [odd], 1))


@pytest.mark.slow  # a figure of time: `make soak` looks at it, `make test` does not
@pytest.mark.parametrize("title", simkit.titles())
def test_boards_and_steps_are_quick(title: str) -> None:
    """Generous beside what is measured, so that a slow machine passes and a slow board does not."""
    import time

    high = simkit.core.registry.rules_class(title).schema.seat_range[1]
    view = replay(simkit.rules(title, seats=high).deal(simkit.Luck(5)))
    steps, boards = [], []
    for position in range(1, view.model.last, max(1, view.model.last // 25)):
        view.model.go(position - 1)
        begun = time.process_time()
        view._steps[2].click()
        stepped = time.process_time()
        view.model.board()
        boards.append(time.process_time() - stepped)
        steps.append(stepped - begun)
    assert sorted(boards)[len(boards) // 2] < 0.060
    assert sorted(steps)[len(steps) // 2] < 0.100
