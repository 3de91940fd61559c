"""What is said of a participant's file that fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from simkit.studies.tournament.loading import load_bot_class as load
from simkit.studies.tournament.loading import reason_of


def raised(path: Path, text: str) -> BaseException:
    """Return the error that a file with this text raises when it is executed."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        exec(compile(text, str(path), "exec"), {})
    return caught.value


def test_the_reason_names_error_and_innermost_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    text = "def deep():\n    return int('x')\n\n\ndeep()\n"
    said = reason_of(raised(path, text), path)
    assert said.startswith("raised ValueError: invalid literal")
    assert said.endswith("(line 2 of mine.py)")
    assert reason_of(KeyError(), path) == "raised KeyError"


@pytest.mark.parametrize(("length", "cut"), [(288, False), (289, True), (5000, True)])
def test_long_reasons_are_cut_to_three_hundred_letters(length: int, cut: bool) -> None:
    said = reason_of(ValueError("x" * length), Path("mine.py")).removeprefix("raised ")
    assert said.endswith("...") is cut
    assert len(said) == min(300, length + len("ValueError: "))


def test_an_error_that_cannot_be_said_still_has_its_name() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    assert reason_of(Mute(), Path("mine.py")) == "raised Mute"


@pytest.mark.parametrize(
    ("classes", "plays"),
    [
        ("class A(Bot): ...", "A"),
        ("class A(Bot): ...\nclass B(A): ...", "B"),
        ("class A(Bot): ...\nclass B(A): ...\nclass C(B): ...", "C"),
        ("class A(Bot): ...\nclass B(Bot): ...\nBOT = A", "A"),
        ("class A(Bot): ...\nclass B(A): ...\nclass C(A): ...", "several bots (B, C)"),
        ("x = Bot", "defines no bot"),
        ("BOT = 3", "BOT is not a subclass"),
    ],
)
def test_the_bot_that_no_other_builds_on_plays(tmp_path: Path, classes: str, plays: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"from simkit import Bot\n{classes}\n", encoding="utf-8")
    if len(plays) == 1:
        assert load(path, path.read_bytes()).__name__ == plays
    else:
        with pytest.raises(SimkitError, match=re.escape(plays)):
            load(path, path.read_bytes())
