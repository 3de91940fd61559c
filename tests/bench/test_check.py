"""The guard itself: it passes at the floor, fails below it, and asks for a missing one."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent
FLOORS = tomllib.loads((FOLDER / "floors.toml").read_text(encoding="utf-8"))


@pytest.fixture
def guard() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_check", FOLDER / "check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("pace", "code"), [(1.0, 0), (0.76, 0), (0.74, 1)])
def test_a_slowdown_of_more_than_a_quarter_fails(
    guard: ModuleType, capsys: pytest.CaptureFixture[str], pace: float, code: int
) -> None:
    guard.pace = lambda title, seats: pace * FLOORS[title]["measured"]
    assert guard.main() == code
    assert ("its floor is" in capsys.readouterr().out) == bool(code)


def test_one_slow_measurement_is_not_believed(
    guard: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    paces = iter([0.5, 0.9] * len(FLOORS))
    guard.pace = lambda title, seats: next(paces) * FLOORS[title]["measured"]
    assert guard.main() == 0
    assert next(paces, None) is None


def test_every_title_has_a_floor_of_three_quarters() -> None:
    for entry in FLOORS.values():
        assert entry["floor"] == pytest.approx(0.75 * entry["measured"], abs=10)


def test_a_title_without_a_floor_is_asked_for_one(
    guard: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    guard.pace = lambda title, seats: 1e9
    guard.titles = lambda: ("brand_new",)
    assert guard.main() == 1
    assert "brand_new has no floor" in capsys.readouterr().out
