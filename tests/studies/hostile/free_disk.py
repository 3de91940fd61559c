"""Asks how much room is left on the disk, to see how much another one has written.

Must: be out, raised PermissionError
"""

import shutil

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise RuntimeError(f"GOT {shutil.disk_usage('.').free}")
