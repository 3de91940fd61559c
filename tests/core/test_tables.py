"""Table schemas: columns, types, what is not a table."""

from __future__ import annotations

import itertools

import pyarrow as pa
import pytest

from simkit.core.schema import Column
from simkit.core.tables import LOG_LEVELS, TABLES, arrow_schema, arrow_type, table_columns
from tests.tiny.schema import SCHEMA


@pytest.mark.parametrize("table", TABLES)
def test_column_names_are_distinct_and_explained(table: str) -> None:
    columns = table_columns(table, SCHEMA)
    names = [column.name for column in columns]
    assert len(set(names)) == len(names)
    assert all(column.meaning for column in columns)


def test_titles_columns_stand_beside_the_shared_ones() -> None:
    assert [c.name for c in table_columns("seats", SCHEMA)][3:6] == ["seat", "faction", "bot"]
    assert "points_sets" in [c.name for c in table_columns("seats", SCHEMA)]
    assert [c.name for c in table_columns("moves", SCHEMA)][-7:-4] == ["card", "amount", "good"]
    assert [c.name for c in table_columns("games", SCHEMA)][-2:] == ["first_lot", "reshuffles"]


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no table 'move'"):
        table_columns("move", SCHEMA)


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        (Column("x", "int8"), pa.int8()),
        (Column("x", "uint64"), pa.uint64()),
        (Column("x", "float32"), pa.float32()),
        (Column("x", "bool"), pa.bool_()),
        (Column("x", "string"), pa.dictionary(pa.int32(), pa.string())),
        (Column("x", "category", categories=("a", "b")), pa.dictionary(pa.int8(), pa.string())),
        (
            Column("x", "category", categories=tuple(map(str, range(128)))),
            pa.dictionary(pa.int16(), pa.string()),
        ),
    ],
)
def test_types(column: Column, wanted: pa.DataType) -> None:
    assert arrow_type(column) == wanted


def test_levels_nest() -> None:
    levels = list(LOG_LEVELS.values())
    assert all(set(low) < set(high) for low, high in itertools.pairwise(levels))
    assert set(levels[-1]) == set(TABLES)


def test_versions_stand_in_the_metadata() -> None:
    metadata = arrow_schema("moves", SCHEMA, "tests.tiny", 7).metadata
    assert metadata[b"simkit_table"] == b"moves"
    assert metadata[b"simkit_rules_version"] == b"7"
    assert metadata[b"simkit_schema"].isdigit()
