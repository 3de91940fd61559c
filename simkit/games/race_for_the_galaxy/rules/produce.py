"""Phase V, Produce: goods on worlds, cards for them, in any order a player likes.

The order matters for the deck only, so that a player is asked just for what makes a difference: which
windfall world a power or the bonus fills. `produce_rest` carries out all that is left; every other
order is legal as well (`produce`, `produce_draw`), so that any game played elsewhere can be replayed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power

TOTALS: Final = (terms.DRAW_PER_GOOD_PRODUCED, terms.DRAW_PER_KIND_PRODUCED)
"""Powers that count all goods of the phase; used when no good that changes the count can follow."""


NO_DRAWS: Final = (terms.PRODUCE_HERE, terms.PRODUCE_WINDFALL, terms.DRAW_IF_MOST_PRODUCED)
"""Powers that give no cards while the phase goes on."""


def start(g: RaceState) -> None:
    """Make every produce power and the bonus usable once, then begin with the first seat."""
    for p in g.players:
        p.todo = [
            code
            for code in p.producing
            if g.t.powers[code >> 3][code & 7].op != terms.DRAW_IF_MOST_PRODUCED
        ]
        p.produced = []
        p.bonus_left = p.chose(schema.PRODUCE)
    begin_seat(g)


def begin_seat(g: RaceState) -> None:
    """Go to the next seat that has something to do; after the last pay out who produced most."""
    while g.turn < g.seats:
        g.seat = g.order[g.turn]
        if not go_on(g):
            return
        end_seat(g)
    draw_for_most(g)
    rounds.next_phase(g)


def end_seat(g: RaceState) -> None:
    """Let the seat to move draw by the abilities of packs, and go to the next."""
    if g.players[g.seat].hooked:
        abilities.draw(g, g.seat, schema.H_PRODUCE_CARDS)
    g.turn += 1


def go_on(g: RaceState) -> bool:
    """Ask if anything is left that could be done in different ways; tell whether the seat is done."""
    found = menu(g)
    if len(found) > 2:  # the last entry is produce_rest: with two, there is just one thing to do
        g.stage = st.STAGE_PRODUCE
        return False
    if len(found) == 2:
        carry_out(g, found[0])
        return go_on(g)
    return True


def menu(g: RaceState) -> list[int]:
    """Return what can be done now; `produce_rest` is the last entry."""
    # [#produce.1] [#produce.2] [#produce.3] [#produce.7] [#powers.6]
    p, t = g.players[g.seat], g.t
    found: list[int] = []
    empty = empty_windfalls(g, p)
    draws: list[int] = []
    totals: list[int] = []
    for code in p.todo:
        card = code >> 3
        power = t.powers[card][code & 7]
        op = power.op
        if op == terms.PRODUCE_HERE:
            if card not in p.goods:
                found.append(schema.K_PRODUCE | card << 6 | card << t.second)
        elif op == terms.PRODUCE_WINDFALL:
            found.extend(
                schema.K_PRODUCE | world << 6 | card << t.second
                for world in empty
                if power.kind == terms.ANY_KIND or t.kind[world] == power.kind
            )
        elif draws_due(g, p, code, power):
            (totals if op in TOTALS else draws).append(code)
    if p.bonus_left and empty:
        found.extend(schema.K_PRODUCE | world << 6 | t.bonus << t.second for world in empty)
        found.append(schema.K_DECLINE)
    if totals:
        coming = {
            t.kind[action >> 6 & t.mask] for action in found if action & 63 == schema.K_PRODUCE
        }
        draws.extend(code for code in totals if final(g, p, code, coming))
    found.extend(
        schema.K_PRODUCE_DRAW | (code >> 3) << 6 | (code & 7) << t.second for code in draws
    )
    found.append(schema.K_PRODUCE_REST)
    return found


def final(g: RaceState, p: Player, code: int, coming: set[int]) -> bool:
    """Tell whether goods of the kinds still coming leave unchanged what a power counts."""
    power = g.t.powers[code >> 3][code & 7]
    if power.op == terms.DRAW_PER_GOOD_PRODUCED:
        return power.kind not in coming
    return coming <= {g.t.kind[world] for world in p.produced}


def empty_windfalls(g: RaceState, p: Player) -> list[int]:
    """Return the windfall worlds without a good."""
    if p.filled == p.windfalls:
        return []
    production, goods = g.t.production, p.goods
    return [card for card in p.active if production[card] == terms.WINDFALL and card not in goods]


def draws_due(g: RaceState, p: Player, code: int, power: Power) -> int:
    """Return the cards that a produce power gives as things stand."""
    # [#produce.4] [#produce.5]
    op, kind = power.op, g.t.kind
    if op == terms.PRODUCE_DRAW:
        return power.n
    if op == terms.DRAW_IF_PRODUCED_HERE:
        return power.n if code >> 3 in p.produced else 0
    if op == terms.DRAW_PER_GOOD_PRODUCED:
        return power.n * sum(kind[world] == power.kind for world in p.produced)
    if op == terms.DRAW_PER_KIND_PRODUCED:
        return power.n * len({kind[world] for world in p.produced})
    if op == terms.DRAW_PER_WORLD:
        return power.n * sum(kind[card] == power.kind for card in p.tableau)
    if op not in NO_DRAWS:
        terms.unknown("produce power", op)
    return 0


def candidates(g: RaceState) -> list[int]:
    """Return the worlds to choose from for the next power or bonus, or just `produce_rest`.

    Powers for one kind come before those for any kind, and these before the bonus: so no power is
    left without a world that another order would have left it. Where there are as many powers as
    worlds they fit, all of these are filled and there is no choice.
    """
    p, t = g.players[g.seat], g.t
    empty = empty_windfalls(g, p)
    todo = fillers(g, p)
    while todo and empty:
        by = todo[0]
        worlds = worlds_for(g, by, empty)
        rivals = [other for other in todo if kind_filled(g, other) == kind_filled(g, by)]
        if len(rivals) < len(worlds):
            found: list[int] = []
            seen = 0
            for world in worlds:
                bit = 1 << t.good_group[world]
                if not seen & bit:
                    seen |= bit
                    found.append(schema.K_PRODUCE | world << 6 | (by >> 3) << t.second)
            if len(found) > 1:
                return found
            rivals = [by]
        for _, world in zip(rivals, worlds, strict=False):
            empty.remove(world)
        todo = [other for other in todo if other not in rivals]
    return [schema.K_PRODUCE_REST]


def kind_filled(g: RaceState, filler: int) -> int:
    """Return the kind of windfall world a power fills; the bonus fills any."""
    card = filler >> 3
    return terms.ANY_KIND if card == g.t.bonus else g.t.powers[card][filler & 7].kind


def fillers(g: RaceState, p: Player) -> list[int]:
    """Return the windfall powers to use, for one kind first, then for any; the bonus is last.

    The bonus is written like the first power of a card with the number `Tables.bonus`.
    """
    powers = g.t.powers
    special: list[int] = []
    general: list[int] = []
    for code in p.todo:
        power = powers[code >> 3][code & 7]
        if power.op == terms.PRODUCE_WINDFALL:
            (general if power.kind == terms.ANY_KIND else special).append(code)
    special.extend(general)
    if p.bonus_left:
        special.append(g.t.bonus << 3)
    return special


def worlds_for(g: RaceState, filler: int, empty: list[int]) -> list[int]:
    """Return those of the empty windfall worlds that a power or the bonus may fill."""
    # [#produce.2]
    kind = kind_filled(g, filler)
    return [world for world in empty if kind in (terms.ANY_KIND, g.t.kind[world])]


def apply(g: RaceState, kind: int, args: int) -> None:
    """Carry out an action of the Produce phase."""
    if kind == schema.K_PRODUCE_REST:
        rest(g)
    else:
        carry_out(g, kind | args << 6)
        if not go_on(g):
            return
    end_seat(g)
    begin_seat(g)


def carry_out(g: RaceState, action: int) -> None:
    """Put one good on a world, draw by one power, or give up the bonus."""
    seat, p = g.seat, g.players[g.seat]
    t = g.t
    kind, card = action & 63, action >> 6 & t.mask
    if kind == schema.K_PRODUCE:
        produce(g, card, action >> t.second)
    elif kind == schema.K_PRODUCE_DRAW:
        code = card << 3 | action >> t.second
        number = draws_due(g, p, code, t.powers[card][code & 7])
        p.todo.remove(code)
        g.draw_to_hand(seat, number, "power", card)
    else:
        p.bonus_left = False


def produce(g: RaceState, world: int, by: int) -> None:
    """Put a good on a world and use up what put it there."""
    p = g.players[g.seat]
    if by == g.t.bonus:
        p.bonus_left = False
    else:
        here = by == world and g.t.production[world] == terms.PRODUCTION
        wanted = terms.PRODUCE_HERE if here else terms.PRODUCE_WINDFALL
        for code in p.todo:
            if code >> 3 == by and g.t.powers[by][code & 7].op == wanted:
                p.todo.remove(code)
                break
    good = g.put_good(g.seat, world)
    if good < 0:
        return
    p.produced.append(world)
    if g.journal is not None:
        name = "phase_bonus" if by == g.t.bonus else g.journal.name(by)
        names = g.journal.names([world, good])
        g.journal.note(g.seat, "produce", world=names[0], by=name, good=names[1])


def rest(g: RaceState) -> None:
    """Do all that is left: production worlds, windfall worlds, then the draws."""
    p, t = g.players[g.seat], g.t
    for code in p.todo[:]:
        card = code >> 3
        if t.powers[card][code & 7].op == terms.PRODUCE_HERE and card not in p.goods:
            produce(g, card, card)
    for filler in fillers(g, p):
        worlds = worlds_for(g, filler, empty_windfalls(g, p))
        if worlds:
            produce(g, worlds[0], filler >> 3)
    p.bonus_left = False
    todo, p.todo = p.todo, []
    for code in todo:
        number = draws_due(g, p, code, t.powers[code >> 3][code & 7])
        if number:
            g.draw_to_hand(g.seat, number, "power", code >> 3)


def draw_for_most(g: RaceState) -> None:
    """Draw for having produced strictly more of a kind than everybody else, after the phase."""
    # [#produce.6]
    kind = g.t.kind
    for seat in g.order:
        for code in g.players[seat].producing:
            power = g.t.powers[code >> 3][code & 7]
            if power.op != terms.DRAW_IF_MOST_PRODUCED:
                continue
            counts = [sum(kind[w] == power.kind for w in p.produced) for p in g.players]
            mine = counts.pop(seat)
            if mine > max(counts):
                g.draw_to_hand(seat, power.n, "power", code >> 3)
