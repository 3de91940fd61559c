"""Every golden playthrough is played anew and compared; every title has one per number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.core.registry import rules_class, titles
from simkit.testing.__main__ import main
from simkit.testing.playthroughs import COMMAND, check_playthrough, file_name, write_playthrough

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


def test_a_game_with_options_has_a_file_of_its_own_and_is_kept_in_step(tmp_path: Path) -> None:
    plain = write_playthrough("race_for_the_galaxy", 2, folder=tmp_path)
    before = plain.read_text(encoding="utf-8")
    advanced = write_playthrough(
        "race_for_the_galaxy", 2, options={"advanced": True}, folder=tmp_path
    )
    assert (plain.name, advanced.name) == (
        "race_for_the_galaxy-2.txt",
        "race_for_the_galaxy-2-advanced.txt",
    )
    assert plain.read_text(encoding="utf-8") == before
    text = advanced.read_text(encoding="utf-8")
    advanced.write_text(text.replace("\nRound 2", "\nRound two"), encoding="utf-8")
    assert main(["write-playthrough", "race_for_the_galaxy", "--folder", str(tmp_path)]) == 0
    assert advanced.read_text(encoding="utf-8") == text
