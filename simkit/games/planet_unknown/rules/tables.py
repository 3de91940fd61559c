"""Planets, corporations, tiles and cards as tables, built once per `Rules` from its (patched) data.

Cells are numbers and sets of cells are ints, see `cells`. Spaces of the corporation board are numbers:
``track * 16 + step``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, XY, cell, cells_of, mask_of

if TYPE_CHECKING:
    from simkit.core.components import Components

DIRECTIONS: Final = (1, -1, STRIDE, -STRIDE)
DIAGONALS = (STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1)

TRACKS: Final = ("civ", "water", "biomass", "rover", "tech")
RESOURCES: Final = (*TRACKS, "energy")
CIV: Final = 0
WATER: Final = 1
BIOMASS: Final = 2
ROVER: Final = 3
TECH: Final = 4
ENERGY: Final = 5
STEP: Final = 15  # mask of the step inside a space
TOP: Final = 15
MILES = ("", "civ", "rover", "tech", "biomass")
MILE_CIV: Final = 1
MILE_ROVER: Final = 2
MILE_TECH: Final = 3
MILE_BIOMASS: Final = 4


class Planet:
    """One planet board: masks of its cells, its prohibition, its medals.

    Attributes
    ----------
    bans
        Per footprint (`Layout.base`) where its lowest cell may not lie because of the ground; empty
        on planets without such a rule.
    near
        Per cell the cells to which a rover may step by a side, lowest first.
    """

    __slots__ = (
        "bans",
        "centre",
        "cities",
        "city_points",
        "column_medals",
        "columns",
        "currents",
        "diagonal",
        "difficulty",
        "disc_points",
        "discs",
        "edge",
        "grid",
        "ice",
        "id",
        "in_edition",
        "letters",
        "lifepods",
        "lines_of",
        "name",
        "near",
        "orthogonal",
        "quadrants",
        "regions",
        "ring",
        "row_medals",
        "rows",
        "rule",
        "rule_text",
        "size",
        "slide",
        "symmetric",
        "toxic",
    )  # fmt: skip

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.in_edition: bool = data["in_seed_edition"]
        self.symmetric: bool = data["side"] == "symmetric"
        self.rule: str = data["rule"]
        self.rule_text: str = data["rule_text"]
        self.difficulty: int = data["difficulty"]
        self.letters: list[str] = data["grid"]
        self.grid = self._letter("licrhte")
        self.size = self.grid.bit_count()
        self.ice = self._letter("i")
        self.toxic = self._letter("t")
        self.cities = mask_of(data.get("cities", []))
        self.city_points: int = data.get("city_points", 0)
        self.currents = mask_of(data.get("currents", []))
        self.lifepods = mask_of(data["lifepods"])
        self.centre = mask_of(data.get("start_cells", []))
        self.ring = sum(self.grid & _row(y) for y in data.get("ring_rows", []))
        self.slide = self.rule == "slide_in"
        self.discs = self._discs() if self.rule == "three_planets" else []
        self.disc_points: int = data.get("disc_points", 0)
        self.regions = self._regions(data)
        self.quadrants = self._quadrants(data.get("quadrant_bans", {}))
        self.edge = self._edge()
        self.rows = [self.grid & _row(y) for y in range(SIZE)]
        self.columns = [self.grid & _column(x) for x in range(SIZE)]
        self.row_medals: list[int] = data["row_medals"]
        self.column_medals: list[int] = data["column_medals"]
        self._ways(data.get("diagonal_crossings", []))
        self.near = [cells_of(mask) for mask in self.orthogonal]
        self.bans: dict[int, int] = {}

    def forbid(self, footprint: Layout) -> None:
        """Note where a footprint may not lie because of the ground (planets.toml, field rule)."""
        if self.ring:  # Arashi: not wholly on the ring
            inside = self.ring
            for d in footprint.offsets:
                inside &= self.ring >> d
            self.bans[footprint.base] = inside
        elif self.regions:  # K-273, Tartarus: wholly on one kind of cell, on one side
            allowed = 0
            for region in self.regions:
                part = region
                for d in footprint.offsets:
                    part &= region >> d
                allowed |= part
            self.bans[footprint.base] = self.grid & ~allowed

    def _letter(self, letters: str) -> int:
        return mask_of(
            [
                (x, y)
                for y, row in enumerate(self.letters)
                for x, c in enumerate(row)
                if c in letters
            ]
        )

    def _discs(self) -> list[int]:
        """Cerberus: the three discs, by the boxes of planets.toml (discs_note)."""
        first = self.grid & mask_of([(x, y) for x in range(6, 12) for y in range(6)])
        first &= ~(1 << cell(6, 5))
        third = self.grid & mask_of([(x, y) for x in range(7, 12) for y in range(7, 12)])
        return [first, self.grid & ~first & ~third, third]

    def _regions(self, data: dict[str, Any]) -> list[int]:
        """Parts of the planet of which a tile may touch only one (K-273, Tartarus)."""
        if self.rule == "no_mixed_terrain":
            return [self.ice, self.grid & ~self.ice]
        if self.rule == "chasm":
            sides = data["side_map"]
            west = mask_of([(x, y) for y in range(SIZE) for x in range(SIZE) if sides[y][x] == "W"])
            return [self.grid & west, self.grid & ~west]
        return []

    def _quadrants(self, bans: dict[str, str]) -> list[int]:
        """Persephone: per resource, the cells where its symbol may not lie."""
        corner = {
            name: mask_of([(x + dx, y + dy) for x in range(6) for y in range(6)]) & self.grid
            for name, (dx, dy) in {"nw": (0, 0), "ne": (6, 0), "sw": (0, 6), "se": (6, 6)}.items()
        }
        banned = [0] * len(RESOURCES)
        for name, resource in bans.items():
            banned[RESOURCES.index(resource)] |= corner[name]
        return banned if bans else []

    def _edge(self) -> int:
        """Cells with fewer than four neighbours; Lacuna's holes count, Oblivion's hollow does not."""
        if self.rule == "hollow":
            return self.grid & (_row(0) | _row(11) | _column(0) | _column(11))
        inside = self.grid | self._letter("o")
        middle = inside & inside << 1 & inside >> 1 & inside << STRIDE & inside >> STRIDE
        return self.grid & ~middle

    def _ways(self, crossings: list[list[list[int]]]) -> None:
        """Where rovers may step: by a side, and by a corner (section 6; Tartarus: the chasm)."""
        pairs = {frozenset(cell(*c) for c in pair) for pair in crossings}
        self.orthogonal = [0] * (STRIDE * SIZE)
        self.diagonal = [0] * (STRIDE * SIZE)
        split = self.regions if self.rule == "chasm" else [self.grid]
        for side in split:
            for here in cells_of(side):
                for d in DIRECTIONS:
                    if here + d >= 0 and side >> (here + d) & 1:
                        self.orthogonal[here] |= 1 << (here + d)
                for d in DIAGONALS:
                    there = here + d
                    if there < 0 or not self.grid >> there & 1:
                        continue
                    if side >> there & 1 or frozenset((here, there)) in pairs:
                        self.diagonal[here] |= 1 << there
        self.lines_of = [
            self.rows[c // STRIDE] | self.columns[c % STRIDE] if c % STRIDE < SIZE else 0
            for c in range(STRIDE * SIZE)
        ]


def _row(y: int) -> int:
    return ((1 << SIZE) - 1) << (y * STRIDE)


def _column(x: int) -> int:
    return sum(1 << cell(x, y) for y in range(SIZE))


class Corporation:
    """One corporation board, its tracks as tables by space.

    Attributes
    ----------
    above
        The space to which a marker advances on its own track: at the top of the rover track its own,
        where the movement repeats; -1 at the others.
    """

    __slots__ = (
        "above",
        "civ_level",
        "difficulty",
        "fork",
        "id",
        "in_edition",
        "lifepod_points",
        "meteorites_per_point",
        "mile",
        "mile_times",
        "move",
        "name",
        "path",
        "place_on_path",
        "rovers",
        "slots",
        "special",
        "special_text",
        "symmetric",
        "syn",
        "tech_level",
        "tech_steps",
        "tech_text",
        "tops",
        "upgrade",
        "vp",
    )  # fmt: skip

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.in_edition: bool = data["in_seed_edition"]
        self.symmetric: bool = data["side"] == "symmetric"
        self.difficulty: int = data["difficulty"]
        self.rovers: int = data["rovers"]
        self.lifepod_points: int = data["lifepod_points"]
        self.meteorites_per_point: int = data["meteorites_per_point"]
        self.special: str = data["special"]
        self.special_text: str = data["special_text"]
        self.tech_text: list[str] = data["tech_text"]
        self.slots: int = data.get("tech_slots", 0)
        self._read(data["tracks"])
        levels = data.get("civ_card_levels", [1, 2, 3, 4])
        self.civ_level = [0] * 80
        civ_spaces = [s for s in range(80) if self.mile[s] == MILE_CIV]
        for level, space in zip(levels, civ_spaces, strict=True):
            self.civ_level[space] = level
        self.tech_steps = [s & STEP for s in range(80) if self.mile[s] == MILE_TECH]
        self.tech_level = [0] * 80
        for number, step in enumerate(self.tech_steps):
            self.tech_level[TECH << 4 | step] = number + 1
        self.path: list[int] = [
            TRACKS.index(t) << 4 | step for t, step in data.get("water_path", [])
        ]
        self.place_on_path = {space: i for i, space in enumerate(self.path)}
        self.upgrade: Corporation | None = None
        if "flux_upgrade" in data:
            better = {t: steps for t, steps in data["flux_upgrade"].items() if t in TRACKS}
            plain = {key: value for key, value in data.items() if key != "flux_upgrade"}
            # Flux tech 3: civ milestones give cards one level higher; other tracks as listed.
            raised = [min(level + 1, 4) for level in levels]
            tracks = {**data["tracks"], **better}
            self.upgrade = Corporation({**plain, "tracks": tracks, "civ_card_levels": raised})

    def _read(self, tracks: dict[str, list[dict[str, Any]]]) -> None:
        self.tops = [len(tracks[t]) - 1 for t in TRACKS]
        self.above: list[int] = []
        for track, top in enumerate(self.tops):
            at_top = track << 4 | top if track == ROVER else -1
            self.above += [track << 4 | n + 1 if n < top else at_top for n in range(STEP + 1)]
        self.vp, self.syn, self.move = [0] * 80, [0] * 80, [0] * 80
        self.mile, self.mile_times = [0] * 80, [0] * 80
        self.fork: list[str] = [""] * 80  # Wormhole: the first branch; the second is a patch
        for track, name in enumerate(TRACKS):
            for step, data in enumerate(tracks[name]):
                space = track << 4 | step
                self.vp[space] = data.get("vp", 0)
                self.syn[space] = data.get("syn", 0)
                self.move[space] = data.get("move", 0)
                self.mile[space] = MILES.index(data.get("mile", ""))
                self.mile_times[space] = data.get("times", 1) if self.mile[space] else 0
                self.fork[space] = data.get("fork", [""])[0]


class Layout:
    """One way to lay a shape: offsets from its lowest cell, terrain halves, symbols, meteorite."""

    __slots__ = (
        "base", "by_low", "first", "meteor", "mirror", "offsets", "roles", "rotation", "row_of_slot",
        "second", "steps", "symbols", "zero",
    )  # fmt: skip

    def __init__(self, shape: dict[str, Any], rotation: int, mirror: int) -> None:
        x0, y0 = shape["cells"][0]
        turned: list[int] = []
        for x, y in shape["cells"]:
            dx, dy = x - x0, y - y0
            if mirror:
                dx = -dx
            for _ in range(rotation):
                dx, dy = -dy, dx
            turned.append(dy * STRIDE + dx)
        low = min(turned)
        self.rotation, self.mirror = rotation, mirror
        self.offsets = [d - low for d in turned]
        self.steps = sorted(set(self.offsets) - {0})  # from the lowest cell to the others
        self.zero = -low  # from the lowest cell to the shape's cell 0
        self.base = sum(1 << d for d in self.offsets)
        self.roles: list[int] = shape["role"]
        by_role = [
            sum(1 << d for d, r in zip(self.offsets, self.roles, strict=True) if r == role)
            for role in (0, 1)
        ]
        self.first, self.second = by_role
        self.symbols = [self.offsets[i] for i in shape["symbol"]]
        self.meteor = self.offsets[shape["meteor"]]

        # what a placement adds to its action (schema.KINDS), by the lowest cell
        turn = rotation << 15 | mirror << 17
        self.by_low = [
            XY[low + self.zero] << 7 | turn if low + self.zero < len(XY) else 0
            for low in range(STRIDE * SIZE)
        ]
        self.row_of_slot: list[int] = []  # where `Listing` keeps its actions, by slot of the tile

    def key(self) -> tuple[int, ...]:
        """What makes two layouts the same on the table."""
        return (self.first, self.second, *self.symbols, self.meteor, self.zero)


class Shape:
    """A polyomino: its distinct footprints, and for each the distinct layouts with it."""

    __slots__ = (
        "all_layouts", "cells_of_role", "footprints", "id", "layout", "number", "ring", "size",
    )  # fmt: skip

    def __init__(self, number: int, data: dict[str, Any]) -> None:
        self.number = number
        self.id: str = data["id"]
        self.ring = ("inner", "outer").index(data["ring"])
        self.size: int = data["size"]
        self.cells_of_role: list[int] = [data["role"].count(role) for role in (0, 1)]
        self.all_layouts = [Layout(data, r, f) for r in range(4) for f in range(2)]
        first_of: dict[tuple[int, ...], Layout] = {}
        self.layout: list[Layout] = []  # by rotation * 2 + mirror: the layout that stands for it
        for layout in self.all_layouts:
            self.layout.append(first_of.setdefault(layout.key(), layout))
        by_base: dict[int, list[Layout]] = {}
        for layout in first_of.values():
            by_base.setdefault(layout.base, []).append(layout)
        self.footprints = list(by_base.values())


class Tile:
    """One of the 144 tiles, or the biomass patch.

    Attributes
    ----------
    brings
        Per symbol the track it advances; energy, which may advance the other one, that one's number
        plus `ENERGY`.
    """

    __slots__ = (
        "brings", "first", "has_meteor", "id", "number", "resources", "second", "shape", "size",
    )  # fmt: skip

    def __init__(self, number: int, shape: Shape, pair: dict[str, Any], has_meteor: int) -> None:
        self.number = number
        self.shape = shape
        self.size = shape.size
        self.first = RESOURCES.index(pair["first"])
        self.second = RESOURCES.index(pair["second"])
        self.resources = 1 << self.first | 1 << self.second
        self.brings = (
            ENERGY + self.second if self.first == ENERGY else self.first,
            ENERGY + self.first if self.second == ENERGY else self.second,
        )
        self.has_meteor = has_meteor
        self.id = f"{shape.id}-{pair['id']}" + ("-m" if has_meteor else "")


class Card:
    """A civilisation card or an event card: what it does, in numbers."""

    __slots__ = ("colour", "data", "effect", "ends", "id", "level", "n", "solo", "text", "vp")

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: int = data["id"]
        self.data = data
        self.effect: str = data["effect"]
        self.text: str = data["text"]
        self.level: int = data.get("level", 0)
        self.ends: bool = data.get("timing") == "end"
        self.n: int = data.get("n", 1)
        self.vp: int = data.get("vp", 0)
        self.solo: bool = data.get("solo_only", False)
        self.colour: str = data.get("colour", "")

    @property
    def tracks(self) -> int:
        """Return the mask of the markers the card names."""
        return sum(1 << TRACKS.index(t) for t in self.data.get("tracks", []))


class Tables:
    """All component tables of one setting."""

    def __init__(self, parts: Components) -> None:
        from simkit.games.planet_unknown.fast.listing import listing_of

        self._printed: list[dict[str, Any]] = parts["planets"]["planet"]
        self._planets: dict[str, Planet] = {}
        self.corporations = [Corporation(c) for c in parts["corporations"]["corporation"]]
        self.planet_number: dict[str, int] = {p["id"]: i for i, p in enumerate(self._printed)}
        self.corporation_number = {c.id: i for i, c in enumerate(self.corporations)}
        tiles = parts["tiles"]
        self.shapes = [Shape(number, s) for number, s in enumerate(tiles["shape"])]
        self.listing = listing_of(self.shapes)
        self.tiles: list[Tile] = []
        for shape in self.shapes:
            for pair in tiles["pair"]:
                for meteor in (0, 1):
                    self.tiles.append(Tile(len(self.tiles), shape, pair, meteor))
        self.tile_number = {t.id: t.number for t in self.tiles}
        self._stock = [[t.number for t in self.tiles if t.shape is s] for s in self.shapes]
        self.cards = [Card(c) for c in parts["civ_cards"]["card"]]  # card id = place + 1
        self.level_mask = [sum(1 << c.id for c in self.cards if c.level == n) for n in range(5)]
        families = parts["civ_cards"]["families"]
        self.commerce_points: list[int] = families["commerce_agreement"]["points_by_count"]
        self.events = [Card(e) for e in parts["event_cards"]["event"]]  # event id = place + 1
        self.event_count: int = parts["event_cards"]["deck"]["size"]
        self.solo_target: dict[str, Any] = parts["event_cards"]["solo_target"]
        self.objectives: list[dict[str, Any]] = parts["objectives"]["objective"]
        points = parts["objectives"]["points"]
        self.rival_win: int = points["rival_win"]
        self.rival_tie: int = points["rival_tie"]
        self.private_done: int = points["private_done"]
        station = parts["station"]
        self.rings = [
            [
                next(i for i, s in enumerate(self.shapes) if s.id == name)
                for name in station["rings"][r]
            ]
            for r in ("inner", "outer")
        ]
        self.depots: int = station["depots"]
        self.forced_step: int = station["initial_rotation"]["forced_step_per_round"]
        self.places: list[list[int]] = [station["seats"][f"p{n}"] for n in range(1, 7)]

    def planet(self, name: str) -> Planet:
        """Return a planet by its id; its board is read when somebody plays on it."""
        found = self._planets.get(name)
        if found is None:
            found = self._planets[name] = Planet(self._printed[self.planet_number[name]])
            for shape in self.shapes:
                for layouts in shape.footprints:
                    found.forbid(layouts[0])
        return found

    def stock_of_slot(self, ring: int, slot: int) -> list[int]:
        """Return the tiles stacked in a slot of the inner (0) or outer (1) ring."""
        return self._stock[self.rings[ring][slot]]


_SHARED: Final[dict[str, Tables]] = {}


def shared_tables(components: Components) -> Tables:
    """Return the tables of a patch; settings that differ in options only share them."""
    key = repr((str(components.folder), sorted(components.patch.items())))
    if key not in _SHARED:
        if len(_SHARED) >= 16:
            _SHARED.pop(next(iter(_SHARED)))
        _SHARED[key] = Tables(components)
    return _SHARED[key]
