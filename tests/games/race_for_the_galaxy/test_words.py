"""Actions in words: nobody needs the notation to tell two of them apart."""

import re

import pytest

import simkit
from simkit.games.race_for_the_galaxy import schema

TITLE = "race_for_the_galaxy"
SETTINGS = pytest.mark.parametrize(
    ("seats", "advanced"),
    [(2, False), (2, True), (3, False), (4, False)],
    ids=["2", "2-advanced", "3", "4"],
)


def positions(seats, advanced, number, seed=0):
    """Positions of random play with more than one legal action, decisions within phases included."""
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    while number > 0:
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("words")
        seed += 1
        while not state.over and number > 0:
            legal = state.legal()
            if len(legal) > 1:
                yield state
                number -= 1
            state.apply(whims.choice(legal))


def check_words(seats, advanced, number, seed=0):
    """Check the words of every legal action, and return the kinds of action met."""
    met = set()
    for state in positions(seats, advanced, number, seed):
        legal = state.legal()
        words = [state.rules.words(state, action) for action in legal]
        assert len(set(words)) == len(words), sorted(w for w in words if words.count(w) > 1)
        for action, text in zip(legal, words, strict=True):
            assert state.rules.parse(state.rules.describe(state, action)) == action
            assert not re.search(r"[_=\[\]]|/[12]\b", text), text
            assert "\n" not in text
            met.add(state.rules.schema.kinds[action & 63].name)
    return met


@SETTINGS
def test_no_two_legal_actions_have_the_same_words(seats, advanced):
    met = check_words(seats, advanced, 600)
    assert met >= {
        "choose", "discard", "keep", "place", "pass", "settle_by", "pay", "trade", "use", "consume",
        "produce", "produce_draw", "produce_rest", "decline",
    }  # fmt: skip


@pytest.mark.soak
@SETTINGS
def test_no_two_legal_actions_have_the_same_words_in_many_positions(seats, advanced):
    met = check_words(seats, advanced, 2_000, seed=500)
    assert met == {kind.name for kind in schema.KINDS}


def words_of(t):
    return [t.rules.words(t.state, action) for action in t.state.legal()]


def test_copies_of_a_card_are_told_apart_where_both_lie(table):
    t = table(
        [{"tableau": ["old_earth"], "hand": ["colony_ship", "colony_ship", "drop_ships"]}, {}],
        actions=[["develop"], ["develop"]],
    )
    assert words_of(t) == [
        "place Colony Ship (first copy) (development, costs 1 card)",
        "place Colony Ship (second copy) (development, costs 1 card)",
        "place nothing",
    ], "Drop Ships costs 3, and two other cards are in hand"


def test_ways_to_settle_in_words(table, filler):
    tableau = ["new_sparta", "contact_specialist", "colony_ship", "new_military_tactics"]
    t = table(
        [{"tableau": tableau, "hand": ["pirate_world", *filler[:3]]}],
        actions=[["produce"], ["settle"]],
    )  # Military 2 - 1 + 3: Contact Specialist lowers it
    assert words_of(t)[0] == "place Pirate World (world, defense 3)"
    t.play("place card=pirate_world")
    assert words_of(t) == [
        "conquer Pirate World (Military 4 against defense 3), discarding New Military Tactics",
        "pay 2 cards for Pirate World through Contact Specialist",
        "settle Pirate World for nothing through Contact Specialist, discarding Colony Ship",
        "pay 2 cards for Pirate World through Contact Specialist, discarding New Military Tactics",
        "settle Pirate World for nothing through Contact Specialist, discarding Colony Ship and New "
        "Military Tactics",
    ]


def test_passing_with_tactics_in_words(table):
    t = table(
        [{"tableau": ["new_sparta", "new_military_tactics"]}], actions=[["settle"], ["settle"]]
    )
    assert words_of(t) == [
        "settle nothing and keep New Military Tactics",
        "settle nothing and discard New Military Tactics",
    ]


def test_what_is_left_to_pay_to_keep_and_to_discard_in_words(table, filler):
    t = table(
        [{"tableau": ["old_earth"], "hand": ["spice_world", *filler[:3]]}],
        actions=[["settle"], ["settle"]],
    )
    t.play("place card=spice_world")
    assert words_of(t)[0] == "pay with Alien Robotic Factory for Spice World, 1 more to go"
    t.play(f"pay card={filler[0]}")
    assert words_of(t)[0] == "pay with Deserted Alien Library for Spice World"
    t = table([{"tableau": ["old_earth"]}], actions=[["explore_1_1"], ["produce"]])
    assert all(text.endswith(", 1 more to go") for text in words_of(t))
    t.play(t.choices[0])
    assert not any("more to go" in text for text in words_of(t))
    state = simkit.rules(TITLE, seats=2).deal(simkit.Luck(1))
    assert state.rules.words(state, state.legal()[0]).endswith(", 1 more to go")


def test_hand_cards_discarded_for_chips_name_the_power(table, filler):
    t = table(
        [{"tableau": ["new_sparta", "deficit_spending"], "hand": filler[:3]}],
        actions=[["consume_double"], ["settle"]],
    )
    assert words_of(t)[0] == "discard Alien Robotic Factory for 1 chip (Deficit Spending)"
    assert words_of(t)[-1] == "discard no more hand cards for chips (Deficit Spending)"


def test_powers_in_words(table):
    worlds = ["artist_colony", "spice_world", "comet_zone", "plague_world"]
    cards = [
        "free_trade_association", "gambling_world", "diversified_economy", "new_economy",
        "deficit_spending", "trade_league", "pilgrimage_world", "new_vinland",
    ]  # fmt: skip
    t = table(
        [{"tableau": ["new_sparta", *cards, *worlds], "goods": worlds}],
        actions=[["consume_double"], ["produce"]],
    )
    assert words_of(t) == [
        "use Free Trade Association: consume 1 novelty good for 2 chips (doubled) and 1 card, up to 3 "
        "times",
        "use Gambling World: consume 1 good for 2 chips (doubled)",
        "use Gambling World: name a number, flip the top card and keep it if it shows that number",
        "use Diversified Economy: consume 3 goods of different kinds for 6 chips (doubled)",
        "use New Economy: draw 1 card",
        "sell the novelty good of Artist Colony for 5 cards (Trade League)",
        "sell the novelty good of Spice World for 5 cards (Trade League)",
        "sell the rare good of Comet Zone for 4 cards (Trade League)",
        "sell the genes good of Plague World for 5 cards (Trade League)",
        "use Pilgrimage World: consume every good, for each after the first 2 chips (doubled)",
        "use New Vinland: consume 1 good for 2 cards",
        "use Plague World: consume 1 genes good for 2 chips (doubled) and 1 card",
    ]


def test_action_cards_in_words(table):
    t = table([{"tableau": ["old_earth"]}, {"tableau": ["new_sparta"]}], advanced=True)
    found = words_of(t)
    assert "choose Develop and the second Develop" in found
    assert "choose Explore +5 and Explore +1/+1" in found
    assert "choose Consume-Trade and Consume-2xVP" in found
    assert len(found) == 23
