"""Positions of check cases, and what follows in them from advances, a card, an event or a tile.

Everything that play would ask a player is decided by what a case says: the advances that it names, the
branch of a fork, its `synergy_priority`. Where it says nothing and more than one thing may be chosen, the
case cannot be put to the engine (`CannotMechanise`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from simkit.core.registry import rules as make_rules
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.io.positions import spot
from simkit.games.planet_unknown.rules import (
    actions,
    apply,
    benefits,
    cards,
    flow,
    items,
    placing,
    scoring,
    tracks,
)
from simkit.games.planet_unknown.rules.player import FLUX_INDUSTRIES, JUMP_DRIVE, WORMHOLE, Player
from simkit.games.planet_unknown.rules.setup import tile_named
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import TRACKS
from simkit.games.planet_unknown.title import PlanetRules

Case = Mapping[str, Any]
POSITION = (
    "planet", "corporation", "board", "tracks", "markers", "tech_level", "tech_slots", "techs_off",
    "flux", "lifepods", "lifepods_on_tracks", "rovers", "loads", "meteorites_left",
    "collected_meteorites", "collected_lifepods",
)  # fmt: skip
KEYS = {
    *POSITION, "advances", "civ_card", "event", "tile", "at", "energy", "synergy_priority",
}  # fmt: skip


class CannotMechanise(Exception):
    """A case that cannot be put to the engine; says why."""


def straight(p: Player, marker: int, ways: Sequence[int]) -> int:
    """Return the way to go when none is named: up the track, if it is open."""
    up = p.marker[marker] + 1
    return up if up in ways else ways[0]


def advance_named(advance: Any) -> tuple[int, int, str]:
    """Return marker, destination (-1: none is named) and branch of a fork of an advance in a case."""
    name, choice = (advance, None) if isinstance(advance, str) else advance
    if isinstance(choice, list):
        return TRACKS.index(name), TRACKS.index(choice[0]) << 4 | choice[1], ""
    return TRACKS.index(name), -1, choice or ""


class Cascade:
    """Resolves what is pending, depth first, as a case says.

    Attributes
    ----------
    priority
        Markers in the order in which they take synergy boosts; without any, boosts are counted and
        not spent.
    named
        The advances that cards, events and energy are used for, in order.
    """

    def __init__(
        self, state: PlanetState, p: Player, priority: list[int], named: Iterable[Any] = ()
    ) -> None:
        self.state, self.p, self.priority = state, p, priority
        self.named = [advance_named(one) for one in named]
        self.energy: tuple[int, int, str] | None = None  # what the energy of a tile is used for
        self.branch = ""
        self.rovers = self.patches = 0

    def advance(self, marker: int, space: int = -1, branch: str = "") -> None:
        """Advance a marker one step and resolve everything it brings before going on."""
        ways = tracks.destinations(self.p, marker)
        if space < 0 and ways:
            space = straight(self.p, marker, ways)
        if space in ways:
            self.branch = branch
            self.settle(lambda: benefits.arrive(self.state, 0, marker, space))

    def settle(self, act: Callable[[], None], *pending: int) -> None:
        """Carry something out while some items are pending, and resolve what is pending then."""
        before, self.p.pending = self.p.pending, list(pending)
        act()
        while self.p.pending:
            self.resolve(self.p.pending.pop(0))
        self.p.pending = before

    def resolve(self, one: int) -> None:
        """Resolve one pending item."""
        kind = one & schema.ITEM_MASK
        if kind in (schema.SYNERGY, schema.PEEK):
            self.boost()
        elif kind == schema.PATCH:
            self.gain_patch(one)
        elif kind == schema.ROVER_ITEM:
            self.rovers += 1
        elif kind == schema.FORK:
            if not self.branch:
                raise CannotMechanise("it is not said which branch of a fork is taken")
            self.take(one, actions.simple(actions.CHOOSE_FORK, int(self.branch == "patch")))
        elif kind not in (
            schema.CARD,
            schema.FLUX,
            schema.MOVE_POD,
        ):  # what may or must wait changes no figure
            self.choose(one)

    def boost(self) -> None:
        """Spend a synergy boost; Jump Drive C advances the marker twice, once per round."""
        first = next((m for m in self.priority if not self.topped(m)), -1)
        if first < 0:
            return
        twice = self.p.kind == JUMP_DRIVE and self.p.tech & 8 and not self.p.used_round & 8
        if twice:
            self.p.used_round |= 8
        self.advance(first)
        if twice:
            self.advance(first)

    def gain_patch(self, one: int) -> None:
        """Count a patch; techs that give something in its place are used once."""
        level = {JUMP_DRIVE: 1, WORMHOLE: 3}.get(self.p.kind, 0)
        if level and self.p.tech >> level & 1 and not self.p.used_round >> level & 1:
            self.take(one, actions.simple(actions.USE_TECH, level))
        else:
            self.patches += 1

    def choose(self, one: int) -> None:
        """Choose among what the rules allow for an item; nothing happens where they allow nothing."""
        kind = one & schema.ITEM_MASK
        ways = items.choices(self.state, 0, one)
        ways = [a for a in ways if a & 63 != actions.DECLINE]
        if not ways:
            return
        if kind == schema.ENERGY_STEP:  # a player may, but need not, use it
            if not self.energy:
                raise CannotMechanise("it is not said what the energy is used for")
            self.named.insert(0, self.energy)
        if kind == schema.DOWN:
            action = self.by_marker(ways, lambda a: actions.down_parts(a)[0])
        elif kind in (
            schema.ADVANCE,
            schema.DISTINCT,
            schema.SYMBOL,
            schema.ENERGY_STEP,
            schema.TECH_ENERGY,
            schema.RAISE,
        ):
            action = self.by_marker(ways, lambda a: actions.advance_parts(a)[1])
        elif kind in (schema.COLLECT, schema.DESTROY, schema.STOW) or len(ways) == 1:
            action = ways[0]  # only how many there are is asked
        else:
            raise CannotMechanise("it is not said what is chosen")
        self.take(one, action)

    def take(self, one: int, action: int) -> None:
        """Carry out an action that resolves an item, and resolve what it brings."""
        self.settle(lambda: apply.HANDLERS[action & 63](self.state, 0, action), one)

    def by_marker(self, ways: list[int], marker_of: Callable[[int], int]) -> int:
        """Return the way of the marker that is named next, of the only one, else by priority."""
        markers = {marker_of(a) for a in ways}
        if len(markers) > 1 and self.named:
            marker, space, self.branch = self.named[0]
        elif len(markers) > 1:
            marker, space = next((m for m in self.priority if m in markers), -1), -1
            if marker < 0:
                raise CannotMechanise("it is not said which marker is chosen")
        else:
            (marker,) = markers
            space = -1
        if self.named and self.named[0][0] == marker:
            _, space, self.branch = self.named.pop(0)
        fits = [a for a in ways if marker_of(a) == marker]
        if space >= 0:
            fits = [a for a in fits if actions.advance_parts(a)[2] == space]
        if not fits:
            raise CannotMechanise(f"the {TRACKS[marker]} marker may not be chosen here")
        return fits[0]

    def topped(self, marker: int) -> bool:
        """Tell whether a marker is at the top; the rover's may always be chosen."""
        return marker != 3 and self.p.step(marker) >= self.p.corp.tops[marker]

    def totals(self) -> dict[str, Any]:
        """Return what was gained, as the cases of the kind `cascade` write it."""
        return {
            "rover_movement": self.p.move,
            "rovers_placed": self.rovers,
            "patches": self.patches,
            "civ_cards": self.p.civ_due,
            "synergies": self.p.synergies,
        }


def positions(p: Player) -> dict[str, list[Any]]:
    """Return where the markers stand, each as [track, step]."""
    return {t: [TRACKS[p.marker[i] >> 4], p.marker[i] & 15] for i, t in enumerate(TRACKS)}


def alone(given: Case, **more: Any) -> tuple[PlanetState, Player]:
    """Return a position of one seat with what is given of it."""
    rules = make_rules("planet_unknown", 1, None, edition="deluxe", **given.get("options", {}))
    player = {key: given[key] for key in POSITION if key in given}
    state = rules.position({"players": [player], **more})
    assert isinstance(state, PlanetState)
    p = state.players[0]
    if p.kind == FLUX_INDUSTRIES and "flux" not in given:
        p.flux = -1
    return state, p


def follow(given: Case) -> dict[str, Any]:
    """Return what a seat has after advances, a card, an event, a tile or the start of a round.

    Techs are in force as in play. Techs that may be used are used where the case lets them act.
    """
    state, p = alone(given, **_setting(given))
    priority = [TRACKS.index(t) for t in given.get("synergy_priority", ())]
    advances, cause = given.get("advances", []), _cause(state, p, given)
    chain = Cascade(state, p, priority, advances if cause else [])
    if given.get("energy"):
        chain.energy = advance_named(given["energy"])
    if cause:
        chain.settle(cause)
    if chain.named and "event" not in given:
        raise CannotMechanise("more advances are named than there are")
    if not cause or (chain.named and len(chain.named) == len(advances)):
        for one in advances:  # an event may only forbid something
            chain.advance(*advance_named(one))
    return _figures(state, p, chain)


def _figures(state: PlanetState, p: Player, chain: Cascade) -> dict[str, Any]:
    places = positions(p)
    found = {
        "positions": places,
        "track_points": {t: tracks.medal(p, i) for i, t in enumerate(TRACKS)},
        "tech_level": tracks.tech_held(p).bit_count(),
        "totals": chain.totals(),
        "lifepods": p.all_pods,
        "meteorites": p.rocks,
        "meteorites_on_planet": p.void_count,
        "civ": sum(scoring.card_points(p, state.tables).values()),
    }
    found |= {f"{name}_marker": at for name, at in places.items()}
    found |= {f"{name}_step": p.step(i) for i, name in enumerate(TRACKS)}
    return {**found, **chain.totals(), "movement": p.move}


def _setting(given: Case) -> dict[str, Any]:
    """Return what of a position lies beside the player: the open tiles, the event."""
    more: dict[str, Any] = {}
    if "event" in given:
        more["deal"] = {"events": [given["event"]]}
    if "tile" in given:
        rules = make_rules("planet_unknown", 1, None, edition="deluxe")
        assert isinstance(rules, PlanetRules)
        more["open"] = _open(rules, given["tile"], given.get("board", []))
    return more


def _open(rules: PlanetRules, name: str, board: Sequence[Sequence[str]]) -> list[str]:
    """Return the ids of two tiles that may be open together, one of them given."""
    shapes = [rules.tables.shapes[i] for i in rules.tables.rings[0]]
    small = tile_named(rules.tables, name).shape in shapes
    laid = {one for one, _ in board}
    other = next(
        t.id for t in rules.tables.tiles if t.id not in laid and (t.shape in shapes) != small
    )
    return [name, other] if small else [other, name]


def _cause(state: PlanetState, p: Player, given: Case) -> Callable[[], None] | None:
    """Return what brings something before any advance, None if there is nothing."""
    if "civ_card" in given:
        number = int(given["civ_card"])
        if not 1 <= number <= len(state.tables.cards):
            raise CannotMechanise(f"there is no civ card {number}")
        state.phase = schema.END if state.tables.cards[number - 1].ends else schema.TURN
        return lambda: cards.take_card(state, 0, number)
    if "event" in given:
        state.phase, state.event_no = schema.EVENT, 0
        return lambda: cards.reveal_event(state)
    if "tile" in given:
        return _tile_laid(state, given) if "at" in given else _tile_taken(state, given)
    return None if given.get("advances") else lambda: flow.round_start(p)


def _slot(state: PlanetState, name: str) -> int:
    return state.open_tiles(0).index(tile_named(state.rules.tables, name).number)


def _tile_taken(state: PlanetState, given: Case) -> Callable[[], None]:
    slot = _slot(state, given["tile"])
    return lambda: apply.take(state, 0, actions.simple(actions.TAKE, slot))


def _tile_laid(state: PlanetState, given: Case) -> Callable[[], None]:
    tile = tile_named(state.rules.tables, given["tile"])
    layout, low = spot(tile, given["at"])
    shown = tile.shape.layout[layout.rotation * 2 + layout.mirror]
    action = actions.place(_slot(state, given["tile"]), shown, low)
    if action not in state.legal():
        raise CannotMechanise(f"{given['tile']} may not be laid at {given['at']}")
    return lambda: apply.place(state, 0, action)


def events_of(rules: PlanetRules, number: int) -> dict[str, Any]:
    """Return what an event card forbids, in the words of the cases: `event_rule`, `banned_terrain`."""
    if not 1 <= number <= len(rules.tables.events):
        raise CannotMechanise(f"there is no event card {number}")
    card = rules.tables.events[number - 1]
    if card.effect == "rover_ban":
        return {"banned_terrain": card.data["terrain"]}
    return {"event_rule": card.effect} if card.effect in placing.PLACING_EVENTS else {}
