"""Columns of `seats` and `games`, counted a second way: from the cards and from the actions taken."""

from __future__ import annotations

from collections import Counter

import pytest

import simkit
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import terms

TITLE = "race_for_the_galaxy"


def play(seats, seed, **options):
    """Play at random; return the end, and the action cards chosen by each seat."""
    rules = simkit.rules(TITLE, seats=seats, **options)
    state, whims = rules.deal(simkit.Luck(seed)), simkit.Luck(seed).stream("whims")
    starts = [state.t.names[card] for p in state.players for card in p.tableau]
    chosen, rounds = [Counter() for _ in range(seats)], 0
    while not state.over:
        if state.round > rounds:
            rounds = state.round
        before = [list(p.chosen_counts) for p in state.players]
        state.apply(whims.choice(state.candidates()))
        for seat, p in enumerate(state.players):
            for card, (old, new) in enumerate(zip(before[seat], p.chosen_counts, strict=True)):
                chosen[seat][card] += new - old
    return state, starts, chosen


@pytest.mark.parametrize(("seats", "seed", "options"), [(2, 1, {"advanced": True}), (4, 2, {})])
def test_closing_figures_of_a_seat(seats, seed, options):
    state, starts, chosen = play(seats, seed, **options)
    t = state.t
    for seat, p in enumerate(state.players):
        row = state.seat_row(seat)
        worlds = [card for card in p.tableau if t.world[card]]
        assert row["faction"] == t.start_number[t.number[starts[seat]]]
        assert row["worlds"] == len(worlds)
        assert row["developments"] == len(p.tableau) - len(worlds) == row["tableau"] - row["worlds"]
        assert row["military_worlds"] == sum(bool(t.military[card]) for card in worlds)
        assert row["alien_worlds"] == sum(
            t.kind[card] == terms.KIND_NUMBERS["alien"] for card in worlds
        )
        assert row["sixes"] == sum(bool(t.six[card]) for card in p.tableau)
        assert (row["hand"], row["goods"]) == (len(p.hand), len(p.goods))
        assert (row["chips"], row["military"]) == (p.chips, p.military())
        assert row["start_position"] == state.order.index(seat)
        counts = [row[f"chose_{name}"] for name in schema.ACTION_CARDS]
        assert counts == [chosen[seat][card] for card in range(len(counts))]
        assert sum(counts) == state.round * (2 if options.get("advanced") else 1)
        assert row["cards_drawn"] >= len(p.hand)
    assert sorted(state.seat_row(seat)["start_position"] for seat in range(seats)) == [
        *range(seats)
    ]


@pytest.mark.parametrize("seats", [2, 4])
def test_phases_that_ran_are_those_that_somebody_chose(seats):
    state, _, _ = play(seats, 3)
    row = state.game_row()
    ran = [row[f"ran_{name}"] for name in ("explore", "develop", "settle", "consume", "produce")]
    chose = [state.seat_row(seat) for seat in range(seats)]
    explored = sum(figures["chose_explore_5"] + figures["chose_explore_1_1"] for figures in chose)
    consumed = sum(
        figures["chose_consume_trade"] + figures["chose_consume_double"] for figures in chose
    )
    for count, times in (
        (ran[0], explored),
        (ran[1], sum(figures["chose_develop"] for figures in chose)),
        (ran[2], sum(figures["chose_settle"] for figures in chose)),
        (ran[3], consumed),
        (ran[4], sum(figures["chose_produce"] for figures in chose)),
    ):
        assert 0 < count <= min(times, state.round)
        assert times <= seats * count
    assert row["pool"] == state.pool


def test_traded_and_consumed_goods_are_counted(table):
    seat = {"tableau": ["alpha_centauri", "artist_colony", "spice_world"],
            "goods": ["artist_colony", "spice_world"]}  # fmt: skip
    t = table([seat, {}], actions=[["consume_trade"], ["settle"]])
    before = t.state.seat_row(0)
    while t.state.seat == 0 and t.goods():
        t.play(t.choices[0])
    after = t.state.seat_row(0)
    gone = before["goods"] - after["goods"]
    assert after["goods_traded"] == 1
    assert after["goods_traded"] + after["goods_consumed"] == gone


def test_the_first_start_world_of_a_tableau_is_the_seats_own(table):
    t = table([{"tableau": ["new_sparta", "alpha_centauri"]}, {"tableau": ["epsilon_eridani"]}])
    names = t.state.t.names
    assert [names[p.start] for p in t.state.players] == ["new_sparta", "epsilon_eridani"]
