"""Patches are true everywhere: all in the soak, some in every run; planted faults are seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import simkit
from simkit.cli import main
from simkit.core import registry
from simkit.core.registry import rules_class
from simkit.core.schema import Patchable
from simkit.games.race_for_the_galaxy.bot import worth
from simkit.games.race_for_the_galaxy.rules import tables
from simkit.games.race_for_the_galaxy.view import board, words
from simkit.testing import check_patches
from simkit.testing.patch_checks import named_components, other_values

RACE = "race_for_the_galaxy"
# Titles whose figures are true everywhere. All titles are to be in it.
CARRIED_THROUGH = [RACE]
VP = "cards.gem_world.vp"
CHIPS = "cards.tourist_world.powers.0.vp"


@pytest.mark.parametrize("title", CARRIED_THROUGH)
def test_a_tenth_of_the_patches_is_true_everywhere(title: str) -> None:
    report = check_patches(title, sample=0.1, seed=1, games=20)
    assert report.failures == {}
    assert len(report.results) >= 30


@pytest.mark.soak
@pytest.mark.parametrize("title", CARRIED_THROUGH)
def test_every_patch_is_true_everywhere(title: str) -> None:
    report = check_patches(title)
    assert report.failures == {}
    assert len(report.results) == len(rules_class(title).components_with().patchable_paths())


# Faults that are planted, one for each room: the bot, the board, the words and the rules believe the
# printed figure, whatever the patch says.

PRINTED = simkit.rules(RACE, seats=2).tables  # type: ignore[attr-defined]


def believing(read: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that reads the printed tables in place of those that it is given."""
    return lambda _, *rest: read(PRINTED, *rest)


@pytest.fixture(autouse=True)
def nothing_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rules be built anew, with what is planted; they are kept otherwise."""
    monkeypatch.setattr(registry, "_BUILT", {})


def problem(path: str) -> str:
    return check_patches(RACE, paths=[path]).failures.get(path, "")


@pytest.mark.parametrize("path", [VP, CHIPS])
def test_nothing_is_said_of_what_is_true_everywhere(path: str) -> None:
    assert problem(path) == ""


def test_a_bot_that_believes_the_printed_figure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = worth.Rates
    monkeypatch.setattr(worth, "Rates", lambda t, w, named: plain(PRINTED, w, named))
    monkeypatch.setattr(worth.Worth, "use_weights", _with_printed_rates(plain))
    assert problem(VP).startswith("bots: ")


def _with_printed_rates(rates: Any) -> Callable[..., None]:
    def use_weights(self: Any, named: dict[str, float]) -> None:
        found = rates(PRINTED, worth.weights_of(named), named)
        self.w, self._active, self._fullest, self.steps = found.w, [], -1, -1
        self._ref = self.ref = self.values_now = worth.Values(found)

    return use_weights


def test_a_bot_that_likes_what_hurts_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = rules_class(RACE).schema
    monkeypatch.setattr(rules_class(RACE), "schema", _declared_bad(schema))
    assert "bots: more of it is bad for its owner" in problem(VP)


def _declared_bad(schema: Any) -> Any:
    rules = [replace(p, more="bad") if p.path == "cards.*.vp" else p for p in schema.patchable]
    return replace(schema, patchable=tuple(rules))


def test_a_board_that_shows_the_printed_figure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "_points", believing(board._points))
    assert problem(VP) == "board: no picture shows 3 in place of 1"


def test_words_that_tell_the_printed_figure_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = words.power_words

    def printed_words(g: Any, card: int, number: int) -> str:
        patched, g.t = g.t, PRINTED
        told = plain(g, card, number)
        g.t = patched
        return told

    monkeypatch.setattr(words, "power_words", printed_words)
    assert problem(CHIPS) == "words: 4 instead of 3 changes no words of an action"


def test_rules_that_score_the_printed_figure_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tables.Tables._read_figures

    def read_figures(self: Any) -> None:
        plain(self)
        self.vp = [int(PRINTED.records[d]["vp"]) for d in self.design]

    monkeypatch.setattr(tables.Tables, "_read_figures", read_figures)
    assert "changes nothing that the rules hold" in problem(VP)


# How it goes about it


def test_copies_of_a_component_count_as_one() -> None:
    rules = simkit.rules(RACE, seats=2)
    actions = [
        rules.encode("pay", card=card) for card in ("space_port", "drop_ships/1", "drop_ships/2")
    ]
    assert named_components(rules, actions) == {
        "space_port": {actions[0]},
        "drop_ships": {*actions[1:]},
    }


def test_words_and_choices_are_tried_in_all_their_values() -> None:
    leader = Patchable("laws.scored_by", 0, 0, values=("all", "leader"))
    assert other_values(leader, "all") == ["leader"]
    assert other_values(Patchable("laws.open", 0, 1), True) == [False]


def test_the_command_tells_what_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-patches", RACE, "--path", VP, "--all"]) == 0
    assert "race_for_the_galaxy: 1 figures tried, 0 failures" in capsys.readouterr().out
    monkeypatch.setattr(board, "_points", believing(board._points))
    assert main(["check-patches", RACE, "--path", VP]) == 1
    assert "no picture shows 3 in place of 1" in capsys.readouterr().out


def test_the_command_refuses_what_no_patch_may_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-patches", RACE, "--path", "cards.gem_world.kind"]) == 2
    assert "says what the card is" in capsys.readouterr().err
    assert main(["check-patches", RACE, "--sample", "2"]) == 2
