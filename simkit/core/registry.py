"""Titles (and bots) by name, imported only when used.

A title is a package with the modules ``title`` (with ``RULES``, a subclass of `Rules`),
``bot.features`` (with ``GREEDY``, a subclass of `GreedyBot`), ``view.board`` (with ``svg``) and
``io.recordings``. The packages in ``simkit/games`` are found by their folder's name. A name with a dot is
an import path, so a title outside simkit (``"mypackage.mygame"``) works everywhere a title's name does,
worker processes included.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from simkit.core.bot import Bot
from simkit.core.components import Patch
from simkit.core.errors import UnknownName
from simkit.core.memo import caches_wanted
from simkit.core.rules import Rules

GAMES = "simkit.games"
BOTS = "simkit.bots"


@functools.lru_cache(maxsize=1)
def titles() -> tuple[str, ...]:
    """Return the names of the titles that come with simkit."""
    folder = Path(__file__).resolve().parents[1] / "games"
    found = [p.parent.name for p in folder.glob("*/title.py")]
    return tuple(sorted(found))


def title_package(title: str) -> str:
    """Return the import path of a title's package."""
    if "." in title:
        try:
            if find_spec(f"{title}.title") is not None:
                return title
        except ModuleNotFoundError:
            pass
        raise UnknownName("title", title, titles())
    if title not in titles():
        raise UnknownName("title", title, titles())
    return f"{GAMES}.{title}"


def title_module(title: str, module: str) -> ModuleType:
    """Import one module of a title's package, e.g. ``title_module("federation", "view.board")``."""
    return importlib.import_module(f"{title_package(title)}.{module}")


def rules_class(title: str) -> type[Rules]:
    """Return a title's subclass of `Rules`."""
    found: type[Rules] = title_module(title, "title").RULES
    return found


def make_bot(text: str, title: str) -> Bot:
    """Return the bot that a text names (``random``, ``greedy:trade``, ``mine.bots:MyBot``)."""
    found: Bot = importlib.import_module(BOTS).make_bot(text, title)
    return found


def check_settings(bot: Bot, rules: Rules) -> None:
    """Refuse weights and forbidden actions that a bot cannot have under some rules."""
    importlib.import_module(f"{BOTS}.settings").check_settings(bot, rules)


def rules(
    title: str, seats: int, patch: Patch | None = None, caches: bool | None = None, **options: Any
) -> Rules:
    """Return the rules of a title in one setting; built once and kept.

    Parameters
    ----------
    title
        Name of the title; see `titles`.
    seats
        Number of players.
    patch
        Changes to component data: path -> value.
    caches
        Whether anything is remembered that could be worked out anew: the same games, only slower. By
        default yes, unless ``SIMKIT_NO_CACHES=1`` says otherwise.
    **options
        Rule variants; ``rules_class(title).schema.options`` lists them.

    Examples
    --------
    >>> import simkit
    >>> simkit.rules("race_for_the_galaxy", seats=2).seats  # doctest: +SKIP
    2
    """
    remembers = caches_wanted() if caches is None else caches
    key = _key(title, seats, patch, remembers, options)
    made = _BUILT.get(key)
    if made is None:
        cls = rules_class(title)
        built = cls.__new__(cls, caches=remembers)
        built.__init__(seats, options, patch)  # type: ignore[misc]
        # However much of the default was named: one setting, one object (and one set of tables).
        whole = _key(title, seats, patch, remembers, built.options)
        made = _BUILT.get(whole, built)
        if len(_BUILT) >= 64:
            _BUILT.pop(next(iter(_BUILT)))
        _BUILT[key] = _BUILT[whole] = made
    return made


def _key(
    title: str, seats: int, patch: Patch | None, caches: bool, options: Mapping[str, Any]
) -> tuple[str, str]:
    return title, repr((seats, sorted((patch or {}).items()), caches, sorted(options.items())))


_BUILT: dict[tuple[str, str], Rules] = {}
