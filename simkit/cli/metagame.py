"""Play a title's strategies against each other as a game of its own, and write a page about it.

simkit metagame experiments/race_metagame.toml              writes experiments/race_metagame/README.md
simkit metagame experiments/race_metagame.toml --out page   writes page/README.md
simkit metagame experiments/race_metagame.toml --small      a trial run of seconds

The page says who beats whom, what the equilibrium is and how surely, where a population that learns
ends, and what an outsider could gain who may choose the weights of a bot freely.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from simkit.studies import metagame as study
from simkit.studies import metagame_report as page


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", help="a study (*.toml); see simkit/studies/metagame.py")
    parser.add_argument("--out", metavar="FOLDER", help="where the page goes (beside the spec)")
    parser.add_argument(
        "--games", metavar="FOLDER", help="keep the games here, to go on where one was interrupted"
    )
    parser.add_argument("--small", action="store_true", help="play a few games only, to try it out")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="worker processes (default: all cores)"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Play a study and write its page."""
    path = Path(args.spec)
    asked = study.read(path)
    if args.small:
        asked = asked.small()
    found = study.metagame(asked, args.jobs, args.games, progress="quiet" if args.quiet else "auto")
    for portrait in found.portraits:
        print(f"tables of {portrait.payoffs.seats}: {portrait.certainty}")
    if found.expansion is not None:
        last = found.expansion.rounds.iloc[-1]
        print(
            f"an outsider gains {last['gain']:+.1f} points of win share "
            f"({last['low']:+.1f} to {last['high']:+.1f})"
        )
    small = " --small" if args.small else ""
    command = f"simkit metagame {path.as_posix()}{small}"
    print(f"written: {page.write(found, args.out or path.with_suffix(''), command)}")
    return 0
