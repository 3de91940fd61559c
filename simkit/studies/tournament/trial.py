"""The check of a participant before its first game: one game against random bots, three times.

The first time shows whether it can play at all. The second asks the same decisions with all that is
hidden from it drawn anew, the third asks them once more as they were.
"""

from __future__ import annotations

from simkit.core.bot import Bot, RandomBot
from simkit.core.errors import GameTooLong
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine.play import ask, decisions, start_bots
from simkit.studies.tournament.guest import ENDLESS, Guest, GuestBot

GAMES = 3
WHIMS = 11  # the trial's luck; any number does
PEEKS = (
    "its choices follow what is hidden from it; it only ever sees made-up cards, so this gains nothing "
    "(draw them anew with view.determinize(self.seat, luck) to think about them)"
)
CLAIMS = (
    "tried to read what is hidden from it: it sets reads_only_what_it_may, which asks for the live "
    "state, but chooses differently when hidden things are redrawn"
)
WHIMSICAL = "does not repeat its choices in the same game; let all whims come from self.whims"


def trial(guest: Guest, rules: Rules) -> list[str]:
    """Try a participant; return remarks about it.

    Raises
    ------
    Fault
        If it breaks a limit or a rule, or reads what is hidden though it says it does not.
    """
    played = _Game(guest, rules)
    first = played.choices()
    redrawn = played.choices(follow=True, redraw=True)
    again = played.choices(follow=True)
    if first != again:
        return [WHIMSICAL]
    if first != redrawn:
        if guest.claims:
            guest.fail(CLAIMS)
        return [PEEKS]
    return []


class _Game:
    """One game with the guest at the first seat and random bots at the others."""

    def __init__(self, guest: Guest, rules: Rules) -> None:
        self.guest = guest
        self.rules = rules
        self.luck = Luck(WHIMS).fork("trial")
        self.actions: list[int] = []

    def choices(self, follow: bool = False, redraw: bool = False) -> list[int]:
        """Play the game and return what the guest chose.

        Parameters
        ----------
        follow
            Play the actions of the game before, whatever is chosen.
        redraw
            Show the guest views in which the hidden is drawn in another way.
        """
        self.guest.new_game()
        state = self.rules.deal(self.luck)
        bots: list[Bot] = [RandomBot() for _ in range(self.rules.seats)]
        bots[0] = GuestBot(self.guest, WHIMS)
        start_bots(bots, self.rules, self.luck.fork("bots"))
        chosen: list[int] = []
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
                taken.append(self.actions[len(taken)] if follow else action)
                state.apply(taken[-1])
        except GameTooLong:
            self.guest.fail(ENDLESS)
        self.actions = taken
        return chosen

    def _shown(self, state: State, redraw: bool, move: int) -> State:
        if redraw:
            return state.determinize(state.seat, self.luck.fork("redraw", move))
        return state.view(state.seat)
