"""What a run is played with, as hashes: code, component data, and every bot with its weights and source.

They stand in the manifest, in every batch and (as one hash) in every receipt. A run that is resumed,
shares that are merged and workers on other machines have to agree; what differs is named.

Of a bot that is somebody's own, its module counts, with all modules of one's own folders that it imports
and the files that these name in their text. What a bot finds in another way (names put together while
it plays, installed packages, a network) is not covered.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot
from simkit.core.compiled import PACKAGE
from simkit.core.packs import read_packs
from simkit.core.registry import make_bot, rules_class, title_package
from simkit.runs.spec import Spec

Identity = dict[str, str]
APART = {"profiles", "packs"}  # folders of a title's data: weights belong to bots, packs are hashed
NOT_PLAYED = ("view", "io", "__pycache__")  # rooms of a title that no game depends on
PLANNING = (
    "runs/planner.py", "runs/designs.py", "runs/batch.py", "engine/play.py", "engine/observer.py",
    "engine/recorder.py", "engine/packing.py", "engine/columns.py", "engine/arrays.py",
)  # fmt: skip
BYTES = 16
LONGEST_NAME = 200  # characters of a text that may name a file
INSTALLED = ("site-packages", "dist-packages")
Signature = tuple[tuple[str, int, int], ...]


def identity(spec: Spec, own_bots: Mapping[str, Bot] | None = None) -> Identity:
    """Return what a spec would be played with here: what it is -> hash."""
    own = own_bots or {}
    found = {
        f"the code of simkit or {spec.title}": _code(spec.title),
        f"the data of {spec.title}": _data(rules_class(spec.title).data_folder()),
    }
    for pack in read_packs(rules_class(spec.title), spec.pack):
        found[f"the pack {pack.name}"] = pack.hash
    for arm in spec.arms:
        for text in spec.bots_of(arm):
            bot = own[text] if text in own else make_bot(text, spec.title)
            named = f"the bot {text}"
            marked = _bot(bot, text, spec, spec.rules_of(arm))
            found[named] = digest({"before": found.get(named, ""), "now": marked})
    _here.add(digest(found))
    return found


_here: set[str] = set()  # digests of what was found in this process


def digest(parts: Identity) -> str:
    """Return one hash of an identity; "" where nothing is known."""
    if not parts:
        return ""
    return _hash(f"{key}\0{value}\n".encode() for key, value in sorted(parts.items()))


def differences(one: Identity, other: Identity) -> str:
    """Name what differs, with commas; "" if nothing does."""
    keys = sorted({*one, *other})
    return ", ".join(key for key in keys if one.get(key) != other.get(key))


def _hash(chunks: Iterable[bytes]) -> str:
    found = hashlib.blake2b(digest_size=BYTES)
    for chunk in chunks:
        found.update(len(chunk).to_bytes(8, "big"))
        found.update(chunk)
    return found.hexdigest()


def _files(root: Path, files: Iterable[Path]) -> Iterator[bytes]:
    """Yield names and contents, alike on every machine."""
    for file in files:
        yield file.relative_to(root).as_posix().encode()
        yield file.read_bytes().replace(b"\r\n", b"\n")


def _common_files() -> list[Path]:
    """Return the files of simkit that decide the games of every title."""
    package = Path(PACKAGE)
    files = [*package.glob("core/*.py"), *package.glob("bots/*.py")]
    return sorted([*files, *map(package.joinpath, PLANNING)])


def _signature() -> Signature:
    """Return times and sizes of simkit's files, which change with every edit."""
    stats = [(file.name, file.stat()) for file in _common_files()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


_imported_as: Signature = _signature()  # this process plays with simkit as it was then


@functools.cache
def _code(title: str) -> str:
    """Return a hash of what decides a game: core, bots, the title's rules, and how games are planned.

    Where simkit has been edited since this process imported it, the hash is that of no files.
    """
    package = Path(PACKAGE)
    spec = find_spec(title_package(title))
    own = Path(str(spec.origin)).parent if spec is not None else package
    rooms = [
        file for file in own.rglob("*.py") if not {*file.relative_to(own).parts} & {*NOT_PLAYED}
    ]
    older = [] if _signature() == _imported_as else [repr(_imported_as).encode()]
    return _hash([*_files(package, _common_files()), *_files(own, sorted(rooms)), *older])


@functools.cache
def _data(folder: Path) -> str:
    """Return a hash of a title's component data."""
    files = [
        file
        for file in folder.rglob("*")
        if file.suffix in (".toml", ".csv") and not {*file.relative_to(folder).parts} & APART
    ]
    return _hash(_files(folder, sorted(files)))


def _bot(bot: Bot, text: str, spec: Spec, rules: Any) -> str:
    """Return a hash of a bot: its text, its source if it is not simkit's, its weights if it has some."""
    parts = [text.encode(), *_source(type(bot), spec.title)]
    ours = len(parts) == 1
    if ours and hasattr(bot, "named_weights"):
        values = [value for role in rules.schema.roles for value in role.values]
        parts += [
            repr(sorted(bot.named_weights(rules, who).items())).encode() for who in ("", *values)
        ]
    if ours:
        for value in bot.get_params().values():
            if isinstance(value, Bot):
                parts.append(_bot(value, type(value).__name__, spec, rules).encode())
    return _hash(parts)


def _source(kind: type, title: str) -> list[bytes]:
    """Return the source of a class that comes neither with simkit nor with the title."""
    module = kind.__module__
    if module.startswith(("simkit.", title_package(title) + ".")):
        return []
    origin = source_file(module)
    if origin is not None:
        found: list[bytes] = []
        for root, files in sorted(_imported(module).items()):
            found += _files(root, sorted(files))
        return found
    try:
        return [inspect.getsource(kind).encode()]
    except (OSError, TypeError):  # written where nobody kept the lines
        return [kind.__qualname__.encode()]


def source_file(module: str) -> Path | None:
    """Return the file that a module is imported from; None for what only this process has."""
    try:
        spec = None if module == "__main__" else find_spec(module)
    except (ValueError, ImportError):  # made by hand, or its package has gone
        return None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def _imported(module: str) -> dict[Path, set[Path]]:
    """Return the files that a module consists of, by the folder that Python looks for them in.

    They are its own, all that it imports from folders of one's own, and files that these name.
    """
    found: dict[Path, set[Path]] = {}
    seen: set[str] = set()
    left = [module]
    while left:
        name = left.pop()
        root = _root_of(name.partition(".")[0])
        if root is None or name in seen:
            continue
        seen.add(name)
        path = root.joinpath(*name.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                tree = ast.parse(file.read_bytes())
                found.setdefault(root, set()).update({file, *_named(tree, file.parent, root)})
                package = name if file.name == "__init__.py" else name.rpartition(".")[0]
                left += _names(tree, package)
    return found


def _root_of(package: str) -> Path | None:
    """Return the folder that a package or module of one's own lies in; None for what is installed."""
    try:
        spec = None if package == "simkit" else find_spec(package)
    except ValueError:  # made by hand
        return None
    if spec is None:
        return None
    places = list(spec.submodule_search_locations or [spec.origin or ""])
    place = Path(places[0]) if places else Path()
    own = place.is_absolute() and not {*place.parts} & {*INSTALLED}
    library = Path(sysconfig.get_path("stdlib"))
    return place.parent if own and library not in place.parents else None


def _named(tree: ast.AST, folder: Path, root: Path) -> Iterator[Path]:
    """Yield the files that lie beside a module, or below its folder, and that its text names."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and 0 < len(text) <= LONGEST_NAME and text.isprintable():
            path = (folder / text).resolve()
            if root.resolve() in path.parents and path.is_file():
                yield root / path.relative_to(root.resolve())


def _names(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the modules that a file may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else ()), *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def agree(spec: Spec, wanted: Identity, own_bots: Mapping[str, Bot]) -> str:
    """Compare what this process would play with to what is wanted, and name what differs; "" if nothing.

    Bots whose code was sent along with them are not compared: they are those that are wanted.
    """
    if not wanted or digest(wanted) in _here:
        return ""
    here = identity(spec, own_bots)
    _here.discard(digest(here))  # files may agree while what was imported from them does not
    for text, bot in own_bots.items():
        if source_file(type(bot).__module__) is None:
            here[f"the bot {text}"] = wanted.get(f"the bot {text}", "")
    for text in sorted({text for arm in spec.arms for text in spec.bots_of(arm)}):
        bot = own_bots.get(text) or make_bot(text, spec.title)
        kind = type(bot)
        if source_file(kind.__module__) is not None and _edited(kind, spec.title):
            here[f"the bot {text}"] = "as it was before it was edited"
    found = differences(here, wanted)
    if not found:
        _here.add(digest(wanted))
    return found


_first: dict[str, str] = {}  # module of a bot -> hash of its files when this process met it first


def _edited(kind: type, title: str) -> bool:
    """Tell whether the files of a bot were edited since this process met it first (and imported them)."""
    found = _hash(_source(kind, title))
    return _first.setdefault(kind.__module__, found) != found
