"""What goes over the pipes between the organiser and a participant's process.

Questions are pickles: the organiser is trusted. A participant is not, and unpickling what it sends would
run its code: an answer is a letter and some numbers, or a letter and a text. Both follow their length.

The template, from which participants' processes are forked, gets short requests over a socket of its own.

A view travels without the tables of its rules, which both sides have: the pickle holds their names.
Participants play the plain build; the organiser may play the compiled one.
"""

from __future__ import annotations

import io
import pickle
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO

from simkit.core.bot import Choice
from simkit.core.rules import Rules

HEAD = struct.Struct("<I")
VALUES = struct.Struct("<dd")
LONGEST_FAULT = 2000  # characters
LONGEST_ACTION = 512  # bytes of a number: more than any title's actions have
LONGEST_ANSWER = 1 + 4 * LONGEST_FAULT
COMPILED = "__mypyc_attrs__"  # of a compiled class: the names of its attributes
REQUEST = struct.Struct("<cq")  # to the template: what to do, with which process
FORK, ENDED, REAP = b"F", b"E", b"R"
REPLY = struct.Struct("<q")
RUNNING = -1  # instead of the wait status of a process that has ended
SCALARS = (int, float, str, bytes, bool, complex, type(None))

Name = tuple[str, ...]


def frame(data: bytes) -> bytes:
    """Put a message's length before it."""
    return HEAD.pack(len(data)) + data


def read_frame(file: BinaryIO) -> bytes | None:
    """Read one message; None at the end."""
    head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    return file.read(HEAD.unpack(head)[0])


def _attributes(thing: object) -> dict[str, Any]:
    """Return what an object holds: slotted, compiled or plain."""
    found: dict[str, Any] = {}
    for cls in type(thing).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        for name in (*names, *cls.__dict__.get(COMPILED, ())):
            if not name.startswith("__") and hasattr(thing, name):
                found[name] = getattr(thing, name)
    found.update(getattr(thing, "__dict__", {}))
    return found


def shared_parts(rules: Rules) -> dict[Name, Any]:
    """Return, by name, the objects that all states of some rules share: the rules and their tables."""
    found: dict[Name, Any] = {(): rules}
    for name, value in _attributes(rules).items():
        if isinstance(value, SCALARS):
            continue
        found[name,] = value
        for inner, part in _attributes(value).items():
            if isinstance(part, (list, dict, tuple)) and part:
                found[name, inner] = part
    return found


class Packer:
    """Packs questions about the states of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.shared = shared_parts(rules)  # holds the objects, so that their ids stay theirs
        self.names = {id(part): name for name, part in self.shared.items()}

    def pack(self, message: object) -> bytes:
        """Return a question as a framed pickle."""
        file = io.BytesIO()
        _Pickler(file, self.names).dump(message)
        return frame(file.getvalue())


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, names: dict[int, Name]) -> None:
        super().__init__(file, protocol=5)
        self.names = names

    def persistent_id(self, obj: Any) -> Name | None:
        return self.names.get(id(obj))

    def reducer_override(self, obj: Any) -> Any:
        """Take compiled objects apart, which pickle would have made anew by calling their class."""
        if hasattr(type(obj), COMPILED):
            return _blank, (type(obj),), _attributes(obj), None, None, _fill
        return NotImplemented


def _blank(cls: type) -> object:
    """Return an object of a plain class without its attributes."""
    return object.__new__(cls)


def _fill(thing: object, attributes: dict[str, Any]) -> None:
    for name, value in attributes.items():
        setattr(thing, name, value)


class Unpacker:
    """Unpacks questions about the states of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shared = shared_parts(rules)

    def unpack(self, data: bytes) -> Any:
        """Return a question."""
        return _Unpickler(io.BytesIO(data), self.shared).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: dict[Name, Any]) -> None:
        super().__init__(file)
        self.shared = shared

    def persistent_load(self, pid: Any) -> Any:
        return self.shared[pid]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a participant's process says.

    Attributes
    ----------
    fault
        What its bot did wrong; "" if nothing.
    claims
        Whether its bot sets `reads_only_what_it_may`.
    choice
        What its bot chose, if it was asked to.
    """

    fault: str = ""
    claims: bool = False
    choice: Choice | None = None


def answer_bytes(answer: Answer) -> bytes:
    """Return an answer as a framed message: a letter, then what belongs to it."""
    if answer.fault:
        said = answer.fault[:LONGEST_FAULT].encode(errors="replace")
        return frame(b"F" + said)
    if answer.choice is not None:
        action = answer.choice.action
        number = action.to_bytes(action.bit_length() // 8 + 1, "little", signed=True)
        values = VALUES.pack(answer.choice.value, answer.choice.runner_up)
        return frame(b"C" + values + number)
    return frame(b"R" + bytes([answer.claims]))


def answer_of(data: bytes) -> Answer:
    """Read an answer that somebody wrote who may have meant harm; raises ValueError if it is none."""
    kind, rest = data[:1], data[1:]
    if kind == b"F" and rest:
        return Answer(fault=rest.decode(errors="replace"))
    if kind == b"R" and rest in (b"\0", b"\1"):
        return Answer(claims=rest == b"\1")
    if kind == b"C" and 0 < len(rest) - VALUES.size <= LONGEST_ACTION:
        action = int.from_bytes(rest[VALUES.size :], "little", signed=True)
        return Answer(choice=Choice(action, *VALUES.unpack_from(rest)))
    raise ValueError("not an answer")
