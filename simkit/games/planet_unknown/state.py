"""Where a game of Planet Unknown stands: one `Player` per seat and the table in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.core.luck import Luck
from simkit.core.state import NOBODY, State
from simkit.games.planet_unknown import hidden
from simkit.games.planet_unknown.components import (
    ROVER,
    STEP,
    TECH,
    Card,
    Corporation,
    Planet,
    Tables,
)

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules import PlanetRules

# Corporations by their special rule; techs are meant by corporation and level.
UNIVERSAL: Final = 0
COSMOS: Final = 1
FLUX_INDUSTRIES: Final = 2
HORIZON: Final = 3
JUMP_DRIVE: Final = 4
MAKESHIFT: Final = 5
OASIS: Final = 6
REPUBLIC: Final = 7
WORMHOLE: Final = 8
SPECIALS = {
    "none": UNIVERSAL,
    "pods_on_tracks": COSMOS,
    "flux": FLUX_INDUSTRIES,
    "deliver_meteors": HORIZON,
    "pods_unlock_tech": JUMP_DRIVE,
    "diagonal_markers": MAKESHIFT,
    "winding_water": OASIS,
    "civ_costs_regress": REPUBLIC,
    "biomass_forks": WORMHOLE,
}


class Player:
    """One seat: planet, corporation, what lies on both, and what is still to be resolved.

    Attributes
    ----------
    occ, tiles, patches
        Covered cells; cells of tiles; visible biomass patches.
    terrain, symbols
        Per resource, the visible cells of that terrain (patches are biomass) and its symbols.
    hits, meteors
        Visible meteorite symbols; meteorites lying on the planet (not those on Horizon's rovers).
    marker
        Space (``track * 16 + step``) of the marker of each resource.
    tech
        Bit n = tech of level n is in force; kept up to date by `tracks.refresh`.
    pods_on, slots
        Cosmos: track spaces with a lifepod. Jump Drive: bit n = tech slot n is unlocked.
    pending
        Benefits and duties to resolve, each ``item | argument << ITEM_BITS``.
    """

    __slots__ = (
        "all_pods", "best_tech", "cards", "cards_taken", "choice", "civ_due", "corp", "corp_no",
        "driven", "driving", "event_pending", "extra", "finished", "flux", "free_seen", "hits",
        "keep_tech", "kept_patches", "kind", "last_tile", "lifepods", "loads", "marker", "meteors",
        "move", "occ", "one_only", "patches", "peeked", "pending", "pieces",
        "placed", "planet", "planet_no", "pods", "pods_on", "private", "rocks", "rovers",
        "seen_cards", "seen_objectives", "shifted", "slots", "stuck", "supply", "symbols",
        "synergies", "taken", "tech", "tech_off", "terrain",
        "tiles", "tiles_placed", "used_game", "used_round", "water_on_ice",
    )  # fmt: skip

    def __init__(self, planet: Planet, planet_no: int, corp: Corporation, corp_no: int) -> None:
        self.planet = planet
        self.planet_no = planet_no
        self.corp = corp
        self.corp_no = corp_no
        self.kind = SPECIALS[corp.special]
        self.occ = self.tiles = self.patches = self.hits = self.meteors = self.last_tile = 0
        self.terrain = [0, 0, 0, 0, 0, 0]
        self.symbols = [0, 0, 0, 0, 0, 0]
        self.pods = planet.lifepods
        self.pieces: list[int] = []  # cells of every tile, for pictures and tests
        self.rovers: list[int] = []
        self.loads: list[int] = []
        self.supply = corp.rovers
        self.marker = [track << 4 for track in range(5)]
        self.tech = self.tech_off = self.best_tech = 0
        self.keep_tech = False
        self.lifepods = self.all_pods = self.rocks = 0
        self.pods_on = self.slots = 0
        self.flux = -1
        self.kept_patches = 0
        self.cards = self.seen_cards = 0
        self.civ_due: list[int] = []
        self.move = 0
        self.free_seen = 0
        self.pending: list[int] = []
        self.event_pending: list[int] = []
        self.used_round = self.used_game = 0
        self.shifted = 0
        self.taken = -1
        self.extra = 0
        self.choice = 0
        self.placed = self.stuck = self.one_only = self.finished = self.driving = False
        self.private: list[int] = []
        self.seen_objectives = 0
        self.peeked = -1
        self.driven = self.water_on_ice = self.synergies = self.tiles_placed = 0
        self.cards_taken = 0

    def clone(self) -> Player:
        """Return an independent copy."""
        # compiled, __new__ runs __init__ and wants its arguments
        new: Player = Player.__new__(Player, self.planet, self.planet_no, self.corp, self.corp_no)  # type: ignore[call-arg]
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        new.terrain = self.terrain[:]
        new.symbols = self.symbols[:]
        new.pieces = self.pieces[:]
        new.rovers = self.rovers[:]
        new.loads = self.loads[:]
        new.marker = self.marker[:]
        new.civ_due = self.civ_due[:]
        new.pending = self.pending[:]
        new.event_pending = self.event_pending[:]
        new.private = self.private[:]
        return new

    @property
    def voids(self) -> int:
        """Cells with a meteorite, those on Horizon's rovers included."""
        if self.kind != HORIZON:
            return self.meteors
        found = self.meteors
        for cell, load in zip(self.rovers, self.loads, strict=True):
            if load:
                found |= 1 << cell
        return found

    @property
    def void_count(self) -> int:
        """Number of meteorites on the planet."""
        return self.meteors.bit_count() + sum(self.loads)

    @property
    def energy_terrain(self) -> int:
        """Energy cells, with Petra's uncovered currents."""
        return self.terrain[5] | self.planet.currents & ~self.occ

    @property
    def rover_bits(self) -> int:
        """Cells with a rover."""
        found = 0
        for cell in self.rovers:
            found |= 1 << cell
        return found

    def step(self, marker: int) -> int:
        """Return the step a marker stands on."""
        return self.marker[marker] & STEP


# What a clone shares or copies by value: every slot of `Player` but its lists; a test compares the
# clone with a deep copy.
_SHARED = (
    "all_pods", "best_tech", "cards", "cards_taken", "choice", "corp", "corp_no", "driven",
    "driving", "extra", "finished", "flux", "free_seen", "hits", "keep_tech", "kept_patches",
    "kind", "last_tile", "lifepods", "meteors", "move", "occ", "one_only", "patches", "peeked",
    "placed", "planet", "planet_no", "pods", "pods_on", "rocks", "seen_cards", "seen_objectives",
    "shifted", "slots", "stuck", "supply", "synergies", "taken", "tech", "tech_off", "tiles",
    "tiles_placed", "used_game", "used_round", "water_on_ice",
)  # fmt: skip


class PlanetState(State):
    """A game of Planet Unknown.

    Attributes
    ----------
    stacks, left
        Tiles of the 12 slots (inner 0..5, outer 6..11), the last one on top; tiles left in each.
    rotation, shift
        Turn of the station; shift of the inner against the outer ring.
    deck, shown
        Bits of the civilisation cards still on offer; of those everybody has seen.
    event_deck, event_no, event
        The event cards in order, the number revealed so far, the one in force (0 = none).
    rivals, shared
        Rival objectives as (objective, seat, seat); objectives for all (Jump Drive tech F).
    queue
        Seats still to act in this phase, the acting one first.
    """

    __slots__ = (
        "commander", "deck", "event", "event_deck", "event_no", "left", "mix", "players",
        "queue", "removed", "rivals", "rotation", "shared", "shift", "shown", "stacks", "tables",
    )  # fmt: skip

    rules: PlanetRules

    def __init__(self, rules: PlanetRules, luck: Luck) -> None:
        super().__init__(rules, luck)
        self.tables: Tables = rules.tables
        self.players: list[Player] = []
        self.stacks: list[list[int]] = []
        self.left: list[int] = []
        self.removed = 0
        self.rotation = self.shift = self.commander = 0
        self.deck = self.shown = 0
        self.event_deck: list[int] = []
        self.event_no = self.event = 0
        self.mix = (0, 0, 0)
        self.rivals: list[tuple[int, int, int]] = []
        self.shared: list[int] = []
        self.queue: list[int] = []

    # The station (section 2, station.toml) --------------------------------------------------------

    def slots_of(self, seat: int) -> tuple[int, int]:
        """Return the numbers of the inner and outer slot in front of a seat."""
        outer = (self.tables.places[self.seats - 1][seat] + self.rotation) % 6
        return (outer + self.shift) % 6, 6 + outer

    def depot(self, place: int) -> tuple[int, int]:
        """Return the inner and outer slot that face each other at a place of the outer ring."""
        outer = place % 6
        return (outer + self.shift) % 6, 6 + outer

    def top(self, slot: int) -> int:
        """Return the open tile of a slot, -1 if the slot is empty."""
        left = self.left[slot]
        return self.stacks[slot][left - 1] if left else -1

    def open_tiles(self, seat: int) -> tuple[int, int]:
        """Return the open small and large tile in front of a seat (-1 = none)."""
        inner, outer = self.slots_of(seat)
        small, large = self.left[inner], self.left[outer]
        return (
            self.stacks[inner][small - 1] if small else -1,
            self.stacks[outer][large - 1] if large else -1,
        )

    @property
    def event_card(self) -> Card | None:
        """The event in force."""
        return self.tables.events[self.event - 1] if self.event else None

    def event_rule(self) -> str:
        """Return the effect of the event in force, "" without one."""
        return self.tables.events[self.event - 1].effect if self.event else ""

    # Decisions --------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action."""
        from simkit.games.planet_unknown.legal import legal

        return legal(self)

    def candidates(self) -> list[int]:
        """Return what is worth a thought: pending benefits one at a time, in a fixed order."""
        from simkit.games.planet_unknown.legal import candidates

        return candidates(self)

    def why_illegal(self, action: int) -> str:
        """Say what may be done instead."""
        kinds = {self.rules.decode(a)[0] for a in self.legal()}
        return f"now one may: {', '.join(sorted(kinds))}"

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        from simkit.games.planet_unknown.apply import apply

        apply(self, action)

    def clone(self) -> PlanetState:
        """Return an independent copy without observer."""
        new: PlanetState = PlanetState.__new__(PlanetState, self.rules, self.luck)  # type: ignore[call-arg]
        new.copy_base(self)
        new.tables = self.tables
        new.players = [p.clone() for p in self.players]
        new.stacks = self.stacks
        new.left = self.left[:]
        new.removed = self.removed
        new.rotation = self.rotation
        new.shift = self.shift
        new.commander = self.commander
        new.deck = self.deck
        new.shown = self.shown
        new.event_deck = self.event_deck
        new.event_no = self.event_no
        new.event = self.event
        new.mix = self.mix
        new.rivals = self.rivals[:]
        new.shared = self.shared[:]
        new.queue = self.queue[:]
        return new

    def determinize(self, seat: int, luck: Luck) -> PlanetState:
        """Return a copy in which all that is hidden from `seat` is redrawn from `luck`."""
        return hidden.redraw(self, seat, luck)

    # Tables of a run -----------------------------------------------------------------------------

    def log_row(self, seat: int) -> tuple[int, ...]:
        """Return the values of ``schema.move_columns``."""
        p = self.players[seat]
        civ, water, biomass, rover, tech = p.marker
        inner, outer = self.open_tiles(seat)
        return (
            civ & 15, water & 15, biomass & 15, rover & 15, tech & 15,
            p.occ.bit_count(), p.lifepods, p.rocks, p.meteors.bit_count(), len(p.rovers), p.move,
            inner, outer, self.event,
        )  # fmt: skip

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the values of the roles and of ``schema.seat_columns``."""
        p = self.players[seat]
        rules = self.rules
        covered = p.occ.bit_count()
        solo = self.score[seat] - rules.solo_target(*self.mix) if self.seats == 1 else 0
        return {
            "faction": rules.faction_code[p.corp_no],
            "planet": rules.planet_code[p.planet_no],
            "end_civ": p.marker[0] & 15,
            "end_water": p.marker[1] & 15,
            "end_biomass": p.marker[2] & 15,
            "end_rover": p.marker[ROVER] & 15,
            "end_tech": p.marker[TECH] & 15,
            "covered": covered,
            "uncovered": p.planet.grid.bit_count() - covered,
            "tiles_placed": p.tiles_placed,
            "patches_placed": p.patches.bit_count(),
            "rocks": p.rocks,
            "voids": p.void_count,
            "scored_lifepods": p.lifepods,
            "all_lifepods": p.all_pods,
            "cells_driven": p.driven,
            "water_on_ice": p.water_on_ice,
            "synergies": min(p.synergies, 127),
            "cards_taken": p.cards_taken,
            "solo_result": max(-128, min(127, solo)),
        }

    def game_row(self) -> dict[str, Any]:
        """Return the values of ``schema.game_columns``."""
        red, orange, green = self.mix
        return {
            "ring_shift": self.shift,
            "events_red": red,
            "events_orange": orange,
            "events_green": green,
        }

    def standing(self, seat: int) -> tuple[int, ...]:
        """Rank by points, then fewer uncovered cells, then fewer meteorites left (section 10)."""
        p = self.players[seat]
        uncovered = p.planet.grid.bit_count() - p.occ.bit_count()
        return (self.score[seat], -uncovered, -p.void_count)

    def check(self) -> None:
        """Raise AssertionError if an invariant is broken."""
        from simkit.games.planet_unknown.invariants import check

        check(self)


__all__ = ["NOBODY", "PlanetState", "Player"]
