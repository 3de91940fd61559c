"""Payoff tables as files: TOML and JSON for people, Parquet for tools; all three hold the same."""

from __future__ import annotations

import json
import math
import os
import tomllib
from pathlib import Path
from typing import Any

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.theory.payoffs import Payoffs

FORMAT = "simkit.payoffs/1"
SUFFIXES = (".toml", ".json", ".parquet")
WORDS = ("label", "note", "unit")


def to_dict(payoffs: Payoffs) -> dict[str, Any]:
    """Return a table as plain data; errors are left out where all are zero.

    Examples
    --------
    >>> to_dict(Payoffs.from_matrix([[1, 0], [2, 1]], ["a", "b"]))["cell"][1]
    {'profile': ['a', 'b'], 'mean': [0.0, 2.0]}
    """
    data: dict[str, Any] = {"format": FORMAT}
    data |= {word: getattr(payoffs, word) for word in WORDS}
    data |= {"symmetric": payoffs.symmetric, "seats": payoffs.seats}
    alike = payoffs.symmetric
    data["strategies"] = list(payoffs.names) if alike else [list(s) for s in payoffs.strategies]
    cells = []
    for cell in range(len(payoffs.profiles)):
        row: dict[str, Any] = {"profile": list(payoffs.profile_names(cell))}
        row["mean"] = payoffs.mean[cell].tolist()
        if payoffs.se[cell].any():
            row["se"] = payoffs.se[cell].tolist()
            row["corr"] = payoffs.corr[cell].tolist()
        if payoffs.games[cell]:
            row["games"] = int(payoffs.games[cell])
        cells.append(row)
    data["cell"] = cells
    return data


def from_dict(data: dict[str, Any], place: str = "payoffs") -> Payoffs:
    """Make a table from plain data; see `to_dict`. Cells that are not listed are unknown."""
    if data.get("format") != FORMAT:
        raise BadValue(place, f"format is {data.get('format')!r}, not {FORMAT!r}")
    for key in ("symmetric", "seats", "strategies", "cell"):
        if key not in data:
            raise BadValue(place, f"{key} is missing")
    symmetric, seats = bool(data["symmetric"]), int(data["seats"])
    names = [data["strategies"]] * seats if symmetric else data["strategies"]
    if len(names) != seats:
        raise BadValue(place, f"strategies are given for {len(names)} of {seats} seats")
    words = {word: str(data[word]) for word in WORDS if word in data}
    size = math.comb(len(names[0]) + seats - 1, seats) if symmetric else math.prod(map(len, names))
    blank = Payoffs.of(names, [[math.nan] * seats] * size, symmetric=symmetric, **words)
    for number, row in enumerate(data["cell"], 1):
        where = f"{place}: cell {number}"
        try:
            cell = blank.cell(*row["profile"])
            # Any order of a symmetric profile is understood.
            order = sorted(range(seats), key=lambda s: names[s].index(row["profile"][s]))
            order = order if symmetric else list(range(seats))
            blank.mean[cell] = _numbers(row["mean"], order)
            blank.se[cell] = _numbers(row.get("se", [0.0] * seats), order)
            if "corr" in row:
                blank.corr[cell] = [_numbers(row["corr"][s], order) for s in order]
            blank.games[cell] = row.get("games", 0)
        except KeyError as error:
            raise BadValue(where, f"{error.args[0]} is missing") from None
        except (SimkitError, ValueError, TypeError, IndexError) as error:
            raise BadValue(where, str(error)) from None
    return blank


def _numbers(given: list[float | None], order: list[int]) -> list[float]:
    if len(given) != len(order):
        raise ValueError(f"{len(given)} numbers for {len(order)} seats")
    found = [given[i] for i in order]
    return [math.nan if value is None else float(value) for value in found]


def write(payoffs: Payoffs, path: Path) -> Path:
    """Write a table whole or not at all."""
    data = to_dict(payoffs)
    if path.suffix not in SUFFIXES:
        raise UnknownName("suffix", path.suffix, SUFFIXES, str(path))
    part = path.with_name(path.name + ".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        _write_parquet(data, part)
    else:
        text = _toml(data) if path.suffix == ".toml" else _json(data)
        part.write_text(text, encoding="utf-8")
    os.replace(part, path)
    return path


def read(path: Path) -> Payoffs:
    """Read a table."""
    if path.suffix not in SUFFIXES:
        raise UnknownName("suffix", path.suffix, SUFFIXES, str(path))
    if not path.is_file():
        raise SimkitError(f"{path}: no such file")
    try:
        if path.suffix == ".parquet":
            data = _read_parquet(path)
        elif path.suffix == ".toml":
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        else:
            data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise BadValue(str(path), f"cannot be read as {path.suffix[1:]} ({error})") from None
    if not isinstance(data, dict):
        raise BadValue(str(path), "is not a payoff table")
    return from_dict(data, str(path))


def _json(data: dict[str, Any]) -> str:
    head = {key: value for key, value in data.items() if key != "cell"}
    lines = [json.dumps(_no_nan(row), ensure_ascii=False) for row in data["cell"]]
    text = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return text + ',\n "cell": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def _no_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _no_nan(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_no_nan(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _toml(data: dict[str, Any]) -> str:
    lines = [f"{key} = {_toml_value(value)}" for key, value in data.items() if key != "cell"]
    for row in data["cell"]:
        lines += ["", "[[cell]]"]
        lines += [f"{key} = {_toml_value(value)}" for key, value in row.items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml_value(inner) for inner in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


def _write_parquet(data: dict[str, Any], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = pa.list_(pa.float64())
    schema = pa.schema(
        [
            ("profile", pa.list_(pa.string())),
            ("mean", numbers),
            ("se", numbers),
            ("corr", pa.list_(numbers)),
            ("games", pa.int64()),
        ],
        metadata={"simkit_payoffs": json.dumps({k: v for k, v in data.items() if k != "cell"})},
    )
    pq.write_table(pa.Table.from_pylist(data["cell"], schema=schema), path, compression="zstd")


def _read_parquet(path: Path) -> dict[str, Any]:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    head = (table.schema.metadata or {}).get(b"simkit_payoffs")
    if head is None:
        raise ValueError("it holds no payoff table")
    data: dict[str, Any] = json.loads(head)
    rows = table.to_pylist()
    data["cell"] = [{k: v for k, v in row.items() if v is not None} for row in rows]
    return data
