"""The Ambassador Phase: placing, covering, the die, funding, missions, medals (rules.md 4 and 7)."""

from __future__ import annotations

import pytest

from tests.games.federation.casebook import holds

PLACE = {"type": "place", "player": "A"}
FLY = {"type": "mission", "player": "A"}


@pytest.mark.parametrize(
    ("ambassador", "votes", "crystals"),
    [
        ("amb_1a", 1, {"lavandium": 1}),
        ("amb_1b", 1, {"copernium": 1}),
        ("amb_2", 2, {}),
        ("amb_3", 3, {}),
    ],
)
def test_sides_of_an_ambassador(ambassador, votes, crystals):
    place = {**PLACE, "ambassador": ambassador, "space": "R_lounge", "project": "atal"}
    holds(
        {**place, "side": "voting"},
        {
            "votes_on_space": {"R_lounge": votes},
            "mission_markers": {"A": []},
            "resources_gained": {"A": {"lavandium": 0, "copernium": 0}},
        },
    )
    holds(
        {**place, "side": "funding"},
        {
            "votes_on_space": {"R_lounge": 0},
            "mission_markers": {"A": ["m09"]},
            "resources_gained": {"A": crystals or {"oceanium": 0}},
        },
    )


LINKS = {
    "L_neo": "m01", "R_six_moons": "m02", "R_atal": "m03", "L_arratuin": "m04", "L_e81216": "m05",
    "L_officers": "m06", "L_spy": "m07", "R_president": "m08", "R_lounge": "m09", "R_assistants": "m10",
    "L_purchasing": "m11", "L_patron": "m12",
}  # fmt: skip


@pytest.mark.parametrize("space", list(LINKS))
def test_funding_marks_the_linked_mission(space):
    # [#4.1.5] [#7.links]
    more = (
        {"copy": "room_a"} if space == "L_spy" else {"marker": "m01"} if space == "L_patron" else {}
    )
    marked = [LINKS[space]] if space != "L_patron" else ["m01", "m12"]
    holds(
        {**PLACE, "ambassador": "amb_2", "side": "funding", "space": space, **more},
        {"mission_markers": {"A": marked}},
        A={"resources": {"lavandium": 3, "copernium": 3, "oceanium": 2}},
        turn=2,
    )


def test_the_bonus_may_pay_for_the_action():
    # [#4.1.3]
    # amb_1a brings the lavandium for spying
    spy = {**PLACE, "side": "funding", "space": "L_spy", "copy": "room_a"}
    holds({**spy, "ambassador": "amb_1a"}, {"legal": True, "resources": {"A": {"lavandium": 0}}})
    holds({**spy, "ambassador": "amb_1b"}, {"legal": False})
    holds(
        {**spy, "ambassador": "amb_2", "alteration": "s1_fund_lav2"},
        {"legal": True, "resources": {"A": {"lavandium": 1}}},
        A={"alterations": ["s1_fund_lav2"]},
    )
    # a covered ambassador's own bonus is replaced
    holds(
        {**spy, "ambassador": "amb_1a", "alteration": "s1_fund_accr"},
        {"legal": False},
        A={"alterations": ["s1_fund_accr"]},
    )
    holds(
        {**PLACE, "ambassador": "amb_1b", "side": "funding", "space": "R_assistants"},
        {"die": {"A": 2}, "resources": {"A": {"copernium": 0}}},
    )


TOKENS = [
    ("s1_vote3_lav", 3, {"lavandium": 1}, {}),
    ("s1_vote2_cop", 2, {"copernium": 1}, {}),
    ("s1_vote2_die", 2, {}, {"die": {"A": 1}}),
    ("s1_fund_cop", 0, {"copernium": 1}, {"mission_markers": {"A": ["m06"]}}),
    ("s1_fund_accr", 0, {}, {"accreditation_steps_gained": {"A": 3}}),
    ("s1_fund_lav2", 0, {"lavandium": 2}, {}),
    ("s2_vote4_cop", 4, {"copernium": 1}, {}),
    ("s2_vote3_oce", 3, {"oceanium": 1}, {}),
    ("s2_vote4_die", 4, {}, {"die": {"A": 1}}),
    ("s2_fund_project", 0, {}, {"projects": {"neo": {"position": 1}}}),
    ("s2_fund_ship", 0, {}, {"hangar": {"A": 2}}),
    ("s2_fund_oce", 0, {"oceanium": 1}, {}),
    ("s3_vote5_oce", 5, {"oceanium": 1}, {}),
    ("s3_vote4_diamond", 4, {"diamond": 1}, {}),
    ("s3_fund_project_cop", 0, {"copernium": 1}, {"projects": {"neo": {"position": 1}}}),
    ("s3_fund_accr2", 0, {"lavandium": 1}, {"accreditation_steps_gained": {"A": 4}}),
    ("s3_fund_diamond", 0, {"diamond": 1}, {}),
    ("s4_vote6_oce", 6, {"oceanium": 1}, {}),
    ("s4_vote5_diamond", 5, {"diamond": 1}, {}),
    ("s4_fund_project2", 0, {}, {"projects": {"neo": {"position": 2}}}),
    ("s4_fund_diamond2", 0, {"diamond": 2}, {}),
    ("s4_fund_ship_accr2", 0, {}, {"hangar": {"A": 2}, "accreditation_steps_gained": {"A": 4}}),
]


@pytest.mark.parametrize(("token", "votes", "gains", "expected"), TOKENS)
def test_alteration_tokens_replace_everything(token, votes, gains, expected):
    # [#4.1.2]
    moved = expected.get("projects", {"neo": {"position": 0}})["neo"]["position"]
    holds(
        {
            **PLACE,
            "ambassador": "amb_1a",
            "side": "funding",
            "space": "L_officers",
            "alteration": token,
            "projects": ["neo"] * moved,
        },
        {
            "votes_on_space": {"L_officers": votes},
            "resources_gained": {"A": gains or {"lavandium": 0}},
            "alterations": {"A": []},
            **expected,
        },
        A={"alterations": [token]},
    )


def test_assistant_die():
    # [#4.1.2] [#4.1.3]
    place = {**PLACE, "ambassador": "amb_3", "space": "L_officers", "die": True}
    holds(
        {**place, "side": "voting"},
        {
            "votes_on_space": {"L_officers": 7},
            "die_on_board": {"A": True},
            "after_clean_up": {"die": {"A": 4}, "die_on_board": {"A": False}},
        },
        A={"die": 4},
    )
    holds(
        {**place, "side": "voting", "alteration": "s3_vote5_oce"},
        {"votes_on_space": {"L_officers": 9}},
        A={"die": 4, "alterations": ["s3_vote5_oce"]},
    )
    holds({**place, "side": "funding"}, {"legal": False}, A={"die": 4})
    holds(
        {**place, "side": "voting", "alteration": "s1_fund_cop"},
        {"legal": False},
        A={"die": 4, "alterations": ["s1_fund_cop"]},
    )
    holds({**place, "side": "voting"}, {"legal": False})
    # a die first gained by the bonus comes too late
    holds(
        {**place, "side": "voting", "alteration": "s1_vote2_die"},
        {"legal": False},
        A={"alterations": ["s1_vote2_die"]},
    )
    # it may be raised while it stands on the board
    on_board = {
        "placed": [
            {
                "player": "A",
                "space": "L_officers",
                "ambassador": "amb_3",
                "side": "voting",
                "die": True,
            }
        ]
    }
    holds(
        {**PLACE, "ambassador": "amb_1a", "side": "voting", "space": "R_assistants"},
        {"votes_on_space": {"L_officers": 9}},
        A={"die": 4, "resources": {"copernium": 1}},
        board=on_board,
    )
    holds(
        {
            **PLACE,
            "ambassador": "amb_1a",
            "side": "voting",
            "space": "L_patron",
            "marker": "m01",
            "die": True,
        },
        {"legal": False},
        A={"die": 4},
        board=on_board,
    )


def test_spaces_and_ambassadors_are_used_once():
    # [#4.1.1] [#4.1.5] [#5.outer]
    taken = {
        "placed": [
            {"player": "B", "floor": 2, "column": 1, "ambassador": "amb_3", "side": "voting"}
        ]
    }
    holds(
        {**PLACE, "ambassador": "amb_1a", "side": "voting", "space": "L_officers"},
        {"legal": False},
        board=taken,
    )
    holds(
        {
            **PLACE,
            "player": "B",
            "ambassador": "amb_3",
            "side": "voting",
            "space": "L_neo",
            "cell": "n1a",
        },
        {"legal": False},
        board=taken,
    )
    outer = {
        "placed": [
            {"player": "B", "space": "outer_module", "ambassador": "amb_3", "side": "voting"}
        ]
    }
    holds(
        {**PLACE, "ambassador": "amb_1a", "side": "funding", "space": "outer_module"},
        {"resources_gained": {"A": {"oceanium": 1, "lavandium": 1}}, "mission_markers": {"A": []}},
        board=outer,
    )


def test_neutral_tokens_block_spaces():
    holds(
        {**PLACE, "ambassador": "amb_1a", "side": "voting", "space": "L_arratuin"},
        {"legal": False},
        players=3,
        round=3,
        board={"planet_block": "pb_1"},
    )
    holds(
        {
            **PLACE,
            "ambassador": "amb_1a",
            "side": "voting",
            "space": "R_arratuin",
            "shop": "shop_free",
        },
        {"legal": True},
        players=3,
        round=3,
        board={"planet_block": "pb_1"},
    )


def test_e81216_needs_a_payable_structure():
    # [#5.5c]
    place = {**PLACE, "space": "L_e81216", "structure": "replicator", "side": "funding"}
    board = {"industries": ["replicator"]}
    holds(
        {**place, "ambassador": "amb_2"},
        {"legal": False},
        board=board,
        A={"resources": {"lavandium": 1}},
    )
    holds(
        {**place, "ambassador": "amb_1a"},
        {"legal": True, "buildings": {"A": ["replicator"]}},
        board=board,
        A={"resources": {"lavandium": 1}},
    )
    holds(
        {**place, "ambassador": "amb_2", "use": "1B1"},
        {"legal": True, "buildings": {"A": ["replicator"]}},
        board=board,
        A={"resources": {"lavandium": 1}, "erudites": ["1B1"]},
    )
    holds(
        {**place, "ambassador": "amb_2", "use": "1B2"},
        {"legal": True, "resources": {"A": {"lavandium": 1}}},
        board=board,
        A={"erudites": ["1B2"], "influence": {"e81216": 2}},
    )


def test_spying_marks_the_spy_mission():
    # [#4.1.5]
    spy = {**PLACE, "ambassador": "amb_1a", "side": "funding", "space": "R_spy", "copy": "room_a"}
    holds(spy, {"mission_markers": {"A": ["m07"]}})
    holds(spy, {"mission_markers": {"A": ["m06"]}}, assume={"spy_marks_copied_mission": True})


# Missions -----------------------------------------------------------------------------------------


def mission(name, expected, action=None, **seat):
    level = {"accreditation_level": 4, "hangar": 2, "mission_markers": [name]}
    holds(
        {**FLY, "mission": name, **(action or {})},
        {"hangar": {"A": 1}, "ships_on_missions": {"A": [name]}, **expected},
        A={**level, **seat},
    )


def test_missions_that_repeat_senate_actions():
    # [#4.2b] [#7.1] [#7.6] [#7.7]
    mission("m01", {"influence": {"A": {"neo": 1}}}, {"cell": "n1a"})
    mission("m02", {"influence": {"A": {"six_moons": 1}}, "unused_alterations": {"A": 1}})
    mission("m03", {"influence": {"A": {"atal": 1}}})
    mission("m04", {"shops": {"A": {"shop_free": 1}}}, {"shop": "shop_free"})
    mission(
        "m05",
        {"robots": {"A": 5}, "resources": {"A": {"copernium": 0}}},
        {"structure": "academy"},
        resources={"copernium": 2},
        buildings=[],
    )
    mission(
        "m06",
        {"accreditation_step": {"A": 8}, "medals_gained": {"A": ["accreditation"]}},
        accreditation_step=6,
    )
    mission(
        "m07",
        {"influence": {"A": {"neo": 1}}, "resources": {"A": {"lavandium": 0}}},
        {"copy": "neo", "cell": "n1b"},
        resources={"lavandium": 1},
    )


def test_a_mission_is_refused_without_its_price():
    # [#4.2a] [#4.2c] [#7.7]
    for name, seat in (
        ("m05", {}),
        ("m07", {}),
        ("m01", {"hangar": 0}),
        ("m12", {"accreditation_level": 3}),
        ("m02", {"mission_markers": []}),
    ):
        base = {"accreditation_level": 4, "hangar": 2, "mission_markers": [name]}
        holds({**FLY, "mission": name}, {"legal": False}, A={**base, **seat})
    holds(
        {**FLY, "mission": "m07", "copy": "room_a"},
        {"legal": False},
        A={
            "accreditation_level": 4,
            "hangar": 2,
            "mission_markers": ["m07"],
            "resources": {"lavandium": 1},
        },
    )
    holds(
        {**FLY, "mission": "m01"},
        {"legal": False},
        A={"accreditation_level": 4, "hangar": 2, "ships_on_missions": ["m01"]},
    )


def test_scoring_missions():
    # [#7.8] [#7.10] [#7.11] [#7.12]
    mission("m08", {"pp": {"A": 7}}, resources={"lavandium": 4, "oceanium": 1, "diamond": 2})
    mission("m10", {"pp": {"A": 8}}, die=4)
    mission("m10", {"pp": {"A": 0}})
    mission("m11", {"pp": {"A": 8}})
    mission("m11", {"pp": {"A": 12}}, level_boost_round=2)
    holds(
        {**FLY, "mission": "m12"},
        {"pp": {"A": 5}},
        A={
            "accreditation_level": 4,
            "hangar": 1,
            "mission_markers": ["m12"],
            "ships_on_missions": ["m01", "m02"],
            "deep_space_tile": "deep_space_1",
        },
    )


def test_intrigue_mission():
    # [#4.3b] [#7.9]
    mission(
        "m09",
        {
            "accreditation_steps_gained": {"A": 1},
            "medals_gained": {"A": ["intrigue"]},
            "projects": {"missions": {"position": 1}},
        },
        {"project": "missions"},
    )
    holds(
        {**FLY, "mission": "m09", "project": "neo"},
        {"medals_gained": {"A": []}},
        A={
            "accreditation_level": 3,
            "hangar": 1,
            "mission_markers": ["m09"],
            "medals": ["intrigue"],
        },
    )


def test_a_mission_opened_in_this_turn_may_be_flown_at_once():
    # [#4.2d]
    actions = [
        {**PLACE, "ambassador": "amb_2", "side": "funding", "space": "L_neo", "cell": "n1a"},
        {**FLY, "mission": "m01"},
    ]
    holds(actions, {"influence": {"A": {"neo": 2}}, "hangar": {"A": 0}})


# Medals (4.3) -------------------------------------------------------------------------------------


def test_planet_medals_take_the_lowest_threshold_left():
    # [#4.3a]
    moons = {"type": "main_action", "player": "A", "which": "six_moons"}
    holds(
        moons,
        {"medals_gained": {"A": ["six_moons"]}, "medals": {"six_moons": [5, 6, 7]}},
        A={"mage": 3},
    )
    holds(
        moons, {"medals_gained": {"A": []}}, A={"mage": 3}, board={"medals": {"six_moons": [5, 6]}}
    )
    holds(moons, {"medals_gained": {"A": []}}, A={"mage": 3, "medals": ["six_moons"]})
    holds(
        moons,
        {"medals_gained": {"A": ["six_moons"]}},
        A={"mage": 2},
        assume={"planet_thresholds": [3, 4, 5, 6]},
    )
    holds(moons, {"medals_gained": {"A": []}}, A={"mage": 2})


def test_accreditation_medal_on_step_8():
    # [#4.3b] [#6a]
    rooms = {"type": "main_action", "player": "A", "which": "room_a"}
    holds(
        rooms,
        {"medals_gained": {"A": 1}, "medals": {"accreditation": 3}},
        A={"accreditation_step": 7},
    )
    holds(
        rooms,
        {"medals_gained": {"A": 0}},
        A={"accreditation_step": 7},
        board={"medals": {"accreditation": 0}},
    )


def test_top_of_the_track_gives_one_deep_space_tile():
    # [#6b] [#6d]
    rooms = {"type": "main_action", "player": "A", "which": "room_a"}
    board = {"deep_space_tiles": ["deep_space_3", "deep_space_5"]}
    holds(
        {**rooms, "tile": "deep_space_3"},
        {
            "deep_space_tile": {"A": "deep_space_3"},
            "completed_missions": {"A": 2},
            "level": {"A": 8},
            "die": {"A": 1},
            "pp": {"A": 0},
        },
        A={"accreditation_step": 8},
        board=board,
    )
    holds(
        {**rooms, "tile": "deep_space_5"},
        {"pp": {"A": 1}, "die": {"A": 6}},
        A={"accreditation_step": 9},
        board=board,
    )
    holds(
        rooms,
        {"deep_space_tile": {"A": "deep_space_1"}, "completed_missions": {"A": 2}, "pp": {"A": 0}},
        A={"accreditation_step": 8, "deep_space_tile": "deep_space_1"},
        board=board,
    )


DEEP = [
    (
        "deep_space_1",
        {"choose": "same", "project": "neo"},
        {
            "projects": {"neo": {"position": 2}},
            "hangar": {"A": 2},
            "available_and_completed_missions": {"A": 14},
        },
    ),
    (
        "deep_space_1",
        {"choose": "another", "projects": ["neo", "atal"]},
        {"projects": {"neo": {"position": 1}, "atal": {"position": 1}}},
    ),
    (
        "deep_space_2",
        {"token": "s4_fund_diamond2", "erudite": "1A1"},
        {"alterations": {"A": ["s4_fund_diamond2"]}, "erudites": {"A": ["1A1"]}},
    ),
    (
        "deep_space_3",
        {},
        {"level_boost_game": {"A": 3}, "die": {"A": 1}, "resources_gained": {"A": {"oceanium": 1}}},
    ),
    (
        "deep_space_4",
        {"shop": "shop_diamond"},
        {
            "shops": {"A": {"shop_diamond": 2}},
            "resources_gained": {"A": {"diamond": 2, "oceanium": 1}},
            "influence": {"A": {"arratuin": 2}},
        },
    ),
    ("deep_space_5", {}, {"level_boost_game": {"A": 1}, "die": {"A": 6}}),
    ("deep_space_6", {}, {"special_ambassador": {"A": True}}),
    (
        "deep_space_7",
        {"action": "six_moons", "medal": "atal"},
        {"mage": {"A": 1}, "medals": {"A": ["atal"]}},
    ),
    (
        "deep_space_8",
        {"structure": "mega_1"},
        {"buildings": {"A": ["mega_1"]}, "pp": {"A": 3}, "robots": {"A": 5}},
    ),
]


@pytest.mark.parametrize(("tile", "choices", "expected"), DEEP)
def test_deep_space_tiles(tile, choices, expected):
    holds(
        {"type": "main_action", "player": "A", "which": "room_a", "deep": tile, **choices},
        expected,
        A={"accreditation_step": 8},
        board={
            "deep_space_tiles": [
                tile,
                "deep_space_3" if tile != "deep_space_3" else "deep_space_4",
            ],
            "reserve": {"4": ["s4_fund_diamond2", "s4_vote6_oce", "s4_fund_project2"]},
            "erudites_open": ["1A1", "1C1"],
            "megastructures": {
                "mega_1": {
                    "tokens": ["mt_missions", "mt_accreditation"],
                    "free_multipliers": [2, 1],
                }
            },
        },
    ) if tile != "deep_space_8" else holds(
        {"type": "main_action", "player": "A", "which": "room_a", "deep": tile, **choices},
        {**expected, "pp": {"A": 4}},
        A={"accreditation_step": 8},
        board={
            "deep_space_tiles": [tile, "deep_space_4"],
            "megastructures": {
                "mega_1": {
                    "tokens": ["mt_missions", "mt_accreditation"],
                    "free_multipliers": [2, 1],
                }
            },
        },
    )


START = [
    ("start_1", {"lavandium": 1, "copernium": 1, "oceanium": 1}, 1, 1),
    ("start_2", {"diamond": 1, "lavandium": 1}, 1, 1),
    ("start_3", {"lavandium": 1}, 3, 1),
    ("start_4", {"copernium": 1}, 1, 2),
    ("start_5", {}, 1, 2),
    ("start_6", {"copernium": 2, "lavandium": 1}, 1, 1),
    ("start_7", {"oceanium": 1}, 2, 1),
    ("start_8", {"lavandium": 3}, 1, 1),
]


@pytest.mark.parametrize(("tile", "gains", "step", "ships"), START)
def test_start_tiles(tile, gains, step, ships):
    import simkit
    from simkit.core.luck import Luck
    from simkit.games.federation.rules import terms

    others = [f"start_{n}" for n in range(1, 9) if f"start_{n}" != tile][:2]
    state = simkit.rules("federation", seats=3).deal(Luck(1), factions=[tile, *others])
    while state.phase == terms.SET_UP:
        state.step(state.legal()[0])
    p = state.players[0]
    assert p.res == [gains.get(name, 0) for name in terms.RESOURCES]
    assert (p.step, p.hangar, state.completed(0)) == (step, ships, 1)
    assert p.markers.bit_count() == (tile in ("start_5", "start_8"))
