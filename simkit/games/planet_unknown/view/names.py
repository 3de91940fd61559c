"""What cells, tiles, cards, objectives, techs and benefits are called.

A cell is written column,row from the upper left corner, which is 0,0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from simkit.games.planet_unknown.rules import benefits, items, player, tracks
from simkit.games.planet_unknown.rules.cells import STRIDE, cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import MILES, RESOURCES, TRACKS, Card, Tile

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

CONDITIONS = {
    "most_symbols_on_edge": "most {of} symbols on the edge", "largest_area": "largest {of} area",
    "most_areas": "most {of} areas", "fewest_symbols": "fewest {of} symbols",
    "most_tracks_at_top": "most tracks at the top", "most_collected": "most {of}s collected",
    "fewest_collected": "fewest {of}s collected", "square_3x3": "a {of} square of 3 by 3",
    "area_with_six_symbols": "a {of} area with six symbols",
    "rectangle_2x5": "a {of} rectangle of 2 by 5", "track_at_top": "a marker at the top of {of}",
    "at_most_five_symbols": "at most five {of} symbols", "collect_at_least_9": "9 {of}s collected",
    "more_lifepods_than_meteorites": "more lifepods than meteorites",
    "all_ice_covered": "all ice covered", "all_land_covered": "all land covered",
}  # fmt: skip


def at(cell: int) -> str:
    """Return a cell as column,row."""
    return f"{cell % STRIDE},{cell // STRIDE}"


def cells(mask: int) -> str:
    """Return cells as a list of column,row."""
    return " ".join(at(cell) for cell in cells_of(mask))


def listed(parts: list[str], last: str = "and") -> str:
    """Join parts as a sentence does.

    Examples
    --------
    >>> listed(["civ", "water", "tech"], "or")
    'civ, water or tech'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def tile_words(tile: Tile) -> str:
    """Return what a tile looks like: terrains, shape, size, whether it brings a meteorite."""
    pair = f"{RESOURCES[tile.first]} and {RESOURCES[tile.second]}"
    meteorite = ", meteorite" if tile.has_meteor else ""
    return f"the {pair} tile ({tile.shape.id}, {tile.size} cells{meteorite})"


def space_words(space: int, marker: int = -1) -> str:
    """Return a space of the tracks; a marker's own track need not be named."""
    track, step = space >> 4, space & 15
    return f"step {step}" + (f" of the {TRACKS[track]} track" if track != marker else "")


def card_words(card: Card) -> str:
    """Return what a card says, in the singular or plural that its number asks for."""
    text = card.text
    for ending in ("(s)", "(es)"):
        text = text.replace(ending, "" if " 1 " in f" {text}" else ending.strip("()"))
    return text


def event_words(card: Card) -> str:
    """Return what an event says, with the markers, steps or terrain that its text leaves to figures."""
    if card.effect == "rover_ban":
        return f"This round rovers may not enter {card.data['terrain']} terrain."
    if not card.tracks:
        return card.text
    marker, moved = marker_words(card.tracks), steps_words(card.data["steps"])
    marker = marker.replace("any", "any one") if marker.startswith("any") else f"the {marker}"
    if card.effect == "regress_choice":
        return f"Move {marker} down {moved} (as far as possible), without benefit."
    how = "out benefits" if card.effect == "advance_choice_no_benefit" else " benefits"
    return f"Advance {marker} {moved}, with{how}."


def marker_words(mask: int) -> str:
    """Return markers to choose from: "any marker", "civ or rover marker"."""
    if mask & items.ALL_MARKERS == items.ALL_MARKERS:
        return "any marker"
    return f"{listed([t for n, t in enumerate(TRACKS) if mask >> n & 1], 'or')} marker"


def steps_words(count: int) -> str:
    """Return a number of steps.

    Examples
    --------
    >>> steps_words(1), steps_words(3)
    ('1 step', '3 steps')
    """
    return f"{count} step{'s' * (count > 1)}"


def objective_words(side: dict[str, Any]) -> str:
    """Return what one side of an objective card asks for."""
    asked = CONDITIONS[side["condition"]].format(of=side.get("of", ""))
    return f"{asked.replace('a energy', 'an energy')} ({side['name']})"


def tech_name(p: Player, level: int) -> str:
    """Return a tech and what it does."""
    return f"tech {'ABCDEF'[level - 1] if p.kind == player.JUMP_DRIVE else level}: " + (
        p.corp.tech_text[level - 1].removeprefix(f"{'ABCDEF'[level - 1]}: ")
    )


def gains(state: PlanetState, p: Player, space: int, synergy: bool = True) -> list[str]:
    """Return what a step gives to a marker that arrives, as far as the event lets it."""
    step = benefits.at(p, space)
    rule = state.event_rule()
    said = [f"movement {step.move}"] if step.move else []
    if step.mile and rule != "no_milestones":
        said.append(milestone(p, space, MILES[step.mile], step.times))
    if step.syn and synergy and rule != "no_synergy":
        said.append("a synergy boost" if step.syn == 1 else f"{step.syn} synergy boosts")
    if step.fork:
        said.append(f"{fork_words(step.fork)} or a biomass patch")
    return said


def milestone(p: Player, space: int, kind: str, times: int) -> str:
    """Return what a milestone gives."""
    if kind == "civ":
        return f"a civ card of level {tracks.board(p, space).civ_level[space]}"
    if kind == "tech":
        level = p.corp.tech_level[space]
        return f"tech {level}" if level else "a tech milestone"
    if kind == "rover":
        return "a rover"
    return "a biomass patch" if times == 1 else f"{times} biomass patches"


def fork_words(first: str) -> str:
    """Return the first branch of a step of Wormhole's biomass track."""
    return (
        "a synergy boost"
        if first == "syn"
        else f"a step of the {first.removeprefix('advance ')} marker"
    )


def turn_words(by: int, depots: int) -> str:
    """Return how far and which way the station turns.

    Examples
    --------
    >>> turn_words(2, 6), turn_words(-1, 6)
    ('2 depots counter-clockwise', '1 depot clockwise')
    """
    by %= depots
    count, way = (by, "counter-clockwise") if by <= depots // 2 else (depots - by, "clockwise")
    return f"{count} depot{'s' * (count > 1)} {way}"


def faced_words(state: PlanetState, tops: Iterable[int]) -> str:
    """Return the open tiles of a depot (-1 where a slot is empty)."""
    tiles = [tile_words(state.tables.tiles[n]) for n in tops if n >= 0]
    if len(tiles) == 1:
        return f"{tiles[0]} only, the other slot being empty"
    return listed(tiles) or "an empty depot"
