"""rules.md, "Power cycle"; worked examples 5 to 8, 33 and 42; section 5, Taklons."""

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import power
from simkit.games.gaia_project.rules.state import Player

from .board import bowls, do, find, goods, position

HOME = {(0, 0): "swamp", (0, 3): "ice", (3, 0): "terra", (-3, 0): "volcanic"}


def player(p1, p2, p3, stone=0):
    made = Player()
    made.p1, made.p2, made.p3, made.stone = p1, p2, p3, stone
    return made


def test_charging_moves_bowl_one_first_and_loses_the_rest():  # example 5
    # Rules: [#power]
    p = player(1, 1, 3)
    assert power.charge(p, 4) == 3
    assert bowls(p) == (0, 0, 5)


def test_spending_moves_from_three_to_one():  # example 6
    # Rules: [#power]
    state = position(HOME, [{"bowls": [0, 0, 2]}, {}], ["xenos", "itars"])
    do(state, "spend_power", gain="credits", count=1)
    do(state, "spend_power", gain="credits", count=1)
    assert bowls(state.players[0]) == (2, 0, 0)


def test_tokens_are_discarded_from_the_lowest_bowls():  # example 7
    # Rules: [#power]
    state = position(HOME, [{"bowls": [1, 1, 1]}, {}], ["xenos", "itars"])
    power.take_tokens(state, state.players[0], 2, to_gaia=False)
    assert bowls(state.players[0]) == (0, 0, 1)


def test_burning_needs_two_tokens_in_bowl_two():
    # Rules: [#free]
    state = position(HOME, [{"bowls": [2, 1, 0]}, {}], ["xenos", "itars"])
    assert not find(state, "burn")
    state = position(HOME, [{"bowls": [2, 3, 0]}, {}], ["xenos", "itars"])
    do(state, "burn", count=1)  # allowed with tokens in bowl I
    assert bowls(state.players[0]) == (2, 1, 1)


def test_power_action_is_blocked_for_everybody_that_round():  # example 33
    # Rules: [#2.3F]
    state = position(
        HOME, [{"bowls": [0, 0, 5], "ore": 0}, {"bowls": [0, 0, 9]}], ["xenos", "itars"]
    )
    do(state, "power_action", action="power3")
    assert state.players[0].ore == 2
    assert bowls(state.players[0]) == (4, 0, 1)
    do(state, "end_turn")
    assert state.seat == 1
    assert not find(state, "power_action", action="power3")
    assert find(state, "power_action", action="power4")


def test_nevlas_institute_doubles_tokens_and_loses_the_odd_half():  # example 42
    # Rules: [#5.nevlas]
    for action, tokens in (("power7", 2), ("power2", 3), ("power1", 4)):
        pieces = {"planetary_institute": ["0x3"]}
        state = position(
            {**HOME, (0, 4): "terra"},
            [{"bowls": [0, 0, 4], "buildings": pieces, "ore": 9, "credits": 9}, {}],
            ["nevlas", "xenos"],
        )
        kind = "mine" if action == "power2" else "power_action"
        args = {"via": "power2", "hex": "0x4"} if action == "power2" else {"action": action}
        do(state, kind, **args)
        assert state.players[0].p3 == 4 - tokens


def test_nevlas_move_a_token_to_the_gaia_bowl_for_knowledge():
    # Rules: [#5.nevlas]
    pieces = {"planetary_institute": ["0x3"]}
    state = position(
        HOME, [{"bowls": [0, 0, 2], "knowledge": 0, "buildings": pieces}, {}], ["nevlas", "xenos"]
    )
    do(state, "token_to_knowledge")  # one token each, also with the institute
    p = state.players[0]
    assert (p.p3, p.gaia, p.knowledge, p.p1) == (1, 1, 1, 0)


# The brainstone ------------------------------------------------------------------------------------


def test_brainstone_counts_three_when_spent():
    state = position(HOME, [{"bowls": [0, 0, 1], "brainstone": 3}, {}], ["taklons", "xenos"])
    do(state, "power_action", action="power5")  # 4 power: stone and one token, no choice
    p = state.players[0]
    assert bowls(p) == (2, 0, 0)
    assert p.stone == 2
    assert p.knowledge == 3 + 2


def test_brainstone_spent_for_less_than_three_wastes_the_rest():
    # Rules: [#5.taklons]
    state = position(HOME, [{"bowls": [0, 0, 0], "brainstone": 3}, {}], ["taklons", "xenos"])
    do(state, "spend_power", gain="credits", count=1)
    assert bowls(state.players[0]) == (1, 0, 0)


def test_owner_chooses_whether_the_brainstone_is_spent():
    for bowl, left in (("bowl1", (1, 0, 3)), ("bowl3", (3, 0, 1))):
        state = position(HOME, [{"bowls": [0, 0, 3], "brainstone": 3}, {}], ["taklons", "xenos"])
        do(state, "power_action", action="power7")  # 3 power, gains two tokens
        do(state, "brainstone", bowl=bowl)
        p = state.players[0]
        assert bowls(p) == (left[0] + 2, left[1], left[2])


def test_owner_chooses_which_token_moves_when_charging():
    # Rules: [#power]
    p = player(2, 2, 0, stone=power.IN_1)
    power.charge(p, 1)
    assert p.stone == power.IN_1 | power.IN_2  # stays or moves
    p = player(1, 1, 0, stone=power.IN_1)
    power.charge(p, 2)
    assert p.stone == power.IN_2 | power.IN_3  # has to leave bowl I, may go on


def test_burning_may_lift_leave_or_discard_the_brainstone():
    # Rules: [#5.taklons]
    state = position(HOME, [{"bowls": [0, 2, 0], "brainstone": 2}, {}], ["taklons", "xenos"])
    do(state, "burn", count=1)
    assert len(find(state, "brainstone")) == 3
    do(state, "brainstone", bowl="bowl3")
    p = state.players[0]
    assert bowls(p) == (0, 1, 1)
    assert p.stone == power.IN_3
    assert p.spendable() == 3


def test_brainstone_may_be_kept_out_of_a_gaia_project():
    planets = {(0, 0): "swamp", (0, 1): "transdim"}
    spec = {
        "levels": [0, 0, 0, 3, 0, 0],
        "bowls": [3, 1, 0],
        "brainstone": 1,
        "buildings": {"mine": ["0x0"]},
    }
    for bowl, total in (("bowl1", (1, 0, 0)), ("gaia", (0, 1, 0))):
        state = position(planets, [spec, {}], ["taklons", "xenos"])
        do(state, "gaia_project", hex="0x1")
        do(state, "brainstone", bowl=bowl)
        assert bowls(state.players[0]) == total
        assert state.players[0].gaia == 4


# Free actions ------------------------------------------------------------------------------------------


def test_all_free_exchanges():
    # Rules: [#free]
    spec = {"ore": 5, "credits": 5, "knowledge": 5, "qic": 5, "bowls": [0, 0, 12]}
    state = position(HOME, [spec, {}], ["xenos", "itars"])
    for kind, args, change in (
        ("spend_power", {"gain": "qic", "count": 1}, (0, 0, 0, 1)),
        ("spend_power", {"gain": "ore", "count": 1}, (1, 0, 0, 0)),
        ("convert", {"exchange": "qic_to_ore"}, (1, 0, 0, -1)),
        ("spend_power", {"gain": "knowledge", "count": 1}, (0, 0, 1, 0)),
        ("spend_power", {"gain": "credits", "count": 1}, (0, 1, 0, 0)),
        ("convert", {"exchange": "knowledge_to_credit"}, (0, 1, -1, 0)),
        ("convert", {"exchange": "ore_to_credit"}, (-1, 1, 0, 0)),
        ("convert", {"exchange": "ore_to_token"}, (-1, 0, 0, 0)),
    ):
        before, tokens = goods(state.players[0]), state.players[0].movable()
        do(state, kind, **args)
        now = goods(state.players[0])
        assert tuple(b - a for a, b in zip(before, now, strict=True)) == change
        more = args.get("exchange") == "ore_to_token"
        assert state.players[0].movable() == tokens + more
    assert bowls(state.players[0]) == (13, 0, 0)


def test_hadsch_hallas_institute_pays_with_credits():  # example 40
    # Rules: [#5.hadsch.hallas]
    spec = {"ore": 0, "credits": 11, "knowledge": 0, "qic": 0}
    state = position(HOME, [spec, {}], ["hadsch_hallas", "itars"])
    assert not find(state, "spend_credits")
    spec["buildings"] = {"planetary_institute": ["0x0"]}
    state = position(HOME, [spec, {}], ["hadsch_hallas", "itars"])
    for gain in ("ore", "knowledge", "qic"):
        do(state, "spend_credits", gain=gain)
    assert goods(state.players[0]) == (1, 0, 1, 1)
    assert not find(state, "spend_credits", gain="credits")


def test_conversions_share_a_payment_only_with_the_option():
    spec = {"bowls": [0, 0, 2], "buildings": {"planetary_institute": ["0x3"]}, "ore": 0}
    for allowed in (False, True):
        state = position(HOME, [spec, {}], ["nevlas", "xenos"], {"bundled_power": allowed})
        bundle = state.rules.encode(
            "bundle", credits_gained=1, ore_gained=1, knowledge_gained=0, qic_gained=0
        )
        assert state.is_legal(bundle) is allowed
    state.step(bundle)
    assert state.players[0].ore == 1
    assert bowls(state.players[0]) == (2, 0, 0)


def test_bowls_may_be_patched():
    rules = simkit.rules("gaia_project", seats=2, patch={"factions.xenos.bowls.0": 3})
    state = rules.deal(simkit.Luck(1), factions=["xenos", "itars"])
    assert bowls(state.players[0]) == (3, 4, 0)


def test_a_place_of_the_brainstone_is_the_bit_of_its_answer():
    places = [power.GONE, power.IN_1, power.IN_2, power.IN_3, power.IN_GAIA]
    answers = [
        schema.STONE_DISCARD, schema.STONE_1, schema.STONE_2, schema.STONE_3, schema.STONE_GAIA,
    ]  # fmt: skip
    assert places == [1 << answer for answer in answers]
