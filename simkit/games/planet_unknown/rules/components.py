"""Component tables of Planet Unknown, and the numbers that stand for cells, tracks and resources.

All of it is defined in `cells` and `pieces`, which belong to the compiled build; who needs it finds it
here.
"""

from __future__ import annotations

from simkit.games.planet_unknown.rules.cells import CELL as CELL
from simkit.games.planet_unknown.rules.cells import SIZE as SIZE
from simkit.games.planet_unknown.rules.cells import STRIDE as STRIDE
from simkit.games.planet_unknown.rules.cells import XY as XY
from simkit.games.planet_unknown.rules.cells import area as area
from simkit.games.planet_unknown.rules.cells import areas as areas
from simkit.games.planet_unknown.rules.cells import beside as beside
from simkit.games.planet_unknown.rules.cells import cell as cell
from simkit.games.planet_unknown.rules.cells import cells_of as cells_of
from simkit.games.planet_unknown.rules.cells import mask_of as mask_of
from simkit.games.planet_unknown.rules.tables import BIOMASS as BIOMASS
from simkit.games.planet_unknown.rules.tables import CIV as CIV
from simkit.games.planet_unknown.rules.tables import DIAGONALS as DIAGONALS
from simkit.games.planet_unknown.rules.tables import DIRECTIONS as DIRECTIONS
from simkit.games.planet_unknown.rules.tables import ENERGY as ENERGY
from simkit.games.planet_unknown.rules.tables import MILE_BIOMASS as MILE_BIOMASS
from simkit.games.planet_unknown.rules.tables import MILE_CIV as MILE_CIV
from simkit.games.planet_unknown.rules.tables import MILE_ROVER as MILE_ROVER
from simkit.games.planet_unknown.rules.tables import MILE_TECH as MILE_TECH
from simkit.games.planet_unknown.rules.tables import MILES as MILES
from simkit.games.planet_unknown.rules.tables import RESOURCES as RESOURCES
from simkit.games.planet_unknown.rules.tables import ROOM as ROOM
from simkit.games.planet_unknown.rules.tables import ROVER as ROVER
from simkit.games.planet_unknown.rules.tables import STEP as STEP
from simkit.games.planet_unknown.rules.tables import TECH as TECH
from simkit.games.planet_unknown.rules.tables import TOP as TOP
from simkit.games.planet_unknown.rules.tables import TRACKS as TRACKS
from simkit.games.planet_unknown.rules.tables import WATER as WATER
from simkit.games.planet_unknown.rules.tables import Card as Card
from simkit.games.planet_unknown.rules.tables import Corporation as Corporation
from simkit.games.planet_unknown.rules.tables import Layout as Layout
from simkit.games.planet_unknown.rules.tables import Planet as Planet
from simkit.games.planet_unknown.rules.tables import Shape as Shape
from simkit.games.planet_unknown.rules.tables import Tables as Tables
from simkit.games.planet_unknown.rules.tables import Tile as Tile
