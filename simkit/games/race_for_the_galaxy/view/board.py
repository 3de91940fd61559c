"""The table as a picture (SVG): a head line, and per seat its tableau, goods and hand.

Every card shows its cost (circle) or defense (square), its points (hexagon), the colour and letter of
its kind of good (a full band: production, a framed one: windfall), and its powers by phase (I to V,
"$" for trade) as short signs. A good is a small card with the letter of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from simkit.core.boards import is_card
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules import terms

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power, Tables

WIDTH = 1190
MARGIN = 12
CARD_W, CARD_H, GAP = 122, 108, 7
PER_ROW = 9
HAND_W, HAND_H = 122, 46
HEAD_H, TITLE_H = 54, 30
SMALL_WIDTH, SMALL_PER_ROW = 664, 5  # card size

KIND_COLOURS = ("#4aa8d8", "#a9713f", "#4f9d4a", "#e3b92f")
KIND_LETTERS = "NRGA"
PLAIN_WORLD, DEVELOPMENT = "#8a8f98", "#6b5b95"
INK, PALE, PAPER, SHADE = "#1d2530", "#5b6675", "#ffffff", "#f1f3f6"
SHORT_KINDS = ("novelty", "rare", "genes", "alien", "any")
PHASE_SIGNS = ("I", "II", "III", "$", "IV", "V")
ROUND_PHASES = (
    ("I", "Explore", 1),
    ("II", "Develop", 2 | 4),
    ("III", "Settle", 8 | 16),
    ("IV", "Consume", 32),
    ("V", "Produce", 64),
)


def svg(state: RaceState, seat: int | None = None, size: str = "full") -> str:
    """Draw the table as `seat` sees it (None: with all hands open); `size` is ``full`` or ``card``.

    Examples
    --------
    >>> import simkit
    >>> game = simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1))
    >>> svg(game, seat=0).startswith("<svg")
    True
    """
    if is_card(size):
        return _card_size(state, open_hands=seat is None, eyes=seat)
    parts = _head(state, 330.0, 7.0, WIDTH)
    y: float = HEAD_H
    for place in state.order:
        panel, height = _panel(state, place, y, open_hand=seat is None or seat == place)
        parts += panel
        y += height + 10
    parts += _legend(MARGIN, y + 14)
    for number, line in enumerate(figures(state.t)):
        parts.append(_text(MARGIN, y + 38 + 15 * number, line, 11))
    return _document(WIDTH, y + 64, parts)


def _card_size(state: RaceState, open_hands: bool, eyes: int | None) -> str:
    """Draw what one glance needs: every tableau as small cards, hands as numbers."""
    parts = _head(state, MARGIN, 36.0, SMALL_WIDTH)
    y: float = 72
    for place in state.order:
        p = state.players[place]
        rows = max(1, -(-len(p.tableau) // SMALL_PER_ROW))
        height = 50 + rows * (HAND_H + GAP)
        rim = "#c2542d" if state.seat == place else "#c9ced6"
        parts.append(_box(4, y, SMALL_WIDTH - 8, height, SHADE, rim, 2))
        open_hand = open_hands or place == eyes
        parts += _title(state, place, y + 20, open_hand, SMALL_WIDTH)
        for number, card in enumerate(p.tableau):
            row, column = divmod(number, SMALL_PER_ROW)
            left = MARGIN + column * (CARD_W + GAP)
            top = y + 46 + row * (HAND_H + GAP)
            parts += _small_card(state.t, card, left, top, good=card in p.goods)
            parts.append(_place(state.t, card, left, top, HAND_H))
        y += height + 8
    return _document(SMALL_WIDTH, y, parts)


def _document(width: float, height: float, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" '
        f'fill="{INK}">{_box(0, 0, width, height, PAPER)}{"".join(parts)}</svg>'
    )


def area(state: RaceState, seat: int, open_hand: bool = True) -> str:
    """Draw one player's area alone."""
    parts, height = _panel(state, seat, 0, open_hand)
    return _document(WIDTH, height + 6, parts)


# Pieces of SVG -----------------------------------------------------------------------------------


def _text(
    x: float, y: float, text: str, size: int = 12, anchor: str = "start", more: str = ""
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{more}>'
        f"{escape(text)}</text>"
    )


BOLD = ' font-weight="bold"'


def _box(
    x: float, y: float, w: float, h: float, fill: str, line: str = "none", width: float = 1
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4" fill="{fill}" '
        f'stroke="{line}" stroke-width="{width:g}"/>'
    )


def _hexagon(x: float, y: float, r: float, fill: str) -> str:
    points = ((r, 0), (r / 2, r * 0.87), (-r / 2, r * 0.87), (-r, 0), (-r / 2, -r * 0.87))
    corners = [*points, (r / 2, -r * 0.87)]
    joined = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{joined}" fill="{fill}" stroke="{INK}"/>'


# The table ---------------------------------------------------------------------------------------


def _head(g: RaceState, x: float, y: float, width: float) -> list[str]:
    """Draw the head line: round, pool, deck, discards, and from `x`, `y` on the phases."""
    what = "the end" if g.over else schema.PHASE_LABELS[g.phase]
    parts = [_text(MARGIN, 24, f"Round {g.round}: {what}", 18, more=BOLD)]
    for sign, name, bits in ROUND_PHASES:
        runs = bool(g.phases_run & bits)
        twice = " ×2" if (g.phases_run & bits) == bits and bits in (6, 24) else ""
        parts.append(_box(x, y, 104, 24, "#2f6f4f" if runs else SHADE, PALE))
        colour = f' fill="{PAPER if runs else PALE}"'
        parts.append(_text(x + 52, y + 17, f"{sign} {name}{twice}", 12, "middle", colour))
        x += 110
    counts = f"pool {max(0, g.pool)} · deck {len(g.deck)} · discards {len(g.discards)}"
    parts.append(_text(width - MARGIN, 24, counts, 13, "end"))
    return parts


def _panel(g: RaceState, seat: int, y: float, open_hand: bool) -> tuple[list[str], float]:
    """Draw a seat's area from `y` downwards; return its pieces and its height."""
    p, t = g.players[seat], g.t
    rows = max(1, -(-len(p.tableau) // PER_ROW))
    shown = p.hand + p.drawn if open_hand else []
    hand_rows = max(1, -(-len(shown) // PER_ROW))
    height = TITLE_H + rows * (CARD_H + GAP) + 18 + hand_rows * (HAND_H + GAP)
    mine = g.seat == seat
    parts = [_box(4, y, WIDTH - 8, height, SHADE, "#c2542d" if mine else "#c9ced6", 2)]
    parts += _title(g, seat, y + 21, open_hand, WIDTH)
    top = y + TITLE_H
    for number, card in enumerate(p.tableau):
        row, column = divmod(number, PER_ROW)
        left = MARGIN + column * (CARD_W + GAP)
        parts += _card(t, card, left, top + row * (CARD_H + GAP), card in p.goods)
        parts.append(_place(t, card, left, top + row * (CARD_H + GAP), CARD_H))
    top += rows * (CARD_H + GAP)
    parts.append(_text(MARGIN, top + 12, _hand_title(g, seat, open_hand), 12, more=BOLD))
    top += 18
    in_hand = sorted(p.hand, key=lambda card: t.names[card])
    looked_at = sorted(p.drawn, key=lambda card: t.names[card])
    for number, card in enumerate([*in_hand, *looked_at] if open_hand else []):
        row, column = divmod(number, PER_ROW)
        left = MARGIN + column * (CARD_W + GAP)
        parts += _small_card(t, card, left, top + row * (HAND_H + GAP), card in p.drawn)
        parts.append(_place(t, card, left, top + row * (HAND_H + GAP), HAND_H))
    if not open_hand:
        for number in range(min(len(p.hand) + len(p.drawn), 20)):
            parts.append(_box(MARGIN + number * 26, top, 30, HAND_H, "#39465a", PAPER))
    return parts, height


def _title(g: RaceState, seat: int, y: float, open_hand: bool, width: float) -> list[str]:
    """Write who sits there and the actions; points, chips, Military beside it or, if narrow, below."""
    p, t = g.players[seat], g.t
    start = t.labels[t.design[p.start]] if p.start >= 0 else "no start world"
    mark = "▶ " if g.seat == seat else ""
    crown = " — winner" if g.over and seat in g.winners() else ""
    parts = [_text(MARGIN, y, f"{mark}Seat {seat}: {start}{crown}", 15, more=BOLD)]
    points = f"{g.score[seat]} points" if g.over else f"{p.chips} chips"
    counts = f"cards {len(p.tableau)} · goods {len(p.goods)}"
    facts = f"{points} · Military {p.military():+d} · {counts}"
    if width == WIDTH:
        parts.append(_text(430, y, facts, 13))
    else:
        parts.append(_text(MARGIN, y + 18, f"{facts} · {_hand_title(g, seat, open_hand)}", 12))
    parts.append(_text(width - MARGIN, y, _actions(g, seat, open_hand), 13, "end"))
    return parts


def _legend(x: float, y: float) -> list[str]:
    """Say what letters, shapes and bands mean."""
    parts = []
    for letter, colour, name in zip(KIND_LETTERS, KIND_COLOURS, SHORT_KINDS, strict=False):
        parts.append(_box(x, y - 9, 16, 16, colour))
        parts.append(_text(x + 8, y + 4, letter, 12, "middle", BOLD))
        parts.append(_text(x + 21, y + 3.5, name, 11))
        x += 78
    shapes = (
        (_box(x, y - 9, 16, 16, DEVELOPMENT), "development"),
        (_box(x + 110, y - 9, 16, 16, PLAIN_WORLD), "world without goods"),
        (_box(x + 262, y - 9, 16, 16, PAPER, KIND_COLOURS[0], 3), "windfall"),
        (f'<circle cx="{x + 350:g}" cy="{y - 1:g}" r="8" fill="{PAPER}" stroke="{INK}"/>', "cost"),
        (_box(x + 402, y - 9, 16, 16, "#f3b0a2", INK), "defense, rebels darker"),
        (_hexagon(x + 580, y - 1, 9, PAPER), "points"),
    )
    starts = (x, x + 110, x + 262, x + 342, x + 402, x + 571)
    for start, (shape, name) in zip(starts, shapes, strict=True):
        parts += [shape, _text(start + 21, y + 3.5, name, 11)]
    words = "c card · vp chip · ✕ discard it · $ trade"
    return [*parts, _text(x + 650, y + 3.5, words, 11)]


def figures(t: Tables) -> list[str]:
    """Return the figures of the table that no card shows, as lines."""
    prices = ", ".join(
        f"{price} for {kind}" for price, kind in zip(t.prices, terms.GOOD_KINDS, strict=True)
    )
    limit = f" or after round {t.last_round}" if t.last_round else ""
    bonuses = (
        f"Explore +5 looks at {t.bonus_5_draw} more",
        f"Explore +1/+1 looks at {t.bonus_1_1_draw} more",
        f"and keeps {t.bonus_1_1_keep} more",
        f"Develop costs {t.develop_bonus} less",
        f"Settle draws {t.settle_bonus}",
        f"Consume-2xVP multiplies chips by {t.double}",
    )
    return [
        f"Explore: look at {t.explore_draw} · keep {t.explore_keep} · goods sell at {prices} · "
        f"hand limit {t.hand_limit} · the end: {t.tableau_end} cards{limit} · "
        f"{t.chips_per_player} chips per player · dealt {t.dealt} · keep {t.kept} of them",
        f"Action cards: {' · '.join(bonuses)}",
    ]


def _actions(g: RaceState, seat: int, open_hand: bool) -> str:
    """Say which action cards a seat has chosen, as far as that may be seen."""
    first, second = st.CHOSEN[g.players[seat].actions]
    if first == schema.NO_SECOND:
        return ""
    if g.stage == st.STAGE_CHOOSE and not g.over and not open_hand:
        return "has chosen"
    names = [schema.ACTION_LABELS[card] for card in (first, second) if card != schema.NO_SECOND]
    return "chose " + " and ".join(names)


def _hand_title(g: RaceState, seat: int, open_hand: bool) -> str:
    p = g.players[seat]
    title = f"Hand: {len(p.hand)}"
    if p.drawn:
        title += f", looking at {len(p.drawn)}"
    choosing = g.stage == st.STAGE_PLACE and g.seat != st.NOTHING
    if choosing and g.seat != seat and g.order.index(seat) < g.turn:
        name = "nothing" if p.placing < 0 else g.t.labels[g.t.design[p.placing]]
        title += f", places {name}" if open_hand else ", has chosen"
    return title


# Cards -------------------------------------------------------------------------------------------


def _place(t: Tables, card: int, x: float, y: float, h: float) -> str:
    """Mark a card as a place that can be clicked (see simkit/widgets/README.md)."""
    name = t.names[card]
    return (
        f'<rect class="sk-place" data-key="card={name}|world={name}" x="{x:g}" y="{y:g}" '
        f'width="{CARD_W}" height="{h:g}" rx="4" fill-opacity="0"/>'
    )


def _colour(t: Tables, card: int) -> str:
    if not t.world[card]:
        return DEVELOPMENT
    return KIND_COLOURS[t.kind[card]] if t.kind[card] >= 0 else PLAIN_WORLD


def _badge(t: Tables, card: int, x: float, y: float, r: float) -> str:
    """Draw cost (circle, for developments a diamond) or defense (red square)."""
    number = _text(x, y + 4.5, str(t.cost[card]), 13, "middle", BOLD)
    if t.military[card]:
        fill = "#f3b0a2" if not t.rebel[card] else "#e2705a"
        return _box(x - r, y - r, 2 * r, 2 * r, fill, INK) + number
    if t.world[card]:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{PAPER}" stroke="{INK}"/>' + number
    d = r * 1.25
    corners = f"{x:g},{y - d:g} {x + d:g},{y:g} {x:g},{y + d:g} {x - d:g},{y:g}"
    return f'<polygon points="{corners}" fill="{PAPER}" stroke="{INK}"/>' + number


def _band(t: Tables, card: int, x: float, y: float, w: float, h: float) -> str:
    """Draw the band of a card: full for production and plain cards, framed for windfalls."""
    colour = _colour(t, card)
    if t.production[card] == terms.WINDFALL:
        return _box(x, y, w, h, PAPER, colour, 3)
    return _box(x, y, w, h, colour)


def _card(t: Tables, card: int, x: float, y: float, good: bool) -> list[str]:
    """Draw a card of a tableau."""
    parts = [_box(x, y, CARD_W, CARD_H, PAPER, PALE)]
    parts.append(_band(t, card, x + 3, y + 3, CARD_W - 6, 26))
    parts.append(_badge(t, card, x + 17, y + 16, 10))
    points = _points(t, card)
    parts.append(_hexagon(x + CARD_W - 17, y + 16, 11, PAPER))
    parts.append(_text(x + CARD_W - 17, y + 20.5, points, 13, "middle", BOLD))
    kind = t.kind[card]
    if kind >= 0:
        fill = PAPER if t.production[card] == terms.PRODUCTION and kind < 3 else INK
        letter = KIND_LETTERS[kind]
        parts.append(_text(x + CARD_W / 2, y + 22, letter, 15, "middle", f'{BOLD} fill="{fill}"'))
    for number, line in enumerate(_lines(t.labels[t.design[card]], 14)):
        parts.append(_text(x + 5, y + 42 + 11 * number, line, 11, more=BOLD))
    if t.six[card]:
        told = "; ".join(_term(term) for term in t.records[t.design[card]]["score"])
        parts.append(f"<g>{_box(x, y, CARD_W, CARD_H, 'none')}<title>{escape(told)}</title></g>")
    start = y + 42 + 11 * len(_lines(t.labels[t.design[card]], 14))
    for number, line in enumerate(power_lines(t, card)):
        parts.append(_text(x + 5, start + 12 * number, line, 10 if len(line) < 20 else 9))
    if good:
        colour = KIND_COLOURS[kind]
        parts.append(_box(x + CARD_W - 27, y + CARD_H - 35, 22, 30, colour, INK, 2))
        middle = x + CARD_W - 16
        parts.append(_text(middle, y + CARD_H - 15, KIND_LETTERS[kind], 14, "middle", BOLD))
    return parts


def _small_card(
    t: Tables, card: int, x: float, y: float, looked_at: bool = False, good: bool = False
) -> list[str]:
    """Draw a card small; one just drawn in Explore has a thick frame, a good stands at its foot."""
    parts = [_box(x, y, HAND_W, HAND_H, PAPER, INK if looked_at else PALE, 2 if looked_at else 1)]
    parts.append(_band(t, card, x + 3, y + 3, 26, HAND_H - 6))
    parts.append(_badge(t, card, x + 16, y + HAND_H / 2, 9))
    lines = _lines(t.labels[t.design[card]], 13)
    size, step = (10, 11) if len(lines) < 3 else (9, 10)
    for number, line in enumerate(lines):
        parts.append(_text(x + 33, y + size + 4 + step * number, line, size))
    kind = t.kind[card]
    points = f"{_points(t, card)}vp"
    foot = y + HAND_H - 4
    parts.append(_text(x + HAND_W - 5, foot, points, 9, "end", f' fill="{PALE}"'))
    if good:
        parts.append(_box(x + HAND_W - 42, foot - 10, 13, 12, KIND_COLOURS[kind], INK))
    if kind >= 0:
        ink = BOLD if good else f' fill="{PALE}"'
        parts.append(_text(x + HAND_W - 35.5, foot - 0.5, KIND_LETTERS[kind], 9, "middle", ink))
    return parts


def _points(t: Tables, card: int) -> str:
    """Return the points that a card shows: "?" for variable ones, what is printed beside them added."""
    if not t.six[card]:
        return str(t.vp[card])
    return f"?+{t.vp[card]}" if t.vp[card] else "?"


def _lines(text: str, width: int) -> list[str]:
    """Break a name into lines of at most `width` letters."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) <= width or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


# Powers ------------------------------------------------------------------------------------------


def power_lines(t: Tables, card: int) -> list[str]:
    """Return a card's powers as short signs, one line per phase."""
    by_phase: dict[int, list[str]] = {}
    for number, power in enumerate(t.powers[card]):
        against = t.records[t.design[card]]["powers"][number].get("against", "any")
        if power.op == terms.FROM_PACK:
            record = t.records[t.design[card]]["powers"][number]
            sign = next(a for a in t.abilities[card] if a.record is record).words(short=True)
        else:
            sign = _sign(power, against)
        by_phase.setdefault(power.phase, []).append(sign)
    return [f"{PHASE_SIGNS[phase]} {', '.join(signs)}" for phase, signs in sorted(by_phase.items())]


def _won(power: Power) -> str:
    """Return the chips and cards that a consume power gives."""
    won = [f"{power.vp}vp"] if power.vp else []
    won += [f"{power.cards}c"] if power.cards else []
    return "+".join(won)


def _term(term: Mapping[str, Any]) -> str:
    """Return one scoring term of a six-cost development in words."""
    told = [str(term[key]) for key in ("kind", "production", "flag", "power") if key in term]
    if "cost" in term:
        told.append(f"cost {term['cost']}")
    if term.get("military"):
        told.append("military")
    what = {"chips": f"{term.get('per')} chips", "military_total": "Military"}.get(
        term["match"], str(term.get("card", term["match"])).replace("_", " ")
    )
    return f"{term['vp']} per {' '.join([*told, what])}"


def _sign(power: Power, against: str) -> str:
    """Return one power as a short sign."""
    kind = SHORT_KINDS[power.kind]
    op, n = power.op, power.n
    of_kind = "" if power.kind == terms.ANY_KIND else f" {kind}"
    if op == terms.MILITARY:
        return f"mil {n:+d}" + ("" if against == "any" else f" {against}")
    if op == terms.CONSUME:
        times = f"≤{power.times}× " if power.times > 1 else ""
        goods = f"{power.goods} " if power.goods > 1 else ""
        return f"{times}{goods}{kind}→{_won(power)}"
    if op == terms.TRADE_BONUS:
        return f"+{n} here" if power.this_world else f"+{n} {kind}"
    signs = {
        terms.EXPLORE_DRAW: f"look +{n}",
        terms.EXPLORE_KEEP: f"keep +{n}",
        terms.DEVELOP_DRAW_BEFORE: f"+{n}c first",
        terms.DEVELOP_DISCOUNT: f"cost -{n}",
        terms.DEVELOP_DRAW_AFTER: f"+{n}c after",
        terms.SETTLE_DISCOUNT: f"-{n}{of_kind}",
        terms.PAY_FOR_MILITARY: f"pay def -{n}",
        terms.SACRIFICE_FOR_FREE: "✕ free world",
        terms.SACRIFICE_FOR_MILITARY: f"✕ mil +{n}",
        terms.SETTLE_DRAW_AFTER: f"+{n}c after",
        terms.CONSUME_DIFFERENT: f"{power.goods} kinds→{_won(power)}",
        terms.CONSUME_ALL: f"all→{f'{power.vp}×' if power.vp != 1 else ''}(n-1)vp",
        terms.CARDS_FOR_VP: f"≤{power.times}c→{power.vp}vp each",
        terms.CONSUME_DRAW: f"+{n}c",
        terms.EXTRA_TRADE: "sell with $" if power.bonuses else "sell without $",
        terms.GAMBLE: "gamble",
        terms.PRODUCE_HERE: "good",
        terms.DRAW_IF_PRODUCED_HERE: f"+{n}c if good",
        terms.PRODUCE_WINDFALL: f"fill{of_kind or ' any'} halo",
        terms.PRODUCE_DRAW: f"+{n}c",
        terms.DRAW_PER_GOOD_PRODUCED: f"+{n}c per {kind}",
        terms.DRAW_PER_KIND_PRODUCED: f"+{n}c per kind",
        terms.DRAW_IF_MOST_PRODUCED: f"+{n}c most {kind}",
        terms.DRAW_PER_WORLD: f"+{n}c/{kind} world",
    }
    return signs[op]
