"""Tables built from the (possibly patched) component data of one `Rules`: cards and their powers.

Every physical card has its own number, 0 to 113 for the printed ones, in the order of ``cards.toml``;
those of packs follow. Copies of one design follow each other and are named ``id/1``, ``id/2`` and so on.
Tables are lists indexed by that number. Card powers stay data: a `Power` is one record of ``cards.toml``
with numbers in place of names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.components import Components
from simkit.core.errors import BadValue
from simkit.core.schema import KIND_BITS
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import abilities, terms
from simkit.games.race_for_the_galaxy.schema import card_bits

if TYPE_CHECKING:
    from simkit.core.packs import Pack


class Power:
    """One record of a card's ``powers``; figures that an operation does not have are 0."""

    __slots__ = (
        "bonuses", "cards", "goods", "group", "kind", "n", "op", "phase", "this_world", "times",
        "use", "vp",
    )  # fmt: skip

    phase: int
    op: int
    n: int
    kind: int
    goods: int
    times: int
    vp: int
    cards: int
    this_world: bool
    bonuses: bool
    group: int
    use: int

    def __init__(
        self, record: Mapping[str, Any], place: str, coded: frozenset[tuple[str, str]]
    ) -> None:
        named = record["phase"], record["op"]
        found = terms.FROM_PACK if named in coded else terms.OPERATIONS.get(named)
        if found is None:
            raise BadValue(place, f"unknown power {record['phase']}: {record['op']}")
        self.phase = terms.PHASES_OF_POWERS.index(record["phase"])
        self.op = found
        self.use = terms.USE_OF[found]
        self.n = int(record.get("n", record.get("discount", 0)))
        self.kind = terms.KIND_NUMBERS.get(
            record.get("kind", record.get("not_kind", "any")), terms.ANY_KIND
        )
        self.goods = int(record.get("goods", 0))
        self.times = int(record.get("times", 1))
        self.vp = int(record.get("vp", record.get("vp_per_good_after_first", 0)))
        self.cards = int(record.get("cards", 0))
        self.this_world = bool(record.get("this_world", False))
        self.bonuses = bool(record.get("bonuses", False))
        self.group = 0


class Tables:
    """What the engine reads of the component data.

    Attributes
    ----------
    names
        Name of every physical card; ``/1`` and ``/2`` tell copies apart.
    bit
        A card's bit in masks of cards, which are wider than a machine's numbers.
    bonus
        Number after the last card: ``via`` and ``by`` of an action for the bonus of the action card.
    mask, second
        Of an action with two arguments: mask of the card that is the first, and where the second begins.
    design
        Design of a card, 0..94; ``ids`` are the designs' names.
    world, military, cost, vp, kind, production, rebel, six
        Figures of a card. `cost` holds the defense of a military world. `six` tells six-cost
        developments with variable points.
    printed
        Number of cards that show 0 to 7 as cost or defense (the table on Gambling World).
    powers
        Powers of a card; the place in the list is the power's number in recordings.
    adds
        Standing sums that a card adds to: pairs of place and amount.
    sell_here
        Bonus when a good is sold from this very world.
    starts
        Cards of the start worlds in the order of their numbers; `start_number` is a start world's place
        in it, -1 for other cards.
    term_points
        Points that a design scores in the tableau, per six-cost design.
    faces, abilities
        Cards as abilities see them; of every card what the code of packs answers. Both are empty where
        no pack has code.
    scorers, scores_more
        Designs with a source of points of their own; whether the code of a pack scores points for a card.
    chips_per, chips_vp, military_vp
        The two special scoring terms, per design (0 = has none).
    last_round
        Round after which the game ends at the latest; 0 = there is none.
    """

    def __init__(
        self, components: Components, limited: bool = True, packs: Sequence[Pack] = ()
    ) -> None:
        records: list[dict[str, Any]] = components["cards"]["card"]
        self.game: dict[str, Any] = components["game"]
        self.ids: list[str] = [str(r["id"]) for r in records]
        self.labels: list[str] = [str(r["name"]) for r in records]
        self.records = records
        self.names: list[str] = []
        self.design: list[int] = []
        for d, r in enumerate(records):
            copies = int(r["copies"])
            for copy in range(copies):
                self.names.append(r["id"] if copies == 1 else f"{r['id']}/{copy + 1}")
                self.design.append(d)
        self.cards = len(self.names)
        bits = card_bits(self.cards)
        self.bonus = self.cards
        self.mask = (1 << bits) - 1
        self.second = KIND_BITS + bits
        self.bit: list[int] = [1 << card for card in range(self.cards)]
        self.number: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self._read_figures()
        self._read_abilities(packs)
        self._read_powers()
        self._read_scores()
        self._read_game()
        self.last_round: int = int(self.game["end"]["round_limit"]) if limited else 0

    def _read_figures(self) -> None:
        # [#components.1] [#check.4]
        rs = [self.records[d] for d in self.design]
        self.world: list[bool] = [r["type"] == "world" for r in rs]
        self.military: list[bool] = [r.get("settle") == "military" for r in rs]
        self.cost: list[int] = [int(r["defense"] if "defense" in r else r["cost"]) for r in rs]
        self.printed: list[int] = [self.cost.count(number) for number in range(8)]
        self.vp: list[int] = [int(r["vp"]) for r in rs]
        self.kind: list[int] = [
            terms.KIND_NUMBERS[r["kind"]] if "kind" in r else terms.NO_KIND for r in rs
        ]
        halo = {"production": terms.PRODUCTION, "windfall": terms.WINDFALL}
        self.production: list[int] = [halo.get(r.get("production", ""), terms.PLAIN) for r in rs]
        self.rebel: list[bool] = ["rebel" in r["flags"] for r in rs]
        self.six: list[bool] = [bool(r.get("vp_variable", False)) for r in rs]
        printed = [int(r.get("start_number", -1)) for r in rs]
        self.starts: list[int] = sorted(
            (i for i in range(self.cards) if printed[i] >= 0), key=printed.__getitem__
        )
        self.start_number: list[int] = [-1] * self.cards
        for place, card in enumerate(self.starts):
            self.start_number[card] = place

    def _read_abilities(self, packs: Sequence[Pack]) -> None:
        """Read what the code of packs answers for cards."""
        operations = [one for pack in packs for one in pack.operations]
        self.coded = frozenset((dict(one.more)["phase"], one.op) for one in operations)
        self.faces: list[abilities.Card] = []
        self.abilities: list[list[abilities.Ability]] = [[] for _ in range(self.cards)]
        if self.coded:
            self.faces = [abilities.Card(self.records[d]) for d in self.design]
            by_design = abilities.of_designs(self.records, self.design, packs)
            self.abilities = [by_design[d] for d in self.design]

    def _read_powers(self) -> None:
        by_design = [
            [Power(p, f"cards.{r['id']}.powers.{i}", self.coded) for i, p in enumerate(r["powers"])]
            for r in self.records
        ]
        self.powers: list[list[Power]] = [by_design[d] for d in self.design]
        self.adds: list[list[tuple[int, int]]] = []
        self.sell_here: list[int] = []
        for card in range(self.cards):
            pairs, here = self._standing(card)
            self.adds.append(pairs)
            self.sell_here.append(here)
        self._group_powers(by_design)
        self._group_goods()

    def _standing(self, card: int) -> tuple[list[tuple[int, int]], int]:
        """Return the standing sums of a card and its bonus for selling from itself."""
        pairs: list[tuple[int, int]] = []
        here = 0
        record = self.records[self.design[card]]
        for power, entry in zip(self.powers[card], record["powers"], strict=True):
            if power.op == terms.EXPLORE_DRAW:
                pairs.append((terms.SUM_EXPLORE_DRAW, power.n))
            elif power.op == terms.EXPLORE_KEEP:
                pairs.append((terms.SUM_EXPLORE_KEEP, power.n))
            elif power.op == terms.DEVELOP_DISCOUNT:
                pairs.append((terms.SUM_DEVELOP_DISCOUNT, power.n))
            elif power.op == terms.MILITARY:
                against = entry["against"]
                if against == "any":
                    pairs.append((terms.SUM_MILITARY, power.n))
                elif against == "rebel":
                    pairs.append((terms.SUM_MILITARY_REBEL, power.n))
                else:
                    pairs.append((terms.SUM_MILITARY_KIND + terms.KIND_NUMBERS[against], power.n))
            elif power.op == terms.SETTLE_DISCOUNT:
                pairs.append((terms.SUM_DISCOUNT_KIND + power.kind, power.n))
            elif power.op == terms.TRADE_BONUS:
                if not power.this_world:
                    pairs.append((terms.SUM_TRADE_KIND + power.kind, power.n))
                elif power.kind in (terms.ANY_KIND, self.kind[card]):
                    here += power.n
        return pairs, here

    def _group_powers(self, by_design: list[list[Power]]) -> None:
        """Number powers so that equal numbers mean the same effect (for candidates)."""
        groups: dict[tuple[int, ...], int] = {}
        for powers in by_design:
            for p in powers:
                key = (p.op, p.n, p.kind, p.goods, p.times, p.vp, p.cards, int(p.bonuses))
                p.group = groups.setdefault(key, len(groups))

    def _group_goods(self) -> None:
        """Number worlds so that goods on worlds of one number are worth the same (candidates)."""
        groups: dict[tuple[int, ...], int] = {}
        self.good_group: list[int] = []
        for card in range(self.cards):
            drawn = sum(p.n for p in self.powers[card] if p.op == terms.DRAW_IF_PRODUCED_HERE)
            key = (self.kind[card], self.production[card], self.sell_here[card], drawn)
            self.good_group.append(groups.setdefault(key, len(groups)))

    def _read_scores(self) -> None:
        designs = len(self.records)
        scoring = [
            any(schema.H_END_POINTS in ability.hooks for ability in self.abilities[card])
            for card in range(self.cards)
        ]
        own = {self.design[card] for card in range(self.cards) if self.six[card] or scoring[card]}
        self.scorers: list[int] = sorted(own)
        self.scores_more: list[bool] = scoring
        self.sixes: list[int] = [d for d, r in enumerate(self.records) if r.get("vp_variable")]
        self.term_points: list[list[int]] = [[] for _ in range(designs)]
        self.chips_per: list[int] = [0] * designs
        self.chips_vp: list[int] = [0] * designs
        self.military_vp: list[int] = [0] * designs
        for d in self.sixes:
            scored = self.records[d]["score"]
            self.term_points[d] = [_first_match(scored, r) for r in self.records]
            for term in scored:
                if term["match"] == "chips":
                    self.chips_per[d], self.chips_vp[d] = int(term["per"]), int(term["vp"])
                elif term["match"] == "military_total":
                    self.military_vp[d] = int(term["vp"])

    def _read_game(self) -> None:
        game = self.game
        self.chips_per_player: int = int(game["setup"]["chips_per_player"])
        self.dealt: int = int(game["setup"]["dealt"])
        self.kept: int = int(game["setup"]["kept"])
        self.prices: list[int] = [
            int(game["consume"][f"price_{kind}"]) for kind in terms.GOOD_KINDS
        ]
        self.double: int = int(game["consume"]["double"])
        self.explore_draw: int = int(game["explore"]["draw"])
        self.explore_keep: int = int(game["explore"]["keep"])
        self.bonus_5_draw: int = int(game["explore"]["bonus_5_draw"])
        self.bonus_1_1_draw: int = int(game["explore"]["bonus_1_1_draw"])
        self.bonus_1_1_keep: int = int(game["explore"]["bonus_1_1_keep"])
        self.develop_bonus: int = int(game["develop"]["bonus_discount"])
        self.settle_bonus: int = int(game["settle"]["bonus_draw"])
        self.hand_limit: int = int(game["round"]["hand_limit"])
        self.tableau_end: int = int(game["end"]["tableau"])


def _first_match(scored: list[dict[str, Any]], record: dict[str, Any]) -> int:
    """Return what a card scores: the first term that fits ("Scoring terms" of vocabulary.md)."""
    # [#end.6]
    for term in scored:
        if _matches(term, record):
            return int(term["vp"])
    return 0


def _matches(term: dict[str, Any], record: dict[str, Any]) -> bool:
    # [#end.5]
    match = term["match"]
    if match in {"chips", "military_total"}:
        return False
    if match == "name":
        return bool(record["id"] == term["card"])
    if match in {"world", "development"} and record["type"] != match:
        return False
    if "flag" in term and term["flag"] not in record["flags"]:
        return False
    if term.get("military") and record.get("settle") != "military":
        return False
    if "power" in term and all(p["phase"] != term["power"] for p in record["powers"]):
        return False
    return all(
        record.get(key) == term[key] for key in ("kind", "production", "cost") if key in term
    )
