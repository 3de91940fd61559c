"""The patch laboratory: a thin view of `PatchLabModel`."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from simkit.core.errors import SimkitError
from simkit.widgets import pages
from simkit.widgets.patchlab_model import Figure, PatchLabModel

MEASURES = (("win share", "win_share"), ("score", "score"), ("margin", "margin"))


def patchlab(title: str, seats: int, games: int = 400, **more: Any) -> PatchLab:
    """Change figures of a title with sliders, and watch what that does to everybody.

    Both arms, printed and patched, play the same deals; the difference is shown with its interval as it
    tightens, and the run can be stopped at any time.

    Parameters
    ----------
    title, seats, games
        What is played, and how many games of each arm.
    **more
        ``bots``, ``lineup``, ``options``, ``seed``, ``n_jobs``: see `PatchLabModel`.

    Returns
    -------
    PatchLab
        A widget; `PatchLab.model` is the `PatchLabModel` behind it.

    Examples
    --------
    >>> import simkit.widgets
    >>> simkit.widgets.patchlab("gaia_project", seats=4, lineup="balanced")  # doctest: +SKIP
    """
    return PatchLab(PatchLabModel(title, seats, games, **more))


class PatchLab(widgets.VBox):  # type: ignore[misc]
    """Widget that shows a `PatchLabModel`."""

    def __init__(self, model: PatchLabModel) -> None:
        self.model = model
        wide = widgets.Layout(width="330px")
        groups = [(name.replace("_", " "), name) for name in model.groups()]
        self.group = widgets.Dropdown(description="of what", options=groups, layout=wide)
        self.figure = widgets.Dropdown(description="figure", layout=wide)
        self.value = widgets.VBox()
        self.changes, self.problem, self.headline = (widgets.HTML() for _ in range(3))
        self.verdict, self.table, self.code = (widgets.HTML() for _ in range(3))
        self.clear = widgets.Button(description="Take all back")
        self.games = widgets.IntSlider(
            model.games, 20, 5000, 20, description="games", layout=widgets.Layout(width="360px")
        )
        self.measure = widgets.Dropdown(description="measure", options=MEASURES, layout=wide)
        self.play = widgets.Button(description="Play both arms", button_style="primary")
        self.stop = widgets.Button(description="Stop", disabled=True)
        self.bar = widgets.FloatProgress(min=0, max=1, layout=widgets.Layout(width="360px"))
        self.picture = widgets.Image(format="png", layout=widgets.Layout(max_width="760px"))
        self._name_parts()
        super().__init__(
            [
                widgets.HBox([self.group, self.figure]),
                self.value,
                widgets.HBox([self.changes, self.clear]),
                widgets.HBox([self.games, self.measure, self.play, self.stop]),
                self.problem,
                widgets.HBox([self.bar, self.headline]),
                self.verdict,
                self.picture,
                self.table,
                self.code,
            ]
        )
        self.add_class("sk-patchlab")
        self._connect()
        self._list_figures(None)
        self._show_patch()
        self.show()

    def _name_parts(self) -> None:
        for name in ("group", "figure", "value", "changes", "problem", "headline", "verdict",
                     "table", "code", "clear", "games", "measure", "play", "stop"):  # fmt: skip
            getattr(self, name).add_class(f"sk-{name}")
        self.picture.add_class("sk-chart")

    def _connect(self) -> None:
        self.group.observe(self._list_figures, "value")
        self.figure.observe(self._offer, "value")
        self.clear.on_click(self._cleared)
        self.measure.observe(self._measured, "value")
        self.play.on_click(self._played)
        self.stop.on_click(lambda _: self.model.stop())

    # The patch ------------------------------------------------------------------------------------

    def _list_figures(self, _: Any) -> None:
        found = self.model.of_group(self.group.value)
        self.figure.options = [(one.name.replace("_", " "), one.path) for one in found]
        self.figure.value = found[0].path
        self._offer(None)

    def _offer(self, _: Any) -> None:
        """Make the field of the figure that was picked, from what the schema says about it."""
        if self.figure.value is None:
            return
        figure = self.model.figures[self.figure.value]
        field = field_of(figure, self.model.patch.get(figure.path, figure.printed))
        field.add_class("sk-field")
        field.observe(self._changed, "value")
        words = f"{figure.meaning}; printed: {figure.printed} {figure.unit}".strip()
        self.value.children = (field, widgets.HTML(pages.lines_page("", [words])))

    def _changed(self, change: dict[str, Any]) -> None:
        try:
            self.model.change(self.figure.value, change["new"])
        except SimkitError as error:
            self.problem.value = pages.STYLE + pages.problem_page(str(error))
            return
        self._show_patch()

    def _cleared(self, _: Any) -> None:
        self.model.clear()
        self._offer(None)
        self._show_patch()

    def _show_patch(self) -> None:
        lines = self.model.changes() or ["nothing is changed yet"]
        self.changes.value = pages.STYLE + pages.lines_page("The patch", lines)
        self.problem.value = ""

    # The run --------------------------------------------------------------------------------------

    def _played(self, _: Any) -> None:
        self.model.games, self.model.measure = self.games.value, self.measure.value
        try:
            self.model.play(self.show)
        except SimkitError as error:
            self.problem.value = pages.STYLE + pages.problem_page(str(error))
            return
        self.problem.value = ""
        self.show()

    def _measured(self, change: dict[str, Any]) -> None:
        self.model.measure_by(change["new"])
        self.show()

    def show(self) -> None:
        """Show how far the run is and what is known."""
        m, run = self.model, self.model.run
        running = run is not None and run.state in ("running", "stopping")
        self.play.disabled, self.stop.disabled = running, not running
        if run is None:
            self.headline.value = pages.lines_page("", ["nothing is played yet"])
            return
        p = run.progress
        self.bar.value = p.done / p.total if p.total else 0.0
        self.headline.value = pages.lines_page("", [run.headline()])
        picture = m.picture()
        if picture is not None and picture != self.picture.value:
            self.picture.value = picture
        table = m.table()
        if table is not None:
            self.verdict.value = pages.lines_page("", [m.verdict()])
            self.table.value = pages.difference_page(table, m.measure == "win_share")
            self.code.value = pages.code_page(m.code())


def field_of(figure: Figure, value: Any) -> widgets.ValueWidget:
    """Return the field for a figure: a switch, a slider, or a text."""
    layout = widgets.Layout(width="420px")
    name = figure.name.replace("_", " ")
    style = {"description_width": "160px"}
    if figure.sort == "switch":
        return widgets.Checkbox(bool(value), description=name, layout=layout, style=style)
    if figure.sort == "text":
        return widgets.Text(
            str(value), description=name, layout=layout, style=style, continuous_update=False
        )
    if figure.sort == "whole":
        low, high = int(figure.low), int(figure.high)
        return widgets.IntSlider(
            value, min(low, value), max(high, value), description=name, layout=layout, style=style,
            continuous_update=False,
        )  # fmt: skip
    return widgets.FloatSlider(
        value, min=figure.low, max=figure.high, step=(figure.high - figure.low) / 100,
        description=name, layout=layout, style=style, continuous_update=False,
    )  # fmt: skip
