"""Kinds of bots by name: those of simkit, a module each, and those that other packages bring.

A module of this folder that holds a `BotKind` under the name ``KIND`` is a kind; its file's name is what
the kind is called in a bot's text. An installed package adds one by an entry point of the group
``simkit.bots``: a `BotKind`, or a subclass of `Bot` that is made from its parameters.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simkit.core.bot import Bot
from simkit.core.errors import BadValue, SimkitError
from simkit.core.registry import BOTS, make_bot, plugins

Make = Callable[[str, str, dict[str, Any]], Bot]


@dataclass(frozen=True, slots=True)
class BotKind:
    """How the bots of a kind are made.

    Attributes
    ----------
    make
        Takes the title, the name of a profile ("" = none) and the parameters; returns the bot.
    searching
        Whether it plays on to decide, and takes many times as long as a greedy bot: studies play fewer
        of its games.
    """

    make: Make
    searching: bool = False


@functools.cache
def own_kinds() -> tuple[str, ...]:
    """Return the names of simkit's own kinds."""
    package = importlib.import_module(BOTS)
    modules = [module.name for module in pkgutil.iter_modules(package.__path__)]
    return tuple(name for name in modules if _own_kind(name) is not None)


def kind_names() -> list[str]:
    """Return the names of all kinds, those of other packages included."""
    return [*own_kinds(), *plugins("bots")]


def kind_of(name: str) -> BotKind | None:
    """Return the kind of a name; None if there is none."""
    return _own_kind(name) or _plugged_in(name)


@functools.cache
def _own_kind(name: str) -> BotKind | None:
    module = f"{BOTS}.{name}"
    try:
        return (
            getattr(importlib.import_module(module), "KIND", None) if name.isidentifier() else None
        )
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


@functools.cache
def _plugged_in(name: str) -> BotKind | None:
    entry = plugins("bots").get(name)
    if entry is None:
        return None
    try:
        found = entry.load()
    except Exception as error:
        raise SimkitError(f"bot {name!r} ({entry.value}) cannot be imported: {error}") from error
    if isinstance(found, BotKind):
        return found
    if isinstance(found, type) and issubclass(found, Bot):
        return BotKind(functools.partial(_made_of_class, found))
    raise SimkitError(
        f"bot {name!r} ({entry.value}) is neither a BotKind nor a subclass of simkit.Bot"
    )


def _made_of_class(kind: type[Bot], title: str, profile: str, params: dict[str, Any]) -> Bot:
    if profile:
        raise BadValue("bot", f"{kind.name!r} has no profiles")
    return kind(**params)


def greedy_text(profile: str) -> str:
    """Return the text of the greedy bot with a profile; of the plain one for ""."""
    return f"greedy:{profile}" if profile else "greedy"


def around_greedy(kind: type[Bot]) -> Make:
    """Return what makes a bot around the title's greedy bot with the profile named."""

    def make(title: str, profile: str, params: dict[str, Any]) -> Bot:
        return kind(make_bot(greedy_text(profile), title), **params)  # type: ignore[call-arg]

    return make
