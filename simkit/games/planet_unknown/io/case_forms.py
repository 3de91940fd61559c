"""The forms of free cases: what puts each of them to the engine, and the keys that it knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.io.cases import KEYS as FOLLOWING
from simkit.games.planet_unknown.io.cases import CannotMechanise, alone, follow, positions
from simkit.games.planet_unknown.rules import cards, flow, items, placing, rovers, scoring, tracks
from simkit.games.planet_unknown.rules.cells import STRIDE, areas, beside, cell, cells_of
from simkit.games.planet_unknown.rules.setup import tile_named
from simkit.games.planet_unknown.rules.state import PlanetState
from simkit.games.planet_unknown.rules.tables import RESOURCES, TRACKS

Case = Mapping[str, Any]
Evaluate = Callable[[Case], dict[str, Any]]


def _deal(given: Case) -> dict[str, Any]:
    """Count what a deal puts on the table (W1, W2)."""
    rules = make_rules("planet_unknown", given["players"], None, **given.get("options", {}))
    fixed = {key: given[key] for key in ("rotation",) if key in given}
    state = rules.deal(Luck(int(given.get("seed", 0))), **fixed)
    assert isinstance(state, PlanetState)
    by_level = [(state.deck & state.tables.level_mask[n]).bit_count() for n in range(1, 5)]
    dealt = [p.choice.bit_count() or len(p.private) for p in state.players]
    shapes = [{state.tables.tiles[t].shape.id for t in stack} for stack in state.stacks]
    return {
        "civ_cards_per_level": by_level[0] if len(set(by_level)) == 1 else by_level,
        "civ_cards": sum(by_level),
        "rival_objectives": len(state.rivals),
        "private_objectives": dealt,
        "private_objectives_dealt": dealt,
        "private_objectives_kept": _after_set_up(state),
        "rotation": _turned(state) if "rotation" in given else state.rotation,
        "slots": len(state.stacks),
        "tiles_per_slot": sorted(set(state.left)),
        "tiles": sum(state.left),
        "one_shape_per_slot": all(len(found) == 1 for found in shapes),
        "lifepods": [p.pods.bit_count() for p in state.players],
        "rovers": [p.supply for p in state.players],
        "event_deck": len(state.event_deck),
        "event_cards": _usable_events(state),
        "markers": [p.step(m) for p in state.players for m in range(5)],
        "depots": state.tables.depots,
    }


def _after_set_up(state: PlanetState) -> list[int]:
    """Return how many private objectives the seats keep after they have chosen."""
    state = state.clone()
    while state.phase == schema.SETUP:
        state.step(state.legal()[0])
    return [len(p.private) for p in state.players]


def _turned(state: PlanetState) -> int:
    """Return how the station is turned before the next round, unless the commander turns it then."""
    state = state.clone()
    while state.phase == schema.SETUP:
        state.step(state.legal()[0])
    if state.phase == schema.STATION:  # else it has been turned by force already
        flow.begin_round(state)
    return state.rotation


def _usable_events(state: PlanetState) -> dict[str, int]:
    """Return how many event cards of each colour may be used by this number of players."""
    usable = [card.colour for card in state.tables.events if state.seats == 1 or not card.solo]
    return {colour: usable.count(colour) for colour in ("green", "orange", "red")}


def _cards(given: Case) -> dict[str, Any]:
    """Let the first seat choose a card at a civ milestone (W14)."""
    seats = int(given.get("players", 4))
    rules = make_rules("planet_unknown", seats, None, edition="deluxe")
    keys = ("corporation", "tracks", "markers", "tech_level", "techs_off")
    player = {key: given[key] for key in keys if key in given}
    left = {"civ_cards": given["civ_cards"]} if "civ_cards" in given else {}
    if "cards_left" in given:
        of_level: dict[int, list[int]] = {}
        for card in rules.tables.cards:  # type: ignore[attr-defined]
            of_level.setdefault(card.level, []).append(card.id)
        counts = given["cards_left"]
        if not isinstance(counts, Mapping):
            counts = dict(enumerate(counts, 1))
        numbers = [of_level[int(n)][: int(count)] for n, count in counts.items()]
        left = {"civ_cards": [number for level in numbers for number in level]}
    state = rules.position({"players": [player] + [{}] * (seats - 1), "deal": left})
    assert isinstance(state, PlanetState)
    cards.look_at_deck(state, 0, int(given["card_level"]))
    choice = state.players[0].choice
    by_level = [(choice & mask).bit_count() for mask in state.tables.level_mask]
    return {
        "card_choices": cells_of(choice),
        "choices": cells_of(choice),
        "choices_by_level": {str(n): count for n, count in enumerate(by_level) if count},
    }


_CARD_KEYS = {
    "corporation", "card_level", "players", "civ_cards", "cards_left", "tracks", "markers",
    "tech_level", "techs_off",
}  # fmt: skip


def _planet(given: Case) -> dict[str, Any]:
    """Read the figures of a planet board."""
    rules = make_rules("planet_unknown", 1, None, edition="deluxe")
    state = rules.position({"players": [dict(given)]})
    assert isinstance(state, PlanetState)
    planet = state.players[0].planet
    crossings = []
    if planet.rule == "chasm":
        west, east = planet.regions
        crossings = [(a, b) for a in cells_of(west) for b in cells_of(planet.diagonal[a] & east)]
    return {
        "grid_cells": planet.grid.bit_count(),
        "ice_cells": planet.ice.bit_count(),
        "edge_cells": planet.edge.bit_count(),
        "lifepods": planet.lifepods.bit_count(),
        "diagonal_crossings": [[[c % STRIDE, c // STRIDE] for c in pair] for pair in crossings],
    }


def _crossing(given: Case) -> dict[str, Any]:
    """Tell whether one point brings a rover from a cell to another, diagonally with Cosmos 3 (W21)."""
    driver = {"corporation": "cosmos_inc", "tech_level": 3, **given}
    _, p = alone({**driver, "rovers": [given["from"]], "lifepods": []})
    start, there = cell(*given["from"]), cell(*given["to"])
    cost = rovers.reach(p, start, int(given.get("movement", 1)), p.planet.toxic & ~p.occ)
    allowed = there in cost
    return {"allowed": allowed, "legal": allowed, "possible": allowed, "cost": cost.get(there)}


def _play(given: Case) -> dict[str, Any]:
    """Step through actions from a position and read the figures of the first seat."""
    position = given["position"]
    seats = len(position["players"])
    options = {"edition": "deluxe", **given.get("options", {})}
    rules = make_rules("planet_unknown", seats, None, **options)
    state = rules.position(position)
    assert isinstance(state, PlanetState)
    for text in given["actions"]:
        state.step(rules.parse(text))
    p = state.players[0]
    now = [rules.notation(a) for a in state.legal()] if state.seat == 0 else []
    steps = [text for text in now if text.startswith("advance")]
    return {
        "positions": positions(p),
        **{f"{t}_step": p.step(i) for i, t in enumerate(TRACKS)},
        "movement": p.move,
        "lifepods": p.lifepods,
        "meteorites": p.rocks,
        "loaded": sum(p.loads),
        "rovers": [[c % STRIDE, c // STRIDE] for c in p.rovers],
        "meteorites_on_planet": p.void_count,
        "meteorite_cells": [[c % STRIDE, c // STRIDE] for c in cells_of(p.voids)],
        "patches": p.patches.bit_count(),
        "synergies": p.synergies,
        "civ_cards_due": p.civ_due,
        "ends": p.stuck,
        "legal": now,
        "advances": sorted({text.split("marker=")[1].split()[0] for text in steps}),
        "card_choices": sorted(int(t.split("=")[1]) for t in now if t.startswith("card ")),
        "may": sorted({text.split()[0] for text in now}),
    }


def _water(given: Case) -> dict[str, Any]:
    """Return the steps of a water symbol for water cells on ice (W3, W4, W10)."""
    _, p = alone(given)
    return {"water_steps": placing.water_steps(p, int(given["water_cells_on_ice"]))}


def _energy(given: Case) -> dict[str, Any]:
    """Return the tracks that energy may advance beside terrains (W8, W9).

    A board is made up on which the tile's energy touches each of the terrains.
    """
    state, p = alone(given)
    name = given.get("tile", "")
    both = given.get("resources")
    if not both:
        tile = tile_named(state.rules.tables, name)
        both = [RESOURCES[r] for r in (tile.first, tile.second)]
    pair = {RESOURCES.index(r) for r in both}
    tile = next(t for t in state.tables.tiles if {t.first, t.second} == pair and t.size == 2)
    layout, energy = tile.shape.all_layouts[0], RESOURCES.index("energy")
    low = 3 * STRIDE + 3
    seed = (layout.first if tile.first == energy else layout.second) << low
    row = seed << 1 | seed << 2 | seed << 3 | seed << 4  # an area with room around it
    p.terrain[energy] |= row
    around = cells_of(beside(seed | row) & ~(seed | row | layout.base << low))
    for resource, at in zip(given["touching"], around, strict=False):
        p.terrain[RESOURCES.index(resource)] |= 1 << at
    brings = placing.look_at(p, tile, layout, low)
    choices = [name for n, name in enumerate(RESOURCES) if brings.energy >> n & 1]
    return {"energy_choices": sorted(choices), "resources": sorted(both)}


def _verdict(given: Case) -> dict[str, Any]:
    """Return what the rulebook calls a result of the solo game."""
    rules = make_rules("planet_unknown", 1)
    tables = rules.tables  # type: ignore[attr-defined]
    target = given.get("target")
    if {"red", "orange", "green"} <= set(given):
        target = scoring.solo_target(tables, given["red"], given["orange"], given["green"])
    over = given["difference"] if "difference" in given else given["score"] - target
    words = schema.VERDICTS[scoring.verdict(tables, over)]
    return {
        "target": target, "difference": over, "verdict": words, "result": words,
        "won": over >= 0, "failed": over < 0,
    }  # fmt: skip


TOTALS = {"total", "score", "points"}
_UNCOVERED = {"uncovered", "uncovered_cells"}
_LEFT = {"meteorites", "meteorites_left", "meteorites_on_planet"}


def _standing(given: Case) -> dict[str, Any]:
    """Rank seats by points, uncovered cells and meteorites left (section 10)."""
    players = given.get("players")
    names = list(players) if isinstance(players, Mapping) else []
    if isinstance(players, (list, Mapping)):
        parts = list(players.values()) if isinstance(players, Mapping) else players
        strange = {key for part in parts for key in part} - TOTALS - _UNCOVERED - _LEFT
        if strange:
            raise CannotMechanise(f"not understood of a player: {', '.join(sorted(strange))}")
        totals, uncovered, left = (
            [next((part[key] for key in keys if key in part), 0) for part in parts]
            for keys in (TOTALS, _UNCOVERED, _LEFT)
        )
    else:
        totals = given.get("totals") or given["scores"]
        zeros = [0] * len(totals)
        uncovered, left = (
            next((given[key] for key in keys if key in given), zeros)
            for keys in (_UNCOVERED, _LEFT)
        )
    rules = make_rules("planet_unknown", len(totals))
    state = rules.position({"players": [{}] * len(totals)})
    assert isinstance(state, PlanetState)
    rows = zip(state.players, totals, uncovered, left, strict=True)
    for seat, (p, total, cells, meteorites) in enumerate(rows):
        grid = cells_of(p.planet.grid)
        p.occ = sum(1 << cell for cell in grid[cells:])
        p.meteors = sum(1 << cell for cell in grid[:meteorites])
        state.score[seat] = total
    order = sorted(range(len(totals)), key=state.standing, reverse=True)
    called = names or [seat + 1 for seat in range(len(totals))]
    winners = [called[seat] for seat in state.winners()]
    return {
        "ranking": [called[seat] for seat in order],
        "ranks": state.ranks(),
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else winners,
        "shared": len(winners) > 1,
        "tie": len(winners) > 1,
    }


def _objective(given: Case) -> dict[str, Any]:
    """Return the points of a rival objective for the figures of the players compared."""
    tables = make_rules("planet_unknown", 1).tables  # type: ignore[attr-defined]
    side = tables.objectives[int(given["objective"]) - 1]["rival"]
    sign = -1 if side["condition"].startswith("fewest") else 1
    values = [sign * value for value in given["values"]]
    if len(values) != 2:
        raise CannotMechanise("a rival objective compares two players")
    points = [scoring.rival_share(tables, mine, sum(values) - mine) for mine in values]
    return {"points": points, "objectives": points, "condition": side["condition"]}


def _split(given: Case) -> dict[str, Any]:
    """Drive rovers, one after another: each as far or along the cells that are given (W5, W18)."""
    moves = given["moves"] if "moves" in given else [given["path"]]
    if all(isinstance(one, Mapping) and set(one) == {"rover", "path"} for one in moves):
        moves = [one["path"] for one in sorted(moves, key=lambda one: int(one["rover"]))]
    starts = given.get("rovers") or ([given["rover"]] if "rover" in given else [[0, 5], [0, 6]])
    if len(moves) > len(starts):
        raise CannotMechanise("there are more moves than rovers")
    player = {key: given[key] for key in _DRIVER_KEYS if key in given}
    player |= {"rovers": starts[: len(moves)], "lifepods": given.get("lifepods", [])}
    player.setdefault("movement", sum(n if isinstance(n, int) else len(n) for n in moves))
    rules = make_rules("planet_unknown", 1, None, edition="deluxe")
    state = rules.position({"players": [player]})
    assert isinstance(state, PlanetState)
    for (x, y), way in zip(starts, moves, strict=False):
        cells = [[x + n, y] for n in range(1, way + 1)] if isinstance(way, int) else list(way)
        if cells and cells[0] == [x, y]:
            cells = cells[1:]
        for to_x, to_y in cells:
            state.step(rules.encode("move", x=x, y=y, to_x=to_x, to_y=to_y))
            x, y = to_x, to_y
    p = state.players[0]
    return {
        "movement": p.move,
        "lifepods": p.all_pods,
        "meteorites": p.rocks,
        "loaded": sum(p.loads),
        "rovers": [[c % STRIDE, c // STRIDE] for c in p.rovers],
        "meteorites_on_planet": p.void_count,
    }


_DRIVER_KEYS = (
    "planet", "corporation", "board", "tracks", "markers", "tech_level", "meteorites_left",
    "movement", "loads",
)  # fmt: skip


def _unplaced(given: Case) -> dict[str, Any]:
    """Take a tile that has no place, and advance for both resources (section 9 A; W11).

    The symbol comes first; energy is used for the other resource, the only one that it may copy.
    """
    if given["placed"]:
        raise CannotMechanise("only a tile that is not placed is put to the engine this way")
    rules = make_rules("planet_unknown", 1, None, edition="deluxe")
    keys = ("planet", "corporation", "tracks", "markers", "tech_level")
    name = given["tile"]
    small = name.split("-")[0] in ("I2", "I3", "V3", "L4", "O4", "T4")
    open_tiles = [name, "Z5-RT"] if small else ["I2-RT", name]
    player = {key: given[key] for key in keys if key in given}
    state = rules.position({"players": [player], "open": open_tiles})
    assert isinstance(state, PlanetState)
    p = state.players[0]
    p.occ = p.tiles = p.terrain[0] = p.planet.grid
    p.pods = 0
    start = list(p.marker)
    places = {**given.get("tracks", {}), **given.get("markers", {})}
    state.step(rules.encode("give_up", slot="inner" if small else "outer"))
    for why in ("symbol", "energy"):
        steps = [a for a in state.legal() if rules.notation(a).startswith(f"advance why={why} ")]
        while steps and state.seat == 0:
            state.step(steps[0])
            steps = [
                a for a in state.legal() if rules.notation(a).startswith(f"advance why={why} ")
            ]
    moved = {t: (p.marker[i] & 15) - (start[i] & 15) for i, t in enumerate(TRACKS)}
    return {
        "positions": positions(p),
        "track_points": {t: tracks.medal(p, i) for i, t in enumerate(TRACKS)},
        **{f"{t}_steps": steps for t, steps in moved.items()},
        **{t: p.step(TRACKS.index(t)) for t in places},  # asked as it is given: where it stands
        **{f"{t}_step": p.step(i) for i, t in enumerate(TRACKS)},
        "new_meteorites": [],
        "meteorites": p.void_count,
        "ends": p.stuck,
    }


def _round_end(given: Case) -> dict[str, Any]:
    """Tell whether the game ends after a round, by an empty depot or the last event (9 B and C)."""
    seats = int(given.get("players", 2))
    events = bool(given.get("events", seats == 1))
    mix = "even" if events else "none"
    state = make_rules("planet_unknown", seats, None, events=mix).position(
        {"players": [{}] * seats}
    )
    assert isinstance(state, PlanetState)
    if "tiles_left" in given:
        for slot, left in zip(state.depot(2), given["tiles_left"], strict=True):
            state.left[slot] = int(left)
    if "round" in given:
        state.round = int(given["round"])
        state.event_no = min(state.round, len(state.event_deck))
    flow.end_round(state)
    ends = bool(state.end_reason)
    return {"ends": ends, "game_ends": ends, "over": ends}


def _parts(given: Case) -> dict[str, Any]:
    """Add up the parts of a score, given in points (section 10)."""
    parts = {key: sum(_numbers(value)) for key, value in given.items()}
    medals = [parts[key] for key in ("tracks", "track_points", "medals") if key in parts]
    if len(medals) > 1:
        raise CannotMechanise("the points of the tracks are given twice")
    total = sum(parts.values())
    return {**parts, "tracks": sum(medals), "total": total, "score": total, "points": total}


_PARTS = {
    "planet", "tracks", "track_points", "medals", "lifepods", "meteorites", "civ", "objectives",
}  # fmt: skip


def _numbers(value: Any) -> list[int]:
    """Return the points of a part: a number, several, or one per name."""
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list) else [value]


_COUNTED = {"repo_cards": "meteorite_repo", "commerce_agreements": "commerce_agreement"}
SCORE_KEYS = {
    "planet", "corporation", "tracks", "markers", "board", "tech_level", "tech_slots", "patches",
    "collected_meteorites", "meteorites", "collected_lifepods", "lifepods", "civ_cards",
    "lifepods_on_tracks", "uncovered_cities", "meteorites_left", "options", *_COUNTED,
}  # fmt: skip


def _score(given: Case) -> dict[str, Any]:
    """Return the parts of the score of what one player has, objectives apart (section 10)."""
    rules = make_rules("planet_unknown", 1, None, edition="deluxe", **given.get("options", {}))
    keys = (
        "planet", "corporation", "tracks", "markers", "board", "tech_level", "tech_slots",
        "lifepods_on_tracks", "meteorites_left",
    )  # fmt: skip
    player = {key: given[key] for key in keys if key in given}
    rocks = given.get("collected_meteorites", given.get("meteorites", 0))
    pods = given.get("collected_lifepods", given.get("lifepods", 0))
    held = list(given.get("civ_cards", []))
    for key, effect in _COUNTED.items():
        of_kind = [c.id for c in rules.tables.cards if c.effect == effect]  # type: ignore[attr-defined]
        held += of_kind[: int(given.get(key, 0))]
    player |= {"collected_meteorites": rocks, "collected_lifepods": pods, "civ_cards": held}
    state = rules.position({"players": [player]})
    assert isinstance(state, PlanetState)
    p = state.players[0]
    p.stacked = int(given.get("patches", 0))  # they cover no cell of which the case says nothing
    if "uncovered_cities" in given:
        for cell in cells_of(p.planet.cities)[int(given["uncovered_cities"]) :]:
            p.occ |= 1 << cell
            p.tiles |= 1 << cell
    parts = scoring.seat_score(p, state.tables)
    medals = dict(zip(TRACKS, parts.medals, strict=True))
    planet = sum(parts.rows) + sum(parts.columns) + parts.bonus
    meteorites = parts.meteorites + parts.repo
    civ = sum(parts.cards.values())
    total = planet + sum(parts.medals) + parts.lifepods + meteorites + civ
    return {
        "rows": parts.rows, "columns": parts.columns, "planet_bonus": parts.bonus,
        "bonus": parts.bonus, "planet": planet, "track_points": medals, "tracks": sum(parts.medals),
        "medals": medals, "medal": sum(parts.medals), "lifepods": parts.lifepods,
        "meteorites": meteorites, "civ": civ,
        "total": total, "points": total, "score": total,
        "tech_level": tracks.tech_held(p).bit_count(),
        "patches_may_be_kept": items.may_keep_patch(p),
        "positions": positions(p),
        "largest_areas": {
            name: max((a.bit_count() for a in areas(p.terrain[n])), default=0)
            for n, name in enumerate(RESOURCES)
        },
    }  # fmt: skip


_CROSSING_KEYS = {
    "planet", "corporation", "board", "tracks", "markers", "tech_level", "from", "to", "movement",
}  # fmt: skip


class Form(NamedTuple):
    """A form of free cases: what evaluates it, and the keys that it knows."""

    evaluate: Evaluate
    keys: set[str]


FORMS: dict[str, Form] = {
    "deal": Form(_deal, {"players", "options", "seed", "rotation"}),
    "follow": Form(follow, FOLLOWING),
    "advances": Form(lambda given: {}, FOLLOWING),
    "parts": Form(_parts, _PARTS),
    "play": Form(_play, {"position", "actions", "options"}),
    "cards": Form(_cards, _CARD_KEYS),
    "planet": Form(_planet, {"planet"}),
    "crossing": Form(_crossing, _CROSSING_KEYS),
    "standing": Form(_standing, {"players", "totals", "scores", *_UNCOVERED, *_LEFT}),
    "verdict": Form(_verdict, {"red", "orange", "green", "score", "target", "difference"}),
    "water": Form(
        _water, {"water_cells_on_ice", "corporation", "tracks", "markers", "tech_level", "planet"}
    ),
    "energy": Form(_energy, {"tile", "resources", "touching"}),
    "objective": Form(_objective, {"objective", "values"}),
    "split": Form(_split, {"moves", "path", "rover", "rovers", "lifepods", *_DRIVER_KEYS}),
    "unplaced": Form(
        _unplaced,
        {"tile", "placed", "planet", "corporation", "tracks", "markers", "tech_level"},
    ),
    "round_end": Form(_round_end, {"tiles_left", "players", "round", "events"}),
    "score": Form(_score, SCORE_KEYS),
}
