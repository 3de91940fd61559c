"""Checks for anyone who adds a title or a bot, and golden playthroughs.

Examples
--------
>>> from simkit.testing import check_bot, check_rules
>>> check_rules("tests.tiny", seats=2)                      # doctest: +SKIP
>>> check_bot("mypackage.mybots:Cautious", "tests.tiny")    # doctest: +SKIP
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError, UnknownName
from simkit.core.registry import rules as make_rules
from simkit.core.registry import rules_class
from simkit.core.rules import Rules
from simkit.testing.bot_checks import BOT_CHECKS, BotTrial, bot_of
from simkit.testing.compare import deep_copy, state_difference, state_snapshot
from simkit.testing.patch_checks import check_patches
from simkit.testing.playthroughs import check_playthrough, playthrough
from simkit.testing.rule_checks import RULE_CHECKS
from simkit.testing.walk import CheckFailed, Trial

__all__ = [
    "BOT_CHECKS",
    "RULE_CHECKS",
    "CheckFailed",
    "check_bot",
    "check_patches",
    "check_playthrough",
    "check_rules",
    "deep_copy",
    "playthrough",
    "state_difference",
    "state_snapshot",
]

ONCE = ("hash_seed", "patches", "pickle", "tables")  # tried with one number of seats only


def check_rules(
    title: str | Rules,
    *,
    seats: int | None = None,
    patch: dict[str, Any] | None = None,
    games: int = 2,
    positions: int = 12,
    seed: int = 0,
    hidden: bool | Sequence[str] = True,
    only: Collection[str] = (),
    skip: Collection[str] = (),
    **options: Any,
) -> list[str]:
    """Check the rules of a title against the contract, with random games.

    Parameters
    ----------
    title
        Name of a title, or rules.
    seats
        Number of players; by default every number the title allows.
    patch, **options
        The setting, when `title` is a name.
    games
        Random games per check.
    positions
        Positions per game at which the costly checks look.
    hidden
        Names of the attributes of a state that `determinize` has to redraw; False if the title
        hides nothing but the luck to come.
    only, skip
        Names of checks, see `RULE_CHECKS`.

    Returns
    -------
    list[str]
        The names of the checks that passed.

    Raises
    ------
    CheckFailed
        With every check that failed: what is wrong, where, and what to do.

    Examples
    --------
    >>> check_rules("tests.tiny", seats=2, games=1, only=["points", "clone"])
    ['points', 'clone']
    """
    names = _chosen(RULE_CHECKS, only, skip)
    if isinstance(title, Rules):
        settings = [title]
    elif seats is not None:
        settings = [make_rules(title, seats, patch, **options)]
    else:
        low, high = rules_class(title).schema.seat_range
        settings = [make_rules(title, n, patch, **options) for n in range(high, low - 1, -1)]
    if isinstance(title, str):
        _demand_named(title, settings[0])
    failures: dict[str, str] = {}
    for number, rules in enumerate(settings):
        trial = Trial(rules, games, seed, positions, hidden)
        for name in names:
            if name not in failures and not (number and name in ONCE):
                _try(failures, name, partial(RULE_CHECKS[name], trial))
    if failures:
        raise CheckFailed(f"rules of {settings[0].title}", failures)
    return names


def check_bot(
    bot: Bot | str,
    title: str | Rules,
    *,
    seats: int | None = None,
    games: int = 2,
    seed: int = 0,
    only: Collection[str] = (),
    skip: Collection[str] = (),
) -> list[str]:
    """Check a bot against the contract, in games with random opponents.

    Parameters
    ----------
    bot
        A bot or its text, ``"greedy:trade"``, ``"mypackage.mymodule:MyBot"``.
    title
        Name of a title (or rules) that the bot plays.
    seats
        Number of players; by default the fewest the title allows.

    Returns
    -------
    list[str]
        The names of the checks that passed.

    Raises
    ------
    CheckFailed
        With every check that failed: what is wrong, where, and what to do.

    Examples
    --------
    >>> check_bot("greedy:bidder", "tests.tiny", games=1, only=["hidden"])
    ['hidden']
    """
    names = _chosen(BOT_CHECKS, only, skip)
    if isinstance(title, Rules):
        rules = title
    else:
        rules = make_rules(title, seats or rules_class(title).schema.seat_range[0])
        _demand_named(title, rules)
    made, text = bot_of(bot, rules.title)
    trial = BotTrial(made, rules, text, games, seed)
    failures: dict[str, str] = {}
    for name in names:
        _try(failures, name, partial(BOT_CHECKS[name], trial))
    if failures:
        raise CheckFailed(f"bot {text or type(made).__name__}", failures)
    return names


def _demand_named(title: str, rules: Rules) -> None:
    """Demand that rules found under a name bear it; a copied title may still be the one it was."""
    if rules.title != title:
        text = (
            f"{title}.title.RULES calls itself {rules.title!r}, and whatever asks for its modules "
            f"would get those; write {title!r} there, and in every import of a copied package"
        )
        raise CheckFailed(f"title {title}", {"title": text})


def _chosen(checks: dict[str, Any], only: Collection[str], skip: Collection[str]) -> list[str]:
    for name in (*only, *skip):
        if name not in checks:
            raise UnknownName("check", name, checks)
    return [name for name in checks if (not only or name in only) and name not in skip]


def _try(failures: dict[str, str], name: str, check: Callable[[], None]) -> None:
    """Run a check; an exception of the title or the bot is a failure as well."""
    try:
        check()
    except Exception as error:
        failures[name] = str(error)
        if not isinstance(error, (AssertionError, SimkitError)):
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}"
            failures[name] = f"{type(error).__name__}: {error} ({where})"
