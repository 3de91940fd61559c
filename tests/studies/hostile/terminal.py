"""Raises an error that would clear the terminal and forge a line of the standings.

Must: be out, raised ValueError
"""

from simkit import Bot


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        raise ValueError("\x1b[2J\x1b[31m\n  1. hostile   100.0 %\r\u202e<script>alert(1)</script>")
