"""The games inside the games: pages about single decisions, each from games that are split there.

python experiments/inner_games.py gaia        what a leech, a pass and a power action give and take
python experiments/inner_games.py planet      the commander of Planet Unknown chooses for everybody
python experiments/inner_games.py race        Race's simultaneous choice of phases as a matrix game
python experiments/inner_games.py federation  votes in the senate: power, pivots, the price of a vote
python experiments/inner_games.py lesson      small games with known answers, and classic strategies

Each reads experiments/TITLE_inner.toml and writes experiments/TITLE_inner/README.md; with --small it
plays a few games only.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
SMALL = {
    "games": 2,
    "rounds": [3],
    "states": 1,
    "rollouts": 2,
    "seat_games": 8,
    "splits": 2,
    "readings": 1,
}
TITLES = ("gaia", "planet", "race", "federation", "lesson")


def main(arguments: list[str]) -> Path:
    """Make one page and return it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=TITLES)
    parser.add_argument("--small", action="store_true", help="play a few games only")
    parser.add_argument("--out", help="folder of the page (default: beside the spec)")
    args = parser.parse_args(arguments)
    name = f"{args.title}_inner"
    asked = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    if args.small:
        asked |= {key: value for key, value in SMALL.items() if key in asked}
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    module = importlib.import_module(f"inner.{args.title}")
    page: Path = module.write(asked, Path(args.out) if args.out else HERE / name)
    return page


if __name__ == "__main__":
    print(f"written: {main(sys.argv[1:])}")
