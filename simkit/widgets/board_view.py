"""A board in a widget: beside its remarks, or large above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets


class Board(widgets.HTML):  # type: ignore[misc]
    """Shows a board; the button `size` switches between fitting in and being large."""

    def __init__(self) -> None:
        super().__init__(layout=widgets.Layout(flex="1 1 860px", min_width="480px"))
        self.add_class("sk-board-view")
        self.size = widgets.ToggleButton(
            description="Large board",
            tooltip="draw the board in its full size, the remarks below it",
            layout=widgets.Layout(width="110px"),
        )
        self.size.add_class("sk-size")
        self.size.observe(self._resize, "value")

    def _resize(self, change: dict[str, Any]) -> None:
        large = change["new"]
        self.layout.flex = "1 0 100%" if large else "1 1 860px"
        self.layout.overflow = "auto" if large else None
        (self.add_class if large else self.remove_class)("sk-large")


def beside(board: Board, remarks: Sequence[widgets.Widget]) -> widgets.HBox:
    """Put remarks beside a board, or below it where there is no room."""
    column = widgets.VBox(list(remarks), layout=widgets.Layout(flex="0 1 340px"))
    layout = widgets.Layout(align_items="flex-start", flex_flow="row wrap")
    return widgets.HBox([board, column], layout=layout)
