"""What a title declares about itself: actions, phases, points, columns, options, patchable figures.

Everything that is logged, printed, validated or made into a widget is derived from these records, so
that nothing outside a title's package needs to know the title.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

KIND_BITS: Final = 6
KIND_MASK: Final = (1 << KIND_BITS) - 1


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of an action, packed into `bits` bits of the action.

    Parameters
    ----------
    name
        Name of the argument, and of its column in `moves` unless `column` says otherwise.
    bits
        Width. 0 means unbounded (a mask); allowed only for the last argument of a kind.
    names
        Names of the values 0, 1, 2 ... for notation and categories; empty for plain numbers.
    meaning
        One sentence for the data dictionary.
    column
        Column of `moves` that shows this argument; several kinds may share one. "" = not logged
        (it can still be decoded from the action).
    """

    name: str
    bits: int
    names: tuple[str, ...] = ()
    meaning: str = ""
    column: str | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action; its number is its place in `Schema.kinds`."""

    name: str
    args: tuple[Arg, ...] = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A source of points; its number is its place in `Schema.sources`.

    Parameters
    ----------
    label
        How a line about a game names it, where the name with blanks does not do.
    """

    name: str
    meaning: str = ""
    label: str = ""

    @property
    def words(self) -> str:
        """Return what a line about a game calls it.

        Examples
        --------
        >>> Source("tech_tiles").words, Source("card_07", label="civ card 7").words
        ('tech tiles', 'civ card 7')
        """
        return self.label or self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one of the tables.

    `dtype` is int8, int16, int32, int64, uint64, float32, float64, bool, string or category (then
    `categories` lists the names of the codes 0, 1, 2 ...; -1 means "does not apply").
    """

    name: str
    dtype: str
    meaning: str = ""
    unit: str = ""
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """What makes a seat different and can be given by a line-up: faction, planet ...

    Parameters
    ----------
    column
        Column of `seats`; the first role of every title is ``faction``.
    key
        Name of the list in a spec's ``[lineup]`` and of the keyword of `Rules.deal`.
    values
        All values, in the title's order.
    exclusive
        Groups of values of which at most one may be in a game (two sides of one board).
    repeat
        May several seats of a game have the same value?
    """

    column: str
    key: str
    values: tuple[str, ...]
    exclusive: tuple[tuple[str, ...], ...] = ()
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A rule variant.

    Parameters
    ----------
    name, meaning
        What it is called, and what its values mean.
    values
        What is allowed; the first is the default.
    printed
        The values that the rulebook gives, variants that it describes included; empty = all of them.
        Reports name every option that is set to another value, the default too.
    seats
        Fewest and most players with whom the option has an effect; None = any number.
    value_seats
        Pairs of a value and the fewest and most players with whom this value has one.
    needs
        Other options without which it has no effect: pairs of a name and the values that it may have.
    replaces
        Pairs of a value and the roles (`Role.key`) that seats choose in play under it, so that a line-up
        cannot give them.

    Examples
    --------
    >>> bids = Option("payment", ("start", "end"), needs=(("factions", ("auction",)),))
    >>> bids.idle("end", 4, {"factions": "dealt"})
    "has an effect only with factions = 'auction'"
    """

    name: str
    values: tuple[object, ...]
    meaning: str = ""
    printed: tuple[object, ...] = ()
    seats: tuple[int, int] | None = None
    value_seats: tuple[tuple[object, tuple[int, int]], ...] = ()
    needs: tuple[tuple[str, tuple[object, ...]], ...] = ()
    replaces: tuple[tuple[object, tuple[str, ...]], ...] = ()

    def idle(self, value: object, seats: int, options: Mapping[str, object]) -> str:
        """Return why a value has no effect in a setting; empty where it has one.

        The default never counts as idle: whoever names it asks for what would be played anyway.
        """
        if value == self.values[0]:
            return ""
        allowed = next((range_ for one, range_ in self.value_seats if one == value), self.seats)
        if allowed is not None and not allowed[0] <= seats <= allowed[1]:
            low, high = allowed
            players = f"{low}" if low == high else f"{low} to {high}"
            return f"has an effect only with {players} player{'s' * (high > 1)}, not with {seats}"
        for name, values in self.needs:
            if options.get(name) not in values:
                wanted = " or ".join(repr(v) for v in values)
                return f"has an effect only with {name} = {wanted}"
        return ""


@dataclass(frozen=True, slots=True)
class Patchable:
    """A figure that a patch may change. `path` may hold ``*`` for one part of the path."""

    path: str
    low: float
    high: float
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Schema:
    """Everything a title declares about itself; see the fields' own classes."""

    kinds: tuple[Kind, ...]
    phases: tuple[str, ...]
    sources: tuple[Source, ...]
    roles: tuple[Role, ...]
    seat_range: tuple[int, int]
    options: tuple[Option, ...] = ()
    patchable: tuple[Patchable, ...] = ()
    move_columns: tuple[Column, ...] = ()
    seat_columns: tuple[Column, ...] = ()
    game_columns: tuple[Column, ...] = ()
    open_kinds: tuple[str, ...] = ()
    end_reasons: tuple[str, ...] = ("end",)
    decision_limit: int = 20_000
    kind_numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {kind.name: i for i, kind in enumerate(self.kinds)}
        if len(numbers) != len(self.kinds) or len(self.kinds) > KIND_MASK + 1:
            raise ValueError("kinds need distinct names, and there may be at most 64")
        for kind in self.kinds:
            for arg in kind.args[:-1]:
                if arg.bits <= 0:
                    raise ValueError(
                        f"{kind.name}.{arg.name}: only the last argument may be unbounded"
                    )
        object.__setattr__(self, "kind_numbers", numbers)

    @property
    def factions(self) -> tuple[str, ...]:
        """Values of the first role."""
        return self.roles[0].values

    def departures(self, options: Mapping[str, object]) -> list[str]:
        """List the options whose values are not those of the rulebook, the printed ones beside them.

        Examples
        --------
        >>> cities = Option("cities", (False, True), printed=(True,))
        >>> Schema((), (), (), (), (2, 4), (cities,)).departures({})
        ['cities = False (printed: True)']
        """
        found = []
        for option in self.options:
            value = options.get(option.name, option.values[0])
            if option.printed and value not in option.printed:
                printed = " or ".join(map(str, option.printed))
                found.append(f"{option.name} = {value} (printed: {printed})")
        return found

    def arg_columns(self) -> list[Column]:
        """Columns of `moves` that hold arguments of actions; shared ones are united."""
        found: dict[str, Column] = {}
        for kind in self.kinds:
            for arg in kind.args:
                name = arg.name if arg.column is None else arg.column
                if not name or arg.bits == 0 or arg.bits > 32:
                    continue
                if arg.names:
                    column = Column(name, "category", arg.meaning, categories=arg.names)
                else:
                    dtype = "int8" if arg.bits < 8 else "int16" if arg.bits < 16 else "int64"
                    column = Column(name, dtype, arg.meaning)
                old = found.setdefault(name, column)
                if (old.dtype, old.categories) != (column.dtype, column.categories):
                    raise ValueError(f"column {name!r} is declared in two ways ({kind.name})")
        return list(found.values())
