"""Every golden playthrough is played anew and compared; every title has one per number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.core.registry import rules_class, titles
from simkit.testing.playthroughs import COMMAND, check_playthrough, file_name

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough_is_as_it_was(path: Path) -> None:
    check_playthrough(path.read_text(encoding="utf-8"), path.name)


@pytest.mark.parametrize("title", ["tests.tiny", *titles()])
def test_title_has_a_playthrough_for_every_number_of_players(title: str) -> None:
    low, high = rules_class(title).schema.seat_range
    missing = [
        file_name(title, seats)
        for seats in range(low, high + 1)
        if not (FOLDER / file_name(title, seats)).is_file()
    ]
    assert not missing, f"{missing} are missing; write them with `{COMMAND} {title}`"
