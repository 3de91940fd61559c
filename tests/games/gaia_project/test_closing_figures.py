"""Columns of `seats` and `games`, counted a second way: from the map and from the actions."""

from collections import Counter

import pytest

import simkit
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import cells_of

MASKS = (
    "mine_mask", "station_mask", "lab_mask", "institute", "left", "right", "former_mask", "spaces",
)  # fmt: skip


def play(seats, seed, **options):
    """Play at random; return the end, with the kinds of actions and the power leeched per seat."""
    rules = simkit.rules("gaia_project", seats=seats, **options)
    state, whims = rules.deal(simkit.Luck(seed)), simkit.Luck(seed).stream("whims")
    kinds = [Counter() for _ in range(seats)]
    while not state.over:
        action = whims.choice(state.candidates())
        kinds[state.seat][rules.decode(action)[0]] += 1
        state.apply(action)
    return state, kinds


@pytest.fixture(scope="module", params=[(2, 1), (3, 2), (4, 3)], ids=lambda p: f"{p[0]} seats")
def end(request):
    return play(*request.param)


def test_closing_figures_of_a_seat(end):
    state, kinds = end
    for seat in range(state.seats):
        p, row = state.players[seat], state.seat_row(seat)
        assert row["faction"] == p.faction
        for area, code in enumerate(terms.AREA_CODES):
            assert row[f"final_{code}"] == p.levels[area]
        cells = {
            name: set(cells_of(getattr(p, mask)))
            for name, mask in zip(terms.BUILDINGS, MASKS, strict=True)
        }
        lost = set(cells_of(p.lost))
        for name in terms.BUILDINGS:
            assert row[f"{name}s"] == len(cells[name] - (lost if name == "mine" else set())), name
        assert row["satellites"] == len(list(cells_of(p.satellites)))
        assert row["federations"] == sum(p.tokens)
        assert row["formed"] == kinds[seat]["federation"]
        own = set(cells_of(p.own))
        planets = [state.galaxy.planet[cell] for cell in own - lost]
        planets = [
            terms.GAIA if planet == terms.TRANSDIM else planet for planet in planets
        ]  # gaiaformed
        assert row["planet_types"] == len(set(planets)) + bool(lost) == p.types.bit_count()
        assert row["gaia_planets"] == planets.count(terms.GAIA)
        assert row["lost_planet"] is bool(lost)
        assert (row["standard_tiles"], row["advanced_tiles"]) == (
            len(list(cells_of(p.tiles))), len(list(cells_of(p.advanced)))
        )  # fmt: skip
        assert row["power_leeched"] == p.leeched
        assert row["bid"] == 0
    places = [state.seat_row(seat)["table_place"] for seat in range(state.seats)]
    assert [state.table[place] for place in places] == [*range(state.seats)]


def test_closing_figures_of_a_game(end):
    state, _ = end
    row = state.game_row()
    assert [row[f"round_{number}"] for number in range(1, 7)] == list(state.round_tiles)
    assert [row["final_1"], row["final_2"]] == list(state.final_tiles)
    assert [row[f"advanced_{code}"] for code in terms.AREA_CODES] == list(state.dealt_advanced)
    assert row["terraforming_token"] == state.dealt_token
    assert (row["automa_faction"], row["automa_vp"], row["automa_beaten"]) == (-1, 0, False)
    assert row["map"] == state.galaxy.text


@pytest.mark.parametrize(("more", "beaten"), [(-1, False), (0, False), (1, True)])
def test_the_automa_is_beaten_by_more_points(more, beaten):
    state, _ = play(1, 5)
    state.score[0] = state.automa.vp + more
    row = state.game_row()
    assert row["automa_beaten"] is beaten
    assert (row["automa_faction"], row["automa_vp"]) == (state.automa.faction, state.automa.vp)
