"""Figures of analysis frames: one chart per question, one look for all.

============= ====================================================================================
`balance`     win shares, scores, points by source, ranks, pairs, match-ups, set-ups
`findings`    arms, strengths, precision so far, games needed, agreement with real play, robustness
`strategy`    openings, action mix, picks, time to first, archetypes, decision quality
`games`       branching, drama, win chances and their calibration, luck
`explore`     any measure by any grouping: the chart of the explorer
`theory`      payoffs, best responses, dynamics, equilibria, power
`metagame`    who spreads in whom, and all pictures of one table of payoffs
`bids`        what prices even out
`contest`     the standings of a tournament
`style`       the look
============= ====================================================================================

Every chart takes a frame of `simkit.analysis` and returns a `matplotlib.figure.Figure` whose title is a
sentence; ``labels`` maps names of the tables to the words of the title.
"""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)
