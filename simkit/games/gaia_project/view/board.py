"""The table as SVG: map, faction boards, research board, tiles.

Planets bear a letter as well as a colour, buildings a shape as well as their owner's colour, so that
the board can be read in grey.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from simkit.core.boards import is_card
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import income, terms
from simkit.games.gaia_project.rules.geometry import DIRECTIONS, cells_of
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

R = 22.0  # circumradius of a hex
ROOT3 = math.sqrt(3.0)
COLOURS = ("#3b76c4", "#c8452f", "#ee8a2d", "#ecd035", "#8a5a34", "#8b9198", "#e9f1f7",
           "#4da64f", "#7a4fa3", "#d7b5e8")  # fmt: skip
LETTERS = "TOVDSMIGXL"
INKS = ("#ffffff", "#ffffff", "#111111", "#111111", "#ffffff", "#111111", "#111111", "#111111",
        "#ffffff", "#111111")  # fmt: skip
PIECES = ("mine", "trading station", "research lab", "planetary institute", "academy L, R",
          "gaiaformer", "space station", "satellite")  # fmt: skip
SHORT = {"ore": "o", "credits": "c", "knowledge": "k", "qic": "q", "token": "t", "charge": "pw",
         "vp": "VP"}  # fmt: skip
MEANINGS = {
    "tech1": "1o 1q", "tech2": "1k a type", "tech3": "big 4", "tech4": "7 VP", "tech5": "+1o 1pw",
    "tech6": "+1k 1c", "tech7": "gaia 3 VP", "tech8": "+4c", "tech9": "act. 4pw",
    "advtech1": "pass: token 3", "advtech2": "step 2 VP", "advtech3": "act. 1q 5c",
    "advtech4": "mine 2 VP", "advtech5": "pass: lab 3", "advtech6": "sector 1o",
    "advtech7": "pass: type 1", "advtech8": "gaia 2 VP", "advtech9": "stat. 4 VP",
    "advtech10": "sector 2 VP", "advtech11": "act. 3o", "advtech12": "token 5 VP",
    "advtech13": "act. 3k", "advtech14": "mine: 3 VP", "advtech15": "stat.: 3 VP",
    "score1": "terraform 2", "score2": "step 2", "score3": "mine 2", "score4": "token 5",
    "score5": "station 4", "score6": "gaia 4", "score7": "big 5", "score8": "station 3",
    "score9": "gaia 3", "score10": "big 5", "booster1": "1o 1k", "booster2": "2t 1o",
    "booster3": "2c 1q", "booster4": "2c, step", "booster5": "2pw, range 3",
    "booster6": "1o, mine 1", "booster7": "1o, stat. 2", "booster8": "1k, lab 3",
    "booster9": "4pw, big 4", "booster10": "4c, gaia 1", "structure": "structures",
    "structureFed": "federated", "planetType": "types", "gaia": "gaia planets",
    "sector": "sectors", "satellite": "satellites", "power1": "7: 3k", "power2": "5: 2 steps",
    "power3": "4: 2o", "power4": "4: 7c", "power5": "4: 2k", "power6": "3: 1 step",
    "power7": "3: 2t", "qic1": "4q: tile", "qic2": "3q: token", "qic3": "2q: types",
    "fed1": "12 VP", "fed2": "8 VP 1q", "fed3": "8 VP 2t", "fed4": "7 VP 2o", "fed5": "7 VP 6c",
    "fed6": "6 VP 2k", "gleens": "1o 1k 2c",
}  # fmt: skip


def svg(state: GaiaState, seat: int | None = None, size: str = "full") -> str:
    """Return the table as SVG.

    Parameters
    ----------
    seat
        Seat whose range is shaded on the map.
    size
        ``full``, or ``card`` for the map alone.

    Examples
    --------
    >>> import simkit
    >>> state = simkit.rules("gaia_project", seats=2).deal(simkit.Luck(1))
    >>> svg(state, size="card").startswith("<svg")
    True
    """
    picture = _Picture()
    width, height = _map(picture, state, seat, 12.0, 34.0)
    if not is_card(size):
        right = max(width + 30, 560.0)
        _research(picture, state, right, 34.0)
        below = _tiles(picture, state, right, 300.0)
        bottom = _legend(picture, 12.0, max(height + 26, below + 8), right + 548) + 14
        bottom = _players(picture, state, 12.0, bottom, right + 548)
        width, height = right + 560, bottom
    picture.text(12, 20, _headline(state), 14, weight="bold")
    return picture.document(width + 12, height + 12)


def _headline(state: GaiaState) -> str:
    phase = state.rules.schema.phase_label(state.phase)
    if state.over:
        return "Gaia Project, the game is over"
    who = _name(state.players[state.seat])
    return f"Gaia Project, round {state.round}, {phase}: {who} to decide"


def _name(player: Player) -> str:
    if player.faction < 0:
        return f"seat {player.seat}"
    return schema.FACTION_LABELS[player.faction]


class _Picture:
    """Collects the elements of a picture."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def polygon(self, points: list[tuple[float, float]], fill: str, stroke: str = "none",
                width: float = 1.0, opacity: float = 1.0) -> None:  # fmt: skip
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polygon points="{text}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" '
            f'fill-opacity="{opacity}"/>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str, stroke: str = "#222",
               width: float = 1.0) -> None:  # fmt: skip
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width}"/>'
        )

    def box(self, x: float, y: float, w: float, h: float, fill: str, stroke: str = "#888",
            width: float = 1.0) -> None:  # fmt: skip
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="3" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{width}"/>'
        )

    def text(self, x: float, y: float, words: str, size: float = 11, anchor: str = "start",
             fill: str = "#111", weight: str = "normal") -> None:  # fmt: skip
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{fill}" font-weight="{weight}">{escape(words)}</text>'
        )

    def place(self, key: str, points: list[tuple[float, float]]) -> None:
        """Mark a place that can be clicked (see simkit/widgets/README.md)."""
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polygon class="sk-place" data-key="{key}" points="{text}" fill-opacity="0"/>'
        )

    def document(self, width: float, height: float) -> str:
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif">\n'
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>'
        )


# The map ------------------------------------------------------------------------------------------


def _centre(q: int, r: int) -> tuple[float, float]:
    """Return the place of a hex (sectors.toml): flat top, q to the north, r to the north-east."""
    return 1.5 * r * R, -(2 * q + r) * ROOT3 / 2 * R


def _corners(x: float, y: float, radius: float = R) -> list[tuple[float, float]]:
    return [
        (x + radius * math.cos(math.pi / 3 * i), y + radius * math.sin(math.pi / 3 * i))
        for i in range(6)
    ]


def _map(
    picture: _Picture, state: GaiaState, seat: int | None, left: float, top: float
) -> tuple[float, float]:
    shape = state.shape
    at = {cell: _centre(*shape.coordinates[cell]) for cell in shape.cells}
    dx = left + R - min(x for x, _ in at.values())
    dy = top + R - min(y for _, y in at.values())
    at = {cell: (x + dx, y + dy) for cell, (x, y) in at.items()}
    reach = 0
    if seat is not None and state.players[seat].own:
        player = state.players[seat]
        reach = state.reach_of(player, state.t.range[player.levels[1]])
    for cell, (x, y) in at.items():
        shade = "#26304e" if reach >> cell & 1 else "#11131f"
        picture.polygon(_corners(x, y), shade, "#3a3f55", 0.8)
    _borders(picture, state, at)
    labels = state.galaxy.label
    for cell, (x, y) in at.items():
        kind = state.planet[cell]
        if kind >= 0:
            picture.circle(x, y, R * 0.62, COLOURS[kind], "#000", 0.6)
        label = labels[cell]
        if label.endswith("C"):
            picture.text(x, y + 3, label[:-1], 9, "middle", "#9aa0b8")
    for player in state.players:
        _pieces(picture, state, player, at)
    taken = 0
    for player in state.players:
        taken |= player.own | player.former_mask
    for cell, (x, y) in at.items():
        if state.planet[cell] >= 0:
            _planet_letter(picture, state.planet[cell], bool(taken >> cell & 1), x, y)
    for cell, (x, y) in at.items():
        picture.place(f"hex={cell}", _corners(x, y, R - 1.5))
    return max(x for x, _ in at.values()) + R, max(y for _, y in at.values()) + R


def _planet_letter(picture: _Picture, kind: int, taken: bool, x: float, y: float) -> None:
    """Write a planet's letter: in its middle, or on a badge beside the piece that stands there."""
    if taken:
        x, y = x - R * 0.56, y - R * 0.56
        picture.circle(x, y, 5.5, "#11131f", "#c9cde0", 0.7)
        picture.text(x, y + 2.9, LETTERS[kind], 8, "middle", "#ffffff")
    else:
        picture.text(x, y + 3.9, LETTERS[kind], 11, "middle", INKS[kind], "bold")


def _borders(picture: _Picture, state: GaiaState, at: dict[int, tuple[float, float]]) -> None:
    """Draw the edges between sectors."""
    shape, sector = state.shape, state.galaxy.sector
    edge = (4, 5, 0, 1, 2, 3)  # the first corner of the edge towards each direction
    for cell, (x, y) in at.items():
        q, r = shape.coordinates[cell]
        corners = _corners(x, y)
        for number, (dq, dr) in enumerate(DIRECTIONS):
            other = shape.cell.get((q + dq, r + dr))
            if other is None or sector[other] != sector[cell]:
                first = edge[number]
                (x1, y1), (x2, y2) = corners[first], corners[(first + 1) % 6]
                picture.line(x1, y1, x2, y2, "#c9cde0", 1.6)


def _pieces(
    picture: _Picture, state: GaiaState, player: Player, at: dict[int, tuple[float, float]]
) -> None:
    if player.faction < 0:
        return
    colour = COLOURS[player.home]
    for cell in cells_of(player.own):
        x, y = at[cell]
        if player.guests >> cell & 1:
            x, y = x + R * 0.4, y + R * 0.4
        _piece(picture, _piece_on(player, 1 << cell), x, y, colour)
    for cell in cells_of(player.former_mask):
        _piece(picture, "gaiaformer", *at[cell], colour)
    for cell in cells_of(player.spaces):
        _piece(picture, "space station", *at[cell], colour)
    for cell in cells_of(player.satellites):
        x, y = at[cell]
        _piece(picture, "satellite", x + (player.seat - 1.5) * 8, y + R * 0.45 + 3.5, colour)
    for cell in cells_of(player.own & player.fed):
        x, y = at[cell]
        picture.circle(x, y, R * 0.74, "none", "#ffffff", 1.3)


def _piece_on(player: Player, bit: int) -> str:
    """Name the building of a player on a hex."""
    if player.mine_mask & bit:
        return "mine"
    if player.station_mask & bit:
        return "trading station"
    if player.lab_mask & bit:
        return "research lab"
    if player.institute & bit:
        return "planetary institute"
    return "academy L, R" if player.left & bit else "academy R"


def _piece(picture: _Picture, name: str, x: float, y: float, colour: str) -> None:
    """Draw a piece of a player; the names are those of the legend."""
    if name == "mine":
        points = [(x - 5, y + 5), (x + 5, y + 5), (x + 5, y - 1), (x, y - 6), (x - 5, y - 1)]
        picture.polygon(points, colour, "#000", 1.4)
    elif name == "trading station":
        picture.box(x - 7, y - 7, 14, 14, colour, "#000", 1.6)
    elif name == "research lab":
        picture.circle(x, y, 8.5, colour, "#000", 1.6)
    elif name == "planetary institute":
        picture.polygon([(x, y - 12), (x + 11, y), (x, y + 12), (x - 11, y)], colour, "#000", 1.8)
        picture.text(x, y + 3.5, "P", 9, "middle", weight="bold")
    elif name == "gaiaformer":
        picture.polygon([(x, y - 9), (x + 8, y + 6), (x - 8, y + 6)], colour, "#000", 1.4)
    elif name == "space station":
        picture.circle(x, y, 7, "none", colour, 3)
    elif name == "satellite":
        picture.box(x - 3.5, y - 3.5, 7, 7, colour, "#fff", 0.8)
    else:
        picture.polygon(_corners(x, y, 11), colour, "#000", 1.8)
        picture.text(x, y + 3.5, "R" if name == "academy R" else "L", 9, "middle", weight="bold")


# Research board and tiles ----------------------------------------------------------------------------


def _research(picture: _Picture, state: GaiaState, left: float, top: float) -> None:
    """Six tracks with the players' markers, advanced tile and standard tile of each."""
    width = 86.0
    for area, name in enumerate(terms.AREAS):
        x = left + area * (width + 5)
        short = name.replace("_", " ").replace("intelligence", "intel.")
        picture.text(x + width / 2, top + 10, short, 9, "middle", weight="bold")
        tile = state.advanced_at[area] if state.advanced_at else -1
        words = MEANINGS[terms.ADVANCED[tile]] if tile >= 0 else "taken"
        picture.box(x, top + 14, width, 16, "#f6d98b" if tile >= 0 else "#eeeeee")
        picture.text(x + width / 2, top + 26, words, 9, "middle")
        for level in range(terms.TOP, -1, -1):
            y = top + 34 + (terms.TOP - level) * 30
            picture.box(x, y, width, 28, "#f4f4f8")
            picture.text(x + 4, y + 11, str(level), 8, fill="#777")
            if level == terms.TOP and area == 0 and state.top_token >= 0:
                picture.text(
                    x + width / 2, y + 11, MEANINGS[terms.TOKENS[state.top_token]], 8, "middle"
                )
            for player in state.players:
                if player.faction >= 0 and player.levels[area] == level:
                    spot = x + 22 + player.seat * 17
                    picture.circle(spot, y + 18, 7, COLOURS[player.home])
                    picture.text(spot, y + 21, str(player.seat), 8, "middle")
        if state.places:
            y = top + 34 + 6 * 30
            picture.box(x, y, width, 18, "#cfe3f5")
            picture.text(
                x + width / 2, y + 13, MEANINGS[terms.STANDARD[state.places[area]]], 9, "middle"
            )


def _tiles(picture: _Picture, state: GaiaState, left: float, top: float) -> float:
    """Free row, board actions, round and final tiles, boosters, federation tokens."""
    y = top
    free = [f"{terms.PLACES[i]}: {MEANINGS[terms.STANDARD[state.places[i]]]}" for i in range(6, 9)]
    y = _row(picture, "Free row", free, [False] * 3, left, y)
    names = (*terms.POWER_ACTIONS, *terms.QIC_ACTIONS)
    used = [bool(state.actions_used >> i & 1) for i in range(10)]
    y = _row(picture, "Board actions", [MEANINGS[name] for name in names], used, left, y)
    words = [MEANINGS[terms.ROUND_TILES[tile]] for tile in state.round_tiles]
    y = _row(picture, "Round tiles", words, [i + 1 < state.round for i in range(6)], left, y)
    words = [MEANINGS[terms.FINAL_TILES[tile]] for tile in state.final_tiles]
    y = _row(picture, "Final tiles", words, [False] * 2, left, y)
    words = [MEANINGS[terms.BOOSTERS[b]] for b in cells_of(state.boosters)]
    y = _row(picture, "Boosters on offer", words, [False] * len(words), left, y)
    words = [f"{MEANINGS[terms.TOKENS[i]]} x{n}" for i, n in enumerate(state.tokens_left)]
    gone = [n == 0 for n in state.tokens_left]
    return _row(picture, "Federation tokens", words, gone, left, y)


def _row(
    picture: _Picture, title: str, words: list[str], gone: list[bool], left: float, top: float
) -> float:
    picture.text(left, top + 10, title, 10, weight="bold")
    y = top + 14
    for number, (text, used) in enumerate(zip(words, gone, strict=True)):
        x = left + number % 6 * 91
        if number and number % 6 == 0:
            y += 21
        picture.box(x, y, 87, 18, "#d5d5d5" if used else "#eef3e2")
        picture.text(x + 43.5, y + 13, text, 9, "middle", "#888" if used else "#111")
    return y + 28


def _legend(picture: _Picture, left: float, top: float, right: float) -> float:
    """Say what the letters of the planets and the shapes of the pieces mean."""
    planets = [(kind, name.replace("_", " ")) for kind, name in enumerate(terms.PLANETS)]
    x, y = left + 8, top
    for kind, name in planets:
        x, y = _room(x, y, left, right, name)
        picture.circle(x, y, 8, COLOURS[kind], "#000", 0.6)
        picture.text(x, y + 3.6, LETTERS[kind], 10, "middle", INKS[kind], "bold")
        picture.text(x + 12, y + 3.5, name, 9)
        x += 34 + 5.8 * len(name)
    for name in PIECES:
        x, y = _room(x, y, left, right, name)
        _piece(picture, name, x, y, "#d9d9d9")
        picture.text(x + 14, y + 3.5, name, 9)
        x += 34 + 5.8 * len(name)
    return y + 12


def _room(x: float, y: float, left: float, right: float, name: str) -> tuple[float, float]:
    """Return where the next entry of the legend stands: on this line, or on the next one."""
    return (x, y) if x + 14 + 5.8 * len(name) < right else (left + 8, y + 24)


# Faction boards ---------------------------------------------------------------------------------------


def _players(picture: _Picture, state: GaiaState, left: float, top: float, right: float) -> float:
    columns = 2 if len(state.players) > 1 else 1
    width = (right - left - 10 * (columns - 1)) / columns
    for number, player in enumerate(state.players):
        x = left + number % columns * (width + 10)
        y = top + number // columns * 128
        _faction_board(picture, state, player, x, y, width)
    return top + (len(state.players) + columns - 1) // columns * 128


def _faction_board(
    picture: _Picture, state: GaiaState, player: Player, x: float, y: float, width: float
) -> None:
    deciding = player.seat == state.seat
    picture.box(x, y, width, 120, "#fbfbf7", "#000" if deciding else "#aaa", 2 if deciding else 1)
    if player.faction < 0:
        picture.text(x + 10, y + 20, "no faction yet", 11)
        return
    picture.circle(x + 16, y + 16, 9, COLOURS[player.home])
    picture.text(x + 16, y + 19.5, str(player.seat), 9, "middle")
    automa = state.automa is not None and player.seat >= state.seats
    points = state.automa.vp if automa else state.score[player.seat]
    who = f"{_name(player)}{' (Automa)' if automa else ''}: {points} VP"
    picture.text(x + 30, y + 20, who, 12, weight="bold")
    if player.passed:
        picture.text(x + width - 8, y + 20, "passed", 10, "end", "#777")
    goods = f"ore {player.ore}  credits {player.credits}  knowledge {player.knowledge}  QIC {player.qic}"
    picture.text(x + 10, y + 38, goods, 10)
    _bowls(picture, player, x + width - 205, y + 52)
    pieces = player.pieces()
    names = (
        "mines",
        "stations",
        "labs",
        "institute",
        "left ac.",
        "right ac.",
        "gaiaformers",
        "space",
    )
    built = ", ".join(f"{n} {name}" for n, name in zip(pieces, names, strict=True) if n)
    picture.text(x + 10, y + 54, f"on the map: {built or 'nothing'}", 9)
    picture.text(x + 10, y + 69, f"income: {_income(income.sources(state, player))}", 9)
    tiles = [
        MEANINGS[terms.STANDARD[tile]] + ("*" if player.covered >> tile & 1 else "")
        for tile in cells_of(player.tiles)
    ]
    tiles += [MEANINGS[terms.ADVANCED[tile]].upper() for tile in cells_of(player.advanced)]
    picture.text(x + 10, y + 84, f"tiles: {'; '.join(tiles) or 'none'}"[: int(width / 5)], 9)
    tokens = [f"{n} x {MEANINGS[terms.TOKENS[i]]}" for i, n in enumerate(player.tokens) if n]
    words = f"federation tokens: {', '.join(tokens) or 'none'}; {player.green} green"
    picture.text(x + 10, y + 99, f"{words}; {player.satellite_count} satellites", 9)
    booster = MEANINGS[terms.BOOSTERS[player.booster]] if player.booster >= 0 else "none"
    counts = f"{player.types.bit_count()} types, {player.sectors.bit_count()} sectors"
    picture.text(x + 10, y + 113, f"booster: {booster}; {counts}, {player.gaia_count} gaia", 9)


def _bowls(picture: _Picture, player: Player, x: float, y: float) -> None:
    bowls = (
        ("I", player.p1, 2),
        ("II", player.p2, 4),
        ("III", player.p3, 8),
        ("Gaia", player.gaia, 16),
    )
    for number, (name, held, bit) in enumerate(bowls):
        cx = x + number * 50 + 24
        picture.circle(cx, y, 17, "#e4d8f0" if name != "Gaia" else "#d4ecd2", "#5b3f86", 1.4)
        stone = "+B" if player.stone == bit else ""
        ordinary = held - 1 if stone else held
        picture.text(cx, y + 4, f"{ordinary}{stone}", 11, "middle", weight="bold")
        picture.text(cx, y - 20, name, 8, "middle", "#555")


def _income(gains: Gains) -> str:
    totals: dict[str, int] = {}
    for kind, amount in gains:
        name = SHORT.get(terms.RESOURCES[kind], terms.RESOURCES[kind])
        totals[name] = totals.get(name, 0) + amount
    return "  ".join(f"{amount}{name}" for name, amount in totals.items())
