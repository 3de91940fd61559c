"""The guard against slowdowns: decisions per calibration loop, title by title, against floors.toml.

Speed is measured as `simkit bench` does: CPU time in proportion to a loop of ten million additions, of
which pieces are timed between the games, so that neither a busy nor a slow machine matters. A title below
its floor fails once a second measurement has said so too; a title without a floor is asked for one.

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
from simkit.runs.bench import measure  # noqa: E402

FLOORS = Path(__file__).with_name("floors.toml")
TINY = "tests.tiny"
SECONDS = 2.5  # of play with the log; as much again without, and a fifth of it for the loop


def pace(title: str, seats: int) -> float:
    """Return decisions per loop, the median of some slices."""
    return measure(title, seats, seconds=SECONDS).decisions_per_loop


def main() -> int:
    """Measure every title and compare."""
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    print(build())
    wrong = []
    for title in (TINY, *titles()):
        entry = floors.get(title, {})
        seats = entry.get("seats", 4)
        found = pace(title, seats)
        if "--measure" in sys.argv:
            print(
                f'["{title}"]\nseats = {seats}\nmeasured = {found:.0f}\nfloor = {0.75 * found:.0f}'
            )
            continue
        floor = entry.get("floor")
        if floor is not None and found < floor:
            found = max(found, pace(title, seats))
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
