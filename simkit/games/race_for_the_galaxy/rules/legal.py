"""What is legal, and what is worth a thought.

`legal` lists every legal action of the seat to move; `candidates` leaves out those that another
one is at least as good as: the second copy of a card, a good worth the same as another, sacrifices
without effect, orders of powers that only lose something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.schema import KIND_MASK
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, build, consume, produce, rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power

# [#advanced.7] Two action cards of the advanced game: 23 pairs; a lone Develop or Settle is the first.
PAIRS = tuple(
    (first, second)
    for first in range(9)
    for second in range(first + 1, 9)
    if not (first == schema.DEVELOP_SECOND or second == schema.DEVELOP_SECOND)
    or (first, second) == (schema.DEVELOP, schema.DEVELOP_SECOND)
    if not (first == schema.SETTLE_SECOND or second == schema.SETTLE_SECOND)
    or (first, second) == (schema.SETTLE, schema.SETTLE_SECOND)
)
CHOOSE_ONE: Final = [schema.K_CHOOSE | card << 6 | schema.NO_SECOND << 10 for card in range(7)]
CHOOSE_TWO: Final = [schema.K_CHOOSE | first << 6 | second << 10 for first, second in PAIRS]
GUESSES: Final = [schema.K_GUESS | number << 6 for number in range(1, 8)]


def legal(g: RaceState) -> list[int]:
    """Return every legal action of the seat to move."""
    stage = g.stage
    p = g.players[g.seat]
    if stage == st.STAGE_PAY:
        return [schema.K_PAY | card << 6 for card in p.hand]
    if stage == st.STAGE_CHOOSE:
        return CHOOSE_TWO[:] if g.rules.options["advanced"] else CHOOSE_ONE[:]
    if g.options and stage in st.LISTED and g.rules.caches:
        return g.options[:]
    if stage == st.STAGE_PLACE:
        found = [schema.K_PLACE | card << 6 for card in placeable(g, g.seat)]
        found.append(schema.K_PASS)
        return found
    if stage == st.STAGE_KEEP:
        return [schema.K_KEEP | card << 6 for card in p.drawn]
    if stage in (st.STAGE_SETUP, st.STAGE_LIMIT):
        return [schema.K_DISCARD | card << 6 for card in p.hand]
    if stage == st.STAGE_SETTLE_BY:
        return [
            schema.K_SETTLE_BY | way << 6
            for way in ways_to_settle(g, g.seat, p.placing, len(p.hand))
        ]
    if stage == st.STAGE_TRADE:
        return [schema.K_TRADE | world << 6 | g.t.bonus << g.t.second for world in p.goods]
    if stage == st.STAGE_CONSUME:
        return consume.menu(g)
    if stage == st.STAGE_GOODS:
        return [schema.K_CONSUME | world << 6 for world in consume.fitting(g)]
    if stage == st.STAGE_SPEND:
        found = [schema.K_SPEND | card << 6 for card in p.hand]
        found.append(schema.K_STOP)
        return found
    if stage == st.STAGE_GUESS:
        return GUESSES[:]
    return produce.menu(g)


def candidates(g: RaceState) -> list[int]:
    """Return the legal actions worth a thought."""
    stage = g.stage
    if stage == st.STAGE_PAY:
        return [schema.K_PAY | card << 6 for card in g.players[g.seat].hand]
    if stage == st.STAGE_CHOOSE or stage == st.STAGE_PLACE:
        return legal(g)
    if stage == st.STAGE_CONSUME:
        return consume.candidates(g)
    if stage == st.STAGE_PRODUCE:
        return produce.candidates(g)
    found = legal(g)
    if stage == st.STAGE_TRADE or stage == st.STAGE_GOODS:
        return one_per_group(g, found)
    return sensible_ways(g, found) if stage == st.STAGE_SETTLE_BY else found


def one_per_group(g: RaceState, found: list[int]) -> list[int]:
    """Keep one action per group of worlds whose goods are worth the same."""
    groups, mask = g.t.good_group, g.t.mask
    seen = 0
    kept: list[int] = []
    for action in found:
        bit = 1 << groups[action >> 6 & mask]
        if not seen & bit:
            seen |= bit
            kept.append(action)
    return kept


# Develop -----------------------------------------------------------------------------------------


def develop_price(g: RaceState, seat: int, card: int) -> int:
    """Return what a development costs a seat ("II Develop" 4)."""
    bonus = g.t.develop_bonus if build.has_bonus(g, seat) else 0
    return price_of_development(g, seat, card, bonus)


def price_of_development(g: RaceState, seat: int, card: int, bonus: int) -> int:
    """Return what a development costs with a discount of the own action card."""
    # [#develop.4] [#powers.2]
    price = g.t.cost[card] - develop_discount(g, seat, card) - bonus
    return price if price > 0 else 0


def develop_discount(g: RaceState, seat: int, card: int) -> int:
    """Return what the powers of a seat take off the cost of a development."""
    p = g.players[seat]
    discount = p.sums[terms.SUM_DEVELOP_DISCOUNT]
    if p.hooked:
        discount += abilities.total(g, seat, schema.H_DEVELOP_DISCOUNT, card)
    return discount


# Settle ------------------------------------------------------------------------------------------


def strength(g: RaceState, seat: int, world: int) -> int:
    """Return the Military of a seat that counts against a world, without sacrifices."""
    p = g.players[seat]
    found = p.military_against(g.t, world)
    if p.hooked:
        found += abilities.total(g, seat, schema.H_MILITARY, world)
    return found


def fixed_price(g: RaceState, seat: int, world: int) -> int:
    """Return the price of a world that an ability fixes; -1 if none does."""
    p = g.players[seat]
    price = abilities.first(g, seat, schema.H_SETTLE_PRICE, world) if p.hooked else None
    return -1 if price is None else price


def settle_price(g: RaceState, seat: int, world: int, method: int) -> int:
    """Return what a world costs when it is paid for, without sacrifices ("III Settle")."""
    # [#settle.4]
    contact = 0
    if method == schema.BY_CONTACT:
        contact = power_of(g, contact_for(g, seat, world), terms.PAY_FOR_MILITARY).n
    return price_of_world(g, seat, world, contact)


def price_of_world(g: RaceState, seat: int, world: int, contact: int) -> int:
    """Return what a world costs with the discount of a contact."""
    # [#settle.2] [#powers.2]
    p = g.players[seat]
    price = g.t.cost[world] - p.discount_for(g.t, world) - contact
    if p.hooked:
        fixed = fixed_price(g, seat, world)
        if fixed >= 0:
            return fixed
        price -= abilities.total(g, seat, schema.H_SETTLE_DISCOUNT, world)
    return price if price > 0 else 0


def contact_for(g: RaceState, seat: int, world: int) -> int:
    """Return the card by which a seat may pay for a military world, the cheapest; -1 if it may not."""
    best, most = -1, -1
    for card in g.players[seat].contacts:
        power = power_of(g, card, terms.PAY_FOR_MILITARY)
        if g.t.kind[world] != power.kind and power.n > most:
            best, most = card, power.n
    return best


def may_contact(g: RaceState, seat: int, world: int) -> bool:
    """Tell whether a seat may pay for a military world."""
    return contact_for(g, seat, world) >= 0


def settles_free(g: RaceState, seat: int, world: int) -> bool:
    """Tell whether a seat may discard a card to pay nothing for a world that is paid for."""
    # [#settle.5]
    ship = g.players[seat].ship
    return ship >= 0 and g.t.kind[world] != power_of(g, ship, terms.SACRIFICE_FOR_FREE).kind


def military_for_card(g: RaceState, seat: int) -> int:
    """Return the Military that a seat may add by discarding a card; 0 if it has none for that."""
    # [#settle.5]
    tactics = g.players[seat].tactics
    return power_of(g, tactics, terms.SACRIFICE_FOR_MILITARY).n if tactics >= 0 else 0


def power_of(g: RaceState, card: int, op: int) -> Power:
    """Return a card's power with a given operation."""
    for power in g.t.powers[card]:
        if power.op == op:
            return power
    raise ValueError(f"{g.t.names[card]} has no such power")


def ways_to_settle(g: RaceState, seat: int, world: int, purse: int) -> list[int]:
    """Return all ways to settle a world with `purse` cards to pay with ("III Settle").

    A way is written as method | sacrifice << 2; the list is empty if there is none. May-powers may be
    used whenever their condition holds, needed or not: Colony Ship for a world that is paid for, New
    Military Tactics in any Settle phase, also by who places nothing (`world` < 0).
    """
    # [#settle.1] [#settle.3] [#settle.4] [#settle.5] [#settle.6] [#powers.5]
    p, t = g.players[seat], g.t
    ways: list[int] = []
    if world < 0:
        ways.append(schema.BY_NONE)
        if p.tactics >= 0:
            ways.append(schema.BY_NONE | schema.FOR_MILITARY << 2)
        return ways
    if t.military[world]:
        force = strength(g, seat, world)
        if force >= t.cost[world]:
            ways.append(schema.BY_CONQUERING)
        if p.tactics >= 0 and force + military_for_card(g, seat) >= t.cost[world]:
            ways.append(schema.BY_CONQUERING | schema.FOR_MILITARY << 2)
        if not may_contact(g, seat, world):
            return ways
        method = schema.BY_CONTACT
    else:
        method = schema.BY_PAYING
    paid: list[int] = []
    if settle_price(g, seat, world, method) <= purse:
        paid.append(method)
    if settles_free(g, seat, world):
        paid.append(method | schema.FOR_FREE << 2)
    ways.extend(paid)
    if p.tactics >= 0:
        ways.extend([way | schema.FOR_MILITARY << 2 for way in paid])
    return ways


def can_settle(g: RaceState, seat: int, world: int, purse: int) -> bool:
    """Tell whether there is a way to settle a world; the plain cases are decided without listing."""
    p, t = g.players[seat], g.t
    if p.hooked:
        return bool(ways_to_settle(g, seat, world, purse))
    if t.military[world]:
        if p.military_against(t, world) >= t.cost[world]:
            return True
        if p.tactics < 0 and not p.contacts:
            return False
    elif t.cost[world] - p.discount_for(t, world) <= purse:
        return True
    elif p.ship < 0:
        return False
    return bool(ways_to_settle(g, seat, world, purse))


def sensible_ways(g: RaceState, found: list[int]) -> list[int]:
    """Leave out sacrifices that are not needed and payments that a conquest saves.

    A sacrifice stays when it is the only way of its method, when it saves a price, or when just so many
    cards less keep the game from ending.
    """
    ways = [action >> 6 for action in found]
    surplus = surplus_cards(g)
    return [
        schema.K_SETTLE_BY | way << 6
        for way in ways
        if is_needed(g, way, ways) or (surplus and SACRIFICED[way >> 2] == surplus)
    ]


SACRIFICED: Final = [0, 1, 1, 2]
"""Number of cards discarded, by the mask of sacrifices."""


def is_needed(g: RaceState, way: int, ways: list[int]) -> bool:
    """Tell whether no other way to settle does the same for less."""
    method = way & 3
    if method == schema.BY_NONE or schema.BY_CONQUERING in ways:
        return way in (schema.BY_NONE, schema.BY_CONQUERING)
    if method == schema.BY_CONQUERING:
        return True
    if way >> 2 & schema.FOR_MILITARY:
        return False
    price = settle_price(g, g.seat, g.players[g.seat].placing, method)
    return not way >> 2 or price > 0 or method not in ways


def surplus_cards(g: RaceState) -> int:
    """Return how many cards the seat to move would have to discard to keep the game going.

    It is 0 where its own tableau does not end the game, or something else does.
    """
    end = g.t.tableau_end
    mine = len(g.players[g.seat].tableau)
    if mine < end or rounds.ends_otherwise(g):
        return 0
    for seat, p in enumerate(g.players):
        if seat != g.seat and len(p.tableau) >= end:
            return 0
    return mine - end + 1


# Both --------------------------------------------------------------------------------------------


def placeable(g: RaceState, seat: int) -> list[int]:
    """Return the hand cards a seat could place and pay for in this phase."""
    # [#develop.6] [#develop.7] [#settle.11]
    p, t = g.players[seat], g.t
    purse = len(p.hand) - 1
    if p.hooked:
        return [card for card in p.hand if may_place(g, seat, card, purse)]
    if not build.is_develop(g):
        return [card for card in p.hand if t.world[card] and can_settle(g, seat, card, purse)]
    purse += p.sums[terms.SUM_DEVELOP_DISCOUNT]
    if build.has_bonus(g, seat):
        purse += t.develop_bonus
    designs = p.designs
    return [
        card
        for card in p.hand
        if not t.world[card] and t.cost[card] <= purse and not designs >> t.design[card] & 1
    ]


def may_place(g: RaceState, seat: int, card: int, purse: int) -> bool:
    """Tell whether a seat with abilities of packs could place and pay for a hand card in this phase."""
    p, t = g.players[seat], g.t
    develops = build.is_develop(g)
    if t.world[card] == develops or not abilities.allowed(g, seat, schema.H_MAY_PLACE, card):
        return False
    if not develops:
        return can_settle(g, seat, card, purse)
    return not p.designs >> t.design[card] & 1 and develop_price(g, seat, card) <= purse


def why_illegal(g: RaceState, action: int) -> str:
    """Say why an action is refused."""
    t, p = g.t, g.players[g.seat]
    known = action >= 0 and (action & KIND_MASK) < len(schema.KINDS)
    kind = action & KIND_MASK
    expected = sorted({schema.KINDS[a & KIND_MASK].name for a in legal(g)})
    if not known or schema.KINDS[kind].name not in expected:
        return f"in phase {schema.PHASES[g.phase]} it has to choose: {', '.join(expected)}"
    card = action >> 6 & t.mask
    if (
        kind in (schema.K_DISCARD, schema.K_PAY, schema.K_SPEND, schema.K_PLACE)
        and card not in p.hand
    ):
        return "the card is not in hand"
    if kind == schema.K_KEEP:
        return "the card is not among those drawn"
    if kind == schema.K_PLACE:
        return _why_not_placed(g, card)
    if kind == schema.K_SETTLE_BY:
        return "the way is not open, or there is no card in the tableau to discard for it"
    if kind in (schema.K_TRADE, schema.K_CONSUME) and card not in p.goods:
        return "no good lies there"
    if kind == schema.K_USE and card < t.cards and card not in p.tableau:
        return "the card is not in the tableau"
    return "it is not among the legal actions"


def _why_not_placed(g: RaceState, card: int) -> str:
    t, p = g.t, g.players[g.seat]
    if t.world[card] == build.is_develop(g):
        return f"{'a world' if t.world[card] else 'a development'} cannot be placed in this phase"
    if p.hooked and not abilities.allowed(g, g.seat, schema.H_MAY_PLACE, card):
        return "a power in the tableau forbids it"
    if not t.world[card]:
        if p.designs >> t.design[card] & 1:
            return "the tableau has this development already"
        price = develop_price(g, g.seat, card)
        return f"it costs {price}, and {len(p.hand) - 1} other cards are in hand"
    others = f"{len(p.hand) - 1} other cards are in hand"
    if not t.military[card]:
        return f"it costs {settle_price(g, g.seat, card, schema.BY_PAYING)}, and {others}"
    force = strength(g, g.seat, card) + military_for_card(g, g.seat)
    why = f"Military {force} does not conquer defense {t.cost[card]}"
    if may_contact(g, g.seat, card):
        price = settle_price(g, g.seat, card, schema.BY_CONTACT)
        why += f"; by contact it costs {price}, and {others}"
    return why
