"""Turn recordings (ours, and the notations of other engines) into the four tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.recording import PlayedGame
from simkit.runs.recordings import Unusable, import_games, json_files, played_games


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="+", help="recordings, or folders of them")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the tables go")
    parser.add_argument("--log", default="points", choices=["games", "moves", "points"])


def run(args: argparse.Namespace) -> int:
    """Import recordings."""
    games: list[PlayedGame] = []
    left_out = 0
    for path, named in json_files([Path(p) for p in args.path]):
        try:
            found = played_games(path)
        except Unusable as error:
            if named and not error.foreign:
                raise SimkitError(f"{path}: {error}") from None
            print(f"left out {path}: {error}", file=sys.stderr)
            left_out += 1
            continue
        for game in found:
            if game.complete:
                games.append(game)
            else:
                print(f"left out {path}: {game.name} stops before its end", file=sys.stderr)
                left_out += 1
    if not games:
        raise SimkitError("there is no complete game in what was named")
    for name, results in import_games(games, Path(args.out), args.log).items():
        rows = ", ".join(f"{results.rows(table):,} {table}" for table in results.tables)
        print(f"{Path(args.out) / name}: {rows}")
    if left_out:
        print(f"{left_out} left out")
    return 0
