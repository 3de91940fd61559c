"""The map of a game: sectors laid out and turned, their planets, and the adjacency rule.

Rules: ``map.toml`` and ``sectors.toml``; rules.md section 1.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from simkit.core.components import Components
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import BITS, Geometry, cells_of, geometry, rotate

Hex = tuple[int, int]
TRIES: Final = 10_000
PLANET_TYPES: Final = 10  # the lost planet's among them


class Galaxy:
    """One laid-out map.

    Attributes
    ----------
    shape
        The geometry of its hexes.
    planet
        Planet type by cell, or `NO_PLANET`.
    sector
        Number of the sector by cell, counted in the order of `names`.
    type_mask, planets
        Mask of the planets of each type, and of all.
    text
        The layout in one line, for the log.
    count, numbers
        How many planets there may be, and their numbers by cell; the lost planet, wherever it comes,
        has the last one.
    """

    def __init__(
        self,
        shape: Geometry,
        planet: list[int],
        sector: list[int],
        type_mask: list[int],
        names: list[tuple[str, list[int], list[str]]],
        text: str,
    ) -> None:
        self.shape = shape
        self.planet = planet
        self.sector = sector
        self.names = names  # of hexes: what several share, their cells, and what sets them apart
        self.text = text
        self.type_mask = type_mask
        self.planets = 0
        for mask in type_mask:
            self.planets |= mask
        cells = cells_of(self.planets)
        self.count = len(cells) + 1
        self.numbers = [len(cells)] * shape.size
        for number, cell in enumerate(cells):
            self.numbers[cell] = number

    @property
    def label(self) -> dict[int, str]:
        """Label by cell, e.g. ``7B3``; worked out when asked for, which few games are."""
        return _labels(self)

    def cell_named(self, name: str) -> int:
        """Return the cell of ``7B3`` (sector and label) or ``-3x4`` (axial coordinates)."""
        by_label = _by_label(self)
        if name in by_label:
            return by_label[name]
        if "x" in name:
            q, _, r = name.partition("x")
            try:
                return self.shape.cell[int(q), int(r)]
            except (ValueError, KeyError):
                pass
        raise UnknownName("hex", name, by_label)


@functools.lru_cache(maxsize=8)
def _labels(galaxy: Galaxy) -> dict[int, str]:
    return {
        cell: common + own
        for common, cells, owns in galaxy.names
        for cell, own in zip(cells, owns, strict=True)
    }


@functools.lru_cache(maxsize=8)
def _by_label(galaxy: Galaxy) -> dict[str, int]:
    return {label: cell for cell, label in _labels(galaxy).items()}


def sector_number(code: str) -> str:
    """Return the printed number of a sector code: ``7B`` -> ``7``."""
    return code.rstrip("AB")


def from_hexes(hexes: Sequence[Sequence[Any]]) -> Galaxy:
    """Build a map from ``[q, r, label, planet, sector]`` rows (see log_notation.md)."""
    coordinates = tuple(sorted((int(row[0]), int(row[1])) for row in hexes))
    if len(set(coordinates)) != len(coordinates):
        raise BadValue("map", "names a hex twice")
    shape = geometry(coordinates)
    planet, sector = [terms.NO_PLANET] * shape.size, [0] * shape.size
    type_mask = [0] * PLANET_TYPES
    names: list[str] = []
    cells: list[int] = []
    labels: list[str] = []
    for q, r, name, kind, part in hexes:
        cell = shape.cell[int(q), int(r)]
        if kind != "empty" and kind not in terms.PLANETS:
            raise UnknownName("planet", kind, terms.PLANETS, f"map: hex {name}")
        if kind != "empty":
            planet[cell] = terms.PLANETS.index(kind)
            type_mask[planet[cell]] |= 1 << cell
        if part not in names:
            names.append(part)
        sector[cell] = names.index(part)
        cells.append(cell)
        labels.append(name)
    return Galaxy(shape, planet, sector, type_mask, [("", cells, labels)], "explicit")


def lay_out(parts: Components, placement: Sequence[tuple[str, Hex, int]]) -> Galaxy:
    """Lay sectors out: (code, centre, clockwise turns) each."""
    frame = _frame(parts, tuple([centre for _, centre, _ in placement]))
    laid = [frame.laid(place, code, turns) for place, (code, _, turns) in enumerate(placement)]
    planet, type_mask = [terms.NO_PLANET] * frame.shape.size, [0] * PLANET_TYPES
    for part in laid:
        for cell, kind in part.planets:
            planet[cell] = kind
            type_mask[kind] |= BITS[cell]
    numbers = [part.names[0] for part in laid]
    sector = frame.sector
    if len(set(numbers)) < len(numbers):  # both faces of one
        distinct = list(dict.fromkeys(numbers))
        sector = [distinct.index(numbers[place]) for place in sector]
    text = " ".join([part.text for part in laid])
    return Galaxy(frame.shape, planet, sector, type_mask, [part.names for part in laid], text)


class Laid(NamedTuple):
    """What a sector brings to its place: its planets' cells and types, names of its hexes, its text."""

    planets: list[tuple[int, int]]
    names: tuple[str, list[int], list[str]]
    text: str


class Frame:
    """Places for sectors: the geometry of all their hexes, and what each sector brings to each place.

    Attributes
    ----------
    cells
        By place, its cells in the order of the labels.
    sector
        Place by cell, 0 where there is none.
    """

    def __init__(self, parts: Components, centres: tuple[Hex, ...]) -> None:
        offsets = [(v[0], v[1]) for v in parts["sectors"]["label_offsets"].values()]
        hexes = [[(cq + q, cr + r) for q, r in offsets] for cq, cr in centres]
        coordinates = tuple(sorted(place for sector in hexes for place in sector))
        if len(set(coordinates)) != len(coordinates):
            raise BadValue("map", "names a hex twice")
        self.centres = centres
        self.shape = geometry(coordinates)
        self.cells = [[self.shape.cell[place] for place in sector] for sector in hexes]
        self.sector = [0] * self.shape.size
        for place, cells in enumerate(self.cells):
            for cell in cells:
                self.sector[cell] = place
        self.faces = _faces(parts)
        self.labels = list(parts["sectors"]["label_offsets"])
        self.known: dict[tuple[int, str, int], Laid] = {}

    def laid(self, place: int, code: str, turns: int) -> Laid:
        """Return what a sector brings to a place; remembered for each of its six turns."""
        known = self.known.get((place, code, turns))
        if known is None:
            known = self._lay(place, code, turns)
            if 0 <= turns < 6:
                self.known[place, code, turns] = known
        return known

    def _lay(self, place: int, code: str, turns: int) -> Laid:
        if code not in self.faces:
            raise UnknownName("sector", code, self.faces, "map")
        cells, (q, r) = self.cells[place], self.centres[place]
        planets = self.faces[code][turns % 6]
        names = (sector_number(code), cells, self.labels)
        text = f"{code}@{q},{r}/{turns}"
        return Laid([(cells[spot], kind) for spot, kind in planets], names, text)


@functools.lru_cache(maxsize=32)
def _frame(parts: Components, centres: tuple[Hex, ...]) -> Frame:
    """Return the places of sectors with these centres; built once."""
    return Frame(parts, centres)


@functools.lru_cache(maxsize=8)
def _faces(parts: Components) -> dict[str, list[list[tuple[int, int]]]]:
    """Return each sector's planets for every number of turns: place in the order of labels, type."""
    data = parts["sectors"]
    offsets = [(v[0], v[1]) for v in data["label_offsets"].values()]
    found: dict[str, list[list[tuple[int, int]]]] = {}
    for face in data["sector"]:
        found[face["log_code"]] = turned = []
        for turns in range(6):
            spots = [offsets.index(rotate(p["q"], p["r"], turns)) for p in face["planets"]]
            kinds = [terms.PLANETS.index(p["type"]) for p in face["planets"]]
            turned.append(list(zip(spots, kinds, strict=True)))
    return found


def equal_neighbours(galaxy: Galaxy, all_types: bool) -> bool:
    """Tell whether two planets of one type lie side by side in different sectors.

    Gaia and transdim planets are exempt by default. The two transdim planets that sector 10 holds side by
    side do not count: no layout could part them.
    """
    limit = terms.GAIA + 2 if all_types else terms.WHEEL
    shape, sector = galaxy.shape, galaxy.sector
    for mask in galaxy.type_mask[:limit]:
        if shape.touches(mask):
            for one in cells_of(mask):
                for other in cells_of(shape.around[one] & mask):
                    if sector[other] != sector[one]:
                        return True
    return False


@functools.lru_cache(maxsize=8)
def _first_game(parts: Components, size: str) -> list[tuple[str, Hex, int]]:
    """Return the sectors, centres and turns of the first game (not to be changed)."""
    return [
        (row["sector"], (row["centre"][0], row["centre"][1]), int(row["rotation_cw"]))
        for row in parts["map"]["first_game"][size]["placement"]
    ]


def deal_map(parts: Components, seats: int, options: dict[str, Any], luck: Luck) -> Galaxy:
    """Draw a map for the options ``map``, ``small_map`` and ``adjacency``."""
    # Rules: [#1.1] [#automa.setup.1]
    size = "small" if seats <= 2 else "big"
    first = _first_game(parts, size)
    left_out = {"no": "", "without_9_and_10": "9 10", "without_9": "9", "without_10": "10"}
    gone = left_out[options["small_map"]].split() if seats == 3 else []
    for attempt in range(TRIES):
        placement = _arrange(first, gone, size, options["map"], luck.fork("map", attempt))
        galaxy = lay_out(parts, placement)
        if options["map"] == "first_game" or not equal_neighbours(
            galaxy, options["adjacency"] == "all_types"
        ):
            return galaxy
    raise BadValue("map", f"no layout obeys the adjacency rule after {TRIES} tries")


def _arrange(
    first: list[tuple[str, Hex, int]], gone: list[str], size: str, how: str, luck: Luck
) -> list[tuple[str, Hex, int]]:
    """Shuffle sectors over places as the option `how` says, and turn them."""
    first = [row for row in first if row[0] not in gone]
    if how == "first_game":
        return first
    codes = [row[0] for row in first]
    slots = [row[1] for row in first]
    basic = ("1", "2", "3", "4")
    groups = [[i for i, c in enumerate(codes) if c in basic],
              [i for i, c in enumerate(codes) if c not in basic]]  # fmt: skip
    if how == "shuffled" or size == "small":
        order = luck.fork("sectors").shuffle(range(len(codes)))
        turned = [True] * len(codes)
    else:
        order = list(range(len(codes)))
        for number, group in enumerate(groups):
            if number == 0 and how == "outer":  # 01-04 as in the first game
                continue
            for i, j in zip(group, luck.fork("sectors", number).shuffle(group), strict=True):
                order[i] = j
        turned = [code not in basic for code in codes]
    spin = luck.fork("turns")
    return [(codes[j], slots[i], spin.below(6, j) if turned[j] else 0) for i, j in enumerate(order)]
