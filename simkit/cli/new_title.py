"""Write a whole title to begin with: a small game of our own, complete with bots, board and data.

simkit new-title my_titles.harvest        writes the package my_titles/harvest
simkit run spec.toml                      plays it, with title = "my_titles.harvest"

The game is a fair with two factions; its rules stand in the README of the package. Everything that a
title has is there once: change it room by room, and run the checks after each. A title of your own is
named by its import path, with a dot, and found where you work.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from simkit.core.components import shipped
from simkit.core.errors import SimkitError
from simkit.core.registry import titles

MODEL = "tests.tiny"
PATH = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)+")
KINDS = (".py", ".toml", ".csv", ".md")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", help="import path of the title: my_titles.harvest")
    parser.add_argument("--folder", default=".", help="where the package goes (default: here)")


def run(args: argparse.Namespace) -> int:
    """Write the title."""
    check_name(args.name)
    above = Path(args.folder)
    folder = above.joinpath(*args.name.split("."))
    if folder.exists():
        raise SimkitError(f"{folder}: is there already; choose another name")
    files = title_files(args.name)
    try:
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for package in list(folder.parents)[: args.name.count(".")]:
            (package / "__init__.py").touch()
    except OSError as error:
        raise SimkitError(f"{folder}: cannot be written ({error.strerror})") from None
    print(f"written: {folder}, {len(files)} files; its README says how the game is played")
    print(f"next:    python -m simkit.testing check-rules {args.name}")
    print(f"         python -m simkit.testing check-bot greedy {args.name}")
    return 0


def check_name(name: str) -> None:
    """Refuse what is no import path, or a title that comes with simkit."""
    if name in titles():
        raise SimkitError(f"new-title: {name} comes with simkit; choose another name")
    if not PATH.fullmatch(name):
        plain = re.sub(r"[^a-z0-9_.]+", "_", name.lower()).strip("_.") or "my_title"
        near = plain if PATH.fullmatch(plain) else f"my_titles.{plain.replace('.', '_')}"
        raise SimkitError(f"new-title: a name is an import path with a dot: {near!r}, not {name!r}")


def title_files(name: str) -> dict[str, str]:
    """Return the files of a title: name -> text, the model's import path replaced by its own."""
    model = model_folder()
    return {
        path.relative_to(model).as_posix(): path.read_text(encoding="utf-8").replace(MODEL, name)
        for path in sorted(model.rglob("*"))
        if path.suffix in KINDS
    }


def model_folder() -> Path:
    """Return the folder of the model."""
    folder, *parts = MODEL.split(".")
    return shipped(folder).joinpath(*parts)
