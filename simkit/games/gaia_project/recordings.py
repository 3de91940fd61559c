"""Recorded games in the notation of ``data/gaia_project/log_notation.md``.

A recording's line is a chain of commands. Each is carried out through `State.step`; where the source
decides something by itself that this engine asks (which bowl the brainstone goes to, an order of
income that it takes for granted, a leech it does not offer), every answer is tried and the one that
fits the recorded figures is kept. If none fits, the line fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame
from simkit.core.registry import rules as make_rules
from simkit.games.gaia_project import income
from simkit.games.gaia_project.commands import FREE, Commands, NotFollowed, goes_on, merged
from simkit.games.gaia_project.components import (
    AREA_CODES,
    CREDITS,
    FACTIONS,
    ITARS,
    KNOWLEDGE,
    ORE,
    QIC,
    TOKEN,
)
from simkit.games.gaia_project.power import STONE_POWER
from simkit.games.gaia_project.schema import (
    K_BRAINSTONE,
    K_END_TURN,
    M_AFTER,
    M_GAIA,
    M_INCOME,
    M_LEECH,
    M_PAY,
    M_STEP,
    M_STONE,
    M_TAKE,
    P_AUCTION,
    P_INCOME,
    SRC_FINAL,
    SRC_RESEARCH,
    SRC_RESOURCES,
)
from simkit.games.gaia_project.state import GaiaState

SCHEMA = "gaia_project/replay/1"
# Questions that the source may answer by itself.
SILENT = (M_INCOME, M_STONE, M_PAY, M_TAKE, M_LEECH, M_GAIA, M_STEP)
BRANCHES = 2000  # ways tried for one line at most
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
    for how in _ways(data):
        result = _verify_once(data, case, how)
        if result.status == PASSED:
            return [result]
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
        if code.replace("-", "_") not in FACTIONS:
            return f"faction {code!r} is not in the base game"
    if not 2 <= len(data.get("table_order", ())) <= 4:
        return f"{len(data.get('table_order', ()))} players with factions"
    return ""


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
            self.goes_on = number + 1 < len(moves) and goes_on(
                move["line"], moves[number + 1]["line"]
            )
            words = move["line"].split()
            dealt = not self.how.stepped
            if not words or words[0] == "init" or words[1] == "rotate":
                continue
            if words[1] == "bid" and self.how.payment == "never" and self.how.stepped:
                raise NotFollowed("bids that are never paid are dealt, not carried out")
            if dealt and words[1] in ("faction", "bid"):
                self._dealt_line(move)
                continue
            self._line(move["line"], move)

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
        parts = {"final1": totals[SRC_FINAL], "final2": totals[SRC_FINAL + 1]}
        parts.update({code: totals[SRC_RESEARCH + i] for i, code in enumerate(AREA_CODES)})
        parts["spend"] = totals[SRC_RESOURCES]
        return parts

    # One line ------------------------------------------------------------------------------------

    def _line(self, line: str, move: Mapping[str, Any]) -> None:
        who, _, rest = line.strip().partition(" ")
        seat = (
            int(who[1:]) - 1 if who[0] == "p" and who[1:].isdigit() else self.seat_of.get(who, -1)
        )
        if not 0 <= seat < self.seats:
            raise NotFollowed(f"{line!r}: nobody is called {who!r}")
        commands = merged([c.strip() for c in rest.rstrip(".").split(". ") if c.strip()])
        search = _Search(self, seat, commands)
        wrong = ""
        for tried, (state, actions) in enumerate(search.ends(self.state.clone(), 0, [])):
            difference = self._difference(state, move)
            if not difference:
                self.state = state
                self.actions += actions
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
        if "round" in move and move["round"] != state.round:
            return f"round: expected {move['round']}, found {state.round}"
        if (move.get("phase") == "endGame") != state.over:
            return f"phase: expected {move.get('phase')}, the game is {'' if state.over else 'not '}over"
        for seat, wanted in enumerate(move["p"]):
            found = figures(state, seat)
            late = self.how.payment == "end" and state.over
            if late and self.players[seat].get("vp_at_last_line") != self.players[seat].get(
                "final_vp"
            ):
                found[0] += self.bids[seat]  # paid after the last line
            pending = state.phase == P_INCOME and state.seat == seat and state.mode == M_STONE
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
        return field == "gaia_bowl" and p.faction == ITARS and wanted == p.gaia


UNSETTLED = FIELDS[1:10]
BLANK = [START_VP, *[0] * 9, "000000", "00000000", 0]  # before the boards are handed out


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
        return total in {p.movable() - 1 - n for n in _sums([a for k, a in got if k == TOKEN])}
    kind = ("ore", "credits", "knowledge", "qic").index(field)
    kind = (ORE, CREDITS, KNOWLEDGE, QIC)[kind]
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
    if state.phase <= P_AUCTION:  # the boards are not handed out yet
        vp, stone = START_VP, 0
    return [
        vp, p.credits, p.ore, p.knowledge, p.qic, *bowls, stone,
        "".join(str(level) for level in p.levels), "".join(str(n) for n in p.pieces()),
        p.satellite_count,
    ]  # fmt: skip


def _answers(state: GaiaState) -> list[int]:
    """Return the answers to a question, those first that the source is likeliest to give by itself.

    The brainstone rises as high as it can and is spent only where three power are due.
    """
    options = state.legal()
    if state.mode == M_STONE:
        return options[::-1]
    if state.mode == M_PAY and state.todo[-1] >> 12 < STONE_POWER:
        return options[::-1]
    return options


class _Search(Commands):
    """Tries the ways in which a line's commands can be carried out."""

    def __init__(self, replay: _Replay, seat: int, commands: list[list[str]]) -> None:
        super().__init__(seat)
        self.replay = replay
        self.commands = commands

    def ends(
        self, state: GaiaState, at: int, done: list[int]
    ) -> Iterator[tuple[GaiaState, list[int]]]:
        """Yield the states in which the line may end, the likeliest first."""
        if at == len(self.commands):
            yield from self._settle(state, done, 0)
            return
        command = self.commands[at]
        main = at == 0 and command[0] not in FREE
        if state.mode == M_AFTER and (state.seat != self.seat or main):
            follow = state.clone()
            follow.step(K_END_TURN)  # a line before this one has left the turn open
            yield from self.ends(follow, at, [*done, K_END_TURN])
            return
        if self._silent(state, command):
            for action in _answers(state):
                follow = state.clone()
                follow.step(action)
                yield from self.ends(follow, at, [*done, action])
            return
        for actions in self.ways(state, command):
            for follow, taken in self._chain(state, actions, done):
                yield from self.ends(follow, at + 1, taken)

    def _chain(
        self, state: GaiaState, actions: list[int], done: list[int]
    ) -> Iterator[tuple[GaiaState, list[int]]]:
        """Carry out a chain of actions; questions about the brainstone between them branch."""
        if not actions:
            yield state, done
            return
        action = actions[0]
        if state.mode in (M_STONE, M_PAY, M_TAKE) and action & 63 != K_BRAINSTONE:
            for answer in _answers(state):
                follow = state.clone()
                follow.step(answer)
                yield from self._chain(follow, actions, [*done, answer])
            return
        follow = state.clone()
        try:
            if follow.seat != self.seat:
                raise IllegalAction(f"it is not the turn of seat {self.seat + 1}")
            follow.step(action)
        except SimkitError as error:
            self.refused = self.refused or str(error)
            return
        yield from self._chain(follow, actions[1:], [*done, action])

    def _silent(self, state: GaiaState, command: list[str]) -> bool:
        """Tell whether the state asks something that the line does not answer."""
        if state.mode not in SILENT:
            return False
        if state.seat != self.seat:
            return True
        answered = {
            M_INCOME: ("income",),
            M_STONE: ("brainstone",),
            M_PAY: ("brainstone",),
            M_TAKE: ("brainstone",),
            M_LEECH: ("charge", "decline"),
            M_GAIA: ("spend", "decline"),
            M_STEP: ("up", "decline"),
        }[state.mode]
        if state.mode == M_GAIA and command[0] == "spend":
            return "tg" not in command[1]
        return command[0] not in answered

    def _settle(
        self, state: GaiaState, done: list[int], depth: int
    ) -> Iterator[tuple[GaiaState, list[int]]]:
        """Yield the state after the line, then those in which open questions are answered."""
        if state.mode == M_AFTER and state.seat == self.seat and not self.replay.goes_on:
            state = state.clone()
            state.step(K_END_TURN)
            done = [*done, K_END_TURN]
        yield state, done
        if depth < DEPTH and not state.over and state.mode in SILENT:
            for action in _answers(state):
                follow = state.clone()
                follow.step(action)
                yield from self._settle(follow, [*done, action], depth + 1)
