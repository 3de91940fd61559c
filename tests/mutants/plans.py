"""Which tests are run against a fault, and in which order: near and quick ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.mutants.copies import ROOT
from tests.mutants.drawing import package_of, settings
from tests.mutants.faults import Fault
from tests.mutants.footprints import MODULE
from tests.mutants.records import Record, test_files

SHORTEST = 30.0  # seconds that every test may take
SLACK = 6.0  # times what it took when it was recorded


@dataclass(frozen=True)
class Plan:
    """Tests in their order, each with the seconds it may take; and what was left out for time."""

    tests: dict[str, float]
    seconds: float
    left_out: int

    @property
    def files(self) -> list[str]:
        """The files of the tests, in order."""
        return list(dict.fromkeys(test.partition("::")[0] for test in self.tests))


def near_files(path: str) -> list[str]:
    """Return the test files of a module's package, and the module's own examples."""
    package = package_of(path)
    places = settings()["near"].get(package, [])
    return list(dict.fromkeys([*test_files([path]), *test_files(p for p in places if _exists(p))]))


def far_files(path: str) -> list[str]:
    """Return test files of other packages that use a module's package."""
    package = package_of(path)
    far = settings()["far"]
    places = far.get(package, far.get(package.rpartition("/")[0], []))
    return list(test_files(p for p in places if _exists(p)))


def _exists(place: str) -> bool:
    return (ROOT / place).exists()


def plan(fault: Fault, records: Iterable[Record], seconds: float, done: Iterable[str] = ()) -> Plan:
    """Return the tests that may notice a fault, at most `seconds` of them by the clock of the records.

    First the tests that execute the function, then the others of files that do so somewhere (while
    being imported, or once for all tests); both begin with the quickest file. Where time is short the
    slowest tests are left out.
    """
    records = list(records)
    executed = _names_of(fault, records)
    ran = set(done)
    hits: list[list[tuple[float, str]]] = []
    rest: list[list[tuple[float, str]]] = []
    for record in records:
        direct = {test for test, names in record.functions.items() if names & executed}
        if direct or record.imported & executed or not executed:
            hits.append(_by_time(record, direct - ran))
            rest.append(_by_time(record, set(record.seconds) - direct - ran))
    chosen, spent, left_out = _choose([*hits, *rest], seconds)
    tests = {
        test: max(SHORTEST, SLACK * took)
        for group in [*_by_sum(hits, chosen), *_by_sum(rest, chosen)]
        for took, test in group
    }
    return Plan(tests, spent, left_out)


def _choose(groups: list[list[tuple[float, str]]], seconds: float) -> tuple[set[str], float, int]:
    """Return as many tests as the time allows, their seconds, and how many have to be left out.

    The quickest are chosen first, and at least one.
    """
    chosen: set[str] = set()
    spent = 0.0
    tests = sorted(pair for group in groups for pair in group)
    for took, test in tests:
        if chosen and spent + took > seconds:
            break
        chosen.add(test)
        spent += took
    return chosen, spent, len(tests) - len(chosen)


def _names_of(fault: Fault, records: list[Record]) -> set[str]:
    """Return the functions whose execution shows that a test may notice the fault.

    That is its own function; where it stands outside of functions (in a table, or among the
    attributes of a class) or in one that no test executes, any function of its module. An empty set
    says that the module runs where no marks are seen (in a process with an environment of its own).
    """
    name = f"{fault.path}::{fault.function}"
    if fault.function != MODULE and any(record.executes(name) for record in records):
        return {name}
    return {
        executed
        for record in records
        for names in (record.imported, *record.functions.values())
        for executed in names
        if executed.startswith(f"{fault.path}::")
    }


def _by_time(record: Record, tests: set[str]) -> list[tuple[float, str]]:
    return sorted((record.seconds[test], test) for test in tests)


def _by_sum(
    groups: list[list[tuple[float, str]]], chosen: set[str]
) -> list[list[tuple[float, str]]]:
    """Return the chosen tests of each file, the quickest file first."""
    left = [[pair for pair in group if pair[1] in chosen] for group in groups]
    return sorted(left, key=lambda group: sum(took for took, _ in group))
