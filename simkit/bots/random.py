"""The kind ``random``: chooses uniformly; see `simkit.core.bot.RandomBot`."""

from __future__ import annotations

from typing import Any

from simkit.bots.kinds import BotKind
from simkit.core.bot import Bot, RandomBot
from simkit.core.errors import BadValue


def _make(title: str, profile: str, params: dict[str, Any]) -> Bot:
    if profile:
        raise BadValue("bot", "'random' has no profiles")
    return RandomBot(**params)


KIND = BotKind(_make)
