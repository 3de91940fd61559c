"""How long participants may take: asleep, per game, altogether; and what is announced."""

from __future__ import annotations

import re
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from simkit.cli import main
from simkit.studies.tournament import Limits, Tournament
from simkit.studies.tournament.limits import duration
from tests.studies.contestants import SOUND, faulty

TINY = "tests.tiny"


def played(folder: Path, limits: Limits, **files: str) -> Tournament:
    """Play a short tournament of some files and a sound one."""
    bots = folder / "bots"
    bots.mkdir()
    for name, text in {"sound": SOUND.replace("{skill}", "50"), **files}.items():
        (bots / f"{name}.py").write_text(text)
    contest = Tournament(
        bots, TINY, folder / "out", deals=1, limits=limits, options={"length": "short"}
    )
    contest.play()
    return contest


def test_who_sleeps_a_little_again_and_again_is_out_for_sleeping(tmp_path: Path) -> None:
    contest = played(tmp_path, Limits(idle=0.4), naps=faulty("import time", "time.sleep(0.15)"))
    assert contest.standing["naps"].fault.startswith("slept for more than 0.4 s in one game")
    assert contest.standing["sound"].fault == ""


def test_who_takes_long_by_the_clock_in_one_game_is_out(tmp_path: Path) -> None:
    slow = faulty("import time", "time.sleep(0.5)")
    contest = played(tmp_path, Limits(idle=90, clock=2), slow=slow)
    assert contest.standing["slow"].fault == "took more than 2 s by the clock in one game"
    assert contest.standing["sound"].fault == ""


def test_who_uses_up_its_share_of_the_hours_is_out(tmp_path: Path) -> None:
    slow = faulty("import time", "time.sleep(0.5)")
    contest = played(tmp_path, Limits(idle=90, hours=0.003), slow=slow)
    assert contest.standing["slow"].fault == (
        "took more than 5 s by the clock in all its games together, its share of 0.003 h"
    )
    assert contest.standing["sound"].fault == ""


def test_who_computes_is_not_asleep(tmp_path: Path) -> None:
    busy = faulty("import time", "until = time.process_time() + 0.05",
                  "while time.process_time() < until: pass")  # fmt: skip
    contest = played(tmp_path, Limits(idle=0.5), busy=busy)
    assert contest.standing["busy"].fault == ""


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.1, "1 min"), (60, "1 min"), (61, "2 min"), (3601, "1 h 1 min")]
)
def test_durations_are_rounded_up(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_every_limit_is_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--help"]) == 0
    said = capsys.readouterr().out
    for name, value in asdict(Limits()).items():
        assert re.search(rf"--{name} .*?\({value:g}\)", said, re.DOTALL), name


@pytest.mark.soak
def test_a_class_of_twenty_with_three_sleepers_ends_in_its_announced_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    for skill in range(0, 80, 5):
        (bots / f"skill{skill:02}.py").write_text(SOUND.replace("{skill}", str(skill)))
    for name, seconds in (("sleeper", 15), ("napper", 1), ("dozer", 0.3)):
        (bots / f"{name}.py").write_text(faulty("import time", f"time.sleep({seconds})"))
    dawdles = faulty("import time", "until = time.process_time() + 0.2",
                     "while time.process_time() < until: pass")  # fmt: skip
    (bots / "dawdler.py").write_text(dawdles)
    began = time.monotonic()
    out = str(tmp_path / "out")
    call = ["tournament", str(bots), "--title", TINY, "--deals", "2", "--hours", "0.25"]
    assert main([*call, "--idle", "1.5", "--out", out]) == 0
    took = time.monotonic() - began
    said = capsys.readouterr().out
    found = re.search(r"^time:  at most (?:(\d+) h )?(\d+) min", said, re.MULTILINE)
    assert found is not None and said.index("time:") < said.index("fit to play")
    announced = 60 * int(found[2]) + 3600 * int(found[1] or 0)
    assert announced < 3600
    assert took < announced
    for name in ("sleeper", "napper", "dozer"):
        assert f"{name} is out: slept for more than 1.5 s" in said
    assert len(re.findall("^skill.. is fit to play", said, re.MULTILINE)) == 16
    assert "skill00 is out" not in said
