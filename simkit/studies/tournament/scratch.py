"""The folder that a participant may write to."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from pathlib import Path

from simkit.studies.tournament.limits import MEGABYTE, Limits

BLOCK = 512  # bytes, on every file system
DEEPEST = 50  # folders in folders


class Scratch:
    """A folder for one participant's process; it goes with it.

    With namespaces the kernel lays a file system of limited size over it, and nothing ever arrives here.
    Elsewhere `exceeded` looks at it again and again while the participant thinks; its process stands
    still meanwhile. What is deleted, but open or mapped, it does not see: of that there is at most what
    the limits of open files and of memory allow, and it goes with the process.
    """

    def __init__(self, below: Path, limits: Limits) -> None:
        self.limits = limits
        below.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(dir=below)).resolve()

    def exceeded(self) -> str:
        """Say that the folder holds more than it may; "" if it does not."""
        size = count = 0
        waiting = [(str(self.folder), 0)]
        while waiting:
            folder, depth = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        count += 1
                        about = entry.stat(follow_symlinks=False)
                        # a file may take more room than its size says, or say more than it takes
                        size += max(about.st_size, about.st_blocks * BLOCK)
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append((entry.path, depth + 1))
                        if size > self.limits.files * MEGABYTE:
                            return f"wrote more than {self.limits.files} MB to its scratch folder"
                        if count > self.limits.entries:
                            return (
                                f"wrote more than {self.limits.entries} files to its scratch folder"
                            )
            except FileNotFoundError:  # deleted in the meantime
                continue
            except OSError as error:
                return f"hid something in its scratch folder ({error.strerror})"
            if depth > DEEPEST:
                return f"made folders in folders more than {DEEPEST} deep in its scratch folder"
        return ""

    def remove(self) -> None:
        """Delete the folder, however deep it is."""
        try:
            self.folder.rmdir()
        except OSError:  # not empty
            subprocess.run(["rm", "-rf", "--", self.folder], stderr=subprocess.DEVNULL, check=False)
        with contextlib.suppress(OSError):  # others are there
            self.folder.parent.rmdir()
