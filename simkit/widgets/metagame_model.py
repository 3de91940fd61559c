"""A meta-game by hand: which strategies, from which mix, by which dynamics, and where that ends."""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.charts import style
from simkit.charts import theory as charts
from simkit.core.errors import BadValue, UnknownName
from simkit.theory import dynamics, equilibria
from simkit.theory.payoffs import Floats, Payoffs

if TYPE_CHECKING:
    import pandas as pd

DYNAMICS = ("replicator", "logit")
DPI = 80
TIME = 40.0  # in units of the spread of the payoffs: long enough to settle
SMALL = 0.005  # shares below are not told
DRAWS = 40
Point = tuple[float, float]


class MetagameModel:
    """A symmetric game of strategies, a part of them, a starting mix, and a rule of change.

    Parameters
    ----------
    payoffs
        A symmetric table, as `simkit.studies.payoffs.estimate` makes it.

    Examples
    --------
    >>> from simkit.theory import classics
    >>> model = MetagameModel(classics.game("hawk_dove"))
    >>> model.begin({"hawk": 0.9, "dove": 0.1})
    >>> model.story()[0]
    'From 90 % hawk, 10 % dove the population comes to 50 % hawk, 50 % dove.'
    """

    def __init__(self, payoffs: Payoffs) -> None:
        if not payoffs.symmetric:
            raise BadValue("payoffs", "the meta-game explorer shows symmetric games")
        if len(payoffs.names) < 2:
            raise BadValue("payoffs", "a meta-game needs at least two strategies")
        self.payoffs = payoffs
        self.rule = "replicator"
        self.noise = 0.1
        self.show(payoffs.names[:3])

    # What is asked --------------------------------------------------------------------------------

    def show(self, names: Sequence[str]) -> None:
        """Play with these strategies alone; the starting mix is even again."""
        for name in names:
            if name not in self.payoffs.names:
                raise UnknownName("strategy", name, self.payoffs.names, "metagame")
        if len(names) < 2:
            raise BadValue("strategies", "choose at least two")
        self.names = [name for name in self.payoffs.names if name in names]
        self.part = self.payoffs.subset(self.names)
        self.part.need_complete()
        self.start = np.full(len(self.names), 1 / len(self.names))

    def begin(self, mix: Mapping[str, float]) -> None:
        """Set the starting mix; shares are made to sum to one."""
        self.start = self.mix_of(mix)

    def mix_of(self, mix: Mapping[str, float]) -> Floats:
        """Return shares by name as an array that sums to one, in the order of the strategies."""
        for name in mix:
            if name not in self.names:
                raise UnknownName("strategy", name, self.names, "start")
        shares = np.array([max(0.0, float(mix.get(name, 0.0))) for name in self.names])
        if shares.sum() <= 0:
            raise BadValue("start", "gives no strategy a share")
        found: Floats = shares / shares.sum()
        return found

    def change_by(self, rule: str, noise: float = 0.1) -> None:
        """Choose the dynamics."""
        if rule not in DYNAMICS:
            raise UnknownName("dynamics", rule, DYNAMICS, "metagame")
        if noise <= 0:
            raise BadValue("noise", f"is above zero, not {noise}")
        self.rule, self.noise = rule, noise

    # The answer -----------------------------------------------------------------------------------

    def path(self, payoffs: Payoffs | None = None) -> pd.DataFrame:
        """Return how the shares change over time."""
        game = self.part if payoffs is None else payoffs
        spread = self.part.spread or 1.0
        if self.rule == "logit":
            noise = self.noise * spread
            return dynamics.logit(game, [self.start], noise=noise, time=TIME, points=161)
        return dynamics.replicator(game, [self.start], time=TIME / spread, points=161)

    def end(self, path: pd.DataFrame) -> dict[str, float]:
        """Return the shares at the end of a path."""
        last = path[path["time"] == path["time"].max()]
        return dict(zip(last["strategy"], last["share"].astype(float), strict=True))

    def story(self) -> list[str]:
        """Say in sentences where the population goes and what the equilibria are."""
        end = self.end(self.path())
        begun = dict(zip(self.names, self.start.tolist(), strict=True))
        lines = [f"From {mix_words(begun)} the population comes to {mix_words(end)}."]
        found = equilibria.symmetric(self.part)
        if found:
            lines.append(
                f"{len(found)} symmetric equilibria:" if len(found) > 1 else "Equilibrium:"
            )
            for one in found[:6]:
                mix = dict(zip(self.names, one.mixes[0].tolist(), strict=True))
                regret = f"{one.regret:.2g}" if one.regret > 1e-9 else "0"
                lines.append(f"  {mix_words(mix)} (regret {regret})")
        else:
            lines.append("No symmetric equilibrium was found.")
        return lines

    def sureness(self, draws: int = DRAWS, seed: int = 0) -> str:
        """Say how often the same strategy ends on top when the payoffs are drawn within their errors."""
        first = self.end(self.path())
        top = max(first, key=lambda name: first[name])
        if self.part.exact:
            return "These payoffs are exact: there is no sampling error."
        rng = np.random.default_rng(seed)
        ends = [self.end(self.path(self.part.draw(rng))) for _ in range(draws)]
        same = sum(max(end, key=lambda name: end[name]) == top for end in ends)
        shares = np.array([end[top] for end in ends])
        low, high = np.quantile(shares, [0.05, 0.95])
        return (
            f"With payoffs drawn within their sampling errors, {top} ends on top in {same} of {draws} "
            f"tables; its share there lies between {100 * low:.0f} and {100 * high:.0f} % in nine of ten."
        )

    # Pictures -------------------------------------------------------------------------------------

    def heat_map(self) -> bytes:
        """Return the payoffs as a picture."""
        return style.png(charts.payoff_map(self.payoffs), dpi=DPI)

    def over_time(self) -> bytes:
        """Return the shares over time as a picture."""
        return style.png(charts.shares_over_time(self.path()), dpi=DPI)

    def triangle(self) -> Triangle | None:
        """Return the simplex as a picture whose corners are known; None unless three are shown."""
        if len(self.names) != 3:
            return None
        noise = self.noise * (self.part.spread or 1.0) if self.rule == "logit" else None
        return _triangle(self.part, noise)


class Triangle:
    """A picture of a simplex, and where its corners lie on it, in pixels."""

    def __init__(self, png: bytes, size: Point, corners: Floats) -> None:
        self.png, self.size, self.corners = png, size, corners

    def at(self, mix: Floats) -> Point:
        """Return where a mix lies."""
        x, y = np.asarray(mix) @ self.corners
        return float(x), float(y)

    def mix(self, x: float, y: float) -> Floats:
        """Return the mix at a place; places outside are moved to the edge."""
        system = np.vstack([self.corners.T, np.ones(3)])
        shares = np.clip(np.linalg.solve(system, np.array([x, y, 1.0])), 0.0, None)
        found: Floats = shares / shares.sum()
        return found


@functools.lru_cache(maxsize=32)
def _triangle(payoffs: Payoffs, noise: float | None) -> Triangle:
    """Draw the flow once; paths and handle are laid over it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = charts.simplex(payoffs, noise=noise)
    figure.set_dpi(DPI)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    width, height = canvas.get_width_height()
    corners = figure.axes[0].transData.transform(charts.CORNERS)
    corners[:, 1] = height - corners[:, 1]  # pictures count from the top
    buffer = io.BytesIO()
    canvas.print_png(buffer)  # type: ignore[no-untyped-call]
    return Triangle(buffer.getvalue(), (float(width), float(height)), corners)


def mix_words(mix: dict[str, Any]) -> str:
    """Say a mix: the largest shares first, those that read alike in their own order.

    Examples
    --------
    >>> mix_words({"a": 0.25, "b": 0.75, "c": 0.001}), mix_words({"a": 0.499, "b": 0.501})
    ('75 % b, 25 % a', '50 % a, 50 % b')
    """
    parts = sorted(mix.items(), key=lambda pair: -round(100 * pair[1]))
    return ", ".join(f"{100 * share:.0f} % {name}" for name, share in parts if share >= SMALL)
