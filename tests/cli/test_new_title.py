"""A title to begin with: it is written, plays, and keeps the contract under its own name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simkit.cli import main
from simkit.cli.new_title import title_files

SPEC = 'title = "mine.harvest"\nseats = 3\ngames = 6\n'


def test_a_new_title_plays_and_keeps_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-title", "mine.harvest"]) == 0
    (tmp_path / "spec.toml").write_text(SPEC)
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for words in (
        ["simkit", "run", "spec.toml", "--out", "run", "--jobs", "1", "--quiet"],
        ["simkit.testing", "check-rules", "mine.harvest", "--seats", "2", "--games", "1"],
    ):
        command = [sys.executable, "-m", *words]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_nothing_of_a_new_title_leads_back_to_the_model() -> None:
    files = title_files("mine.harvest")
    assert {"title.py", "README.md", "data/factions.toml", "data/cards.csv"} <= set(files)
    assert [name for name, text in files.items() if "tests.tiny" in text] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("harvest", "'my_titles.harvest', not 'harvest'"),
        ("My.Harvest!", "'my.harvest', not 'My.Harvest!'"),
        ("federation", "federation comes with simkit"),
    ],
)
def test_names_that_do_not_do_are_refused(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-title", name]) == 2
    assert words in capsys.readouterr().err
