"""Start-up stays short because little is imported: that is what these tests hold, not seconds."""

from __future__ import annotations

import subprocess
import sys

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


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["titles"]])
def test_the_first_words_of_the_command_line_import_no_library(arguments: list[str]) -> None:
    assert not imported_by(f"from simkit.cli import main\nmain({arguments!r})") & HEAVY


@pytest.mark.parametrize("title", simkit.titles())
def test_a_first_game_imports_nothing_but_numpy(title: str) -> None:
    assert not imported_by(FIRST_GAME.format(title=title)) & (HEAVY - {"numpy"})


def test_a_first_game_with_small_decks_imports_no_library() -> None:
    assert not imported_by(FIRST_GAME.format(title="federation")) & HEAVY
