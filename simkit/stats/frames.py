"""What every statistic asks of a frame, and which of its rows depend on one another.

A frame that lacks a column or is empty is refused with a message that says so: no number is better
than a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from simkit.core.errors import SimkitError, suggestion

Codes = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def as_list(names: str | Iterable[str]) -> list[str]:
    """Return one name or several as a list.

    Examples
    --------
    >>> as_list("faction"), as_list(("faction", "seat"))
    (['faction'], ['faction', 'seat'])
    """
    return [names] if isinstance(names, str) else list(names)


def need(frame: pd.DataFrame, columns: str | Iterable[str], table: str = "seats") -> None:
    """Refuse a frame that lacks a column or has no rows.

    Examples
    --------
    >>> need(pd.DataFrame({"scores": [1]}), "score")
    Traceback (most recent call last):
    simkit.core.errors.SimkitError: table `seats` has no column 'score'; did you mean 'scores'?
    """
    known = [str(c) for c in frame.columns]
    for column in as_list(columns):
        if column not in known:
            raise SimkitError(
                f"table `{table}` has no column {column!r}{suggestion(column, known)}"
            )
    if frame.empty:
        raise SimkitError(f"table `{table}` is empty: there are no games to analyse")


def complete(frame: pd.DataFrame, columns: str | Iterable[str], table: str = "seats") -> None:
    """Refuse a frame with missing values where every game has to be known in full.

    Examples
    --------
    >>> complete(pd.DataFrame({"score": [3.0, None]}), "score")
    Traceback (most recent call last):
    simkit.core.errors.SimkitError: table `seats` has 1 missing value in 'score'; whole games are needed
    """
    for column in as_list(columns):
        gone = int(frame[column].isna().sum())
        if gone:
            raise SimkitError(
                f"table `{table}` has {gone} missing value{'s' if gone > 1 else ''} in {column!r}; "
                f"whole games are needed"
            )


def game_key(frame: pd.DataFrame) -> list[str]:
    """Return the columns that name a game: run and game_id, or game_id alone."""
    return ["run", "game_id"] if "run" in frame.columns else ["game_id"]


def codes(frame: pd.DataFrame, columns: Sequence[str]) -> Codes:
    """Number the distinct combinations of the columns' values 0, 1, 2 ... row by row.

    Missing values count as a value of their own.

    Examples
    --------
    >>> codes(pd.DataFrame({"a": [5, 5, 7], "b": ["x", "y", "x"]}), ["a", "b"]).tolist()
    [0, 1, 2]
    """
    found = np.zeros(len(frame), dtype=np.int64)
    for column in columns:
        part, values = pd.factorize(frame[column], use_na_sentinel=False)
        found = pd.factorize(found * max(len(values), 1) + part)[0].astype(np.int64)
    return found


def is_share(values: pd.Series) -> bool:
    """Tell whether a column says yes or no: 0 or 1 in every row where it is known.

    Examples
    --------
    >>> is_share(pd.Series([0, 1, None])), is_share(pd.Series([0, 2])), is_share(pd.Series(["a"]))
    (True, False, False)
    """
    known = values.dropna()
    numeric = pd.api.types.is_numeric_dtype(values.dtype)
    return bool(numeric and len(known) and known.isin([0, 1]).all())


def cluster_codes(frame: pd.DataFrame) -> Codes:
    """Number the independent units of a frame row by row: deals where known, else games.

    Games of one deal (mirrored line-ups, arms of a comparison) are not independent, and neither are
    the seats of one game. Without a column ``deal`` every game counts as a deal of its own.

    Examples
    --------
    >>> frame = pd.DataFrame({"game_id": [0, 0, 1, 1, 2], "deal": [8, 8, 8, 8, 9]})
    >>> cluster_codes(frame).tolist()
    [0, 0, 0, 0, 1]
    """
    key = game_key(frame)
    unit = "deal" if "deal" in frame.columns else "game_id"
    return codes(frame, [*key[:-1], unit])
