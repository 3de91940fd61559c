"""Play the games of a spec and write the four tables.

simkit run experiments/first_look.toml            writes to runs/first_look
simkit run --resume runs/first_look               finishes what an interrupted run lacks
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from simkit.cli.report import summary
from simkit.core.errors import SimkitError
from simkit.runs.parts import run_file
from simkit.runs.results import Results


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", help="a spec (*.toml), or with --resume the folder of a run")
    parser.add_argument("--out", metavar="FOLDER", help="where the tables go (default: runs/NAME)")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="worker processes (default: all cores)"
    )
    parser.add_argument("--games", type=int, help="games per arm, instead of the spec's")
    parser.add_argument("--seed", type=int, help="seed, instead of the spec's")
    parser.add_argument(
        "--batch-size", type=int, help="games per batch (default: a second's worth)"
    )
    parser.add_argument("--resume", action="store_true", help="finish an interrupted run")
    parser.add_argument("--json", action="store_true", help="print progress as JSON lines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Play a spec."""
    for name in ("games", "batch_size"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise SimkitError(f"--{name.replace('_', '-')}: must be at least 1, not {value}")
    if args.jobs == 0:
        raise SimkitError("--jobs: must be at least 1, or -1 for all cores, not 0")
    changes = {"games": args.games, "seed": args.seed}
    found = run_file(
        Path(args.spec),
        Path(args.out) if args.out else None,
        resume=args.resume,
        n_jobs=args.jobs,
        batch_size=args.batch_size,
        progress="json" if args.json else "quiet" if args.quiet else "auto",
        changes={key: value for key, value in changes.items() if value is not None},
    )
    for results in found.values():
        if args.json:
            print(json.dumps(summary(results)), flush=True)
        else:
            _say(results)
    return 0


def _say(results: Results) -> None:
    spec = results.spec
    rows = ", ".join(f"{results.rows(table):,} {table}" for table in results.tables)
    print(f"{results.folder}: {spec.title}, {spec.seats} seats: {rows}; digest {results.digest()}")
    for failure in results.failures[:3]:
        print(
            f"game {failure.game_id} (seed {failure.seed}) failed: {failure.error}\n"
            f"  simkit replay {results.folder} {failure.game_id}",
            file=sys.stderr,
        )
    if len(results.failures) > 3:
        print(
            f"  and {len(results.failures) - 3} more: simkit report {results.folder}",
            file=sys.stderr,
        )
