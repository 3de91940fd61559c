"""Component tables of Planet Unknown, and the numbers that stand for cells, tracks and resources.

All of it is defined in `cells` and `pieces`, which belong to the compiled build; who needs it finds it
here.
"""

from __future__ import annotations

from simkit.games.planet_unknown.cells import CELL as CELL
from simkit.games.planet_unknown.cells import SIZE as SIZE
from simkit.games.planet_unknown.cells import STRIDE as STRIDE
from simkit.games.planet_unknown.cells import XY as XY
from simkit.games.planet_unknown.cells import area as area
from simkit.games.planet_unknown.cells import areas as areas
from simkit.games.planet_unknown.cells import beside as beside
from simkit.games.planet_unknown.cells import cell as cell
from simkit.games.planet_unknown.cells import cells_of as cells_of
from simkit.games.planet_unknown.cells import mask_of as mask_of
from simkit.games.planet_unknown.pieces import BIOMASS as BIOMASS
from simkit.games.planet_unknown.pieces import CIV as CIV
from simkit.games.planet_unknown.pieces import DIAGONALS as DIAGONALS
from simkit.games.planet_unknown.pieces import DIRECTIONS as DIRECTIONS
from simkit.games.planet_unknown.pieces import ENERGY as ENERGY
from simkit.games.planet_unknown.pieces import MILE_BIOMASS as MILE_BIOMASS
from simkit.games.planet_unknown.pieces import MILE_CIV as MILE_CIV
from simkit.games.planet_unknown.pieces import MILE_ROVER as MILE_ROVER
from simkit.games.planet_unknown.pieces import MILE_TECH as MILE_TECH
from simkit.games.planet_unknown.pieces import MILES as MILES
from simkit.games.planet_unknown.pieces import RESOURCES as RESOURCES
from simkit.games.planet_unknown.pieces import ROOM as ROOM
from simkit.games.planet_unknown.pieces import ROVER as ROVER
from simkit.games.planet_unknown.pieces import STEP as STEP
from simkit.games.planet_unknown.pieces import TECH as TECH
from simkit.games.planet_unknown.pieces import TOP as TOP
from simkit.games.planet_unknown.pieces import TRACKS as TRACKS
from simkit.games.planet_unknown.pieces import WATER as WATER
from simkit.games.planet_unknown.pieces import Card as Card
from simkit.games.planet_unknown.pieces import Corporation as Corporation
from simkit.games.planet_unknown.pieces import Layout as Layout
from simkit.games.planet_unknown.pieces import Planet as Planet
from simkit.games.planet_unknown.pieces import Shape as Shape
from simkit.games.planet_unknown.pieces import Tables as Tables
from simkit.games.planet_unknown.pieces import Tile as Tile
