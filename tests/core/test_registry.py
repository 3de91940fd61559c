"""Titles are found by name, and imported only when used."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import simkit
from simkit.core.errors import BadValue, UnknownName
from simkit.core.registry import rules_class, title_module, title_package, titles
from tests.tiny.title import FairRules


def test_titles_are_the_packages_with_rules() -> None:
    assert list(titles()) == sorted(set(titles()))
    assert "tests.tiny" not in titles()


def test_a_title_outside_simkit_is_named_by_its_import_path() -> None:
    assert title_package("tests.tiny") == "tests.tiny"
    assert rules_class("tests.tiny") is FairRules
    assert title_module("tests.tiny", "view.board").__name__ == "tests.tiny.view.board"


@pytest.mark.parametrize(
    "name", ["tinny", "tests.tinny", "tests.core", "no_such.package", "tests."]
)
def test_unknown_title(name: str) -> None:
    with pytest.raises(UnknownName, match="unknown title"):
        simkit.rules(name, seats=2)


def test_rules_are_built_once_per_setting() -> None:
    one = simkit.rules("tests.tiny", seats=2, length="short")
    assert simkit.rules("tests.tiny", seats=2, length="short") is one
    assert simkit.rules("tests.tiny", seats=2) is not one
    assert simkit.rules("tests.tiny", seats=3, length="short") is not one
    patch = {"market.sets.points": 5}
    assert simkit.rules("tests.tiny", seats=2, patch=patch) is not simkit.rules("tests.tiny", 2)


def test_rules_come_back_from_a_pickle() -> None:
    made = simkit.rules("tests.tiny", 3, {"market.sets.points": 5}, length="short")
    back = pickle.loads(pickle.dumps(made))
    assert repr(back) == repr(made)
    assert "length='short'" in repr(made)
    assert "patch={'market.sets.points': 5}" in repr(made)
    assert eval(repr(made), {"simkit": simkit}) is made
    assert simkit.rules("tests.tiny", 3, {"market.sets.points": 5}, **made.options) is made
    assert back is made


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, 2.0, "2", None])
def test_wrong_number_of_seats(seats: object) -> None:
    with pytest.raises(BadValue, match=r"seats: tests.tiny is played by 2 to 4, not"):
        simkit.rules("tests.tiny", seats=seats)  # type: ignore[arg-type]


def test_unknown_option_and_value() -> None:
    with pytest.raises(UnknownName, match="unknown option 'lenght'; did you mean 'length'"):
        simkit.rules("tests.tiny", seats=2, lenght="short")
    with pytest.raises(UnknownName, match="option length: unknown value 'shrot'"):
        simkit.rules("tests.tiny", seats=2, length="shrot")


def test_importing_simkit_is_light() -> None:
    """Neither the table libraries nor a title come along."""
    code = "import simkit, sys; simkit.rules; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    for heavy in ("numpy", "pandas", "pyarrow", "matplotlib", "simkit.runs", "tests.tiny"):
        assert heavy not in loaded


def test_public_names() -> None:
    assert "simulate" in dir(simkit)
    assert simkit.Luck(1) == simkit.Luck(1)
    with pytest.raises(AttributeError, match="no attribute 'simulte'"):
        simkit.simulte  # noqa: B018
