"""Who takes part in a tournament: the Python files of its folder, and nothing else that lies there."""

import pytest

from simkit.core.errors import SimkitError
from simkit.studies.tournament import Tournament

TINY = "tests.tiny"
FILES = ("second.py", "first.py", "_shared.py", ".hidden.py", "notes.txt", "first.pyc")
FOLDERS = ("attic.py", "__pycache__", "_old.py")


def test_files_that_are_no_participants_take_no_part(tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in FILES:
        (bots / name).write_text("", encoding="utf-8")
    for name in FOLDERS:
        (bots / name).mkdir()
    contest = Tournament(bots, TINY, tmp_path / "out", house=["greedy"])
    assert list(contest.standing) == ["first", "second", "greedy (house)"]


def test_a_tournament_of_one_is_refused(tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in ("only.py", "_shared.py"):
        (bots / name).write_text("", encoding="utf-8")
    (bots / "attic.py").mkdir()
    with pytest.raises(SimkitError, match=r"needs two participants \(\*\.py\), not 1$"):
        Tournament(bots, TINY, tmp_path / "out")
    with pytest.raises(SimkitError, match="is no folder"):
        Tournament(bots / "only.py", TINY, tmp_path / "out")
