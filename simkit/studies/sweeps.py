"""Sweeps: one spec played under many patches, options or bots, all on the same deals.

What is varied is written as text::

    patch:factions.terrans.start.ore=2..6      the whole numbers 2 to 6
    patch:factions.*.start.ore=2,4             (a list; the path is one that the title lets change)
    option:turn_order=by_passing,fixed
    bots=greedy:trade,greedy:military

Several of them make a grid; one at a time, each is varied alone while the others stay as the spec has
them. Every combination is an arm of one run, so all play the same deals, and a sweep is resumed,
shared and stored like any run.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.analysis import balance
from simkit.core.errors import SimkitError, UnknownName
from simkit.runs import Results, Spec, run

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("patch", "option", "bots")
MOST_ARMS = 1_000
UNCHANGED = "as in the spec"


@dataclass(frozen=True)
class Variation:
    """Something that is varied, and the values it takes.

    Attributes
    ----------
    kind
        ``patch``, ``option`` or ``bots``.
    name
        Path of the patch or name of the option; ``bots`` for bots.
    """

    kind: str
    name: str
    values: tuple[Any, ...]

    @classmethod
    def parse(cls, text: str) -> Variation:
        """Read a variation as it is written on the command line.

        Examples
        --------
        >>> Variation.parse("patch:factions.terrans.start.ore=2..4").values
        (2, 3, 4)
        """
        what, equals, values = text.partition("=")
        kind, _, name = what.partition(":")
        if not equals or not values.strip():
            raise SimkitError(f"vary: {text!r} is not written like patch:PATH=2..6 or bots=a,b")
        if kind not in KINDS:
            raise UnknownName("thing to vary", kind, KINDS, "vary")
        if (kind == "bots") == bool(name):
            raise SimkitError(f"vary: {what!r} is not written like patch:PATH, option:NAME or bots")
        found = tuple(_range(values) if ".." in values else _listed(values, kind))
        if len(set(map(str, found))) < len(found):
            raise SimkitError(f"vary: {what} takes a value twice")
        return cls(kind, name or "bots", found)

    def change(self, value: Any) -> dict[str, Any]:
        """Return what a value changes in an arm."""
        if self.kind == "patch":
            return {"patch": {self.name: value}}
        if self.kind == "option":
            return {"options": {self.name: value}}
        return {"bots": [value]}


def _range(text: str) -> list[int]:
    low, _, high = text.partition("..")
    try:
        first, last = int(low), int(high)
    except ValueError:
        raise SimkitError(f"vary: {text!r} is not a range of whole numbers like 2..6") from None
    if last < first:
        raise SimkitError(f"vary: {text!r} is empty; write it as {high}..{low}")
    return list(range(first, last + 1))


def _listed(text: str, kind: str) -> list[Any]:
    words = [word.strip() for word in text.split(",")]
    return words if kind == "bots" else [_value(word) for word in words]


def _value(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    for read in (int, float):
        try:
            return read(word)
        except ValueError:
            continue
    return word


def combinations(
    variations: Sequence[Variation], one_at_a_time: bool = False
) -> list[dict[str, Any]]:
    """Return what each arm sets: name of a variation -> value.

    Examples
    --------
    >>> ore, knowledge = Variation("patch", "ore", (2, 3)), Variation("patch", "knowledge", (1,))
    >>> combinations([ore, knowledge], one_at_a_time=True)
    [{}, {'ore': 2}, {'ore': 3}, {'knowledge': 1}]
    """
    if one_at_a_time:
        return [{}, *({v.name: value} for v in variations for value in v.values)]
    grid = itertools.product(*(v.values for v in variations))
    return [dict(zip((v.name for v in variations), values, strict=True)) for values in grid]


@dataclass
class Sweep:
    """A played sweep.

    Attributes
    ----------
    results
        The run; one arm per combination.
    settings
        Per arm: name of a variation -> value.
    """

    results: Results
    settings: dict[str, dict[str, Any]]

    def table(self, by: str | Sequence[str] = "faction") -> pd.DataFrame:
        """Return the balance table of every arm, tidy: one column per thing varied."""
        import pandas as pd

        seats, games = self.results.seats, self.results.games
        names = list(dict.fromkeys(name for values in self.settings.values() for name in values))
        found = []
        for arm, values in self.settings.items():
            chosen = games[games.arm == arm]
            part = balance.table(seats[seats.arm == arm], by, chosen)
            for place, name in enumerate(names):
                part.insert(place, name, values.get(name, UNCHANGED))
            found.append(part)
        return pd.concat(found, ignore_index=True)


def sweep(
    spec: Spec | Mapping[str, Any],
    vary: Sequence[str | Variation],
    one_at_a_time: bool = False,
    folder: str | Path | None = None,
    **how: Any,
) -> Sweep:
    """Play a spec under every combination of what is varied.

    Parameters
    ----------
    spec
        The spec, without arms of its own.
    vary
        What is varied; see this module.
    one_at_a_time
        Vary each alone, beside one arm as the spec has it, instead of all combinations.
    folder, **how
        As in `simkit.runs.run`.

    Examples
    --------
    >>> spec = {"title": "gaia_project", "seats": 2, "games": 500}
    >>> found = sweep(spec, ["patch:factions.terrans.start.ore=2..6"])     # doctest: +SKIP
    >>> found.table().query("faction == 'terrans'")                        # doctest: +SKIP
    """
    base = spec if isinstance(spec, Spec) else Spec.of(spec)
    if base.arm:
        raise SimkitError("sweep: the spec has arms of its own; a sweep makes the arms")
    variations = [v if isinstance(v, Variation) else Variation.parse(v) for v in vary]
    if not variations:
        raise SimkitError("sweep: say what to vary, e.g. --vary patch:PATH=2..6")
    settings = {
        ", ".join(f"{name}={value}" for name, value in values.items()) or UNCHANGED: values
        for values in combinations(variations, one_at_a_time)
    }
    if len(settings) > MOST_ARMS:
        raise SimkitError(
            f"sweep: {len(settings):,} combinations; at most {MOST_ARMS:,} are played"
        )
    by_name = {variation.name: variation for variation in variations}
    arms = [{"name": name, **_arm(by_name, values)} for name, values in settings.items()]
    full = Spec.of({**base.to_dict(), "arm": arms}, "sweep")
    return Sweep(run(full, folder, **how), settings)


def _arm(variations: Mapping[str, Variation], values: Mapping[str, Any]) -> dict[str, Any]:
    arm: dict[str, Any] = {}
    for name, value in values.items():
        for key, change in variations[name].change(value).items():
            if isinstance(change, dict):
                arm.setdefault(key, {}).update(change)
            else:
                arm[key] = change
    return arm
