"""Component tables of one setting, exploded from the (possibly patched) data into plain lists."""

from __future__ import annotations

from typing import Any, Final

from simkit.core.components import Components
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.terms import Gains

N_POWER: Final = 7  # power actions
SITES_KEPT: Final = 100  # lists of sites; they can be made again
SITES: Final = 10 << 9  # planet types times cells
MOST_STEPS: Final = terms.WHEEL // 2  # of terraforming
MOST_FREE_STEPS: Final = 2  # that an action brings
NOT_WANTED: Final = 1 << 20  # more ore than anybody has
MORE_ORE: Final = 8  # where more ore stands in a key, above more credits


def _gains(record: dict[str, Any]) -> Gains:
    """Return a table such as ``{ore = 1, charge = 2}`` as (resource, amount) pairs."""
    return [
        (terms.RESOURCES.index(name), 1 if isinstance(amount, str) else int(amount))
        for name, amount in record.items()
    ]


def _goods(gains: Gains) -> list[int]:
    """Return the amount of each good, in the order of the resources up to CHARGE."""
    return [
        sum(amount for kind, amount in gains if kind == good) for good in range(terms.CHARGE + 1)
    ]


def _summed(row: list[Gains]) -> list[Gains]:
    """Return what a row of places brings when none, one, two ... of them are open."""
    found: list[Gains] = [[]]
    for gains in row:
        found.append(found[-1] + gains)
    return found


def by_code(records: list[dict[str, Any]], codes: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the records ordered by their log code."""
    found = {record["log_code"]: record for record in records}
    return [found[code] for code in codes]


class FactionTable:
    """One faction board."""

    def __init__(self, record: dict[str, Any], common: dict[str, Any]) -> None:
        start, base = record["start"], record["base_income"]
        self.name: str = record["id"]
        self.home = terms.PLANETS.index(record["planet"])
        self.start: Gains = [(terms.RESOURCES.index(k), int(v)) for k, v in start.items()]
        self.bowls = [int(n) for n in record["bowls"]]
        area = record["start_research"]
        self.start_area = -1 if area == "none" else terms.AREAS.index(area)
        self.base_income = _gains({k: v for k, v in base.items() if v})
        self.institute_income = _gains(
            {k: v for k, v in record["planetary_institute_income"].items() if v}
        )
        income = common["income"]
        self.station_income = self._row(
            record.get("trading_station_income"), "credits", income["trading_station_credits"]
        )
        self.lab_income = self._row(
            record.get("research_lab_income"), "knowledge", income["research_lab_knowledge"]
        )
        self.stations_income = _summed(self.station_income)
        self.labs_income = _summed(self.lab_income)
        left = record.get("academy_left_income", {"knowledge": income["academy_left_knowledge"]})
        self.academy_income = _gains(left)
        self.academy_special: Gains = [(terms.QIC, 1)]
        if "academy_right" in record:  # Bal T'aks: "special action: 4 credits"
            amount = int(record["academy_right"].split(":")[1].split()[0])
            self.academy_special = [(terms.CREDITS, amount)]
        self.mines = int(record["starting_structures"].get("mine", 0))

    @staticmethod
    def _row(own: dict[str, list[int]] | None, name: str, common: list[int]) -> list[Gains]:
        """Income of a row of places: what each place adds when it is open."""
        resource, amounts = next(iter(own.items())) if own else (name, common)
        return [[(terms.RESOURCES.index(resource), int(n))] for n in amounts]


class TileTable:
    """One standard or advanced tech tile, or one booster."""

    def __init__(self, record: dict[str, Any]) -> None:
        once = dict(record.get("once", {}))
        self.once_per = -1
        if "per" in once:  # advanced: {per = "mine", vp = 2}
            self.once_per = terms.COUNTS.index(once.pop("per"))
        if "knowledge_per_planet_type" in once:
            once = {"knowledge": once["knowledge_per_planet_type"]}
            self.once_per = terms.N_TYPE
        self.once = _gains(once)
        self.income = _gains(record.get("income", {}))
        trigger = record.get("trigger", {})
        self.event = terms.EVENTS.index(trigger["on"]) if trigger else -1
        self.event_vp = int(trigger.get("vp", 0))
        on_pass = record.get("on_pass") or record.get("pass_vp") or {}
        self.pass_per = terms.COUNTS.index(on_pass["per"]) if on_pass else -1
        self.pass_vp = int(on_pass.get("vp", 0))
        special = record.get("special_action", {})
        self.special = _gains(special) if isinstance(special, dict) else []


class Site:
    """A planet open for a mine, and what it takes; shared, never changed.

    Attributes
    ----------
    cell
        Where it is.
    action
        The action that builds it plainly.
    ore, qic, steps
        Its ore without terraforming, its QIC, its terraforming steps.
    price
        Where its ore stands in the lists of `Tables.site_ore`.
    """

    __slots__ = ("action", "cell", "ore", "price", "qic", "steps")

    def __init__(
        self, cell: int, action: int, ore: int, qic: int, steps: int, dearer: bool
    ) -> None:
        self.cell = cell
        self.action = action
        self.ore = ore
        self.qic = qic
        self.steps = steps
        self.price = 2 * steps + dearer

    def figures(self) -> tuple[int, int, int, int, int]:
        """Return all of it, to be compared."""
        return self.action, self.ore, self.qic, self.steps, self.price


class Purse:
    """Which upgrades some ore and credits pay for.

    Attributes
    ----------
    paid
        Buildings that they pay for.
    some_stations
        Whether they pay for trading stations near opponents only.
    short
        The prices (as in `Tables.upgrade_prices`) of all that they do not pay for wherever it stands.
    """

    __slots__ = ("credits", "known", "ore", "paid", "short", "some_stations")

    def __init__(
        self, prices: list[tuple[int, int, int, int, int]], ore: int, credits: int
    ) -> None:
        self.ore, self.credits = ore, credits
        self.known: dict[int, list[int]] = {}
        self.paid: list[int] = []
        self.short: list[tuple[int, int, int, int, int]] = []
        self.some_stations = False
        for price in prices:
            to, its_ore, its_credits, least_ore, least_credits = price
            if ore >= its_ore and credits >= its_credits:
                self.paid.append(to)
                continue
            self.short.append(price)
            if ore >= least_ore and credits >= least_credits:
                self.some_stations = True  # of other buildings both prices are the same

    def opened(self, more_ore: int, more_credits: int) -> list[int]:
        """Return which of what is short so much more may pay for (not to be changed)."""
        key = more_ore << MORE_ORE | more_credits
        found = self.known.get(key)
        if found is None:
            found = self._found_open(self.ore + more_ore, self.credits + more_credits)
            self.known[key] = found
        return found

    def _found_open(self, ore: int, credits: int) -> list[int]:
        return [
            to
            for to, _, _, least_ore, least_credits in self.short
            if least_ore <= ore and least_credits <= credits
        ]


class Tables:
    """Everything a game needs from the component data, as plain lists.

    Examples
    --------
    >>> import simkit
    >>> tables = simkit.rules("gaia_project", seats=2).tables
    >>> tables.mine_cost
    (1, 2)
    """

    __slots__ = (
        "advanced", "boosters", "cap", "cheapest", "cost", "dearest", "earning_areas",
        "earning_tiles", "factions", "formers", "goods_offered", "labs", "level_3_charge",
        "level_income", "level_once", "level_vp", "mine_cost", "mine_ore", "mines",
        "mines_ore", "most_credits", "most_ore", "neutral", "neutral_other", "no_goods",
        "offers_open", "parts", "plain_tile", "power_between", "power_cost", "power_gain",
        "power_goods", "power_offers", "power_value", "prizes", "project_tokens", "purses",
        "qic_cost", "qic_least", "range", "range_booster", "round_automa", "round_event",
        "round_vp", "site_ore", "sites_known", "standard", "start_vp", "station_cost_far",
        "station_cost_near", "stations", "step_booster", "step_cost", "step_ore", "steps",
        "steps_ore", "token_copies", "token_gain", "token_vp", "trading_stations",
        "upgrade_prices", "value_tile", "via_bits",
    )  # fmt: skip

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.sites_known: dict[int, list[Site | None]] = {}
        self._factions(parts)
        self._research(parts)
        self._tiles(parts)
        self._actions(parts)
        self._scoring(parts)

    def _factions(self, parts: Components) -> None:
        data = parts["factions"]
        common = data["common"]
        records = {record["id"]: record for record in data["faction"]}
        self.factions = [FactionTable(records[name], common) for name in terms.FACTIONS]
        self.start_vp = int(common["victory_points_start"])
        caps = common["resource_caps"]
        self.cap = [int(caps["ore"]), int(caps["knowledge"]), int(caps["credits"])]
        pieces = {name: int(n) for name, n in common["pieces"].items()}
        self.mines, self.formers = pieces["mine"], pieces["gaiaformer"]
        self.trading_stations, self.labs = pieces["trading_station"], pieces["research_lab"]
        self.stations = int(parts["supply"]["limited"]["space_stations"])
        value = common["power_value"]
        kinds = [name.removesuffix("_left").removesuffix("_right") for name in terms.BUILDINGS]
        self.power_value = [int(value[kind]) for kind in kinds]  # by building number
        cost = {n: (int(c["ore"]), int(c["credits"])) for n, c in common["cost"].items()}
        self.mine_cost = cost["mine"]
        self.station_cost_near = cost["trading_station_with_neighbour"]
        self.station_cost_far = cost["trading_station_isolated"]
        # By building number: lab, institute, academies; mine and station stand there for completeness.
        self.cost = [
            cost["mine"], cost["trading_station_isolated"], cost["research_lab"],
            cost["planetary_institute"], cost["academy"], cost["academy"],
        ]  # fmt: skip
        # What is built, the ore and credits it costs, and the lowest there are (stations cost less near
        # opponents).
        near, far = self.station_cost_near, self.station_cost_far
        self.upgrade_prices = [
            (
                terms.STATION,
                max(near[0], far[0]),
                max(near[1], far[1]),
                min(near[0], far[0]),
                min(near[1], far[1]),
            )
        ]
        self.upgrade_prices += [
            (to, *self.cost[to], *self.cost[to]) for to in range(terms.LAB, terms.ACADEMY_RIGHT + 1)
        ]
        self.most_ore = max(price[1] for price in self.upgrade_prices)
        self.most_credits = max(price[2] for price in self.upgrade_prices)
        self.purses = [  # by ore and credits, as far as more of them make a difference
            [Purse(self.upgrade_prices, ore, credits) for credits in range(self.most_credits + 1)]
            for ore in range(self.most_ore + 1)
        ]
        self.mine_ore = [int(n) for n in common["income"]["mine_ore"]]
        self.mines_ore = [sum(self.mine_ore[:n]) for n in range(self.mines + 1)]  # of so many mines
        ring = list(terms.PLANETS[: terms.WHEEL])
        assert ring == parts["research"]["terraforming_wheel"]["cycle"]
        self.steps = [
            [min((a - b) % terms.WHEEL, (b - a) % terms.WHEEL) for b in range(terms.WHEEL)]
            for a in range(terms.WHEEL)
        ]

    def _research(self, parts: Components) -> None:
        data = parts["research"]
        rules = data["rules"]
        levels = [area["levels"] for area in data["area"]]
        self.step_cost = int(rules["step_cost_knowledge"])
        self.level_3_charge = int(rules["charge_on_reaching_level_3"])
        self.level_vp = int(rules["end_game_vp_per_level_3_4_5"])
        self.step_ore = [int(level["ore_per_step"]) for level in levels[terms.TERRA]]
        # What terraforming costs: by free steps, level, and steps.
        self.steps_ore = [
            [
                [max(0, steps - free) * ore for steps in range(MOST_STEPS + 1)]
                for ore in self.step_ore
            ]
            for free in range(MOST_FREE_STEPS + 1)
        ]
        # Ore of a mine on a site by free steps, the fewest steps it may take, level, and price: twice its
        # steps, one more for Gleens on a gaia planet.
        ore = self.mine_cost[0]
        self.site_ore = [
            [
                [
                    [
                        ore + extra + paid[steps] if steps >= least else NOT_WANTED
                        for steps in range(MOST_STEPS + 1)
                        for extra in range(2)
                    ]
                    for paid in by_level
                ]
                for least in range(MOST_FREE_STEPS + 1)
            ]
            for by_level in self.steps_ore
        ]
        self.range = [int(level["range"]) for level in levels[terms.NAV]]
        self.project_tokens = [
            0 if isinstance(n := level["project_tokens"], str) else int(n)
            for level in levels[terms.GAIA_AREA]
        ]
        self.level_once: list[list[Gains]] = []
        self.level_income: list[list[Gains]] = []
        for area in levels:
            once = []
            for level in area:
                found = dict(level.get("once", {}))
                once.append(_gains(found))
            self.level_once.append(once)
            self.level_income.append([_gains(level.get("income", {})) for level in area])
        self.earning_areas = [area for area, row in enumerate(self.level_income) if any(row)]

    def _tiles(self, parts: Components) -> None:
        data = parts["tech_tiles"]
        self.standard = [TileTable(r) for r in by_code(data["standard"], terms.STANDARD)]
        self.earning_tiles = [tile for tile, table in enumerate(self.standard) if table.income]
        self.advanced = [TileTable(r) for r in by_code(data["advanced"], terms.ADVANCED)]
        records = by_code(parts["boosters"]["booster"], terms.BOOSTERS)
        self.boosters = [TileTable(record) for record in records]
        names = [str(record.get("special_action", "")) for record in records]
        self.step_booster = next(i for i, n in enumerate(names) if "terraforming step" in n)
        self.range_booster = next(i for i, n in enumerate(names) if "range +3" in n)
        self.plain_tile = [  # worth the same whatever its owner has built
            tile.once_per < 0 and tile.event < 0 and "standing" not in record
            for tile, record in zip(
                self.standard, by_code(data["standard"], terms.STANDARD), strict=True
            )
        ]
        self.value_tile = next(i for i, r in enumerate(data["standard"]) if "standing" in r)

    def _actions(self, parts: Components) -> None:
        data = parts["actions"]
        records = by_code(data["power_action"], terms.POWER_ACTIONS)
        assert len(records) == N_POWER
        self.power_cost = [int(record["cost_power"]) for record in records]
        # What a mine's action says of the action it belongs to, and of its power.
        self.via_bits = [via << schema.HEX_ARG2 for via in range(schema.VIA_RANGE + 1)]
        self.via_bits[schema.VIA_POWER2] |= self.power_cost[terms.TERRAFORM_2] << 24
        self.via_bits[schema.VIA_POWER6] |= self.power_cost[terms.TERRAFORM_1] << 24
        self.power_gain = [_gains(record.get("gain", {})) for record in records]
        self.power_goods = [_goods(gains) for gains in self.power_gain]
        # Those that give goods: their number, what they cost, and the action packed.
        self.power_offers = [
            (i, cost, schema.K_POWER | i << schema.ARG | cost << (schema.ARG + 3))
            for i, cost in enumerate(self.power_cost)
            if self.power_gain[i]
        ]
        self.dearest = most = max(self.power_cost)
        self.cheapest = min((cost for _, cost, _ in self.power_offers), default=0)
        self.no_goods = [0] * (terms.CHARGE + 1)
        # By power and by power actions used: those open, and the most of each good; made when asked for.
        self.offers_open: list[list[int] | None] = [None] * (most + 1 << N_POWER)
        self.goods_offered: list[list[int] | None] = [None] * (most + 1 << N_POWER)
        # The power actions that cost more than the first number and at most the second.
        self.power_between = [
            [[i for i, cost in enumerate(self.power_cost) if low < cost <= high]
             for high in range(most + 1)]
            for low in range(most + 1)
        ]  # fmt: skip
        self.qic_cost = [int(r["cost_qic"]) for r in by_code(data["qic_action"], terms.QIC_ACTIONS)]
        self.qic_least = min(self.qic_cost)

    def sites_of(self, key: int) -> list[Site | None]:
        """Return the sites made so far, by planet and cell; `building` says what its key is."""
        known = self.sites_known.get(key)
        if known is None:
            if len(self.sites_known) >= SITES_KEPT:
                self.sites_known.clear()
            known = self.sites_known[key] = [None] * SITES
        return known

    def purse(self, ore: int, credits: int) -> Purse:
        """Return which upgrades so much ore and credits pay for."""
        row = self.purses[ore if ore < self.most_ore else self.most_ore]
        return row[credits if credits < self.most_credits else self.most_credits]

    def open_offers(self, power: int, used: int) -> list[int]:
        """Return the power actions for goods which are open and can be paid (not to be changed)."""
        key = self._offers_key(power, used)
        known = self.offers_open[key]
        if known is None:
            known = [action for _, action in self._payable(power, used)]
            self.offers_open[key] = known
        return known

    def most_offered(self, power: int, used: int) -> list[int]:
        """Return the most of each good that a power action gives which is open and can be paid."""
        key = self._offers_key(power, used)
        known = self.goods_offered[key]
        if known is None:
            goods = [self.power_goods[number] for number, _ in self._payable(power, used)]
            known = [max(amounts) for amounts in zip(*goods, strict=True)] or [0] * (
                terms.CHARGE + 1
            )
            self.goods_offered[key] = known
        return known

    def _offers_key(self, power: int, used: int) -> int:
        """Return where it is kept what is offered for so much power when so many actions are used."""
        if power > self.dearest:
            power = self.dearest
        return power << N_POWER | used & (1 << N_POWER) - 1

    def _payable(self, power: int, used: int) -> list[tuple[int, int]]:
        """Return (number, action) of the power actions for goods which are open and can be paid."""
        return [
            (number, action)
            for number, cost, action in self.power_offers
            if power >= cost and not used >> number & 1
        ]

    def _scoring(self, parts: Components) -> None:
        tokens = by_code(parts["federation_tokens"]["token"], terms.TOKENS)
        self.token_vp = [int(token["vp"]) for token in tokens]
        self.token_gain = [_gains(token.get("gain", {})) for token in tokens]
        self.token_copies = [int(token["copies"]) for token in tokens]
        rounds = by_code(parts["round_scoring"]["tile"], terms.ROUND_TILES)
        self.round_event = [terms.EVENTS.index(tile["trigger"]) for tile in rounds]
        self.round_vp = [int(tile["vp"]) for tile in rounds]
        self.round_automa = [[int(n) for n in tile["automa"]] for tile in rounds]
        final = parts["final_scoring"]
        self.prizes = [int(n) for n in final["prize_vp"]]
        tiles = by_code(final["tile"], terms.FINAL_TILES)
        self.neutral = [int(tile["neutral"]) for tile in tiles]
        self.neutral_other = [int(t.get("neutral_other_printing", t["neutral"])) for t in tiles]
