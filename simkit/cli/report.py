"""Print the balance report of a run: win shares, scores and points by source, with intervals."""

from __future__ import annotations

import argparse
import importlib
import json
from pathlib import Path

from simkit.cli.lists import packs_argument
from simkit.core.errors import SimkitError
from simkit.runs.results import Results, load_parts
from simkit.runs.store import IMPORTED


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
            importlib.import_module("simkit.charts.page").write(results, path)
            print(f"written: {path}")
            continue
        print(importlib.import_module("simkit.analysis.report").text(results))
        for line in closing_lines(results):
            print(line)
    return 0


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


def closing_lines(results: Results) -> list[str]:
    """Say how equal the line-ups were, what failed, and what was left out."""
    lines = []
    per_arm = len(results) // max(1, len(results.spec.arms))
    if results.manifest.share is None and results.manifest.state != IMPORTED and per_arm:
        for key, even in results.plan.evenness(per_arm).items():
            lines.append(f"Line-ups, {key}: {even} (games per arm)")
    if not results.finished:
        lines.append(f"This run is not finished: simkit run --resume {results.folder}")
    lines += results.problems
    if results.failures:
        lines.append(f"{len(results.failures)} games failed and are not in the tables:")
        for failure in results.failures[:5]:
            lines.append(f"  game {failure.game_id} (seed {failure.seed}): {failure.error}")
            lines.append(f"    simkit replay {results.folder} {failure.game_id}")
    return lines
