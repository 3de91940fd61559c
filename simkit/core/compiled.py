"""The optional compiled build: the same files, compiled by mypyc, laid into ``simkit/_compiled``.

It comes in groups: core with the engine and the common bots, and one for every title, each in a folder
with a stamp. ``make fast`` and a wheel built under ``SIMKIT_COMPILE=1`` fill the folders. A group is used
only while it is current: while its stamp names the sources as they stand, those of the first group
included, on which every title relies. After an edit that group plays as plain Python, so that nobody
looks at a change and sees the old game; the others stay compiled. ``SIMKIT_BUILD=plain`` asks for plain
Python everywhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(PACKAGE, "_compiled")
STAMP = "stamp"
CHOICE = "SIMKIT_BUILD"
CORE = "core"
CORE_PARTS = ("bots", "core", "engine")
"""Packages that the first group relies on, and is made of."""
APART = ("io", "view")
"""Rooms of a title that nothing compiled relies on."""

NOT_COMPILED = "not compiled"
EDITED = "edited since it was compiled"
CORE_EDITED = "core, engine or bots were edited since it was compiled"
OTHER_CORE = "compiled beside another core"
NO_CORE = "core is not compiled"
OUTSIDE = "not a part of simkit"
ASKED = f"{CHOICE}=plain asks for it"
LATER = "compiled since this process began"


_join = os.path.join


class Stamp(NamedTuple):
    """From what a group was compiled.

    Attributes
    ----------
    sources, core
        Fingerprints of the group's own sources, and of those of the first group.
    interface
        What the compiled modules of core offered to others: equal in all groups that play together.
    tools
        Versions of the tools, and their flags.
    """

    sources: str
    core: str
    interface: str
    tools: str


def groups(package: str = PACKAGE) -> tuple[str, ...]:
    """Return the names of the groups: core, and every title that comes with simkit."""
    games = os.path.join(package, "games")
    found = (name for name in os.listdir(games) if os.path.isfile(_join(games, name, "title.py")))
    return (CORE, *sorted(found))


def fingerprint(group: str, package: str = PACKAGE) -> str:
    """Return a hash of a group's sources, and of the Python that may load what is made of them.

    Not only of those that are compiled: they rely on the types of the others.
    """
    import hashlib

    found = hashlib.blake2b(EXTENSION_SUFFIXES[0].encode(), digest_size=16)
    for path in sorted(sources(group, package)):
        found.update(os.path.relpath(path, package).replace(os.sep, "/").encode())
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()


def sources(group: str, package: str = PACKAGE) -> Iterator[str]:
    """Give the paths of the sources that a group is made of, or relies on."""
    tops = [_join(package, part) for part in CORE_PARTS]
    for top in tops if group == CORE else [_join(package, "games", group)]:
        for folder, inner, names in os.walk(top):
            if group != CORE and folder == top:
                inner[:] = [name for name in inner if name not in APART]
            yield from (_join(folder, name) for name in names if name.endswith(".py"))


def write_stamp(folder: str, stamp: Stamp) -> None:
    """Write a group's stamp into its folder."""
    with open(_join(folder, STAMP), "w", encoding="utf-8") as file:
        file.write("\n".join(stamp) + "\n")


def read_stamp(folder: str) -> Stamp | None:
    """Return the stamp in a group's folder; None where there is none."""
    try:
        with open(_join(folder, STAMP), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    return Stamp(*lines) if len(lines) == len(Stamp._fields) else None


def survey(folder: str = FOLDER, package: str = PACKAGE) -> dict[str, str]:
    """Return, for every group, why it cannot be used; "" where it is current."""
    base = read_stamp(_join(folder, CORE))
    core = fingerprint(CORE, package) if base else ""
    found = {}
    for group in groups(package):
        stamp = read_stamp(_join(folder, group))
        if stamp is None:
            found[group] = NOT_COMPILED
        elif base is None:
            found[group] = NO_CORE
        elif group != CORE and stamp.sources != fingerprint(group, package):
            found[group] = EDITED
        elif stamp.core != core or base.core != core:
            found[group] = EDITED if group == CORE else CORE_EDITED
        else:
            found[group] = "" if stamp.interface == base.interface else OTHER_CORE
    return found


def use() -> None:
    """Have the modules of all groups that are current imported compiled instead of plain."""
    if os.path.isdir(FOLDER) and os.environ.get(CHOICE) != "plain":
        current = [group for group, reason in survey().items() if not reason]
        if current:
            sys.meta_path.insert(0, _Finder(FOLDER, current))


def playing(title: str = "") -> dict[str, str]:
    """Return why each group plays plain Python in this process; "" where it plays compiled.

    With a title only of core and that title, which need not be one that comes with simkit.
    """
    used = next((one.groups for one in sys.meta_path if isinstance(one, _Finder)), frozenset())
    reasons = survey()
    return {
        group: _why_plain(group in used, reasons.get(group, OUTSIDE))
        for group in ((CORE, title) if title else reasons)
    }


def _why_plain(used: bool, reason: str) -> str:
    """Return why a group plays plain Python; "" if this process uses its compiled modules."""
    if used:
        return ""
    return ASKED if os.environ.get(CHOICE) == "plain" else reason or LATER


def build(title: str = "") -> str:
    """Say which build plays, a title or all: compiled, plain Python, or some of each, and why."""
    import platform

    python = f"{platform.python_implementation()} {platform.python_version()}"
    found = playing(title)
    plain = {group: reason for group, reason in found.items() if reason}
    if not plain:
        return f"compiled build, {python}"
    said = "; ".join(f"{group}: {reason}" for group, reason in plain.items())
    if len(plain) < len(found):
        rest = ", ".join(group for group in found if group not in plain)
        return f"mixed build, {python}; compiled: {rest}; plain Python: {said}"
    if set(plain.values()) <= {ASKED, NOT_COMPILED, NO_CORE, OUTSIDE}:
        return f"plain Python build, {python}"
    return f"plain Python build, {python}; {said} (make fast compiles it anew)"


class _Finder:
    """Finds the compiled modules of some groups, by name.

    It does without the base class, importing which would take longer than all else here.
    """

    def __init__(self, folder: str, used: Iterable[str]) -> None:
        self.groups = frozenset(used)
        self.files: dict[str, str] = {}
        for group in self.groups:
            self._read(_join(folder, group))

    def _read(self, folder: str) -> None:
        """Take down the modules in a group's folder."""
        for below, _, names in os.walk(folder):
            inside = os.path.relpath(below, folder).split(os.sep)
            package = [] if inside == ["."] else inside
            for name in names:
                if name.endswith(EXTENSION_SUFFIXES[0]):
                    module = ".".join([*package, name[: -len(EXTENSION_SUFFIXES[0])]])
                    self.files[module] = _join(below, name)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module lies."""
        file = self.files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)
