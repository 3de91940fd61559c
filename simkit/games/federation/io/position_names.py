"""How positions and check cases name players, wings, floors and components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simkit.core.errors import UnknownName

LETTERS = "ABCD"
WINGS = ("left", "right")
FLOORS = {"bottom": "1", "middle": "2", "top": "3"}
# Other names: planets of the printed editions (terms.toml), rooms and industries (rules.md, 5).
ALIASES = {
    "6moon": "six_moons",
    "6moons": "six_moons",
    "sixmoons": "six_moons",
    "atalum": "atal",
    "arratooine": "arratuin",
    **{letter: f"room_{letter}" for letter in "abcdef"},
    "officersquarters": "room_a",
    "purchasingoffice": "room_b",
    "patronsoffice": "room_c",
    "presidentsoffice": "room_d",
    "assistantsroom": "room_e",
    "smalllounge": "room_f",
    "spying": "spy",
    "specialmissions": "missions",
    "generalproject": "general",
    "spaceshipyard": "shipyard",
    "transmutationchamber": "transmutation",
    "lavandiumreplicator": "replicator",
    "militaryacademy": "academy",
    "alterationincubator": "incubator",
    "spaceuniversity": "university",
}


def letter_seat(seats: int, letter: Any) -> int:
    """Return the seat of a player's letter."""
    known = LETTERS[:seats]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in known:
        raise UnknownName("player", letter, known)
    return known.index(letter)


def number_of(known: Iterable[str], name: Any, what: str) -> int:
    """Return the number of a named component; capitals, blanks and signs do not matter.

    A printed name of a planet or room stands for it, and so does a law's planet for the law.
    """
    names = list(known)
    if name in names:
        return names.index(name)
    found = same_name(names, name)
    if len(found) != 1:
        raise UnknownName(what, name, names, "position")
    return found[0]


def same_name(known: Iterable[str], name: Any) -> list[int]:
    """Return the numbers of the names that a name may stand for."""
    if not isinstance(name, str):
        return []
    bare = bare_name(name)
    alias = ALIASES.get(bare, bare)
    meant = {bare, bare_name(alias), bare_name(f"law_{alias}")}
    return [i for i, one in enumerate(known) if bare_name(one) in meant]


def bare_name(name: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(c for c in name.lower() if c.isalnum())


def only_keys(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Refuse a key that is not known; a misspelled one would be read as missing."""
    names = tuple(known)
    for key in given:
        if key not in names:
            raise UnknownName("state key", key, names, where)


def mask_of(known: Iterable[str], given: Iterable[Any], what: str) -> int:
    """Return the mask of named components."""
    found = 0
    for name in given:
        found |= 1 << number_of(known, name, what)
    return found


def floor_number(name: Any) -> int:
    """Return a floor given as a number or in words."""
    return number_of(list(FLOORS.values()), FLOORS.get(str(name), str(name)), "floor") + 1


def ids(known: Sequence[str], mask: int) -> list[str]:
    """Return the names of a mask."""
    return [name for i, name in enumerate(known) if mask >> i & 1]
