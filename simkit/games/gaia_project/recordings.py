"""Recorded games in the notation of ``data/gaia_project/log_notation.md``.

A recording's line is a chain of commands. Each is carried out through `State.step`; where the source
decides something by itself that this engine asks (which bowl the brainstone goes to, an order of
income that it takes for granted, a leech it does not offer), every answer is tried and the one that
fits the recorded figures is kept. If none fits, the line fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame
from simkit.core.registry import rules as make_rules
from simkit.games.gaia_project import federations, income, satellites
from simkit.games.gaia_project.components import (
    AREA_CODES,
    BOOSTERS,
    CREDITS,
    FACTIONS,
    GLEENS,
    ITARS,
    IVITS,
    KNOWLEDGE,
    NEVLAS,
    ORE,
    PLACES,
    QIC,
    TAKLONS,
    TOKEN,
    TOKENS,
)
from simkit.games.gaia_project.geometry import cells_of
from simkit.games.gaia_project.legal import spend_action
from simkit.games.gaia_project.power import STONE_POWER
from simkit.games.gaia_project.schema import (
    ARG,
    GAIN_CREDITS,
    GAIN_KNOWLEDGE,
    GAIN_ORE,
    GAIN_QIC,
    HEX_ARG2,
    K_ADVANCED,
    K_BID,
    K_BOOSTER,
    K_BRAINSTONE,
    K_BUNDLE,
    K_BURN,
    K_CONVERT,
    K_CREDITS,
    K_DECLINE,
    K_DOWNGRADE,
    K_END_TURN,
    K_FACTION,
    K_GAIA_DONE,
    K_GAIA_GAIN,
    K_GAIA_TILE,
    K_GAIAFORMER,
    K_INCOME,
    K_LEECH,
    K_LOST,
    K_NEVLAS,
    K_NO_STEP,
    K_PASS,
    K_PLACE,
    K_POWER,
    K_PROJECT,
    K_QIC_TILE,
    K_QIC_TOKEN,
    K_QIC_TYPES,
    K_RESEARCH,
    K_SPACE,
    K_SPECIAL,
    K_STEP,
    K_SWAP,
    K_TILE,
    K_UPGRADE,
    KNOWLEDGE_TO_CREDIT,
    LEECH_FIRST,
    LEECH_PLAIN,
    M_AFTER,
    M_GAIA,
    M_INCOME,
    M_LEECH,
    M_PAY,
    M_STEP,
    M_STONE,
    M_TAKE,
    ORE_TO_CREDIT,
    ORE_TO_TOKEN,
    P_AUCTION,
    P_INCOME,
    QIC_TO_ORE,
    SRC_FINAL,
    SRC_RESEARCH,
    SRC_RESOURCES,
    TOKEN_FIRST,
    VIA_PLAIN,
    VIA_POWER2,
    VIA_POWER6,
    VIA_RANGE,
    VIA_STEP,
)
from simkit.games.gaia_project.state import GaiaState

SCHEMA = "gaia_project/replay/1"
UPGRADES = {"ts": 1, "lab": 2, "PI": 3, "ac1": 4, "ac2": 5}
SPECIALS = {"4pw": 0, "q": 1, "4c": 1, "q,5c": 2, "3o": 3, "3k": 4, "up-lowest": 5}
GAINS = {"c": GAIN_CREDITS, "o": GAIN_ORE, "k": GAIN_KNOWLEDGE, "q": GAIN_QIC}
EXCHANGES = {
    ("o", "c"): ORE_TO_CREDIT, ("o", "t"): ORE_TO_TOKEN, ("k", "c"): KNOWLEDGE_TO_CREDIT,
    ("q", "o"): QIC_TO_ORE,
}  # fmt: skip
# What one of the goods gained costs, by the kind paid with.
PRICES = {
    "pw": {"c": 1, "o": 3, "k": 4, "q": 4}, "tg": {"c": 1, "o": 3, "k": 4, "q": 4},
    "c": {"o": 3, "k": 4, "q": 4}, "o": {"c": 1, "t": 1}, "k": {"c": 1}, "q": {"o": 1},
    "gf": {"q": 1}, "t-a3": {"k": 1},
}  # fmt: skip
FREE = {"spend", "burn", "brainstone"}  # commands of free actions
STONE_PLACES = {"discard": 0, "area1": 1, "area2": 2, "area3": 3, "gaia": 4}
# Questions that the source may answer by itself.
SILENT = (M_INCOME, M_STONE, M_PAY, M_TAKE, M_LEECH, M_GAIA, M_STEP)
BRANCHES = 2000  # ways tried for one line at most
DEPTH = 12  # questions answered after a line at most
START_VP = 10
FIELDS = (
    "vp", "credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3", "gaia_bowl",
    "brainstone", "research", "pieces", "satellites",
)  # fmt: skip


class _NotFollowed(SimkitError):
    """A line that could not be carried out or does not lead to the recorded figures."""


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
        except _NotFollowed as error:
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
            "faction_choice": "auction" if self.auction and how.stepped else "chosen",
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
            self.goes_on = number + 1 < len(moves) and _goes_on(
                move["line"], moves[number + 1]["line"]
            )
            words = move["line"].split()
            dealt = not self.how.stepped
            if not words or words[0] == "init" or words[1] == "rotate":
                continue
            if words[1] == "bid" and self.how.payment == "never" and self.how.stepped:
                raise _NotFollowed("bids that are never paid are dealt, not carried out")
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
            raise _NotFollowed(f"{line!r}: nobody is called {who!r}")
        commands = _merge([c.strip() for c in rest.rstrip(".").split(". ") if c.strip()])
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
        raise _NotFollowed(f"{line!r}: {wrong or search.refused or 'cannot be followed'}")

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
            raise _NotFollowed(f"{move['line']!r}: {wrong}")

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


def _merge(commands: list[str]) -> list[list[str]]:
    """Split commands into words, joining those that are one action of this engine."""
    found: list[list[str]] = []
    answers: list[list[str]] = []
    for command in commands:
        words = command.split()
        last = found[-1] if found else [""]
        if words[0] == "brainstone" and last in (["action", "power2"], ["action", "power6"]):
            answers.append(words)  # the source asks before the mine, this engine after it
            continue
        joins = (
            (last[0] == "action" and last[1] in ("power2", "power6") and words[0] == "build")
            or (last[0] == "action" and last[1] == "qic2" and words[0] == "fedtile")
            or (last[0] == "special" and last[1] in ("step", "range+3") and words[0] == "build")
            or (last[0] == "special" and last[1] in ("space-station", "down-lab")
                and words[0] == "build")
            or (last[0] == "special" and last[1] == "swap-PI" and words[0] == "swap-PI")
            or (last[0] == "tech" and last[1].startswith("adv-") and words[0] == "cover")
        )  # fmt: skip
        if joins and len(last) == 2:
            last += words
            found += answers
            answers = []
        else:
            found.append(words)
    return found


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


class _Search:
    """Tries the ways in which a line's commands can be carried out."""

    def __init__(self, replay: _Replay, seat: int, commands: list[list[str]]) -> None:
        self.replay = replay
        self.seat = seat
        self.commands = commands
        self.refused = ""

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
        for actions in self._ways(state, command):
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

    # Commands --------------------------------------------------------------------------------------

    def _ways(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        """Return the chains of actions that a command may stand for."""
        name = words[0]
        reader = getattr(self, f"_read_{name.lower()}", None)
        if reader is None:
            raise _NotFollowed(f"unknown command {' '.join(words)!r}")
        try:
            found: list[list[int]] = reader(s, words)
        except (IndexError, KeyError, ValueError) as error:
            raise _NotFollowed(f"command {' '.join(words)!r} is not understood ({error})") from None
        return found

    def _cell(self, s: GaiaState, name: str) -> int:
        return s.galaxy.cell_named(name)

    def _read_faction(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[K_FACTION | FACTIONS.index(words[1].replace("-", "_")) << ARG]]

    def _read_bid(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        faction = FACTIONS.index(words[1].replace("-", "_"))
        return [[K_BID | faction << ARG | int(words[2]) << 10]]

    def _read_booster(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[K_BOOSTER | (BOOSTERS.index(words[1]) + 1) << ARG]]

    def _read_pass(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[K_PASS | (BOOSTERS.index(words[1]) + 1 if len(words) > 1 else 0) << ARG]]

    def _read_build(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        what, cell = words[1], self._cell(s, words[2])
        if s.phase < P_INCOME:
            return [[K_PLACE | cell << ARG]]
        return [[self._building(s, what, cell, VIA_PLAIN)]]

    def _building(self, s: GaiaState, what: str, cell: int, via: int) -> int:
        p = s.players[self.seat]
        if what == "m":
            from simkit.games.gaia_project.building import mine_action, mine_price, via_bits

            steps = mine_price(s, p, cell, via, 0)[3]
            return mine_action(cell, s.planet[cell], steps) | via_bits(s, via)
        if what == "gf":
            return K_PROJECT | cell << ARG | via << HEX_ARG2
        return K_UPGRADE | cell << ARG | UPGRADES[what] << HEX_ARG2

    def _read_tech(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        place = words[1]
        if not place.startswith("adv-"):
            return [[K_TILE | PLACES.index(place) << ARG]]
        area = AREA_CODES.index(place[4:])
        p = s.players[self.seat]
        if len(words) > 2:
            covers = [s.places[PLACES.index(words[3])]]
        else:
            covers = cells_of(p.tiles & ~p.covered)
        return [[K_ADVANCED | area << ARG | cover << (ARG + 3)] for cover in covers]

    def _read_up(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        kind = K_STEP if s.mode == M_STEP else K_RESEARCH
        return [[kind | AREA_CODES.index(words[1]) << ARG]]

    def _read_lostplanet(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[K_LOST | self._cell(s, words[1]) << ARG]]

    def _read_federation(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        p = s.players[self.seat]
        mask = 0
        for name in words[1].split(",") if len(words) > 2 else ():  # Ivits may need no new hex
            mask |= 1 << self._cell(s, name)
        if p.faction == IVITS:
            mask &= ~p.fed
        free = federations.free_pieces(s, p)
        base = federations.base_of(s, p)[0]
        beside = s.shape.grow(mask | base) & free
        for group in satellites.groups_in(s.shape, free):
            if group & beside:
                mask |= group
        return [[federations.pack(TOKENS.index(words[-1]), mask)]]

    def _read_action(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        name = words[1]
        if name in ("power2", "power6"):
            via = VIA_POWER2 if name == "power2" else VIA_POWER6
            return [[self._building(s, words[3], self._cell(s, words[4]), via)]]
        if name == "qic1":
            return [[K_QIC_TILE]]
        if name == "qic2":
            return [[K_QIC_TOKEN | (TOKENS.index(words[3]) + 1) << ARG]]
        if name == "qic3":
            return [[K_QIC_TYPES]]
        action = int(name.removeprefix("power")) - 1
        return [[K_POWER | action << ARG | s.t.power_cost[action] << (ARG + 3)]]

    def _read_special(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        name = words[1]
        if name in ("step", "range+3"):
            via = VIA_STEP if name == "step" else VIA_RANGE
            return [[self._building(s, words[3], self._cell(s, words[4]), via)]]
        if name == "swap-PI":
            return [[K_SWAP | self._cell(s, words[3]) << ARG]]
        if name == "space-station":
            return [[K_SPACE | self._cell(s, words[4]) << ARG]]
        if name == "down-lab":
            return [[K_DOWNGRADE | self._cell(s, words[4]) << ARG]]
        return [[K_SPECIAL | SPECIALS[name] << ARG]]

    def _read_burn(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[K_BURN | 1 << ARG] * (int(words[1]) if len(words) > 1 else 1)]

    def _read_charge(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if s.mode != M_LEECH:
            self.refused = self.refused or "no power is offered"
            return []
        wanted = [LEECH_PLAIN]
        if "," in words[1]:
            wanted = [TOKEN_FIRST if words[1].split(",")[0].endswith("t") else LEECH_FIRST]
        elif any(a & 63 == K_LEECH and a >> ARG & 3 for a in s.legal()):
            wanted = [LEECH_FIRST, TOKEN_FIRST]
        return [
            [a] for how in wanted for a in s.legal() if a & 63 == K_LEECH and a >> ARG & 3 == how
        ]

    def _read_decline(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if s.mode == M_LEECH:
            return [[a] for a in s.legal() if a & 63 == K_DECLINE]
        if s.mode == M_STEP:
            return [[K_NO_STEP]]
        if s.mode == M_GAIA:
            return [[K_GAIA_DONE]]
        return [[]]

    def _read_income(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        parts = words[1].split(",") if len(words) > 1 else []
        chain: list[int] = []
        left = list(s.income_left)
        for part in parts:
            amount, unit = _amount(part)
            symbol = (1 if unit == "t" else 0) | amount << 1
            if s.mode != M_INCOME or symbol not in left:
                break
            left.remove(symbol)
            chain.append(K_INCOME | symbol << ARG)
        return [chain[:n] for n in range(len(chain), -1, -1)]

    def _read_brainstone(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if s.mode not in (M_STONE, M_PAY, M_TAKE):
            return [[]]
        wanted = K_BRAINSTONE | STONE_PLACES[words[1]] << ARG
        options = s.legal()
        return [[a] for a in sorted(options, key=lambda a: a != wanted)]

    def _read_spend(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if words[3] == "tech":
            return [[K_GAIA_TILE]]
        costs, gains = _goods(words[1]), _goods(words[3])
        if len(costs) == 1:
            (unit, amount), *_ = costs.items()
            return self._spend_one(s, unit, amount, [(n, what) for what, n in gains.items()])
        chains: list[list[int]] = []
        for parts in _split(costs, gains):
            by_part = [self._spend_one(s, unit, n, gains) for unit, n, gains in parts]
            chains += [[a for way in ways for a in way] for ways in product(*by_part)]
        return chains

    def _spend_one(
        self, s: GaiaState, unit: str, amount: int, gains: list[tuple[int, str]]
    ) -> list[list[int]]:
        """Return the chains of actions that turn one kind of goods into others."""
        if unit == "tg":
            return [[K_GAIA_GAIN | GAINS[what] << ARG for n, what in gains for _ in range(n)]]
        if unit == "pw":
            return self._spend_power(s, amount, gains)
        if unit == "gf":
            return [[K_GAIAFORMER] * amount]
        if unit == "t-a3":
            return [[K_NEVLAS] * amount]
        if unit == "c":
            return [[K_CREDITS | GAINS[what] << ARG for n, what in gains for _ in range(n)]]
        return [[K_CONVERT | EXCHANGES[unit, what] << ARG for n, what in gains for _ in range(n)]]

    def _spend_power(
        self, s: GaiaState, amount: int, gains: list[tuple[int, str]]
    ) -> list[list[int]]:
        """Power into goods: one by one, or (Taklons, Nevlas) paid together."""
        p = s.players[self.seat]
        parts = [0, 0, 0, 0]
        for n, what in gains:
            parts[GAINS[what]] += n
        ways = []
        if p.faction == GLEENS and amount >= 4 and parts[GAIN_ORE]:  # a QIC that becomes ore
            ways.append([spend_action(GAIN_QIC)] * parts[GAIN_ORE])
        single = [spend_action(g) for g, n in enumerate(parts) for _ in range(n)]
        if p.faction in (TAKLONS, NEVLAS) and sum(parts) > 1:
            packed = parts[0] | parts[1] << 5 | parts[2] << 9 | parts[3] << 13
            ways.append([K_BUNDLE | packed << ARG])
        return [*ways, single]


def _goes_on(line: str, after: str) -> bool:
    """Tell whether a turn goes on in the next line: free actions of the same player alone."""
    who, _, rest = after.partition(" ")
    names = {command.split()[0] for command in rest.rstrip(".").split(". ") if command.split()}
    return who == line.partition(" ")[0] and bool(names) and names <= FREE


def _goods(text: str) -> dict[str, int]:
    """Read ``3pw,1o`` into amounts by kind."""
    found: dict[str, int] = {}
    for part in text.split(","):
        amount, kind = _amount(part)
        found[kind] = found.get(kind, 0) + amount
    return found


def _split(
    costs: dict[str, int], gains: dict[str, int]
) -> Iterator[list[tuple[str, int, list[tuple[int, str]]]]]:
    """Yield the ways to tell which goods of a bundle of conversions were paid with which."""
    if not costs:
        if not any(gains.values()):
            yield []
        return
    unit, amount = next(iter(costs.items()))
    others = {kind: n for kind, n in costs.items() if kind != unit}
    prices = PRICES[unit]
    kinds = [what for what in gains if what in prices]
    for picked in product(*(range(gains[what] + 1) for what in kinds)):
        if sum(n * prices[what] for n, what in zip(picked, kinds, strict=True)) != amount:
            continue
        got = dict(zip(kinds, picked, strict=True))
        left = {what: n - got.get(what, 0) for what, n in gains.items()}
        for rest in _split(others, left):
            yield [(unit, amount, [(n, what) for what, n in got.items() if n]), *rest]


def _amount(text: str) -> tuple[int, str]:
    """Split ``3pw`` into 3 and ``pw``; a missing number is 1."""
    digits = ""
    while text[len(digits) : len(digits) + 1].isdigit():
        digits += text[len(digits)]
    return int(digits or 1), text[len(digits) :]
