"""SQL over a run's tables, and export to single files."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.errors import SimkitError, UnknownName, install_command
from simkit.core.tables import arrow_type

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from simkit.runs.results import Results

FORMATS = ("parquet", "csv")
MEMORY = "600MB"


def sql(results: Results, text: str) -> pd.DataFrame:
    """Answer a query; the tables of the run are tables of the query (see `Results.sql`)."""
    try:
        import duckdb
    except ImportError:
        raise SimkitError(f"results.sql needs DuckDB: {install_command('query')}") from None
    with tempfile.TemporaryDirectory(prefix="simkit-sql-") as scratch:
        base = duckdb.connect(
            config={"memory_limit": MEMORY, "temp_directory": scratch, "threads": 2}
        )
        with base:
            base.execute("SET preserve_insertion_order = false")
            for table in results.tables:
                files = [str(path) for path in results.files(table)]
                if files:
                    listed = ", ".join("'" + name.replace("'", "''") + "'" for name in files)
                    base.execute(
                        f"CREATE VIEW {table} AS "
                        f"SELECT * FROM read_parquet([{listed}], union_by_name = true)"
                    )
            try:
                frame: pd.DataFrame = base.execute(text).df()
            except duckdb.Error as error:
                raise SimkitError(f"sql: {error}") from None
    return frame


def export(results: Results, folder: Path, form: str = "parquet") -> list[Path]:
    """Write every table to one file; see `Results.export`."""
    if form not in FORMATS:
        raise UnknownName("format", form, FORMATS, "export")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_export(results, table, folder, form) for table in results.tables]
    except OSError as error:
        raise SimkitError(f"{folder}: cannot be written to ({error.strerror})") from None


def _export(results: Results, table: str, folder: Path, form: str) -> Path:
    import pyarrow as pa
    import pyarrow.csv as pa_csv
    import pyarrow.parquet as pq

    path = folder / f"{table}.{form}"
    as_csv = form == "csv"
    schema = pa.schema(
        [
            (c.name, pa.string() if as_csv and c.dtype in ("category", "string") else arrow_type(c))
            for c in results.columns(table)
        ]
    )
    writer: Any = (
        pa_csv.CSVWriter(path, schema)
        if as_csv
        else pq.ParquetWriter(path, schema, compression="zstd")
    )
    with writer:
        for file in results.files(table):
            with pq.ParquetFile(file) as part:
                writer.write_table(_fitted(part.read(), schema))
    return path


def _fitted(part: pa.Table, schema: pa.Schema) -> pa.Table:
    """Bring a part to the schema: text as text, nulls for columns that it does not have."""
    import pyarrow as pa

    arrays = [
        part.column(field.name).cast(field.type)
        if field.name in part.column_names
        else pa.nulls(part.num_rows, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)
