"""Checks of what a bot is set to, before it plays: its weights, and what it is forbidden."""

from __future__ import annotations

from simkit.bots.greedy import GreedyBot
from simkit.bots.restricted import Restricted, patterns
from simkit.core.bot import Bot
from simkit.core.rules import Rules


def check_settings(bot: Bot, rules: Rules) -> None:
    """Refuse weights that a bot does not have, and forbidden actions that the title does not have.

    Bots inside other bots (of a look-ahead, say) are checked as well. Bots of somebody's own check
    themselves, when they start.
    """
    if isinstance(bot, Restricted):
        patterns(bot.forbid, rules)
        check_settings(bot.bot, rules)
    elif isinstance(bot, GreedyBot):
        bot.check_weights(rules)
    elif type(bot).__module__.startswith("simkit."):
        for value in bot.get_params().values():
            if isinstance(value, Bot):
                check_settings(value, rules)
