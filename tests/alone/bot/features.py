"""The greedy bot of The Fair plays this title, too."""

from tests.tiny.bot.features import GREEDY

__all__ = ["GREEDY"]
