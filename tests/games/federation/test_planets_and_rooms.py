"""The senate actions (rules.md 5): five planets, six rooms, spying, the Outer Module."""

from __future__ import annotations

import pytest

import simkit
from simkit.games.federation.rules import kinds
from simkit.games.federation.schema import CODES
from tests.games.federation.casebook import fails, holds

MAIN = {"type": "main_action", "player": "A"}


def gained(which, gains, expected=None, **more):
    holds({**MAIN, **which}, {"resources_gained": {"A": gains}, **(expected or {})}, **more)


def test_neo_first_cells_and_printed_rewards():
    # [#5.1a]
    gained({"which": "neo", "cell": "n1a"}, {"lavandium": 2}, {"influence": {"A": {"neo": 1}}})
    gained({"which": "neo", "cell": "n1b"}, {"copernium": 1})
    gained({"which": "neo"}, {"lavandium": 1, "copernium": 1}, A={"miner": "n1b"})
    # an asteroid cell whose token is gone
    gained(
        {"which": "neo", "cell": "a1"},
        {"lavandium": 1},
        A={"miner": "n2"},
        board={"asteroids": {"a1": None}},
    )


def test_neo_last_cell_and_further_dead_asteroids():
    # [#5.1c]
    seat = {"miner": "n7b", "influence": {"neo": 7}}
    board = {"dead_asteroids": ["dead_1", "dead_5"]}
    gained(
        {"which": "neo", "asteroid": "dead_1"},
        {"oceanium": 2},
        {
            "asteroids": {"A": ["dead_1"]},
            "influence": {"A": {"neo": 8}},
            "dead_asteroids": ["dead_5"],
        },
        A=seat,
        board=board,
    )
    gained(
        {"which": "neo", "asteroid": "dead_5"},
        {"diamond": 2},
        {"influence": {"A": {"neo": 8}}},
        A={"miner": "n8"},
        board=board,
    )
    gained(
        {"which": "neo"},
        {"diamond": 0},
        {"legal": True},
        A={"miner": "n8"},
        board={"dead_asteroids": []},
    )


def test_six_moons():
    # [#5.2a] [#5.2b]
    board = {"moons": {"1": ["s1_fund_cop", "s1_vote3_lav"], "7": ["s4_fund_project2"]}}
    moons = {**MAIN, "which": "six_moons"}
    holds(
        {**moons, "token": "s1_vote3_lav"},
        {
            "alterations": {"A": ["s1_vote3_lav"]},
            "mage": {"A": 1},
            "influence": {"A": {"six_moons": 1}},
        },
        board=board,
    )
    holds({**moons, "token": "s1_fund_accr"}, {"legal": False}, board=board)
    holds(
        moons,
        {"mage": {"A": 7}, "unused_alterations": {"A": 1}, "influence": {"A": {"six_moons": 7}}},
        A={"mage": 7},
        board=board,
    )
    holds(
        moons,
        {"mage": {"A": 2}, "unused_alterations": {"A": 0}},
        A={"mage": 1},
        board={"moons": {"2": []}},
    )


SHOPS = [
    ("shop_free", {}, {"copernium": 1}, {"copernium": 2}),
    ("shop_die", {"lavandium": 1}, {"lavandium": -1}, {"lavandium": -1}),
    (
        "shop_diamond",
        {"oceanium": 1},
        {"diamond": 1, "oceanium": -1},
        {"diamond": 2, "oceanium": -1},
    ),
    ("shop_copernium", {"lavandium": 1}, {"copernium": 2}, {"copernium": 3}),
]


@pytest.mark.parametrize(("shop", "have", "first", "second"), SHOPS)
def test_shops(shop, have, first, second):
    # [#5.4a] [#5.4b]
    trade = {"which": "arratuin", "shop": shop}
    gained(
        trade,
        first,
        {"influence": {"A": {"arratuin": 1}}, "shops": {"A": {shop: 1}}},
        A={"resources": have},
    )
    for level, influence in ((1, 2), (2, 2)):
        gained(
            trade,
            second,
            {"influence": {"A": {"arratuin": influence}}, "shops": {"A": {shop: 2}}},
            A={"resources": have, "shops": {shop: level}},
        )
    if have:
        holds({**MAIN, **trade}, {"legal": False})


def test_shops_with_picks():
    # [#5.4d]
    have = {"resources": {"copernium": 1, "lavandium": 2}}
    mix = {**MAIN, "which": "arratuin", "shop": "shop_mix"}
    holds(
        mix,
        {"outcomes_allowed": [{"oceanium": 2, "accredit": 0}, {"oceanium": 0, "accredit": 2}]},
        A=have,
    )
    holds(
        {**mix, "take": {"oceanium": 1, "accredit": 2}},
        {"resources": {"A": {"oceanium": 1}}, "accreditation_steps_gained": {"A": 2}},
        A={**have, "shops": {"shop_mix": 2}},
    )
    holds(
        {**MAIN, "which": "arratuin", "shop": "shop_ship"},
        {"outcomes_allowed": [{"ships": 1, "markers": 0}, {"ships": 0, "markers": 1}]},
        A=have,
    )
    holds(
        {
            **MAIN,
            "which": "arratuin",
            "shop": "shop_ship",
            "bonus": ["ship", "mission_marker"],
            "marker": "m05",
        },
        {"hangar": {"A": 2}, "mission_markers": {"A": ["m05"]}},
        A={**have, "shops": {"shop_ship": 1}},
    )


def test_die_shop():
    holds(
        {**MAIN, "which": "arratuin", "shop": "shop_die"},
        {"die": {"A": 1}},
        A={"resources": {"lavandium": 1}},
    )
    holds(
        {**MAIN, "which": "arratuin", "shop": "shop_die"},
        {"die": {"A": 5}},
        A={"resources": {"lavandium": 1}, "die": 3, "shops": {"shop_die": 2}},
    )


def test_all_six_discs_may_be_placed_once_each():
    # [#5.4c]
    shops = {
        "shop_free": 2,
        "shop_die": 1,
        "shop_mix": 1,
        "shop_diamond": 1,
        "shop_ship": 1,
        "shop_copernium": 1,
    }
    holds(
        {**MAIN, "which": "arratuin", "shop": "shop_free"},
        {"influence": {"A": {"arratuin": 7}}},
        A={"shops": shops},
    )


INCOMES = [
    ("shipyard", {}, {"hangar": {"A": 2}}),
    ("replicator", {}, {"resources_gained": {"A": {"lavandium": 1}}}),
    ("academy", {}, {"accreditation_steps_gained": {"A": 1}}),
    ("university", {}, {"die": {"A": 1}}),
    ("university", {"die": 6}, {"die": {"A": 6}}),
    (
        "transmutation",
        {"resources": {"lavandium": 1}},
        {"resources": {"A": {"lavandium": 0, "copernium": 1}}},
    ),
    (
        "transmutation",
        {"resources": {"oceanium": 1}},
        {"resources": {"A": {"oceanium": 0, "diamond": 1}}},
    ),
    ("transmutation", {}, {"resources_gained": {"A": {"copernium": 0}}}),
    ("incubator", {}, {"unused_alterations": {"A": 1}}),
    (
        "transporter",
        {"mage": 7, "miner": "n7a"},
        {
            "influence": {"A": {"neo": 8}},
            "asteroids": {"A": []},
            "resources_gained": {"A": {"diamond": 0}},
        },
    ),
    (
        "consulate",
        {"erudites_used": ["1C1"]},
        {"accreditation_steps_gained": {"A": 1}, "erudites_used": {"A": ["1C1"]}},
    ),
    ("consulate", {"erudites_used": ["1E1", "2E1"]}, {"erudites_used": {"A": ["2E1"]}}),
    ("shipyard", {"hangar": 5}, {"hangar": {"A": 5}}),
]


@pytest.mark.parametrize(("industry", "seat", "expected"), INCOMES)
def test_incomes(industry, seat, expected):
    # [#5.5f]
    holds({"type": "income", "player": "A", "industry": industry}, expected, A=seat)


def test_transporter_choices():
    income = {"type": "income", "player": "A", "industry": "transporter"}
    holds(
        {**income, "planet": "six_moons"},
        {
            "mage": {"A": 1},
            "influence": {"A": {"six_moons": 1, "neo": 0}},
            "unused_alterations": {"A": 0},
        },
    )
    holds(
        {**income, "cell": "a1"}, {"miner": {"A": "a1"}, "asteroids": {"A": []}}, A={"miner": "n2"}
    )
    holds(
        {**income, "cell": "a1"},
        {"asteroids": {"a1": "live_2"}},
        A={"miner": "n2"},
        board={"asteroids": {"a1": "live_2"}},
    )
    holds(
        {**income, "planet": "six_moons"},
        {"medals_gained": {"A": ["six_moons"]}},
        A={"mage": 3},
        board={"medals": {"six_moons": [4, 5]}},
    )


def test_transmutation_choices():
    income = {"type": "income", "player": "A", "industry": "transmutation"}
    seat = {"resources": {"lavandium": 1, "copernium": 1, "oceanium": 1}}
    holds(
        {**income, "resource": "copernium"},
        {"resources": {"A": {"lavandium": 1, "copernium": 0, "oceanium": 2}}},
        A=seat,
    )
    holds(
        {**income, "from": "oceanium"}, {"resources": {"A": {"oceanium": 0, "diamond": 1}}}, A=seat
    )


def test_an_empty_reserve_gives_nothing():
    holds(
        {"type": "income", "player": "A", "industry": "incubator"},
        {"unused_alterations": {"A": 0}},
        board={"reserve": {"1": []}},
    )


@pytest.mark.parametrize(
    ("structure", "have", "influence"),
    [
        ("shipyard", {"copernium": 1, "oceanium": 1}, 1),
        ("replicator", {"lavandium": 2}, 1),
        ("academy", {"copernium": 2}, 1),
        ("university", {"lavandium": 1, "copernium": 1}, 1),
        ("mega_1", {"diamond": 1, "lavandium": 2}, 2),
        ("mega_4", {"diamond": 2, "lavandium": 1, "copernium": 1}, 2),
    ],
)
def test_building(structure, have, influence):
    # [#5.5a]
    build = {"type": "build", "player": "A", "structure": structure}
    spent = dict.fromkeys(have, 0)
    if structure == "replicator":  # its income comes at once
        spent = {"lavandium": 1}
    holds(
        build,
        {
            "buildings": {"A": [structure]},
            "robots": {"A": 5},
            "influence": {"A": {"e81216": influence}},
            "resources": {"A": spent},
        },
        A={"resources": have},
    )
    short = {name: n for i, (name, n) in enumerate(have.items()) if i}
    holds(build, {"legal": False}, A={"resources": short})
    holds({**build, "cost_waived": True}, {"legal": False}, A={"buildings": [structure]})
    holds({**build, "cost_waived": True}, {"legal": False}, A={"robots": 0})


def test_industry_income_comes_with_the_building():
    # [#5.5b]
    holds(
        {"type": "build", "player": "A", "structure": "replicator", "cost_waived": True},
        {"resources_gained": {"A": {"lavandium": 1}}},
    )


@pytest.mark.parametrize(
    ("tokens", "seat", "points"),
    [
        (["mt_neo", "mt_six_moons"], {"influence": {"neo": 5, "six_moons": 2}}, 6),
        (["mt_atal", "mt_die"], {"influence": {"atal": 5}}, 0),
        (["mt_die", "mt_missions"], {"die": 4, "ships_on_missions": ["m01", "m02"]}, 9),
        (["mt_e81216", "mt_neo"], {"influence": {"neo": 8, "e81216": 3}}, 15),
        (
            ["mt_accreditation", "mt_neo"],
            {"influence": {"neo": 8}, "accreditation_level": 3, "level_boost_game": 3},
            18,
        ),
    ],
)
def test_megastructure_tokens(tokens, seat, points):
    # [#5.5d] [#5.5e]
    holds(
        {"type": "build", "player": "A", "structure": "mega_2", "cost_waived": True},
        {
            "pp": {"A": points},
            "megastructures": {"mega_2": {"free_multipliers": [2, 1]}},
            "multiplier_taken": 3,
        },
        A=seat,
        board={"megastructures": {"mega_2": {"tokens": tokens, "free_multipliers": [3, 2, 1]}}},
    )


def test_no_multiplier_left():
    holds(
        {"type": "build", "player": "A", "structure": "mega_2", "cost_waived": True},
        {"legal": False},
        board={
            "megastructures": {"mega_2": {"tokens": ["mt_neo", "mt_die"], "free_multipliers": []}}
        },
    )


# Payments -----------------------------------------------------------------------------------------


def test_oceanium_stands_for_lavandium_and_copernium_never_for_a_diamond():
    build = {"type": "build", "player": "A"}
    holds(
        {**build, "structure": "academy"},
        {"resources": {"A": {"oceanium": 1, "copernium": 0}}},
        A={"resources": {"oceanium": 2, "copernium": 1}},
    )
    holds({**build, "structure": "mega_1"}, {"legal": False}, A={"resources": {"oceanium": 9}})
    holds(
        {**build, "structure": "academy", "pay": {"oceanium": 2}},
        {"resources": {"A": {"oceanium": 0, "copernium": 2}}},
        A={"resources": {"oceanium": 2, "copernium": 2}},
    )
    holds(
        {**build, "structure": "academy", "pay": {"lavandium": 2}},
        {"legal": False},
        A={"resources": {"lavandium": 2, "copernium": 2}},
    )


def test_assumed_substitution_in_upkeep_only():
    holds(
        {"type": "build", "player": "A", "structure": "academy"},
        {"legal": False},
        A={"resources": {"oceanium": 2, "copernium": 1}},
        assume={"resources.substitution.applies_to": "upkeep"},
    )


@pytest.mark.parametrize(
    ("given", "gains", "found"),
    [
        ({"lavandium": 9}, {"copernium": 3}, {"lavandium": 9, "copernium": 1}),
        ({"diamond": 4}, {"diamond": 3}, {"diamond": 5}),
        ({"lavandium": 4, "oceanium": 6}, {"oceanium": 1}, {"oceanium": 6, "lavandium": 4}),
        ({}, {"lavandium": 10, "diamond": 5}, {"lavandium": 10, "diamond": 5}),
    ],
)
def test_storage(given, gains, found):
    # [#1.storage]
    holds(
        {"type": "gain", "player": "A", "resources": gains},
        {"resources": {"A": found}},
        A={"resources": given},
    )


def test_a_discard_may_make_room():
    # [#1.discard]
    holds(
        {"type": "gain", "player": "A", "resources": {"oceanium": 2}, "discard": {"lavandium": 2}},
        {"resources": {"A": {"lavandium": 8, "oceanium": 2}}},
        A={"resources": {"lavandium": 10}},
    )


# Rooms, spying, Outer Module ----------------------------------------------------------------------


def test_rooms():
    # [#4.1.4] [#5.A] [#5.C] [#5.E] [#5.F] [#5.outer] [#8.3c]
    holds(
        {**MAIN, "which": "room_a"},
        {"accreditation_step": {"A": 3}, "accreditation_steps_gained": {"A": 2}},
    )
    holds(
        {**MAIN, "which": "room_c", "marker": "m09"},
        {"hangar": {"A": 2}, "mission_markers": {"A": ["m09"]}},
    )
    holds(
        {**MAIN, "which": "room_c", "marker": "m09"},
        {"legal": False},
        A={"mission_markers": ["m09"]},
    )
    holds(
        {**MAIN, "which": "room_e"},
        {"die": {"A": 2}, "resources": {"A": {"copernium": 0}}},
        A={"resources": {"copernium": 1}},
    )
    holds(
        {**MAIN, "which": "room_e"}, {"die": {"A": 6}}, A={"resources": {"oceanium": 1}, "die": 5}
    )
    holds({**MAIN, "which": "room_e"}, {"legal": False}, A={"resources": {"lavandium": 5}})
    holds(
        {**MAIN, "which": "room_f", "project": "atal"},
        {"accreditation_steps_gained": {"A": 1}, "projects": {"atal": {"position": 1}}},
    )
    holds(
        {**MAIN, "which": "room_f", "project": "general"},
        {"general_contribution": {"A": 1}, "resources_gained": {"A": {"lavandium": 1}}},
    )
    holds(
        {**MAIN, "which": "room_f", "project": "atal"},
        {"legal": False},
        board={"projects": {"atal": {"completed": True}}},
    )
    holds({**MAIN, "which": "outer_module"}, {"resources_gained": {"A": {"oceanium": 1}}})


def test_presidents_office():
    # [#4.1.1] [#4.3c] [#5.D]
    office = {**MAIN, "which": "room_d"}
    holds(
        {**office, "player": "B", "medal": "neo"},
        {"president": "B", "medals": {"neo": [4, 5, 6]}, "medals_gained": {"B": ["neo"]}},
        board={"medals": {"neo": [4, 5, 6, 7]}},
    )
    holds(
        {**office, "player": "B", "medal": "intrigue"},
        {"medals": {"intrigue": 3}, "medals_gained": {"B": 1}},
    )
    holds({**office, "medal": "neo"}, {"legal": False}, A={"medals": ["neo"]})
    place = {
        "type": "place",
        "ambassador": "amb_1a",
        "side": "voting",
        "space": "R_president",
        "medal": "atal",
    }
    holds({**place, "player": "A"}, {"legal": False}, turn=1, first_player="A")
    holds({**place, "player": "A"}, {"legal": True, "president": "A"}, turn=2, first_player="A")
    holds({**place, "player": "B"}, {"legal": True, "president": "B"}, turn=1, first_player="A")


def test_presidents_office_costs_what_a_patch_says():
    """Rules 4.1: an action whose cost cannot be paid cannot be taken."""
    rules = simkit.rules("federation", seats=2, patch={"senate.room_d.cost": {"oceanium": 2}})
    for oceanium in (0, 1, 2):
        spec = {"players": {"B": {"resources": {"oceanium": oceanium}}}, "seat": "B"}
        state = rules.position(spec)
        found = [
            action for action in state.legal()
            if action & kinds.KIND == kinds.K_PLACE and CODES.spaces[action >> 6 & 31] == "R_president"
            and not action >> 14 & 1  # without a bonus that helps to pay
        ]  # fmt: skip
        assert bool(found) == (oceanium == 2)


def test_spying():
    # [#5.spy]
    spy = {**MAIN, "which": "spy"}
    holds(
        {**spy, "copy": "room_a"},
        {"accreditation_steps_gained": {"A": 2}, "resources": {"A": {"lavandium": 0}}},
        A={"resources": {"lavandium": 1}},
    )
    holds(
        {**spy, "copy": "room_e"},
        {"die": {"A": 2}, "resources": {"A": {"lavandium": 0, "copernium": 0}}},
        A={"resources": {"lavandium": 1, "copernium": 1}},
    )
    holds({**spy, "copy": "room_e"}, {"legal": False}, A={"resources": {"lavandium": 1}})
    holds({**spy, "copy": "room_d"}, {"legal": False}, A={"resources": {"lavandium": 1}})
    holds({**spy, "copy": "outer_module"}, {"legal": False}, A={"resources": {"lavandium": 1}})
    holds(
        {**spy, "copy": "neo", "cell": "n1b"},
        {"influence": {"A": {"neo": 1}}, "resources": {"A": {"lavandium": 0, "copernium": 1}}},
        A={"resources": {"lavandium": 1}},
    )
    holds({**spy, "copy": "neo"}, {"legal": False})


def test_an_altered_figure_fails_and_names_its_key():
    assert (
        fails({**MAIN, "which": "room_a"}, {"accreditation_step": {"A": 4}})
        == "accreditation_step.A"
    )
    assert (
        fails(
            {"type": "gain", "player": "A", "resources": {"lavandium": 2}},
            {"resources": {"A": {"lavandium": 3}}},
        )
        == "resources.A.lavandium"
    )
