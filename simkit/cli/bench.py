"""Measure decisions and games per second and core, with the full log, beside a calibration loop.

The calibration loop is ten million additions at the top level of a script; it took 0.54 s on the
reference core. Speeds in proportion to it compare machines and days; speeds per second only hold for
this machine now.
"""

from __future__ import annotations

import argparse
import json

from simkit.core.compiled import build
from simkit.core.errors import SimkitError
from simkit.core.registry import titles
from simkit.runs.bench import REFERENCE_LOOP, Measurement, calibration, measure


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", nargs="*", help="titles (default: all)")
    parser.add_argument("--seats", type=int, help="number of players (default: up to four)")
    parser.add_argument("--bots", default="greedy", help="bot at every seat")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds per measurement")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Measure titles."""
    if not args.seconds > 0:
        raise SimkitError(f"--seconds: must be more than 0, not {args.seconds:g}")
    loop = calibration()
    found = [
        measure(title, args.seats, args.bots, args.seconds, loop)
        for title in args.title or titles()
    ]
    if args.json:
        head = {"build": build(), "calibration_seconds": round(loop, 4)}
        print(json.dumps({**head, "titles": [m.to_dict() for m in found]}, indent=1))
        return 0
    print(f"{build()}; ten million additions take {loop:.3f} s")
    for m in found:
        _say(m)
    return 0


def _say(m: Measurement) -> None:
    print(
        f"{m.title}, {m.seats} seats, {m.bots}: {m.decisions_per_second:,.0f} decisions/s, "
        f"{m.games_per_second:,.2f} games/s per core with the full log "
        f"({m.games_per_loop / REFERENCE_LOOP:,.1f} on the reference core, "
        f"{m.decisions_per_loop:,.0f} decisions per loop; {m.games} games); "
        f"the log costs {100 * m.log_cost:+.1f} %"
    )
