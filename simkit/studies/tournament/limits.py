"""How much a participant may use."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from simkit.core.errors import BadValue

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What a participant may use; who uses more is out.

    Most times are processor time of the participant's process, so that a busy machine is unfair to
    nobody. Limits by the clock keep a tournament from waiting: how long it takes at most follows from
    them. They leave out what was waited for a processor; and who breaks the limit per game is out only if
    it happens again when the game is played once more, at the end.

    Every seat of every game has a process of its own: a limit per game is one per seat.

    Attributes
    ----------
    load
        Seconds to load the file, which happens in every game.
    decision
        Seconds per decision.
    game
        Seconds per game, all decisions together, after the file has been loaded.
    idle
        Seconds per game that it may spend neither computing nor waiting for a processor: asleep.
    clock
        Seconds by the clock per game, whatever it does in them but wait for a processor.
    hours
        By the clock, for the whole tournament: of these each participant has an equal share.
    memory
        Megabytes of address space.
    output
        Kilobytes that may be printed per game.
    files
        Megabytes that the scratch folder holds.
    entries
        Files that the scratch folder holds.
    """

    load: float = 10.0
    decision: float = 1.0
    game: float = 60.0
    idle: float = 5.0
    clock: float = 90.0
    hours: float = 4.0
    memory: int = 1024
    output: int = 1000
    files: int = 10
    entries: int = 500

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
                raise BadValue(f"limit {field.name}", f"is a number above 0, not {value!r}")

    def share(self, participants: int) -> float:
        """Return how many seconds by the clock each of some participants has for all its games."""
        return self.hours * 3600 / max(1, participants)


def duration(seconds: float) -> str:
    """Say how long something takes, rounded up."""
    minutes = math.ceil(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{minutes} min"
