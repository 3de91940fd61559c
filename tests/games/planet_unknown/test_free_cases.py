"""Check cases in other shapes than the examples: rules.md, section 14, and log_notation.md."""

import pytest

from simkit.games.planet_unknown.io.recordings import final_score, rover_reach, verify


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
    # [#5.5] [#6.2]
    assert outcome(given, expect) == PASSED


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        ({"planet": "tartarus", "from": [5, 3], "to": [6, 4]}, {"allowed": True}),
        ({"planet": "tartarus", "from": [4, 7], "to": [5, 6]}, {"allowed": False}),
        ({"track": "rover", "marker": 15, "advances": 1}, {"movement": 4, "marker": 15}),
        ({"marker": {"rover": 9}, "advance": "rover"}, {"synergy_boosts": 1, "movement": 3}),
        ({"tech_step": 10, "water_cells_on_ice": 1}, {"water_steps": 2}),
        ({"tile": "CE", "energy_area_touches": ["tech"]}, {"energy_choices": ["civ", "tech"]}),
        (
            {"tile": "EW-m", "placed": False, "tech_marker": 10, "water": 12},
            {"water": 14, "new_meteorites": []},
        ),
        ({"tile": "CE", "first_tile": True}, {"choices": ["civ"]}),
        (
            {"corporation": "republic", "civ": 3, "biomass": 1, "advance": "civ"},
            {"positions": {"civ": 4, "biomass": 0}, "civ_cards": [2]},
        ),
        ({"corporation": "jump_drive", "track": "tech", "steps": 8}, {"medal": 2}),
        (
            {"corporation": "cosmos_inc", "lifepods": [["tech", 3]], "tech": 2, "advance": "tech"},
            {"tech": 4, "tech_level": 0},
        ),
        ({"players": 2, "options": {"rotation": "forced"}, "rotation": 3}, {"rotation": 2}),
    ],
    ids=str,
)
def test_markers_and_tiles_may_be_named_in_short(given, expect):
    given = {"corporation": "universal_coalition", **given}
    if {"from", "energy_area_touches", "first_tile", "players"} & set(given):
        del given["corporation"]
    assert outcome(given, expect) == PASSED
    for key, value in expect.items():
        for wrong in wrong_figures(value):
            assert outcome(given, {key: wrong})[0] == "failed", (key, wrong)


WITHOUT_TECHS = {"corporation": "flux_industries", "flux": "water", "synergy_priority": ["civ"]}


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        pytest.param(
            {**WITHOUT_TECHS, "start": {"water": 6, "tech": 8}, "advances": ["water"]},
            {"totals": {"synergies": 2}, "positions": {"civ": 2, "water": 7}},
            id="Flux 3 upgrades the track of its token",
        ),
        pytest.param(
            {**WITHOUT_TECHS, "start": {"water": 6, "tech": 6}, "advances": ["water"]},
            {"totals": {"synergies": 1}, "positions": {"civ": 1, "water": 7}},
            id="Flux without tech 3",
        ),
        pytest.param(
            {"corporation": "republic", "start": {"civ": 1, "rover": 4, "tech": 10},
             "advances": ["civ"], "synergy_priority": ["rover"]},
            {"positions": {"civ": 2, "rover": 4}, "synergies": 1, "rover_movement": 2},
            id="Republic 4: a boost with the card, a marker down",
        ),
        pytest.param(
            {"corporation": "universal_coalition", "start": {"rover": 9}, "advances": ["rover"]},
            {"positions": {"rover": 10, "civ": 0}, "totals": {"synergies": 1, "rover_movement": 3}},
            id="without a priority boosts are counted only",
        ),
        pytest.param(
            {"corporation": "wormhole_corp", "biomass": 1, "tech": 7, "advances": ["biomass"],
             "choice": "patch"},
            {"patches": 2},
            id="Wormhole 3: two patches",
        ),
        pytest.param(
            {"corporation": "jump_drive", "techs": [1], "biomass": 2, "advances": ["biomass"],
             "synergy_priority": ["tech"]},
            {"patches": 0, "synergies": 1, "positions": {"tech": 1}},
            id="Jump Drive A: a boost in place of a patch",
        ),
        pytest.param(
            {"corporation": "jump_drive", "techs": [3], "start": {"civ": 7, "tech": 3},
             "advances": ["civ"], "synergy_priority": ["tech"]},
            {"positions": {"tech": 5}},
            id="Jump Drive C: twice",
        ),
        pytest.param(
            {**OASIS, "markers": {"water": ["water", 1], "biomass": ["biomass", 2]}, "tech": 3},
            {"totals": {"rover_movement": 1}, "water_marker": ["tech", 4]},
            id="W20 with its movement",
        ),
        pytest.param(
            {"corporation": "oasis_ultd", "tech": 10, "tile": "I2-WR", "at": "5,0,0,0"},
            {"patches": 1, "synergies": 0, "water_cells_on_ice": 0},
            id="Oasis 4: a patch with a water tile",
        ),
        pytest.param(
            {"tile": "I2-CE", "at": "5,0,0,0", "energy_to": "civ"},
            {"positions": {"civ": 2}, "energy_choices": ["civ"]},
            id="W8 with its two steps",
        ),
        pytest.param(
            {"corporation": "republic", "rover": 6, "tech": 3, "tile": "I2-BC"},
            {"rover_movement": 2},
            id="Republic 1: movement for taking a tile",
        ),
        pytest.param(
            {"corporation": "horizon_group", "tech": 5, "rovers": [[3, 5], [5, 5]], "loads": [0, 1]},
            {"rover_movement": 1},
            id="Horizon 2 at the start of a round",
        ),
        pytest.param(
            {"corporation": "oasis_ultd", "tech": 4, "rovers": [[5, 0]],
             "board": [["I2-WR", "5,0,0,0"]]},
            {"rover_movement": 0},
            id="Oasis without tech 2",
        ),
        pytest.param({"civ_card": 4, "tech": 7}, {"rover_movement": 5}, id="a card of movement"),
        pytest.param(
            {"civ_card": 10, "advances": ["tech", "rover", "biomass"], "rover": 8},
            {"positions": {"tech": 1, "rover": 9, "biomass": 1, "civ": 0}, "movement": 3},
            id="a card of different markers",
        ),
        pytest.param(
            {"civ_card": 21, "start": {"civ": 4, "water": 2, "biomass": 9, "rover": 5, "tech": 5}},
            {"positions": {"civ": 5, "water": 5, "biomass": 9, "rover": 5}, "synergies": 0},
            id="a card that raises all",
        ),
        pytest.param({"civ_card": 22, "patches": 3}, {"points": 3}, id="points of a card"),
        pytest.param(
            {"event": 41, "track": "water", "start": {"water": 1}},
            {"positions": {"water": 0}},
            id="an event: down as far as possible",
        ),
        pytest.param(
            {"event": 33, "planet": "gaia", "board": [["I2-EW", "6,0,0,0"]], "rover": [5, 0],
             "movement": 1},
            {"reach": [[6, 0, 1], [5, 1, 1]]},
            id="an event that bans water: energy is open",
        ),
        pytest.param({"round": 20, "events": True}, {"game_ends": True}, id="the last event"),
        pytest.param({"round": 19, "events": True}, {"game_ends": False}, id="one before"),
        pytest.param({"round": 20}, {"game_ends": False}, id="no events"),
        pytest.param({"depot": {"inner": 3, "outer": 0}}, {"game_ends": False}, id="half a depot"),
        pytest.param({"players": 1, "rotation": 0}, {"rotation": 5}, id="forced rotation"),
        pytest.param({"players": 3, "rotation": 2}, {"rotation": 2}, id="no forced rotation"),
        pytest.param(
            {"players": 1},
            {"private_objectives_dealt": 4, "private_objectives_kept": 3, "rival_objectives": 0},
            id="objectives of the solo game",
        ),
        pytest.param(
            {"corporation": "republic", "tech_level": 2, "level": 1, "cards_left": {"1": 2, "2": 1}},
            {"choices": 3},
            id="W14 with the cards that are left",
        ),
        pytest.param(
            {"planet": 15, "medals": {"civ": 1, "water": 7, "biomass": 1, "rover": 5, "tech": 1},
             "lifepods": 4, "meteorites": 1, "civ": 1, "rivals": [5, 2]},
            {"tracks": 15, "total": 43},
            id="W12 in points",
        ),
        pytest.param(
            {"corporation": "universal_coalition", "tech": 5}, {"patches_may_be_kept": True},
            id="Universal 2",
        ),
        pytest.param(
            {"corporation": "universal_coalition", "tech_level": 1}, {"patches_may_be_kept": False},
            id="Universal 1",
        ),
    ],
)  # fmt: skip
def test_what_follows_is_resolved_with_the_techs_in_force(given, expect):
    assert outcome(given, expect) == PASSED
    for key, value in expect.items():
        for wrong in wrong_figures(value):
            assert outcome(given, {key: wrong})[0] == "failed", (key, wrong)


def wrong_figures(value):
    """Yield the value with one figure of it changed."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, dict):
        for key, part in value.items():
            for wrong in wrong_figures(part):
                yield {**value, key: wrong}


@pytest.mark.parametrize(
    ("given", "expect", "word"),
    [
        (
            {"corporation": "wormhole_corp", "biomass": 1, "advance": "biomass"},
            {"patches": 1},
            "fork",
        ),
        ({"tile": "I2-CE", "at": "5,0,0,0"}, {"positions": {"civ": 2}}, "energy"),
        ({"civ_card": 1, "advances": ["civ", "civ"]}, {"positions": {"civ": 2}}, "civ"),
        ({"civ_card": 1}, {"positions": {"civ": 1}}, "which marker"),
        ({"civ_card": 4, "advances": ["civ"]}, {"positions": {"civ": 1}}, "advances"),
        ({"civ_card": 99}, {"patches": 1}, "99"),
        ({"civ_cards": [99]}, {"points": 1}, "99"),
        ({"event": 99}, {"synergies": 1}, "99"),
        ({"corporation": "oasis_ultd", "tile": "I2-WR", "at": "5,5,0,0"}, {"patches": 0}, "laid"),
    ],
)
def test_what_a_case_leaves_open_is_said_and_the_case_skipped(given, expect, word):
    status, _, detail = outcome(given, expect)
    assert status == "skipped"
    assert word in detail


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


def test_a_free_case_may_say_that_it_is_one():
    case = {"id": "x", "kind": "rulebook", "given": {"advance": "rover", "rover": 9}}
    case["expect"] = {"totals": {"rover_movement": 3}, "positions": {"rover": 10}}
    (found,) = verify({"kind": "rulebook", "cases": [case]}, "x.json")
    assert (found.status, found.detail) == ("passed", "")


def test_a_free_case_like_a_cascade_has_the_techs_of_a_cascade():
    given = {"kind": "cascade", "corporation": "republic", "start": {"civ": 1, "tech": 10}}
    given |= {"advances": ["civ"], "synergy_priority": ["rover"]}
    assert outcome(given, {"totals": {"synergies": 0}}) == PASSED
    del given["kind"]
    assert outcome(given, {"totals": {"synergies": 1}}) == PASSED


def test_a_case_without_expectations_is_skipped():
    (found,) = verify({"kind": "rulebook", "cases": [{"id": "x", "given": {"players": 4}}]}, "x")
    assert found.status == "skipped"


def test_a_broken_case_of_a_fixed_kind_fails_alone():
    cases = [{"id": "bad", "expect": {"target": 1}}, {"id": "s", "red": 8, "orange": 3, "green": 9}]
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
    # [#6.1]
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
