"""What mines and structures are among, kept by a bot while the seat's pieces stand as they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.geometry import without

if TYPE_CHECKING:
    from simkit.games.gaia_project.holdings import Holdings
    from simkit.games.gaia_project.state import GaiaState, Player

KEY_REACH: Final = 9  # bits of a hex
# Where what a mine is among stands in a number.
JOINS: Final = 1
BESIDE: Final = 1
AROUND: Final = 6
FRESH: Final = 11
FEW: Final = 31  # mask of a count of pieces


class Surroundings:
    """Counts that follow from where a seat's pieces and the planets are; each is made when asked for."""

    __slots__ = ("among", "close", "free", "holdings")

    def __init__(self, holdings: Holdings | None) -> None:
        self.holdings = holdings
        self.free = holdings.free if holdings is not None else 0
        self.among: dict[int, int] = {}
        self.close: dict[int, int] = {}

    def among_at(self, state: GaiaState, player: Player, cell: int, reach: int) -> int:
        """Return what a mine on a cell would be among: four counts, packed.

        `JOINS`, or at `BESIDE` and `AROUND` the free pieces one and two hexes away; at `FRESH` the
        planets that would come within `reach`.
        """
        key = cell | reach << KEY_REACH
        known = self.among.get(key)
        if known is None:
            near, fed = state.shape.near, player.fed
            if fed and near[1][cell] & fed:
                known = JOINS
            else:
                close = near[2][cell] & self.free
                beside = (near[1][cell] & close).bit_count()
                known = beside << BESIDE | close.bit_count() - beside << AROUND
            fresh = without(state.planets, player.layers[reach]) & near[reach][cell]
            known |= fresh.bit_count() << FRESH
            self.among[key] = known
        return known

    def close_at(self, state: GaiaState, player: Player, cell: int) -> int:
        """Return twice the free pieces around an own structure, and 1 more in a federation."""
        known = self.close.get(cell)
        if known is None:
            close = (state.shape.near[2][cell] & self.free).bit_count()
            known = self.close[cell] = close << 1 | player.fed >> cell & 1
        return known
