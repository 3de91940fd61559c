"""Tournaments of bots that come as files: one file, one participant, a fresh process per seat and game.

- `entrants`: who takes part; `loading`: from a file to its class of bots;
- `fence`: what shuts a participant's process in, of `namespaces`, `landlock`, `seccomp` (by `linux`);
  `booths`: what each may reach; `scratch`: the folder it writes to;
- `limits`, `rlimits`, `meter`: what it may use, who holds it to that, and the organiser's clocks;
- `template`: the process that all others are forked from, `forks`: the same from inside;
- `worker`: a participant's process; `guard`: how it comes to know what was tried; `wire`: what goes over
  the pipes; `guest`: the organiser's side;
- `trial`: the check before the first game; `league`: pairings, standings, what is stored.

What is contained, and by what, stands in `fence`.

Examples
--------
>>> from simkit.studies.tournament import Tournament
>>> contest = Tournament("bots", "race_for_the_galaxy", "runs/contest")      # doctest: +SKIP
>>> contest.play()                                                           # doctest: +SKIP
>>> contest.standings()                                                      # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import Any

# Imported on first use: a participant's process needs none of them, and is to start quickly.
_PUBLIC = {"Tournament": "league", "Limits": "limits", "Fault": "guest"}
__all__ = ["Fault", "Limits", "Tournament"]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(importlib.import_module(f"{__name__}.{_PUBLIC[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
