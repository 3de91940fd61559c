"""Columns of a batch: gathered, hashed and handed to pyarrow without a change of value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.core import luck
from simkit.core.schema import Column
from simkit.core.state import ranked
from simkit.engine import arrays
from simkit.engine.arrays import (
    arrow_array,
    by_key,
    few_texts,
    numbers,
    places,
    row_hashes,
    split_rows,
)

CATEGORY = Column("good", "category", categories=("bread", "cloth", "pots"))


@pytest.mark.parametrize("block", [1, 100, 1 << 17])
def test_rows_are_taken_apart_in_blocks_of_any_size(
    monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(arrays, "BLOCK", block)
    rows = np.zeros(40, [("coins", "<i1"), ("value", "<f4")])
    rows["coins"], rows["value"] = np.arange(40), np.arange(40) / 2
    games = [rows[:7].tobytes(), b"", rows[7:30].tobytes(), rows[30:].tobytes()]
    found = split_rows(games, rows.dtype)
    assert found["coins"].tolist() == list(range(40))
    assert found["value"].tolist() == [n / 2 for n in range(40)]
    assert [len(column) for column in split_rows([], rows.dtype).values()] == [0, 0]


@pytest.mark.parametrize(
    ("column", "dtype"),
    [([1, -2], np.int64), ([True, False], np.int64), ([2**64 - 1, 3], np.uint64)],
)
def test_ints_become_arrays(column: list[int], dtype: type) -> None:
    found = numbers(column)
    assert found.dtype == dtype
    assert found.tolist() == column


@pytest.mark.parametrize("column", [[], [0.5, 1], ["a"], [1, None], [-1, 2**63], [1 << 64]])
def test_other_columns_stay_as_they_are(column: list[Any]) -> None:
    assert numbers(column) is column


def test_cells_become_columns() -> None:
    plain = by_key(["a", "b"], [1, 2, 3, 4, 5, 6])
    assert {key: list(column) for key, column in plain.items()} == {"a": [1, 3, 5], "b": [2, 4, 6]}
    mixed = by_key(["a", "map"], [1, "x", 3, "y"])
    assert {key: list(column) for key, column in mixed.items()} == {"a": [1, 3], "map": ["x", "y"]}
    assert mixed["a"].dtype == np.int64
    assert by_key([], []) == {}


def test_a_hash_does_not_depend_on_the_form_of_a_column() -> None:
    one = row_hashes({"a": np.array([1, 2], np.int8), "b": [True, False], "c": ["x", "y"]})
    two = row_hashes({"a": [1, 2], "b": np.array([1, 0]), "c": arrays.texts(["x", "y"])})
    assert one.tolist() == two.tolist()


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64])
def test_negative_codes_are_missing(dtype: type) -> None:
    codes = np.array([2, -1, 0] * 5, dtype)
    found = arrow_array(CATEGORY, codes)
    found.validate(full=True)
    assert found.to_pylist() == ["pots", None, "bread"] * 5
    assert found.null_count == 5
    assert arrow_array(CATEGORY, np.array([1], dtype)).null_count == 0


def test_few_texts() -> None:
    found = arrow_array(Column("wide", "string"), few_texts(4, {1: "0xa", 3: "0xb"}))
    assert found.to_pylist() == [None, "0xa", None, "0xb"]


@pytest.mark.parametrize(
    ("column", "data", "said"),
    [
        (CATEGORY, np.array([0, 3]), "'good': no category has the number 3"),
        (Column("coins", "int8"), np.array([0, 300]), "'coins': a value does not fit int8"),
        (Column("met", "bool"), np.array([0, 2]), "'met': a value does not fit bool"),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_its_column(
    column: Column, data: np.ndarray, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        arrow_array(column, data)


def test_truths_are_told_as_such() -> None:
    found = arrow_array(Column("met", "bool"), np.array([0, 1, 1]))
    assert found.to_pylist() == [False, True, True]


@given(st.integers(1, 6), st.integers(1, 3), st.data())
def test_ranks_of_many_games_are_those_of_each(seats: int, parts: int, data: st.DataObject) -> None:
    figure = st.integers(-2, 2) | st.sampled_from([-(2**63), 2**63 - 1])
    standing = st.tuples(*[figure] * parts)
    games = data.draw(
        st.lists(st.lists(standing, min_size=seats, max_size=seats), min_size=1, max_size=5)
    )
    assert places(np.array(games, dtype=np.int64)).tolist() == [ranked(game) for game in games]


def test_fractions_are_hashed_alike_as_array_and_as_list() -> None:
    column = [0.5, -1.25, 1 / 3, 0.0]
    as_list = row_hashes({"share": column})
    assert row_hashes({"share": np.array(column)}).tolist() == as_list.tolist()
    assert len(set(as_list.tolist())) == 4


def test_columns_are_scrambled_as_single_numbers_are() -> None:
    numbers = [0, 1, 2, 2**31, 2**63, 2**64 - 1, *(3**n for n in range(1, 40))]
    scrambled = arrays.mixed(np.array(numbers, dtype=np.uint64)).tolist()
    assert scrambled == [luck.mix(number) for number in numbers]
    assert len(set(scrambled)) == len(numbers)
