"""Writes marks into a copy of simkit, so that each function says when it has been executed.

A mark sets one byte of a file that all processes share (`mmap`), so that functions which run in worker
processes and on the command line are seen, too. That costs some 40 ns a call: the tests take hardly
longer, where a tracer would take several times as long.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

MODULE = "<module>"
INDEX = "footprints.json"
HELPER = '''"""One byte per function, shared with all processes of a test run."""

import mmap
import os

_path = os.environ.get("MUTANTS_FOOTPRINTS", "")
if _path:
    with open(_path, "r+b") as _file:
        MARKS = mmap.mmap(_file.fileno(), 0)
else:
    MARKS = bytearray({size})
'''


def mark_functions(folder: Path) -> None:
    """Write a mark into every function of `folder/simkit`, and the list of them beside it."""
    names: list[str] = []
    for path in sorted((folder / "simkit").rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        path.write_bytes(_with_marks(path.read_bytes(), name, names))
    (folder / INDEX).write_text(json.dumps(names), encoding="utf-8")
    helper = HELPER.replace("{size}", str(len(names)))
    (folder / "simkit_footprints.py").write_text(helper, encoding="utf-8")


def _with_marks(source: bytes, path: str, names: list[str]) -> bytes:
    """Return a module with its marks; their names (`path::function`) are added to `names`."""
    tree = ast.parse(source)
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    edits: list[tuple[int, bytes]] = []

    def mark(body: list[ast.stmt], scope: str, opening: str = "") -> None:
        first = _first_statement(body)
        if first is None:
            return
        text = f"{opening}_footprints[{len(names)}] = 1"
        names.append(f"{path}::{scope}")
        line = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", []))])
        start = lines[line - 1] + (first.col_offset if line == first.lineno else 0)
        indent = source[lines[line - 1] : start]
        if line != first.lineno:  # a decorated function comes first
            indent = source[start : start + first.col_offset]
            edits.append((start, indent + text.encode() + b"\n"))
        elif indent.strip():  # on the line of its `def`
            edits.append((start, text.encode() + b"; "))
        else:
            edits.append((start, text.encode() + b"\n" + indent))

    def walk(node: ast.AST, scope: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            inner = scope
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = (*scope, child.name)
                if not isinstance(child, ast.ClassDef):
                    mark(child.body, ".".join(inner))
            walk(child, inner)

    mark(tree.body, MODULE, opening="from simkit_footprints import MARKS as _footprints\n")
    walk(tree, ())
    for place, text in sorted(edits, reverse=True):
        source = source[:place] + text + source[place:]
    return source


def _first_statement(body: list[ast.stmt]) -> ast.stmt | None:
    """Return the first statement that is neither the docstring nor an import from the future."""
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            continue
        return statement
    return None
