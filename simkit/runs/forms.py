"""Results of real tables, where only final scores and factions are known: forms to fill in.

A CSV form has one row per seat, in order of play; ``game`` tells the tables apart::

    title,game,player,faction,score
    race_for_the_galaxy,Tuesday,Ann,old_earth,43
    race_for_the_galaxy,Tuesday,Ben,new_sparta,38

A TOML form holds the same, and may name the options that were played with::

    title = "race_for_the_galaxy"
    [[game]]
    name = "Tuesday"
    seats = [{ player = "Ann", faction = "old_earth", score = 43 }, ...]

Beside the title's roles, a row may have ``rank`` (where a tie-break decided), ``rounds`` and points by
source (``points_...``, as in the table `seats`). What is not known is missing from the tables.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.registry import rules_class
from simkit.core.schema import Column, Role, Schema
from simkit.core.tables import (
    LOG_LEVELS,
    POINTS_PREFIX,
    arrow_schema,
    arrow_type,
    table_columns,
)
from simkit.runs.batch import Receipt, make_part, write_part
from simkit.runs.parts import note_parts
from simkit.runs.results import Results
from simkit.runs.spec import Spec
from simkit.runs.store import Manifest, Store

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".csv", ".toml")
GAMES_KNOWN = ("run", "arm", "game_id", "deal", "lineup", "title", "seats")
SEATS_KNOWN = ("run", "arm", "game_id", "seat", "bot", "profile", "score", "rank", "win_share")
ARM = "real tables"


@dataclass(slots=True)
class TableResult:
    """The result of one game at a real table.

    Attributes
    ----------
    seats
        Per seat, in order of play: player, roles, score, and what else is known.
    place
        Where it stands, for messages.
    """

    title: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    place: str


def is_form(path: Path) -> bool:
    """Tell whether a CSV or TOML file is a form of results (and not something else)."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix == ".csv":
            return {"title", "game", "score"} <= set(next(csv.reader(io.StringIO(text)), []))
        data = tomllib.loads(text)
        return "title" in data and "game" in data
    except (OSError, ValueError):
        return False


def read_form(path: Path) -> list[TableResult]:
    """Read and check a form.

    Raises
    ------
    SimkitError
        Names the row, what is wrong and the nearest right word.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SimkitError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise SimkitError(f"{path}: is not a text file in UTF-8") from None
    found = list(_from_csv(path, text) if path.suffix == ".csv" else _from_toml(path, text))
    if not found:
        raise SimkitError(f"{path}: holds no game")
    for result in found:
        _check(result)
    return found


def _from_csv(path: Path, text: str) -> Iterator[TableResult]:
    rows = csv.DictReader(io.StringIO(text))
    for name in ("title", "game", "score"):
        if name not in (rows.fieldnames or ()):
            raise BadValue(str(path), f"has no column {name!r}")
    games: dict[tuple[str, str], TableResult] = {}
    for number, row in enumerate(rows, 2):
        place = f"{path}, row {number}"
        if None in row:
            raise BadValue(place, "has more cells than the first row has names")
        cells = {key: (value or "").strip() for key, value in row.items()}
        if not any(cells.values()):
            continue
        title, game = cells.pop("title"), cells.pop("game")
        result = games.setdefault((title, game), TableResult(title, {}, [], place))
        result.seats.append({key: value for key, value in cells.items() if value})
    yield from games.values()


def _from_toml(path: Path, text: str) -> Iterator[TableResult]:
    try:
        data = tomllib.loads(text)
        for number, game in enumerate(data["game"], 1):
            place = f"{path}, game {game.get('name', number)}"
            shared = {"rounds": game["rounds"]} if "rounds" in game else {}
            seats = [{**shared, **dict(seat)} for seat in game["seats"]]
            yield TableResult(str(data["title"]), dict(data.get("options", {})), seats, place)
    except tomllib.TOMLDecodeError as error:
        raise BadValue(str(path), f"is not valid TOML ({error})") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadValue(
            str(path), f"is not filled in like the form ({type(error).__name__}: {error})"
        ) from None


def _check(result: TableResult) -> None:
    """Check names and numbers of a game; its texts become numbers."""
    cls = rules_class(result.title)
    schema, place = cls.schema, result.place
    cls(len(result.seats), result.options)  # names wrong numbers of seats and options
    roles = {role.column: role for role in schema.roles}
    sources = [POINTS_PREFIX + source.name for source in schema.sources]
    known = ["player", "score", "rank", "rounds", *roles, *sources]
    for seat in result.seats:
        for name, value in seat.items():
            if name not in known:
                raise UnknownName("column", name, known, place)
            if name in roles:
                _check_role(roles[name], str(value), place)
            elif name != "player":
                seat[name] = _number(value, f"{place}: {name}")
        if "score" not in seat:
            raise BadValue(place, "a score is missing")
    for role in schema.roles:
        given = [seat[role.column] for seat in result.seats if role.column in seat]
        if not role.repeat and len(set(given)) < len(given):
            raise BadValue(place, f"two seats have the same {role.column}")
    _rank(result)


def _check_role(role: Role, value: str, place: str) -> None:
    if value not in role.values:
        raise UnknownName(role.column, value, role.values, place)


def _number(value: Any, place: str) -> int:
    try:
        if isinstance(value, (bool, float)):
            raise ValueError
        if re.fullmatch(r"[+-]?[0-9]+", str(value).strip()) is None:
            raise ValueError(value)
        number = int(value)
    except (TypeError, ValueError):
        raise BadValue(place, f"is a whole number, not {value!r}") from None
    if abs(number) >= 1 << 15:
        raise BadValue(place, f"{number} is out of all proportion")
    return number


def _rank(result: TableResult) -> None:
    """Rank by score where no ranks are given."""
    given = [seat["rank"] for seat in result.seats if "rank" in seat]
    if not given:
        scores = sorted((seat["score"] for seat in result.seats), reverse=True)
        for seat in result.seats:
            seat["rank"] = 1 + scores.index(seat["score"])
    elif len(given) < len(result.seats) or 1 not in given or max(given) > len(given):
        raise BadValue(result.place, f"ranks are given for all seats from 1 on, not as {given}")


def import_results(results: Sequence[TableResult], folder: Path) -> dict[str, Results]:
    """Write the tables of results, one part per title, number of seats and options."""
    groups: dict[str, list[TableResult]] = {}
    for result in results:
        changed = "".join(f"-{k}-{v}" for k, v in sorted(result.options.items()))
        groups.setdefault(f"{result.title}-{len(result.seats)}{changed}", []).append(result)
    note_parts(folder, list(groups))
    return {name: _write(found, folder / name, name) for name, found in groups.items()}


def _write(results: list[TableResult], folder: Path, name: str) -> Results:
    first, seats = results[0], len(results[0].seats)
    spec = Spec.model_validate(
        {
            "title": first.title, "seats": seats, "games": len(results), "log": "points",
            "name": name, "options": first.options,
        }
    )  # fmt: skip
    cls = rules_class(first.title)
    data = {"games": _games(results, name), "seats": _seats(results, name, cls.schema)}
    store = Store(folder)
    store.create()
    with store:
        store.lock()
        if store.exists:
            raise SimkitError(f"{folder}: holds a run already; name a new folder")
        manifest = Manifest.new(name, spec, len(results), {})
        manifest.state = "imported"
        receipt = Receipt(0, [(i, _hash(result)) for i, result in enumerate(results)], [], {})
        for table in LOG_LEVELS["points"]:
            columns = table_columns(table, cls.schema)
            if table in data:
                columns = [column for column in columns if column.name in data[table]]
                # only what is known: analyses see that the rest is not there
                manifest.columns[table] = columns
            rows = _arrow(table, columns, data.get(table, {}), cls.schema, first.title, cls.version)
            part, content = make_part(table, 0, rows)
            write_part(folder, part, content)
            receipt.parts[table] = part
        store.add(receipt)
        store.write_manifest(manifest)
    return Results(folder)


def _games(results: list[TableResult], run: str) -> dict[str, list[Any]]:
    n = len(results)
    first = results[0]
    numbers = list(range(n))
    values: list[list[Any]] = [[run] * n, [ARM] * n, numbers, numbers, numbers, [first.title] * n]
    found = dict(zip(GAMES_KNOWN, [*values, [len(first.seats)] * n], strict=True))
    rounds = [result.seats[0].get("rounds") for result in results]
    return found if None in rounds else {**found, "rounds": rounds}


def _seats(results: list[TableResult], run: str, schema: Schema) -> dict[str, list[Any]]:
    rows = [
        (game_id, place, seat, sum(other["rank"] == 1 for other in result.seats))
        for game_id, result in enumerate(results)
        for place, seat in enumerate(result.seats)
    ]
    known: dict[str, list[Any]] = {
        "run": [run] * len(rows),
        "arm": [ARM] * len(rows),
        "game_id": [game_id for game_id, *_ in rows],
        "seat": [place for _, place, *_ in rows],
        "bot": [str(seat.get("player", f"seat {place}")) for _, place, seat, _ in rows],
        "profile": [""] * len(rows),
        "score": [seat["score"] for *_, seat, _ in rows],
        "rank": [seat["rank"] for *_, seat, _ in rows],
        "win_share": [(seat["rank"] == 1) / first for *_, seat, first in rows],
    }
    for role in schema.roles:
        given = [seat.get(role.column) for *_, seat, _ in rows]
        if any(given):
            known[role.column] = given
    for source in schema.sources:
        name = POINTS_PREFIX + source.name
        given = [seat.get(name) for *_, seat, _ in rows]
        if None not in given:
            known[name] = given
    return known


def _arrow(
    table: str,
    columns: list[Column],
    data: Mapping[str, list[Any]],
    schema: Schema,
    title: str,
    version: int,
) -> pa.Table:
    import pyarrow as pa

    whole = arrow_schema(table, schema, title, version)
    fields = [whole.field(column.name) for column in columns]
    arrays = [_array(column, data.get(column.name, [])) for column in columns]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=whole.metadata))


def _array(column: Column, values: list[Any]) -> pa.Array:
    import pyarrow as pa

    kind = arrow_type(column)
    if column.dtype == "string":
        return pa.array(values, pa.string()).dictionary_encode()
    if column.dtype == "category":
        codes = [None if v is None else column.categories.index(v) for v in values]
        index = pa.array(codes, type=kind.index_type)
        return pa.DictionaryArray.from_arrays(index, pa.array(column.categories, pa.string()))
    return pa.array(values, kind)


def _hash(result: TableResult) -> str:
    text = repr((result.title, sorted(result.options.items()), result.seats))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def blank_form(title: str, suffix: str) -> str:
    """Return a form for a title, with one example to overwrite."""
    schema = rules_class(title).schema
    players = ("Ann", "Ben")
    rows = [
        {role.column: role.values[0 if role.repeat else n] for role in schema.roles}
        for n in range(len(players))
    ]
    scores = (43, 38)
    if suffix == ".csv":
        names = ["title", "game", "player", *(role.column for role in schema.roles), "score"]
        lines = [",".join(names)]
        for player, row, score in zip(players, rows, scores, strict=True):
            lines.append(",".join([title, "first game", player, *row.values(), str(score)]))
        return "\n".join(lines) + "\n"
    lines = [f"# One [[game]] per game played; seats in order of play.\ntitle = {title!r}", ""]
    lines += ["[[game]]", "name = 'first game'", "seats = ["]
    for player, row, score in zip(players, rows, scores, strict=True):
        cells = ", ".join(f"{key} = {value!r}" for key, value in row.items())
        lines.append(f"    {{ player = {player!r}, {cells}, score = {score} }},")
    return "\n".join([*lines, "]"]) + "\n"
