"""Points: round tiles and triggers, passing, and the end of the game (rules.md sections 3 and 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import bits_in
from simkit.games.gaia_project.rules.power import IN_1, IN_2, IN_3, STONE_POWER

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

NOBODY: Final = -1
STRUCTURES: Final = 0
FEDERATED: Final = 1
TYPES: Final = 2
GAIA_PLANETS: Final = 3
SECTORS: Final = 4
SATELLITES: Final = 5


def fire(state: GaiaState, player: Player, event: int, times: int = 1) -> None:
    """Score an event: the round tile, then the player's tiles with that trigger."""
    # Rules: [#3a] [#3b] [#3c] [#3d]
    tile = state.round_tiles[state.round - 1]
    if state.t.round_event[tile] == event:
        state.gain(player.seat, schema.SRC_ROUND + tile, state.t.round_vp[tile] * times)
    if player.hook_vp[event]:
        state.gain(player.seat, hook_source(state, player, event), player.hook_vp[event] * times)


def hook_source(state: GaiaState, player: Player, event: int) -> int:
    """Return the source of the tile that scores an event; no two tiles share one."""
    for tile, table in enumerate(state.t.standard):
        if table.event == event and (player.tiles & ~player.covered) >> tile & 1:
            return schema.SRC_STANDARD[tile]
    for tile, table in enumerate(state.t.advanced):
        if table.event == event and player.advanced >> tile & 1:
            return schema.SRC_ADVANCED[tile]
    raise ValueError("no tile of the player scores this event")


def big_pieces(player: Player) -> int:
    """Return how many of the institute and the two academies a player has; each is single."""
    return (player.institute != 0) + (player.left != 0) + (player.right != 0)


def count(player: Player, what: int) -> int:
    """Return how many of something a player has, for tiles and boosters."""
    if what == terms.N_MINE:
        return bits_in(player.mine_mask)  # guests and the lost planet count
    if what == terms.N_STATION:
        return bits_in(player.station_mask)
    if what == terms.N_LAB:
        return bits_in(player.lab_mask)
    if what == terms.N_BIG:
        return big_pieces(player)
    if what == terms.N_GAIA:
        return player.gaia_count
    if what == terms.N_TYPE:
        return bits_in(player.types)
    if what == terms.N_SECTOR:
        return bits_in(player.sectors)
    assert what == terms.N_FEDERATION
    return sum(player.tokens)


def score_pass(state: GaiaState, player: Player) -> None:
    """Score what counts when passing: the booster given back and advanced tiles."""
    # Rules: [#2.3H]
    t = state.t
    if player.booster >= 0:
        table = t.boosters[player.booster]
        if table.pass_per >= 0:
            points = table.pass_vp * count(player, table.pass_per)
            state.gain(player.seat, schema.SRC_BOOSTER[player.booster], points)
    if not player.advanced:
        return
    for tile, table in enumerate(t.advanced):
        if player.advanced >> tile & 1 and table.pass_per >= 0:
            points = table.pass_vp * count(player, table.pass_per)
            state.gain(player.seat, schema.SRC_ADVANCED[tile], points)


def final_counts(players: list[Player], tile: int) -> list[int]:
    """Return players' counts for a final tile."""
    # Rules: [#4.1] [#5.ivits]
    if tile == STRUCTURES:
        return [bits_in(player.own) for player in players]
    if tile == FEDERATED:
        return [bits_in(player.own & player.fed) for player in players]
    if tile == TYPES:
        return [bits_in(player.types) for player in players]
    if tile == GAIA_PLANETS:
        return [player.gaia_count for player in players]
    if tile == SECTORS:
        return [bits_in(player.sectors) for player in players]
    assert tile == SATELLITES
    return [player.satellite_count + bits_in(player.spaces) for player in players]


def final_count(player: Player, tile: int) -> int:
    """Return a player's count for a final tile."""
    return final_counts([player], tile)[0]


def finals_of(state: GaiaState) -> list[list[int]]:
    """Return, for each of the game's final tiles, every player's count (not to be changed)."""
    if state.finals_at == state.map_changes:
        return state.finals
    players, (one, two) = state.players, state.final_tiles
    return [final_counts(players, one), final_counts(players, two)]


def note_finals(state: GaiaState) -> None:
    """Keep those counts until the map changes; upgrades change none of them."""
    counts = finals_of(state)
    state.finals_at = state.map_changes
    if counts != state.finals:
        state.finals = counts


def prizes(counts: list[int], table: list[int], zero_ranks: bool = False) -> list[int]:
    """Return the points by count: ties add the prizes of their places and share.

    Parameters
    ----------
    counts
        What each player has of what the tile counts.
    table
        The prizes by place.
    zero_ranks
        Whether a count of 0 has a place like any other, or scores nothing (option final_zero).

    Examples
    --------
    >>> prizes([5, 5, 3, 0], [18, 12, 6, 0])
    [15, 15, 6, 0]
    >>> prizes([5, 0, 0], [18, 12, 6, 0], zero_ranks=True)
    [18, 9, 9]
    """
    # Rules: [#4.1]
    points = []
    for mine in counts:
        if mine == 0 and not zero_ranks:
            points.append(0)
            continue
        above = sum(other > mine for other in counts)
        equal = sum(other == mine for other in counts)
        shared = sum(table[place] for place in range(above, min(above + equal, len(table))))
        points.append(shared // equal)
    return points


def neutral_count(state: GaiaState, tile: int) -> int:
    """Return the neutral player's place on a final tile (one and two players)."""
    # Rules: [#1.6]
    if terms.FINAL_TILES[tile] == "gaia" and state.rules.options["neutral_gaia"] == 5:
        return state.t.neutral_other[tile]
    return state.t.neutral[tile]


def final_ranks(state: GaiaState, tile: int) -> list[int]:
    """Return the points of a final tile for every player, the Automa included."""
    counts = final_counts(state.players, tile)
    if state.automa is not None:
        counts[-1] = state.automa.final_count(state, tile)
    if state.seats <= 2:
        counts.append(neutral_count(state, tile))
    zero_ranks = state.rules.options["final_zero"] == "ranked"
    return prizes(counts, state.t.prizes, zero_ranks)[: len(state.players)]


def score_end(state: GaiaState) -> None:
    """Score the end of the game and close it."""
    # Rules: [#4.2] [#4.3]
    t = state.t
    for place, tile in enumerate(state.final_tiles):
        points = final_ranks(state, tile)
        for player in state.players[: state.seats]:
            state.gain(player.seat, schema.SRC_FINAL + place, points[player.seat])
    if state.automa is not None:
        state.automa.score_end(state, [final_ranks(state, n)[-1] for n in state.final_tiles])
    for player in state.players[: state.seats]:
        for area, level in enumerate(player.levels):
            if level >= 3:
                state.gain(player.seat, schema.SRC_RESEARCH + area, (level - 2) * t.level_vp)
        if state.rules.options["end_conversion"] == "automatic":
            convert_all(state, player)
        goods = player.credits + player.knowledge + player.ore
        state.gain(player.seat, schema.SRC_RESOURCES, goods // 3)
        if player.bid and state.rules.options["auction_payment"] == "end":
            state.gain(player.seat, schema.SRC_AUCTION, -player.bid)
    state.phase = schema.P_END
    state.seat = NOBODY


def convert_all(state: GaiaState, player: Player) -> None:
    """Turn everything into credits and ore, as some online play does (option end_conversion)."""
    burned = player.p2 // 2
    if player.stone == IN_2 and burned:
        player.stone = IN_3  # an ordinary token is burned to lift the brainstone
    player.p2 -= 2 * burned
    player.p3 += burned
    if player.faction == terms.ITARS:
        player.gaia += burned
    power = player.p3
    if player.stone == IN_3:
        power += STONE_POWER - 1
        player.stone = IN_1
    elif player.faction == terms.NEVLAS and player.institute:
        power *= 2
    player.p1 += player.p3
    player.p3 = 0
    caps = state.t.cap
    player.credits = min(caps[terms.CREDITS_CAP], player.credits + power)
    player.ore = min(caps[terms.ORE_CAP], player.ore + player.qic)
    player.qic = 0
