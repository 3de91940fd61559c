"""The four tables (and the optional fifth, candidates): one explicit, versioned schema each.

`table_columns` lists a table's columns for a title: those that all titles share and the title's own.
`arrow_schema` makes the pyarrow schema that every part file is written with. Categories are fixed by
the title's schema, never by what happens to occur in a batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.schema import Column, Schema

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 1
TABLES = ("games", "seats", "moves", "points", "candidates")
LOG_LEVELS = {
    "games": ("games", "seats"),
    "moves": ("games", "seats", "moves"),
    "points": ("games", "seats", "moves", "points"),
    "candidates": ("games", "seats", "moves", "points", "candidates"),
}

RUN = Column("run", "string", "name of the run", role="key")
GAME_ID = Column("game_id", "int32", "number of the game in the plan", role="key")
ARM = Column("arm", "string", "side of a comparison", role="plan")
SEAT = Column("seat", "int8", "place at the table, 0 first", role="position")
MOVE = Column("move", "int32", "number of the decision in the game, 0 first", role="key")

GAMES_COLUMNS = (
    RUN,
    ARM,
    GAME_ID,
    Column(
        "deal",
        "int32",
        "number of the deal; equal numbers are dealt alike in every arm",
        role="plan",
    ),
    Column("lineup", "int32", "number of the line-up in the plan", role="plan"),
    Column("rotation", "int8", "seats by which a mirrored line-up was rotated", role="plan"),
    Column("seed", "uint64", "seed of the game's luck", role="plan"),
    Column("title", "string", "title", role="plan"),
    Column("seats", "int8", "number of players", role="plan"),
    Column("rules_version", "int32", "version of the title's rules", role="plan"),
    Column("rounds", "int16", "rounds played", role="outcome"),
    Column("decisions", "int32", "decisions taken", role="outcome"),
)
SEATS_COLUMNS = (
    RUN,
    ARM,
    GAME_ID,
    SEAT,
    Column("bot", "string", "bot as the line-up writes it, parameters included", role="plan"),
    Column("profile", "string", "profile of the bot", role="plan"),
    Column("score", "int32", "final score", "points", role="outcome"),
    Column("rank", "int8", "final rank, 1 best; ties share a rank", role="outcome"),
    Column("win_share", "float32", "1 for the winner; winners of a tie share it", role="outcome"),
    Column("tie_break", "int32", "first tie-break of the title", role="outcome"),
)
POINTS_PREFIX = "points_"
TOLD = {  # texts that every row has
    "moves": ("run", "phase", "kind"),
    "points": ("run", "source"),
    "candidates": ("run",),
}


def moves_columns(schema: Schema) -> list[Column]:
    """Columns of `moves` that all titles share, with the title's phases and kinds."""
    return [
        RUN,
        GAME_ID,
        MOVE,
        Column("round", "int16", "round, 1 first", role="key"),
        Column("phase", "category", "phase", "", schema.phases, schema.phase_labels, "key"),
        SEAT,
        Column(
            "kind",
            "category",
            "kind of action",
            "",
            tuple(k.name for k in schema.kinds),
            role="choice",
        ),
        Column(
            "action", "int64", "packed action; -1 where it needs more than 63 bits", role="choice"
        ),
        Column(
            "action_wide",
            "string",
            "packed action in hexadecimal where it needs more bits",
            role="choice",
        ),
        Column("n_candidates", "int32", "candidates the bot chose from", role="held"),
        Column("value", "float32", "value of the action as the bot saw it", role="opinion"),
        Column("runner_up", "float32", "value of the next best candidate", role="opinion"),
        Column("score_before", "int32", "score before the action", "points", role="points"),
    ]


def table_columns(table: str, schema: Schema) -> list[Column]:
    """Return all columns of a table for a title, in order."""
    if table == "games":
        reasons = Column(
            "end_reason", "category", "why the game ended", "", schema.end_reasons, role="outcome"
        )
        return [*GAMES_COLUMNS, reasons, *schema.game_columns]
    if table == "seats":
        roles = [
            Column(r.column, "category", r.column, "", r.values, r.labels, "identity")
            for r in schema.roles
        ]
        points = [
            Column(
                POINTS_PREFIX + s.name,
                "int16",
                f"points: {s.meaning or s.name}",
                "points",
                role="points",
            )
            for s in schema.sources
        ]
        first = SEATS_COLUMNS[:4]
        return [*first, *roles, *SEATS_COLUMNS[4:], *points, *schema.seat_columns]
    if table == "moves":
        return [*moves_columns(schema), *schema.arg_columns(), *schema.move_columns]
    names = tuple(s.name for s in schema.sources)
    labels = tuple(s.words for s in schema.sources)
    if table == "points":
        return [
            RUN,
            GAME_ID,
            MOVE,
            SEAT,
            Column("source", "category", "source of points", "", names, labels, "points"),
            Column("amount", "int16", "points won or lost", "points", role="points"),
        ]
    if table == "candidates":
        return [
            RUN,
            GAME_ID,
            MOVE,
            Column("candidate", "int16", "place in the list of candidates", role="key"),
            Column(
                "action",
                "int64",
                "packed action; -1 where it needs more than 63 bits",
                role="choice",
            ),
            Column("value", "float32", "value of the action as the bot saw it", role="opinion"),
        ]
    raise ValueError(f"no table {table!r}")


def arrow_type(column: Column) -> pa.DataType:
    """Return the pyarrow type of a column."""
    import pyarrow as pa

    if column.dtype == "category":
        small = len(column.categories) < 128
        return pa.dictionary(pa.int8() if small else pa.int16(), pa.string())
    if column.dtype == "string":
        return pa.dictionary(pa.int32(), pa.string())
    return pa.bool_() if column.dtype == "bool" else getattr(pa, column.dtype)()


def arrow_schema(table: str, schema: Schema, title: str, version: int) -> pa.Schema:
    """Return the pyarrow schema of a table; versions stand in its metadata."""
    import pyarrow as pa

    # Numbers are always there. To say so spares the files a list of what is missing per column.
    told = TOLD.get(table, ())
    fields = [
        pa.field(
            c.name, arrow_type(c), nullable=c.dtype in ("category", "string") and c.name not in told
        )
        for c in table_columns(table, schema)
    ]
    metadata = {
        "simkit_table": table,
        "simkit_schema": str(SCHEMA_VERSION),
        "simkit_title": title,
        "simkit_rules_version": str(version),
    }
    return pa.schema(fields, metadata=metadata)
