"""rules.md "V Produce"; worked examples 28 to 31."""

import pytest


def produce(table, tableau, goods=(), hand=(), own="produce", other=None, **spec):
    seats = [{"tableau": tableau, "goods": list(goods), "hand": list(hand)}, other or {}]
    return table(seats, actions=[[own], ["produce"]], **spec)


def finish(t):
    while t.phase == "produce":
        t.play(t.sensible[0])
    return t


def test_gem_world(table):
    # [#produce.1] [#produce.4]
    empty = finish(produce(table, ["new_sparta", "gem_world"], own="settle"))
    assert empty.goods() == ["gem_world"]
    assert len(empty.hand()) == 1
    full = finish(produce(table, ["new_sparta", "gem_world"], ["gem_world"], own="settle"))
    assert full.goods() == ["gem_world"]
    assert full.hand() == []


def test_bonus_fills_one_of_two_windfall_worlds(table):
    # [#produce.3] [#produce.7]
    t = produce(table, ["new_sparta", "asteroid_belt", "empath_world"])
    assert t.sensible == [
        "produce world=asteroid_belt by=phase_bonus",
        "produce world=empath_world by=phase_bonus",
    ]
    t.play("produce world=empath_world by=phase_bonus")
    assert t.goods() == ["empath_world"]
    assert t.phase == "choose"


def test_bonus_is_for_those_who_chose_and_may_be_declined(table):
    # [#produce.3]
    without = produce(table, ["new_sparta", "asteroid_belt"], own="settle")
    assert without.goods() == []
    assert without.phase == "choose"
    t = produce(table, ["new_sparta", "asteroid_belt"])
    assert t.choices == ["produce world=asteroid_belt by=phase_bonus", "decline", "produce_rest"]
    t.play("decline")
    assert t.goods() == []


@pytest.mark.parametrize(
    ("card", "world", "filled"),
    [
        ("genetics_lab", "empath_world", True),
        ("genetics_lab", "asteroid_belt", False),
        ("mining_robots", "asteroid_belt", True),
        ("mining_league", "asteroid_belt", True),
        ("free_trade_association", "refugee_world", True),
        ("expanding_colony", "refugee_world", True),
        ("alien_rosetta_stone_world", "alien_robot_sentry", True),
        ("galactic_engineers", "alien_robot_sentry", True),
    ],
)
def test_windfall_powers(table, card, world, filled):
    # [#produce.2]
    t = finish(produce(table, ["new_sparta", card, world], own="settle"))
    assert t.goods() == ([world] if filled else [])


def test_two_powers_fill_two_worlds(table):
    tableau = ["new_sparta", "galactic_engineers", "genetics_lab", "empath_world", "asteroid_belt"]
    t = produce(table, tableau, own="settle")
    assert t.sensible == ["produce_rest"], "each power has its world; nothing to choose"
    finish(t)
    assert sorted(t.goods()) == ["asteroid_belt", "empath_world"]


def test_runaway_robots_draw_when_filled_by_any_power(table):
    # [#produce.4]
    for tableau, own in (
        (["new_sparta", "runaway_robots", "mining_robots"], "settle"),
        (["new_sparta", "runaway_robots"], "produce"),
    ):
        t = finish(produce(table, tableau, own=own))
        assert t.goods() == ["runaway_robots"]
        assert len(t.hand()) == 1


def test_draws_without_condition(table):
    t = finish(produce(table, ["new_sparta", "rebel_underground", "merchant_guild"], own="settle"))
    assert len(t.hand()) == 3


@pytest.mark.parametrize("goods", [[], ["malevolent_lifeforms", "empath_world"]])
def test_pan_galactic_league_counts_worlds_goods_or_not(table, goods):
    tableau = [
        "new_sparta", "pan_galactic_league", "malevolent_lifeforms", "empath_world",
        "pre_sentient_race",
    ]  # fmt: skip
    t = finish(produce(table, tableau, goods, own="settle"))
    assert len(t.hand()) == 3


def test_cards_per_good_and_per_kind(table):
    # [#produce.5]
    tableau = [
        "new_sparta", "consumer_markets", "diversified_economy", "research_labs", "artist_colony",
        "spice_world", "refugee_world", "malevolent_lifeforms", "alien_robotic_factory",
    ]  # fmt: skip
    t = finish(produce(table, tableau))
    # 3 novelty with the windfall by the bonus; novelty, genes, alien; 1 alien
    assert len(t.hand()) == 3 + 3 + 1


def test_goods_that_lay_there_already_do_not_count(table):
    # [#produce.5]
    t = finish(
        produce(
            table,
            ["new_sparta", "consumer_markets", "artist_colony"],
            ["artist_colony"],
            own="settle",
        )
    )
    assert t.hand() == []


def test_totals_are_drawn_when_nothing_that_counts_can_follow(table):
    t = produce(
        table, ["new_sparta", "consumer_markets", "artist_colony", "comet_zone"], own="settle"
    )
    draw = "produce_draw card=consumer_markets/1 power=1"
    assert draw not in t.choices
    t.play("produce world=artist_colony by=artist_colony")
    assert draw in t.choices


@pytest.mark.parametrize(
    ("others", "cards"),
    [([], 2), (["mining_world"], 2), (["mining_world", "comet_zone"], 0)],
)
def test_mining_conglomerate_needs_strictly_more(table, others, cards):
    # [#produce.6]
    other = {"tableau": ["old_earth", *others]}
    mine = ["new_sparta", "mining_conglomerate", "rebel_miners", "bio_hazard_mining_world"]
    t = finish(produce(table, mine, own="settle", other=other))
    assert len(t.hand()) == cards


def test_mining_conglomerate_needs_at_least_one(table):
    t = finish(produce(table, ["new_sparta", "mining_conglomerate"], own="settle"))
    assert t.hand() == []


def test_never_more_than_one_good(table):
    # [#produce.1] [#check.2]
    t = produce(table, ["new_sparta", "artist_colony"], ["artist_colony"], own="settle")
    assert t.goods() == ["artist_colony"]
    assert len(t.state.players[0].goods) == 1


def test_order_is_free(table):
    # [#produce.7] [#powers.6]
    t = produce(
        table,
        ["new_sparta", "gem_world", "comet_zone"],
        own="settle",
        deck=["spice_world", "plague_world"],
    )
    assert t.choices == [
        "produce world=gem_world by=gem_world",
        "produce world=comet_zone by=comet_zone",
        "produce_rest",
    ]
    t.play("produce world=comet_zone by=comet_zone", "produce_draw card=comet_zone power=1")
    names = t.state.t.names
    assert names[t.state.players[0].goods[t.state.t.number["comet_zone"]]] == "spice_world"
    assert t.hand()[0] == "plague_world"
