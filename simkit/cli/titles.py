"""List the titles, and which of their options differ from the rulebook unless they are set."""

from __future__ import annotations

import argparse
import json
from typing import Any

from simkit.core.registry import rules_class, titles


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """List the titles."""
    rows = [_row(title) for title in titles()]
    if args.json:
        print(json.dumps(rows, indent=1))
        return 0
    if not rows:
        print("no titles are installed")
    for row in rows:
        low, high = row["seats"]
        print(f"{row['title']:<22} {row['label']}")
        print(f"{'':<22} {low}-{high} seats; {row['roles']}; rules version {row['rules_version']}")
        for departure in row["not_as_printed"]:
            print(f"{'':<22} not as printed: {departure}")
        if row["caution"]:
            print(f"{'':<22} {row['caution']}")
    return 0


def _row(title: str) -> dict[str, Any]:
    rules = rules_class(title)
    roles = ", ".join(
        f"{len(role.values)} {role.key or role.column}" for role in rules.schema.roles
    )
    return {
        "title": title,
        "label": rules.schema.label or title,
        "caution": rules.schema.caution,
        "seats": list(rules.schema.seat_range),
        "roles": roles,
        "rules_version": rules.version,
        "not_as_printed": rules.schema.departures({}),
    }
