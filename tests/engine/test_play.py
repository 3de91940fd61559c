"""The play loop: who is asked, what bots are shown, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import simkit
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.errors import BotError, GameTooLong
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.testing import state_difference
from tests.tiny.bot.features import FairGreedy
from tests.tiny.rules.state import FairState
from tests.tiny.schema import FACTIONS, OFFERING

RULES = simkit.rules("tests.tiny", seats=3)


class Watcher(Bot):
    """Takes the first candidate and remembers what it was shown."""

    name = "watcher"

    def __init__(self) -> None:
        self.shown: list[tuple[State, list[int]]] = []

    def choose(self, view: State, candidates: list[int]) -> Choice:
        self.shown.append((view, candidates))
        return Choice(candidates[0])


class Says(Bot):
    """Returns the same thing whatever it is asked."""

    name = "says"

    def __init__(self, what: Any) -> None:
        self.what = what

    def choose(self, view: State, candidates: list[int]) -> Choice:
        return self.what  # type: ignore[no-any-return]


def deal(seed: int = 1) -> FairState:
    state = RULES.deal(Luck(seed))
    assert isinstance(state, FairState)
    return state


def test_the_given_state_is_played_to_its_end() -> None:
    state = deal()
    final = play_game(state, [RandomBot()] * 3)
    assert final is state
    assert final.over


def test_there_is_one_bot_per_seat() -> None:
    with pytest.raises(BotError, match="3 seats need 3 bots, not 2"):
        play_game(deal(), [RandomBot()] * 2)


def test_other_peoples_bots_get_a_made_up_view() -> None:
    """What is hidden from a seat is not the truth, the seat's own cards are."""
    watcher = Watcher()
    state = deal()
    decks, hands = [], []

    class Spy(FairGreedy):
        def choose(self, view: State, candidates: list[int]) -> Choice:
            assert view is state
            return super().choose(view, candidates)

    play_game(state, [watcher, Spy(), Spy()])
    for view, _ in watcher.shown:
        assert isinstance(view, FairState)
        assert view is not state
        assert view.seat == 0
        decks.append(tuple(view.deck))
        hands.append(tuple(view.hands[0]))
    again = deal()
    truth = []
    while again.seat >= 0:
        if again.seat == 0 and len(again.candidates()) > 1:
            truth.append((tuple(again.hands[0]), tuple(again.deck)))
        bot = Watcher() if again.seat == 0 else FairGreedy()
        bot.start(RULES, again.seat, Luck(0))
        candidates = again.candidates()
        again.apply(candidates[0] if len(candidates) == 1 else bot.choose(again, candidates).action)
    assert [hand for hand, _ in truth] == hands
    assert sum(deck == shown for (_, deck), shown in zip(truth, decks, strict=True)) <= 1


def test_a_bot_may_ruin_its_view_and_its_candidates() -> None:
    class Ruins(Bot):
        name = "ruins"

        def choose(self, view: State, candidates: list[int]) -> Choice:
            chosen = candidates[0]
            candidates.clear()
            view.apply(chosen)
            view.score[0] += 99
            return Choice(chosen)

    ruined = play_game(deal(), [Ruins()] * 3)
    honest = play_game(deal(), [Watcher() for _ in range(3)])
    assert not state_difference(ruined, honest)


def test_forced_decisions_are_not_asked_but_recorded() -> None:
    """Without coins all that is left in an auction is to pass."""
    penniless = {f"factions.{f}.{x}": 0 for f in FACTIONS for x in ("start.coins", "income")}
    rules = simkit.rules("tests.tiny", seats=3, patch=penniless)
    watchers = [Watcher() for _ in range(3)]
    recorder = Recorder(rules, "moves")
    play_game(rules.deal(Luck(1)), watchers, recorder)
    assert all(len(candidates) > 1 for bot in watchers for _, candidates in bot.shown)
    moves = recorder.tables()["moves"].to_pandas()
    assert (moves.n_candidates > 1).sum() == sum(len(bot.shown) for bot in watchers)
    assert (moves.kind == "pass").sum() == 12
    assert moves.value[moves.kind == "pass"].isna().all()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (None, "must return a Choice, not NoneType"),
        (3, "must return a Choice, not int"),
        (Choice(-1), "chose -1, which is not legal here"),
        (Choice(10**9), "which is not legal here"),
        (Choice("pass"), "chose 'pass', which is not legal here"),  # type: ignore[arg-type]
        (Choice(2.0), "chose 2.0, which is not legal here"),  # type: ignore[arg-type]
    ],
)
def test_a_bad_choice_is_refused(said: Any, message: str) -> None:
    with pytest.raises(BotError) as caught:
        play_game(deal(), [Says(said)] * 3)
    assert message in str(caught.value)


def test_a_legal_action_that_is_no_candidate_is_accepted() -> None:
    class Last(Bot):
        name = "last"

        def choose(self, view: State, candidates: list[int]) -> Choice:
            return Choice(view.legal()[-1])

    recorder = Recorder(RULES, "moves")
    play_game(deal(), [Last()] * 3, recorder)
    bids = [b for b in recorder.tables()["moves"]["amount"].to_pylist() if b is not None]
    assert max(bids) > 8


def test_a_bots_exception_is_not_swallowed() -> None:
    class Fails(Bot):
        name = "fails"

        def choose(self, view: State, candidates: list[int]) -> Choice:
            raise ZeroDivisionError("oh")

    with pytest.raises(ZeroDivisionError):
        play_game(deal(), [Fails()] * 3)


def test_a_game_that_does_not_end_is_ended() -> None:
    with pytest.raises(GameTooLong, match=r"no end after 20 decisions \(round 1\)|round 2"):
        play_game(deal(), [RandomBot()] * 3, limit=20)
    length = Recorder(RULES, "games")
    play_game(deal(), [RandomBot() for _ in range(3)], length)
    decisions = length.tables()["games"]["decisions"].to_pylist()[0]
    play_game(deal(), [RandomBot() for _ in range(3)], limit=decisions)
    with pytest.raises(GameTooLong):
        play_game(deal(), [RandomBot() for _ in range(3)], limit=decisions - 1)


def test_whims_come_from_the_games_seed() -> None:
    def actions(seed: int) -> list[int]:
        recorder = Recorder(RULES, "moves")
        play_game(deal(), [RandomBot() for _ in range(3)], recorder, GameInfo(seed=seed))
        found: list[int] = recorder.tables()["moves"]["action"].to_pylist()
        return found

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)


def test_seats_have_whims_of_their_own() -> None:
    bots = [RandomBot() for _ in range(3)]
    for seat, bot in enumerate(bots):
        bot.start(RULES, seat, Luck(1))
    assert len({bot.whims.bits() for bot in bots}) == 3


def test_simultaneous_choices_stay_secret_until_all_have_chosen() -> None:
    """The tiny title's offers: a later seat's view shows that, but not what, the others chose."""
    state = deal()
    first = state.seat
    state.apply(state.legal()[0])
    assert state.phase == OFFERING
    views = [state.determinize(state.seat, Luck(n)) for n in range(30)]
    assert all(view.offers[first] >= 0 for view in views)
    assert len({view.offers[first] for view in views}) > 10
