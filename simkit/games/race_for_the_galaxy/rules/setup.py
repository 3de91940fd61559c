"""The set-up: start worlds, hands, deck, chips, and the first discards ("Setup")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState
    from simkit.games.race_for_the_galaxy.rules.tables import Tables

FIXED = ("factions", "hands", "start_good", "deck", "reshuffles")


def set_up(g: RaceState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Deal everything; `fixed` names what is not to be drawn.

    ``factions``: start world of every seat (name or number 0 to 4). ``hands``: the cards dealt to every
    seat. ``start_good``: the good on Alpha Centauri. ``deck``: cards in the order in which they are
    drawn, after hands and start good; cards not named follow in random order. ``reshuffles``: per
    reshuffle, the cards at the top of the new deck, in order.
    """
    # [#setup.1] [#setup.4] [#advanced.6]
    for name in fixed:
        if name not in FIXED:
            raise UnknownName("fixed part of the deal", name, FIXED, "race_for_the_galaxy")
    t = g.t
    g.begin()
    starts = start_worlds(g, luck, fixed.get("factions"))
    seat_starts(g, starts)
    dealt = fixed_hands(g, starts, fixed.get("hands"))
    top = card_numbers(t, fixed.get("deck") or [], "deck")
    good = fixed.get("start_good")
    goods = card_numbers(t, [good] if good else [], "start_good")
    g.deck = shuffled_deck(
        t, luck, [*starts, *[card for hand in dealt for card in hand]], top, goods
    )
    g.recorded_decks = [card_numbers(t, deck, "reshuffles") for deck in fixed.get("reshuffles", [])]
    for seat in g.order:
        for world in g.players[seat].tableau:
            if t.production[world] == terms.WINDFALL:
                g.put_good(seat, world)
    for seat in g.order:
        g.players[seat].hand = dealt[seat] if dealt else g.draw_cards(t.dealt)
    g.pool = t.chips_per_player * g.seats
    next_setup(g)


def start_worlds(g: RaceState, luck: Luck, wanted: Sequence[str | int] | None) -> list[int]:
    """Return the start world of every seat: wanted, preset or random."""
    # [#setup.2]
    t = g.t
    allowed = t.starts[1 : g.seats + 1] if g.rules.options["first_game"] else t.starts
    if wanted is None:
        return luck.fork("start").shuffle(allowed)[: g.seats]
    if len(wanted) != g.seats:
        raise BadValue("factions", f"{len(wanted)} are given for {g.seats} seats")
    names = [t.names[t.starts[w]] if isinstance(w, int) else str(w) for w in wanted]
    for name in names:
        if name not in [t.names[card] for card in allowed]:
            raise UnknownName("start world", name, [t.names[i] for i in allowed], "factions")
    if len(set(names)) != len(names):
        raise BadValue("factions", "a start world is given twice")
    return [t.number[name] for name in names]


def seat_starts(g: RaceState, starts: Sequence[int]) -> None:
    """Put the start worlds down; the lowest number begins ("Timing between players")."""
    # [#setup.6] [#timing.1]
    t = g.t
    for p, start in zip(g.players, starts, strict=True):
        p.start = start
        p.tableau = [start]
        p.add_powers(t, start)
    g.count_tableaus()
    g.order = order_of_play([t.start_number[start] for start in starts])


def order_of_play(numbers: Sequence[int]) -> list[int]:
    """Return the seats clockwise from the one with the lowest start world.

    Examples
    --------
    >>> order_of_play([3, 0, 4])
    [1, 2, 0]
    """
    first = numbers.index(min(numbers))
    return [(first + turn) % len(numbers) for turn in range(len(numbers))]


def fixed_hands(
    g: RaceState, starts: Sequence[int], hands: Sequence[Sequence[str | int]] | None
) -> list[list[int]]:
    """Return the hands that are given, or preset for the first game; empty where they are drawn."""
    if hands is None and g.rules.options["first_game"]:
        hands = [preset_hand(g, start) for start in starts]
    dealt = [card_numbers(g.t, hand, "hands") for hand in hands or []]
    if dealt and len(dealt) != g.seats:
        raise BadValue("hands", f"{len(dealt)} are given for {g.seats} seats")
    return dealt


def preset_hand(g: RaceState, start: int) -> list[str]:
    """Return the first-game hand of a start world; of two copies it takes the first."""
    # [#setup.5]
    t = g.t
    hand = g.rules.components["cards"]["first_game"]["hands"][str(t.start_number[start])]
    return [name if name in t.number else f"{name}/1" for name in hand]


def card_numbers(t: Tables, names: Sequence[str | int], place: str) -> list[int]:
    """Return the numbers of cards that are given by name or number."""
    found: list[int] = []
    for name in names:
        if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < t.cards:
            found.append(name)
        elif name in t.number:
            found.append(t.number[str(name)])
        else:
            raise UnknownName("card", name, t.names, place)
    return found


def shuffled_deck(
    t: Tables, luck: Luck, dealt: Sequence[int], top: Sequence[int], goods: Sequence[int]
) -> list[int]:
    """Return the deck, drawn from its end: the start good, the cards on top, all others shuffled.

    `dealt` are the cards that lie before the seats already.
    """
    used = [*dealt, *top, *goods]
    taken = set(used)
    if len(taken) != len(used):
        raise BadValue("deal", "a card is given twice")
    deck = luck.fork("deck").shuffle([card for card in range(t.cards) if card not in taken])
    deck.extend(reversed(top))
    deck.extend(goods)
    return deck


def next_setup(g: RaceState) -> None:
    """Ask the next seat for its set-up discards ("Setup" 3); after the last begin round 1."""
    # [#setup.3]
    kept = g.t.kept
    while g.turn < g.seats:
        seat = g.order[g.turn]
        surplus = len(g.players[seat].hand) - kept
        if surplus > 0:
            g.phase, g.stage, g.seat, g.need = schema.PHASE_SETUP, st.STAGE_SETUP, seat, surplus
            g.picked = []
            return
        g.turn += 1
    g.round = 0
    rounds.start_round(g)
