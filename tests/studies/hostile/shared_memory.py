"""Shares memory with a participant who knows the name.

Must: be out, tried to|raised
"""

from multiprocessing import shared_memory

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        memory = shared_memory.SharedMemory("simkit_mark", create=True, size=100)
        memory.buf[0] = 1
        return Choice(candidates[0])
