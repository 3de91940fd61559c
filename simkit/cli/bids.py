"""Find what each faction (seat, start world ...) should cost in points, and confirm it on fresh games.

simkit bids experiments/gaia_bids.toml             writes experiments/gaia_bids/README.md
simkit bids experiments/race_bids.toml --small     a trial run of seconds
"""

from __future__ import annotations

import argparse
from pathlib import Path

from simkit.studies import bids as study
from simkit.studies import bids_report as page
from simkit.widgets.notebook import labels


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", help="what is priced (*.toml); see simkit/studies/bids.py")
    parser.add_argument("--out", metavar="FOLDER", help="where the page goes (beside the spec)")
    parser.add_argument("--small", action="store_true", help="play a few games only, to try it out")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="worker processes (default: all cores)"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Find prices and write the page."""
    path = Path(args.spec)
    asked = study.read(path)
    asked = asked.small() if args.small else asked
    found = study.bids(asked, args.jobs, "quiet" if args.quiet else "auto")
    columns = ["who", "price", "before", "after", "low", "high"]
    shown = found.table[columns].sort_values("price", ascending=False)
    print(shown.to_string(index=False, float_format=lambda value: f"{value:.3f}"))
    command = f"simkit bids {path.as_posix()}{' --small' if args.small else ''}"
    where = args.out or path.with_suffix("")
    print(f"written: {page.write(found, where, command, labels(asked.title))}")
    return 0
