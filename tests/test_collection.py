"""Tests may be asked for in any order, and together with the examples of any module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from simkit.runs import planner

ROOT = Path(__file__).parents[1]


def test_a_module_is_the_one_that_its_package_holds() -> None:
    assert sys.modules["simkit.runs.spec"].Spec is planner.Spec


def test_modules_with_examples_are_not_loaded_twice() -> None:
    files = ["simkit/runs/spec.py", "tests/test_collection.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *files, "-k", "its_package"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
