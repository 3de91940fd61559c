"""Rows that are written at once, as the compiled build does: the same bytes, the same refusals."""

from __future__ import annotations

import math
import struct
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simkit.core
from simkit.core import rows
from simkit.core.bot import Choice
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules
from simkit.core.rows import CODES, MOST_CELLS, RowBytes
from simkit.core.schema import Column
from simkit.engine import packing
from simkit.engine import recorder as module
from simkit.engine.packing import FIXED_CODES
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from tests.engine.test_record import recorded
from tests.tiny.rules.state import FairState
from tests.tiny.schema import SCHEMA
from tests.tiny.title import FairRules

BITS = {"b": 8, "h": 16, "i": 32, "q": 64}
FLOATS = st.floats(width=32)
WRITE_SMALL = rows._write_small


def signed(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(1 << bits - 1), (1 << bits - 1) - 1)


def cell(code: str) -> st.SearchStrategy[Any]:
    if code in BITS:
        return signed(BITS[code])
    return st.booleans() if code == "?" else FLOATS if code == "f" else st.floats()


def write(rows: RowBytes, fixed: tuple[Any, ...], cells: tuple[Any, ...]) -> None:
    rows.begin(*fixed)
    rows.cells(cells)


FIXED = st.tuples(*map(cell, FIXED_CODES))
CELLS = st.text(CODES, max_size=12).flatmap(
    lambda codes: st.tuples(st.just(codes), st.tuples(*map(cell, codes)))
)


@given(st.lists(FIXED, max_size=4), CELLS)
def test_rows_have_the_bytes_that_struct_gives(
    fixed: list[tuple[Any, ...]], own: tuple[str, tuple[Any, ...]]
) -> None:
    codes, cells = own
    rows = RowBytes(codes)
    for one in fixed:
        write(rows, one, cells)
    packed = struct.Struct("<" + FIXED_CODES + codes).pack
    assert rows.packed() == b"".join(packed(*one, *cells) for one in fixed)
    rows.drop()
    assert rows.packed() == b""


ROW: tuple[Any, ...] = (1, 0, 3, 12, 40, 77, 2.5, math.nan)


@pytest.mark.parametrize("place", range(len(FIXED_CODES) - 2))
@pytest.mark.parametrize("side", [-1, 1])
def test_what_does_not_fit_is_refused(place: int, side: int) -> None:
    bits = BITS[FIXED_CODES[place]]
    beyond = (1 << bits - 1) if side > 0 else -(1 << bits - 1) - 1
    with pytest.raises((OverflowError, ValueError)):
        RowBytes("").begin(*ROW[:place], beyond, *ROW[place + 1 :])


@pytest.mark.parametrize("code", "bhiq")
def test_a_cell_beyond_its_bits_is_refused(code: str) -> None:
    for value in (1 << BITS[code] - 1, -(1 << BITS[code] - 1) - 1, 0.5):
        with pytest.raises((OverflowError, ValueError, TypeError)):
            write(RowBytes(code), ROW, (value,))


@given(st.tuples(signed(8), *[signed(16)] * 4))
def test_cells_may_be_written_one_by_one(cells: tuple[int, ...]) -> None:
    rows = RowBytes("bhhhh")
    rows.small(cells[0])
    rows.shorts(*cells[1:])
    assert rows.size() == 9
    assert rows.packed() == struct.pack("<bhhhh", *cells)


@pytest.mark.parametrize("place", range(4))
def test_one_by_one_too_what_does_not_fit_is_refused(place: int) -> None:
    rows = RowBytes("bhhhh")
    for small in (128, -129):
        with pytest.raises((OverflowError, ValueError)):
            rows.small(small)
    for short in (1 << 15, -(1 << 15) - 1):
        with pytest.raises((OverflowError, ValueError)):
            rows.shorts(*[0] * place, short, *[0] * (3 - place))


@pytest.mark.parametrize("cells", [(1,), (1, 2, 3)])
def test_too_few_and_too_many_cells_are_refused(cells: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="for 2 columns"):
        write(RowBytes("bb"), ROW, cells)


def test_floats_beyond_32_bits_are_refused_as_struct_refuses_them() -> None:
    rows = RowBytes("")
    nearly = 3.4028235e38  # rounds down to the largest
    for value in (math.inf, -math.inf, math.nan, nearly, -nearly):
        rows.begin(*ROW[:-2], value, 0.0)
        assert rows.packed()[-8:-4] == struct.pack("<f", value)
    for value in (3.5e38, -1e300):
        with pytest.raises(OverflowError):
            rows.begin(*ROW[:-2], value, 0.0)


def test_a_game_is_taken_down_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tuples that are packed at the end, and rows written at once: the same tables and hashes."""
    recorders = []
    for at_once in (False, True):
        monkeypatch.setattr(module, "COMPILED", at_once)
        recorder, _ = recorded("candidates")
        assert (recorder.written is not None) is at_once
        recorders.append(recorder)
    one, two = recorders
    assert any(game.wide for game in one.finished)
    assert one.hashes == two.hashes
    for name, table in one.tables().items():
        pd.testing.assert_frame_equal(table.to_pandas(), two.tables()[name].to_pandas())
    assert one.actions() == two.actions()


def test_a_game_that_was_broken_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED", True)
    ruleset = rules("tests.tiny", 2)
    recorder = Recorder(ruleset)
    state = ruleset.deal(Luck(1))
    recorder.start_game(state)
    candidates = state.candidates()
    recorder.move(state, make_bot("greedy", "tests.tiny"), candidates, Choice(candidates[0]))
    assert recorder.actions() == [candidates[0]]
    recorder.start_game(ruleset.deal(Luck(2)))
    assert recorder.actions() == []
    assert recorder.written is not None
    with pytest.raises(ValueError, match="columns"):  # in the middle of the first row of a game
        write(recorder.written, ROW, (1,))
    recorder.start_game(ruleset.deal(Luck(2)))
    assert recorder.actions() == []


class TooRich(FairState):
    __slots__ = ()

    def log_row(self, seat: int) -> tuple[int, ...]:
        return (300, *super().log_row(seat)[1:])


class Numpy(FairState):
    __slots__ = ()

    def log_row(self, seat: int) -> tuple[Any, ...]:
        return tuple(map(np.int64, super().log_row(seat)))


class Faulty(FairState):
    __slots__ = ()

    def log_row(self, seat: int) -> tuple[int, ...]:
        raise KeyError("a fault of the title")


class OneByOne(FairState):
    __slots__ = ()

    def write_row(self, seat: int, row: RowBytes) -> None:
        for cell in self.log_row(seat):
            row.small(cell)


class TooWide(FairState):
    __slots__ = ()

    def write_row(self, seat: int, row: RowBytes) -> None:
        for cell in self.log_row(seat):
            row.shorts(cell, 0, 0, 0)


@pytest.mark.parametrize("kind", [OneByOne, TooWide])
def test_cells_of_another_width_than_declared_are_written_anew(
    kind: type[FairState], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for at_once, played in ((False, FairState), (True, kind)):
        monkeypatch.setattr(module, "COMPILED", at_once)
        ruleset = rules("tests.tiny", 2)
        recorder, state = Recorder(ruleset), ruleset.deal(Luck(1))
        state.__class__ = played
        play_game(state, [make_bot("greedy", "tests.tiny")] * 2, recorder)
        found.append(recorder.hashes)
    assert found[0] == found[1]


def test_the_column_that_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED", True)
    ruleset = rules("tests.tiny", 2)
    state = ruleset.deal(Luck(1))
    state.__class__ = TooRich
    with pytest.raises(ValueError, match="column 'coins': 300 does not fit int8"):
        play_game(state, [make_bot("greedy", "tests.tiny")] * 2, Recorder(ruleset))


@pytest.mark.parametrize("at_once", [False, True])
def test_so_is_a_column_of_floats(at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED", at_once)
    ruleset = rules("tests.tiny", 2)
    columns = [replace(column, dtype="float32") for column in SCHEMA.move_columns]
    monkeypatch.setattr(FairRules, "schema", replace(SCHEMA, move_columns=tuple(columns)))
    state = ruleset.deal(Luck(1))
    state.coins = [10**300] * 2
    with pytest.raises(ValueError, match=r"column 'coins': 10+ does not fit float32"):
        play_game(state, [make_bot("random", "tests.tiny")] * 2, Recorder(ruleset))


def test_of_a_row_that_is_refused_nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a game that failed by it can be played again up to there."""
    monkeypatch.setattr(module, "COMPILED", True)
    ruleset = rules("tests.tiny", 2)
    bot, recorder = make_bot("greedy", "tests.tiny"), Recorder(ruleset)
    state = ruleset.deal(Luck(1))
    candidates = state.candidates()
    recorder.start_game(state)
    recorder.move(state, bot, candidates, Choice(candidates[0]))
    refused: tuple[tuple[type[FairState], float, type[Exception]], ...] = (
        (Faulty, 0.0, KeyError),
        (TooRich, 0.0, ValueError),
        (FairState, 1e300, OverflowError),
    )
    for kind, value, error in refused:
        state.__class__ = kind
        with pytest.raises(error):
            recorder.move(state, bot, candidates, Choice(candidates[-1], value))
        assert recorder.actions() == [candidates[0]]
    recorder.move(state, bot, candidates, Choice(candidates[-1]))
    assert recorder.actions() == [candidates[0], candidates[-1]]


def test_what_only_struct_takes_for_a_number_is_taken_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A title outside simkit may work its cells out by numpy."""
    found = []
    for at_once, kind in ((False, FairState), (False, Numpy), (True, Numpy)):
        monkeypatch.setattr(module, "COMPILED", at_once)
        ruleset = rules("tests.tiny", 2)
        recorder, state = Recorder(ruleset), ruleset.deal(Luck(1))
        state.__class__ = kind
        if (
            recorder.written is not None
        ):  # as the compiled build, which takes integers and nothing else
            monkeypatch.setattr(rows, "_write_small", only_integers)
        play_game(state, [make_bot("greedy", "tests.tiny")] * 2, recorder)
        found.append(recorder.hashes)
    assert found[0] == found[1] == found[2]


def only_integers(out: Any, value: Any) -> None:
    if not isinstance(value, int):
        raise TypeError(f"int object expected; got {type(value).__name__}")
    WRITE_SMALL(out, value)


@pytest.mark.parametrize("error", [ModuleNotFoundError, ValueError])
def test_without_a_fitting_librt_tuples_are_kept(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A librt of another version than that of the build makes the import raise a ValueError."""

    class Missing:
        def find_spec(self, wanted: str, path: Any = None, target: Any = None) -> None:
            if wanted == "simkit.core.rows":
                raise error("no fitting librt")

    monkeypatch.delitem(sys.modules, "simkit.core.rows")
    monkeypatch.delattr(simkit.core, "rows")
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    monkeypatch.setattr(module, "COMPILED", True)
    assert Recorder(rules("tests.tiny", 2)).written is None


@pytest.mark.parametrize("number", [MOST_CELLS, MOST_CELLS + 1])
def test_more_columns_than_a_machine_number_has_bits_are_left_to_tuples(number: int) -> None:
    columns = tuple(Column(f"cell_{i}", "int16", "a cell") for i in range(number))
    found = packing.row_bytes(replace(SCHEMA, move_columns=columns))
    assert (found is not None) is (number <= MOST_CELLS)
    if found is not None:
        assert found.larger == (1 << 63) - 1  # the most that the compiled build can hold


def test_columns_that_cannot_be_written_at_once_are_left_to_tuples() -> None:
    def found(dtype: str) -> RowBytes | None:
        columns = (Column("cell", dtype, "a cell"),)
        return packing.row_bytes(replace(SCHEMA, move_columns=columns))

    assert all(found(dtype) is not None for dtype in packing.BYTES if dtype != "uint64")
    assert found("uint64") is None
