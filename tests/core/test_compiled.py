"""The compiled build is used only while it was made from the sources as they stand."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import simkit
from simkit.core import compiled

ASK = """
import simkit, sys
from simkit.core.compiled import build
finders = [f for f in sys.meta_path if type(f).__name__ == "_Finder"]
print(len(finders), *sorted(finders[0].files if finders else ()), sep="|")
print(build())
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package with a compiled build: one module that nobody imports."""
    source = Path(compiled.PACKAGE)
    for part in compiled.PARTS:
        shutil.copytree(
            source / part, tmp_path / "simkit" / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(source / "__init__.py", tmp_path / "simkit")
    made = tmp_path / "simkit" / "_compiled" / "simkit" / "core"
    made.mkdir(parents=True)
    (made / f"nothing{EXTENSION_SUFFIXES[0]}").touch()
    stamp = compiled.fingerprint(str(tmp_path / "simkit"))
    (tmp_path / "simkit" / "_compiled" / compiled.STAMP).write_text(stamp)
    return tmp_path


def asked(checkout: Path, **environment: str) -> list[str]:
    """Return what a fresh process in the checkout says."""
    return subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), compiled.CHOICE: "", **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_a_current_build_is_used(checkout: Path) -> None:
    assert asked(checkout)[0] == "1|simkit.core.nothing"


@pytest.mark.parametrize(
    "source", ["bots/playouts.py", "core/luck.py", "games/federation/rules/legal.py"]
)
def test_an_edited_source_brings_back_the_plain_build_and_says_so(
    checkout: Path, source: str
) -> None:
    with (checkout / "simkit" / source).open("a") as file:
        file.write("# edited\n")
    finders, build = asked(checkout)
    assert finders == "0"
    assert build.startswith("plain Python build")
    assert build.endswith("the compiled one was made from other sources: make fast")


def test_a_new_or_missing_source_counts_as_an_edit(checkout: Path) -> None:
    extra = checkout / "simkit" / "core" / "extra.py"
    extra.touch()
    assert asked(checkout)[0] == "0"
    extra.unlink()
    assert asked(checkout)[0] == "1|simkit.core.nothing"


def test_the_plain_build_can_be_asked_for(checkout: Path) -> None:
    finders, build = asked(checkout, SIMKIT_BUILD="plain")
    assert finders == "0"
    assert "make fast" not in build


def test_without_a_stamp_nothing_is_used(checkout: Path) -> None:
    (checkout / "simkit" / "_compiled" / compiled.STAMP).unlink()
    assert asked(checkout)[0] == "0"


DIGEST = """
import simkit
from simkit.core.compiled import build
print(build().split()[0], simkit.simulate({title!r}, seats=4, games={games}, seed=5, n_jobs=1).digest())
"""


@pytest.mark.soak
@pytest.mark.parametrize("title", simkit.titles())
def test_both_builds_play_the_same_games(title: str) -> None:
    if not compiled.is_current():
        pytest.skip("no compiled build of these sources: make fast")
    told = {}
    for choice in ("plain", ""):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST.format(title=title, games=2000)],
            env={**os.environ, "SIMKIT_BUILD": choice},
            capture_output=True,
            text=True,
            check=True,
        )
        form, digest = done.stdout.split()
        told[form] = digest
    assert set(told) == {"plain", "compiled"}
    assert told["plain"] == told["compiled"]


def test_a_wheel_that_compiles_asks_for_what_the_compiled_modules_import() -> None:
    root = Path(compiled.PACKAGE).parent
    files = [path for folder in compiled.PARTS for path in root.glob(f"simkit/{folder}/**/*.py")]
    imported = {
        name.split(".")[0]
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
    }
    there = {*sys.stdlib_module_names, "simkit", "mypy_extensions"}  # the last comes with mypy
    untyped = {"pyarrow"}  # mypyc takes whatever it is for Any, installed or not
    foreign = imported - there - untyped
    hook = (root / "hatch_build.py").read_text(encoding="utf-8")
    assert foreign == {"librt", "numpy"}
    assert all(f'"{name}>=' in hook for name in (*foreign, "mypy", "setuptools"))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
