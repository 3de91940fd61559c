"""Bridges to other libraries; each imports its library only when it is used.

`pettingzoo_env` makes a PettingZoo AEC environment of a title, `spiel_game` an object that speaks the
part of OpenSpiel's interface that its tree searches and tournaments use.
"""

from __future__ import annotations

from simkit.adapters.features import feature_names, features
from simkit.adapters.pettingzoo import pettingzoo_env
from simkit.adapters.spiel import SpielGame, SpielState, spiel_game

__all__ = [
    "SpielGame",
    "SpielState",
    "feature_names",
    "features",
    "pettingzoo_env",
    "spiel_game",
]
