"""Play a spec under many patches, options or bots, all on the same deals, and print the outcome.

simkit sweep spec.toml --vary patch:factions.terrans.start.ore=2..6
simkit sweep spec.toml --vary patch:A=1,2 --vary option:B=x,y --one-at-a-time
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from simkit.cli import FAILED
from simkit.core.errors import SimkitError, UnknownName
from simkit.runs.parts import default_folder
from simkit.runs.spec import read_specs
from simkit.studies.sweeps import sweep

CSV = "sweep.csv"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", help="a spec (*.toml) without arms or parts")
    parser.add_argument(
        "--vary", action="append", default=[], metavar="WHAT=VALUES",
        help="patch:PATH=2..6, option:NAME=a,b or bots=a,b; several make a grid",
    )  # fmt: skip
    parser.add_argument(
        "--one-at-a-time", action="store_true", help="vary each alone instead of all combinations"
    )
    parser.add_argument("--by", default="faction", help="column of seats to group by (faction)")
    parser.add_argument("--out", metavar="FOLDER", help="where the tables go")
    parser.add_argument("--games", type=int, help="games per combination, instead of the spec's")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="worker processes (default: all cores)"
    )
    parser.add_argument("--resume", action="store_true", help="finish an interrupted sweep")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Play a sweep."""
    path = Path(args.spec)
    specs = read_specs(path)
    if "" not in specs:
        raise SimkitError(f"{path}: has parts; a sweep plays one spec")
    spec = specs[""].to_dict()
    if args.games is not None:
        spec["games"] = args.games
    folder = Path(args.out) if args.out else default_folder(Path(f"{path.stem}_sweep.toml"))
    found = sweep(
        spec, args.vary, args.one_at_a_time, folder,
        n_jobs=args.jobs, resume=args.resume, progress="quiet" if args.quiet else "auto",
    )  # fmt: skip
    columns = [column.name for column in found.results.columns("seats")]
    if args.by not in columns:
        raise UnknownName("column", args.by, columns, "--by")
    table = found.table(args.by)
    table.to_csv(folder / CSV, index=False)
    print(table.to_string(index=False, float_format=lambda value: f"{value:.3f}"))
    print(f"written: {folder / CSV}")
    if found.results.failures:
        print(f"simkit: {found.results.failed_in_words()}", file=sys.stderr)
        return FAILED
    return 0
