"""Writes as much as it can, hiding what happens.

Must: stay in, empty-handed. Or be out, wrote more than
"""

import contextlib
import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for number in range(40):
            with contextlib.suppress(OSError):
                pathlib.Path(f"big{number}").write_bytes(bytes(1_000_000))
        return Choice(candidates[0])
