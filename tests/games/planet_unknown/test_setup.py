"""Section 2, Set-up, and the stock of tiles."""

import pytest

import simkit
from simkit.core.errors import BadValue, UnknownName
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules.cells import STRIDE
from simkit.games.planet_unknown.rules.tables import RESOURCES

TITLE = "planet_unknown"


def test_tiles_equal_the_list_of_the_stock():
    rules = simkit.rules(TITLE, seats=2)
    rows = rules.components["tiles"]
    assert rows["stock"]["tiles"] == 144
    import csv

    with (rules.data_folder() / "tiles.csv").open(encoding="utf-8") as handle:
        listed = list(csv.DictReader(handle))
    assert [row["tile_id"] for row in listed] == [tile.id for tile in rules.tables.tiles]
    for row, tile in zip(listed, rules.tables.tiles, strict=True):
        layout = tile.shape.all_layouts[0]
        words = []
        for i, d in enumerate(layout.offsets):
            cell = d - layout.zero + 3 * STRIDE + 3
            name = RESOURCES[(tile.first, tile.second)[layout.roles[i]]]
            star = "*" if d in layout.symbols else ""
            hit = "!" if tile.has_meteor and d == layout.meteor else ""
            words.append(((cell % STRIDE, cell // STRIDE), f"{name}{star}{hit}"))
        left = min(x for (x, _), _ in words)
        top = min(y for (_, y), _ in words)
        found = " ".join(f"{x - left}.{y - top}:{text}" for (x, y), text in words)
        assert found == row["cells"], tile.id


@pytest.mark.parametrize("seats", range(1, 7))
def test_counts(seats):
    # [#2.3] [#2.4] [#2.5]
    state = simkit.rules(TITLE, seats=seats).deal(simkit.Luck(seats))
    assert len(state.rivals) == {1: 0, 2: 3}.get(seats, seats)
    assert state.deck.bit_count() == 4 * (seats + 1)
    assert all(p.pods.bit_count() == 6 for p in state.players)
    assert len({p.planet.id for p in state.players}) == seats


def test_neighbours_share_a_rival_objective():
    # [#2.5]
    state = simkit.rules(TITLE, seats=4).deal(simkit.Luck(1))
    assert [(a, b) for _, a, b in state.rivals] == [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_solo_keeps_three_of_four_objectives():
    # [#2.5]
    rules = simkit.rules(TITLE, seats=1)
    state = rules.deal(simkit.Luck(3), factions=["republic"])
    assert len(state.legal()) == 4
    state.step(state.legal()[0])
    assert len(state.players[0].private) == 3


def test_private_objectives_variant_keeps_one_of_two():
    # [#11.2]
    rules = simkit.rules(TITLE, seats=3, private_objectives=True)
    state = rules.deal(simkit.Luck(3), factions=["republic", "cosmos_inc", "horizon_group"])
    for _ in range(3):
        assert len(state.legal()) == 2
        state.step(state.legal()[1])
    assert [len(p.private) for p in state.players] == [1, 1, 1]


def test_editions():
    standard = simkit.rules(TITLE, seats=6)
    for n in range(20):
        state = standard.deal(simkit.Luck(n))
        assert {p.planet.id for p in state.players} <= set(schema.PLANETS[: schema.STANDARD])
        assert {p.corp.id for p in state.players} <= set(schema.CORPORATIONS[: schema.STANDARD])
    with pytest.raises(BadValue, match="edition='deluxe'"):
        simkit.rules(TITLE, seats=1).deal(simkit.Luck(1), planets=["lacuna"])
    with pytest.raises(UnknownName, match="lacuna"):
        simkit.rules(TITLE, seats=1).deal(simkit.Luck(1), planets=["lacun"])


def test_only_the_symmetric_sides_exist_for_everybody():
    # [#2.2]
    rules = simkit.rules(TITLE, seats=3)
    rules.deal(simkit.Luck(1), planets=["ksb-4156"] * 3)
    with pytest.raises(BadValue, match="twice"):
        rules.deal(simkit.Luck(1), planets=["gaia", "gaia", "petra"])


def test_solo_needs_events():
    with pytest.raises(BadValue, match="event deck"):
        simkit.rules(TITLE, seats=1, events="none")


def test_event_mix_in_figures():
    # [#11.3] [#11.4]
    state = simkit.rules(TITLE, seats=1, events="9-3-8").deal(simkit.Luck(1))
    assert state.mix == (8, 3, 9)
    assert state.rules.solo_target(*state.mix) == 58
    with pytest.raises(BadValue, match="16 green"):
        simkit.rules(TITLE, seats=2, events="20-0-0").deal(simkit.Luck(1))


PRINTED = {
    "patch_contact": False, "city_under_patch": True, "double_water": "symbol_and_energy",
    "tech_after_descent": "kept",
}  # fmt: skip


def test_defaults_that_are_not_as_printed_are_named():
    default = simkit.rules(TITLE, seats=3).departures()
    assert [line.split()[0] for line in default] == list(PRINTED)
    assert all("(printed: " in line for line in default)
    assert simkit.rules(TITLE, seats=3, **PRINTED).departures() == []
    for option in simkit.rules(TITLE, seats=3).schema.options:
        for value in option.values[1:] if option.printed else ():
            named = simkit.rules(TITLE, seats=3, **{**PRINTED, option.name: value}).departures()
            assert bool(named) == (value not in option.printed), (option.name, value)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (3, {"rotation": "forced"}, "2 players"),
        (1, {"rotation": "forced"}, "2 players"),
        (1, {"private_objectives": True}, "2 to 6 players"),
        (2, {"boards": "symmetric", "petra_areas": "tiles"}, "boards"),
        (2, {"boards": "symmetric", "city_under_patch": True}, "boards"),
        (2, {"boards": "symmetric", "wormhole_energy": "no_biomass"}, "boards"),
    ],
)
def test_options_without_effect_are_refused(seats, options, why):
    with pytest.raises(BadValue, match=why):
        simkit.rules(TITLE, seats=seats, **options)
