"""What is legal: one function per question, in the order that is part of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import (
    building,
    federations,
    holdings,
    research,
    specials,
    terms,
)
from simkit.games.gaia_project.rules.apply import (
    CREDIT_PRICE,
    POWER_PRICE,
    ROUNDS,
    bundle_parts,
    bundle_price,
)
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.leech import chargeable, token_with_leech

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

ANY_QIC: Final = 99
MOST_POWER: Final = 31  # what one free action can spend, by the width of its argument
# How often candidates() offers to turn power into each good at a time.
USEFUL: Final = (
    (schema.GAIN_CREDITS, 4),
    (schema.GAIN_ORE, 2),
    (schema.GAIN_KNOWLEDGE, 2),
    (schema.GAIN_QIC, 2),
)
# Steps that candidates() wants a planet to need for one or two free ones.
WORTHWHILE: Final = (1, 2)
RANGE_QIC: Final = 1  # QIC for range that candidates() thinks of
BID_STEP: Final = 10  # a bid is at most so much above the last
ORE_CONVERSIONS: Final = [
    schema.K_CONVERT | schema.ORE_TO_CREDIT << schema.ARG,
    schema.K_CONVERT | schema.ORE_TO_TOKEN << schema.ARG,
]
KNOWLEDGE_CONVERSION: Final = schema.K_CONVERT | schema.KNOWLEDGE_TO_CREDIT << schema.ARG
QIC_CONVERSION: Final = schema.K_CONVERT | schema.QIC_TO_ORE << schema.ARG
RESEARCHES: Final = [schema.K_RESEARCH | area << schema.ARG for area in range(6)]
TILES: Final = [schema.K_TILE | place << schema.ARG for place in range(len(terms.PLACES))]
STEPS: Final = [schema.K_STEP | area << schema.ARG for area in range(6)]
OTHER_SIDE: Final = {
    terms.FACTIONS.index(a): terms.FACTIONS.index(b)
    for board in terms.BOARDS
    for a, b in (board, board[::-1])
}  # fmt: skip


def legal(s: GaiaState) -> list[int]:
    """Return every legal action.

    Of federations it lists those that `federations.listed` documents; of bundles of conversions (option
    bundled_power) none: `is_legal` knows the rule itself.
    """
    if s.seat < 0:
        return []
    p = s.players[s.seat]
    if s.mode == schema.M_TURN:
        found = main_actions(s, p, p.spendable(), ANY_QIC)
        found += federation_actions(s, p, federations.listed(s, p))
        found += free_actions(s, p)
        found += pass_actions(s)
        return found
    if s.mode == schema.M_AFTER:
        return [*free_actions(s, p), schema.K_END_TURN]
    return answers(s, p)


def candidates(s: GaiaState) -> list[int]:
    """Return the actions worth a bot's thought; `GaiaState.candidates` answers for the end of a turn."""
    mode = s.mode
    p = s.players[s.seat]
    if mode == schema.M_TURN:
        power = p.spendable()
        found = main_actions(s, p, power, RANGE_QIC, WORTHWHILE)
        kept = p.holdings
        if kept is None or kept.federations:  # mostly there are none
            found += federation_actions(s, p, federations.offered(s, p))
        useful_conversions(s, p, power, found)
        found += pass_actions(s)
        return found
    found = answers(s, p)
    if mode == schema.M_STEP and len(found) > 1 and _free_of_charge(s, p, found):
        found.pop()  # a step that costs nothing is not declined
    return found


def _free_of_charge(s: GaiaState, p: Player, found: list[int]) -> bool:
    for action in found:
        if action & 63 != schema.K_STEP or p.levels[action >> schema.ARG] >= terms.TOP - 1:
            continue
        return True
    return False


def is_legal(s: GaiaState, action: int) -> bool:
    """Tell whether an action is legal, federations and bundles included."""
    if s.seat < 0 or action < 0:
        return False
    kind = action & 63
    p = s.players[s.seat]
    if kind == schema.K_FEDERATION:
        return s.mode == schema.M_TURN and not _federation_problem(s, p, action)
    if kind == schema.K_BUNDLE:
        return s.mode in (schema.M_TURN, schema.M_AFTER) and _bundle_allowed(s, p, action)
    if s.mode == schema.M_TURN:
        if kind == schema.K_PASS:
            return action in pass_actions(s)
        return action in free_actions(s, p) or action in main_actions(s, p, p.spendable(), ANY_QIC)
    if s.mode == schema.M_AFTER:
        return action == schema.K_END_TURN or action in free_actions(s, p)
    return action in answers(s, p)


def why_illegal(s: GaiaState, action: int) -> str:
    """Say why an action is refused."""
    kind = action & 63
    if kind == schema.K_FEDERATION and s.mode == schema.M_TURN:
        return _federation_problem(s, s.players[s.seat], action)
    if s.mode == schema.M_AFTER:
        return "the main action is done: only free actions and end_turn are left"
    if s.mode not in (schema.M_TURN, schema.M_AFTER):
        names = {s.rules.schema.kinds[a & 63].name for a in answers(s, s.players[s.seat])}
        return f"the question is answered by: {', '.join(sorted(names))}"
    return "its conditions are not met (range, price, pieces, or already used this round)"


def _federation_problem(s: GaiaState, p: Player, action: int) -> str:
    rest = action >> schema.ARG
    token, mask = (rest & 7) - 1, rest >> 3
    if not 0 <= token < 6 or s.tokens_left[token] == 0:
        return "no federation token of that type is left"
    return federations.problem(s, p, mask)


def _bundle_allowed(s: GaiaState, p: Player, action: int) -> bool:
    parts = bundle_parts(action >> schema.ARG)
    if not s.rules.options["bundled_power"] or sum(parts) == 0 or action >> (schema.ARG + 17):
        return False
    return bundle_price(parts) <= p.spendable()


# A turn -----------------------------------------------------------------------------------------


def main_actions(
    s: GaiaState, p: Player, power: int, most_qic: int, least_steps: tuple[int, int] = (0, 0)
) -> list[int]:
    """Return the main actions but federations and passing (rules.md 2.3 A-C, E-G).

    `power`: what there is to spend; `least_steps`: the steps that planets need for actions with one and
    with two free steps.
    """
    t = s.t
    ranged = p.booster == t.range_booster and not p.used >> terms.S_RANGE & 1
    found: list[int] = []
    if building.mine_possible(s, p):
        mine_actions(s, p, power, most_qic, least_steps, found)
        if ranged:
            ranged_sites = building.sites(
                s, p, building.base_range(s, p, schema.VIA_RANGE), most_qic
            )
            building.note_mines(s, p, schema.VIA_RANGE, ranged_sites, found)
    if t.project_tokens[p.levels[terms.GAIA_AREA]]:
        found += project_actions(s, p, schema.VIA_PLAIN, most_qic)
        if ranged:
            found += project_actions(s, p, schema.VIA_RANGE, most_qic)
    upgrade_actions(s, p, found)
    if p.knowledge >= t.step_cost:
        if terms.TOP - 1 in p.levels or terms.TOP in p.levels or p.faction == terms.BALTAKS:
            found += research.areas_for(s, p, research.ANY_AREA, RESEARCHES)
        else:
            found += RESEARCHES
    if power >= t.cheapest:
        found += t.open_offers(power, s.actions_used)
    if p.qic >= t.qic_least:
        found += qic_actions(s, p)
    found += p.specials if p.specials_at == p.used else specials.listed(p)
    if EXCHANGES[p.faction] and p.institute:
        exchanges(s, p, most_qic, found)
    return found


def mine_actions(
    s: GaiaState,
    p: Player,
    power: int,
    most_qic: int,
    least_steps: tuple[int, int],
    found: list[int],
) -> None:
    """Note the mines in range, also as part of power actions and of the booster's with a step."""
    if most_qic == RANGE_QIC:
        sites = building.sites_known(s, p)
    else:
        sites = building.sites(s, p, building.base_range(s, p, schema.VIA_PLAIN), most_qic)
    if not sites:
        return
    one, two = least_steps
    used, costs = s.actions_used, s.t.power_cost
    building.note_mines(s, p, schema.VIA_PLAIN, sites, found)
    if power >= costs[terms.TERRAFORM_2] and not used >> terms.TERRAFORM_2 & 1:
        building.note_mines(s, p, schema.VIA_POWER2, sites, found, two)
    if power >= costs[terms.TERRAFORM_1] and not used >> terms.TERRAFORM_1 & 1:
        building.note_mines(s, p, schema.VIA_POWER6, sites, found, one)
    if p.booster == s.t.step_booster and not p.used >> terms.S_STEP & 1:
        building.note_mines(s, p, schema.VIA_STEP, sites, found, one)


def project_actions(s: GaiaState, p: Player, via: int, most_qic: int) -> list[int]:
    """Return the Gaia projects that can be started."""
    cells = building.project_cells(s, p, via, most_qic)
    return building.actions_on(schema.K_PROJECT | via << schema.HEX_ARG2, cells) if cells else []


def upgrade_actions(s: GaiaState, p: Player, found: list[int]) -> None:
    """Note the upgrades that can be paid; stations near opponents are the cheaper ones."""
    purse = s.t.purse(p.ore, p.credits)
    if not purse.paid and not purse.some_stations:
        return
    upgrades = (p.holdings or holdings.of(s, p)).upgrades
    if purse.some_stations and upgrades[terms.STATION]:
        _stations_to_be_paid(s, p, upgrades[terms.STATION], found)
    for to in purse.paid:
        found += upgrades[to]


def _stations_to_be_paid(s: GaiaState, p: Player, upgrades: list[int], found: list[int]) -> None:
    """Note those near opponents, or those that are not: where both can be paid, all are."""
    near, far = s.t.station_cost_near, s.t.station_cost_far
    wanted = p.ore >= near[0] and p.credits >= near[1]
    if not wanted and (p.ore < far[0] or p.credits < far[1]):
        return
    others, around = s.others(p.seat), s.shape.near[building.OPPONENTS_NEAR]
    for action in upgrades:
        if (around[action >> schema.ARG & schema.HEX_MASK] & others != 0) != wanted:
            continue
        found.append(action)


def qic_actions(s: GaiaState, p: Player) -> list[int]:
    """Return the QIC actions that can be paid (rules.md F)."""
    # Rules: [#2.3F]
    found: list[int] = []
    cost, used = s.t.qic_cost, s.actions_used
    tile_open = p.qic >= cost[terms.QIC_TILE] and not used >> (7 + terms.QIC_TILE) & 1
    if tile_open and research.tiles_open(s, p):
        found.append(schema.K_QIC_TILE)
    if p.qic >= cost[terms.QIC_TOKEN] and not used >> (7 + terms.QIC_TOKEN) & 1:
        found += [schema.K_QIC_TOKEN | (i + 1) << schema.ARG for i, n in enumerate(p.tokens) if n]
    if p.qic >= cost[terms.QIC_TYPES] and not used >> (7 + terms.QIC_TYPES) & 1:
        found.append(schema.K_QIC_TYPES)
    return found


def exchanges(s: GaiaState, p: Player, most_qic: int, found: list[int]) -> None:
    """Note the special actions of institutes, which exchange or place pieces (rules.md G and 5)."""
    # Rules: [#2.3G] [#5.ambas] [#5.firaks]
    if p.faction == terms.AMBAS and not p.used >> terms.S_SWAP & 1:
        found += building.actions_on(schema.K_SWAP, p.mine_mask & ~p.lost)
    elif p.faction == terms.FIRAKS and not p.used >> terms.S_DOWNGRADE & 1:
        if building.has_piece(s, p, terms.STATION):
            found += building.actions_on(schema.K_DOWNGRADE, p.lab_mask)
    elif p.faction == terms.IVITS and not p.used >> terms.S_SPACE & 1:
        found += building.actions_on(schema.K_SPACE, building.station_cells(s, p, most_qic))


EXCHANGES: Final = [
    faction in (terms.AMBAS, terms.FIRAKS, terms.IVITS) for faction in range(len(terms.FACTIONS))
]


TOKEN_BITS: Final = [federations.token_bits(token) for token in range(6)]


def federation_actions(s: GaiaState, p: Player, masks: list[int]) -> list[int]:
    """Return the federations of `masks`, with every token that is left."""
    found: list[int] = []
    for mask in masks:
        packed = federations.mask_bits(mask)
        for token, left in enumerate(s.tokens_left):
            if left:
                found.append(packed | TOKEN_BITS[token])
    return found


PASSES: Final[dict[int, list[int]]] = {}  # ways of passing by the boosters that lie there


def pass_actions(s: GaiaState) -> list[int]:
    """Return the ways of passing (not to be changed): with a booster, without in the last round."""
    # Rules: [#2.3H]
    if s.round == ROUNDS:
        return [schema.K_PASS]
    found = PASSES.get(s.boosters)
    if found is None:
        found = PASSES[s.boosters] = [
            schema.K_PASS | (b + 1) << schema.ARG for b in cells_of(s.boosters)
        ]
    return found


def free_actions(s: GaiaState, p: Player) -> list[int]:
    """Return the free actions (actions.toml, rules.md 5)."""
    # Rules: [#free]
    found = burns(p)[:]
    power = p.spendable()
    one_by_one = singly(p)
    for gain in (schema.GAIN_CREDITS, schema.GAIN_ORE, schema.GAIN_KNOWLEDGE, schema.GAIN_QIC):
        most = min(power, MOST_POWER) // POWER_PRICE[gain]
        found += [
            spend_action(gain, n) for n in range(1, (min(1, most) if one_by_one else most) + 1)
        ]
    if p.ore:
        found += ORE_CONVERSIONS
    if p.knowledge:
        found.append(KNOWLEDGE_CONVERSION)
    if p.qic:
        found.append(QIC_CONVERSION)
    found += faction_conversions(p)
    return found


def singly(p: Player) -> bool:
    """Tell whether free actions are done one at a time: paying together would save power, or the
    brainstone asks.
    """
    return p.stone != 0 or (p.faction == terms.NEVLAS and p.institute != 0)


def burns(p: Player) -> list[int]:
    """Return the ways of burning tokens (not to be changed); with the brainstone one at a time."""
    most = p.p2 >> 1
    if p.stone and most > 1:
        return BURNS[1]
    if most <= MOST_BURNS:
        return BURNS[most]
    return [schema.K_BURN | n << schema.ARG for n in range(1, most + 1)]


MOST_BURNS: Final = 15
BURNS: Final = [
    [schema.K_BURN | n << schema.ARG for n in range(1, most + 1)] for most in range(MOST_BURNS + 1)
]


def spend_action(gain: int, times: int = 1) -> int:
    """Pack the free action that turns power into goods."""
    return (
        schema.K_SPEND
        | gain << schema.ARG
        | times << (schema.ARG + 2)
        | POWER_PRICE[gain] * times << (schema.ARG + 7)
    )


def _useful_spending(one_by_one: bool, last: bool) -> list[list[int]]:
    """Return by power the ways of turning it into goods that bots think of."""
    table = []
    for power in range(MOST_POWER + 1):
        found: list[int] = []
        for gain, useful in USEFUL:
            most = power // POWER_PRICE[gain]
            if one_by_one and most > 1:
                most = 1
            found += [spend_action(gain, n) for n in range(1, min(most, useful) + 1)]
            if last and gain == schema.GAIN_CREDITS and most > useful:
                found.append(spend_action(gain, most))
        table.append(found)
    return table


# By the power to spend; in the last round credits are worth more than a few.
SPENDING: Final = _useful_spending(one_by_one=False, last=False)
LAST_SPENDING: Final = _useful_spending(one_by_one=False, last=True)
SPENDING_SINGLY: Final = _useful_spending(one_by_one=True, last=False)


CONVERTS: Final = [  # who has free actions of its own
    faction in (terms.HADSCH_HALLAS, terms.BALTAKS, terms.NEVLAS)
    for faction in range(len(terms.FACTIONS))
]


def faction_conversions(p: Player) -> list[int]:
    """Return the free actions that single factions have."""
    # Rules: [#5.hadsch.hallas] [#5.baltaks] [#5.nevlas]
    if p.faction == terms.HADSCH_HALLAS and p.institute:
        wanted = (schema.GAIN_ORE, schema.GAIN_KNOWLEDGE, schema.GAIN_QIC)
        return [schema.K_CREDITS | g << schema.ARG for g in wanted if p.credits >= CREDIT_PRICE[g]]
    if p.faction == terms.BALTAKS and p.formers_free() > 0:
        return [schema.K_GAIAFORMER]
    if p.faction == terms.NEVLAS and p.p3:
        return [schema.K_NEVLAS]
    return []


def useful_conversions(s: GaiaState, p: Player, power: int, found: list[int]) -> None:
    """Note the free actions that may make something affordable; bots weigh them by plan."""
    last, most = s.round == ROUNDS, power if power < MOST_POWER else MOST_POWER
    if p.p2 > 1:
        found += burns(p)
    if most:
        if singly(p):
            found += SPENDING_SINGLY[most]  # in every round
        else:
            found += LAST_SPENDING[most] if last else SPENDING[most]
    if p.ore:
        found += ORE_CONVERSIONS
    if last and p.knowledge:
        found.append(KNOWLEDGE_CONVERSION)
    if p.qic:
        found.append(QIC_CONVERSION)
    if CONVERTS[p.faction]:
        found += faction_conversions(p)


# Answers to questions -----------------------------------------------------------------------------


def answers(s: GaiaState, p: Player) -> list[int]:
    """Return the answers to a question other than a turn."""
    # Rules: [#2.1d]
    mode = s.mode
    if mode == schema.M_LEECH:
        return _leech(s, p)
    if mode == schema.M_TILE:
        return _tiles(s, p)
    if mode == schema.M_STEP:
        found = research.areas_for(s, p, s.todo[-1] >> 12, STEPS)
        found.append(schema.K_NO_STEP)
        return found
    if mode == schema.M_LOST:
        return building.actions_on(schema.K_LOST, building.lost_cells(s, p, p.qic))
    if mode == schema.M_STONE:
        places = range(schema.STONE_DISCARD, schema.STONE_GAIA + 1)
        return [schema.K_BRAINSTONE | b << schema.ARG for b in places if p.stone >> b & 1]
    if mode == schema.M_PAY:
        return [schema.K_BRAINSTONE | b << schema.ARG for b in (schema.STONE_1, schema.STONE_3)]
    if mode == schema.M_TAKE:
        away = schema.STONE_GAIA if s.todo[-1] >> 12 & 1 else schema.STONE_DISCARD
        here = next(b for b in (schema.STONE_1, schema.STONE_2, schema.STONE_3) if p.stone >> b & 1)
        return [schema.K_BRAINSTONE | b << schema.ARG for b in (here, away)]
    if mode == schema.M_INCOME:
        return [schema.K_INCOME | symbol << schema.ARG for symbol in sorted(set(s.income_left))]
    if mode == schema.M_GAIA:
        return _gaia(s, p)
    return _set_up(s, p)


def _leech(s: GaiaState, p: Player) -> list[int]:
    amount = chargeable(s, p)
    decline = schema.K_DECLINE | s.offered << schema.ARG
    if not token_with_leech(p):
        return [leech_action(schema.LEECH_PLAIN, amount), decline]
    more = chargeable(s, p, extra=2)
    return [
        leech_action(schema.LEECH_FIRST, amount),
        leech_action(schema.TOKEN_FIRST, more),
        decline,
    ]


def leech_action(how: int, amount: int) -> int:
    """Pack the acceptance of a leech."""
    return schema.K_LEECH | how << schema.ARG | amount << (schema.ARG + 2)


def _tiles(s: GaiaState, p: Player) -> list[int]:
    found = research.tile_places(s, p, TILES)
    areas = research.advanced_areas(s, p)
    if areas:
        for area in areas:
            for cover in cells_of(p.tiles & ~p.covered):
                found.append(schema.K_ADVANCED | area << schema.ARG | cover << (schema.ARG + 3))
    return found


def _gaia(s: GaiaState, p: Player) -> list[int]:
    if p.faction == terms.TERRANS:
        gains = (schema.GAIN_CREDITS, schema.GAIN_ORE, schema.GAIN_KNOWLEDGE, schema.GAIN_QIC)
        found = [
            schema.K_GAIA_GAIN | g << schema.ARG for g in gains if POWER_PRICE[g] <= s.gaia_power
        ]
        return [*found, schema.K_GAIA_DONE]
    return [schema.K_GAIA_TILE, schema.K_GAIA_DONE]


def _set_up(s: GaiaState, p: Player) -> list[int]:
    # Rules: [#1.3] [#1.4]
    if s.mode == schema.M_FACTION:
        taken = {other.faction for other in s.players}
        return [
            schema.K_FACTION | f << schema.ARG
            for f in (sorted(s.pool) if s.pool else range(len(terms.FACTIONS)))
            if f not in taken and OTHER_SIDE[f] not in taken
        ]
    if s.mode == schema.M_BID:
        found = []
        for faction in s.pool:
            owner = next((o for o in s.players[: s.seats] if o.faction == faction), None)
            low = 0 if owner is None else owner.bid + 1
            found += [
                schema.K_BID | faction << schema.ARG | vp << 10 for vp in range(low, low + BID_STEP)
            ]
        return found
    if s.mode == schema.M_PLACE:
        cells = s.type_mask[p.home]
        for other in s.players:
            cells &= ~other.own
        return building.actions_on(schema.K_PLACE, cells)
    assert s.mode == schema.M_BOOSTER
    return [schema.K_BOOSTER | (b + 1) << schema.ARG for b in cells_of(s.boosters)]
