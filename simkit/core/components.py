"""Component data of a title: TOML and CSV files below ``data/<title>/``, and patches to them.

The files are shipped inside the wheel as ``simkit/_data``; in a checkout they are read from ``data/``.
A *path* names one figure: ``factions.terrans.start.ore`` is file ``factions.toml``, the record whose
``id`` is ``terrans``, then the keys. A patch maps paths to new values; only paths that the title's
schema lists may be changed.
"""

from __future__ import annotations

import copy
import csv
import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from simkit.core.errors import BadValue, UnknownName
from simkit.core.schema import Patchable

Patch = Mapping[str, Any]


def printed_names(records: Iterable[Mapping[str, Any]], codes: Iterable[str]) -> tuple[str, ...]:
    """Return the printed names of components by their codes, for the labels of a schema.

    A record without a ``name`` is called by its ``id`` with blanks.

    Examples
    --------
    >>> printed_names([{"id": "old_earth", "name": "Old Earth"}, {"id": "law_1"}], ["law_1", "old_earth"])
    ('law 1', 'Old Earth')
    """
    names = {str(record["id"]): str(record.get("name", "")) for record in records}
    return tuple(names[code] or code.replace("_", " ") for code in codes)


class Marked(NamedTuple):
    """One figure of a title's data with its mark: ``confirmed``, ``inferred`` or ``reconstructed``."""

    path: str
    value: Any
    confidence: str


@functools.cache
def shipped(folder: str) -> Path:
    """Return a shipped top-level folder (``data``, ``experiments``, ``notebooks``).

    Looked for once: bots ask for it at the start of every game.
    """
    package = Path(__file__).resolve().parents[1]
    inside_wheel = package / f"_{folder}"
    return inside_wheel if inside_wheel.is_dir() else package.parent / folder


@functools.lru_cache(maxsize=32)
def read_tables(folder: Path) -> dict[str, Any]:
    """Return the tables of a folder, by the names of their files."""
    tables: dict[str, Any] = {}
    for path in sorted(folder.glob("*")):
        if path.suffix == ".toml":
            try:
                tables[path.stem] = tomllib.loads(path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise BadValue(path.name, f"is not valid TOML ({error})") from None
        elif path.suffix == ".csv" and path.stem not in tables:
            with path.open(newline="", encoding="utf-8") as handle:
                tables[path.stem] = list(csv.DictReader(handle))
    if not tables:
        raise BadValue(str(folder.name), "holds no component data")
    return tables


class Components:
    """The component tables of one title, patched or as printed.

    Parameters
    ----------
    folder
        Folder with the title's TOML and CSV files.
    patchable
        The paths that a patch may change, with their ranges.
    patch
        Path -> new value.
    tables
        What is patched instead of the files: these with packs laid over them.

    Examples
    --------
    >>> from simkit.core.components import Components, shipped
    >>> parts = Components(shipped("data") / "gaia_project")  # doctest: +SKIP
    >>> parts.get("factions.terrans.start.ore")               # doctest: +SKIP
    4
    """

    def __init__(
        self,
        folder: Path,
        patchable: tuple[Patchable, ...] = (),
        patch: Patch | None = None,
        tables: dict[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        self.patchable = patchable
        self.patch = dict(patch or {})
        printed = read_tables(folder) if tables is None else tables
        if not self.patch:
            self.tables = printed
            return
        touched = {path.split(".")[0] for path in self.patch}
        self.tables = {k: copy.deepcopy(v) if k in touched else v for k, v in printed.items()}
        for path, value in self.patch.items():
            self._set(path, value)

    def __getitem__(self, table: str) -> Any:
        """Return one whole file, e.g. ``components["factions"]``."""
        if table not in self.tables:
            raise UnknownName("component table", table, self.tables, self.folder.name)
        return self.tables[table]

    def get(self, path: str) -> Any:
        """Return the figure at a path."""
        holder, key = self._find(path)
        return holder[key]

    def patchable_paths(self) -> list[str]:
        """Return every path that a patch may change, wildcards filled in."""
        return [path for pattern in self.patchable for path in self._expand(pattern.path)]

    def _set(self, path: str, value: Any) -> None:
        rule = next((p for p in self.patchable if fnmatch_path(path, p.path)), None)
        if rule is None:
            raise UnknownName("patch path", path, self.patchable_paths(), "patch")
        holder, key = self._find(path)
        if _sort(value) == "number" and not rule.low <= value <= rule.high:
            raise BadValue(f"patch {path}", f"{value} is outside {rule.low:g} to {rule.high:g}")
        old = holder[key]
        if _sort(old) != _sort(value):
            raise BadValue(f"patch {path}", f"needs a value like {old!r}, not {value!r}")
        if isinstance(old, int) and isinstance(value, float) and not value.is_integer():
            raise BadValue(f"patch {path}", f"needs a whole number, not {value!r}")
        holder[key] = int(value) if isinstance(old, int) and isinstance(value, float) else value

    def _find(self, path: str) -> tuple[Any, Any]:
        here: Any = self.tables
        parts = path.split(".")
        for depth, part in enumerate(parts):
            key = _step(here, part)
            if key is None:
                known = self.patchable_paths() if self.patchable else list(_names(here))
                raise UnknownName("patch path", path, known, "patch")
            if depth == len(parts) - 1:
                if isinstance(key, _Record):
                    break
                return here, key
            here = key.value if isinstance(key, _Record) else here[key]
        raise BadValue(f"patch {path}", "names a whole record; name one of its figures")

    def _expand(self, pattern: str) -> Iterator[str]:
        found: list[tuple[str, Any]] = [("", self.tables)]
        for part in pattern.split("."):
            nxt: list[tuple[str, Any]] = []
            for prefix, here in found:
                names = _names(here) if "*" in part else [part]
                for name in names:
                    if "*" in part and not fnmatchcase(name, part):
                        continue
                    key = _step(here, name)
                    if key is not None:
                        value = key.value if isinstance(key, _Record) else here[key]
                        nxt.append((f"{prefix}.{name}".lstrip("."), value))
            found = nxt
        return (path for path, value in found if not isinstance(value, (dict, list)))


class _Record:
    """A record found by its id inside a list of tables."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _step(here: Any, part: str) -> Any:
    if isinstance(here, dict):
        if part in here:
            return part
        for value in here.values():
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, dict) and str(item.get("id")) == part:
                        return _Record(item)
        return None
    if isinstance(here, list):
        for item in here:  # ids first: a numbered card is found by its number, not by its place
            if isinstance(item, dict) and str(item.get("id")) == part:
                return _Record(item)
        if part.lstrip("-").isdigit() and -len(here) <= int(part) < len(here):
            return int(part)
    return None


def _names(here: Any) -> Iterator[str]:
    if isinstance(here, dict):
        yield from here
        for value in here.values():
            if isinstance(value, list):
                yield from (str(i["id"]) for i in value if isinstance(i, dict) and "id" in i)
    elif isinstance(here, list):
        ids = [str(i["id"]) for i in here if isinstance(i, dict) and "id" in i]
        yield from ids or (str(i) for i in range(len(here)))


def _sort(value: Any) -> str:
    """Tell whole numbers and fractions (which may replace each other) from the other types."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"
    return type(value).__name__


def fnmatch_path(path: str, pattern: str) -> bool:
    """Tell whether a path matches a pattern in which ``*`` stands for one part.

    Examples
    --------
    >>> fnmatch_path("factions.terrans.start.ore", "factions.*.start.*")
    True
    >>> fnmatch_path("factions.terrans.start.ore", "factions.*")
    False
    """
    parts, patterns = path.split("."), pattern.split(".")
    return len(parts) == len(patterns) and all(map(fnmatchcase, parts, patterns))
