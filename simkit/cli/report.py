"""Print the balance report of a run: win shares, scores and points by source, with intervals."""

from __future__ import annotations

import argparse
import importlib
import json
from pathlib import Path
from typing import Any

from simkit.cli.lists import packs_argument
from simkit.core.errors import SimkitError
from simkit.runs.results import Results, load_parts


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", help="a run's folder")
    parser.add_argument("--html", metavar="FILE", help="write a page instead of printing")
    packs_argument(parser, "check that the run was played with this pack (it keeps a copy)")
    parser.add_argument("--json", action="store_true", help="print how the run went, as JSON")
    parser.add_argument(
        "--leave-out-damaged", action="store_true", help="go on without damaged parts"
    )


def run(args: argparse.Namespace) -> int:
    """Print the report."""
    parts = load_parts(args.folder, "leave out" if args.leave_out_damaged else "error")
    for name, results in parts.items():
        results.check_packs(args.pack)
        if not len(results):
            raise SimkitError(f"{results.folder}: no game has been finished yet")
        if args.json:
            print(json.dumps(summary(results)))
            continue
        if args.html:
            path = _page(Path(args.html), name)
            print(f"written: {_module('html').write(results.report(), path)}")
        else:
            print(_module("terminal").render(results.report()))
    return 0


def _module(name: str) -> Any:
    """Return a module of the reports; pandas and the like are loaded no sooner."""
    return importlib.import_module(f"simkit.report.{name}")


def _page(path: Path, part: str) -> Path:
    return path.with_name(f"{path.stem}-{part}{path.suffix}") if part else path


def summary(results: Results) -> dict[str, object]:
    """Say in figures how a run went."""
    return {
        "event": "run",
        "folder": str(results.folder),
        "title": results.spec.title,
        "state": results.manifest.state,
        "games": len(results),
        "failed": len(results.failures),
        "rows": {table: results.rows(table) for table in results.tables},
        "digest": results.digest(),
    }
