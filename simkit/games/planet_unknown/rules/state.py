"""Where a game of Planet Unknown stands: one `Player` per seat and the table in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.games.planet_unknown.rules import apply, hidden, legal, scoring
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import ROVER, TECH, Card, Tables
from simkit.games.planet_unknown.schema import VERDICTS

if TYPE_CHECKING:
    from simkit.games.planet_unknown.title import PlanetRules


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

    def tops(self) -> list[int]:
        """Return the open tiles of all slots."""
        return [
            stack[left - 1] if left else -1
            for stack, left in zip(self.stacks, self.left, strict=True)
        ]

    def open_tiles(self, seat: int) -> tuple[int, int]:
        """Return the open small and large tile in front of a seat (-1 = none)."""
        outer = (self.tables.places[self.seats - 1][seat] + self.rotation) % 6  # as in `slots_of`
        inner = (outer + self.shift) % 6
        small, large = self.left[inner], self.left[6 + outer]
        return (
            self.stacks[inner][small - 1] if small else -1,
            self.stacks[6 + outer][large - 1] if large else -1,
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
        return legal.legal(self)

    def candidates(self) -> list[int]:
        """Return what is worth a thought: pending benefits one at a time, in a fixed order."""
        return legal.candidates(self)

    def why_illegal(self, action: int) -> str:
        """Say what may be done instead."""
        kinds = {self.rules.decode(a)[0] for a in self.legal()}
        return f"now one may: {', '.join(sorted(kinds))}"

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        apply.apply(self, action)

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
        solo = self.solo_difference() if self.seats == 1 else 0
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
            "patches_placed": p.patches.bit_count() + p.stacked,
            "rocks": p.rocks,
            "voids": p.void_count,
            "scored_lifepods": p.lifepods,
            "all_lifepods": p.all_pods,
            "cells_driven": p.driven,
            "water_on_ice": p.water_on_ice,
            "synergies": min(p.synergies, 127),
            "cards_taken": p.cards_taken,
            "solo_result": max(-128, min(127, solo)),
            "verdict": scoring.verdict(self.tables, solo) if self.seats == 1 else 0,
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
        # [#10.4]
        p = self.players[seat]
        uncovered = p.planet.grid.bit_count() - p.occ.bit_count()
        return (self.score[seat], -uncovered, -p.void_count)

    def projected_scores(self) -> list[int]:
        """Return what every seat would have if the game ended now, by what lies open."""
        return scoring.projected(self)

    def solo_difference(self) -> int:
        """Return the points above the target of the solo game."""
        return self.score[0] - self.rules.solo_target(*self.mix)

    def winners(self) -> list[int]:
        """Return the seats that won; nobody where a lone player missed the target."""
        # [#11.5]
        if self.seats == 1 and self.solo_difference() < 0:
            return []
        return super().winners()

    def verdict(self, seat: int) -> str:
        """Return what the rulebook calls the result of the solo game; "" with several players."""
        if self.seats > 1 or not self.over:
            return ""
        found = self.solo_difference()
        words = VERDICTS[scoring.verdict(self.tables, found)]
        away = f"{abs(found)} {'above' if found > 0 else 'below'}" if found else "exactly"
        failed = "" if found >= 0 else "mission failed: "
        target = self.rules.solo_target(*self.mix)
        return f"{failed}{words} ({self.score[0]} points, {away} the target of {target})"

    def check(self) -> None:
        """Raise AssertionError if an invariant is broken."""
        from simkit.games.planet_unknown.rules.invariants import check

        check(self)
