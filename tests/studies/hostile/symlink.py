"""Links to a file of the organiser's from its scratch folder, and reads the link.

Must: be out, tried to (read|change)
"""

import pathlib

from simkit import Bot

HERE = pathlib.Path(__file__).parent.parent


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        pathlib.Path("link").symlink_to(HERE / "secret.txt")
        raise RuntimeError("GOT " + pathlib.Path("link").read_text())
