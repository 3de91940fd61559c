"""The guard itself: it passes at the floor, fails below it, and asks for a missing one."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import simkit

FOLDER = Path(__file__).parent
FLOORS = tomllib.loads((FOLDER / "floors.toml").read_text(encoding="utf-8"))
FORMS = ("compiled", "plain")


@pytest.fixture
def guard() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_check", FOLDER / "check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def playing(form: str, **others: str) -> dict[str, str]:
    """Return why each group plays plain, in a build of one form but for some titles."""
    reason = "" if form == "compiled" else "not compiled"
    return {**dict.fromkeys(("core", *simkit.titles()), reason), **others}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("share", "code"), [(1.0, 0), (0.99, 1)])
def test_below_the_floor_of_the_build_that_plays_it_fails(
    guard: ModuleType, capsys: pytest.CaptureFixture[str], form: str, share: float, code: int
) -> None:
    guard.playing = lambda: playing(form)
    guard.speed = lambda title: share * FLOORS[title][form]
    assert guard.main() == code
    said = capsys.readouterr().out
    assert ("its floor is" in said) == bool(code)
    assert f"federation, {form}: " in said


def test_one_slow_measurement_is_not_believed(
    guard: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    shares = iter([0.5, 1.1] * len(FLOORS))
    guard.playing = lambda: playing("plain")
    guard.speed = lambda title: next(shares) * FLOORS[title]["plain"]
    assert guard.main() == 0
    assert next(shares, None) is None


def test_a_title_that_did_not_compile_fails(
    guard: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    guard.playing = lambda: playing("compiled", federation="not compiled")
    guard.speed = lambda title: 1e9
    assert guard.main() == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "federation plays plain Python beside a compiled core: not compiled"


def test_every_title_has_both_floors() -> None:
    assert set(FLOORS) == {"tests.tiny", *simkit.titles()}
    assert all(set(entry) == set(FORMS) for entry in FLOORS.values())
    assert all(FLOORS[title]["plain"] < FLOORS[title]["compiled"] for title in simkit.titles())


def test_a_title_without_a_floor_is_asked_for_one(
    guard: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    guard.playing = lambda: playing("plain")
    guard.speed = lambda title: 1e9
    guard.titles = lambda: ("brand_new",)
    assert guard.main() == 1
    assert "brand_new has no floor (plain) in floors.toml" in capsys.readouterr().out
