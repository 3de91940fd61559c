"""Results: frames, columns, SQL, export, replay."""

from __future__ import annotations

import inspect
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import simkit
from simkit.core.bot import Choice
from simkit.core.errors import SimkitError
from simkit.core.state import State
from simkit.runs import Results, Spec, run
from simkit.runs.batch import FEW_ROWS, make_part
from simkit.runs.parts import note_parts

TINY = "tests.tiny"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("runs") / "tiny"
    return simkit.simulate(
        TINY, seats=3, games=60, seed=5, n_jobs=1, batch_size=16, folder=folder,
        arms=[{"name": "printed"}, {"name": "patched", "patch": {"market.sets.points": 0}}],
    )  # fmt: skip


def test_tables_belong_together(results: Results) -> None:
    games, seats, moves, points = results.games, results.seats, results.moves, results.points
    assert games.game_id.tolist() == list(range(120))
    assert len(seats) == 360
    assert moves.groupby("game_id").size().tolist() == games.decisions.tolist()
    assert (moves.groupby("game_id").move.max() + 1).tolist() == games.decisions.tolist()
    by_source = points.groupby(["game_id", "seat"]).amount.sum()
    assert (
        by_source.tolist() == seats.set_index(["game_id", "seat"]).score[by_source.index].tolist()
    )
    assert seats.groupby("game_id").win_share.sum().eq(1).all()
    sources = [column for column in seats if column.startswith("points_")]
    assert (seats[sources].sum(axis=1) == seats.score).all()


def test_points_name_the_decision_that_brought_them(results: Results) -> None:
    joined = results.points.merge(results.moves, on=["game_id", "move"], how="left")
    kinds = joined.groupby("source", observed=True).kind.unique()
    assert set(kinds["lots"]) == {"pass"}
    assert set(kinds["sales"]) == {"offer", "undercut"}


def test_columns_come_back_with_labels_and_role(results: Results) -> None:
    columns = {column.name: column for column in results.columns("seats")}
    assert columns["faction"].label_of("millers") == "Millers"
    assert columns["faction"].known_at_start


def test_categories_are_fixed(results: Results) -> None:
    schema = simkit.rules(TINY, seats=3).schema
    assert tuple(results.moves.kind.cat.categories) == tuple(kind.name for kind in schema.kinds)
    assert tuple(results.moves.phase.cat.categories) == schema.phases
    assert tuple(results.seats.faction.cat.categories) == schema.factions
    assert list(results.games.arm.cat.categories) == ["printed", "patched"]
    assert not results.moves.kind.cat.ordered
    joined = pd.concat([results.moves.iloc[:10], results.moves.iloc[-10:]])
    assert joined.kind.dtype == results.moves.kind.dtype


def test_dtypes_are_those_of_the_dictionary(results: Results) -> None:
    for table in results.tables:
        frame = results.frame(table)
        assert list(frame) == [column.name for column in results.columns(table)]
        for column in results.columns(table):
            wanted = "category" if column.dtype in ("category", "string") else column.dtype
            assert frame[column.name].dtype == wanted, column.name


def test_only_the_columns_asked_for_are_read(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    read = pq.ParquetFile.read

    def spy(self: Any, columns: list[str], **more: Any) -> Any:
        asked.append(columns)
        return read(self, columns=columns, **more)

    monkeypatch.setattr(pq.ParquetFile, "read", spy)
    frame = results.frame("moves", ["seat", "kind"])
    assert list(frame) == ["seat", "kind"]
    assert asked == [["seat", "kind"]] * 8


def test_unknown_table_and_column(results: Results) -> None:
    with pytest.raises(SimkitError, match="unknown column 'knd'; did you mean 'kind'"):
        results.frame("moves", ["knd"])
    with pytest.raises(SimkitError, match="unknown table 'move'; did you mean 'moves'"):
        results.frame("move")


def test_older_parts_get_nulls_for_newer_columns(results: Results, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    shutil.copytree(results.folder, folder)
    path = folder / "moves/part-000000000.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["coins", "good", "card"]), path)
    old = Results(folder, check=False)
    first = old.moves.game_id < 16
    for column in ("coins", "good", "card"):
        assert old.moves[column][first].isna().all()
        pd.testing.assert_series_equal(
            old.moves[column][~first], results.moves[column][~first], check_dtype=False
        )
    assert old.moves.coins.dtype == "Int8"


def test_parts_may_be_written_in_several_ways(results: Results, tmp_path: Path) -> None:
    """Earlier files have dictionaries of numbers, and texts of which any may be missing."""
    folder = tmp_path / "mixed"
    shutil.copytree(results.folder, folder)
    for path in sorted(folder.glob("*/*.parquet"))[::2]:
        table = pq.read_table(path)
        fields = [field.with_nullable(True) for field in table.schema]
        earlier = table.cast(pa.schema(fields, metadata=table.schema.metadata))
        pq.write_table(earlier, path, compression="snappy")
    places = sorted((folder / "moves").glob("*.parquet"))[:2]
    ways = {pq.ParquetFile(path).metadata.row_group(0).column(2).encodings for path in places}
    assert sorted("BYTE_STREAM_SPLIT" in found for found in ways) == [False, True]
    mixed = Results(folder, check=False)
    for name in mixed.tables:
        pd.testing.assert_frame_equal(mixed.frame(name), results.frame(name))
    query = (
        "SELECT kind, seat, sum(lot), max(value), count(good) FROM moves GROUP BY ALL ORDER BY ALL"
    )
    pd.testing.assert_frame_equal(mixed.sql(query), results.sql(query))
    one, other = (found.export(tmp_path / f"{i}") for i, found in enumerate((mixed, results)))
    for mine, wanted in zip(one, other, strict=True):
        pd.testing.assert_frame_equal(pd.read_parquet(mine), pd.read_parquet(wanted))


def test_nothing_but_the_folder_is_needed(results: Results) -> None:
    again = simkit.load(results.folder)
    assert again.digest() == results.digest()
    assert again.spec == results.spec
    pd.testing.assert_frame_equal(again.seats, results.seats)


def test_temporary_folder_lives_as_long_as_the_results() -> None:
    results = simkit.simulate(TINY, seats=2, games=3, n_jobs=1)
    folder = results.folder
    assert folder.is_dir()
    del results
    assert not folder.exists()


def test_log_levels_nest() -> None:
    lengths = {}
    for log in ("games", "moves", "points", "candidates"):
        found = simkit.simulate(TINY, seats=2, games=5, n_jobs=1, log=log)
        lengths[log] = {table: found.rows(table) for table in found.tables}
    assert lengths["games"].items() < lengths["moves"].items() < lengths["points"].items()
    assert lengths["points"].items() < lengths["candidates"].items()
    assert found.candidates.groupby("game_id").size().gt(0).all()
    per_decision = found.moves.n_candidates.sum()
    assert lengths["candidates"]["candidates"] == per_decision


def test_sql_agrees_with_pandas(results: Results) -> None:
    found = results.sql(
        "SELECT s.faction, m.kind, count(*) AS n, avg(m.coins) AS coins FROM moves m "
        "JOIN seats s USING (game_id, seat) GROUP BY ALL ORDER BY 1, 2"
    )
    joined = results.moves.merge(results.seats[["game_id", "seat", "faction"]])
    wanted = joined.groupby([joined.faction.astype(str), joined.kind.astype(str)]).coins
    assert found.n.tolist() == wanted.size().tolist()
    assert found.coins.tolist() == pytest.approx(wanted.mean().tolist())


def test_sql_mistake_is_one_message(results: Results) -> None:
    with pytest.raises(SimkitError, match=r"sql: .*mvoes"):
        results.sql("SELECT * FROM mvoes")


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_export(results: Results, tmp_path: Path, form: str) -> None:
    files = results.export(tmp_path, form)
    assert [path.name for path in files] == [f"{t}.{form}" for t in results.tables]
    read = pd.read_parquet if form == "parquet" else pd.read_csv
    for path in files:
        frame = read(path)
        mine = results.frame(path.stem)
        assert list(frame) == list(mine)
        assert len(frame) == len(mine)
        assert frame.game_id.tolist() == mine.game_id.tolist()
    assert read(tmp_path / f"moves.{form}").kind.astype(str).tolist() == results.moves.kind.tolist()


def test_replay_reaches_the_recorded_scores(results: Results) -> None:
    for game_id in (0, 1, 77):
        *_, (state, action) = results.replay(game_id)
        assert action == -1
        mine = results.seats[results.seats.game_id == game_id]
        assert state.scores() == mine.score.tolist()
        moves = results.moves[results.moves.game_id == game_id]
        taken = [action for _, action in results.replay(game_id)][:-1]
        narrow = [action if action < 1 << 63 else -1 for action in taken]
        assert narrow == moves.action.tolist()


TIMED = "mcts(milliseconds=2)"


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Games that nobody can play again: the time that is left decides."""
    folder = tmp_path_factory.mktemp("runs") / "timed"
    return simkit.simulate(TINY, 3, games=3, seed=2, bots=TIMED, n_jobs=1, folder=folder)


def test_a_time_budgeted_search_is_replayed_as_it_was_played(timed: Results) -> None:
    for game_id in range(3):
        *steps, (end, _) = timed.replay(game_id)
        logged = timed.moves[timed.moves.game_id == game_id]
        assert [action for _, action in steps] == logged.action.tolist()
        seats = timed.seats[timed.seats.game_id == game_id]
        assert end.scores() == seats.score.tolist()
        assert timed.recording(game_id)["scores"] == seats.score.tolist()


def test_a_replay_asks_no_bot_where_moves_were_logged(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("a bot was made")

    monkeypatch.setattr("simkit.runs.results.Bots", asked)
    *_, (state, _) = results.replay(7)
    assert state.over


@pytest.mark.parametrize("bots", [TIMED, f"restricted(bot={TIMED!r}, forbid='kind=undercut')"])
def test_what_is_neither_logged_nor_reproducible_is_not_shown(bots: str) -> None:
    found = simkit.simulate(
        TINY, 3, games=1, bots=[bots, "random", "random"], n_jobs=1, log="games"
    )
    with pytest.raises(
        SimkitError, match=r"game 0 cannot be shown: .* does not play the same game"
    ):
        found.replay(0)


def test_games_without_moves_in_the_log_are_played_again() -> None:
    logged, short = (
        simkit.simulate(TINY, 3, games=5, n_jobs=1, log=log) for log in ("moves", "games")
    )
    for game_id in range(5):
        again, first = ([action for _, action in one.replay(game_id)] for one in (short, logged))
        assert again == first


class Wavering(simkit.Bot):
    """Plays another game each time, and does not say so."""

    name = "wavering"
    asked = 0

    def choose(self, view: State, candidates: list[int]) -> Choice:
        Wavering.asked += 1
        return Choice(candidates[Wavering.asked // 40 % len(candidates)])


def test_a_game_that_goes_another_way_is_not_shown() -> None:
    found = simkit.simulate(TINY, 3, games=1, bots=Wavering(), n_jobs=1, log="games")
    Wavering.asked = 17
    with pytest.raises(SimkitError, match="played again it goes another way"):
        list(found.replay(0))


def test_replay_of_a_game_that_is_not_in_the_run(results: Results) -> None:
    with pytest.raises(SimkitError, match="the run has games 0 to 119"):
        next(results.replay(120))


def test_a_run_of_parts_is_loaded_part_by_part(results: Results, tmp_path: Path) -> None:
    note_parts(tmp_path, ["one"])
    shutil.copytree(results.folder, tmp_path / "one")
    assert {name: one.digest() for name, one in simkit.load_parts(tmp_path).items()} == {
        "one": results.digest()
    }
    with pytest.raises(SimkitError, match=r"has several parts; name one: .*one$"):
        simkit.load(tmp_path)
    assert [*simkit.load_parts(results.folder)] == [""]


def test_what_simulate_takes_is_what_a_spec_says() -> None:
    """Written out for editors and type checkers; a key of the spec that is missing there shows here."""
    taken = {*inspect.signature(simkit.simulate).parameters}
    how = {"n_jobs", "folder", "cluster", "progress", "batch_size", "game_seconds"}
    assert taken - how - {"bots"} | {"arm"} == {*Spec.model_fields} | {"arms", "arm"}
    values = {"minutes": 0.5, "wave": 7, "limit": 900, "name": "a", "note": "b"}
    found = simkit.simulate(TINY, seats=2, games=3, n_jobs=1, progress="quiet", **values)
    assert {key: getattr(found.spec, key) for key in values} == values


def test_recording_is_verified(results: Results) -> None:
    from simkit.core.recording import PASSED, verify_recording

    data = results.recording(33)
    assert verify_recording(data, "game").status == PASSED
    data["scores"][0] += 1
    assert verify_recording(data, "game").step == "scores"


def test_wide_actions_survive() -> None:
    results = simkit.simulate(TINY, seats=4, games=60, n_jobs=1)
    wide = results.moves[results.moves.action_wide.notna()]
    assert len(wide), "no action needs more than 63 bits"
    assert (wide.action == -1).all()
    rules = simkit.rules(TINY, seats=4)
    first = wide.iloc[0]
    kind, _ = rules.decode(int(first.action_wide, 16))
    assert kind == first.kind


def test_own_bot_objects() -> None:
    from tests.runs.bots import First

    mixed = simkit.simulate(TINY, seats=2, games=20, bots=[First(), "random"], n_jobs=1)
    assert set(mixed.seats.bot) == {"First()", "random"}
    *_, (state, _) = mixed.replay(4)
    assert state.scores() == mixed.seats[mixed.seats.game_id == 4].score.tolist()


def test_options_and_patch_of_the_whole_run() -> None:
    short = simkit.simulate(TINY, seats=2, games=10, n_jobs=1, options={"length": "short"})
    assert set(short.games.rounds) == {2}


def test_cost_of_a_column_that_does_not_fit_is_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.tiny.rules.state import FairState

    honest = FairState.log_row

    def swollen(self: FairState, seat: int) -> tuple[int, ...]:
        row = honest(self, seat)
        return (row[0] + 1000, *row[1:]) if self.round == 3 and self.first_lot_is_odd() else row

    monkeypatch.setattr(FairState, "log_row", swollen)
    monkeypatch.setattr(
        FairState, "first_lot_is_odd", lambda self: self.luck.seed % 2 == 1, raising=False
    )
    found = run(Spec.of({"title": TINY, "seats": 2, "games": 20}), n_jobs=1)
    assert 0 < len(found.failures) < 20
    assert "column 'coins'" in found.failures[0].error
    assert "does not fit int8" in found.failures[0].error


@pytest.mark.parametrize("rows", [100, FEW_ROWS])
def test_columns_are_written_as_they_pack_best(rows: int) -> None:
    """Small numbers are split into bytes, texts and wide numbers kept in a dictionary, floats plain."""
    table = pa.table(
        {
            "game_id": pa.array(range(rows), pa.int32()),
            "coins": pa.array([3] * rows, pa.int8()),
            "action": pa.array([1 << 60] * rows, pa.int64()),
            "kind": pa.array(["place"] * rows).dictionary_encode(),
            "seed": pa.array(range(rows), pa.uint64()),
            "value": pa.array([0.5] * rows, pa.float64()),
        }
    )
    part, data = make_part("moves", 12, table)
    assert (part.file, part.rows, part.size) == ("moves/part-000000012.parquet", rows, len(data))
    file = pq.ParquetFile(pa.BufferReader(data))
    assert file.read().equals(table.cast(file.read().schema))
    group = file.metadata.row_group(0)
    columns = {group.column(i).path_in_schema: group.column(i) for i in range(6)}
    split = {n for n, c in columns.items() if "BYTE_STREAM_SPLIT" in c.encodings}
    repeated = {n for n, c in columns.items() if c.has_dictionary_page}
    assert split == {"game_id", "coins"}
    assert repeated == {"action", "kind"}
    assert {n for n, c in columns.items() if c.is_stats_set} == {"game_id"}
    zstd = {n for n, c in columns.items() if c.compression == "ZSTD"}
    assert zstd == (split if rows == FEW_ROWS else set())
