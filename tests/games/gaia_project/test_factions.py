"""Every faction's ability and institute (factions.toml; rules.md section 5)."""

from simkit.games.gaia_project.rules import income, scoring

from .board import bowls, cell, do, find, goods, may_federate, position

RICH = {"ore": 15, "credits": 30, "knowledge": 8, "qic": 0, "bowls": [0, 0, 9]}
QUIET = ["score5", "score4", "score1", "score2", "score10", "score7"]
DEAL = {"round_tiles": QUIET}


def total(state, kind):
    found = income.sources(state, state.players[0])
    return sum(amount for k, amount in found if k == kind)


# Terrans and Itars: test_income_and_gaia; Taklons: test_power_cycle, test_leech.


def test_lantids_build_beside_the_owner():
    # Rules: [#2.3A.5]
    planets = {(0, 0): "terra", (1, 0): "gaia", (2, 0): "desert"}
    rival = {"buildings": {"mine": ["1x0"]}}
    spec = {**RICH, "buildings": {"mine": ["0x0"]}}
    deal = {"round_tiles": ["score6", *QUIET[:5]]}
    state = position(planets, [spec, rival], ["lantids", "itars"], deal=deal)
    do(state, "mine", hex="1x0")
    p = state.players[0]
    assert goods(p)[:2] == (14, 28)
    assert p.qic == 0
    assert p.types.bit_count() == 1
    assert p.gaia_count == 0
    assert state.score[0] == 10
    assert p.mine_mask.bit_count() == 2
    assert p.own.bit_count() == 2
    assert not find(state, "upgrade", hex="1x0")
    assert scoring.final_count(p, scoring.STRUCTURES) == 2
    do(state, "end_turn")  # distance 0: the owner may leech
    assert state.seat == 1 or not find(state, "leech")


def test_lantids_reach_on_from_a_guest_mine_and_gain_knowledge_with_the_institute():
    # Rules: [#5.lantids]
    planets = {(0, 0): "terra", (1, 0): "ice", (2, 0): "terra"}
    spec = {**RICH, "knowledge": 0, "buildings": {"planetary_institute": ["0x0"]}}
    state = position(planets, [spec, {"buildings": {"mine": ["1x0"]}}], ["lantids", "itars"])
    assert not find(state, "mine", hex="2x0")
    do(state, "mine", hex="1x0")
    assert state.players[0].knowledge == 2
    do(state, "end_turn")
    while state.seat == 1:
        state.step(state.legal()[-1] if not find(state, "pass") else find(state, "pass")[0])
    assert find(state, "mine", hex="2x0")


def test_lantids_do_not_build_on_a_mere_gaiaformer():
    # Rules: [#2.3A.5]
    planets = {(0, 0): "terra", (1, 0): "transdim"}
    rival = {"levels": [0, 0, 0, 1, 0, 0], "gaiaformers": ["1x0"]}
    state = position(planets, [{**RICH, "qic": 2, "buildings": {"mine": ["0x0"]}}, rival],
                     ["lantids", "itars"], gaia=["1x0"])  # fmt: skip
    assert not find(state, "mine", hex="1x0")


def test_xenos_institute_income():  # example 43
    spec = {"buildings": {"planetary_institute": ["0x0"]}}
    state = position({(0, 0): "desert"}, [spec, {}], ["xenos", "itars"])
    assert total(state, 3) == 1
    assert total(state, 4) == 0
    assert total(state, 5) == 4


def test_gleens_qic_becomes_ore_until_the_academy_stands():
    # Rules: [#5.gleens]
    planets = {(0, 0): "desert", (1, 0): "desert"}
    state = position(planets, [{**RICH, "ore": 0, "buildings": {"mine": ["0x0"]}}, {}],
                     ["gleens", "itars"])  # fmt: skip
    do(state, "spend_power", gain="qic", count=1)
    assert goods(state.players[0])[0] == 1
    assert state.players[0].qic == 0
    spec = {**RICH, "ore": 0, "buildings": {"mine": ["0x0"], "academy_right": ["1x0"]}}
    state = position(planets, [spec, {}], ["gleens", "itars"])
    do(state, "spend_power", gain="qic", count=1)
    assert state.players[0].qic == 1


def test_gleens_tile_taken_with_the_academy_gives_a_qic():
    deal = {
        **DEAL,
        "tech_tiles": [
            "tech1",
            "tech2",
            "tech3",
            "tech4",
            "tech5",
            "tech6",
            "tech7",
            "tech8",
            "tech9",
        ],
    }
    for to, qic in (("academy_left", 0), ("academy_right", 1)):
        spec = {**RICH, "buildings": {"research_lab": ["0x0"]}}
        state = position({(0, 0): "desert"}, [spec, {}], ["gleens", "itars"], deal=deal)
        do(state, "upgrade", hex="0x0", building=to)
        do(state, "tile", place="terra")
        assert state.players[0].qic == qic


def test_gleens_gaia_planets():
    planets = {(0, 0): "desert", (1, 0): "gaia"}
    state = position(
        planets, [{**RICH, "buildings": {"mine": ["0x0"]}}, {}], ["gleens", "itars"], deal=DEAL
    )
    do(state, "mine", hex="1x0")
    assert goods(state.players[0])[:2] == (13, 28)
    assert state.score[0] == 12


def test_gleens_own_gaiaformer_saves_the_ore():
    planets = {(0, 0): "desert", (1, 0): "transdim"}
    spec = {
        **RICH,
        "levels": [0, 0, 0, 1, 0, 0],
        "gaiaformers": ["1x0"],
        "buildings": {"mine": ["0x0"]},
    }
    state = position(planets, [spec, {}], ["gleens", "itars"], gaia=["1x0"])
    do(state, "mine", hex="1x0")
    assert state.players[0].ore == 14


def test_gleens_institute_brings_their_token():
    # Rules: [#2.3D.3]
    deal = {"round_tiles": ["score4", *QUIET[:1], *QUIET[2:]]}
    spec = {
        **RICH,
        "ore": 4,
        "credits": 6,
        "knowledge": 0,
        "buildings": {"trading_station": ["0x0"]},
    }
    state = position({(0, 0): "desert"}, [spec, {}], ["gleens", "itars"], deal=deal)
    do(state, "upgrade", hex="0x0", building="planetary_institute")
    p = state.players[0]
    assert goods(p) == (1, 2, 1, 0)
    assert p.green == 1
    assert p.tokens[6] == 1
    assert state.score[0] == 15
    assert p.fed == 0
    assert p.formed == 0
    assert total(state, 0) >= 2


def test_ambas_swap():
    # Rules: [#5.ambas] [#2.3G]
    planets = {(0, 0): "swamp", (1, 0): "swamp", (2, 0): "swamp"}
    spec = {"buildings": {"planetary_institute": ["0x0"], "mine": ["1x0"], "lost_planet": ["2x1"]},
            "federation": ["0x0"], "tokens": ["fed2"]}  # fmt: skip
    state = position(planets, [spec, {"passed": True}], ["ambas", "itars"], deal=DEAL)
    assert not find(state, "swap", hex="2x1")
    do(state, "swap", hex="1x0")
    p = state.players[0]
    assert p.institute == 1 << cell(state, "1x0")
    assert p.mine_mask >> cell(state, "0x0") & 1
    assert state.score[0] == 10
    assert not state.sources_built
    do(state, "end_turn")
    assert not find(state, "swap")  # once per round
    assert total(state, 4) == 2
    assert total(state, 0) == 2 + 1


def test_ivits_space_stations():
    # Rules: [#5.ivits]
    spec = {**RICH, "qic": 1, "buildings": {"planetary_institute": ["0x0"]}}
    state = position(
        {(0, 0): "oxide", (2, 0): "oxide"}, [spec, {"passed": True}], ["ivits", "itars"]
    )
    assert not find(state, "space_station", hex="2x0")  # a planet
    do(state, "space_station", hex="1x0")
    p = state.players[0]
    assert p.spaces
    assert p.own.bit_count() == 1
    assert p.qic == 1
    do(state, "end_turn")
    assert not find(state, "space_station")
    assert find(state, "mine", hex="2x0")  # range starts from the station
    assert scoring.final_count(p, scoring.SATELLITES) == 1
    assert scoring.final_count(p, scoring.STRUCTURES) == 1


def test_ivits_have_six_stations():
    cells = [f"{q}x1" for q in range(-3, 3)]
    spec = {"buildings": {"planetary_institute": ["0x0"], "space_station": cells}}
    state = position({(0, 0): "oxide"}, [spec, {}], ["ivits", "itars"])
    assert not find(state, "space_station")


def test_geodens_institute():
    # Rules: [#5.geodens]
    planets = {(0, 0): "volcanic", (1, 0): "volcanic", (0, 1): "oxide", (-1, 0): "gaia"}
    spec = {**RICH, "knowledge": 0, "qic": 1, "buildings": {"planetary_institute": ["0x0"]}}
    for where, knowledge in (("1x0", 0), ("0x1", 3), ("-1x0", 3)):
        state = position(planets, [spec, {}], ["geodens", "itars"])
        do(state, "mine", hex=where)
        assert state.players[0].knowledge == knowledge


def test_baltaks_gaiaformers_for_qic_until_the_gaia_phase():
    # Rules: [#5.baltaks] [#2.2a]
    spec = {"levels": [0, 0, 0, 3, 0, 0], "qic": 0}
    state = position({(0, 0): "volcanic"}, [spec, {}], ["baltaks", "itars"])
    do(state, "gaiaformer_to_qic")
    do(state, "gaiaformer_to_qic")
    p = state.players[0]
    assert p.qic == 2
    assert p.formers_free() == 0
    assert not find(state, "gaiaformer_to_qic")
    state.step(find(state, "pass")[0])
    state.step(find(state, "pass")[0])
    assert state.round == 2
    assert p.formers_free() == 2


def test_baltaks_navigation_is_closed_until_the_institute():
    spec = {"knowledge": 4, "buildings": {"mine": ["0x0"]}}
    state = position({(0, 0): "volcanic"}, [spec, {}], ["baltaks", "itars"])
    assert len(find(state, "research")) == 5
    assert not find(state, "research", area="nav")
    spec = {"knowledge": 4, "buildings": {"planetary_institute": ["0x0"]}}
    state = position({(0, 0): "volcanic"}, [spec, {}], ["baltaks", "itars"])
    assert find(state, "research", area="nav")


def test_baltaks_right_academy_gives_credits():
    spec = {"credits": 0, "buildings": {"academy_right": ["0x0"]}}
    state = position({(0, 0): "volcanic"}, [spec, {}], ["baltaks", "itars"])
    do(state, "special", special="academy")
    assert state.players[0].credits == 4


def test_firaks_downgrade():
    # Rules: [#5.firaks] [#3b] [#2.4a]
    deal = {"round_tiles": ["score5", "score4", "score1", "score2", "score10", "score7"]}
    spec = {"knowledge": 0, "tiles": ["tech1"],
            "buildings": {"planetary_institute": ["0x0"], "research_lab": ["1x0"]}}  # fmt: skip
    planets = {(0, 0): "titanium", (1, 0): "titanium", (2, 0): "ice"}
    rival = {"bowls": [4, 0, 0], "buildings": {"mine": ["2x0"]}}
    state = position(planets, [spec, rival], ["firaks", "itars"], deal=deal)
    do(state, "downgrade", hex="1x0")
    do(state, "step", area="int")
    p = state.players[0]
    assert state.score[0] == 14
    assert p.station_mask
    assert not p.lab_mask
    assert p.tiles
    do(state, "end_turn")
    assert state.seat == 1
    assert find(state, "leech")


def test_firaks_downgrade_needs_a_station_piece():
    # Rules: [#5.firaks] [#1.7]
    planets = {(q, 0): "titanium" for q in range(-3, 4)}
    pieces = {"planetary_institute": ["0x0"], "research_lab": ["1x0"],
              "trading_station": ["-1x0", "-2x0", "-3x0", "2x0"]}  # fmt: skip
    state = position(planets, [{"buildings": pieces}, {}], ["firaks", "itars"])
    assert not find(state, "downgrade")


def test_bescods_lowest_area():
    # Rules: [#5.bescods]
    spec = {"levels": [2, 1, 1, 2, 2, 2]}
    state = position({(0, 0): "titanium"}, [spec, {}], ["bescods", "itars"], deal=DEAL)
    do(state, "special", special="up_lowest")
    names = [state.rules.notation(a) for a in state.legal()]
    assert names == ["step area=nav", "step area=int", "no_step"]
    do(state, "step", area="nav")
    assert state.players[0].levels[1] == 2


def test_bescods_lowest_areas_all_closed():
    # Rules: [#5.bescods]
    spec = {"levels": [4, 4, 4, 4, 4, 4]}
    state = position({(0, 0): "titanium"}, [spec, {}], ["bescods", "itars"])
    do(state, "special", special="up_lowest")
    assert find(state, "end_turn")  # no green token: the action gives nothing


def test_bescods_swapped_tracks():
    # Rules: [#2.3C]
    for start, to, price in (
        ("trading_station", "academy_left", (6, 6)), ("research_lab", "planetary_institute", (4, 6)),
    ):  # fmt: skip
        state = position({(0, 0): "titanium"}, [{**RICH, "buildings": {start: ["0x0"]}}, {}],
                         ["bescods", "itars"])  # fmt: skip
        other = "planetary_institute" if to == "academy_left" else "academy_left"
        assert not find(state, "upgrade", building=other)
        do(state, "upgrade", hex="0x0", building=to)
        assert goods(state.players[0])[:2] == (15 - price[0], 30 - price[1])


def test_bescods_swapped_income():
    planets = {(0, 0): "titanium", (1, 0): "titanium"}
    spec = {"buildings": {"trading_station": ["0x0"], "research_lab": ["1x0"]}}
    state = position(planets, [spec, {}], ["bescods", "itars"])
    assert total(state, 2) == 1
    assert total(state, 1) == 3


def test_bescods_institute_strengthens_titanium():
    # Rules: [#2.3D]
    planets = {(0, 0): "titanium", (1, 0): "titanium", (2, 0): "terra"}
    pieces = {"planetary_institute": ["0x0"], "mine": ["1x0", "2x0"]}
    spec = {"tiles": ["tech3"], "buildings": pieces}
    state = position(planets, [spec, {}], ["bescods", "itars"])
    p = state.players[0]
    values = [state.power_value(p, cell(state, name)) for name in ("0x0", "1x0", "2x0")]
    assert values == [5, 2, 1]  # institute 3 + 1 (tile) + 1
    assert may_federate(state, "0x0", "1x0", "2x0")


def test_nevlas_labs_charge():
    planets = {(0, 0): "ice", (1, 0): "ice"}
    spec = {"buildings": {"research_lab": ["0x0", "1x0"]}, "levels": [0] * 6}
    state = position(planets, [spec, {}], ["nevlas", "xenos"])
    assert total(state, 5) == 4
    assert total(state, 2) == 1


def test_itars_income_and_left_academy():
    spec = {"buildings": {"academy_left": ["0x0"]}}
    state = position({(0, 0): "ice"}, [spec, {}], ["itars", "xenos"])
    assert total(state, 4) == 1
    assert total(state, 2) == 1 + 3


def test_base_income_of_ambas_firaks_hadsch_hallas_bescods():
    planets = {(0, 0): "swamp"}
    for faction, expected in (
        ("ambas", (2, 0, 1)), ("firaks", (1, 0, 2)), ("hadsch_hallas", (1, 3, 1)),
        ("bescods", (1, 0, 0)), ("lantids", (1, 0, 1)),
    ):  # fmt: skip
        state = position(planets, [{"levels": [0] * 6}, {}], [faction, "itars"])
        assert tuple(total(state, kind) for kind in (0, 1, 2)) == expected


def test_institute_incomes():
    for faction, token in (("terrans", 1), ("lantids", 0), ("ambas", 2), ("bescods", 2),
                           ("firaks", 1), ("taklons", 1)):  # fmt: skip
        spec = {"buildings": {"planetary_institute": ["0x0"]}}
        state = position({(0, 0): "terra"}, [spec, {}], [faction, "itars"])
        assert (total(state, 5), total(state, 4)) == (4, token)


def test_brainstone_counts_as_one_token_for_bowls():
    state = position({(0, 0): "swamp"}, [{"bowls": [2, 4, 0]}, {}], ["taklons", "itars"])
    assert bowls(state.players[0]) == (3, 4, 0)
