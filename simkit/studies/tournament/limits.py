"""How much a participant may use."""

from __future__ import annotations

from dataclasses import dataclass, fields

from simkit.core.errors import BadValue

WALL = 10  # times the processor time, plus as many seconds: what a decision may take by the clock


@dataclass(frozen=True, slots=True)
class Limits:
    """What a participant may use; who uses more is out.

    Times are processor time of the participant's process, so that a busy machine is unfair to nobody. By
    the clock everything may take ten times as long, and ten seconds: enough for a busy machine, too
    little for a bot that sleeps.

    Attributes
    ----------
    load
        Seconds to load the file.
    decision
        Seconds per decision.
    game
        Seconds per game, all decisions together.
    memory
        Megabytes of address space.
    output
        Kilobytes that may be printed per game.
    files
        Megabytes that may be written to the scratch folder.
    """

    load: float = 10.0
    decision: float = 1.0
    game: float = 60.0
    memory: int = 1024
    output: int = 1000
    files: int = 10

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
                raise BadValue(f"limit {field.name}", f"is a number above 0, not {value!r}")
