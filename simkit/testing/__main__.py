"""``python -m simkit.testing``: check a title or a bot, write golden playthroughs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.registry import rules_class
from simkit.testing import CheckFailed, check_bot, check_rules
from simkit.testing.playthroughs import FOLDER, _value, rewrite_variants, write_playthrough
from simkit.testing.processes import trace
from simkit.testing.reads import watch


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m simkit.testing", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True)

    rules = commands.add_parser("check-rules", help="check a title against the contract")
    rules.add_argument("title")
    rules.add_argument("--seats", type=int)
    rules.add_argument("--games", type=int, default=2)
    rules.add_argument("--open", action="store_true", help="the title hides nothing")

    bot = commands.add_parser("check-bot", help="check a bot against the contract")
    bot.add_argument("bot")
    bot.add_argument("title")
    bot.add_argument("--seats", type=int)
    bot.add_argument("--games", type=int, default=2)

    write = commands.add_parser("write-playthrough", help="write a title's golden playthroughs")
    write.add_argument("title")
    write.add_argument("--seats", type=int, help="default: every number of players")
    write.add_argument("--seed", type=int, default=1)
    write.add_argument("--bots", nargs="*", default=[], help="one per seat")
    write.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    write.add_argument("--folder", type=Path, default=FOLDER)

    commands.add_parser("trace", help=argparse.SUPPRESS).add_argument("task")
    commands.add_parser("reads", help=argparse.SUPPRESS).add_argument("title")
    return top


def main(words: list[str] | None = None) -> int:
    """Run a command; return its exit code."""
    args = parser().parse_args(words)
    try:
        if args.command == "trace":
            print("\n".join(trace(json.loads(args.task))))
        elif args.command == "reads":
            print(json.dumps(sorted(watch(args.title))))
        elif args.command == "check-rules":
            passed = check_rules(
                args.title, seats=args.seats, games=args.games, hidden=not args.open
            )
            print(f"{args.title}: passed {', '.join(passed)}")
        elif args.command == "check-bot":
            passed = check_bot(args.bot, args.title, seats=args.seats, games=args.games)
            print(f"{args.bot}: passed {', '.join(passed)}")
        else:
            for path in _write(args):
                print(path)
    except CheckFailed as error:
        print(error, file=sys.stderr)
        return 1
    except SimkitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _write(args: argparse.Namespace) -> list[Path]:
    low, high = rules_class(args.title).schema.seat_range
    counts = [args.seats] if args.seats else range(low, high + 1)
    options = {k: _value(v) for k, _, v in (pair.partition("=") for pair in args.option)}
    paths = [
        write_playthrough(args.title, n, args.seed, args.bots, options, args.folder) for n in counts
    ]
    if not (options or args.bots or args.seed != 1):
        paths += rewrite_variants(args.title, counts, args.folder)
    return paths


if __name__ == "__main__":
    sys.exit(main())
