"""A long run made of a short one: its games written again and again under further numbers.

To play as many would take an hour; what reads a run cannot tell the difference.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from simkit.runs.batch import Receipt, make_part, write_part
from simkit.runs.results import Results
from simkit.runs.store import FINISHED, RUNNING, Store

NUMBERED = ("game_id", "deal")  # columns that are another game's in every copy


def repeat(short: Results, folder: Path, times: int) -> None:
    """Write `short` `times` times into a new folder, as one finished run of that length."""
    games = len(short)
    manifest = short.store.manifest()
    manifest.spec = manifest.spec.model_copy(update={"games": games * times})
    manifest.state = RUNNING
    tables = {
        receipt.number: {
            name: pq.read_table(short.folder / part.file) for name, part in receipt.parts.items()
        }
        for receipt in short.receipts
    }
    store = Store(folder)
    store.create()
    with store:
        store.lock()
        store.write_manifest(manifest)
        for copy in range(times):
            for receipt in short.receipts:
                store.add(_copied(receipt, tables[receipt.number], folder, copy * games))
        manifest.state = FINISHED
        store.write_manifest(manifest)


def _copied(receipt: Receipt, tables: dict[str, pa.Table], folder: Path, shift: int) -> Receipt:
    number = receipt.number + shift
    parts = {}
    for name, table in tables.items():
        parts[name], data = make_part(name, number, _moved(table, shift))
        write_part(folder, parts[name], data)
    hashes = [(game + shift, text) for game, text in receipt.hashes]
    return replace(receipt, number=number, hashes=hashes, parts=parts)


def _moved(table: pa.Table, shift: int) -> pa.Table:
    for name in NUMBERED:
        if name in table.column_names:
            place = table.column_names.index(name)
            column = table.column(name)
            further = pc.cast(pc.add(column, shift), column.type)
            table = table.set_column(place, table.schema.field(name), further)
    return table
