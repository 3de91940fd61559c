"""Says what share of a sample the tests caught, and lists what they did not."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from tests.mutants.copies import ROOT
from tests.mutants.drawing import package_of, stratum_of
from tests.mutants.faults import Fault
from tests.mutants.hunt import Sample

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
Z = 1.959963984540054


@dataclass
class Row:
    """One line of the table of rates."""

    drawn: int = 0
    caught: int = 0
    timed_out: int = 0
    equivalent: int = 0
    survived: int = 0

    @property
    def noticeable(self) -> int:
        """The faults that a test can notice."""
        return self.caught + self.survived


def wilson(successes: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, which stays inside 0 and 1 for few cases, too."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = successes / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def reasons() -> dict[tuple[str, str, str, str], str]:
    """Return why some changes cannot be noticed, by file, function, and the lines before and after."""
    if not EQUIVALENT.is_file():
        return {}
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(e["path"], e["function"], e["before"], e["after"]): e["reason"] for e in entries}


def change(fault: Fault) -> tuple[str, str, str, str]:
    """Return what equivalent.toml calls a fault."""
    lines = fault.diff((ROOT / fault.path).read_bytes()).splitlines()
    before = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    after = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return fault.path, fault.function, before, after


def report(sample: Sample) -> str:
    """Return the report as Markdown."""
    told = reasons()
    excused = {
        number: told[change(fault)]
        for number, fault in enumerate(sample.faults)
        if not sample.changed(fault) and change(fault) in told
    }
    open_numbers = [n for n in range(len(sample.faults)) if n not in sample.outcomes]
    parts = [
        f"# Planted faults: sample {sample.folder.name}",
        f"{len(sample.outcomes)} of {len(sample.faults)} faults have been tried.",
        _table(sample, excused, lambda fault: stratum_of(fault.path)),
        _table(sample, excused, lambda fault: package_of(fault.path)),
        _table(sample, excused, lambda fault: fault.operator),
        _listing(
            sample, "Survivors", lambda n: _outcome(sample, n) == "survived" and n not in excused
        ),
        _listing(sample, "Time-outs (caught)", lambda n: _outcome(sample, n) == "time-out"),
        _listing(sample, "Equivalent", excused.__contains__, excused),
        _listing(
            sample, "Changed since they were drawn", lambda n: sample.changed(sample.faults[n])
        ),
    ]
    if open_numbers:
        parts.append(f"Not tried yet: {len(open_numbers)}.")
    return "\n\n".join(part for part in parts if part) + "\n"


def _outcome(sample: Sample, number: int) -> str:
    outcome = sample.outcomes.get(number)
    return outcome.outcome if outcome else ""


def _table(sample: Sample, excused: dict[int, str], key: Callable[[Fault], str]) -> str:
    rows: defaultdict[str, Row] = defaultdict(Row)
    for number, outcome in sample.outcomes.items():
        for row in (rows[key(sample.faults[number])], rows["~all"]):
            row.drawn += 1
            row.timed_out += outcome.outcome == "time-out"
            if outcome.caught:
                row.caught += 1
            elif number in excused:
                row.equivalent += 1
            else:
                row.survived += 1
    lines = ["| | tried | caught | of them by time-out | equivalent | survived | caught, 95 % |"]
    lines.append("|---|--:|--:|--:|--:|--:|---|")
    for name, row in sorted(rows.items()):
        low, high = wilson(row.caught, row.noticeable)
        share = row.caught / row.noticeable if row.noticeable else 1.0
        lines.append(
            f"| {name.lstrip('~')} | {row.drawn} | {row.caught} | {row.timed_out} | {row.equivalent}"
            f" | {row.survived} | {share:.0%} ({low:.0%} to {high:.0%}) |"
        )
    return "\n".join(lines)


def _listing(
    sample: Sample, title: str, wanted: Callable[[int], bool], words: dict[int, str] | None = None
) -> str:
    parts = []
    for number, fault in enumerate(sample.faults):
        if not wanted(number):
            continue
        outcome = sample.outcomes.get(number)
        head = f"#{number} {fault.path}:{fault.line} {fault.function} ({fault.operator})"
        if words:
            head += f": {words[number]}"
        elif outcome:
            head += f": {outcome.tests} tests"
            head += f", {outcome.left_out} left out for time" if outcome.left_out else ""
            head += f"; {outcome.test}" if outcome.test else ""
        body = ""
        if not sample.changed(fault):
            body = f"\n```diff\n{fault.diff((ROOT / fault.path).read_bytes())}\n```"
        parts.append(head + body)
    return f"## {title} ({len(parts)})\n\n" + "\n\n".join(parts) if parts else ""
