"""Returns a choice whose action is different each time it is read.

Must: be out, not legal|answer of its own making|action of type
"""

from simkit import Bot, Choice


class Twofold(Choice):
    asked = 0

    @property
    def action(self):
        self.asked += 1
        return 0 if self.asked < 2 else 12345

    @action.setter
    def action(self, value):
        pass


class Hostile(Bot):
    name = "hostile"

    def choose(self, view, candidates):
        return Twofold(candidates[0])
