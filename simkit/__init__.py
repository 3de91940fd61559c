"""simkit plays thousands of board games with heuristic bots and hands every move to pandas.

Examples
--------
>>> import simkit
>>> results = simkit.simulate("race_for_the_galaxy", seats=2, games=10, seed=1)  # doctest: +SKIP
>>> results.seats.groupby("faction").win_share.mean()                            # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import Any

from simkit._lazy import submodules
from simkit.core import compiled as _compiled

__version__ = "0.1.0"

_compiled.use()

# Public name -> module; imported on first use, so that `import simkit` stays light. Type checkers read
# __init__.pyi beside this file.
_PUBLIC = {
    "rules": "simkit.core.registry",
    "titles": "simkit.core.registry",
    "Luck": "simkit.core.luck",
    "Bot": "simkit.core.bot",
    "BotKind": "simkit.bots.kinds",
    "Choice": "simkit.core.bot",
    "RandomBot": "simkit.core.bot",
    "GreedyBot": "simkit.bots.greedy",
    "SimkitError": "simkit.core.errors",
    "play_game": "simkit.engine.play",
    "Observer": "simkit.engine.observer",
    "Recorder": "simkit.engine.recorder",
    "make_bot": "simkit.bots",
    "simulate": "simkit.runs",
    "load": "simkit.runs",
    "load_parts": "simkit.runs",
    "Results": "simkit.runs",
    "Spec": "simkit.runs",
}
__all__ = [  # noqa: RUF022 - in the order of _PUBLIC
    "rules", "titles", "Luck", "Bot", "BotKind", "Choice", "RandomBot", "GreedyBot", "SimkitError",
    "play_game", "Observer", "Recorder", "make_bot", "simulate", "load", "load_parts", "Results", "Spec",
    "__version__",
]  # fmt: skip
_submodule, _submodules = submodules(__name__, __path__)


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        value = getattr(importlib.import_module(_PUBLIC[name]), name)
        globals()[name] = value
        return value
    return _submodule(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_submodules()})
