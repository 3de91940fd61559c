"""Packs: folders with component records that extend or change a title.

A pack has a ``pack.toml`` (its name, its title, what it is, where it is from) and files named like
the title's own tables. A record whose ``id`` the title has changes that record: the keys that it gives
take the place of the printed ones, and those listed under ``without`` go. A record with a new id is
added. Figures outside of records may be changed as by a patch. Where an ability is new, ``code`` names a
file of Python classes, one for each ``[[operation]]``, whose methods answer the hooks of the title; their
figures come from the records. Code is loaded by the hash of the pack, in every process that plays.
"""

from __future__ import annotations

import copy
import hashlib
import inspect
import os
import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from simkit.core.errors import BadValue, SimkitError, UnknownName, suggestion
from simkit.core.records import Key, Problems, Record, check_table

if TYPE_CHECKING:
    from simkit.core.rules import Rules

FILE: Final = "pack.toml"
FOLDER: Final = "packs"
"""Folder of a title's data with the packs that come with it."""
WITHOUT: Final = "without"
"""Key of a changed record that lists the keys which it loses."""
ID: Final = re.compile(r"[a-z][a-z0-9_]*")
Places = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None

OPERATION_KEYS: Final = (
    Key("op", needed=True, meaning="what records call it"),
    Key("class", needed=True, meaning="the class of the pack's code that answers for it"),
    Key("hooks", "texts", needed=True, meaning="the hooks that the class answers"),
    Key("words", needed=True, meaning="what it does, with its figures in braces"),
    Key("sign", meaning="the same as a few letters for boards"),
)
PACK_KEYS: Final = (
    Key("name", needed=True, meaning="the pack's name"),
    Key("title", needed=True, meaning="the title that it is for"),
    Key("what", needed=True, meaning="what it is, in a sentence"),
    Key("source", needed=True, meaning="who it is by, or where it is from"),
    Key("code", meaning="the file with its Python classes"),
)


@dataclass(frozen=True, slots=True)
class Operation:
    """An ability that a pack's code implements.

    Attributes
    ----------
    op, words, sign
        What records call it, what it does (with its figures in braces), the same in a few letters.
    hooks
        The hooks that it answers.
    figures
        Its figures with their ranges; a record gives each of them, and a patch may change them.
    more
        Further keys that the title asks for (`Rules.operation_keys`).
    kind
        The class that answers.
    """

    op: str
    words: str
    sign: str
    hooks: tuple[str, ...]
    figures: tuple[tuple[str, int, int], ...]
    more: tuple[tuple[str, Any], ...]
    kind: type

    def answering(self, record: Mapping[str, Any]) -> Any:
        """Return an object of its class that has the figures of a record as attributes."""
        found = self.kind()
        for name, _, _ in self.figures:
            setattr(found, name, record[name])
        return found

    def in_words(self, record: Mapping[str, Any], short: bool = False) -> str:
        """Say what it does with the figures of a record."""
        text = (self.sign or self.op.replace("_", " ")) if short else self.words
        return text.format(**{name: record[name] for name, _, _ in self.figures})


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was read.

    Attributes
    ----------
    place
        How it was asked for: the name of a pack that comes with the title, or a folder.
    name, title, what, source
        What its ``pack.toml`` says.
    hash
        Over all its files.
    folder, code
        Where it lies, and its file with classes ("" where it has none).
    tables
        Its own tables: name -> what stands in the file.
    operations
        What its code implements.
    """

    place: str
    name: str
    title: str
    what: str
    source: str
    hash: str
    folder: str
    code: str
    tables: Mapping[str, Any]
    operations: tuple[Operation, ...]

    def files(self) -> list[Path]:
        """Return the files that it consists of."""
        return files_of(Path(self.folder))

    def records(self, kinds: Sequence[Record]) -> Iterator[tuple[Record, Mapping[str, Any]]]:
        """Yield its records, with their kinds."""
        for kind in kinds:
            for record in self.tables.get(kind.table, {}).get(kind.name, ()):
                yield kind, record


def shipped_packs(rules: type[Rules]) -> list[str]:
    """Return the names of the packs that come with a title."""
    return sorted(path.parent.name for path in (rules.data_folder() / FOLDER).glob(f"*/{FILE}"))


def places_of(places: Places) -> tuple[str, ...]:
    """Return what was asked for as texts."""
    if places is None:
        return ()
    several = places if isinstance(places, (list, tuple)) else [places]
    if not all(isinstance(place, (str, os.PathLike)) for place in several):
        raise BadValue("pack", f"is a folder or a list of folders, not {places!r}")
    return tuple(str(place) for place in several)


def read_packs(rules: type[Rules], places: Places) -> tuple[Pack, ...]:
    """Return the packs at some places, each checked by itself; bad ones are refused.

    Raises
    ------
    SimkitError
        Names the pack, the file, the record and the key of the first mistake.
    """
    found = tuple(_read(rules, place) for place in places_of(places))
    names = [pack.name for pack in found]
    for name in names:
        if names.count(name) > 1:
            raise BadValue("pack", f"two packs are called {name!r}")
    return found


def find(rules: type[Rules], place: str) -> Path:
    """Return the folder of a pack, given by its path or by the name of one that comes with the title."""
    own = rules.data_folder() / FOLDER / place
    folder = Path(place)
    if ID.fullmatch(place) and (own / FILE).is_file() and not (folder / FILE).is_file():
        return own
    if not folder.is_dir():
        known = shipped_packs(rules)
        what = "is no folder" if folder.exists() else "there is no such folder"
        raise BadValue(
            f"pack {place}", f"{what}, nor a pack of {rules.title}{suggestion(place, known)}"
        )
    if not (folder / FILE).is_file():
        raise BadValue(f"pack {place}", f"the folder has no {FILE}")
    return folder


def placed_beside(places: Any, folder: Path) -> Any:
    """Return packs as a file in `folder` names them: paths that lead nowhere from here start there."""
    several = [places] if isinstance(places, str) else places
    if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
        return places  # refused by whoever reads it
    return [
        str(folder / one)
        if not (Path(one) / FILE).is_file() and (folder / one / FILE).is_file()
        else one
        for one in several
    ]


def fingerprint(folder: Path) -> str:
    """Return a hash of the files of a pack."""
    found = hashlib.blake2b(digest_size=16)
    for path in files_of(folder):
        for part in (path.name.encode(), path.read_bytes().replace(b"\r\n", b"\n")):
            found.update(len(part).to_bytes(8, "big"))
            found.update(part)
    return found.hexdigest()


def files_of(folder: Path) -> list[Path]:
    """Return the files in a folder that a pack consists of."""
    return sorted(p for p in folder.iterdir() if p.suffix in (".toml", ".py") and p.is_file())


def _read(rules: type[Rules], place: str) -> Pack:
    folder = find(rules, place)
    try:
        return _read_version(rules, place, folder, fingerprint(folder))
    except OSError as error:
        raise BadValue(f"pack {place}", f"cannot be read ({error.strerror})") from None


_known: dict[tuple[str, str, str, str], Pack] = {}
"""Packs that were read in this process, by title, place, folder and hash."""


def _read_version(rules: type[Rules], place: str, folder: Path, version: str) -> Pack:
    """Return a pack; it is read again when a file in it has changed."""
    key = rules.title, place, str(folder), version
    if key not in _known:
        _known[key] = _read_anew(rules, place, folder, version)
    return _known[key]


def _read_anew(rules: type[Rules], place: str, folder: Path, version: str) -> Pack:
    problems = list(_problems_of_head(rules, folder))
    if problems:
        raise problems[0]
    head = _toml(folder, FILE, folder.name)
    name = str(head["name"])
    tables = {
        path.stem: _toml(folder, path.name, name)
        for path in sorted(folder.glob("*.toml"))
        if path.name != FILE
    }
    return Pack(
        place, name, head["title"], head["what"], head["source"], version, str(folder),
        str(head.get("code", "")), tables,
        tuple(_operations(rules, folder, head, version)),
    )  # fmt: skip


def _toml(folder: Path, file: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / file).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadValue(f"pack {name}, {file}", f"is not valid TOML ({error})") from None
    except UnicodeDecodeError:
        raise BadValue(f"pack {name}, {file}", "is not a text file in UTF-8") from None


# pack.toml ---------------------------------------------------------------------------------------


def _problems_of_head(rules: type[Rules], folder: Path) -> Problems:
    """Yield what is wrong with a ``pack.toml``."""
    head = _toml(folder, FILE, folder.name)
    name = head.get("name", folder.name)
    place = f"pack {name}, {FILE}"
    problems = list(check_table(head, PACK_KEYS, place, ["operation"]))
    yield from problems
    if problems:
        return
    if "/" in name or "\\" in name or name.startswith("."):
        yield BadValue(f"{place}, name", f"{name!r} does not do for a folder")
    if head["title"] != rules.title:
        yield BadValue(f"{place}, title", f"it is for {head['title']!r}, not for {rules.title!r}")
    operations = head.get("operation", [])
    if not isinstance(operations, list) or not all(isinstance(o, dict) for o in operations):
        yield BadValue(f"{place}, operation", "is written as [[operation]] tables")
        return
    if operations and not rules.schema.hooks:
        yield BadValue(f"{place}, operation", f"{rules.title} has no hooks that code could answer")
    if bool(operations) != ("code" in head):
        lacking = "code" if operations else "[[operation]]"
        yield BadValue(
            place, f"lacks {lacking}: a file of classes and the operations that they implement"
        )
    for number, operation in enumerate(operations):
        yield from _problems_of_operation(rules, operation, f"{place}, operation[{number}]")


def _problems_of_operation(rules: type[Rules], given: Mapping[str, Any], place: str) -> Problems:
    keys = (*OPERATION_KEYS, *rules.operation_keys)
    problems = list(check_table(given, keys, place, ["figures"]))
    yield from problems
    if problems:
        return
    hooks = [hook.name for hook in rules.schema.hooks]
    if not given["hooks"]:
        yield BadValue(f"{place}, hooks", f"names no hook; there are {', '.join(hooks)}")
    for hook in given["hooks"]:
        if hook not in hooks:
            yield UnknownName("hook", hook, hooks, place)
    figures = given.get("figures", {})
    if not isinstance(figures, dict):
        yield BadValue(f"{place}, figures", "is a table of names and ranges, like { n = [0, 5] }")
        return
    for name, span in figures.items():
        whole = isinstance(span, list) and all(type(one) is int for one in span)
        if not whole or len(span) != 2 or span[0] > span[1] or not name.isidentifier():
            yield BadValue(f"{place}, figures, {name}", f"is a range like [0, 5], not {span!r}")
    for key in ("words", "sign"):
        try:
            given.get(key, "").format(**dict.fromkeys(figures, 0))
        except (KeyError, IndexError, ValueError) as error:
            yield BadValue(f"{place}, {key}", f"names a figure that it does not have ({error})")


# Code --------------------------------------------------------------------------------------------


def _operations(
    rules: type[Rules], folder: Path, head: Mapping[str, Any], version: str
) -> Iterator[Operation]:
    """Load the code of a pack and yield what it implements."""
    if "code" not in head:
        return
    place = f"pack {head['name']}, {head['code']}"
    module = _module(folder, head["code"], place, version)
    keys = [key.name for key in rules.operation_keys]
    for given in head["operation"]:
        kind = _class(module, given, place, [hook.name for hook in rules.schema.hooks])
        yield Operation(
            given["op"], given["words"], given.get("sign", ""), tuple(given["hooks"]),
            tuple((name, low, high) for name, (low, high) in given.get("figures", {}).items()),
            tuple((name, given[name]) for name in keys if name in given), kind,
        )  # fmt: skip


def _module(folder: Path, file: str, place: str, version: str) -> ModuleType:
    """Return the module of a pack's code, loaded once per version and process."""
    path = folder / file
    name = f"simkit_pack_{version}"
    if name in sys.modules:
        return sys.modules[name]
    if path.suffix != ".py" or path.name != file or not path.is_file():
        known = [other.name for other in folder.glob("*.py")]
        raise BadValue(place, f"there is no such file in the pack{suggestion(path.name, known)}")
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        del sys.modules[name]
        raise BadValue(place, f"does not load (line {error.lineno}: {error.msg})") from None
    except Exception as error:
        del sys.modules[name]
        raise BadValue(place, f"does not load ({at_line(error, path)})") from None
    return module


def at_line(error: Exception, path: Path) -> str:
    """Say what went wrong in a pack's code, and in which line."""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {error}"


def _class(module: ModuleType, given: Mapping[str, Any], place: str, hooks: list[str]) -> type:
    """Return the class of an operation; one that does not answer its hooks is refused."""
    name = given["class"]
    known = [key for key, value in vars(module).items() if inspect.isclass(value)]
    kind = vars(module).get(name)
    if not inspect.isclass(kind):
        raise UnknownName("class", name, known, place)
    methods = [key for key, _ in inspect.getmembers(kind, inspect.isfunction)]
    for hook in given["hooks"]:
        if hook not in methods:
            named = [key for key in methods if not key.startswith("_")]
            raise BadValue(
                f"{place}, class {name}",
                f"has no method {hook!r}, the hook of operation {given['op']!r}"
                f"{suggestion(hook, named)}",
            )
    for method in methods:
        if not method.startswith("_") and method not in given["hooks"]:
            if method in hooks:
                raise BadValue(
                    f"{place}, class {name}",
                    f"has the method {method!r}, which operation {given['op']!r} does not list "
                    "under hooks: nobody would ask it",
                )
            near = suggestion(method, hooks)
            raise BadValue(
                f"{place}, class {name}",
                f"has a method {method!r}, which is no hook{near} (helpers begin with _)",
            )
    try:
        kind()
    except Exception as error:
        raise BadValue(
            f"{place}, class {name}", f"cannot be made without arguments ({error})"
        ) from None
    return kind


# Records -----------------------------------------------------------------------------------------


def merged(rules: type[Rules], printed: Mapping[str, Any], packs: Sequence[Pack]) -> dict[str, Any]:
    """Return the tables of a title with those of packs laid over them.

    Raises
    ------
    SimkitError
        Names pack, file, record and key of the first mistake, and how many more there are.
    """
    tables = dict(printed)
    problems: list[SimkitError] = []
    kinds = rules.records_with([o for pack in packs for o in pack.operations])
    owners: dict[tuple[str, str], str] = {}
    problems += _same_operations(kinds, packs)
    for pack in packs:
        problems += _lay_over(rules, tables, pack, kinds, owners)
    if not problems:
        problems += rules.check_records(tables, packs)
    if problems:
        raise _refusal(problems)
    return tables


def _same_operations(kinds: Sequence[Record], packs: Sequence[Pack]) -> Problems:
    """Yield the operations of packs that are called like others."""
    forms = [form.when for kind in kinds for key in kind.keys for form in key.forms]
    twice = {when for when in forms if forms.count(when) > 1}
    for pack in packs:
        for one in pack.operations:
            if any(value == one.op for when in twice for _, value in when):
                yield BadValue(f"pack {pack.name}, {FILE}", f"the operation {one.op!r} is in use")


def _refusal(problems: Sequence[SimkitError]) -> SimkitError:
    if len(problems) == 1:
        return problems[0]
    told = SimkitError(
        f"{problems[0]} (and {len(problems) - 1} more: simkit check-pack lists them)"
    )
    told.__cause__ = SimkitError("\n".join(map(str, problems)))
    return told


def all_problems(error: SimkitError) -> list[str]:
    """Return all that was wrong, one line each, of an error that `merged` raised."""
    return str(error.__cause__ or error).splitlines()


def _lay_over(
    rules: type[Rules], tables: dict[str, Any], pack: Pack, kinds: Sequence[Record],
    owners: dict[tuple[str, str], str],
) -> list[SimkitError]:  # fmt: skip
    """Lay the tables of a pack over others; return what is wrong with them."""
    problems: list[SimkitError] = []
    for name, given in pack.tables.items():
        place = f"pack {pack.name}, {name}.toml"
        if name not in tables:
            problems.append(UnknownName("table", name, tables, f"pack {pack.name}"))
            continue
        lists = {kind.name: kind for kind in kinds if kind.table == name}
        tables[name] = copy.deepcopy(tables[name])
        for key, value in given.items():
            if key in lists:
                problems += _add_records(
                    rules, tables[name], lists[key], value, place, owners, pack
                )
            else:
                problems += _change_figures(
                    rules, tables[name], key, value, (name,), place, list(lists)
                )
    return problems


def _add_records(
    rules: type[Rules], table: dict[str, Any], kind: Record, given: Any, place: str,
    owners: dict[tuple[str, str], str], pack: Pack,
) -> Problems:  # fmt: skip
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        yield BadValue(place, f"{kind.name} is written as [[{kind.name}]] tables")
        return
    printed = {str(one["id"]): n for n, one in enumerate(table[kind.name])}
    for number, record in enumerate(given):
        id_ = record.get("id")
        if not isinstance(id_, str) or not ID.fullmatch(id_):
            why = (
                "lacks an id"
                if id_ is None
                else f"id {id_!r} is not written in small letters and _"
            )
            yield BadValue(f"{place}, {kind.what} {number + 1}", why)
            continue
        where = f"{place}, {kind.what} {id_!r}"
        owner = owners.get((kind.what, id_))
        complete = all(key in record for key in kind.needed)
        if owner is not None:
            other = "this pack" if owner == pack.name else f"pack {owner}"
            yield BadValue(where, f"the id is in use: {other} has a {kind.what} of that id")
            continue
        owners[kind.what, id_] = pack.name
        if id_ not in printed:
            yield from _add(rules, table[kind.name], kind, record, where, list(printed))
        elif complete:
            yield BadValue(
                where,
                f"the id is in use: the title has a {kind.what} {id_!r}; take another one for a new "
                f"{kind.what}, or give only the keys that change",
            )
        else:
            yield from _change(rules, table[kind.name], printed[id_], kind, record, where)


def _add(
    rules: type[Rules], records: list[Any], kind: Record, given: Mapping[str, Any], where: str,
    printed: list[str],
) -> Problems:  # fmt: skip
    problems = list(check_table(given, kind.keys, where, ["id"]))
    lacking = [key for key in kind.needed if key not in given]
    if len(lacking) > 1 and len(given) < len(lacking):
        close = suggestion(str(given["id"]), printed)
        yield BadValue(
            where,
            f"the title has no such {kind.what} to be changed, and a new one needs "
            f"{', '.join(lacking)} as well{close}",
        )
        return
    yield from problems
    yield from _out_of_range(rules, kind, given, where)
    if not problems:
        records.append(copy.deepcopy(dict(given)))


def _change(
    rules: type[Rules], records: list[Any], number: int, kind: Record, given: Mapping[str, Any],
    where: str,
) -> Problems:  # fmt: skip
    gone = given.get(WITHOUT, [])
    if not isinstance(gone, list):
        yield BadValue(f"{where}, {WITHOUT}", f"is a list of keys, not {gone!r}")
        return
    changed = {key: value for key, value in records[number].items() if key not in gone}
    for key in gone:
        if key not in records[number]:
            yield UnknownName("key", key, records[number], f"{where}, {WITHOUT}")
    change = {key: value for key, value in given.items() if key != WITHOUT}
    named = [key for key in kind.keys if key.name in change]
    others = [key.name for key in kind.keys]
    problems = list(check_table(change, named, where, ["id", *others]))
    yield from problems
    yield from _out_of_range(rules, kind, change, where)
    if not problems:
        records[number] = {**changed, **copy.deepcopy(change)}


def _out_of_range(
    rules: type[Rules], kind: Record, given: Mapping[str, Any], where: str
) -> Problems:
    """Yield the figures outside of the ranges that patches have to keep to."""
    for parts, value, table in _numbers(given):
        path = [kind.table, str(given["id"]), *parts]
        fitting = (r for r in rules.schema.patchable if _matches(path, r.path) and r.holds(table))
        rule = next(fitting, None)
        if rule is not None and not rule.low <= value <= rule.high:
            place = f"{where}, {'.'.join(parts)}"
            yield BadValue(place, f"{value} is outside {rule.low:g} to {rule.high:g}")


def _matches(path: Sequence[str], pattern: str) -> bool:
    """Tell whether a path matches a pattern (`components.fnmatch_path` reads texts, not parts)."""
    patterns = pattern.split(".")
    return len(path) == len(patterns) and all(map(fnmatchcase, path, patterns))


def _numbers(
    here: Any, parts: tuple[str, ...] = (), table: Mapping[str, Any] | None = None
) -> Iterator[tuple[tuple[str, ...], float, Mapping[str, Any]]]:
    """Yield the numbers in a record, with where they stand and the innermost table around them."""
    if isinstance(here, dict):
        for key, value in here.items():
            yield from _numbers(value, (*parts, key), here)
    elif isinstance(here, list):
        for number, value in enumerate(here):
            yield from _numbers(value, (*parts, str(number)), table)
    elif isinstance(here, (int, float)) and not isinstance(here, bool):
        yield parts, here, table or {}


def _change_figures(
    rules: type[Rules], holder: dict[str, Any], key: str, value: Any, above: tuple[str, ...],
    place: str, lists: Sequence[str],
) -> Problems:  # fmt: skip
    """Change figures outside of records, those that a patch may change."""
    path = [*above, key]
    if isinstance(value, dict) and isinstance(holder.get(key), dict):
        for name, inner in value.items():
            yield from _change_figures(
                rules, holder[key], name, inner, tuple(path), f"{place}, {key}", ()
            )
        return
    rule = next((r for r in rules.schema.patchable if _matches(path, r.path)), None)
    if key not in holder or rule is None:
        known = [name for name in holder if not isinstance(holder[name], list)]
        near = UnknownName("key", key, [*lists, *known], place)
        yield (
            near
            if key not in holder
            else BadValue(
                f"{place}, {key}",
                "may not be changed: a pack changes records, and figures that are patchable",
            )
        )
    elif type(value) is not type(holder[key]):
        yield BadValue(f"{place}, {key}", f"needs a value like {holder[key]!r}, not {value!r}")
    elif isinstance(value, (int, float)) and not rule.low <= value <= rule.high:
        yield BadValue(f"{place}, {key}", f"{value} is outside {rule.low:g} to {rule.high:g}")
    else:
        holder[key] = value
