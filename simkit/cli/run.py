"""Play the games of a spec and write the four tables.

simkit run experiments/first_look.toml            writes to runs/first_look
simkit run --resume runs/first_look               finishes what an interrupted run lacks
simkit run --resume runs/first_look --games 5000  plays a finished run on, to 5,000 games per arm
simkit run --resume runs/first_look --retry-failed   plays the failed games again
simkit run spec.toml --share 2/5 --out B          plays the second of five shares of the deals
simkit run --merge A B C D E --out whole          joins the shares
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from simkit.cli import FAILED, Interrupted
from simkit.cli.lists import packs_argument
from simkit.cli.report import summary
from simkit.core.errors import SimkitError, Terminated
from simkit.runs.merge import merge
from simkit.runs.parts import default_folder, run_file
from simkit.runs.results import Results
from simkit.runs.run import PATIENCE
from simkit.runs.watchdog import GAME_SECONDS


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "spec", nargs="*", help="a spec (*.toml); with --resume or --merge the folders of runs"
    )
    parser.add_argument("--out", metavar="FOLDER", help="where the tables go (default: runs/NAME)")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="worker processes (default: all cores)"
    )
    parser.add_argument("--games", type=int, help="games per arm, instead of the spec's")
    parser.add_argument("--seed", type=int, help="seed, instead of the spec's")
    packs_argument(parser)
    parser.add_argument(
        "--batch-size", type=int, help="games per batch (default: a second's worth)"
    )
    parser.add_argument(
        "--game-seconds", type=float, default=GAME_SECONDS, metavar="S",
        help="give a game up that has not ended after so many seconds (%(default)g; 0 = never)",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="finish an interrupted run")
    parser.add_argument(
        "--retry-failed", action="store_true", help="with --resume: play games that failed again"
    )
    parser.add_argument(
        "--share", metavar="K/N", help="play only the K-th of N shares of the deals"
    )
    parser.add_argument("--merge", action="store_true", help="join the shares of a run")
    parser.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="a dask scheduler to play on, or 'local'"
    )
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, metavar="S",
        help="seconds that a cluster may be without any worker (%(default)g)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print progress as JSON lines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Play a spec, or join shares; 1 if games failed."""
    _check(args)
    out = Path(args.out) if args.out else None
    if args.merge:
        if out is None:
            raise SimkitError("--merge: name the new folder with --out")
        found = merge([Path(path) for path in args.spec], out)
    else:
        found = _play(args, Path(args.spec[0]), out)
    for results in found.values():
        if args.json:
            print(json.dumps(summary(results)), flush=True)
        else:
            _say(results)
        if results.failures:
            print(f"simkit: {_then(results)}{results.failed_in_words()}", file=sys.stderr)
    return FAILED if any(results.failures for results in found.values()) else 0


def _then(results: Results) -> str:
    """Say so if it is an older run that a sentence is about."""
    if results.played_now != 0:
        return ""
    return "nothing has been played (--resume --retry-failed plays failed games again); then, "


LONGEST = 10_000_000  # seconds


def _check(args: argparse.Namespace) -> None:
    for name in ("games", "batch_size"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise SimkitError(f"--{name.replace('_', '-')}: must be at least 1, not {value}")
    if not 0 <= args.game_seconds < LONGEST:
        raise SimkitError(f"--game-seconds: is 0 to {LONGEST:,}, not {args.game_seconds:g}")
    if args.jobs == 0:
        raise SimkitError("--jobs: must be at least 1, or -1 for all cores, not 0")
    if not args.spec:
        raise SimkitError("run: name a spec (*.toml)")
    if len(args.spec) > 1 and not args.merge:
        raise SimkitError(f"run: takes one spec, not {len(args.spec)} (--merge joins folders)")


def _play(args: argparse.Namespace, spec: Path, out: Path | None) -> dict[str, Results]:
    changes = {"games": args.games, "seed": args.seed, "pack": args.pack or None}
    try:
        return run_file(
            spec,
            out,
            resume=args.resume,
            share=_share(args.share),
            n_jobs=args.jobs,
            cluster=args.cluster,
            batch_size=args.batch_size,
            game_seconds=args.game_seconds,
            patience=args.patience,
            retry_failed=args.retry_failed,
            progress="json" if args.json else "quiet" if args.quiet else "auto",
            changes={key: value for key, value in changes.items() if value is not None},
        )
    except (KeyboardInterrupt, Terminated) as stop:
        folder = spec if spec.is_dir() else default_folder(spec, out)
        kind = Interrupted if isinstance(stop, KeyboardInterrupt) else Terminated
        raise kind(f"stopped; what is done is kept: simkit run --resume {folder}") from None


def _share(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    k, slash, n = text.partition("/")
    if not (slash and k.isdigit() and n.isdigit()):
        raise SimkitError(f"--share: is written like 2/5, not {text!r}")
    return int(k), int(n)


def _say(results: Results) -> None:
    spec = results.spec
    rows = ", ".join(f"{results.rows(table):,} {table}" for table in results.tables)
    print(f"{results.folder}: {spec.title}, {spec.seats} seats: {rows}; digest {results.digest()}")
    if results.played_now == 0:
        print(
            f"simkit: {results.folder} was finished before: nothing has been played "
            "(a new folder: --out; further games: --resume, --games)",
            file=sys.stderr,
        )
        return
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
