"""What bots and tables keep from one decision for the next holds for another game, seat and copy, too."""

from __future__ import annotations

import copy

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.features import GREEDY
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.payment import affordable, pack


def started(rules, seat=0):
    bot = GREEDY()
    bot.start(rules, seat, Luck(0))
    return bot


def chosen(bot, state):
    choice = bot.choose(state, state.candidates())
    return choice.action, choice.value, choice.runner_up


def test_a_bot_that_sits_everywhere_in_two_games_chooses_like_a_new_one():
    """A game and its copy, which soon goes another way: seats change, and games at the same seat."""
    rules = simkit.rules("federation", seats=3)
    bot, here = started(rules), rules.deal(Luck(4))
    there = here.clone()
    seats = set()
    while not (here.over or there.over):
        for state in (here, there):
            found = chosen(bot, state)
            assert (bot.s, bot.me, bot.p) == (state, state.seat, state.players[state.seat])
            assert found == chosen(started(rules), state)
            seats.add((state is here, state.seat))
            options = state.candidates()
            state.apply(found[0] if state is here else options[len(options) // 2])
    assert len(seats) == 6


def test_what_was_worked_out_for_a_turn_is_not_taken_for_a_cover_in_another_game():
    """Same seat, turns taken and resources, but others stand elsewhere in the rankings."""
    rules = simkit.rules("federation", seats=3)
    player = {"alterations": ["s1_fund_cop"], "influence": {"neo": 2, "atal": 5}}
    rival = {"influence": dict.fromkeys(terms.PLANETS, 4)}
    specs = [{"players": {"A": player, "B": other}, "seat": "A"} for other in (rival, {})]
    covers = 0
    for action in rules.position(specs[0]).candidates():
        turn, cover = map(rules.position, specs)
        cover.apply(action)
        if cover.todo[-1][0] == terms.COVER:
            covers += 1
            bot, options = started(rules), cover.candidates()
            bot.choose(turn, turn.candidates())
            assert bot.values(cover, options) == started(rules).values(cover, options)
    assert covers > 20


def test_what_a_seat_can_pay_for_is_worked_out_at_every_decision():
    rules = simkit.rules("federation", seats=4)
    state = rules.deal(Luck(2))
    bots = [started(rules, seat) for seat in range(4)]
    purses = set()
    while not state.over:
        bot, purse = bots[state.seat], pack(state.players[state.seat].res)
        bot.look(state)
        assert bot.can_pay() == affordable(state.tables, purse)
        purses.add(purse)
        state.apply(bot.choose(state, state.candidates()).action)
    assert len(purses) > 30


def test_the_best_token_kept_of_a_moon_is_that_of_its_tokens():
    """Two games by turns, so that what is kept of one is asked for in the other."""
    rules = simkit.rules("federation", seats=4)
    bots = [started(rules, seat) for seat in range(4)]
    states = [rules.deal(Luck(seed)) for seed in (3, 4)]
    worth, seen = bots[0].worth, set()
    while not any(state.over for state in states):
        for state in states:
            for moon, tokens in enumerate(state.moons):
                if tokens and state.moons_seen >> moon & 1:
                    found = estimates.best_token(state, moon, worth)
                    assert found == max(worth.tokens[token] for token in tokens)
                    assert worth.best_tokens[moon] == (tokens, found)
                    seen.add((moon, tokens))
            state.apply(bots[state.seat].choose(state, state.candidates()).action)
    assert len(seen) > 20


def test_placements_of_a_deep_copy_are_those_of_the_game():
    """Lists not made yet are told by what is in them: tables that were copied have others."""
    state = simkit.rules("federation", seats=4).deal(Luck(6))
    twin = copy.deepcopy(state)
    assert twin.tables is not state.tables
    turns = 0
    while not state.over:
        assert twin.legal() == state.legal()
        found = state.candidates()
        assert twin.candidates() == found
        turns += state.todo[-1][0] == terms.TURN
        for each in (state, twin):
            each.apply(found[len(found) // 2])
    assert turns == 80


@pytest.mark.parametrize("crystals", [2, 20])
def test_a_bot_that_goes_to_a_table_with_other_storage_values_like_a_new_one(crystals):
    patch = {"setup.limits.crystals_total": crystals}
    bot, seen = started(simkit.rules("federation", seats=2, patch=patch)), set()
    rules = simkit.rules("federation", seats=2)
    bot.start(rules, 0, Luck(0))
    state = rules.deal(Luck(8))
    while not state.over:
        found = chosen(bot, state)
        assert found == chosen(started(rules), state)
        seen.add(sum(state.players[state.seat].res[:3]))
        state.apply(found[0])
    assert len(seen) > 5
