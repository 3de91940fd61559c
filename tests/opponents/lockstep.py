"""One game at two tables: each edition plays it by its own rules, and every action is told in notation.

Numbers of actions may differ between editions, so they never pass from one table to the other. As soon
as the tables disagree on whose turn it is, the scores or the legal actions, the game says nothing
about the bots, and ends.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from simkit.core.errors import BotError, GameTooLong
from tests.opponents.edition import Edition

SHOWN = 3  # actions that only one of the rules allows, named in a disagreement


class Disagreement(Exception):
    """The rules of the two editions differ in a game; says how."""


@dataclass(frozen=True)
class Side:
    """Who plays some of the seats: a bot of an edition."""

    edition: Edition
    bot: str


class Table:
    """A game by the rules of one edition, with the bots that its side brings.

    Attributes
    ----------
    seconds
        CPU seconds that the bots of this side have thought.
    legal
        Notations of the actions that the rules allow now.
    """

    def __init__(self, side: Side, title: str, seats: int, own: Sequence[int], seed: int) -> None:
        edition = side.edition
        self.name = edition.name
        self.error: type[Exception] = edition.api.SimkitError
        self.choice: type[Any] = edition.api.Choice
        self.rules = edition.rules(title, seats)
        self.state = self.rules.deal(edition.luck(seed))
        self.bots = {seat: edition.bot(side.bot, title) for seat in own}
        for seat, bot in self.bots.items():
            bot.start(self.rules, seat, edition.luck(seed).fork("bots"))
        self.seconds = 0.0
        self.legal = self._legal()

    def standing(self) -> tuple[int, list[int], list[int]]:
        """Return whose turn it is, the scores, and once the game is over who has won."""
        state = self.state
        return state.seat, list(state.score), state.winners() if state.over else []

    def choose(self) -> str:
        """Return the notation of what the bot at the turn does, as `simkit.play_game` asks it."""
        began = time.process_time()
        action = self._choice()
        self.seconds += time.process_time() - began
        text = notation(self.rules, action)
        if text not in self.legal and not self.state.is_legal(action):
            bot = self.bots[self.state.seat]
            raise BotError(f"{bot!r} of {self.name} chose '{text}', which is not legal here")
        return text

    def _choice(self) -> int:
        state = self.state
        candidates = state.candidates()
        if len(candidates) == 1:
            return int(candidates[0])
        bot = self.bots[state.seat]
        if bot.reads_only_what_it_may:
            choice = bot.choose(state, candidates)
        else:
            choice = bot.choose(state.view(state.seat), candidates[:])
        if not isinstance(choice, self.choice):
            raise BotError(f"{bot!r} of {self.name} must return a Choice, not {choice!r}")
        return int(choice.action)

    def apply(self, text: str) -> None:
        """Carry out an action given by its notation."""
        try:
            action = self.rules.parse(text)
        except self.error as error:
            raise Disagreement(f"{self.name} cannot read '{text}': {error}") from None
        if text not in self.legal and not self.state.is_legal(action):
            raise Disagreement(f"{self.name} does not allow '{text}'")
        self.state.apply(action)
        self.legal = self._legal()

    def _legal(self) -> frozenset[str]:
        if self.state.over:
            return frozenset()
        return frozenset(notation(self.rules, action) for action in self.state.legal())


@lru_cache(maxsize=1 << 16)
def notation(rules: Any, action: int) -> str:
    """Return an action's notation; kept, since most actions come up again and again."""
    return str(rules.notation(action))


def compare(one: Table, other: Table) -> None:
    """Raise `Disagreement` if the game does not stand alike at both tables."""
    mine, theirs = one.standing(), other.standing()
    if mine != theirs:
        parts = zip(("seat to decide", "scores", "winners"), mine, theirs, strict=True)
        raise Disagreement(
            "; ".join(
                f"{what}: {a} in {one.name}, {b} in {other.name}" for what, a, b in parts if a != b
            )
        )
    if one.legal != other.legal:
        raise Disagreement("; ".join(_only(one, other) + _only(other, one)))


def _only(one: Table, other: Table) -> list[str]:
    """Say what only the first of two tables allows."""
    found = sorted(one.legal - other.legal)
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return [f"legal only in {one.name}: {', '.join(found[:SHOWN])}{more}"] if found else []


def play(tables: tuple[Table, Table]) -> None:
    """Play a game to its end at both tables; raise `Disagreement` where they part."""
    one, other = tables
    limit = one.rules.schema.decision_limit
    decisions = 0
    try:
        compare(one, other)
        while not one.state.over:
            if decisions == limit:
                raise GameTooLong(f"no end after {limit} decisions (round {one.state.round})")
            chooser = one if one.state.seat in one.bots else other
            text = chooser.choose()
            decisions += 1
            one.apply(text)
            other.apply(text)
            compare(one, other)
    except Disagreement as found:
        raise Disagreement(f"after {decisions} decisions: {found}") from None
