"""Games played in other processes, to find what depends on the hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.testing.compare import fingerprint
from simkit.testing.walk import Trial, Wrong, walk

HASH_SEEDS = ("1", "2")


def two_hash_seeds(
    what: str, rules: Rules, seed: int, bot: str = ""
) -> tuple[list[str], list[str]]:
    """Trace the same games under two hash seeds.

    Parameters
    ----------
    what
        ``game`` (random play) or ``bot`` (the bot that `bot` names, at every seat).
    """
    task = {
        "what": what,
        "title": rules.title,
        "seats": rules.seats,
        "options": rules.options,
        "patch": rules.patch,
        "pack": rules.pack,
        "seed": seed,
        "bot": bot,
    }
    one, two = (_traced(task, hash_seed) for hash_seed in HASH_SEEDS)
    return one, two


def _traced(task: dict[str, Any], hash_seed: str) -> list[str]:
    paths = [path or os.getcwd() for path in sys.path]
    done = subprocess.run(
        [sys.executable, "-m", "simkit.testing", "trace", json.dumps(task)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Wrong(f"the game cannot be played in another process: {done.stderr.strip()[-500:]}")
    return done.stdout.splitlines()


def trace(task: dict[str, Any]) -> list[str]:
    """Play the games of a task; return a line per decision, and one for the result."""
    rules = make_rules(
        task["title"], task["seats"], task["patch"] or None, task["pack"], **task["options"]
    )
    if task["what"] == "bot":
        return _bot_trace(rules, task["bot"], task["seed"])
    lines: list[str] = []
    trial = Trial(rules, seed=task["seed"])
    for game in range(2):
        for move, state in walk(trial, game):
            lines.append(f"{game}/{move}: seat {state.seat}, {_choices(state)}")
        lines.append(f"{game}: points {state.points}")
    return lines


def _choices(state: State) -> str:
    if state.seat < 0:
        return "over"
    said = [state.rules.describe(state, action) for action in state.legal()]
    return f"{len(said)} actions, {fingerprint(said)} ({'; '.join(said)[:100]})"


def _bot_trace(rules: Rules, bot: str, seed: int) -> list[str]:
    from simkit.bots import make_bot

    recorder = Recorder(rules, "moves")
    bots = [make_bot(bot, rules.title) for _ in range(rules.seats)]
    play_game(rules.deal(Luck(seed)), bots, recorder, GameInfo(seed=seed))
    moves = recorder.tables()["moves"].select(["seat", "n_candidates", "action", "value"])
    return [repr(row) for row in moves.to_pylist()]
