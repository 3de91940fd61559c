"""The greedy bot of The Fair plays this title, too."""

from tests.tiny.features import GREEDY

__all__ = ["GREEDY"]
