"""No code knows a component by its name: what makes it different stands in its record.

Outside of the rooms that hold one file per component (`rules/factions` and the like) no text in the
code of a title is the id of one. Planets, tracks and buildings are the rules' own nouns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from simkit.core.components import Components, shipped
from simkit.core.registry import title_module

# By title, the tables of data and the lists in them whose records no code may name.
NAMELESS = {
    "federation": (
        ("laws", "law"), ("erudites", "erudite"), ("start_tiles", "tile"),
        ("deep_space_tiles", "tile"), ("alteration_tokens", "token"), ("special_missions", "mission"),
        ("asteroids", "asteroid"), ("planet_e81216", "megastructure_token"),
        ("planet_e81216", "megastructure"), ("planet_arratuin", "shop"),
    ),
    "race_for_the_galaxy": (("cards", "card"),),
}  # fmt: skip
OWN_ROOMS = {"factions", "corporations", "cards", "laws", "erudites"}


def ids(title: str) -> set[str]:
    tables = Components(shipped("data") / title).tables
    return {str(record["id"]) for table, name in NAMELESS[title] for record in tables[table][name]}


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module with their lines; docstrings are not code."""
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def named(source: str, known: set[str]) -> list[tuple[int, str]]:
    """Return where a text of some source is the id of a component, or names it among other words."""
    return [
        (line, text)
        for line, text in texts(ast.parse(source))
        if text in known or known & set(text.replace(".", " ").replace("=", " ").split())
    ]


def modules(title: str) -> list[Path]:
    folder = Path(str(title_module(title, "title").__file__)).parent
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if not OWN_ROOMS & set(path.relative_to(folder).parts[:-1])
    ]


@pytest.mark.parametrize("title", NAMELESS)
def test_no_code_names_a_component(title: str) -> None:
    known = ids(title)
    assert len(known) > 90
    found = {
        f"{path.name}:{line}": text
        for path in modules(title)
        for line, text in named(path.read_text(encoding="utf-8"), known)
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    ['if law == "law_neo":', 'if get(f"laws.law_neo.k"):', 'for x in ("a", "law_neo"):'],
)
def test_a_name_in_code_is_found(line: str) -> None:
    source = f'def rule(law, get):\n    """Say what law_neo does."""\n    {line}\n        pass\n'
    assert [at for at, _ in named(source, ids("federation"))] == [3]
