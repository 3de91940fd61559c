"""rules.md "IV Consume"; worked examples 21 to 27 and 34."""

import pytest

NOVELTY = ["artist_colony", "spice_world", "gem_world"]


def consume(table, tableau, goods, hand=(), action="consume_double", **spec):
    seat = {"tableau": tableau, "goods": goods, "hand": list(hand)}
    return table([seat], actions=[[action], ["consume_trade"]], **spec)


def plain(table, tableau, goods, hand=(), **spec):
    """A Consume phase that only the other seat chose."""
    return consume(table, tableau, goods, hand, action="settle", **spec)


@pytest.mark.parametrize(
    ("world", "cards"),
    [("artist_colony", 2), ("asteroid_belt", 3), ("empath_world", 4), ("alien_robot_sentry", 5)],
)
def test_prices(table, world, cards):
    # [#trade.1]
    t = consume(table, ["new_sparta", world], [world], action="consume_trade")
    assert len(t.hand()) == cards


@pytest.mark.parametrize(
    ("tableau", "world", "cards"),
    [
        (["export_duties", "merchant_world"], "artist_colony", 2 + 1 + 2),
        (["mining_conglomerate", "space_port"], "asteroid_belt", 3 + 1 + 2),
        (["mining_conglomerate", "space_port"], "empath_world", 4),
        (["genetics_lab", "bio_hazard_mining_world"], "empath_world", 4 + 1 + 2),
        (["distant_world"], "artist_colony", 2 + 3),
        (["spice_world"], "artist_colony", 2 + 2),
        (["trade_league"], "alien_robot_sentry", 5 + 1),
    ],
)
def test_trade_bonuses_of_matching_kind(table, tableau, world, cards):
    # [#trade.1]
    t = consume(table, ["new_sparta", *tableau, world], [world], action="consume_trade")
    assert len(t.hand()) == cards


@pytest.mark.parametrize(
    ("sold", "cards"), [("pirate_world", 2 + 3), ("star_nomad_lair", 2 + 1), ("artist_colony", 2)]
)
def test_bonus_of_this_very_world(table, sold, cards):
    worlds = ["pirate_world", "star_nomad_lair", "artist_colony"]
    t = consume(table, ["new_sparta", *worlds], worlds, action="consume_trade")
    t.play(f"trade world={sold} via=action")
    assert len(t.hand()) == cards
    assert sold not in t.goods()


def test_only_those_who_chose_it_sell_and_just_one_good(table):
    # [#trade.2]
    t = table(
        [
            {"tableau": ["new_sparta", *NOVELTY], "goods": NOVELTY},
            {"tableau": ["alpha_centauri"], "goods": ["alpha_centauri"]},
        ],
        actions=[["consume_trade"], ["settle"]],
    )
    # Alpha Centauri's number is lower, so that seat 1 begins; it neither sells nor consumes.
    assert t.state.seat == 0
    t.play("trade world=gem_world via=action")
    assert t.goods(0) == ["artist_colony", "spice_world"]
    assert t.goods(1) == ["alpha_centauri"]


def test_selling_comes_before_the_powers_and_is_compulsory(table):
    # [#consume.1] [#trade.2]
    t = consume(table, ["old_earth", *NOVELTY], NOVELTY, action="consume_trade")
    assert all(text.startswith("trade") for text in t.choices)


FTA = ["free_trade_association", "new_vinland", *NOVELTY]


def test_association_first_takes_all_three(table):
    # [#consume.3]
    t = plain(table, ["new_sparta", *FTA], NOVELTY)
    t.play("use card=free_trade_association power=0")
    assert t.chips() == 3
    assert len(t.hand()) == 3
    assert t.goods() == []


def test_vinland_first_leaves_two(table):
    # [#consume.4] [#powers.6]
    t = plain(table, ["new_sparta", *FTA], NOVELTY)
    t.play("use card=new_vinland power=0", "consume world=spice_world")
    assert t.chips() == 2
    assert len(t.hand()) == 2 + 2


def test_double_chips_not_cards(table):
    # [#consume.10]
    t = consume(table, ["new_sparta", "free_trade_association", *NOVELTY], NOVELTY)
    assert t.chips() == 6
    assert len(t.hand()) == 3
    assert t.state.points_of(0)[:3] == [3, 3, 0]


@pytest.mark.parametrize("card", ["deficit_spending/1", "merchant_world"])
def test_hand_cards_for_chips_are_never_doubled(table, filler, card):
    # [#consume.10] [#consume.8]
    t = consume(table, ["new_sparta", card], [], hand=filler[:4])
    t.play(f"spend card={filler[0]}", f"spend card={filler[1]}")
    assert t.chips() == 2
    assert t.state.points_of(0)[:3] == [0, 0, 2]


def test_hand_cards_for_chips_are_optional(table, filler):
    # [#consume.8] [#powers.5]
    t = consume(table, ["new_sparta", "deficit_spending"], [], hand=filler[:3])
    t.play(f"spend card={filler[0]}", "stop")
    assert t.chips() == 1
    t = consume(table, ["new_sparta", "deficit_spending"], [], hand=filler[:3])
    t.play("stop")
    assert t.chips() == 0


def test_a_good_of_the_wrong_kind_stays(table):
    worlds = ["asteroid_belt", "artist_colony"]
    tableau = ["new_sparta", "mining_conglomerate", "expanding_colony", *worlds]
    t = plain(table, tableau, worlds)
    t.play("use card=expanding_colony power=0", "consume world=asteroid_belt")
    assert t.goods() == ["artist_colony"], "nothing is left for Mining Conglomerate"
    assert t.chips() == 1


def test_new_economy_draws_without_a_discard(table):
    t = plain(table, ["new_sparta", "new_economy"], [], deck=["gem_world"])
    assert t.hand() == ["gem_world"]


@pytest.mark.parametrize(
    ("card", "worlds", "chips", "cards"),
    [
        ("plague_world", ["plague_world"], 1, 1),
        ("new_survivalists", ["new_survivalists"], 0, 1),
        ("galactic_trendsetters", ["artist_colony"], 2, 0),
        ("mining_league", ["asteroid_belt", "comet_zone"], 3, 0),
        ("tourist_world", ["asteroid_belt", "artist_colony"], 3, 0),
        ("diversified_economy", ["asteroid_belt", "artist_colony", "empath_world"], 3, 0),
        ("consumer_markets", ["artist_colony", "gem_world"], 2, 0),
        ("research_labs", ["empath_world"], 1, 0),
        ("outlaw_world", ["artist_colony"], 1, 1),
        ("pilgrimage_world", ["asteroid_belt", "artist_colony", "gem_world"], 2, 0),
        ("pilgrimage_world", ["artist_colony"], 0, 0),
    ],
)
def test_consume_powers(table, card, worlds, chips, cards):
    # [#consume.6]
    tableau = ["new_sparta", card, *[world for world in worlds if world != card]]
    t = plain(table, tableau, worlds)
    assert (t.chips(), len(t.hand()), t.goods()) == (chips, cards, [])


@pytest.mark.parametrize(
    ("card", "worlds"),
    [
        ("mining_league", ["asteroid_belt", "artist_colony"]),
        ("tourist_world", ["artist_colony"]),
        ("diversified_economy", ["asteroid_belt", "comet_zone", "empath_world"]),
        ("plague_world", ["artist_colony"]),
    ],
)
def test_powers_that_lack_goods_are_not_usable(table, card, worlds):
    # [#consume.5]
    t = plain(table, ["new_sparta", card, *worlds], worlds)
    assert t.chips() == 0
    assert t.goods() == worlds


def test_pilgrimage_world_doubled(table):
    t = consume(table, ["new_sparta", "pilgrimage_world", *NOVELTY], NOVELTY)
    assert t.chips() == (3 - 1) * 2


def test_three_different_kinds_are_chosen_by_the_owner(table):
    worlds = ["asteroid_belt", "comet_zone", "empath_world", "artist_colony"]
    t = plain(table, ["new_sparta", "diversified_economy", *worlds], worlds)
    assert sorted(t.choices) == sorted(f"consume world={world}" for world in worlds)
    t.play("consume world=comet_zone")
    assert t.goods() == ["asteroid_belt"], "the two other kinds have one good each"


def test_powers_are_compulsory_while_usable(table):
    # [#consume.2] [#powers.5]
    t = plain(table, ["new_sparta", "expanding_colony", "terraformed_world", *NOVELTY], NOVELTY)
    assert "stop" not in t.choices
    t.play("use card=expanding_colony power=0", "consume world=gem_world")
    t.play("consume world=spice_world")
    assert t.chips() == 2
    assert t.goods() == ["artist_colony"]


def test_a_power_is_used_once(table):
    # [#consume.2]
    t = plain(table, ["new_sparta", "expanding_colony", *NOVELTY], NOVELTY)
    t.play("consume world=gem_world")
    assert len(t.goods()) == 2


def test_two_times_power_takes_as_many_as_there_are(table):
    t = plain(table, ["old_earth", "artist_colony"], ["artist_colony"])
    assert t.chips() == 1


@pytest.mark.parametrize(
    ("card", "cards"), [("trade_league", 2 + 1), ("black_market_trading_world", 2)]
)
def test_extra_trade_with_or_without_bonuses(table, card, cards):
    # [#consume.7]
    tableau = ["new_sparta", card, "artist_colony"]
    tableau += ["export_duties"] if card != "trade_league" else []
    t = plain(table, tableau, ["artist_colony"])
    assert len(t.hand()) == cards
    assert t.state.players[0].goods_traded == 1


def test_extra_trade_beside_the_action(table):
    t = consume(
        table, ["new_sparta", "trade_league", *NOVELTY[:2]], NOVELTY[:2], action="consume_trade"
    )
    t.play("trade world=artist_colony via=action")
    assert t.goods() == []
    assert t.state.players[0].goods_traded == 2
    assert len(t.hand()) == 2 * (2 + 1 + 2), "both with Trade League's and Spice World's bonus"


@pytest.mark.parametrize(("guess", "kept"), [(2, True), (3, False)])
def test_gamble(table, guess, kept):
    # [#consume.9]
    t = plain(table, ["new_sparta", "gambling_world"], [], deck=["gem_world"])
    assert t.choices == [f"guess number={n}" for n in range(1, 8)]
    t.play(f"guess number={guess}")
    assert t.hand() == (["gem_world"] if kept else [])
    assert t.discards() == ([] if kept else ["gem_world"])


def test_gamble_on_a_defense(table):
    t = plain(table, ["new_sparta", "gambling_world"], [], deck=["rebel_homeworld"])
    t.play("guess number=7")
    assert t.hand() == ["rebel_homeworld"]


def test_gambling_world_has_two_powers(table):
    t = plain(table, ["new_sparta", "gambling_world", "artist_colony"], ["artist_colony"])
    assert t.choices == ["use card=gambling_world power=0", "use card=gambling_world power=1"]


def test_chips_are_paid_in_full_and_the_game_ends(table):
    # [#consume.11] [#end.2]
    worlds = ["asteroid_belt", "comet_zone"]
    t = consume(table, ["new_sparta", "mining_league", *worlds], worlds, pool=3)
    assert t.chips() == 6
    assert t.state.pool == -3
    assert t.state.over
    assert t.rules.schema.end_reasons[t.state.end_reason] == "chips"


def test_advanced_both_consume_cards(table):
    # [#advanced.5]
    t = table(
        [{"tableau": ["new_sparta", "free_trade_association", *NOVELTY], "goods": NOVELTY}],
        actions=[["consume_trade", "consume_double"], ["produce", "settle"]],
        advanced=True,
    )
    t.play("trade world=gem_world via=action")
    assert t.chips() == 2 * 2


def test_goods_are_discarded_unseen(table):
    # [#consume.4]
    t = plain(table, ["new_sparta", "plague_world"], {"plague_world": "gem_world"})
    assert "gem_world" in t.discards()
    assert not any(p.seen >> t.state.t.number["gem_world"] & 1 for p in t.state.players)
