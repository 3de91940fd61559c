"""Imports another participant to ask it what it would do.

Must: be out, tried to read|raised ModuleNotFoundError
"""

import importlib
import pathlib
import sys

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        raise RuntimeError(f"GOT {importlib.import_module('honest')}")
