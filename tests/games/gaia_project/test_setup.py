"""rules.md section 1; worked examples 1 to 4; map.toml, variable set-up."""

import pytest

import simkit
from simkit.core.errors import BadValue, SimkitError
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.galaxy import equal_neighbours, lay_out
from simkit.games.gaia_project.rules.geometry import cells_of

from .board import bowls, goods


def start(*factions, seed=1, **options):
    rules = simkit.rules("gaia_project", seats=len(factions), **options)
    return rules.deal(simkit.Luck(seed), factions=list(factions))


def test_four_players_set_up():  # example 1
    # Rules: [#1.1] [#1.2]
    state = start("terrans", "xenos", "taklons", "itars")
    assert state.boosters.bit_count() == 7
    assert sorted(state.places) == list(range(len(terms.STANDARD)))
    assert len(set(state.advanced_at)) == 6
    assert len(set(state.round_tiles)) == 6
    assert len(set(state.final_tiles)) == 2
    assert sum(state.tokens_left) == 17  # 18 without the one on terraforming 5


@pytest.mark.parametrize(("seats", "boosters"), [(2, 5), (3, 6), (4, 7)])
def test_boosters_are_players_plus_three(seats, boosters):
    # Rules: [#1.2]
    state = simkit.rules("gaia_project", seats=seats).deal(simkit.Luck(3))
    assert state.boosters.bit_count() == boosters


def test_terrans_start():  # example 2
    p = start("terrans", "xenos").players[0]
    assert goods(p) == (4, 15, 3, 1)
    assert bowls(p) == (4, 4, 0)
    assert p.levels == [0, 0, 0, 1, 0, 0]
    assert p.formers_free() == 1


# faction: ore, credits, knowledge, QIC after the first research step; bowls; level stepped on
STARTS = {
    "terrans": ((4, 15, 3, 1), (4, 4, 0), 3), "lantids": ((4, 13, 3, 1), (4, 0, 0), None),
    "xenos": ((4, 15, 3, 2), (2, 4, 0), 2), "gleens": ((5, 15, 3, 0), (2, 4, 0), 1),
    "taklons": ((4, 15, 3, 1), (3, 4, 0), None), "ambas": ((4, 15, 3, 2), (2, 4, 0), 1),
    "hadsch_hallas": ((4, 15, 3, 1), (2, 4, 0), 4), "ivits": ((4, 15, 3, 1), (2, 4, 0), None),
    "geodens": ((6, 15, 3, 1), (2, 4, 0), 0), "baltaks": ((4, 15, 3, 0), (2, 2, 0), 3),
    "firaks": ((3, 15, 2, 1), (2, 4, 0), None), "bescods": ((4, 15, 1, 1), (2, 4, 0), None),
    "nevlas": ((4, 15, 2, 1), (2, 4, 0), 5), "itars": ((5, 15, 3, 1), (4, 4, 0), None),
}  # fmt: skip


@pytest.mark.parametrize("faction", terms.FACTIONS)
def test_starting_boards(faction):  # examples 2 to 4
    # Rules: [#1.3]
    other = "xenos" if faction not in ("xenos", "gleens") else "terrans"
    state = start(faction, other)
    p = state.players[0]
    have, full, area = STARTS[faction]
    assert goods(p) == have
    assert bowls(p) == full
    assert state.score[0] == 10
    assert [i for i, level in enumerate(p.levels) if level] == ([] if area is None else [area])


def place_all(state):
    order = []
    while state.rules.schema.phases[state.phase] == "set_up":
        order.append(terms.FACTIONS[state.players[state.seat].faction])
        state.step(state.legal()[0])
    return order


def test_order_of_starting_structures():
    # Rules: [#1.4] [#5.ivits]
    state = start("ivits", "xenos", "terrans", "itars")
    order = place_all(state)
    assert order == ["xenos", "terrans", "itars", "itars", "terrans", "xenos", "xenos", "ivits"]
    assert [p.mines for p in state.players] == [0, 3, 2, 2]
    assert state.players[0].institute
    assert state.score == [10, 10, 10, 10]
    assert [p.pieces()[0] for p in state.players] == [0, 3, 2, 2]


def test_boosters_are_taken_from_last_to_first():
    # Rules: [#1.5]
    state = start("terrans", "xenos", "taklons")
    place_all(state)
    order = []
    while state.round == 0:
        order.append(state.seat)
        state.step(state.legal()[0])
    assert order == [2, 1, 0]


def test_two_sides_of_one_board_are_refused():
    # Rules: [#1.3]
    with pytest.raises(SimkitError, match="sides of one board"):
        start("terrans", "lantids")


def test_factions_may_be_chosen_in_turn_order():
    # Rules: [#1.3]
    rules = simkit.rules("gaia_project", seats=2, faction_choice="chosen")
    state = rules.deal(simkit.Luck(1))
    state.step(rules.parse("faction faction_chosen=terrans"))
    names = [rules.notation(a) for a in state.legal()]
    assert len(names) == 12
    assert not any("lantids" in n or "terrans" in n for n in names)
    state.step(state.legal()[0])
    assert state.score == [10, 10]


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("kind", ["outer", "inner"])
def test_a_map_without_outer_places_cannot_be_shuffled_by_them(seats, kind):
    with pytest.raises(BadValue, match="has an effect only with 3 to 4 players"):
        simkit.rules("gaia_project", seats=seats, map=kind)


@pytest.mark.parametrize(
    ("seats", "kind"),
    [
        (seats, kind)
        for seats in (2, 3, 4)
        for kind in ("shuffled", "outer", "inner", "first_game")
        if seats > 2 or kind in ("shuffled", "first_game")
    ],
)
def test_maps_obey_the_adjacency_rule(seats, kind):
    # Rules: [#1.1]
    rules = simkit.rules("gaia_project", seats=seats, map=kind)
    for seed in range(5):
        galaxy = rules.deal(simkit.Luck(seed)).galaxy
        assert not equal_neighbours(galaxy, all_types=False)
        assert len(galaxy.shape.cells) == (133 if seats == 2 else 190)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_adjacency_of_all_types_is_an_option(seats):
    rules = simkit.rules("gaia_project", seats=seats, adjacency="all_types")
    for seed in range(3):
        assert not equal_neighbours(rules.deal(simkit.Luck(seed)).galaxy, all_types=True)


def test_neighbours_within_a_sector_do_not_count():
    parts = simkit.rules("gaia_project", seats=4).components
    assert not equal_neighbours(lay_out(parts, [("10", (0, 0), 0)]), all_types=True)


def test_what_sectors_bring_to_their_places_is_the_same_every_time():
    parts = simkit.rules("gaia_project", seats=4).components
    far = [("5A", (0, 0), 2), ("5B", (9, 0), 8), ("1", (-9, 0), 2)]
    near = [("1", (0, 0), 2), ("5B", (9, 0), 2), ("5A", (-9, 0), 8)]
    for placement in (far, near, far):
        galaxy = lay_out(parts, placement)
        numbers = ["5", "1"] if placement is far else ["1", "5"]
        for code, (q, r), turns in placement:
            alone = lay_out(parts, [(code, (0, 0), turns)])
            for cell, hexagon in alone.shape.coordinates.items():
                here = galaxy.shape.cell[hexagon[0] + q, hexagon[1] + r]
                assert galaxy.planet[here] == alone.planet[cell]
                assert numbers[galaxy.sector[here]] == code.rstrip("AB")
        for kind, mask in enumerate(galaxy.type_mask):
            assert cells_of(mask) == [c for c, here in enumerate(galaxy.planet) if here == kind]
        assert galaxy.text.split()[0] == f"{placement[0][0]}@0,0/2"


@pytest.mark.parametrize(("kind", "hexes"), [("without_9_and_10", 152), ("without_10", 171)])
def test_smaller_map_for_three(kind, hexes):
    rules = simkit.rules("gaia_project", seats=3, small_map=kind)
    assert len(rules.deal(simkit.Luck(1)).galaxy.shape.cells) == hexes


BASIC = {"1", "2", "3", "4"}


def sectors_of(state):
    """Return place -> (sector, turns) of a map."""
    laid = (part.split("@") for part in state.galaxy.text.split())
    return {at.split("/")[0]: (code, at.split("/")[1]) for code, at in laid}


@pytest.mark.parametrize("kind", ["shuffled", "outer", "inner", "first_game"])
def test_sectors_change_places_as_the_option_says(kind):
    """Inner sectors with inner ones, outer with outer, all with all; turned where they are mixed."""
    maps = [
        sectors_of(simkit.rules("gaia_project", seats=4, map=kind).deal(simkit.Luck(seed)))
        for seed in range(40)
    ]
    first = sectors_of(simkit.rules("gaia_project", seats=4, map="first_game").deal(simkit.Luck(0)))
    inner = {place for place, (code, _) in first.items() if code in BASIC}
    seen = {place: {found[place][0] for found in maps} for place in first}
    turns = {place: {found[place][1] for found in maps} for place in first}
    every = {code for code, _ in first.values()}
    for place, (code, turn) in first.items():
        wanted = {
            "shuffled": every,
            "outer": {code} if place in inner else every - BASIC,
            "inner": BASIC if place in inner else every - BASIC,
            "first_game": {code},
        }[kind]
        assert seen[place] == wanted
        free = kind == "shuffled" or (kind in ("outer", "inner") and place not in inner)
        assert turns[place] == (set("012345") if free else {turn})


def test_first_game_keeps_the_inner_sectors_in_option_outer():
    rules = simkit.rules("gaia_project", seats=4, map="outer")
    text = rules.deal(simkit.Luck(5)).galaxy.text
    for part in ("1@2,3/0", "2@0,0/0", "3@-3,5/0", "4@-5,2/0"):
        assert part in text


def test_equal_numbers_deal_equal_maps_to_patched_rules():
    one = simkit.rules("gaia_project", seats=4).deal(simkit.Luck(9))
    rules = simkit.rules("gaia_project", seats=4, patch={"factions.terrans.start.ore": 3})
    two = rules.deal(simkit.Luck(9))
    assert one.galaxy.text == two.galaxy.text
    assert one.round_tiles == two.round_tiles


@pytest.mark.parametrize("seats", [2, 4])
def test_planets_are_numbered_and_the_lost_one_is_the_last(seats):
    for seed in range(5):
        galaxy = simkit.rules("gaia_project", seats=seats).deal(simkit.Luck(seed)).galaxy
        numbers = galaxy.numbers
        planets = cells_of(galaxy.planets)
        assert [numbers[cell] for cell in planets] == list(range(galaxy.count - 1))
        empty = {numbers[cell] for cell in galaxy.shape.cells if cell not in planets}
        assert empty == {galaxy.count - 1}
