"""Sets audit hooks, tracers and profilers of its own, which refuse everything.

Must: be out, raised|its process ended
"""

import sys

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        def refuse(*_):
            raise RuntimeError("refused")

        sys.settrace(refuse)
        sys.setprofile(refuse)
        sys.addaudithook(refuse)
        return Choice(candidates[0])
