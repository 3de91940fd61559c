"""What is hidden is redrawn uniformly, and nothing else changes."""

from collections import Counter

import simkit
from simkit.games.planet_unknown.rules.cells import cells_of

TITLE = "planet_unknown"
DRAWS = 1200


def middle(seats=3, **options):
    rules = simkit.rules(TITLE, seats=seats, events="even", **options)
    state = rules.deal(simkit.Luck(8))
    while state.round < 9:
        state.apply(state.candidates()[-1])
    return state


def demand_uniform(counts, values, draws=DRAWS):
    """Chi-square against equal shares; the bound is the 99.99 % point for up to 30 values."""
    expected = draws / len(values)
    assert set(counts) <= set(values)
    chi = sum((counts[value] - expected) ** 2 / expected for value in values)
    free = len(values) - 1
    assert chi < free + 4 * (2 * free) ** 0.5 + 8


def copies(state, seat):
    return [state.determinize(seat, simkit.Luck(n)) for n in range(DRAWS)]


def test_tiles_below_the_open_ones():
    # [#3.8]
    state = middle()
    slot = max(range(12), key=state.left.__getitem__)
    below = state.stacks[slot][: state.left[slot] - 1]
    drawn = [copy.stacks[slot][state.left[slot] - 2] for copy in copies(state, 0)]
    demand_uniform(Counter(drawn), below)
    assert all(copy.top(slot) == state.top(slot) for copy in copies(state, 0)[:20])


def test_civ_cards_in_a_deck_that_nobody_has_looked_at():
    state = middle()
    me = state.players[0]
    me.seen_cards = me.cards
    for p in state.players[1:]:
        p.cards = 0
    mask = state.tables.level_mask[4] & ~state.shown & ~me.cards
    size = (state.deck & mask).bit_count()
    drawn = Counter(c for copy in copies(state, 0) for c in cells_of(copy.deck & mask))
    demand_uniform(drawn, cells_of(mask), DRAWS * size)


def test_hidden_cards_of_others_are_end_cards():
    state = middle()
    end = [card.id for card in state.tables.cards if card.level == 1 and card.ends]
    other = state.players[1]
    other.cards = 1 << end[0]
    state.deck &= ~other.cards
    state.players[0].seen_cards = state.players[0].cards = state.players[2].cards = state.shown = 0
    found = Counter()
    for copy in copies(state, 0):
        (card,) = cells_of(copy.players[1].cards)
        found[card] += 1
    demand_uniform(found, end)


def test_cards_seen_in_a_deck_stay_in_the_game():
    state = middle()
    me = state.players[0]
    level = state.deck & state.tables.level_mask[3]
    me.seen_cards |= level
    assert all(copy.deck & level == level for copy in copies(state, 0)[:100])


def test_coming_events_keep_their_colours():
    state = middle()
    rest = state.event_deck[state.event_no :]
    colours = Counter(state.tables.events[e - 1].colour for e in rest)
    nexts = Counter()
    for copy in copies(state, 0):
        assert copy.event_deck[: state.event_no] == state.event_deck[: state.event_no]
        drawn = copy.event_deck[state.event_no :]
        assert Counter(state.tables.events[e - 1].colour for e in drawn) == colours
        nexts[drawn[0]] += 1
    red = [e for e in nexts if state.tables.events[e - 1].colour == "red"]
    share = sum(nexts[e] for e in red) / DRAWS
    assert abs(share - colours["red"] / len(rest)) < 0.06


def test_a_peeked_event_stays():
    state = middle()
    state.players[0].peeked = state.event_no
    nexts = {copy.event_deck[state.event_no] for copy in copies(state, 0)[:100]}
    assert nexts == {state.event_deck[state.event_no]}


def test_private_objectives_of_others():
    state = middle(private_objectives=True)
    me = state.players[0]
    public = {n for n, _, _ in state.rivals} | set(cells_of(me.seen_objectives))
    pool = [n for n in range(1, 29) if n not in public]
    drawn = Counter(copy.players[1].private[0] for copy in copies(state, 0))
    demand_uniform(drawn, pool)
