"""Slow twins: the placing rules written once more, with sets of cells, straight from rules.md."""

from __future__ import annotations

from typing import Any

SIZE = 12
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
Cell = tuple[int, int]


def lay(shape: dict[str, Any], x: int, y: int, r: int, f: int) -> list[Cell]:
    """Cells of a shape whose cell 0 lands on (x, y), in the order of the data."""
    x0, y0 = shape["cells"][0]
    cells = []
    for cx, cy in shape["cells"]:
        dx, dy = cx - x0, cy - y0
        if f:
            dx = -dx
        for _ in range(r):
            dx, dy = -dy, dx
        cells.append((x + dx, y + dy))
    return cells


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES]


class Planet:
    """One planet of planets.toml."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.rule = data["rule"]
        self.letter = {
            (x, y): c
            for y, row in enumerate(data["grid"])
            for x, c in enumerate(row)
            if c not in ".o"
        }
        self.grid = set(self.letter)
        self.ice = {c for c, letter in self.letter.items() if letter == "i"}
        self.edge = {c for c in self.grid if self.is_edge(c)}

    def is_edge(self, cell: Cell) -> bool:
        if self.rule == "hollow":
            return 0 in cell or 11 in cell
        holes = {tuple(c) for c in self.data.get("holes", [])}
        return any(n not in self.grid and n not in holes for n in around(cell))

    def allows(self, cells: list[Cell], symbols: dict[str, Cell], covered: set[Cell]) -> bool:
        """The planet's own prohibition."""
        here = set(cells)
        if self.rule == "ring_anchor":
            return any(y not in self.data["ring_rows"] for _, y in here)
        if self.rule == "no_mixed_terrain":
            return here <= self.ice or not here & self.ice
        if self.rule == "chasm":
            return len({self.data["side_map"][y][x] for x, y in here}) == 1
        if self.rule == "quadrant_bans":
            for resource, (x, y) in symbols.items():
                corner = ("n" if y <= 5 else "s") + ("w" if x <= 5 else "e")
                if self.data["quadrant_bans"][corner] == resource:
                    return False
            return True
        if self.rule == "slide_in":
            return any(not {(x + dx, y + dy) for x, y in here} & covered for dx, dy in SIDES)
        return True


def placements(
    planet: Planet,
    shape: dict[str, Any],
    pair: dict[str, Any],
    board: dict[Cell, str],
    rule: str,
    contact: bool,
) -> list[str]:
    """All legal placements of a tile; `board` gives the terrain of every covered cell."""
    found = []
    covered = set(board)
    visible = dict(board)
    for x, y in planet.data.get("currents", []):
        visible.setdefault((x, y), "energy")
    for x in range(SIZE):
        for y in range(SIZE):
            for r in range(4):
                for f in range(2):
                    cells = lay(shape, x, y, r, f)
                    if legal(planet, shape, pair, cells, covered, visible, rule, contact):
                        found.append(f"{x},{y},{r},{f}")
    return sorted(found)


def legal(
    planet: Planet,
    shape: dict[str, Any],
    pair: dict[str, Any],
    cells: list[Cell],
    covered: set[Cell],
    visible: dict[Cell, str],
    rule: str,
    contact: bool,
) -> bool:
    here = set(cells)
    if not here <= planet.grid or here & covered:
        return False
    names = (pair["first"], pair["second"])
    symbols = {names[i]: cells[shape["symbol"][i]] for i in (0, 1)}
    if not covered:
        start = {tuple(c) for c in planet.data.get("start_cells", [])} or planet.edge
        if not here & start:
            return False
    elif contact and not any(n in covered for c in here for n in around(c)):
        return False
    if rule == "no_edge" and here & planet.edge:
        return False
    if rule == "no_ice" and here & planet.ice:
        return False
    if rule == "no_matching_neighbour":
        for c, role in zip(cells, shape["role"], strict=True):
            if any(visible.get(n) == names[role] for n in around(c)):
                return False
    return planet.allows(cells, symbols, covered)
