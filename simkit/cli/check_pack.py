"""Check a pack, and say in plain words what is wrong with it.

simkit check-pack my_pack                 what it adds, then 30 games with every number of seats
simkit check-pack my_pack --games 300     more of them

Half of the games are played by greedy bots, half by random ones. Where the compiled build plays, the
games are played in plain Python as well and have to be the same. The code of a pack runs with all your
rights: check only packs that you trust.
"""

from __future__ import annotations

import argparse

from simkit.core.errors import SimkitError
from simkit.testing.pack_checks import check_pack, contents, problems_of, title_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", help="the pack's folder")
    parser.add_argument("--games", type=int, default=30, help="games that are played (30)")
    parser.add_argument("--seed", type=int, default=0, help="luck of the first game (0)")


def run(args: argparse.Namespace) -> int:
    """Check a pack."""
    problems = problems_of(args.folder)
    if problems:
        several = f"{len(problems)} things are wrong:\n  " if len(problems) > 1 else ""
        raise SimkitError(several + "\n  ".join(problems))
    print(f"{args.folder}: a pack for {title_of(args.folder)}")
    for line in contents(args.folder):
        print(f"  {line}")
    if args.games > 0:
        for played in check_pack(args.folder, args.games, args.seed):
            print(f"played {played.games} games ({played.build})")
    print(f"next:    simkit run SPEC --pack {args.folder}")
    return 0
