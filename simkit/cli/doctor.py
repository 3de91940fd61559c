"""Check the installation: Python, packages, data, titles, worker processes; say what is missing."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections import Counter
from importlib import metadata
from pathlib import Path

from simkit.core.compiled import build, playing
from simkit.core.components import shipped
from simkit.core.errors import install_command
from simkit.core.registry import rules_class, titles

NEEDED = ("joblib", "numpy", "pandas", "pyarrow", "pydantic", "scipy", "tqdm")
OPTIONAL = {
    "matplotlib": "charts",
    "ipywidgets": "widgets",
    "jupyterlab": f"notebooks: {install_command('notebook')}",
    "duckdb": f"results.sql: {install_command('query')}",
    "distributed": f"clusters: {install_command('cluster')}",
    "cma": f"tuning of weights: {install_command('tune')}",
    "pyspiel": f"more of game theory: {install_command('theory')}",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--data", metavar="TITLE", help="list the figures of a title that are not confirmed"
    )


def run(args: argparse.Namespace) -> int:
    """Check the installation, or list what is uncertain in a title's data."""
    if args.data is not None:
        return _uncertain(args.data)
    checks = (_python, _build, _packages, _data, _titles, _folder, _workers)
    wrong = sum(_check(check.__name__.strip("_"), check()) for check in checks)
    for name, use in OPTIONAL.items():
        if importlib.util.find_spec(name) is None:
            print(f"  not installed: {name} ({use})")
    print("all is well" if not wrong else f"{wrong} things need attention")
    return 1 if wrong else 0


def _uncertain(title: str) -> int:
    """List the figures of a title's component data that are not confirmed."""
    found = rules_class(title).data_confidence()
    if not found:
        print(f"{title}: its data carry no marks of confidence figure by figure; see its README")
        return 0
    counts = Counter(mark.confidence for mark in found)
    for mark in found:
        if mark.confidence != "confirmed":
            print(f"{mark.confidence:<14} {mark.path} = {mark.value}")
    told = ", ".join(f"{number} {confidence}" for confidence, number in counts.most_common())
    print(f"{title}: {len(found)} figures: {told}")
    return 0


def _check(name: str, problem: tuple[bool, str]) -> bool:
    fine, text = problem
    print(f"{'ok   ' if fine else 'WRONG'} {name}: {text}")
    return not fine


def _python() -> tuple[bool, str]:
    text = f"{platform.python_version()} on {platform.system()}, {os.cpu_count()} cores"
    return sys.version_info >= (3, 11), text


def _build() -> tuple[bool, str]:
    """Tell group by group what plays compiled, and why the rest does not."""
    lines = [build().partition(";")[0]]
    for group, reason in playing().items():
        lines.append(f"{group}: {f'plain Python ({reason})' if reason else 'compiled'}")
    return True, "\n        ".join(lines)


def _packages() -> tuple[bool, str]:
    found, missing = [], []
    for name in NEEDED:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return False, f"missing: {', '.join(missing)}; {install_command()} brings them"
    return True, ", ".join(found)


def _data() -> tuple[bool, str]:
    folder = shipped("data")
    missing = [title for title in titles() if not (folder / title).is_dir()]
    if missing:
        return False, f"no component data for {', '.join(missing)}"
    return True, f"component data of {len(titles())} titles"


def _titles() -> tuple[bool, str]:
    for title in titles():
        try:
            made = rules_class(title)
            made(made.schema.seat_range[1])
        except Exception as error:
            return False, f"{title} cannot be set up ({type(error).__name__}: {error})"
    return bool(titles()), ", ".join(titles()) or "none found"


def _folder() -> tuple[bool, str]:
    try:
        with tempfile.TemporaryDirectory() as scratch:
            (Path(scratch) / "x").write_text("x")
    except OSError as error:
        return False, f"no file can be written for the time being ({error.strerror})"
    return True, "temporary files can be written"


def _workers() -> tuple[bool, str]:
    from joblib import Parallel, delayed, effective_n_jobs

    try:
        found = Parallel(n_jobs=2, timeout=60)(delayed(os.getpid)() for _ in range(2))
    except Exception as error:
        return False, f"worker processes do not start ({type(error).__name__}: {error})"
    return len(found) == 2, f"worker processes start; --jobs -1 means {effective_n_jobs(-1)}"
