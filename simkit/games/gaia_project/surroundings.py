"""What mines and structures are among, kept by a bot while the seat's pieces stand where they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.geometry import BITS, without

if TYPE_CHECKING:
    from simkit.games.gaia_project.state import GaiaState, Player

# Where what a mine is among stands in a number.
JOINS: Final = 1
BESIDE: Final = 1
AROUND: Final = 6
FRESH: Final = 11
NOT_ASKED: Final = -1
FEW: Final = 31  # mask of a count of pieces


class Surroundings:
    """Counts that follow from where a seat's pieces and the planets are; each is made when asked for.

    Upgrades change none of them. `layers` stands for the pieces: a new list is made whenever one of
    them comes on the map.
    """

    __slots__ = (
        "among", "close", "fed", "free", "layers", "near", "near_1", "near_2", "numbers", "planets",
        "reach", "unreached",
    )  # fmt: skip

    def __init__(self, state: GaiaState, player: Player, free: int, reach: int) -> None:
        near = state.shape.near
        self.near_1, self.near_2, self.near = near[1], near[2], near[reach]
        self.layers, self.fed, self.free = player.layers, player.fed, free
        self.planets, self.reach = state.planets, reach
        self.unreached = without(state.planets, player.layers[reach])
        self.numbers = state.galaxy.numbers
        self.among = [NOT_ASKED] * state.galaxy.count
        self.close = self.among[:]

    def hold(self, state: GaiaState, player: Player, free: int, reach: int) -> bool:
        """Tell whether they are still those of the player's pieces and of the planets."""
        return (
            player.layers is self.layers
            and reach == self.reach
            and free == self.free
            and player.fed == self.fed
            and state.planets == self.planets
        )

    def among_at(self, cell: int) -> int:
        """Return what a mine on a cell would be among: four counts, packed.

        `JOINS`, or at `BESIDE` and `AROUND` the free pieces one and two hexes away; at `FRESH` the
        planets that would come within `reach`.
        """
        number = self.numbers[cell]
        known = self.among[number]
        if known < 0:
            fed = self.fed
            if fed and self.near_1[cell] & fed:
                known = JOINS
            else:
                known = 0
                close = self.near_2[cell] & self.free
                if close:
                    beside = (self.near_1[cell] & close).bit_count()
                    known = beside << BESIDE | close.bit_count() - beside << AROUND
            fresh = self.unreached & self.near[cell]
            known |= fresh.bit_count() << FRESH
            self.among[number] = known
        return known

    def close_at(self, cell: int) -> int:
        """Return twice the free pieces around an own structure, and 1 more in a federation."""
        number = self.numbers[cell]
        known = self.close[number]
        if known < 0:
            close = (self.near_2[cell] & self.free).bit_count()
            known = self.close[number] = close << 1 | (self.fed & BITS[cell] != 0)
        return known
