"""rules.md 2.1 and 2.2; worked examples 4, 8, 9, 22 and 23."""

import simkit
from simkit.games.gaia_project.rules import income, power, terms

from .board import bowls, do, find, goods, position

PLANETS = {(0, 0): "terra", (1, 0): "ice", (3, 0): "transdim", (0, 3): "desert"}
QUIET = ["score5", "score6", "score1", "score3", "score4", "score7"]


def next_round(factions, *players, tiles=None, second="score6", **spec):
    """Let everybody pass and go to the first question of the next round."""
    players = [{"credits": 0, "ore": 0, "knowledge": 0, "qic": 0, **p} for p in players]
    deal = {"boosters": ["booster1", "booster3", "booster6", "booster7", "booster8"],
            "round_tiles": [QUIET[0], second, *(t for t in QUIET[1:] if t != second)]}  # fmt: skip
    if tiles:
        deal["tech_tiles"] = tiles
    state = position(PLANETS, players, list(factions), deal=deal, **spec)
    for _ in factions:
        do(state, "pass", booster="booster6" if state.seat == 0 else "booster7")
    return state


def test_order_of_charge_and_token_is_chosen():  # example 8
    # Rules: [#2.1c]
    spec = {"bowls": [0, 4, 0], "buildings": {"planetary_institute": ["0x0"]}}
    for first, result in (("charge", (1, 0, 4)), ("token", (0, 2, 3))):
        state = next_round(["terrans", "xenos"], spec, {})
        assert len(find(state, "income")) == 2
        do(state, "income", symbol=first)
        assert bowls(state.players[0]) == result


def test_no_question_where_the_order_does_not_matter():
    spec = {"bowls": [4, 4, 0], "buildings": {"planetary_institute": ["0x0"]}}
    state = next_round(["terrans", "xenos"], spec, {})
    assert not find(state, "income")
    assert bowls(state.players[0]) == (1, 8, 0)


def test_income_is_capped():  # example 9
    # Rules: [#2.1b]
    state = next_round(["terrans", "xenos"], {"ore": 14, "credits": 29, "buildings": {
        "mine": ["0x0"], "trading_station": ["0x3"]}}, {})  # fmt: skip
    assert goods(state.players[0])[:2] == (15, 30)


def test_mines_pay_ore_but_the_third():
    # Rules: [#2.1a]
    for mines, ore in enumerate((1, 2, 3, 3, 4, 5)):
        cells = [f"0x{i}" for i in range(mines)]
        planets = {(0, i): "terra" for i in range(6)}
        state = position(planets, [{"buildings": {"mine": cells}}, {}], ["terrans", "itars"])
        found = income.sources(state, state.players[0])
        assert sum(amount for kind, amount in found if kind == 0) == ore


def test_level_income_is_the_current_level_only():
    # Rules: [#2.1a] [#2.3E.1]
    state = next_round(["xenos", "terrans"], {"levels": [0, 0, 0, 0, 3, 4], "bowls": [4, 0, 0]}, {})
    p = state.players[0]
    # base 1 ore 1 knowledge, booster6 1 ore, economy 3: 1 ore 3 credits 3 charge, science 4
    assert goods(p) == (3, 3, 5, 0)
    assert bowls(p) == (1, 3, 0)


def test_covered_tiles_pay_nothing():
    # Rules: [#2.1a]
    state = next_round(
        ["xenos", "terrans"], {"tiles": ["tech8", "tech6"], "covered": ["tech8"]}, {}
    )
    assert goods(state.players[0]) == (2, 1, 2, 0)


def test_tokens_return_to_bowl_two_for_terrans():  # example 22
    # Rules: [#2.2a] [#5.terrans]
    spec = {"bowls": [0, 0, 0, 4], "levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["3x0"]}
    state = next_round(["terrans", "xenos"], spec, {})
    p = state.players[0]
    assert bowls(p) == (0, 4, 0)
    assert p.gaia == 0
    assert state.planet[state.galaxy.cell_named("3x0")] == 7
    assert p.former_mask
    state = next_round(["xenos", "terrans"], spec, {})
    assert bowls(state.players[0]) == (4, 0, 0)


def test_terrans_institute_uses_returning_tokens_as_power():  # example 23
    # Rules: [#2.2c] [#5.terrans]
    spec = {"bowls": [9, 0, 0, 4], "buildings": {"planetary_institute": ["0x0"]}}
    state = next_round(["terrans", "xenos"], spec, {})
    before = state.players[0].ore
    do(state, "gaia_gain", gain="ore")
    assert not find(state, "gaia_gain", gain="ore")
    assert find(state, "gaia_gain", gain="credits")
    do(state, "gaia_gain", gain="credits")
    p = state.players[0]
    assert p.ore == before + 1
    assert p.credits == 1
    assert p.gaia == 0
    assert bowls(p) == (6, 8, 0)  # charge 4, one token, four returned


def test_itars_institute_buys_tiles():
    # Rules: [#2.2d] [#5.itars]
    spec = {"bowls": [9, 0, 0, 9], "buildings": {"planetary_institute": ["1x0"]},
            "levels": [0, 0, 0, 0, 0, 0]}  # fmt: skip
    state = next_round(["itars", "xenos"], spec, {})
    for _ in range(2):
        do(state, "gaia_tile")
        state.step(find(state, "tile")[0])
        if find(state, "step"):
            do(state, "no_step")
    p = state.players[0]
    assert p.tiles.bit_count() == 2
    assert p.gaia == 0
    assert state.rules.schema.phases[state.phase] == "actions"  # one token left: no third tile
    assert p.movable() == 9 + 2 + 1  # base token, institute token; one came back


def test_lost_planet_of_a_tile_taken_in_the_gaia_phase_is_leeched_before_the_first_action():
    # Rules: [#2.2f]
    spec = {
        "bowls": [9, 0, 0, 4],
        "levels": [0, 4, 0, 0, 0, 0],
        "tokens": ["fed2"],
        "buildings": {"planetary_institute": ["1x0"]},
    }
    rival = {"bowls": [4, 0, 0], "buildings": {"mine": ["0x3"]}}
    tiles = [f"tech{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    state = next_round(["itars", "xenos"], spec, rival, tiles=tiles, second="score3")
    do(state, "gaia_tile")
    do(state, "tile", place="nav")
    do(state, "step", area="nav")
    before = state.score[0]
    do(state, "lost_planet", hex="0x2")
    assert state.score[0] == before + 2  # the new round's tile: a mine
    assert state.seat == 1
    assert state.rules.schema.phases[state.phase] == "gaia"
    do(state, "leech", amount=1)
    assert state.rules.schema.phases[state.phase] == "actions"


def test_itars_may_stop():
    spec = {"bowls": [9, 0, 0, 5], "buildings": {"planetary_institute": ["1x0"]}}
    state = next_round(["itars", "xenos"], spec, {})
    do(state, "gaia_done")
    assert state.players[0].tiles == 0
    assert state.players[0].gaia == 0


def test_itars_burned_tokens_go_to_the_gaia_bowl():
    # Rules: [#5.itars]
    state = position(PLANETS, [{"bowls": [0, 4, 0]}, {}], ["itars", "xenos"])
    do(state, "burn", count=1)
    p = state.players[0]
    assert bowls(p) == (0, 2, 1)
    assert p.gaia == 1


def test_brainstone_returns_with_the_gaia_bowl():
    # Rules: [#2.2a]
    state = next_round(["taklons", "xenos"], {"bowls": [0, 0, 0, 2], "brainstone": 4}, {})
    p = state.players[0]
    assert bowls(p) == (3, 0, 0)
    assert p.stone == 2


def test_next_round_goes_clockwise_from_the_first_to_pass_or_in_order_of_passing():
    # Rules: [#2.3.1] [#2.3.2] [#2.3H]
    for turn_order, order in (("clockwise", [1, 2, 0]), ("by_passing", [1, 0, 2])):
        state = position(
            PLANETS, [{"bowls": [0, 0, 3]}, {}, {"bowls": [0, 0, 4]}],
            ["terrans", "xenos", "itars"], {"turn_order": turn_order}, order=[0, 1, 2],
        )  # fmt: skip
        do(state, "power_action", action="power7")
        do(state, "end_turn")
        for _ in range(3):
            if state.seat == 2 and find(state, "power_action", action="power3"):
                do(state, "power_action", action="power3")
                do(state, "end_turn")
            if state.round == 1:
                state.step(find(state, "pass")[0])
        if state.round == 1:
            state.step(find(state, "pass")[0])
        assert state.round == 2
        assert state.order == order


def test_returned_booster_is_not_taken_back_but_open_to_the_next():
    # Rules: [#2.3H]
    boosters = ["booster1", "booster3", "booster6", "booster7", "booster8"]
    state = position(
        PLANETS, [{"booster": "booster1"}, {}], ["terrans", "xenos"], deal={"boosters": boosters}
    )
    assert not find(state, "pass", booster="booster1")
    do(state, "pass", booster="booster3")
    assert find(state, "pass", booster="booster1")
    assert not find(state, "pass", booster="booster3")


def test_booster_scores_when_given_back():
    # Rules: [#2.3H]
    for booster, vp in (("booster6", 1), ("booster7", 2), ("booster8", 3), ("booster9", 4)):
        spec = {"booster": booster, "buildings": {"mine": ["0x0"], "trading_station": ["1x0"],
                "research_lab": ["0x3"], "academy_left": ["3x0"]}}  # fmt: skip
        state = position(PLANETS, [spec, {}], ["terrans", "xenos"])
        state.step(find(state, "pass")[0])
        assert state.score[0] == 10 + vp


def test_goods_of_income_come_all_at_once_as_they_would_one_by_one():
    """Caps and Gleens' QIC included; charges and tokens have come before."""
    pairs = [
        (terms.ORE, 1),
        (terms.CHARGE, 4),
        (terms.QIC, 1),
        (terms.CREDITS, 3),
        (terms.ORE, 2),
        (terms.TOKEN, 1),
        (terms.KNOWLEDGE, 1),
        (terms.CREDITS, 4),
        (terms.QIC, 1),
        (terms.KNOWLEDGE, 2),
    ]
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(1), factions=["gleens", "terrans"])
    for seat in range(2):
        for stock in range(31):
            together, apart = state.clone(), state.clone()
            for copy in (together, apart):
                p = copy.players[seat]
                p.ore = p.knowledge = min(stock, 15)
                p.credits = stock
            income.take_goods(together, together.players[seat], pairs)
            for kind, amount in pairs:
                if kind not in (terms.CHARGE, terms.TOKEN):
                    power.gain(apart, apart.players[seat], kind, amount)
            assert together.course() == apart.course()
