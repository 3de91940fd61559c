"""Positions from readable dicts, in the words of ``log_notation.md``: puzzles, cases, worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import flow, placing, setup, tracks
from simkit.games.planet_unknown.rules.cells import cell, mask_of
from simkit.games.planet_unknown.rules.player import COSMOS, FLUX_INDUSTRIES, Player
from simkit.games.planet_unknown.rules.setup import card_numbers, tile_named
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import TRACKS, Layout, Tables, Tile

if TYPE_CHECKING:
    from simkit.games.planet_unknown.title import PlanetRules

POSITION_KEYS = (
    "players", "rival_objectives", "commander", "round", "event", "seed", "deal", "open",
)  # fmt: skip
PLAYER_KEYS = (
    "planet", "corporation", "board", "meteorites_left", "lifepods", "rovers", "loads", "tracks",
    "markers", "lifepods_on_tracks", "tech_slots", "collected_meteorites", "collected_lifepods",
    "movement", "civ_cards", "private_objectives", "supply", "flux", "techs_off", "tech_level",
)  # fmt: skip


def read(rules: PlanetRules, spec: Mapping[str, Any]) -> PlanetState:
    """Return the state that a dict describes, in the words of ``log_notation.md``.

    Keys: ``players`` (each: planet, corporation, board, meteorites_left, lifepods, rovers, loads,
    tracks or markers, lifepods_on_tracks, tech_slots, collected_meteorites, collected_lifepods,
    movement, civ_cards, private_objectives, supply, flux, techs_off, tech_level: the techs of
    levels 1 to this one are held), ``rival_objectives``
    (objective, between), ``commander``, ``round``, ``event``, ``seed``, ``deal`` (as `setup.set_up`),
    ``open`` (the small and the large tile in front of the first player).
    It is the first player's turn to take and place a tile. A side of a board may be given to
    two players: a position compares them, it need not come from one box.
    """
    players = spec["players"]
    _demand_known(spec, POSITION_KEYS, "position")
    for player in players:
        _demand_known(player, PLAYER_KEYS, "player of a position")
    luck = Luck(int(spec.get("seed", 0)))
    state = PlanetState(rules, luck)
    setup.set_up(
        state,
        luck,
        {
            "planets": [_planet_given(p) for p in players],
            "factions": [p.get("corporation", schema.CORPORATIONS[0]) for p in players],
            "rivals": [
                (r["objective"], *_between(rules, r["between"]))
                for r in spec.get("rival_objectives", [])
            ],
            "private": [[] for _ in players],
            **spec.get("deal", {}),
        },
        twice=True,
    )
    used: set[int] = set()
    for p, given in zip(state.players, players, strict=True):
        p.pending.clear()
        _fill(p, rules.tables, given, used)
        state.deck &= ~p.cards
    state.stacks = [[t for t in stack if t not in used] for stack in state.stacks]
    state.left = [len(stack) for stack in state.stacks]
    placed = sum(p.tiles_placed for p in state.players)
    state.removed = len(rules.tables.tiles) - sum(state.left) - placed
    if "open" in spec:
        _turn_to(state, *(tile_named(rules.tables, name) for name in spec["open"]))
    state.round = int(spec.get("round", 1))
    state.commander = int(spec.get("commander", 0))
    state.event = int(spec.get("event", 0))
    state.event_no = state.event_deck.index(state.event) + 1 if state.event else state.event_no
    for p in state.players:
        p.used_round = p.move = 0
        p.placed = p.finished = False
    for p, given in zip(state.players, players, strict=True):
        p.move = int(given.get("movement", 0))
        p.driving = p.move > 0
    state.phase = schema.TURN
    state.queue = flow.table_order(state)
    state.seat = state.queue[0]
    return state


def spot(tile: Tile, text: str) -> tuple[Layout, int]:
    """Return layout and lowest cell of a placement ``x,y,r,f``."""
    try:
        x, y, r, f = (int(part) for part in text.split(","))
        layout = tile.shape.all_layouts[r * 2 + f]
    except (ValueError, IndexError):
        raise BadValue("placement", f"{text!r} is not written x,y,r,f") from None
    return layout, cell(x, y) - layout.zero


def _between(rules: PlanetRules, seats: Sequence[int]) -> list[int]:
    """Return the two seats of a rival objective, which positions count from 1."""
    for seat in seats:
        if not 1 <= seat <= rules.seats:
            raise BadValue("between", f"a seat is 1 to {rules.seats}, not {seat!r}")
    return [seat - 1 for seat in seats]


def _turn_to(state: PlanetState, small: Tile, large: Tile) -> None:
    """Turn station and rings so that two tiles are open in front of the first player."""
    tables = state.tables
    slots = []
    for ring, tile in enumerate((small, large)):
        shapes = [tables.shapes[i] for i in tables.rings[ring]]
        if tile.shape not in shapes:
            raise BadValue("open", f"{tile.id} is not a {('small', 'large')[ring]} tile")
        slots.append(shapes.index(tile.shape))
        stack = state.stacks[6 * ring + slots[ring]]
        if tile.number not in stack:
            raise BadValue("open", f"{tile.id} lies on a planet already")
        stack.remove(tile.number)
        stack.append(tile.number)
    place = tables.places[state.seats - 1][state.commander]
    state.rotation = (slots[1] - place) % tables.depots
    state.shift = (slots[0] - slots[1]) % tables.depots


def _fill(p: Player, tables: Tables, given: Mapping[str, Any], used: set[int]) -> None:
    """Lay out what a player has; the tiles go into `used`."""
    for name, text in given.get("board", []):
        if name == "patch":
            x, y = (int(part) for part in text.split(",")[:2])
            placing.lay_patch(p, cell(x, y))
            continue
        tile = tile_named(tables, name)
        layout, low = spot(tile, text)
        placement = placing.look_at(p, tile, layout, low)
        if placement.mask & ~p.planet.grid or low < 0:
            raise BadValue("board", f"{name} at {text} is not on the planet")
        placement.new_meteor = 0
        placing.lay(p, tile, placement)
        placing.mark_hit(p, tile, layout, low)
        used.add(tile.number)
    p.meteors = mask_of(given.get("meteorites_left", []))
    if p.meteors & ~p.planet.grid:
        raise BadValue("meteorites_left", "holds a cell that is not on the planet")
    if "lifepods" in given:
        p.pods = mask_of(given["lifepods"])
    p.rovers = [cell(*c) for c in given.get("rovers", [])]
    p.loads = list(given.get("loads", [0] * len(p.rovers)))
    p.supply = int(given.get("supply", max(p.corp.rovers - len(p.rovers), 0)))
    for name, step in given.get("tracks", {}).items():
        p.marker[TRACKS.index(name)] = TRACKS.index(name) << 4 | int(step)
    for name, (track, step) in given.get("markers", {}).items():
        p.marker[TRACKS.index(name)] = TRACKS.index(track) << 4 | int(step)
    p.rocks = int(given.get("collected_meteorites", 0))
    p.lifepods = int(given.get("collected_lifepods", 0))
    if p.kind == COSMOS:
        for track, step in given.get("lifepods_on_tracks", []):
            p.pods_on |= 1 << (TRACKS.index(track) << 4 | int(step))
    for slot in given.get("tech_slots", []):
        p.slots |= 1 << int(slot)
    p.all_pods = p.lifepods + p.pods_on.bit_count() + p.slots.bit_count()
    numbers = card_numbers("civ_cards", given.get("civ_cards", []), "card", len(tables.cards))
    p.cards = sum(1 << number for number in numbers)
    p.seen_cards = p.cards
    p.private = card_numbers(
        "private_objectives",
        given.get("private_objectives", []),
        "objective",
        len(tables.objectives),
    )
    p.seen_objectives = sum(1 << n for n in p.private)
    if p.kind == FLUX_INDUSTRIES:
        p.flux = TRACKS.index(given.get("flux", "civ"))
    p.tech_off = sum(1 << int(level) for level in given.get("techs_off", []))
    if given.get("tech_level"):  # the techs of levels 1 to n are held, wherever the marker is
        p.keep_tech = True
        p.best_tech = (2 << int(given["tech_level"])) - 2
    tracks.refresh(p)


def _demand_known(given: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    """Refuse keys that nobody would read."""
    for key in given:
        if key not in known:
            raise UnknownName(f"key of a {what}", key, known, "planet_unknown")


def _planet_given(player: Mapping[str, Any]) -> str:
    name: str = player.get("planet", schema.PLANETS[0])
    return name
