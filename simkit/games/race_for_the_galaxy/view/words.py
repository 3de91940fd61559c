"""Actions and powers in words, as a player at the table would say them.

No two legal actions of a state have the same words: cards of which both copies lie before the seat are
told apart as first and second copy, powers of one card by what they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import consume, legal, produce, terms
from simkit.games.race_for_the_galaxy.view.names import (
    cost,
    counted,
    label,
    listed,
    name,
)

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power


def words(g: RaceState, action: int) -> str:
    """Say an action."""
    kind, args = g.rules.decode(action)
    if "card" in args and kind not in ("use", "produce_draw"):
        return _with_card(g, kind, args["card"])
    if kind == "choose":
        chosen = [card for card in args.values() if card != schema.NO_SECOND]
        return f"choose {listed([schema.ACTION_LABELS[card] for card in chosen])}"
    if kind == "settle_by":
        return _settling(g, args["method"], args["sacrifice"])
    if kind == "trade":
        return _sale(g, args["world"], args["via"])
    if kind == "use":
        doing = power_words(g, args["card"], args["power"])
        return f"use {name(g, args['card'])}: {doing}"
    if kind == "consume":
        return f"consume the {good(g, args['world'])} by the power of {name(g, g.power >> 3)}"
    if kind == "guess":
        return f"name the number {args['number']} and flip the top card"
    if kind == "produce":
        return f"put a good on {name(g, args['world'])} by {_filler(g, args['world'], args['by'])}"
    if kind == "produce_draw":
        return _drawing(g, args["card"], args["power"])
    if kind == "stop":
        return f"discard no more hand cards for chips ({name(g, g.power >> 3)})"
    return {
        "pass": "place nothing",
        "decline": "give up the windfall good of the Produce bonus",
        "produce_rest": "carry out all that is left of the phase, in the order of the tableau",
    }[kind]


def _with_card(g: RaceState, kind: str, card: int) -> str:
    """Say what is done with a card that is drawn or in hand."""
    if kind == "place":
        return f"place {name(g, card)} ({_price(g, card)})"
    if kind == "spend":
        power = g.t.powers[g.power >> 3][g.power & 7]
        chips = counted(power.vp, "chip")
        return f"discard {name(g, card)} for {chips} ({name(g, g.power >> 3)})"
    left = f", {g.need - 1} more to go" if g.need > 1 else ""
    if kind == "pay":
        return f"pay with {name(g, card)} for {label(g.t, g.players[g.seat].placing)}{left}"
    return f"{kind} {name(g, card)}{left}"


def _price(g: RaceState, card: int) -> str:
    """Say what kind of card it is and what it costs the seat to move."""
    if not g.t.world[card]:
        return f"development, costs {cost(legal.develop_price(g, g.seat, card))}"
    if g.t.military[card]:
        return f"world, defense {g.t.cost[card]}"
    return f"world, costs {cost(legal.settle_price(g, g.seat, card, schema.BY_PAYING))}"


def _settling(g: RaceState, method: int, sacrifice: int) -> str:
    """Say how the world placed is settled, and which cards are discarded for it."""
    t, p = g.t, g.players[g.seat]
    gone = [p.ship] if sacrifice & schema.FOR_FREE else []
    gone += [p.tactics] if sacrifice & schema.FOR_MILITARY else []
    names = listed([label(t, card) for card in gone])
    if method == schema.BY_NONE:
        kept = f"keep {label(t, p.tactics)}" if p.tactics >= 0 else "discard nothing"
        return f"settle nothing and {f'discard {names}' if gone else kept}"
    discarding = f", discarding {names}" if gone else ""
    world = label(t, p.placing)
    if method == schema.BY_CONQUERING:
        strength = legal.strength(g, g.seat, p.placing)
        if gone:
            strength += legal.military_for_card(g, g.seat)
        against = f"Military {strength} against defense {t.cost[p.placing]}"
        return f"conquer {world} ({against}){discarding}"
    through = ""
    if method == schema.BY_CONTACT:
        through = f" through {label(t, legal.contact_for(g, g.seat, p.placing))}"
    if sacrifice & schema.FOR_FREE:
        return f"settle {world} for nothing{through}{discarding}"
    price = legal.settle_price(g, g.seat, p.placing, method)
    return f"pay {cost(price)} for {world}{through}{discarding}"


def good(g: RaceState, world: int) -> str:
    """Say which good lies on a world of the seat to move."""
    return f"{terms.GOOD_KINDS[g.t.kind[world]]} good of {name(g, world)}"


def _sale(g: RaceState, world: int, via: int) -> str:
    """Say what good is sold for how many cards."""
    price = counted(consume.sale_price(g, g.seat, world, via), "card")
    through = schema.ACTION_LABELS[schema.CONSUME_TRADE] if via == g.t.bonus else name(g, via)
    return f"sell the {good(g, world)} for {price} ({through})"


def _filler(g: RaceState, world: int, by: int) -> str:
    """Say what puts a good on a world."""
    if by == g.t.bonus:
        return "the Produce bonus"
    if by != world:
        return f"the power of {name(g, by)}"
    windfall = g.t.production[world] == terms.WINDFALL
    return "its own windfall power" if windfall else "its own production"


def _drawing(g: RaceState, card: int, number: int) -> str:
    """Say how many cards a produce power draws, and why."""
    power = g.t.powers[card][number]
    due = produce.draws_due(g, g.players[g.seat], card << 3 | number, power)
    kind = SHORT_KINDS[power.kind]
    why = {
        terms.DRAW_IF_PRODUCED_HERE: "; a good was produced there",
        terms.DRAW_PER_GOOD_PRODUCED: f"; {power.n} for each {kind} good produced",
        terms.DRAW_PER_KIND_PRODUCED: f"; {power.n} for each kind of good produced",
        terms.DRAW_PER_WORLD: f"; {power.n} for each {kind} world",
    }.get(power.op, "")
    return f"draw {counted(due, 'card')} by {name(g, card)}{why}"


# Powers ------------------------------------------------------------------------------------------

SHORT_KINDS = (*terms.GOOD_KINDS, "")
"""Kinds of goods by number; the last one is any kind."""


def power_words(g: RaceState, card: int, number: int) -> str:
    """Say what a consume power of the seat to move does."""
    power = g.t.powers[card][number]
    doubled = g.players[g.seat].chose(schema.CONSUME_DOUBLE)
    op = power.op
    if op == terms.CONSUME:
        gain = _gain(g, power, doubled)
        kind = f"{SHORT_KINDS[power.kind]} good".strip()
        if power.times == 1:
            return f"consume {counted(power.goods, kind)} for {gain}"
        each = f"{counted(power.goods, kind)} for {gain}, up to {power.times} times"
        return f"consume {each}"
    if op == terms.CONSUME_DIFFERENT:
        return f"consume {power.goods} goods of different kinds for {_gain(g, power, doubled)}"
    if op == terms.CONSUME_ALL:
        return f"consume every good, for each after the first {_gain(g, power, doubled)}"
    if op == terms.CARDS_FOR_VP:
        chips = counted(power.vp, "chip")
        return f"discard up to {counted(power.times, 'hand card')} for {chips} each"
    if op == terms.CONSUME_DRAW:
        return f"draw {counted(power.n, 'card')}"
    if op != terms.GAMBLE:
        terms.unknown("consume power", op)
    return "name a number, flip the top card and keep it if it shows that number"


def _gain(g: RaceState, power: Power, doubled: bool) -> str:
    """Say what goods are consumed for."""
    chips = power.vp * (g.t.double if doubled else 1)
    gains = [counted(chips, "chip") + (" (doubled)" if doubled else "")] if chips else []
    gains += [counted(power.cards, "card")] if power.cards else []
    return listed(gains) if gains else "nothing"
