"""The first edition: taken out of git history, renamed, and laid into ``build/opponents``."""

from __future__ import annotations

import io
import os
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

from simkit.core.errors import SimkitError
from tests.opponents.edition import Edition

COMMIT = "998b94cc108e256f45cd4bdd06806c8c2e9acae1"
"""Where the rules of the first edition were complete."""

PACKAGE = "simkit_first"
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "opponents"
WANTED = ("simkit", "data")
NAME = re.compile(r"(?<=\bimport )simkit\b|(?<=\bfrom )simkit\b|(?<![\w./-])simkit(?=\.\w)")
"""The package's name in imports and in dotted names, but not where people are told of simkit."""


def first_edition(repository: Path = ROOT, folder: Path = FOLDER, commit: str = COMMIT) -> Edition:
    """Return the first edition; it is taken out of git history if it is not in the folder yet."""
    place = folder / commit
    if not place.is_dir():
        _check_history(repository, commit)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch) / "made"
            _unpack(repository, commit, made)
            rename(made)
            _move(made, place)
    return Edition("the first edition", PACKAGE, str(place))


def rename(folder: Path) -> None:
    """Give the package in a folder its new name, in every import and dotted name of its sources."""
    package = folder / PACKAGE
    (folder / "simkit").rename(package)
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(NAME.sub(PACKAGE, text), encoding="utf-8")


def _check_history(repository: Path, commit: str) -> None:
    """Refuse a place whose git history does not hold the commit, and say what to do."""
    what = f"the first edition is taken from commit {commit[:12]} of simkit's git history"
    try:
        shallow = _git(repository, "rev-parse", "--is-shallow-repository")
        known = _git(repository, "cat-file", "-e", f"{commit}^{{commit}}")
    except FileNotFoundError:
        raise SimkitError(f"{what}, and git is not installed") from None
    if shallow.returncode:
        raise SimkitError(f"{what}, and this folder is no git repository: clone simkit whole")
    if known.returncode and shallow.stdout.strip() == b"true":
        raise SimkitError(f"{what}, which this shallow clone lacks: git fetch --unshallow")
    if known.returncode:
        raise SimkitError(f"{what}, which this repository lacks: clone simkit whole")


def _unpack(repository: Path, commit: str, folder: Path) -> None:
    """Write the package and its data, as they were at the commit, into a folder."""
    done = _git(repository, "archive", "--format=zip", commit, *WANTED)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise SimkitError(f"git archive {commit[:12]} fails: {said}")
    with zipfile.ZipFile(io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder)


def _git(repository: Path, *command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(repository), *command], capture_output=True)


def _move(made: Path, place: Path) -> None:
    """Move a folder to its place, unless another process was quicker."""
    try:
        os.replace(made, place)
    except OSError:
        if not place.is_dir():
            raise
