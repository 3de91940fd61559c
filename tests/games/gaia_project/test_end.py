"""rules.md section 4; worked examples 12, 14, 39, 49; log_notation.md departure 2."""

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import scoring
from simkit.games.gaia_project.rules.scoring import prizes

from .board import bowls, find, position

FINAL = {"final_tiles": ["structure", "gaia"]}


def last(players, factions=("terrans", "itars"), planets=None, options=None, deal=None):
    state = position(
        planets or {(0, 0): "terra", (1, 0): "ice"}, list(players), list(factions), options,
        round=6, deal={**FINAL, **(deal or {})},
    )  # fmt: skip
    while not state.over:
        state.step(find(state, "pass")[0])
    return state


NOTHING = {"ore": 0, "credits": 0, "knowledge": 0, "qic": 0, "bowls": [0, 0, 0], "levels": [0] * 6}


def test_ties_share_their_prizes():  # example 39
    # Rules: [#4.1]
    table = [18, 12, 6, 0]
    assert prizes([5, 5, 3, 1], table) == [15, 15, 6, 0]
    assert prizes([5, 5, 5, 1], table) == [12, 12, 12, 0]
    assert prizes([5, 5, 5, 5], table) == [9, 9, 9, 9]
    assert prizes([7, 4, 4, 1], table) == [18, 9, 9, 0]
    assert prizes([7, 4, 4, 4], table) == [18, 6, 6, 6]
    assert prizes([7, 6, 2, 2], table) == [18, 12, 3, 3]
    assert prizes([7, 0, 0], table) == [18, 0, 0]  # nothing counts for nothing


def test_the_letter_of_the_final_tiles_is_an_option():
    """The printed text ranks everybody and says nothing of those who have nothing (rules.md 4)."""
    # Rules: [#4.1]
    table = [18, 12, 6, 0]
    assert prizes([7, 0, 0], table, zero_ranks=True) == [18, 9, 9]
    assert prizes([0, 0, 0, 0], table, zero_ranks=True) == [9, 9, 9, 9]
    assert prizes([7, 5, 3, 0], table, zero_ranks=True) == [18, 12, 6, 0]
    for value, points in (("nothing", 0), ("ranked", 6)):
        pieces = {"mine": ["0x0"]}
        state = last([{**NOTHING, "buildings": pieces}, NOTHING], options={"final_zero": value})
        # Behind the neutral player and the one with a structure; the other tile counts gaia planets:
        # both have none, and share what is behind the neutral four.
        assert state.points_of(1)[schema.SRC_FINAL] == points
        assert [state.points_of(seat)[schema.SRC_FINAL + 1] for seat in (0, 1)] == [
            points and 9, points and 9
        ]  # fmt: skip


def test_research_levels():  # example 12
    # Rules: [#4.2]
    state = last([{**NOTHING, "levels": [0, 5, 2, 3, 0, 4]}, NOTHING])
    rows = dict(zip([s.name for s in state.rules.schema.sources], state.points_of(0), strict=True))
    assert (rows["research_nav"], rows["research_int"]) == (12, 0)
    assert (rows["research_gaia"], rows["research_sci"]) == (4, 8)


def test_goods_left():  # example 49
    # Rules: [#4.3]
    state = last(
        [{**NOTHING, "credits": 2, "knowledge": 3, "ore": 2, "qic": 5, "bowls": [0, 0, 9]}, NOTHING]
    )
    assert state.score == [12, 10]


def test_automatic_conversion_is_an_option():
    spec = {**NOTHING, "credits": 2, "qic": 2, "bowls": [1, 5, 2]}
    state = last([spec, NOTHING], options={"end_conversion": "automatic"})
    p = state.players[0]
    assert (p.credits, p.ore, p.qic) == (6, 2, 0)
    assert bowls(p) == (5, 1, 0)
    assert state.score[0] == 10 + 8 // 3


def test_automatic_conversion_of_the_brainstone_and_nevlas():
    options = {"end_conversion": "automatic"}
    spec = {**NOTHING, "bowls": [0, 1, 1], "brainstone": 2}
    state = last([spec, NOTHING], ("taklons", "itars"), options=options)
    assert state.players[0].credits == 4  # lifted by burning: 3 + 1
    spec = {**NOTHING, "bowls": [0, 2, 1], "buildings": {"planetary_institute": ["1x0"]}}
    state = last([spec, NOTHING], ("nevlas", "xenos"), options=options)
    assert state.players[0].credits == 4


def test_automatic_conversion_burns_into_itars_gaia_bowl():  # factions.toml, Itars' ability
    spec = {**NOTHING, "bowls": [0, 5, 0, 1]}
    state = last([NOTHING, spec], options={"end_conversion": "automatic"})
    p = state.players[1]
    assert (bowls(p), p.gaia, p.credits) == ((2, 1, 0), 3, 2)


def test_neutral_player_ranks_with_two_players():  # example 14
    # Rules: [#1.6] [#4.1]
    planets = {(i, 0): "terra" for i in range(4)}
    pieces = {"mine": ["0x0", "1x0", "2x0"]}
    state = last([{**NOTHING, "buildings": pieces}, NOTHING], planets=planets)
    assert state.points_of(0)[schema.SRC_FINAL] == 12  # behind the neutral 11 structures
    assert state.points_of(1)[schema.SRC_FINAL] == 0
    rules = simkit.rules("gaia_project", seats=2)
    deal = rules.deal(simkit.Luck(1), factions=["terrans", "xenos"])
    assert [scoring.neutral_count(deal, tile) for tile in range(6)] == [11, 10, 5, 4, 6, 8]
    rules = simkit.rules("gaia_project", seats=2, neutral_gaia=5)
    deal = rules.deal(simkit.Luck(1), factions=["terrans", "xenos"])
    assert scoring.neutral_count(deal, 3) == 5


def test_counts_of_the_final_tiles():
    # Rules: [#4.1]
    planets = {(0, 0): "terra", (1, 0): "gaia", (-1, 0): "ice", (2, 0): "terra"}
    spec = {**NOTHING, "buildings": {"mine": ["0x0", "1x0"], "lost_planet": ["-2x0"]},
            "satellites": ["0x1", "0x2"], "federation": ["0x0"]}  # fmt: skip
    state = position(planets, [spec, {}], ["terrans", "xenos"])
    p = state.players[0]
    counts = [scoring.final_count(p, tile) for tile in range(6)]
    assert counts == [3, 1, 3, 1, 2, 2]


def test_most_points_win_and_ties_share():
    # Rules: [#4.4]
    state = last([{**NOTHING, "vp": 30}, {**NOTHING, "vp": 30}])
    assert state.winners() == [0, 1]
    assert state.seat == -1
