"""Titles and bots by name, imported only when used.

A title is a package with the modules ``title`` (with ``RULES``, a subclass of `Rules`),
``bot.features`` (with ``GREEDY``, a subclass of `GreedyBot`), ``view.board`` (with ``svg``) and
``io.recordings``. The packages in ``simkit/games`` are found by their folder's name. A name with a dot is
an import path, so a title outside simkit (``"mypackage.mygame"``) works everywhere a title's name does,
worker processes included. An installed package can give its title a name of its own by an entry point of
the group ``simkit.titles`` (``mygame = "mypackage.mygame"``); bots: see `simkit.bots.kinds`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from simkit.core.bot import Bot
from simkit.core.components import Patch
from simkit.core.errors import SimkitError, UnknownName
from simkit.core.memo import caches_wanted
from simkit.core.packs import Places, find, fingerprint, places_of
from simkit.core.rules import Rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = "simkit.games"
BOTS = "simkit.bots"


@functools.cache
def shipped_titles() -> tuple[str, ...]:
    """Return the names of the titles that come with simkit."""
    folder = Path(__file__).resolve().parents[1] / "games"
    found = [p.parent.name for p in folder.glob("*/title.py")]
    return tuple(sorted(found))


def titles() -> tuple[str, ...]:
    """Return the names of all titles: those that come with simkit, and those of installed packages."""
    own = shipped_titles()
    return (*own, *sorted(set(plugins("titles")) - {*own}))


@functools.cache
def plugins(what: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of the group ``simkit.titles`` or ``simkit.bots``, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=f"simkit.{what}")}


def title_package(title: str) -> str:
    """Return the import path of a title's package."""
    if title in shipped_titles():
        return f"{GAMES}.{title}"
    entry = plugins("titles").get(title)
    path = title if entry is None else entry.value
    try:
        if (entry or "." in title) and find_spec(f"{path}.title") is not None:
            return path
    except ModuleNotFoundError:
        pass
    if entry is not None:
        raise SimkitError(
            f"title {title!r}: the package {path} that brings it has no module 'title'"
        )
    raise UnknownName("title", title, titles())


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


def is_searching(text: str) -> bool:
    """Tell whether the bot that a text names plays on to decide, and takes long."""
    found: bool = importlib.import_module(BOTS).is_searching(text)
    return found


def check_settings(bot: Bot, rules: Rules) -> None:
    """Refuse weights and forbidden actions that a bot cannot have under some rules."""
    importlib.import_module(f"{BOTS}.settings").check_settings(bot, rules)


def rules(
    title: str,
    seats: int,
    patch: Patch | None = None,
    pack: Places = None,
    caches: bool | None = None,
    **options: Any,
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
    pack
        Packs that extend the title: a folder, the name of a pack that comes with it, or a list of them.
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
    cls = rules_class(title)
    packs = [(place, fingerprint(find(cls, place))) for place in places_of(pack)]
    key = _key(title, seats, patch, packs, remembers, options)
    made = _BUILT.get(key)
    if made is None:
        built = cls.__new__(cls, caches=remembers)
        built.__init__(seats, options, patch, pack)  # type: ignore[misc]
        # However much of the default was named: one setting, one object (and one set of tables).
        whole = _key(title, seats, patch, packs, remembers, built.options)
        made = _BUILT.get(whole, built)
        if len(_BUILT) >= 64:
            _BUILT.pop(next(iter(_BUILT)))
        _BUILT[key] = _BUILT[whole] = made
    return made


def _key(
    title: str,
    seats: int,
    patch: Patch | None,
    packs: Sequence[tuple[str, str]],
    caches: bool,
    options: Mapping[str, Any],
) -> tuple[str, str]:
    setting = seats, sorted((patch or {}).items()), packs, caches, sorted(options.items())
    return title, repr(setting)


_BUILT: dict[tuple[str, str], Rules] = {}
