"""Look-ahead: the best of the k best, by what comes after."""

from __future__ import annotations

from typing import Any

import pytest

import simkit
from simkit.bots import make_bot, playouts
from simkit.bots.lookahead import LookAheadBot, paired, still_open
from simkit.core.bot import Choice, RandomBot
from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine.play import play_game
from simkit.games.gaia_project.bot.features import GaiaGreedy
from simkit.testing import check_bot
from tests.bots.planted import offer_of, planted
from tests.tiny.bot.features import FairGreedy

RULES = simkit.rules("tests.tiny", seats=2)


def test_with_one_candidate_it_is_the_greedy_bot() -> None:
    ahead, greedy = LookAheadBot(FairGreedy("bidder"), k=1), FairGreedy("bidder")
    state = RULES.deal(Luck(2))
    ahead.start(RULES, 0, Luck(1))
    greedy.start(RULES, 0, Luck(1))
    while state.seat >= 0:
        candidates = state.candidates()
        action = greedy.choose(state, candidates).action
        if state.seat == 0:
            assert ahead.choose(state, candidates).action == action
        state.apply(action)


def test_it_leaves_the_state_alone_and_repeats_itself() -> None:
    ends = []
    for _ in range(2):
        bots = [LookAheadBot(FairGreedy(), k=3, rounds=1, samples=2), FairGreedy()]
        ends.append(play_game(RULES.deal(Luck(5)), bots).points)
    assert ends[0] == ends[1]


def test_it_keeps_the_contract_of_bots() -> None:
    check_bot("lookahead:baseline(k=3, samples=5)", "tests.tiny")


def test_it_is_stronger_than_the_greedy_bot_inside() -> None:
    won = 0.0
    for game in range(12):
        for seat in range(2):
            bots = [FairGreedy(), FairGreedy()]
            bots[seat] = LookAheadBot(FairGreedy(), k=4, samples=6, effort=0)  # type: ignore[call-overload]
            winners = play_game(RULES.deal(Luck(game)), bots).winners()
            won += (seat in winners) / len(winners)
    assert won >= 15, won  # of 24


def test_it_finds_the_set_that_greedy_misses() -> None:
    state = planted()
    greedy = FairGreedy()
    greedy.start(RULES, 0, Luck(1))
    assert offer_of(greedy.choose(state, state.candidates()).action) == "bread of 4"
    ahead = LookAheadBot(FairGreedy(), k=2, samples=8)
    ahead.start(RULES, 0, Luck(1))
    assert offer_of(ahead.choose(state, state.candidates()).action) == "pots of 2"


def test_caution_keeps_to_the_greedy_choice() -> None:
    state = planted()
    ahead = LookAheadBot(FairGreedy(), k=2, samples=8, caution=1e9)
    ahead.start(RULES, 0, Luck(1))
    assert offer_of(ahead.choose(state, state.candidates()).action) == "bread of 4"


def test_a_margin_in_points_keeps_to_the_greedy_choice() -> None:
    state = planted()
    found = {}
    for margin in (0.0, 1e9):
        ahead = LookAheadBot(FairGreedy(), k=2, samples=8, margin=margin)
        ahead.start(RULES, 0, Luck(1))
        found[margin] = offer_of(ahead.choose(state, state.candidates()).action)
    assert found == {0.0: "pots of 2", 1e9: "bread of 4"}


def test_envy_is_what_the_points_of_others_count() -> None:
    state = RULES.deal(Luck(5))
    bots = [FairGreedy(), FairGreedy()]
    play_game(state, bots)
    own, other = state.score
    ahead = LookAheadBot(FairGreedy())
    ahead.start(RULES, 0, Luck(1))
    leads = [ahead.playouts.lead(state, 0, envy) for envy in (0.0, 0.5, 1.0)]
    assert leads == [own, own - other / 2, own - other]
    with pytest.raises(BadValue, match="envy"):
        LookAheadBot(FairGreedy(), envy=-1)


def test_what_it_plays_on_keeps_to_its_effort() -> None:
    """On average over a game; a single look may take more and is then paid back."""
    for effort in (3, 30):
        bot = LookAheadBot(FairGreedy(), k=2, samples=1, effort=effort)
        looks = 0
        for game in range(6):
            state = RULES.deal(Luck(game))
            bots = [bot, FairGreedy()]
            play_game(state, bots)
            longest = 2 * 60  # decisions played on in one look: k copies of a whole game
            assert bot.playouts.spent <= effort * bot.asked + longest
            looks += bot.decisions
        assert looks >= 6
    late = LookAheadBot(FairGreedy(), k=2, samples=1, effort=30)
    state = RULES.deal(Luck(0))
    late.start(RULES, 0, Luck(1))
    late.budget["left_out"] = 3
    for looks in (0, 0, 1):  # the first looks are left out, and nothing is saved up by them
        late.choose(state, state.candidates())
        assert late.decisions == looks
    free = LookAheadBot(FairGreedy(), k=2, samples=1, effort=0)
    play_game(RULES.deal(Luck(0)), [free, FairGreedy()])
    assert free.decisions == free.asked


def test_what_is_clearly_worse_is_dropped() -> None:
    leads = [[5.0, 6.0, 4.0, 5.0], [4.0, 6.5, 4.5, 4.9], [0.0, 1.0, 0.0, 1.0]]
    assert still_open(leads, [0, 1, 2]) == [0, 1]
    assert paired([5.0, 6.0], [4.0])[0] == 1.0


def test_only_big_kinds_are_looked_at() -> None:
    """Gaia Project's leech decisions are left to the greedy bot."""
    rules = simkit.rules("gaia_project", seats=2)
    bot = make_bot("lookahead", "gaia_project")
    bot.start(rules, 0, Luck(1))
    assert isinstance(bot, LookAheadBot)
    number = rules.schema.kind_numbers
    assert bot.playouts.is_big([number["research"], number["burn"]])
    assert not bot.playouts.is_big([number["leech"], number["decline"]])


class Counting(dict[Any, Any]):
    """Games remembered, and how often one was found."""

    found = 0

    def get(self, key: Any, default: Any = None) -> Any:
        """Look a game up."""
        self.found += key in self
        return super().get(key, default)


class Whimsical(GaiaGreedy):
    """A greedy bot that throws dice now and then."""

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose, at times, what is not best."""
        if self.whims.below(8):
            return super().choose(view, candidates)
        return Choice(self.whims.choice(candidates), 0.0, 0.0)


def imagined(
    seats: int, inner: type[GaiaGreedy], memory: dict[Any, Any], remembers: bool
) -> tuple[list[object], list[int]]:
    """Play a game of look-ahead; return what was thought of each decision, and the points."""
    rules = simkit.rules("gaia_project", seats=seats)
    bots = [LookAheadBot(inner()) for _ in range(seats)]
    luck = Luck(3)
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, luck)
    state = rules.deal(Luck(8))
    found: list[object] = []
    while state.seat >= 0:
        options = state.candidates()
        bot = bots[state.seat]
        if len(options) > 1:
            choice = bot.choose(state, options)
            found.append((choice.action, choice.value, choice.runner_up, bot.playouts.spent))
            state.apply(choice.action)
        else:
            state.apply(options[0])
        if not remembers:
            memory.clear()
    return found, state.score


@pytest.mark.parametrize("seats", [2, 4])
def test_games_imagined_to_the_end_are_remembered_and_change_nothing(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one seat has played on is not played on again, and counts as if it were."""
    memory = Counting()
    monkeypatch.setattr(playouts, "ENDS", memory)
    remembered = imagined(seats, GaiaGreedy, memory, remembers=True)
    assert memory.found
    assert remembered == imagined(seats, GaiaGreedy, memory, remembers=False)


def test_games_in_which_a_bot_has_thrown_dice_are_not_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Played on again they end otherwise; what is remembered depends on the games played before."""
    memory = Counting()
    monkeypatch.setattr(playouts, "ENDS", memory)
    played = [imagined(2, Whimsical, memory, remembers) for remembers in (True, False)]
    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lookahead(k=0)", "k: is at least 1, not 0"),
        ("lookahead(rounds=-1)", "rounds: is at least 0, not -1"),
        ("lookahead(samples=True)", "samples: is at least 1, not True"),
        ("lookahead(k='4')", "k: is at least 1, not '4'"),
        ("lookahead(caution=-0.5)", "caution: is at least 0, not -0.5"),
        ("lookahead(effort='much')", "effort: is at least 0, not 'much'"),
    ],
)
def test_parameters_are_checked(text: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        make_bot(text, "tests.tiny")


def test_only_a_greedy_bot_can_rank() -> None:
    with pytest.raises(BadValue, match="inner: is a greedy bot, not RandomBot"):
        LookAheadBot(RandomBot())
