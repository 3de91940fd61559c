"""One seat of Planet Unknown: planet, corporation, what lies on both, what is still to be resolved."""

from __future__ import annotations

from typing import Final

from simkit.games.planet_unknown.rules.tables import STEP, Corporation, Planet

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
    occ, tiles, patches, stacked
        Covered cells; cells of tiles; visible biomass patches; how many patches lie under others.
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
        "seen_cards", "seen_objectives", "shifted", "slots", "stacked", "stuck",
        "supply", "symbols",
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
        self.stacked = 0
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
        new.planet = self.planet
        new.planet_no = self.planet_no
        new.corp = self.corp
        new.corp_no = self.corp_no
        new.kind = self.kind
        new.all_pods = self.all_pods
        new.best_tech = self.best_tech
        new.cards = self.cards
        new.cards_taken = self.cards_taken
        new.choice = self.choice
        new.driven = self.driven
        new.driving = self.driving
        new.extra = self.extra
        new.finished = self.finished
        new.flux = self.flux
        new.free_seen = self.free_seen
        new.hits = self.hits
        new.keep_tech = self.keep_tech
        new.kept_patches = self.kept_patches
        new.last_tile = self.last_tile
        new.lifepods = self.lifepods
        new.meteors = self.meteors
        new.move = self.move
        new.occ = self.occ
        new.one_only = self.one_only
        new.patches = self.patches
        new.peeked = self.peeked
        new.placed = self.placed
        new.pods = self.pods
        new.pods_on = self.pods_on
        new.rocks = self.rocks
        new.seen_cards = self.seen_cards
        new.seen_objectives = self.seen_objectives
        new.shifted = self.shifted
        new.slots = self.slots
        new.stacked = self.stacked
        new.stuck = self.stuck
        new.supply = self.supply
        new.synergies = self.synergies
        new.taken = self.taken
        new.tech = self.tech
        new.tech_off = self.tech_off
        new.tiles = self.tiles
        new.tiles_placed = self.tiles_placed
        new.used_game = self.used_game
        new.used_round = self.used_round
        new.water_on_ice = self.water_on_ice
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
        # [#6.12]
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
