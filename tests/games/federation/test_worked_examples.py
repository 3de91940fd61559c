"""The worked examples of rules.md, 12 (W1 to W22)."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.rules import executive
from tests.games.federation.casebook import holds


@pytest.mark.parametrize(("seats", "drawn"), [(2, 3), (3, 4), (4, 5)])
def test_w1_set_up_follows_the_player_count(seats, drawn):
    # [#2.3] [#2.5] [#2.7]
    state = simkit.rules("federation", seats=seats, start_tiles="drafted").deal(Luck(3))
    assert state.seat == seats - 1  # in reverse turn order
    assert state.offer.bit_count() == state.deep.bit_count() == drawn
    assert state.medal_copies == [seats, seats]
    while state.todo[-1][0] != 33:  # until the first turn
        state.step(state.legal()[0])
    assert state.offer.bit_count() == 1


def test_w2_set_up_of_a_player():
    # [#1.pieces]
    state = simkit.rules("federation", seats=3, start_tiles="drafted").deal(Luck(3))
    p = state.players[0]
    assert (p.hangar, p.supply, p.markers, p.die, p.res) == (1, 7, 0, 0, [0, 0, 0, 0])


def test_w3_funding_opens_the_mission():
    # [#4.1.5]
    place = {"type": "place", "player": "A", "ambassador": "amb_2", "side": "funding"}
    holds({**place, "space": "L_neo"}, {"mission_markers": {"A": ["m01"]}})
    holds(
        {**place, "space": "L_neo"},
        {"mission_markers": {"A": ["m01"]}},
        A={"mission_markers": ["m01"]},
    )


@pytest.mark.parametrize(("mission", "legal"), [("m01", True), ("m05", True), ("m09", False)])
def test_w4_mission_conditions(mission, legal):
    # [#4.2a]
    seat = {
        "accreditation_level": 2,
        "hangar": 1,
        "mission_markers": ["m01", "m05", "m09"],
        "resources": {"lavandium": 2},
    }
    levels = {"m01": {"required_level": 1}, "m05": {"required_level": 2}}
    holds(
        {"type": "mission", "player": "A", "mission": mission},
        {"legal": legal, **({"hangar": {"A": 0}} if legal else {})},
        A=seat,
        assume={**levels, "m09": {"required_level": 3}},
        board={"industries": ["replicator"]},
    )


def test_w4_one_mission_a_turn():
    # [#4] [#4.2c]
    fly = {"type": "mission", "player": "A"}
    seat = {"accreditation_level": 2, "hangar": 2, "mission_markers": ["m01", "m02"]}
    actions = [{**fly, "mission": "m01", "to": "n1a"}, {**fly, "mission": "m02"}]
    holds(actions, {"legal": False, "hangar": {"A": 1}}, A=seat)


def test_w5_level_gate():
    # [#4.2a] [#7.levels]
    fly = {"type": "mission", "player": "A", "mission": "m06"}
    seat = {"hangar": 1, "mission_markers": ["m06"]}
    holds(fly, {"legal": False}, A={**seat, "accreditation_level": 1})
    holds(fly, {"legal": True}, A={**seat, "accreditation_level": 2})


@pytest.mark.parametrize(
    ("have", "pay", "level", "lowest"),
    [
        ({"copernium": 1}, {"copernium": 1}, 4, False),
        ({"oceanium": 1}, {"oceanium": 1}, 4, False),
        ({"lavandium": 1}, {"lavandium": 1}, 3, True),
        ({}, {}, 2, True),
    ],
)
def test_w6_upkeep_on_level_4(have, pay, level, lowest):
    # [#8.2]
    holds(
        {"type": "upkeep", "player": "A", "pay": pay},
        {
            "accreditation_level": {"A": level},
            "marker_moved": {"A": level != 4},
            "step_is_lowest_of_level": {"A": lowest},
        },
        A={"accreditation_step": "upper step of level 4", "resources": have},
    )


def test_w7_seven_medals():
    # [#9.1]
    medals = ["neo", "six_moons", "atal", "arratuin", "e81216", "accreditation", "intrigue"]
    holds(
        {"type": "final_scoring", "part": "medals"}, {"pp": {"A": 30, "B": 0}}, A={"medals": medals}
    )


@pytest.mark.parametrize(
    ("cell", "gained", "influence"),
    [
        ("a1", {"lavandium": 2, "copernium": 1}, 3),
        ("a2", {"diamond": 1, "lavandium": 0}, 3),
        ("n4b", {"lavandium": 1, "copernium": 1}, 4),
    ],
)
def test_w8_neo_three_cells_ahead(cell, gained, influence):
    # [#5.1a]
    holds(
        {"type": "main_action", "player": "A", "which": "neo", "cell": cell},
        {
            "resources_gained": {"A": gained},
            "influence": {"A": {"neo": influence}},
            "miner": {"A": cell},
        },
        A={"miner": "n2"},
        board={"asteroids": {"a1": "live_1", "a2": "live_4"}},
    )


def test_w8_all_outcomes_of_the_fork():
    holds(
        {"type": "main_action", "player": "A", "which": "neo"},
        {
            "outcomes_allowed": [
                {"cell": "a1", "influence": 1},
                {"cell": "a2", "influence": 1},
                {"cell": "n4b", "influence": 2},
            ]
        },
        A={"miner": "n2"},
    )


def test_w9_two_bonus_shop():
    # [#5.4d]
    outcomes = [{"oceanium": n, "accredit": 3 - n} for n in range(4)]
    holds(
        {"type": "main_action", "player": "A", "which": "arratuin", "shop": "shop_mix"},
        {"outcomes_allowed": outcomes, "shops": {"A": {"shop_mix": 2}}},
        A={"shops": {"shop_mix": 1}, "resources": {"copernium": 1}},
    )


def test_w10_megastructure():
    # [#5.5d]
    holds(
        {"type": "build", "player": "A", "structure": "mega_x", "cost_waived": True},
        {"pp": {"A": 9}, "influence": {"A": {"e81216": 2}}, "multiplier_taken": 3},
        A={"influence": {"arratuin": 3}, "accreditation_level": 4},
        board={
            "megastructures": {
                "mega_x": {
                    "tokens": ["mt_arratuin", "mt_accreditation"],
                    "free_multipliers": [2, 3, 1],
                }
            }
        },
    )


def test_w11_law():
    # [#8.5]
    holds(
        {"type": "executive_step", "step": 5},
        {"law_passed": "law_atal", "pp": {"A": 4, "B": 0}, "decider": None},
        board={
            "laws": {"left": "law_neo", "right": "law_atal"},
            "wing_votes": {"left": 2, "right": 3},
        },
        A={"influence": {"atal": 2, "neo": 5}},
    )


@pytest.mark.parametrize(
    "board",
    [
        {
            "open_laws": {"left": "law_neo", "right": "law_atal"},
            "last_laws": {"left": "law_e81216", "right": "law_e81216"},
        },
        {"law_stacks": {"left": ["law_neo", "law_e81216"], "right": ["law_atal", "law_e81216"]}},
    ],
)
def test_w12_two_equal_laws_of_round_5(board):
    # [#8.8]
    holds(
        {"type": "reveal_laws"},
        {
            "open_laws": {"left": "law_neo", "right": "law_e81216"},
            "last_laws": {"left": "law_e81216", "right": "law_atal"},
        },
        round=4,
        board=board,
    )


def test_w12_two_equal_laws_in_an_earlier_round():
    # [#8.7]
    holds(
        {"type": "reveal_laws"},
        {"open_laws": {"left": "law_neo", "right": "law_atal"}},
        round=2,
        board={"law_stacks": {"left": ["law_neo"], "right": ["law_neo", "law_atal", "law_e81216"]}},
    )


@pytest.mark.parametrize("wing", [0, 1], ids=["left", "right"])
def test_no_law_is_open_where_a_stack_has_run_out(wing):
    state = simkit.rules("federation", seats=4).deal(Luck(3))
    stacks = [[0], [1]]
    stacks[wing] = []
    state.stacks = [list(stack) for stack in stacks]
    state.last_laws = [-1, -1]
    executive.reveal_laws(state)
    assert state.open_laws == [-1, -1]
    assert state.stacks == stacks


@pytest.mark.parametrize(
    ("players", "measure", "points"),
    [
        (4, {"A": 6, "B": 6, "C": 4, "D": 2}, {"A": 12, "B": 12, "C": 4, "D": 0}),
        (4, {"A": 6, "B": 5, "C": 5, "D": 5}, {"A": 16, "B": 4, "C": 4, "D": 4}),
        (4, {"A": 3, "B": 3, "C": 3, "D": 3}, {"A": 7, "B": 7, "C": 7, "D": 7}),
        (4, {"A": 3, "B": 0, "C": 0, "D": 0}, {"A": 16, "B": 0, "C": 0, "D": 0}),
        (3, {"A": 1, "B": 2, "C": 2}, {"A": 4, "B": 12, "C": 12}),
        (2, {"A": 6, "B": 6}, {"A": 7, "B": 7}),
        (2, {"A": 6, "B": 5}, {"A": 10, "B": 4}),
        (2, {"A": 4, "B": 6}, {"A": 4, "B": 10}),
        (2, {"A": 6, "B": 3}, {"A": 10, "B": 0}),
        (2, {"A": 6, "B": 0}, {"A": 10, "B": 0}),
        (2, {"A": 1, "B": 0}, {"A": 10, "B": 0}),
        (2, {"A": 0, "B": 0}, {"A": 0, "B": 0}),
    ],
)
def test_w13_w19_projects(players, measure, points):
    # [#9.3a] [#9.3b] [#9.3c] [#9.3d]
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": points},
        players=players,
        board={"projects": {"neo": {"completed": True}}, "measure": {"neo": measure}},
    )


def test_w13_incomplete_projects_score_nothing():
    # [#9.3a]
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": {"A": 0}},
        board={"projects": {"neo": {"completed": False}}, "measure": {"neo": {"A": 6}}},
    )


def test_w14_missions_project():
    # [#7.completed]
    holds(
        {"type": "query", "player": "A"},
        {"completed_missions": {"A": 3, "B": 1}},
        A={"ships_on_missions": ["m01", "m02"]},
    )


def test_w15_general_project():
    # [#8.3b]
    for times, gained in enumerate(
        [{}, {"lavandium": 1}, {"copernium": 1}, {"oceanium": 1}, {"oceanium": 1}]
    ):
        holds(
            {"type": "fund_general", "player": "A", "times": times},
            {
                "resources_gained": {"A": gained or {"lavandium": 0}},
                "general_contribution": {"A": times},
            },
        )
    holds(
        {"type": "fund_general", "player": "A", "times": 1},
        {
            "general_contribution": {"A": 5},
            "legal": True,
            "resources_gained": {"A": {"oceanium": 0}},
        },
        A={"general_contribution": 4},
        board={"projects": {"general": {"completed": True}}},
    )


def test_w16_purchasing_office():
    # [#5.B]
    office = {"type": "main_action", "player": "A", "which": "room_b"}
    have = {"resources": {"oceanium": 1}}
    holds(
        office, {"hangar": {"A": 5}, "resources": {"A": {"oceanium": 0}}}, A={"hangar": 4, **have}
    )
    holds(office, {"hangar": {"A": 3}, "ships_in_supply": {"A": 5}}, A=have)
    holds(office, {"legal": False}, A={"resources": {"copernium": 3}})


def test_w17_three_players():
    # [#10.3] [#10.5]
    holds(
        {"type": "round_start"},
        {
            "blocked": {"L_arratuin": 3, "R_six_moons": 3, "L_e81216": 0},
            "after_clean_up": {"blocked": {}},
        },
        players=3,
        round=3,
        board={"planet_block": "pb_1"},
    )


def test_w18_two_players():
    # [#10.4] [#10.5]
    holds(
        {"type": "round_start"},
        {
            "blocked": {
                "L_arratuin": 3,
                "R_six_moons": 3,
                "L_e81216": 0,
                "R_lounge": 0,
                "L_spy": 0,
            },
            "after_clean_up": {"blocked": {}},
        },
        players=2,
        round=3,
        board={"planet_block": "pb_1", "room_block": "rb_f"},
    )


def test_w20_special_ambassador():
    # [#6c]
    holds(
        {"type": "play_round_using_special", "player": "B"},
        {
            "turns": {"A": 4, "B": 5, "C": 4, "D": 4},
            "votes": {"B": 7},
            "after_clean_up": {"special_ambassador": {"B": False}},
        },
        B={"special_ambassador": True},
    )
    holds(
        {
            "type": "place",
            "player": "A",
            "ambassador": "amb_special",
            "side": "voting",
            "space": "L_neo",
        },
        {"votes_on_space": {"L_neo": 7}},
        A={"special_ambassador": True},
    )
    holds(
        {
            "type": "place",
            "player": "A",
            "ambassador": "amb_special",
            "side": "voting",
            "space": "L_neo",
            "alteration": "s1_vote3_lav",
        },
        {
            "votes_on_space": {"L_neo": 3},
            "resources_gained": {"A": {"lavandium": 1}},
            "alterations": {"A": []},
        },
        A={"special_ambassador": True, "alterations": ["s1_vote3_lav"], "influence": {"neo": 5}},
        board={"asteroids": {"a3": "live_4", "a4": "live_4"}},
    )


def test_w21_boosts():
    # [#6f]
    seat = {"accreditation_level": 5, "level_boost_game": 3, "resources": {"oceanium": 1}}
    holds(
        {"type": "executive_step", "step": 4, "floors": [2]},
        {"pp": {"A": 8}},
        A=seat,
        board={
            "placed": [{"player": "A", "space": "L_neo", "ambassador": "amb_1a", "side": "voting"}]
        },
    )
    holds(
        {"type": "mission", "player": "A", "mission": "m11"},
        {"pp": {"A": 16}},
        A={**seat, "hangar": 1, "mission_markers": ["m11"]},
    )
    holds(
        {"type": "upkeep", "player": "A", "pay": {"oceanium": 1}},
        {"accreditation_level": {"A": 5}, "resources": {"A": {"oceanium": 0}}},
        A=seat,
    )


def test_w22_top_step():
    # [#6d]
    holds(
        {"type": "main_action", "player": "A", "which": "room_a"},
        {
            "pp": {"A": 2},
            "accreditation_step": {"A": "top"},
            "accreditation_steps_gained": {"A": 0},
        },
        A={"accreditation_step": "top", "deep_space_tile": "deep_space_1"},
    )
