"""The optional compiled build: the same files, compiled by mypyc, laid into ``simkit/_compiled``.

``make fast`` and a wheel built under ``SIMKIT_COMPILE=1`` fill that folder; it is used only while its
stamp names these very sources and this Python. After an edit the plain build plays, so that nobody
looks at a change and sees the old game. ``SIMKIT_BUILD=plain`` asks for the plain build in any case.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(PACKAGE, "_compiled")
STAMP = "stamp"
CHOICE = "SIMKIT_BUILD"
PARTS = ("bots", "core", "games")
"""Packages that the compiled modules belong to."""


def fingerprint(package: str = PACKAGE) -> str:
    """Return a hash of the sources of core, bots and titles, and of the Python that may load the build.

    All of them, compiled or not: what is compiled relies on the types of the others.
    """
    import hashlib

    found = hashlib.blake2b(EXTENSION_SUFFIXES[0].encode(), digest_size=16)
    for part in PARTS:
        for folder, inner, names in os.walk(os.path.join(package, part)):
            inner.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    path = os.path.join(folder, name)
                    found.update(os.path.relpath(path, package).replace(os.sep, "/").encode())
                    with open(path, "rb") as file:
                        found.update(file.read())
    return found.hexdigest()


def is_current(folder: str = FOLDER) -> bool:
    """Tell whether a folder's compiled modules were made from the sources as they stand."""
    try:
        with open(os.path.join(folder, STAMP), encoding="ascii") as file:
            return file.read().strip() == fingerprint()
    except OSError:
        return False


def use() -> None:
    """Have the compiled modules imported instead of the plain ones, if they are there and current."""
    if os.path.isdir(FOLDER) and os.environ.get(CHOICE) != "plain" and is_current():
        sys.meta_path.insert(0, _Finder(FOLDER))


def build() -> str:
    """Say which build plays: compiled, or plain Python, and why not the compiled one."""
    import platform

    from simkit.core import state

    python = f"{platform.python_implementation()} {platform.python_version()}"
    if not str(state.__file__).endswith(".py"):
        return f"compiled build, {python}"
    stale = os.path.isdir(FOLDER) and os.environ.get(CHOICE) != "plain" and not is_current()
    why = "; the compiled one was made from other sources: make fast" if stale else ""
    return f"plain Python build, {python}{why}"


class _Finder:
    """Finds the modules that were compiled, by name.

    It does without the base class, importing which would take longer than all else here.
    """

    def __init__(self, folder: str) -> None:
        self.files: dict[str, str] = {}
        for below, _, names in os.walk(folder):
            inside = os.path.relpath(below, folder).split(os.sep)
            package = [] if inside == ["."] else inside
            for name in names:
                if name.endswith(EXTENSION_SUFFIXES[0]):
                    module = ".".join([*package, name[: -len(EXTENSION_SUFFIXES[0])]])
                    self.files[module] = os.path.join(below, name)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module lies."""
        file = self.files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)
