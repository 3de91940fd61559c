"""The rules of one title in one setting: seats, options, component data, patch. Immutable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from simkit.core.components import Components, Marked, Patch, shipped
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.memo import caches_wanted
from simkit.core.schema import KIND_BITS, KIND_MASK, Arg, Schema

if TYPE_CHECKING:
    from pathlib import Path

    from simkit.core.state import State

NOTATION = re.compile(r"\[([^\[\]]*)\]\s*$")


class Rules:
    """A title in one setting; build it with `simkit.rules`.

    A title subclasses it, sets the class attributes and implements `deal` and `position`.

    Attributes
    ----------
    title, version
        The title's name; the version rises with every change that can alter a game.
    schema
        What the title declares about itself.
    seats, options, patch, components
        This setting.
    caches
        Whether anything is remembered that could be worked out anew (`simkit.core.memo`).
    """

    title: ClassVar[str] = ""
    version: ClassVar[int] = 1
    schema: ClassVar[Schema]
    caches: bool

    def __new__(cls, *_: Any, caches: bool | None = None, **__: Any) -> Rules:
        """Return rules that are not set up yet: titles need not hand `caches` on in ``__init__``."""
        made = super().__new__(cls)
        made.caches = caches_wanted() if caches is None else caches
        return made

    def __init__(
        self, seats: int, options: Mapping[str, Any] | None = None, patch: Patch | None = None
    ) -> None:
        low, high = self.schema.seat_range
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            raise BadValue("seats", f"{self.title} is played by {low} to {high}, not {seats!r}")
        self.seats = seats
        self.options = self._checked_options(options or {})
        self.patch: dict[str, Any] = dict(patch or {})
        self.components = self.components_with(self.patch)

    @classmethod
    def components_with(cls, patch: Patch | None = None) -> Components:
        """Return the component data with a patch; whatever the schema does not allow is refused."""
        schema = cls.schema
        return Components(
            cls.data_folder(), schema.patchable, patch, schema.structural, schema.notes
        )

    @classmethod
    def data_folder(cls) -> Path:
        """Return the folder of the title's component data."""
        return shipped("data") / cls.title

    @classmethod
    def data_confidence(cls) -> Sequence[Marked]:
        """Return every figure of the data with how sure it is; empty where the data bear no marks."""
        return ()

    def _checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        known = {option.name: option for option in self.schema.options}
        for name, value in given.items():
            if name not in known:
                raise UnknownName("option", name, known, self.title)
            values = known[name].values
            if not any(
                value == v and isinstance(value, bool) == isinstance(v, bool) for v in values
            ):
                raise UnknownName(
                    "value", value, [str(v) for v in values], f"{self.title}: option {name}"
                )
        options = {name: given.get(name, option.values[0]) for name, option in known.items()}
        for name, value in options.items():
            why = known[name].idle(value, self.seats, options)
            if why:
                raise BadValue(f"{self.title}: option {name}", f"{value!r} {why}")
        return options

    def chosen_in_play(self) -> frozenset[str]:
        """Return the roles that seats choose in play under these options; no line-up can give them."""
        return frozenset(
            key
            for option in self.schema.options
            for value, keys in option.replaces
            if self.options[option.name] == value
            for key in keys
        )

    def departures(self) -> list[str]:
        """List the options that differ from the rulebook, with what is printed."""
        return self.schema.departures(self.options)

    def __repr__(self) -> str:
        parts = [repr(self.title), f"seats={self.seats}"]
        parts += [f"{k}={v!r}" for k, v in self.options.items()]
        if self.patch:
            parts.append(f"patch={self.patch!r}")
        return f"simkit.rules({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        from simkit.core.registry import rules

        setting = self.title, self.seats, self.options, self.patch, self.caches
        return _rebuild, (rules, *setting)

    # What a title implements -------------------------------------------------------------------

    def deal(self, luck: Luck, **fixed: Any) -> State:
        """Set up a game. `fixed` gives anything the deal would draw: roles, map, deck order ..."""
        raise NotImplementedError

    def position(self, spec: Mapping[str, Any]) -> State:
        """Return the state that a readable dict describes: puzzles, cases, teaching."""
        raise NotImplementedError

    def words(self, state: State, action: int) -> str:
        """Say an action in words; titles override this."""
        return self.notation(action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going that its own words do not say; titles override this.

        Income, draws, sales, floors, laws, events, upkeep: whatever a player at the table would see
        happen before the next decision. `simkit.core.narration` adds the points, for every title.

        Parameters
        ----------
        before, after
            The state before the action, and after it at the next decision.
        viewer
            The seat that is told, which hears nothing that is hidden from it; None hears everything.
        """
        return []

    def opening(self, state: State, viewer: int | None = None) -> list[str]:
        """Say what lies open before the first decision of a game; titles override this.

        What the deal has brought and no action tells: starting tiles, open cards, who begins. `viewer`
        hears nothing that is hidden from it; None hears everything.
        """
        return []

    # Actions -----------------------------------------------------------------------------------

    def encode(self, kind: str, **args: Any) -> int:
        """Pack an action. Named values may be given by name or number."""
        numbers = self.schema.kind_numbers
        if kind not in numbers:
            raise UnknownName("action", kind, numbers, self.title)
        number = numbers[kind]
        action, shift = number, KIND_BITS
        wanted = self.schema.kinds[number].args
        names = [arg.name for arg in wanted]
        for name in args:
            if name not in names:
                raise UnknownName("argument", name, names, kind)
        for arg in wanted:
            if arg.name not in args:
                raise BadValue(kind, f"needs the argument {arg.name!r}")
            value = self._arg_value(kind, arg, args[arg.name])
            action |= value << shift
            shift += arg.bits
        return action

    def _arg_value(self, kind: str, arg: Arg, value: Any) -> int:
        if isinstance(value, str) and arg.names and value in arg.names:
            return arg.names.index(value)
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise UnknownName(arg.name, value, arg.names, kind) from None
        limit = len(arg.names) if arg.names else 1 << arg.bits if arg.bits else None
        if number < 0 or (limit is not None and number >= limit):
            raise BadValue(f"{kind}: {arg.name}", f"{number} is not below {limit}")
        return number

    def decode(self, action: int) -> tuple[str, dict[str, int]]:
        """Unpack an action into its kind and arguments (as numbers).

        Raises
        ------
        BadValue
            If no action is packed like this.
        """
        if action < 0 or (action & KIND_MASK) >= len(self.schema.kinds):
            raise BadValue("action", f"{action} is not an action of {self.title}")
        kind = self.schema.kinds[action & KIND_MASK]
        rest = action >> KIND_BITS
        args: dict[str, int] = {}
        for arg in kind.args:
            if arg.bits:
                args[arg.name] = rest & ((1 << arg.bits) - 1)
                rest >>= arg.bits
            else:
                args[arg.name], rest = rest, 0
        if rest:
            raise BadValue("action", f"{action} has more than the arguments of {kind.name!r}")
        return kind.name, args

    def notation(self, action: int) -> str:
        """Write an action in the notation that `parse` reads: ``kind arg=value ...``."""
        name, args = self.decode(action)
        kind = self.schema.kinds[action & KIND_MASK]
        parts = [name]
        for arg in kind.args:
            value = args[arg.name]
            parts.append(f"{arg.name}={arg.names[value] if value < len(arg.names) else value}")
        return " ".join(parts)

    def parse(self, text: str) -> int:
        """Read an action: its notation, or a description that ends with the notation in brackets.

        Examples
        --------
        >>> rules.parse("build a mine [build hex=12]") == rules.encode("build", hex=12)  # doctest: +SKIP
        True
        """
        found = NOTATION.search(text)
        words = (found.group(1) if found else text).split()
        if not words:
            raise SimkitError("an action is written like 'kind arg=value'; nothing was given")
        args: dict[str, str] = {}
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals:
                raise BadValue("action", f"{word!r} in {text!r} is not written as name=value")
            args[name] = value
        return self.encode(words[0], **args)

    def describe(self, state: State, action: int) -> str:
        """Say an action in words, followed by its notation in brackets where they differ."""
        words, notation = self.words(state, action), self.notation(action)
        return words if words == notation else f"{words} [{notation}]"


def _rebuild(
    build: Any,
    title: str,
    seats: int,
    options: dict[str, Any],
    patch: dict[str, Any],
    caches: bool,
) -> Rules:
    made: Rules = build(title, seats=seats, patch=patch, caches=caches, **options)
    return made
