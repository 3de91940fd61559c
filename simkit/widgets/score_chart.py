"""The running chart of a replay: scores so far, and points by source.

Axes, ticks and legend are drawn once per game; a step only draws lines and bars upon that picture, so
that stepping stays quick.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.charts.style import SHADES

if TYPE_CHECKING:
    from simkit.widgets.replay_model import ReplayModel

WIDTH, HEIGHT, DPI = 10.0, 3.1, 90
INK, RULE = "#1b1b1b", "#8a8a8a"
# Apart for colour-blind eyes; lines differ by dash as well, bars by lightness, from the ninth by hatch.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a3478a", "#56b4e9", "#8a6d00")
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))
HATCHES = ("", "///", "...", "xxx")


class ScoreChart:
    """Draws where a replay stands, as PNG.

    Parameters
    ----------
    model
        The replay; its `moments` and names are read.
    """

    def __init__(self, model: ReplayModel) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.seats = model.rules.seats
        self.scores = np.array([moment.scores for moment in model.moments])
        points = np.array([moment.points for moment in model.moments])
        self.points = points.reshape(len(points), self.seats, -1)
        names = [source.words for source in model.rules.schema.sources]
        self.used = [i for i in range(len(names)) if self.points[:, :, i].any()]
        self.figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor="white")
        self.canvas = _untyped(FigureCanvasAgg(self.figure))
        self.lines, self.bars = self.figure.subplots(1, 2, width_ratios=[1, 1.1])
        self._frame_of_lines(model)
        self._frame_of_bars([names[i] for i in self.used])
        self.figure.subplots_adjust(left=0.06, right=0.99, top=0.9, bottom=0.16, wspace=0.14)
        self.canvas.draw()
        self.empty = self.canvas.copy_from_bbox(self.figure.bbox)

    def _frame_of_lines(self, model: ReplayModel) -> None:
        from matplotlib.lines import Line2D

        ax = self.lines
        ax.set_xlim(0, max(1, len(self.scores) - 1))
        low, high = float(self.scores.min()), float(self.scores.max())
        ax.set_ylim(low - 0.03 * (high - low) - 0.5, high + 0.05 * (high - low) + 0.5)
        ax.set_xlabel("decisions", fontsize=8)
        ax.set_title("Score", fontsize=9, loc="left", color=INK)
        self._plain(ax)
        styles = [(SEAT_COLOURS[s % 6], DASHES[s % 6]) for s in range(self.seats)]
        look: dict[str, Any] = {"linewidth": 2, "drawstyle": "steps-post", "animated": True}
        self.curves = [Line2D([], [], color=c, linestyle=d, **look) for c, d in styles]
        for seat, curve in enumerate(self.curves):
            ax.add_line(curve)
            curve.set_label(f"seat {seat}")
        ax.legend(loc="upper left", fontsize=8, frameon=False)
        self.cursor = ax.axvline(0, color=RULE, linewidth=1, animated=True)

    def _frame_of_bars(self, names: list[str]) -> None:
        from matplotlib.patches import Patch, Rectangle

        ax = self.bars
        final = self.points
        gained = np.where(final > 0, final, 0).sum(axis=2).max(initial=1)
        lost = np.where(final < 0, final, 0).sum(axis=2).min(initial=0)
        ax.set_xlim(float(lost) * 1.06, float(gained) * 1.06)
        columns = 4 if max(map(len, names), default=0) <= 15 else 3
        rows = 1 - (-len(names) // columns)  # the legend's lines, as room below the last seat
        ax.set_ylim(self.seats - 0.5 + 0.16 * rows * self.seats, -0.6)
        ax.set_yticks(range(self.seats), [f"seat {seat}" for seat in range(self.seats)])
        ax.set_title("Points by source", fontsize=9, loc="left", color=INK)
        self._plain(ax)
        looks: list[dict[str, Any]] = [
            {
                "facecolor": SHADES[n % len(SHADES)],
                "hatch": HATCHES[n // len(SHADES) % len(HATCHES)],
                "edgecolor": "white",
                "linewidth": 0.5,
            }
            for n in range(len(names))
        ]
        self.pieces = [
            [Rectangle((0, seat - 0.36), 0, 0.72, animated=True, **look) for look in looks]
            for seat in range(self.seats)
        ]
        for row in self.pieces:
            for piece in row:
                ax.add_patch(piece)
        patches = [Patch(label=name, **look) for name, look in zip(names, looks, strict=True)]
        if patches:
            ax.legend(handles=patches, loc="lower center", ncols=columns, fontsize=7, frameon=False)
        self.totals = [
            ax.text(0, seat, "", va="center", fontsize=8, color=INK, animated=True)
            for seat in range(self.seats)
        ]

    def _plain(self, ax: Any) -> None:
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            ax.spines[side].set_color(RULE)
        ax.tick_params(labelsize=8, color=RULE, labelcolor=INK)

    def png(self, position: int) -> bytes:
        """Draw the chart at a position of the replay."""
        from PIL import Image

        self.canvas.restore_region(self.empty)
        steps = np.arange(position + 1)
        for seat, curve in enumerate(self.curves):
            curve.set_data(steps, self.scores[: position + 1, seat])
            self.lines.draw_artist(curve)
        self.cursor.set_xdata([position, position])
        self.lines.draw_artist(self.cursor)
        for seat, row in enumerate(self.pieces):
            self._draw_bar(seat, row, self.points[position, seat, self.used].tolist())
        out = io.BytesIO()
        pixels = np.asarray(self.canvas.buffer_rgba())[:, :, :3]
        Image.fromarray(pixels).save(out, "PNG", compress_level=1)
        return out.getvalue()

    def _draw_bar(self, seat: int, row: list[Any], amounts: list[int]) -> None:
        """Stack gains to the right of zero and losses to the left."""
        right = left = 0.0
        for piece, amount in zip(row, amounts, strict=True):
            if not amount:
                continue
            piece.set_x(right if amount > 0 else left + amount)
            piece.set_width(abs(amount))
            if amount > 0:
                right += amount
            else:
                left += amount
            self.bars.draw_artist(piece)
        total = self.totals[seat]
        total.set_text(f" {sum(amounts)}")
        total.set_x(right)
        self.bars.draw_artist(total)


def _untyped(canvas: Any) -> Any:
    """Return a canvas as something whose methods bear no types."""
    return canvas
