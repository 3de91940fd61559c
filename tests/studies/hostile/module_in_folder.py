"""Leaves a module in its folder under the name of one that is imported later.

Must: be out, raised RuntimeError: not mine
"""

import importlib
import pathlib

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        pathlib.Path("colorsys.py").write_text("mine = True")
        raise RuntimeError(
            "GOT it" if hasattr(importlib.import_module("colorsys"), "mine") else "not mine"
        )
