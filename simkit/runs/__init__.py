"""Runs: many games from one spec, in parallel, as tables on disk.

`simulate` and `run` play; `load` reads a finished run; both return `Results`.
"""

from __future__ import annotations

from simkit.runs.progress import Progress
from simkit.runs.results import Results, load
from simkit.runs.run import run, simulate
from simkit.runs.spec import Spec, SpecErrors, read_specs

__all__ = ["Progress", "Results", "Spec", "SpecErrors", "load", "read_specs", "run", "simulate"]
