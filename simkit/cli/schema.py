"""Print the data dictionary of a title: every table's columns with unit, categories and meaning."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeAlias

from simkit.cli.lists import packs_argument
from simkit.core.errors import UnknownName
from simkit.core.packs import read_packs
from simkit.core.registry import rules_class
from simkit.core.schema import COLUMN_ROLES, KNOWN_AT_START, LUCK_FOLLOWS, Column, Schema
from simkit.core.tables import SCHEMA_VERSION, TABLES, table_columns

Rows: TypeAlias = list[dict[str, Any]]

MOST = 24  # values of a column that a page lists
HEADINGS = {
    "actions": "Kinds of actions",
    "sources": "Sources of points",
    "roles": "What makes seats different",
    "options": "Options of the rules",
    "patch": "Figures that a patch may change",
    "title": "The title",
    "chapters": "Chapters of the game",
    "hooks": "Hooks of abilities",
    "column_roles": "What the roles of columns mean",
}


def _title(schema: Schema) -> Rows:
    luck = f"{schema.luck_follows}: {LUCK_FOLLOWS[schema.luck_follows]}"
    secret = [kind.name for i, kind in enumerate(schema.kinds) if i in schema.secret_numbers]
    return [
        {"name": "label", "meaning": schema.label},
        {"name": "caution", "meaning": schema.caution},
        {"name": "luck_follows", "meaning": luck},
        {"name": "secret_kinds", "values": secret, "meaning": "actions that others do not see"},
    ]


def _actions(schema: Schema) -> Rows:
    return [
        {
            "name": kind.name,
            "type": " ".join(arg.name for arg in kind.args),
            "meaning": kind.meaning,
        }
        for kind in schema.kinds
    ]


def _figures(schema: Schema) -> Rows:
    return [
        {
            "name": p.path,
            "type": "" if p.values else f"{p.low:g} to {p.high:g}",
            "values": [str(value) for value in p.values],
            "unit": p.unit,
            "meaning": p.meaning,
        }
        for p in schema.patchable
    ]


def _chapters(schema: Schema) -> Rows:
    return [
        {
            "name": chapter.name,
            "type": f"{chapter.rounds} round{'s' * (chapter.rounds > 1)}",
            "values": [" + ".join(part) for part in chapter.parts],
            "meaning": chapter.meaning,
        }
        for chapter in schema.chapters
    ]


PARTS: dict[str, Callable[[Schema], Rows]] = {
    "actions": _actions,
    "sources": lambda s: [{"name": one.name, "meaning": one.meaning} for one in s.sources],
    "roles": lambda s: [
        {"name": role.key or role.column, "values": list(role.values), "labels": list(role.labels)}
        for role in s.roles
    ],
    "options": lambda s: [
        {"name": o.name, "values": list(o.values), "meaning": o.meaning} for o in s.options
    ],
    "patch": _figures,
    "title": _title,
    "chapters": _chapters,
    "hooks": lambda s: [
        {"name": hook.name, "type": hook.combine, "meaning": hook.meaning} for hook in s.hooks
    ],
    "column_roles": lambda _: [
        {
            "name": role,
            "type": "known at the start" if role in KNOWN_AT_START else "from play",
            "meaning": meaning,
        }
        for role, meaning in COLUMN_ROLES.items()
    ],
}
SECTIONS = (*TABLES, *PARTS)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    packs_argument(parser)
    parser.add_argument("section", nargs="*", help=f"some of: {', '.join(SECTIONS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--markdown", action="store_true", help="print a page of tables")


def run(args: argparse.Namespace) -> int:
    """Print the data dictionary."""
    made = rules_class(args.title)
    for section in args.section:
        if section not in SECTIONS:
            raise UnknownName("section", section, SECTIONS, "schema")
    schema = made.schema_of(read_packs(made, args.pack))
    found = _dictionary(schema, args.section or SECTIONS)
    if args.json:
        head = {"title": made.title, "rules_version": made.version, "tables": SCHEMA_VERSION}
        print(json.dumps({**head, **found}, indent=1))
        return 0
    if args.markdown:
        print(page(args.title, found))
        return 0
    print(f"{made.title}: rules version {made.version}, tables version {SCHEMA_VERSION}")
    for section, rows in found.items():
        print(f"\n{section}")
        for row in rows:
            _print_row(row)
    return 0


def page(title: str, found: dict[str, Rows] | None = None) -> str:
    """Return the data dictionary of a title as a Markdown page.

    Examples
    --------
    >>> page("race_for_the_galaxy").splitlines()[0]
    '# Data dictionary: race_for_the_galaxy'
    """
    made = rules_class(title)
    lines = [f"# Data dictionary: {title}", "", f"Rules version {made.version}, tables version "
             f"{SCHEMA_VERSION}. Made by `simkit schema {title} --markdown`: do not edit."]  # fmt: skip
    for section, rows in (found or _dictionary(made.schema, SECTIONS)).items():
        if rows:
            lines += ["", f"## {HEADINGS.get(section, f'Table `{section}`')}", "", *_table(rows)]
    return "\n".join(lines)


def _table(rows: Rows) -> list[str]:
    """Write rows as a Markdown table; columns that are empty throughout are left out."""
    keys = [key for key in rows[0] if any(row.get(key) not in ("", [], None) for row in rows)]
    cells = [[_cell(key, row.get(key, "")) for key in keys] for row in rows]
    lines: list[str] = import_module("simkit.report.markdown").rows_of(keys, cells)
    return lines


def _cell(key: str, value: Any) -> Any:
    if key == "name":
        return f"`{value}`"
    if isinstance(value, list):
        more = f" and {len(value) - MOST} more" if len(value) > MOST else ""
        return ", ".join(str(one) for one in value[:MOST]) + more
    return value


def _dictionary(schema: Schema, sections: Iterable[str]) -> dict[str, Rows]:
    return {
        section: PARTS[section](schema)
        if section in PARTS
        else [_column(column) for column in table_columns(section, schema)]
        for section in sections
    }


def _column(column: Column) -> dict[str, Any]:
    return {
        "name": column.name,
        "type": column.dtype,
        "unit": column.unit,
        "role": column.role,
        "values": list(column.categories),
        "labels": list(column.labels),
        "meaning": column.meaning,
    }


def _print_row(row: dict[str, Any]) -> None:
    import textwrap

    unit = f" [{row['unit']}]" if row.get("unit") else ""
    role = f" ({row['role']})" if row.get("role") else ""
    words = f"{row.get('meaning', '')}{unit}{role}"
    print(f"  {row['name']:<28} {row.get('type', ''):<10} {words}".rstrip())
    if row.get("values"):
        labels = row.get("labels") or row["values"]
        pairs = zip(row["values"], labels, strict=True)
        text = ", ".join(f"{one}" if one == name else f"{one} ({name})" for one, name in pairs)
        print(textwrap.fill(text, 100, initial_indent=" " * 6, subsequent_indent=" " * 6))
