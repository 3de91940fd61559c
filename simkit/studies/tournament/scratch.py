"""The folder that a participant may write to."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from simkit.studies.tournament.limits import MEGABYTE, Limits


class Scratch:
    """A folder for one participant's process; it goes with it.

    With namespaces the kernel lays a file system of limited size over it, and nothing ever arrives here.
    Elsewhere `exceeded` looks at it again and again while the participant thinks.
    """

    def __init__(self, below: Path, limits: Limits) -> None:
        self.limits = limits
        below.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(dir=below)).resolve()

    def exceeded(self) -> str:
        """Say that the folder holds more than it may; "" if it does not."""
        size = 0
        for count, entry in enumerate(_entries(self.folder), 1):
            with contextlib.suppress(OSError):
                size += entry.stat(follow_symlinks=False).st_size
            if size > self.limits.files * MEGABYTE:
                return f"wrote more than {self.limits.files} MB to its scratch folder"
            if count > self.limits.entries:
                return f"wrote more than {self.limits.entries} files to its scratch folder"
        return ""

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with contextlib.suppress(OSError):  # others are there
            self.folder.parent.rmdir()


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield what a folder holds, as long as somebody asks."""
    open_folders = [str(folder)]
    while open_folders:
        with contextlib.suppress(OSError), os.scandir(open_folders.pop()) as entries:
            for entry in entries:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    open_folders.append(entry.path)
