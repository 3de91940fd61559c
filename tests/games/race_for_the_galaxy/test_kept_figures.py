"""What is kept from decision to decision equals what is worked out anew, along whole games."""

import pytest

import simkit
from simkit.bots import make_bot
from simkit.games.race_for_the_galaxy.bot import outlook
from simkit.games.race_for_the_galaxy.rules import state as st

TITLE = "race_for_the_galaxy"


def decisions(rules, seed, bots):
    """Positions of a game of greedy bots in which there is a choice, with the candidates."""
    state = rules.deal(simkit.Luck(seed))
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(seed))
    while not state.over:
        candidates = state.candidates()
        if len(candidates) > 1:
            yield state, candidates
            action = bots[state.seat].choose(state, candidates).action
        else:
            action = candidates[0]
        state.apply(action)


def anew(rules, seat, text="greedy"):
    bot = make_bot(text, TITLE)
    bot.start(rules, seat, simkit.Luck(0))
    return bot


@pytest.mark.parametrize(("seats", "options"), [(4, {}), (2, {"advanced": True})])
def test_values_of_cards_are_forgotten_when_they_change(seats, options):
    """A bot that played on, here and on copies of the position, thinks as one that has just come."""
    rules = simkit.rules(TITLE, seats=seats, **options)
    bots = [make_bot("greedy", TITLE) for _ in range(seats)]
    whims = simkit.Luck(3).stream("copies")
    for seed in range(3):
        for state, candidates in decisions(rules, seed, bots):
            bot = bots[state.seat]
            wanted = anew(rules, state.seat).values(state, candidates)
            assert bot.values(state, candidates) == wanted
            copy = state.clone()
            for _ in range(whims.below(30)):
                if not copy.over:
                    copy.apply(whims.choice(copy.legal()))
            if not copy.over and copy.seat == state.seat:
                found = copy.legal()
                assert bot.values(copy, found) == anew(rules, copy.seat).values(copy, found)
            assert bot.values(state, candidates) == wanted
            choice = bot.choose(state, candidates)
            ranked = sorted(wanted, reverse=True)
            assert [choice.value, choice.runner_up] == ranked[:2]
            assert choice.action == candidates[wanted.index(ranked[0])]


def test_an_outlook_is_the_same_with_and_without_the_one_before():
    rules = simkit.rules(TITLE, seats=3)
    whims = simkit.Luck(5).stream("random")
    for seed in range(12):
        state = rules.deal(simkit.Luck(seed))
        before = [None] * 3
        while not state.over:
            state.apply(whims.choice(state.legal()))
            for seat, p in enumerate(state.players):
                unpaid = p.active != p.tableau
                assert p.active == (p.tableau[:-1] if unpaid else p.tableau)
                found = outlook.Outlook(state.t, p, p.active, before[seat])
                fresh = outlook.Outlook(state.t, p, p.active)
                before[seat] = found
                for name in outlook.Outlook.__slots__:
                    assert getattr(found, name) == getattr(fresh, name), name


def slow_steps(state, unpaid):
    """Steps towards the end, counted anew."""
    sizes = [len(p.tableau) - (unpaid and p.placing >= 0) for p in state.players]
    return max(1, min(state.t.tableau_end - max(sizes), -(-state.pool // state.seats)))


def test_steps_towards_the_end():
    rules = simkit.rules(TITLE, seats=2, advanced=True)
    whims = simkit.Luck(6).stream("random")
    for seed in range(40):
        state = rules.deal(simkit.Luck(seed))
        while not state.over:
            assert outlook.steps_left(state) == slow_steps(state, False)
            if state.stage in (st.STAGE_PAY, st.STAGE_SETTLE_BY):
                assert outlook.steps_left(state, True) == slow_steps(state, True)
            state.apply(whims.choice(state.legal()))


def test_weights_are_read_once_per_setting():
    rules = simkit.rules(TITLE, seats=4)
    one, two = anew(rules, 0), anew(rules, 1)
    assert one.ref.rates is two.ref.rates
    assert one.ref.held is not two.ref.held
    other = anew(rules, 0, "greedy:military")
    assert other.ref.rates is not one.ref.rates
    assert anew(simkit.rules(TITLE, seats=2), 0).ref.rates is not one.ref.rates


def test_options_are_what_is_listed_anew():
    rules = simkit.rules(TITLE, seats=4)
    whims = simkit.Luck(7).stream("random")
    compared = 0
    for seed in range(12):
        state = rules.deal(simkit.Luck(seed))
        while not state.over:
            copy = state.clone()
            copy.options = []
            compared += state.options != [] and state.stage in st.LISTED
            assert state.legal() == copy.legal()
            assert state.candidates() == copy.candidates()
            other = state.determinize((state.seat + 1) % 4, simkit.Luck(seed))
            assert all(other.is_legal(action) for action in other.candidates())
            hand = other.players[state.seat].hand
            if state.stage == st.STAGE_PLACE:
                assert all(action & 63 == 4 or action >> 6 in hand for action in other.legal())
            state.apply(whims.choice(state.legal()))
    assert compared > 500
