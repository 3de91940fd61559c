"""Every leaf of every title's data is patchable, structural or a note, and is read as it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.core.components import Components, declarations, shipped
from simkit.core.errors import BadValue, UnknownName
from simkit.core.registry import rules_class
from simkit.core.schema import Patchable, Structural
from simkit.testing.leaf_checks import leaf_problems
from simkit.testing.reads import reading_problems

# Titles whose data are not partitioned yet. This list may only shrink.
NOT_CARRIED_THROUGH = {"gaia_project", "planet_unknown"}
CARRIED_THROUGH = ["tests.tiny", *sorted({*simkit.titles()} - NOT_CARRIED_THROUGH)]


@pytest.mark.parametrize("title", CARRIED_THROUGH)
def test_every_leaf_is_exactly_one_of_patchable_structural_and_note(title: str) -> None:
    assert leaf_problems(title) == []


@pytest.mark.parametrize("title", sorted(NOT_CARRIED_THROUGH))
def test_titles_of_the_list_are_not_carried_through(title: str) -> None:
    """Whoever carries one through takes it off the list."""
    assert leaf_problems(title) != []


@pytest.mark.parametrize("title", ["tests.tiny", *simkit.titles()])
def test_every_leaf_has_a_path_that_leads_to_it(title: str) -> None:
    parts = rules_class(title).components_with()
    leaves = parts.leaves()
    assert len({leaf.path for leaf in leaves}) == len(leaves) > 20
    for leaf in leaves:
        assert all(parts.get(path) is leaf.value for path in leaf.spellings)


@pytest.mark.parametrize("title", ["tests.tiny", *simkit.titles()])
def test_every_patchable_path_is_a_spelling_of_a_leaf(title: str) -> None:
    parts = rules_class(title).components_with()
    spellings = {path for leaf in parts.leaves() for path in leaf.spellings}
    assert set(parts.patchable_paths()) <= spellings


@pytest.mark.parametrize("title", CARRIED_THROUGH)
def test_every_leaf_but_notes_is_read_and_notes_are_not(title: str) -> None:
    assert reading_problems(title) == []


# What is said of leaves that are declared wrongly


@pytest.fixture
def fair(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a way to declare leaves of the model otherwise."""
    made = rules_class("tests.tiny")

    def declare(**changes: Any) -> list[str]:
        monkeypatch.setattr(made, "schema", replace(made.schema, **changes))
        return leaf_problems("tests.tiny")

    return declare


def test_a_leaf_that_nobody_declares_is_named(fair: Any) -> None:
    schema = rules_class("tests.tiny").schema
    kept = tuple(fixed for fixed in schema.structural if "favourite" not in fixed.path)
    problems = fair(structural=kept)
    assert (
        "factions.millers.favourite: is declared neither patchable nor structural nor a note"
        in problems
    )


def test_a_leaf_that_is_declared_twice_is_named(fair: Any) -> None:
    problems = fair(notes=("factions.*.income",))
    assert (
        "factions.millers.income: is declared more than once: patchable factions.*.income, note"
        in problems
    )


def test_a_pattern_that_fits_nothing_is_named(fair: Any) -> None:
    schema = rules_class("tests.tiny").schema
    extra = Patchable("market.prizes.*", 0, 1, more="good"), Structural("market.x", "is not there")
    problems = fair(
        patchable=(*schema.patchable, extra[0]), structural=(*schema.structural, extra[1])
    )
    assert problems == [
        "patchable market.prizes.*: fits no leaf",
        "structural market.x: fits no leaf",
    ]


def test_a_printed_value_outside_its_range_is_named(fair: Any) -> None:
    schema = rules_class("tests.tiny").schema
    others = tuple(p for p in schema.patchable if p.path != "market.honours.master")
    narrow = Patchable("market.honours.master", 0, 9, more="good")
    assert fair(patchable=(*others, narrow)) == [
        "market.honours.master: 40 is outside 0 to 9, of patchable market.honours.master"
    ]


def test_a_note_that_is_read_and_a_leaf_that_is_not_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = rules_class("race_for_the_galaxy")
    notes = [note for note in made.schema.notes if "colour" not in note]
    schema = replace(made.schema, notes=(*notes, "cards.new_sparta.vp"))
    monkeypatch.setattr(made, "schema", schema)
    starts = [f"cards.{world}.start_colour" for world in made.schema.factions]
    problems = reading_problems("race_for_the_galaxy")
    assert sorted(problems) == sorted(
        [
            "cards.new_sparta.vp: is a note, and is read",
            *(f"{path}: is no note, and nothing reads it" for path in starts),
        ]
    )


# Patches of what is not patchable


def test_a_structural_leaf_is_refused_with_its_reason() -> None:
    with pytest.raises(BadValue, match="it says what the card is; a card that is something else"):
        simkit.rules("race_for_the_galaxy", seats=2, patch={"cards.alpha_centauri.kind": "alien"})


def test_a_note_is_refused_as_one() -> None:
    with pytest.raises(BadValue, match="is a note, which nothing reads"):
        simkit.rules("race_for_the_galaxy", seats=2, patch={"cards.totals.worlds": 60})


def test_conditions_tell_leaves_of_one_pattern_apart() -> None:
    """Military may be negative, cards drawn may not."""
    path = "cards.contact_specialist.powers.0.n"
    assert simkit.rules("race_for_the_galaxy", seats=2, patch={path: -3}).patch == {path: -3}
    with pytest.raises(BadValue, match="-3 is outside 0 to 8"):
        simkit.rules("race_for_the_galaxy", seats=2, patch={"cards.public_works.powers.0.n": -3})


def test_words_and_choices_take_the_values_that_are_listed(tmp_path: Path) -> None:
    (tmp_path / "senate.toml").write_text('scored_by = "all players"\n')
    rules = (Patchable("senate.scored_by", 0, 0, values=("all players", "leader")),)
    assert Components(tmp_path, rules, {"senate.scored_by": "leader"}).get("senate.scored_by")
    with pytest.raises(UnknownName, match="did you mean 'leader'"):
        Components(tmp_path, rules, {"senate.scored_by": "leadre"})


def test_notes_under_a_key_of_that_name_need_no_pattern(tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_text(
        '[[tile]]\nid = "first"\nn = 1\nnotes = { source = "page 3" }\n'
    )
    schema = replace(rules_class("tests.tiny").schema, patchable=(), structural=(), notes=())
    found = {leaf.path: declarations(leaf, schema) for leaf in Components(tmp_path).leaves()}
    assert found == {
        "tiles.first.id": [],
        "tiles.first.n": [],
        "tiles.first.notes.source": ["note"],
    }


def test_whole_numbers_of_a_csv_file_are_numbers() -> None:
    cards = Components(rules_class("tests.tiny").data_folder())["cards"]
    assert cards[3] == {"id": "3", "good": "bread", "worth": 4, "players": 1}
    assert shipped("data").is_dir()
