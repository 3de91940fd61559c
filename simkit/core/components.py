"""Component data of a title: TOML and CSV files below ``data/<title>/``, and patches to them.

The files are shipped inside the wheel as ``simkit/_data``; in a checkout they are read from ``data/``.
A *path* names one figure: ``factions.terrans.start.ore`` is file ``factions.toml``, the record whose
``id`` is ``terrans``, then the keys. A patch maps paths to new values; only paths that the title's
schema lists as patchable may be changed. Every *leaf* (a value that is no table and no list) is exactly
one of patchable, structural (with the reason) and note: see `Components.leaves` and `declarations`.
"""

from __future__ import annotations

import copy
import csv
import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.schema import Patchable, Schema, Structural

Patch = Mapping[str, Any]

# Top-level folders that travel in the wheel, of the tests the recordings only.
SHIPPED = ("data", "experiments", "notebooks", "tests")


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


class Leaf(NamedTuple):
    """One value of a title's data that is no table and no list.

    Attributes
    ----------
    path
        The shortest path that leads to it.
    spellings
        All paths that lead to it: the name of a list of records may be left out where ids tell them
        apart (``cards.old_earth.vp``, ``cards.card.old_earth.vp``).
    value, table
        The value, and the innermost table around it.
    """

    path: str
    spellings: tuple[str, ...]
    value: Any
    table: Mapping[str, Any]

    def matches(self, pattern: str) -> bool:
        """Tell whether one of its paths matches a pattern."""
        return any(fnmatch_path(path, pattern) for path in self.spellings)


@functools.cache
def shipped(folder: str) -> Path:
    """Return a shipped top-level folder, one of `SHIPPED`.

    Looked for once: bots ask for it at the start of every game.
    """
    package = Path(__file__).resolve().parents[1]
    inside_wheel = package / f"_{folder}"
    return inside_wheel if inside_wheel.is_dir() else package.parent / folder


def existing(path: str | Path) -> Path:
    """Return a path as it was given, or the shipped file of that name where there is none here.

    So ``experiments/first_look.toml`` and ``tests/recordings`` mean the same in a checkout and
    where only the wheel is installed.

    Examples
    --------
    >>> existing("experiments/first_look.toml").is_file()
    True
    >>> existing("experiments/no_such.toml").as_posix()
    'experiments/no_such.toml'
    """
    path = Path(path)
    if path.exists() or not path.parts or path.parts[0] not in SHIPPED:
        return path
    inside = shipped(path.parts[0]).joinpath(*path.parts[1:])
    return inside if inside.exists() else path


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
                tables[path.stem] = _with_numbers(list(csv.DictReader(handle)))
    if not tables:
        raise BadValue(str(folder.name), "holds no component data")
    return tables


def _with_numbers(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Read the columns of a CSV file that hold whole numbers alone, but for ids, as numbers."""
    for name in rows[0] if rows else ():
        cells = [row[name] for row in rows]
        if name != "id" and all(cell and cell.removeprefix("-").isdecimal() for cell in cells):
            for row in rows:
                row[name] = int(row[name])
    return rows


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
    structural, notes
        What else the title declares of its leaves: says why a patch of one is refused.
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
        structural: tuple[Structural, ...] = (),
        notes: tuple[str, ...] = (),
        tables: dict[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        self.patchable = patchable
        self.structural = structural
        self.notes = notes
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
        holder, key, _ = self._find(path)
        return holder[key]

    def leaves(self) -> list[Leaf]:
        """Return every leaf of the data, in the order of the files."""
        return [leaf for leaf in self._walk(("",), self.tables, {}) if leaf.spellings]

    def patchable_paths(self) -> list[str]:
        """Return every path that a patch may change, wildcards filled in."""
        return [path for rule in self.patchable for path in self._expand(rule.path, rule)]

    def rule_of(self, path: str) -> Patchable | None:
        """Return what is declared of a patchable path; None if no patch may change it."""
        for rule in self.patchable:
            if fnmatch_path(path, rule.path) and (not rule.where or self._holds(rule, path)):
                return rule
        return None

    def require_patchable(self, path: str) -> Patchable:
        """Return what is declared of a patchable path; refuse any other, with the reason."""
        rule = self.rule_of(path)
        if rule is None:
            self._refuse(path)
        return rule

    def table_of(self, path: str) -> Mapping[str, Any]:
        """Return the innermost table around a figure."""
        return self._find(path)[2]

    def _holds(self, rule: Patchable | Structural, path: str) -> bool:
        return rule.holds(self.table_of(path))

    def _set(self, path: str, value: Any) -> None:
        rule = self.require_patchable(path)
        holder, key, _ = self._find(path)
        if _sort(value) == "number" and not rule.low <= value <= rule.high:
            raise BadValue(f"patch {path}", f"{value} is outside {rule.low:g} to {rule.high:g}")
        old = holder[key]
        if _sort(old) != _sort(value):
            raise BadValue(f"patch {path}", f"needs a value like {old!r}, not {value!r}")
        if isinstance(old, int) and isinstance(value, float) and not value.is_integer():
            raise BadValue(f"patch {path}", f"needs a whole number, not {value!r}")
        if rule.values and value not in rule.values:
            raise UnknownName("value", value, [str(v) for v in rule.values], f"patch {path}")
        holder[key] = int(value) if isinstance(old, int) and isinstance(value, float) else value

    def _refuse(self, path: str) -> NoReturn:
        """Say why a path may not be changed: as declared, else that there is no such path."""
        for fixed in self.structural:
            if fnmatch_path(path, fixed.path) and self._holds(fixed, path):
                raise BadValue(f"patch {path}", f"may not be changed: it {fixed.reason}")
        if any(fnmatch_path(path, note) for note in (*self.notes, NOTES)):
            raise BadValue(f"patch {path}", "may not be changed: it is a note, which nothing reads")
        raise UnknownName("patch path", path, self.patchable_paths(), "patch")

    def _find(self, path: str) -> tuple[Any, Any, Mapping[str, Any]]:
        """Return what holds a figure, its key there, and the innermost table around it."""
        here: Any = self.tables
        table: Mapping[str, Any] = self.tables
        parts = path.split(".")
        for depth, part in enumerate(parts):
            key = _step(here, part)
            if key is None:
                known = self.patchable_paths() if self.patchable else list(_names(here))
                raise UnknownName("patch path", path, known, "patch")
            if isinstance(here, dict):
                table = here
            if depth == len(parts) - 1:
                if isinstance(key, _Record):
                    break
                return here, key, table
            here = key.value if isinstance(key, _Record) else here[key]
        raise BadValue(f"patch {path}", "names a whole record; name one of its figures")

    def _walk(
        self, paths: Sequence[str], here: Any, table: Mapping[str, Any], optional: bool = False
    ) -> Iterator[Leaf]:
        """Yield the leaves below a place to which several paths lead.

        `optional` says that the last part of the paths is the name of a list of records.
        """
        if isinstance(here, dict):
            for name, value in here.items():
                longer = [f"{path}.{name}".lstrip(".") for path in paths]
                records = isinstance(value, list) and _has_ids(value)
                yield from self._walk(longer, value, here, optional=records and bool(paths[0]))
        elif isinstance(here, list):
            for place, value in enumerate(here):
                name = str(value["id"]) if isinstance(value, dict) and "id" in value else str(place)
                starts = [*paths, *(path.rpartition(".")[0] for path in paths if optional)]
                yield from self._walk([f"{path}.{name}" for path in starts], value, table)
        else:
            found = [path for path in paths if self._leads(path, table, here)]
            yield Leaf(min(found, key=len, default=""), tuple(found), here, table)

    def _leads(self, path: str, table: Mapping[str, Any], value: Any) -> bool:
        """Tell whether a path leads to a value in a table, and not to a namesake."""
        try:
            holder, key, found = self._find(path)
        except SimkitError:
            return False
        return found is table and holder[key] is value

    def _expand(self, pattern: str, rule: Patchable) -> Iterator[str]:
        found: list[tuple[str, Any, Mapping[str, Any]]] = [("", self.tables, self.tables)]
        for part in pattern.split("."):
            nxt: list[tuple[str, Any, Mapping[str, Any]]] = []
            for prefix, here, table in found:
                inner = here if isinstance(here, dict) else table
                names = _names(here) if "*" in part else [part]
                for name in names:
                    if "*" in part and not fnmatchcase(name, part):
                        continue
                    key = _step(here, name)
                    if key is not None:
                        value = key.value if isinstance(key, _Record) else here[key]
                        nxt.append((f"{prefix}.{name}".lstrip("."), value, inner))
            found = nxt
        return (
            path
            for path, value, table in found
            if not isinstance(value, (dict, list)) and rule.holds(table)
        )


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


def _has_ids(rows: Sequence[Any]) -> bool:
    """Tell whether a list holds records that ids tell apart."""
    return bool(rows) and all(isinstance(row, dict) and "id" in row for row in rows)


def _sort(value: Any) -> str:
    """Tell whole numbers and fractions (which may replace each other) from the other types."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"
    return type(value).__name__


def fnmatch_path(path: str, pattern: str) -> bool:
    """Tell whether a path matches a pattern: ``*`` is one part, ``**`` any number of parts.

    Examples
    --------
    >>> fnmatch_path("factions.terrans.start.ore", "factions.*.start.*")
    True
    >>> fnmatch_path("factions.terrans.start.ore", "factions.*")
    False
    >>> fnmatch_path("factions.terrans.start.ore", "**.ore")
    True
    """
    return _match(path.split("."), pattern.split("."))


def _match(parts: list[str], patterns: list[str]) -> bool:
    if "**" not in patterns:
        return len(parts) == len(patterns) and all(map(fnmatchcase, parts, patterns))
    place = patterns.index("**")
    if len(parts) < place or not _match(parts[:place], patterns[:place]):
        return False
    rest = patterns[place + 1 :]
    return any(_match(parts[start:], rest) for start in range(place, len(parts) + 1))


NOTES: Final = "**.notes.**"
"""Pattern of the notes that no schema has to list."""


def declarations(leaf: Leaf, schema: Schema) -> list[str]:
    """Return what a schema declares of a leaf: ``patchable PATTERN``, ``structural PATTERN`` or ``note``.

    A complete schema says exactly one thing of every leaf.

    Examples
    --------
    >>> from simkit.games.race_for_the_galaxy.schema import SCHEMA
    >>> parts = Components(shipped("data") / "race_for_the_galaxy")
    >>> one = next(leaf for leaf in parts.leaves() if leaf.path == "cards.old_earth.vp")
    >>> declarations(one, SCHEMA)
    ['patchable cards.*.vp']
    """
    rules: list[tuple[str, Patchable | Structural]] = [("patchable", p) for p in schema.patchable]
    rules += [("structural", fixed) for fixed in schema.structural]
    found = [
        f"{word} {rule.path}"
        for word, rule in rules
        if leaf.matches(rule.path) and rule.holds(leaf.table)
    ]
    if any(leaf.matches(pattern) for pattern in (*schema.notes, NOTES)):
        found.append("note")
    return found
