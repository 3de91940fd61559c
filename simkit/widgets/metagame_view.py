"""The explorer of meta-games: a thin view of `MetagameModel`."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from simkit.core.errors import SimkitError
from simkit.theory.payoffs import Payoffs
from simkit.widgets import pages
from simkit.widgets.metagame_model import DYNAMICS, MetagameModel


def metagame(payoffs: Payoffs) -> Metagame:
    """Explore a meta-game: heat map, simplex with dynamics, and a starting mix that can be dragged.

    Parameters
    ----------
    payoffs
        A symmetric table, as `simkit.studies.payoffs.estimate` makes it.

    Returns
    -------
    Metagame
        A widget; `Metagame.model` is the `MetagameModel` behind it.

    Examples
    --------
    >>> import simkit.widgets
    >>> from simkit.theory import classics
    >>> simkit.widgets.metagame(classics.game("rock_paper_scissors"))  # doctest: +SKIP
    """
    return Metagame(MetagameModel(payoffs))


class Metagame(widgets.VBox):  # type: ignore[misc]
    """Widget that shows a `MetagameModel`."""

    def __init__(self, model: MetagameModel) -> None:
        self.model = model
        self._quiet = False
        names = model.payoffs.names
        self.names = widgets.SelectMultiple(
            options=names, value=tuple(model.names), description="strategies",
            rows=min(8, len(names)), layout=widgets.Layout(width="320px"),
        )  # fmt: skip
        self.rule = widgets.Dropdown(options=DYNAMICS, description="dynamics")
        self.noise = widgets.FloatSlider(
            0.1, min=0.02, max=0.5, step=0.02, description="noise", continuous_update=False
        )
        self.shares = widgets.VBox()
        self.drag = widgets.HTML()
        self.pick = widgets.Text(layout=widgets.Layout(display="none"))
        self.story, self.sure, self.problem = (widgets.HTML() for _ in range(3))
        self.how_sure = widgets.Button(description="How sure is that?")
        self.time, self.heat = (
            widgets.Image(  # in its own size: stretched, its letters would outgrow the page's
                format="png", layout=widgets.Layout(max_width="700px", align_self="flex-start")
            )
            for _ in range(2)
        )
        for name in ("names", "rule", "noise", "shares", "drag", "pick", "story", "sure", "problem",
                     "how_sure", "time", "heat"):  # fmt: skip
            getattr(self, name).add_class(f"sk-{name.replace('_', '-')}")
        left = widgets.VBox(
            [self.names, self.rule, self.noise, self.shares],
            layout=widgets.Layout(flex="0 0 auto"),  # the triangle may not push it together
        )
        super().__init__(
            [
                widgets.HBox([left, self.drag]),
                self.pick,
                self.problem,
                self.story,
                widgets.HBox([self.how_sure, self.sure]),
                self.time,
                self.heat,
            ]
        )
        self.add_class("sk-metagame")
        self.heat.value = model.heat_map()
        self.names.observe(self._chosen, "value")
        self.rule.observe(self._ruled, "value")
        self.noise.observe(self._ruled, "value")
        self.pick.observe(self._dragged, "value")
        self.how_sure.on_click(self._asked)
        self._make_shares()
        self.show()

    def _make_shares(self) -> None:
        """Make one slider per strategy that is shown."""
        self.sliders = {}
        for name, share in zip(self.model.names, self.model.start, strict=True):
            slider = widgets.FloatSlider(
                100 * share, min=0, max=100, step=1, description=name, readout_format=".0f",
                continuous_update=False,
            )  # fmt: skip
            slider.add_class("sk-share")
            slider.observe(self._slid, "value")
            self.sliders[name] = slider
        self.shares.children = tuple(self.sliders.values())

    def _chosen(self, change: dict[str, Any]) -> None:
        if not self._told(lambda: self.model.show(change["new"])):
            return
        self._make_shares()
        self.show()

    def _ruled(self, _: Any) -> None:
        if self._told(lambda: self.model.change_by(self.rule.value, self.noise.value)):
            self.show()

    def _slid(self, _: Any) -> None:
        if self._quiet:
            return
        mix = {name: slider.value for name, slider in self.sliders.items()}
        if self._told(lambda: self.model.begin(mix)):
            self.show()

    def _dragged(self, change: dict[str, Any]) -> None:
        """Take the place where the handle was dropped, in pixels of the picture."""
        triangle = self.model.triangle()
        if triangle is None or not change["new"]:
            return
        x, y = map(float, change["new"].split("|")[:2])
        mix = dict(zip(self.model.names, triangle.mix(x, y).tolist(), strict=True))
        self.model.begin(mix)
        self.show()

    def _asked(self, _: Any) -> None:
        self.sure.value = pages.lines_page("", [self.model.sureness()])

    def _told(self, act: Any) -> bool:
        """Do something; tell why it cannot be done."""
        try:
            act()
        except SimkitError as error:
            self.problem.value = pages.STYLE + pages.problem_page(str(error))
            return False
        self.problem.value = ""
        return True

    def show(self) -> None:
        """Bring everything in line with the model."""
        m = self.model
        self._quiet = True
        for slider, share in zip(self.sliders.values(), m.start, strict=True):
            slider.value = 100 * float(share)
        self._quiet = False
        self.noise.disabled = m.rule != "logit"
        self.story.value = pages.STYLE + pages.lines_page("", m.story())
        self.sure.value = ""
        self.time.value = m.over_time()
        triangle = m.triangle()
        if triangle is None:
            self.drag.value = pages.lines_page(
                "", ["choose three strategies to see their triangle"]
            )
            return
        wide = m.path().pivot(index="time", columns="strategy", values="share")[m.names]
        path = [triangle.at(mix) for mix in wide.to_numpy()]
        self.drag.value = pages.triangle_page(triangle.png, triangle.size, path)
