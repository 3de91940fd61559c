"""Lifts its own limits, hiding the attempt.

Must: be out, tried to change its limits
"""

import contextlib
import resource

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with contextlib.suppress(Exception):
            resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        return Choice(candidates[0])
