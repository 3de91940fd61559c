"""What a seat cannot know is redrawn, uniformly; what it knows stays."""

import pytest
from scipy import stats

import simkit
from simkit.games.race_for_the_galaxy.rules import state as st

TITLE = "race_for_the_galaxy"


def midgame(seats=3, seed=4, decisions=60, **options):
    rules = simkit.rules(TITLE, seats=seats, **options)
    state = rules.deal(simkit.Luck(seed))
    whims = simkit.Luck(seed).stream("hidden test")
    for _ in range(decisions):
        state.apply(whims.choice(state.candidates()))
    return state


def places(state, seat):
    """Where the cards hidden from `seat` lie: card -> place."""
    found = {}
    for number, p in enumerate(state.players):
        for card in p.goods.values():
            found[card] = f"goods of {number}"
        if number != seat:
            for card in p.hand:
                found[card] = f"hand of {number}"
            for card in p.drawn:
                found[card] = f"drawn by {number}"
    for card in state.discards:
        if not state.players[seat].seen >> card & 1:
            found[card] = "discards"
    for card in state.deck:
        found[card] = "deck"
    return found


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_hidden_cards_are_redrawn_uniformly(seat):
    # [#produce.8]
    state = midgame()
    hidden = places(state, seat)
    sizes = {place: list(hidden.values()).count(place) for place in set(hidden.values())}
    draws = 400
    counts = {place: dict.fromkeys(hidden, 0) for place in sizes}
    for number in range(draws):
        drawn = places(state.determinize(seat, simkit.Luck(number)), seat)
        assert drawn.keys() == hidden.keys()
        for card, place in drawn.items():
            counts[place][card] += 1
    for place, size in sizes.items():
        expected = draws * size / len(hidden)
        if expected < 5:
            continue
        # Each draw fills `size` places without repetition: the variance is that of a sample
        # without replacement, so that the statistic is scaled by (N - 1) / (N - size).
        total = sum((n - expected) ** 2 / expected for n in counts[place].values())
        scaled = total * (len(hidden) - 1) / (len(hidden) - size)
        assert 1e-4 < stats.chi2.sf(scaled, len(hidden) - 1) < 1 - 1e-4, place


def test_what_is_known_stays():
    state = midgame()
    for seat in range(3):
        new = state.determinize(seat, simkit.Luck(9))
        new.check()
        me, mine = state.players[seat], new.players[seat]
        assert (me.hand, me.drawn, me.seen) == (mine.hand, mine.drawn, mine.seen)
        known = {card for card in state.discards if me.seen >> card & 1}
        assert known <= set(new.discards)
        assert new.pool == state.pool
        for p, q in zip(state.players, new.players, strict=True):
            assert p.tableau == q.tableau
            assert p.goods.keys() == q.goods.keys()
            assert (len(p.hand), p.chips, p.sums) == (len(q.hand), q.chips, q.sums)
        assert len(new.deck) == len(state.deck)
        assert state.legal() == new.legal() or state.seat != seat


def test_own_discards_are_known_and_others_are_not(table):
    # [#deck.2]
    t = table(
        [
            {
                "tableau": ["old_earth"],
                "hand": ["public_works", "spice_world", "gem_world", "comet_zone"],
            }
        ],
        actions=[["settle"], ["produce"]],
    )
    t.play("place card=spice_world", "pay card=gem_world", "pay card=comet_zone")
    number = t.state.t.number
    mine, theirs = (p.seen for p in t.state.players)
    assert mine >> number["gem_world"] & 1
    assert not theirs >> number["gem_world"] & 1


def test_sacrificed_cards_have_been_seen_by_all(table):
    t = table(
        [{"tableau": ["old_earth", "colony_ship"], "hand": ["new_earth"]}],
        actions=[["settle"], ["produce"]],
    )
    t.play("place card=new_earth")
    assert all(p.seen >> t.state.t.number["colony_ship/1"] & 1 for p in t.state.players)


def test_secret_choices_are_redrawn():
    # [#round.1]
    state = midgame(seats=2)
    while state.stage != st.STAGE_CHOOSE:
        state.apply(state.candidates()[0])
    first = state.seat
    state.apply(state.legal()[2])
    seen = {state.determinize(1 - first, simkit.Luck(n)).players[first].actions for n in range(80)}
    assert len(seen) == 7
    own = {state.determinize(first, simkit.Luck(n)).players[first].actions for n in range(5)}
    assert own == {state.players[first].actions}


def test_secret_placements_are_redrawn(table):
    # [#settle.1] [#develop.2]
    t = table(
        [
            {"tableau": ["epsilon_eridani"], "hand": ["artist_colony", "gem_world", "comet_zone"]},
            {"tableau": ["new_sparta"], "hand": ["rebel_miners"]},
        ],
        actions=[["settle"], ["settle"]],
    )
    t.play("place card=artist_colony")
    assert t.state.seat == 1
    placings = {t.state.determinize(1, simkit.Luck(n)).players[0].placing for n in range(200)}
    assert len(placings) > 20
    for n in range(50):
        new = t.state.determinize(1, simkit.Luck(n))
        new.step(new.legal()[0])
        new.check()


@pytest.mark.parametrize(("advanced", "cards", "ways"), [(False, 1, 7), (True, 2, 23)])
def test_what_another_has_chosen_in_secret_is_redrawn_whole(advanced, cards, ways):
    """As many action cards as are chosen, each way as likely as the others, and counted as chosen."""
    state = simkit.rules(TITLE, seats=2, advanced=advanced).deal(simkit.Luck(3))
    whims = simkit.Luck(3).stream("choosing")
    while not (state.stage == st.STAGE_CHOOSE and state.turn == 1):
        state.apply(whims.choice(state.candidates()))
    first, second = state.order
    draws = 40 * ways
    seen = {}
    for number in range(draws):
        p = state.determinize(second, simkit.Luck(number)).players[first]
        assert p.actions.bit_count() == cards
        before = sum(state.players[first].chosen_counts)
        assert sum(p.chosen_counts) == before
        seen[p.actions] = seen.get(p.actions, 0) + 1
    assert len(seen) == ways
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4
    own = state.determinize(first, simkit.Luck(1)).players[first]
    assert own.actions == state.players[first].actions
