"""Check cases in other shapes than the examples: rules.md, section 14, and log_notation.md."""

import pytest

from simkit.games.planet_unknown.recordings import final_score, rover_reach, verify


def outcome(given, expect, kind="rulebook"):
    case = {"id": "x", "given": given, "expect": expect} if kind == "rulebook" else given
    (found,) = verify({"kind": kind, "cases": [case]}, "x.json")
    return found.status, found.step, found.detail


PASSED = ("passed", "", "")
OASIS = {"corporation": "oasis_ultd", "advances": ["water", "water"]}


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        pytest.param(
            {"players": 4},
            {"civ_cards_per_level": [5, 5, 5, 5], "civ_cards_total": 20, "rival_objectives": 4},
            id="W1",
        ),
        pytest.param({"players": 3}, {"tiles_per_slot": 12, "slots": 12, "tiles": 144}, id="W2"),
        pytest.param({"tile": "I2-EW", "at": "0,5,0,0"}, {"water": 1}, id="W3"),
        pytest.param({"tile": "I2-CE", "at": "0,5,0,0"}, {"choices": ["civ"]}, id="W8"),
        pytest.param(
            {"corporation": "universal_coalition", "rover": 9, "advance": "rover"},
            {"step": 10, "movement": 3, "synergies": 1},
            id="W6 in numbers",
        ),
        pytest.param(
            {"corporation": "universal_coalition", "track": "rover", "from": 9},
            {"to": ["rover", 10], "benefits": ["move3", "syn"]},
            id="W6",
        ),
        pytest.param(
            {"corporation": "universal_coalition", "rover": 15, "advance": "rover"},
            {"positions": {"rover": 15}, "benefits": ["move4"]},
            id="W7",
        ),
        pytest.param(
            {"corporation": "republic", "tech": 5, "card_level": 3},
            {"card_choices": 6, "choices_by_level": {"3": 5, "4": 1}},
            id="W14",
        ),
        pytest.param(
            {"corporation": "republic", "tech": 4, "card_level": 3, "civ_cards": [15, 16, 24]},
            {"card_choices": [15, 16]},
            id="W14 before tech 2",
        ),
        pytest.param(
            {**OASIS, "markers": {"water": ["water", 1], "biomass": ["biomass", 2]}},
            {"moved": False, "positions": {"water": ["water", 1], "biomass": 2}},
            id="W19",
        ),
        pytest.param(
            {
                "corporation": "oasis_ultd",
                "positions": {"water": ["water", 1], "biomass": 2, "tech": 3},
                "water_steps": 2,
            },
            {"to": ["tech", 4], "positions": {"water": ["tech", 4]}},
            id="W20",
        ),
        pytest.param(
            {"planet": "tartarus"},
            {"diagonal_crossings": [[[5, 3], [6, 4]], [[5, 9], [6, 8]]]},
            id="W21",
        ),
        pytest.param({"planet": "tartarus"}, {"diagonal_crossings": 2}, id="W21 as a number"),
    ],
)
def test_worked_examples_in_other_words(given, expect):
    assert outcome(given, expect) == PASSED


def test_energy_terrain_costs_nothing_at_cosmos_tech_4_and_may_be_gone_round():
    """Cells that touch each other are entered once, however many free ways lead back to them."""
    board = [["I2-CE", "5,5,0,0"], ["I3-CE-m", "5,7,0,0"]]
    given = {
        "planet": "arashi",
        "corporation": "cosmos_inc",
        "board": board,
        "rover": [4, 6],
        "movement": 1,
    }
    free = rover_reach({**given, "tracks": {"tech": 10}})["reach"]
    assert [5, 6, 0] in free and [5, 7, 0] in free
    paid = rover_reach({**given, "tracks": {"tech": 3}})["reach"]
    assert [5, 6, 1] in paid and [5, 7, 1] in paid
    assert {(x, y) for x, y, _ in paid} < {(x, y) for x, y, _ in free}
    assert all(cost <= 1 for *_, cost in free)


def test_a_wrong_figure_in_other_words_still_fails():
    given = {"corporation": "universal_coalition", "track": "rover", "from": 9}
    assert outcome(given, {"benefits": ["move3"]})[:2] == ("failed", "benefits")
    assert outcome({"planet": "tartarus"}, {"diagonal_crossings": 3})[0] == "failed"
    assert outcome({"players": 4}, {"civ_cards_per_level": [5, 5, 5, 4]})[0] == "failed"
    assert outcome({"players": 3}, {"tiles_per_slot": 11})[0] == "failed"


@pytest.mark.parametrize(
    "given",
    [
        {"position": {}, "actions": []},
        {"tile": "hexagon", "at": "x"},
        {"advances": ["sideways"]},
        {"players": 9},
        {"corporation": "republic", "card_level": 3, "weather": "fine"},
        "some words",
        {},
    ],
    ids=str,
)
def test_free_cases_that_make_no_sense_are_skipped_with_a_reason(given):
    status, _, detail = outcome(given, {"x": 1})
    assert status == "skipped"
    assert detail


def test_a_free_case_may_name_the_kind_it_is_like():
    case = {"id": "W13", "kind": "solo_target", "given": {"red": 8, "orange": 3, "green": 9}}
    case["expect"] = {"target": 58}
    (found,) = verify({"kind": "rulebook", "cases": [case]}, "x.json")
    assert found.status == "passed"


def test_a_case_without_expectations_is_skipped():
    (found,) = verify({"kind": "rulebook", "cases": [{"id": "x", "given": {"players": 4}}]}, "x")
    assert found.status == "skipped"


def test_a_broken_case_of_a_fixed_kind_fails_alone():
    cases = [{"id": "bad", "expect": {}}, {"id": "s", "red": 8, "orange": 3, "green": 9}]
    cases[1]["expect"] = {"target": 58}
    found = verify({"kind": "solo_target", "cases": cases}, "x.json")
    assert [r.status for r in found] == ["failed", "passed"]


# Section 10, positions that need not come from one box ---------------------------------------------


@pytest.mark.parametrize(("planet", "bonus"), [("gaia", 16), ("petra", 0), ("lacuna", 0)])
def test_two_players_may_be_compared_on_the_same_side(planet, bonus):
    # Seven meteorites are 2 points; Gaia's eight uncovered cities 2 each (section 10.1 and 10.4).
    player = {"planet": planet, "corporation": "makeshift", "board": [], "markers": {}}
    found = final_score({"players": [{**player, "collected_meteorites": 7}, player]})
    assert [p["total"] for p in found["players"]] == [bonus + 2, bonus]
    assert found["ranking"] == [1, 2]


def test_lifepods_elsewhere_may_be_counted_only():
    # objective 26, rival side: most lifepods collected, wherever they are (objectives.toml)
    player = {"planet": "ksb-4156", "corporation": "jump_drive", "board": [], "markers": {}}
    case = {
        "id": "x",
        "players": [
            {**player, "lifepods_elsewhere": 2},
            {**player, "corporation": "cosmos_inc", "lifepods_elsewhere": [["civ", 2]]},
        ],
        "rival_objectives": [{"objective": 26, "between": [1, 2]}],
        "expect": {"ranking": [1, 2]},
    }
    assert outcome(case, None, "final_score") == PASSED


# track_walk: what the notation leaves open ---------------------------------------------------------


@pytest.mark.parametrize("own", [[], [["rover", 15]]], ids=["left out", "listed"])
def test_makeshift_at_the_rover_top_may_list_its_own_space_or_not(own):
    case = {
        "id": "x",
        "corporation": "makeshift",
        "markers": {"rover": ["rover", 15]},
        "advances": [["rover", ["rover", 15]]],
        "expect": {
            "steps": [{"moved": True, "to": ["rover", 15], "benefits": ["move3"], "options": own}]
        },
    }
    assert outcome(case, None, "track_walk") == PASSED


def test_cascade_positions_may_be_spaces_and_start_with_lifepods_on_tracks():
    # Cosmos jumps over biomass 2; step 3 gives a patch, no synergy boost (W16)
    case = {
        "id": "x",
        "corporation": "cosmos_inc",
        "start": {"biomass": 1},
        "lifepods_on_tracks": [["biomass", 2]],
        "synergy_priority": ["civ", "water", "biomass", "rover", "tech"],
        "advances": ["biomass"],
        "expect": {
            "positions": {
                "civ": ["civ", 0], "water": 0, "biomass": ["biomass", 3], "rover": 0, "tech": 0
            },
            "totals": {
                "rover_movement": 0, "rovers_placed": 0, "patches": 1, "civ_cards": [],
                "synergies": 0,
            },
        },
    }  # fmt: skip
    assert outcome(case, None, "cascade") == PASSED
