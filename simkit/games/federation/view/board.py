"""The table as SVG: senate with occupants, planets with tracks, personal boards."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import Any

from simkit.core.boards import is_card
from simkit.games.federation.rules import scoring, terms
from simkit.games.federation.rules.state import FederationState
from simkit.games.federation.view.names import NAMES, Names, amounts, in_a_row

SEATS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")  # told apart by the colour-blind, and lettered
LETTERS = "ABCD"
INK = "#222222"
PALE = "#f4f1ea"
LINE = "#8a8578"
WINGS = ("#f7e9c0", "#f4d9e2")
CELL_W, CELL_H = 108, 82
RESOURCE_COLOURS = ("#c977c9", "#4fa36a", "#4a86c8", "#d9a520")


def svg(state: FederationState, seat: int | None = None, size: str = "full") -> str:
    """Draw the table.

    Parameters
    ----------
    state
        The game.
    seat
        Shows only what this seat may see and puts its board first; None shows what lies open.
    size
        ``full``, or ``card``: the senate and a line per seat, without planets and personal boards.

    Examples
    --------
    >>> import simkit
    >>> from simkit.core.luck import Luck
    >>> svg(simkit.rules("federation", seats=2).deal(Luck(1))).startswith("<svg")
    True
    """
    out: list[str] = []
    draw_head(out, state)
    draw_senate(out, state, 20, 60)
    if is_card(size):
        draw_standings(out, state, 20, 498)
        return document(out, 680, 528 + 26 * state.seats)
    draw_planets(out, state, 700, 60)
    draw_legend(out, 20, 506)
    order = list(range(state.seats))
    if seat is not None:
        order = order[seat:] + order[:seat]
    for place, who in enumerate(order):
        draw_player(out, state, who, 20 + place % 2 * 630, 625 + place // 2 * 235)
    return document(out, 1280, 625 + (state.seats + 1) // 2 * 235)


def document(out: list[str], width: int, height: int) -> str:
    """Close a picture."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Helvetica, Arial, sans-serif" font-size="12" '
        f'fill="{INK}"><rect width="{width}" height="{height}" fill="white"/>'
    )
    return head + "".join(out) + "</svg>"


def text(
    out: list[str],
    x: float,
    y: float,
    words: str,
    size: int = 12,
    anchor: str = "start",
    **more: str,
) -> None:
    """Write a line of text."""
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    out.append(
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}"{extra}>'
        f"{escape(words)}</text>"
    )


def box(
    out: list[str],
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    stroke: str = LINE,
    r: int = 4,
) -> None:
    """Draw a rectangle."""
    out.append(
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" rx="{r}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def disc(
    out: list[str],
    x: float,
    y: float,
    radius: float,
    fill: str,
    words: str = "",
    ink: str = "white",
) -> None:
    """Draw a disc with a letter or number."""
    out.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="{fill}" stroke="{INK}"/>')
    if words:
        text(out, x, y + 4, words, 11, "middle", fill=ink, font_weight="bold")


def mark(out: list[str], key: str, x: float, y: float, w: float, h: float, words: str = "") -> None:
    """Mark a place that can be clicked (see simkit/widgets/README.md), and say what it is."""
    out.append(
        f'<rect class="sk-place" data-key="{key}" x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" '
        f'height="{h:.0f}" rx="4" fill-opacity="0"><title>{escape(words or key)}</title></rect>'
    )


def tip(out: list[str], x: float, y: float, w: float, h: float, words: str) -> None:
    """Say what a place is to whoever points at it."""
    out.append(
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" fill-opacity="0">'
        f"<title>{escape(words)}</title></rect>"
    )


def draw_head(out: list[str], s: FederationState) -> None:
    """Write the round, the phase and who decides."""
    who = "the game is over" if s.over else f"{LETTERS[s.seat]} decides"
    phase = s.rules.schema.phase_label(s.phase)
    text(out, 20, 28, f"Federation: round {s.round}, {phase} phase, {who}", 18, font_weight="bold")
    tip(out, 20, 12, 600, 20, names_of(s).leftovers)
    scores = ", ".join(f"{LETTERS[i]} {s.score[i]}" for i in range(s.seats))
    text(
        out,
        20,
        48,
        f"first player {LETTERS[s.first]} · president {LETTERS[s.president]} · points {scores}",
        13,
    )


# Senate -------------------------------------------------------------------------------------------


def draw_senate(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw columns with their projects, three floors, the laws and votes of the wings."""
    tables = s.tables
    columns = len(tables.column_project) - 1
    for column in range(1, columns + 1):
        left = x + (column - 1) * CELL_W
        draw_project(out, s, tables.column_project[column], left, y, CELL_W - 6)
    for space in range(tables.outer):
        left = x + (tables.space_column[space] - 1) * CELL_W
        top = y + 58 + (tables.floors - tables.space_floor[space]) * CELL_H
        draw_space(out, s, space, left, top)
        words = names_of(s).spaces[space]
        mark(out, f"space={tables.spaces[space]}", left, top, CELL_W - 6, CELL_H - 6, words)
    bottom = y + 58 + tables.floors * CELL_H
    votes = scoring.wing_votes(s)
    for wing in range(2):
        left = x + wing * 3 * CELL_W
        box(out, left, bottom + 4, 3 * CELL_W - 6, 52, WINGS[wing])
        label = ("Left", "Right")[wing]
        text(
            out, left + 8, bottom + 21, f"{label} wing: {votes[wing]} votes", 13, font_weight="bold"
        )
        for line, words in enumerate(laws_of_wing(s, wing)):
            text(out, left + 8, bottom + 36 + 14 * line, words, 12 - line)
    draw_project(out, s, terms.GENERAL, x, bottom + 62, 2 * CELL_W - 6)
    names = names_of(s).plain_laws
    passed = ", ".join(names[law].removeprefix("law of ") for law in s.laws_passed) or "none"
    text(out, x + 2 * CELL_W + 4, bottom + 78, f"Laws passed: {passed}")
    tiles = s.deep.bit_count()
    text(out, x + 2 * CELL_W + 4, bottom + 94, f"Deep Space tiles left: {tiles}")
    inside = s.who[: tables.outer]
    number = [p.turns - inside.count(seat) for seat, p in enumerate(s.players)]
    where = ", ".join(f"{LETTERS[i]} {n}" for i, n in enumerate(number) if n > 0) or "nobody"
    text(out, x + 2 * CELL_W + 4, bottom + 110, f"Outer Module: {where}")


def names_of(s: FederationState) -> Names:
    """Return what everything is called under the rules of a game."""
    rules: Any = s.rules
    names: Names = rules.names
    return names


def laws_of_wing(s: FederationState, wing: int) -> list[str]:
    """Say what the open law of a wing brings, and the one that is open for the last round already."""
    said, law, after = names_of(s).law_effects, s.open_laws[wing], s.last_laws[wing]
    lines = [f"law: {said[law]}" if law >= 0 else "no law"]
    if after >= 0:
        lines.append(f"law of round {s.tables.rounds}: {said[after]}")
    return lines


def draw_project(
    out: list[str], s: FederationState, project: int, x: float, y: float, width: float
) -> None:
    """Draw a project's track: filled pips are advances made."""
    needed, missing = s.tables.needed[project], s.missing[project]
    box(out, x, y, width, 50, PALE if missing else "#d9ecd9")
    text(out, x + 6, y + 17, NAMES[terms.PROJECTS[project]], 11, font_weight="bold")
    tip(out, x, y, width, 50, names_of(s).project_points[project])
    step = min(16.0, (width - 12) / max(1, needed))
    for i in range(needed):
        fill = INK if i < needed - missing else "white"
        out.append(
            f'<circle cx="{x + 12 + i * step:.1f}" cy="{y + 34:.0f}" r="5" fill="{fill}" stroke="{INK}"/>'
        )


def draw_space(out: list[str], s: FederationState, space: int, x: float, y: float) -> None:
    """Draw a senate space with what stands on it."""
    tables = s.tables
    owner = s.who[space]
    box(out, x, y, CELL_W - 6, CELL_H - 6, WINGS[tables.space_wing[space]])
    for i, words in enumerate(wrap(NAMES[terms.ACTIONS[tables.space_action[space]]], 14)):
        text(out, x + 6, y + 13 + i * 11, words, 10, font_weight="bold")
    cost = tables.action_cost[tables.space_action[space]]
    price = ", ".join(f"{n} {terms.RESOURCES[i]}" for i, n in enumerate(cost) if n)
    text(out, x + 36, y + 34, price, 9, fill="#555555")
    if owner == terms.FREE:
        return
    if owner == terms.NEUTRAL:
        disc(out, x + 18, y + 50, 13, "#777777", "N")
        text(out, x + 38, y + 54, f"{s.votes[space]} votes", 12)
        return
    disc(out, x + 18, y + 50, 13, SEATS[owner], LETTERS[owner])
    if s.funding >> space & 1:
        text(out, x + 38, y + 50, "funds", 12, font_weight="bold")
    else:
        votes = scoring.votes_on(s, space)
        text(out, x + 38, y + 50, f"{votes} votes", 12, font_weight="bold")
        if s.players[owner].die_space == space:
            text(out, x + 38, y + 61, "with the die", 9, fill="#555555")
    if s.covers[space] >= 0:
        text(out, x + 6, y + 73, names_of(s).token_faces[s.covers[space]], 9, fill="#555555")


def draw_legend(out: list[str], x: float, y: float) -> None:
    """Say what signs mean that bear no name of their own."""
    for i, name in enumerate(terms.RESOURCES):
        disc(out, x + 10 + i * 100, y, 6, RESOURCE_COLOURS[i])
        text(out, x + 21 + i * 100, y + 4, name, 11)
    lines = (
        "filled pip: advance made; disc with a letter: ambassador, miner, mage, robot of that seat",
        "N: neutral ambassador; dark cell of Neo: asteroid, unseen while it shows a question mark",
        "3×2: three tokens of strength 2; (+2): two more erudites face down",
        "mission: yellow with a marker, disc filled once a ship has flown",
    )
    for i, line in enumerate(lines):
        text(out, x, y + 24 + i * 16, line, 11, fill="#555555")


COLUMNS = (("points", 60), ("resources by initial", 118), ("influence, planets in order", 290),
           ("accreditation", 470), ("missions", 570))  # fmt: skip


def draw_standings(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Write a line per seat: what the personal boards and the planets say, in numbers."""
    for name, left in COLUMNS:
        text(out, x + left, y + 14, name, 11, fill="#555555")
    for seat, p in enumerate(s.players):
        line = y + 36 + seat * 26
        disc(out, x + 18, line - 4, 10, SEATS[seat], LETTERS[seat])
        text(out, x + 60, line, str(s.score[seat]), 13, font_weight="bold")
        for i in range(len(terms.RESOURCES)):
            disc(
                out,
                x + 125 + i * 40,
                line - 4,
                8,
                RESOURCE_COLOURS[i],
                terms.RESOURCES[i][0].upper(),
                INK,
            )
            text(out, x + 136 + i * 40, line, str(p.res[i]), 12)
        for planet in range(len(terms.PLANETS)):
            text(out, x + 296 + planet * 28, line, str(p.influence[planet]), 12)
        text(out, x + 470, line, f"step {p.step}", 12)
        flown = p.flown.bit_count()
        text(out, x + 570, line, f"{flown} flown", 12)


# Planets ------------------------------------------------------------------------------------------


def draw_planets(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw the five planets, one below the other."""
    draw_neo(out, s, x, y)
    draw_six_moons(out, s, x, y + 140)
    draw_atal(out, s, x, y + 238)
    draw_arratuin(out, s, x, y + 338)
    draw_e81216(out, s, x, y + 424)


def title(out: list[str], s: FederationState, planet: int, x: float, y: float) -> None:
    """Write a planet's name, the influence of every seat and the medals left."""
    text(out, x, y + 12, NAMES[terms.PLANETS[planet]], 14, font_weight="bold")
    for seat, p in enumerate(s.players):
        disc(out, x + 110 + seat * 46, y + 8, 9, SEATS[seat], LETTERS[seat])
        text(out, x + 123 + seat * 46, y + 12, str(p.influence[planet]), 13)
    medals = ", ".join(map(str, s.medals[planet])) or "none"
    text(out, x + 310, y + 12, f"medals at {medals}", 11)


def draw_neo(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw the graph: cells by influence, asteroids, miners."""
    tables = s.tables
    title(out, s, terms.NEO, x, y)
    spots: dict[int, tuple[float, float]] = {}
    for value in sorted(set(tables.cell_influence)):
        cells = [c for c, n in enumerate(tables.cell_influence) if n == value]
        for i, cell in enumerate(cells):
            spots[cell] = (x + 24 + value * 62, y + 72 + (i - (len(cells) - 1) / 2) * 42)
    for cell, targets in enumerate(tables.cell_next):
        for target in targets:
            (a, b), (c, d) = spots[cell], spots[target]
            out.append(
                f'<line x1="{a:.0f}" y1="{b:.0f}" x2="{c:.0f}" y2="{d:.0f}" stroke="{LINE}"/>'
            )
    for cell, (a, b) in spots.items():
        draw_cell(out, s, cell, a, b)
        words = f"{names_of(s).cells[cell]}: {amounts(tables.cell_reward[cell])}"
        token = s.asteroids[cell]
        seen = [token] if token >= 0 else s.dead if tables.cell_dead[cell] else []
        if seen and s.seen >> cell & 1:
            words = in_a_row(names_of(s).asteroids[token] for token in seen)
        mark(out, f"cell={tables.cells[cell]}", a - 20, b - 20, 40, 40, words)


def draw_cell(out: list[str], s: FederationState, cell: int, x: float, y: float) -> None:
    """Draw a cell of Neo: its reward, its asteroid if seen, the miners on it."""
    tables = s.tables
    reward = tables.cell_reward[cell]
    seen = s.seen >> cell & 1
    rock = s.asteroids[cell] >= 0 or (tables.cell_dead[cell] and s.dead)
    if s.asteroids[cell] >= 0 and seen:
        reward = tables.asteroid_reward[s.asteroids[cell]]
    fill = "#cfc8b8" if rock else PALE
    out.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="19" fill="{fill}" stroke="{INK}"/>')
    if rock and not seen:
        text(out, x, y + 5, "?", 14, "middle")
    elif tables.cell_dead[cell]:
        text(out, x, y + 4, f"{len(s.dead)} dead", 10, "middle")
    else:
        draw_resources(out, reward, x, y)
    here = [seat for seat, p in enumerate(s.players) if p.miner == cell]
    for i, seat in enumerate(here):
        disc(out, x - 13 + i * 11, y - 20, 7, SEATS[seat], LETTERS[seat])


def draw_resources(out: list[str], cost: tuple[int, ...], x: float, y: float) -> None:
    """Draw resources as small dots around a point."""
    dots = [RESOURCE_COLOURS[i] for i, n in enumerate(cost) for _ in range(n)]
    for i, colour in enumerate(dots):
        left = x + (i - (len(dots) - 1) / 2) * 9
        out.append(f'<circle cx="{left:.1f}" cy="{y:.0f}" r="4" fill="{colour}" stroke="{INK}"/>')


def draw_six_moons(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw the track: strength and tokens of every moon, mages."""
    tables = s.tables
    title(out, s, terms.SIX_MOONS, x, y)
    for position in range(tables.moon_last + 1):
        left, top = x + 24 + position * 68, y + 54
        planet = position == tables.moon_last
        fill = "#cfe0f2" if planet else PALE
        radius = 24 if planet else 20
        out.append(f'<circle cx="{left}" cy="{top}" r="{radius}" fill="{fill}" stroke="{INK}"/>')
        number = len(s.moons[position])
        words = f"{number}×{tables.moon_strength[position]}" if number else "-"
        text(out, left, top + 5, words if position else "start", 11, "middle")
        if not s.moons_seen >> position & 1 and number:
            text(out, left, top + 17, "?", 11, "middle")
        elif number:
            faces = [names_of(s).tokens[token] for token in s.moons[position]]
            tip(out, left - radius, top - radius, 2 * radius, 2 * radius, in_a_row(faces))
        here = [seat for seat, p in enumerate(s.players) if p.mage == position]
        for i, seat in enumerate(here):
            disc(out, left - 16 + i * 11, top - 22, 7, SEATS[seat], LETTERS[seat])


def draw_atal(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw the open erudites by colour and level."""
    tables = s.tables
    title(out, s, terms.ATAL, x, y)
    for colour, mask in enumerate(tables.colour_mask):
        for level in (1, 2, 3):
            tiles = s.open & mask & tables.level_mask[level]
            names = [name for i, name in enumerate(tables.erudites) if tiles >> i & 1]
            left, top = x + colour * 106, y + 22 + (level - 1) * 24
            box(out, left, top, 100, 21, PALE if names else "white")
            hidden = len((s.level1, s.level2)[level - 1][colour]) if level < 3 else 0
            more = f"  (+{hidden})" if hidden else ""
            text(out, left + 6, top + 15, (" ".join(names) or "-") + more, 11)
            said = [
                names_of(s).erudites[i] for i, _ in enumerate(tables.erudites) if tiles >> i & 1
            ]
            tip(out, left, top, 100, 21, "; ".join(said))


def draw_arratuin(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw the shops with the discs on them."""
    tables = s.tables
    title(out, s, terms.ARRATUIN, x, y)
    for shop, name in enumerate(tables.shops):
        left, top = x + shop * 90, y + 22
        box(out, left, top, 86, 54, PALE)
        text(out, left + 5, top + 13, name.removeprefix("shop_"), 11, font_weight="bold")
        draw_resources(out, tables.shop_cost[shop], left + 70, top + 9)
        for level in (1, 2):
            line = top + 13 + level * 18
            text(out, left + 5, line, f"level {level}", 9, fill="#555555")
            here = [seat for seat, p in enumerate(s.players) if p.shops[shop] == level]
            for i, seat in enumerate(here):
                disc(out, left + 42 + i * 12, line - 4, 6, SEATS[seat], LETTERS[seat])
        mark(out, f"shop={name}", left, top, 86, 54, names_of(s).trades[shop])


def draw_e81216(out: list[str], s: FederationState, x: float, y: float) -> None:
    """Draw industries and megastructures with the robots on them."""
    tables = s.tables
    title(out, s, terms.E81216, x, y)
    first = tables.n_industries
    built = [*s.industries, *range(first, len(tables.structures))]
    for place, structure in enumerate(built):
        left, top = x + place % 4 * 136, y + 22 + place // 4 * 48
        box(out, left, top, 130, 44, PALE)
        text(out, left + 5, top + 13, tables.structures[structure], 11, font_weight="bold")
        draw_resources(out, tables.structure_cost[structure], left + 104, top + 9)
        if structure >= first:
            mega = structure - first
            names = " and ".join(
                tables.mega_tokens[x].removeprefix("mt_") for x in s.mega_tokens[mega]
            )
            free = ", ".join(f"×{n}" for n in s.multipliers[mega])
            text(out, left + 5, top + 24, names, 9, fill="#555555")
            text(out, left + 5, top + 39, free or "no place left", 10)
        here = [seat for seat, p in enumerate(s.players) if p.built >> structure & 1]
        for i, seat in enumerate(here):
            disc(out, left + 86 + i * 12, top + 35, 6, SEATS[seat], LETTERS[seat])
        words = names_of(s).built[structure]
        mark(out, f"structure={tables.structures[structure]}", left, top, 130, 44, words)


# Personal boards ----------------------------------------------------------------------------------


def draw_player(out: list[str], s: FederationState, seat: int, x: float, y: float) -> None:
    """Draw a personal board."""
    p, tables = s.players[seat], s.tables
    box(out, x, y, 610, 222, "white", SEATS[seat], 8)
    disc(out, x + 22, y + 22, 14, SEATS[seat], LETTERS[seat])
    start = tables.start_tiles[p.start] if p.start >= 0 else "no start tile"
    deep = f", {tables.deep_tiles[p.deep]}" if p.deep >= 0 else ""
    text(out, x + 44, y + 27, f"{s.score[seat]} points", 16, font_weight="bold")
    text(out, x + 150, y + 27, f"{start}{deep}", 12)
    own = [names_of(s).start_tiles[p.start]] if p.start >= 0 else []
    own += [names_of(s).deep_tiles[p.deep]] if p.deep >= 0 else []
    tip(out, x + 150, y + 12, 400, 20, "; ".join(own))
    tip(out, x + 14, y + 42, 580, 20, names_of(s).limits)
    for i, name in enumerate(terms.RESOURCES):
        left = x + 20 + i * 100
        disc(out, left, y + 52, 9, RESOURCE_COLOURS[i])
        text(out, left + 14, y + 56, f"{p.res[i]} {name}", 12)
    ships = f"hangar {p.hangar} of {tables.hangar_max}, supply {p.supply}"
    die = f"die {p.die}" if p.die else "no die"
    text(out, x + 420, y + 56, f"{ships}   {die}", 12)
    draw_track(out, s, seat, x + 14, y + 72)
    draw_missions(out, s, seat, x + 14, y + 120)
    medals = ", ".join(name for i, name in enumerate(terms.MEDALS) if p.medals >> i & 1) or "none"
    tiles = []
    for i, name in enumerate(tables.erudites):
        if p.erudites >> i & 1:
            tiles.append(f"({name})" if p.used >> i & 1 else name)
    tokens = ", ".join(names_of(s).token_faces[token] for token in sorted(p.tokens)) or "none"
    owned = (
        f"Medals: {medals}",
        f"Erudites (used ones in brackets): {' '.join(tiles) or 'none'}",
        f"Tokens: {tokens}",
    )
    lines = [line for words in owned for line in wrap(words, 52)]
    for i, line in enumerate(lines):
        text(out, x + 326, y + 126 + i * 13, line, 10)
    tip(out, x + 326, y + 114, 270, 13, names_of(s).medal_row)
    owned_tiles = [
        names_of(s).erudites[i] for i in range(len(tables.erudites)) if p.erudites >> i & 1
    ]
    tip(out, x + 326, y + 127, 270, 39, "; ".join(owned_tiles))
    faces = [names_of(s).ambassadors[i] for i in range(len(tables.votes)) if p.in_hand() >> i & 1]
    tip(out, x + 14, y + 200, 390, 16, in_a_row(faces))
    hand = [name for i, name in enumerate(terms.AMBASSADORS) if p.ambassadors >> i & 1]
    special = ", amb_special" if p.special == terms.AVAILABLE else ""
    text(out, x + 14, y + 212, f"Ambassadors in hand: {', '.join(hand) or 'none'}{special}", 11)
    text(
        out,
        x + 410,
        y + 212,
        f"robots {p.robots}, discs {p.discs}, general project {p.general}",
        11,
    )


def draw_track(out: list[str], s: FederationState, seat: int, x: float, y: float) -> None:
    """Draw the accreditation track; level boosts stand beside it."""
    p, tables = s.players[seat], s.tables
    text(out, x, y + 12, "Accreditation", 11)
    tip(out, x, y, 76, 30, f"step {p.step}; {names_of(s).track}")
    for step in range(1, tables.top_step + 1):
        left = x + 80 + (step - 1) * 44
        fill = SEATS[seat] if step == p.step else PALE
        box(out, left, y, 40, 30, fill)
        ink = "white" if step == p.step else INK
        text(out, left + 20, y + 13, str(step), 11, "middle", fill=ink)
        text(out, left + 20, y + 26, f"level {tables.level_of[step]}", 9, "middle", fill=ink)
        tip(out, left, y, 40, 30, names_of(s).levels[tables.level_of[step]])
    boost = p.boost_round + p.boost_game
    if boost:
        text(out, x + 530, y + 19, f"+{boost} level", 12, font_weight="bold")


def draw_missions(out: list[str], s: FederationState, seat: int, x: float, y: float) -> None:
    """Draw the twelve missions: a ring is a marker, a filled disc a ship."""
    p, tables = s.players[seat], s.tables
    for i, name in enumerate(tables.missions):
        left, top = x + i % 6 * 50, y + i // 6 * 36
        marker, ship = p.markers >> i & 1, p.flown >> i & 1
        box(out, left, top, 46, 32, "#fff7d6" if marker else PALE)
        text(out, left + 4, top + 13, name, 10)
        text(out, left + 4, top + 26, f"lv {tables.mission_level[i]}", 9, fill="#555555")
        if marker:
            fill = SEATS[seat] if ship else "white"
            disc(out, left + 36, top + 18, 7, fill)
        words = names_of(s).plain_missions[i]
        if seat == s.seat:
            mark(out, f"mission={name}", left, top, 46, 32, words)
        else:
            tip(out, left, top, 46, 32, words)
