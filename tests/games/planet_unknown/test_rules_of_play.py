"""Rules of play that no other test holds by itself: set-up, boosts, rovers, patches."""

import pytest

import simkit
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import benefits, flow, placing, tracks
from simkit.games.planet_unknown.rules.cells import cell

TITLE = "planet_unknown"


@pytest.mark.parametrize("seats", range(1, 7))
def test_twelve_slots_of_twelve_tiles_of_one_shape(seats):
    """Every shape has a slot of its own, small ones inside, large ones outside."""
    # [#2.1]
    state = simkit.rules(TITLE, seats=seats).deal(simkit.Luck(seats))
    tables = state.tables
    shapes = [{tables.tiles[n].shape.id for n in stack} for stack in state.stacks]
    assert [len(stack) for stack in state.stacks] == [12] * 12
    assert all(len(found) == 1 for found in shapes)
    assert len(set.union(*shapes)) == 12
    sizes = [tables.tiles[stack[0]].size for stack in state.stacks]
    assert max(sizes[:6]) <= 4 <= min(sizes[6:])


def test_a_boost_advances_any_marker_and_may_bring_the_next(table):
    """One step of any marker, with its benefits; a boost may give a boost."""
    # [#1.3] [#6.3]
    t = table({"tracks": {"tech": 1, "biomass": 1}})
    t.p.placed = True
    benefits.gain_synergy(t.state, t.p)
    assert len(t.advances()) == 5
    t.advance("synergy", "tech")
    assert t.advances() == [
        f"synergy {name}" for name in ("biomass", "civ", "rover", "tech", "water")
    ]
    t.advance("synergy", "biomass").advance("synergy", "water")
    assert "advance" not in t.kinds()
    assert [t.p.step(m) for m in range(5)] == [0, 1, 2, 0, 2]


def test_a_step_is_enjoyed_on_the_way_up_only(table):
    """Moving down brings nothing, a step that is passed again brings its benefits again."""
    # [#6.1]
    t = table({"tracks": {"rover": 4}})
    t.p.placed = True
    tracks.set_marker(t.p, 3, 3 << 4 | 3)
    assert (t.p.move, t.p.pending) == (0, [])
    benefits.arrive(t.state, 0, 3, 3 << 4 | 4)
    assert t.p.move == 2


def placing_a_rover(table, **seat):
    t = table({"board": [["I3-RT-m", "5,0,0,0"], ["patch", "4,1,0,0"]], "lifepods": [], **seat})
    t.p.last_tile = sum(1 << cell(5, y) for y in range(3))
    t.p.placed = True
    t.p.pending.append(schema.ROVER_ITEM)
    return t


def test_a_new_rover_stands_on_the_last_tile_and_takes_the_meteorite_there(table):
    """Not on a patch nor on a cell with a rover; without supply there is none."""
    # [#6.9]
    t = placing_a_rover(table, meteorites_left=[[5, 1]], rovers=[[5, 0]], supply=1)
    assert sorted(c for c in t.choices if c.startswith("rover")) == [
        "rover x=5 y=1",
        "rover x=5 y=2",
    ]
    t.play("rover x=5 y=1")
    assert (t.p.rocks, t.p.meteors, t.p.supply) == (1, 0, 0)
    assert "rover" not in placing_a_rover(table, supply=0).kinds()


def test_rovers_share_their_movement_and_the_rest_lapses(table):
    """A step costs one point, passing collects, rovers do not meet on a cell."""
    # [#6.11]
    seat = {"rovers": [[3, 5], [3, 6]], "movement": 3, "lifepods": [[4, 5]]}
    t = table(seat)
    assert "move x=3 y=5 to_x=3 to_y=6" not in t.choices
    t.play("move x=3 y=5 to_x=4 to_y=5")
    assert t.p.lifepods == 1
    t.play("move x=4 y=5 to_x=3 to_y=5")  # and back
    assert t.p.move == 1
    t.first("place")
    while t.state.round == 1:
        t.state.apply(t.state.candidates()[-1])
    assert t.p.move == 0


def test_a_patch_destroys_the_lifepod_under_it(table):
    """What lies under it is gone, as under a tile."""
    # [#13.2]
    p = table({"lifepods": [[4, 5]], "board": [["I2-RT", "5,5,0,0"]]}).p
    placing.lay_patch(p, cell(4, 5))
    assert (p.pods, p.all_pods) == (0, 0)


def test_a_patch_that_comes_first_touches_the_edge(table):
    """As the first tile does."""
    # [#13.1]
    p = table().p
    assert placing.patch_cells(p) == p.planet.edge


def test_republic_takes_its_card_though_no_other_marker_can_go_down(table):
    """The downward step is skipped; the card is due."""
    # [#13.4]
    seat = {"corporation": "republic", "tracks": {"civ": 1}}
    t = table(seat, open=["I2-CE", "Z5-RT"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0").advance("symbol", "civ")
    assert "down" not in t.kinds()
    assert t.p.civ_due == [1]
    low = {"corporation": "republic", "tracks": {"civ": 1, "water": 1}}
    t = table(low, open=["I2-CE", "Z5-RT"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0").advance("symbol", "civ")
    assert [c for c in t.choices if c.startswith("down")] == [
        "down marker=water track=water step=0"
    ]


def test_the_order_of_the_phases(table):
    """The station, the event, the tiles, the cards; then the next round."""
    # [#3.2] [#3.6]
    rules = simkit.rules(TITLE, seats=2, events="random")
    state = rules.deal(simkit.Luck(8), factions=["republic", "cosmos_inc"])
    seen = []
    while state.round < 5:
        if not seen or seen[-1] != (state.round, state.phase):
            seen.append((state.round, state.phase))
        state.apply(state.candidates()[0])
    order = [schema.STATION, schema.EVENT, schema.EVENT_CIV, schema.TURN, schema.CIV_PHASE]
    ranks = [(now, order.index(phase)) for now, phase in seen]
    assert ranks == sorted(ranks)
    assert flow.TAKING_CARDS == (schema.CIV_PHASE, schema.END, schema.EVENT_CIV)
