"""Final scoring (section 10) and objectives (section 8, objectives.toml)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import tracks
from simkit.games.planet_unknown.rules.cells import STRIDE, areas, cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import ENERGY, RESOURCES, TRACKS, Tables

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

TRACK_SOURCES = [schema.SOURCE[f"track_{name}"] for name in TRACKS]


@dataclass(slots=True)
class SeatScore:
    """The parts of one seat's score, objectives apart."""

    rows: list[int]
    columns: list[int]
    bonus: int
    medals: list[int]
    lifepods: int
    meteorites: int
    repo: int  # what Meteorite Repo cards add
    cards: dict[int, int] = field(default_factory=dict)  # points by number of the card


def covered(p: Player) -> int:
    """Return the cells that count as covered for rows and columns (Petra: bare currents too)."""
    return p.occ | p.planet.currents


def line_points(p: Player) -> tuple[list[int], list[int]]:
    """Return the medals of the complete rows and columns without meteorite."""
    # [#10.1]
    planet = p.planet
    full, voids = covered(p), p.voids
    rows = [
        medal if not line & ~full and not line & voids else 0
        for line, medal in zip(planet.rows, planet.row_medals, strict=True)
    ]
    columns = [
        medal if not line & ~full and not line & voids else 0
        for line, medal in zip(planet.columns, planet.column_medals, strict=True)
    ]
    return rows, columns


def planet_bonus(p: Player, city_under_patch: bool = False) -> int:
    """Return the points of Gaia's cities without a tile and of Cerberus' covered discs."""
    # [#10.1]
    planet = p.planet
    cover = p.occ
    if city_under_patch:
        cover = p.tiles
    bonus = planet.city_points * (planet.cities & ~cover).bit_count()
    return bonus + planet.disc_points * sum(not disc & ~p.occ for disc in planet.discs)


def card_points(p: Player, tables: Tables) -> dict[int, int]:
    """Return the points of the "end" cards, Meteorite Repo apart; a set is split card by card."""
    found = {}
    sets = 0
    for number in cells_of(p.cards):
        card = tables.cards[number - 1]
        if card.effect in ("vp", "vp_and_advance"):
            found[number] = card.vp
        elif card.effect == "vp_per_patch":
            found[number] = card.vp * (p.patches.bit_count() + p.stacked)
        elif card.effect == "lifepod_bonus":
            found[number] = card.vp * p.lifepods
        elif card.effect == "commerce_agreement":
            sets += 1
            found[number] = tables.commerce_points[sets] - tables.commerce_points[sets - 1]
    return found


def repo_cards(p: Player, tables: Tables) -> list[int]:
    """Return the Meteorite Repo cards of a seat."""
    return [n for n in cells_of(p.cards) if tables.cards[n - 1].effect == "meteorite_repo"]


def seat_score(p: Player, tables: Tables, city_under_patch: bool = False) -> SeatScore:
    """Work out all parts of a seat's score except objectives."""
    rows, columns = line_points(p)
    threes = p.rocks // p.corp.meteorites_per_point
    return SeatScore(
        rows=rows,
        columns=columns,
        bonus=planet_bonus(p, city_under_patch),
        medals=[tracks.medal(p, m) for m in range(5)],
        lifepods=p.lifepods * p.corp.lifepod_points,
        meteorites=threes,
        repo=threes * len(repo_cards(p, tables)),
        cards=card_points(p, tables),
    )


def score_game(state: PlanetState) -> None:
    """Score everybody; the only place where points are won in this title."""
    for seat in range(state.seats):
        for source, points in final_points(state, seat):
            state.gain(seat, source, points)


def final_points(
    state: PlanetState, seat: int, with_cards: bool = True, with_private: bool = True
) -> list[tuple[int, int]]:
    """Return the points of a seat by source, as they would be counted now (section 10).

    Parameters
    ----------
    with_cards, with_private
        Whether "end" cards and private objectives count, which lie face down during the game.
    """
    # [#10.2]
    p, tables = state.players[seat], state.tables
    parts = seat_score(p, tables, bool(state.rules.options["city_under_patch"]))
    points = [
        (schema.SOURCE["rows"], sum(parts.rows)),
        (schema.SOURCE["columns"], sum(parts.columns)),
        (schema.SOURCE["bonus"], parts.bonus),
        *zip(TRACK_SOURCES, parts.medals, strict=True),
        (schema.SOURCE["lifepods"], parts.lifepods),
        (schema.SOURCE["meteorites"], parts.meteorites),
    ]
    if with_cards:
        points += [
            (schema.CARD_SOURCE[number], parts.meteorites) for number in repo_cards(p, tables)
        ]
        points += [(schema.CARD_SOURCE[number], worth) for number, worth in parts.cards.items()]
    if with_private:
        points.append((schema.SOURCE["private"], private_points(state, seat)))
    for neighbour, worth in rival_points(state, seat):
        right = state.seats == 2 or neighbour == (seat + 1) % state.seats
        points.append((schema.SOURCE["rival_right" if right else "rival_left"], worth))
    points.append((schema.SOURCE["rival_all"], shared_points(state, seat)))
    return points


def projected(state: PlanetState) -> list[int]:
    """Return what every seat would have if the game ended now, by what lies open to all.

    With several players "end" cards count from the end on, private objectives once all is scored.
    """
    alone = state.seats == 1
    shown = alone or state.phase == schema.END or state.over
    return [
        sum(n for _, n in final_points(state, seat, shown, alone or state.over))
        for seat in range(state.seats)
    ]


# Objectives --------------------------------------------------------------------------------------


def rival_points(state: PlanetState, seat: int) -> list[tuple[int, int]]:
    """Return (neighbour, points) for every rival objective of a seat."""
    # [#8.1]
    tables = state.tables
    found = []
    for number, a, b in state.rivals:
        if seat not in (a, b):
            continue
        other = b if seat == a else a
        side = tables.objectives[number - 1]["rival"]
        mine = rival_value(state, state.players[seat], side)
        theirs = rival_value(state, state.players[other], side)
        found.append((other, rival_share(tables, mine, theirs)))
    return found


def rival_share(tables: Tables, mine: int, theirs: int) -> int:
    """Return the points of a rival objective for one of two players, larger figures being better."""
    if mine > theirs:
        return tables.rival_win
    return tables.rival_tie if mine == theirs else 0


def shared_points(state: PlanetState, seat: int) -> int:
    """Return the points of objectives for all: one best player wins, several best ones tie."""
    tables = state.tables
    total = 0
    for number in state.shared:
        side = tables.objectives[number - 1]["rival"]
        values = [rival_value(state, p, side) for p in state.players]
        if values[seat] == max(values):
            total += tables.rival_win if values.count(values[seat]) == 1 else tables.rival_tie
    return total


def private_points(state: PlanetState, seat: int) -> int:
    """Return the points of the private objectives that are met."""
    # [#8.1]
    tables, p = state.tables, state.players[seat]
    met = sum(private_met(state, p, tables.objectives[n - 1]["private"]) for n in p.private)
    return met * tables.private_done


def area_cells(state: PlanetState, p: Player, resource: int) -> int:
    """Return the cells that make areas of a terrain (option: with Petra's bare currents)."""
    if resource == ENERGY and state.rules.options["petra_areas"] == "currents":
        return p.energy_terrain
    return p.terrain[resource]


def rival_value(state: PlanetState, p: Player, side: dict[str, Any]) -> int:
    """Return how well a player does at a rival objective; larger is better."""
    condition = side["condition"]
    if condition == "most_tracks_at_top":
        return sum(tracks.at_top(p, t) for t in range(5))
    if condition in ("most_collected", "fewest_collected"):
        amount = p.rocks if side["of"] == "meteorite" else p.all_pods
        return amount if condition == "most_collected" else -amount
    resource = RESOURCES.index(side["of"])
    if condition == "most_symbols_on_edge":
        return (p.symbols[resource] & p.planet.edge).bit_count()
    if condition == "fewest_symbols":
        return -p.symbols[resource].bit_count()
    found = areas(area_cells(state, p, resource))
    if condition == "most_areas":
        return len(found)
    if condition == "largest_area":
        return max((a.bit_count() for a in found), default=0)
    raise ValueError(f"unknown condition {condition!r}")


def private_met(state: PlanetState, p: Player, side: dict[str, Any]) -> bool:
    """Tell whether a private objective is met."""
    condition = side["condition"]
    if condition == "track_at_top":
        return tracks.at_top(p, TRACKS.index(side["of"]))
    if condition == "collect_at_least_9":
        return p.rocks >= 9
    if condition == "more_lifepods_than_meteorites":
        return p.all_pods > p.rocks
    if condition == "all_ice_covered":
        return not p.planet.ice & ~p.occ
    if condition == "all_land_covered":
        return not p.planet.grid & ~p.planet.ice & ~p.occ
    resource = RESOURCES.index(side["of"])
    if condition == "at_most_five_symbols":
        return p.symbols[resource].bit_count() <= 5
    if condition == "area_with_six_symbols":
        symbols = p.symbols[resource]
        return any((a & symbols).bit_count() >= 6 for a in areas(area_cells(state, p, resource)))
    cells = p.energy_terrain if resource == ENERGY else p.terrain[resource]
    if condition == "square_3x3":
        return bool(rectangle(cells, 3, 3))
    if condition == "rectangle_2x5":
        return bool(rectangle(cells, 2, 5) or rectangle(cells, 5, 2))
    raise ValueError(f"unknown condition {condition!r}")


def rectangle(cells: int, width: int, height: int) -> int:
    """Return the upper left cells of all filled rectangles of a size.

    Examples
    --------
    >>> rectangle(0b11 | 0b11 << 13, 2, 2)
    1
    """
    found = cells
    for n in range(1, width):
        found &= cells >> n
    rows = found
    for n in range(1, height):
        found &= rows >> (n * STRIDE)
    return found


def verdict(tables: Tables, difference: int) -> int:
    """Return the number in `VERDICTS` of a solo result: the highest threshold reached.

    What misses even the lowest is called the same.
    """
    # [#11.5]
    thresholds: list[int] = tables.solo_target["result_thresholds"]
    return max(1, sum(threshold <= difference for threshold in thresholds))


def solo_target(tables: Tables, red: int, orange: int, green: int) -> int:
    """Return the target of the solo game (section 11).

    Examples
    --------
    8 red, 3 orange and 9 green cards make 58 (rulebook).
    """
    # [#11.4]
    data = tables.solo_target
    total: int = data["base"]
    for colour, count in (("red", red), ("orange", orange), ("green", green)):
        band = next(b for b in data["bands"] if b["from"] <= count <= b["to"])
        total += band[colour]
    return total
