"""Editions to try matches with, made of today's package: the same rules, other figures, other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import simkit
from simkit.core.bot import Bot, Choice
from simkit.core.state import State
from tests.opponents.edition import Edition

TINY = "tests.tiny"


@dataclass(frozen=True)
class Patched(Edition):
    """An edition whose rules have other figures."""

    patch: Mapping[str, Any] = field(default_factory=dict)

    def rules(self, title: str, seats: int) -> Any:
        return simkit.rules(title, seats, patch=dict(self.patch))


class OtherNumbers(Edition):
    """An edition that numbers its actions otherwise: each number is twice ours and one more."""

    def rules(self, title: str, seats: int) -> Any:
        return _Rules(super().rules(title, seats))


class _Rules:
    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def deal(self, luck: Any) -> Any:
        return _State(self.inner.deal(luck))

    def notation(self, action: int) -> str:
        return str(self.inner.notation(_ours(action)))

    def parse(self, text: str) -> int:
        return _theirs(self.inner.parse(text))


class _State:
    def __init__(self, inner: State) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def legal(self) -> list[int]:
        return [_theirs(action) for action in self.inner.legal()]

    def candidates(self) -> list[int]:
        return [_theirs(action) for action in self.inner.candidates()]

    def is_legal(self, action: int) -> bool:
        return self.inner.is_legal(_ours(action))

    def apply(self, action: int) -> None:
        self.inner.apply(_ours(action))


def _ours(action: int) -> int:
    assert action & 1, f"{action} is a number of the other edition"
    return action >> 1


def _theirs(action: int) -> int:
    return action << 1 | 1


class First(Bot):
    """Takes the first candidate, and does what it likes with what it is given."""

    name = "first"

    def choose(self, view: State, candidates: list[int]) -> Choice:
        first = candidates[0]
        candidates.clear()
        view.apply(first)
        return Choice(first)


class Cheat(Bot):
    """Takes what is not allowed."""

    name = "cheat"

    def choose(self, view: State, candidates: list[int]) -> Choice:
        everything = range(1 << 10)
        return Choice(next(action for action in everything if not view.is_legal(action)))


class Careless(Bot):
    """Returns an action where a choice is wanted."""

    name = "careless"

    def choose(self, view: State, candidates: list[int]) -> Any:
        return candidates[0]
