"""Write the tables of a run to one Parquet or CSV file each."""

from __future__ import annotations

import argparse
from pathlib import Path

from simkit.runs.query import FORMATS
from simkit.runs.results import load_parts


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("run", help="a run's folder")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the files go")
    parser.add_argument("--format", default="parquet", choices=FORMATS)
    parser.add_argument(
        "--leave-out-damaged", action="store_true", help="go on without damaged parts"
    )


def run(args: argparse.Namespace) -> int:
    """Export a run."""
    parts = load_parts(args.run, "leave out" if args.leave_out_damaged else "error")
    for name, results in parts.items():
        for path in results.export(Path(args.out) / name, args.format):
            print(path)
    return 0
