"""The picture of The Fair."""

from tests.tiny.board import svg

__all__ = ["svg"]
