"""Calls a socket of the organiser's that has no file.

Must: be out, tried to use the network
"""

import socket

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect("\0simkit-organiser")
        return Choice(candidates[0])
