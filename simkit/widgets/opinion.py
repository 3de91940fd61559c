"""What a greedy bot thinks of a decision: candidates with values, the best of them explained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simkit.bots.greedy import Contribution, GreedyBot
from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import make_bot

if TYPE_CHECKING:
    from simkit.core.rules import Rules
    from simkit.core.state import State


@dataclass(frozen=True, slots=True)
class Considered:
    """A candidate as a bot sees it; `value` is NaN where the bot has no opinion."""

    action: int
    words: str
    value: float
    chosen: bool = False
    features: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a bot thinks of a decision.

    Attributes
    ----------
    who
        The bot whose values these are.
    its_own
        Whether that bot took the decision itself; otherwise it comments on somebody else's.
    best
        The best candidates, best first; the first few carry their features. What was chosen
        follows them if it is not one of them.
    total
        Number of candidates.
    """

    who: str
    its_own: bool
    best: list[Considered] = field(default_factory=list)
    total: int = 0


class Commentator:
    """A bot that says what it thinks of the decisions of one seat.

    It is the bot of that seat if that is a greedy one, else the title's greedy bot.

    Parameters
    ----------
    player
        The bot that sat there, or what a recording calls the player.
    """

    def __init__(self, rules: Rules, seat: int, player: Bot | str = "") -> None:
        found = player if isinstance(player, Bot) else bot_of(player, rules.title)
        self.its_own = isinstance(found, GreedyBot)
        bot = found if isinstance(found, GreedyBot) else make_bot("greedy", rules.title)
        assert isinstance(bot, GreedyBot)
        self.bot = bot
        self.bot.start(rules, seat, Luck(0))

    @property
    def name(self) -> str:
        """The bot's kind and profile."""
        return f"{self.bot.name}:{self.bot.profile}" if self.bot.profile else self.bot.name

    def opinion(
        self, state: State, action: int | None = None, shown: int = 8, explained: int = 3
    ) -> Opinion:
        """Value the candidates of the decision at hand.

        Parameters
        ----------
        action
            What was chosen, if known.
        shown, explained
            How many of the best are named, and how many of those explained.
        """
        view = state if self.bot.reads_only_what_it_may else state.view(state.seat)
        candidates = state.candidates()
        values = self.bot.values(view, candidates)
        order = sorted(range(len(candidates)), key=lambda i: (-known(values[i]), i))
        names = [candidates[i] for i in order[:shown]]
        if action is not None and action not in names:
            names.append(action)
        worth = dict(zip(candidates, values, strict=True))
        best = []
        for rank, candidate in enumerate(names):
            if candidate not in worth:  # legal, but no candidate
                worth[candidate] = self.bot.values(view, [candidate])[0]
            features = self.bot.explain(view, candidate) if rank < explained else []
            words = state.rules.words(state, candidate)
            chosen = candidate == action
            best.append(Considered(candidate, words, worth[candidate], chosen, tuple(features)))
        return Opinion(self.name, self.its_own, best, len(candidates))


def bot_of(text: str, title: str) -> Bot | None:
    """Return the bot that a text names; None if it is the name of somebody else."""
    try:
        return make_bot(text, title) if text else None
    except SimkitError:
        return None


def known(value: float) -> float:
    """Return a value; "no opinion" counts as worst."""
    return -math.inf if math.isnan(value) else value


def commentators(rules: Rules, players: Sequence[Bot | str]) -> list[Commentator]:
    """Return one commentator per seat."""
    names = [*players, *[""] * (rules.seats - len(players))]
    return [Commentator(rules, seat, names[seat]) for seat in range(rules.seats)]
