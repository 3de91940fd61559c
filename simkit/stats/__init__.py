"""Inference in one place: intervals, tests, corrections, sequences, power and claims.

Frames and arrays in, frames and arrays out; nothing here knows a title, an engine, a run or a chart.
Everything that tells people something about games is decided here.

=============== ================================================================================
`intervals`     shares, means and paired differences with intervals that respect games and deals
`tests`         tests of 0/1 outcomes that stay honest for a few rows
`permutations`  how a sum would turn out if it were handed out at random, however far out
`corrections`   many comparisons at once: Holm, and intervals of what was selected
`equivalence`   when two things are as good as equal: two one-sided tests
`sequences`     intervals that hold at every look, for whatever is watched while it grows
`power`         which difference would be found, and how many games that takes
`shrinkage`     many levels at once: empirical Bayes, and a second test of the extreme on new games
`claims`        a statement with its size, interval, family and verdict, and its words
`regression`    least squares with errors robust to dependence inside a deal
`frames`        what every statistic asks of a frame, and which rows depend on one another
=============== ================================================================================
"""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)
