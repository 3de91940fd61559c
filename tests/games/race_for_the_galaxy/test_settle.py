"""rules.md "III Settle"; worked examples 12 to 20."""

import pytest

from simkit.core.errors import BadValue, IllegalAction


def settle(table, tableau, hand, other="produce", own="produce", **spec):
    """A Settle phase that the other seat chose, so that there is no bonus card."""
    return table([{"tableau": tableau, "hand": hand}], actions=[[own], ["settle"]], **spec)


def placeable(t):
    return [text.split("=")[1] for text in t.choices if text.startswith("place")]


def test_military_conquers_without_payment(table):
    # [#settle.3]
    t = settle(table, ["new_sparta"], ["rebel_miners", "pirate_world"])
    assert placeable(t) == ["rebel_miners"], "Military 2: defense 2, not 3"
    t.play("place card=rebel_miners")
    assert t.hand() == ["pirate_world"]


def test_new_military_tactics_adds_three_until_the_end_of_settle(table):
    # [#settle.3] [#settle.6] [#settle.7]
    t = settle(table, ["new_sparta", "new_military_tactics"], ["lost_alien_warship", "rebel_base"])
    assert placeable(t) == ["lost_alien_warship"], "2 + 3 conquer defense 5, not 6"
    t.play("place card=lost_alien_warship")
    assert t.tableau() == ["new_sparta", "lost_alien_warship"]
    assert t.discards() == ["new_military_tactics/1"]
    assert t.state.players[0].military() == 2 + 2, "the conquered world's own Military stays"


def test_tactics_are_optional_when_military_is_enough(table):
    t = settle(table, ["new_sparta", "new_military_tactics"], ["rebel_miners"])
    t.play("place card=rebel_miners")
    assert t.choices == [
        "settle_by method=conquer sacrifice=no",
        "settle_by method=conquer sacrifice=for_military",
    ]
    assert t.sensible == ["settle_by method=conquer sacrifice=no"]


def test_negative_military(table):
    # [#settle.3] [#powers.4]
    t = settle(table, ["new_sparta", "empath_world"], ["rebel_miners", "outlaw_world"])
    assert placeable(t) == ["outlaw_world"]


def test_specialised_military(table):
    # [#settle.3]
    rebel = settle(table, ["old_earth", "galactic_imperium"], ["rebel_underground", "pirate_world"])
    assert placeable(rebel) == ["rebel_underground"]
    alien = settle(
        table, ["old_earth", "alien_tech_institute"], ["alien_robot_sentry", "rebel_miners"]
    )
    assert placeable(alien) == ["alien_robot_sentry"]
    rare = settle(table, ["alpha_centauri"], ["rebel_fuel_cache", "new_survivalists"])
    assert placeable(rare) == ["rebel_fuel_cache"]


def test_discounts_of_matching_kind(table):
    # [#settle.2]
    t = settle(table, ["alpha_centauri", "mining_robots"], ["asteroid_belt", "spice_world"])
    assert placeable(t) == ["asteroid_belt"], "rare: 2 - 1 - 1; novelty: 2 with 1 card left"
    t.play("place card=asteroid_belt")
    assert t.hand() == ["spice_world"]


def test_discount_never_below_zero(table):
    # [#settle.2]
    t = settle(table, ["old_earth", "replicant_robots"], ["artist_colony", "spice_world"])
    t.play("place card=artist_colony")
    assert t.hand() == ["spice_world"]


@pytest.mark.parametrize(
    ("helper", "price"), [(None, 2), ("replicant_robots", 0), ("mining_robots", 2)]
)
def test_contact_specialist_pays_for_a_military_world(table, filler, helper, price):
    # [#settle.4]
    tableau = ["old_earth", "drop_ships", "contact_specialist"]
    tableau += [helper] if helper else []
    # Military 3 - 1 = 2 does not conquer defense 3, and never lowers the payment.
    t = settle(table, tableau, ["pirate_world", *filler[:3]])
    assert "pirate_world" in placeable(t)
    t.play("place card=pirate_world")
    if price:
        assert t.state.need == price
        t.play(*[f"pay card={card}" for card in filler[:price]])
    assert len(t.hand()) == 3 - price


def test_contact_specialist_with_mining_robots_for_a_rare_world(table, filler):
    t = settle(
        table, ["old_earth", "contact_specialist", "mining_robots"], ["rebel_miners", filler[0]]
    )
    t.play("place card=rebel_miners")
    assert t.hand() == [filler[0]], "defense 2 - 1 - 1"


def test_contact_or_conquest_is_the_owners_choice(table, filler):
    # [#settle.1]
    tableau = ["new_sparta", "drop_ships", "contact_specialist"]
    t = settle(table, tableau, ["pirate_world", *filler[:3]])
    t.play("place card=pirate_world")
    assert t.choices == [
        "settle_by method=conquer sacrifice=no",
        "settle_by method=contact sacrifice=no",
    ]
    assert t.sensible == ["settle_by method=conquer sacrifice=no"]
    t.play("settle_by method=contact sacrifice=no")
    assert t.state.need == 2


def test_contact_specialist_needs_a_world_that_is_not_alien(table, filler):
    # [#settle.4]
    t = settle(table, ["old_earth", "contact_specialist"], ["alien_robot_sentry", *filler[:2]])
    assert placeable(t) == []


def test_colony_ship_settles_for_free_and_is_gone(table):
    # [#settle.5] [#settle.7]
    t = settle(table, ["old_earth", "colony_ship"], ["new_earth"])
    t.play("place card=new_earth")
    assert t.tableau() == ["old_earth", "new_earth"]
    assert t.discards() == ["colony_ship/1"]


def test_colony_ship_is_optional_when_the_world_can_be_paid(table, filler):
    # [#settle.5] [#powers.5]
    t = settle(table, ["old_earth", "colony_ship"], ["spice_world", *filler[:3]])
    t.play("place card=spice_world")
    assert t.choices == [
        "settle_by method=pay sacrifice=no",
        "settle_by method=pay sacrifice=for_free",
    ]
    t.play("settle_by method=pay sacrifice=no", f"pay card={filler[0]}", f"pay card={filler[1]}")
    assert "colony_ship/1" in t.tableau()


def test_colony_ship_not_for_alien_worlds_and_not_for_conquest(table):
    # [#settle.5]
    t = settle(table, ["old_earth", "colony_ship"], ["deserted_alien_outpost", "pirate_world"])
    assert placeable(t) == []


def test_colony_ship_with_contact_specialist(table):
    # [#settle.5]
    t = settle(table, ["old_earth", "colony_ship", "contact_specialist"], ["rebel_homeworld"])
    t.play("place card=rebel_homeworld")
    assert t.tableau() == ["old_earth", "contact_specialist/1", "rebel_homeworld"]
    assert t.state.players[0].ship == -1


def test_colony_ship_with_contact_not_for_alien_worlds(table):
    t = settle(table, ["old_earth", "colony_ship", "contact_specialist"], ["alien_robot_sentry"])
    assert placeable(t) == []


@pytest.mark.parametrize("world", ["rebel_miners", "artist_colony"])
def test_bonus_card_for_any_world_placed(table, filler, world):
    # [#settle.9]
    t = table(
        [{"tableau": ["new_sparta"], "hand": [world, filler[0]]}],
        actions=[["settle"], ["produce"]],
        deck=["gem_world"],
    )
    t.play(f"place card={world}")
    assert "gem_world" in t.hand()


def test_no_bonus_card_without_a_world_or_without_the_action(table):
    # [#settle.9]
    none = table(
        [{"tableau": ["new_sparta"], "hand": ["rebel_miners"]}], actions=[["settle"], ["produce"]]
    )
    none.play("pass")
    assert none.hand() == ["rebel_miners"]
    other = settle(table, ["new_sparta"], ["rebel_miners"])
    other.play("place card=rebel_miners")
    assert other.hand() == []


def test_terraforming_robots_draw_after_any_settling(table):
    # [#settle.10]
    t = settle(table, ["new_sparta", "terraforming_robots"], ["rebel_miners"], deck=["gem_world"])
    t.play("place card=rebel_miners")
    assert t.hand() == ["gem_world"]


def test_windfall_good_comes_at_once_and_before_payment(table, filler):
    # [#settle.8]
    t = settle(
        table, ["old_earth"], ["asteroid_belt", filler[0], filler[1], filler[2]], deck=["gem_world"]
    )
    t.play("place card=asteroid_belt")
    assert t.goods() == ["asteroid_belt"]
    assert t.state.need == 2
    good = t.state.players[0].goods[t.state.t.number["asteroid_belt"]]
    assert t.state.t.names[good] == "gem_world"


def test_production_world_comes_empty(table, filler):
    t = settle(table, ["old_earth"], ["artist_colony", filler[0]], own="settle")
    t.play("place card=artist_colony")
    assert t.goods() == []


def test_powers_work_from_the_next_phase_on(table):
    t = table(
        [{"tableau": ["old_earth"], "hand": ["refugee_world"]}, {"tableau": ["new_sparta"]}],
        actions=[["produce"], ["settle"]],
    )
    t.play("place card=refugee_world")
    assert t.state.players[0].military() == -1


def test_a_world_does_not_count_its_own_military(table):
    # [#powers.1]
    t = settle(table, ["epsilon_eridani"], ["former_penal_colony"])
    assert placeable(t) == [], "Military 1 against defense 2; its own +1 does not help"


def test_worlds_that_cost_nothing(table):
    t = settle(table, ["old_earth"], ["pilgrimage_world"])
    t.play("place card=pilgrimage_world")
    assert t.tableau() == ["old_earth", "pilgrimage_world"]


def test_the_bonus_card_comes_too_late_to_pay(table, filler):
    # [#settle.11]
    t = settle(table, ["old_earth"], ["spice_world", filler[0]], own="settle")
    assert t.state.round == 2, "Spice World costs 2, and one other card is in hand"
    t = settle(table, ["old_earth"], ["spice_world", *filler[:2]], own="settle")
    assert placeable(t) == ["spice_world"]


# May-powers ("General rules on powers") ------------------------------------------------------------


def test_tactics_may_be_discarded_whatever_the_world_is_settled_by(table, filler):
    # [#settle.6] [#powers.5]
    tableau = ["new_sparta", "new_military_tactics"]
    t = settle(table, tableau, ["pre_sentient_race", *filler[:3]])
    t.play("place card=pre_sentient_race")
    assert t.choices == [
        "settle_by method=pay sacrifice=no",
        "settle_by method=pay sacrifice=for_military",
    ]
    assert t.sensible == ["settle_by method=pay sacrifice=no"]
    t.play("settle_by method=pay sacrifice=for_military")
    assert t.tableau() == ["new_sparta", "pre_sentient_race"]
    assert t.discards() == ["new_military_tactics/1"], "it goes before the payment"
    assert t.state.need == 2, "Military does not lower a payment"
    t.play(f"pay card={filler[0]}", f"pay card={filler[1]}")
    assert t.hand() == [filler[2]]


def test_every_combination_of_may_powers_for_a_contact(table, filler):
    # [#settle.5] [#settle.6]
    tableau = ["new_sparta", "contact_specialist", "colony_ship", "new_military_tactics"]
    t = settle(table, tableau, ["pirate_world", *filler[:3]])
    t.play("place card=pirate_world")
    assert t.choices == [
        "settle_by method=conquer sacrifice=for_military",
        "settle_by method=contact sacrifice=no",
        "settle_by method=contact sacrifice=for_free",
        "settle_by method=contact sacrifice=for_military",
        "settle_by method=contact sacrifice=both",
    ], "Colony Ship never combines with conquering"
    assert t.sensible == [
        "settle_by method=conquer sacrifice=for_military",
        "settle_by method=contact sacrifice=no",
        "settle_by method=contact sacrifice=for_free",
    ]
    t.play("settle_by method=contact sacrifice=both")
    assert t.tableau() == ["new_sparta", "contact_specialist/1", "pirate_world"]
    assert t.hand() == filler[:3]
    p = t.state.players[0]
    assert (p.ship, p.tactics, len(p.contacts)) == (-1, -1, 1)


def test_colony_ship_may_be_discarded_for_a_world_that_is_free_already(table):
    # [#settle.5]
    t = settle(table, ["old_earth", "colony_ship"], ["pilgrimage_world"])
    t.play("place card=pilgrimage_world")
    assert t.choices == [
        "settle_by method=pay sacrifice=no",
        "settle_by method=pay sacrifice=for_free",
    ]
    assert t.sensible == ["settle_by method=pay sacrifice=no"]


def test_tactics_may_be_discarded_by_who_places_nothing(table):
    # [#settle.6]
    t = settle(table, ["old_earth", "new_military_tactics"], ["rebel_miners"], other="settle")
    assert t.choices == ["place card=rebel_miners", "pass"]
    t.play("pass")
    assert t.choices == [
        "settle_by method=none sacrifice=no",
        "settle_by method=none sacrifice=for_military",
    ]
    assert t.sensible == ["settle_by method=none sacrifice=no"]
    t.play("settle_by method=none sacrifice=for_military")
    assert t.tableau() == ["old_earth"]
    assert t.state.players[0].tactics == -1
    assert t.phase == "produce" or t.phase == "choose"


def test_who_can_place_nothing_is_asked_for_tactics_all_the_same(table):
    # [#settle.6]
    t = settle(table, ["old_earth", "new_military_tactics"], [])
    assert t.choices[0] == "settle_by method=none sacrifice=no"
    t.play("settle_by method=none sacrifice=no")
    assert t.tableau() == ["old_earth", "new_military_tactics/1"]


def test_nobody_is_asked_for_tactics_in_develop_or_for_colony_ship_without_a_paid_world(table):
    t = table(
        [{"tableau": ["old_earth", "new_military_tactics"]}], actions=[["develop"], ["develop"]]
    )
    assert t.phase == "choose"
    assert t.state.round == 2
    t = settle(table, ["old_earth", "colony_ship"], [])
    assert t.state.round == 2


def test_whoever_passes_discards_after_the_reveal_in_the_order_of_seats(table):
    # [#settle.1] [#settle.6]
    t = table(
        [
            {"tableau": ["old_earth", "new_military_tactics"]},
            {"tableau": ["new_sparta"], "hand": ["rebel_miners"]},
        ],
        actions=[["settle"], ["settle"]],
    )
    t.play("place card=rebel_miners")
    assert t.tableau(1) == ["new_sparta", "rebel_miners"]
    assert t.state.seat == 0
    assert t.choices[1] == "settle_by method=none sacrifice=for_military"


LONG = [
    "new_sparta", "rebel_miners", "pirate_world", "rebel_fuel_cache", "rebel_base",
    "rebel_outpost", "rebel_warrior_race", "rebel_underground", "outlaw_world",
    "former_penal_colony", "aquatic_uplift_race", "avian_uplift_race",
]  # fmt: skip
ELEVEN = [
    "old_earth", "new_military_tactics", "colony_ship", "spice_world", "gem_world", "comet_zone",
    "mining_world", "artist_colony", "gambling_world", "space_port", "expanding_colony",
]  # fmt: skip


def test_a_discard_that_puts_off_the_end_is_worth_a_thought(table, filler):
    t = settle(table, ELEVEN, ["pilgrimage_world"], own="develop")
    t.play("place card=pilgrimage_world")
    assert t.choices[-1] == "settle_by method=pay sacrifice=both"
    assert (
        t.choices[:-1]
        == t.sensible
        == [
            "settle_by method=pay sacrifice=no",
            "settle_by method=pay sacrifice=for_free",
            "settle_by method=pay sacrifice=for_military",
        ]
    ), "one card less is enough"
    t.play("settle_by method=pay sacrifice=for_military")
    assert not t.state.over
    assert t.state.round == 2

    full = settle(table, [*ELEVEN, "pilgrimage_world"], [], own="develop")
    assert full.sensible == full.choices
    full.play("settle_by method=none sacrifice=for_military")
    assert not full.state.over


def test_a_discard_that_does_not_put_off_the_end_is_no_candidate(table):
    many = settle(table, [*ELEVEN, "space_marines"], ["pilgrimage_world"])
    many.play("place card=pilgrimage_world")
    assert many.sensible == [
        "settle_by method=pay sacrifice=no",
        "settle_by method=pay sacrifice=both",
    ], "thirteen less two are eleven"
    more = settle(table, [*ELEVEN, "space_marines", "drop_ships"], ["pilgrimage_world"])
    more.play("place card=pilgrimage_world")
    assert more.sensible == ["settle_by method=pay sacrifice=no"], "fourteen less two are twelve"

    other = table(
        [{"tableau": ELEVEN, "hand": ["pilgrimage_world"]}, {"tableau": LONG}],
        actions=[["produce"], ["settle"]],
    )
    other.play("place card=pilgrimage_world")
    assert other.sensible == ["settle_by method=pay sacrifice=no"], "another tableau ends the game"


def test_a_second_copy_may_be_placed_once_the_first_was_discarded(table):
    # [#develop.6]
    t = table(
        [{"tableau": ["old_earth", "new_military_tactics"], "hand": ["new_military_tactics"]}, {}],
        actions=[["develop", "settle"], ["develop", "produce"]],
        advanced=True,
    )
    assert t.phase == "settle", "nothing can be placed in Develop while the first copy lies there"
    t.play("settle_by method=none sacrifice=for_military")
    t.play("choose first=develop second=produce", "choose first=develop second=produce")
    assert t.choices == ["place card=new_military_tactics/2", "pass"]
    t.play("place card=new_military_tactics/2")
    assert t.tableau() == ["old_earth", "new_military_tactics/2"]


def test_no_position_has_two_copies_of_a_development(table):
    with pytest.raises(BadValue, match="two copies of a development: new_military_tactics"):
        table([{"tableau": ["new_military_tactics", "new_military_tactics"]}])


def test_a_refusal_says_that_there_is_nothing_to_discard(table, filler):
    t = settle(table, ["old_earth", "colony_ship"], ["spice_world", *filler[:3]])
    t.play("place card=spice_world")
    with pytest.raises(IllegalAction, match="no card in the tableau to discard"):
        t.play("settle_by method=pay sacrifice=for_military")


def test_a_refusal_names_every_way_to_settle_a_military_world(table, filler):
    tableau = ["old_earth", "contact_specialist", "new_military_tactics"]
    t = settle(table, tableau, ["rebel_homeworld", "pilgrimage_world", *filler[:2]])
    with pytest.raises(IllegalAction) as refusal:
        t.play("place card=rebel_homeworld")
    assert "Military 2 does not conquer defense 7" in str(refusal.value), (
        "-1 and New Military Tactics"
    )
    assert "by contact it costs 6, and 3 other cards are in hand" in str(refusal.value)


def test_a_refusal_speaks_of_contact_only_where_it_is_open(table, filler):
    for specialist in ([], ["contact_specialist"]):
        tableau = ["old_earth", *specialist]
        t = settle(table, tableau, ["alien_robot_sentry", "pilgrimage_world", *filler[:2]])
        with pytest.raises(IllegalAction) as refusal:
            t.play("place card=alien_robot_sentry")
        strength = -len(specialist)
        assert f"Military {strength} does not conquer defense 2" in str(refusal.value)
        assert "contact" not in str(refusal.value)
