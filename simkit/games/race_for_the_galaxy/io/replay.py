"""A recorded game on its way through the engine: heading, set-up, rounds, draws, result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.io.comparison import (
    Data,
    Mismatch,
    cards_taken,
    compare_snapshot,
    final_block,
    same,
)
from simkit.games.race_for_the_galaxy.io.phase_replay import PhaseReplay
from simkit.games.race_for_the_galaxy.rules.journal import Journal, snapshot
from simkit.games.race_for_the_galaxy.rules.state import RaceState
from simkit.games.race_for_the_galaxy.title import RaceRules


class Replay:
    """One recorded game on its way through the engine.

    Attributes
    ----------
    place, title, at
        Where in the recording the replay stands: the step or part, the phase, and the numbers of round
        and phase.
    actions
        The decisions taken so far.
    """

    def __init__(self, data: Data, name: str) -> None:
        self.data = data
        self.name = name
        self.place = "heading"
        self.title = "heading"
        self.at = (-1, -1)
        self.actions: list[int] = []
        self.rules: RaceRules
        self.g: RaceState
        self.journal: Journal

    def run(self) -> None:
        """Replay the whole game; raise `Mismatch` at the first difference."""
        self.read_heading()
        self.g = self.begin()
        self.journal = Journal(self.g.t)
        self.check_dealing()
        self.g.journal = self.journal
        self.set_up()
        self.place = "rounds"
        for number, record in enumerate(self.data["rounds"], 1):
            self.play_round(number, record)
        self.check_draws()
        self.check_final()

    # Setting and set-up ------------------------------------------------------------------------

    def read_heading(self) -> None:
        """Build the rules and compare the heading."""
        data = self.data
        if data.get("game") != "race_for_the_galaxy":
            raise Mismatch("heading", f"game is {data.get('game')!r}")
        same("heading", "schema", data["schema"], 1)
        same("heading", "set", data["set"], "base")
        advanced = data["two_player_advanced"]
        if not isinstance(advanced, bool):
            raise Mismatch("heading", f"two_player_advanced is {advanced!r}")
        made = make_rules("race_for_the_galaxy", seats=data["players"], advanced=advanced)
        assert isinstance(made, RaceRules)
        self.rules = made
        per_player = made.tables.chips_per_player
        same("heading", "vp_pool", data["vp_pool"], per_player * made.seats)
        same("heading", "setup.seats", len(data["setup"]["seats"]), made.seats)

    def begin(self) -> RaceState:
        """Return the game as dealt."""
        seats = self.data["setup"]["seats"]
        draws = self.data["draws"]
        before = sum(len(seat["dealt"]) + (seat["start_good"] is not None) for seat in seats)
        goods = [seat["start_good"] for seat in seats if seat["start_good"] is not None]
        g = self.rules.deal(
            Luck(0),
            factions=[seat["start_world"] for seat in seats],
            hands=[seat["dealt"] for seat in seats],
            start_good=goods[0] if goods else None,
            deck=draws[0][before:],
            reshuffles=draws[1:],
        )
        assert isinstance(g, RaceState)
        return g

    def check_dealing(self) -> None:
        """Compare start worlds, start good and hands with the cards drawn first."""
        seats = self.data["setup"]["seats"]
        self.place = "setup"
        numbers = [self.g.t.start_number[p.start] for p in self.g.players]
        if numbers[0] != min(numbers):
            raise Mismatch("setup", "seat 0 does not have the lowest start world")
        first = list(self.data["draws"][0])
        size = self.rules.tables.dealt
        good_first = self.data["setup"].get("start_good_drawn_before_hands", True)
        if not isinstance(good_first, bool):
            raise Mismatch("setup", f"start_good_drawn_before_hands is {good_first!r}")
        place_of_good = 0 if good_first else size * len(seats)
        for number, (seat, p) in enumerate(zip(seats, self.g.players, strict=True)):
            found = [self.g.t.names[good] for good in p.goods.values()]
            good = seat["start_good"]
            same(f"setup seat {number}", "start_good", [] if good is None else [good], found)
            if good is not None:
                same("draws", "the start good among the cards", first.pop(place_of_good), good)
        hands = [first[i * size : (i + 1) * size] for i in range(len(seats))]
        dealt = [seat["dealt"] for seat in seats]
        rotations = [dealt[i:] + dealt[:i] for i in range(len(dealt))]
        if hands not in rotations:
            off = next((i for i, hand in enumerate(dealt) if hand not in hands), 0)
            raise Mismatch(f"setup seat {off}", f"dealt {dealt[off]} is not what was drawn")

    def set_up(self) -> None:
        """Carry out the set-up discards and compare the snapshot."""
        setup = self.data["setup"]
        for number, seat in enumerate(setup["seats"]):
            self.place = f"setup seat {number} discarded"
            for card in seat["discarded"]:
                self.step("discard", number, card=card)
        self.place = "setup after"
        if self.g.phase != schema.PHASE_CHOOSE:
            raise Mismatch("setup", "some seat has not discarded enough cards")
        compare_snapshot(self.place, setup["after"], snapshot(self.g), {})

    # Rounds ------------------------------------------------------------------------------------

    def step(self, kind: str, seat: int, **args: Any) -> None:
        """Take one decision for a seat, through `State.step`."""
        if self.g.seat != seat:
            raise Mismatch(self.place, f"it is not seat {seat} that decides '{kind}' here")
        action = self.rules.encode(kind, **args)
        self.g.step(action)
        self.actions.append(action)

    def play_round(self, number: int, record: Data) -> None:
        """Choose the actions, then replay phase by phase."""
        self.place = f"round {number}"
        g = self.g
        if g.over:
            raise Mismatch(self.place, "the game was over before this round")
        same(self.place, "round", record["round"], number)
        same(self.place, "round of the replay", number, g.round)
        self.journal.done.clear()
        actions = record["actions"]
        same(self.place, "number of seats with actions", len(actions), g.seats)
        phases = [phase["phase"] for phase in record["phases"]]
        due = phases_due(actions)
        same(f"{self.place} actions", "phases that follow from the actions", phases, due)
        for seat, chosen in enumerate(actions):
            self.place = f"round {number} actions of seat {seat}"
            if not 1 <= len(chosen) <= 2 or chosen[0] not in schema.ACTION_CARDS:
                raise Mismatch(self.place, f"{chosen!r} is no choice of action cards")
            cards = sorted(chosen, key=schema.ACTION_CARDS.index)
            self.step("choose", seat, first=cards[0], second=cards[1] if len(cards) > 1 else "none")
        for index, phase in enumerate(record["phases"]):
            self.place = self.title = f"round {number} {phase['phase']}"
            self.at = (number - 1, index)
            PhaseReplay(self, index, phase, self.title).run()
        self.at = (number, -1)

    def check_draws(self) -> None:
        """Compare how many cards each deck gave; which cards they were, the steps have shown.

        A last deck of which nothing was drawn may be left out.
        """
        self.place = "draws"
        given = [len(deck) for deck in self.data["draws"]]
        setup = self.data["setup"]["seats"]
        taken = [sum(len(seat["dealt"]) + (seat["start_good"] is not None) for seat in setup)]
        for record in self.data["rounds"]:
            for phase in record["phases"]:
                for step in phase["steps"]:
                    if step["do"] == "reshuffle":
                        taken.append(0)
                    taken[-1] += cards_taken(step)
        for decks in (given, taken):
            if not decks[-1]:
                decks.pop()
        same("draws", "cards taken from each deck", given, taken)

    def check_final(self) -> None:
        """Compare the final block."""
        self.place = "final"
        g, final = self.g, self.data["final"]
        if not g.over:
            raise Mismatch("final", "the replayed game is not over after the last round")
        same("final", "rounds", final["rounds"], g.round)
        ended = {
            schema.END_TABLEAU: ["tableau"],
            schema.END_CHIPS: ["chips"],
            schema.END_BOTH: ["chips", "tableau"],
            schema.END_ROUNDS: [],
        }[g.end_reason]
        same("final", "ended_by", sorted(final["ended_by"]), ended)
        same("final", "number of seats", len(final["seats"]), g.seats)
        for seat, record in enumerate(final["seats"]):
            for key, value in final_block(g, seat).items():
                same(f"final seat {seat}", key, record[key], value)


def phases_due(actions: Sequence[Sequence[str]]) -> list[str]:
    """Return the phases that chosen actions bring about, in order."""
    chosen = {
        card if card.endswith("_second") else card.split("_")[0]
        for seat in actions
        for card in seat
    }
    return [phase for phase in schema.PHASES[2:-1] if phase in chosen] + ["discard"]
