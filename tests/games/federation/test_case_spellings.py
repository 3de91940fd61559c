"""Cases as different hands write them: other spellings, partial positions, keys that nobody knows."""

from __future__ import annotations

import pytest

from simkit.games.federation.io.recordings import verify
from tests.games.federation.casebook import case, fails, holds

ARRATUIN = {"type": "main_action", "player": "A", "which": "arratuin", "shop": "shop_mix"}
QUERY = {"type": "query", "player": "A"}


# Assumed figures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "assume",
    [
        {"cost": 2},
        {"shop_mix": {"cost": 2}},
        {"shop_mix_cost_copernium": 2},
        {"planet_arratuin.shop[shop_mix].cost": {"copernium": 2}},
        [{"file": "planet_arratuin.toml", "id": "shop_mix", "field": "cost", "value": 2}],
    ],
)
def test_a_cost_in_several_forms(assume):
    holds(ARRATUIN, {"legal": False}, A={"resources": {"copernium": 1}}, assume=assume)
    holds(
        ARRATUIN,
        {"resources": {"A": {"copernium": 1}}},
        A={"resources": {"copernium": 3}},
        assume=assume,
    )


@pytest.mark.parametrize(
    "assume",
    [
        {"special_missions.toml m05 required_level": 5},
        {"m05 required_level": 5},
        {"required_accreditation_level": {"m05": 5}},
        [{"file": "special_missions.toml", "id": "m05", "field": "required_level", "value": 5}],
    ],
)
def test_a_mission_level_in_several_forms(assume):
    fly = {"type": "mission", "player": "A", "mission": "m05", "structure": "academy"}
    seat = {"mission_markers": ["m05"], "resources": {"copernium": 2}}
    holds(fly, {"legal": False}, A={**seat, "accreditation_level": 4}, assume=assume)
    holds(fly, {"legal": True}, A={**seat, "accreditation_level": 5}, assume=assume)


@pytest.mark.parametrize(
    "assume",
    [{"medal_row": {"3": 9}}, {"medals.by_count[3]": 9}, {"score": [0, 2, 5, 9, 13, 18, 24, 30]}],
)
def test_a_medal_row_in_several_forms(assume):
    seat = {"medals": ["neo", "atal", "intrigue"]}
    holds({"type": "final_scoring", "part": "medals"}, {"pp": {"A": 9}}, A=seat, assume=assume)


def test_thresholds_of_one_planet():
    seat = {"shops": {"shop_mix": 2}}
    action = {**ARRATUIN, "shop": "shop_free"}
    assume = {"planet_thresholds": {"arratuin": [3, 4, 5, 6]}}
    holds(action, {"medals_gained": {"A": ["arratuin"]}}, A=seat, assume=assume)
    holds(action, {"medals_gained": {"A": []}}, A=seat)


@pytest.mark.parametrize("name", ["places", "project_points", "points", "scoring.p3"])
def test_project_points_in_several_forms(name):
    board = {"projects": {"neo": True}, "measure": {"neo": {"A": 3, "B": 2, "C": 1}}}
    expected = {"pp": {"A": 12, "B": 6, "C": 0}}
    scoring = {"type": "final_scoring", "part": "projects"}
    holds(scoring, expected, players=3, board=board, assume={name: [12, 6, 0]})


@pytest.mark.parametrize("name", ["column_2_project", "column_2", "senate.column.2.project"])
def test_the_project_of_a_column_in_several_forms(name):
    placed = [{"player": "A", "space": "L_neo", "ambassador": "amb_3", "side": "funding"}]
    expected = {"projects": {"atal": {"position": 1}}}
    funding = {"type": "executive_step", "step": 3}
    holds(funding, expected, board={"placed": placed}, assume={name: "atal"})


# Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["L_officers", "room_a", "Officers' Quarters", "l_officers"])
def test_names_of_a_room(space):
    place = {"type": "place", "ambassador": "amb_2", "side": "funding", "space": space}
    holds(place, {"mission_markers": {"A": ["m06"]}, "accreditation_steps_gained": {"A": 2}})


def test_a_planet_and_its_wing_name_a_space():
    place = {"type": "place", "ambassador": "amb_2", "space": "neo", "wing": "right", "cell": "n1a"}
    holds(place, {"votes_on_space": {"R_neo": 2, "L_neo": 0}})
    taken = {"placed": [{"player": "B", "space": "neo", "wing": "right", "ambassador": "amb_3"}]}
    holds(place, {"legal": False}, board=taken)
    holds({**place, "wing": "left"}, {"legal": True}, board=taken)


@pytest.mark.parametrize("which", ["room_a", "A", "L_officers", "Officers' Quarters"])
def test_names_of_a_room_action(which):
    holds({"type": "main_action", "which": which}, {"accreditation_steps_gained": {"A": 2}})


def test_printed_names_of_planets_and_capitals():
    seat = {"influence": {"Six-Moons": 3, "Atalum": 2}}
    holds(QUERY, {"influence": {"A": {"six_moons": 3, "atal": 2}}}, A=seat)
    holds(
        {"type": "use_erudite", "erudite": "1a1"}, {"level_boost_round": 1}, A={"erudites": ["1A1"]}
    )
    laws = {"laws": {"left": "neo", "right": "atal"}, "wing_votes": {"left": 7, "right": 6}}
    holds({"type": "executive_step", "step": 5}, {"law_passed": "law_neo"}, board=laws)


def test_printed_names_of_industries_and_any_project():
    income = {"type": "income", "industry": "Military Academy"}
    holds(income, {"accreditation_steps_gained": {"A": 1}})
    build = {"type": "build", "structure": "Space Shipyard", "cost_waived": True}
    holds(build, {"hangar": {"A": 2}, "buildings": {"A": ["shipyard"]}})
    lounge = {"type": "main_action", "which": "room_f", "project": "any"}
    holds(lounge, {"general_contribution": {"A": 1}})


# Actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gift",
    [
        {"oceanium": 2},
        {"resources": {"oceanium": 2}},
        {"what": "oceanium", "n": 2},
        {"resource": "oceanium", "amount": 2},
        {"gain": [{"what": "oceanium", "n": 2}]},
    ],
)
def test_what_is_gained(gift):
    holds({"type": "gain", "player": "A", **gift}, {"resources_gained": {"A": {"oceanium": 2}}})


def test_steps_and_ships_may_be_gained_too():
    top = {"accreditation_step": "top", "deep_space_tile": True}
    holds({"type": "gain", "accreditation_steps": 2}, {"pp": {"A": 2}}, A=top)
    holds({"type": "gain", "ships": 3}, {"hangar": {"A": 5}}, A={"hangar": 3})
    below = {"accreditation_step": "lower step of level 4"}
    holds({"type": "gain", "accredit": 1}, {"medals_gained": {"A": ["accreditation"]}}, A=below)


@pytest.mark.parametrize(
    ("offer", "level"),
    [
        ({"pay": ["copernium"]}, 4),
        ({"payment": {"copernium": 1}}, 4),
        ({"pay": "none"}, 2),
        ({"pay": []}, 2),
        ({"decline": True}, 2),
    ],
)
def test_what_is_offered_for_upkeep(offer, level):
    seat = {"accreditation_level": 4, "resources": {"copernium": 1}}
    action = {"type": "upkeep", "player": "A", **offer}
    holds(action, {"accreditation_level": {"A": level}}, A=seat)


@pytest.mark.parametrize("narrowed", [{"floors": ["top"]}, {"floors": ["3"]}, {"floor": 3}])
def test_floors_in_words(narrowed):
    votes = {"floor_votes": {"top": {"A": 1}, "1": {"A": 1}}}
    action = {"type": "executive_step", "step": 4, **narrowed}
    holds(action, {"pp": {"A": 2}}, A={"accreditation_level": 2}, board=votes)


def test_a_query_about_an_action_leaves_the_state_alone():
    seat = {"accreditation_level": 2, "mission_markers": ["m06", "m11"]}
    holds({**QUERY, "mission": "m11"}, {"legal": False}, A=seat)
    kept = {"legal": True, "hangar": {"A": 1}, "accreditation_steps_gained": {"A": 0}}
    holds({**QUERY, "mission": "m06"}, kept, A=seat)
    holds({**QUERY, "action": {"type": "place", "space": "R_assistants"}}, {"legal": False})


def test_winners_by_points_of_the_action_and_turns_of_the_player():
    holds({"type": "winners", "pp": {"A": 3, "B": 5}}, {"winners": ["B"]}, players=2)
    special = {"type": "play_round_using_special", "player": "A"}
    holds(special, {"turns": 5, "votes": 7}, A={"special_ambassador": True}, players=2)


def test_the_president_may_pass_either_law_on_a_tie():
    laws = {"left": "law_neo", "right": "law_atal"}
    board = {"laws": laws, "wing_votes": {"left": 6, "right": 6}, "president": "B"}
    step = {"type": "executive_step", "step": 5}
    for outcomes in (["law_neo", "law_atal"], [{"law_passed": x} for x in ("law_neo", "law_atal")]):
        holds(step, {"decider": "B", "outcomes_allowed": outcomes}, board=board)
    assert fails(step, {"outcomes_allowed": ["law_neo"]}, board=board) == "outcomes_allowed"


def test_legal_takes_as_outcomes():
    board = {"erudites_open": ["1E1", "2E1"]}
    for outcomes in (["1E1"], [{"erudite": "1E1"}]):
        holds({"type": "legal_takes"}, {"outcomes_allowed": outcomes}, board=board)


def test_what_is_thrown_away_for_room():
    gift = {"type": "gain", "resources": {"oceanium": 1}, "throw_away": {"lavandium": 1}}
    kept = {"resources": {"A": {"lavandium": 9, "oceanium": 1}}}
    holds(gift, kept, A={"resources": {"lavandium": 10}})


# Partial positions --------------------------------------------------------------------------------


def test_what_an_action_takes_is_laid_out_unless_the_case_says_what_lies_there():
    step = {"type": "main_action", "which": "room_a"}
    seat = {"accreditation_step": 8}
    for number in range(1, 9):
        tile = f"deep_space_{number}"
        holds({**step, "deep_space_tile": tile}, {"deep_space_tile": {"A": tile}}, A=seat)
    other = {"deep_space_tiles": ["deep_space_2"]}
    holds({**step, "deep_space_tile": "deep_space_1"}, {"legal": False}, A=seat, board=other)
    for tile in ("1A1", "1A2", "1A3"):
        take = {"type": "main_action", "which": "atal", "erudite": tile}
        holds(take, {"erudites": {"A": [tile]}})
        holds(take, {"legal": False}, board={"erudites_open": ["1B1"]})


def test_only_a_token_at_hand_covers_an_ambassador():
    place = {
        "type": "place",
        "ambassador": "amb_2",
        "space": "L_officers",
        "alteration": "s1_vote3_lav",
    }
    holds(place, {"legal": True, "votes": {"A": 3}})
    holds(place, {"legal": False}, A={"alterations": []})


def test_a_planet_tile_without_planet_accompanies_its_own():
    """Asked whether it may be used outside the planet's action, the answer is no (5.3)."""
    use = {"type": "use_erudite", "erudite": "1B2"}
    seat = {"erudites": ["1B2"], "influence": {"e81216": 3}}
    holds(use, {"resources_gained": {"A": {"lavandium": 3}}}, A=seat)
    holds(use, {"legal": False}, A=seat)


def test_blocks_by_what_they_show():
    shown = {
        "x": [{"wing": "left", "planet": "arratuin"}, {"wing": "right", "planet": "six_moons"}],
        "zero": {"wing": "left", "planet": "e81216"},
    }
    blocked = {"L_arratuin": 3, "R_six_moons": 3, "L_e81216": 0, "L_officers": 0, "R_spy": 0}
    board = {"planet_block": shown, "room_block": "room_a"}
    holds({"type": "round_start"}, {"blocked": blocked}, players=2, round=3, board=board)


def test_a_project_is_complete_in_one_word():
    for done in (True, "completed", {"completed": True}):
        board = {"projects": {"neo": done}}
        scoring = {"type": "final_scoring", "part": "projects"}
        holds(scoring, {"pp": {"A": 16}}, A={"influence": {"neo": 5}}, board=board)


# Keys that nobody knows ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "action", "more"),
    [
        ("neow", QUERY, {"A": {"influence": {"neow": 3}}}),
        ("foo", QUERY, {"board": {"projects": {"neo": {"foo": 1}}}}),
        ("foo", QUERY, {"board": {"placed": [{"player": "A", "space": "L_neo", "foo": 1}]}}),
        ("foo", QUERY, {"board": {"megastructures": {"mega_1": {"foo": 1}}}}),
        ("foo", QUERY, {"board": {"column": {"foo": 1}}}),
        ("middle", QUERY, {"board": {"laws": {"middle": "law_neo"}}}),
        ("middle", QUERY, {"board": {"wing_votes": {"middle": 1}}}),
        ("attic", QUERY, {"board": {"floor_votes": {"attic": {"A": 1}}}}),
        ("Z", QUERY, {"board": {"floor_votes": {"1": {"Z": 1}}}}),
        ("moon", QUERY, {"board": {"measure": {"moon": {"A": 1}}}}),
        ("9", QUERY, {"A": {"accreditation_level": 9}}),
        ("99", QUERY, {"A": {"accreditation_step": 99}}),
        ("step", {"type": "executive_step"}, {}),
        ("7", {"type": "executive_step", "step": 7}, {}),
        ("attic", {"type": "executive_step", "step": 4, "floors": ["attic"]}, {}),
        ("shop_two", {**ARRATUIN, "shop": "shop_two"}, {}),
        ("n9", {"type": "main_action", "which": "neo", "cell": "n9"}, {}),
        ("type", {"player": "A"}, {}),
        ("space", {"type": "place"}, {}),
    ],
)
def test_what_is_not_known_is_named(wrong, action, more):
    result = verify(case(action, {"legal": True}, **more), "case")[0]
    assert result.status == "failed"
    assert wrong in result.detail


def test_an_unknown_key_of_the_situation_is_named():
    data = case(QUERY, {"legal": True})
    data["situation"]["bord"] = {}
    assert "did you mean 'board'" in verify(data, "case")[0].detail
