"""Finds the folders that the audit hook lets pass among all objects, and adds the root.

Must: be out, raised FileNotFoundError|raised PermissionError
"""

import gc
import pathlib
import types

from simkit import Bot

HERE = pathlib.Path(__file__).parent.parent


def _anything():
    fsdecode = realpath = None

    def within(path, places):
        return [fsdecode, realpath] and True

    return within.__code__


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__name__ == "within":
                thing.__code__ = _anything()
        raise RuntimeError("GOT " + (HERE / "secret.txt").read_text())
