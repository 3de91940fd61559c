"""What the frames say, in numbers with honest intervals: frames in, tidy frames out.

Nothing here knows a title, an engine or a bot; everything works on the tables of a run.
Intervals and tests are those of `simkit.stats`.

=============== ================================================================================
`frames`        checks of the tables of a run, and joins between them
`balance`       win share, score, margin, ranks, points by source per faction, seat and any pair
`setup`         match-ups, what suits whom, means freed of seat and line-up
`card`          one page about one faction: strong where, weak where, why, what would help
`compare`       what a change does: two arms on the same deals
`strength`      Plackett-Luce strengths of factions and bots, ties included
`strategy`      openings, action mixes, picks, first times, archetypes
`clustering`    clusters of points, for archetypes
`decisions`     standings, quality of choices, branching, drama
`winchance`     calibrated chances to win after each round, turning points of a game
`luck`          how much of score and win is deal, seat, faction, bot
`planning`      games needed, limits for stopping early, precision so far
`fit`           a run beside figures from real play
`robust`        whether a finding holds under other conditions
`profile`       one row of figures per title
`claims`        what the figures of a table show, for charts and reports alike
`cells`         frames as text cells, as people read them
`explore`       any measure by any grouping, for any part of a run
=============== ================================================================================
"""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)
