"""Calls the organiser's port.

Must: be out, tried to use the network
"""

import socket

from simkit import Bot, Choice

PORT = 0


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        socket.create_connection(("127.0.0.1", PORT), 1).send(b"mark")
        return Choice(candidates[0])
