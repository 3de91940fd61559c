"""Draws faults: by stratum, package and operator, the same ones for the same seed and sources."""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.mutants.copies import ROOT
from tests.mutants.faults import Fault, list_faults

SETTINGS = Path(__file__).with_name("strata.toml")
LEFT_OUT = "left out"


@cache
def settings() -> dict[str, Any]:
    """Return what strata.toml says."""
    return tomllib.loads(SETTINGS.read_text(encoding="utf-8"))


@cache
def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*)", text)
    words = {"**/": r"(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(words.get(part, re.escape(part)) for part in parts) + r"\Z")


def stratum_of(path: str) -> str:
    """Return the stratum of a file of simkit."""
    for stratum in settings()["stratum"]:
        if any(_pattern(text).match(path) for text in stratum["files"]):
            return str(stratum["name"])
    return LEFT_OUT


def package_of(path: str) -> str:
    """Return the package whose tests are near: that of the title, or the one below simkit."""
    parts = path.split("/")
    return "/".join(parts[: 3 if parts[1] == "games" else 2])


def source_files(places: Sequence[str], strata: Sequence[str]) -> Iterator[str]:
    """Return the files in some places (all of simkit by default) that are in the strata asked for."""
    for place in places or ["simkit"]:
        path = ROOT / place
        if not path.exists():
            raise SystemExit(f"mutants: {place} is not there")
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = file.relative_to(ROOT).as_posix()
            if stratum_of(name) in strata or (not strata and stratum_of(name) != LEFT_OUT):
                yield name


def draw(files: Sequence[str], number: int, seed: int) -> list[Fault]:
    """Return `number` faults, evenly over packages, and over operators within each.

    One fault per function, as long as there are functions without one.
    """
    packages: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        packages[package_of(file)].append(file)
    quotas = _quotas(sorted(packages), number, seed)
    return [
        fault
        for package in sorted(packages)
        for fault in _draw_of(packages[package], quotas[package], f"{seed} {package}")
    ]


def _quotas(packages: Sequence[str], number: int, seed: int) -> dict[str, int]:
    """Share a number out; which packages get one more is drawn."""
    more = set(random.Random(f"{seed} quotas").sample(packages, number % len(packages)))
    return {package: number // len(packages) + (package in more) for package in packages}


def _draw_of(files: Sequence[str], number: int, seed: str) -> list[Fault]:
    luck = random.Random(seed)
    sources = {file: (ROOT / file).read_bytes() for file in files}
    places = [fault for file, source in sources.items() for fault in list_faults(source, file)]
    drawn: list[Fault] = []
    used: set[tuple[str, str]] = set()
    while len(drawn) < number and places:
        fresh = [fault for fault in places if (fault.path, fault.function) not in used] or places
        operator = luck.choice(sorted({fault.operator for fault in fresh}))
        fault = luck.choice([fault for fault in fresh if fault.operator == operator])
        places.remove(fault)
        if fault.parses(sources[fault.path]):
            drawn.append(fault)
            used.add((fault.path, fault.function))
    return drawn
