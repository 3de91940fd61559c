"""Civilisation cards (section 7) and event cards (section 11): what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import benefits, items
from simkit.games.planet_unknown.rules.benefits import item
from simkit.games.planet_unknown.rules.cells import cells_of
from simkit.games.planet_unknown.rules.player import REPUBLIC, Player
from simkit.games.planet_unknown.rules.tables import Card

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

NO_BENEFIT = 256  # flag of an advance without benefits
DROP_START, DROP_EVENT, KEEP_ONE, FOR_ALL = range(4)  # what an objective is chosen for


# Civilisation cards ---------------------------------------------------------------------------------


def look_at_deck(state: PlanetState, seat: int, level: int) -> None:
    """Let a seat choose among the remaining cards of a level; an empty level gives no card.

    Republic tech 2 adds one random card of the next level, if one is left.
    """
    # [#7.1]
    p = state.players[seat]
    found = state.deck & state.tables.level_mask[level]
    if not found:
        return
    if p.kind == REPUBLIC and p.tech & 4 and level < 4:
        above = cells_of(state.deck & state.tables.level_mask[level + 1])
        if above:
            luck = state.luck.fork("republic", state.round * 64 + seat * 8 + len(p.civ_due))
            found |= 1 << luck.shuffle(above)[0]
    p.choice = found
    p.seen_cards |= found
    p.pending.append(item(schema.CARD))


def take_card(state: PlanetState, seat: int, number: int) -> None:
    """Take a civilisation card; resolve it now or keep it hidden for the end."""
    p = state.players[seat]
    bit = 1 << number
    state.deck &= ~bit
    p.cards |= bit
    p.cards_taken += 1
    card = state.tables.cards[number - 1]
    if not card.ends:
        state.shown |= bit
        resolve_card(state, p, card)
    elif state.phase == schema.END:  # gained while the end is resolved: it counts at once
        resolve_end_card(p, card)


def resolve_card(state: PlanetState, p: Player, card: Card) -> None:
    """Resolve an immediate card."""
    data, effect = card.data, card.effect
    if effect == "advance_distinct":
        p.pending.append(item(schema.DISTINCT, items.ALL_MARKERS | data["trackers"] << 5))
    elif effect == "advance_one":
        p.pending.append(item(schema.ADVANCE, items.ALL_MARKERS | data["steps"] << 5))
    elif effect == "patches":
        p.pending.extend([item(schema.PATCH)] * card.n)
    elif effect == "rover_move":
        benefits.gain_movement(p, card.n)
    elif effect == "extra_tile":
        p.pending.append(item(schema.EXTRA, int(data["resources"])))
    elif effect == "collect_lifepods":
        fewer = items.OPTIONAL_FLAG if state.rules.options["card_lifepods"] == "up_to" else 0
        p.pending.append(item(schema.COLLECT, items.LIFEPOD | fewer | card.n << 3))
    elif effect == "teleport_rover":
        p.pending.append(item(schema.RELOCATE))
    elif effect == "destroy_meteors_line":
        p.pending.append(item(schema.LINE))
    elif effect == "all_to_step":
        for marker in range(5):
            if p.step(marker) < data["step"]:
                p.pending.append(item(schema.RAISE, marker))
    elif effect == "destroy_meteors":
        p.pending.append(item(schema.DESTROY, items.METEORITE | card.n << 3))
    else:
        raise ValueError(f"unknown card effect {effect!r}")


def resolve_end_card(p: Player, card: Card) -> None:
    """Resolve what an "end" card does besides scoring."""
    if card.effect == "vp_and_advance":
        p.pending.append(item(schema.ADVANCE, items.ALL_MARKERS | card.data["steps"] << 5))


# Events --------------------------------------------------------------------------------------------


def reveal_event(state: PlanetState) -> None:
    """Reveal the next event; it is in force for this round."""
    # [#3.2] [#11.3]
    state.event = state.event_deck[state.event_no]
    state.event_no += 1
    card = state.tables.events[state.event - 1]
    if card.effect == "civ_deck_plus_one":
        _change_decks(state, "more", unused_cards(state), add=True)
    elif card.effect == "civ_deck_minus_one":
        _change_decks(state, "fewer", state.deck, add=False)
    for seat, p in enumerate(state.players):
        p.pending += _event_items(state, seat, p, card)


def _change_decks(state: PlanetState, name: str, pool: int, add: bool) -> None:
    luck = state.luck.fork(f"civ cards {name}", state.round)
    for level in range(1, 5):
        found = luck.shuffle(cells_of(pool & state.tables.level_mask[level]))
        if found and add:
            state.deck |= 1 << found[0]
        elif found:
            state.deck &= ~(1 << found[0])


def unused_cards(state: PlanetState) -> int:
    """Return the civilisation cards that are in no deck and with no player."""
    used = state.deck
    for p in state.players:
        used |= p.cards
    return sum(state.tables.level_mask) & ~used


def _event_items(state: PlanetState, seat: int, p: Player, card: Card) -> list[int]:
    """Return what an event asks of a seat; bans are looked up where they apply."""
    effect, n, tracks = card.effect, card.n, card.tracks
    steps = card.data.get("steps", 1)
    if effect == "advance_choice":
        return [item(schema.ADVANCE, tracks | steps << 5)]
    if effect == "advance_choice_no_benefit":
        return [item(schema.ADVANCE, tracks | steps << 5 | NO_BENEFIT)]
    if effect == "regress_choice":
        return [item(schema.DOWN, tracks | steps << 5)]
    if effect == "patches":
        return [item(schema.PATCH)] * n
    if effect == "synergy":
        benefits.gain_synergy(state, p, n)
    elif effect == "synergy_or_peek":
        return [item(schema.PEEK)]
    elif effect == "collect_lifepods":
        return [item(schema.COLLECT, items.LIFEPOD | n << 3)]
    elif effect == "collect_meteors":
        return [item(schema.COLLECT, items.METEORITE | n << 3)]
    elif effect == "add_meteor":
        return [item(schema.HIT)] * n
    elif effect == "destroy_rover_if_two":
        return [item(schema.DESTROY, items.ROVER_THING | n << 3)] if len(p.rovers) > 1 else []
    elif effect == "destroy_planet_lifepod":
        return [item(schema.DESTROY, items.LIFEPOD | n << 3)]
    elif effect == "destroy_collected_lifepod":
        return [item(schema.DESTROY, items.SCORED_POD | n << 3)]
    elif effect == "destroy_collected_meteor":
        return [item(schema.DESTROY, items.SCORED_METEORITE | n << 3)]
    elif effect == "extra_rover":  # placed on a tile of this round
        p.supply += 1
        p.event_pending.append(item(schema.ROVER_ITEM))
    elif effect == "one_resource_only":
        p.one_only = True
    else:
        return _solo_items(state, seat, p, card)
    return []


def _solo_items(state: PlanetState, seat: int, p: Player, card: Card) -> list[int]:
    """Return what the events of the solo game ask."""
    from simkit.games.planet_unknown.rules.legal import unused_objectives

    if card.effect == "free_rotation":
        return [item(schema.TURN_STATION)]
    if card.effect == "empty_slot":
        return [item(schema.SLOT)]
    if card.effect == "extra_private_objective":
        luck = state.luck.fork("extra objective", state.round)
        p.private += luck.shuffle(unused_objectives(state))[:1]
        p.seen_objectives |= sum(1 << n for n in p.private)
    elif card.effect == "destroy_objective" and p.private:
        p.choice = sum(1 << n for n in p.private)
        return [item(schema.OBJECTIVE, DROP_EVENT)]
    return []
