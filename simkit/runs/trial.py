"""What only a trial shows of a spec: whether every arm can be dealt and its bots can be set up."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError, UnknownName
from simkit.core.registry import check_settings, make_bot
from simkit.core.rules import Rules
from simkit.runs.planner import Plan
from simkit.runs.spec import DEALT, Spec

MAKING = 60.0  # seconds
MADE = "simkit: the process goes on"
MAKE = f"""
import sys
try:
    from simkit.core.registry import make_bot
    make_bot(sys.argv[1], sys.argv[2])
except BaseException:
    pass  # is found, and told, by whoever asks
sys.__stdout__.write("\\n{MADE}\\n")
"""
MOST_DEALS = 200  # of a list of line-ups
NOT_DEALT = ("luck", "self")  # arguments of `Rules.deal` that are no part of a deal


def problems(spec: Spec, own_bots: Mapping[str, Bot] | None = None) -> list[str]:
    """Return what is wrong with a spec whose form and names are right.

    A game is dealt for every arm (for every line-up that the spec lists), and every bot that comes with
    simkit looks up its weights and what it is forbidden.
    """
    found = [
        f"deal: {UnknownName('part of the deal', key, ())}" for key in spec.deal if key in NOT_DEALT
    ]
    if not found:
        found = [*_undealt(spec), *_unset_bots(spec, own_bots or {})]
    return list(dict.fromkeys(found))


def ends_its_process(text: str, title: str) -> str:
    """Say what becomes of a process that makes a bot of somebody's own; "" where it goes on.

    It is tried in another process, unless this one has imported the bot's module already.
    """
    module = text.partition(":")[0].strip()
    if module in sys.modules or module.partition(".")[0] == "simkit" or ":" not in text:
        return ""
    try:
        if find_spec(module) is None:
            return ""
    except (ImportError, ValueError):
        return ""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    try:
        done = subprocess.run(
            [sys.executable, "-c", MAKE, text, title],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            timeout=MAKING, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"bot {text!r}: has not been made after {MAKING:g} s"
    if done.stdout.endswith(MADE.encode() + b"\n"):
        return ""
    return f"bot {text!r}: ends its process when it is made (exit code {done.returncode})"


def _undealt(spec: Spec) -> Iterator[str]:
    """Deal once per arm and listed line-up; say what the title's deal refuses."""
    from simkit.runs.batch import deal_game

    lists = [way for way in spec.lineup.roles.values() if not isinstance(way, str)]
    deals = max([len(way) for way in lists if isinstance(way[0], list)], default=1)
    try:
        plan = Plan(spec)
        number = min(deals, MOST_DEALS) * plan.per_deal
        for game in itertools.islice(plan.games(), number):
            try:
                deal_game(spec, game)
            except Exception as error:
                yield f"{_place(spec, game.arm)}{_said(error)}"
    except Exception as error:
        yield f"{_place(spec, 0)}{_said(error)}"


def _place(spec: Spec, arm: int) -> str:
    """Name what the deal was made of: what is fixed, the line-up, or neither."""
    fixed = any(way != DEALT for way in spec.lineup.roles.values())
    what = "deal" if spec.deal else "lineup" if fixed else "title"
    return f"arm[{arm + 1}]: {what}: " if spec.arm else f"{what}: "


def _said(error: Exception) -> str:
    if isinstance(error, SimkitError):
        return str(error)
    return f"cannot be dealt ({type(error).__name__}: {error})"


def _unset_bots(spec: Spec, own_bots: Mapping[str, Bot]) -> Iterator[str]:
    for number, arm in enumerate(spec.arms, 1):
        place = f"arm[{number}].bots" if arm.bots else "lineup.bots"
        rules: Rules = spec.rules_of(arm)
        for text in dict.fromkeys(spec.bots_of(arm)):
            try:
                check_settings(
                    own_bots[text] if text in own_bots else make_bot(text, spec.title), rules
                )
            except SimkitError as error:
                yield f"{place}: {error}"
