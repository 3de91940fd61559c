"""What a seat may do: the legal actions of every decision, and those worth a bot's thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import choices, erudites, kinds, terms
from simkit.games.federation.rules.payment import affordable, pack, pay_actions, payable, unpack

if TYPE_CHECKING:
    from simkit.games.federation.rules.placements import Placements
    from simkit.games.federation.rules.state import FederationState, Player
    from simkit.games.federation.rules.tables import Tables, Task

SEARCH_LIMIT: Final = 400
KEPT: Final = 20_000  # lists of actions; a thousand games know fewer
NOTHING: Final[list[int]] = []  # nobody may change them
JUST_COVER: Final = [kinds.K_COVER]
# Decisions whose candidates are all that is legal, as it was listed when they came up.
LISTED: Final = [
    op not in (terms.TURN, terms.PAY, terms.LOSE, terms.STEP, terms.TRANSMUTE, terms.UPKEEP)
    and not terms.ON_NEO <= op <= terms.AFTER
    for op in range(len(terms.DECIDES))
]


def legal(s: FederationState) -> list[int]:
    """Return every legal action of the decision on top of the stack."""
    if s.seat < 0:
        return []
    task = s.todo[-1]
    if task[0] == terms.TURN:
        return turn_options(s, task, s.tables.all_placements)
    return s.waiting


def candidates(s: FederationState, task: Task) -> list[int]:
    """Return the legal actions worth a thought of a decision that is neither a turn nor `LISTED`; see
    `FederationState.candidates`.
    """
    op, a, b, _ = task
    waiting = s.waiting
    if op <= terms.AFTER:
        if op < terms.ON_NEO:  # to step without reward, or to transmute
            return waiting[:-1] or waiting
        p = s.players[s.seat]
        if p.erudites & ~p.used & s.tables.roaming_mask:
            return choices.helpful_uses(s, task, waiting)
        return waiting
    if op == terms.UPKEEP:
        return choices.thrifty_upkeep(s, waiting)
    if op == terms.PAY:
        res = s.players[s.seat].res
        return pay_actions(s.tables, res, a, b, True).copy()
    return [min(waiting)]  # of the crystals to lose


def options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return every legal action of a decision; none means that there is nothing to do."""
    if op == terms.MISSION:
        return mission_options(s, a)
    if op == terms.AFTER:
        return after_options(s, a, b)
    if op < terms.TURN:
        return choices.effect_options(s, op, a, b)
    if op > terms.AFTER:
        return choices.later_options(s, op, a, b)
    if op == terms.COVER:
        return cover_options(s, a, b)
    p = s.players[s.seat]
    if op == terms.ON_NEO:
        found = s.tables.neo_moves[p.miner][a + 1 if a < 6 else 7]
    elif op == terms.ON_ATAL:
        found = spread(kinds.K_ATAL, s.open & p.collection.admits)
    elif op == terms.ON_ARRATUIN:
        found = shop_options(s)
    elif op == terms.ON_E81216:
        found = build_options(s, a)
        if not found:
            return [*uses(s, terms.E81216, True), kinds.K_END]
    elif op == terms.ON_SIX_MOONS:
        found = choices.MOVE_MAGE
    else:
        return NOTHING  # a turn's are worked out when they are asked for
    if p.erudites & ~p.used & s.tables.helping_mask[op - terms.ON_NEO]:
        return found + uses(s, op - terms.ON_NEO, True)
    return found


# A turn (4.1) -------------------------------------------------------------------------------------


def turn_options(
    s: FederationState, task: Task, placements: Placements, discards: bool = True
) -> list[int]:
    """Return the placements, then erudites usable at any time, discards, and the end if allowed."""
    # [#1.discard] [#4] [#4.1.1]
    p = s.players[s.seat]
    tables = s.tables
    hand, purse = p.in_hand(), pack(p.res)
    every = placements.pieces[hand]
    closed = tables.all_actions & ~payable_actions(s, p, purse)
    if s.seat == s.first and p.turns == 0:
        closed |= tables.closed_at_first
    free, apart = s.free, 0
    pieces: dict[int, list[int]] = {}
    for action in tables.numbers.get(closed) or numbers(tables, closed):
        spaces = tables.action_spaces[action] & free
        if spaces:
            good = placeable(s, action, every, purse)
            if good is not every:
                free ^= spaces
                if good:
                    apart |= spaces
                    for space in bits(spaces):
                        pieces[space] = good
    found = placements.lay_out(hand, free, apart, pieces)
    if p.erudites & ~p.used & tables.any_time_mask:
        found += uses(s, -1, False)
    if discards:
        found.extend([kinds.K_DISCARD | resource << 6 for resource in range(4) if p.res[resource]])
    if task[1]:
        found.append(kinds.K_END)
    return found


def placeable(s: FederationState, action: int, every: list[int], purse: int) -> list[int]:
    """Return the pieces (ambassador, side) with which an action that asks for help can be paid from
    packed holdings.

    Erudites used on the way may help, the bonus of the piece, and that of an alteration token that will
    cover the ambassador.
    """
    # [#4.1.1] [#4.1.3]
    p, tables = s.players[s.seat], s.tables
    if tables.closed_at_first >> action & 1 and s.seat == s.first and p.turns == 0:
        return NOTHING
    if action == terms.E81216 and can_build_by_help(s, purse):
        return every
    for token in p.tokens:
        gain = tables.token_purse[token]
        if gain and can_do(s, action, purse + gain):
            return every
    if action > terms.E81216 and not can_do(s, action, purse + tables.most_bonus):
        return NOTHING
    good: list[int] = []
    for piece in every:
        if piece >> 14:
            gain = tables.bonus_purse[piece >> 11 & 7]
            if gain and can_do(s, action, purse + gain):
                good.append(piece)
    return good


def can_add_die(s: FederationState, p: Player, space: int) -> bool:
    """Tell whether a seat's die may stand on a space of the senate."""
    return p.die > 0 and p.die_space < 0 and space != s.tables.outer


def cover_options(s: FederationState, space: int, piece: int) -> list[int]:
    """Return the ways to cover an ambassador: nothing or a token, without or with the die."""
    # [#4.1.2] [#4.1.3]
    p, tables = s.players[s.seat], s.tables
    die = can_add_die(s, p, space)
    found: list[int] = []
    action = tables.space_action[space]
    free = tables.unpriced >> action & 1
    purse = 0 if free else pack(p.res)
    if free or can_do(s, action, purse + (tables.bonus_purse[piece >> 1] if piece & 1 else 0)):
        found.append(kinds.K_COVER)
        if die and not piece & 1:
            found.append(kinds.K_COVER | 1 << 11)
    for token in sorted(set(p.tokens)) if len(p.tokens) > 1 else p.tokens:
        if free or can_do(s, action, purse + tables.token_purse[token]):
            cover = kinds.K_COVER | (token + 1) << 6
            found.append(cover)
            if die and tables.token_side[token] == terms.VOTING:
                found.append(cover | 1 << 11)
    return found or JUST_COVER


# Missions (4.2) -----------------------------------------------------------------------------------


def mission_options(s: FederationState, flown: int) -> list[int]:
    """Return the missions that can be flown, the erudites usable at any time, and the end of the turn;
    nothing if it is clear that there is only the end.
    """
    # [#4] [#4.2c] [#4.2d]
    p = s.players[s.seat]
    ready = p.markers & ~p.flown if p.hangar and not flown else 0
    helps = p.erudites & ~p.used & s.tables.any_time_mask
    if not ready and not helps:
        return NOTHING
    found: list[int] = []
    if ready:
        found = actions(s.tables, kinds.K_MISSION, flyable(s, p, ready))
    if helps:
        found = found + uses(s, -1, False)
    return [*found, kinds.K_END]


def flyable(s: FederationState, p: Player, ready: int) -> int:
    """Return the mask of missions, among `ready`, whose level is reached and whose cost can be paid."""
    # [#4.2a] [#4.2c] [#7.levels]
    tables = s.tables
    if terms.ONES[p.flown] >= tables.missions_max:
        return 0
    purse, level = pack(p.res), p.level
    if level < tables.top_mission_level:
        ready &= tables.missions_by_level[level if level > 0 else 0]  # a position may lower it
    can_pay = tables.affordable.get(purse) or affordable(tables, purse)
    found = ready & can_pay >> tables.first_mission
    acting = found & tables.charging_missions
    while acting:
        low = acting & -acting
        acting ^= low
        if not can_do(s, tables.mission_acts[low.bit_length() - 1], purse):
            found ^= low
    return found


# Planets (5) --------------------------------------------------------------------------------------


def can_do(s: FederationState, action: int, purse: int) -> bool:
    """Tell whether a senate action can be paid for from packed holdings."""
    tables = s.tables
    if tables.unpriced >> action & 1:
        return True
    if action <= terms.E81216:
        if action == terms.E81216:
            return not tables.e81216_needs_structure or can_build(s, purse)
        if action == terms.ARRATUIN:
            return can_trade(s, purse)
    can_pay = tables.affordable.get(purse) or affordable(tables, purse)
    return can_pay >> (tables.first_action + action) & 1 == 1


def payable_actions(s: FederationState, p: Player, purse: int) -> int:
    """Return the mask of senate actions that packed holdings can pay for without any help."""
    tables = s.tables
    can_pay = tables.affordable.get(purse) or affordable(tables, purse)
    found = can_pay >> tables.first_action & tables.rooms_mask
    shops = can_pay & tables.shop_prices
    if shops and (p.discs or open_shops(p, shops)):
        found |= 1 << terms.ARRATUIN
    if not tables.e81216_needs_structure or open_structures(
        s, p, can_pay >> tables.first_structure
    ):
        found |= 1 << terms.E81216
    return found


def uses(s: FederationState, planet: int, before: bool, taken: int = 0) -> list[int]:
    """Return the uses of own erudites that are possible now; nobody may change the list."""
    mask = erudites.usable(s, planet, before, taken)
    return actions(s.tables, kinds.K_USE, mask) if mask else NOTHING


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def numbers(tables: Tables, mask: int) -> list[int]:
    """Return what `bits` does for a mask of few, made once like `actions`; nobody may change it."""
    found = tables.numbers.get(mask)
    if found is None:
        found = tables.numbers[mask] = bits(mask)
    return found


def actions(tables: Tables, kind: int, mask: int) -> list[int]:
    """Return the actions of a kind with the bits of a mask of few; nobody may change the list.

    There are few such masks, so each list is made once for all games of these tables.
    """
    found = tables.lists.get(mask << 6 | kind)
    if found is None:
        if len(tables.lists) >= KEPT:
            tables.lists.clear()
        found = tables.lists[mask << 6 | kind] = spread(kind, mask)
    return found


def spread(kind: int, mask: int) -> list[int]:
    """Return the actions of a kind with the bits of a mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(kind | low.bit_length() - 1 << 6)
        mask ^= low
    return found


def after_options(s: FederationState, planet: int, taken: int) -> list[int]:
    """Return the erudites of a planet that may still be used after its action, and the end."""
    p = s.players[s.seat]
    fresh = p.erudites & ~p.used & ~taken
    if not fresh:
        return NOTHING
    tables = s.tables
    own = tables.planet_mask[planet] & ~tables.before_mask
    helps = fresh & own or (fresh & tables.copying_mask and own & (s.open | fresh))
    found = uses(s, planet, False, taken) if helps else []
    return [*found, kinds.K_END] if found else NOTHING


def payable_shops(s: FederationState, p: Player, purse: int) -> int:
    """Return the mask of shops that can be paid for and have a disc, or room for one."""
    return open_shops(p, affordable(s.tables, purse) & s.tables.shop_prices)


def open_shops(p: Player, among: int) -> int:
    """Return the mask of shops, among those of a mask, that have a disc or can get one."""
    if not p.discs:
        for shop, level in enumerate(p.shops):
            if not level:
                among &= ~(1 << shop)
    return among


def shop_options(s: FederationState) -> list[int]:
    """Return the trades with the shops that can be paid for."""
    p = s.players[s.seat]
    return actions(s.tables, kinds.K_SHOP, payable_shops(s, p, pack(p.res)))


def can_trade(s: FederationState, purse: int) -> bool:
    """Tell whether some shop can be paid for from packed holdings."""
    return payable_shops(s, s.players[s.seat], purse) > 0


def open_structures(s: FederationState, p: Player, among: int) -> int:
    """Return the mask of structures, among those of a mask, that a seat could build: in play, not built
    by it, with a place left.
    """
    # [#5.5a]
    return among & s.in_play & ~p.built if p.robots > 0 else 0


def structures(s: FederationState, among: int = -1) -> list[int]:
    """Return the structures that the seat could build, among those of a mask, slot by slot."""
    among = open_structures(s, s.players[s.seat], among)
    if not among:
        return []
    found = [industry for industry in s.industries if among >> industry & 1]
    return found + numbers(s.tables, among & s.tables.mega_mask)


def payable_structures(s: FederationState, purse: int) -> list[int]:
    """Return the structures that can be paid for from packed holdings."""
    return structures(s, affordable(s.tables, purse) >> s.tables.first_structure)


def build_options(s: FederationState, discount: int) -> list[int]:
    """Return the structures that can be paid for."""
    tables = s.tables
    res = s.players[s.seat].res
    if discount:
        cost = tables.structure_cost
        built = [x for x in structures(s) if payable(tables, res, cost[x], discount)]
    else:
        built = payable_structures(s, pack(res))
    return [kinds.K_BUILD | structure << 6 for structure in built]


def can_build(s: FederationState, purse: int) -> bool:
    """Tell whether some structure can be paid for from packed holdings, erudites used on the way
    included (rules.md, 5.5).
    """
    # [#5.5c]
    can_pay = affordable(s.tables, purse) >> s.tables.first_structure
    return open_structures(s, s.players[s.seat], can_pay) > 0 or can_build_by_help(s, purse)


def can_build_by_help(s: FederationState, purse: int) -> bool:
    """Tell whether erudites used on the way may make a structure payable."""
    p, tables = s.players[s.seat], s.tables
    fresh = p.erudites & ~p.used
    if not fresh or not open_structures(s, p, -1):
        return False
    helpers = tables.planet_mask[terms.E81216] | tables.income_mask
    copying, refreshing = fresh & tables.copying_mask, fresh & tables.refreshing_mask
    near = s.open | fresh
    turns_up = refreshing or (copying and near & tables.refreshing_mask)
    if not (
        fresh & tables.planet_mask[terms.E81216]
        or (copying and near & helpers)
        or (turns_up and p.used & (helpers | tables.copying_mask))
    ):
        return False
    if not (copying or refreshing or fresh & tables.any_time_mask):
        res, discount, simple = all_help(s, fresh, purse)
        if simple:
            cost = tables.structure_cost
            able = [
                x
                for x in bits(open_structures(s, p, -1))
                if payable(tables, res, cost[x], discount)
            ]
            if not able:
                return False
            if res[0] + res[1] + res[2] <= tables.crystals_max and res[3] <= tables.diamonds_max:
                return True
    return _search(s, purse)


def all_help(s: FederationState, fresh: int, purse: int) -> tuple[list[int], int, bool]:
    """Return packed holdings as they were with the gains of all fresh erudites that work before a
    construction, were there room for them; the discount on it; whether that is all those do.
    """
    tables = s.tables
    res, discount = list(unpack(purse)), 0
    for tile in bits(fresh & tables.planet_mask[terms.E81216]):
        for op, a, b, _ in tables.erudite_effects[tile]:
            if op == terms.DISCOUNT:
                amount = a
            elif op == terms.GAIN:
                amount = b
            elif op == terms.GAIN_PER and b >> 4 <= terms.MISSIONS:
                # What the other gains leave alone.
                amount = s.metric(s.seat, b >> 4) * (b & 15)
            else:
                return res, discount, False
            if amount < 0:  # a patch or a position may name it: better not used, perhaps
                return res, discount, False
            if op == terms.DISCOUNT:
                discount += amount
            else:
                res[a] += amount
    return res, discount, True


def _search(s: FederationState, purse: int) -> bool:
    """Try the uses of erudites on copies of the state until something can be built.

    A position reached before, by the same uses in another order, is not looked at again.
    """
    from simkit.games.federation.rules.apply import apply
    from simkit.games.federation.rules.effects import run

    start = s.clone()
    start.players[start.seat].res = list(unpack(purse))
    start.todo = [(terms.ON_E81216, 0, 0, -1)]
    run(start)
    stack = [start]
    seen: set[tuple[object, ...]] = set()
    for _ in range(SEARCH_LIMIT):
        if not stack:
            return False
        here = stack.pop()
        if not here.todo:
            if here.players[here.seat].robots < s.players[s.seat].robots:
                return True
            continue
        for action in here.waiting:
            if action & kinds.KIND == kinds.K_BUILD:
                return True
            if action & kinds.KIND == kinds.K_END:
                continue
            there = here.clone()
            apply(there, action)
            reached = _outline(there)
            if reached not in seen:
                seen.add(reached)
                stack.append(there)
    return False


def _outline(s: FederationState) -> tuple[object, ...]:
    """Return all that the uses of erudites change and that a construction could depend on."""
    p = s.players[s.seat]
    return (
        tuple(s.todo), tuple(p.res), p.used, p.erudites, p.robots, tuple(p.shops), p.step, p.deep, p.die,
        p.hangar, p.markers, p.miner, p.mage, p.medals, p.general, tuple(p.tokens),
        tuple(p.influence), tuple(s.missing), tuple(s.asteroids),
    )  # fmt: skip
