"""Which leaves of a title's component data are read when it is set up, played, drawn and told.

Data are read while a title's modules are imported, too, so this is done in a process of its own:
`leaf_reads` starts one, which replaces the tables by `Watched` ones before it imports the title.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from simkit.core import components
from simkit.core.components import NOTES
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.registry import rules_class, title_module
from simkit.core.rules import Rules
from simkit.testing.walk import Wrong

DRAWN_EVERY: Final = 25  # decisions between two pictures
GAMES: Final = 3  # of every number of seats


class Watched:
    """What a table and a list have in common that take down which of their values are asked for."""

    path: str
    seen: set[str]

    def read(self, key: object, value: Any) -> Any:
        """Take down that a value was asked for, unless it is a table or a list; return it."""
        if not isinstance(value, (dict, list)):
            self.seen.add(f"{self.path}.{key}".lstrip("."))
        return value


class WatchedTable(Watched, dict[str, Any]):
    """A table that takes down which of its values are asked for."""

    def __getitem__(self, key: str) -> Any:
        return self.read(key, dict.__getitem__(self, key))

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value, or the default."""
        value = dict.get(self, key, default)
        return self.read(key, value) if key in self else value

    def __iter__(self) -> Iterator[str]:  # or dict(...) would copy without asking
        return dict.__iter__(self)

    def values(self) -> Any:
        """Return all values."""
        return [self[key] for key in self]

    def items(self) -> Any:
        """Return all keys with their values."""
        return [(key, self[key]) for key in self]

    def copy(self) -> Any:
        """Return itself: nobody changes a table that is printed."""
        return self


class WatchedList(Watched, list[Any]):
    """A list that takes down which of its items are asked for."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        value = list.__getitem__(self, place)
        return self.read(_name(value, place % len(self)), value)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return any(value == item for item in self)

    def __eq__(self, other: object) -> bool:
        return list(self) == other

    __hash__ = None


def _name(value: Any, place: int) -> str:
    """Return what a path calls an item of a list."""
    return (
        str(value["id"])
        if isinstance(value, dict) and dict.__contains__(value, "id")
        else str(place)
    )


def watched(value: Any, path: str, seen: set[str]) -> Any:
    """Return a copy of data that takes down into `seen` the paths of the leaves that are asked for."""
    if isinstance(value, dict):
        table = {key: watched(v, f"{path}.{key}".lstrip("."), seen) for key, v in value.items()}
        return _marked(WatchedTable(table), path, seen)
    if isinstance(value, list):
        items = [watched(v, f"{path}.{_name(v, i)}", seen) for i, v in enumerate(value)]
        return _marked(WatchedList(items), path, seen)
    return value


def _marked(container: Watched, path: str, seen: set[str]) -> Watched:
    """Give a container its path, and the set into which it takes down what is asked for."""
    container.path, container.seen = path, seen
    return container


def watch(title: str) -> set[str]:
    """Set up, play, draw and tell games of a title; return the full paths of the leaves it has read.

    The title must not have been imported in this process.
    """
    seen: set[str] = set()
    real: Callable[[Path], dict[str, Any]] = components._read_folder

    def read_folder(folder: Path) -> dict[str, Any]:
        """Return the tables of a folder, watched if they are the title's own."""
        if title.rpartition(".")[2] not in folder.parts:
            return real(folder)
        tables: dict[str, Any] = watched(real(folder), "", seen)
        return tables

    vars(components)["_read_folder"] = read_folder
    low, high = rules_class(title).schema.seat_range
    for rules in _settings(title, range(low, high + 1)):
        for game in range(GAMES):
            _play(rules, Luck(game))
    return seen


def _settings(title: str, counts: range) -> Iterator[Rules]:
    """Yield rules for every number of seats, and with every value of every option that they allow."""
    for seats in counts:
        yield make_rules(title, seats)
        for option in rules_class(title).schema.options:
            for value in option.values[1:]:
                setting: dict[str, Any] = {option.name: value}
                try:
                    yield make_rules(title, seats, **setting)
                except SimkitError:
                    continue  # has no effect with so many, or not by itself


def _play(rules: Rules, luck: Luck) -> None:
    """Play a game of greedy bots to its end, with pictures, words and consequences."""
    from simkit.bots import make_bot

    svg = title_module(rules.title, "view.board").svg
    state = rules.deal(luck)
    bots = [make_bot("greedy", rules.title) for _ in range(rules.seats)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, luck)
    rules.opening(state)
    move = 0
    while state.seat >= 0:
        if move % DRAWN_EVERY == 0:
            svg(state)
        candidates = state.candidates()
        for action in candidates:
            rules.describe(state, action)
        chosen = bots[state.seat].choose(state, candidates).action
        before = state.clone()
        state.apply(chosen)
        rules.consequences(before, chosen, state)
        move += 1
    svg(state)


def leaf_reads(title: str) -> set[str]:
    """Return the full paths of the leaves that a title reads, watched in a process of its own."""
    paths = [path or os.getcwd() for path in sys.path]
    done = subprocess.run(
        [sys.executable, "-m", "simkit.testing", "reads", title],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Wrong(f"{title} cannot be watched: {done.stderr.strip()[-1500:]}")
    return set(json.loads(done.stdout))


def reading_problems(title: str) -> list[str]:
    """Return the leaves that are not read though they are no notes, and the notes that are read."""
    schema, seen = rules_class(title).schema, leaf_reads(title)
    found = []
    for leaf in rules_class(title).components_with().leaves():
        note = any(leaf.matches(pattern) for pattern in (*schema.notes, NOTES))
        is_read = max(leaf.spellings, key=len) in seen
        if note and is_read:
            found.append(f"{leaf.path}: is a note, and is read")
        if not note and not is_read:
            found.append(f"{leaf.path}: is no note, and nothing reads it")
    return found
