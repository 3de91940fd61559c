"""Recorded games in the notation of ``data/gaia_project/log_notation.md``.

A recording's line is a chain of commands. Each is carried out through `State.step`; where the source
decides something by itself that this engine asks (which bowl the brainstone goes to, an order of
income that it takes for granted, a leech it does not offer), every answer is tried and the one that
fits the recorded figures is kept. If none fits, the line fails.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame
from simkit.core.registry import rules as make_rules
from simkit.core.schema import KIND_MASK
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.io.commands import (
    FREE,
    Commands,
    NotFollowed,
    goes_on,
    merged,
    stone_answer,
)
from simkit.games.gaia_project.rules import income, terms
from simkit.games.gaia_project.rules.apply import ACTIONS, forward
from simkit.games.gaia_project.rules.power import STONE_POWER
from simkit.games.gaia_project.rules.state import GaiaState

SCHEMA = "gaia_project/replay/1"
# What log_notation.md explains: of a file, and of a line.
KEYS = (
    "schema", "game", "id", "kind", "source", "complete", "base_game_clean", "notes",
    "engine_options", "engine_check", "turn_order_rule", "end_conversion", "players", "table_order",
    "final_scores", "end_game_vp", "state_fields", "setup", "hexes", "mirrored_tiles", "moves",
)  # fmt: skip
MOVE_KEYS = ("n", "line", "round", "phase", "p")
# Questions that the source may answer by itself.
SILENT = (
    schema.M_INCOME,
    schema.M_STONE,
    schema.M_PAY,
    schema.M_TAKE,
    schema.M_LEECH,
    schema.M_GAIA,
    schema.M_STEP,
)
STONE_MODES = (schema.M_STONE, schema.M_PAY, schema.M_TAKE)
BRANCHES = 2000  # ways tried for one line at most
STEPS = 100  # parts of the course between two decisions at most
DEPTH = 12  # questions answered after a line at most
START_VP = 10
FIELDS = (
    "vp", "credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3", "gaia_bowl",
    "brainstone", "research", "pieces", "satellites",
)  # fmt: skip


def verify(data: Mapping[str, Any], name: str) -> list[CaseResult]:
    """Replay a recording and compare every figure after every line."""
    case = str(data.get("id", name))
    reason = _why_skipped(data)
    if reason:
        return [CaseResult(case, SKIPPED, "", reason)]
    first: CaseResult | None = None
    beyond = _not_compared(data)
    for how in _ways(data):
        result = _verify_once(data, case, how)
        if result.status == PASSED:
            return [CaseResult(case, PASSED, "", f"not compared: {beyond}" if beyond else "")]
        first = first or result
    assert first is not None
    return [first]


def games(data: Mapping[str, Any], name: str) -> list[PlayedGame]:
    """Return the recorded game as actions of this engine."""
    if _why_skipped(data):
        return []
    failure: SimkitError | None = None
    for how in _ways(data):
        try:
            replay = _Replay(data, how)
            replay.run()
        except NotFollowed as error:
            failure = failure or error
            continue
        players = ["recorded"] * replay.seats
        complete = bool(data.get("complete", True))
        return [PlayedGame(replay.rules, replay.start, replay.actions, players, name, complete)]
    assert failure is not None
    raise failure


def _why_skipped(data: Mapping[str, Any]) -> str:
    """Return why a recording lies outside the base game, or nothing."""
    if data.get("schema") != SCHEMA:
        return f"schema {data.get('schema')!r} is not {SCHEMA!r}"
    variant = (data.get("engine_options") or {}).get("factionVariant")
    if variant not in (None, "", "standard"):
        return f"faction variant {variant!r}: other faction boards than those of the base game"
    if not data.get("base_game_clean", True):
        notes = "; ".join(str(note) for note in data.get("notes", ()))
        return f"not the base game ({notes or 'base_game_clean is false'})"
    for code in data.get("table_order", ()):
        if code.replace("-", "_") not in terms.FACTIONS:
            return f"faction {code!r} is not in the base game"
    if not 2 <= len(data.get("table_order", ())) <= 4:
        return f"{len(data.get('table_order', ()))} players with factions"
    return ""


def _not_compared(data: Mapping[str, Any]) -> str:
    """Name the keys that log_notation.md does not explain, those of lines with their first line."""
    found = {key: key for key in data if key not in KEYS}
    for move in data["moves"]:
        for key in move:
            if key not in MOVE_KEYS:
                found.setdefault(f"move {key}", f"{key} (line {move['n']})")
    return ", ".join(found.values())


class _How:
    """A way of reading what the notation leaves open."""

    def __init__(
        self, payment: str = "start", stepped: bool = True, satellites: str = "none_superfluous"
    ) -> None:
        self.payment = payment  # when bids are paid: start, end or never
        self.stepped = stepped  # factions and bids are carried out, or their result is dealt
        self.satellites = satellites  # option satellite_rule: how strictly the source checked


def _ways(data: Mapping[str, Any]) -> list[_How]:
    if not any(" bid " in move["line"] for move in data["moves"]):
        return [_How(), _How(satellites="free"), _How(stepped=False)]
    players = data["players"]
    bids = {player["seat"]: int(player.get("bid") or 0) for player in players}
    payments = ["start", "end", "never"]
    for move in data["moves"]:
        if move.get("phase") == "setupBuilding":
            if any(move["p"][seat][0] == START_VP and bid for seat, bid in bids.items()):
                payments = ["end", "never", "start"]
            break
    return [
        _How(payment, stepped, satellites)
        for satellites in ("none_superfluous", "free")
        for payment in payments
        for stepped in (True, False)
    ]


def _verify_once(data: Mapping[str, Any], case: str, how: _How) -> CaseResult:
    replay = None
    try:
        replay = _Replay(data, how)
        replay.run()
    except SimkitError as error:
        where = f"line {replay.number}" if replay is not None else "set-up"
        return CaseResult(case, FAILED, where, str(error))
    wrong = replay.final_differences()
    if wrong:
        return CaseResult(case, FAILED, "end", wrong)
    return CaseResult(case, PASSED)


class _Replay:
    """Follows one recording line by line."""

    def __init__(self, data: Mapping[str, Any], how: _How) -> None:
        self.data = data
        self.how = how
        self.number = 0
        self.goes_on = False
        self.table = list(data["table_order"])
        self.seats = len(self.table)
        self.players = sorted(data["players"], key=lambda player: player["seat"])
        self.seat_of = {player["faction"]: player["seat"] for player in self.players}
        self.bids = [int(player.get("bid") or 0) for player in self.players]
        self.auction = any(" bid " in move["line"] for move in data["moves"])
        options: dict[str, Any] = {
            "turn_order": "clockwise"
            if str(data.get("turn_order_rule", "")).lower().startswith("clockwise")
            else "by_passing",
            "end_conversion": "rules"
            if str(data.get("end_conversion", "automatic")).startswith("rule")
            else "automatic",
            "income_order": "always_asked",
            "bundled_power": True,
            "satellite_rule": how.satellites,
            "satellite_limit": 25,
            "faction_choice": "auction" if self.auction else "chosen",
        }
        if how.payment == "end":
            options["auction_payment"] = "end"
        self.rules = make_rules("gaia_project", self.seats, **options)
        self.start = self._deal()
        self.state = self.start.clone()
        self.actions: list[int] = []
        self.next_line = ""
        self.pauses: list[GaiaState] = []

    def _deal(self) -> GaiaState:
        setup = self.data["setup"]
        fixed: dict[str, Any] = {
            "hexes": self.data["hexes"],
            "tech_tiles": setup["tech_tiles"],
            "advanced_tiles": setup["advanced_tech_tiles"],
            "terraforming_token": setup["terraforming_federation_token"],
            "round_tiles": setup["round_scoring"],
            "final_tiles": setup["final_scoring"],
            "boosters": setup["round_boosters"],
        }
        if not self.how.stepped:
            fixed["factions"] = [player["faction"] for player in self.players]
            fixed["table"] = [self.seat_of[faction] for faction in self.table]
            fixed["bids"] = [0] * self.seats if self.how.payment == "never" else self.bids
        elif self.auction and not any(" faction " in m["line"] for m in self.data["moves"]):
            fixed["pool"] = self.table
        state = self.rules.deal(Luck(0), **fixed)
        assert isinstance(state, GaiaState)
        return state

    def run(self) -> None:
        """Follow every line."""
        moves = self.data["moves"]
        for number, move in enumerate(moves):
            self.number = move["n"]
            self.next_line = moves[number + 1]["line"] if number + 1 < len(moves) else ""
            self.goes_on = bool(self.next_line) and goes_on(move["line"], self.next_line)
            words = move["line"].split()
            dealt = not self.how.stepped
            if not words or words[0] == "init":
                continue
            if len(words) == 1:
                raise NotFollowed(f"{move['line']!r} has no command")
            if words[1] == "rotate":
                continue
            if words[1] == "bid" and self.how.payment == "never" and self.how.stepped:
                raise NotFollowed("bids that are never paid are dealt, not carried out")
            if dealt and words[1] in ("faction", "bid"):
                self._dealt_line(move)
                continue
            self._line(move["line"], move)

    def answers_next(self, seat: int) -> bool:
        """Tell whether the next line begins with an answer of a seat about the brainstone."""
        who, command, *_ = [*self.next_line.split(), "", ""]
        return seat >= 0 and command == "brainstone" and self._seat(who) == seat

    def _seat(self, who: str) -> int:
        """Return whose line it is: ``p1`` or a faction; -1 = nobody's."""
        named = who[:1] == "p" and who[1:].isdigit()
        return int(who[1:]) - 1 if named else self.seat_of.get(who, -1)

    def final_differences(self) -> str:
        """Return how the end differs from the recorded end; empty if it does not."""
        data, state = self.data, self.state
        if not data.get("complete", True):
            return ""
        if not state.over:
            return "the game is not over after the last line"
        for faction, vp in (data.get("final_scores") or {}).items():
            found = state.score[self.seat_of[faction]]
            if found != vp:
                return f"final score of {faction}: expected {vp}, found {found}"
        for faction, parts in (data.get("end_game_vp") or {}).items():
            found_parts = self._end_parts(self.seat_of[faction])
            for part in {**found_parts, **parts}:
                want, have = parts.get(part, 0), found_parts.get(part, 0)
                if want != have:
                    return f"end of game, {faction}, {part}: expected {want}, found {have}"
        for player in self.players:
            if "final_vp" in player and player["final_vp"] != state.score[player["seat"]]:
                found = state.score[player["seat"]]
                return (
                    f"final_vp of {player['faction']}: expected {player['final_vp']}, found {found}"
                )
        return ""

    def _end_parts(self, seat: int) -> dict[str, int]:
        totals = self.state.points_of(seat)
        parts = {"final1": totals[schema.SRC_FINAL], "final2": totals[schema.SRC_FINAL + 1]}
        parts.update(
            {code: totals[schema.SRC_RESEARCH + i] for i, code in enumerate(terms.AREA_CODES)}
        )
        parts["spend"] = totals[schema.SRC_RESOURCES]
        return parts

    # One line ------------------------------------------------------------------------------------

    def _line(self, line: str, move: Mapping[str, Any]) -> None:
        who, _, rest = line.strip().partition(" ")
        seat = self._seat(who)
        if not 0 <= seat < self.seats:
            raise NotFollowed(f"{line!r}: nobody is called {who!r}")
        commands = merged([c.strip() for c in rest.rstrip(".").split(". ") if c.strip()])
        search = _Search(self, seat, commands)
        wrong = ""
        start = _Way(self.state.clone(), 0, [], [], 0, self.pauses)
        for tried, way in enumerate(search.whole(start)):
            difference = self._difference(way.state, move)
            stops = way.pauses if difference and self.answers_next(way.state.stone_seat) else []
            if not difference or any(not self._difference(stop, move) for stop in stops):
                self.state = way.state
                self.pauses = stops
                self.actions += way.done
                return
            wrong = wrong or difference
            if tried > BRANCHES:
                break
        raise NotFollowed(f"{line!r}: {wrong or search.refused or 'cannot be followed'}")

    def _dealt_line(self, move: Mapping[str, Any]) -> None:
        """Compare a line of the choice of factions whose result was dealt."""
        if move.get("phase") == "setupBuilding":
            wrong = self._difference(self.state, move)
        elif self.auction:
            return  # what a board shows while bids are open is not known
        else:
            rows = move.get("p", ())
            wrong = next((f"expected {row}, found {BLANK}" for row in rows if row != BLANK), "")
        if wrong:
            raise NotFollowed(f"{move['line']!r}: {wrong}")

    def _difference(self, state: GaiaState, move: Mapping[str, Any]) -> str:
        """Return the first figure that differs after a line."""
        if "p" not in move:
            return ""
        if len(move["p"]) != self.seats:
            return f"p has {len(move['p'])} rows for {self.seats} seats"
        if "round" in move and move["round"] != state.round:
            return f"round: expected {move['round']}, found {state.round}"
        if (move.get("phase") == "endGame") != state.over:
            return f"phase: expected {move.get('phase')}, the game is {'' if state.over else 'not '}over"
        for seat, wanted in enumerate(move["p"]):
            found = figures(state, seat)
            if len(wanted) != len(found):
                return f"seat {seat + 1} has {len(wanted)} figures instead of {len(found)}"
            late = self.how.payment == "end" and state.over
            if late and self.players[seat].get("vp_at_last_line") != self.players[seat].get(
                "final_vp"
            ):
                found[0] += self.bids[seat]  # paid after the last line
            pending = _mid_income(state, seat)
            for field, want, have in zip(FIELDS, wanted, found, strict=True):
                if pending and field in UNSETTLED:
                    if not _may_be(state, seat, field, wanted):
                        return f"seat {seat + 1} {field}: {want} is no stage of this income"
                elif want != have and not (
                    state.over and self._burned_at_the_end(seat, field, want)
                ):
                    return f"seat {seat + 1} {field}: expected {want}, found {have}"
        return ""

    def _burned_at_the_end(self, seat: int, field: str, wanted: int) -> bool:
        """Tell whether a figure is Itars' Gaia bowl without tokens that the end conversion burned.

        The notation does not say whether burning by itself fills the Gaia bowl; it is worth nothing then.
        """
        p = self.state.players[seat]  # before the line
        return field == "gaia_bowl" and p.faction == terms.ITARS and wanted == p.gaia


UNSETTLED = FIELDS[1:10]
BLANK = [START_VP, *[0] * 9, "000000", "00000000", 0]  # before the boards are handed out


def _mid_income(state: GaiaState, seat: int) -> bool:
    """Tell whether a seat's charges and tokens are taken, but not its goods (the source: some of all)."""
    if state.phase != schema.P_INCOME or state.queue[:1] != [seat]:
        return False
    asked = state.seat == seat and state.mode == schema.M_STONE
    return asked or state.income_left == income.SYMBOLS_DONE


def _may_be(state: GaiaState, seat: int, field: str, wanted: Sequence[Any]) -> bool:
    """Tell whether a figure may stand in a line that stops in the middle of Taklons' income.

    This engine has then taken the charges and tokens but no goods; the source some of all, depending on
    when each source of income was acquired. So any part of the goods is accepted, and any part of the
    tokens in the bowls together.
    """
    p = state.players[seat]
    got = income.sources(state, p)
    value = wanted[FIELDS.index(field)]
    if field == "brainstone":
        return value in (1, 2, 3)
    if field == "gaia_bowl":
        return bool(value == figures(state, seat)[FIELDS.index(field)])
    if field.startswith("bowl"):
        total = sum(wanted[FIELDS.index(f"bowl{n}")] for n in (1, 2, 3))
        return total in {
            p.movable() - 1 - n for n in _sums([a for k, a in got if k == terms.TOKEN])
        }
    kind = ("ore", "credits", "knowledge", "qic").index(field)
    kind = (terms.ORE, terms.CREDITS, terms.KNOWLEDGE, terms.QIC)[kind]
    cap = {"ore": 15, "knowledge": 15, "credits": 30}.get(field, 999)
    return value in {
        min(cap, getattr(p, field) + n) for n in _sums([a for k, a in got if k == kind])
    }


def _sums(amounts: list[int]) -> set[int]:
    found = {0}
    for amount in amounts:
        found |= {n + amount for n in found}
    return found


def figures(state: GaiaState, seat: int) -> list[Any]:
    """Return a seat's figures as recordings have them: `FIELDS`; bowls without the brainstone."""
    p = state.players[seat]
    bowls = [p.p1, p.p2, p.p3, p.gaia]
    stone = 0
    if p.stone:
        stone = (p.stone & -p.stone).bit_length() - 1
        if stone:
            bowls[stone - 1] -= 1
    vp = state.score[seat]
    if state.phase <= schema.P_AUCTION:  # the boards are not handed out yet
        vp, stone = START_VP, 0
    return [
        vp, p.credits, p.ore, p.knowledge, p.qic, *bowls, stone,
        "".join(str(level) for level in p.levels), "".join(str(n) for n in p.pieces()),
        p.satellite_count,
    ]  # fmt: skip


def _answers(state: GaiaState) -> list[int]:
    """Return the answers to a question, those first that the source is likeliest to give by itself.

    The brainstone rises as high as it can and is spent only where three power are due; nothing is done in
    the Gaia phase.
    """
    options = state.legal()
    if state.mode in (schema.M_STONE, schema.M_GAIA):
        return options[::-1]
    if state.mode == schema.M_PAY and state.todo[-1] >> 12 < STONE_POWER:
        return options[::-1]
    return options


class _Way(NamedTuple):
    """A way in which a line may have been carried out so far.

    Attributes
    ----------
    state
        What it has led to.
    at
        The number of the command that comes next.
    chain
        Actions that are left of the command before it.
    done
        All actions so far.
    answered
        Questions that were answered after the last command.
    pauses
        Where the source may have stopped since the last action, in the middle of Taklons' income.
    """

    state: GaiaState
    at: int
    chain: list[int]
    done: list[int]
    answered: int
    pauses: list[GaiaState]


class _Search(Commands):
    """Tries the ways in which a line's commands can be carried out, likely ones first."""

    def __init__(self, replay: _Replay, seat: int, commands: list[list[str]]) -> None:
        super().__init__(seat)
        self.replay = replay
        self.commands = commands

    def ends(
        self, state: GaiaState, at: int, done: list[int]
    ) -> Iterator[tuple[GaiaState, list[int]]]:
        """Yield the states in which the line may end with the actions, the likeliest first."""
        for way in self.whole(_Way(state, at, [], done, 0, [])):
            yield way.state, way.done

    def whole(self, start: _Way) -> Iterator[_Way]:
        """Yield the ways that carry out the whole line, those with fewer unlikely choices first.

        The first of several choices is the likeliest, and costs nothing; the others cost their number.
        """
        open_ways = [(0, 0, start)]
        number = 0
        while open_ways:
            cost, _, way = heapq.heappop(open_ways)
            if way.at == len(self.commands) and not way.chain:
                way = self._turn_ended(way)
                yield way
            for choice, follow in enumerate(self._follow(way)):
                number += 1
                heapq.heappush(open_ways, (cost + choice, -number, follow))

    def _follow(self, way: _Way) -> list[_Way]:
        """Return the ways to go on, the likeliest first."""
        state = way.state
        if way.chain:
            return self._next_of_chain(way)
        if way.at == len(self.commands):
            if way.answered == DEPTH or state.over or state.mode not in SILENT:
                return []
            follows = [self._after(way, action) for action in _answers(state)]
            return [follow._replace(answered=way.answered + 1) for follow in follows]
        command = self.commands[way.at]
        main = way.at == 0 and command[0] not in FREE
        if state.mode == schema.M_AFTER and (state.seat != self.seat or main):
            return [
                self._after(way, schema.K_END_TURN)
            ]  # a line before this one has left the turn open
        if command[0] == "brainstone":
            return self._stone(way)
        if self._silent(state, command):
            return [self._after(way, action) for action in _answers(state)]
        return [way._replace(at=way.at + 1, chain=chain) for chain in self.ways(state, command)]

    def _next_of_chain(self, way: _Way) -> list[_Way]:
        """Carry out the next action of a command; questions about the brainstone before it branch."""
        state, (action, *chain) = way.state, way.chain
        if state.mode in STONE_MODES and action & 63 != schema.K_BRAINSTONE:
            return [self._after(way, answer) for answer in _answers(state)]
        try:
            if state.seat != self.seat:
                raise IllegalAction(f"it is not the turn of seat {self.seat + 1}")
            if not state.is_legal(action):
                state.clone().step(action)  # says why
        except SimkitError as error:
            self.refused = self.refused or str(error)
            return []
        return [self._after(way, action)._replace(chain=chain)]

    def _stone(self, way: _Way) -> list[_Way]:
        """Answer where the brainstone goes with one of the answers that follow each other.

        The source asks at every charge, this engine once for all of them: of several answers the last one
        holds, and where this engine has nothing to ask none is needed. In the income the next line may
        bring another answer; the question is then left open.
        """
        state, answers = way.state, self.commands[way.at :]
        count = next((i for i, c in enumerate(answers) if c[0] != "brainstone"), len(answers))
        places = [stone_answer(answer) for answer in answers[:count]]
        past = way._replace(at=way.at + count)
        if state.mode not in STONE_MODES or state.seat != self.seat:
            silent = state.mode in SILENT and state.seat != self.seat
            others = _answers(state) if silent and not self._in_income(way) else []
            return [past, *[self._after(way, action) for action in others]]
        legal = state.legal()
        follows = []
        for number in range(count - 1, -1, -1):
            if places[number] in legal:
                follow = self._after(way, places[number])
                follows.append(follow._replace(at=way.at + number + 1))
        later = state.phase == schema.P_INCOME and self.replay.answers_next(self.seat)
        if later and past.at == len(self.commands):
            follows.insert(0, past)
        others = [action for action in legal if action not in places]
        return follows + [self._after(way, action)._replace(at=way.at + 1) for action in others]

    def _in_income(self, way: _Way) -> bool:
        """Tell whether the line before this one stopped in the income that this engine went through."""
        return bool(way.pauses) and not way.done

    def _after(self, way: _Way, action: int) -> _Way:
        """Return the way after one action more."""
        follow = way.state.clone()
        follow.step(action)
        pauses = _pauses(way.state, action)
        return way._replace(state=follow, done=[*way.done, action], pauses=pauses)

    def _turn_ended(self, way: _Way) -> _Way:
        """Return the way with its turn ended, unless free actions of the next line belong to it."""
        state = way.state
        if state.mode == schema.M_AFTER and state.seat == self.seat and not self.replay.goes_on:
            return self._after(way, schema.K_END_TURN)
        return way

    def _silent(self, state: GaiaState, command: list[str]) -> bool:
        """Tell whether the state asks something that the line does not answer."""
        if state.mode not in SILENT:
            return False
        if state.seat != self.seat:
            return True
        answered = {
            schema.M_INCOME: ("income",),
            schema.M_STONE: ("brainstone",),
            schema.M_PAY: ("brainstone",),
            schema.M_TAKE: ("brainstone",),
            schema.M_LEECH: ("charge", "decline"),
            schema.M_GAIA: ("spend", "decline"),
            schema.M_STEP: ("up", "decline"),
        }[state.mode]
        if state.mode == schema.M_GAIA and command[0] == "spend":
            return "tg" not in command[1]
        return command[0] not in answered


def _pauses(before: GaiaState, action: int) -> list[GaiaState]:
    """Return where the source may stop while an action leads through the income of the stone's owner.

    The source asks about the brainstone at a charge even if it can end in one place only; this engine has
    then taken all charges and tokens, asks nothing, and goes on to the goods and the other seats.
    """
    seat = before.stone_seat
    if seat < 0:
        return []
    found = []
    state = before.clone()
    ACTIONS[action & KIND_MASK](state, state.players[state.seat], action >> schema.ARG)
    for _ in range(STEPS):
        if state.phase == schema.P_INCOME and state.queue[:1] == [seat] and not state.todo:
            if state.income_left == income.SYMBOLS_DONE:
                found.append(state.clone())
        elif found:
            break
        if forward(state):
            break
    return found
