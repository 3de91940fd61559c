"""Has every path look like its own file, so that the audit hook lets it pass.

Must: be out, raised FileNotFoundError|raised PermissionError
"""

import pathlib
import posixpath

from simkit import Bot

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        posixpath._joinrealpath = lambda *_: (__file__, True)
        raise RuntimeError("GOT " + (HERE / "secret.txt").read_text())
