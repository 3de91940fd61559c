"""The guard against slowdowns: games a second on the reference core, title by title, against floors.toml.

Speed is measured as `simkit bench` does: CPU time in proportion to a loop of ten million additions, of
which pieces are timed between the games, so that neither a busy nor a slow machine matters. A title below
its floor fails once a second measurement has said so too; a title without a floor is asked for one. There
is a floor for the compiled build, which `make bench-check` makes where there is a compiler, and one for
plain Python. Where core is compiled all titles have to be.

    python tests/bench/check.py              compare with the floors
    python tests/bench/check.py --measure    print what was measured, title by title
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from simkit.core.compiled import CORE, build, playing  # noqa: E402
from simkit.core.registry import titles  # noqa: E402
from simkit.runs.bench import REFERENCE_LOOP, measure  # noqa: E402

FLOORS = Path(__file__).with_name("floors.toml")
TINY = "tests.tiny"  # never compiled: its floors are for plain Python beside each of the two cores
SEATS = 4
SECONDS = 2.5  # of play with the log; as much again without, and a fifth of it for the loop


def speed(title: str) -> float:
    """Return games a second on the reference core, the median of some slices."""
    return measure(title, SEATS, seconds=SECONDS).games_per_loop / REFERENCE_LOOP


def check(title: str, form: str, floor: float | None) -> str:
    """Measure a title, twice if need be, and print it; return what is wrong, or ""."""
    found = speed(title)
    if floor is not None and found < floor:
        found = max(found, speed(title))
    print(f"{title}, {form}: {found:,.1f} games/s on the reference core; floor {floor}", flush=True)
    if floor is None:
        return f"{title} has no floor ({form}) in floors.toml"
    if found < floor:
        return f"{title} plays {found:,.1f} games/s ({form}); its floor is {floor:,}"
    return ""


def main() -> int:
    """Measure every title and compare."""
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    print(build())
    plays = playing()
    form = "plain" if plays[CORE] else "compiled"
    wrong = []
    for title in (TINY, *titles()):
        if "--measure" in sys.argv:
            print(f"{title}, {form}: {speed(title):,.1f} games/s on the reference core", flush=True)
        elif form == "compiled" and plays.get(title):
            wrong.append(f"{title} plays plain Python beside a compiled core: {plays[title]}")
        else:
            wrong.append(check(title, form, floors.get(title, {}).get(form)))
    for text in filter(None, wrong):
        print(text)
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    raise SystemExit(main())
