"""Tuning: weights of a greedy bot that do better, searched for by playing.

- `arena`: what a set of weights is tried at: tables, opponents, what counts; games without tables;
- `scales`: how far a weight has to move to matter;
- `search`: the evolution strategy, and the race that gives promising candidates more games;
- `study`: a whole tuning: search, choice, re-test on fresh deals, state on disk;
- `profiles`: the result as a profile file with its provenance.

Examples
--------
>>> from simkit.studies.tuning import tune
>>> found = tune("federation", "trader", seats=4, against=["baseline"])  # doctest: +SKIP
>>> print(found.in_words())                                             # doctest: +SKIP
"""

from __future__ import annotations

from simkit.studies.tuning.arena import Arena
from simkit.studies.tuning.study import Tuned, tune

__all__ = ["Arena", "Tuned", "tune"]
