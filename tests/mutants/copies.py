"""Copies of the repository in which faults are planted; the working tree stays as it is."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutants"


def repository_files() -> list[str]:
    """Return every file that is tracked, or new and not ignored."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "-co", "--exclude-standard"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sorted({name for name in listing.split("\0") if name and (ROOT / name).is_file()})


def hash_of(paths: Iterable[Path]) -> str:
    """Return one hash of the contents of some files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def copy_repository(folder: Path) -> None:
    """Make a folder equal to the working tree: what has changed is copied, what is gone removed."""
    names = repository_files()
    for name in names:
        source, target = ROOT / name, folder / name
        content = source.read_bytes()
        if target.is_file() and target.read_bytes() == content:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    wanted = set(names)
    for top in ("simkit", "tests", "data"):
        for path in (folder / top).rglob("*"):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and name not in wanted:
                path.unlink()
