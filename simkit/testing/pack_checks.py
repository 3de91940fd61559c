"""Check a pack: what is wrong with its files, and whether it plays, in each build there is."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from simkit.core import compiled
from simkit.core.bot import Bot
from simkit.core.errors import BadValue, SimkitError
from simkit.core.luck import Luck
from simkit.core.packs import FILE, all_problems, read_packs
from simkit.core.registry import make_bot, rules_class
from simkit.core.registry import rules as make_rules
from simkit.core.rules import Rules
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder

BOTS = ("greedy", "random")
PLAIN = "plain"


class Played(NamedTuple):
    """How a pack played in one build.

    Attributes
    ----------
    build
        Which build played.
    games
        Games that came to their end.
    digest
        Hash over all that happened.
    """

    build: str
    games: int
    digest: str


def title_of(folder: str | Path) -> str:
    """Return the title that a pack is for."""
    path = Path(folder) / FILE
    if not path.is_file():
        raise BadValue(
            f"pack {folder}", f"has no {FILE}" if path.parent.is_dir() else "no such folder"
        )
    try:
        return str(tomllib.loads(path.read_text(encoding="utf-8"))["title"])
    except KeyError:
        raise BadValue(f"pack {folder}, {FILE}", "lacks the key 'title'") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadValue(f"pack {folder}, {FILE}", f"is not valid TOML ({error})") from None


def problems_of(folder: str | Path) -> list[str]:
    """Return all that is wrong with the files of a pack, one line each."""
    try:
        rules = rules_class(title_of(folder))
        rules.schema_of(read_packs(rules, folder))
    except SimkitError as error:
        return all_problems(error)
    return []


def contents(folder: str | Path) -> Iterator[str]:
    """Yield what a pack adds and changes, in words."""
    rules = rules_class(title_of(folder))
    (pack,) = read_packs(rules, folder)
    kinds = rules.records_with(pack.operations)
    printed = rules.components_with()
    for kind, record in pack.records(kinds):
        known = {str(one["id"]) for one in printed[kind.table][kind.name]}
        if record["id"] in known:
            keys = ", ".join(key for key in record if key != "id")
            yield f"changes the {kind.what} {record['id']!r}: {keys}"
        else:
            yield f"adds the {kind.what} {record['id']!r} ({record.get('name', '')})"
    for one in pack.operations:
        yield f"implements {one.op!r} by the class {one.kind.__name__} ({', '.join(one.hooks)})"
    records = {(kind.table, kind.name) for kind in kinds}
    for table, given in pack.tables.items():
        others = [key for key in given if (table, key) not in records]
        if others:
            yield f"changes figures of {table}: {', '.join(others)}"


def play(folder: str | Path, games: int, seed: int = 0) -> Played:
    """Play games of a pack with every number of seats, in this build, with all invariants checked.

    Raises
    ------
    SimkitError
        Says which game failed, and how.
    """
    rules = rules_class(title_of(folder))
    low, high = rules.schema.seat_range
    found = hashlib.blake2b(digest_size=16)
    for number in range(games):
        seats = low + number % (high - low + 1)
        made = make_rules(rules.title, seats, pack=folder)
        found.update(_play_one(made, BOTS[number // (high - low + 1) % 2], seed + number).encode())
    return Played(compiled.build(rules.title), games, found.hexdigest())


def _play_one(rules: Rules, bot: str, seed: int) -> str:
    """Play a game, check its end, and return the hash of what was taken down."""
    bots: list[Bot] = [make_bot(bot, rules.title) for _ in range(rules.seats)]
    recorder = Recorder(rules, "points")
    place = f"a game of {rules.seats} {bot} bots (seed {seed})"
    try:
        state = play_game(rules.deal(Luck(seed)), bots, recorder, GameInfo(seed, seed=seed))
        state.check()
    except SimkitError as error:
        raise BadValue(place, str(error)) from None
    except Exception as error:
        raise BadValue(place, f"failed ({type(error).__name__}: {error})") from error
    return str(recorder.hashes)


def play_plain(folder: str | Path, games: int, seed: int = 0) -> Played:
    """Play the same in a process of its own, in plain Python."""
    code = (
        "import json, sys; from simkit.testing import pack_checks as c; "
        "print(json.dumps(c.play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder), str(games), str(seed)],
        env={**os.environ, compiled.CHOICE: PLAIN}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise BadValue(
            f"pack {folder}", f"does not play in plain Python: {done.stderr.strip()[-300:]}"
        )
    return Played(*json.loads(done.stdout))


def check_pack(folder: str | Path, games: int = 30, seed: int = 0) -> list[Played]:
    """Check a pack: its files, then games in this build, and in plain Python where this is compiled.

    Returns
    -------
    list[Played]
        How it played in each build.

    Raises
    ------
    SimkitError
        Says what is wrong.
    """
    problems = problems_of(folder)
    if problems:
        raise SimkitError("\n".join(problems))
    played = [play(folder, games, seed)]
    if any(not reason for reason in compiled.playing(title_of(folder)).values()):
        played.append(play_plain(folder, games, seed))
        if played[0].digest != played[1].digest:
            raise BadValue(f"pack {folder}", "plays differently in the two builds")
    return played
