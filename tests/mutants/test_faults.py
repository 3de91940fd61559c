"""Which faults can be planted, and that a planted one is a small edit of a module that still parses."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import drawing
from tests.mutants.faults import MODULE, list_faults

TOY = Path(__file__).with_name("toy.py")
SOURCE = TOY.read_bytes()


def changes(source: bytes, operator: str) -> set[tuple[str, str]]:
    """Return the changed lines of a module, before and after, by one operator."""
    found = set()
    for fault in list_faults(source, "toy.py"):
        if fault.operator == operator:
            before, after = fault.diff(source).splitlines()
            found.add((before[1:].strip(), after[1:].strip()))
    return found


def one_line(text: str, operator: str) -> set[str]:
    """Return what becomes of a single line."""
    return {after for _, after in changes(text.encode() + b"\n", operator)}


def test_every_fault_of_the_toy_parses_and_changes_one_line() -> None:
    faults = list_faults(SOURCE, "toy.py")
    assert {fault.operator for fault in faults} == {
        "arithmetic", "boolean", "compare", "minmax", "negate", "number", "remove", "return", "slice",
    }  # fmt: skip
    for fault in faults:
        after = fault.apply(SOURCE)
        assert fault.parses(SOURCE)
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(SOURCE)), fault
        assert len(fault.diff(SOURCE).splitlines()) == 2


@pytest.mark.parametrize(
    ("operator", "text", "wanted"),
    [
        ("compare", "x = a < b", {"x = a <= b", "x = a >= b"}),
        ("compare", "x = a not in b", {"x = a in b"}),
        ("compare", "x = a is not None", {"x = a is None"}),
        ("compare", "x = (a) == (b)", {"x = (a) != (b)"}),
        ("compare", "x = 0 < a <= 9", {"x = 0 <= a <= 9", "x = 0 >= a <= 9", "x = 0 < a < 9",
                                       "x = 0 < a > 9"}),
        ("boolean", "x = a and b and c", {"x = a or b and c", "x = a and b or c"}),
        ("negate", "x = 1 if a else 2", {"x = 1 if (not (a)) else 2"}),
        ("negate", "x = [i for i in a if not b]", {"x = [i for i in a if (b)]"}),
        ("arithmetic", "x = a + b", {"x = a - b"}),
        ("arithmetic", "x = a << b | c", {"x = a >> b | c", "x = a << b & c"}),
        ("arithmetic", "x -= 'a' + b", set()),
        ("number", "x = f(7, True)", {"x = f(8, True)", "x = f(6, True)", "x = f(7, False)"}),
        ("number", "x = 0.5", {"x = 1.5"}),
        ("minmax", "x = min(a, any(b))", {"x = max(a, any(b))", "x = min(a, all(b))"}),
        ("slice", "x = a[i:j]", {"x = a[(i) + 1:j]", "x = a[i:(j) - 1]"}),
        ("slice", "x = a[-1]", {"x = a[0]", "x = a[-2]"}),
        ("slice", "x = range(n)", {"x = range((n) - 1)"}),
        ("remove", "a.append(b)", {"pass"}),
        ("remove", "a += b", {"pass"}),
    ],
)  # fmt: skip
def test_what_becomes_of_a_line(operator: str, text: str, wanted: set[str]) -> None:
    assert one_line(text, operator) == wanted


@pytest.mark.parametrize(
    ("hint", "text", "wanted"),
    [
        ("bool", "a", {"return not (a)"}),
        ("int", "a + b", {"return (a + b) + 1"}),
        ("list[int]", "a", {"return []"}),
        ("dict[str, int]", "a", {"return {}"}),
        ("tuple[int, ...]", "a", {"return ()"}),
        ("Thing | None", "a", {"return None"}),
        ("Thing", "a", set()),
    ],
)
def test_what_a_function_may_hand_back_instead(hint: str, text: str, wanted: set[str]) -> None:
    source = f"def f() -> {hint}:\n    return {text}\n".encode()
    assert {after for _, after in changes(source, "return")} == wanted


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring with 1 < 2 and 3."""',
        "def f(a: int | None) -> Literal[1]: ...",
        "Row = int | None",
        "raise ValueError(1 + 1)",
        "assert a < 1",
        'x = f"{a + 1}"',
        "print(a < 1, 2)",
        "warnings.warn(text, stacklevel=2)",
        "@cache(3)\ndef f(): ...",
        "from a import b",
        "__all__ = ['a', 'b'][:1]",
        "if TYPE_CHECKING:\n    x = 1",
        "x = plot(a, linewidth=1.5, zorder=3)",
        "x = isinstance(a, int | str)",
        "x = cast(Literal[1], a)",
        "x: list[Literal[1]] = a",
        "match a:\n    case 1: b",
    ],
)
def test_words_types_and_looks_are_left_alone(text: str) -> None:
    assert list_faults(text.encode(), "a.py") == []


def test_faults_stand_in_the_function_that_they_change() -> None:
    source = b"A = 1\nclass C:\n  b = 1\n  def f(self, x=1):\n    def g():\n      return a[1]\n"
    scopes = {fault.function for fault in list_faults(source, "a.py")}
    assert scopes == {MODULE, "C", "C.f", "C.f.g"}


def test_text_beyond_ascii_is_edited_where_it_stands() -> None:
    source = 'x = "×" if a < 1 else "–"  # größer\n'.encode()
    assert (
        'x = "×" if a < 1 else "–"  # größer',
        'x = "×" if a <= 1 else "–"  # größer',
    ) in changes(source, "compare")


# Drawing ------------------------------------------------------------------------------------------

FILES = ["simkit/theory/power.py", "simkit/theory/linear.py", "simkit/stats/regression.py"]


def test_a_seed_draws_the_same_faults_and_another_seed_others() -> None:
    first = drawing.draw(FILES, 12, seed=3)
    assert drawing.draw(list(FILES), 12, seed=3) == first
    assert drawing.draw(FILES, 12, seed=4) != first


def test_packages_get_the_same_number_and_functions_one_fault() -> None:
    drawn = drawing.draw(FILES, 12, seed=3)
    packages = [drawing.package_of(fault.path) for fault in drawn]
    assert (packages.count("simkit/theory"), packages.count("simkit/stats")) == (6, 6)
    theory = [(f.path, f.function) for f in drawn if f.path.startswith("simkit/theory")]
    assert len(set(theory)) == len(theory)


def test_more_faults_than_functions_are_all_different() -> None:
    drawn = drawing.draw(["simkit/theory/power.py"], 40, seed=1)
    assert len({(fault.start, fault.end, fault.new) for fault in drawn}) == 40


@pytest.mark.parametrize(
    ("path", "stratum", "package"),
    [
        ("simkit/games/federation/rules/legal.py", "rules", "simkit/games/federation"),
        ("simkit/games/race_for_the_galaxy/rules/settle.py", "rules",
         "simkit/games/race_for_the_galaxy"),
        ("simkit/games/gaia_project/bot/plans.py", "bots of titles", "simkit/games/gaia_project"),
        ("simkit/games/planet_unknown/bot/features.py", "bots of titles", "simkit/games/planet_unknown"),
        ("simkit/games/planet_unknown/io/recordings.py", "records of titles",
         "simkit/games/planet_unknown"),
        ("simkit/games/planet_unknown/view/board.py", "left out", "simkit/games/planet_unknown"),
        ("simkit/studies/tuning/search.py", "elsewhere", "simkit/studies"),
        ("simkit/cli/run.py", "tools", "simkit/cli"),
        ("simkit/runs/__init__.py", "left out", "simkit/runs"),
    ],
)  # fmt: skip
def test_every_file_has_its_stratum(path: str, stratum: str, package: str) -> None:
    assert (drawing.stratum_of(path), drawing.package_of(path)) == (stratum, package)
