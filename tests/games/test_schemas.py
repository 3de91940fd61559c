"""What every title declares in its schema is complete, and true of its games and its data."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import simkit
from simkit.core.components import Components
from simkit.core.registry import rules_class
from simkit.core.tables import TABLES, table_columns

TITLES = ["tests.tiny", *simkit.titles()]
# Where the data hold the records of a role; of Federation's start tiles no names are known.
RECORDS = {
    ("tests.tiny", "faction"): ("factions", "faction"),
    ("gaia_project", "faction"): ("factions", "faction"),
    ("race_for_the_galaxy", "faction"): ("cards", "card"),
    ("planet_unknown", "faction"): ("corporations", "corporation"),
    ("planet_unknown", "planet"): ("planets", "planet"),
}


@pytest.mark.parametrize("title", TITLES)
def test_titles_have_a_printed_name(title: str) -> None:
    label = rules_class(title).schema.label
    assert label
    assert label != title


@pytest.mark.parametrize(("title", "column"), RECORDS)
def test_labels_of_roles_are_the_names_in_the_data(title: str, column: str) -> None:
    rules = rules_class(title)
    table, name = RECORDS[title, column]
    records: list[dict[str, Any]] = Components(rules.data_folder())[table][name]
    names = {record["id"]: record["name"] for record in records}
    (role,) = (role for role in rules.schema.roles if role.column == column)
    assert {value: role.label_of(value) for value in role.values} == {
        value: names[value] for value in role.values
    }


@pytest.mark.parametrize("title", TITLES)
def test_roles_have_labels_that_differ(title: str) -> None:
    for role in rules_class(title).schema.roles:
        assert len(set(role.labels)) == len(role.values)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("table", TABLES)
def test_every_column_says_what_it_is(title: str, table: str) -> None:
    columns = table_columns(table, rules_class(title).schema)
    assert [column.name for column in columns if not column.role] == []


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("edition", ["standard", "deluxe"])
def test_boards_of_a_setting_keep_their_labels(seats: int, edition: str) -> None:
    setting = simkit.rules("planet_unknown", seats=seats, edition=edition).schema
    whole = rules_class("planet_unknown").schema
    for role, known in zip(setting.roles, whole.roles, strict=True):
        assert [role.label_of(v) for v in role.values] == [known.label_of(v) for v in role.values]


@pytest.mark.parametrize("title", TITLES)
def test_chapters_follow_each_other_and_the_longest_is_named_first(title: str) -> None:
    results = simkit.simulate(
        title, seats=3, games=3, seed=5, n_jobs=1, progress="quiet", log="moves"
    )
    begun = []
    for chapter in rules_class(title).schema.chapters:
        count = 0
        for _, moves in results.moves.groupby("game_id"):
            rows = moves.sort_values("move")[["round", "phase"]].itertuples(index=False)
            numbers = [chapter.number(row.round, row.phase) for row in rows]
            starts = [numbers[0], *(b for a, b in pairwise(numbers) if a != b)]
            assert starts == sorted(set(starts)), chapter.name
            count += len(starts)
        begun.append(count)
    assert begun == sorted(begun)
    assert len(set(begun)) == len(begun)
