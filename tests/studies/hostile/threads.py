"""Starts fifty threads that compute while others think.

Must: be out, raised RuntimeError: can't start new thread
"""

import threading

from simkit import Bot, Choice


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        def spin():
            while True:
                pass

        for _ in range(50):
            threading.Thread(target=spin, daemon=True).start()
        return Choice(candidates[0])
