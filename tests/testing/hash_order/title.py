"""Rules whose states list the legal labels in the order of a set of strings."""

from __future__ import annotations

from typing import ClassVar

from tests.testing.broken import BrokenRules, BrokenState
from tests.tiny.schema import GOODS, LABELLING


class HashOrderState(BrokenState):
    """Lists the labels by way of a set of names."""

    __slots__ = ()

    def legal(self) -> list[int]:
        if self.phase == LABELLING and self.seat >= 0:
            return [self.rules.encode("label", good=good) for good in set(GOODS)]
        return super().legal()


class HashOrderRules(BrokenRules):
    title: ClassVar[str] = "tests.testing.hash_order"
    state_class = HashOrderState


RULES = HashOrderRules
