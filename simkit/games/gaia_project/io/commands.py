"""Commands of recorded games as actions: what ``data/gaia_project/log_notation.md`` lets a line say.

A command may leave open what this engine asks, so it may stand for several chains of actions; which of
them was meant is found out in `recordings`, by the figures after the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simkit.core.errors import SimkitError
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import federations, satellites, terms
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.legal import spend_action
from simkit.games.gaia_project.rules.state import GaiaState

UPGRADES = {"ts": 1, "lab": 2, "PI": 3, "ac1": 4, "ac2": 5}
SPECIALS = {"4pw": 0, "q": 1, "4c": 1, "q,5c": 2, "3o": 3, "3k": 4, "up-lowest": 5}
GAINS = {
    "c": schema.GAIN_CREDITS,
    "o": schema.GAIN_ORE,
    "k": schema.GAIN_KNOWLEDGE,
    "q": schema.GAIN_QIC,
}
EXCHANGES = {
    ("o", "c"): schema.ORE_TO_CREDIT,
    ("o", "t"): schema.ORE_TO_TOKEN,
    ("k", "c"): schema.KNOWLEDGE_TO_CREDIT,
    ("q", "o"): schema.QIC_TO_ORE,
}
# What one of the goods gained costs, by the kind paid with.
PRICES = {
    "pw": {"c": 1, "o": 3, "k": 4, "q": 4}, "tg": {"c": 1, "o": 3, "k": 4, "q": 4},
    "c": {"o": 3, "k": 4, "q": 4}, "o": {"c": 1, "t": 1}, "k": {"c": 1}, "q": {"o": 1},
    "gf": {"q": 1}, "t-a3": {"k": 1},
}  # fmt: skip
# How many words each command may have, its name included.
WORDS = {
    "faction": (2, 2), "bid": (3, 3), "booster": (2, 2), "pass": (1, 2), "build": (3, 3),
    "tech": (2, 2), "cover": (2, 2), "up": (2, 2), "lostPlanet": (2, 2), "federation": (2, 3),
    "fedtile": (2, 2), "action": (2, 2), "special": (2, 2), "swap-PI": (2, 2), "burn": (1, 2),
    "charge": (2, 2), "decline": (1, 2), "income": (1, 2), "brainstone": (2, 2), "spend": (4, 4),
}  # fmt: skip
FREE = {"spend", "burn", "brainstone"}  # commands of free actions
STONE_PLACES = {"discard": 0, "area1": 1, "area2": 2, "area3": 3, "gaia": 4}


class NotFollowed(SimkitError):
    """A line that could not be carried out or does not lead to the recorded figures."""


class Commands:
    """Reads the commands of a seat.

    Attributes
    ----------
    refused
        Why a command could not be carried out: the first reason that was met.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.refused = ""

    def ways(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        """Return the chains of actions that a command may stand for."""
        name = words[0]
        reader = getattr(self, f"_read_{name.lower()}", None)
        if reader is None:
            raise NotFollowed(f"command {' '.join(words)!r} belongs to another that is missing")
        try:
            found: list[list[int]] = reader(s, words)
        except (IndexError, KeyError, ValueError) as error:
            raise NotFollowed(f"command {' '.join(words)!r} is not understood ({error})") from None
        return found

    def _cell(self, s: GaiaState, name: str) -> int:
        return s.galaxy.cell_named(name)

    def _read_faction(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[schema.K_FACTION | terms.FACTIONS.index(words[1].replace("-", "_")) << schema.ARG]]

    def _read_bid(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        faction = terms.FACTIONS.index(words[1].replace("-", "_"))
        return [[schema.K_BID | faction << schema.ARG | int(words[2]) << 10]]

    def _read_booster(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[schema.K_BOOSTER | (terms.BOOSTERS.index(words[1]) + 1) << schema.ARG]]

    def _read_pass(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [
            [
                schema.K_PASS
                | (terms.BOOSTERS.index(words[1]) + 1 if len(words) > 1 else 0) << schema.ARG
            ]
        ]

    def _read_build(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        what, cell = words[1], self._cell(s, words[2])
        if s.phase < schema.P_INCOME and what in ("m", "PI"):
            return [[schema.K_PLACE | cell << schema.ARG]]
        return [[self._building(s, what, cell, schema.VIA_PLAIN)]]

    def _building(self, s: GaiaState, what: str, cell: int, via: int) -> int:
        p = s.players[self.seat]
        if what == "m":
            from simkit.games.gaia_project.rules.building import mine_action, mine_price

            steps = mine_price(s, p, cell, via, 0)[3]
            return mine_action(cell, s.planet[cell], steps) | s.t.via_bits[via]
        if what == "gf":
            return schema.K_PROJECT | cell << schema.ARG | via << schema.HEX_ARG2
        return schema.K_UPGRADE | cell << schema.ARG | UPGRADES[what] << schema.HEX_ARG2

    def _read_tech(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        place = words[1]
        if not place.startswith("adv-"):
            return [[schema.K_TILE | terms.PLACES.index(place) << schema.ARG]]
        area = terms.AREA_CODES.index(place[4:])
        p = s.players[self.seat]
        if len(words) > 2:
            covers = [s.places[terms.PLACES.index(words[3])]]
        else:
            covers = cells_of(p.tiles & ~p.covered)
        return [
            [schema.K_ADVANCED | area << schema.ARG | cover << (schema.ARG + 3)] for cover in covers
        ]

    def _read_up(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        kind = schema.K_STEP if s.mode == schema.M_STEP else schema.K_RESEARCH
        return [[kind | terms.AREA_CODES.index(words[1]) << schema.ARG]]

    def _read_lostplanet(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[schema.K_LOST | self._cell(s, words[1]) << schema.ARG]]

    def _read_federation(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        p = s.players[self.seat]
        mask = 0
        for name in words[1].split(",") if len(words) > 2 else ():  # Ivits may need no new hex
            mask |= 1 << self._cell(s, name)
        if p.faction == terms.IVITS:
            mask &= ~p.fed
        free = federations.free_pieces(s, p)
        base = federations.base_of(s, p)[0]
        beside = s.shape.grow(mask | base) & free
        for group in satellites.groups_in(s.shape, free):
            if group & beside:
                mask |= group
        return [[federations.pack(terms.TOKENS.index(words[-1]), mask)]]

    def _read_action(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        name = words[1]
        if name in ("power2", "power6"):
            via = schema.VIA_POWER2 if name == "power2" else schema.VIA_POWER6
            return [[self._building(s, words[3], self._cell(s, words[4]), via)]]
        if name == "qic1":
            return [[schema.K_QIC_TILE]]
        if name == "qic2":
            return [[schema.K_QIC_TOKEN | (terms.TOKENS.index(words[3]) + 1) << schema.ARG]]
        if name == "qic3":
            return [[schema.K_QIC_TYPES]]
        action = terms.POWER_ACTIONS.index(name)
        return [
            [schema.K_POWER | action << schema.ARG | s.t.power_cost[action] << (schema.ARG + 3)]
        ]

    def _read_special(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        name = words[1]
        if name in ("step", "range+3"):
            via = schema.VIA_STEP if name == "step" else schema.VIA_RANGE
            return [[self._building(s, words[3], self._cell(s, words[4]), via)]]
        if name == "swap-PI":
            return [[schema.K_SWAP | self._cell(s, words[3]) << schema.ARG]]
        if name == "space-station":
            return [[schema.K_SPACE | self._cell(s, words[4]) << schema.ARG]]
        if name == "down-lab":
            return [[schema.K_DOWNGRADE | self._cell(s, words[4]) << schema.ARG]]
        return [[schema.K_SPECIAL | SPECIALS[name] << schema.ARG]]

    def _read_burn(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        return [[schema.K_BURN | 1 << schema.ARG] * (int(words[1]) if len(words) > 1 else 1)]

    def _read_charge(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if s.mode != schema.M_LEECH:
            self.refused = self.refused or "no power is offered"
            return []
        wanted = [schema.LEECH_PLAIN]
        for part in words[1].split(","):
            _amount_of(part, "pw", "t")
        if "," in words[1]:
            wanted = [
                schema.TOKEN_FIRST if words[1].split(",")[0].endswith("t") else schema.LEECH_FIRST
            ]
        elif any(a & 63 == schema.K_LEECH and a >> schema.ARG & 3 for a in s.legal()):
            wanted = [schema.LEECH_FIRST, schema.TOKEN_FIRST]
        return [
            [a]
            for how in wanted
            for a in s.legal()
            if a & 63 == schema.K_LEECH and a >> schema.ARG & 3 == how
        ]

    def _read_decline(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if s.mode == schema.M_LEECH:
            return [[a] for a in s.legal() if a & 63 == schema.K_DECLINE]
        if s.mode == schema.M_STEP:
            return [[schema.K_NO_STEP]]
        if s.mode == schema.M_GAIA:
            return [[schema.K_GAIA_DONE]]
        return [[]]

    def _read_income(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        parts = words[1].split(",") if len(words) > 1 else []
        chain: list[int] = []
        left = list(s.income_left)
        for part in parts:
            amount, unit = _amount_of(part, "pw", "t")
            symbol = (1 if unit == "t" else 0) | amount << 1
            if s.mode != schema.M_INCOME or symbol not in left:
                break
            left.remove(symbol)
            chain.append(schema.K_INCOME | symbol << schema.ARG)
        return [chain[:n] for n in range(len(chain), -1, -1)]

    def _read_spend(self, s: GaiaState, words: list[str]) -> list[list[int]]:
        if words[3] == "tech":
            return [[schema.K_GAIA_TILE]]
        costs, gains = _goods(words[1]), _goods(words[3])
        for what in gains:
            if not any(what in PRICES[unit] for unit in costs):
                raise ValueError(f"{words[1]} does not buy {what}")
        if len(costs) == 1:
            (unit, amount), *_ = costs.items()
            return self._spend_one(s, unit, amount, [(n, what) for what, n in gains.items()])
        chains: list[list[int]] = []
        for parts in split_goods(costs, gains):
            by_part = [self._spend_one(s, unit, n, gains) for unit, n, gains in parts]
            chains += [[a for way in ways for a in way] for ways in product(*by_part)]
        return chains

    def _spend_one(
        self, s: GaiaState, unit: str, amount: int, gains: list[tuple[int, str]]
    ) -> list[list[int]]:
        """Return the chains of actions that turn one kind of goods into others."""
        if unit == "tg":
            return [
                [
                    schema.K_GAIA_GAIN | GAINS[what] << schema.ARG
                    for n, what in gains
                    for _ in range(n)
                ]
            ]
        if unit == "pw":
            return self._spend_power(s, amount, gains)
        if unit == "gf":
            return [[schema.K_GAIAFORMER] * amount]
        if unit == "t-a3":
            return [[schema.K_NEVLAS] * amount]
        if unit == "c":
            return [
                [
                    schema.K_CREDITS | GAINS[what] << schema.ARG
                    for n, what in gains
                    for _ in range(n)
                ]
            ]
        return [
            [
                schema.K_CONVERT | EXCHANGES[unit, what] << schema.ARG
                for n, what in gains
                for _ in range(n)
            ]
        ]

    def _spend_power(
        self, s: GaiaState, amount: int, gains: list[tuple[int, str]]
    ) -> list[list[int]]:
        """Power into goods: one by one, or (Taklons, Nevlas) paid together."""
        p = s.players[self.seat]
        parts = [0, 0, 0, 0]
        for n, what in gains:
            parts[GAINS[what]] += n
        ways = []
        # A QIC that becomes ore.
        if p.faction == terms.GLEENS and amount >= 4 and parts[schema.GAIN_ORE]:
            ways.append([spend_action(schema.GAIN_QIC)] * parts[schema.GAIN_ORE])
        single = [spend_action(g) for g, n in enumerate(parts) for _ in range(n)]
        if p.faction in (terms.TAKLONS, terms.NEVLAS) and sum(parts) > 1:
            packed = parts[0] | parts[1] << 5 | parts[2] << 9 | parts[3] << 13
            ways.append([schema.K_BUNDLE | packed << schema.ARG])
        return [*ways, single]


def stone_answer(words: list[str]) -> int:
    """Return the action that ``brainstone area2`` stands for."""
    if words[-1] not in STONE_PLACES or len(words) != 2:
        raise NotFollowed(f"command {' '.join(words)!r} is not understood")
    return schema.K_BRAINSTONE | STONE_PLACES[words[1]] << schema.ARG


def merged(commands: list[str]) -> list[list[str]]:
    """Split commands into words, joining those that are one action of this engine."""
    found: list[list[str]] = []
    answers: list[list[str]] = []
    for command in commands:
        words = command.split()
        _check_words(words)
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
    return found + answers


def _check_words(words: list[str]) -> None:
    """Refuse commands that log_notation.md does not name, and words beyond those it names."""
    if words[0] not in WORDS:
        raise NotFollowed(f"unknown command {' '.join(words)!r}")
    low, high = WORDS[words[0]]
    if not low <= len(words) <= high:
        raise NotFollowed(f"command {' '.join(words)!r} is not understood ({len(words)} words)")


def goes_on(line: str, after: str) -> bool:
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


def split_goods(
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
        for rest in split_goods(others, left):
            yield [(unit, amount, [(n, what) for what, n in got.items() if n]), *rest]


def _amount_of(text: str, *units: str) -> tuple[int, str]:
    """Split such an amount; its unit has to be one of those named."""
    amount, unit = _amount(text)
    if unit not in units:
        raise ValueError(f"{text!r} is no amount of {' or '.join(units)}")
    return amount, unit


def _amount(text: str) -> tuple[int, str]:
    """Split ``3pw`` into 3 and ``pw``; a missing number is 1."""
    digits = ""
    while text[len(digits) : len(digits) + 1].isdigit():
        digits += text[len(digits)]
    return int(digits or 1), text[len(digits) :]
