"""`check_rules` passes on the tiny title and fails, for its own reason, on each broken variant."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.core.errors import UnknownName
from simkit.core.rules import Rules
from simkit.core.state import PointLog, State
from simkit.engine.recorder import Recorder
from simkit.testing import (
    RULE_CHECKS,
    CheckFailed,
    check_bot,
    check_playthrough,
    check_rules,
    playthrough,
)
from tests.testing import broken
from tests.testing.broken import rules_with
from tests.tiny.rules.state import FairState
from tests.tiny.title import FairRules
from tests.tiny.view import board

HIDDEN = ("hands", "offers", "deck")


def failures(rules_class: type[Rules], seats: int = 3) -> dict[str, str]:
    """Check a variant's rules; return what failed."""
    random.seed(1)  # for the variant that uses it
    try:
        check_rules(rules_class(seats), hidden=HIDDEN)
    except CheckFailed as error:
        return error.failures
    return {}


def test_tiny_title_passes_every_check_with_every_number_of_seats() -> None:
    assert check_rules("tests.tiny", hidden=HIDDEN) == list(RULE_CHECKS)


def test_tiny_title_passes_with_options_and_patch() -> None:
    patch = {"factions.millers.start.hand": 6, "market.undercut.price": 0}
    assert check_rules("tests.tiny", seats=2, patch=patch, length="short") == list(RULE_CHECKS)


def test_unbroken_subclass_passes() -> None:
    assert failures(rules_with(broken.BrokenState)) == {}


# variant, the check that finds it, what the check says, which other checks notice consequences
VARIANTS = [
    (broken.PointsDoNotSum, "points", "points by source, but a score of", ["tables"]),
    (broken.PointsPastGain, "points", "changed without a gain", ["tables"]),
    (
        broken.CloneShares,
        "clone",
        "playing on with a clone changes the original",
        ["determinize", "consequences"],
    ),
    (broken.CloneForgets, "clone", r"not equal to the state \(state.bid: ", ["determinize"]),
    (broken.LegalListsTooMuch, "legal", "which is_legal.. refuses", ["apply", "replay"]),
    (
        broken.LegalForgets,
        "legal",
        "accepts 'decline', which legal.. does not list",
        ["candidates"],
    ),
    (broken.LegalNotInts, "legal", "actions are plain ints", []),
    (broken.CandidatesIllegal, "candidates", "'bid amount=.*, which is not legal", ["replay"]),
    (broken.StepCrashes, "step", "-1 is not an action of tests.tiny", ["legal"]),
    (broken.StepAcceptsAll, "step", "step carries out .* which is_legal.. refuses", []),
    (broken.NegativeCoins, "invariants", "negative coins", ["determinize"]),
    (broken.OffersLeak, "determinize", "never redraws 'offers'", []),
    (broken.LuckLeaks, "determinize", "keeps the luck to come", []),
    (broken.OrderLeaks, "determinize", "depends on something hidden", []),
    (broken.OwnHandRedrawn, "determinize", "the seat has other choices", ["consequences"]),
    (broken.GlobalRandomness, "apply", "twice it gives two states", ["replay", "clone", "patches"]),
    (broken.LegalChangesState, "reading", r"legal\(\) changes the state", ["consequences"]),
    (broken.LogRowTooWide, "rows", "highest_bid is 1000, which does not fit int8", ["tables"]),
    (broken.RowWrittenInAnotherOrder, "rows", "write_row does not write the cells of log_row", []),
    (broken.SeatRowIncomplete, "rows", "columns missing .'coins_left'.", ["tables"]),
    (broken.NoCheck, "invariants", "State.check is not overridden", []),
    (broken.DoesNotParseBack, "words", "which parses to offer card=", []),
    (broken.DealIgnoresLuck, "deal", "ignores its luck", []),
    (broken.DealIgnoresFactions, "deal", r"deal\(luck, factions=", []),
    (broken.TablesInModule, "patches", "changes nothing that the rules hold", []),
    (broken.PatchForAll, "patches", "changes the printed rules as well", []),
    (broken.RulesChange, "rules_stay", "playing changes the rules", ["patches"]),
    (broken.CardsLookAlike, "words", "are both called '", []),
    (broken.TellsHands, "consequences", "is told .'the hands are", []),
    (broken.TellsOffers, "consequences", "or instead of it 'offer card", []),
    (broken.TellsNothingInASentence, "consequences", "holds ''; sentences of one line", []),
    (broken.TellingChangesState, "consequences", "changes the state after it", []),
    (broken.ProjectsTooFew, "projected", "a whole number per seat is expected", []),
    (broken.ProjectsPastTheEnd, "projected", "but the scores are", []),
    (
        broken.ProjectingScores,
        "projected",
        r"projected_scores\(\) or verdict\(\) changes",
        ["reading"],
    ),
    (broken.VerdictIsANumber, "projected", "a word or a sentence is expected", []),
]


@pytest.mark.parametrize(
    ("variant", "check", "message", "consequences"), VARIANTS, ids=[v[0].__name__ for v in VARIANTS]
)
def test_broken_variant_fails_for_its_own_reason(
    variant: Any, check: str, message: str, consequences: list[str]
) -> None:
    found = failures(variant if issubclass(variant, Rules) else rules_with(variant))
    assert re.search(message, found.get(check, "")), found
    assert set(found) == {check, *consequences}, found


def test_points_of_the_deal_are_rows_of_points_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gifts(broken.BrokenRules):
        def deal(self, luck: simkit.Luck, **fixed: Any) -> FairState:  # type: ignore[override]
            state = super().deal(luck, **fixed)
            state.gain(1, 0, 5)
            return state

    assert check_rules(Gifts(3), only=["points", "tables"]) == ["points", "tables"]

    def forgetful(self: Recorder, state: State) -> None:
        state.observer = PointLog(self.moves, self._points)

    monkeypatch.setattr(Recorder, "start_game", forgetful)
    with pytest.raises(CheckFailed) as caught:
        check_rules(Gifts(3), only=["points", "tables"])
    assert "the rows of points of the seats sum to" in caught.value.failures["points"]
    assert re.search(
        r"game 0, seat 1: the table points holds \d+ points", caught.value.failures["tables"]
    )


def test_a_title_that_hides_nothing_is_not_compared() -> None:
    assert check_rules(broken.TellsHands(2), hidden=False, only=["consequences"]) == [
        "consequences"
    ]


def test_options_of_the_tiny_title_pass() -> None:
    check_rules("tests.tiny", seats=3, factions="chosen", choosing="right", hidden=HIDDEN)
    check_rules("tests.tiny", seats=2, reserve="half", hidden=HIDDEN)


def test_every_reason_is_told_apart() -> None:
    assert len({message for _, _, message, _ in VARIANTS}) == len(VARIANTS)


def test_order_that_depends_on_the_hash_seed_fails() -> None:
    with pytest.raises(CheckFailed, match="sort it") as caught:
        check_rules("tests.testing.hash_order", seats=2, skip=["board"])
    assert "sort it" in caught.value.failures["hash_seed"]


def test_board_that_shows_hidden_hands_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = board.svg
    monkeypatch.setattr(board, "svg", lambda state, seat=None, size="full": honest(state))
    with pytest.raises(CheckFailed, match="shows what is hidden from seat 0") as caught:
        check_rules("tests.tiny", seats=2)
    assert list(caught.value.failures) == ["board"]


def test_picture_that_is_not_well_formed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "svg", lambda state, seat=None, size="full": "<svg>")
    with pytest.raises(CheckFailed, match="not well-formed"):
        check_rules("tests.tiny", seats=2, only=["board"])


def test_rules_that_change_without_their_version_fail() -> None:
    text = playthrough("tests.tiny", seats=3, seed=2)
    check_playthrough(text, rules=FairRules(3))
    with pytest.raises(AssertionError, match=r"rules changed, but their version is still 1.*to 2"):
        check_playthrough(text, rules=broken.ChangedRules(3))
    with pytest.raises(AssertionError, match="made with rules version 1, these are version 2"):
        check_playthrough(text, rules=broken.ChangedRulesRaised(3))


def test_all_failures_are_reported_together_and_name_place_and_remedy() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_rules(rules_with(broken.PointsPastGain)(2))
    text = str(caught.value)
    assert text.startswith(
        "rules of tests.tiny: 2 of the checks failed\n  points: 2 seats, seed 0, "
    )
    assert "State.gain" in text


def test_an_exception_of_the_title_names_its_line() -> None:
    class Crashes(broken.BrokenState):
        __slots__ = ()

        def game_row(self) -> dict[str, int]:
            return {"first_lot": [][0]}

    with pytest.raises(CheckFailed, match=r"IndexError.*\(test_check_rules.py, line \d+\)"):
        check_rules(rules_with(Crashes)(2), only=["rows"])


def test_unknown_check_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'points'"):
        check_rules("tests.tiny", only=["point"])


def test_title_that_hides_nothing_says_so() -> None:
    class Nothing(broken.BrokenState):
        __slots__ = ()

        def determinize(self, seat: int, luck: simkit.Luck) -> FairState:
            copy = self.clone()
            copy.luck = luck
            return copy

    rules = rules_with(Nothing)(2)
    with pytest.raises(CheckFailed, match=r"say hidden=False .*--open"):
        check_rules(rules, only=["determinize"])
    assert check_rules(rules, only=["determinize"], hidden=False) == ["determinize"]


def test_deal_has_to_take_what_a_line_up_gives() -> None:
    class Refuses(FairRules):
        def deal(self, luck: simkit.Luck, **fixed: Any) -> FairState:
            if fixed:
                raise UnknownName("part of the deal", next(iter(fixed)), ())
            return super().deal(luck)

    with pytest.raises(CheckFailed, match=r"is refused .*line-up may give the role 'faction'"):
        check_rules(Refuses(2), only=["deal"])


def test_copied_title_that_kept_its_old_name_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "copied_games" / "fair"
    package.mkdir(parents=True)
    (package / "title.py").write_text("from tests.tiny.title import RULES\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CheckFailed, match=r"copied_games\.fair.* calls itself 'tests\.tiny'"):
        check_rules("copied_games.fair", seats=2, only=["points"])
    with pytest.raises(CheckFailed, match="calls itself"):
        check_bot("random", "copied_games.fair", only=["params"])
