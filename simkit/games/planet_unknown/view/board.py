"""The table as SVG: planets with tiles by terrain, corporation tracks, the station."""

from __future__ import annotations

from html import escape

from simkit.core.boards import is_card
from simkit.games.planet_unknown.rules.cells import SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.player import COSMOS, JUMP_DRIVE, Player
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import RESOURCES, TOP, TRACKS
from simkit.games.planet_unknown.view.names import event_words

COLOURS = {
    "civ": "#cfc7b5",
    "water": "#5d9bd5",
    "biomass": "#74b06a",
    "rover": "#c9765b",
    "tech": "#9b86c6",
    "energy": "#f2d65c",
}
GROUND = {
    "l": "#d9a77c", "i": "#cfe3ee", "r": "#b98f6f", "h": "#b98f6f", "c": "#d9a77c",
    "t": "#b7c66a", "e": "#e6c98a",
}  # fmt: skip
INK = "#2b2b2b"
CELL = 26
PLANET = CELL * SIZE
TRACK_W, STEP_H = 70, 17
DEPOT_W, DEPOT_H = 138, 68
LEGEND_H = 38
BOARD_W = TRACK_W * 5 + 10
SEAT_W = PLANET + BOARD_W + 50
SEAT_H = PLANET + 78


def svg(state: PlanetState, seat: int | None = None, size: str = "full") -> str:
    """Return a picture of the table; ``size="card"`` leaves the boards out.

    Parameters
    ----------
    seat
        Who looks on: this seat's planet comes first, and what others keep face down is not named.

    Examples
    --------
    >>> import simkit
    >>> state = simkit.rules("planet_unknown", seats=2).deal(simkit.Luck(1))
    >>> svg(state).startswith("<svg")
    True
    """
    first = 0 if seat is None else seat
    seats = [(first + n) % state.seats for n in range(state.seats)]
    small = is_card(size)
    width = PLANET + 40 if small else SEAT_W
    height = (PLANET + 56) if small else SEAT_H
    columns = 1 if len(seats) == 1 else 2
    rows = -(-len(seats) // columns)
    top = 0 if small else 102
    parts = [] if small else [_station(state)]
    for n, s in enumerate(seats):
        x, y = n % columns * width, top + n // columns * height
        parts.append(f'<g transform="translate({x},{y})">{_seat(state, s, small, seat)}</g>')
    w, h = max(columns * width, 0 if small else 850), top + rows * height
    if not small:
        parts.append(_legend(20, h + 8))
        h += LEGEND_H
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}">'
        f'<rect width="{w}" height="{h}" fill="white"/>{"".join(parts)}</svg>'
    )


def _text(
    x: float, y: float, text: str, size: int = 11, anchor: str = "middle", more: str = ""
) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def _legend(x: float, y: float) -> str:
    """Say what letters and signs mean."""
    parts = []
    for name in RESOURCES:
        parts.append(
            f'<rect x="{x}" y="{y - 10}" width="14" height="14" fill="{COLOURS[name]}"/>'
            + _text(x + 7, y + 1, name[0].upper(), 9)
            + _text(x + 19, y + 1, name, 10, "start")
        )
        x += 72
    parts.append(f'<path d="M{x} {y - 12} l6 9 l-6 9 l-6 -9 z" fill="#fff" stroke="{INK}"/>')
    parts.append(_text(x + 11, y + 1, "lifepod", 10, "start"))
    parts.append(_meteor(x + 58, y - 16))
    parts.append(_text(x + 86, y + 1, "meteorite", 10, "start"))
    words = (
        "syn: synergy, mv: rover moves, pt: points, +R: a step on that track, p: patch; ▶ decides"
    )
    return "".join(parts) + _text(20, y + 18, words, 10, "start")


def _station(state: PlanetState) -> str:
    """Return the six depots with their open tiles, and who faces them."""
    tables = state.tables
    facing = {}
    for s in range(state.seats):
        place = tables.places[state.seats - 1][s]
        facing[(place + state.rotation) % tables.depots] = s
    event = state.event_card
    title = f"Round {state.round}, {state.rules.schema.phases[state.phase]}"
    if state.over:
        title = f"After round {state.round}: {state.rules.schema.end_reasons[state.end_reason]}"
    if event is not None:
        title += f" - event {event.id} ({event.colour}): {event_words(event)}"
    parts = [_text(10, 16, title, 13, "start")]
    for n in range(tables.depots):
        inner, outer = state.depot(n)
        x = 10 + n * DEPOT_W
        who = f"seat {facing[n]}" if n in facing else ""
        if facing.get(n) == state.commander:
            who += " (commander)"
        parts.append(
            f'<rect x="{x}" y="24" width="{DEPOT_W - 6}" height="{DEPOT_H}" fill="none" stroke="#999"/>'
        )
        parts.append(_text(x + DEPOT_W / 2 - 3, 88, who, 10))
        for i, slot in enumerate((inner, outer)):
            parts.append(_tile(state, slot, x + 10 + i * 66, 30))
    return "".join(parts)


def _tile(state: PlanetState, slot: int, x: float, y: float) -> str:
    number = state.top(slot)
    if number < 0:
        return _text(x + 24, y + 22, "empty", 9)
    tile = state.tables.tiles[number]
    layout = tile.shape.all_layouts[0]
    cells = [(d % STRIDE, d // STRIDE) for d in (o + 5 for o in layout.offsets)]
    left = min(c for c, _ in cells)
    unit = 10
    parts = []
    for i, ((cx, cy), role) in enumerate(zip(cells, layout.roles, strict=True)):
        name = RESOURCES[(tile.first, tile.second)[role]]
        px, py = x + (cx - left) * unit, y + cy * unit
        parts.append(
            f'<rect x="{px}" y="{py}" width="{unit}" height="{unit}" fill="{COLOURS[name]}" '
            f'stroke="{INK}" stroke-width="0.6"/>'
        )
        if layout.offsets[i] in layout.symbols:
            parts.append(_text(px + 5, py + 8, name[0].upper(), 8))
        elif tile.has_meteor and layout.offsets[i] == layout.meteor:
            parts.append(_text(px + 5, py + 9, "*", 8))
    return "".join(parts) + _text(x + 24, y + 45, f"{tile.id} ({state.left[slot]})", 8)


def _seat(state: PlanetState, seat: int, small: bool, eyes: int | None) -> str:
    p = state.players[seat]
    head = f"{'' if small else 'Seat '}{seat}: {p.corp.name} on {p.planet.name}"
    if state.over:
        head += f" - {state.score[seat]} points"
    elif seat == state.seat:
        head = f"▶ {head}"
    parts = [_text(20, 16, head, 11 if small else 13, "start", 'font-weight="bold"')]
    places = _places(p) if seat == state.seat else ""
    parts.append(f'<g transform="translate(24,24)">{_planet(p)}{places}</g>')
    foot = f"lifepods {p.lifepods}, meteorites {p.rocks}, rovers in supply {p.supply}"
    if not small:
        foot += f", movement {p.move}, kept patches {p.kept_patches}"
    parts.append(_text(24, PLANET + 52, foot, 11, "start"))
    if not small:
        parts.append(f'<g transform="translate({PLANET + 44},24)">{_tracks(p)}</g>')
        hidden = 0 if eyes in (None, seat) or state.over else p.cards & ~state.shown
        cards = [str(card) for card in cells_of(p.cards & ~hidden)]
        cards += [f"{hidden.bit_count()} face down"] if hidden else []
        named = f"civilisation cards: {', '.join(cards) or 'none'}"
        parts.append(_text(24, PLANET + 66, named, 11, "start"))
    return "".join(parts)


def _planet(p: Player) -> str:
    planet = p.planet
    parts = []
    for y in range(SIZE):
        for x in range(SIZE):
            cell = y * STRIDE + x
            if planet.grid >> cell & 1:
                parts.append(_cell(p, x, y, cell))
    parts += _marks(p)
    parts += [_outline(piece & ~p.patches) for piece in p.pieces]
    parts += [_meteor(c % STRIDE * CELL, c // STRIDE * CELL) for c in cells_of(p.meteors)]
    for cell, load in zip(p.rovers, p.loads, strict=True):
        x, y = cell % STRIDE * CELL, cell // STRIDE * CELL
        parts.append(
            f'<rect x="{x + 4}" y="{y + 8}" width="18" height="10" rx="3" fill="#222"/>'
            f'<circle cx="{x + 9}" cy="{y + 20}" r="3" fill="#222"/>'
            f'<circle cx="{x + 17}" cy="{y + 20}" r="3" fill="#222"/>'
        )
        if load:
            parts.append(
                f'<circle cx="{x + 13}" cy="{y + 7}" r="4" fill="#e0552b" stroke="{INK}"/>'
            )
    for y, medal in enumerate(planet.row_medals):
        parts.append(_text(-8, y * CELL + 17, str(medal), 9))
    for x, medal in enumerate(planet.column_medals):
        parts.append(_text(x * CELL + 13, PLANET + 11, str(medal), 9))
    return "".join(parts)


def _places(p: Player) -> str:
    """Mark the cells as places that can be clicked (see simkit/widgets/README.md)."""
    parts = []
    for cell in cells_of(p.planet.grid):
        y, x = divmod(cell, STRIDE)
        parts.append(
            f'<rect class="sk-place" data-key="x={x} y={y}|to_x={x} to_y={y}" x="{x * CELL + 1}" '
            f'y="{y * CELL + 1}" width="{CELL - 2}" height="{CELL - 2}" fill-opacity="0"/>'
        )
    return "".join(parts)


def _marks(p: Player) -> list[str]:
    """Return what the planet's own rule looks like: holes, the chasm, the quadrants."""
    planet = p.planet
    dashed = 'stroke="#444" stroke-width="3" stroke-dasharray="5 3" fill="none"'
    parts = []
    for y, row in enumerate(planet.letters):
        parts += [
            f'<rect x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}" fill="#555"/>'
            for x, letter in enumerate(row)
            if letter == "o"
        ]
    if planet.quadrants:
        half = PLANET / 2
        parts.append(f'<path d="M{half} 0V{PLANET}M0 {half}H{PLANET}" {dashed}/>')
    if planet.rule == "chasm":
        west, east = planet.regions
        for cell in cells_of(west):
            x, y = cell % STRIDE * CELL, cell // STRIDE * CELL
            if east >> (cell + 1) & 1:
                parts.append(f'<path d="M{x + CELL} {y}v{CELL}" {dashed}/>')
            if east >> (cell + STRIDE) & 1:
                parts.append(f'<path d="M{x} {y + CELL}h{CELL}" {dashed}/>')
            if cell >= STRIDE and east >> (cell - STRIDE) & 1:
                parts.append(f'<path d="M{x} {y}h{CELL}" {dashed}/>')
    return parts


def _cell(p: Player, x: int, y: int, cell: int) -> str:
    bit = 1 << cell
    px, py = x * CELL, y * CELL
    if not p.occ & bit:
        letter = p.planet.letters[y][x]
        fill = GROUND.get(letter, GROUND["l"])
        parts = [
            f'<rect x="{px}" y="{py}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#fff"/>'
        ]
        if letter in "cteh":
            parts.append(
                _text(px + 13, py + 17, {"c": "city", "t": "tox", "e": "~", "h": "+"}[letter], 8)
            )
        if p.pods & bit:
            parts.append(
                f'<path d="M{px + 13} {py + 4} l6 9 l-6 9 l-6 -9 z" fill="#fff" stroke="{INK}"/>'
            )
        return "".join(parts)
    resource = next(r for r in range(6) if p.terrain[r] & bit)
    name = RESOURCES[resource]
    parts = [
        f'<rect x="{px}" y="{py}" width="{CELL}" height="{CELL}" fill="{COLOURS[name]}" '
        f'stroke="{INK}" stroke-opacity="0.25"/>'
    ]
    if p.symbols[resource] & bit:
        parts.append(
            f'<circle cx="{px + 13}" cy="{py + 13}" r="8" fill="#fff" fill-opacity="0.75"/>'
        )
        parts.append(_text(px + 13, py + 17, name[0].upper(), 12, more='font-weight="bold"'))
    elif p.patches & bit:
        parts.append(_text(px + 13, py + 16.5, "patch", 8))
    else:
        parts.append(_text(px + 13, py + 17, name[0], 9, more='fill-opacity="0.55"'))
    if p.hits & bit and not p.meteors & bit:
        parts.append(_text(px + 22, py + 9, "*", 9))
    return "".join(parts)


def _outline(piece: int) -> str:
    """Return the border of a tile."""
    lines = []
    for cell in cells_of(piece):
        x, y = cell % STRIDE * CELL, cell // STRIDE * CELL
        for step, (x1, y1, x2, y2) in (
            (-STRIDE, (0, 0, CELL, 0)),
            (STRIDE, (0, CELL, CELL, CELL)),
            (-1, (0, 0, 0, CELL)),
            (1, (CELL, 0, CELL, CELL)),
        ):
            there = cell + step
            if there < 0 or not piece >> there & 1:
                lines.append(f"M{x + x1} {y + y1}L{x + x2} {y + y2}")
    return f'<path d="{"".join(lines)}" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'


def _meteor(x: float, y: float) -> str:
    points = " ".join(
        f"{x + px},{y + py}" for px, py in ((7, 5), (17, 4), (22, 11), (19, 20), (9, 22), (4, 13))
    )
    return f'<polygon points="{points}" fill="#e0552b" stroke="{INK}" stroke-width="1.2"/>'


def _tracks(p: Player) -> str:
    """Return the five tracks, the highest step at the top; markers as dark discs."""
    parts = []
    for track, name in enumerate(TRACKS):
        x = track * TRACK_W
        parts.append(_text(x + TRACK_W / 2 - 4, 10, name, 11, more='font-weight="bold"'))
        for step in range(p.corp.tops[track] + 1):
            y = 18 + (TOP - step) * (STEP_H + 1)
            space = track << 4 | step
            parts.append(
                f'<rect x="{x}" y="{y}" width="{TRACK_W - 8}" height="{STEP_H}" fill="{COLOURS[name]}" '
                f'fill-opacity="0.55" stroke="#777"/>'
            )
            text = _step_text(p, space)
            small = 9 if len(text) < 8 else 8
            parts.append(_text(x + 17, y + 12, text, small, "start"))
            if p.pods_on >> space & 1:
                parts.append(
                    f'<path d="M{x + 54} {y + 2} l4 6 l-4 6 l-4 -6 z" fill="#fff" stroke="{INK}"/>'
                )
    for marker, space in enumerate(p.marker):
        x, y = (space >> 4) * TRACK_W + 8, 18 + (TOP - (space & 15)) * (STEP_H + 1) + 8
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="7" fill="{INK}"/>'
            + _text(x, y + 3.5, TRACKS[marker][0].upper(), 9, more='fill="#fff"')
        )
    parts.append(_text(0, PLANET + 8, _tech_text(p), 10, "start"))
    return "".join(parts)


def _step_text(p: Player, space: int) -> str:
    corp = p.corp
    found = []
    if corp.vp[space]:
        found.append(f"{corp.vp[space]}pt")
    if corp.move[space]:
        found.append(f"mv{corp.move[space]}")
    if corp.syn[space]:
        found.append("syn")
    if corp.mile[space]:
        level = corp.civ_level[space] or corp.tech_level[space]
        found.append(
            {1: "civ", 2: "rover", 3: "tech", 4: "patch"}[corp.mile[space]] + str(level or "")
        )
    if corp.fork[space]:
        step = corp.fork[space].split()[-1]  # "advance rover" or "syn": or else a patch
        found.append(("syn" if step == "syn" else f"+{step[0].upper()}") + " or p")
    return " ".join(found)


def _tech_text(p: Player) -> str:
    levels = [str(n) for n in range(1, 7) if p.tech >> n & 1]
    text = f"techs in force: {', '.join(levels) or 'none'}"
    if p.kind == JUMP_DRIVE:
        text += " (unlocked by lifepods)"
    elif p.kind == COSMOS and p.pods_on:
        text += f"; lifepods on tracks: {p.pods_on.bit_count()}"
    elif p.flux >= 0:
        text += f"; flux token on {TRACKS[p.flux]}"
    return text
