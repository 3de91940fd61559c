"""Files that want to take part: odd names, links, sizes; what their processes may send; the secret."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.core.bot import Choice
from simkit.core.errors import SimkitError
from simkit.report import html
from simkit.studies.tournament import Limits, Tournament
from simkit.studies.tournament.entrants import LARGEST, find_entrants
from simkit.studies.tournament.report import report
from simkit.studies.tournament.wire import (
    HEAD,
    LONGEST_ACTION,
    LONGEST_ANSWER,
    Answer,
    answer_bytes,
    answer_of,
)
from tests.studies.contestants import SOUND

TINY = "tests.tiny"
SECRET = "0123456789abcdef" * 2


def sound(skill: int) -> str:
    return SOUND.replace("{skill}", str(skill))


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "a.py").write_text(sound(20))
    (folder / "b.py").write_text(sound(80))
    return folder


def test_odd_names_are_shown_plainly_and_stay_apart(bots: Path, tmp_path: Path) -> None:
    for name in (
        "\x1b[2J", "two\nlines", "<img src=x onerror=alert(1)>", "$\\frac", "random (house)", "x" * 250,
    ):  # fmt: skip
        (bots / f"{name}.py").write_text(sound(50))
    (bots / os.fsdecode(b"\xff\xfe.py")).write_text(sound(50))
    contest = Tournament(
        bots, TINY, tmp_path / "out", deals=1, house=["random"], options={"length": "short"}
    )
    contest.play()
    assert len(contest.fit) == len(set(contest.fit)) == 10
    for name in contest.fit:
        assert name.isprintable() and len(name) < 80 and not set(name) & set("<>$\\&")
    assert "<img src=x" not in html.render(report(contest))
    assert "random (house)" in contest.fit


def test_links_and_huge_files_are_out_with_the_reason(bots: Path, tmp_path: Path) -> None:
    (bots / "copy.py").symlink_to(bots / "b.py")
    (bots / "huge.py").write_bytes(b"#" * (LARGEST + 1))
    (bots / "folder.py").mkdir()
    os.mkfifo(bots / "pipe.py")
    contest = Tournament(bots, TINY, tmp_path / "out", deals=1, options={"length": "short"})
    contest.play()
    assert contest.standing["copy"].fault == "is a link to another file"
    assert contest.standing["huge"].fault == "is larger than 1000 kB"
    assert sorted(contest.standing) == ["a", "b", "copy", "huge"]
    assert contest.fit == ["a", "b"]


def test_a_changed_file_is_another_participant(bots: Path) -> None:
    before = [entrant.digest for entrant in find_entrants(bots, [], TINY)]
    (bots / "a.py").write_text(sound(21))
    after = [entrant.digest for entrant in find_entrants(bots, [], TINY)]
    assert before[0] != after[0] and before[1] == after[1]


# The deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", ["1", "5" * 31, "5" * 33, "G" * 32, "", "0x" + "5" * 30])
def test_a_secret_that_could_be_guessed_is_refused(bots: Path, tmp_path: Path, secret: str) -> None:
    with pytest.raises(SimkitError, match="could be guessed by a participant"):
        Tournament(bots, TINY, tmp_path / "out", secret=secret)
    assert not (tmp_path / "out").exists()


def test_the_stored_secret_gives_the_same_deals_and_another_gives_others(
    bots: Path, tmp_path: Path
) -> None:
    def first(folder: str, secret: str | None) -> Tournament:
        return Tournament(bots, TINY, tmp_path / folder, secret=secret)

    drawn = first("drawn", None)
    stored = json.loads((tmp_path / "drawn" / "tournament.json").read_text())["secret"]
    assert len(stored) == 32
    again, other = first("again", stored), first("other", None)
    numbers = [one.number("deal", 0) for one in (drawn, again, other)]
    assert numbers[0] == numbers[1] != numbers[2]
    with pytest.raises(SimkitError, match="holds a tournament with secret"):
        first("drawn", SECRET)


def test_the_secret_stays_out_of_what_is_shown(bots: Path, tmp_path: Path) -> None:
    contest = Tournament(
        bots, TINY, tmp_path / "out", deals=1, secret=SECRET, options={"length": "short"}
    )
    contest.play()
    assert (
        SECRET not in html.render(report(contest)) + contest.announcement() + contest._repr_html_()
    )


# What a process may send ---------------------------------------------------------------------------

NUMBERS = st.integers(-(1 << 4000), 1 << 4000)


@given(NUMBERS, st.floats(), st.floats())
def test_a_choice_arrives_as_it_was_sent(action: int, value: float, runner_up: float) -> None:
    data = answer_bytes(Answer(choice=Choice(action, value, runner_up)))
    assert HEAD.unpack(data[: HEAD.size])[0] == len(data) - HEAD.size <= LONGEST_ANSWER
    got = answer_of(data[HEAD.size :]).choice
    assert got is not None and repr(got) == repr(Choice(action, value, runner_up))


@given(st.text(min_size=1))
def test_a_fault_arrives_as_text(said: str) -> None:
    data = answer_bytes(Answer(said))
    assert len(data) - HEAD.size <= LONGEST_ANSWER
    assert answer_of(data[HEAD.size :]).fault == said[:2000].encode(errors="replace").decode()


@given(
    st.one_of(
        st.binary(), st.builds(bytes.__add__, st.sampled_from([b"F", b"R", b"C"]), st.binary())
    )
)
def test_whatever_else_arrives_is_no_answer(data: bytes) -> None:
    try:
        answer = answer_of(data)
    except ValueError:
        return
    assert data[:1] in (b"F", b"R", b"C")
    if answer.choice is not None:
        assert type(answer.choice.action) is int
        assert answer.choice.action.bit_length() <= 8 * LONGEST_ACTION


def test_limits_are_numbers_above_zero() -> None:
    for name in ("idle", "clock", "hours", "entries"):
        with pytest.raises(SimkitError, match=f"limit {name}"):
            Limits(**{name: 0})
