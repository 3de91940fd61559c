"""Counts how often reading had to wait for the disk.

Must: be out, raised PermissionError|raised OSError
"""

import resource

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        found = resource.getrusage(resource.RUSAGE_SELF)
        raise RuntimeError(f"GOT {found.ru_majflt} {found.ru_inblock}")
