"""Stored runs, one per title, with their reports; read the difference before you commit it.

python -m tests.report.golden          writes the stored reports anew
python -m tests.report.golden --play   plays the runs anew, too; no change of bots asks for that
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd

import simkit
from simkit.analysis.course import SUMMED
from simkit.report import html, reading
from simkit.report.balance import document
from simkit.report.document import PAGE, Document, Figure, Note, Part

FOLDER = Path(__file__).with_name("golden")
SEATS = {"federation": 3, "gaia_project": 4, "planet_unknown": 4, "race_for_the_galaxy": 2}
TITLES = tuple(SEATS)
GAMES = 24
ARMS = [{"name": "printed"}, {"name": "military", "bots": ["greedy:military"]}]
ARMED = "race_for_the_galaxy"  # the run with two arms


def run_of(title: str) -> Any:
    """Return a stored run: the frames that its report reads."""
    tables = {
        name: pd.read_parquet(FOLDER / f"{title}.{name}.parquet")
        for name in ("games", "seats", "moves")
    }
    return SimpleNamespace(**tables, **json.loads((FOLDER / f"{title}.json").read_text()))


def page(report: Document) -> str:
    """Return a page with the name of each picture in its place, one element a line."""
    parts = [_named(part) for part in report.shown(PAGE)]
    return html.body(parts)[0].replace("><", ">\n<") + "\n"


def _named(part: Part) -> Part:
    return Note(f"[picture: {part.what}]") if isinstance(part, Figure) else part


def write(title: str) -> None:
    """Write the report of a stored run."""
    report = document(run_of(title))
    (FOLDER / f"{title}.txt").write_text(f"{report}\n", encoding="utf-8")
    (FOLDER / f"{title}.html").write_text(page(report), encoding="utf-8")


def play(title: str) -> None:
    """Play a run and store what its report reads."""
    arms = ARMS if title == ARMED else []
    with tempfile.TemporaryDirectory() as folder:
        results = simkit.simulate(
            title, SEATS[title], GAMES, seed=4, n_jobs=1, progress="quiet", folder=folder, arms=arms
        )
        lean: Any = reading.Lean(results)
        moves = results.frame("moves", [c for c in SUMMED if c in _names(results, "moves")])
        for name, frame in (("games", lean.games), ("seats", lean.seats), ("moves", moves)):
            frame.to_parquet(FOLDER / f"{title}.{name}.parquet", compression="zstd")
        told = {
            "spec": json.loads(results.spec.model_dump_json()),
            "departures": results.departures,
            "caution": results.caution,
            "failures": 0,
        }
    (FOLDER / f"{title}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _names(results: simkit.Results, table: str) -> set[str]:
    return {column.name for column in results.columns(table)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in TITLES:
        if "--play" in sys.argv:
            play(each)
        write(each)
