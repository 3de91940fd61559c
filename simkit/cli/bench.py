"""Measure decisions and games per second and core, with the full log, beside a calibration loop.

The calibration loop is ten million additions at the top level of a script; it took 0.54 s on the
reference core. A piece of it is timed beside every slice of games, so that speeds in proportion to it
compare machines, days and busy hours; speeds per second only hold for this machine now. What stands in
brackets behind a figure are the quartiles of the slices.
"""

from __future__ import annotations

import argparse
import json

from simkit.core.compiled import build
from simkit.core.errors import SimkitError
from simkit.core.registry import titles
from simkit.runs.bench import REFERENCE_LOOP, Measurement, measure


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", nargs="*", help="titles (default: all)")
    parser.add_argument("--seats", type=int, help="number of players (default: up to four)")
    parser.add_argument("--bots", default="greedy", help="bot at every seat")
    parser.add_argument(
        "--seconds", type=float, default=3.5,
        help="CPU seconds of play with the log (default: %(default)s); as many are played without",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Measure titles."""
    if not args.seconds > 0:
        raise SimkitError(f"--seconds: must be more than 0, not {args.seconds:g}")
    plays = build(args.title[0] if len(args.title) == 1 else "")
    if not args.json:
        print(plays)
    found = []
    for title in args.title or titles():
        found.append(measure(title, args.seats, args.bots, args.seconds))
        if not args.json:
            print(_said(found[-1]), flush=True)
    if args.json:
        print(json.dumps({"build": plays, "titles": [m.to_dict() for m in found]}, indent=1))
    return 0


def _said(m: Measurement) -> str:
    low, high = (part / REFERENCE_LOOP for part in m.games_per_loop_quartiles)
    cheap, dear = (100 * part for part in m.log_cost_quartiles)
    return (
        f"{m.title}, {m.seats} seats, {m.bots}: {m.decisions_per_second:,.0f} decisions/s, "
        f"{m.games_per_second:,.2f} games/s per core with the full log, ten million additions in "
        f"{m.loop:.3f} s; on the reference core {m.games_per_loop / REFERENCE_LOOP:,.1f} games/s "
        f"[{low:,.1f} to {high:,.1f}], {m.decisions_per_loop:,.0f} decisions per loop; "
        f"the log costs {100 * m.log_cost:+.1f} % [{cheap:+.1f} to {dear:+.1f}]; "
        f"{m.games} games in {m.slices} slices"
    )
