"""Every erudite at its moment (rules.md 5.3; erudites.toml), taking, copying, turning up again."""

from __future__ import annotations

import pytest

from tests.games.federation.casebook import holds

USE = {"type": "use_erudite", "player": "A"}
INFLUENCE = {"neo": 2, "six_moons": 3, "atal": 4, "arratuin": 1, "e81216": 2}


def test_level_boosts():
    # [#6f]
    for tile, level in (("1A1", 2), ("2A1", 3)):
        holds(
            {**USE, "erudite": tile},
            {
                "level": {"A": level},
                "accreditation_level": {"A": 1},
                "erudites_used": {"A": [tile]},
                "after_clean_up": {"level_boost_round": {"A": 0}},
            },
            A={"erudites": [tile]},
        )


def test_1a2_turns_a_level_1_erudite_up_again():
    holds(
        {**USE, "erudite": "1A2", "tile_refreshed": "1E1"},
        {"erudites_used": {"A": ["1A2", "1D1"]}},
        A={"erudites": ["1A2"], "erudites_used": ["1E1", "1D1"]},
    )
    # an immediate effect is applied at once, and the tile is used again
    holds(
        {**USE, "erudite": "1A2", "refresh": "1C1"},
        {"erudites_used": {"A": ["1A2", "1C1"]}, "accreditation_steps_gained": {"A": 1}},
        A={"erudites": ["1A2"], "erudites_used": ["1C1"]},
    )
    # it cannot turn itself up: nothing else is used
    holds({**USE, "erudite": "1A2"}, {"legal": False}, A={"erudites": ["1A2", "1E1"]})


@pytest.mark.parametrize(
    ("tile", "copied", "legal"),
    [
        ("1A3", "1C1", True),
        ("1A3", "2C1", False),
        ("2A3", "2C1", True),
        ("2A3", "1C1", True),
        ("2A3", "3C1", False),
        ("1A3", "1E1", False),  # works during an action on Neo only
    ],
)
def test_copying_erudites(tile, copied, legal):
    holds(
        {**USE, "erudite": tile, "copy": copied},
        {"legal": legal} if not legal else {"legal": True, "erudites_used": {"A": [tile]}},
        A={"erudites": [tile]},
        board={"erudites_open": ["1C1", "2C1", "3C1", "1E1", "1C3"]},
    )


def test_copied_effect_during_the_planets_action():
    holds(
        {**USE, "erudite": "1A3", "during": "neo", "copy": "1E2"},
        {"resources_gained": {"A": {"oceanium": 1}}, "erudites_open": ["1E2"]},
        A={"erudites": ["1A3"]},
        board={"erudites_open": ["1E2"]},
    )


def test_copying_ones_own_open_tile_leaves_it_open():
    holds(
        {**USE, "erudite": "2A3", "copy": "1A1"},
        {"level_boost_round": {"A": 1}, "erudites_used": {"A": ["2A3"]}},
        A={"erudites": ["2A3", "1A1"]},
        board={"erudites_open": []},
    )


def test_a_copied_refresh_does_not_turn_up_the_copying_tile():
    holds(
        {**USE, "erudite": "1A3", "copy": "1A2"},
        {"erudites_used": {"A": ["1A3"]}},
        A={"erudites": ["1A3"], "erudites_used": ["1B1"]},
        board={"erudites_open": ["1A2"]},
    )


def test_2a2_takes_an_open_level_3_erudite_during_a_later_action_on_atal():
    board = {"erudites_open": ["1A1", "3E1", "3D2"]}
    holds(
        {**USE, "erudite": "2A2", "during": "atal", "take": "3E1"},
        {"pp": {"A": 10}, "influence": {"A": {"atal": 2}}},
        A={"erudites": ["2A2"], "asteroids": ["live_1", "dead_2"]},
        board=board,
    )
    holds({**USE, "erudite": "2A2"}, {"legal": False}, A={"erudites": ["2A2"]}, board=board)


def test_a_free_income_of_the_consulate_turns_up_no_tile_in_use():
    board = {"industries": ["consulate"], "erudites_open": []}
    income = {"player": "A", "industry": "consulate"}
    # 1B3 cannot turn itself up
    holds(
        {**USE, **income, "erudite": "1B3"},
        {"erudites_used": {"A": ["1B3"]}, "erudites": {"A": ["1B3"]}},
        A={"erudites": ["1B3"]},
        board=board,
    )
    # nor can it turn up the 1A2 that turned it up
    holds(
        {**USE, **income, "erudite": "1A2", "refresh": "1B3"},
        {"erudites_used": {"A": ["1A2", "1B3"]}},
        A={"erudites": ["1A2"], "erudites_used": ["1B3"]},
        board=board,
    )
    # another tile it may
    holds(
        {**USE, **income, "erudite": "1B3", "refresh": "1E1"},
        {"erudites_used": {"A": ["1B3"]}},
        A={"erudites": ["1B3"], "erudites_used": ["1E1"]},
        board=board,
    )


IMMEDIATE = [
    ("3A1", {"mission_markers": ["m01", "m02"], "ships_on_missions": ["m03"]}, 4),
    ("3A2", {"erudites": ["1A1", "1B1", "2B1", "3A2"]}, 6),
    ("3A3", {"influence": INFLUENCE}, 8),
    ("3B1", {"influence": INFLUENCE}, 4),
    ("3B2", {"resources": {"diamond": 4}}, 12),
    ("3B3", {"buildings": ["mega_1", "mega_4", "academy"]}, 10),
    ("3C1", {"accreditation_level": 4, "level_boost_round": 1}, 10),
    ("3C2", {"hangar": 5}, 15),
    ("3C3", {"shops": {"shop_free": 2, "shop_die": 1, "shop_mix": 2}}, 6),
    ("3D1", {"alterations": ["s1_vote3_lav", "s4_fund_diamond2"]}, 6),
    ("3D2", {"die": 5}, 10),
    ("3D3", {"influence": INFLUENCE}, 6),
    ("3E1", {"asteroids": ["live_1", "dead_3", "live_2"]}, 15),
    ("3E2", {"resources": {"lavandium": 3, "oceanium": 2, "diamond": 1}}, 6),
    ("3E3", {"influence": INFLUENCE}, 4),
]


@pytest.mark.parametrize(("tile", "seat", "points"), IMMEDIATE)
def test_points_of_level_3_erudites(tile, seat, points):
    holds({**USE, "erudite": tile}, {"pp": {"A": points}}, A=seat)


def test_immediate_steps_ships_markers_and_die():
    holds({**USE, "erudite": "1C1"}, {"accreditation_steps_gained": {"A": 1}})
    holds({**USE, "erudite": "2C1"}, {"accreditation_steps_gained": {"A": 2}})
    holds(
        {**USE, "erudite": "1C2", "choose": "ship"},
        {"hangar": {"A": 2}, "mission_markers": {"A": []}},
    )
    holds(
        {**USE, "erudite": "1C2", "mission_marker": "m12", "option": 1},
        {"hangar": {"A": 1}, "mission_markers": {"A": ["m12"]}},
    )
    holds(
        {**USE, "erudite": "2C2", "marker": "m08"},
        {"hangar": {"A": 2}, "mission_markers": {"A": ["m08"]}},
    )
    holds({**USE, "erudite": "1D2"}, {"die": {"A": 1}})
    holds({**USE, "erudite": "2D2"}, {"die": {"A": 2}})
    holds({**USE, "erudite": "2D2"}, {"die": {"A": 6}}, A={"die": 5})


def test_free_discs():
    holds(
        {**USE, "erudite": "1C3", "shop": "shop_diamond"},
        {
            "shops": {"A": {"shop_diamond": 1}},
            "influence": {"A": {"arratuin": 1}},
            "resources_gained": {"A": {"diamond": 0}},
        },
    )
    holds(
        {**USE, "erudite": "2C3", "shop": "shop_diamond"},
        {
            "shops": {"A": {"shop_diamond": 1}},
            "resources_gained": {"A": {"diamond": 1, "oceanium": 0}},
        },
    )
    holds(
        {**USE, "erudite": "2C3", "shop": "shop_diamond"},
        {"legal": False},
        A={"shops": {"shop_diamond": 1}},
    )


def test_incomes_without_robot():
    board = {"industries": ["replicator", "shipyard"]}
    holds(
        {**USE, "erudite": "1B3", "industry": "replicator"},
        {"resources_gained": {"A": {"lavandium": 1}}, "robots": {"A": 6}},
        board=board,
    )
    holds(
        {**USE, "erudite": "2B3", "industries": ["shipyard", "shipyard"]},
        {"hangar": {"A": 3}, "buildings": {"A": []}},
        board=board,
    )


def test_gains_per_influence_on_e81216_and_the_other_planets():
    holds(
        {**USE, "erudite": "1B2", "during": "e81216"},
        {"resources_gained": {"A": {"lavandium": 2}}},
        A={"influence": INFLUENCE, "erudites": ["1B2"]},
    )
    holds(
        {**USE, "erudite": "2B2", "during": "e81216"},
        {"resources_gained": {"A": {"copernium": 2}}},
        A={"influence": INFLUENCE, "erudites": ["2B2"]},
    )
    gains = {
        "1E1": {"lavandium": 2},
        "1E2": {"oceanium": 1},
        "2E1": {"lavandium": 1, "oceanium": 1},
        "2E2": {"copernium": 1, "oceanium": 1},
        "2E3": {"diamond": 1},
    }
    for tile, gained in gains.items():
        seat = {"erudites": [tile]}
        holds(
            {**USE, "erudite": tile, "during": "neo"}, {"resources_gained": {"A": gained}}, A=seat
        )
        holds({**USE, "erudite": tile}, {"legal": False}, A=seat)


def test_extra_tokens_and_steps():
    for tile, strength in (("1D1", 1), ("2D1", 2)):
        token = {1: "s1_fund_cop", 2: "s2_fund_ship"}[strength]
        holds(
            {**USE, "erudite": tile, "during": "six_moons"},
            {"alterations": {"A": [token]}},
            A={"erudites": [tile]},
            board={"reserve": {str(strength): [token]}},
        )
    for tile, end in (("1D3", 2), ("2D3", 3)):
        holds(
            {**USE, "erudite": tile, "during": "six_moons"},
            {
                "mage": {"A": end},
                "influence": {"A": {"six_moons": end}},
                "unused_alterations": {"A": 1},
            },
            A={"erudites": [tile]},
        )
    holds(
        {**USE, "erudite": "1E3", "during": "neo"},
        {
            "miner": {"A": "n2"},
            "influence": {"A": {"neo": 2}},
            "resources_gained": {"A": {"lavandium": 1, "copernium": 1}},
        },
        A={"erudites": ["1E3"]},
    )


def test_cheaper_construction():
    for tile, have in (("1B1", {"lavandium": 1}), ("2B1", {})):
        holds(
            {
                "type": "main_action",
                "player": "A",
                "which": "e81216",
                "structure": "replicator",
                "use": tile,
            },
            {
                "buildings": {"A": ["replicator"]},
                "resources": {"A": {"lavandium": 1}},
                "erudites_used": {"A": [tile]},
            },
            A={"erudites": [tile], "resources": have},
            board={"industries": ["replicator"]},
        )
    # diamonds are never discounted
    holds(
        {"type": "build", "player": "A", "structure": "mega_1", "use": "2B1"},
        {"legal": False},
        A={"erudites": ["2B1"], "resources": {"lavandium": 5}},
    )


# Taking -------------------------------------------------------------------------------------------


def test_legal_takes():
    # [#5.3a]
    board = {"erudites_open": ["1A1", "1B1", "2A1", "3A1", "2B3", "3C2"]}
    takes = {"type": "legal_takes", "player": "A"}
    holds(takes, {"legal_takes": ["1A1", "1B1"]}, board=board)
    holds(takes, {"legal_takes": ["1B1", "2A1", "3A1"]}, A={"erudites": ["1A2"]}, board=board)
    holds(takes, {"legal_takes": ["1B1", "3A1"]}, A={"erudites": ["1A2", "2A3"]}, board=board)
    holds(takes, {"legal_takes": ["1A1", "1B1", "3C2"]}, A={"erudites": ["2C2"]}, board=board)


def test_stricter_reading_level_3_needs_level_2():
    holds(
        {"type": "legal_takes", "player": "A"},
        {"legal_takes": ["1B1", "2A1"]},
        A={"erudites": ["1A2"]},
        board={"erudites_open": ["1A1", "1B1", "2A1", "3A1"]},
        assume={"level3_needs_level2": True},
    )


def test_taking_raises_influence_and_works_at_once():
    atal = {"type": "main_action", "player": "A", "which": "atal"}
    board = {"erudites_open": ["1C1", "1B1", "3A2"]}
    holds(
        {**atal, "erudite": "1C1"},
        {
            "influence": {"A": {"atal": 1}},
            "erudites_used": {"A": ["1C1"]},
            "accreditation_steps_gained": {"A": 1},
        },
        board=board,
    )
    holds(
        {**atal, "erudite": "3A2"},
        {"pp": {"A": 6}, "influence": {"A": {"atal": 3}}},
        A={"erudites": ["1A1", "1B2"]},
        board=board,
    )
    holds({**atal, "erudite": "3A2"}, {"legal": False}, board=board)


def test_atal_without_a_tile_gives_nothing():
    holds(
        {"type": "main_action", "player": "A", "which": "atal"},
        {"influence": {"A": {"atal": 0}}, "legal": True},
        board={"erudites_open": []},
    )


def test_a_tile_taken_now_is_not_used_in_the_same_action():
    # [#5.3c]
    holds(
        {"type": "main_action", "player": "A", "which": "atal", "erudite": "2A2"},
        {"erudites_used": {"A": []}, "influence": {"A": {"atal": 2}}},
        A={"erudites": ["1A1"]},
        board={"erudites_open": ["2A2", "3E1"]},
    )
