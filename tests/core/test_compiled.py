"""A compiled group is used only while it was made from the sources as they stand, and beside its core."""

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
from simkit.core.compiled import build, playing
finders = [f for f in sys.meta_path if type(f).__name__ == "_Finder"]
print(len(finders), *sorted(finders[0].files if finders else ()), sep="|")
print(build())
print(build("federation"))
print(build("tests.tiny"))
print(*(f"{group}: {reason}" for group, reason in playing().items()), sep="|")
"""
TITLES = ("federation", "race_for_the_galaxy")
CORE = "simkit.core.nothing"
FEDERATION, RACE = (f"simkit.games.{title}.nothing" for title in TITLES)
ALL = f"1|{CORE}|{FEDERATION}|{RACE}"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of core, bots and two titles, with compiled groups: in each a module that nobody imports."""
    source, package = Path(compiled.PACKAGE), tmp_path / "simkit"
    ignore = shutil.ignore_patterns("__pycache__")
    for part in (*compiled.CORE_PARTS, *(f"games/{title}" for title in TITLES)):
        shutil.copytree(source / part, package / part, ignore=ignore)
    for file in (*source.glob("*.py"), source / "games" / "__init__.py"):
        shutil.copy(file, package / file.relative_to(source))
    for group, module in zip((compiled.CORE, *TITLES), (CORE, FEDERATION, RACE), strict=True):
        made = package / "_compiled" / group / f"{module.replace('.', '/')}{EXTENSION_SUFFIXES[0]}"
        made.parent.mkdir(parents=True)
        made.touch()
        stamp(tmp_path, group)
    return tmp_path


def stamp(checkout: Path, group: str, **changed: str) -> None:
    """Stamp a group as compiled from the sources as they stand, but for what is said."""
    package = checkout / "simkit"
    own, core = (compiled.fingerprint(one, str(package)) for one in (group, compiled.CORE))
    made = compiled.Stamp(own, core, "interface", "tools")._replace(**changed)
    compiled.write_stamp(str(package / "_compiled" / group), made)


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


def edit(checkout: Path, source: str) -> None:
    """Write another comment into a source."""
    with (checkout / "simkit" / source).open("a") as file:
        file.write("# edited\n")


def test_all_groups_that_are_current_are_used(checkout: Path) -> None:
    files, all_of_it, federation, outside, groups = asked(checkout)
    assert files == ALL
    assert all_of_it == federation
    assert all_of_it.startswith("compiled build, ")
    assert outside.startswith("mixed build, ")
    assert outside.endswith("; compiled: core; plain Python: tests.tiny: not a part of simkit")
    assert groups == "core: |federation: |race_for_the_galaxy: "


@pytest.mark.parametrize(
    "place", ["rules/legal", "bot/features", "rules/placements", "schema", "title"]
)
def test_an_edited_title_plays_plain_and_the_others_stay_compiled(
    checkout: Path, place: str
) -> None:
    edit(checkout, f"games/federation/{place}.py")
    files, all_of_it, federation, _, groups = asked(checkout)
    assert files == f"1|{CORE}|{RACE}"
    assert all_of_it.startswith("mixed build, ")
    assert "; compiled: core, race_for_the_galaxy; plain Python: federation: edited" in all_of_it
    assert "; compiled: core; plain Python: federation: edited" in federation
    assert groups.split("|")[1] == "federation: edited since it was compiled"


@pytest.mark.parametrize("room", compiled.APART)
def test_what_draws_and_reads_may_be_edited(checkout: Path, room: str) -> None:
    edit(checkout, f"games/federation/{room}/__init__.py")
    assert asked(checkout)[0] == ALL


@pytest.mark.parametrize("source", ["bots/playouts.py", "core/luck.py", "core/boards.py"])
def test_an_edit_of_core_brings_back_plain_python_everywhere(checkout: Path, source: str) -> None:
    edit(checkout, source)
    files, all_of_it, _, _, groups = asked(checkout)
    assert files == "0"
    assert all_of_it.startswith("plain Python build, ")
    assert all_of_it.endswith(" (make fast compiles it anew)")
    assert groups.split("|") == [
        "core: edited since it was compiled",
        "federation: core, engine or bots were edited since it was compiled",
        "race_for_the_galaxy: core, engine or bots were edited since it was compiled",
    ]


def test_a_title_compiled_beside_an_older_core_is_not_used(checkout: Path) -> None:
    edit(checkout, "core/luck.py")
    stamp(checkout, compiled.CORE)
    stamp(checkout, "federation")
    assert asked(checkout)[0] == f"1|{CORE}|{FEDERATION}"


def test_a_title_compiled_against_another_interface_is_not_used(checkout: Path) -> None:
    stamp(checkout, "federation", interface="another")
    files, *_, groups = asked(checkout)
    assert files == f"1|{CORE}|{RACE}"
    assert groups.split("|")[1] == "federation: compiled beside another core"


def test_no_title_is_used_without_a_compiled_core(checkout: Path) -> None:
    shutil.rmtree(checkout / "simkit" / "_compiled" / compiled.CORE)
    files, all_of_it, *_, groups = asked(checkout)
    assert files == "0"
    assert all_of_it.startswith("plain Python build, ")
    assert groups.split("|")[:2] == ["core: not compiled", "federation: core is not compiled"]


def test_a_new_or_missing_source_counts_as_an_edit(checkout: Path) -> None:
    extra = checkout / "simkit" / "games" / "federation" / "rules" / "extra.py"
    extra.touch()
    assert asked(checkout)[0] == f"1|{CORE}|{RACE}"
    extra.unlink()
    assert asked(checkout)[0] == ALL


def test_the_plain_build_can_be_asked_for(checkout: Path) -> None:
    files, all_of_it, *_, groups = asked(checkout, SIMKIT_BUILD="plain")
    assert files == "0"
    assert all_of_it.startswith("plain Python build, ")
    assert "make fast" not in all_of_it
    assert groups.split("|")[0] == "core: SIMKIT_BUILD=plain asks for it"


@pytest.mark.parametrize("text", [None, "half a stamp"])
def test_without_a_whole_stamp_a_group_is_not_used(checkout: Path, text: str | None) -> None:
    file = checkout / "simkit" / "_compiled" / "federation" / compiled.STAMP
    file.unlink()
    if text is not None:
        file.write_text(text)
    files, *_, groups = asked(checkout)
    assert files == f"1|{CORE}|{RACE}"
    assert groups.split("|")[1] == "federation: not compiled"


def test_a_folder_of_no_group_is_not_used(checkout: Path) -> None:
    shutil.rmtree(checkout / "simkit" / "games" / "federation")
    assert asked(checkout)[0] == f"1|{CORE}|{RACE}"


DIGEST = """
import simkit
from simkit.core.compiled import build
digest = simkit.simulate({title!r}, seats=4, games={games}, seed=5, n_jobs=1).digest()
print(build({title!r}).split()[0], digest)
"""


@pytest.mark.soak
@pytest.mark.parametrize("title", simkit.titles())
def test_both_builds_play_the_same_games(title: str) -> None:
    reasons = compiled.survey()
    if reasons[compiled.CORE] or reasons[title]:
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
    parts = (*compiled.CORE_PARTS, "games")
    files = [path for part in parts for path in root.glob(f"simkit/{part}/**/*.py")]
    imported = {
        name.split(".")[0]
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
    }
    there = {*sys.stdlib_module_names, "simkit", "mypy_extensions"}  # the last comes with mypy
    # mypyc takes pyarrow for Any, installed or not; joblib is of the executors, which stay plain.
    untyped = {"joblib", "pyarrow"}
    foreign = imported - there - untyped
    hook = (root / "hatch_build.py").read_text(encoding="utf-8")
    assert foreign == {"librt", "numpy"}
    assert all(f'"{name}>=' in hook for name in (*foreign, "mypy", "setuptools"))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
