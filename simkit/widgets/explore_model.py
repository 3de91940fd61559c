"""Looking at runs from all sides: what is asked, and the answer as table, chart and line of code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.analysis import explore
from simkit.charts import explore as explore_chart
from simkit.charts import style
from simkit.core.errors import BadValue, UnknownName
from simkit.runs.results import Results

if TYPE_CHECKING:
    import pandas as pd

ALL = "all"
DPI = 90
NO_SECOND = "-"


class ExploreModel:
    """A question to one or several runs, and its answer.

    Parameters
    ----------
    runs
        `Results` or their folders; several runs may differ in title and number of seats.
    name
        What the results are called in the notebook: the exported line of code says it.

    Examples
    --------
    >>> import simkit
    >>> run = simkit.simulate("race_for_the_galaxy", seats=2, games=30, n_jobs=1, progress="quiet")
    >>> model = ExploreModel([run])
    >>> model.ask(measure="score", by="seat")
    >>> print(model.code())
    from simkit.charts import explore
    explore.chart(results.seats, results.games, "score", "seat")
    """

    def __init__(self, runs: Sequence[Results | str | Path], name: str = "results") -> None:
        if not runs:
            raise BadValue("explore", "give it at least one run")
        self.runs = [run if isinstance(run, Results) else Results(run) for run in runs]
        for number, run in enumerate(self.runs):
            if not len(run):
                raise BadValue("explore", f"run {number + 1} has no games")
        self.name = name
        self._rows: dict[int, explore.Rows] = {}
        self.choose(0)

    # What can be asked ----------------------------------------------------------------------------

    @property
    def results(self) -> Results:
        """The run that is looked at."""
        return self.runs[self.run]

    @property
    def rows(self) -> explore.Rows:
        """The seats of that run, joined once."""
        if self.run not in self._rows:
            self._rows[self.run] = explore.Rows.of(self.results.seats, self.results.games)
        return self._rows[self.run]

    def titles(self) -> list[str]:
        """Name the runs: title, seats, games."""
        return [
            f"{run.spec.title.replace('_', ' ')}, {run.spec.seats} seats, {len(run):,} games"
            for run in self.runs
        ]

    def choose(self, run: int) -> None:
        """Look at another run; the question begins anew."""
        if not 0 <= run < len(self.runs):
            raise UnknownName("run", str(run), map(str, range(len(self.runs))), "explore")
        self.run = run
        self.where: dict[str, Any] = {}
        self.measure = "win_share" if "win_share" in self.rows.measures else self.rows.measures[0]
        self.by = [explore.most_telling(self.rows)]

    def ask(
        self,
        measure: str | None = None,
        by: str | Sequence[str] | None = None,
        where: explore.Where | None = None,
    ) -> None:
        """Ask for a measure, by one or two groupings, over a part of the run; None leaves as it is."""
        if measure is not None and measure not in self.rows.measures:
            raise UnknownName("measure", measure, self.rows.measures, "explore")
        keys = self.by if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))
        for key in keys:
            self.rows.values(key)
        if where is not None:
            self.rows.part(where)
            self.where = dict(where)
        self.measure, self.by = measure or self.measure, keys

    def filter(self, column: str, value: Any = ALL) -> None:
        """Keep only the seats that have this value; `ALL` lifts the filter."""
        kept = {c: v for c, v in self.where.items() if c != column}
        self.ask(where=kept if value == ALL else {**kept, column: value})

    # The answer -----------------------------------------------------------------------------------

    def table(self) -> pd.DataFrame:
        """Return the answer as a frame."""
        return explore.table(self.rows, self.measure, self.by, self.where)

    def answer(self) -> tuple[pd.DataFrame, bytes]:
        """Return the answer as a frame and as a picture."""
        table = self.table()
        return table, style.png(
            explore_chart.drawn(table, self.measure, self.by, self.where), dpi=DPI
        )

    def code(self) -> str:
        """Return the lines of code that make the same figure."""
        several = f"[{self.run}]" if len(self.runs) > 1 else ""
        run = f"{self.name}{several}"
        by = repr(self.by[0] if len(self.by) == 1 else self.by).replace("'", '"')
        parts = [f"{run}.seats", f"{run}.games", f'"{self.measure}"', by]
        if self.where:
            parts.append("where=" + repr(self.where).replace("'", '"'))
        return f"from simkit.charts import explore\nexplore.chart({', '.join(parts)})"

    def conditions(self) -> str:
        """Say what the answer rests on."""
        spec = self.results.spec
        bots = ", ".join(dict.fromkeys(map(str, self.results.seats["bot"].unique())))
        part = explore.words_of(self.where)
        found = (
            f"{len(self.results):,} games of {spec.title.replace('_', ' ')}, {spec.seats} seats, "
        )
        found += f"bots {bots}" + (f"; only {part}" if part else "")
        return f"{found}. {self.results.caution}".rstrip()
