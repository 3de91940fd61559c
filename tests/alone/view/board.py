"""The picture of The Fair."""

from tests.tiny.view.board import svg

__all__ = ["svg"]
