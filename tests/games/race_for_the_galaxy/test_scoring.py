"""rules.md "Scoring"; vocabulary.md "Scoring terms"."""

import pytest


def final(table, tableau, chips=0):
    t = table(
        [{"tableau": tableau, "chips": chips}, {"tableau": ["old_earth"]}],
        actions=[["settle"], ["settle"]],
        pool=0,
    )
    assert t.state.over
    return t


def six(t, name):
    sources = [source.name for source in t.rules.schema.sources]
    return t.state.points_of(0)[sources.index(name)]


@pytest.mark.parametrize(
    ("name", "others", "points"),
    [
        # 2 genes production, 2 genes windfall (military or not), 1 other military, 3 Contact Specialist
        ("pan_galactic_league", ["malevolent_lifeforms", "rebel_warrior_race", "empath_world",
                                 "rebel_outpost", "contact_specialist", "gem_world"], 2 + 2 + 2 + 1 + 3),
        ("mining_league", ["comet_zone", "asteroid_belt", "mining_robots", "mining_conglomerate",
                           "gem_world"], 2 + 1 + 2 + 2),
        ("free_trade_association", ["gem_world", "refugee_world", "consumer_markets",
                                    "expanding_colony", "comet_zone"], 2 + 1 + 2 + 2),
        # itself and Rosetta carry the alien flag; worlds of kind alien score once, by kind
        ("alien_tech_institute", ["alien_robotic_factory", "alien_robot_sentry",
                                  "alien_rosetta_stone_world", "gem_world"], 2 + 3 + 2 + 2),
        # itself: development with an Explore power
        ("galactic_survey_seti", ["expedition_force", "star_nomad_lair", "gem_world",
                                  "public_works"], 1 + 1 + 2 + 1),
        ("galactic_federation", ["pan_galactic_league", "public_works", "gem_world"], 2 + 2 + 1),
        ("new_galactic_order", ["drop_ships", "empath_world", "galactic_imperium"], 2 + 3 - 1),
        ("merchant_guild", ["gem_world", "comet_zone", "plague_world", "alien_robotic_factory",
                            "asteroid_belt"], 2 * 4),
        # itself, Deficit Spending; worlds with a phase IV power: Gambling World, Black Market
        ("new_economy", ["deficit_spending", "gambling_world", "black_market_trading_world",
                         "public_works", "export_duties", "comet_zone"], 2 + 2 + 1 + 1 + 2),
        ("galactic_renaissance", ["research_labs", "galactic_trendsetters", "artist_colony",
                                  "gem_world"], 3 * 3),
        ("galactic_imperium", ["rebel_base", "pirate_world", "gem_world"], 2 + 1),
        # "$": itself, Export Duties, Merchant World; Black Market's extra trade is no "$" power
        ("trade_league", ["export_duties", "merchant_world", "black_market_trading_world"], 2 + 2 + 1),
    ],
)  # fmt: skip
def test_six_cost_developments(table, name, others, points):
    # [#end.4] [#end.5] [#end.6]
    t = final(table, [name, *others])
    assert six(t, name) == points


def test_new_sparta_is_a_military_world_and_survey_counts_start_worlds(table):
    # [#setup.6]
    assert six(final(table, ["new_sparta", "galactic_imperium"]), "galactic_imperium") == 1
    assert six(final(table, ["new_sparta", "galactic_survey_seti"]), "galactic_survey_seti") == 2


@pytest.mark.parametrize(("chips", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
def test_renaissance_scores_chips_by_threes(table, chips, points):
    # [#end.4]
    t = final(table, ["galactic_renaissance"], chips)
    assert six(t, "galactic_renaissance") == points


def test_new_galactic_order_may_be_negative(table):
    # [#end.4]
    t = final(
        table,
        [
            "new_galactic_order",
            "empath_world",
            "refugee_world",
            "contact_specialist",
            "pan_galactic_league",
        ],
    )
    assert six(t, "new_galactic_order") == 2 - 4


def test_specialised_military_does_not_count(table):
    # [#end.4]
    t = final(table, ["new_galactic_order", "alien_rosetta_stone_world", "alpha_centauri"])
    assert six(t, "new_galactic_order") == 2


def test_points_by_class_of_card(table):
    # [#end.4]
    t = final(
        table,
        [
            "new_sparta",
            "rebel_base",
            "gem_world",
            "asteroid_belt",
            "terraformed_world",
            "drop_ships",
        ],
        chips=4,
    )
    found = dict(zip([s.name for s in t.rules.schema.sources], t.state.points_of(0), strict=True))
    assert {name: value for name, value in found.items() if value} == {
        "chips_consume": 4,
        "start_world": 1,
        "military_world": 6,
        "production_world": 1,
        "windfall_world": 1,
        "plain_world": 5,
        "development": 2,
    }
    assert t.state.score[0] == 20


def test_goods_and_hand_cards_score_nothing(table):
    # [#end.4]
    t = table(
        [
            {
                "tableau": ["epsilon_eridani", "gem_world"],
                "goods": ["gem_world"],
                "hand": ["comet_zone"],
            }
        ],
        actions=[["produce"], ["produce"]],
        pool=0,
    )
    assert t.state.score[0] == 2
