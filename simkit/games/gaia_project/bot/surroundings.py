"""What mines and structures are among, kept by a bot while the seat's pieces stand where they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project.rules.geometry import BITS, bits_in, without

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

# Where what a mine is among stands in a number.
JOINS: Final = 1
BESIDE: Final = 1
AROUND: Final = 6
RANGE_QIC: Final = 11
FRESH: Final = 13
NOT_ASKED: Final = -1
STATION_BESIDE: Final = 2
STATION_FRESH: Final = 7
FEW: Final = 31  # mask of a count of pieces
PIECES: Final = FEW << BESIDE | FEW << AROUND
ANY_QIC: Final = 3  # of those of range: more than one; also their mask
FAR: Final = 1 << RANGE_QIC
BEYOND: Final = ANY_QIC << RANGE_QIC


class Surroundings:
    """Counts that follow from where a seat's pieces and the planets are.

    Each is kept where it was worked out; whoever asks looks there first.

    Upgrades change none of them. `layers` stands for the pieces: a new list is made whenever one of
    them comes on the map.
    """

    __slots__ = (
        "among", "beyond", "close", "far", "fed", "free", "in_range", "joinable", "layers", "near",
        "near_1", "near_2", "near_range", "planets", "reach", "stations", "unreached",
    )  # fmt: skip

    def __init__(self, state: GaiaState, player: Player, free: int, reach: int) -> None:
        near = state.shape.near
        self.near_1, self.near_2, self.near = near[1], near[2], near[reach]
        self.near_range = near[reach - 1]
        self.layers, self.fed, self.free = player.layers, player.fed, free
        self.planets, self.reach = state.planets, reach
        self.unreached = without(state.planets, player.layers[reach])
        # What is in range without QIC and with one: `reach` is one hex more than that without.
        self.in_range = state.reach_of(player, reach - 1)
        self.far = state.reach_of(player, reach + 1)
        self.beyond = without(state.planets, self.in_range)
        self.joinable = free | player.fed
        self.among = [NOT_ASKED] * state.galaxy.count
        self.close = self.among[:]
        self.stations: dict[int, int] = {}

    def hold(self, state: GaiaState, player: Player, free: int, reach: int) -> bool:
        """Tell whether they are still those of the player's pieces and of the planets."""
        return (
            player.layers is self.layers
            and reach == self.reach
            and free == self.free
            and player.fed == self.fed
            and state.planets == self.planets
        )

    def among_at(self, cell: int, number: int) -> int:
        """Return what a mine on the planet of that number would be among: counts, packed.

        `JOINS`, or at `BESIDE` and `AROUND` the free pieces one and two hexes away; at `RANGE_QIC` the
        QIC that reaching it costs; at `FRESH` the planets that would come within `reach`.
        """
        fed, known = self.fed, 0
        if fed and self.near_1[cell] & fed:
            known = JOINS
        else:
            close = self.near_2[cell] & self.free
            if close:
                beside = bits_in(self.near_1[cell] & close)
                known = beside << BESIDE | bits_in(close) - beside << AROUND
        bit = BITS[cell]
        if not self.in_range & bit:
            known |= FAR if self.far & bit else BEYOND
        fresh = self.unreached & self.near[cell]
        if fresh:
            known |= bits_in(fresh) << FRESH
        self.among[number] = known
        return known

    def close_at(self, cell: int, number: int) -> int:
        """Return twice the free pieces around an own structure, and 1 more in a federation."""
        close = bits_in(self.near_2[cell] & self.free)
        known = self.close[number] = close << 1 | (self.fed & BITS[cell] != 0)
        return known

    def around_station(self, cell: int) -> int:
        """Return what a space station on a cell would be among, packed (Ivits).

        The QIC that reaching it costs; at `STATION_BESIDE` the own pieces that it would join; at
        `STATION_FRESH` the planets that would come within range.
        """
        bit = BITS[cell]
        known = 0 if self.in_range & bit else 1 if self.far & bit else ANY_QIC
        beside = self.near_1[cell] & self.joinable
        if beside:
            known |= bits_in(beside) << STATION_BESIDE
        fresh = self.near_range[cell] & self.beyond
        if fresh:
            known |= bits_in(fresh) << STATION_FRESH
        self.stations[cell] = known
        return known
