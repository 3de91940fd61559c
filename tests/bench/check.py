"""The guard against slowdowns: decisions per calibration loop, title by title, against floors.toml.

Speed is measured as CPU time in proportion to a loop of ten million additions timed beside it, so that
neither a busy nor a slow machine matters. A title below its floor fails; a title without a floor is
measured and asked for one.

    python tests/bench/check.py              compare with the floors
    python tests/bench/check.py --measure    print what was measured, as lines for floors.toml
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from simkit.core.compiled import build  # noqa: E402
from simkit.core.registry import titles  # noqa: E402
from simkit.runs.bench import calibration, measure  # noqa: E402

FLOORS = Path(__file__).with_name("floors.toml")
TINY = "tests.tiny"
ROUNDS = 3


def best(title: str, seats: int) -> float:
    """Return decisions per loop, the best of some rounds with a loop of their own each."""
    return max(
        measure(title, seats, seconds=1.0, loop=calibration(1)).decisions_per_loop
        for _ in range(ROUNDS)
    )


def main() -> int:
    """Measure every title and compare."""
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    print(f"{build()}; ten million additions take {calibration():.3f} s")
    wrong = []
    for title in (TINY, *titles()):
        entry = floors.get(title, {})
        seats = entry.get("seats", 4)
        found = best(title, seats)
        if "--measure" in sys.argv:
            print(
                f'["{title}"]\nseats = {seats}\nmeasured = {found:.0f}\nfloor = {0.75 * found:.0f}'
            )
            continue
        floor = entry.get("floor")
        print(f"{title}, {seats} seats: {found:,.0f} decisions per loop; floor {floor}")
        if floor is None:
            wrong.append(
                f"{title} has no floor: put three quarters of {found:.0f} into floors.toml"
            )
        elif found < floor:
            wrong.append(f"{title} plays {found:,.0f} decisions per loop; its floor is {floor:,}")
    for text in wrong:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
