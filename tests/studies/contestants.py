"""Files of bots for the tests of tournaments: sound ones of known strength, and one of each fault."""

HEAD = """
import simkit
from simkit import Bot, Choice

"""

# Prefers dear cards in so many of a hundred decisions, cheap ones otherwise: strength by one number.
SOUND = (
    HEAD
    + """
class Sound(Bot):
    PARAMS = ("skill",)
    name = "sound"

    def __init__(self, skill={skill}):
        self.skill = skill

    def choose(self, view, candidates):
        kind = self.rules.decode(candidates[0])[0]
        if kind != "offer":
            return Choice(candidates[0])
        worth = self.rules.tables.worth
        ranked = sorted(candidates, key=lambda a: worth[self.rules.decode(a)[1]["card"]])
        clever = self.whims.below(100) < self.skill
        return Choice(ranked[-1] if clever else ranked[0], 1.0, 0.5)
"""
)

BODY = (
    HEAD
    + """
class Faulty(Bot):
    name = "faulty"

    def choose(self, view, candidates):
        {line}
        return Choice(candidates[0])
"""
)


def faulty(*lines: str) -> str:
    return BODY.format(line="\n        ".join(lines))


FAULTS = {
    "loops": (faulty("while True: pass"), "s of processor time for a decision"),
    "allocates": (
        faulty("kept = []", "while True: kept.append(bytearray(1 << 24))"),
        "MB of memory",
    ),
    "raises": (
        faulty("1 / 0"),
        "raised ZeroDivisionError: division by zero (line 10 of raises.py)",
    ),
    "illegal": (faulty("return Choice(candidates[0] + (50 << 6))"), "which is not legal there"),
    "peeks": (
        HEAD
        + """
class Peeks(Bot):
    name = "peeks"
    reads_only_what_it_may = True  # asks for the live state

    def choose(self, view, candidates):
        others = [sum(hand) for seat, hand in enumerate(view.hands) if seat != self.seat]
        return Choice(candidates[sum(others) % len(candidates)])
""",
        "tried to read what is hidden from it",
    ),
    "writes": (
        faulty("try:", "    open('../../stolen.txt', 'w').write('x')", "except OSError: pass"),
        "tried to write to ../../stolen.txt",
    ),
    "prints": (faulty("print('x' * 500_000)"), "printed more than"),
}
