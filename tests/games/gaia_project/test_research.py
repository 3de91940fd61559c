"""rules.md 2.3 C and E; worked examples 10 to 13, 25, 26, 31, 32, 44 to 48."""

import pytest

import simkit
from simkit.core.errors import BadValue
from simkit.games.gaia_project.rules.research import (
    LOWEST_AREAS,
    advanced_areas,
    areas_for,
    may_step,
    tile_places,
    tiles_open,
)
from simkit.games.gaia_project.rules.terms import STANDARD

from .board import do, find, goods, position

PLANETS = {(0, 0): "desert", (1, 0): "oxide", (3, 0): "terra"}
POOR = {"ore": 0, "credits": 0, "knowledge": 4, "qic": 0, "bowls": [4, 4, 0]}
QUIET = ["score5", "score6", "score1", "score3", "score4", "score7"]


def research(area, level, factions=("xenos", "itars"), tiles=QUIET, **spec):
    levels = [0] * 6
    levels[("terra", "nav", "int", "gaia", "eco", "sci").index(area)] = level
    state = position(
        PLANETS, [{**POOR, "levels": levels, **spec}, {}], list(factions),
        deal={"round_tiles": tiles, "terraforming_token": "fed3"},
    )  # fmt: skip
    do(state, "research", area=area)
    return state


def test_round_tile_scores_a_step():  # example 10
    # Rules: [#3c]
    state = research("terra", 0, tiles=["score2", *QUIET[1:]])
    assert state.score[0] == 12


def test_terraforming_one_gains_two_ore():  # example 31
    assert goods(research("terra", 0).players[0]) == (2, 0, 0, 0)


@pytest.mark.parametrize("area", ["nav", "gaia", "eco", "sci", "int", "terra"])
def test_level_three_charges_three(area):  # example 32
    # Rules: [#2.3E]
    p = research(area, 2).players[0]
    assert (p.p1, p.p2) == (1, 7)


@pytest.mark.parametrize(
    ("area", "level", "gained"),
    [
        ("terra", 3, (2, 0, 0, 0)), ("nav", 0, (0, 0, 0, 1)), ("nav", 2, (0, 0, 0, 1)),
        ("int", 0, (0, 0, 0, 1)), ("int", 1, (0, 0, 0, 1)), ("int", 2, (0, 0, 0, 2)),
        ("int", 3, (0, 0, 0, 2)), ("eco", 0, (0, 0, 0, 0)), ("sci", 0, (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_one_time_bonuses(area, level, gained):
    # Rules: [#2.3E.1]
    assert goods(research(area, level).players[0]) == gained


@pytest.mark.parametrize(
    ("area", "gained"), [("eco", (3, 6, 0, 0)), ("sci", (0, 0, 9, 0)), ("int", (0, 0, 0, 4))]
)
def test_level_five_bonuses(area, gained):
    # Rules: [#2.3E] [#2.3E.1]
    state = research(area, 4, tokens=["fed4"])
    assert goods(state.players[0]) == gained
    assert state.players[0].green == 0


def test_level_five_needs_a_green_token():
    # Rules: [#2.3E]
    for tokens, green, open_ in (([], 0, False), (["fed1"], 0, False), (["fed2"], 1, True)):
        spec = {**POOR, "levels": [0, 0, 0, 0, 4, 0], "tokens": tokens, "green": green}
        state = position(PLANETS, [spec, {}], ["xenos", "itars"])
        assert bool(find(state, "research", area="eco")) is open_


def test_only_one_player_reaches_level_five():
    # Rules: [#2.3E]
    spec = {**POOR, "levels": [0, 0, 0, 0, 4, 0], "tokens": ["fed2"]}
    state = position(PLANETS, [spec, spec], ["xenos", "itars"])
    do(state, "research", area="eco")
    do(state, "end_turn")
    assert state.seat == 1
    assert not find(state, "research", area="eco")


def test_gaiaformers_and_tokens_of_the_gaia_track():
    assert research("gaia", 0).players[0].formers == 1
    p = research("gaia", 1).players[0]
    assert p.p1 == 7
    assert p.formers == 1
    assert research("gaia", 2).players[0].formers == 2
    assert research("gaia", 3).players[0].formers == 3


def test_gaia_five_scores_gaia_planets():  # example 44
    planets = {(i, 0): "gaia" for i in range(4)}
    spec = {**POOR, "levels": [0, 0, 0, 4, 0, 0], "tokens": ["fed2"], "gaiaformers": ["3x0"],
            "buildings": {"mine": ["0x0", "1x0", "2x0"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["xenos", "itars"], deal={"round_tiles": QUIET})
    do(state, "research", area="gaia")
    assert state.score[0] == 10 + 4 + 3


def test_terraforming_five_takes_the_token_lying_there():
    # Rules: [#2.3E.3] [#2.3D.3]
    tiles = ["score4", *QUIET[:4], "score7"]
    state = research("terra", 4, tiles=tiles, tokens=["fed2"])
    p = state.players[0]
    assert state.score[0] == 10 + 8 + 5
    assert p.tokens[2] == 1
    assert p.green == 1
    assert p.p1 == 6
    assert state.top_token == -1


def test_lost_planet():
    # Rules: [#2.3E.2]
    spec = {"levels": [0, 4, 0, 0, 0, 0], "tokens": ["fed2"], "buildings": {"mine": ["0x0"]}}
    rival = {"bowls": [4, 4, 0], "buildings": {"mine": ["1x0"]}}
    state = position(
        PLANETS, [{**POOR, **spec}, rival], ["xenos", "ivits"],
        deal={"round_tiles": ["score3", *QUIET[:3], "score4", "score7"]},
    )  # fmt: skip
    do(state, "research", area="nav")
    assert not find(state, "lost_planet", hex="1x0")
    do(state, "lost_planet", hex="0x1")
    p = state.players[0]
    assert state.score[0] == 12
    assert p.mines == 1
    assert p.types.bit_count() == 2
    assert goods(p) == (0, 0, 0, 0)
    assert p.own.bit_count() == 2
    do(state, "end_turn")
    assert state.seat == 1
    assert find(state, "leech")


def test_lost_planet_is_not_upgraded():
    # Rules: [#2.3C]
    spec = {"ore": 9, "credits": 20, "buildings": {"mine": ["0x0"], "lost_planet": ["0x1"]}}
    state = position(PLANETS, [spec, {}], ["xenos", "itars"])
    assert find(state, "upgrade", hex="0x0")
    assert not find(state, "upgrade", hex="0x1")


def test_the_top_level_of_an_area_is_for_one_player_also_in_positions():  # 2.3 E
    top, next_best = [0, 5, 0, 0, 0, 0], [0, 4, 0, 0, 0, 0]
    players = [{"levels": top}, {**POOR, "levels": next_best, "green": 1, "tokens": ["fed1"]}]
    state = position(PLANETS, players, ["xenos", "itars"], seat=1)
    assert find(state, "research", area="terra") and not find(state, "research", area="nav")
    assert state.top_token >= 0  # under the top level of terraforming, which nobody has
    highest = position(PLANETS, [{"levels": [5, 0, 0, 0, 0, 0]}, {}], ["xenos", "itars"])
    assert highest.top_token == -1
    with pytest.raises(BadValue, match="two players have level 5"):
        position(PLANETS, [{"levels": top}, {"levels": top}], ["xenos", "itars"])


def test_there_is_one_lost_planet():
    lost = [{"buildings": {"lost_planet": [name]}} for name in ("0x1", "0x2")]
    with pytest.raises(BadValue, match="one lost planet"):
        position(PLANETS, lost, ["xenos", "itars"])


# Tech tiles ---------------------------------------------------------------------------------------

ORDER = {p: f"tech{i + 1}" for i, p in enumerate(
    ("terra", "nav", "int", "gaia", "eco", "sci", "free1", "free2", "free3"))}  # fmt: skip
TILES = {"tech_tiles": ORDER, "round_tiles": QUIET}


def lab(spec=None, **deal):
    have = {"ore": 3, "credits": 5, "knowledge": 0, "qic": 0, "bowls": [0, 0, 0]}
    have["buildings"] = {"trading_station": ["0x0"]}
    have.update(spec or {})
    state = position(PLANETS, [have, {}], ["xenos", "itars"], deal={**TILES, **deal})
    do(state, "upgrade", hex="0x0", building="research_lab")
    return state


def test_tile_under_an_area_steps_there_only():  # example 25
    # Rules: [#tile]
    state = lab()
    do(state, "tile", place="int")  # tech3
    assert [state.rules.notation(a) for a in state.legal()] == ["step area=int", "no_step"]
    do(state, "step", area="int")
    assert state.players[0].qic == 1


def test_tile_of_the_free_row_steps_anywhere():
    # Rules: [#tile]
    state = lab()
    do(state, "tile", place="free1")
    assert len(find(state, "step")) == 6
    assert len(find(state, "no_step")) == 1


def test_tile_at_the_end_of_an_area_gives_no_step():  # example 25
    state = lab({"levels": [0, 0, 5, 0, 0, 0]})
    do(state, "tile", place="int")
    assert find(state, "end_turn")


def test_owned_types_are_not_taken_again():
    # Rules: [#tile]
    state = lab({"tiles": ["tech3", "tech7"], "covered": ["tech3"]})
    assert not find(state, "tile", place="int")
    assert not find(state, "tile", place="free1")
    assert len(find(state, "tile")) == 7


def test_immediate_tiles():
    state = lab()
    do(state, "tile", place="terra")  # tech1
    assert goods(state.players[0]) == (1, 0, 0, 1)
    state = lab()
    do(state, "tile", place="gaia")  # tech4
    assert state.score[0] == 17
    state = lab(
        {"buildings": {"trading_station": ["0x0"], "mine": ["1x0"], "lost_planet": ["2x0"]}}
    )
    do(state, "tile", place="nav")  # tech2: desert, oxide, lost
    assert state.players[0].knowledge == 3


ADVANCED = dict(zip(("terra", "nav", "int", "gaia", "eco", "sci"),
                    ("advtech6", "advtech4", "advtech10", "advtech8", "advtech9", "advtech12"),
                    strict=True))  # fmt: skip


def advanced(area, **spec):
    levels = [0] * 6
    levels[("terra", "nav", "int", "gaia", "eco", "sci").index(area)] = 4
    have = {"levels": levels, "tiles": ["tech5"], "tokens": ["fed2"], **spec}
    return lab(have, advanced_tiles=ADVANCED)


def test_advanced_tile_covers_flips_and_steps():  # example 26
    # Rules: [#tile]
    state = advanced("terra", tokens=["fed2", "fed1"])
    assert len(find(state, "advanced")) == 1
    do(state, "advanced", area="terra", cover="tech5")
    p = state.players[0]
    assert p.green == 0
    assert p.covered == 1 << 4
    assert sum(p.tokens) == 2
    assert p.ore == 1  # one sector
    # terraforming is on 4 and needs a green token for 5
    assert len(find(state, "step")) == 5


@pytest.mark.parametrize(
    "spec", [{"tokens": ["fed1"]}, {"tokens": []}, {"tiles": []}, {"covered": ["tech5"]},
             {"levels": [3, 3, 3, 3, 3, 3]}],
)  # fmt: skip
def test_advanced_tile_needs_level_token_and_tile(spec):
    # Rules: [#tile]
    assert not find(advanced("terra", **spec), "advanced")


def test_sector_tile_counts_the_lost_planet():  # example 47
    pieces = {"trading_station": ["0x0"], "mine": ["1x0"], "lost_planet": ["-1x0"]}
    state = advanced("terra", buildings=pieces)
    do(state, "advanced", area="terra", cover="tech5")
    assert state.players[0].ore == 2


def test_one_time_advanced_tiles_score():
    pieces = {"trading_station": ["0x0", "3x0"], "mine": ["1x0"], "lost_planet": ["-1x0"]}
    for area, vp in (("nav", 4), ("int", 4), ("gaia", 0), ("eco", 4), ("sci", 5)):
        state = advanced(area, buildings=pieces)
        do(state, "advanced", area=area, cover="tech5")
        assert state.score[0] == 10 + vp, area


def test_trigger_tile_scores_its_own_step():
    # Rules: [#3d]
    tiles = {**ADVANCED, "nav": "advtech2"}
    state = lab({"levels": [0, 4, 0, 0, 0, 0], "tiles": ["tech5"], "tokens": ["fed2"]},
                advanced_tiles=tiles)  # fmt: skip
    do(state, "advanced", area="nav", cover="tech5")
    do(state, "step", area="terra")
    assert state.score[0] == 12


def test_gaia_tile_scores_until_covered():  # example 13
    planets = {(0, 0): "desert", (1, 0): "gaia"}
    for covered, vp in ((), 3), (("tech7",), 0):
        spec = {"ore": 5, "credits": 5, "qic": 1, "tiles": ["tech7"], "covered": list(covered),
                "buildings": {"mine": ["0x0"]}}  # fmt: skip
        state = position(
            planets,
            [spec, {}],
            ["xenos", "itars"],
            deal={"round_tiles": ["score5", "score2", "score1", "score3", "score4", "score7"]},
        )
        do(state, "mine", hex="1x0")
        assert state.score[0] == 10 + vp


def test_pass_tiles_score_every_time():  # example 46
    # Rules: [#2.3H]
    pieces = {"mine": ["0x0", "1x0"], "research_lab": ["3x0"]}
    spec = {"tiles": ["tech1", "tech2", "tech3"], "covered": ["tech1", "tech2", "tech3"],
            "advanced": ["advtech1", "advtech5", "advtech7"], "tokens": ["fed1", "fed2"],
            "buildings": pieces}  # fmt: skip
    state = position(PLANETS, [spec, {}], ["xenos", "itars"])
    state.step(find(state, "pass")[0])
    assert state.score[0] == 10 + 6 + 3 + 3


@pytest.mark.parametrize(("kind", "price"), [("qic_tile", 4), ("qic_token", 3), ("qic_types", 2)])
def test_a_qic_action_can_be_had_for_exactly_its_price(kind, price):
    for qic in range(price + 2):
        spec = {**POOR, "qic": qic, "tokens": ["fed2"], "buildings": {"mine": ["0x0"]}}
        state = position(PLANETS, [spec, {}], ["xenos", "itars"])
        assert bool(find(state, kind)) == (qic >= price), qic


def test_qic_actions():  # example 45
    # Rules: [#2.3F]
    planets = {(0, 0): "desert", (1, 0): "oxide", (2, 0): "terra", (3, 0): "gaia"}
    spec = {"qic": 9, "tokens": ["fed1", "fed6"], "knowledge": 0,
            "buildings": {"mine": ["0x0", "1x0", "2x0", "3x0"], "lost_planet": ["0x1"]}}  # fmt: skip
    state = position(planets, [spec, {}], ["xenos", "itars"])
    do(state, "qic_types")
    assert state.score[0] == 18
    assert state.players[0].qic == 7
    state = position(planets, [spec, {}], ["xenos", "itars"])
    assert len(find(state, "qic_token")) == 2
    do(state, "qic_token", token="fed6")
    p = state.players[0]
    assert state.score[0] == 16
    assert p.knowledge == 2
    assert sum(p.tokens) == 2
    assert p.green == 1
    state = position(planets, [spec, {}], ["xenos", "itars"])
    do(state, "qic_tile")
    assert len(find(state, "tile")) == 9
    assert state.players[0].qic == 5


def test_special_actions_of_tiles_once_a_round():
    # Rules: [#2.3G]
    spec = {"ore": 0, "knowledge": 0, "qic": 0, "credits": 0, "bowls": [4, 0, 0],
            "tiles": ["tech9", "tech1", "tech2", "tech3"], "covered": ["tech1", "tech2", "tech3"],
            "advanced": ["advtech3", "advtech11", "advtech13"],
            "buildings": {"academy_right": ["0x0"]}}  # fmt: skip
    state = position(PLANETS, [spec, {"passed": True}], ["xenos", "itars"])
    names = [state.rules.decode(a)[1]["special"] for a in find(state, "special")]
    assert names == [0, 1, 2, 3, 4]
    for special in ("charge_4", "academy", "qic_5_credits", "ore_3", "knowledge_3"):
        do(state, "special", special=special)
        do(state, "end_turn")
    assert goods(state.players[0]) == (3, 5, 3, 2)
    assert state.players[0].p2 == 4
    assert not find(state, "special")


def test_a_covered_tile_has_no_special_action_any_more():
    spec = {"tiles": ["tech9"], "buildings": {"mine": ["0x0"]}}
    open_one, covered = (
        position(PLANETS, [{**spec, **more}, {}], ["xenos", "itars"])
        for more in ({}, {"covered": ["tech9"], "advanced": ["advtech1"]})
    )
    assert len(find(open_one, "special", special="charge_4")) == 1
    assert not find(covered, "special")


def test_an_academy_opens_its_special_action_without_a_tile_to_take():
    spec = {"ore": 6, "credits": 6, "bowls": [0, 0, 0], "qic": 0, "tiles": STANDARD,
            "buildings": {"research_lab": ["0x0"]}}  # fmt: skip
    state = position(PLANETS, [spec, {"passed": True}], ["xenos", "itars"])
    player = state.players[0]
    assert player.specials_at == player.used == 0  # the position begins a turn
    before = find(state, "special")
    do(state, "upgrade", hex="0x0", building="academy_right")
    do(state, "end_turn")  # nothing is asked before
    academy = find(state, "special", special="academy")
    assert sorted(find(state, "special")) == sorted([*before, *academy])
    assert len(academy) == 1
    assert academy[0] in state.candidates()


@pytest.mark.parametrize("factions", [["baltaks", "bescods"], ["xenos", "itars"]])
def test_whether_there_is_a_step_or_a_tile_is_told_as_by_their_lists(factions):
    rules = simkit.rules("gaia_project", seats=2)
    steps = tiles = 0
    for seed in range(3):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in factions]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            for p in state.players:
                for which in range(LOWEST_AREAS + 1):
                    areas = areas_for(state, p, which)
                    assert may_step(state, p, which) == bool(areas)
                    steps += not areas
                places = tile_places(state, p) or advanced_areas(state, p)
                assert tiles_open(state, p) == bool(places)
                tiles += 1
            options = state.candidates()
            state.apply(bots[state.seat].choose(state, options).action)
    assert steps > 100 and tiles > 500


@pytest.mark.parametrize(
    ("faction", "number", "burns", "credits"),
    [
        ("xenos", 1, [1, 2], [1, 2, 3, 4]), ("xenos", 6, [1, 2], [1, 2, 3, 4, 6]),
        ("taklons", 1, [1], [1]), ("taklons", 6, [1], [1]),
    ],
)  # fmt: skip
def test_free_actions_worth_a_thought(faction, number, burns, credits):
    """With the brainstone one at a time; in the last round all power may become credits."""
    state = position(PLANETS, [{"bowls": [0, 5, 6]}, {}], [faction, "itars"], round=number)
    told = [state.rules.decode(action) for action in state.candidates()]
    assert [args["count"] for kind, args in told if kind == "burn"] == burns
    spent = [args for kind, args in told if kind == "spend_power" and args["gain"] == 0]
    assert [args["count"] for args in spent] == credits
