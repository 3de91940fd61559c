"""Goals: what conversions may bring within reach."""

from __future__ import annotations

from simkit.core.compiling import mypyc_attr
from simkit.games.gaia_project.bot.sheets import UNKNOWN


@mypyc_attr(acyclic=True, free_list_len=1)
class Goal:
    """An action that conversions bring within reach, and what they gain and spend."""

    __slots__ = (
        "action", "burns", "credits", "credits_kept", "credits_paid", "knowledge", "ore", "power",
        "qic", "qic_kept", "qic_paid", "tokens", "worth",
    )  # fmt: skip

    def __init__(self, action: int, ore: int = 0, credits: int = 0) -> None:
        self.action = action
        self.ore, self.credits = ore, credits  # to be gained, as the next three
        self.knowledge = self.qic = self.tokens = 0
        self.power = self.burns = self.qic_paid = self.credits_paid = 0
        self.qic_kept = self.credits_kept = 0
        self.worth = UNKNOWN  # of the action, in the bot's own weights
