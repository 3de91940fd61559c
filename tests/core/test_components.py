"""Component data: files, paths and patches."""

from __future__ import annotations

from pathlib import Path

import pytest

import simkit
from simkit.core.components import Components, shipped
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.schema import Patchable
from tests.tiny.rules.setup import shuffled_deck
from tests.tiny.title import FairRules

PATCHABLE = (
    Patchable("factions.*.start.ore", 0, 10),
    Patchable("factions.*.quick", 0, 1),
    Patchable("costs.mine", 0.5, 4),
    Patchable("costs.list.*", 0, 9),
    Patchable("costs.name", 0, 0),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "factions.toml").write_text(
        '[[faction]]\nid = "terrans"\nquick = false\nstart = { ore = 4 }\n'
        '[[faction]]\nid = "xenos"\nquick = true\nstart = { ore = 5 }\n'
    )
    (tmp_path / "costs.toml").write_text('mine = 1.5\nlist = [1, 2, 3]\nname = "mine"\n')
    (tmp_path / "cards.csv").write_text("id,good\n0,bread\n1,cloth\n")
    (tmp_path / "notes.md").write_text("not data")
    return tmp_path


def test_files_become_tables(folder: Path) -> None:
    parts = Components(folder)
    assert parts["costs"]["mine"] == 1.5
    assert parts["cards"] == [{"id": "0", "good": "bread"}, {"id": "1", "good": "cloth"}]
    assert parts.get("factions.xenos.start.ore") == 5
    assert parts.get("costs.list.2") == 3


def test_unknown_table_names_the_nearest(folder: Path) -> None:
    with pytest.raises(UnknownName, match="unknown component table 'cost'; did you mean 'costs'"):
        Components(folder)["cost"]


def test_unknown_path_names_the_nearest(folder: Path) -> None:
    parts = Components(folder, PATCHABLE)
    with pytest.raises(UnknownName, match=r"did you mean 'factions.terrans.start.ore'"):
        parts.get("factions.terans.start.ore")
    with pytest.raises(BadValue, match="names a whole record"):
        parts.get("factions.terrans")


def test_wildcards_are_filled_in(folder: Path) -> None:
    assert Components(folder, PATCHABLE).patchable_paths() == [
        "factions.terrans.start.ore",
        "factions.xenos.start.ore",
        "factions.terrans.quick",
        "factions.xenos.quick",
        "costs.mine",
        "costs.list.0",
        "costs.list.1",
        "costs.list.2",
        "costs.name",
    ]


def test_a_patch_changes_its_figure_and_nothing_else(folder: Path) -> None:
    printed = Components(folder, PATCHABLE)
    patched = Components(folder, PATCHABLE, {"factions.terrans.start.ore": 3, "costs.list.1": 7})
    assert patched.get("factions.terrans.start.ore") == 3
    assert patched.get("costs.list.1") == 7
    assert patched.get("factions.xenos.start.ore") == 5
    assert printed.get("factions.terrans.start.ore") == 4
    assert printed.get("costs.list.1") == 2
    assert Components(folder, PATCHABLE).get("factions.terrans.start.ore") == 4


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("factions.terrans.ore", 3, "did you mean 'factions.terrans.start.ore'"),
        ("cards.0.good", "pots", "unknown patch path 'cards.0.good'"),
        ("factions.nobody.start.ore", 3, "unknown patch path"),
        ("factions.terrans.start.ore", 11, "11 is outside 0 to 10"),
        ("factions.terrans.start.ore", -1, "-1 is outside 0 to 10"),
        ("factions.terrans.start.ore", 2.5, "needs a whole number, not 2.5"),
        ("factions.terrans.start.ore", "3", "needs a value like 4, not '3'"),
        ("factions.terrans.start.ore", True, "needs a value like 4, not True"),
        ("factions.terrans.quick", 1, "needs a value like False, not 1"),
        ("costs.mine", 0.25, "0.25 is outside 0.5 to 4"),
        ("costs.mine", None, "needs a value like 1.5, not None"),
        ("costs.name", 0, "needs a value like 'mine', not 0"),
        ("costs.name", ["mine"], "needs a value like 'mine', not"),
        ("factions.terrans.start.ore", float("nan"), "nan"),
    ],
)
def test_a_bad_patch_is_refused(folder: Path, path: str, value: object, message: str) -> None:
    with pytest.raises(SimkitError, match=message):
        Components(folder, PATCHABLE, {path: value})


def test_a_whole_float_becomes_an_int(folder: Path) -> None:
    """A TOML file may say 3.0 where the figure is a whole number."""
    parts = Components(folder, PATCHABLE, {"factions.terrans.start.ore": 3.0})
    found = parts.get("factions.terrans.start.ore")
    assert found == 3
    assert type(found) is int


def test_an_int_may_replace_a_float(folder: Path) -> None:
    assert Components(folder, PATCHABLE, {"costs.mine": 2}).get("costs.mine") == 2


def test_broken_and_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="holds no component data"):
        Components(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bad.toml").write_text("mine = \n")
    with pytest.raises(BadValue, match=r"bad.toml: is not valid TOML"):
        Components(tmp_path / "broken")


def test_data_lies_beside_the_package_or_inside_it() -> None:
    assert (shipped("data")).is_dir()


# Two patches of the tiny title, side by side


def test_unlisted_path_of_a_title_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"did you mean 'factions.millers.start.coins'"):
        simkit.rules("tests.tiny", seats=2, patch={"factions.millers.coins": 3})
    with pytest.raises(UnknownName, match=r"unknown patch path 'market.round.drawn'"):
        simkit.rules("tests.tiny", seats=2, patch={"market.round.drawn": 3})


def test_two_patches_play_side_by_side() -> None:
    poor = simkit.rules("tests.tiny", seats=2, patch={"factions.millers.start.coins": 0})
    rich = simkit.rules("tests.tiny", seats=2, patch={"factions.millers.start.coins": 10})
    printed = simkit.rules("tests.tiny", seats=2)
    coins = [
        rules.deal(Luck(1), factions=["millers", "weavers"]).coins  # type: ignore[attr-defined]
        for rules in (poor, rich, printed, poor)
    ]
    assert coins == [[3, 8], [13, 8], [8, 8], [3, 8]]


def test_a_patched_deal_stays_in_step() -> None:
    """One card more in a hand: all other cards are dealt in the printed order."""
    printed = FairRules(2).deal(Luck(5), factions=["millers", "weavers"])
    more = FairRules(2, None, {"factions.weavers.start.hand": 5})
    patched = more.deal(Luck(5), factions=["millers", "weavers"])
    assert shuffled_deck(patched, Luck(5), ()) == shuffled_deck(printed, Luck(5), ())
    assert set(printed.hands[0]) & set(patched.hands[0])
