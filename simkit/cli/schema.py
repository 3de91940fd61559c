"""Print the data dictionary of a title: every table's columns with unit, categories and meaning."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from simkit.core.errors import UnknownName
from simkit.core.registry import rules_class
from simkit.core.rules import Rules
from simkit.core.schema import Column
from simkit.core.tables import SCHEMA_VERSION, TABLES, table_columns

MOST = 24  # values of a column that a page lists
HEADINGS = {
    "actions": "Kinds of actions",
    "sources": "Sources of points",
    "roles": "What makes seats different",
    "options": "Options of the rules",
    "patch": "Figures that a patch may change",
}
SECTIONS = (*TABLES, "actions", "sources", "roles", "options", "patch")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title")
    parser.add_argument("section", nargs="*", help=f"some of: {', '.join(SECTIONS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--markdown", action="store_true", help="print a page of tables")


def run(args: argparse.Namespace) -> int:
    """Print the data dictionary."""
    made = rules_class(args.title)
    for section in args.section:
        if section not in SECTIONS:
            raise UnknownName("section", section, SECTIONS, "schema")
    found = _dictionary(made, args.section or SECTIONS)
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


def page(title: str, found: dict[str, list[dict[str, Any]]] | None = None) -> str:
    """Return the data dictionary of a title as a Markdown page.

    Examples
    --------
    >>> page("race_for_the_galaxy").splitlines()[0]
    '# Data dictionary: race_for_the_galaxy'
    """
    made = rules_class(title)
    lines = [f"# Data dictionary: {title}", "", f"Rules version {made.version}, tables version "
             f"{SCHEMA_VERSION}. Made by `simkit schema {title} --markdown`: do not edit."]  # fmt: skip
    for section, rows in (found or _dictionary(made, SECTIONS)).items():
        if rows:
            lines += ["", f"## {HEADINGS.get(section, f'Table `{section}`')}", "", *_table(rows)]
    return "\n".join(lines)


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """Write rows as a Markdown table; columns that are empty throughout are left out."""
    keys = [key for key in rows[0] if any(row.get(key) not in ("", [], None) for row in rows)]
    lines = [f"| {' | '.join(keys)} |", "|---" * len(keys) + "|"]
    for row in rows:
        cells = []
        for key in keys:
            value = row.get(key, "")
            if key == "name":
                value = f"`{value}`"
            elif isinstance(value, list):
                more = f" and {len(value) - MOST} more" if len(value) > MOST else ""
                value = ", ".join(str(one) for one in value[:MOST]) + more
            cells.append(str(value).replace("|", "\\|"))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _dictionary(made: type[Rules], sections: Any) -> dict[str, list[dict[str, Any]]]:
    schema = made.schema
    found: dict[str, list[dict[str, Any]]] = {}
    for section in sections:
        if section in TABLES:
            found[section] = [_column(column) for column in table_columns(section, schema)]
        elif section == "actions":
            found[section] = [
                {
                    "name": kind.name,
                    "type": " ".join(arg.name for arg in kind.args),
                    "meaning": kind.meaning,
                }
                for kind in schema.kinds
            ]
        elif section == "sources":
            found[section] = [{"name": s.name, "meaning": s.meaning} for s in schema.sources]
        elif section == "roles":
            found[section] = [
                {"name": role.key or role.column, "values": list(role.values)}
                for role in schema.roles
            ]
        elif section == "options":
            found[section] = [
                {"name": o.name, "values": list(o.values), "meaning": o.meaning}
                for o in schema.options
            ]
        else:
            found[section] = [
                {
                    "name": p.path,
                    "type": f"{p.low:g} to {p.high:g}",
                    "unit": p.unit,
                    "meaning": p.meaning,
                }
                for p in schema.patchable
            ]
    return found


def _column(column: Column) -> dict[str, Any]:
    data = asdict(column)
    return {
        "name": data["name"],
        "type": data["dtype"],
        "unit": data["unit"],
        "values": list(data["categories"]),
        "meaning": data["meaning"],
    }


def _print_row(row: dict[str, Any]) -> None:
    import textwrap

    unit = f" [{row['unit']}]" if row.get("unit") else ""
    print(f"  {row['name']:<28} {row.get('type', ''):<10} {row.get('meaning', '')}{unit}".rstrip())
    if row.get("values"):
        text = ", ".join(str(value) for value in row["values"])
        print(textwrap.fill(text, 100, initial_indent=" " * 6, subsequent_indent=" " * 6))
