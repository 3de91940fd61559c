"""Runs: many games from one spec, in parallel, as tables on disk.

`simulate` and `run` play, `load` reads a run from its folder: they return `Results`. `load_parts` reads
a run of several specs.
"""

from __future__ import annotations

from simkit.runs.progress import Progress
from simkit.runs.results import Results, load, load_parts
from simkit.runs.run import run, simulate
from simkit.runs.spec import Spec, SpecErrors, read_specs

__all__ = [
    "Progress",
    "Results",
    "Spec",
    "SpecErrors",
    "load",
    "load_parts",
    "read_specs",
    "run",
    "simulate",
]
