"""Watching a run: a thin view of `LiveModel`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from simkit.runs.spec import Spec
from simkit.widgets import pages
from simkit.widgets.live_model import LiveModel, Share


def live(
    spec: Spec | Mapping[str, Any] | str | Path,
    folder: str | Path | None = None,
    *,
    n_jobs: int = -1,
    resume: bool = False,
) -> Live:
    """Play a run in the background and show how far it is; it can be stopped and resumed.

    Parameters
    ----------
    spec
        A `Spec`, its dict, or a spec's file.
    folder
        Where the tables go.
    n_jobs, resume
        See `simkit.runs.run.run`.

    Returns
    -------
    Live
        A widget; `Live.model.results` holds the results once the run has ended.

    Examples
    --------
    >>> import simkit.widgets
    >>> simkit.widgets.live("experiments/first_look.toml")  # doctest: +SKIP
    """
    model = LiveModel(spec, folder, n_jobs=n_jobs, resume=resume)
    view = Live(model)
    model.start()
    return view


class Live(widgets.VBox):  # type: ignore[misc]
    """Widget that shows a `LiveModel`."""

    def __init__(self, model: LiveModel) -> None:
        self.model = model
        self.bar = widgets.FloatProgress(min=0, max=1, layout=widgets.Layout(width="420px"))
        self.stop = widgets.Button(description="Stop", tooltip="end the run; what is done is kept")
        self.stop.add_class("sk-stop")
        self.stop.on_click(lambda _: model.stop())
        self.headline, self.shares, self.failures = (widgets.HTML() for _ in range(3))
        for part, name in (
            (self.headline, "sk-headline"),
            (self.shares, "sk-shares"),
            (self.failures, "sk-failures"),
        ):
            part.add_class(name)
        top = widgets.HBox([self.bar, self.stop])
        super().__init__([top, self.headline, self.shares, self.failures])
        self.add_class("sk-live-run")
        self._shown: list[Share] = []
        self._told = -1
        model.changed = self.show
        self.show()

    def show(self) -> None:
        """Show where the run stands."""
        m = self.model
        p = m.progress
        self.bar.value = p.done / p.total if p.total else float(m.state == "finished")
        self.bar.bar_style = {"finished": "success", "failed": "danger"}.get(m.state, "info")
        self.stop.disabled = m.state != "running"
        self.headline.value = pages.STYLE + pages.lines_page(m.headline(), [])
        if m.shares and m.shares is not self._shown:
            self._shown = m.shares
            self.shares.value = pages.shares_page(m.precision(), m.shares)
        if p.failed != self._told:
            self._told = p.failed
            self.failures.value = pages.failures_page(m.failures)
