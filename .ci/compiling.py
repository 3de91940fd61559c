#!/usr/bin/env python3
"""Compile core, engines and bots with mypyc, from the files as they stand, as one group.

usage: .ci/compiling.py [--if-stale]      (`make fast`)

Fills simkit/_compiled, which simkit uses while it is current (see simkit/core/compiled.py). Where a
tool is missing it says so in one sentence and leaves the plain build: that is no error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from simkit.core import compiled  # noqa: E402

CORE = ("bot", "luck", "play", "record", "rows", "state")
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
# Floats are to come out alike in both builds: a compiler may not join a product and a sum. And nobody
# replaces functions of these modules from outside, or calls them by their names in C, so that calls among
# them need not allow for it.
FLAGS = "-ffp-contract=off -fno-semantic-interposition -fvisibility=hidden"


class CannotCompile(Exception):
    """Says in one sentence why there is no compiled build."""


def title_folders() -> dict[str, Path]:
    """Name -> folder of the titles that come with simkit, by the layout that all titles share."""
    return {p.parent.name: p.parent for p in sorted(ROOT.glob("simkit/games/*/title.py"))}


def modules(titles: dict[str, Path]) -> list[str]:
    """Paths of the modules to compile, relative to the project."""
    paths = [ROOT / "simkit" / "core" / f"{name}.py" for name in CORE]
    paths += [ROOT / "simkit" / "bots" / f"{name}.py" for name in BOTS]
    for folder in titles.values():
        for room in ROOMS:
            paths += [path for path in sorted(folder.glob(f"{room}/*.py")) if _is_compiled(path)]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def _is_compiled(path: Path) -> bool:
    """Tell whether a module of a title's rooms is compiled."""
    return path.stem != "__init__" and PLAIN not in path.read_text(encoding="utf-8")


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


def copy_project(folder: Path) -> None:
    """Copy what is compiled and played into a folder."""
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "_compiled")
    for name in ("simkit", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)


def compile_modules(folder: Path, paths: list[str], optimise: int = 2) -> None:
    """Compile the modules of a project in place, as one group."""
    (folder / "mypy.ini").write_text(MYPY)
    command = [sys.executable, "-m", "mypyc", "--config-file", "mypy.ini", *paths]
    done = subprocess.run(
        command,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": _path_to(folder),
            "CC": os.environ.get("CC") or _compiler(),
            "CFLAGS": f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip(),
            "MYPYC_OPT_LEVEL": str(optimise),
            "MYPYC_DEBUG_LEVEL": "0",
        },
        capture_output=True,
        text=True,
    )
    if done.returncode:
        lines = (done.stdout + done.stderr).splitlines()
        telling = [line for line in lines if "error:" in line.lower()] or lines[-20:]
        raise CannotCompile("\n".join(["mypyc does not compile it:", *telling[:40]]))


def _path_to(folder: Path) -> str:
    """Return PYTHONPATH with the project in front, and no folder that holds another simkit.

    Mypy would mix the two. Mypyc calls a script in a folder below, so the project is on the path by
    itself only where PYTHONPATH is not set; pip sets it when it builds apart, and mypy then fails to
    tell types.
    """
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [one for one in given if one and not (Path(one) / "simkit").is_dir()]
    return os.pathsep.join([str(folder), *others])


def _compiler() -> str:
    """Return the compiler that Python was built with, where there is one, or else cc."""
    named = sysconfig.get_config_var("CC") or "cc"
    return named if shutil.which(named.split()[0]) else "cc"


def fill(target: Path) -> int:
    """Compile the project and lay modules and stamp into a folder; return the number of modules."""
    made_before = Path(compiled.FOLDER)
    if target != made_before and compiled.is_current():
        shutil.copytree(made_before, target)
        return len(modules(title_folders()))
    why = missing()
    if why:
        raise CannotCompile(why)
    stamp = compiled.fingerprint(str(ROOT / "simkit"))
    with tempfile.TemporaryDirectory() as scratch:
        project, made = Path(scratch) / "project", Path(scratch) / "made"
        copy_project(project)
        paths = modules(title_folders())
        compile_modules(project, paths)
        built = [p for p in project.rglob("*.so") if "build" not in p.relative_to(project).parts]
        built += list(project.rglob("*.pyd"))
        for path in built:
            place = made / path.relative_to(project)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, place)
        (made / compiled.STAMP).write_text(stamp + "\n", encoding="ascii")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)
    return len(paths)


def main() -> int:
    """Compile, unless what is there is current."""
    target = Path(compiled.FOLDER)
    if "--if-stale" in sys.argv and (not target.is_dir() or compiled.is_current()):
        return 0
    began = time.perf_counter()
    print("compiling core, engines and bots (a few minutes)", flush=True)
    try:
        number = fill(target)
    except CannotCompile as error:
        print(f"simkit keeps its plain build: {error}")
        return 0
    print(
        f"{number} modules compiled in {time.perf_counter() - began:.0f} s; they are used from now on, "
        "until a source changes (make slow: back to the plain build)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
