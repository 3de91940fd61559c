"""What Gaia Project declares about itself: actions, points, options, columns, patchable figures."""

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
from simkit.games.gaia_project.rules import terms

_DATA = Components(shipped("data") / "gaia_project")
FACTION_LABELS = printed_names(_DATA["factions"]["faction"], terms.FACTIONS)
AREA_LABELS = tuple(area.replace("_", " ") for area in terms.AREAS)
PLACE_LABELS = (*AREA_LABELS, "first free place", "second free place", "third free place")
FINAL_LABELS = (
    "structures", "structures in federations", "planet types", "gaia planets", "sectors",
    "satellites",
)  # fmt: skip


def _numbered(codes: tuple[str, ...], prefix: str, name: str) -> tuple[str, ...]:
    """Return the printed names of components that have a number alone; other codes stand as they are."""
    return tuple(
        f"{name} {code.removeprefix(prefix)}" if code.startswith(prefix) else code for code in codes
    )


STANDARD_LABELS = _numbered(terms.STANDARD, "tech", "tech tile")
ADVANCED_LABELS = _numbered(terms.ADVANCED, "advtech", "advanced tile")
BOOSTER_LABELS = _numbered(terms.BOOSTERS, "booster", "booster")
ROUND_LABELS = _numbered(terms.ROUND_TILES, "score", "round tile")
TOKEN_LABELS = _numbered((*terms.TOKENS[:-1], "Gleens' token"), "fed", "federation token")
POWER_LABELS = _numbered(terms.POWER_ACTIONS, "power", "power action")

HEX = Arg("hex", 9, meaning="cell of the map; the board's notes name it as sector and label")
VIA = ("plain", "power2", "power6", "booster_step", "booster_range")
GAIN = ("credits", "ore", "knowledge", "qic")
BOOSTER = Arg(
    "booster", 4, ("none", *terms.BOOSTERS), "booster taken", labels=("none", *BOOSTER_LABELS)
)
AREA = Arg("area", 3, terms.AREA_CODES, "research area", labels=AREA_LABELS)
POWER = Arg("power", 5, meaning="power spent", column="power_spent")
COUNT = Arg("count", 5, meaning="how often the free action is done", column="times")
LEECH = Arg("amount", 4, meaning="power offered by a neighbour", column="leech_amount")
TOKEN = Arg("token", 3, ("none", *terms.TOKENS), "federation token", labels=("none", *TOKEN_LABELS))
FACTION = Arg(
    "faction_chosen", 4, terms.FACTIONS, "faction chosen or bid for", labels=FACTION_LABELS
)
SYMBOL = ("charge", "token")

KINDS = (
    Kind("faction", (FACTION,),
         "choose a faction"),
    Kind("bid", (FACTION, Arg("vp", 7, meaning="points bid")), "bid points for a faction and its place"),
    Kind("place", (HEX,), "place a starting mine (Ivits: the planetary institute)"),
    Kind("booster", (BOOSTER,), "take the first booster"),
    Kind("income", (Arg("symbol", 1, SYMBOL, "income symbol taken next"),
                    Arg("amount", 4, meaning="its size", column="income_amount")),
         "choose the order of income"),
    Kind("gaia_gain", (Arg("gain", 2, GAIN, "what power is turned into"),),
         "Terrans' institute: use returning tokens as power"),
    Kind("gaia_tile", (), "Itars' institute: discard 4 tokens of the Gaia bowl for a tech tile"),
    Kind("gaia_done", (), "end one's Gaia phase"),
    Kind("mine", (HEX, Arg("via", 3, VIA, "action that the building belongs to"),
                  Arg("planet", 4, terms.PLANETS, "planet type of the hex"),
                  Arg("steps", 2, meaning="terraforming steps done",
                      column="terraforming_steps"), POWER), "build a mine"),
    Kind("gaia_project", (HEX, Arg("via", 3, VIA, "action that the building belongs to")),
         "start a Gaia project"),
    Kind("upgrade", (HEX, Arg("building", 3, terms.BUILDINGS[:6], "building after the upgrade")),
         "upgrade a structure"),
    Kind("tile", (Arg("place", 4, terms.PLACES, "place of the standard tile", labels=PLACE_LABELS),),
         "take a standard tile"),
    Kind("advanced", (AREA, Arg("cover", 4, terms.STANDARD, "standard tile covered",
                                labels=STANDARD_LABELS)),
         "take an advanced tile"),
    Kind("federation", (TOKEN, Arg("hexes", 0, meaning="mask of its new planets and satellites")),
         "form a federation"),
    Kind("research", (AREA,), "research: one step for knowledge"),
    Kind("step", (AREA,), "the free step of a tile or action"),
    Kind("no_step", (), "do without the free step"),
    Kind("lost_planet", (HEX,), "place the lost planet"),
    Kind("power_action", (Arg("action", 3, terms.POWER_ACTIONS, "place on the board",
                              column="power_action", labels=POWER_LABELS), POWER),
         "power action that gains goods"),
    Kind("qic_tile", (), "QIC action: a tech tile"),
    Kind("qic_token", (TOKEN,), "QIC action: score a federation token again"),
    Kind("qic_types", (), "QIC action: points for planet types"),
    Kind("special", (Arg("special", 4, terms.SPECIALS, "special action"),), "special action"),
    Kind("swap", (HEX,), "Ambas: swap the institute with a mine"),
    Kind("downgrade", (HEX,), "Firaks: turn a research lab into a trading station"),
    Kind("space_station", (HEX,), "Ivits: place a space station"),
    Kind("pass", (BOOSTER,), "pass and take a booster"),
    Kind("leech", (Arg("how", 2, ("charge", "charge_then_token", "token_then_charge"),
                       "order of charge and token (Taklons)"), LEECH),
         "accept power from a neighbour"),
    Kind("decline", (LEECH,), "refuse power from a neighbour"),
    Kind("burn", (COUNT,), "free: discard a token of bowl II to move another to III"),
    Kind("spend_power", (Arg("gain", 2, GAIN, "what power is turned into"), COUNT, POWER),
         "free: power into goods"),
    Kind("bundle", (Arg("credits_gained", 5, column=""), Arg("ore_gained", 4, column=""),
                    Arg("knowledge_gained", 4, column=""), Arg("qic_gained", 4, column="")),
         "free: several conversions paid together (option bundled_power)"),
    Kind("convert", (Arg("exchange", 2, ("ore_to_credit", "ore_to_token", "knowledge_to_credit",
                                         "qic_to_ore"), "free exchange"),), "free: exchange goods"),
    Kind("spend_credits", (Arg("gain", 2, GAIN, "what power is turned into"),),
         "free: Hadsch Hallas' institute pays with credits"),
    Kind("gaiaformer_to_qic", (), "free: Bal T'aks' gaiaformer into the Gaia bowl for a QIC"),
    Kind("token_to_knowledge", (), "free: Nevlas move a token from bowl III to the Gaia bowl"),
    Kind("brainstone", (Arg("bowl", 3, ("discard", "bowl1", "bowl2", "bowl3", "gaia"),
                            "where the brainstone goes"),), "choose the way of the brainstone"),
    Kind("end_turn", (), "end the turn"),
)  # fmt: skip
K_FACTION: Final = 0
K_BID: Final = 1
K_PLACE: Final = 2
K_BOOSTER: Final = 3
K_INCOME: Final = 4
K_GAIA_GAIN: Final = 5
K_GAIA_TILE: Final = 6
K_GAIA_DONE: Final = 7
K_MINE: Final = 8
K_PROJECT: Final = 9
K_UPGRADE: Final = 10
K_TILE: Final = 11
K_ADVANCED: Final = 12
K_FEDERATION: Final = 13
K_RESEARCH: Final = 14
K_STEP: Final = 15
K_NO_STEP: Final = 16
K_LOST: Final = 17
K_POWER: Final = 18
K_QIC_TILE: Final = 19
K_QIC_TOKEN: Final = 20
K_QIC_TYPES: Final = 21
K_SPECIAL: Final = 22
K_SWAP: Final = 23
K_DOWNGRADE: Final = 24
K_SPACE: Final = 25
K_PASS: Final = 26
K_LEECH: Final = 27
K_DECLINE: Final = 28
K_BURN: Final = 29
K_SPEND: Final = 30
K_BUNDLE: Final = 31
K_CONVERT: Final = 32
K_CREDITS: Final = 33
K_GAIAFORMER: Final = 34
K_NEVLAS: Final = 35
K_BRAINSTONE: Final = 36
K_END_TURN: Final = 37
FREE_KINDS = (K_BURN, K_SPEND, K_BUNDLE, K_CONVERT, K_CREDITS, K_GAIAFORMER, K_NEVLAS)
ARG: Final = 6  # bits of the kind; the first argument starts here
HEX_ARG2: Final = ARG + 9  # the argument after a hex
HEX_MASK: Final = 511
VIA_PLAIN: Final = 0
VIA_POWER2: Final = 1
VIA_POWER6: Final = 2
VIA_STEP: Final = 3
VIA_RANGE: Final = 4
GAIN_CREDITS: Final = 0
GAIN_ORE: Final = 1
GAIN_KNOWLEDGE: Final = 2
GAIN_QIC: Final = 3
ORE_TO_CREDIT: Final = 0
ORE_TO_TOKEN: Final = 1
KNOWLEDGE_TO_CREDIT: Final = 2
QIC_TO_ORE: Final = 3
LEECH_PLAIN: Final = 0
LEECH_FIRST: Final = 1
TOKEN_FIRST: Final = 2
STONE_DISCARD: Final = 0
STONE_1: Final = 1
STONE_2: Final = 2
STONE_3: Final = 3
STONE_GAIA: Final = 4

PHASES = ("factions", "auction", "set_up", "boosters", "income", "gaia", "actions", "end")
P_FACTIONS: Final = 0
P_AUCTION: Final = 1
P_SET_UP: Final = 2
P_BOOSTERS: Final = 3
P_INCOME: Final = 4
P_GAIA: Final = 5
P_ACTIONS: Final = 6
P_END: Final = 7

# What the seat is asked (`GaiaState.mode`).
M_FACTION: Final = 0
M_BID: Final = 1
M_PLACE: Final = 2
M_BOOSTER: Final = 3
M_INCOME: Final = 4
M_GAIA: Final = 5
M_TURN: Final = 6
M_AFTER: Final = 7
M_TILE: Final = 8
M_STEP: Final = 9
M_LOST: Final = 10
M_STONE: Final = 11
M_PAY: Final = 12
M_TAKE: Final = 13
M_LEECH: Final = 14
M_OVER: Final = 15

BOOSTER_SOURCES = ("booster6", "booster7", "booster8", "booster9", "booster10")
ADVANCED_SOURCES = tuple(f"advtech{i}" for i in (1, 2, 4, 5, 7, 8, 9, 10, 12, 14, 15))
SOURCES = (
    Source("start", "points at the start"),
    Source("auction", "points bid for the faction"),
    *(Source(f"round_{name}", f"round tile {name}", "round tile " + name.removeprefix("score"))
      for name in terms.ROUND_TILES),
    *(Source(name, f"passing with {name}", "booster " + name.removeprefix("booster"))
      for name in BOOSTER_SOURCES),
    Source("tech4", "tech tile: points at once", "tech tile with points"),
    Source("tech7", "tech tile: mines on gaia planets", "tech tile for gaia planets"),
    *(Source(name, f"advanced tile {name}", "advanced tile " + name.removeprefix("advtech"))
      for name in ADVANCED_SOURCES),
    *(Source(f"token_{name}", f"federation token {name}",
             "Gleens' federation token" if name == "gleens"
             else "federation token " + name.removeprefix("fed")) for name in terms.TOKENS),
    Source("qic2", "QIC action: federation token scored again", "federation token scored again"),
    Source("qic3", "QIC action: planet types", "planet types"),
    Source("gaia_level_5", "gaia project 5: gaia planets", "level 5 of gaia project"),
    Source("faction", "faction ability (Gleens: mines on gaia planets)", "faction"),
    Source("leech", "cost of leeched power", "power charged"),
    *(Source(f"research_{code}", f"levels of {code} at the end", area.replace("_", " "))
      for code, area in zip(terms.AREA_CODES, terms.AREAS)),
    Source("final1", "upper final tile", "first final tile"),
    Source("final2", "lower final tile", "second final tile"),
    Source("resources", "goods left at the end", "goods left"),
)  # fmt: skip
NUMBERS = {source.name: i for i, source in enumerate(SOURCES)}
SRC_START, SRC_AUCTION = NUMBERS["start"], NUMBERS["auction"]
SRC_ROUND, SRC_TOKEN = NUMBERS["round_score1"], NUMBERS["token_fed1"]
SRC_QIC2, SRC_QIC3 = NUMBERS["qic2"], NUMBERS["qic3"]
SRC_GAIA5, SRC_FACTION, SRC_LEECH = (NUMBERS[n] for n in ("gaia_level_5", "faction", "leech"))
SRC_RESEARCH, SRC_FINAL, SRC_RESOURCES = (
    NUMBERS[n] for n in ("research_terra", "final1", "resources")
)
SRC_BOOSTER = [NUMBERS.get(name, -1) for name in terms.BOOSTERS]
SRC_STANDARD = [NUMBERS.get(name, -1) for name in terms.STANDARD]
SRC_ADVANCED = [NUMBERS.get(name, -1) for name in terms.ADVANCED]

SOLO: Final = (1, 1)
OPTIONS = (
    Option("turn_order", ("clockwise", "by_passing"),
           "order of the next round: clockwise from the first to pass, or as they passed (the optional "
           "turn-order card)"),
    Option("end_conversion", ("rules", "automatic"),
           "what is left counts as it lies, or is turned into credits and ore by itself",
           printed=("rules",)),
    Option("faction_choice", ("given", "chosen", "auction", "first_game"),
           "factions are dealt or given, chosen in turn order, bid for, or chosen in turn order from the "
           "first game's list (its printed starting mines are not known: players place them)",
           printed=("chosen", "first_game"),
           replaces=tuple((way, ("factions",)) for way in ("chosen", "auction", "first_game"))),
    Option("auction_payment", ("start", "end"), "when points bid are paid",
           needs=(("faction_choice", ("auction",)),)),
    Option("map", ("shuffled", "outer", "inner", "first_game"),
           "all sectors shuffled; 05-10 over the outer places; 01-04 inner and 05-10 outer; fixed",
           value_seats=(("outer", (3, 4)), ("inner", (3, 4)))),
    Option("small_map", ("no", "without_9_and_10", "without_9", "without_10"),
           "three players: leave sectors out (the rulebooks differ: 09 and 10, or one of them)",
           seats=(3, 3)),
    Option("adjacency", ("home_types", "all_types"),
           "planets of one type may not be neighbours: gaia and transdim exempt, or not (one rulebook "
           "leaves the exception out)",
           needs=(("map", ("shuffled", "outer", "inner")),)),
    Option("neutral_gaia", (4, 5), "neutral player's place on the gaia tile (printings differ)",
           seats=(1, 2)),
    Option("income_order", ("asked_where_it_matters", "always_asked"),
           "ask for the order of charges and tokens where it matters, or whenever both come"),
    Option("bundled_power", (False, True), "several conversions may share a payment of power",
           printed=(False,)),
    Option("satellite_rule", ("fewest", "none_superfluous", "free", "plain"),
           "federations use the fewest satellites for their planets, merely none that can be left out, "
           "any, or the fewest whatever own planets come along",
           printed=("fewest", "plain")),
    Option("satellite_limit", (0, 25), "satellites per player; 0 = unlimited", printed=(0,)),
    Option("final_zero", ("nothing", "ranked"),
           "who has none of what a final tile counts scores nothing, or is ranked like everybody",
           printed=("ranked",)),
    Option("automa", ("automa", "automalein", "automaechtig", "ultoma", "alptrauma"),
           "level of the Automa in the solo game", seats=SOLO),
    Option("automa_faction", ("random", "taklons", "terrans", "geodens", "hadsch_hallas", "xenos",
                              "itars", "firaks"), "faction of the Automa", seats=SOLO),
    Option("automa_leech", (True, False), "may the human charge power from the Automa's building?",
           seats=SOLO),
    Option("automa_lost_planet", (False, True), "does the Automa place the lost planet at level 5?",
           seats=SOLO),
    Option("token_copies_solo", (3, 2), "federation tokens of each type in the solo game",
           seats=SOLO),
)  # fmt: skip

CELL = "resource before the decision"
MOVE_COLUMNS = (
    Column("turn_faction", "category", "faction of the seat", "", terms.FACTIONS, FACTION_LABELS,
           role="identity"),
    Column("booster_held", "category", "booster held", "", terms.BOOSTERS, BOOSTER_LABELS, role="held"),
    Column("round_tile", "category", "round tile in force", "", terms.ROUND_TILES, ROUND_LABELS,
           role="setup"),
    *(Column(f"{name}_before", "int16", CELL, name, role="held")
      for name in ("ore", "credits", "knowledge", "qic")),
    *(Column(f"{name}_before", "int16", "tokens before the decision", "tokens", role="held")
      for name in ("bowl1", "bowl2", "bowl3", "gaia_bowl")),
    *(Column(f"level_{code}", "int8", f"level of {name}", role="held")
      for code, name in zip(terms.AREA_CODES, terms.AREAS, strict=True)),
)  # fmt: skip
SEAT_COLUMNS = (
    *(Column(f"final_{code}", "int8", f"level of {name} at the end", role="held")
      for code, name in zip(terms.AREA_CODES, terms.AREAS, strict=True)),
    *(Column(f"{name}s", "int8", f"pieces on the map: {name}", role="held") for name in terms.BUILDINGS),
    Column("satellites", "int16", "satellites placed", role="held"),
    Column("federations", "int8", "federation tokens gained", role="gain"),
    Column("formed", "int8", "federations formed", role="count"),
    Column("planet_types", "int8", "planet types colonised", role="held"),
    Column("gaia_planets", "int8", "gaia planets colonised", role="held"),
    Column("sectors", "int8", "sectors with a colonised planet", role="held"),
    Column("standard_tiles", "int8", "standard tech tiles", role="held"),
    Column("advanced_tiles", "int8", "advanced tech tiles", role="held"),
    Column("lost_planet", "bool", "owns the lost planet", role="held"),
    Column("power_leeched", "int16", "power charged from neighbours", "power", role="gain"),
    Column("table_place", "int8", "place in the first round, 0 first", role="position"),
    Column("bid", "int16", "points bid", "points", role="cost"),
)  # fmt: skip
GAME_COLUMNS = (
    Column("map", "string", "sectors with their rotation, place by place", role="setup"),
    *(Column(f"round_{i}", "category", f"round tile {i}", "", terms.ROUND_TILES, ROUND_LABELS,
             role="setup") for i in range(1, 7)),
    Column("final_1", "category", "upper final tile", "", terms.FINAL_TILES, FINAL_LABELS, role="setup"),
    Column("final_2", "category", "lower final tile", "", terms.FINAL_TILES, FINAL_LABELS, role="setup"),
    *(Column(f"tile_{place}", "category", f"standard tile at {place}", "", terms.STANDARD,
             STANDARD_LABELS, role="setup")
      for place in terms.PLACES),
    *(Column(f"advanced_{code}", "category", f"advanced tile of {code}", "", terms.ADVANCED,
             ADVANCED_LABELS, role="setup")
      for code in terms.AREA_CODES),
    Column("terraforming_token", "category", "token on terraforming 5", "", terms.TOKENS, TOKEN_LABELS,
           role="setup"),
    Column("automa_faction", "category", "faction of the Automa (solo)", "", terms.FACTIONS,
           FACTION_LABELS, role="setup"),
    Column("automa_vp", "int16", "points of the Automa (solo)", "points", role="outcome"),
    Column("automa_beaten", "bool", "has the human more points than the Automa (solo)?", role="outcome"),
)  # fmt: skip
PATCHABLE = (
    Patchable("factions.*.start.*", 0, 30, "", "starting goods"),
    Patchable("factions.*.bowls.*", 0, 20, "tokens", "starting tokens of a bowl"),
    Patchable("factions.*.base_income.*", 0, 10, "", "income printed on the faction board"),
    Patchable("factions.*.planetary_institute_income.*", 0, 10, "", "income of the institute"),
    Patchable("factions.common.victory_points_start", 0, 100, "points", "points at the start"),
    Patchable("factions.common.cost.*.*", 0, 15, "", "price of a building"),
    Patchable("factions.common.power_value.*", 0, 10, "power", "power value of a building"),
    Patchable("research.rules.step_cost_knowledge", 1, 15, "knowledge", "price of a step"),
    Patchable("research.rules.end_game_vp_per_level_3_4_5", 0, 20, "points", "points per level"),
    Patchable("actions.power_action.*.cost_power", 1, 20, "power", "price of a power action"),
    Patchable("actions.qic_action.*.cost_qic", 1, 20, "QIC", "price of a QIC action"),
    Patchable("boosters.booster.*.pass_vp.vp", 0, 20, "points", "points when passing"),
    Patchable("tech_tiles.standard.*.once.vp", 0, 30, "points", "points of a standard tile"),
    Patchable("tech_tiles.advanced.*.once.vp", 0, 20, "points", "points of an advanced tile"),
    Patchable("federation_tokens.token.*.vp", 0, 40, "points", "points of a federation token"),
    Patchable("round_scoring.tile.*.vp", 0, 20, "points", "points of a round tile"),
    Patchable("final_scoring.prize_vp.*", 0, 60, "points", "prizes of the final tiles"),
)  # fmt: skip

SCHEMA = Schema(
    kinds=KINDS,
    phases=PHASES,
    sources=SOURCES,
    roles=(Role("faction", "factions", terms.FACTIONS, terms.BOARDS, labels=FACTION_LABELS),),
    seat_range=(1, 4),
    options=OPTIONS,
    patchable=PATCHABLE,
    move_columns=MOVE_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    game_columns=GAME_COLUMNS,
    open_kinds=("federation", "bundle"),
    end_reasons=("sixth_round",),
    decision_limit=6_000,
    label="Gaia Project",
    secret_kinds=(),  # everything is open
    chapters=(
        Chapter("round", "from the income to the last pass; set-up and boosters are round 0"),
        Chapter(
            "phase",
            "the preparation of a round, or its turns",
            parts=(
                ("factions", "auction", "set_up", "boosters"),
                ("income", "gaia"),
                ("actions",),
                ("end",),
            ),
        ),
    ),
    # Nothing is drawn after the set-up. What lies there suits one faction and not another, so that the
    # luck of a deal goes with the faction to whatever seat it is moved.
    luck_follows="slot",
)
