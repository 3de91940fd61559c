"""Phases II and III, Develop and Settle: choose secretly, reveal, pay.

Both phases run alike: `start`, one `choose_placement` per seat, `reveal`, then seat by seat the way of
settling (`settle_by`), payment card by card (`pay`), and what is drawn afterwards (`finish`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, legal, rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState


def is_develop(g: RaceState) -> bool:
    """Tell whether this is a Develop phase (else a Settle phase)."""
    return g.phase <= schema.PHASE_DEVELOP_SECOND


def has_bonus(g: RaceState, seat: int) -> bool:
    """Tell whether a seat chose this phase ("Two players": the second one only by both cards)."""
    # [#round.3] [#advanced.4]
    p = g.players[seat]
    if g.phase == schema.PHASE_DEVELOP:
        return p.chose(schema.DEVELOP)
    if g.phase == schema.PHASE_SETTLE:
        return p.chose(schema.SETTLE)
    return p.chose(
        schema.DEVELOP_SECOND if g.phase == schema.PHASE_DEVELOP_SECOND else schema.SETTLE_SECOND
    )


def start(g: RaceState) -> None:
    """Draw what is drawn before the choice ("II Develop" 1), then ask."""
    # [#develop.1]
    for seat in g.order:
        p = g.players[seat]
        p.placing = st.UNDECIDED
        if is_develop(g):
            for code in p.draw_before:
                draw_by_power(g, seat, code)
    next_choice(g)


def draw_by_power(g: RaceState, seat: int, code: int) -> None:
    """Draw the cards of a ``draw_before`` or ``draw_after`` power."""
    card = code >> 3
    g.draw_to_hand(seat, g.t.powers[card][code & 7].n, "power", card)


def next_choice(g: RaceState) -> None:
    """Ask the next seat that can place something; others pass. After the last: reveal."""
    while g.turn < g.seats:
        seat = g.order[g.turn]
        found = legal.placeable(g, seat)
        if found:
            g.stage, g.seat = st.STAGE_PLACE, seat
            g.options = [schema.K_PLACE | card << 6 for card in found]
            g.options.append(schema.K_PASS)
            return
        pass_by(g, seat)
        g.turn += 1
    reveal(g)


def pass_by(g: RaceState, seat: int) -> None:
    """Place nothing."""
    g.players[seat].placing = st.NOTHING
    if g.journal is not None:
        g.journal.note(seat, "pass")


def choose_placement(g: RaceState, card: int) -> None:
    """Take down what the seat to move places (``NOTHING`` = pass)."""
    # [#develop.2] [#settle.1]
    if card == st.NOTHING:
        pass_by(g, g.seat)
    else:
        g.players[g.seat].placing = card
    g.turn += 1
    next_choice(g)


def reveal(g: RaceState) -> None:
    """Put the chosen cards down; windfall worlds get their good before anything is paid."""
    # [#develop.3] [#settle.1] [#settle.8]
    if g.journal is not None:
        g.journal.cards_revealed(g)
    for seat in g.order:
        p = g.players[seat]
        card = p.placing
        if card >= 0:
            p.hand.remove(card)
            p.tableau.append(card)
            if g.journal is not None:
                g.journal.note(seat, "place", card=g.journal.name(card))
    for seat in g.order:
        card = g.players[seat].placing
        if card >= 0 and g.t.production[card] == terms.WINDFALL:
            good = g.put_good(seat, card)
            if g.journal is not None and good >= 0:
                names = g.journal.names([card, good])
                g.journal.note(seat, "windfall_good", world=names[0], good=names[1])
    g.count_tableaus()
    g.turn = 0
    next_payer(g)


def next_payer(g: RaceState) -> None:
    """Let the next seat pay for its card; after the last the phase is over."""
    # [#settle.6]
    while g.turn < g.seats:
        seat = g.order[g.turn]
        card = g.players[seat].placing
        if card >= 0:
            g.seat = seat
            if g.players[seat].hooked and not can_pay(g, seat, card):
                take_back(g, seat, card)
                g.turn += 1
                continue
            if is_develop(g):
                charge(g, seat, legal.develop_price(g, seat, card), schema.BY_PAYING)
            else:
                ways = legal.ways_to_settle(g, seat, card, len(g.players[seat].hand))
                if len(ways) > 1:
                    g.stage = st.STAGE_SETTLE_BY
                    return
                settle_by(g, ways[0] & 3, ways[0] >> 2)
            return
        if g.players[seat].tactics >= 0 and not is_develop(g):
            g.stage, g.seat = st.STAGE_SETTLE_BY, seat  # it may discard the card all the same
            return
        g.turn += 1
    rounds.next_phase(g)


def can_pay(g: RaceState, seat: int, card: int) -> bool:
    """Tell whether a seat can still pay: answers of abilities may have changed with the reveal."""
    hand = len(g.players[seat].hand)
    if is_develop(g):
        return legal.develop_price(g, seat, card) <= hand
    return legal.can_settle(g, seat, card, hand)


def take_back(g: RaceState, seat: int, card: int) -> None:
    """Take a card that cannot be paid back into hand; its good is lost."""
    p = g.players[seat]
    if card in p.goods:
        g.remove_good(seat, card)
    p.tableau.remove(card)
    p.hand.append(card)
    p.placing = st.NOTHING
    g.count_tableaus()
    if g.journal is not None:
        g.journal.note(seat, "take_back", card=g.journal.name(card))


def settle_by(g: RaceState, method: int, sacrifice: int) -> None:
    """Settle the world placed in one of the three ways ("III Settle"), or none."""
    seat = g.seat
    world = g.players[seat].placing
    price = 0
    if method in (schema.BY_PAYING, schema.BY_CONTACT) and not sacrifice & schema.FOR_FREE:
        price = legal.settle_price(g, seat, world, method)  # a card discarded for it still counts
    if sacrifice:
        discard_for_power(g, seat, sacrifice)
    if method == schema.BY_NONE:
        if sacrifice:
            g.picked, g.power = [], method
            note_payment(g, seat)
        g.turn += 1
        next_payer(g)
        return
    charge(g, seat, price, method)


def discard_for_power(g: RaceState, seat: int, sacrifice: int) -> None:
    """Discard cards from the tableau for their powers; the card just placed has none yet."""
    # [#settle.7]
    p = g.players[seat]
    gone: list[int] = []
    if sacrifice & schema.FOR_FREE:
        gone.append(p.ship)
    if sacrifice & schema.FOR_MILITARY and p.tactics not in gone:
        gone.append(p.tactics)
    for card in gone:
        p.tableau.remove(card)
        g.discard_seen(card)
    g.count_tableaus()
    if g.journal is not None:
        g.journal.sacrificed = gone
    if p.placing >= 0:
        placed = p.tableau.pop()
        p.reset_powers(g.t)
        p.tableau.append(placed)
    else:
        p.reset_powers(g.t)


def charge(g: RaceState, seat: int, price: int, method: int) -> None:
    """Begin the payment: hand cards are asked for one by one."""
    p = g.players[seat]
    g.picked = []
    g.power = method
    if price >= len(p.hand):
        for card in p.hand[:]:
            g.discard_from_hand(seat, card)
            g.picked.append(card)
        price = 0
    if price:
        g.stage, g.need = st.STAGE_PAY, price
        return
    note_payment(g, seat)
    finish(g, seat)


def pay(g: RaceState, card: int) -> None:
    """Discard a hand card as payment."""
    seat = g.seat
    g.discard_from_hand(seat, card)
    g.picked.append(card)
    g.need -= 1
    if not g.need:
        note_payment(g, seat)
        finish(g, seat)


def note_payment(g: RaceState, seat: int) -> None:
    """Write the payment into the journal; of who settles nothing, the cards discarded for powers."""
    journal = g.journal
    if journal is None:
        return
    p = g.players[seat]
    contact = legal.contact_for(g, seat, p.placing) if g.power == schema.BY_CONTACT else -1
    using = [contact] if contact >= 0 else []
    using.extend(journal.sacrificed)
    journal.note(
        seat,
        "pay",
        **{"for": journal.name(p.placing) if p.placing >= 0 else None},
        method=schema.METHODS[g.power],
        cards=journal.names(g.picked),
        using=journal.names(using),
        sacrificed=journal.names(journal.sacrificed),
    )
    journal.sacrificed = []


def finish(g: RaceState, seat: int) -> None:
    """After payment: bonus card, cards by powers; only then the new card's powers work."""
    # [#develop.5] [#settle.9] [#settle.10] [#powers.1]
    p = g.players[seat]
    card = p.placing
    if is_develop(g):
        for code in p.draw_after_develop:
            draw_by_power(g, seat, code)
        if p.hooked:
            abilities.draw(g, seat, schema.H_AFTER_DEVELOP, card)
    else:
        if has_bonus(g, seat):
            g.draw_to_hand(seat, g.t.settle_bonus, "settle_bonus")
        for code in p.draw_after_settle:
            draw_by_power(g, seat, code)
        if p.hooked:
            abilities.draw(g, seat, schema.H_AFTER_SETTLE, card)
    p.add_powers(g.t, card)
    g.turn += 1
    next_payer(g)
