"""What a case's action says binds: a choice named is the one made, or the case fails and names it."""

from __future__ import annotations

import pytest

from simkit.games.federation.io.recordings import verify
from tests.games.federation.casebook import case, fails, holds

TOP = {"accreditation_step": 8, "medals": ["accreditation"]}
ROOM_A = {"type": "main_action", "player": "A", "which": "room_a"}
ROOM_F = {"type": "main_action", "player": "A", "which": "room_f"}
SPY = {"type": "place", "player": "A", "ambassador": "amb_3", "side": "voting", "space": "R_spy"}
RICH = {"resources": {"lavandium": 3, "copernium": 3, "oceanium": 2}}


def detail(action, expected, **more):
    """Return why a case fails."""
    (result,) = verify(case(action, expected, **more), "case")
    assert result.status == "failed"
    return result.detail


# A choice that is stated is made --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("planet", "mage", "miner"),
    [("six_moons", 2, "n1a"), ("neo", 1, "n2"), ("Six-Moons", 2, "n1a")],
)
def test_a_planet_that_is_named_is_the_one_acted_on(planet, mage, miner):
    """A medal of another planet under its own key does not answer for the planet, or the reverse."""
    seat = {**TOP, "mage": 1, "miner": "n1a"}
    action = {**ROOM_A, "deep_space_tile": "deep_space_7", "planet": planet, "medal": "atal"}
    expected = {"mage": {"A": mage}, "miner": {"A": miner}, "medals_gained": {"A": ["atal"]}}
    holds(action, expected, A=seat)
    assert fails(action, {"mage": {"A": 3 - mage}}, A=seat) == "mage.A"


def test_projects_that_are_named_are_each_funded_as_often_as_named():
    action = {**ROOM_A, "deep_space_tile": "deep_space_1"}
    holds(
        {**action, "project": ["neo", "atal"]},
        {"projects": {"neo": {"position": 1}, "atal": {"position": 1}}},
        A=TOP,
    )
    assert fails(
        {**action, "project": ["neo", "atal"]}, {"projects": {"neo": {"position": 2}}}, A=TOP
    )
    holds({**action, "project": ["neo", "neo"]}, {"projects": {"neo": {"position": 2}}}, A=TOP)
    assert "neo" in detail({**action, "project": ["neo", "neo", "neo"]}, {}, A=TOP)


@pytest.mark.parametrize("copied", ["room_d", "R_president", "president's office", "outer_module"])
def test_an_action_that_cannot_be_copied_is_refused_whatever_else_is_named(copied):
    # [#5.spy]
    holds({**SPY, "copy": copied}, {"legal": False}, A=RICH, round=2, turn=3)
    holds({**SPY, "copy": copied, "medal": "neo"}, {"legal": False}, A=RICH, round=2, turn=3)


def test_a_space_stands_for_the_action_that_is_copied():
    holds({**SPY, "copy": "R_assistants"}, {"die": {"A": 2}, "legal": True}, A=RICH)
    holds({**SPY, "copy": "L_officers"}, {"accreditation_steps_gained": {"A": 2}}, A=RICH)


def test_a_choice_that_never_comes_up_is_named():
    assert "action.medal" in detail({**ROOM_A, "medal": "neo"}, {"accreditation_step": {"A": 3}})
    assert "action.project" in detail({**ROOM_F, "project": ["neo", "atal"]}, {})
    assert fails({**ROOM_A, "choice": "ship"}, {}) == "action.choice"


def test_what_happens_without_a_choice_may_be_named_if_it_is_true():
    place = {**SPY, "space": "L_arratuin", "side": "funding", "shop": "shop_free"}
    holds({**place, "marker": "m04"}, {"mission_markers": {"A": ["m04"]}})
    assert fails({**place, "marker": "m05"}, {}) == "action.marker"
    neo = {"type": "main_action", "player": "A", "which": "neo", "cell": "a1"}
    board = {"asteroids": {"a1": {"id": "rock", "reward": {"oceanium": 2}, "face": "up"}}}
    holds({**neo, "asteroid": "rock"}, {}, A={"miner": "n2"}, board=board)
    assert (
        fails({**neo, "asteroid": "dead_1"}, {}, A={"miner": "n2"}, board=board)
        == "action.asteroid"
    )


def test_declining_in_one_word():
    income = {"type": "income", "player": "A", "industry": "transporter"}
    holds(
        {**income, "decline": True},
        {"mage": {"A": 1}, "influence": {"A": {"neo": 0}}},
        A={"mage": 1},
    )
    assert fails({**income, "decline": True}, {"mage": {"A": 2}}, A={"mage": 1}) == "mage.A"


@pytest.mark.parametrize("first", ["from", "to"])
def test_a_resource_is_transmuted_from_one_into_another(first):
    words = {"from": "lavandium", "to": "copernium"}
    income = {"type": "income", "player": "A", "industry": "transmutation", first: words[first]}
    gained = {"resources_gained": {"A": {"lavandium": -1, "copernium": 1}}}
    for action in (income, {**income, **words}):
        holds(action, gained, A=RICH)
    assert fails({**income, **words, "to": "diamond"}, gained, A=RICH) == "action.to"


# A name or key that is not known is named -----------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ({**ROOM_A, "deep_space_tile": "zzz"}, "deep_space_tile"),
        ({**ROOM_F, "project": "zzz"}, "project"),
        ({**SPY, "copy": "zzz"}, "copy"),
        ({**SPY, "space": "L_patron", "marker": "m13"}, "marker"),
        ({**SPY, "space": "R_president", "medal": "zzz"}, "medal"),
        ({**ROOM_A, "planet": "zzz"}, "planet"),
        ({"type": "use_erudite", "player": "A", "erudite": "1A2", "target": "zzz"}, "target"),
        ({"type": "use_erudite", "player": "A", "erudite": "2B3", "industry": "zzz"}, "industry"),
        ({"type": "executive_step", "step": 5, "choice": "zzz"}, "choice"),
        ({**ROOM_F, "choices": {"project": "zzz"}}, "project"),
        ({**ROOM_F, "choices": ["zzz"]}, "choices"),
        ({**ROOM_F, "nonsense_key": "neo"}, "nonsense_key"),
        ({"type": "fund_general", "player": "A", "nonsense_key": "neo"}, "nonsense_key"),
        ({"type": "winners", "nonsense_key": "neo"}, "nonsense_key"),
        ({"type": "upkeep", "player": "A", "nonsense_key": "neo"}, "nonsense_key"),
        ({"type": "round_start", "nonsense_key": "neo"}, "nonsense_key"),
        ({"type": "gain", "player": "A", "lavandium": 1, "nonsense_key": "neo"}, "nonsense_key"),
    ],
)
@pytest.mark.parametrize("expected", [{}, {"legal": True}, {"legal": False}])
def test_an_unknown_name_or_key_is_named_also_where_the_action_is_refused(action, key, expected):
    assert f"action.{key}" in detail(action, expected, A=TOP)


@pytest.mark.parametrize(
    ("pay", "why"),
    [
        ({"lavandium": 1, "gold": 1}, "gold"),
        ("gold", "gold"),
        (["lavandium", "gold"], "gold"),
        ({"lavandium": 1, "copernium": 1}, "not owed"),
        ({"lavandium": 2}, "not owed"),
    ],
)
def test_upkeep_is_paid_with_one_known_resource(pay, why):
    seat = {"accreditation_level": 4, "resources": {"lavandium": 2, "copernium": 2}}
    assert why in detail({"type": "upkeep", "player": "A", "pay": pay}, {}, A=seat)


@pytest.mark.parametrize(
    "assume",
    [{"m05": {"nonsense": 2}}, {"special_missions.m05.nonsense": 2}, {"m05.requird_level": 2}],
)
def test_an_assumed_figure_of_an_unknown_name_is_an_error(assume):
    assert "assume" in detail({"type": "query"}, {"pp": {"A": 0}}, assume=assume)


# Erudites with the action that they accompany -------------------------------------------------------


def use(tile, planet):
    """Return the use of an erudite during a planet's action."""
    return {"type": "use_erudite", "player": "A", "erudite": tile, "during": planet}


MOONS = {"type": "main_action", "player": "A", "which": "six_moons"}
NEO = {"type": "main_action", "player": "A", "which": "neo", "cell": "n2"}


def test_extra_steps_before_an_action_in_a_list_are_those_of_that_action():
    # [#5.3c]
    seat = {"mage": 0, "erudites": ["1D3"]}
    holds([use("1D3", "six_moons"), MOONS], {"mage": {"A": 2}}, A=seat)
    holds(use("1D3", "six_moons"), {"mage": {"A": 2}}, A=seat)
    for wrong in (0, 1, 3):
        assert fails([use("1D3", "six_moons"), MOONS], {"mage": {"A": wrong}}, A=seat) == "mage.A"
        assert fails(use("1D3", "six_moons"), {"mage": {"A": wrong}}, A=seat) == "mage.A"


@pytest.mark.parametrize("structure", ["academy", "mega_1"])
@pytest.mark.parametrize("apart", [True, False])
def test_a_discount_holds_for_the_construction_it_accompanies(structure, apart):
    # [#5.3c] [#5.5c]
    tile, purse = ("1B1", {"copernium": 1}) if structure == "academy" else ("2B1", {"diamond": 1})
    build = {"type": "build", "player": "A", "structure": structure}
    action = [use(tile, "e81216"), build]
    if not apart:
        action = {**use(tile, "e81216"), "structure": structure}
    seat = {"erudites": [tile], "resources": purse}
    expected = {
        "resources": {"A": dict.fromkeys(purse, 0)},
        "robots": {"A": 5},
        "erudites_used": {"A": [tile]},
    }
    holds(action, expected, A=seat)
    holds(build, {"legal": False}, A={"resources": purse})


def test_two_erudites_accompany_one_action():
    seat = {"miner": "n1a", "erudites": ["1E1", "1E2"]}
    holds(
        [use("1E1", "neo"), use("1E2", "neo"), NEO],
        {"resources_gained": {"A": {"lavandium": 3, "copernium": 1, "oceanium": 1}}},
        A=seat,
    )


def test_a_gain_used_alone_comes_without_the_action():
    seat = {"miner": "n1a", "erudites": ["1E1"]}
    holds(
        use("1E1", "neo"),
        {"resources_gained": {"A": {"lavandium": 2}}, "miner": {"A": "n1a"}},
        A=seat,
    )
    assert fails(use("1E1", "neo"), {"miner": {"A": "n2"}}, A=seat) == "miner.A"
    holds({**use("1E1", "neo"), "cell": "n2"}, {"miner": {"A": "n2"}}, A=seat)


def test_a_gain_may_be_used_after_the_action():
    seat = {"miner": "n1a", "erudites": ["1E1"]}
    gained = {"A": {"lavandium": 3, "copernium": 1}}
    holds([NEO, use("1E1", "neo")], {"resources_gained": gained, "miner": {"A": "n2"}}, A=seat)
    moons = [MOONS, use("1D3", "six_moons")]
    holds(moons, {"legal": False}, A={"mage": 0, "erudites": ["1D3"]})


def test_an_erudite_that_is_used_up_does_not_accompany_an_action():
    seat = {"mage": 0, "erudites": ["1D3"], "erudites_used": ["1D3"]}
    holds([use("1D3", "six_moons"), MOONS], {"legal": False}, A=seat)


# The board afterwards -------------------------------------------------------------------------------


@pytest.mark.parametrize("up", ["up", "face_up", True])
def test_faces_of_asteroids_are_compared(up):
    # [#5.1b]
    rock = {"id": "rock", "reward": {"oceanium": 2}, "face": "down"}
    board = {"asteroids": {"a1": rock, "a4": {**rock, "id": "far"}}}
    seen = {"a1": {"id": "rock", "face": up}, "a4": {"id": "far", "face": "down"}}
    action = {"type": "main_action", "player": "A", "which": "neo"}
    holds(action, {"board": {"asteroids": seen}}, A={"miner": "n1b"}, board=board)
    seen["a4"]["face"] = up
    assert fails(action, {"board": {"asteroids": seen}}, A={"miner": "n1b"}, board=board)


@pytest.mark.parametrize("kind", ["round_start", "reveal_laws"])
@pytest.mark.parametrize("last", ["law_atal", "law_e81216"])
def test_a_round_starts_with_its_laws(kind, last):
    # [#8.8]
    board = {
        "open_laws": {"left": "law_neo", "right": "law_six_moons"},
        "law_stacks": {"left": ["law_atal"], "right": [last]},
    }
    round4 = {"left": "law_neo", "right": "law_six_moons"}
    round5 = {"left": "law_atal", "right": last}
    if last == "law_atal":
        round4["right"], round5["right"] = round5["right"], round4["right"]
    action = {"type": kind, "round": 4}
    holds(action, {"laws": {"round4": round4, "round5": round5}}, board=board, round=4)
