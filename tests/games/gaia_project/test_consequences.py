"""What happens unasked is told: income, Gaia phase, power of neighbours, tiles, the Automa, the end."""

import random
import re

import pytest

import simkit
from simkit.core.narration import happened
from simkit.games.gaia_project.rules import building
from simkit.games.gaia_project.schema import NUMBERS
from simkit.games.gaia_project.view import consequences, names

from .board import cell, do, find, hexes, position
from .test_words import IDS, positions

GOODS = ("ore", "credits", "knowledge", "qic")


def told(state, action):
    before = state.clone()
    state.step(action)
    return state.rules.consequences(before, action, state, None)


def last_amounts(lines, name):
    """What the last line says that a seat has of each good, and its bowls."""
    found = {}
    for line in lines:
        if line.startswith(f"{name}:") or line.startswith(f"{name},"):
            for number, good in re.findall(r"(\d+) (ore|credits?|knowledge|QIC) \(", line):
                found[good.rstrip("s").lower()] = int(number)
            for bowls in re.findall(r"bowls (\d+/\d+/\d+)", line):
                found["bowls"] = bowls
            for gaia in re.findall(r"Gaia bowl (\d+)", line):
                found["gaia"] = int(gaia)
    return found


def check(before, action, after):
    """Every change of goods, tokens and points is told, with what there is in the end."""
    kept = before.scores(), after.scores(), before.seat
    lines = after.rules.consequences(before, action, after, None)
    assert kept == (before.scores(), after.scores(), before.seat)
    text = "\n".join(lines)
    assert not IDS.search(text), text
    for was, now in zip(before.players[: after.seats], after.players, strict=False):
        amounts = last_amounts(lines, names.who(after, now))
        for good in GOODS:
            if getattr(was, good) != getattr(now, good):
                assert amounts[good.rstrip("s")] == getattr(now, good), (good, lines)
        if (was.p1, was.p2, was.p3) != (now.p1, now.p2, now.p3):
            assert amounts["bowls"] == f"{now.p1}/{now.p2}/{now.p3}", lines
        if was.gaia != now.gaia:
            assert amounts["gaia"] == now.gaia
        old, new = before.points_of(now.seat), after.points_of(now.seat)
        for name, number in NUMBERS.items():
            if old[number] != new[number] and name not in consequences.PLAIN:
                points = names.amount(new[number] - old[number], "vp")
                assert f"{names.who(after, now)} +{points}: " in text, (name, lines)
    return lines


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_change_is_told(seats):
    whims, said = random.Random(seats), 0
    for state in positions(seats, games=6, wild=0.4):
        if state.over:
            continue
        after = state.clone()
        action = whims.choice(state.candidates())
        after.step(action)
        said += len(check(state, action, after))
    assert said > 300 * seats


def test_incomes_rounds_and_the_gaia_phase_are_told_in_their_order():
    planets = {(0, 0): "terra", (2, 0): "ice", (0, 2): "transdim"}
    spec = {"ore": 2, "credits": 4, "knowledge": 0, "bowls": [0, 4, 0, 6], "levels": [0, 0, 0, 1, 0, 0],
            "buildings": {"mine": ["0x0"]}, "gaiaformers": ["0x2"], "booster": "booster1"}  # fmt: skip
    nobody = {"bowls": [4, 0, 0], "booster": "booster10"}
    deal = {"round_tiles": ["score1", "score2", "score3", "score4", "score5", "score6"],
            "boosters": ["booster1", "booster2", "booster5", "booster9", "booster10"]}  # fmt: skip
    state = position(planets, [spec, nobody], ["terrans", "itars"], deal=deal)
    do(state, "pass", booster="booster9")
    lines = told(state, find(state, "pass", booster="booster5")[0])
    begin = lines.index('round 2 begins, in the order Terrans and Itars; round tile "2 points for each '
                        'research step"')  # fmt: skip
    assert lines[begin + 1 :] == [
        "Terrans, income: 4 ore (+2), 1 knowledge (+1), bowls 0/0/4 (were 0/4/0)",
        "Itars, income: 6 ore (+1), 4 knowledge (+1), bowls 3/2/0 (were 4/0/0)",
        "Gaia phase: 0x2 (transdim) turns into a gaia planet",
        "Terrans, Gaia phase: bowls 0/6/4 (were 0/0/4), Gaia bowl 0 (-6)",
    ]


def test_offers_are_told_with_whom_they_go_to_and_who_can_take_nothing():
    planets = {(0, 0): "oxide", (1, 0): "oxide", (0, 2): "ice", (-1, 1): "desert"}
    builder = {"ore": 9, "credits": 20, "buildings": {"mine": ["0x0"]}}
    full = {"bowls": [0, 0, 6], "buildings": {"mine": ["0x2"]}}
    empty = {"bowls": [6, 0, 0], "buildings": {"mine": ["-1x1"]}}
    state = position(planets, [builder, full, empty], ["hadsch_hallas", "itars", "xenos"])
    do(state, "upgrade")
    lines = told(state, find(state, "end_turn")[0])
    source = "the trading station of Hadsch Hallas on 0x0 (oxide)"
    assert lines == [
        f"{source} offers power to Itars and Xenos",
        f"Itars can charge nothing from {source}: no token in bowl I or bowl II",
    ]


def test_round_tiles_are_named_as_the_cause_of_points():
    planets = {(0, 0): "oxide", (1, 0): "oxide"}
    spec = {"ore": 9, "credits": 20, "buildings": {"mine": ["0x0"]}}
    deal = {"round_tiles": ["score5", "score2", "score3", "score4", "score1", "score6"]}
    state = position(planets, [spec, {}], ["hadsch_hallas", "itars"], deal=deal)
    before, (action,) = state.clone(), find(state, "upgrade")
    state.step(action)
    assert 'Hadsch Hallas +4 points: round tile "4 points for each trading station built"' in (
        happened(before, action, state)
    )


def test_pieces_that_join_a_federation_are_told():
    planets = {(0, 0): "terra", (1, 0): "terra"}
    spec = {"ore": 5, "credits": 9, "buildings": {"mine": ["0x0"]}, "federation": ["0x0"],
            "tokens": ["fed2"], "formed": 1}  # fmt: skip
    state = position(planets, [spec, {}], ["terrans", "itars"])
    lines = told(state, find(state, "mine", hex="1x0", via="plain")[0])
    assert "Terrans: 1x0 (terra) joins the federation beside it" in lines
    spec["buildings"] = {"mine": ["0x0", "2x0"]}
    state = position({**planets, (2, 0): "terra"}, [spec, {}], ["terrans", "itars"])
    lines = told(state, find(state, "mine", hex="1x0", via="plain")[0])
    assert "Terrans: 1x0 (terra) and 2x0 (terra) join the federation beside it" in lines


def test_gaiaformers_come_back_in_the_gaia_phase():
    # Rules: [#5.baltaks]
    spec = {"buildings": {"mine": ["0x0"]}, "levels": [0, 0, 0, 1, 0, 0], "booster": "booster1"}
    other = {"booster": "booster2", "passed": True}
    state = position({(0, 0): "titanium"}, [spec, other], ["baltaks", "itars"])
    lines = told(state, find(state, "gaiaformer_to_qic")[0])
    assert "Bal T'aks: 1 QIC (+1), free gaiaformers 0 (-1)" in lines
    lines = told(state, find(state, "pass")[0])
    assert "Bal T'aks, Gaia phase: free gaiaformers 1 (+1)" in lines


def test_who_plays_what_is_told_after_an_auction():
    rules = simkit.rules("gaia_project", seats=2, faction_choice="auction")
    state = rules.deal(simkit.Luck(1), pool=["xenos", "itars"])
    state.step(rules.encode("bid", faction_chosen="itars", vp=0))
    lines = told(state, rules.encode("bid", faction_chosen="xenos", vp=0))
    assert lines[:3] == [
        "seat 0 plays Itars",
        "seat 1 plays Xenos",
        "the order at the table is Xenos and Itars",
    ]


def test_who_is_outbid_is_told():
    rules = simkit.rules("gaia_project", seats=2, faction_choice="auction")
    state = rules.deal(simkit.Luck(1), pool=["xenos", "itars"])
    assert told(state, rules.encode("bid", faction_chosen="itars", vp=0)) == []
    assert told(state, rules.encode("bid", faction_chosen="itars", vp=1)) == ["seat 0 is outbid"]


def until_round_1(state):
    while True:
        lines = told(state, state.legal()[0])
        if state.round == 1:
            return lines


def test_what_everybody_begins_with_is_told_before_the_first_round():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(
        simkit.Luck(1), factions=["taklons", "xenos"], final_tiles=["gaia", "sector"]
    )
    lines = until_round_1(state)
    begin = next(n for n, line in enumerate(lines) if line.startswith("round 1 begins"))
    assert lines[begin - 3 : begin] == [
        "seat 0, Taklons, begins with 4 ore, 15 credits, 3 knowledge, 1 QIC, bowls 3/4/0, counting "
        "the brainstone in bowl I",
        "seat 1, Xenos, begins with 4 ore, 15 credits, 3 knowledge, 2 QIC, bowls 2/4/0, level 1 of "
        "artificial intelligence",
        'final tiles: "most gaia planets" and "most sectors"',
    ]


def test_the_automas_level_is_told_before_the_first_round():
    rules = simkit.rules("gaia_project", seats=1, automa="automalein", automa_faction="firaks")
    lines = until_round_1(rules.deal(simkit.Luck(1), factions=["terrans"]))
    assert "the Automa (Firaks), level Automalein, begins with 0 points" in lines


# The brainstone, and what cannot be gained ----------------------------------------------------------


def test_bowls_say_where_the_brainstone_is_or_may_be():
    # Rules: [#5.taklons]
    spec = {"bowls": [2, 1, 0], "brainstone": 1, "tiles": ["tech9"], "buildings": {"mine": ["0x0"]}}
    state = position({(0, 0): "swamp"}, [spec, {}], ["taklons", "xenos"])
    state.players[0].p2 += 3
    state.players[0].p1 += 2
    lines = told(state, find(state, "special")[0])
    assert lines == [
        "Taklons: bowls 1/8/0 (were 5/4/0), counting the brainstone in bowl I or bowl II"
    ]
    assert told(state, find(state, "brainstone", bowl="bowl2")[0]) == []


def test_what_is_paid_with_the_next_answer_is_told():
    # Rules: [#5.taklons]
    spec = {"ore": 1, "bowls": [0, 0, 3], "brainstone": 3}
    state = position({(0, 0): "swamp"}, [spec, {}], ["taklons", "xenos"])
    assert told(state, find(state, "spend_power", gain="ore")[0]) == [
        "Taklons: 2 ore (+1)",
        "Taklons have yet to pay the 3 power, with the brainstone or without",
    ]
    assert told(state, find(state, "brainstone", bowl="bowl3")[0]) == [
        "Taklons: bowls 3/0/1 (were 0/0/4), counting the brainstone in bowl III"
    ]
    planets = {(0, 0): "swamp", (1, 0): "transdim"}
    spec = {"bowls": [7, 0, 0], "brainstone": 1, "levels": [0, 0, 0, 1, 0, 0],
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["taklons", "xenos"])
    lines = told(state, find(state, "gaia_project")[0])
    assert lines[-1] == (
        "Taklons have yet to put 6 power tokens into the Gaia bowl, with the brainstone or without"
    )
    assert told(state, find(state, "brainstone", bowl="gaia")[0]) == [
        "Taklons: bowls 2/0/0 (were 8/0/0), Gaia bowl 6 (+6), counting the brainstone in the Gaia bowl"
    ]


def test_goods_that_are_as_many_as_can_be_are_told():
    # Rules: [#2.1b]
    for credits, more in ((22, "+7)"), (23, "+7, the most there can be)"),
                          (25, "+5, the most there can be)")):  # fmt: skip
        spec = {"credits": credits, "bowls": [0, 0, 4]}
        state = position({(0, 0): "terra"}, [spec, {}], ["terrans", "xenos"])
        (line,) = told(state, find(state, "power_action", action="power4")[0])
        assert f" credits ({more}" in line


def test_a_special_action_that_charges_nothing_is_told():
    spec = {"bowls": [0, 0, 4], "tiles": ["tech9"]}
    state = position({(0, 0): "terra"}, [spec, {}], ["terrans", "xenos"])
    assert told(state, find(state, "special")[0]) == [
        "Terrans can charge nothing: no token in bowl I or bowl II"
    ]


def test_the_highest_level_of_gaia_project_is_named_as_the_cause_of_points():
    spec = {"knowledge": 4, "levels": [0, 0, 0, 4, 0, 0], "tokens": ["fed2"], "green": 1}
    state = position({(0, 0): "terra"}, [spec, {}], ["terrans", "xenos"])
    lines = told(state, find(state, "research", area="gaia")[0])
    assert lines[-1] == "Terrans +4 points: level 5 of gaia project"


def test_a_federation_token_that_the_decision_names_is_not_told_again():
    planets = {(0, 0): "terra", (1, 0): "terra", (2, 0): "terra"}
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["1x0"], "mine": ["2x0"]}
    state = position(planets, [{"buildings": pieces}, {}], ["terrans", "xenos"])
    hexes = sum(1 << cell(state, name) for name in ("0x0", "1x0", "2x0"))
    lines = told(state, state.rules.encode("federation", token="fed1", hexes=hexes))
    assert lines == ['Terrans +12 points: federation token "12 points"']


def test_the_end_is_told_with_counts_and_result():
    planets = {(0, 0): "terra", (1, 0): "terra", (0, 3): "ice"}
    nothing = {"ore": 0, "credits": 0, "knowledge": 0, "levels": [0] * 6}
    spec = {
        **nothing,
        "credits": 7,
        "levels": [0, 3, 0, 0, 0, 0],
        "buildings": {"mine": ["0x0", "1x0"]},
    }
    state = position(
        planets, [spec, nothing], ["terrans", "itars"], round=6,
        deal={"final_tiles": ["structure", "gaia"]},
    )  # fmt: skip
    do(state, "pass")
    lines = told(state, find(state, "pass")[0])
    assert lines == [
        "the game ends after the last round",
        'upper final tile "most structures": Terrans 2 (12 points), Itars 0 (0 points) and neutral '
        "player 11",
        'lower final tile "most gaia planets": Terrans 0 (0 points), Itars 0 (0 points) and neutral '
        "player 4",
        "research of navigation: Terrans level 3 (4 points)",
        "Terrans have 7 credits left (2 points)",
    ]


def test_the_automas_turns_are_told():
    planets = {(0, 0): "swamp", (2, 0): "transdim", (0, 3): "oxide", (-2, 0): "gaia"}
    rules = simkit.rules("gaia_project", seats=1)
    deal = {"hexes": hexes(planets), "factions": ["hadsch_hallas"], "automa_faction": "taklons",
            "final_tiles": ["gaia", "planetType"]}  # fmt: skip
    state = rules.position({"deal": deal, "players": [{"buildings": {"mine": ["0x3"]}}]})
    me = state.players[1]
    building.settle_on(state, me, cell(state, "0x0"))
    me.mines = 1
    automa = state.automa
    automa.support, automa.action, automa.pile = 4, 4, [1, 2, 5, 7, 13]
    lines = told(state, find(state, "pass")[0])
    text = "\n".join(lines)
    assert (
        "the Automa (Taklons) plays card 4 (build mine; support card 4), turns 2x0 (transdim) into a "
        "gaia planet, builds a mine on 2x0 (gaia)"
    ) in text
    assert "scores 1 (11 points now)" in text


def test_the_automa_scores_before_it_takes_its_booster():
    # Rules: [#automa.passing]
    rules = simkit.rules("gaia_project", seats=1)
    deal = {"hexes": hexes({(0, 0): "swamp"}), "factions": ["hadsch_hallas"], "automa_faction": "taklons",
            "round_tiles": ["score1", "score2", "score3", "score4", "score5", "score6"]}  # fmt: skip
    state = rules.position({"deal": deal})
    state.automa.pile, state.automa.action = [], 1
    text = "\n".join(told(state, find(state, "pass")[0]))
    passing = next(line for line in text.split("\n") if " passes" in line)
    assert 0 < passing.index("for the round tile") < passing.index("takes the booster")


def test_the_area_is_told_whose_advanced_tile_the_automa_removes():
    # Rules: [#automa.actions.3]
    state = simkit.rules("gaia_project", seats=1).deal(simkit.Luck(1))
    after = state.clone()
    after.advanced_at[2] = -1
    (line,) = consequences._automa(state, after)
    assert line.startswith("the Automa") and line.endswith("of artificial intelligence")


def test_places_that_the_automa_covers_are_named_with_their_steps():
    state = simkit.rules("gaia_project", seats=1).deal(simkit.Luck(1))
    places = {consequences._place(state, number) for number in range(10)}
    assert len(places) == 10
    assert {name for name in places if "terraforming" in name} == {
        "the power action for 5 power (a mine with 2 free terraforming steps)",
        "the power action for 3 power (a mine with 1 free terraforming step)",
    }
