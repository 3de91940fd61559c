"""Reads a file that nobody reads, to see its time of reading change (where there are namespaces).

Must: stay in, empty-handed.
"""

import pathlib
import this

from simkit import Bot, Choice

LEFT = pathlib.Path(this.__file__).parent / "this.py"


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        before = LEFT.stat().st_atime_ns
        LEFT.read_bytes()
        namespaces = not pathlib.Path("/proc").exists()
        marked = LEFT.stat().st_atime_ns != before
        assert not (namespaces and marked), "GOT a mark for the next game"
        return Choice(candidates[0])
