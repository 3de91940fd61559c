"""Caches: what is remembered, and that games are the same without."""

from __future__ import annotations

import hashlib
import pickle

import pytest

import simkit
from simkit.bots import make_bot, profiles
from simkit.core.luck import Luck
from simkit.core.memo import SWITCH, Memo, caches_wanted
from simkit.core.registry import rules_class
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder

RACE = "race_for_the_galaxy"
# Titles whose caches are off with `caches=False`. All titles are to be in it.
CARRIED_THROUGH = [RACE, "federation"]


def test_a_memo_forgets_when_it_is_full() -> None:
    asked: list[int] = []
    memo = Memo(most=2)

    def double(key: int) -> int:
        asked.append(key)
        return 2 * key

    assert [memo.get(key, 0, double) for key in (1, 2, 2, 3, 1)] == [2, 4, 4, 6, 2]
    assert asked == [1, 2, 3, 1]


def test_a_memo_that_is_off_remembers_nothing() -> None:
    asked: list[int] = []
    memo = Memo(enabled=False)
    for _ in range(3):
        memo.get(1, 0, asked.append)
    assert asked == [1, 1, 1]
    assert memo.values == {}


def test_the_switch_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, wanted in (("1", False), ("0", True), ("", True)):
        monkeypatch.setenv(SWITCH, value)
        assert caches_wanted() is wanted
        assert simkit.rules(RACE, seats=2).caches is wanted
        assert rules_class(RACE)(2).caches is wanted


def test_rules_with_and_without_caches_are_two_and_travel_as_they_are() -> None:
    without, with_them = (simkit.rules(RACE, seats=2, caches=on) for on in (False, True))
    assert without is not with_them
    assert not without.caches
    assert pickle.loads(pickle.dumps(without)) is without


@pytest.mark.parametrize("title", CARRIED_THROUGH)
@pytest.mark.parametrize("games", [40, pytest.param(500, marks=pytest.mark.soak)])
def test_games_are_the_same_with_and_without_caches(title: str, games: int) -> None:
    """Every profile, searching bots and random ones, at tables of every size, in one process."""
    assert digest_of(title, games, caches=False) == digest_of(title, games, caches=True)


def digest_of(title: str, games: int, *, caches: bool) -> str:
    """Return a hash of all decisions, values and points of some games."""
    low, high = rules_class(title).schema.seat_range
    texts = [f"greedy:{name}" for name in profiles(title)]
    texts += ["random", "lookahead(k=2, samples=1, rounds=1)"]
    found = hashlib.sha256()
    for game in range(games):
        rules = simkit.rules(title, low + game % (high - low + 1), caches=caches)
        bots = [make_bot(texts[(game + 3 * s) % len(texts)], title) for s in range(rules.seats)]
        recorder = Recorder(rules, "moves")
        play_game(rules.deal(Luck(game)), bots, recorder, GameInfo(game_id=game, seed=game))
        for one in recorder.hashes:
            found.update(str(one).encode())
    return found.hexdigest()


def test_a_cache_that_is_stale_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison would notice a memo whose version is never raised."""
    plain = Memo.get

    def stale(self: Memo, key: object, version: int, function: object) -> object:
        return plain(self, key, 0, function)  # type: ignore[arg-type]

    wanted = digest_of(RACE, 12, caches=False)
    monkeypatch.setattr(Memo, "get", stale)
    assert digest_of(RACE, 12, caches=True) != wanted
