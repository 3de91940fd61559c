"""What `tables` makes of single records of the component data, and of lists of effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.tables import Cost, Task


def voting_piece(ambassador: int) -> int:
    """Return the bits of a placement with the voting side up."""
    return ambassador << 11


def funding_piece(ambassador: int) -> int:
    """Return the bits of a placement with the funding side up."""
    return ambassador << 11 | 1 << 14


def cost(record: Mapping[str, int]) -> Cost:
    """Return the four numbers of a cost, reward or holding written by name."""
    for name in record:
        if name not in terms.RESOURCES:
            raise UnknownName("resource", name, terms.RESOURCES, "federation data")
    a, b, c, d = (int(record.get(name, 0)) for name in terms.RESOURCES)
    return (a, b, c, d)


def gains(tasks: Sequence[Task]) -> Cost:
    """Return what plain gains among `tasks` add to the resources."""
    total = [0, 0, 0, 0]
    for op, a, b, _ in tasks:
        if op == terms.GAIN:
            total[a] += b
    return (total[0], total[1], total[2], total[3])


def upside_down(effects: list[list[Task]]) -> list[list[Task]]:
    """Return lists of effects as they are laid on the stack of tasks, the first effect last."""
    return [tasks[::-1] for tasks in effects]


def plain(effects: list[list[Task]]) -> list[bool]:
    """Tell of lists of effects which are a gain of one resource and nothing else."""
    return [len(tasks) == 1 and tasks[0][0] == terms.GAIN for tasks in effects]


def first(tasks: Sequence[Task], op: int) -> int:
    """Return the first number of the first effect of a kind among `tasks`; -1 if there is none."""
    return next((task[1] for task in tasks if task[0] == op), -1)


def find(records: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    """Return the record with an id."""
    for record in records:
        if record["id"] == name:
            return record
    raise BadValue("federation data", f"has no record {name!r}")


def printed_wing(parts: Mapping[str, Any], space: int) -> int:
    """Return the wing that is printed on a space: 0 left, 1 right."""
    return ("left", "right").index(parts["senate"]["space"][space]["wing"])


def wing_space(space: Mapping[tuple[int, int], int], mark: Mapping[str, str]) -> int:
    """Return the space that a block token names, given those of all wings and actions."""
    return space[("left", "right").index(mark["wing"]), terms.PLANETS.index(mark["planet"])]
