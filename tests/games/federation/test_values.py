"""What the greedy bot says that influence and the ways to cover an ambassador are worth."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.features import GREEDY
from simkit.games.federation.bot.outlook import FAR_AWAY, NEARNESS
from simkit.games.federation.rules import terms


def cover_twin(state, bot, action):
    """Value one way to cover an ambassador by the weights: bonus, the token spent, marker, votes, die."""
    tables, p, w = state.tables, state.players[state.seat], bot.rates
    _, space, piece, _ = state.todo[-1]
    token, die = (action >> 6 & 31) - 1, p.die * (action >> 11 & 1)
    if token < 0:
        side, votes, bonus, spent = piece & 1, tables.votes[piece >> 1], [], 0.0
        if side:
            bonus = tables.funding_bonus[piece >> 1]
    else:
        side, votes, bonus = (
            of[token] for of in (tables.token_side, tables.token_votes, tables.token_bonus)
        )
        turns_left = 3 - p.turns + 4 * bot.left
        spent = w.token * (1.4 if len(p.tokens) <= turns_left else 1.0)
    value = bot.effects(bonus) - spent
    if space == tables.outer:
        return value
    if side:
        marker = bot.marker_values()[tables.space_mission[space]]
        return value + bot.fund(tables.space_project[space]) + marker
    value -= w.hold * 0.15 * die * max(0, 4 - p.turns)
    bot.prepare_votes()
    gains = estimates.vote_gains(bot.worth, state.floors[tables.space_floor[space] - 1], state.seat)
    drawn = (votes + die) * bot.pull + bot.side
    gain = bot.floor_scale * gains[min(votes + die, estimates.MOST_VOTES - 1)]
    return value + gain + (-drawn if tables.space_wing[space] else drawn)


def test_ways_to_cover_an_ambassador_are_valued_in_one_loop_as_one_by_one():
    rules = simkit.rules("federation", seats=3)
    bot = GREEDY(weights={"token": 0.7, "hold": 0.3, "law_vote": 0.9, "law_side": 0.4})
    seen = set()
    for seed in range(6):
        state, moves = rules.deal(Luck(seed)), Luck(seed).stream("moves")
        bot.start(rules, 0, Luck(0))
        while not state.over:
            options = state.candidates()
            if state.todo[-1][0] == terms.COVER:
                values = bot.values(state, options)
                assert values == pytest.approx(
                    [cover_twin(state, bot, x) for x in options], abs=1e-9
                )
                found = bot.choose(state, options)
                best = sorted([float("-inf"), *values])
                assert (found.value, found.runner_up) == (best[-1], best[-2])
                assert found.action == options[values.index(found.value)]
                p, space = state.players[state.seat], state.todo[-1][1]
                scarce = len(p.tokens) <= 3 - p.turns + 4 * bot.left
                seen.add((scarce, space == state.tables.outer, any(x >> 11 & 1 for x in options)))
            state.apply(moves.choice(options))
    assert len(seen) >= 5


def test_influence_is_worth_more_the_nearer_the_next_medal_is():
    """One that is overdue is as near as can be; one that is owned, or that nobody can have, is none."""
    rules = simkit.rules("federation", seats=4)
    state, bot = rules.deal(Luck(5)), GREEDY()
    bot.start(rules, state.seat, Luck(0))
    p = state.players[state.seat]

    def worth(planet, thresholds, medals):
        state.medals[planet], p.medals = thresholds, medals
        bot.look(state)
        return bot.influence(planet)

    for planet in range(len(terms.PLANETS)):
        for own in range(12):
            p.influence[planet] = own
            for others in (0, 1 << terms.MEDAL_INTRIGUE, 0b11111 ^ 1 << planet):
                none = worth(planet, (), others)
                medal = bot.rates.medal * bot.worth.medals[others.bit_count()]
                gap = max(0, min(FAR_AWAY, 6 - own))
                assert medal > 0.0
                assert worth(planet, (6, 9), others) == pytest.approx(none + medal * NEARNESS[gap])
                assert worth(planet, (6, 9), others | 1 << planet) == pytest.approx(none)
