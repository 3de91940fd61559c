"""A toy repository is searched from end to end: recorded, planted, reported, gone on with."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants import __main__ as command
from tests.mutants import copies, drawing, footprints, hunt, plans, records, report, server
from tests.mutants.faults import Fault, list_faults
from tests.mutants.records import Record

HERE = Path(__file__).parent
TESTS = """
import time

from simkit.toys import toy


def test_clamp():
    assert toy.clamp(5, 0, 3) == 3
    assert toy.clamp(-1, 0, 3) == 0


def test_total():
    assert toy.total([1, 0, 2, 9]) == 3


def test_that_fails_without_any_fault():
    assert toy.total([]) == 1
"""
SETTINGS = """
[[stratum]]
name = "toys"
files = ["simkit/**"]
[near]
"simkit/toys" = ["tests/toys"]
[far]
"simkit/toys" = ["tests/others"]
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A repository with one package, its tests, and the sampler itself."""
    root = tmp_path / "repository"
    shutil.copytree(HERE, root / "tests" / "mutants", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("simkit/toys", "tests/toys", "tests/others"):
        (root / folder).mkdir(parents=True)
    for folder in ("simkit", "simkit/toys", "tests"):
        (root / folder / "__init__.py").write_text("")
    shutil.copy(HERE / "toy.py", root / "simkit/toys/toy.py")
    (root / "tests/toys/test_toy.py").write_text(TESTS)
    (root / "tests/others/test_names.py").write_text(
        "from simkit.toys import toy\n\ndef test_twice():\n    assert toy.total([2], True) == 4\n"
    )
    (root / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npythonpath = ["."]\n'
        'addopts = ["--import-mode=importlib", "--doctest-modules"]\n'
        'markers = ["slow", "soak", "browser"]\n'
    )
    (root / ".gitignore").write_text("/build/\n__pycache__/\n")
    (root / "strata.toml").write_text(SETTINGS)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    work = root / "build" / "mutants"
    for module in (copies, drawing, hunt, plans, records, report):
        monkeypatch.setattr(module, "ROOT", root)
    for module in (copies, hunt, command):
        monkeypatch.setattr(module, "WORK", work)
    monkeypatch.setattr(records, "FOLDER", work / "records")
    monkeypatch.setattr(records, "MARKED", work / "marked")
    monkeypatch.setattr(drawing, "SETTINGS", root / "strata.toml")
    monkeypatch.setattr(report, "EQUIVALENT", root / "equivalent.toml")
    monkeypatch.setattr(server, "LIBRARIES", ())  # the toy needs none
    drawing.settings.cache_clear()
    yield root
    drawing.settings.cache_clear()


def pick(after: str) -> Fault:
    """Return the one fault of the toy that makes a line of this."""
    path = "simkit/toys/toy.py"
    source = (HERE / "toy.py").read_bytes()
    found = [
        fault
        for fault in list_faults(source, path)
        if fault.diff(source).splitlines()[1][1:].strip() == after
    ]
    assert len(found) == 1, after
    return found[0]


CAUGHT = "return max(value, high)"


@pytest.fixture
def sample(repository: Path) -> hunt.Sample:
    sample = hunt.Sample("toys")
    sample.write([pick(CAUGHT), pick("result = result // 2"), pick("if value < low and low < high:"
                  "  # a comment with < and and"), pick("result -= value")])  # fmt: skip
    return sample


def test_a_test_file_is_recorded_with_what_each_test_executes(repository: Path) -> None:
    found = records.read_records(records.test_files(["tests/toys", "simkit/toys"]))
    record = found["tests/toys/test_toy.py"]
    toy = "simkit/toys/toy.py"
    assert record.functions["tests/toys/test_toy.py::test_clamp"] == {f"{toy}::clamp"}
    assert record.functions["tests/toys/test_toy.py::test_total"] == {f"{toy}::total"}
    assert record.broken == ("tests/toys/test_toy.py::test_that_fails_without_any_fault",)
    assert f"{toy}::<module>" in record.imported
    assert not record.executes(f"{toy}::names")
    example = found[toy]
    assert list(example.seconds) == [f"{toy}::simkit.toys.toy.clamp"]
    assert all(seconds > 0 for seconds in record.seconds.values())


@pytest.mark.slow
def test_a_record_is_made_again_when_the_test_file_changes(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = "tests/toys/test_toy.py"
    runs: list[str] = []
    record = records._record

    def counted(name: str, text: str, place: server.Server) -> None:
        runs.append(name)
        record(name, text, place)

    monkeypatch.setattr(records, "_record", counted)
    records.read_records([file])
    records.read_records([file])
    assert runs == [file]
    (repository / file).write_text(TESTS.replace("test_total", "test_sum"))
    found = records.read_records([file])[file]
    assert runs == [file, file]
    assert f"{file}::test_sum" in found.seconds


def test_faults_are_caught_by_near_tests_then_by_others(
    sample: hunt.Sample, repository: Path
) -> None:
    source = (repository / "simkit/toys/toy.py").read_bytes()
    hunt.hunt(sample, range(4), jobs=2, near=60, far=60)
    outcomes = [sample.outcomes[number] for number in range(4)]
    assert [outcome.outcome for outcome in outcomes] == ["failed", "failed", "survived", "failed"]
    assert outcomes[0].test.endswith("clamp")
    assert outcomes[1].test == "tests/others/test_names.py::test_twice"
    assert outcomes[3].test == "tests/toys/test_toy.py::test_total"
    assert (repository / "simkit/toys/toy.py").read_bytes() == source
    words = report.report(sample)
    assert "| all | 4 | 3 | 0 | 0 | 1 | 75% (30% to 95%) |" in words
    assert "+    if value < low and low < high:  # a comment with < and and" in words
    (repository / "equivalent.toml").write_text(
        '[[equivalent]]\npath = "simkit/toys/toy.py"\nfunction = "clamp"\n'
        'before = "if value < low and low <= high:  # a comment with < and and"\n'
        'after = "if value < low and low < high:  # a comment with < and and"\n'
        'reason = "limits are never equal"\n'
    )
    words = report.report(sample)
    assert "| all | 4 | 3 | 0 | 1 | 0 | 100% (44% to 100%) |" in words
    assert "(compare): limits are never equal" in words


@pytest.mark.slow
def test_a_sample_goes_on_where_it_was_interrupted(
    sample: hunt.Sample, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hunt.hunt(sample, [0], jobs=1, near=60, far=0)
    again = hunt.Sample("toys")
    again.read()
    assert again.faults == sample.faults
    assert again.outcomes == sample.outcomes
    assert command.main(["--name", "toys", "--far", "0"]) == 0
    journal = (again.folder / "journal.jsonl").read_text().splitlines()
    assert [json.loads(line)["number"] for line in journal] == [0, 1, 2, 3]
    assert "4 of 4 faults have been tried" in capsys.readouterr().out


@pytest.mark.slow
def test_survivors_are_tried_again_with_new_tests(sample: hunt.Sample, repository: Path) -> None:
    hunt.hunt(sample, range(4), jobs=1, near=60, far=0)
    assert not sample.outcomes[1].caught
    test = repository / "tests/toys/test_toy.py"
    test.write_text(TESTS + "\n\ndef test_twice():\n    assert toy.total([1], True) == 2\n")
    assert command.main(["--name", "toys", "--far", "0", "--again"]) == 0
    sample.read()
    assert sample.outcomes[1].test == "tests/toys/test_toy.py::test_twice"


def test_a_fault_in_a_file_that_was_edited_since_is_not_tried(
    sample: hunt.Sample, repository: Path
) -> None:
    path = repository / "simkit/toys/toy.py"
    path.write_bytes(b"# edited\n" + path.read_bytes())
    hunt.hunt(sample, range(4), jobs=1, near=60, far=0)
    assert sample.outcomes == {}
    assert "Changed since they were drawn (4)" in report.report(sample)


@pytest.mark.slow
def test_a_test_that_hangs_is_named_and_counts(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = repository / "simkit/toys/toy.py"
    source = path.read_text() + (
        "\n\ndef countdown(n: int) -> int:\n    while n > 0:\n        n -= 1\n    return n\n"
    )
    path.write_text(source)
    test = repository / "tests/toys/test_toy.py"
    test.write_text(TESTS + "\n\ndef test_countdown():\n    assert toy.countdown(3) == 0\n")
    monkeypatch.setattr(plans, "SHORTEST", 2.0)
    faults = list_faults(source.encode(), "simkit/toys/toy.py")
    sample = hunt.Sample("hangs")
    sample.write([f for f in faults if f.function == "countdown" and f.new == "pass"])
    hunt.hunt(sample, [0], jobs=1, near=60, far=0)
    assert sample.outcomes[0].outcome == "time-out"
    assert sample.outcomes[0].test == "tests/toys/test_toy.py::test_countdown"
    assert sample.outcomes[0].caught
    assert "Time-outs (caught) (1)" in report.report(sample)


@pytest.mark.slow
def test_a_module_that_cannot_be_imported_counts_as_caught(repository: Path) -> None:
    path = repository / "simkit/toys/toy.py"
    path.write_text(path.read_text().replace("LIMIT = 3", "LIMIT = [1, 2, 3][2]"))
    faults = list_faults(path.read_bytes(), "simkit/toys/toy.py")
    sample = hunt.Sample("imports")
    sample.write([fault for fault in faults if fault.new == "3" and fault.operator == "slice"])
    hunt.hunt(sample, [0], jobs=1, near=60, far=0)
    assert sample.outcomes[0].caught


def test_marks_leave_a_module_what_it_was(repository: Path) -> None:
    text = (
        '"""Words."""\n\nfrom __future__ import annotations\n\n\n'
        "def one(): return 1\n\n\n@property\ndef two(self):\n    '''Words.'''\n    if self:\n"
        "        return 2\n\n\nclass C:\n    async def f(self):\n        @two\n        def g(): ...\n"
        "        return g\n\n    def only_words(self):\n        '''Words.'''\n"
    )
    names: list[str] = []
    marked = footprints._with_marks(text.encode(), "a.py", names).decode()
    assert names == [f"a.py::{n}" for n in ("<module>", "one", "two", "C.f")]
    compile(marked, "a.py", "exec")
    bare = "".join(
        line
        for line in marked.replace("_footprints[1] = 1; ", "")
        .splitlines(keepends=True)
        if "_footprints" not in line
    )  # fmt: skip
    assert bare == text


def record(file: str, **tests: tuple[float, str]) -> Record:
    """Return a record of tests with their seconds and the function that each executes."""
    return Record(
        file,
        {f"{file}::{name}": seconds for name, (seconds, _) in tests.items()},
        {f"{file}::{name}": frozenset({f"a.py::{f}"}) for name, (_, f) in tests.items()},
        frozenset(),
        (),
    )


RECORDS = [
    record("slow.py", long=(50.0, "f"), short=(1.0, "f"), apart=(0.1, "g")),
    record("quick.py", one=(0.2, "f"), two=(0.1, "f")),
    record("elsewhere.py", other=(0.1, "g")),
]


def fault(function: str) -> Fault:
    return Fault("a.py", function, 1, "number", 0, 1, "2")


def test_tests_that_execute_the_function_come_first_and_quick_files_before_slow_ones() -> None:
    plan = plans.plan(fault("f"), RECORDS, seconds=100)
    assert list(plan.tests) == [
        "quick.py::two", "quick.py::one", "slow.py::short", "slow.py::long", "slow.py::apart",
    ]  # fmt: skip
    assert plan.left_out == 0
    assert plan.tests["slow.py::long"] == plans.SLACK * 50
    assert plan.tests["quick.py::two"] == plans.SHORTEST


def test_where_time_is_short_the_slowest_tests_are_left_out() -> None:
    plan = plans.plan(fault("f"), RECORDS, seconds=2)
    assert "slow.py::long" not in plan.tests
    assert (len(plan.tests), plan.left_out) == (4, 1)
    assert list(plans.plan(fault("f"), RECORDS, 2, plan.tests).tests) == ["slow.py::long"]


@pytest.mark.parametrize("function", ["<module>", "C", "never_executed"])
def test_outside_of_functions_every_test_of_the_module_may_notice(function: str) -> None:
    assert len(plans.plan(fault(function), RECORDS, seconds=100).tests) == 6


def test_where_no_marks_are_seen_every_test_may_notice() -> None:
    unseen = Fault("b.py", "f", 1, "number", 0, 1, "2")
    assert len(plans.plan(unseen, RECORDS, seconds=100).tests) == 6


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [(57, 69, 0.720, 0.898), (0, 10, 0.0, 0.278), (3, 3, 0.438, 1)],
)
def test_shares_come_with_wilsons_interval(
    successes: int, of: int, low: float, high: float
) -> None:
    assert report.wilson(successes, of) == pytest.approx((low, high), abs=0.001)
