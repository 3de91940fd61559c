"""What Planet Unknown declares about itself: actions, phases, point sources, columns, options."""

from __future__ import annotations

from typing import Final

from simkit.core.components import Components, printed_names, shipped
from simkit.core.schema import (
    Arg,
    Chapter,
    Column,
    Kind,
    Option,
    Patchable,
    Role,
    Schema,
    Source,
)
from simkit.games.planet_unknown.rules.tables import TRACKS

PLANETS = (
    "ksb-4156", "arashi", "gaia", "k-273", "persephone", "petra", "tartarus",
    "cerberus", "charybdis", "kaax", "lacuna", "oblivion", "pajitnov",
)  # fmt: skip
CORPORATIONS = (
    "universal_coalition", "cosmos_inc", "horizon_group", "jump_drive", "oasis_ultd", "republic",
    "wormhole_corp", "flux_industries", "makeshift",
)  # fmt: skip
_DATA = Components(shipped("data") / "planet_unknown")
PLANET_LABELS = printed_names(_DATA["planets"]["planet"], PLANETS)
CORPORATION_LABELS = printed_names(_DATA["corporations"]["corporation"], CORPORATIONS)
STANDARD = 7  # the first seven of both lists are those of the standard edition

# Pending benefits and duties of a seat; the item is packed as kind | argument << ITEM_BITS.
ITEMS = (
    "symbol", "energy", "synergy", "fork", "patch", "rover", "advance", "distinct", "raise", "down",
    "stow", "move_pod", "flux", "collect", "destroy", "line", "relocate", "hit", "extra", "cargo",
    "objective", "peek", "slot", "card", "tech_energy", "double", "turn",
)  # fmt: skip
SYMBOL: Final = 0
ENERGY_STEP: Final = 1
SYNERGY: Final = 2
FORK: Final = 3
PATCH: Final = 4
ROVER_ITEM: Final = 5
ADVANCE: Final = 6
DISTINCT: Final = 7
RAISE: Final = 8
DOWN: Final = 9
STOW: Final = 10
MOVE_POD: Final = 11
FLUX: Final = 12
COLLECT: Final = 13
DESTROY: Final = 14
LINE: Final = 15
RELOCATE: Final = 16
HIT: Final = 17
EXTRA: Final = 18
CARGO: Final = 19
OBJECTIVE: Final = 20
PEEK: Final = 21
SLOT: Final = 22
CARD: Final = 23
TECH_ENERGY: Final = 24
DOUBLE: Final = 25
TURN_STATION: Final = 26
ITEM_BITS: Final = 5
ITEM_MASK: Final = 31

THINGS = ("lifepod", "meteorite", "rover", "scored_lifepod", "scored_meteorite")
PLACES = ("scoring", "track", "slot")

_X = Arg("x", 4, meaning="column of the cell, 0..11 from the left")
_Y = Arg("y", 4, meaning="row of the cell, 0..11 from the top")
_TO_X = Arg("to_x", 4, meaning="column of the cell moved to")
_TO_Y = Arg("to_y", 4, meaning="row of the cell moved to")
_SLOT = Arg("slot", 1, ("inner", "outer"), "slot of the depot: small or large tile")
_MARKER = Arg("marker", 3, TRACKS, "marker, by its resource")
_TRACK = Arg("track", 3, TRACKS, "track of the space")
_STEP = Arg("step", 4, meaning="step of the space")
_WHY = Arg("why", 5, ITEMS, "what is resolved")
_THING = Arg("thing", 3, THINGS, "what is collected or destroyed")

KINDS = (
    Kind("rotate", (Arg("by", 3, meaning="depots by which the station turns"),), "turn the station"),
    Kind(
        "place",
        (
            _SLOT, _X, _Y,
            Arg("rotation", 2, meaning="quarter turns clockwise"),
            Arg("mirror", 1, meaning="1 if the tile is mirrored before turning"),
        ),
        "take a tile and place it: x, y is where the shape's cell 0 lands",
    ),
    Kind("take", (_SLOT,), "take a tile and place it later in the turn"),
    Kind("give_up", (_SLOT,), "take a tile that cannot be placed"),
    Kind("advance", (_WHY, _MARKER, _TRACK, _STEP), "advance a marker to a space"),
    Kind("decline", (_WHY,), "leave an optional benefit"),
    Kind("patch", (_X, _Y), "place a biomass patch"),
    Kind("keep_patch", (), "keep a biomass patch for the end of the game"),
    Kind("rover", (_X, _Y), "place a rover"),
    Kind("move", (_X, _Y, _TO_X, _TO_Y), "move a rover by one step or one teleport"),
    Kind("done", (), "finish; unused movement lapses"),
    Kind("card", (Arg("card", 6, meaning="number of the civilisation card, 1..36"),), "take a card"),
    Kind("down", (_MARKER, _TRACK, _STEP), "move a marker down to a space"),
    Kind("fork", (Arg("branch", 1, ("first", "patch"), "branch of the fork"),), "choose a benefit"),
    Kind(
        "stow",
        (Arg("place", 2, PLACES, "where the lifepod goes"), _TRACK, _STEP),
        "put a collected lifepod somewhere (slot: step = number of the tech slot)",
    ),
    Kind("collect", (_THING, _X, _Y), "collect something from the planet"),
    Kind("destroy", (_THING, _X, _Y), "destroy something"),
    Kind(
        "clear_line",
        (Arg("line", 1, ("row", "column"), "row or column"), Arg("number", 4)),
        "destroy the meteorites of a row or column",
    ),
    Kind("relocate", (_X, _Y, _TO_X, _TO_Y), "move a rover to any cell"),
    Kind("hit", (_X, _Y), "put a meteorite on a meteorite symbol"),
    Kind("flux", (_TRACK,), "move the flux token"),
    Kind("tech", (Arg("level", 3, meaning="level of the tech, 1 first"),), "use a tech"),
    Kind("objective", (Arg("objective", 5, meaning="number of the objective, 1..28"),), "choose"),
    Kind("peek", (), "look at the next event"),
    Kind("empty_slot", (_SLOT,), "remove all tiles of a slot"),
    Kind(
        "move_pod",
        (
            Arg("from_place", 2, PLACES), Arg("from_track", 3, TRACKS), Arg("from_step", 4),
            Arg("place", 2, PLACES, "where the lifepod goes"), _TRACK, _STEP,
        ),
        "move a collected lifepod",
    ),
    Kind("row", (_MARKER,), "take every benefit on the row of a marker"),
)  # fmt: skip
KIND = {kind.name: number for number, kind in enumerate(KINDS)}

PHASES = ("setup", "station", "event", "turn", "civ", "end", "event_civ")
SETUP: Final = 0
STATION: Final = 1
EVENT: Final = 2
TURN: Final = 3
CIV_PHASE: Final = 4
END: Final = 5
EVENT_CIV: Final = 6  # civilisation cards won through the event, before the tiles

SCORING_CARDS = (6, 7, 8, 9, 15, 20, 22, 23, 24, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)
SOURCES = (
    Source("rows", "complete rows without meteorite"),
    Source("columns", "complete columns without meteorite"),
    Source("bonus", "bonus of the planet (cities of Gaia, discs of Cerberus)", "planet bonus"),
    *(Source(f"track_{t}", f"medal of the {t} marker", f"{t} medal") for t in TRACKS),
    Source("lifepods", "lifepods in the scoring area"),
    Source("meteorites", "every three collected meteorites"),
    *(Source(f"card_{i:02}", f"civilisation card {i}", f"civ card {i}") for i in SCORING_CARDS),
    Source(
        "rival_left", "rival objective shared with the seat before", "rivalry with the seat before"
    ),
    Source(
        "rival_right",
        "rival objective shared with the next seat (all three of two players)",
        "rivalry with the next seat",
    ),
    Source(
        "rival_all", "objectives that all players compete for (Jump Drive tech F)", "rivalry of all"
    ),
    Source("private", "private objectives", "private objectives"),
)
SOURCE = {source.name: number for number, source in enumerate(SOURCES)}
CARD_SOURCE = {i: SOURCE[f"card_{i:02}"] for i in SCORING_CARDS}

_TILES = tuple(
    f"{shape}-{pair}{meteor}"
    for shape in ("I2", "I3", "V3", "L4", "O4", "T4", "I4", "S4", "F5", "N5", "U5", "Z5")
    for pair in ("CE", "EW", "RT", "TB", "WR", "BC")
    for meteor in ("", "-m")
)
# What the rulebook calls the results of the solo game, by `result_thresholds` of the event cards; none
# with several players. Its words for 5 and 10 points more are not handed down: there the band is said.
VERDICTS = (
    "", "crash", "failure", "barely habitable", "mission done",
    "mission done by 5 or more", "mission done by 10 or more", "you are a genius",
)  # fmt: skip
MIXES = tuple(f"{g}-{o}-{20 - g - o}" for g in range(21) for o in range(21 - g))

SCHEMA = Schema(
    kinds=KINDS,
    phases=PHASES,
    sources=SOURCES,
    roles=(
        Role("faction", "factions", CORPORATIONS, repeat=True, labels=CORPORATION_LABELS),
        Role("planet", "planets", PLANETS, repeat=True, labels=PLANET_LABELS),
    ),
    seat_range=(1, 6),
    options=(
        Option(
            "edition",
            ("standard", "deluxe"),
            "boards in the box: seven planets and seven corporations, or all thirteen and nine",
        ),
        Option(
            "boards",
            ("mixed", "symmetric"),
            "sides of the boards: any, or the symmetric ones for everybody",
        ),
        Option(
            "rotation",
            ("commander", "forced"),
            "two players: the commander turns the station, or it turns one depot clockwise",
            seats=(2, 2),
        ),
        Option(
            "events",
            ("standard", "none", "even", "random", *MIXES),
            "event deck: standard = none with 2+ players and even in the solo game; even = 6 green, "
            "7 orange, 7 red; a mix is written green-orange-red, e.g. 9-3-8",
        ),
        Option(
            "private_objectives",
            (False, True),
            "the variant with private objectives",
            seats=(2, 6),
        ),
        Option(
            "card_lifepods",
            ("all", "up_to"),
            "civ cards 13 and 18: all lifepods up to the number must be collected, or fewer may be",
        ),
        Option(
            "prohibition",
            ("lifted", "kept"),
            "a planet's prohibition that would end the game: ignored (rulebook) or kept",
            printed=("lifted",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "patch_contact",
            (True, False),
            "does contact with a patch alone suffice? A patch is no tile (rulebook)",
            printed=(False,),
        ),
        Option(
            "patch_on_patch",
            (False, True),
            "may Wormhole's tech 2 put a patch on a patch, too, or on tiles only (rulebook)?",
            printed=(False,),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "city_under_patch",
            (False, True),
            "does a city of Gaia under a patch score? A patch is no tile (rulebook)",
            printed=(True,),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "horizon_tech_1",
            ("contact", "everything"),
            "what rover tiles may ignore: contact (rulebook), or planet and event bans as well",
            printed=("contact",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "republic_tech_3",
            ("symbols", "terrain"),
            "teleport between civ symbols (rulebook) or any cells of civ terrain",
            printed=("symbols",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "wormhole_energy",
            ("any", "no_biomass"),
            "may energy advance Wormhole's biomass marker (rulebook) or not",
            printed=("any",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "cosmos_tech_2",
            ("at_once", "any_time"),
            "move three lifepods when the tech is reached (rulebook) or at any later time",
            printed=("at_once",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "horizon_tech_4",
            ("compulsory", "optional"),
            "a carried meteorite on water is destroyed (rulebook), or the owner may decline",
            printed=("compulsory",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "petra_areas",
            ("currents", "tiles"),
            "objectives about energy areas: with uncovered currents (rulebook) or tiles only",
            printed=("currents",),
            needs=(("boards", ("mixed",)),),
        ),
        Option(
            "double_water",
            ("symbol", "symbol_and_energy"),
            "Universal tech 4: only the water symbol counts twice, or whatever moves the water marker "
            "because a tile was placed, energy as well (rulebook)",
            printed=("symbol_and_energy",),
        ),
        Option(
            "tech_after_descent",
            ("lost", "kept"),
            "a tech whose marker went down below it: lost (designers) or kept to the end (rulebook)",
            printed=("kept",),
        ),
        Option(
            "horizon_delivery",
            ("symbol", "terrain"),
            "where meteorites are delivered: cell with a rover symbol, or any rover terrain; the "
            "rulebook says both, in two places",
            needs=(("boards", ("mixed",)),),
        ),
    ),
    patchable=(
        Patchable("corporations.*.lifepod_points", 0, 5, "points", "points of a scored lifepod"),
        Patchable(
            "corporations.*.meteorites_per_point", 1, 9, "meteorites", "meteorites for one point"
        ),
        Patchable("corporations.*.rovers", 0, 8, "rovers", "rovers in supply at the start"),
        Patchable("corporations.*.tracks.*.*.vp", 0, 30, "points", "medal of a step"),
        Patchable("corporations.*.tracks.*.*.move", 0, 9, "movement", "movement of a step"),
        Patchable("corporations.*.tracks.*.*.syn", 0, 3, "boosts", "synergy boosts of a step"),
        Patchable("planets.*.row_medals.*", 0, 20, "points", "medal of a row"),
        Patchable("planets.*.column_medals.*", 0, 20, "points", "medal of a column"),
        Patchable("planets.*.city_points", 0, 20, "points", "points of an uncovered city"),
        Patchable("planets.*.disc_points", 0, 20, "points", "points of a covered disc"),
        Patchable("civ_cards.*.vp", 0, 20, "points", "points of a civilisation card"),
        Patchable("civ_cards.families.commerce_agreement.points_by_count.*", 0, 40, "points"),
        Patchable("objectives.points.rival_win", 0, 20, "points", "better neighbour"),
        Patchable("objectives.points.rival_tie", 0, 20, "points", "each of two equal neighbours"),
        Patchable("objectives.points.private_done", 0, 20, "points", "private objective met"),
    ),
    move_columns=(
        *(Column(f"{t}_step", "int8", f"step of the {t} marker", "steps", role="held") for t in TRACKS),
        Column("covered", "int16", "covered cells", "cells", role="held"),
        Column("lifepods", "int8", "lifepods in the scoring area", role="held"),
        Column("rocks", "int8", "collected meteorites", role="held"),
        Column("voids", "int8", "meteorites on the planet", role="held"),
        Column("rovers", "int8", "rovers on the planet", role="held"),
        Column("movement", "int8", "movement points at hand", role="held"),
        Column("inner_tile", "category", "open small tile of the depot", categories=_TILES, role="luck"),
        Column("outer_tile", "category", "open large tile of the depot", categories=_TILES, role="luck"),
        Column("event", "int8", "event in force, 0 = none", role="luck"),
    ),
    seat_columns=(
        *(Column(f"end_{t}", "int8", f"last step of the {t} marker", "steps", role="held")
          for t in TRACKS),
        Column("covered", "int16", "covered cells at the end", "cells", role="held"),
        Column("uncovered", "int16", "uncovered cells at the end", "cells", role="held"),
        Column("tiles_placed", "int8", "tiles placed", role="count"),
        Column("patches_placed", "int8", "biomass patches on the planet", role="held"),
        Column("rocks", "int8", "collected meteorites", role="held"),
        Column("voids", "int8", "meteorites left on the planet", role="held"),
        Column("scored_lifepods", "int8", "lifepods in the scoring area", role="held"),
        Column("all_lifepods", "int8", "collected lifepods, wherever they are", role="held"),
        Column("cells_driven", "int16", "steps that rovers made", "cells", role="count"),
        Column("water_on_ice", "int8", "water tiles placed with water on ice", role="count"),
        Column("synergies", "int8", "synergy boosts gained", role="gain"),
        Column("cards_taken", "int8", "civilisation cards taken", role="gain"),
        Column("solo_result", "int8", "solo: points above the target", "points", role="outcome"),
        Column("verdict", "category", "solo: what the rulebook calls the result", categories=VERDICTS,
               role="outcome"),
    ),
    game_columns=(
        Column("ring_shift", "int8", "shift between the rings of the station", role="setup"),
        Column("events_red", "int8", "red cards in the event deck", role="setup"),
        Column("events_orange", "int8", "orange cards in the event deck", role="setup"),
        Column("events_green", "int8", "green cards in the event deck", role="setup"),
    ),
    end_reasons=("", "no placement", "empty depot", "last event"),
    decision_limit=20_000,
    label="Planet Unknown",
    secret_kinds=("card", "objective"),  # "end" cards and private objectives are kept face down
    chapters=(
        Chapter("stretch", "five rounds: a quarter of a game of some twenty", rounds=5),
        Chapter("round", "one turn of the station; everybody places a tile"),
    ),
    # Stacks and cards are the table's. Which of them help depends on the two boards that a player has,
    # and these go with the line-up.
    luck_follows="slot",
)  # fmt: skip
