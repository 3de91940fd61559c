"""Named features of a position: what the adapters show as the observation of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from simkit.core.rules import Rules
    from simkit.core.state import State


def feature_names(rules: Rules) -> list[str]:
    """Return the names of the features of a title, in the order of `features`.

    They are the round, the phase, whether the seat is asked, its own score, the best score of the
    others, and the columns that `moves` logs of a seat before its decision.

    Examples
    --------
    >>> import simkit
    >>> feature_names(simkit.rules("race_for_the_galaxy", seats=2))[:4]
    ['round', 'phase', 'to_move', 'score']
    """
    own = [column.name for column in rules.schema.move_columns]
    return ["round", "phase", "to_move", "score", "best_other_score", *own]


def features(state: State, seat: int) -> np.ndarray:
    """Return the features of a position for a seat as float32; only what the seat may know."""
    import numpy as np

    others = [score for other, score in enumerate(state.score) if other != seat]
    common = (
        state.round,
        state.phase,
        int(state.seat == seat),
        state.score[seat],
        max(others, default=0),
    )
    return np.array(common + tuple(state.log_row(seat)), dtype=np.float32)
