"""Match a bot of today with one of the first edition, in lock-step on duplicate deals.

usage: python -m tests.opponents [TITLE] [--bot BOT] [--against BOT] [--games N] [--seed N]
                                 [--seats N] [--jobs N]

Without a title it only takes the first edition out of git history. See tests/opponents/README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from simkit.core.errors import SimkitError
from tests.opponents.first import ROOT, first_edition
from tests.opponents.match import Match, play_match
from tests.opponents.result import in_words, result

BAD_INPUT, INTERRUPTED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and print what it shows; return 1 if too many games had to be dropped."""
    args = _parser().parse_args(arguments)
    try:
        return _fetch() if args.title is None else _match(args)
    except SimkitError as error:
        print(f"opponents: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("opponents: interrupted", file=sys.stderr)
        return INTERRUPTED


def _fetch() -> int:
    first = first_edition()
    print(
        f"The first edition lies in {first.folder.removeprefix(f'{ROOT}/')} (package {first.package})."
    )
    print('Play a match: make opponents ARGS="race_for_the_galaxy --bot greedy --games 200"')
    return 0


def _match(args: argparse.Namespace) -> int:
    match = Match(
        args.title, first_edition(), bot=args.bot, against=args.against,
        games=args.games, seats=args.seats, seed=args.seed,
    )  # fmt: skip
    found = result(play_match(match, args.jobs, progress=True))
    print("\n".join(in_words(match, found)))
    return 0 if found.trustworthy else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make opponents", description=__doc__.splitlines()[0])
    parser.add_argument("title", nargs="?", help="what is played (none: only fetch)")
    parser.add_argument("--bot", default="greedy", help="bot of today (greedy)")
    parser.add_argument("--against", default="greedy", help="bot of the first edition (greedy)")
    parser.add_argument("--games", type=int, default=200, help="each deal is two games (200)")
    parser.add_argument("--seats", type=int, default=2, help="players (2)")
    parser.add_argument("--seed", type=int, default=1, help="luck of all deals (1)")
    parser.add_argument("--jobs", type=int, default=-1, help="processes (all cores)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
