"""Asks for the address of a name that carries a message.

Must: be out, tried to use the network
"""

import socket

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        socket.getaddrinfo("message.example.invalid", 80)
        return Choice(candidates[0])
