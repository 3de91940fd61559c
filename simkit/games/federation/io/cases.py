"""Carry out the action of a check case through the engine (the action types of log_notation.md).

A case often leaves choices open (which payment, which pick). What it names is chosen by name;
payments are the cheapest and what does not fit is lost unless the case says otherwise; every other
open choice is tried in all ways, and the case holds if one of them gives all expected values.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.state import NOBODY
from simkit.games.federation.io import assume, case_form, case_names, case_words
from simkit.games.federation.io.case_values import Difference, Expectation, compare
from simkit.games.federation.io.case_words import Words
from simkit.games.federation.io.positions import (
    LETTERS,
    WINGS,
    find_spaces,
    floor_number,
    leave_stacks,
    letter_seat,
    number_of,
    only_keys,
    put_in_play,
    same_name,
)
from simkit.games.federation.rules import apply as applying
from simkit.games.federation.rules import effects, erudites, executive, kinds, legal, scoring, terms
from simkit.games.federation.rules.payment import pack
from simkit.games.federation.rules.planets import ON_PLANET
from simkit.games.federation.rules.state import FederationState
from simkit.games.federation.title import FederationRules

MOST_OUTCOMES = 2000
LAW_KEYS = ("laws", "open_laws", "last_laws", "law_stacks")
AFTERWARDS = (
    "after the action"  # said of the use of an erudite that follows the action it is used during
)


@dataclass
class Outcome:
    """One way a case can end: the state, and what only the way there shows.

    Attributes
    ----------
    refused
        Why an action may not be taken; "" = all may.
    noted
        Values for expected keys that the state does not hold (decider, turns ...).
    left
        Words of the action that answered no choice on the way; None where none was asked.
    unused
        Keys of actions whose words answered no choice and did not come true, with those words.
    """

    state: FederationState
    refused: str = ""
    noted: dict[str, Any] = field(default_factory=dict)
    left: Words | None = None
    unused: dict[str, Any] = field(default_factory=dict)


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
                followed = (seat, planet_acted_on(start, action))
                continue
            planet = planet_of_use(self, start, action)
            if planet >= 0 and followed == (seat, planet):
                steps[0][0].insert(0, action)
            else:
                steps.insert(0, ([], action))
                followed = (-1, -1)
        over = (-1, -1)
        for i, (_, action) in enumerate(steps):
            if action["type"] != "use_erudite":
                over = (self.seat_of(action), planet_acted_on(start, action))
            elif over[1] >= 0 and over == (
                self.seat_of(action),
                planet_of_use(self, start, action),
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
        return letter_seat(self.rules, action.get("player", "A"))

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
            action, refused = together(self, s, uses, action)
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


def follow(
    s: FederationState, action: Mapping[str, Any], said: Words, bottom: int = 0
) -> Iterator[Outcome]:
    """Carry on from a state in every way that the words of an action leave open.

    Decisions are answered until the stack is down to `bottom` tasks.
    """
    while True:
        while len(s.todo) > bottom and s.todo[-1][0] not in terms.DECISIONS:
            effects.perform(s, *s.todo.pop())
        if len(s.todo) <= bottom:
            yield Outcome(s, left=said)
            return
        task = s.todo[-1]
        options = s.waiting = legal.options(s, *task[:3])[:]
        chosen, refused = case_names.choose(s, task, options, action, said)
        if refused:
            yield Outcome(s, refused, left=said)
            return
        if not chosen:
            s.todo.pop()
        elif len(chosen) == 1:
            case_names.consume(s, task, chosen[0], said)
            applying.resolve(s, chosen[0])
        else:
            for option in chosen:
                left = said.copy()
                branch = s.clone()
                case_names.consume(branch, task, option, left)
                applying.resolve(branch, option)
                yield from follow(branch, action, left, bottom)
            return


# Action types -------------------------------------------------------------------------------------


def do_place(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Place an ambassador: the whole main action, without the mission after it."""
    case.flown = False
    first = s.first
    if not {"turn", "first_player"} & set(case.situation):  # else not the first player's first turn
        s.first = (s.seat + 1) % s.seats
    p, tables = s.players[s.seat], s.tables
    token = -1
    if action.get("alteration"):
        token = number_of(tables.token_ids, action["alteration"], "alteration token")
        if "alterations" not in case.given(s.seat) and token not in p.tokens:
            p.tokens.append(token)
    s.todo = [(terms.TURN, 0, 0, -1)]
    allowed = legal.legal(s)
    refused = "no such placement"
    for space in find_spaces(s, action):
        for piece in case_names.pieces(s, action):
            place = kinds.K_PLACE | space << 6 | piece
            if place not in allowed:
                refused = s.why_illegal(place)
                continue
            new = s.clone()
            applying.resolve(new, place)
            new.todo = new.todo[len(applying.AFTER_PLACING) :]
            asked = any(task[0] == terms.COVER for task in new.todo)  # else covered, with nothing
            ways = legal.cover_options(new, space, new.todo[-1][2]) if asked else [kinds.K_COVER]
            cover = case_names.cover(token, case_names.adds_die(action))
            if cover not in ways:
                refused = "the ambassador may not be covered like this, or the cost cannot be paid"
                continue
            if asked:
                applying.resolve(new, cover)
            for end in follow(new, action, case.words(action)):
                end.noted |= {"space": space, "first": first}
                yield end
            return
    yield Outcome(s, refused)


def do_main_action(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Carry out the effect and cost of a senate action, without the ambassador."""
    which = main_action_number(s, action)
    if not legal.can_do(s, which, pack(s.players[s.seat].res)):
        yield Outcome(s, f"{terms.ACTIONS[which]} cannot be paid for")
        return
    if not case_names.pays(s, action, s.tables.action_cost[which]):
        yield Outcome(s, "the cost cannot be paid like this")
        return
    s.todo = [(terms.ACTION, which, 0, -1)]
    yield from follow(s, action, case.words(action))


def main_action_number(s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the senate action that is meant, by its name or that of one of its spaces."""
    tables = s.tables
    known = (*terms.ACTIONS, *tables.spaces)
    keys = case_words.SUBJECTS["main_action"]
    number = case_names.named(action, known, keys, "senate action")
    if number < len(terms.ACTIONS):
        return number
    return tables.space_action[number - len(terms.ACTIONS)]


def do_mission(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Fly a ship to a mission and carry it out."""
    keys = ("mission", "which", "id")
    mission = case_names.named(action, s.tables.missions, keys, "mission")
    s.todo = [(terms.MISSION, int(case.flown and "legal" in case.expected), 0, -1)]
    fly = kinds.K_MISSION | mission << 6
    if fly not in legal.options(s, *s.todo[-1][:3]):
        yield Outcome(s, s.why_illegal(fly))
        return
    if not case_names.pays(s, action, s.tables.mission_cost[mission]):
        yield Outcome(s, "the cost cannot be paid like this")
        return
    case.flown = True
    applying.resolve(s, fly)
    s.todo = s.todo[1:]
    yield from follow(s, action, case.words(action))


def do_use_erudite(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Use an erudite: alone, or together with the planet's action where the case means that, too.

    It is meant where the effect is one on the action itself (steps, a discount), and where the use alone
    leaves words unanswered (the cell, the structure ...).
    """
    tables = s.tables
    keys = case_words.SUBJECTS["use_erudite"]
    tile = case_names.named(action, tables.erudites, keys, "erudite")
    bit = 1 << tile
    said = case.words(action)
    p = s.players[s.seat]
    if bit & tables.immediate_mask and not p.used & bit:
        p.used |= bit & p.erudites
        erudites.start_effect(s, tile, bit)
        yield from follow(s, action, said)
        return
    own_erudite(s, tile)
    planet = planet_of_use(case, s, action)
    s.todo = [(terms.MISSION, 1, 0, -1)]
    if planet >= 0:
        s.todo = [(terms.AFTER, planet, 0, -1), (ON_PLANET[planet], 0, 0, -1)]
        if action.get(AFTERWARDS):
            s.todo.pop()
    use = kinds.K_USE | tile << 6
    if use not in legal.options(s, *s.todo[-1][:3]):
        if planet < 0 or action.get(AFTERWARDS) or use not in legal.uses(s, planet, False):
            yield Outcome(s, "the erudite is used up or does nothing here")
            return
        s.todo.pop()
    bottom = len(s.todo)
    applying.resolve(s, use)
    whole = s.clone()
    changes_action = any(
        task[0] in (terms.EXTRA_STEPS, terms.DISCOUNT) for task in tables.erudite_effects[tile]
    )
    alone = [] if bottom == 2 and changes_action else list(follow(s, action, said.copy(), bottom))
    for end in alone:
        end.state.todo = []
    if bottom == 2 and not any(end.left == Counter() and not end.refused for end in alone):
        yield from follow(whole, action, said.copy())
    yield from alone


def own_erudite(s: FederationState, tile: int) -> None:
    """Let the seat own an erudite that a case uses, though it does not say that the seat has it."""
    p = s.players[s.seat]
    if not p.erudites >> tile & 1:
        p.erudites |= 1 << tile
        p.collection = erudites.collection(s.tables, p.erudites)


def planet_of_use(case: Case, s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the planet during whose action an erudite is used, -1 = at another time of the turn."""
    during = action.get("during")
    if during is not None:
        return number_of(terms.PLANETS, during, "planet")
    if "legal" in case.expected:
        return -1
    # The case asks what comes of the use, not if it is possible: it is the planet's own one.
    tile = case_names.named(
        action, s.tables.erudites, case_words.SUBJECTS["use_erudite"], "erudite"
    )
    return s.tables.erudite_planet[tile]


def planet_acted_on(s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the planet whose action an action of a case is, or -1."""
    kind, tables = action["type"], s.tables
    which = -1
    if kind == "build":
        which = terms.E81216
    elif kind == "mission":
        which = case_names.named(action, tables.missions, case_words.SUBJECTS[kind], "mission")
    elif kind == "main_action":
        which = main_action_number(s, action)
    elif kind == "place":
        actions = {tables.space_action[space] for space in find_spaces(s, action)}
        which = actions.pop() if len(actions) == 1 else -1
    if which >= len(terms.PLANETS) and isinstance(action.get("copy"), str):
        which = next(iter(same_name(terms.PLANETS, action["copy"])), -1)
    return which if which < len(terms.PLANETS) else -1


def together(
    case: Case, s: FederationState, uses: list[dict[str, Any]], action: Mapping[str, Any]
) -> tuple[dict[str, Any], str]:
    """Return an action of a planet with the uses of erudites during it, and why one is refused."""
    planet = planet_acted_on(s, action)
    joined = dict(action)
    tiles = []
    for use in uses:
        keys = case_words.SUBJECTS["use_erudite"]
        tile = case_names.named(use, s.tables.erudites, keys, "erudite")
        s.seat = case.seat_of(use)
        own_erudite(s, tile)
        if kinds.K_USE | tile << 6 not in legal.uses(s, planet, True):
            return joined, "the erudite is used up or does nothing here"
        tiles.append(s.tables.erudites[tile])
        own = case_words.own_keys(s.tables, use)
        for key, value in use.items():
            if key not in own and key not in case_words.ASIDE:
                joined[key] = [*listed(joined.get(key)), *listed(value)]
    joined["erudite"] = [*listed(joined.get("erudite")), *tiles]
    return joined, ""


def listed(value: Any) -> list[Any]:
    """Return a value as a list: of itself, or of nothing for None."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def do_build(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Build a structure, with its cost or (``cost_waived``) without."""
    keys = ("structure", "which", "id", "building")
    structure = case_names.named(action, s.tables.structures, keys, "structure")
    if structure < s.tables.n_industries and structure not in s.industries:
        for slot, pair in enumerate(s.tables.slots):
            if structure in pair:
                s.industries[slot] = structure
        s.note_structures()
    said = case.words(action)
    if structure not in legal.structures(s):
        yield Outcome(s, "already built, no place left, or no robot")
    elif action.get("cost_waived"):
        s.todo = [(terms.BUILD, structure, 0, -1)]
        yield from follow(s, action, said)
    else:
        s.todo = [(terms.AFTER, terms.E81216, 0, -1), (terms.ON_E81216, 0, 0, -1)]
        s.waiting = legal.options(s, *s.todo[-1][:3])
        payable = kinds.K_BUILD | structure << 6 in s.waiting
        if not payable and not any(a & kinds.KIND == kinds.K_USE for a in s.waiting):
            yield Outcome(s, "it cannot be paid for")
            return
        said["structure", s.tables.structures[structure]] += 1
        yield from follow(s, action, said)


def do_income(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Take the income of one industry."""
    keys = ("industry", "structure", "which", "id", "building")
    known = s.tables.structures[: s.tables.n_industries]
    industry = case_names.named(action, known, keys, "industry")
    phase, s.phase = s.phase, terms.EXECUTIVE_PHASE
    effects.push(s, s.tables.industry_income[industry])
    for end in follow(s, action, case.words(action)):
        end.state.phase = phase
        yield end


def do_gain(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Receive resources (ships, steps ...); what does not fit is lost."""
    tasks = [case_names.gain_task(name, n) for name, n in case_names.gains(action)]
    effects.push(s, tasks)
    yield from follow(s, action, case.words(action))


def do_fund_general(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Contribute to the general project several times."""
    for _ in range(int(action.get("times", 1))):
        effects.fund(s, terms.GENERAL, 1)
    yield from follow(s, action, case.words(action))


def do_upkeep(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Step 2 for one player: the payment offered keeps the highest level it can."""
    options = legal.options(s, terms.UPKEEP, 0, 0)
    paid = case_names.offered(action)
    if not options and not paid:
        yield Outcome(s)
        return
    wanted = [option for option in options if option >> 9 & 7 == paid]
    if not wanted:
        yield Outcome(s, "this payment is not owed or not at hand")
        return
    s.todo = [(terms.UPKEEP, 0, 0, -1)]
    applying.resolve(s, max(wanted, key=lambda option: option >> 6 & 7))
    yield Outcome(s)


def do_executive_step(
    case: Case, s: FederationState, action: Mapping[str, Any]
) -> Iterator[Outcome]:
    """One of the five steps for everybody; `floors` and `columns` narrow it."""
    step = number_of(["1", "2", "3", "4", "5"], str(action.get("step")), "step") + 1
    s.phase = terms.EXECUTIVE_PHASE
    said = case.words(action)
    if step == 3:
        every = sorted(set(s.tables.space_column[: s.tables.outer]))
        known = [str(column) for column in every]
        asked = case_names.asked(action, "column", every)
        columns = [every[number_of(known, str(c), "column")] for c in asked]
        for space in s.tables.funding_order:
            if s.funding >> space & 1 and s.tables.space_column[space] in columns:
                executive.fund_space(s, space)
                end = next(follow(s, action, said))
                s, said = end.state, end.left or said
        yield Outcome(s, left=said)
    elif step == 4:
        for floor in map(
            floor_number,
            case_names.asked(action, "floor", range(1, s.tables.floors + 1)),
        ):
            scoring.score_floor(s, floor, case_votes(case, s, floor))
        yield Outcome(s)
    elif step == 5:
        yield from law_step(case, s, action, said)
    else:
        s.seat = s.first
        yield from incomes_or_upkeep(case, s, action, said, step - 1, 0)


def incomes_or_upkeep(
    case: Case,
    s: FederationState,
    action: Mapping[str, Any],
    said: Words,
    step: int,
    place: int,
) -> Iterator[Outcome]:
    """Steps 1 and 2, seat by seat."""
    if place == s.seats:
        yield Outcome(s, left=said)
        return
    executive.proceed(s, step, place)
    for end in follow(s, action, said, 1):
        end.state.todo = []
        left = Counter() if end.left is None else end.left
        yield from incomes_or_upkeep(case, end.state, action, left, step, place + 1)


def case_votes(case: Case, s: FederationState, floor: int) -> list[int]:
    """Return the votes on a floor: as placed, or as the case gives them."""
    votes = scoring.floor_votes(s, floor)
    floors = case.board.get("floor_votes", {})
    given = next((v for name, v in floors.items() if floor_number(name) == floor), None)
    if given is not None:
        votes[:-1] = [int(given.get(letter, 0)) for letter in case.letters()]
        votes[-1] = int(given.get("neutral", votes[-1]))
    return votes


def law_step(
    case: Case, s: FederationState, action: Mapping[str, Any], said: Words
) -> Iterator[Outcome]:
    """Step 5: pass a law by the votes placed or given."""
    votes = wing_votes(case, s)
    executive.vote_on_law(s, votes)
    decider = LETTERS[s.seat] if s.todo else None
    noted = {"decider": decider, "votes": {"left": votes[0], "right": votes[1]}}
    for end in follow(s, action, said):
        end.noted.update(noted)
        yield end


def wing_votes(case: Case, s: FederationState) -> list[int]:
    """Return the votes of both wings: as placed, or as the case gives them."""
    votes = scoring.wing_votes(s)
    given = case.board.get("wing_votes")
    if given is not None:
        return [int(given.get("left", 0)), int(given.get("right", 0))]
    players = case.board.get("wing_votes_players")
    if players is not None:
        votes = [votes[0] + int(players.get("left", 0)), votes[1] + int(players.get("right", 0))]
    return votes


def do_round_start(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Turn up the block tokens of the round, and open its laws where the case says which they are."""
    executive.block_spaces(s)
    if any(key in case.board for key in LAW_KEYS):
        open_laws(case, s, action)
    yield Outcome(s)


def do_reveal_laws(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Open the laws of the round."""
    open_laws(case, s, action)
    yield Outcome(s)


def open_laws(case: Case, s: FederationState, action: Mapping[str, Any]) -> None:
    """Open the laws of the round; laws that the case calls open are the first to be opened."""
    given: list[list[str]] = [[], []]
    for key in LAW_KEYS:
        for wing, name in enumerate(WINGS):
            more = case.board.get(key, {}).get(name) or []
            given[wing].extend([more] if isinstance(more, str) else more)
    for wing in range(2):
        if given[wing]:
            laws = [number_of(s.tables.laws, name, "law") for name in given[wing]]
            s.stacks[wing] = laws[::-1]
    if "last_laws" in case.board and "round" not in case.situation:
        s.round = s.tables.rounds - 1
    s.last_laws = [-1, -1]
    order = action.get("reveal_order", action.get("order", case.board.get("reveal_order", "left")))
    executive.reveal_laws(s, case_names.first_wing(order))


def do_play_round(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Play the turns of a round in which a player uses the special ambassador; count them."""
    owner = s.seat
    if s.players[owner].special == terms.NOTHING:
        s.players[owner].special = terms.AVAILABLE
    s.todo = [(terms.NEXT_TURN, 0, 0, -1)]
    effects.run(s)
    turns = dict.fromkeys(case.letters(), 0)
    votes = dict.fromkeys(case.letters(), 0)
    at_end, played = s, s.round
    while s.seat != NOBODY and s.phase == terms.AMBASSADOR_PHASE and s.round == played:
        option = round_action(s, owner, action)
        if option & kinds.KIND == kinds.K_PLACE:
            turns[LETTERS[s.seat]] += 1
        seat = s.seat
        s.apply(option)
        if s.phase == terms.AMBASSADOR_PHASE and s.round == played:
            at_end = s.clone()
            for space in range(s.tables.outer):
                if s.who[space] == seat and s.pieces[space] == terms.SPECIAL:
                    votes[LETTERS[seat]] = scoring.votes_on(s, space)
    at_end.todo = []
    yield Outcome(at_end, "", {"turns": turns, "special_votes": votes})


def round_action(s: FederationState, owner: int, action: Mapping[str, Any]) -> int:
    """Return the next action of a played round: the special ambassador, else the first legal one."""
    options = s.candidates()
    task = s.todo[-1]
    if task[0] == terms.TURN and s.seat == owner and s.players[owner].special == terms.AVAILABLE:
        special = [
            a for a in options if a & kinds.KIND == kinds.K_PLACE and a >> 11 & 7 == terms.SPECIAL
        ]
        return special[0] if special else options[0]
    if task[0] == terms.COVER and s.seat == owner and action.get("alteration"):
        token = number_of(s.tables.token_ids, action["alteration"], "alteration token")
        cover = case_names.cover(token, False)
        if task[2] >> 1 == terms.SPECIAL and cover in options:
            return cover
    if task[0] == terms.TURN:
        places = [a for a in options if a & kinds.KIND == kinds.K_PLACE]
        return places[0] if places else options[0]
    ends = [a for a in options if a & kinds.KIND == kinds.K_END]
    return ends[0] if ends else options[0]


def do_final_scoring(
    case: Case, s: FederationState, action: Mapping[str, Any]
) -> Iterator[Outcome]:
    """Final scoring, whole or one part."""
    part = action.get("part", "all")
    s.phase = terms.FINAL_SCORING
    if part in ("medals", "all"):
        scoring.score_medals(s)
    if part in ("remaining", "all"):
        scoring.score_leftovers(s)
    if part in ("projects", "all"):
        measured = case.board.get("measure", {})
        named = case.board.get("projects", {})
        for project, name in enumerate(terms.PROJECTS):
            values = scoring.measures(s, project)
            for letter, value in measured.get(name, {}).items():
                values[letter_seat(case.rules, letter)] = int(value)
            complete = s.missing[project] <= 0 or (name in measured and name not in named)
            if complete:
                scoring.score_project(s, project, values)
    if part not in ("medals", "remaining", "projects", "all"):
        raise BadValue("part", f"{part!r} is not medals, remaining or projects")
    yield Outcome(s)


def do_query(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask about a state; about an action it describes: whether that may be taken."""
    asked_of = action.get("action")
    if isinstance(asked_of, Mapping) and "type" in asked_of:
        kind, about = number_of(ACTIONS, asked_of["type"], "action type"), {**action, **asked_of}
        doing = list(ACTIONS.values())[kind]
    elif "mission" in action:
        doing, about = do_mission, dict(action)
    elif "space" in action:
        doing, about = do_place, dict(action)
    else:
        asked = next((action[key] for key in case_words.QUERY_KEYS if key in action), None)
        yield Outcome(s, "", {"asked": asked} if isinstance(asked, str) else {})
        return
    ends = list(islice(doing(case, s.clone(), about), MOST_OUTCOMES))
    refused = next((end.refused for end in ends), "nothing can be done")
    yield Outcome(s, "" if any(not end.refused for end in ends) else refused)


def do_winners(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask who has won, with the points of the state or those the action gives."""
    given = action.get("pp", {})
    for letter, n in given.items():
        seat = letter_seat(case.rules, letter)
        s.gain(seat, terms.S_MISSION, int(n) - s.score[seat])
    yield Outcome(s)


def do_legal_takes(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask what an action on a planet could take now: by default the erudites on Atal."""
    given = {"planet": "atal", **action}
    planet = case_names.named(given, terms.PLANETS, ("which", "planet"), "planet")
    options = legal.options(s, ON_PLANET[planet], 0, 0)
    takes = [a for a in options if a & kinds.KIND not in (kinds.K_USE, kinds.K_END)]
    names = [case_names.names(s, (ON_PLANET[planet], 0, 0, -1), a)[0] for a in takes]
    yield Outcome(s, "", {"takes": sorted(names)})


ACTIONS = {
    "place": do_place,
    "main_action": do_main_action,
    "mission": do_mission,
    "use_erudite": do_use_erudite,
    "build": do_build,
    "income": do_income,
    "gain": do_gain,
    "fund_general": do_fund_general,
    "upkeep": do_upkeep,
    "executive_step": do_executive_step,
    "round_start": do_round_start,
    "reveal_laws": do_reveal_laws,
    "play_round_using_special": do_play_round,
    "final_scoring": do_final_scoring,
    "winners": do_winners,
    "query": do_query,
    "legal_takes": do_legal_takes,
}
