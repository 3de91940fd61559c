"""Examples in docstrings are collected from the modules that everything else imports.

Left to itself, pytest executes ``simkit/runs/spec.py`` a second time after its package has imported it,
and puts the copy in its place: two classes of one name, and nothing can be pickled.
"""

from __future__ import annotations

import importlib
from pathlib import Path

ROOT = Path(__file__).parent


def pytest_collect_file(file_path: Path) -> None:
    """Import a module of simkit by its name before pytest does so by its path."""
    if file_path.suffix == ".py" and file_path.is_relative_to(ROOT / "simkit"):
        name = ".".join(file_path.relative_to(ROOT).with_suffix("").parts)
        if not name.endswith("__main__"):
            importlib.import_module(name.removesuffix(".__init__"))
