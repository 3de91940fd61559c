"""Clusters of points: k-means and how well they are apart; small, and without further libraries."""

from __future__ import annotations

import numpy as np

from simkit.core.errors import BadValue
from simkit.stats.frames import Codes, Floats


def k_means(points: Floats, k: int, rng: np.random.Generator, restarts: int = 4) -> Codes:
    """Return the number of the cluster of each point, the largest cluster first.

    Begins from far-apart points (k-means++) a few times and keeps the tightest clusters.

    Examples
    --------
    >>> points = np.array([[0.0], [0.1], [0.2], [5.0], [5.1]])
    >>> k_means(points, 2, np.random.default_rng(1)).tolist()
    [0, 0, 0, 1, 1]
    """
    if not 1 <= k <= len(points):
        raise BadValue("count", f"{k} archetypes of {len(points)} seats")
    best = np.inf
    found: Codes = np.zeros(len(points), dtype=np.int64)
    for _ in range(restarts):
        centres = points[[int(rng.integers(len(points)))]]
        while len(centres) < k:  # k-means++
            gap = _distances(points, centres).min(axis=1)
            total = gap.sum()
            if total <= 0:
                break
            centres = np.vstack([centres, points[rng.choice(len(points), p=gap / total)]])
        for _ in range(100):
            label = _distances(points, centres).argmin(axis=1)
            fresh = np.array([points[label == i].mean(axis=0) for i in range(len(centres))
                              if (label == i).any()])  # fmt: skip
            if fresh.shape == centres.shape and np.allclose(fresh, centres):
                break
            centres = fresh
        final = _distances(points, centres)
        loss = float(final.min(axis=1).sum())
        if loss < best:
            best, found = loss, np.asarray(final.argmin(axis=1), dtype=np.int64)
    # the largest first, so that numbers do not depend on chance
    order = np.argsort(-np.bincount(found), kind="stable")
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    return number[found]


def _distances(points: Floats, centres: Floats) -> Floats:
    squares = (points**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1) - 2 * points @ centres.T
    found: Floats = np.maximum(squares, 0)
    return found


def silhouette(points: Floats, label: Codes, rng: np.random.Generator, sample: int = 1000) -> float:
    """Return the mean silhouette of a sample of points: 1 far apart, near 0 blending, below 0 mixed.

    Examples
    --------
    >>> points, label = np.array([[0.0], [0.1], [5.0], [5.1]]), np.array([0, 0, 1, 1])
    >>> round(silhouette(points, label, np.random.default_rng(1)), 2)
    0.98
    """
    if len(np.unique(label)) < 2:
        return -1.0
    if len(points) > sample:
        chosen = rng.choice(len(points), sample, replace=False)
        points, label = points[chosen], label[chosen]
    distance = np.sqrt(_distances(points, points))
    groups = np.unique(label)
    if len(groups) < 2:
        return -1.0
    total = np.stack([distance[:, label == g].sum(axis=1) for g in groups], axis=1)
    count = np.array([(label == g).sum() for g in groups])
    own = np.searchsorted(groups, label)
    rows = np.arange(len(points))
    inside = total[rows, own] / np.maximum(count[own] - 1, 1)
    means = total / count
    means[rows, own] = np.inf
    outside = means.min(axis=1)
    wide = np.maximum(inside, outside)
    score = np.where(
        (count[own] > 1) & (wide > 0), (outside - inside) / np.where(wide > 0, wide, 1), 0
    )
    return float(score.mean())
