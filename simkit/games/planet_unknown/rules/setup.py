"""2 Setting up: boards, station, civ cards, objectives, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import cards, flow
from simkit.games.planet_unknown.rules.benefits import item
from simkit.games.planet_unknown.rules.player import FLUX_INDUSTRIES, Player

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState
    from simkit.games.planet_unknown.rules.tables import Tables, Tile
    from simkit.games.planet_unknown.title import PlanetRules

FIXED = (
    "factions", "planets", "commander", "shift", "rotation", "stacks", "civ_cards", "rivals",
    "private", "events",
)  # fmt: skip


def set_up(state: PlanetState, luck: Luck, fixed: Mapping[str, Any], twice: bool = False) -> None:
    """Deal everything; `fixed` names what is not to be drawn.

    - ``factions`` and ``planets``: a corporation and a planet board per seat,
    - ``shift``: how far the inner ring of the station is turned against the outer one, 0 to 5,
    - ``rotation``: how far the whole station is turned, 0 to 5; ``commander``: a seat,
    - ``stacks``: twelve lists of tile ids (six inner slots, six outer ones), the open tile last,
    - ``civ_cards``: numbers of the cards in the decks,
    - ``rivals``: rival objectives, each ``[objective, seat, seat]``,
    - ``private``: a list of objectives per seat, ``events``: numbers of the cards in order.

    Lists of names may be written as one text with commas. With `twice`, as in positions, an asymmetric
    side may lie in front of two seats, and cards of the solo game may lie among the events.
    """
    rules, tables, seats = state.rules, state.tables, state.seats
    for name in fixed:
        if name not in FIXED:
            raise UnknownName("fixed part of the deal", name, FIXED, rules.title)
    state.round = 0
    state.phase = schema.SETUP
    planets = chosen_boards(rules, "planets", schema.PLANETS, fixed, luck, twice)
    factions = chosen_boards(rules, "factions", schema.CORPORATIONS, fixed, luck, twice)
    for planet, faction in zip(planets, factions, strict=True):
        state.players.append(new_player(rules, planet, faction))
    state.commander = number_given(fixed, "commander", seats, 0)
    depots = tables.depots
    state.shift = number_given(fixed, "shift", depots, luck.fork("shift").below(depots))
    start = luck.fork("rotation").below(depots)
    state.rotation = number_given(fixed, "rotation", depots, start)
    state.stacks = tile_stacks(tables, fixed, luck)
    state.left = [len(stack) for stack in state.stacks]
    state.removed = len(tables.tiles) - sum(state.left)
    state.deck = civ_cards(tables, seats, fixed, luck)
    deal_objectives(state, fixed, luck)
    stack_events(state, fixed, luck, any_card=twice)
    state.queue = list(range(seats))
    for p in state.players:
        if p.kind == FLUX_INDUSTRIES:  # the token's first track is chosen at set-up
            p.pending.append(item(schema.FLUX))
    flow.proceed(state)


def boards_in_play(options: Mapping[str, Any], values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the planets or corporations that a setting draws from."""
    if options["boards"] == "symmetric":
        return values[:1]
    return values if options["edition"] == "deluxe" else values[: schema.STANDARD]


def chosen_boards(
    rules: PlanetRules,
    key: str,
    values: tuple[str, ...],
    fixed: Mapping[str, Any],
    luck: Luck,
    twice: bool,
) -> list[str]:
    """Return a board per seat: as given, or drawn; an asymmetric side exists once."""
    # [#2.2]
    known = boards_in_play(rules.options, values)
    given = fixed.get(key)
    if given is None:
        if len(known) == 1:
            return [known[0]] * rules.seats
        return [known[i] for i in luck.fork(key).shuffle(range(len(known)))[: rules.seats]]
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    if len(given) != rules.seats:
        raise BadValue(key, f"needs a list of {rules.seats}, one per seat")
    for name in given:
        if name not in values:
            raise UnknownName(key[:-1], name, values, rules.title)
        if name not in known:
            wanted = "boards='mixed'" if len(known) == 1 else "edition='deluxe'"
            raise BadValue(key, f"{name!r} needs the option {wanted}")
        if not twice and name != values[0] and list(given).count(name) > 1:
            raise BadValue(key, f"{name!r} is given twice; only {values[0]!r} exists for all")
    return list(given)


def new_player(rules: PlanetRules, planet: str, faction: str) -> Player:
    """Return a seat with its planet and its corporation."""
    # [#2.3]
    tables = rules.tables
    p_no, c_no = tables.planet_number[planet], tables.corporation_number[faction]
    p = Player(tables.planet(planet), p_no, tables.corporations[c_no], c_no)
    p.keep_tech = rules.options["tech_after_descent"] == "kept"
    return p


def number_given(fixed: Mapping[str, Any], key: str, limit: int, drawn: int) -> int:
    """Return a number below a limit: as given, or as drawn."""
    value = fixed.get(key, drawn)
    number = int(value) if isinstance(value, str) and value.isdecimal() else value
    if not isinstance(number, int) or not 0 <= number < limit:
        raise BadValue(key, f"is 0 to {limit - 1}, not {value!r}")
    return number


def tile_named(tables: Tables, name: str) -> Tile:
    """Return a tile by its id, e.g. ``U5-CE-m``."""
    number = tables.tile_number.get(name)
    if number is None:
        raise UnknownName("tile", name, tables.tile_number, "planet_unknown")
    return tables.tiles[number]


def tile_stacks(tables: Tables, fixed: Mapping[str, Any], luck: Luck) -> list[list[int]]:
    """Return the tiles of every slot of the station, the open one last: as given, or shuffled."""
    # [#2.1]
    if "stacks" in fixed:
        stacks = [[tile_named(tables, t).number for t in stack] for stack in fixed["stacks"]]
        if len(stacks) != 2 * tables.depots:
            raise BadValue("stacks", "needs twelve lists: six inner slots, then six outer ones")
        laid = [number for stack in stacks for number in stack]
        if len(set(laid)) < len(laid):
            raise BadValue("stacks", "holds a tile twice; every tile exists once")
        return stacks
    order = luck.fork("tiles")
    return [
        order.shuffle(tables.stock_of_slot(ring, slot))
        for ring in range(2)
        for slot in range(tables.depots)
    ]


def civ_cards(tables: Tables, seats: int, fixed: Mapping[str, Any], luck: Luck) -> int:
    """Return a mask of the civ cards in the decks: players + 1 random ones per level, or as given."""
    # [#2.4]
    if "civ_cards" in fixed:
        numbers = card_numbers("civ_cards", fixed["civ_cards"], "card", len(tables.cards))
        return sum(1 << number for number in set(numbers))
    deck = 0
    for level in range(1, 5):
        ids = [card.id for card in tables.cards if card.level == level]
        for number in luck.fork("civ cards").shuffle(ids)[: seats + 1]:
            deck |= 1 << number
    return deck


def deal_objectives(state: PlanetState, fixed: Mapping[str, Any], luck: Luck) -> None:
    """Deal objectives: private objectives first (variant, solo), then rival ones between neighbours."""
    # [#2.5] [#11.2]
    n = state.seats
    ids = luck.fork("objectives").shuffle(range(1, len(state.tables.objectives) + 1))
    if "private" in fixed:
        if len(fixed["private"]) != n:
            raise BadValue("private", f"needs a list of {n} lists, one per seat")
        for p, numbers in zip(state.players, fixed["private"], strict=True):
            p.private = card_numbers("private", numbers, "objective", len(ids))
            p.seen_objectives = sum(1 << k for k in p.private)
        ids = [k for k in ids if all(k not in p.private for p in state.players)]
    elif n == 1 or state.rules.options["private_objectives"]:
        for p in state.players:
            dealt, ids = ids[: 4 if n == 1 else 2], ids[4 if n == 1 else 2 :]
            p.private = dealt if n == 1 else []
            p.choice = p.seen_objectives = sum(1 << k for k in dealt)
            purpose = cards.DROP_START if n == 1 else cards.KEEP_ONE
            p.pending.append(item(schema.OBJECTIVE, purpose))
    if "rivals" in fixed:
        state.rivals = [rival_given(state, one) for one in fixed["rivals"]]
    elif n == 2:
        state.rivals = [(number, 0, 1) for number in ids[:3]]
    elif n > 2:
        state.rivals = [(ids[i], i, (i + 1) % n) for i in range(n)]


def rival_given(state: PlanetState, given: Any) -> tuple[int, int, int]:
    """Return a rival objective and its two seats, as given."""
    if isinstance(given, str) or len(given) != 3:
        raise BadValue("rivals", f"needs [objective, seat, seat], not {given!r}")
    (number,) = card_numbers("rivals", given[:1], "objective", len(state.tables.objectives))
    for seat in given[1:]:
        if not isinstance(seat, int) or not 0 <= seat < state.seats:
            raise BadValue("rivals", f"a seat is 0 to {state.seats - 1}, not {seat!r}")
    return number, given[1], given[2]


def stack_events(state: PlanetState, fixed: Mapping[str, Any], luck: Luck, any_card: bool) -> None:
    """Make the deck of events; a position may hold cards of the solo game with several seats."""
    tables = state.tables
    events = tables.events
    mix = str(state.rules.options["events"])
    if mix == "standard":
        mix = "even" if state.seats == 1 else "none"
    if "events" in fixed:
        state.event_deck = card_numbers("events", fixed["events"], "event", len(events))
        alone = [number for number in state.event_deck if events[number - 1].solo]
        if alone and state.seats > 1 and not any_card:
            raise BadValue("events", f"card {alone[0]} is for the solo game only")
    elif mix != "none":
        usable = [e for e in events if state.seats == 1 or not e.solo]
        order = luck.fork("events")
        if mix == "random":
            drawn = order.shuffle([e.id for e in usable])[: tables.event_count]
        else:
            counts = dict(zip(("green", "orange", "red"), numbers_of_mix(mix), strict=True))
            drawn = []
            for colour, count in counts.items():
                pile = order.shuffle([e.id for e in usable if e.colour == colour])
                if len(pile) < count:
                    raise BadValue("events", f"there are {len(pile)} {colour} cards, not {count}")
                drawn += pile[:count]
        state.event_deck = luck.fork("event order").shuffle(drawn)
    used = [events[number - 1].colour for number in state.event_deck]
    state.mix = (used.count("red"), used.count("orange"), used.count("green"))


def numbers_of_mix(mix: str) -> tuple[int, int, int]:
    """Return how many green, orange and red events a mix has."""
    green, orange, red = (int(n) for n in ("6-7-7" if mix == "even" else mix).split("-"))
    return green, orange, red


def card_numbers(key: str, given: Any, what: str, count: int) -> list[int]:
    """Return numbers of cards as given, 1 to `count` each."""
    found = []
    for one in given.split(",") if isinstance(given, str) else given:
        text = str(one).strip()
        if not text.isdecimal() or not 1 <= int(text) <= count:
            raise BadValue(
                key, f"the number of a card of this kind ({what}) is 1 to {count}, not {one!r}"
            )
        found.append(int(text))
    return found
