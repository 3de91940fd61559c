"""What happens unasked is told: income, Gaia phase, power of neighbours, tiles, the Automa, the end."""

import random
import re

import pytest

import simkit
from simkit.core.narration import happened
from simkit.games.gaia_project import building, journal, wording
from simkit.games.gaia_project.schema import NUMBERS

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
        amounts = last_amounts(lines, wording.who(after, now))
        for good in GOODS:
            if getattr(was, good) != getattr(now, good):
                assert amounts[good.rstrip("s")] == getattr(now, good), (good, lines)
        if (was.p1, was.p2, was.p3) != (now.p1, now.p2, now.p3):
            assert amounts["bowls"] == f"{now.p1}/{now.p2}/{now.p3}", lines
        if was.gaia != now.gaia:
            assert amounts["gaia"] == now.gaia
        old, new = before.points_of(now.seat), after.points_of(now.seat)
        for name, number in NUMBERS.items():
            if old[number] != new[number] and name not in journal.PLAIN:
                points = wording.amount(new[number] - old[number], "vp")
                assert f"{wording.who(after, now)} +{points}: " in text, (name, lines)
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
        f"Itars can charge nothing from {source}",
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
    assert lines[:2] == ["seat 0 plays Itars", "seat 1 plays Xenos"]


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
        "research of navigation: Terrans level 3",
        "Terrans: left are 7 credits",
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


def test_places_that_the_automa_covers_are_named_with_their_steps():
    state = simkit.rules("gaia_project", seats=1).deal(simkit.Luck(1))
    names = {journal._place(state, number) for number in range(10)}
    assert len(names) == 10
    assert {name for name in names if "terraforming" in name} == {
        "the power action for 5 power (a mine with 2 free terraforming steps)",
        "the power action for 3 power (a mine with 1 free terraforming step)",
    }
