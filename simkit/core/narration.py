"""What a player at the table sees happen after an action: the title's consequences, and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.core.state import State


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


def _points(before: State, after: State) -> list[str]:
    """Say who won or lost points, and for what."""
    sources = after.rules.schema.sources
    found = []
    for seat in range(after.seats):
        old, new = before.points_of(seat), after.points_of(seat)
        gains = [
            f"{new[i] - old[i]:+d} {source.name.replace('_', ' ')}"
            for i, source in enumerate(sources)
            if new[i] != old[i]
        ]
        if gains:
            found.append(
                f"seat {seat}: {after.score[seat] - before.score[seat]:+d} points ({', '.join(gains)})"
            )
    return found
