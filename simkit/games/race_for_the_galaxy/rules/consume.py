"""Phase IV, Consume: sell a good, then use every usable consume power, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player, RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Power, Tables


def start(g: RaceState) -> None:
    """Make every consume power usable once, then begin with the first seat."""
    for p in g.players:
        p.todo = p.consuming[:]
    begin_seat(g)


def begin_seat(g: RaceState) -> None:
    """Let the next seat sell a good if it chose Consume-Trade ("IV Consume", Trade), then consume."""
    # [#consume.1] [#trade.2] [#advanced.5]
    if g.turn >= g.seats:
        rounds.next_phase(g)
        return
    seat = g.order[g.turn]
    p = g.players[seat]
    g.seat = seat
    if p.hooked:
        begin_by_abilities(g, seat)
    if p.chose(schema.CONSUME_TRADE) and p.goods:
        if len(p.goods) > 1:
            g.stage = st.STAGE_TRADE
            return
        sell(g, next(iter(p.goods)), g.t.bonus)
    go_on(g)


def begin_by_abilities(g: RaceState, seat: int) -> None:
    """Draw cards and win chips by the abilities of packs, before anything is sold or consumed."""
    abilities.draw(g, seat, schema.H_CONSUME_CARDS)
    chips = abilities.total(g, seat, schema.H_CONSUME_CHIPS)
    if chips > 0:
        g.win_chips(seat, schema.SOURCE_CONSUME, chips)
        if g.journal is not None:
            g.journal.note(seat, "chips", vp=chips)


def go_on(g: RaceState) -> None:
    """Ask for the next power; use it unasked where there is no choice; end when none is usable."""
    # [#consume.2] [#powers.5]
    found = menu(g)
    if len(found) > 1:
        g.stage, g.options = st.STAGE_CONSUME, found
    elif found:
        apply(g, found[0] & 63, found[0] >> 6)
    else:
        g.turn += 1
        begin_seat(g)


def usable(g: RaceState, code: int) -> bool:
    """Tell whether a power of the seat to move can be used now."""
    # [#consume.5] [#consume.6]
    p = g.players[g.seat]
    power = g.t.powers[code >> 3][code & 7]
    op = power.op
    if op == terms.CONSUME:
        return stock(g, power.kind) >= power.goods
    if op == terms.CONSUME_DIFFERENT:
        return sum(1 for n in p.kinds if n) >= power.goods
    if op in (terms.CONSUME_ALL, terms.EXTRA_TRADE):
        return bool(p.goods)
    if op == terms.CARDS_FOR_VP:
        return bool(p.hand)
    return True


def stock(g: RaceState, kind: int) -> int:
    """Return how many goods of a kind the seat to move has."""
    p = g.players[g.seat]
    return len(p.goods) if kind == terms.ANY_KIND else p.kinds[kind]


def menu(g: RaceState) -> list[int]:
    """Return the uses of powers that are possible now."""
    # [#consume.2] [#consume.7] [#powers.6]
    found: list[int] = []
    second = g.t.second
    for code in g.players[g.seat].todo:
        if usable(g, code):
            card = code >> 3
            if g.t.powers[card][code & 7].op == terms.EXTRA_TRADE:
                worlds = g.players[g.seat].goods
                found.extend(schema.K_TRADE | world << 6 | card << second for world in worlds)
            else:
                found.append(schema.K_USE | card << 6 | (code & 7) << second)
    return found


def candidates(g: RaceState) -> list[int]:
    """Return one use per different effect; what costs nothing first, hand cards for chips last.

    Cards drawn without consuming can only help what follows, and hand cards are best given away when
    all cards have been drawn.
    """
    t = g.t
    kept: list[int] = []
    seen: set[int] = set()
    last: list[int] = []
    for action in (g.options if g.rules.caches else []) or menu(g):
        card = action >> 6 & t.mask
        if action & 63 == schema.K_TRADE:
            via = action >> t.second
            key = 1 << 20 | via << 8 | t.good_group[card]
        else:
            power = t.powers[card][action >> t.second]
            if power.op in (terms.CONSUME_DRAW, terms.GAMBLE):
                return [action]
            if power.op == terms.CARDS_FOR_VP:
                last.append(action)
                continue
            key = power.group
        if key not in seen:
            seen.add(key)
            kept.append(action)
    return kept or last[:1]


def apply(g: RaceState, kind: int, args: int) -> None:
    """Carry out an action of the Consume phase."""
    t = g.t
    card = args & t.mask
    if kind == schema.K_USE:
        use(g, card << 3 | args >> t.second - 6)
    elif kind == schema.K_CONSUME:
        take_good(g, card)
    elif kind == schema.K_TRADE:
        via = args >> t.second - 6
        if via != t.bonus:
            g.players[g.seat].todo.remove(extra_trade_code(g, via))
        sell(g, card, via)
        go_on(g)
    elif kind == schema.K_SPEND:
        spend(g, card)
    elif kind == schema.K_STOP:
        end_spending(g)
    elif kind == schema.K_GUESS:
        gamble(g, args)
    else:
        terms.unknown("kind of action in Consume", kind)


# Selling -----------------------------------------------------------------------------------------


def extra_trade_code(g: RaceState, card: int) -> int:
    """Return the code of a card's ``extra_trade`` power."""
    for number, power in enumerate(g.t.powers[card]):
        if power.op == terms.EXTRA_TRADE:
            return card << 3 | number
    raise ValueError(f"{g.t.names[card]} sells nothing")


def sale_price(g: RaceState, seat: int, world: int, via: int) -> int:
    """Return the cards a good brings: price of its kind and the "$" powers that fit."""
    # [#trade.1]
    t = g.t
    kind = t.kind[world]
    p = g.players[seat]
    if via != t.bonus:
        code = extra_trade_code(g, via)
        if not t.powers[via][code & 7].bonuses:
            return t.prices[kind]
    price = price_of_kind(t, p, kind) + t.sell_here[world]
    return price + abilities.total(g, seat, schema.H_SALE, world) if p.hooked else price


def price_of_kind(t: Tables, p: Player, kind: int) -> int:
    """Return the cards a good of a kind brings a seat, by the powers that are not of its world."""
    # [#trade.1]
    sums = p.sums
    bonus = sums[terms.SUM_TRADE_KIND + kind] + sums[terms.SUM_TRADE_KIND + terms.ANY_KIND]
    return t.prices[kind] + bonus


def sell(g: RaceState, world: int, via: int) -> None:
    """Sell the good of a world."""
    seat = g.seat
    price = sale_price(g, seat, world, via)
    g.remove_good(seat, world)
    g.players[seat].goods_traded += 1
    if g.journal is not None:
        name = "action" if via == g.t.bonus else g.journal.name(via)
        g.journal.note(seat, "trade", via=name, world=g.journal.name(world), draws=price)
    g.draw_to_hand(seat, price, "trade")


# Using powers ------------------------------------------------------------------------------------


def use(g: RaceState, code: int) -> None:
    """Begin to use a power; goods and cards are asked for where there is a choice."""
    # [#consume.3]
    seat = g.seat
    p = g.players[seat]
    p.todo.remove(code)
    g.power = code
    g.picked = []
    power = g.t.powers[code >> 3][code & 7]
    op = power.op
    if op == terms.CONSUME:
        have = stock(g, power.kind)
        g.need = min(power.times, have // power.goods) * power.goods
        choose_goods(g)
    elif op == terms.CONSUME_DIFFERENT:
        g.need = power.goods
        choose_goods(g)
    elif op == terms.CONSUME_ALL:
        g.need = len(p.goods)
        choose_goods(g)
    elif op == terms.CARDS_FOR_VP:
        g.need = power.times
        g.stage = st.STAGE_SPEND
    elif op == terms.CONSUME_DRAW:
        if g.journal is not None:
            g.journal.note(seat, "use", card=g.journal.name(code >> 3), power=code & 7, vp=0)
        g.draw_to_hand(seat, power.n, "power", code >> 3)
        go_on(g)
    elif op != terms.GAMBLE:
        terms.unknown("consume power in use", op)
    else:
        if g.journal is not None:
            g.journal.note(seat, "use", card=g.journal.name(code >> 3), power=code & 7, vp=0)
        g.stage = st.STAGE_GUESS


def fitting(g: RaceState) -> list[int]:
    """Return the worlds whose good may be chosen next for the power in use."""
    t = g.t
    p = g.players[g.seat]
    power = t.powers[g.power >> 3][g.power & 7]
    picked = g.picked
    if power.op == terms.CONSUME_DIFFERENT:
        taken = [t.kind[world] for world in picked]
        return [world for world in p.goods if t.kind[world] not in taken]
    kind = power.kind if power.op == terms.CONSUME else terms.ANY_KIND
    return [
        world
        for world in p.goods
        if world not in picked and (kind == terms.ANY_KIND or t.kind[world] == kind)
    ]


def choose_goods(g: RaceState) -> None:
    """Ask for a good unless all fitting ones are needed."""
    found = fitting(g)
    if len(found) > g.need:
        g.stage = st.STAGE_GOODS
        g.options = [schema.K_CONSUME | world << 6 for world in found]
        return
    g.picked.extend(found)
    consume_picked(g)


def take_good(g: RaceState, world: int) -> None:
    """Choose a good for the power in use."""
    g.picked.append(world)
    g.need -= 1
    if g.need:
        choose_goods(g)
    else:
        consume_picked(g)


def gains(power: Power, goods: int) -> tuple[int, int]:
    """Return the chips, not doubled, and the cards that a power gives for so many goods."""
    # [#consume.6] [#consume.10]
    if power.op == terms.CONSUME_ALL:
        return (goods - 1) * power.vp, 0
    times = goods // power.goods if power.goods else 1
    return times * power.vp, times * power.cards


def consume_picked(g: RaceState) -> None:
    """Consume the goods chosen: chips (doubled by Consume-2xVP) and cards."""
    # [#consume.4]
    seat = g.seat
    p = g.players[seat]
    power = g.t.powers[g.power >> 3][g.power & 7]
    goods = g.picked
    for world in goods:
        g.remove_good(seat, world)
    p.goods_consumed += len(goods)
    vp, cards = gains(power, len(goods))
    factor = g.t.double if p.chose(schema.CONSUME_DOUBLE) else 1
    g.win_chips(seat, schema.SOURCE_CONSUME, vp)
    if factor != 1:
        g.win_chips(seat, schema.SOURCE_DOUBLE, vp * (factor - 1))
    if g.journal is not None:
        g.journal.note(
            seat,
            "use",
            card=g.journal.name(g.power >> 3),
            power=g.power & 7,
            vp=vp * factor,
            goods=g.journal.names(goods),
        )
    if cards:
        g.draw_to_hand(seat, cards, "consume")
    go_on(g)


def spend(g: RaceState, card: int) -> None:
    """Discard a hand card for chips; these are never doubled."""
    g.discard_from_hand(g.seat, card)
    g.picked.append(card)
    g.need -= 1
    if not g.need or not g.players[g.seat].hand:
        end_spending(g)


def end_spending(g: RaceState) -> None:
    """Pay the chips for the hand cards discarded."""
    # [#consume.8]
    seat = g.seat
    power = g.t.powers[g.power >> 3][g.power & 7]
    vp = power.vp * len(g.picked)
    g.players[seat].cards_spent += len(g.picked)
    g.win_chips(seat, schema.SOURCE_CARDS, vp)
    if g.journal is not None:
        g.journal.note(
            seat,
            "use",
            card=g.journal.name(g.power >> 3),
            power=g.power & 7,
            vp=vp,
            cards=g.journal.names(g.picked),
        )
    go_on(g)


def gamble(g: RaceState, guess: int) -> None:
    """Flip the top card; keep it if its cost or defense was named."""
    # [#consume.9]
    seat = g.seat
    card = g.draw_card()
    if card >= 0:
        kept = g.t.cost[card] == guess
        if kept:
            g.players[seat].hand.append(card)
            g.players[seat].cards_drawn += 1
        else:
            g.discard_seen(card)
        if g.journal is not None:
            name = g.journal.name(card)
            g.journal.note(seat, "gamble", guess=guess, flipped=name, kept=kept)
    elif g.journal is not None:
        g.journal.note(seat, "no_card_left")
    go_on(g)
