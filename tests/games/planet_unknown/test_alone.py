"""The greedy bot alone: the chances of lines, and what a step back costs (sections 10 and 11)."""

import math

import pytest

import simkit
from simkit.games.planet_unknown.bot import alone
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.rules import actions
from simkit.games.planet_unknown.rules.cells import CELL, mask_of
from simkit.games.planet_unknown.rules.tables import BIOMASS, CIV, WATER

LINES = [mask_of([(x, 0) for x in range(4)]), mask_of([(x, 1) for x in range(4)])]
MEDALS = [2, 3]


def medals(free, voids=(), rounds=5):
    return alone.expected(LINES, MEDALS, mask_of(free), mask_of(voids), rounds)


def started(seed=1):
    """Return a solo game at its first placement, and the bot that is about to play it."""
    rules = simkit.rules("planet_unknown", seats=1, boards="symmetric", events="even")
    state = rules.deal(simkit.Luck(seed))
    bot = GREEDY()
    bot.start(rules, 0, simkit.Luck(seed))
    while rules.decode(state.candidates()[0])[0] != "place":
        state.apply(bot.choose(state, state.candidates()).action)
    return state, bot


def test_free_cells_by_the_size_of_their_pockets():
    single, pair = [(0, 0)], [(3, 0), (3, 1)]
    nook = [(6, 0), (7, 0), (6, 1), (7, 1)]
    wide = [(x, 5) for x in range(9)]
    found = alone.pockets(mask_of(single + pair + nook + wide))
    assert found == (mask_of(single), mask_of(pair), mask_of(nook))


def test_complete_lines_bring_their_medals():
    assert medals([]) == 5.0
    odds = alone.START + alone.LAST + alone.OPEN + alone.GAP + alone.PACE + alone.ALONE
    odds += 3 * alone.PRIZE
    assert medals([(0, 1)], rounds=0) == pytest.approx(2 + 3 / (1 + math.exp(-odds)))


def test_a_line_is_likelier_to_be_completed_with_fewer_gaps_and_more_rounds():
    one, two = [(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (0, 1)]
    assert medals([], rounds=5) > medals(one) > medals(two)
    assert medals(one, rounds=8) > medals(one, rounds=3) > medals(one, rounds=0)


def test_a_hole_is_filled_less_often_than_a_cell_with_free_neighbours():
    outside = [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)]
    roomy = medals([(0, 1), *outside])
    shut_in = medals([(0, 1), *((x, 3) for x, _ in outside)])
    assert roomy > shut_in


def test_a_meteorite_is_cleared_less_often_near_the_end():
    assert medals([], [(0, 0)], rounds=0) == pytest.approx(3 + 2 * (1 - alone.STAYS))
    assert medals([], rounds=9) > medals([], [(0, 0)], 9) > medals([], [(0, 0)], 2)


def test_of_two_like_placements_the_one_that_completes_a_line_is_preferred():
    state, bot = started()
    found = state.candidates()
    bot.weights = dict.fromkeys(bot.named_weights(state.rules), 0.0) | {"line_chance": 1.0}
    bot.start(state.rules, 0, simkit.Luck(1))
    chosen = bot.choose(state, found).action
    p = state.players[0]
    rounds = alone.rounds_to_come(state)
    assert rounds == 19

    def after(action):
        tile = state.tables.tiles[state.open_tiles(0)[action >> 6 & 1]]
        layout = tile.shape.layout[(action >> 15 & 3) * 2 + (action >> 17 & 1)]
        mask = layout.base << (CELL[action >> 7 & 255] - layout.zero)
        return alone.medals_to_expect(bot, p, mask, 0, rounds)

    assert after(chosen) > min(after(action) for action in found)


def test_a_step_back_gives_benefits_again_and_costs_medals():
    state, bot = started()
    p = state.players[0]
    p.marker[BIOMASS] = BIOMASS << 4 | 2  # a synergy boost on this step
    p.marker[CIV] = CIV << 4 | 15  # the top, five points
    state.event_no = len(state.event_deck) - 3  # four rounds: it will climb two steps
    bot.prepare(state)
    assert alone.step_back(bot, BIOMASS, BIOMASS << 4 | 1) == pytest.approx(bot.w.boost, abs=0.01)
    state.event_no = len(state.event_deck)  # the last round
    bot.prepare(state)
    assert alone.step_back(bot, CIV, CIV << 4 | 12) < alone.step_back(bot, CIV, CIV << 4 | 14) < 0
    assert alone.step_back(bot, WATER, WATER << 4) == pytest.approx(0.0, abs=1e-9)


def test_steps_back_are_explained():
    state, bot = started()
    p = state.players[0]
    p.marker[BIOMASS] = BIOMASS << 4 | 7
    action = state.rules.encode("down", marker="biomass", track="biomass", step=5)
    assert action & 63 == actions.MOVE_DOWN
    value = bot.values(state, [action])[0]
    lines = bot.explain(state, action)
    assert lines
    assert sum(line.contribution for line in lines) == pytest.approx(value, abs=1e-6)
