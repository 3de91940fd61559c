"""Rank all bots of a title, and test whether each rung beats the one below.

simkit ladder federation                       as it is stored in experiments/ladders, if it is
simkit ladder federation --bots random,greedy,lookahead --games 200 --duel-games 400
simkit ladder federation --store               store the figures (and the chart) as those expected

Games are kept in runs/ladder-TITLE (or --out); what is there already is not played again.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.cli import Interrupted
from simkit.cli.lists import packs_argument, pairs, words
from simkit.core.errors import SimkitError
from simkit.studies.ladder import Ladder, differences, ladder, store, stored

if TYPE_CHECKING:
    from collections.abc import Mapping

CHART = "ladder.svg"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", help="what is played; see simkit titles")
    parser.add_argument("--bots", default="", help="who takes part (default: as stored, or all)")
    parser.add_argument("--seats", type=int, help="players in the field (2)")
    parser.add_argument("--games", type=int, help="games of the field (600)")
    parser.add_argument("--duel-games", type=int, help="games of each duel (1000)")
    parser.add_argument("--slow-games", type=int, help="of a duel with a bot that searches (200)")
    parser.add_argument("--strongest", default="", help="the top rung (default: the field's best)")
    parser.add_argument("--seed", type=int, help="luck of all deals (1)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    packs_argument(parser)
    parser.add_argument("--out", metavar="FOLDER", help="games and chart")
    parser.add_argument("--store", action="store_true", help="store the figures in experiments/")
    parser.add_argument("--jobs", type=int, default=-1, help="processes (default: all cores)")
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def run(args: argparse.Namespace) -> int:
    """Climb the ladder."""
    if args.store and args.pack:
        raise SimkitError("--store: keeps ladders of the title as it comes, without packs")
    before = stored(args.title)
    settings = _settings(args, before["ladder"] if before else {})
    folder = Path(args.out) if args.out else Path("runs") / f"ladder-{args.title}"
    try:
        found = ladder(
            args.title, strongest=args.strongest, folder=folder, n_jobs=args.jobs,
            tell=None if args.quiet else _show, **settings,
        )  # fmt: skip
    except KeyboardInterrupt:
        raise Interrupted("stopped; what is done is kept: the same command goes on") from None
    for line in found.in_words():
        print(line)
    if before and found.settings.to_dict() == before["ladder"]:
        lines = differences(found, before)
        print("\n".join(["differs from what is stored:", *lines]) if lines else "as stored")
    print(f"chart: {_chart(found, folder / CHART)}")
    if args.store:
        path = store(found)
        _chart(found, path.with_suffix(".svg"))
        print(f"stored: {path}")
    return 0 if found.climbs else 1


def _settings(args: argparse.Namespace, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is asked for, and else what is stored."""
    asked: dict[str, Any] = {
        "bots": words(args.bots),
        "seats": args.seats,
        "games": args.games,
        "duel_games": args.duel_games,
        "slow_games": args.slow_games,
        "seed": args.seed,
        "options": pairs("--option", args.option),
        "pack": args.pack,
    }
    found = {key: before[key] for key in asked if key in before}
    return {**found, **{key: value for key, value in asked.items() if value not in (None, [], {})}}


def _show(line: str) -> None:
    print(line, flush=True)


def _chart(found: Ladder, path: Path) -> Path:
    findings = importlib.import_module("simkit.charts.findings")
    labels = {name: name for name in found.field["name"]}
    path.parent.mkdir(parents=True, exist_ok=True)
    findings.strengths(found.field, labels=labels).savefig(path)
    return path
