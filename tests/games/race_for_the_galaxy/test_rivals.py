"""What a bot thinks of others: what they will choose, and what they would get of it."""

from __future__ import annotations

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.memo import Memo
from simkit.games.race_for_the_galaxy.bot import rivals

TITLE = "race_for_the_galaxy"
NAMES = ("explore", "develop", "settle", "consume", "produce")
RICH = {
    "tableau": ["alpha_centauri", "artist_colony"],
    "goods": ["alpha_centauri", "artist_colony"],
}
POOR = {"hand": ["rebel_base", "rebel_outpost"]}
FULL = [{"hand": hand} for hand in (
    ["deserted_alien_library", "rebel_homeworld", "lost_alien_warship", "deserted_alien_colony"],
    ["alien_robotic_factory", "lost_alien_battle_fleet", "spice_world", "comet_zone"],
)]  # fmt: skip


def figures(what):
    return [getattr(what, name) for name in NAMES]


def weighed(table, *seats, seat=0):
    state = table(list(seats), seats_total=len(seats)).state
    return [figures(part) for part in rivals.weigh_rivals(state, seat, 1, Memo())]


def test_what_a_seat_holds_itself_tells_nothing_of_the_others(table):
    first, second = FULL
    assert weighed(table, RICH, first, POOR) == weighed(table, {}, first, POOR)
    assert weighed(table, first, RICH, second, seat=1) == weighed(table, first, {}, second, seat=1)


def test_every_other_seat_counts_alike(table):
    one, two = weighed(table, {}, RICH, POOR), weighed(table, {}, POOR, RICH)
    for first, second in zip(one, two, strict=True):
        assert first == pytest.approx(second)
    assert one != weighed(table, {}, POOR, FULL[0])


def test_a_phase_is_missed_if_nobody_else_chooses_it(table):
    """One rival's chances, and those of two alike: they are independent of each other."""
    alone, gets = weighed(table, {}, FULL[0])
    both, same = weighed(table, {}, *FULL)
    assert both == pytest.approx([1 - (1 - chance) ** 2 for chance in alone])
    assert same == pytest.approx(gets)
    assert all(0 < chance < 1 for chance in alone[:4])


def test_goods_and_cards_in_hand_are_what_the_others_get_something_for(table):
    explore, develop, settle, consume, produce = weighed(table, {}, FULL[0])[1]
    assert (develop, settle) == (1.2, 1.2)
    assert (consume, produce) == (0.0, 0.0)
    assert weighed(table, {}, POOR)[1][1:3] == [0.3, 0.3]
    assert explore == 0.7


def test_what_others_get_is_a_mean_over_them(table):
    _, rich = weighed(table, {}, RICH)
    _, poor = weighed(table, {}, POOR)
    _, mixed = weighed(table, {}, RICH, POOR)
    assert mixed == pytest.approx([(a + b) / 2 for a, b in zip(rich, poor, strict=True)])


@pytest.mark.parametrize("share", [0.34, 1.0])
def test_a_good_to_be_sold_first_counts_at_the_price_of_the_dearest(table, share):
    """Produce without any good in store: the weight `spare_good` times what the good would bring."""
    prices = {"lost_species_ark_world": 4, "comet_zone": 3, "spice_world": 2}

    def value(world, weight):
        state = table([{"tableau": [world]}, {}], seats_total=2).state
        bot = make_bot(f"greedy(weights={{'spare_good': {weight}}})", TITLE)
        bot.start(state.rules, 0, simkit.Luck(1))
        actions = [a for a in state.legal() if "produce" in state.rules.notation(a).lower()]
        assert actions
        return bot.values(state, actions)[0]

    gains = {world: value(world, share) - value(world, 0.0) for world in prices}
    per_price = [gain / prices[world] for world, gain in gains.items()]
    assert per_price[0] > 0
    assert per_price == pytest.approx([per_price[0]] * len(prices))
