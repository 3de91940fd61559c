#!/usr/bin/env python3
"""Compile with mypyc, group by group: core with engine and the common bots, and every title.

usage: .ci/compiling.py [--if-stale]      (`make fast`; `make refresh`: only what was compiled before)

Fills simkit/_compiled, a folder for every group, which simkit uses while it is current (see
simkit/core/compiled.py). Only groups whose sources have changed are compiled. The sources are copied into
build/compiled, which is kept: there mypy, mypyc and setuptools find what they can take over. Where a tool
is missing this says so in one sentence and leaves the plain build: that is no error.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from simkit.core import compiled  # noqa: E402

BUILD = ROOT / "build" / "compiled"
CORE = ("bot", "luck", "memo", "rows", "state")
ENGINE = ("columns", "observer", "packing", "play", "recorder")
BOTS = ("greedy", "lookahead", "mcts", "playouts")
# Of a title what is played with is compiled; what declares, draws, words, reads and writes is not.
ROOMS = ("rules", "bot", "fast")
# A module of those rooms that stays plain Python says so, and why, in a line that begins like this.
PLAIN = "# Stays plain Python: "
# What compiling needs; numpy for its types, without which mypyc refuses the modules that use them.
TOOLS = ("mypy", "setuptools", "numpy")
MYPY = """[mypy]
python_version = 3.11
ignore_missing_imports = True
"""
LEVEL = "-O2"
# Floats are to come out alike in both builds: a compiler may not join a product and a sum. And nobody
# replaces functions of these modules from outside, or calls them by their names in C, so that calls among
# them need not allow for it.
FLAGS = "-ffp-contract=off -fno-semantic-interposition -fvisibility=hidden"
# Seconds that a group took on a core of 2026: so many, and so many for a thousand lines.
SECONDS, SECONDS_FOR_LINES = 8, 6
LIBRARY = "simkit_{}__mypyc"
UNFINISHED = "unfinished"
# What mypyc takes for granted of a class (that no method is replaced, say) it takes from all the classes
# that it sees; core is compiled without any title.
ANOTHER_CORE = (
    "with it mypyc makes another core: a class that it extends has to allow_interpreted_subclasses"
)
IMPORTS = re.compile(r"^from (\S+) import (?:\(([^)]*)\)|(.+))", re.MULTILINE)

Groups = dict[str, list[str]]


class CannotCompile(Exception):
    """Says in one sentence why there is no compiled build."""


# ---------------------------------------------------------------- what is compiled
def plan(extra: dict[str, Path] | None = None) -> Groups:
    """Return the groups, core first: name -> paths of its modules, relative to the project.

    Parameters
    ----------
    extra
        Name -> folder of titles elsewhere in the project that are compiled as well.
    """
    parts = {"core": CORE, "engine": ENGINE, "bots": BOTS}
    paths = [
        ROOT / "simkit" / part / f"{name}.py" for part, names in parts.items() for name in names
    ]
    found = {compiled.CORE: importers_first(_relative(paths))}
    titles = {name: ROOT / "simkit" / "games" / name for name in _names()[1:]}
    for name, folder in {**titles, **(extra or {})}.items():
        paths = [path for room in ROOMS for path in sorted(folder.glob(f"{room}/**/*.py"))]
        found[name] = importers_first(_relative(filter(_is_compiled, paths)))
    return found


def _names() -> tuple[str, ...]:
    """Return the names of the groups that come with simkit."""
    return compiled.groups(str(ROOT / "simkit"))


def importers_first(paths: list[str]) -> list[str]:
    """Sort modules so that each stands before those that it imports.

    Mypy takes the modules of a group for a circle, in which it works out the types of the last ones
    first; and a type has to be known where another module uses it while it is imported.
    """
    module = {path.removesuffix(".py").replace("/", "."): path for path in paths}
    done: dict[str, None] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        for package, in_brackets, in_line in IMPORTS.findall((ROOT / path).read_text("utf-8")):
            names = [name.split()[0] for name in (in_brackets + in_line).split(",") if name.strip()]
            for found in (package, *(f"{package}.{name}" for name in names)):
                if found in module and module[found] not in (*done, *above, path):
                    visit(module[found], (*above, path))
        done[path] = None

    for path in paths:
        if path not in done:
            visit(path, ())
    return list(done)[::-1]


def _is_compiled(path: Path) -> bool:
    """Tell whether a module of a title's rooms is compiled."""
    return path.stem != "__init__" and PLAIN not in path.read_text(encoding="utf-8")


def _relative(paths: Iterable[Path]) -> list[str]:
    """Return paths relative to the project."""
    return [path.relative_to(ROOT).as_posix() for path in paths]


def copy_sources(folder: Path, extra: Iterable[Path] = ()) -> None:
    """Bring the copy of the sources in a folder up to date, leaving alone what is as it should be."""
    tops = [ROOT / "simkit" / name for name in (*compiled.CORE_PARTS, "games")]
    wanted = {path for top in (*tops, *extra) for path in top.rglob("*.py")}
    wanted |= {ROOT / "simkit" / "__init__.py"}
    wanted |= {top.parent / "__init__.py" for top in extra}
    there = {path for name in ("simkit", "tests") for path in (folder / name).rglob("*.py")}
    for path in there - {folder / path.relative_to(ROOT) for path in wanted}:
        path.unlink()
    for path in wanted:
        copy = folder / path.relative_to(ROOT)
        if copy not in there or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())


# ---------------------------------------------------------------- with what
def missing() -> str:
    """Name what is missing to compile; "" if nothing is."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None and shutil.which("cc") is None:
        return "there is no C compiler"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "the headers of Python are not installed"
    for name in TOOLS:
        if find_spec(name) is None:
            return f"{name} is not installed"
    return ""


def tools() -> str:
    """Return the versions of the tools and their flags: what is made by others is made anew."""
    compiler = _environment()["CC"]
    asked = subprocess.run([*compiler.split(), "--version"], capture_output=True, text=True)
    versions = [f"{name} {version(name)}" for name in ("mypy", "setuptools")]
    versions += [f"Python {sys.version.split()[0]}", *asked.stdout.splitlines()[:1]]
    return ", ".join([*versions, f"{LEVEL} {_environment()['CFLAGS']}"])


def _environment() -> dict[str, str]:
    """Return the environment in which a group is compiled."""
    return {
        **os.environ,
        "CC": os.environ.get("CC") or _compiler(),
        "CFLAGS": f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip(),
    }


def _compiler() -> str:
    """Return the compiler that Python was built with, where there is one, or else cc."""
    named = sysconfig.get_config_var("CC") or "cc"
    return named if shutil.which(named.split()[0]) else "cc"


def _path_to(folder: Path) -> str:
    """Return PYTHONPATH with the copy in front, and no folder that holds another simkit.

    Mypy would mix the two; and pip sets PYTHONPATH when it builds apart.
    """
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [one for one in given if one and not (Path(one) / "simkit").is_dir()]
    return os.pathsep.join([str(folder), *others])


# ---------------------------------------------------------------- the build folder
@contextlib.contextmanager
def build_folder(folder: Path, made_with: str) -> Iterator[None]:
    """Hold a build folder for one process; empty it if it cannot be relied on.

    That is so if other tools were used in it, or if the last process to hold it was killed: setuptools
    tells by their dates what has been compiled already.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:
        with contextlib.suppress(ImportError):  # there is none on Windows
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        note = folder / "tools"
        if (folder / UNFINISHED).exists() or not note.is_file() or note.read_text() != made_with:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        note.write_text(made_with)
        (folder / "mypy.ini").write_text(MYPY)
        (folder / UNFINISHED).touch()
        yield
        (folder / UNFINISHED).unlink()


def compile_groups(folder: Path, groups: Groups, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Compile some of the groups in a build folder; give (name, what went wrong, or "") one by one.

    Core comes first, since mypy reads it for all others, and nothing is compiled if it fails. The others
    share the processor's cores: while the compiler works on one, mypy reads the next.
    """
    names = list(names)
    reading = threading.Lock()
    if compiled.CORE in names:
        failure = compile_group(folder, groups, compiled.CORE, reading)
        yield compiled.CORE, failure
        if failure:
            return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            pool.submit(compile_group, folder, groups, name, reading): name
            for name in names
            if name != compiled.CORE
        }
        for job in as_completed(jobs):
            yield jobs[job], job.result()


def compile_group(folder: Path, groups: Groups, name: str, reading: threading.Lock) -> str:
    """Compile one group into lib/NAME of a build folder; return what went wrong, or ""."""
    file = folder / f"{name}.json"
    file.write_text(json.dumps({one: groups[one] for one in dict.fromkeys((compiled.CORE, name))}))
    command = [sys.executable, str(Path(__file__).with_name("compile_group.py")), file.name, name]
    lines = []
    with reading:  # mypy's cache is for one at a time
        process = subprocess.Popen(
            [*command, LEVEL.removeprefix("-O")],
            cwd=folder,
            env={**_environment(), "PYTHONPATH": _path_to(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if lines[-1] == "C is written":
                break
    lines += process.communicate()[0].splitlines()
    if not process.returncode:
        return ""
    telling = [line for line in lines if "error:" in line.lower()] or lines[-20:]
    return "\n".join(["mypyc does not compile it:", *telling[:40]])


def lay_out(folder: Path, groups: Groups, name: str, target: Path) -> None:
    """Copy what was compiled of a group from a build folder, as it is to be imported."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    names = [path.removesuffix(".py") for path in groups[name]] + [LIBRARY.format(name)]
    for one in names:
        place = target / f"{one}{suffix}"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / "lib" / name / f"{one}{suffix}", place)


def install(folder: Path, groups: Groups, name: str, target: Path, made_with: str) -> None:
    """Put a compiled group with its stamp in the place of what is there."""
    package = str(folder / "simkit")
    stamp = compiled.Stamp(
        compiled.fingerprint(name, package),
        compiled.fingerprint(compiled.CORE, package),
        interface(folder, name),
        made_with,
    )
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target, prefix=".") as scratch:
        made, old = Path(scratch) / "new", Path(scratch) / "old"
        lay_out(folder, groups, name, made)
        compiled.write_stamp(str(made), stamp)
        if (target / name).exists():
            (target / name).rename(old)
        made.rename(target / name)


def interface(folder: Path, name: str) -> str:
    """Return a hash of core's headers in a build folder, as a group was compiled against them."""
    library = f"simkit_{compiled.CORE}"
    headers = (f"__native_{library}.h", f"__native_internal_{library}.h")
    found = b"".join((folder / "c" / name / header).read_bytes() for header in headers)
    return hashlib.blake2b(found, digest_size=16).hexdigest()


# ---------------------------------------------------------------- all of it
def stale(target: Path, made_with: str = "") -> list[str]:
    """Return the groups in a folder that are not current, or (if that is told) made with other tools."""
    found = []
    for name, reason in compiled.survey(str(target), str(ROOT / "simkit")).items():
        stamp = compiled.read_stamp(str(target / name))
        if reason or stamp is None or made_with not in ("", stamp.tools):
            found.append(name)
    return found


def with_core(names: list[str], folder: Path) -> list[str]:
    """Add core to groups that are to be compiled if its C is missing, with which theirs is compared."""
    needed = names and not (folder / "c" / compiled.CORE).is_dir()
    return list(dict.fromkeys([compiled.CORE, *names])) if needed else names


def fill(
    target: Path, names: list[str] | None = None, folder: Path | None = None
) -> dict[str, str]:
    """Compile groups in a build folder and install them; return those that failed, and why.

    Parameters
    ----------
    names
        Groups to compile; None for all that are not current.
    folder
        The build folder; None for the one that is kept.
    """
    folder = folder or BUILD
    why = missing()
    if why:
        raise CannotCompile(why)
    made_with, groups, failed = tools(), plan(), {}
    began = time.perf_counter()
    with build_folder(folder, made_with):
        clear_away(target)
        copy_sources(folder)
        wanted = with_core(stale(target, made_with) if names is None else names, folder)
        for name, failure in compile_groups(folder, groups, wanted):
            if not failure and interface(folder, name) != interface(folder, compiled.CORE):
                failure = ANOTHER_CORE
            if failure:
                failed[name] = failure
                said = f"stays plain Python: {failure}"
            else:
                install(folder, groups, name, target, made_with)
                said = f"{len(groups[name])} modules"
            print(f"  after {time.perf_counter() - began:3.0f} s  {name}: {said}", flush=True)
    return failed


def clear_away(target: Path) -> None:
    """Remove from a folder of groups what is none."""
    for path in target.iterdir() if target.is_dir() else ():
        if path.name not in _names():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def guess(names: list[str]) -> int:
    """Return about how many seconds it takes to compile some groups."""
    groups = plan()
    cost = {}
    for name in names:
        lines = sum(len((ROOT / path).read_bytes().splitlines()) for path in groups[name])
        cost[name] = SECONDS + SECONDS_FOR_LINES * lines / 1000
    core = cost.pop(compiled.CORE, 0.0)
    cores = min(os.cpu_count() or 1, len(cost) or 1)
    return round(core + max([sum(cost.values()) / cores, *cost.values()]))


def main() -> int:
    """Compile what is not current; say before how long it will take, and after how long it took."""
    target, refresh = Path(compiled.FOLDER), "--if-stale" in sys.argv
    if refresh and not (target / compiled.CORE).is_dir():
        return 0
    why = missing()
    names = stale(target) if why else stale(target, tools())
    if refresh:
        names = [name for name in names if (target / name).is_dir()]
    names = with_core(names, BUILD)
    if why and names:
        print(f"simkit keeps its plain build: {why}")
        return 0
    if not names:
        if not refresh:
            print(f"nothing to do: all {len(_names())} groups are compiled as they stand")
        return 0
    print(f"compiling {', '.join(names)}: about {guess(names)} s if nothing else runs", flush=True)
    began = time.perf_counter()
    failed = fill(target, names)
    spent = os.times()
    print(
        f"done in {time.perf_counter() - began:.0f} s "
        f"({spent.children_user + spent.children_system:.0f} s of CPU time). A group is used from now "
        "on, until its sources change (make slow: back to plain Python)"
    )
    return 1 if failed and not refresh else 0


if __name__ == "__main__":
    sys.exit(main())
