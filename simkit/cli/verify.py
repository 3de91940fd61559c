"""Replay recordings and evaluate cases, and compare every stored figure.

Files and folders may be mixed; folders are walked. One line is printed per failing case: file, case,
step, what differs. Exit code 1 if any case failed, 2 if a file could not be used at all.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from simkit.cli.lists import packs_argument
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult
from simkit.runs.recordings import Unusable, case_results, json_files


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="+", help="recordings, cases, or folders of them")
    packs_argument(parser, "where a recording's pack lies now")
    parser.add_argument("--json", action="store_true", help="print every verdict as a JSON line")


def run(args: argparse.Namespace) -> int:
    """Verify files."""
    counts = dict.fromkeys((PASSED, FAILED, SKIPPED), 0)
    unusable = 0
    for path, named in json_files([Path(p) for p in args.path]):
        try:
            results = case_results(path, args.pack)
        except Unusable as error:
            if error.foreign and not named:
                results = [CaseResult(path.stem, SKIPPED, "", str(error))]
            else:
                unusable += 1
                print(f"simkit: {path}: {error}", file=sys.stderr)
                continue
        for result in results:
            counts[result.status] += 1
            _say(path, result, args.json)
    line = f"{counts[PASSED]} passed, {counts[FAILED]} failed"
    if counts[SKIPPED]:
        line += f", {counts[SKIPPED]} skipped"
    print(line)
    return 2 if unusable else 1 if counts[FAILED] else 0


def _say(path: Path, result: CaseResult, as_json: bool) -> None:
    if as_json:
        data = {"file": str(path), "case": result.case, "status": result.status}
        print(json.dumps({**data, "step": result.step, "detail": result.detail}))
    elif result.status != PASSED:
        step = f", {result.step}" if result.step else ""
        print(f"{result.status} {path}: {result.case}{step}: {result.detail}")
