"""Bots by name: ``random``, ``greedy:trade``, ``lookahead:trade``, ``mcts:trade``, ``mine.bots:MyBot``.

A bot's text is ``kind``, ``kind:profile`` or an import path. Parameters follow in brackets:
``lookahead:trade(k=3)``, ``mcts:trade(iterations=200)``, ``restricted:trade(forbid='kind=place')`` or,
around any bot,
``restricted(bot='lookahead:trade', forbid='kind=place')``.
"""

from __future__ import annotations

import ast
import importlib
import re
from importlib.util import find_spec
from typing import Any

from simkit.bots.greedy import profile_names
from simkit.bots.kinds import kind_names, kind_of
from simkit.core.bot import Bot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.registry import rules_class

BOT_TEXT = re.compile(r"^(?P<name>[\w.]+)(?::(?P<profile>[\w.-]+))?(?:\((?P<params>.*)\))?$")


def make_bot(text: str, title: str) -> Bot:
    """Return the bot that a text names, for a title.

    Examples
    --------
    >>> make_bot("random", "any")
    RandomBot(everything=False)
    """
    name, profile, params = _parsed(text)
    try:
        if "." in name:
            return _own_bot(name, profile, params)
        kind = kind_of(name)
        if kind is not None:
            return kind.make(title, profile, params)
        if profile and find_spec(name) is not None:
            return _own_bot(name, profile, params)
    except TypeError as error:
        raise BadValue(f"bot {text!r}", str(error)) from None
    raise UnknownName("bot", name, kind_names())


def is_searching(text: str) -> bool:
    """Tell whether the bot that a text names plays on to decide, and takes long."""
    kind = kind_of(_parsed(text)[0])
    return kind is not None and kind.searching


def _parsed(text: str) -> tuple[str, str, dict[str, Any]]:
    """Take a bot's text apart: kind or import path, profile or class, parameters."""
    found = BOT_TEXT.match(text.strip())
    if found is None:
        raise BadValue("bot", f"{text!r} is not written like 'greedy:profile(name=value)'")
    return found["name"], found["profile"] or "", _params(text, found["params"] or "")


def profiles(title: str) -> list[str]:
    """Return the names of a title's profiles."""
    return profile_names(rules_class(title).data_folder())


def _params(text: str, inside: str) -> dict[str, Any]:
    if not inside.strip():
        return {}
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        assert isinstance(call, ast.Call) and not call.args
        assert all(k.arg is not None for k in call.keywords)
        return {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    except (SyntaxError, ValueError, AssertionError):
        raise BadValue(f"bot {text!r}", "parameters are written like (k=3, depth=2)") from None


def _own_bot(path: str, name: str, params: dict[str, Any]) -> Bot:
    try:
        module = importlib.import_module(path)
    except ImportError as error:
        raise SimkitError(f"bot {path!r} cannot be imported: {error}") from None
    except (Exception, SystemExit) as error:
        raise SimkitError(f"bot {path!r} cannot be imported: {_said(error)}") from error
    if not name:
        raise BadValue("bot", f"{path!r} names no class; write it like 'package.module:Class'")
    made = getattr(module, name, None)
    if made is None:
        raise UnknownName("bot class", name, dir(module), path)
    if not (isinstance(made, type) and issubclass(made, Bot)):
        raise SimkitError(f"{path}:{name} is not a subclass of simkit.Bot")
    try:
        return made(**params)
    except (SimkitError, TypeError):
        raise
    except (Exception, SystemExit) as error:
        raise SimkitError(f"bot {path}:{name} cannot be made: {_said(error)}") from error


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
