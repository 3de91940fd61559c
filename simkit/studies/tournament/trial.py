"""The check of a participant before its first game: one game against random bots, three times.

The first time shows whether it can play at all. The second asks the same decisions with all that is
hidden from it drawn anew, the third asks them once more as they were.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from simkit.core.bot import Bot, RandomBot
from simkit.core.errors import GameTooLong
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine.play import ask, decisions, start_bots
from simkit.studies.tournament.guest import ENDLESS, Guest, GuestBot, staller

GAMES = 3
GUEST = "guest"
WHIMS = 11  # the trial's luck; any number does
PEEKS = (
    "its choices follow what is hidden from it; it only ever sees made-up cards, so this gains nothing "
    "(draw them anew with view.determinize(self.seat, luck) to think about them)"
)
CLAIMS = (
    "tried to read what is hidden from it: it sets reads_only_what_it_may, which asks for the live "
    "state, but chooses differently when hidden things are redrawn"
)
UNENDED = "its game against random bots did not end within the title's limit of decisions"
WHIMSICAL = "does not repeat its choices in the same game; let all whims come from self.whims"


def trial(make_guest: Callable[[], Guest], rules: Rules) -> list[str]:
    """Try a participant; return remarks about it.

    Parameters
    ----------
    make_guest
        Starts a process of the participant's: every game has a new one.
    rules
        What is played.

    Raises
    ------
    Fault
        If it breaks a limit or a rule, or reads what is hidden though it says it does not.
    """
    played = _Game(make_guest, rules)
    first = played.choices()
    redrawn = played.choices(follow=True, redraw=True)
    again = played.choices(follow=True)
    remarks = [UNENDED] if played.endless else []
    if first != again:
        return [*remarks, WHIMSICAL]
    if first != redrawn:
        if played.guest.claims:
            played.guest.fail(CLAIMS)
        return [*remarks, PEEKS]
    return remarks


class _Game:
    """One game with the guest at the first seat and random bots at the others."""

    guest: Guest  # of the last game

    def __init__(self, make_guest: Callable[[], Guest], rules: Rules) -> None:
        self.make_guest = make_guest
        self.rules = rules
        self.luck = Luck(WHIMS).fork("trial")
        self.actions: list[int] = []
        self.endless = False

    def choices(self, follow: bool = False, redraw: bool = False) -> list[int]:
        """Play the game and return what the guest chose.

        Parameters
        ----------
        follow
            Play the actions of the game before, whatever is chosen.
        redraw
            Show the guest views in which the hidden is drawn in another way.
        """
        self.guest = self.make_guest()
        with contextlib.closing(self.guest):
            return self._played(follow, redraw)

    def _played(self, follow: bool, redraw: bool) -> list[int]:
        state = self.rules.deal(self.luck)
        bots: list[Bot] = [RandomBot() for _ in range(self.rules.seats)]
        bots[0] = GuestBot(self.guest, WHIMS)
        start_bots(bots, self.rules, self.luck.fork("bots"))
        chosen: list[int] = []
        seats: list[str] = []
        taken: list[int] = []
        try:
            for candidates in decisions(state):
                if state.seat or len(candidates) == 1:
                    action = ask(bots[state.seat], state, candidates).action
                else:
                    action = (
                        bots[0].choose(self._shown(state, redraw, len(taken)), candidates).action
                    )
                    chosen.append(action)
                seats.append(GUEST if state.seat == 0 else "")
                taken.append(self.actions[len(taken)] if follow else action)
                state.apply(taken[-1])
        except GameTooLong:
            if staller(seats) == GUEST:
                self.guest.fail(ENDLESS)
            self.endless = True
        self.actions = taken
        return chosen

    def _shown(self, state: State, redraw: bool, move: int) -> State:
        if redraw:
            return state.determinize(state.seat, self.luck.fork("redraw", move))
        return state.view(state.seat)
