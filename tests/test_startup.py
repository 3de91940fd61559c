"""Start-up stays short because little is imported: that is what these tests hold, not seconds."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import simkit

HEAVY = {
    "IPython", "choix", "ipywidgets", "joblib", "matplotlib", "nashpy", "numpy", "pandas", "pyarrow",
    "pydantic", "scipy", "statsmodels", "tqdm",
}  # fmt: skip
FIRST_GAME = """
from simkit.bots import make_bot
from simkit.core.registry import rules_class
rules = simkit.rules({title!r}, rules_class({title!r}).schema.seat_range[0])
bots = [make_bot("greedy", {title!r}) for _ in range(rules.seats)]
simkit.play_game(rules.deal(simkit.Luck(1)), bots)
"""


def imported_by(code: str) -> set[str]:
    """Return the top-level modules that a fresh process has after running some code."""
    told = "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", "import simkit\n" + code + told],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_importing_simkit_imports_no_library() -> None:
    assert not imported_by("") & HEAVY


def test_submodules_are_there_without_being_imported() -> None:
    """Down to the module, as it is written in examples; and they are imported only then."""
    code = """
        import sys
        assert "simkit.analysis" not in sys.modules
        for name in ("analysis.compare", "charts.balance", "engine.play", "stats.intervals",
                     "studies.sweeps", "theory.classics", "runs", "testing", "widgets"):
            found = eval(f"simkit.{name}")
            assert found.__name__ == f"simkit.{name}", found
        assert "compare" in dir(simkit.analysis) and "analysis" in dir(simkit)
        for package in (simkit, simkit.analysis):
            assert not hasattr(package, "compar") and not hasattr(package, "_lazi")
        """
    imported_by(textwrap.dedent(code))


def test_type_checkers_see_the_public_names() -> None:
    """They read a stub, whose imports are never carried out; those that are stand in a table."""
    stub = Path(simkit.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    seen = {
        alias.name: str(line.module)
        for line in ast.parse(stub).body
        if isinstance(line, ast.ImportFrom) and line.module != "simkit"
        for alias in line.names
    }
    assert seen == simkit._PUBLIC
    assert [*simkit._PUBLIC, "__version__"] == simkit.__all__


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["titles"]])
def test_the_first_words_of_the_command_line_import_no_library(arguments: list[str]) -> None:
    assert not imported_by(f"from simkit.cli import main\nmain({arguments!r})") & HEAVY


@pytest.mark.parametrize("title", simkit.titles())
def test_a_first_game_imports_nothing_but_numpy(title: str) -> None:
    assert not imported_by(FIRST_GAME.format(title=title)) & (HEAVY - {"numpy"})


def test_a_first_game_with_small_decks_imports_no_library() -> None:
    assert not imported_by(FIRST_GAME.format(title="federation")) & HEAVY
