"""The notebooks are copied to a folder of the user's; what was changed there stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.cli import main
from simkit.cli.lab import FIRST, files_of, server_command
from simkit.core.components import shipped

Out = pytest.CaptureFixture[str]


def test_copies_and_says_where(tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "class"
    assert main(["lab", str(folder), "--copy-only"]) == 0
    assert str(folder) in capsys.readouterr().out
    assert (folder / FIRST).read_bytes() == (shipped("notebooks") / FIRST).read_bytes()
    assert (folder / "docs" / "README.md").is_file()
    assert not (folder / "build.py").exists(), "sources stay at home"


def test_never_overwrites_what_was_changed(tmp_path: Path, capsys: Out) -> None:
    main(["lab", str(tmp_path), "--copy-only"])
    mine = tmp_path / FIRST
    mine.write_text("my own notes", encoding="utf-8")
    (tmp_path / "README.md").unlink()
    capsys.readouterr()
    assert main(["lab", str(tmp_path), "--copy-only"]) == 0
    said = capsys.readouterr()
    assert mine.read_text(encoding="utf-8") == "my own notes"
    assert "(1 copied)" in said.out and f"left as you changed it: {FIRST}" in said.err
    assert main(["lab", str(tmp_path), "--copy-only", "--fresh"]) == 0
    beside = tmp_path / "00-tour.shipped.ipynb"
    assert beside.read_bytes() == (shipped("notebooks") / FIRST).read_bytes()
    assert mine.read_text(encoding="utf-8") == "my own notes"


def test_a_file_in_the_way_is_named(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    assert main(["lab", str(tmp_path / "taken"), "--copy-only"]) == 2
    assert "taken: cannot be written" in capsys.readouterr().err


def test_the_server_opens_the_tour(tmp_path: Path) -> None:
    command = server_command(tmp_path, browser=False, port=9999)
    assert f"--LabApp.default_url=/lab/tree/{FIRST}" in command
    assert "--no-browser" in command and "--port=9999" in command
    assert FIRST in {str(name) for name in files_of(shipped("notebooks"))}
