"""Cases worked out from the rules and the data alone: right, altered and unknown ones.

They were computed without looking at the code; a README beside them names the passage of the rules and
the computation of each. A file called ``...-wrong`` holds cases with one figure altered, which have to
fail; ``...-unknown`` holds cases with a key or a value that nobody understands, which have to be skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.core.recording import FAILED, PASSED, SKIPPED
from simkit.runs.recordings import case_results

CASES = Path(__file__).parents[1] / "cases"
FILES = sorted(path.relative_to(CASES).as_posix() for path in CASES.rglob("*.json"))


def verdict_of(name: str) -> str:
    """Return the verdict that all cases of a file must get."""
    endings = {"wrong": FAILED, "unknown": SKIPPED}
    return endings.get(Path(name).stem.rpartition("-")[2], PASSED)


@pytest.mark.parametrize("name", FILES)
def test_cases_get_the_verdict_that_they_deserve(name: str) -> None:
    results = case_results(CASES / name)
    assert results
    other = [r for r in results if r.status != verdict_of(name)]
    assert not other, "\n".join(f"{r.case}: {r.status} {r.step} {r.detail}" for r in other)


def test_every_kind_of_file_is_there() -> None:
    for title in ("federation", "planet_unknown"):
        kinds = {verdict_of(name) for name in FILES if name.startswith(title)}
        assert kinds >= {PASSED, FAILED}
