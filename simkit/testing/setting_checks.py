"""Checks of a setting: patches, tables, rows, other processes, the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any
from xml.etree import ElementTree

from simkit.core.bot import RandomBot
from simkit.core.registry import rules_class, title_module
from simkit.core.rules import Rules
from simkit.core.schema import Column
from simkit.engine import packing
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.testing.compare import difference, fingerprint, snapshot, state_snapshot
from simkit.testing.processes import two_hash_seeds
from simkit.testing.walk import Trial, Wrong, actions_of, demand, samples, spread, walk

PATCHES_TRIED = 6
NO_DECISION = (
    0,
    0,
    0,
    0,
    0,
    0,
    0.0,
    0.0,
)  # what all rows begin with: `simkit.engine.packing.FIXED`
RANGES = {"int8": 7, "int16": 15, "int32": 31, "int64": 63}


def check_patches(trial: Trial) -> None:
    """Two patches play side by side without touching each other; a patch reaches the tables."""
    rules = trial.rules
    paths = spread(
        [p for p in rules.components.patchable_paths() if p not in rules.patch], PATCHES_TRIED
    )
    printed_rules, printed_game = snapshot(rules), _game_print(trial)
    for path in paths:
        value = _other_value(rules, path)
        if value is None:
            continue
        patched = type(rules)(rules.seats, rules.options, {**rules.patch, path: value}, rules.pack)
        demand(
            patched.components.get(path) == value,
            f"patch {path} = {value}: components.get says {patched.components.get(path)!r}",
        )
        found = difference(printed_rules, snapshot(rules), "rules")
        demand(not found, f"patch {path} = {value} changes the printed rules as well: {found}")
        demand(
            difference(own_tables(rules), own_tables(patched)),
            f"patch {path} = {value} changes nothing that the rules hold; build the tables from "
            "rules.components, per instance, and read this path (or take it off schema.patchable)",
        )
        _play_side_by_side(trial, patched, path, value)
        demand(
            _game_print(trial) == printed_game,
            f"with the patch {path} = {value} built beside it, the printed game goes differently; "
            "no table may be a module global",
        )


def _play_side_by_side(trial: Trial, patched: Rules, path: str, value: object) -> None:
    """Play the printed and the patched rules move by move in turns."""
    other = replace(trial, rules=patched)
    alone = _final(other)
    last = None
    for _, step in zip_longest(walk(trial, 0), walk(other, 0)):
        last = step[1] if step else last
    assert last is not None
    found = difference(alone, state_snapshot(last))
    demand(
        not found,
        f"patch {path} = {value}: played in turns with the printed rules, its game goes "
        f"differently ({found}); no table may be a module global",
    )


def _final(trial: Trial) -> Any:
    *_, (_, state) = walk(trial, 0)
    return state_snapshot(state)


def _game_print(trial: Trial) -> str:
    return fingerprint([actions_of(trial, 0), _final(trial)])


def _containers(data: Any) -> frozenset[int]:
    """Return the ids of all tables and lists of the data."""
    if not isinstance(data, (dict, list)):
        return frozenset()
    inner = data.values() if isinstance(data, dict) else data
    return frozenset([id(data)]).union(*(_containers(one) for one in inner))


def own_tables(rules: Rules) -> Any:
    """Return a snapshot of what rules hold, but for the data and the patch that they were made from.

    Records of the data that tables hold as they are do not count: nobody knows whether they are read.
    """
    kept = snapshot(rules, _containers(rules.components.tables))
    for name in ("components", "patch", "memos"):
        kept.attributes.pop(name, None)
    return kept


def _other_value(rules: Rules, path: str) -> int | float | str | bool | None:
    """Return another value that the schema allows at a path."""
    rule = rules.components.rule_of(path)
    assert rule is not None
    old = rules.components.get(path)
    if rule.values:
        return next(value for value in rule.values if value != old)  # type: ignore[return-value]
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return int(rule.low) if old > rule.low else int(rule.low) + 1
    if isinstance(old, float):
        return rule.low if old > rule.low else rule.high
    return None


def check_rules_stay(trial: Trial) -> None:
    """Playing does not change the rules or their tables."""
    before = snapshot(trial.rules)
    for game in range(trial.games):
        for _ in walk(trial, game):
            pass
    found = difference(before, snapshot(trial.rules), "rules")
    demand(not found, f"playing changes the rules: {found}; what changes belongs into the state")


def check_rows(trial: Trial) -> None:
    """`log_row`, `seat_row` and `game_row` fit the columns; `write_row` writes what `log_row` says."""
    schema = trial.rules.schema
    rows, packed = packing.row_bytes(schema), packing.row_struct(schema).pack
    roles = [Column(r.column, "category", categories=r.values) for r in schema.roles]
    for game in range(trial.games):
        for move, state in walk(trial, game):
            where = trial.where(game, move, state)
            for seat in range(state.seats):
                values = state.log_row(seat)
                demand(
                    len(values) == len(schema.move_columns),
                    f"{where}: log_row has {len(values)} values for {len(schema.move_columns)} "
                    "move_columns",
                )
                for column, value in zip(schema.move_columns, values, strict=True):
                    _demand_fit(f"{where}: log_row", column, value)
                if rows is not None:
                    rows.drop()
                    rows.begin(*NO_DECISION)
                    state.write_row(seat, rows)
                    demand(
                        rows.packed() == packed(*NO_DECISION, *values),
                        f"{where}: write_row does not write the cells of log_row",
                    )
        _demand_row("seat_row", [*roles, *schema.seat_columns], state.seat_row(0))
        _demand_row("game_row", list(schema.game_columns), state.game_row())


def _demand_row(name: str, columns: Sequence[Column], row: Mapping[str, Any]) -> None:
    wanted = [column.name for column in columns]
    missing = [n for n in wanted if n not in row]
    extra = [n for n in row if n not in wanted]
    demand(
        not missing and not extra,
        f"{name}: columns missing {missing}, not declared {extra}; the schema declares {wanted}",
    )
    for column in columns:
        _demand_fit(name, column, row[column.name])


def _demand_fit(where: str, column: Column, value: object) -> None:
    text = f"{where}: {column.name} is {value!r}, which does not fit {column.dtype}"
    if column.dtype == "category":
        demand(isinstance(value, int), f"{text}; write the number of the category")
        assert isinstance(value, int)
        demand(
            -1 <= value < len(column.categories), f"{text} with {len(column.categories)} categories"
        )
    elif column.dtype in RANGES:
        demand(isinstance(value, int), text)
        assert isinstance(value, int)
        limit = 1 << RANGES[column.dtype]
        demand(-limit <= value < limit, text)
    elif column.dtype == "uint64":
        demand(isinstance(value, int) and 0 <= value < 1 << 64, text)
    elif column.dtype == "bool":
        demand(value in (0, 1), text)
    elif column.dtype == "string":
        demand(isinstance(value, str), text)
    else:
        demand(isinstance(value, (int, float)), text)


def check_tables(trial: Trial) -> None:
    """A recorded game makes all five tables, and their points sum to the scores."""
    recorder = Recorder(trial.rules, "candidates")
    bots = [RandomBot(everything=True) for _ in range(trial.rules.seats)]
    for game in range(trial.games):
        play_game(trial.deal(game), bots, recorder, GameInfo(game_id=game, seed=game))
    try:
        tables = recorder.tables()
    except Exception as error:
        raise Wrong(
            f"the recorded games make no tables: {type(error).__name__}: {error}"
        ) from error
    keys = ["game_id", "seat"]
    given = tables["points"].to_pandas().groupby(keys)["amount"].sum()
    scores = tables["seats"].to_pandas().set_index(keys)["score"]
    wrong = scores[scores != given.reindex(scores.index, fill_value=0)]
    for (game, seat), score in wrong.items():
        raise Wrong(
            f"game {game}, seat {seat}: the table points holds {given.get((game, seat), 0)} points, "
            f"the score is {score}"
        )


def check_hash_seed(trial: Trial) -> None:
    """Games and legal lists do not depend on the hash seed of the process."""
    rules = trial.rules
    if rules_class(rules.title) is not type(rules):
        return  # another process cannot import a class that its title's name does not lead to
    one, two = two_hash_seeds("game", rules, trial.seed)
    for number, (a, b) in enumerate(zip(one, two, strict=False)):
        demand(
            a == b,
            f"with another PYTHONHASHSEED line {number} of the game is {b!r}, not {a!r}; somewhere "
            "the order of a set (or of a dict filled from one) is used: sort it",
        )
    demand(len(one) == len(two), "with another PYTHONHASHSEED the game is longer or shorter")


def check_board(trial: Trial) -> None:
    """The picture is well-formed and shows a seat nothing that is hidden from it."""
    if rules_class(trial.rules.title) is not type(trial.rules):
        return
    svg = title_module(trial.rules.title, "view.board").svg
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            for seat in (None, *range(state.seats)):
                text = svg(state, seat)
                try:
                    ElementTree.fromstring(text)
                except ElementTree.ParseError as error:
                    raise Wrong(f"{where}: board.svg is not well-formed: {error}") from None
                if seat is not None:
                    redrawn = state.determinize(seat, trial.luck(game).fork("board", move))
                    demand(
                        svg(redrawn, seat) == text,
                        f"{where}: board.svg(state, {seat}) shows what is hidden from seat {seat}",
                    )
