"""Carrying out actions, and finding the next decision (the course of rules.md sections 1 and 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import (
    building,
    federations,
    income,
    leech,
    power,
    research,
    scoring,
    setup,
    specials,
    terms,
)

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

M_GOODS: Final = 16  # on the stack only: a federation token's goods, gained once its price is paid
NOBODY: Final = -1
ROUNDS: Final = 6
NOT_STARTED: Final = -1
POWER_PRICE: Final = [1, 3, 4, 4]  # of credits, ore, knowledge, QIC as free actions
CREDIT_PRICE: Final = [1, 3, 4, 4]  # Hadsch Hallas' institute
GOODS: Final = [terms.CREDITS, terms.ORE, terms.KNOWLEDGE, terms.QIC]  # what GAIN_* stand for
QIC_TYPES_VP: Final = 3


# Finding the next decision -----------------------------------------------------------------------


def advance(s: GaiaState) -> None:
    """Go on until somebody has to decide."""
    while not forward(s):
        pass


def forward(s: GaiaState) -> bool:
    """Go on by one part of the course; return whether somebody has to decide (or the game is over)."""
    if s.stone_seat >= 0:
        stone = s.players[s.stone_seat].stone
        if stone & (stone - 1):
            s.mode, s.seat = schema.M_STONE, s.stone_seat
            return True
    if s.todo:
        return _ask_top(s)
    if s.offers:
        return _ask_leech(s)
    if s.phase == schema.P_ACTIONS:
        return _ask_turn(s)
    return _ask_phase(s)


def _ask_top(s: GaiaState) -> bool:
    """Ask the question on top of the stack, or drop it where there is nothing to choose."""
    top = s.todo[-1]
    mode, seat, argument = top & 255, top >> 8 & 15, top >> 12
    p = s.players[seat]
    if mode == M_GOODS:
        s.todo.pop()
        power.gain_all(s, p, s.t.token_gain[argument])
        return False
    if mode == schema.M_TILE:
        asked = research.tiles_open(s, p)
    elif mode == schema.M_STEP:
        asked = research.may_step(s, p, argument)
    elif mode == schema.M_LOST:
        asked = building.lost_cells(s, p, p.qic) != 0
    else:
        asked = True
    if not asked:
        s.todo.pop()
        return False
    s.mode, s.seat = mode, seat
    return True


def _ask_leech(s: GaiaState) -> bool:
    """Ask the next leech question, or drop it where nothing can be charged."""
    offer = s.offers[0]
    p = s.players[offer & 15]
    s.offered = leech.offered_power(s, p, offer)
    if leech.chargeable(s, p) or (s.offered and leech.token_with_leech(p)):
        s.mode, s.seat = schema.M_LEECH, p.seat
        return True
    s.offers.pop(0)
    return False


def _ask_turn(s: GaiaState) -> bool:
    """Ask the seat whose turn it is, or pass the turn on, or end the round."""
    # Rules: [#2.3.1]
    seat = s.acting
    if seat == NOBODY:
        order, players, turn = s.order, s.players, s.turn
        last = len(order) - 1
        for _ in order:
            turn = turn + 1 if turn < last else 0
            seat = order[turn]
            if not players[seat].passed:
                break
        else:
            end_round(s)
            return s.seat == NOBODY
        s.turn, s.acting, s.acted = turn, seat, False
        if seat < s.seats:
            note_turn(s, players[seat])
    if seat >= s.seats:
        s.automa.take_turn(s)
        return False
    s.seat = seat
    s.mode = schema.M_AFTER if s.acted else schema.M_TURN
    return True


def note_turn(s: GaiaState, p: Player) -> None:
    """Keep what holds from the beginning of a turn to its main action, unless it is known."""
    if p.holdings is None:
        federations.note(s, p)
    if p.sites_at != s.map_changes or p.sites_level != p.levels[terms.NAV]:
        building.note_sites(s, p)
    if s.finals_at != s.map_changes:
        scoring.note_finals(s)
    if p.specials_at != p.used:
        p.specials, p.specials_at = specials.listed(p), p.used


def _ask_phase(s: GaiaState) -> bool:
    """Go through the seats of a phase other than the actions."""
    if s.seat == NOBODY:
        return True
    if not s.queue:
        _next_phase(s)
        return s.seat == NOBODY
    seat = s.queue[0]
    if seat >= s.seats:
        s.queue.pop(0)
        s.automa.phase(s)
        return False
    p = s.players[seat]
    s.seat = seat
    if s.phase == schema.P_INCOME:
        return _ask_income(s, p)
    if s.phase == schema.P_GAIA:
        return _ask_gaia(s, p)
    s.mode = (schema.M_FACTION, schema.M_BID, schema.M_PLACE, schema.M_BOOSTER)[s.phase]
    return True


def _ask_income(s: GaiaState, p: Player) -> bool:
    """Ask for the order of charges and tokens where it matters; the goods come last."""
    # Rules: [#2.1c]
    sources = income.sources(s, p)
    if s.income_left != income.SYMBOLS_DONE:
        left = s.income_left or income.symbols(sources)
        if income.order_matters(s, p, left):
            s.mode, s.income_left = schema.M_INCOME, left
            return True
        for symbol in left:
            income.take_symbol(s, p, symbol)
        if s.stone_seat == p.seat:  # its owner may have to say where the brainstone is first
            s.income_left = income.SYMBOLS_DONE[:]
            return False
    income.take_goods(s, p, sources)
    s.income_left = []
    s.queue.pop(0)
    return False


def _ask_gaia(s: GaiaState, p: Player) -> bool:
    """Ask Terrans or Itars with an institute; return everybody's tokens when they are done."""
    # Rules: [#2.2c] [#2.2d] [#2.2f]
    if s.gaia_power == NOT_STARTED:
        terrans = p.faction == terms.TERRANS and p.institute
        s.gaia_power = p.gaia if terrans else int(p.faction == terms.ITARS)
    if s.gaia_power and (p.faction == terms.TERRANS or income.may_buy_tile(s, p)):
        s.mode = schema.M_GAIA
        return True
    income.return_tokens(p)
    s.gaia_power = NOT_STARTED
    s.queue.pop(0)
    if s.sources_built:
        leech.raise_offers(s, p.seat)
    return False


def _next_phase(s: GaiaState) -> None:
    """Begin the phase after the one whose seats are through."""
    # Rules: [#1.4] [#1.5] [#2.2e]
    if s.phase == schema.P_FACTIONS:
        if s.rules.options["faction_choice"] == "auction":
            s.phase = schema.P_AUCTION
            s.pool = [s.players[seat].faction for seat in s.table if seat < s.seats]
            for p in s.players[: s.seats]:
                p.faction = -1
            s.queue = [s.table[0]]
        else:
            s.pool = []
            setup.start_players(s)
    elif s.phase == schema.P_AUCTION:
        setup.end_auction(s)
        setup.start_players(s)
    elif s.phase == schema.P_SET_UP:
        s.phase, s.queue = schema.P_BOOSTERS, s.table[::-1]
    elif s.phase == schema.P_BOOSTERS:
        s.order = s.table[:]
        start_round(s)
    elif s.phase == schema.P_INCOME:
        s.phase, s.queue, s.gaia_power = schema.P_GAIA, s.order[:], NOT_STARTED
        income.start_gaia(s)
    else:
        assert s.phase == schema.P_GAIA
        s.phase, s.turn, s.acting = schema.P_ACTIONS, len(s.order) - 1, NOBODY


# Rounds ---------------------------------------------------------------------------------------------


def start_round(s: GaiaState) -> None:
    """Begin a round: boosters and markers ready, then income."""
    # Rules: [#2.5]
    s.round += 1
    s.phase = schema.P_INCOME
    s.queue = s.order[:]
    s.next_order = []
    s.actions_used = 0
    s.acting, s.acted = NOBODY, False
    for p in s.players:
        p.used = 0
        p.passed = False
    if s.automa is not None:
        s.automa.start_round(s)


def end_round(s: GaiaState) -> None:
    """End a round: the next one's order, or the end of the game."""
    # Rules: [#2.3.2] [#2.3H]
    if s.round == ROUNDS:
        scoring.score_end(s)
        s.mode = schema.M_OVER
        return
    first = s.next_order[0]
    if s.rules.options["turn_order"] == "by_passing":
        s.order = s.next_order[:]
    else:
        at = s.table.index(first)
        s.order = s.table[at:] + s.table[:at]
    start_round(s)


def close_turn(s: GaiaState) -> None:
    """End a turn, but do not go on: what was built raises leech questions."""
    # Rules: [#2.4e]
    if s.sources_built:
        leech.raise_offers(s, s.acting)
    s.acting = NOBODY


def end_turn(s: GaiaState) -> None:
    """End a turn and go on: leech for what was built, then the next seat."""
    close_turn(s)
    if s.offers or not _ask_turn(s):  # nothing else is open
        advance(s)


# Carrying out actions: `GaiaState.apply` picks one of these from `ACTIONS`, then goes on ------------


def _mine(s: GaiaState, p: Player, rest: int) -> None:
    building.build_mine(s, p, rest & schema.HEX_MASK, rest >> 9 & 7)


def _project(s: GaiaState, p: Player, rest: int) -> None:
    building.start_project(s, p, rest & schema.HEX_MASK, rest >> 9)


def _upgrade(s: GaiaState, p: Player, rest: int) -> None:
    building.upgrade(s, p, rest & schema.HEX_MASK, rest >> 9)


def _tile(s: GaiaState, p: Player, rest: int) -> None:
    s.todo.pop()
    research.take_tile(s, p, rest)


def _advanced(s: GaiaState, p: Player, rest: int) -> None:
    s.todo.pop()
    research.take_advanced(s, p, rest & 7, rest >> 3)


def _step(s: GaiaState, p: Player, rest: int) -> None:
    s.todo.pop()
    research.advance_level(s, p, rest)


def _no_step(s: GaiaState, p: Player, rest: int) -> None:
    s.todo.pop()


def _lost(s: GaiaState, p: Player, rest: int) -> None:
    s.todo.pop()
    building.place_lost(s, p, rest)


def _research(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.3E]
    p.knowledge -= s.t.step_cost
    research.advance_level(s, p, rest)


def _federation(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.3D] [#2.3D.3]
    token, mask = (rest & 7) - 1, rest >> 3
    satellites = mask & ~(p.own | p.spaces)
    count = satellites.bit_count()
    p.satellites |= satellites
    p.satellite_count += count
    p.fed |= mask
    p.formed += 1
    p.pieces_changed()
    s.map_changes += 1
    # Paid first: tokens that the federation token brings are not among those discarded.
    s.todo.append(M_GOODS | p.seat << 8 | token << 12)
    if p.faction == terms.IVITS:
        p.qic -= count
    else:
        power.take_tokens(s, p, count, to_gaia=False)
    s.tokens_left[token] -= 1
    research.gain_token(s, p, token, goods=False)


def _power(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.3F]
    action = rest & 7
    s.actions_used |= 1 << action
    power.pay_power(s, p, s.t.power_cost[action])
    power.gain_all(s, p, s.t.power_gain[action])


def _qic_tile(s: GaiaState, p: Player, rest: int) -> None:
    _use_qic(s, p, terms.QIC_TILE)
    s.todo.append(schema.M_TILE | p.seat << 8)


def _qic_token(s: GaiaState, p: Player, rest: int) -> None:
    _use_qic(s, p, terms.QIC_TOKEN)
    research.score_token(s, p, rest - 1, schema.SRC_QIC2)


def _qic_types(s: GaiaState, p: Player, rest: int) -> None:
    _use_qic(s, p, terms.QIC_TYPES)
    s.gain(p.seat, schema.SRC_QIC3, QIC_TYPES_VP + p.types.bit_count())


def _use_qic(s: GaiaState, p: Player, action: int) -> None:
    # Rules: [#2.3F]
    s.actions_used |= 1 << (7 + action)
    p.qic -= s.t.qic_cost[action]


def _special(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.3G] [#5.bescods]
    p.used |= 1 << rest
    if rest == terms.S_LOWEST:
        s.todo.append(schema.M_STEP | p.seat << 8 | research.LOWEST_AREAS << 12)
    else:
        power.gain_all(s, p, specials.gains(s, p, rest))


def _swap(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#5.ambas]
    p.used |= 1 << terms.S_SWAP
    building.swap_institute(p, rest)


def _downgrade(s: GaiaState, p: Player, rest: int) -> None:
    p.used |= 1 << terms.S_DOWNGRADE
    building.downgrade(s, p, rest)
    s.todo.append(schema.M_STEP | p.seat << 8 | research.ANY_AREA << 12)


def _space(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#5.ivits]
    p.used |= 1 << terms.S_SPACE
    building.place_station(s, p, rest)


def _pass(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.3H]
    scoring.score_pass(s, p)
    returned, p.booster = p.booster, rest - 1
    if rest:
        s.boosters &= ~(1 << p.booster)
    if returned >= 0:  # only positions made by hand have players without a booster
        s.boosters |= 1 << returned
    p.passed = True
    s.next_order.append(p.seat)
    s.acting = NOBODY  # whoever passes has built nothing in this turn


def _burn(s: GaiaState, p: Player, rest: int) -> None:
    for _ in range(rest):
        power.burn(p)


def _spend(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#free]
    what, times = rest & 3, rest >> 2 & 31
    power.pay_power(s, p, POWER_PRICE[what] * times)
    power.gain(s, p, GOODS[what], times)


def bundle_parts(rest: int) -> tuple[int, int, int, int]:
    """Unpack a bundle: credits, ore, knowledge, QIC."""
    return rest & 31, rest >> 5 & 15, rest >> 9 & 15, rest >> 13 & 15


def bundle_price(parts: tuple[int, int, int, int]) -> int:
    """Return the power that a bundle of conversions costs."""
    return sum(n * price for n, price in zip(parts, POWER_PRICE, strict=True))


def _bundle(s: GaiaState, p: Player, rest: int) -> None:
    parts = bundle_parts(rest)
    power.pay_power(s, p, bundle_price(parts))
    for kind, amount in zip(GOODS, parts, strict=True):
        if amount:
            power.gain(s, p, kind, amount)


def _convert(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#free]
    if rest == schema.ORE_TO_CREDIT:
        p.ore -= 1
        power.gain(s, p, terms.CREDITS, 1)
    elif rest == schema.ORE_TO_TOKEN:
        p.ore -= 1
        power.gain(s, p, terms.TOKEN, 1)
    elif rest == schema.KNOWLEDGE_TO_CREDIT:
        p.knowledge -= 1
        power.gain(s, p, terms.CREDITS, 1)
    else:
        assert rest == schema.QIC_TO_ORE
        p.qic -= 1
        power.gain(s, p, terms.ORE, 1)


def _credits(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#5.hadsch.hallas]
    p.credits -= CREDIT_PRICE[rest]
    power.gain(s, p, GOODS[rest], 1)


def _gaiaformer(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#5.baltaks]
    p.former_bowl += 1
    power.gain(s, p, terms.QIC, 1)


def _nevlas(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#5.nevlas]
    p.p3 -= 1
    p.gaia += 1
    power.gain(s, p, terms.KNOWLEDGE, 1)


def _brainstone(s: GaiaState, p: Player, rest: int) -> None:
    if s.mode == schema.M_STONE:
        power.settle_stone(p, rest)
        return
    argument = s.todo.pop() >> 12
    if s.mode == schema.M_PAY:
        if rest == schema.STONE_1:
            power.spend_stone(p, argument)
        else:
            assert rest == schema.STONE_3
            power.spend_tokens(p, argument)
    elif rest in (schema.STONE_1, schema.STONE_2, schema.STONE_3):
        power.keep_stone(p, argument >> 1, bool(argument & 1))
    else:
        power.give_stone(p, argument >> 1, bool(argument & 1))


def _income(s: GaiaState, p: Player, rest: int) -> None:
    s.income_left.remove(rest)
    income.take_symbol(s, p, rest)
    if not s.income_left:
        s.income_left = income.SYMBOLS_DONE[:]


def _gaia_gain(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#2.2c] [#5.terrans]
    s.gaia_power -= POWER_PRICE[rest]
    power.gain(s, p, GOODS[rest], 1)


def _gaia_tile(s: GaiaState, p: Player, rest: int) -> None:
    p.gaia -= income.ITARS_TILE
    s.todo.append(schema.M_TILE | p.seat << 8)


def _gaia_done(s: GaiaState, p: Player, rest: int) -> None:
    s.gaia_power = 0


def _decline(s: GaiaState, p: Player, rest: int) -> None:
    s.offers.pop(0)


def _leech(s: GaiaState, p: Player, rest: int) -> None:
    leech.accept(s, p, rest & 3)


def _place(s: GaiaState, p: Player, rest: int) -> None:
    s.queue.pop(0)
    setup.place_first(s, p, rest)


def _booster(s: GaiaState, p: Player, rest: int) -> None:
    # Rules: [#1.5]
    s.queue.pop(0)
    p.booster = rest - 1
    s.boosters &= ~(1 << p.booster)


def _faction(s: GaiaState, p: Player, rest: int) -> None:
    setup.choose_faction(s, p, rest)


def _bid(s: GaiaState, p: Player, rest: int) -> None:
    setup.bid(s, p, rest & 15, rest >> 4)


def _end_turn(s: GaiaState, p: Player, rest: int) -> None:
    end_turn(s)


def _unknown(s: GaiaState, p: Player, rest: int) -> None:
    raise ValueError("there is no such kind of action")


BY_KIND: Final = {
    schema.K_FACTION: _faction,
    schema.K_BID: _bid,
    schema.K_PLACE: _place,
    schema.K_BOOSTER: _booster,
    schema.K_INCOME: _income,
    schema.K_GAIA_GAIN: _gaia_gain,
    schema.K_GAIA_TILE: _gaia_tile,
    schema.K_GAIA_DONE: _gaia_done,
    schema.K_MINE: _mine,
    schema.K_PROJECT: _project,
    schema.K_UPGRADE: _upgrade,
    schema.K_TILE: _tile,
    schema.K_ADVANCED: _advanced,
    schema.K_FEDERATION: _federation,
    schema.K_RESEARCH: _research,
    schema.K_STEP: _step,
    schema.K_NO_STEP: _no_step,
    schema.K_LOST: _lost,
    schema.K_POWER: _power,
    schema.K_QIC_TILE: _qic_tile,
    schema.K_QIC_TOKEN: _qic_token,
    schema.K_QIC_TYPES: _qic_types,
    schema.K_SPECIAL: _special,
    schema.K_SWAP: _swap,
    schema.K_DOWNGRADE: _downgrade,
    schema.K_SPACE: _space,
    schema.K_PASS: _pass,
    schema.K_LEECH: _leech,
    schema.K_DECLINE: _decline,
    schema.K_BURN: _burn,
    schema.K_SPEND: _spend,
    schema.K_BUNDLE: _bundle,
    schema.K_CONVERT: _convert,
    schema.K_CREDITS: _credits,
    schema.K_GAIAFORMER: _gaiaformer,
    schema.K_NEVLAS: _nevlas,
    schema.K_BRAINSTONE: _brainstone,
    schema.K_END_TURN: _end_turn,
}
ACTIONS: Final = [BY_KIND.get(kind, _unknown) for kind in range(64)]
# The main actions; passing ends the turn by itself.
MAIN_KINDS: Final = (
    schema.K_MINE, schema.K_PROJECT, schema.K_UPGRADE, schema.K_FEDERATION, schema.K_RESEARCH,
    schema.K_POWER, schema.K_QIC_TILE, schema.K_QIC_TOKEN, schema.K_QIC_TYPES, schema.K_SPECIAL,
    schema.K_SWAP, schema.K_DOWNGRADE, schema.K_SPACE,
)  # fmt: skip
MAIN: Final = [kind in MAIN_KINDS for kind in range(64)]
FREE: Final = [kind in schema.FREE_KINDS for kind in range(64)]  # they change nothing but goods
# What part of a turn a kind is.
NO_PART: Final = 0
MAIN_ACTION: Final = 1
FREE_ACTION: Final = 2
PARTS: Final = [
    MAIN_ACTION if main else FREE_ACTION if free else NO_PART for main, free in zip(MAIN, FREE)
]
