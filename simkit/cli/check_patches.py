"""Try another value of every patchable figure, and see whether it is true everywhere.

simkit check-patches race_for_the_galaxy
simkit check-patches race_for_the_galaxy --sample 0.1 --seed 3
simkit check-patches race_for_the_galaxy --path cards.gem_world.vp

A figure has to change the rules, be valued by greedy bots the way that is declared of it, be shown by
board and words, and two games have to be played through. Paths that no position reaches are listed.
"""

from __future__ import annotations

import argparse

from simkit.core.errors import BadValue
from simkit.core.registry import rules_class
from simkit.testing.patch_checks import GAMES, PatchResult, check_patches

FAILED = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    parser.add_argument(
        "--sample", type=float, default=1.0, help="share of the paths to try, from 0 to 1 (1: all)"
    )
    parser.add_argument("--seed", type=int, default=0, help="draws the sample and the games (0)")
    parser.add_argument("--path", nargs="+", help="paths to try instead")
    parser.add_argument(
        "--bot", default="greedy", help="the bot whose values are compared (greedy)"
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"most games looked at ({GAMES})")
    parser.add_argument("--all", action="store_true", help="print a line for every path")


def run(args: argparse.Namespace) -> int:
    """Check the patches of a title."""
    if not 0 < args.sample <= 1:
        raise BadValue("--sample", f"is a share from 0 to 1, not {args.sample}")
    for path in args.path or ():
        rules_class(args.title).components_with().require_patchable(path)
    report = check_patches(
        args.title,
        sample=args.sample,
        seed=args.seed,
        paths=args.path,
        bot=args.bot,
        games=args.games,
        done=_print if args.all else lambda _: None,
    )
    failures = report.failures
    for path, text in failures.items():
        print(f"{path}: {text}")
    if report.unreached:
        print(f"reached by no position: {', '.join(report.unreached)}")
    print(f"{args.title}: {len(report.results)} figures tried, {len(failures)} failures")
    return FAILED if failures else 0


def _print(result: PatchResult) -> None:
    """Print what was found of one path."""
    value = f"{result.printed!r} -> {result.value!r}"
    if not result.reached:
        print(f"  {result.path}: {value}, not reached")
    else:
        print(
            f"  {result.path}: {value}, {result.moved} values moved by {result.mean:+.3g} in the mean"
        )
