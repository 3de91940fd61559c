"""What look-ahead and tree search share: imagining a position, and playing it on with greedy bots.

`Playouts` makes copies of a position in which all that is hidden from a seat is redrawn. What others have
chosen in secret is taken back on them (`State.reopen`) and chosen anew as those seats would choose it,
without knowledge of what the searching seat does. Playing on, greedy bots decide for every seat.

Which decisions deserve a search, and how far it pays to play on, differs from title to title: a title
says it in ``data/TITLE/search/settings.toml``, with the measurements behind it.
"""

from __future__ import annotations

import functools
import tomllib
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from simkit.core.errors import BadValue, UnknownName
from simkit.core.schema import KIND_MASK

if TYPE_CHECKING:
    from pathlib import Path

    from simkit.bots.greedy import GreedyBot
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State

# A parameter as it was given. Typed as a number, compiled code would make an int a float, and the bot's
# repr another; and it would refuse what is no number before `check_number` can say which one is wrong.
Given: TypeAlias = Any

LOOK: dict[str, Any] = {"k": 3, "rounds": 0, "caution": 0.5, "margin": 0, "envy": 1}
GENERAL: dict[str, Any] = {
    "big": [],
    "lookahead": {**LOOK, "samples": 4, "effort": 7, "left_out": 0},
    "unlimited": {**LOOK, "samples": 16, "effort": 0},
    "mcts": {"k": 4, "rounds": 0},
    "scale": 10.0,
}
"""Settings of a title that says nothing: every kind of action is searched, to the end of the game.

`unlimited` are the look-ahead's settings with ``effort=0``; `left_out` are the decisions of a seat that
the look-ahead leaves to the greedy bot before it begins, unless its effort is without limit; `scale` is
the lead in points, in the tree search, that is worth about as much as three quarters of a win.
"""


# Games that were played to their end: from a position, by certain bots, to the last state, and the
# decisions that took. Four searching seats imagine much the same game; what one of them has played on
# to the end is not played on again by the next.
ENDS: Final[dict[tuple[Any, ...], tuple[State, int]]] = {}
ENDS_KEPT: Final = 200


class Playouts:
    """Copies of a position, played on by greedy bots.

    Parameters
    ----------
    inner
        The greedy bot of which every seat gets one.
    rules, seat, luck
        As a bot gets them at the start of a game.

    Attributes
    ----------
    settings
        What the title says about searching its games.
    big
        Numbers of the kinds of actions that are searched; none = all are.
    who
        What the players' choices follow from.
    spent
        Decisions that playing on has taken so far.
    """

    def __init__(self, inner: GreedyBot, rules: Rules, seat: int, luck: Luck) -> None:
        self.seat = seat
        params = inner.get_params()
        self.players: list[GreedyBot] = [type(inner)(**params) for _ in range(rules.seats)]
        for other, player in enumerate(self.players):
            player.start(rules, other, luck)
        self.settings = settings(rules)
        self.big = big_kinds(rules, self.settings["big"])
        self.who = (type(inner), repr(inner), luck.seed)
        self.spent = 0

    def is_big(self, candidates: list[int]) -> bool:
        """Tell whether a decision deserves a search; all others are left to the greedy bot."""
        big = self.big
        if not big:
            return True
        for action in candidates:  # noqa: SIM110 - compiled, `any` would make a generator
            if action & KIND_MASK in big:
                return True
        return False

    def imagine(self, view: State, luck: Luck) -> State:
        """Return a copy with all that is hidden from the seat redrawn, and hidden choices open again."""
        copy = view.determinize(self.seat, luck)
        copy.reopen(self.seat)
        return copy

    def redraw(self, view: State, luck: Luck) -> State:
        """Return such a copy in which the others have chosen anew, and the seat is asked."""
        copy = self.imagine(view, luck)
        while copy.seat != self.seat:
            self.decide(copy)
        return copy

    def decide(self, state: State) -> None:
        """Let the greedy bot of the seat to move choose, and carry it out."""
        options = state.candidates()
        if len(options) == 1:
            state.apply(options[0])
        else:
            state.apply(self.players[state.seat].choose(state, options).action)

    def play_on(self, state: State, rounds: int) -> None:
        """Play until the round number has risen by `rounds` (0 = to the end of the game)."""
        players = self.players
        last = state.round + rounds if rounds else 1 << 30
        made = 0
        while state.seat >= 0 and state.round < last:
            options = state.candidates()
            if len(options) == 1:
                state.apply(options[0])
            else:
                state.apply(players[state.seat].choose(state, options).action)
                made += 1
        self.spent += made

    def end_of(self, state: State) -> State:
        """Play to the end of the game, or remember how it ends; return the last state.

        Remembered is how the game ends after the first decision of each seat that it would search, for
        that seat is likely to ask. The state returned may be asked for again: nobody is to change it.
        A game in which a bot has thrown dice is not remembered, since another time it ends otherwise.
        """
        course = state.course()
        if course is None:
            self.play_on(state, 0)
            return state
        known = ENDS.get((self.who, course))
        if known is not None:
            self.spent += known[1]
            return known[0]
        dice = self._dice()
        made, asked = 0, [False] * len(self.players)
        noted: list[tuple[tuple[Any, ...] | None, int]] = []
        while state.seat >= 0:
            options = state.candidates()
            if len(options) == 1:
                state.apply(options[0])
                continue
            seat = state.seat
            state.apply(self.players[seat].choose(state, options).action)
            made += 1
            if not asked[seat] and self.is_big(options):
                asked[seat] = True
                noted.append((state.course(), made))
        if len(ENDS) >= ENDS_KEPT:
            ENDS.clear()
        if self._dice() == dice:
            for course, before in noted:
                if course is not None:
                    ENDS[self.who, course] = state, made - before
        self.spent += made
        return state

    def _dice(self) -> list[int]:
        """Return how far each player has got in its random numbers."""
        return [player.whims.position for player in self.players]

    def lead(self, state: State, seat: int, envy: float = 1.0) -> float:
        """Return by how many points a seat leads: at the end counted, before it estimated.

        With a single player it is the score itself. At the end, the points of the best of the others
        count `envy` times.
        """
        if state.seat >= 0:
            return self.players[seat].evaluate(state, seat)
        others = [points for other, points in enumerate(state.score) if other != seat]
        return state.score[seat] - envy * max(others, default=0)


@functools.lru_cache(maxsize=32)
def _read(folder: Path) -> dict[str, Any]:
    path = folder / "search" / "settings.toml"
    if not path.is_file():
        return GENERAL
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadValue(f"{folder.name}: search/settings.toml", f"is not TOML ({error})") from None
    merged = {**GENERAL, **found}
    for part in ("lookahead", "unlimited", "mcts"):
        merged[part] = {**GENERAL[part], **found.get(part, {})}
    return merged


def settings(rules: Rules) -> dict[str, Any]:
    """Return what a title says about searching its games; what it leaves out is as in `GENERAL`."""
    return _read(rules.data_folder())


def big_kinds(rules: Rules, names: list[str]) -> frozenset[int]:
    """Return the numbers of the kinds of actions that a title's settings name as big."""
    numbers = rules.schema.kind_numbers
    for name in names:
        if name not in numbers:
            raise UnknownName("kind", name, numbers, f"{rules.title}: search/settings.toml")
    return frozenset(numbers[name] for name in names)


def check_number(
    place: str, value: Any, low: int, whole: bool = True, needed: bool = False
) -> None:
    """Raise BadValue unless `value` is a number of at least `low` or, if not `needed`, None."""
    if value is None and not needed:
        return
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not value >= low:
        raise BadValue(place, f"is at least {low}, not {value!r}")
