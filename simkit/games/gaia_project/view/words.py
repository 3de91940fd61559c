"""Actions in words, for people: what is done where, what it takes and what it brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import building, federations, leech, specials, terms
from simkit.games.gaia_project.rules.apply import (
    CREDIT_PRICE,
    GOODS,
    POWER_PRICE,
    QIC_TYPES_VP,
    bundle_price,
)
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.income import ITARS_TILE
from simkit.games.gaia_project.view import names

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player
    from simkit.games.gaia_project.title import GaiaRules

BUILT = ("mine", "trading station", "research lab", "planetary institute", "knowledge academy",
         "QIC academy")  # fmt: skip
TURNED = ", turning a green federation token over"
EXCHANGED = (("ore", "credits"), ("ore", "token"), ("knowledge", "credits"), ("qic", "ore"))


class Speaker:
    """Says the actions of one position.

    Attributes
    ----------
    rules, state, player
        The position, and whose decision it is.
    """

    def __init__(self, rules: GaiaRules, state: GaiaState) -> None:
        self.rules, self.state = rules, state
        self.player: Player = state.players[max(state.seat, 0)]

    def say(self, action: int) -> str:
        """Return the action in words."""
        kind, args = self.rules.decode(action)
        text: Callable[[dict[str, int]], str] = getattr(self, f"_{kind}")
        return text(args)

    def _at(self, args: dict[str, int]) -> str:
        return names.planet(self.state, args["hex"])

    def _good(self, gain: int, number: int = 1) -> str:
        """Return a good that power turns into; Gleens get ore for a QIC until their academy stands."""
        kind = GOODS[gain]
        text = names.amount(number, terms.RESOURCES[kind])
        if kind == terms.QIC and self.player.faction == terms.GLEENS and not self.player.right:
            return f"{text} (Gleens: {names.amount(number, 'ore')})"
        return text

    # Set-up --------------------------------------------------------------------------------------

    def _faction(self, args: dict[str, int]) -> str:
        name = names.faction(args["faction_chosen"])
        if self.rules.options["faction_choice"] == "auction":
            return f"put {name} up for auction"
        return f"choose {name}"

    def _bid(self, args: dict[str, int]) -> str:
        return f"bid {names.amount(args['vp'], 'vp')} for {names.faction(args['faction_chosen'])}"

    def _place(self, args: dict[str, int]) -> str:
        what = "planetary institute" if self.player.faction == terms.IVITS else "mine"
        return f"place a starting {what} on {self._at(args)}"

    def _booster(self, args: dict[str, int]) -> str:
        return f"take the first booster {names.booster(self.rules, args['booster'] - 1)}"

    # Income and Gaia phase ---------------------------------------------------------------------------

    def _income(self, args: dict[str, int]) -> str:
        what = names.amount(args["amount"], ("charge", "token")[args["symbol"]])
        return f"take next from the income: {what}"

    def _gaia_gain(self, args: dict[str, int]) -> str:
        price = POWER_PRICE[args["gain"]]
        return f"use {price} power of the returning tokens for {self._good(args['gain'])}"

    def _gaia_tile(self, args: dict[str, int]) -> str:
        return f"discard {ITARS_TILE} power tokens of the Gaia bowl for a tech tile"

    def _gaia_done(self, args: dict[str, int]) -> str:
        return "end the Gaia phase"

    # Building -----------------------------------------------------------------------------------------

    def _via(self, via: int) -> str:
        """Say which other action a building is part of."""
        cost = self.state.t.power_cost
        free = names.free_steps(building.FREE_STEPS[via])
        return {
            schema.VIA_POWER2: f", by the power action for {cost[terms.TERRAFORM_2]} power with {free}",
            schema.VIA_POWER6: f", by the power action for {cost[terms.TERRAFORM_1]} power with {free}",
            schema.VIA_STEP: f", by the booster with {free}",
            schema.VIA_RANGE: f", by the booster with range +{building.RANGE_BONUS}",
        }.get(via, "")

    def _range_qic(self, cell: int, via: int) -> int:
        """Return what QIC reaching a cell takes; the own gaiaformer is always reachable."""
        s, p = self.state, self.player
        if p.former_mask >> cell & 1:
            return 0
        return building.range_qic(s, p, cell, building.base_range(s, p, via))

    def _far(self, cell: int, via: int = schema.VIA_PLAIN) -> str:
        """Say what reaching a cell takes; empty where it is in range."""
        qic = self._range_qic(cell, via)
        return f"{names.amount(qic, 'qic')} for range" if qic else ""

    def _reached(self, cell: int) -> str:
        """Say what an action takes that costs nothing but QIC for range."""
        far = self._far(cell)
        return f" for {far}" if far else ""

    def _mine(self, args: dict[str, int]) -> str:
        s, p, cell, via = self.state, self.player, args["hex"], args["via"]
        text = f"build a mine on {self._at(args)}"
        if cell >= len(s.planet) or s.planet[cell] in (terms.TRANSDIM, -1) or p.faction < 0:
            return text + self._via(via)
        far = self._range_qic(cell, via)
        ore, credits, qic, steps = building.mine_price(s, p, cell, via, far)
        prices = ((ore, "ore"), (credits, "credits"), (qic - far, "qic"))
        amounts = [names.amount(n, good) for n, good in prices if n]
        cost = names.listed([*amounts, self._far(cell, via)])
        if s.others(p.seat) >> cell & 1:
            text += " beside its owner"
        elif s.planet[cell] == terms.GAIA and p.former_mask >> cell & 1:
            text += " in place of the gaiaformer"
        if steps:
            text += f" with {steps} terraforming step{'s' * (steps > 1)}"
        return f"{text} for {cost}{self._via(via)}"

    def _gaia_project(self, args: dict[str, int]) -> str:
        s, p = self.state, self.player
        tokens = s.t.project_tokens[p.levels[3]]
        cost = [names.amount(tokens, "token"), self._far(args["hex"], args["via"])]
        text = f"start a Gaia project on {self._at(args)} with {names.listed(cost)}"
        return text + self._via(args["via"])

    def _upgrade(self, args: dict[str, int]) -> str:
        s, p, cell = self.state, self.player, args["hex"]
        to = args["building"]
        ore, credits = building.upgrade_price(s, p, cell, to)
        cost = f"{names.amount(ore, 'ore')} and {names.amount(credits, 'credits')}"
        old = names.structure(s, p, cell)
        return f"upgrade to {BUILT[to]} on {self._at(args)}, from {old}, for {cost}"

    def _lost_planet(self, args: dict[str, int]) -> str:
        return f"place the lost planet on {self._at(args)}{self._reached(args['hex'])}"

    def _swap(self, args: dict[str, int]) -> str:
        return f"special action: swap the planetary institute with the mine on {self._at(args)}"

    def _downgrade(self, args: dict[str, int]) -> str:
        return (
            f"special action: turn the research lab on {self._at(args)} into a trading station, "
            "with a research step"
        )

    def _space_station(self, args: dict[str, int]) -> str:
        far = self._reached(args["hex"])
        return f"special action: place a space station on {self._at(args)}{far}"

    # Tiles and research --------------------------------------------------------------------------------

    def _tile(self, args: dict[str, int]) -> str:
        place, s = args["place"], self.state
        under = (
            f"under {names.area(place)}"
            if place < 6
            else f"of the free row, {terms.PLACES[place][-1]}"
        )
        tile = names.standard(self.rules, s.places[place]) if s.places else ""
        return f"take the tech tile {tile} {under}"

    def _advanced(self, args: dict[str, int]) -> str:
        s, area = self.state, args["area"]
        tile = names.advanced(self.rules, s.dealt_advanced[area]) if s.dealt_advanced else ""
        covered = names.standard(self.rules, args["cover"])
        where = names.area(area)
        return f"take the advanced tile {tile} of {where}, covering {covered}{TURNED}"

    def _once(self, kind: int, number: int) -> str:
        """Return what a level brings at once."""
        s, p = self.state, self.player
        if kind == terms.FEDERATION_TOKEN:
            return f"federation token {names.token(self.rules, s.top_token)}"
        if kind == terms.LOST_PLANET:
            return "the lost planet"
        if kind == terms.VP_PER_GAIA:
            return f"{names.amount(number, 'vp')} for each {names.COUNTED['gaia_planet']}"
        if kind == terms.QIC and p.faction == terms.GLEENS and not p.right:
            kind = terms.ORE
        return names.amount(number, terms.RESOURCES[kind])

    def _level(self, area: int) -> str:
        """Say what the next level of an area is and brings at once."""
        t, level = self.state.t, self.player.levels[area] + 1
        if level > terms.TOP:
            return names.area(area)
        gains = [self._once(kind, n) for kind, n in t.level_once[area][level]]
        if level == 3:
            gains.append(names.amount(t.level_3_charge, "charge"))
        brings = f" ({names.listed(gains)})" if gains else ""
        return f"{names.area(area)} to level {level}{brings}"

    def _turned(self, area: int) -> str:
        """Say that the highest level takes a green token."""
        top = self.player.levels[area] + 1 == terms.TOP
        return TURNED if top else ""

    def _research(self, args: dict[str, int]) -> str:
        area, cost = args["area"], names.amount(self.state.t.step_cost, "knowledge")
        return f"research {self._level(area)} for {cost}{self._turned(area)}"

    def _step(self, args: dict[str, int]) -> str:
        area = args["area"]
        return f"take the free research step: {self._level(area)}{self._turned(area)}"

    def _no_step(self, args: dict[str, int]) -> str:
        return "do without the free research step"

    # Federations ---------------------------------------------------------------------------------------

    def _federation(self, args: dict[str, int]) -> str:
        s, p = self.state, self.player
        token = args["token"] - 1
        brings = names.token(self.rules, token) if token >= 0 else "no token"
        cells = cells_of(args["hexes"])
        pieces = [
            f"{names.planet(s, c)[:-1]}, {names.structure(s, p, c)})"
            if (p.own >> c & 1)
            else f"{names.planet(s, c)} ({names.structure(s, p, c)})"
            for c in cells
            if (p.own | p.spaces) >> c & 1
        ]
        others = [names.planet(s, c) for c in cells if not (p.own | p.spaces) >> c & 1]
        made = names.listed([self._federation_before(args["hexes"]), *pieces])
        if made and others:
            satellites = f"{len(others)} satellite{'s' * (len(others) > 1)}"
            cost = names.amount(len(others), "qic" if p.faction == terms.IVITS else "token")
            made += f", joined by {satellites} ({cost}) on {names.listed(others)},"
        hexes = made or names.listed(others)  # of no piece at all: an action that is refused
        return f"form a federation of {hexes} for the token {brings}"

    def _federation_before(self, hexes: int) -> str:
        """Say that Ivits' federation is made out of the one before, and of what power if of it alone."""
        cells, value = federations.base_of(self.state, self.player)
        if not cells:
            return ""
        return "the one before" if hexes else f"the one before, which has grown to {value} power,"

    # Board and special actions -------------------------------------------------------------------------

    def _power_action(self, args: dict[str, int]) -> str:
        t, action = self.state.t, args["action"]
        gains = names.goods(t.power_gain[action])
        return f"power action: {gains} for {t.power_cost[action]} power"

    def _qic_cost(self, action: int) -> str:
        return names.amount(self.state.t.qic_cost[action], "qic")

    def _qic_tile(self, args: dict[str, int]) -> str:
        return f"QIC action: a tech tile for {self._qic_cost(terms.QIC_TILE)}"

    def _qic_token(self, args: dict[str, int]) -> str:
        token = names.token(self.rules, args["token"] - 1)
        cost = self._qic_cost(terms.QIC_TOKEN)
        return f"QIC action: score the federation token {token} again for {cost}"

    def _qic_types(self, args: dict[str, int]) -> str:
        types = self.player.types.bit_count()
        points = names.amount(QIC_TYPES_VP + types, "vp")
        counted = f"{types} planet type{'s' * (types != 1)}"
        cost = self._qic_cost(terms.QIC_TYPES)
        return f"QIC action: {points} ({QIC_TYPES_VP} and 1 for each of {counted}) for {cost}"

    def _special(self, args: dict[str, int]) -> str:
        number = args["special"]
        if number == terms.S_LOWEST:
            return "special action: a research step in an area with the lowest level"
        if number not in (terms.S_ACADEMY, terms.S_CHARGE, *specials.SPECIAL_TILE):
            name = schema.KINDS[schema.K_SPECIAL].args[0].names[number]
            return f"special action {name.replace('_', ' ')}"
        gains = names.goods(specials.gains(self.state, self.player, number))
        source = {terms.S_ACADEMY: "academy", terms.S_CHARGE: "tech tile"}.get(
            number, "advanced tile"
        )
        return f"special action of the {source}: {gains}"

    def _pass(self, args: dict[str, int]) -> str:
        if not args["booster"]:
            return "pass"
        return f"pass and take the booster {names.booster(self.rules, args['booster'] - 1)}"

    # Power of neighbours -------------------------------------------------------------------------------

    def _source(self) -> str:
        """Say what the power comes from."""
        s = self.state
        if not s.offers:
            return ""
        cell, builder = s.offers[0] >> 4 & schema.HEX_MASK, s.players[s.offers[0] >> 13]
        what = names.structure(s, builder, cell)
        return f" from the {what} of {names.who(s, builder)} on {names.planet(s, cell)}"

    def _leech(self, args: dict[str, int]) -> str:
        amount, how = args["amount"], args["how"]
        charge = f"charge {amount} power{self._source()} for {self._leech_cost(amount)}"
        if how == 0:
            return charge
        return (
            f"{charge}, then gain 1 power token"
            if how == 1
            else f"gain 1 power token, then {charge}"
        )

    def _leech_cost(self, amount: int) -> str:
        return names.amount(amount - 1, "vp") if amount > 1 else "nothing"

    def _decline(self, args: dict[str, int]) -> str:
        s, p, amount = self.state, self.player, args["amount"]
        refused = f"refuse to charge {amount} power{self._source()}"
        if not s.offers or leech.token_with_leech(p):
            return refused
        possible = leech.chargeable(s, p)
        cost = self._leech_cost(possible)
        return (
            f"{refused} for {cost}"
            if possible == amount
            else f"{refused}, {possible} of it for {cost}"
        )

    # Free actions --------------------------------------------------------------------------------------

    def _burn(self, args: dict[str, int]) -> str:
        count = args["count"]
        tokens = f"{names.amount(count, 'token')} of bowl II"
        itars = self.player.faction == terms.ITARS
        given = f"put {tokens} into the Gaia bowl" if itars else f"discard {tokens}"
        return f"free: {given} to move {count} from bowl II to bowl III"

    def _spend_power(self, args: dict[str, int]) -> str:
        return f"free: spend {args['power']} power for {self._good(args['gain'], args['count'])}"

    def _bundle(self, args: dict[str, int]) -> str:
        parts = (args["credits_gained"], args["ore_gained"], args["knowledge_gained"],
                 args["qic_gained"])  # fmt: skip
        gains = names.listed(self._good(gain, n) for gain, n in enumerate(parts) if n)
        return f"free: spend {bundle_price(parts)} power together for {gains}"

    def _convert(self, args: dict[str, int]) -> str:
        paid, gained = EXCHANGED[args["exchange"]]
        return f"free: turn {names.amount(1, paid)} into {names.amount(1, gained)}"

    def _spend_credits(self, args: dict[str, int]) -> str:
        price = names.amount(CREDIT_PRICE[args["gain"]], "credits")
        return f"free: spend {price} for {self._good(args['gain'])}"

    def _gaiaformer_to_qic(self, args: dict[str, int]) -> str:
        return "free: move a gaiaformer to the Gaia bowl for 1 QIC"

    def _token_to_knowledge(self, args: dict[str, int]) -> str:
        return "free: move a power token from bowl III to the Gaia bowl for 1 knowledge"

    def _brainstone(self, args: dict[str, int]) -> str:
        s, place = self.state, args["bowl"]
        if s.mode == schema.M_PAY:
            cost = s.todo[-1] >> 12
            how = "with" if place == 1 else "without"
            return f"pay {cost} power {how} the brainstone"
        if place == schema.STONE_DISCARD:
            return "discard the brainstone"
        if s.mode == schema.M_TAKE and place != schema.STONE_GAIA:
            return f"keep the brainstone in {names.bowl(place)}"
        return f"the brainstone goes to {names.bowl(place)}"

    def _end_turn(self, args: dict[str, int]) -> str:
        return "end the turn"


def words(rules: GaiaRules, state: GaiaState, action: int) -> str:
    """Say an action in words."""
    return Speaker(rules, state).say(action)
