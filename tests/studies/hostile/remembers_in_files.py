"""Leaves a file, a link and a folder for its next game.

Must: stay in, empty-handed.
"""

import os
import pathlib

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)
        assert not os.listdir("."), f"GOT {os.listdir('.')} of the game before"

    def choose(self, view, candidates):
        pathlib.Path("notes.txt").write_text(str(view.hands[self.seat]))
        os.makedirs("folder", exist_ok=True)
        if not os.path.islink("link"):
            os.symlink(str(view.hands[self.seat]), "link")
        return Choice(candidates[0])
