"""A tournament that goes on is the one that was begun: what differs is named, what is damaged refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from simkit.studies.tournament import Tournament, league
from tests.studies.contestants import SOUND

TINY = "tests.tiny"
SECRET = "0123456789abcdef" * 2
DAMAGES = 60


def write(folder: Path, **skills: int) -> Path:
    """Write sound participants; return their folder."""
    bots = folder / "bots"
    bots.mkdir(exist_ok=True)
    for name, skill in skills.items():
        (bots / f"{name}.py").write_text(SOUND.replace("{skill}", str(skill)))
    return bots


def contest(folder: Path, *house: str, deals: int = 1) -> Tournament:
    """Return the tournament of a folder."""
    return Tournament(
        folder / "bots", TINY, folder / "out", deals=deals, house=house, options={"length": "short"}
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of two files and a bot of simkit's, played to its end."""
    folder = tmp_path_factory.mktemp("played")
    write(folder, a=90, b=10)
    contest(folder, "greedy").play()
    return folder


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function after which something on this machine is other than it was."""
    here = league.identity

    def make(what: str) -> None:
        monkeypatch.setattr(league, "identity", lambda spec: {**here(spec), what: "another"})

    return make


@pytest.mark.parametrize("what", ["the code of simkit or tests.tiny", "the data of tests.tiny"])
def test_other_code_and_other_data_are_refused_by_name(
    played: Path, elsewhere: Callable[[str], None], what: str
) -> None:
    assert contest(played, "greedy").finished
    elsewhere(what)
    with pytest.raises(SimkitError, match=f": {what} differ from those that its games were"):
        contest(played, "greedy")


def test_a_bot_of_simkit_s_with_other_weights_plays_anew(
    played: Path, elsewhere: Callable[[str], None]
) -> None:
    elsewhere("the bot greedy")
    again = contest(played, "greedy")
    assert not again.finished
    assert set(again.games) == {("a", "b")}
    assert "\nanew:  games of greedy (house), changed since they were played" in (
        again.announcement()
    )


def test_a_changed_file_is_named_before_it_plays_anew(tmp_path: Path) -> None:
    write(tmp_path, a=90, b=10)
    contest(tmp_path).play()
    assert "anew" not in contest(tmp_path).announcement()
    write(tmp_path, b=20)
    assert "\nanew:  games of b, changed" in contest(tmp_path).announcement()


def test_what_plays_is_what_the_digest_is_of(tmp_path: Path) -> None:
    """A file that is changed while the tournament runs plays on as it was."""
    write(tmp_path, a=90, b=10)
    steps = contest(tmp_path).steps()
    assert next(steps) == "a is fit to play"
    for name in "ab":
        (tmp_path / "bots" / f"{name}.py").write_text("1 / 0")
    assert next(steps) == "b is fit to play"
    steps.close()


def test_other_settings_are_refused_by_name(played: Path) -> None:
    with pytest.raises(SimkitError, match="a tournament with deals = 1, not 2"):
        contest(played, "greedy", deals=2)


def test_another_secret_is_refused(played: Path) -> None:
    path = played / "out" / "tournament.json"
    text = path.read_text()
    stored = json.loads(text)
    try:
        path.write_text(json.dumps({**stored, "secret": SECRET}))
        with pytest.raises(SimkitError, match=r"tournament\.json: is damaged"):
            contest(played, "greedy")
        stored["secret"] = SECRET
        stored.pop("check")
        stored["check"] = league._checksum(league._plain(stored), SECRET)
        path.write_text(json.dumps(stored))
        with pytest.raises(SimkitError, match="line 1 is damaged, or belongs to a tournament with"):
            contest(played, "greedy")
    finally:
        path.write_text(text)


@pytest.mark.parametrize("name", ["journal.jsonl", "tournament.json"])
def test_no_damage_changes_a_result(played: Path, name: str) -> None:
    """Of sixty single letters that change, each is refused, or plays again what cannot be read."""
    path = played / "out" / name
    whole = path.read_bytes()
    before = contest(played, "greedy")
    luck = random.Random(5)
    refused = 0
    try:
        for _ in range(DAMAGES):
            place, letter = luck.randrange(len(whole)), luck.choice(b'0123456789abc{}",: ')
            damaged = whole[:place] + bytes([letter]) + whole[place + 1 :]
            path.write_bytes(damaged)
            try:
                after = contest(played, "greedy")
            except SimkitError as error:
                refused += name in str(error) or "name a new folder" in str(error)
            else:
                assert after.secret == before.secret
                assert after.games.items() <= before.games.items()
    finally:
        path.write_bytes(whole)
    assert refused > DAMAGES // 2
