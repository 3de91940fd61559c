"""Notebook widgets: replay a game, play one, watch a run, look at runs, patch a title, a meta-game.

``replay(game)``, ``play(title, seats=2)``, ``live(spec)``, ``explore(results)``,
``patchlab(title, seats=2)`` and ``metagame(payoffs)`` return widgets. What they do is in plain classes
(`ReplayModel`, `PlayModel` ...) that work without a notebook; the views only show them. README.md beside
this file says how boards mark places that can be clicked.
"""

from __future__ import annotations

import importlib
from typing import Any

# Public name -> module; imported on first use, so that the models need no ipywidgets.
_PUBLIC = {
    "replay": "simkit.widgets.replay_view",
    "ReplayModel": "simkit.widgets.replay_model",
    "play": "simkit.widgets.play_view",
    "PlayModel": "simkit.widgets.play_model",
    "live": "simkit.widgets.live_view",
    "LiveModel": "simkit.widgets.live_model",
    "explore": "simkit.widgets.explore_view",
    "ExploreModel": "simkit.widgets.explore_model",
    "patchlab": "simkit.widgets.patchlab_view",
    "PatchLabModel": "simkit.widgets.patchlab_model",
    "metagame": "simkit.widgets.metagame_view",
    "MetagameModel": "simkit.widgets.metagame_model",
}
__all__ = [*_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        value = getattr(importlib.import_module(_PUBLIC[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'simkit.widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
