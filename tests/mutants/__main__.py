"""Draw faults, plant them in a copy, and report which of them the tests catch.

usage: python -m tests.mutants [PLACE ...] [--number N] [--seed N] [--strata NAME,NAME] [--jobs N]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from collections.abc import Sequence

from tests.mutants.copies import WORK
from tests.mutants.drawing import draw, settings, source_files
from tests.mutants.hunt import Sample, hunt
from tests.mutants.report import report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a sample, or go on with one that was interrupted; print the report."""
    args = _parser().parse_args(arguments)
    strata = [name for name in args.strata.split(",") if name]
    for name in strata:
        if name not in {stratum["name"] for stratum in settings()["stratum"]}:
            raise SystemExit(
                f"mutants: there is no stratum {name!r}; see tests/mutants/strata.toml"
            )
    sample = Sample(args.name or _name(args.places, strata, args.number, args.seed))
    if args.anew and sample.folder.exists():
        shutil.rmtree(sample.folder)
    if sample.exists:
        sample.read()
    else:
        files = list(source_files(args.places, strata))
        if not files:
            raise SystemExit("mutants: no source file is chosen")
        sample.write(draw(files, args.number, args.seed))
    if not args.report:
        hunt(sample, _numbers(sample, args.again, args.only), args.jobs, args.near, args.far)
    words = report(sample)
    (sample.folder / "report.md").write_text(words, encoding="utf-8")
    print(words)
    print(f"The report lies in {sample.folder.relative_to(WORK.parent.parent)}/report.md")
    return 0


def _numbers(sample: Sample, again: bool, only: str) -> list[int]:
    """Return the faults to be tried: those without an outcome, survivors as well, or some."""
    if only:
        return [int(number) for number in only.split(",")]
    return [
        number
        for number in range(len(sample.faults))
        if number not in sample.outcomes or (again and not sample.outcomes[number].caught)
    ]


def _name(places: Sequence[str], strata: Sequence[str], number: int, seed: int) -> str:
    what = json.dumps([sorted(places), sorted(strata), number])
    return f"seed-{seed}-{hashlib.sha256(what.encode()).hexdigest()[:6]}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("places", nargs="*", help="files or folders of simkit (all of it)")
    parser.add_argument("--number", type=int, default=30, help="faults to draw (30)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other faults (1)")
    parser.add_argument("--strata", default="", help="names in strata.toml, with commas (all)")
    parser.add_argument("--jobs", type=int, default=1, help="faults that are tried at a time (1)")
    parser.add_argument(
        "--near", type=float, default=120, help="seconds of near tests a fault (120)"
    )
    parser.add_argument(
        "--far", type=float, default=30, help="seconds of other tests; 0: none (30)"
    )
    parser.add_argument("--name", default="", help="name of the sample's folder")
    parser.add_argument("--again", action="store_true", help="try survivors again, with new tests")
    parser.add_argument("--only", default="", help="try these numbers alone, with commas")
    parser.add_argument("--anew", action="store_true", help="forget what this sample found before")
    parser.add_argument("--report", action="store_true", help="print the report and try nothing")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
