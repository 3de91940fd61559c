"""The Executive Phase, clean-up and final scoring (rules.md 8, 9 and 10)."""

from __future__ import annotations

import pytest

from tests.games.federation.casebook import fails, holds


def on(player, space, ambassador="amb_1a", side="voting", **more):
    return {"player": player, "space": space, "ambassador": ambassador, "side": side, **more}


def step(number, **more):
    return {"type": "executive_step", "step": number, **more}


def test_step_1_income_of_every_industry():
    # [#5.5b] [#8.1]
    holds(
        step(1),
        {
            "resources_gained": {"A": {"lavandium": 1}, "B": {"lavandium": 0}},
            "accreditation_steps_gained": {"A": 1, "B": 1},
        },
        A={"buildings": ["replicator", "academy"]},
        B={"buildings": ["academy"]},
    )


@pytest.mark.parametrize(
    ("step_now", "have", "pay", "step_then", "left"),
    [
        (9, {"oceanium": 1}, {"oceanium": 1}, 9, {"oceanium": 0}),
        (10, {"copernium": 1}, {"copernium": 1}, 7, {"copernium": 0}),
        (10, {"lavandium": 1}, {"lavandium": 1}, 5, {"lavandium": 0}),
        (10, {"lavandium": 1}, {}, 3, {"lavandium": 1}),
        (6, {"lavandium": 1}, {"lavandium": 1}, 6, {"lavandium": 0}),
        (6, {"oceanium": 1}, {"oceanium": 1}, 6, {"oceanium": 0}),
        (6, {}, {}, 3, {}),
        (8, {}, {}, 3, {}),
        (4, {}, {}, 4, {}),
        (1, {"oceanium": 2}, {}, 1, {"oceanium": 2}),
    ],
)
def test_step_2_upkeep(step_now, have, pay, step_then, left):
    # [#8.2]
    holds(
        {"type": "upkeep", "player": "A", "pay": pay},
        {
            "accreditation_step": {"A": step_then},
            "marker_moved": {"A": step_then != step_now},
            "resources": {"A": left or {"lavandium": 0}},
        },
        A={"accreditation_step": step_now, "resources": have},
    )


def test_upkeep_that_is_not_owed_or_not_at_hand():
    holds(
        {"type": "upkeep", "player": "A", "pay": {"copernium": 1}},
        {"legal": False},
        A={"accreditation_level": 4},
    )
    holds(
        {"type": "upkeep", "player": "A", "pay": {"diamond": 1}},
        {"legal": False},
        A={"accreditation_level": 4, "resources": {"diamond": 2}},
    )
    holds(
        {"type": "upkeep", "player": "A", "pay": {"oceanium": 1}},
        {"legal": True, "accreditation_level": {"A": 5}},
        A={"accreditation_level": 5, "resources": {"oceanium": 1}},
    )
    holds(
        {"type": "upkeep", "player": "A", "pay": {"copernium": 1}},
        {"legal": True, "accreditation_level": {"A": 3}},
        A={"accreditation_level": 3, "resources": {"copernium": 1}},
        assume={"upkeep": {"3": "copernium"}},
    )


def test_step_3_funding_column_by_column():
    # [#8.3a]
    placed = [
        on("A", "L_six_moons", side="funding"),
        on("B", "L_officers", side="funding"),
        on("C", "L_atal"),
        on("D", "L_neo", side="funding"),
    ]
    holds(
        step(3),
        {
            "projects": {
                "neo": {"position": 2},
                "six_moons": {"position": 1},
                "atal": {"position": 0},
            },
            "general_contribution": {"A": 0},
        },
        board={"placed": placed},
    )
    # one advance is missing: the upper ambassador completes, the lower one funds the general project
    board = {"placed": placed, "column": {"index": 1, "project": "neo", "missing": 1}}
    holds(
        step(3, columns=[1]),
        {
            "projects": {"neo": {"completed": True}, "six_moons": {"position": 0}},
            "general_contribution": {"A": 0, "B": 1},
            "resources_gained": {"B": {"lavandium": 1}},
        },
        board=board,
    )
    board = {"placed": placed, "column": {"index": 1, "project": "e81216", "missing": 2}}
    holds(
        step(3, columns=[1]),
        {"projects": {"e81216": {"completed": True}, "neo": {"position": 0}}},
        board=board,
    )


def test_step_3_funding_alteration_tokens_and_neutral_tokens():
    # [#8.3a]
    placed = [
        on("A", "L_neo", side="voting", alteration="s1_fund_cop"),
        {"player": "neutral", "space": "L_purchasing", "votes": 0},
    ]
    holds(step(3), {"projects": {"six_moons": {"position": 1}}}, board={"placed": placed})


@pytest.mark.parametrize(
    ("votes", "levels", "points"),
    [
        ({"A": 4, "B": 3}, {"A": 2, "B": 5}, {"A": 2, "B": 0}),
        ({"A": 3, "B": 3}, {"A": 2, "B": 4}, {"A": 2, "B": 4}),
        ({"A": 0, "B": 0}, {"A": 2, "B": 4}, {"A": 0, "B": 0}),
        ({"A": 3, "B": 1, "neutral": 4}, {"A": 2, "B": 4}, {"A": 0, "B": 0}),
        ({"A": 4, "B": 1, "neutral": 4}, {"A": 2, "B": 4}, {"A": 2, "B": 0}),
    ],
)
def test_step_4_floors(votes, levels, points):
    # [#8.4] [#10.6]
    seats = {x: {"accreditation_level": level} for x, level in levels.items()}
    holds(step(4, floors=[2]), {"pp": points}, board={"floor_votes": {"2": votes}}, **seats)


def test_step_4_one_player_may_win_several_floors():
    # [#8.4]
    placed = [
        on("A", "L_six_moons", "amb_2"),
        on("B", "R_president", "amb_1a"),
        on("A", "L_neo", "amb_1a"),
        on("B", "R_lounge", "amb_1b", die=True),
    ]
    holds(
        step(4),
        {"pp": {"A": 3, "B": 1}},
        A={"accreditation_level": 3},
        B={"die": 1, "accreditation_level": 1},
        board={"placed": placed},
    )


def test_step_4_boosts_of_the_round_count():
    # [#6f] [#8.4]
    holds(
        step(4),
        {"pp": {"A": 5}},
        A={"accreditation_level": 3, "level_boost_round": 2},
        board={"placed": [on("A", "L_neo")]},
    )


LAWS = ["neo", "six_moons", "atal", "arratuin", "e81216"]


@pytest.mark.parametrize("planet", LAWS)
def test_step_5_every_law(planet):
    # [#8.5]
    other = "law_neo" if planet != "neo" else "law_atal"
    holds(
        step(5),
        {"law_passed": f"law_{planet}", "pp": {"A": 6, "B": 0, "C": 14}},
        A={"influence": {planet: 3}},
        C={"influence": {planet: 7}},
        board={
            "laws": {"left": f"law_{planet}", "right": other},
            "wing_votes": {"left": 1, "right": 0},
        },
    )


def test_step_5_ties_are_decided_by_the_president():
    # [#8.5]
    board = {
        "laws": {"left": "law_neo", "right": "law_atal"},
        "wing_votes": {"left": 4, "right": 4},
        "president": "C",
    }
    for choice, law in (("left", "law_neo"), ("right", "law_atal"), ("law_atal", "law_atal")):
        holds(step(5, choice=choice), {"decider": "C", "law_passed": law}, board=board)
    holds(step(5), {"decider": "A", "votes": {"left": 0, "right": 0}})


def test_step_5_adds_the_votes_placed_in_each_wing():
    # [#8.5]
    board = {
        "laws": {"left": "law_neo", "right": "law_atal"},
        "placed": [
            {"player": "A", "space": "L_neo", "ambassador": "amb_3", "side": "voting"},
            {"player": "B", "space": "L_spy", "ambassador": "amb_2", "side": "voting"},
            {"player": "B", "space": "R_spy", "ambassador": "amb_3", "side": "voting", "die": True},
            {"player": "C", "space": "R_neo", "ambassador": "amb_3", "side": "funding"},
        ],
    }
    expected = {"votes": {"left": 5, "right": 7}, "law_passed": "law_atal", "pp": {"A": 4, "C": 0}}
    holds(step(5), expected, A={"influence": {"atal": 2, "neo": 5}}, B={"die": 4}, board=board)


def test_step_5_neutral_votes_count():
    # [#10.6]
    board = {"planet_block": "pb_1", "wing_votes_players": {"left": 2, "right": 1}}
    holds(step(5), {"votes": {"left": 6, "right": 5}}, players=3, round=4, board=board)
    holds(
        step(5),
        {"votes": {"left": 2, "right": 1}},
        players=3,
        round=4,
        board=board,
        assume={"neutral": {"votes": {"count_for_law": False}}},
    )


def test_neutral_votes_on_a_floor():
    # [#10.6]
    board = {"planet_block": "pb_1", "placed": [on("A", "L_patron", "amb_3")]}
    holds(step(4, floors=[1]), {"pp": {"A": 0}}, players=3, round=4, board=board)
    holds(step(4, floors=[1]), {"pp": {"A": 1}}, players=3, round=3, board=board)


def test_clean_up():
    # [#8.6]
    board = {"placed": [on("A", "L_patron", "amb_3", die=True)]}
    holds(
        {"type": "query", "player": "A"},
        {
            "after_clean_up": {
                "level_boost_round": {"A": 0},
                "die": {"A": 3},
                "level_boost_game": {"A": 1},
                "votes_on_space": {"L_patron": 0},
            }
        },
        A={"die": 3, "level_boost_round": 2, "level_boost_game": 1},
        board=board,
    )


@pytest.mark.parametrize(("number", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 22, 30])))
def test_final_medal_row(number, points):
    # [#9.1]
    medals = ["neo", "six_moons", "atal", "arratuin", "e81216", "accreditation", "intrigue"]
    holds(
        {"type": "final_scoring", "part": "medals"},
        {"pp": {"A": points}},
        A={"medals": medals[:number]},
    )


def test_final_medal_row_assumed():
    for assume in (
        {"medals": {"score": {"by_count": [0, 2, 5, 9, 13, 18, 24, 30]}}},
        {"medal_row": [0, 2, 5, 9, 13, 18, 24, 30]},
        {"medals.score.by_count": [0, 2, 5, 9, 13, 18, 24, 30]},
    ):
        holds(
            {"type": "final_scoring", "part": "medals"},
            {"pp": {"A": 9}},
            A={"medals": ["neo", "atal", "intrigue"]},
            assume=assume,
        )


def test_final_remaining():
    # [#5.2c] [#9.2]
    seat = {
        "resources": {"lavandium": 2, "copernium": 2, "oceanium": 1, "diamond": 3},
        "hangar": 4,
        "alterations": ["s1_fund_cop", "s1_fund_cop"],
    }
    holds(
        {"type": "final_scoring", "part": "remaining"}, {"pp": {"A": 2 + 3 + 4 + 2, "B": 1}}, A=seat
    )


@pytest.mark.parametrize("project", ["neo", "six_moons", "atal", "arratuin", "e81216"])
def test_final_projects_rank_by_influence(project):
    # [#9.3a]
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": {"A": 8, "B": 16, "C": 0, "D": 0}},
        A={"influence": {project: 2}},
        B={"influence": {project: 3}},
        board={"projects": {project: {"completed": True}}},
    )


def test_final_projects_missions_and_general():
    # [#9.3a]
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": {"A": 16, "B": 4, "C": 4, "D": 4}},
        A={"ships_on_missions": ["m01"]},
        board={"projects": {"missions": {"completed": True}}},
    )
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": {"A": 12, "B": 12, "C": 0, "D": 0}},
        A={"general_contribution": 2},
        B={"general_contribution": 2},
        board={"projects": {"general": {"missing": 0}}},
    )


def test_winners_share_a_tie():
    # [#9.4]
    holds({"type": "winners"}, {"winners": ["A", "C"]}, A={"pp": 80}, B={"pp": 79}, C={"pp": 80})


def test_assumed_figures_of_many_forms():
    build = {"type": "build", "player": "A", "structure": "academy"}
    for assume in (
        {"academy": {"cost": {"lavandium": 1}}},
        {"cost": {"academy": {"lavandium": 1}}},
        {"planet_e81216.industry.academy.cost": {"lavandium": 1}},
        {"academy": {"lavandium": 1}},
    ):
        holds(
            build,
            {"resources": {"A": {"lavandium": 0}}},
            A={"resources": {"lavandium": 1}},
            assume=assume,
        )
    fly = {"type": "mission", "player": "A", "mission": "m11"}
    for assume in (
        {"required_level": 2},
        {"required_level": {"m11": 2}},
        {"mission_levels": {"m11": 2}},
        {"m11": 2},
        {"special_missions.m11.required_level": 2},
    ):
        holds(
            fly,
            {"pp": {"A": 4}},
            A={"accreditation_level": 2, "hangar": 1, "mission_markers": ["m11"]},
            assume=assume,
        )
    holds(
        {"type": "query"},
        {"projects": {"neo": {"needed": 4}}},
        assume={"advances_needed": {"column_projects": 4}},
    )
    holds(
        {"type": "query"},
        {"projects": {"neo": {"needed": 4}, "general": {"needed": 7}}},
        assume={"advances_needed": {"column_projects": {"p4": 4}, "general": 7}},
    )
    assert fails({"type": "query"}, {"pp": {"A": 0}}, assume={"price of tea": 4}) == "case"


def test_legal_names_what_is_possible():
    holds(
        {"type": "query", "player": "A"},
        {"legal": {"m01": True, "m02": False, "m09": False}},
        A={"mission_markers": ["m01", "m09"]},
    )


def test_names_are_found_under_any_key():
    holds(
        {"type": "build", "player": "A", "industry": "academy", "cost_waived": True},
        {"robots": {"A": 5}},
    )
    holds(
        {"type": "gain", "player": "A", "gain": {"lavandium": 2}},
        {"resources": {"A": {"lavandium": 2}}},
    )
    holds(
        {"type": "main_action", "player": "A", "action": "room_a"}, {"accreditation_step": {"A": 3}}
    )
    place = {"type": "place", "ambassador": "amb_1a", "side": "voting", "space": "R_president"}
    holds({**place, "player": "A", "medal": "atal"}, {"president": "A", "legal": True})


def test_more_forms_of_assumed_figures():
    pay = {"type": "upkeep", "player": "A", "pay": {"copernium": 1}}
    for assume in ({"upkeep_level_3": "copernium"}, {"level_3": {"upkeep": {"copernium": 1}}}):
        holds(
            pay,
            {"marker_moved": {"A": False}},
            A={"accreditation_step": 6, "resources": {"copernium": 1}},
            assume=assume,
        )
    shop = {"type": "main_action", "player": "A", "which": "arratuin", "shop": "shop_mix"}
    for assume in ({"shop_mix_cost": {"lavandium": 3}}, {"shop_mix": {"cost": {"lavandium": 3}}}):
        holds(
            {**shop, "take": {"oceanium": 2}},
            {"resources": {"A": {"lavandium": 0, "oceanium": 2}}},
            A={"resources": {"lavandium": 3}},
            assume=assume,
        )
    holds(
        {"type": "main_action", "player": "A", "which": "room_a"},
        {"accreditation_level": {"A": 1}},
        assume={"accreditation": {"steps_per_level": 3}},
    )
    holds(
        {"type": "main_action", "player": "A", "which": "neo", "to": "a1"},
        {"resources_gained": {"A": {"copernium": 3, "lavandium": 0}}},
        A={"miner": "n2"},
        board={"asteroids": {"a1": "live_1"}},
        assume={"live_1": {"copernium": 3}, "note": "whatever it shows"},
    )
