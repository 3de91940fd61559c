"""Least squares with cluster-robust errors, for what plain means cannot separate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from simkit.core.errors import SimkitError
from simkit.stats.frames import Codes, Floats
from simkit.stats.intervals import LEVEL, t_quantile


@dataclass(frozen=True)
class LeastSquares:
    """A fitted regression: coefficients, their cluster-robust covariance, degrees of freedom."""

    coefficients: Floats
    covariance: Floats
    df: float
    residuals: Floats

    def combine(
        self, contrast: Floats, level: float = LEVEL
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Return estimate, standard error, low and high of linear combinations (one per row)."""
        value: Floats = contrast @ self.coefficients
        square = np.einsum("ij,jk,ik->i", contrast, self.covariance, contrast)
        se: Floats = np.sqrt(np.maximum(square, 0))
        half = t_quantile(0.5 + level / 2, self.df) * se
        return value, se, value - half, value + half


def least_squares(y: Floats, x: Floats, clusters: Codes) -> LeastSquares:
    """Regress y on the columns of x; errors robust to any dependence inside clusters.

    Columns that follow from the others get their part of the least-norm solution. The covariance
    has the usual small-sample factor G / (G - 1) * (n - 1) / (n - k).

    Examples
    --------
    >>> x = np.array([[1.0, 0], [1, 1], [1, 2], [1, 3]])
    >>> fit = least_squares(np.array([1.0, 3, 5, 7]), x, np.arange(4))
    >>> fit.coefficients.round(6).tolist()
    [1.0, 2.0]
    """
    n, groups = len(y), int(clusters.max()) + 1
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    rank = int(np.linalg.matrix_rank(x.T @ x, hermitian=True))
    if n <= rank or groups < 2:
        raise SimkitError(
            f"{n} rows of {groups} deals are too few for a regression on {rank} terms"
        )
    beta: Floats = inverse @ (x.T @ y)
    residuals: Floats = y - x @ beta
    score = np.zeros((groups, x.shape[1]))
    np.add.at(score, clusters, x * residuals[:, None])
    factor = groups / (groups - 1) * (n - 1) / (n - rank)
    return LeastSquares(beta, factor * inverse @ (score.T @ score) @ inverse, groups - 1, residuals)


def dummies(values: pd.Series) -> tuple[Floats, list[object]]:
    """Return one column of 0 and 1 per distinct value (missing values get none), and the values.

    Examples
    --------
    >>> dummies(pd.Series(["b", "a", "b"]))[0].tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    """
    number, levels = pd.factorize(values, sort=True)
    found = np.zeros((len(values), len(levels)))
    here = np.flatnonzero(number >= 0)
    found[here, number[here]] = 1
    return found, list(levels)
