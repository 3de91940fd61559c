"""Names and numbers of the components: factions, planet types, resources, events, counted things.

Figures come from ``data/gaia_project/*.toml`` alone; `tables` explodes them into plain lists.
"""

from __future__ import annotations

from typing import Final

FACTIONS = (
    "terrans", "lantids", "xenos", "gleens", "taklons", "ambas", "hadsch_hallas",
    "ivits", "geodens", "baltaks", "firaks", "bescods", "nevlas", "itars",
)  # fmt: skip
TERRANS: Final = 0
LANTIDS: Final = 1
XENOS: Final = 2
GLEENS: Final = 3
TAKLONS: Final = 4
AMBAS: Final = 5
HADSCH_HALLAS: Final = 6
IVITS: Final = 7
GEODENS: Final = 8
BALTAKS: Final = 9
FIRAKS: Final = 10
BESCODS: Final = 11
NEVLAS: Final = 12
ITARS: Final = 13
BOARDS = tuple(FACTIONS[i : i + 2] for i in range(0, 14, 2))  # two sides of one board

PLANETS = (
    "terra", "oxide", "volcanic", "desert", "swamp", "titanium", "ice", "gaia", "transdim", "lost",
)  # fmt: skip
WHEEL: Final = 7  # planet types below this number lie on the terraforming wheel, in this order
TITANIUM: Final = 5
GAIA: Final = 7
TRANSDIM: Final = 8
LOST: Final = 9
NO_PLANET: Final = -1

AREAS = (
    "terraforming", "navigation", "artificial_intelligence", "gaia_project", "economy", "science",
)  # fmt: skip
AREA_CODES = ("terra", "nav", "int", "gaia", "eco", "sci")
TERRA: Final = 0
NAV: Final = 1
AI: Final = 2
GAIA_AREA: Final = 3
ECO: Final = 4
SCI: Final = 5
TOP: Final = 5  # the highest level of an area

# What can be gained or paid.
RESOURCES = (
    "ore", "credits", "knowledge", "qic", "token", "charge", "vp",
    "gaiaformer", "federation_token", "lost_planet", "vp_per_gaia_planet",
)  # fmt: skip
ORE: Final = 0
CREDITS: Final = 1
KNOWLEDGE: Final = 2
QIC: Final = 3
TOKEN: Final = 4
CHARGE: Final = 5
VP: Final = 6
GAIAFORMER: Final = 7
FEDERATION_TOKEN: Final = 8
LOST_PLANET: Final = 9
VP_PER_GAIA: Final = 10
Gains = list[tuple[int, int]]

# Events that score (rules.md section 3).
EVENTS = (
    "terraforming_step", "research_step", "mine_built", "federation_token_gained",
    "trading_station_built", "mine_on_gaia_planet", "planetary_institute_or_academy_built",
)  # fmt: skip
E_TERRAFORM: Final = 0
E_RESEARCH: Final = 1
E_MINE: Final = 2
E_FEDERATION: Final = 3
E_STATION: Final = 4
E_GAIA_MINE: Final = 5
E_BIG: Final = 6

# What tiles and boosters count.
COUNTS = (
    "mine", "trading_station", "research_lab", "planetary_institute_or_academy", "gaia_planet",
    "planet_type", "sector", "federation_token",
)  # fmt: skip
N_MINE: Final = 0
N_STATION: Final = 1
N_LAB: Final = 2
N_BIG: Final = 3
N_GAIA: Final = 4
N_TYPE: Final = 5
N_SECTOR: Final = 6
N_FEDERATION: Final = 7

STANDARD = tuple(f"tech{i}" for i in range(1, 10))
ADVANCED = tuple(f"advtech{i}" for i in range(1, 16))
BOOSTERS = tuple(f"booster{i}" for i in range(1, 11))
ROUND_TILES = tuple(f"score{i}" for i in range(1, 11))
FINAL_TILES = ("structure", "structureFed", "planetType", "gaia", "sector", "satellite")
TOKENS = ("fed1", "fed2", "fed3", "fed4", "fed5", "fed6", "gleens")
GLEENS_TOKEN: Final = 6
GREY_TOKEN: Final = 0  # fed1 has no green side
PLACES = (*AREA_CODES, "free1", "free2", "free3")  # where standard tiles lie

POWER_ACTIONS = tuple(f"power{i}" for i in range(1, 8))
QIC_ACTIONS = ("qic1", "qic2", "qic3")
# Places of the power actions that build a mine.
TERRAFORM_2: Final = 1
TERRAFORM_1: Final = 5
QIC_TILE: Final = 0
QIC_TOKEN: Final = 1
QIC_TYPES: Final = 2

# Buildings: the order of the digits in recordings.
BUILDINGS = ("mine", "trading_station", "research_lab", "planetary_institute", "academy_left",
             "academy_right", "gaiaformer", "space_station")  # fmt: skip
MINE: Final = 0
STATION: Final = 1
LAB: Final = 2
INSTITUTE: Final = 3
ACADEMY_LEFT: Final = 4
ACADEMY_RIGHT: Final = 5
SPACE_STATION: Final = 7

# Special actions (orange), one bit each in a player's `used`.
SPECIALS = (
    "charge_4", "academy", "qic_5_credits", "ore_3", "knowledge_3", "up_lowest",
    "swap", "downgrade", "space_station", "booster_step", "booster_range",
)  # fmt: skip
S_CHARGE: Final = 0
S_ACADEMY: Final = 1
S_QIC: Final = 2
S_ORE: Final = 3
S_KNOWLEDGE: Final = 4
S_LOWEST: Final = 5
S_SWAP: Final = 6
S_DOWNGRADE: Final = 7
S_SPACE: Final = 8
S_STEP: Final = 9
S_RANGE: Final = 10

ORE_CAP: Final = 0
KNOWLEDGE_CAP: Final = 1
CREDITS_CAP: Final = 2
