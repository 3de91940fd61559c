"""What a title declares about itself: its name, actions, phases, points, columns, options, and so on.

Everything that is logged, printed, validated or made into a widget is derived from these records, so
that nothing outside a title's package needs to know the title.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

KIND_BITS: Final = 6
KIND_MASK: Final = (1 << KIND_BITS) - 1

COLUMN_ROLES: Final[dict[str, str]] = {
    "key": "names the row, or the game it belongs to",
    "plan": "set by the plan of the run: deal, line-up, bot, number of seats",
    "identity": "what makes the seat different: its faction, its planet",
    "setup": "lies open before the first decision: what the set-up dealt, drew or fixed",
    "position": "place in the order of play, fixed before the first decision",
    "choice": "what was decided",
    "opinion": "what the bot thought of it",
    "held": "what the seat or the table has when the row is written, or how far it has come",
    "gain": "what came in over the game",
    "cost": "what was paid or given up for something over the game",
    "count": "how often something was done over the game",
    "luck": "chance during play, which nobody chose",
    "points": "points by source, or how many there are so far",
    "outcome": "how the game ended: score, rank, verdict",
}
"""What a column may say of a game (`Column.role`), and what each word means."""
KNOWN_AT_START: Final = frozenset({"key", "plan", "identity", "setup", "position"})
"""Roles of the columns that stand before the first decision; all others follow from play."""
LUCK_FOLLOWS: Final[dict[str, str]] = {
    "seat": "the place at the table: whoever sits there meets the same luck",
    "slot": "the slot of the line-up: it goes with faction and hand, wherever these sit",
    "table": "the table: all seats alike",
}
"""What the luck of a deal may follow when it is played again with other seats (`Schema.luck_follows`)."""
COMBINATIONS: Final[dict[str, str]] = {
    "sum": "the answers are added up",
    "first answer": "the first that answers decides",
    "replace": "each answer takes the place of the one before",
    "all must agree": "allowed only if no answer forbids it",
}
"""How the answers of several abilities to one hook may combine (`Hook.combine`)."""
MORE: Final[dict[str, str]] = {
    "good": "more of it helps its owner",
    "bad": "more of it hurts its owner",
    "neutral": "it is the table's, or whom more of it helps depends on the position",
}
"""What more of a figure does for its owner (`Patchable.more`)."""


def label_of(code: str, codes: tuple[str, ...], labels: tuple[str, ...]) -> str:
    """Return the printed name of a code; without labels it is the code with blanks.

    Examples
    --------
    >>> label_of("terra", ("terra", "nav"), ("terraforming", "navigation"))
    'terraforming'
    >>> label_of("old_earth", ("old_earth",), ())
    'old earth'
    """
    return labels[codes.index(code)] if labels else code.replace("_", " ")


def check_labels(place: str, codes: tuple[str, ...], labels: tuple[str, ...]) -> None:
    """Raise ValueError unless there are no labels, or one for every code."""
    if labels and len(labels) != len(codes):
        raise ValueError(f"{place}: {len(labels)} labels for {len(codes)} codes")
    for code, label in zip(codes, labels, strict=False):
        if code and not label:
            raise ValueError(f"{place}: the label of {code!r} is empty")


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
    labels
        Printed names of the values, beside `names`; empty = the names with blanks.
    """

    name: str
    bits: int
    names: tuple[str, ...] = ()
    meaning: str = ""
    column: str | None = None
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_labels(f"argument {self.name!r}", self.names, self.labels)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action; its number is its place in `Schema.kinds`.

    Parameters
    ----------
    gives_up
        Whether it gives away what its arguments name: the more that is worth, the less the action.
    """

    name: str
    args: tuple[Arg, ...] = ()
    meaning: str = ""
    gives_up: bool = False


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

    Parameters
    ----------
    name
        Its name in the table.
    dtype
        int8, int16, int32, int64, uint64, float32, float64, bool, string or category.
    meaning
        One sentence for the data dictionary.
    unit
        Unit of a figure; empty for plain numbers.
    categories
        Of a category: names of the codes 0, 1, 2 ...; -1 means "does not apply".
    labels
        Printed names of the categories, beside them; empty = the categories with blanks.
    role
        What the column says of a game, a word of `COLUMN_ROLES`: above all whether it was known at the
        start or follows from play. Empty = not declared.

    Examples
    --------
    >>> tile = Column("area", "category", categories=("terra",), labels=("terraforming",), role="setup")
    >>> tile.label_of("terra"), tile.known_at_start
    ('terraforming', True)
    """

    name: str
    dtype: str
    meaning: str = ""
    unit: str = ""
    categories: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    role: str = ""

    def __post_init__(self) -> None:
        check_labels(f"column {self.name!r}", self.categories, self.labels)
        if self.role and self.role not in COLUMN_ROLES:
            raise ValueError(
                f"column {self.name!r}: unknown role {self.role!r}; "
                f"there are {', '.join(COLUMN_ROLES)}"
            )

    @property
    def known_at_start(self) -> bool:
        """Tell whether its value stands before the first decision of the game."""
        return self.role in KNOWN_AT_START

    def label_of(self, category: str) -> str:
        """Return the printed name of a category."""
        return label_of(category, self.categories, self.labels)


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
    labels
        Printed names of the values, beside them; empty = the values with blanks.
    """

    column: str
    key: str
    values: tuple[str, ...]
    exclusive: tuple[tuple[str, ...], ...] = ()
    repeat: bool = False
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_labels(f"role {self.column!r}", self.values, self.labels)

    def label_of(self, value: str) -> str:
        """Return the printed name of a value."""
        return label_of(value, self.values, self.labels)


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
    """A leaf of the component data that a patch may change, or many of them by a pattern.

    Every leaf of ``data/<title>/`` is exactly one of three: patchable, `Structural`, or a note
    (`Schema.notes`). Whatever is patchable takes effect in rules, bots, boards, words and log.

    Parameters
    ----------
    path
        Where it stands; ``*`` stands for one part of a path.
    low, high
        Range of a number.
    unit, meaning
        For the data dictionary.
    more
        What more of it does for its owner, a word of `MORE`; empty = not declared yet.
    values
        All values that a word or a choice may take; empty = any of its type.
    shown
        Where people see it: ``"board"``, ``"words"`` (of actions, consequences or the opening), or both.
    where
        Conditions on the table in which the leaf stands, all of which must hold: ``"key"`` (it has the
        key), ``"!key"``, ``"key=value"`` or ``"key!=value"``, values written as in the data.

    Examples
    --------
    >>> Patchable("cards.*.cost", 0, 7, "cards", more="bad", where=("!start_number",)).holds({"cost": 2})
    True
    """

    path: str
    low: float
    high: float
    unit: str = ""
    meaning: str = ""
    more: str = ""
    values: tuple[object, ...] = ()
    shown: tuple[str, ...] = ("board",)
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.more and self.more not in MORE:
            raise ValueError(
                f"patchable {self.path!r}: more is one of {', '.join(MORE)}, not {self.more!r}"
            )
        if "**" in self.path.split("."):
            raise ValueError(f"patchable {self.path!r}: ** is for structural leaves and notes")

    def holds(self, table: Mapping[str, object]) -> bool:
        """Tell whether the conditions hold in the table of a leaf."""
        return conditions_hold(self.where, table)


@dataclass(frozen=True, slots=True)
class Structural:
    """Leaves of the component data that no patch may change, with the reason.

    Parameters
    ----------
    path
        Pattern; ``*`` stands for one part of a path, ``**`` for any number of parts, none included.
    reason
        Why not, as a sentence that follows the leaf's name: "is ...".
    where
        As in `Patchable`.
    """

    path: str
    reason: str
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.reason:
            raise ValueError(f"structural {self.path!r}: say why no patch may change it")

    def holds(self, table: Mapping[str, object]) -> bool:
        """Tell whether the conditions hold in the table of a leaf."""
        return conditions_hold(self.where, table)


def conditions_hold(where: tuple[str, ...], table: Mapping[str, object]) -> bool:
    """Tell whether all conditions hold in a table of the component data (`Patchable.where`).

    Examples
    --------
    >>> conditions_hold(("op=draw", "!cards"), {"op": "draw", "n": 2})
    True
    >>> conditions_hold(("op!=draw",), {"op": "draw"})
    False
    """
    for condition in where:
        key, sign, value = condition.partition("=")
        negated = key.startswith("!") or key.endswith("!")
        key = key.strip("!")
        if (key in table and (not sign or str(table[key]) == value)) == negated:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Chapter:
    """A kind of chapter into which a game falls: a round, a phase of a round, a stretch of rounds.

    Chapters of one kind follow each other without a gap. Bots that look ahead or think afresh from time
    to time do so at the beginning of one. Which one it is follows from the state alone, see `number`.

    Parameters
    ----------
    name
        Short name, as settings of bots give it.
    meaning
        What happens in one, in one sentence.
    rounds
        How many rounds make one chapter. Round 0, where a title has one, is the set-up and a chapter
        of its own.
    parts
        Groups of phases that a round is cut into; empty = a round is not cut.
    label
        What people are told it is called; empty = the name with blanks.

    Examples
    --------
    >>> Chapter("stretch", rounds=5).number(6, "play") > Chapter("stretch", rounds=5).number(5, "play")
    True
    >>> half = Chapter("half", parts=(("income",), ("build", "trade")))
    >>> half.number(3, "build") == half.number(3, "trade") != half.number(3, "income")
    True
    """

    name: str
    meaning: str = ""
    rounds: int = 1
    parts: tuple[tuple[str, ...], ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError(f"chapter {self.name!r}: rounds is at least 1, not {self.rounds}")
        if self.rounds > 1 and self.parts:
            raise ValueError(f"chapter {self.name!r}: either joins rounds or cuts them, not both")
        phases = [phase for part in self.parts for phase in part]
        if len(set(phases)) < len(phases):
            raise ValueError(f"chapter {self.name!r}: a phase stands in two parts")

    @property
    def words(self) -> str:
        """Return what people are told it is called."""
        return self.label or self.name.replace("_", " ")

    def number(self, round_: int, phase: str) -> tuple[int, int]:
        """Return which chapter it is in a round and phase: it changes when the next one begins."""
        part = next((i for i, part in enumerate(self.parts) if phase in part), 0)
        return (round_ + self.rounds - 1) // self.rounds, part


@dataclass(frozen=True, slots=True)
class Hook:
    """A question of the rules that abilities of factions, cards and the like may answer.

    Parameters
    ----------
    name
        Short name, as records of abilities give it.
    meaning
        What is asked, in one sentence.
    combine
        How several answers combine, a word of `COMBINATIONS`.

    Examples
    --------
    >>> Hook("range", "how much farther the seat reaches", "sum").combine
    'sum'
    """

    name: str
    meaning: str
    combine: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"hook {self.name!r}: is named like a function, in letters and _")
        if not self.meaning:
            raise ValueError(f"hook {self.name!r}: needs a meaning")
        if self.combine not in COMBINATIONS:
            raise ValueError(
                f"hook {self.name!r}: unknown combination {self.combine!r}; "
                f"there are {', '.join(COMBINATIONS)}"
            )


@dataclass(frozen=True, slots=True)
class Schema:
    """Everything a title declares about itself; see also the classes of the fields.

    Parameters
    ----------
    kinds
        Kinds of actions; their numbers are their places.
    phases
        Names of the phases; `State.phase` is the place of one.
    sources
        Sources of points.
    roles
        What makes seats different; the first one is the faction.
    seat_range
        Fewest and most players.
    options
        Rule variants.
    patchable
        Figures that a patch may change.
    move_columns, seat_columns, game_columns
        Columns of the tables `moves`, `seats` and `games` beyond those of all titles.
    open_kinds
        Kinds of which `State.legal` does not list every action.
    end_reasons
        Why a game may end; `State.end_reason` is the place of one.
    decision_limit
        Decisions after which a game that has not ended counts as broken.
    label
        Printed name of the title.
    caution
        What everybody is to be told about results of this title; empty for most titles.
    secret_kinds
        Kinds of actions that the other seats do not see when they are taken; None = all, as a title
        that says nothing must not give anything away.
    chapters
        Kinds of chapters of the game, the longest first.
    luck_follows
        What the luck of a deal follows when it is played again with other seats: a word of
        `LUCK_FOLLOWS`.
    hooks
        Questions of the rules that abilities may answer.
    structural
        Leaves of the component data that no patch may change, with the reasons.
    notes
        Patterns of leaves that nothing reads (sources, confidence, remarks), as in `Structural.path`;
        whatever stands under a key ``notes`` is a note as well.
    phase_labels
        Printed names of the phases; empty = the names with blanks.

    Attributes
    ----------
    kind_numbers
        Number of every kind by its name.
    secret_numbers
        Numbers of the secret kinds.
    """

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
    label: str = ""
    caution: str = ""
    secret_kinds: tuple[str, ...] | None = None
    chapters: tuple[Chapter, ...] = (Chapter("round", "a round"),)
    luck_follows: str = "seat"
    hooks: tuple[Hook, ...] = ()
    phase_labels: tuple[str, ...] = ()
    structural: tuple[Structural, ...] = ()
    notes: tuple[str, ...] = ()
    kind_numbers: dict[str, int] = field(init=False, repr=False, compare=False)
    secret_numbers: frozenset[int] = field(init=False, repr=False, compare=False)

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
        secret = numbers if self.secret_kinds is None else self.secret_kinds
        for name in secret:
            if name not in numbers:
                raise ValueError(f"secret_kinds: there is no kind {name!r}")
        object.__setattr__(self, "secret_numbers", frozenset(numbers[name] for name in secret))
        check_labels("phases", self.phases, self.phase_labels)
        self._check_chapters()
        if self.luck_follows not in LUCK_FOLLOWS:
            raise ValueError(
                f"luck_follows: is one of {', '.join(LUCK_FOLLOWS)}, not {self.luck_follows!r}"
            )
        if len({hook.name for hook in self.hooks}) < len(self.hooks):
            raise ValueError("hooks need distinct names")

    def _check_chapters(self) -> None:
        """Refuse chapters that cannot be told apart, or that miss a phase."""
        if not self.chapters:
            raise ValueError("chapters: a title has at least one kind of chapter")
        if len({chapter.name for chapter in self.chapters}) < len(self.chapters):
            raise ValueError("chapters need distinct names")
        for chapter in self.chapters:
            named = {phase for part in chapter.parts for phase in part}
            if named and named != set(self.phases):
                wrong = ", ".join(sorted(named ^ set(self.phases)))
                raise ValueError(
                    f"chapter {chapter.name!r}: parts name every phase once, but for: {wrong}"
                )

    @property
    def factions(self) -> tuple[str, ...]:
        """Values of the first role."""
        return self.roles[0].values

    def phase_label(self, number: int) -> str:
        """Return the printed name of a phase, given as `State.phase`."""
        return label_of(self.phases[number], self.phases, self.phase_labels)

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
                    column = Column(
                        name, "category", arg.meaning, "", arg.names, arg.labels, "choice"
                    )
                else:
                    dtype = "int8" if arg.bits < 8 else "int16" if arg.bits < 16 else "int64"
                    column = Column(name, dtype, arg.meaning, role="choice")
                old = found.setdefault(name, column)
                one, other = replace(old, meaning=""), replace(column, meaning="")
                if one != other:
                    raise ValueError(f"column {name!r} is declared in two ways ({kind.name})")
        return list(found.values())
