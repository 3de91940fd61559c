"""Where a rule begins and ends: just enough, one too few, none, and the most."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.games.federation.casebook import holds

DATA = Path(__file__).parents[3] / "data" / "federation"
MISSIONS = tomllib.loads((DATA / "special_missions.toml").read_text(encoding="utf-8"))["mission"]
FLY = {"type": "mission", "player": "A"}
MAIN = {"type": "main_action", "player": "A"}
REFUSED = {"legal": False}
NOTHING_TO_PAY = ("m06", "m08", "m09", "m10", "m11", "m12")


@pytest.mark.parametrize("mission", [m for m in MISSIONS if m["id"] in NOTHING_TO_PAY])
def test_a_mission_needs_its_level_a_ship_and_a_marker(mission):
    # [#4.2a] [#7.levels]
    name, level = mission["id"], mission["required_level"]
    fly = {**FLY, "mission": name}
    seat = {"accreditation_level": level, "hangar": 1, "mission_markers": [name]}
    holds(fly, {"hangar": {"A": 0}, "completed_missions": {"A": 2}}, A=seat)
    holds(fly, REFUSED, A={**seat, "hangar": 0})
    other = "m01" if name != "m01" else "m02"
    holds(fly, REFUSED, A={**seat, "mission_markers": [other]})
    if level > 1:
        holds(fly, REFUSED, A={**seat, "accreditation_level": level - 1})


PRICES = [
    ({**MAIN, "which": "arratuin", "shop": "shop_die"}, {"lavandium": 1}),
    ({**MAIN, "which": "arratuin", "shop": "shop_diamond"}, {"oceanium": 1}),
    ({**MAIN, "which": "arratuin", "shop": "shop_copernium"}, {"lavandium": 1}),
    ({**MAIN, "which": "room_b"}, {"oceanium": 1}),
    ({**MAIN, "which": "room_e"}, {"copernium": 1}),
    ({**MAIN, "which": "spy", "copy": "room_a"}, {"lavandium": 1}),
    ({**MAIN, "which": "spy", "copy": "room_b"}, {"lavandium": 1, "oceanium": 1}),
    *(
        ({"type": "build", "player": "A", "structure": structure}, price)
        for structure, price in (
            ("shipyard", {"copernium": 1, "oceanium": 1}),
            ("academy", {"copernium": 2}),
            ("university", {"lavandium": 1, "copernium": 1}),
            ("mega_1", {"diamond": 1, "lavandium": 2}),
            ("mega_4", {"diamond": 2, "lavandium": 1, "copernium": 1}),
        )
    ),
]


@pytest.mark.parametrize(("action", "price"), PRICES)
def test_an_action_can_be_had_for_exactly_its_price(action, price):
    # [#4.1.4] [#5.B] [#5.E] [#5.spy] [#5.4a] [#5.5a]
    holds(action, {"legal": True}, A={"resources": price})
    holds(action, REFUSED)
    for short in price:
        held = {**price, short: price[short] - 1}
        holds(action, REFUSED, A={"resources": held})
        wrong = {**held, "diamond": 5} if short != "diamond" else {**held, "oceanium": 5}
        holds(action, REFUSED, A={"resources": wrong})


@pytest.mark.parametrize("name", ["lavandium", "copernium", "oceanium"])
@pytest.mark.parametrize("number", range(6))
def test_two_crystals_left_are_a_point(name, number):
    # [#9.2]
    remaining = {"type": "final_scoring", "part": "remaining"}
    seat = {"resources": {name: number}, "hangar": 0}
    holds(remaining, {"pp": {"A": number // 2}}, A=seat)


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [(5, 5, (7, 7)), (5, 4, (10, 4)), (5, 3, (10, 4)), (5, 2, (10, 0)), (5, 0, (10, 0))],
)
def test_two_players_share_a_project_by_how_far_they_are_apart(first, second, points):
    # [#9.3c] [#9.3a]
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": {"A": points[0], "B": points[1]}},
        players=2,
        A={"influence": {"neo": first}},
        B={"influence": {"neo": second}},
        board={"projects": {"neo": {"completed": True}}},
    )


@pytest.mark.parametrize(
    ("influence", "points"),
    [((4, 3, 2, 1), (16, 8, 4, 0)), ((4, 4, 2, 1), (12, 12, 4, 0)), ((4, 3, 3, 0), (16, 6, 6, 0)),
     ((3, 3, 3, 3), (7, 7, 7, 7)), ((1, 0, 0, 0), (16, 0, 0, 0))],
)  # fmt: skip
def test_four_players_share_a_project_by_rank(influence, points):
    # [#9.3a] [#9.3b] [#9.3d]
    seats = {
        letter: {"influence": {"neo": number}}
        for letter, number in zip("ABCD", influence, strict=True)
    }
    holds(
        {"type": "final_scoring", "part": "projects"},
        {"pp": dict(zip("ABCD", points, strict=True))},
        board={"projects": {"neo": {"completed": True}}},
        **seats,
    )


@pytest.mark.parametrize(("crystals", "left"), [(8, 10), (9, 10), (10, 10), (7, 9)])
def test_ten_crystals_fit(crystals, left):
    """The copernium shop brings three the second time, for one lavandium."""
    # [#1.storage] [#1.discard]
    trade = {**MAIN, "which": "arratuin", "shop": "shop_copernium"}
    seat = {
        "resources": {"lavandium": crystals},
        "shops": {"shop_copernium": 2},
    }
    after = {"lavandium": crystals - 1, "copernium": left - (crystals - 1)}
    holds(trade, {"resources": {"A": after}}, A=seat)
