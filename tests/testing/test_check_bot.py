"""`check_bot` passes on the shipped bots and fails, for its own reason, on each broken one."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest

from simkit.bots.greedy import Weight, weight_set
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.state import State
from simkit.testing import BOT_CHECKS, CheckFailed, check_bot
from tests.tiny.bot.features import WEIGHTS, FairGreedy
from tests.tiny.rules.state import FairState

SHIPPED = [
    "random",
    "random(everything=True)",
    "greedy",
    "greedy:baseline",
    "greedy:bidder",
    "greedy:collector(weights={'lot': 2.0})",
    "lookahead:baseline(k=3, rounds=1, samples=2)",
]


class First(Bot):
    """An honest bot of somebody else's: it gets a made-up view."""

    name = "first"

    def choose(self, view: State, candidates: list[int]) -> Choice:
        return Choice(candidates[0], 0.0)


class Peeks(FairGreedy):
    """Greedy, unless the top card of the deck is bread."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        assert isinstance(view, FairState)
        if view.deck and view.tables.good[view.deck[0]] == 0:
            return Choice(candidates[-1], 0.0)
        return super().choose(view, candidates)


class PeeksALittle(FairGreedy):
    """Chooses honestly, but its values know the others' hands."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        assert isinstance(view, FairState)
        choice = super().choose(view, candidates)
        choice.value += sum(map(sum, view.hands))
        return choice


class Illegal(First):
    def choose(self, view: State, candidates: list[int]) -> Choice:
        return Choice(candidates[-1] + 1, 0.0)


class BareAction(First):
    def choose(self, view: State, candidates: list[int]) -> Choice:
        return candidates[0]  # type: ignore[return-value]


class ValueInWords(First):
    def choose(self, view: State, candidates: list[int]) -> Choice:
        return Choice(candidates[0], "good")  # type: ignore[arg-type]


class PlaysOnTheTable(First):
    def choose(self, view: State, candidates: list[int]) -> Choice:
        view.apply(candidates[0])
        return Choice(candidates[0], 0.0)


class SortsCandidates(First):
    def choose(self, view: State, candidates: list[int]) -> Choice:
        candidates.sort(reverse=True)
        return Choice(candidates[0], 0.0)


class Learns(First):
    """Remembers over the end of a game."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, view: State, candidates: list[int]) -> Choice:
        self.seen += 1
        return Choice(candidates[self.seen % len(candidates)], 0.0)


class ShortValues(First):
    def values(self, view: State, candidates: list[int]) -> list[float]:
        return [0.0]


class HidesParameter(First):
    PARAMS: ClassVar[tuple[str, ...]] = ("depth",)

    def __init__(self, depth: int = 3) -> None:
        self.how_deep = depth


class ChangesParameter(First):
    PARAMS: ClassVar[tuple[str, ...]] = ("depth",)

    def __init__(self, depth: int = 3) -> None:
        self.depth = depth + 1


class TakesAnyParameter(First):
    def set_params(self, **params: object) -> Bot:
        return self


class Nameless(First):
    name = "bot"


class NotLinear(FairGreedy):
    """Its score is not a sum of weights times features."""

    def score(self, view: State, action: int) -> float:
        return float(super().score(view, action) ** 2)


class ScoreRemembers(FairGreedy):
    """Its score depends on how often it was asked."""

    asked = 0

    def score(self, view: State, action: int) -> float:
        self.asked += 1
        return float(super().score(view, action) + self.w.jump * (self.asked % 7))

    WEIGHTS: ClassVar[tuple[Weight, ...]] = (*WEIGHTS, Weight("jump", 5.0, "nonsense"))
    WeightSet: ClassVar[type] = weight_set(WEIGHTS)


class OtherWeights(FairGreedy):
    """Does not know a weight that the profiles name."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = tuple(w for w in WEIGHTS if w.name != "price")


@pytest.mark.parametrize("text", SHIPPED)
def test_shipped_bot_passes(text: str) -> None:
    assert check_bot(text, "tests.tiny", seats=3) == list(BOT_CHECKS)


def test_somebody_elses_bot_passes() -> None:
    assert check_bot(First(), "tests.tiny") == list(BOT_CHECKS)
    assert check_bot("tests.testing.test_check_bot:First", "tests.tiny") == list(BOT_CHECKS)


BROKEN = [
    (Peeks(), "hidden", "chooses '.*', but '.*' when what is hidden from it is redrawn"),
    (PeeksALittle(), "hidden", "values '.*' at .*, but at .* it reads something hidden"),
    (Illegal(), "choice", "which is not legal; choose one of the candidates"),
    (BareAction(), "choice", "must return a Choice, not int"),
    (ValueInWords(), "choice", "the value of the Choice is 'good', not a number"),
    (PlaysOnTheTable(), "choice", "changes the state it is shown"),
    (SortsCandidates(), "choice", "changes the list of candidates"),
    (Learns(), "repeatable", "chooses differently when a game is played again"),
    (ShortValues(), "choice", "values.. returns 1 values for"),
    (HidesParameter(), "params", "'depth' is in PARAMS, but not stored"),
    (ChangesParameter(), "params", r"is ChangesParameter\(depth=5\), not"),
    (TakesAnyParameter(), "params", "it must raise UnknownName"),
    (Nameless(), "params", "needs a name of its own"),
    (NotLinear(), "explain", "has to be linear in the weights"),
    (ScoreRemembers(), "explain", "must not depend on what was scored before"),
    (OtherWeights(), "profiles", "profile 'bidder': .*unknown weight 'price'"),
]


@pytest.mark.parametrize(
    ("bot", "check", "message"), BROKEN, ids=[type(b[0]).__name__ for b in BROKEN]
)
def test_broken_bot_fails_for_its_own_reason(bot: Bot, check: str, message: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        check_bot(bot, "tests.tiny", seats=2)
    found = caught.value.failures
    assert re.search(message, found.get(check, "")), found


def test_bot_that_cannot_go_to_a_worker_fails() -> None:
    class Local(First):
        pass

    with pytest.raises(CheckFailed, match="so no worker can get it") as caught:
        check_bot(Local(), "tests.tiny")
    assert list(caught.value.failures) == ["pickle"]


def test_bot_whose_choice_depends_on_the_hash_seed_fails() -> None:
    with pytest.raises(CheckFailed, match="with another PYTHONHASHSEED decision") as caught:
        check_bot("tests.testing.test_check_bot:ByNames", "tests.tiny")
    assert list(caught.value.failures) == ["hash_seed"]


class ByNames(First):
    """Takes the first of a set of notations."""

    name = "by names"

    def choose(self, view: State, candidates: list[int]) -> Choice:
        first = next(iter({self.rules.notation(action) for action in candidates}))
        return Choice(self.rules.parse(first), 0.0)


def test_trusting_a_bot_is_what_shows_it_the_live_state() -> None:
    """The same peeking does no harm when the bot does not claim to read only what it may."""

    class Honest(Peeks):
        reads_only_what_it_may = False

    assert check_bot(Honest(), "tests.tiny", only=["hidden"]) == ["hidden"]
    assert RandomBot.reads_only_what_it_may
