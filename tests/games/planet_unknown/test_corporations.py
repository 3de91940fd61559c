"""Sections 5 and 6: symbols, benefits and the techs of every corporation."""

import pytest

from simkit.games.planet_unknown.io.positions import spot
from simkit.games.planet_unknown.rules.setup import tile_named

ICE = "place slot=inner x=0 y=5 rotation=0 mirror=0"  # I2: first half (0, 5), second half (0, 6)


def base(corporation, tech=0, **more):
    tracks = {"tech": tech, **more.pop("tracks", {})}
    return {"corporation": corporation, "tracks": tracks, "lifepods": [], **more}


def test_symbol_steps_are_compulsory_and_energy_is_optional(table):
    # [#3.5] [#5.1] [#5.2]
    t = table(open=["I2-CE", "Z5-RT"]).play(ICE)
    assert t.advances() == ["energy civ", "symbol civ"]
    assert "decline why=energy" in t.choices
    assert "done" not in t.choices


def test_energy_used_for_water_needs_no_ice(table):
    # [#5.4]
    place = "place slot=inner x=11 y=5 rotation=0 mirror=0"
    t = table(open=["I2-EW", "Z5-RT"]).play(place)
    assert t.advances() == ["energy water"]


def test_universal_1_no_contact_needed(table):
    # [#4.6]
    board = [["I2-RT", "0,5,0,0"]]
    near = len(table(base("universal_coalition", 0, board=board), open=["I2-CE", "Z5-CE"]).choices)
    far = len(table(base("universal_coalition", 3, board=board), open=["I2-CE", "Z5-CE"]).choices)
    assert far > 5 * near


def test_universal_2_patches_may_be_kept_and_are_placed_at_the_end(table):
    # [#6.7] [#9.4] [#10.3]
    seat = base("universal_coalition", 5, tracks={"biomass": 2})
    t = table(seat, open=["I2-BC", "Z5-CE"]).play(ICE).advance("symbol", "biomass")
    t.play("keep_patch")
    assert t.p.kept_patches == 1
    t.advance("symbol", "civ")
    t.p.stuck = True
    while not t.state.over:
        t.state.apply(t.state.candidates()[0])
    assert t.p.patches.bit_count() >= 1
    assert t.p.kept_patches == 0


def test_universal_3_each_gain_of_movement_is_one_larger(table):
    seat = base("universal_coalition", 7, tracks={"rover": 1}, rovers=[[5, 5]])
    t = table(seat, open=["I2-RT", "Z5-CE"]).play(ICE).advance("symbol", "rover")
    assert t.p.move == 2


def test_universal_4_double_water_for_the_symbol_only(table):
    # [#5.3]
    seat = base("universal_coalition", 10, tracks={"water": 4})
    t = table(seat, open=["I2-EW", "Z5-CE"]).play(ICE.replace("y=5", "y=5"))
    t.advance("symbol", "water").advance("symbol", "water").advance("energy", "water")
    assert t.p.step(1) == 7
    wide = table(seat, options={"double_water": "symbol_and_energy"}, open=["I2-EW", "Z5-CE"])
    wide.play(ICE).advance("energy", "water").advance("advance", "water")
    assert wide.p.step(1) == 6


def test_universal_5_no_meteorites(table):
    # [#3.4]
    assert (
        table(base("universal_coalition", 14), open=["I2-EW-m", "Z5-CE"]).play(ICE).p.meteors == 0
    )
    assert table(base("universal_coalition", 13), open=["I2-EW-m", "Z5-CE"]).play(ICE).p.meteors


def test_tech_is_lost_when_its_marker_goes_down(table):
    # [#6.6]
    from simkit.games.planet_unknown.rules import tracks

    for options, after in (({}, 0), ({"tech_after_descent": "kept"}, 2)):
        t = table(base("universal_coalition", 3), options=options)
        tracks.set_marker(t.p, 4, 4 << 4 | 2)
        assert t.p.tech & 2 == after


def test_cosmos_lifepods_go_to_scoring_or_onto_a_free_space(table):
    # [#6.13]
    seat = base("cosmos_inc", rovers=[[4, 5]], lifepods=[[5, 5]], movement=1)
    t = table(seat).play("move x=4 y=5 to_x=5 to_y=5")
    assert "stow place=scoring track=civ step=0" in t.choices
    assert "stow place=track track=biomass step=2" in t.choices
    assert "stow place=track track=biomass step=0" not in t.choices  # a marker stands there
    t.play("stow place=track track=biomass step=2")
    assert t.p.lifepods == 0
    assert t.p.all_pods == 1


def test_cosmos_1_diagonal(table):
    seat = base("cosmos_inc", 3, rovers=[[5, 5]], movement=1)
    assert "move x=5 y=5 to_x=6 to_y=6" in table(seat).choices


@pytest.mark.parametrize(
    ("here", "there", "allowed"),
    [
        ((5, 3), (6, 4), True),
        ((5, 9), (6, 8), True),
        ((4, 4), (5, 5), False),
        ((4, 5), (5, 6), False),
    ],
)
def test_w21_tartarus_has_two_corner_crossings(table, here, there, allowed):
    for a, b in ((here, there), (there, here)):
        seat = base("cosmos_inc", 3, planet="tartarus", rovers=[list(a)], movement=1, lifepods=[])
        step = f"move x={a[0]} y={a[1]} to_x={b[0]} to_y={b[1]}"
        assert (step in table(seat).choices) == allowed


def test_cosmos_2_at_once_or_any_time(table):
    seat = base("cosmos_inc", 4, collected_lifepods=2)
    t = table(seat, open=["I2-RT", "Z5-CE"]).play(ICE).advance("symbol", "tech")
    assert "move_pod" in t.kinds()
    assert "decline why=move_pod" in t.choices
    late = table(seat, options={"cosmos_tech_2": "any_time"}, open=["I2-RT", "Z5-CE"])
    late.play(ICE).advance("symbol", "tech")
    assert "move_pod" not in late.kinds()
    assert "tech level=2" in late.choices


def test_cosmos_3_placing_energy_moves_a_lifepod(table):
    seat = base("cosmos_inc", 7, collected_lifepods=1)
    assert "move_pod" in table(seat, open=["I2-CE", "Z5-CE"]).play(ICE).kinds()
    assert "move_pod" not in table(seat, open=["I2-RT", "Z5-CE"]).play(ICE).kinds()


def test_cosmos_4_energy_terrain_costs_nothing(table):
    seat = base("cosmos_inc", 10, board=[["I2-CE", "5,5,0,0"]], rovers=[[4, 6]], movement=1)
    t = table(seat).play("move x=4 y=6 to_x=5 to_y=6")
    assert t.p.move == 1


def test_cosmos_5_once_per_round(table):
    seat = base("cosmos_inc", 14, collected_lifepods=1)
    t = table(seat).play("tech level=5")
    t.play("move_pod from_place=scoring from_track=civ from_step=0 place=track track=civ step=1")
    assert "tech level=5" not in t.choices
    t.p.lifepods = 1
    t.p.all_pods = 2
    assert "tech level=5" not in t.choices


def test_cosmos_tech_under_a_lifepod_does_not_hold(table):
    # [#6.6]
    seat = base("cosmos_inc", 5, lifepods_on_tracks=[["tech", 3]])
    assert table(seat).p.tech == 4


def test_flux_only_the_latest_tech_holds(table):
    # [#6.6]
    assert table(base("flux_industries", 7)).p.tech == 8


def test_flux_token_moves_at_each_tech_milestone(table):
    seat = base("flux_industries", 2, flux="civ")
    t = table(seat, open=["I2-RT", "Z5-CE"]).play(ICE).advance("symbol", "tech")
    t.play("flux track=water")
    assert t.p.flux == 1


def test_flux_1_movement_for_rovers_on_the_flux_terrain(table):
    seat = base(
        "flux_industries", 3, flux="rover", board=[["I2-RT", "5,5,0,0"]], rovers=[[5, 5], [5, 6]]
    )
    t = table(seat, {}, open=["I2-CE", "Z5-CE"])
    now = t.state.round
    while t.state.round == now:
        t.state.apply(t.state.candidates()[-1])
    assert t.p.move == 2 * (5 * 13 + 5 in t.p.rovers)


def test_flux_2_to_the_next_milestone(table):
    seat = base("flux_industries", 5, flux="civ", tracks={"civ": 3})
    t = table(seat).play("tech level=2")
    assert t.p.step(0) == 6
    assert t.p.civ_due == [2]
    assert "tech level=2" not in t.choices


def test_flux_3_upgrades_the_flux_track(table):
    from simkit.games.planet_unknown.rules import benefits

    p = table(base("flux_industries", 7, flux="water")).p
    assert benefits.at(p, 1 << 4 | 3).syn == 2
    p = table(base("flux_industries", 7, flux="rover")).p
    assert benefits.at(p, 3 << 4 | 5).move == 3
    t = table(base("flux_industries", 7, flux="civ", tracks={"civ": 2}), open=["I2-CE", "Z5-CE"])
    t.play(ICE).advance("symbol", "civ")
    assert t.p.civ_due == [2]


def test_flux_4_collects_a_meteorite(table):
    seat = base("flux_industries", 10, flux="civ", meteorites_left=[[5, 5]])
    t = table(seat, open=["I2-CE", "Z5-CE"]).play(ICE)
    t.play("collect thing=meteorite x=5 y=5")
    assert t.p.rocks == 1


def test_flux_5_advances_once_per_round(table):
    t = table(base("flux_industries", 14, flux="civ")).play("tech level=5")
    t.advance("advance", "civ")
    assert t.p.step(0) == 1
    assert "tech level=5" not in t.choices


def test_horizon_1_rover_tiles_need_no_contact(table):
    # [#4.6]
    board = [["I2-RT", "0,5,0,0"]]
    t = table(base("horizon_group", 3, board=board), open=["I2-WR", "I4-CE"])
    near = [c for c in t.choices if "slot=outer" in c]
    far = [c for c in t.choices if "slot=inner" in c]
    assert len(far) > 5 * len(near)


def test_horizon_2_movement_per_loaded_rover(table):
    seat = base("horizon_group", 5, rovers=[[0, 5], [11, 5]], loads=[1, 1])
    t = table(seat)
    t.round_off()
    assert t.p.move == sum(t.p.loads)
    assert t.p.voids.bit_count() >= 1


def test_horizon_3_a_collected_meteorite_gives_a_patch(table):
    seat = base(
        "horizon_group", 7, board=[["I2-RT", "5,5,0,0"]], rovers=[[4, 5]], loads=[1], movement=1
    )
    t = table(seat).play("move x=4 y=5 to_x=5 to_y=5")
    assert "patch" in t.kinds()
    assert t.p.rocks == 1


def test_horizon_4_optional_in_the_implementation(table):
    seat = base(
        "horizon_group", 10, board=[["I2-EW", "5,4,0,0"]], rovers=[[4, 5]], loads=[1], movement=1
    )
    t = table(seat, options={"horizon_tech_4": "optional"}).play("move x=4 y=5 to_x=5 to_y=5")
    assert {"destroy thing=meteorite x=5 y=5", "decline why=cargo"} <= set(t.choices)


def test_horizon_4_a_rover_that_drives_on_keeps_its_load(table):
    seat = base(
        "horizon_group", 10, board=[["I2-EW", "5,4,0,0"]], rovers=[[4, 5]], loads=[1], movement=2
    )
    t = table(seat, options={"horizon_tech_4": "optional"}).play("move x=4 y=5 to_x=5 to_y=5")
    assert any(choice.startswith("destroy") for choice in t.choices)
    t.play("move x=5 y=5 to_x=6 to_y=5")
    assert not any(choice.startswith("destroy") for choice in t.choices)
    assert t.p.loads == [1]


def test_horizon_5_once_per_round(table):
    # [#6.8]
    t = table(base("horizon_group", 14)).play("tech level=5").advance("advance", "rover")
    assert t.p.step(3) == 1
    assert "tech level=5" not in t.choices


def test_horizon_meteorite_stays_when_its_rover_is_covered(table):
    seat = base("horizon_group", rovers=[[0, 5]], loads=[1])
    t = table(seat, open=["I2-EW", "Z5-CE"]).play(ICE)
    assert t.p.rovers == []
    assert t.p.meteors == 1 << 5 * 13


def test_jump_drive_lifepods_unlock_techs_in_any_order(table):
    # [#6.13]
    seat = base("jump_drive", 15, rovers=[[4, 5]], lifepods=[[5, 5]], movement=1)
    t = table(seat)
    assert t.p.tech == 0
    t.play("move x=4 y=5 to_x=5 to_y=5", "stow place=slot track=civ step=4")
    assert t.p.tech == 1 << 4
    assert t.p.lifepods == 0


def test_jump_drive_a_boost_in_place_of_a_patch(table):
    seat = base("jump_drive", tech_slots=[1], tracks={"biomass": 2})
    t = table(seat, open=["I2-BC", "Z5-CE"]).play(ICE).advance("symbol", "biomass")
    t.play("tech level=1")
    assert "synergy water" in t.advances()


def test_jump_drive_b_teleport_on_the_same_terrain_once(table):
    board = [["I2-RT", "0,5,0,0"], ["I2-WR", "1,5,0,0"]]
    seat = base("jump_drive", tech_slots=[2], board=board, rovers=[[0, 5]], movement=2)
    t = table(seat).play("move x=0 y=5 to_x=1 to_y=6")
    assert t.p.move == 1
    assert "move x=1 y=6 to_x=0 to_y=5" not in t.choices


def test_jump_drive_c_boost_twice(table):
    seat = base("jump_drive", tech_slots=[3], tracks={"water": 2})
    t = table(seat, open=["I2-EW", "Z5-CE"]).play(ICE).advance("symbol", "water")
    t.advance("double", "civ").advance("advance", "civ")
    assert t.p.step(0) == 2


def test_jump_drive_d_tech_as_energy(table):
    seat = base("jump_drive", tech_slots=[4], board=[["I2-CE", "1,5,0,0"]])
    t = table(seat, open=["I2-TB", "Z5-CE"]).play(ICE)
    assert t.advances() == [
        "symbol biomass", "tech_energy biomass", "tech_energy civ", "tech_energy tech",
    ]  # fmt: skip


def test_jump_drive_e_a_whole_row(table):
    seat = base("jump_drive", tech_slots=[5], tracks={"rover": 3})
    t = table(seat).play("row marker=rover")
    assert t.p.civ_due == [1]
    assert t.p.move == 1
    assert "synergy water" in t.advances()
    assert "row marker=rover" not in t.choices


def test_jump_drive_f_an_objective_for_everybody(table):
    t = table(base("jump_drive", tech_slots=[6]), {}).play("tech level=6")
    assert len(t.choices) == 3
    t.play(t.choices[0])
    assert len(t.state.shared) == 1


def test_jump_drive_tech_medals_fall(table):
    # [#6.4] [#13.3]
    from simkit.games.planet_unknown.rules import tracks

    steps = {0: 0, 1: 5, 5: 5, 6: 3, 8: 2, 15: 1}
    for step, points in steps.items():
        assert tracks.medal(table(base("jump_drive", step)).p, 4) == points


def test_makeshift_moves(table):
    from simkit.games.planet_unknown.rules.tracks import destinations

    at = {"civ": ["civ", 2], "water": ["water", 2], "biomass": ["biomass", 3]}
    p = table({"corporation": "makeshift", "markers": at}).p
    assert destinations(p, 1) == [0 << 4 | 3, 1 << 4 | 3]  # biomass 3 is taken
    p = table({"corporation": "makeshift", "markers": {**at, "tech": ["tech", 3]}}).p
    assert destinations(p, 0) == [0 << 4 | 3, 1 << 4 | 3]  # tech 3 is taken; civ and tech adjoin
    p = table({"corporation": "makeshift", "markers": {**at, "tech": ["tech", 7]}}).p
    assert 0 << 4 | 2 not in destinations(p, 1)
    assert 4 << 4 | 2 in destinations(p, 0)  # sideways with tech 3


def test_makeshift_any_marker_holds_a_tech(table):
    # [#6.6]
    p = table({"corporation": "makeshift", "markers": {"rover": ["tech", 5]}}).p
    assert p.tech == 6


def test_makeshift_2_4_5(table):
    from simkit.games.planet_unknown.rules import benefits, tracks

    at = {"rover": ["rover", 3], "biomass": ["rover", 2], "tech": ["tech", 5]}
    t = table({"corporation": "makeshift", "markers": at})
    benefits.gain_movement(t.p, 2)
    assert t.p.move == 3
    t = table({"corporation": "makeshift", "markers": {"tech": ["tech", 10]}})
    t.play("tech level=4", "down marker=tech track=tech step=9")
    assert "tech level=4" not in t.choices
    at = {"rover": ["rover", 10], "biomass": ["rover", 2], "tech": ["tech", 14]}
    p = table({"corporation": "makeshift", "markers": at}).p
    assert tracks.medal(p, 2) == 1


def test_oasis_steps_per_ice_cell_and_techs(table):
    # [#5.3]
    t = table(base("oasis_ultd"), open=["I2-EW", "Z5-WR"]).play(ICE)
    assert t.advances() == ["energy water", "symbol water"]
    seat = base("oasis_ultd", 14, tracks={"biomass": 3})
    t = table(seat, open=["I2-WR", "Z5-CE"]).play("place slot=inner x=11 y=5 rotation=0 mirror=0")
    assert "advance water" in t.advances()  # 3: no ice covered
    assert "patch" in t.kinds()  # 4
    assert "synergy civ" in t.advances()  # 5


def test_oasis_2_movement_on_water(table):
    seat = base("oasis_ultd", 5, board=[["I2-EW", "5,5,0,0"]], rovers=[[5, 6]])
    t = table(seat)
    t.round_off()
    assert t.p.move == 1


def test_oasis_medals_along_the_path(table):
    # [#6.4]
    from simkit.games.planet_unknown.rules import tracks

    p = table({"corporation": "oasis_ultd", "markers": {"water": ["rover", 9]}}).p
    assert tracks.medal(p, 1) == 6


def test_republic_civ_milestone_costs_a_step(table):
    # [#6.5]
    seat = base("republic", 2, tracks={"civ": 1, "water": 4})
    t = table(seat, open=["I2-CE", "Z5-CE"]).play(ICE).advance("symbol", "civ")
    downs = [c for c in t.choices if c.startswith("down")]
    assert downs == ["down marker=water track=water step=3", "down marker=tech track=tech step=1"]
    assert t.p.civ_due == [1]


def test_republic_1_movement_on_taking_a_civ_tile(table):
    seat = base("republic", 3, tracks={"rover": 4}, rovers=[[5, 5]])
    t = table(seat, open=["I2-CE", "Z5-RT"])
    assert "take slot=inner" in t.choices
    assert "take slot=outer" not in t.choices
    t.play("take slot=inner")
    assert t.p.move == 2
    t.play("move x=5 y=5 to_x=5 to_y=4")
    assert all("slot=outer" not in c for c in t.choices)
    t.play(ICE)
    assert t.p.move == 1  # not gained twice


def test_w14_republic_2_sees_one_card_of_the_next_level(table):
    seat = base("republic", 6, tracks={"civ": 7})
    t = table(seat, open=["I2-CE", "Z5-CE"]).play(ICE).advance("symbol", "civ")
    while t.kinds() != {"card"}:
        t.state.apply(t.state.candidates()[0])
    cards = [t.rules.tables.cards[int(c.split("=")[1]) - 1] for c in t.choices]
    third = (t.state.deck & t.state.tables.level_mask[3]).bit_count()
    assert sorted(card.level for card in cards) == [3] * third + [4]


def test_republic_3_teleport_between_civ_symbols(table):
    board = [["I2-CE", "0,5,0,0"], ["I3-BC", "1,5,0,0"], ["I3-CE", "10,5,0,0"]]
    seat = base("republic", 7, board=board, rovers=[[0, 5]], movement=1)
    found = [c for c in table(seat).choices if c.startswith("move") and "to_x=10" in c]
    assert found == ["move x=0 y=5 to_x=10 to_y=6"]
    wide = table(seat, options={"republic_tech_3": "terrain"}).choices
    assert len([c for c in wide if c.startswith("move") and "to_x=10" in c]) == 2


def test_republic_4_boost_with_every_milestone(table):
    seat = base("republic", 10, tracks={"civ": 1})
    t = table(seat, open=["I2-CE", "Z5-CE"]).play(ICE).advance("symbol", "civ")
    assert "synergy rover" in t.advances()


def test_republic_5_two_more_cards_at_the_end(table):
    t = table(base("republic", 14))
    t.p.stuck = True
    t.round_off()
    while not t.state.over:
        t.state.apply(t.state.candidates()[0])
    assert t.p.cards_taken >= 2


def test_wormhole_biomass_must_extend_an_area(table):
    # [#5.2]
    board = [["I2-TB", "0,5,0,0"]]  # biomass on (0, 6)
    far = "place slot=inner x=1 y=5 rotation=2 mirror=0"  # civ on (1, 4), biomass on (1, 5)
    near = "place slot=inner x=1 y=6 rotation=0 mirror=0"  # biomass on (1, 6)
    seat = base("wormhole_corp", board=board)
    assert "symbol biomass" not in table(seat, open=["I2-BC", "Z5-CE"]).play(far).advances()
    assert "symbol biomass" in table(seat, open=["I2-BC", "Z5-CE"]).play(near).advances()


def test_wormhole_1_resets_the_biomass_marker(table):
    t = table(base("wormhole_corp", 3, tracks={"biomass": 5})).play("tech level=1")
    assert t.p.step(2) == 0


def test_wormhole_1_a_biomass_symbol_waits_for_the_reset(table):
    # Section 6: at the top a symbol gives nothing, but the marker may be reset to the start first.
    near = "place slot=inner x=1 y=6 rotation=0 mirror=0"  # biomass on (1, 6) extends the area
    seat = base("wormhole_corp", 3, board=[["I2-TB", "0,5,0,0"]], tracks={"biomass": 5})
    civ = "advance why=symbol marker=civ track=civ step=1"
    t = table(seat, open=["I2-BC", "Z5-CE"]).play(near).play(civ)
    assert t.choices == ["tech level=1", "done"]
    assert "symbol biomass" in t.play("tech level=1").advances()
    declined = table(seat, open=["I2-BC", "Z5-CE"]).play(near).play(civ).play("done")
    assert declined.p.step(2) == 5


def test_without_the_reset_a_biomass_symbol_at_the_top_is_lost(table):
    near = "place slot=inner x=1 y=6 rotation=0 mirror=0"
    seat = base("wormhole_corp", board=[["I2-TB", "0,5,0,0"]], tracks={"biomass": 5})
    civ = "advance why=symbol marker=civ track=civ step=1"
    t = table(seat, open=["I2-BC", "Z5-CE"]).play(near).play(civ)
    assert t.state.round == 2  # nothing is left to decide


def test_wormhole_2_and_5_patches_on_tiles(table):
    # [#6.7]
    board = [["I2-TB", "0,5,0,0"]]
    from simkit.games.planet_unknown.rules.placing import patch_cells

    on = {"board": board, "meteorites_left": [[0, 6]]}
    tile, rock = 1 << 5 * 13, 1 << 6 * 13
    assert not patch_cells(table(base("wormhole_corp", 3, **on)).p) & (tile | rock)
    assert patch_cells(table(base("wormhole_corp", 5, **on)).p) & (tile | rock) == tile
    assert patch_cells(table(base("wormhole_corp", 14, **on)).p) & (tile | rock) == tile | rock


def test_wormhole_3_two_patches_once_per_round(table):
    seat = base("wormhole_corp", 7, tracks={"biomass": 1}, board=[["I2-TB", "0,5,0,0"]])
    t = table(seat, open=["I2-BC", "Z5-CE"]).play("place slot=inner x=1 y=6 rotation=0 mirror=0")
    t.advance("symbol", "biomass").play("fork branch=patch", "tech level=3").first("patch")
    assert "tech level=3" not in t.choices
    t.first("patch")
    assert t.p.patches.bit_count() == 2


def test_wormhole_4_keeps_patches(table):
    from simkit.games.planet_unknown.rules.items import may_keep_patch

    assert may_keep_patch(table(base("wormhole_corp", 10)).p)
    assert not may_keep_patch(table(base("wormhole_corp", 7)).p)


def test_wormhole_and_energy_both_readings(table):
    from simkit.games.planet_unknown.rules.placing import look_at

    seat = base("wormhole_corp", board=[["I2-TB", "1,5,0,0"]])
    p = table(seat).p
    rules = table(seat).rules
    tile = tile_named(rules.tables, "I2-CE")
    layout, low = spot(tile, "0,5,0,0")
    assert look_at(p, tile, layout, low).energy & 4
    assert not look_at(p, tile, layout, low, energy_biomass=False).energy & 4
