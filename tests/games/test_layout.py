"""All titles have the same rooms, and in them the same names for the same things.

CONTRIBUTING.md ("A title's rooms") says what each room is for. What they may import from each other is
said by the contracts in pyproject.toml, which import-linter holds; the model title is outside of the
package, and held here.
"""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from simkit.core.registry import title_module, title_package, titles

MODEL = "tests.tiny"
TITLES = (*titles(), MODEL)
FILES = {"README.md", "__init__.py", "schema.py", "title.py"}
# The modules that every title has. One that all have by chance belongs here as well.
ROOMS = {
    "rules": {"invariants", "legal", "scoring", "setup", "state", "tables"},
    "bot": {"features", "weights"},
    "view": {"board", "consequences", "names", "words"},
    "io": {"positions", "recordings"},
}
ONLY_SOME = {"fast"}  # other algorithms for the same questions, where they pay
OWN_DATA = {MODEL: {"data"}}  # all others have theirs in data/TITLE
PROJECT = Path(__file__).parents[2]
EXCEPTIONS_LEFT = 4  # imports against the contract "rules"; only ever fewer


def folder(title: str) -> Path:
    return Path(str(title_module(title, "title").__file__)).parent


def modules(title: str, room: str) -> set[str]:
    return {path.stem for path in (folder(title) / room).glob("*.py")} - {"__init__"}


def imported(path: Path) -> set[str]:
    """Return the modules that a file may import: in `from a import b` it is a, or a.b."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return found


def rooms_closed_to(room: str) -> set[str]:
    """Return the rooms that a room of every title may not import, by the contracts."""
    source = f"simkit.games.*.{room}"
    own = [one for one in contracts() if source in one.get("source_modules", ())]
    return {name.rpartition(".")[2] for one in own for name in one["forbidden_modules"]}


def exceptions() -> list[tuple[str, str]]:
    """Return the imports that the contract "rules" lets pass: importing module, imported module."""
    (contract,) = (one for one in contracts() if one["id"] == "rules")
    pairs = [line.split(" -> ") for line in contract["ignore_imports"]]
    return [(source, target) for source, target in pairs]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_its_rooms_and_only_those(title: str) -> None:
    found = {path.name for path in folder(title).iterdir()} - {"__pycache__"}
    assert found - ONLY_SOME == FILES | set(ROOMS) | OWN_DATA.get(title, set())
    for room in found & {*ROOMS, *ONLY_SOME}:
        assert (folder(title) / room / "__init__.py").is_file(), room


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("title", TITLES)
def test_what_all_titles_have_is_called_alike(title: str, room: str) -> None:
    assert ROOMS[room] - modules(title, room) == set()


@pytest.mark.parametrize("room", ROOMS)
def test_whatever_all_titles_have_is_listed(room: str) -> None:
    assert set.intersection(*(modules(title, room) for title in TITLES)) == ROOMS[room]


@pytest.mark.parametrize("title", TITLES)
def test_the_readme_says_what_every_module_holds(title: str) -> None:
    text = (folder(title) / "README.md").read_text(encoding="utf-8")
    paths = [path for room in (*ROOMS, *ONLY_SOME) for path in (folder(title) / room).glob("*.py")]
    names = {f"{path.parent.name}/{path.name}" for path in paths if path.stem != "__init__"}
    assert {name for name in names if f"`{name}`" not in text} == set()


@pytest.mark.parametrize(
    ("room", "closed"),
    [
        ("rules", {"bot", "fast", "view", "io"}),
        ("bot", {"view", "io"}),
        ("view", {"bot", "fast", "io"}),
    ],
)
def test_the_model_title_keeps_to_the_contracts_between_rooms(room: str, closed: set[str]) -> None:
    assert rooms_closed_to(room) == closed
    for path in (folder(MODEL) / room).glob("*.py"):
        for name in imported(path):
            assert not name.startswith(tuple(f"{title_package(MODEL)}.{one}" for one in closed)), (
                path.name,
                name,
            )


def test_every_exception_to_the_rules_contract_is_still_needed() -> None:
    for source, target in exceptions():
        path = PROJECT / f"{source.replace('.', '/')}.py"
        assert target in imported(path), f"{source} no longer imports {target}: take the line out"


def test_exceptions_to_the_rules_contract_only_become_fewer() -> None:
    assert len(exceptions()) == EXCEPTIONS_LEFT, (
        "one less: lower the number; one more: find another way"
    )
