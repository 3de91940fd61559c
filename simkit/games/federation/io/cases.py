"""A check case: its rules, its position, its actions, and what differs from the values it expects.

A case often leaves choices open (which payment, which pick). It holds if one way to make them gives all
expected values (`case_outcomes`).
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from simkit.core.errors import BadValue, UnknownName
from simkit.games.federation.io import assume, case_actions, case_form, case_words
from simkit.games.federation.io.case_actions import ACTIONS, AFTERWARDS
from simkit.games.federation.io.case_compare import Difference, Expectation, compare
from simkit.games.federation.io.case_outcomes import MOST_OUTCOMES, Outcome
from simkit.games.federation.io.case_words import Words
from simkit.games.federation.io.position_board import leave_stacks, put_in_play
from simkit.games.federation.io.position_names import (
    LETTERS,
    WINGS,
    floor_number,
    letter_seat,
    number_of,
    only_keys,
)
from simkit.games.federation.rules import executive, terms
from simkit.games.federation.rules.state import FederationState
from simkit.games.federation.title import FederationRules


class Case:
    """A check case: its rules (with assumed figures), its position, its actions."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        data = case_form.read_form(copy.deepcopy(dict(data)))
        names, rewards = case_form.own_asteroids(data["situation"])
        names |= assume.own_names(data)
        data = assume.renamed(data, names)
        case_form.bare_tokens(data["situation"])
        self.names = names
        self.seats = int(data["players"])
        self.situation: dict[str, Any] = data["situation"]
        self.board: dict[str, Any] = self.situation["board"]
        actions = data["action"]
        self.actions: list[dict[str, Any]] = actions if isinstance(actions, list) else [actions]
        self.expected: dict[str, Any] = data["expected"]
        for i, action in enumerate(self.actions):
            if "type" not in action:
                raise BadValue(f"action {i + 1}", "has no 'type'")
            if action["type"] not in ACTIONS:
                raise UnknownName("action type", action["type"], ACTIONS, "case")
        self._check_given_values()
        self.rules = FederationRules.assuming(self.seats, assume.assumed_tables(data, rewards))
        for name, given in self.board.get("projects", {}).items():
            if not isinstance(given, Mapping):  # "neo": true, "neo": "completed"
                given = {"completed": given in (True, "completed")}
                self.board["projects"][name] = given
            if "needed" in given:
                project = number_of(terms.PROJECTS, name, "project")
                self.rules.tables.needed[project] = int(given["needed"])
        for action in self.actions:
            self.words(action)  # refuses what is not understood, also where no choice comes up
        self.flown = False

    def words(self, action: Mapping[str, Any]) -> Words:
        """Return what an action says of its choices."""
        return case_words.words(self.rules.tables, action)

    def _check_given_values(self) -> None:
        """Refuse unknown names in votes and measures that a case gives directly."""
        for key in ("wing_votes", "wing_votes_players"):
            only_keys(self.board.get(key, {}), WINGS, key)
        voters = (*self.letters(), "neutral")
        for floor, given in self.board.get("floor_votes", {}).items():
            only_keys(given, voters, f"floor_votes {floor_number(floor)}")
        for project, given in self.board.get("measure", {}).items():
            number_of(terms.PROJECTS, project, "project")
            only_keys(given, self.letters(), f"measure {project}")

    def differences(self) -> list[Difference]:
        """Return what differs from the expected values; empty if the case holds.

        Where a case names an accreditation level, any step of that level will do.
        """
        first = self._differences(self._position())
        spec = self._position()
        for given in spec.get("players", {}).values():
            if "accreditation_level" in given:
                given["accreditation_step"] = f"upper step of level {given['accreditation_level']}"
        if not first or spec == self._position():
            return first
        return self._differences(spec) and first

    def _differences(self, spec: dict[str, Any]) -> list[Difference]:
        self.flown = False
        start = self.rules.position(spec)
        if not any(action["type"] in ("round_start", "reveal_laws") for action in self.actions):
            executive.block_spaces(start)
        self._lay_out(start)
        ends = [Outcome(start.clone())]
        for uses, action in self._steps(start):
            ends = [end for before in ends for end in self._outcomes(before, action, uses)]
        expectation = Expectation(self, start, ends)
        worst: list[Difference] = []
        for end in ends:
            found = compare(expectation, end)
            if not found:
                return []
            worst = worst or found
        return [self._in_own_words(line) for line in worst]

    def _steps(self, start: FederationState) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
        """Return the actions in order, each with the uses of erudites before it that accompany it.

        A use during a planet's action that the case writes before that action is part of it; one written
        after it comes when the move or construction is over.
        """
        steps: list[tuple[list[dict[str, Any]], dict[str, Any]]] = []
        followed = (-1, -1)  # seat and planet of the action after this one
        for action in reversed(self.actions):
            seat = self.seat_of(action)
            if action["type"] != "use_erudite":
                steps.insert(0, ([], action))
                followed = (seat, case_actions.planet_acted_on(start, action))
                continue
            planet = case_actions.planet_of_use(self, start, action)
            if planet >= 0 and followed == (seat, planet):
                steps[0][0].insert(0, action)
            else:
                steps.insert(0, ([], action))
                followed = (-1, -1)
        over = (-1, -1)
        for i, (_, action) in enumerate(steps):
            if action["type"] != "use_erudite":
                over = (self.seat_of(action), case_actions.planet_acted_on(start, action))
            elif over[1] >= 0 and over == (
                self.seat_of(action),
                case_actions.planet_of_use(self, start, action),
            ):
                steps[i] = ([], {**action, AFTERWARDS: True})
        return steps

    def _in_own_words(self, line: Difference) -> Difference:
        """Return a difference with the names that the case itself uses."""
        own = {name: word for word, name in self.names.items()}
        wanted, found = (assume.renamed(value, own) for value in (line.wanted, line.found))
        return Difference(".".join(own.get(x, x) for x in line.key.split(".")), wanted, found)

    def _lay_out(self, s: FederationState) -> None:
        """Lay out the tiles that the actions take, where the case leaves the deal open."""
        tables = s.tables
        named: Words = Counter()
        for action in self.actions:
            named += self.words(action)
        owned = sum(1 << p.deep for p in s.players if p.deep >= 0)
        for i, name in enumerate(tables.deep_tiles):
            if case_words.naming(named, name) and "deep_space_tiles" not in self.board:
                s.deep |= 1 << i & ~owned
        held = 0
        for p in s.players:
            held |= p.erudites
        for i, name in enumerate(tables.erudites):
            if (
                case_words.naming(named, name)
                and "erudites_open" not in self.board
                and not held >> i & 1
            ):
                leave_stacks(s, 1 << i)
                s.open |= 1 << i
        spoken = {
            value
            for action in self.actions
            for value in action.values()
            if isinstance(value, str) and action["type"] != "use_erudite"
        }
        built = {name for seat in range(s.seats) for name in self.given(seat).get("buildings", [])}
        for name in tables.structures[: tables.n_industries]:
            said = name in spoken or case_words.naming(named, name)
            if said and not built and "industries" not in self.board:
                put_in_play(s, name)

    def _position(self) -> dict[str, Any]:
        """Return the situation as `rules.position` reads it."""
        spec = copy.deepcopy(self.situation)
        measured = ("measure", "wing_votes", "wing_votes_players", "floor_votes", "reveal_order")
        spec["board"] = {k: v for k, v in self.board.items() if k not in measured}
        for action in self.actions:
            for key in ("planet_block", "room_block"):
                if key in action:
                    spec["board"][key] = action[key]
            if action["type"] in ("round_start", "reveal_laws") and "round" in action:
                spec["round"] = action["round"]
        return spec

    def seat_of(self, action: Mapping[str, Any]) -> int:
        """Return the seat that acts; the first player where a case names none."""
        return letter_seat(self.seats, action.get("player", "A"))

    def given(self, seat: int) -> Mapping[str, Any]:
        """Return what the situation names of a player."""
        found: Mapping[str, Any] = self.situation.get("players", {}).get(LETTERS[seat], {})
        return found

    def letters(self) -> str:
        """Return the letters of the players."""
        return LETTERS[: self.seats]

    def _outcomes(
        self, before: Outcome, action: Mapping[str, Any], uses: list[dict[str, Any]]
    ) -> Iterator[Outcome]:
        if before.refused:
            yield before
            return
        s = before.state
        s.todo, s.waiting = [], []
        if uses:
            action, refused = case_actions.together(self, s, uses, action)
            if refused:
                yield Outcome(s, refused, before.noted, None, before.unused)
                return
        s.seat = self.seat_of(action)
        said, seat, start = self.words(action), s.seat, s.clone()
        ends = list(islice(ACTIONS[action["type"]](self, s, action), MOST_OUTCOMES))
        for end in ends:
            end.noted = {**before.noted, **end.noted}
            left = said if end.left is None else end.left
            if not end.refused:
                end.unused = case_words.unanswered(start, end.state, seat, said, left)
            end.left = None
        as_said = [end for end in ends if not end.unused]
        for end in as_said or ends:
            end.unused = {**before.unused, **end.unused}
            yield end
