"""What records of the data may say: the effects, what each needs, and which component carries which.

`check` refuses everything else when rules are made, with the path, the reason and the nearest right
word, so that no effect is taken and then does nothing.
"""

# Stays plain Python: it is asked for when rules are made, never in play.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from simkit.core.errors import BadValue, UnknownName
from simkit.games.federation.rules import terms


class Figure(NamedTuple):
    """A whole number from `low` to `high`; `usual` stands for one that is left out."""

    low: int
    high: int
    usual: int | None = None


class Word(NamedTuple):
    """One of some words; of `several`, a list of them."""

    names: tuple[str, ...]
    several: bool = False


class Effects(NamedTuple):
    """A list of effects, or of lists of them (`deep`)."""

    deep: bool


class Flag(NamedTuple):
    """True or false."""


Field = Figure | Word | Effects | Flag

SOME: Final = Figure(0, 20, 1)  # of things, steps or crystals
WHICH_PROJECT: Final = ("any", "same_any", "another")
WHICH_MEDAL: Final = ("any_not_owned", *terms.MEDALS)
COPIED: Final = ("planet", "room")
BUILT: Final = ("industry", "megastructure")
STEPPED: Final = terms.PLANETS[:2]  # those with something that moves

# By effect, what stands beside its name.
FIELDS: Final[dict[str, dict[str, Field]]] = {
    "gain": {"what": Word(terms.RESOURCES), "n": SOME},
    "gain_per": {
        "what": Word(terms.RESOURCES), "metric": Word(terms.METRICS), "k": Figure(0, 15),
    },
    "ship": {"n": SOME},
    "mission_marker": {"n": SOME},
    "mission_marker_all": {},
    "accredit": {"n": SOME},
    "level_boost_round": {"n": SOME},
    "level_boost_game": {"n": SOME},
    "die": {"n": SOME},
    "die_to": {"n": SOME},
    "alteration": {"strength": Figure(1, 4), "n": SOME},
    "alteration_draw_choose": {"strength": Figure(1, 4), "draw": Figure(1, 2)},
    "project": {"n": SOME, "which": Word(WHICH_PROJECT)},
    "pp_per": {"metric": Word(terms.METRICS), "k": Figure(-20, 40)},
    "medal": {"which": Word(WHICH_MEDAL)},
    "action": {"which": Word(terms.ACTIONS)},
    "copy_action": {"allowed": Word(COPIED, several=True)},
    "choose": {"options": Effects(deep=True)},
    "pick": {"n": SOME, "mixed": Flag(), "from": Effects(deep=False)},
    "trade_disc_free": {"level": Figure(1, 2), "bonus": Flag()},
    "build_free": {"which": Word(BUILT, several=True)},
    "discount_build": {"crystals": SOME},
    "industry_income_free": {"n": SOME},
    "refresh_erudite": {"level": Figure(1, 3)},
    "copy_erudite": {"max_level": Figure(1, 3)},
    "take_erudite": {"level": Figure(1, 3)},
    "extra_steps": {"n": SOME},
    "step_without_reward": {"which": Word(STEPPED, several=True), "n": SOME},
    "transmute": {"n": SOME},
    "president": {},
    "special_ambassador": {},
}  # fmt: skip

# What works on a move or a construction that is under way, by the planets on which it does.
ON_THE_WAY: Final[dict[str, tuple[str, ...]]] = {
    "discount_build": ("e81216",),
    "extra_steps": ("neo", "six_moons"),
}
NOT_ON_THE_WAY: Final = tuple(op for op in FIELDS if op not in ON_THE_WAY)


class Carrier(NamedTuple):
    """A kind of component: what it is called, the effects that it can carry, and why no others."""

    name: str
    effects: tuple[str, ...]
    why: str


NO_ACTION: Final = "no move and no construction is under way when it works"
LAW: Final = Carrier(
    "a law", ("pp_per",), "it scores for the seats as it passes, when nobody is on turn"
)
START_TILE: Final = Carrier(
    "a start tile",
    tuple(op for op in NOT_ON_THE_WAY if op != "refresh_erudite"),
    "nobody has an erudite, a move or a construction when it works",
)
DEEP_TILE: Final = Carrier("a Deep Space tile", NOT_ON_THE_WAY, NO_ACTION)
TOKEN: Final = Carrier("an alteration token", NOT_ON_THE_WAY, NO_ACTION)
MISSION: Final = Carrier("a special mission", NOT_ON_THE_WAY, NO_ACTION)
SHOP: Final = Carrier("a shop", NOT_ON_THE_WAY, NO_ACTION)
INDUSTRY: Final = Carrier("an industry", NOT_ON_THE_WAY, NO_ACTION)
ROOM: Final = Carrier("a room", NOT_ON_THE_WAY, NO_ACTION)


def erudite(timing: str, planet: str) -> Carrier:
    """Return what an erudite can carry that works at a moment, on a planet (or "")."""
    if timing != "planet_action":
        why = "it works outside of a move and a construction (its timing is not 'planet_action')"
        return Carrier("this erudite", NOT_ON_THE_WAY, why)
    carried = tuple(op for op in FIELDS if planet in ON_THE_WAY.get(op, (planet,)))
    return Carrier("this erudite", carried, f"it works in the action on {planet}")


def check(path: str, carrier: Carrier, records: Any) -> None:
    """Refuse a list of effects that a component cannot carry, or that is not written as it has to be."""
    if not isinstance(records, Sequence) or isinstance(records, str):
        raise BadValue(path, f"is a list of effects, not {records!r}")
    for i, record in enumerate(records):
        check_effect(f"{path}.{i}", carrier, record)


def check_effect(path: str, carrier: Carrier, record: Any) -> None:
    """Refuse an effect that a component cannot carry, or that is not written as it has to be."""
    if not isinstance(record, Mapping):
        raise BadValue(path, f"is a table like {{ op = 'gain', ... }}, not {record!r}")
    op = record.get("op")
    if op not in FIELDS:
        raise UnknownName("effect", op, carrier.effects, f"{path}.op")
    if op not in carrier.effects:
        raise BadValue(
            f"{path}.op", f"{carrier.name} cannot carry {op!r}: {carrier.why}{able(carrier)}"
        )
    fields = FIELDS[op]
    for key in record:
        if key != "op" and key not in fields:
            raise UnknownName("figure", key, fields, f"{path} ({op})")
    for key, field in fields.items():
        check_field(f"{path}.{key}", carrier, field, record.get(key))


def able(carrier: Carrier) -> str:
    """Return what a component can carry instead, where that is little."""
    return f"; it can carry {' or '.join(carrier.effects)}" if len(carrier.effects) < 4 else ""


def check_field(path: str, carrier: Carrier, field: Field, value: Any) -> None:
    """Refuse what stands beside the name of an effect, if it is not of its kind."""
    if isinstance(field, Figure):
        whole_number(path, field, field.usual if value is None else value)
    elif isinstance(field, Flag):
        if not isinstance(value, bool):
            raise BadValue(path, f"is true or false, not {value!r}")
    elif isinstance(field, Effects):
        for i, one in enumerate(value if isinstance(value, list) and value else [None]):
            (check if field.deep else check_effect)(f"{path}.{i}", carrier, one)
    elif field.several:
        for one in value if isinstance(value, list) and value else [None]:
            number(field.names, one, "word", path)
    else:
        number(field.names, value, "word", path)


def whole_number(path: str, figure: Figure, value: Any) -> None:
    """Refuse what is not a whole number in the range of a figure."""
    if value is None:
        raise BadValue(path, f"is missing; it is {figure.low} to {figure.high}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadValue(path, f"is a whole number, not {value!r}")
    if not figure.low <= value <= figure.high:
        raise BadValue(path, f"{value} is outside {figure.low} to {figure.high}")


def number(names: Sequence[str], name: Any, what: str, path: str) -> int:
    """Return the number of a name; another is refused, with its path and the nearest right one."""
    if name is None:
        raise BadValue(path, f"is missing; it is one of {', '.join(names)}")
    if name not in names:
        raise UnknownName(what, name, names, path)
    return names.index(name)
