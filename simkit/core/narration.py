"""What a player at the table sees happen after an action: consequences, points, how things stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from simkit.core.schema import KIND_MASK

if TYPE_CHECKING:
    from simkit.core.state import State

SO_FAR: Final = "points by seat in brackets"
PROJECTED: Final = "points by seat in brackets, so far | if the game ended now"


def happened(before: State, action: int, after: State, viewer: int | None = None) -> list[str]:
    """Return what an action set going, in sentences: what the title says of it, then points by seat.

    Parameters
    ----------
    before, after
        The state before the action (a clone), and after it at the next decision.
    viewer
        The seat that is told; None hears everything.

    Examples
    --------
    >>> import simkit
    >>> state = simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1))
    >>> before, action = state.clone(), state.legal()[0]
    >>> state.step(action)
    >>> happened(before, action, state)
    []
    """
    return [*after.rules.consequences(before, action, after, viewer), *_points(before, after)]


def seen(state: State, action: int, viewer: int | None = None) -> str | None:
    """Return the words of an action that is about to be taken; None if it is hidden from `viewer`.

    Hidden are the secret kinds of the other seats (`Schema.secret_kinds`).
    """
    rules = state.rules
    secret = action & KIND_MASK in rules.schema.secret_numbers
    if secret and viewer is not None and viewer != state.seat:
        return None
    return rules.words(state, action)


def _points(before: State, after: State) -> list[str]:
    """Say who won or lost points, and for what."""
    return [line for seat in range(after.seats) if (line := _gain(before, after, seat))]


def _gain(before: State, after: State, seat: int) -> str:
    """Say what points a seat won or lost, by source; empty where none changed."""
    old, new = before.points_of(seat), after.points_of(seat)
    gains = {
        source.words: now - then
        for source, then, now in zip(after.rules.schema.sources, old, new, strict=True)
        if now != then
    }
    if not gains:
        return ""
    one = len(gains) == 1
    named = next(iter(gains)) if one else ", ".join(f"{n:+d} {name}" for name, n in gains.items())
    total = sum(gains.values())
    return f"seat {seat}: {total:+d} {'point' if abs(total) == 1 else 'points'} ({named})"


def standing(state: State) -> str:
    """Return the points of all seats, and after a bar what they would be if the game ended now.

    The second part stands only where it differs; `PROJECTED` says what is which.

    Examples
    --------
    >>> import simkit
    >>> standing(simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1)))  # doctest: +SKIP
    '0 0 | 1 2'
    """
    scores, projected = state.scores(), state.projected_scores()
    text = " ".join(map(str, scores))
    return text if projected == scores else f"{text} | {' '.join(map(str, projected))}"


def standing_in_words(state: State, name: Callable[[int], str]) -> str:
    """Say the points of all seats, and what they would be if the game ended now where that differs.

    Parameters
    ----------
    name
        What a seat is called.
    """

    def listed(amounts: list[int]) -> str:
        return ", ".join(f"{name(seat)} {amount}" for seat, amount in enumerate(amounts))

    scores, projected = state.scores(), state.projected_scores()
    text = f"points: {listed(scores)}"
    return text if projected == scores else f"{text}; if the game ended now: {listed(projected)}"


def result(state: State, name: Callable[[int], str]) -> str:
    """Say who won a game that is over, and what the rulebook calls it where it has a word for it.

    Examples
    --------
    >>> import simkit
    >>> state = simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1))
    >>> state.seat = -1                                            # as if it were over
    >>> result(state, lambda seat: f"seat {seat}").startswith("won by seat ")
    True
    """
    winners = state.winners()
    if winners:
        text = f"won by {' and '.join(name(seat) for seat in winners)}"
    else:
        text = "lost" if state.seats == 1 else "won by nobody"
    verdicts = {seat: state.verdict(seat) for seat in range(state.seats) if state.verdict(seat)}
    if not verdicts:
        return text
    if state.seats == 1:
        return f"{text}: {verdicts[0]}"
    if list(verdicts) == winners and len(set(verdicts.values())) == 1:
        return f"{text} ({verdicts[winners[0]]})"
    named = "; ".join(f"{name(seat)}: {verdict}" for seat, verdict in verdicts.items())
    return f"{text} ({named})"
