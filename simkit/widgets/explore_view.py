"""The explorer of runs: a thin view of `ExploreModel`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as widgets

from simkit.charts import style
from simkit.charts.explore import words_for
from simkit.core.errors import SimkitError
from simkit.runs.results import Results
from simkit.widgets import pages
from simkit.widgets.explore_model import ALL, NO_SECOND, ExploreModel

FILTERS = 4  # columns of `seats` with a filter of their own; all others share one


def explore(*runs: Results | str | Path, name: str = "results") -> Explore:
    """Look at runs from all sides: filter, measure, grouping; table, chart, and the code for it.

    Parameters
    ----------
    *runs
        `Results` or their folders.
    name
        What the results are called in your notebook, for the exported line of code.

    Returns
    -------
    Explore
        A widget; `Explore.model.table()` is the table that it shows.

    Examples
    --------
    >>> import simkit, simkit.widgets
    >>> results = simkit.simulate("gaia_project", seats=4, games=200)  # doctest: +SKIP
    >>> simkit.widgets.explore(results)                                # doctest: +SKIP
    """
    return Explore(ExploreModel(list(runs), name))


class Explore(widgets.VBox):  # type: ignore[misc]
    """Widget that shows an `ExploreModel`."""

    def __init__(self, model: ExploreModel) -> None:
        self.model = model
        self._quiet = False
        self.runs = _dropdown(
            "run", [(t, n) for n, t in enumerate(model.titles())], "sk-run", "420px"
        )
        self.measure = _dropdown("measure", [], "sk-measure")
        self.by = _dropdown("group by", [], "sk-by")
        self.second = _dropdown("and by", [], "sk-second")
        self.filters = widgets.HBox(layout=widgets.Layout(flex_flow="row wrap"))
        self.column = _dropdown("set-up", [], "sk-column")
        self.value = _dropdown("is", [], "sk-value")
        self.note, self.table, self.code = (widgets.HTML() for _ in range(3))
        self.picture = widgets.Image(format="png", layout=widgets.Layout(max_width="760px"))
        for part, name in (
            (self.note, "sk-note"),
            (self.table, "sk-table"),
            (self.code, "sk-code"),
            (self.picture, "sk-chart"),
        ):
            part.add_class(name)
        top = [self.runs] if len(model.runs) > 1 else []
        super().__init__(
            [
                *top,
                widgets.HBox([self.measure, self.by, self.second]),
                self.filters,
                widgets.HBox([self.column, self.value]),
                self.note,
                self.picture,
                self.table,
                self.code,
            ]
        )
        self.add_class("sk-explore")
        self.runs.observe(self._chosen, "value")
        for part in (self.measure, self.by, self.second, self.value):
            part.observe(self._asked, "value")
        self.column.observe(self._column_chosen, "value")
        self._fill()

    def _fill(self) -> None:
        """Fill the fields with what can be asked of the run."""
        rows = self.model.rows
        self._quiet = True
        self.measure.options = [(words_for(m), m) for m in rows.measures]
        self.by.options = [(style.words(c), c) for c in rows.groupings]
        self.second.options = [(NO_SECOND, NO_SECOND), *self.by.options]
        self.measure.value, self.by.value = self.model.measure, self.model.by[0]
        self.second.value = NO_SECOND
        own = [c for c in rows.groupings if c in self.model.results.seats.columns][:FILTERS]
        self.by_column = {
            c: _dropdown(style.words(c), self._values(c), f"sk-only-{c}") for c in own
        }
        for part in self.by_column.values():
            part.observe(self._asked, "value")
        self.filters.children = tuple(self.by_column.values())
        others = [(style.words(c), c) for c in rows.groupings if c not in own]
        self.column.options = [(NO_SECOND, NO_SECOND), *others]
        self.column.value = NO_SECOND
        self.value.options = [(ALL, ALL)]
        self.value.value = ALL
        hidden = None if others else "none"
        self.column.layout.display = self.value.layout.display = hidden
        self._quiet = False
        self._show()

    def _values(self, column: str) -> list[tuple[str, Any]]:
        known = self.model.rows.values(column)
        return [(ALL, ALL), *((style.words(value), value) for value in known)]

    def _chosen(self, change: dict[str, Any]) -> None:
        self.model.choose(change["new"])
        self._fill()

    def _column_chosen(self, change: dict[str, Any]) -> None:
        self._quiet = True
        column = change["new"]
        self.value.options = [(ALL, ALL)] if column == NO_SECOND else self._values(column)
        self.value.value = ALL
        self._quiet = False
        self._asked(change)

    def _asked(self, _: dict[str, Any]) -> None:
        """Put the question to the model and show the answer, or why there is none."""
        if self._quiet:
            return
        where = {c: part.value for c, part in self.by_column.items() if part.value != ALL}
        if self.column.value != NO_SECOND and self.value.value != ALL:
            where[self.column.value] = self.value.value
        second = self.second.value
        by = [self.by.value] if second in (NO_SECOND, self.by.value) else [self.by.value, second]
        try:
            self.model.ask(self.measure.value, by, where)
        except SimkitError as error:
            self.note.value = pages.STYLE + pages.problem_page(str(error))
            return
        self._show()

    def _show(self) -> None:
        m = self.model
        try:
            table, picture = m.answer()
        except SimkitError as error:
            self.note.value = pages.STYLE + pages.problem_page(str(error))
            return
        self.note.value = pages.STYLE + pages.lines_page("", [m.conditions()])
        self.picture.value = picture
        self.table.value = pages.estimates_page(table, m.by, share=m.measure == "win_share")
        self.code.value = pages.code_page(m.code())


def _dropdown(text: str, options: list[Any], name: str, width: str = "260px") -> widgets.Dropdown:
    made = widgets.Dropdown(description=text, options=options, layout=widgets.Layout(width=width))
    made.add_class(name)
    return made
