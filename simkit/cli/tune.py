"""Search for weights of a profile that do better, by playing, and test them on fresh deals.

simkit tune federation --profile trader --seats 4 --against baseline,builder,voter
simkit tune planet_unknown --seats 4 --objective score            every seat plays the candidate
simkit tune gaia_project --profile research --faction terrans --seats 4 --against baseline

The result is written as a profile, with its provenance, beside the state of the search in the folder
runs/tune-TITLE-NAME (or --out). Interrupted, the same command with --resume goes on, to the same result.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from simkit.cli import Interrupted
from simkit.cli.lists import packs_argument, pairs, whole, words
from simkit.core.errors import BadValue
from simkit.studies.tuning import tune
from simkit.studies.tuning.arena import OBJECTIVES
from simkit.studies.tuning.search import STEP


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", help="what is played; see simkit titles")
    parser.add_argument("--profile", default="", help="whose weights (default: plain greedy's)")
    parser.add_argument("--name", default="", help="of the result (default: the profile's)")
    parser.add_argument("--seats", default="2", help="players; several take turns, as 2,4 (2)")
    parser.add_argument(
        "--against", default="", metavar="POOL",
        help="bots or profiles at the other seats, as baseline,lookahead "
        "(default: all seats play the candidate)",
    )  # fmt: skip
    parser.add_argument(
        "--objective", default="",
        help=f"{', '.join(OBJECTIVES)} (default: margin against a pool, else score)",
    )  # fmt: skip
    parser.add_argument("--faction", default="", help="tune the weights for this faction only")
    parser.add_argument("--weights", default="", help="only these, as a,b,c (default: all)")
    parser.add_argument("--scale", default="", help="steps of weights, as a=0.5,b=2 (learned)")
    parser.add_argument(
        "--games", type=int, default=40, help="games of a candidate in the first round (40)"
    )
    parser.add_argument("--generations", type=int, default=30, help="of the search (30)")
    parser.add_argument("--test-games", type=int, default=1000, help="of the re-test (1000)")
    parser.add_argument("--population", type=int, default=0, help="candidates per generation")
    parser.add_argument("--step", type=float, default=STEP, help=f"first step, in scales ({STEP})")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    packs_argument(parser)
    parser.add_argument("--patch", action="append", default=[], metavar="PATH=VALUE")
    parser.add_argument("--seed", type=int, default=1, help="luck of everything (1)")
    parser.add_argument("--out", metavar="FOLDER", help="state and result")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted search")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1; -1 = all cores)")
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def run(args: argparse.Namespace) -> int:
    """Tune."""
    name = args.name or args.profile or "tuned"
    folder = Path(args.out) if args.out else Path("runs") / f"tune-{args.title}-{name}"
    try:
        found = tune(
            args.title, args.profile, [whole("--seats", s) for s in words(args.seats)],
            weights=words(args.weights), against=words(args.against), objective=args.objective,
            faction=args.faction, games=args.games, generations=args.generations,
            test_games=args.test_games, population=args.population, step=args.step,
            scales=_scales(args.scale), options=pairs("--option", args.option),
            patch=pairs("--patch", args.patch), pack=args.pack, seed=args.seed, name=args.name,
            folder=folder, resume=args.resume, n_jobs=args.jobs, tell=None if args.quiet else _show,
        )  # fmt: skip
    except KeyboardInterrupt:
        raise Interrupted("stopped; the same command with --resume goes on") from None
    print(found.in_words())
    print(f"written: {found.path}")
    return 0


def _show(line: str) -> None:
    print(line, flush=True)


def _scales(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in pairs("--scale", words(text)).items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
            raise BadValue(f"--scale: {name}", f"{value!r} is not a number above 0")
        found[name] = float(value)
    return found
