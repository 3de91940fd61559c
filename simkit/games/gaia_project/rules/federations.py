"""Federations: what may be joined, with how few satellites, and which are worth offering.

Rules: rules.md 2.3 D. Own planets that hang together form a *group*; groups are joined by
satellites, the fewest of which `satellites.connect` finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import detours, holdings, terms
from simkit.games.gaia_project.rules.geometry import NONE, Geometry, bits_in, cells_of, without
from simkit.games.gaia_project.rules.holdings import VALUE, XENOS_VALUE
from simkit.games.gaia_project.rules.satellites import connect, groups_in, trees

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

LISTED_GROUPS: Final = 4  # legal() lists every federation of up to so many groups ...
LISTED_SATELLITES: Final = 4  # ... and satellites
OFFERED_SATELLITES: Final = 7  # candidates() looks no further
OFFERED: Final = 2
COMPANY: Final = 2  # ... nor, by the plain rule, at more groups that shorten a way between others
MOST_SEED: Final = OFFERED_SATELLITES + 1  # ... nor at sets of groups that are farther apart
FEWEST: Final = ("fewest", "plain")  # rules that ask for the fewest satellites
TOO_DEAR = "there are not enough tokens (Ivits: QIC) for its satellites"
MASK_AT: Final = schema.ARG + 3  # the mask follows kind and token


def needed(player: Player) -> int:
    """Return the power value that the next federation needs."""
    # Rules: [#2.3D] [#2.3D.5] [#5.xenos]
    if player.faction == terms.IVITS:
        return VALUE * (1 + player.formed)
    return XENOS_VALUE if player.faction == terms.XENOS and player.institute else VALUE


def budget(state: GaiaState, player: Player) -> int:
    """Return how many satellites the player can place."""
    # Rules: [#1.7] [#2.3D.5]
    most = player.qic if player.faction == terms.IVITS else player.movable()
    limit = state.rules.options["satellite_limit"]
    return min(most, limit - player.satellite_count) if limit else most


def free_pieces(state: GaiaState, player: Player) -> int:
    """Return the own planets (and stations) that no federation has used up."""
    return holdings.of(state, player).free


def satellite_cells(state: GaiaState, player: Player) -> int:
    """Return the hexes on which new satellites may be placed."""
    # Rules: [#2.3D] [#2.3D.2]
    taken = state.planets | player.satellites | player.spaces
    if player.faction != terms.IVITS and player.fed:
        taken |= state.shape.grow(player.fed)
    return without(state.shape.valid, taken)


def value_of(state: GaiaState, player: Player, pieces: int) -> int:
    """Return the total power value of the pieces in a mask; `GaiaState.power_value` says of each."""
    if pieces & (pieces - 1) == 0:
        return state.power_value(player, pieces.bit_length() - 1) if pieces else 0
    values = state.t.power_value
    value = holdings.small_value(state, player, pieces)
    institute = player.institute & pieces
    academies = (player.left | player.right) & pieces
    if institute or academies:
        value += values[terms.INSTITUTE] * bits_in(institute)
        value += values[terms.ACADEMY_LEFT] * bits_in(academies)
        if (player.tiles & ~player.covered) >> state.t.value_tile & 1:
            value += bits_in(institute | academies)
    if player.spaces:
        value += values[terms.SPACE_STATION] * bits_in(player.spaces & pieces)
    if player.faction == terms.BESCODS and player.institute:
        value += bits_in(player.own & pieces & state.type_mask[terms.TITANIUM])
    return value


def ends_of(shape: Geometry, base: int, chosen: int) -> list[int]:
    """Return what satellites have to join: the federation so far with what adjoins it, the groups."""
    if not base:
        return groups_in(shape, chosen)
    base = shape.group(base, base | chosen)
    return [base, *groups_in(shape, without(chosen, base))]


def base_of(state: GaiaState, player: Player) -> tuple[int, int]:
    """Return the hexes and the value of Ivits' federation so far; nothing for everybody else."""
    # Rules: [#2.3D.5]
    if player.faction != terms.IVITS or not player.formed:
        return 0, 0
    return player.fed, value_of(state, player, (player.own | player.spaces) & player.fed)


# The rule itself --------------------------------------------------------------------------------


def problem(state: GaiaState, player: Player, mask: int, joined: bool = False) -> str:
    """Return why the new hexes `mask` make no federation; empty if they make one.

    `joined`: the mask comes from `join` and has the fewest satellites already.
    """
    # Rules: [#2.3D] [#2.3D.1]
    shape = state.shape
    pieces = free_pieces(state, player)
    places = satellite_cells(state, player)
    base, base_value = base_of(state, player)
    if mask & ~(pieces | places):
        return "it uses a hex that is neither a free own planet nor open to a satellite"
    if not mask and not base:
        return "it names no hex"
    chosen, satellites = mask & pieces, mask & places
    if shape.grow(mask | base) & pieces & ~chosen:
        return "own planets that adjoin it have to be part of it"
    whole = mask | base
    if shape.group(whole & -whole, whole) != whole:
        return "it does not hang together"
    groups = groups_in(shape, chosen)
    values = [value_of(state, player, group) for group in groups]
    need = needed(player) - base_value
    if sum(values) < need:
        return f"its power value is below {needed(player)}"
    rule = state.rules.options["satellite_rule"]
    if rule != "free" and superfluous(shape, groups, values, satellites, need, base):
        return "a planet and a satellite could be left out"
    if rule in FEWEST and satellites and not joined:
        allowed = without(places, shape.grow(without(pieces, chosen)))
        if (
            connect(shape, tuple(ends_of(shape, base, chosen)), allowed, bits_in(satellites) - 1)
            != NONE
        ):
            return "the same planets can be joined with fewer satellites"
    if rule == "plain" and not plainly_fewest(shape, pieces, places, base, chosen, satellites):
        return "with more own planets the same ones can be joined with fewer satellites"
    if bits_in(satellites) > budget(state, player):
        return TOO_DEAR
    return ""


def plainly_fewest(
    shape: Geometry, pieces: int, places: int, base: int, chosen: int, satellites: int
) -> bool:
    """Tell whether fewer satellites would not do, even with other own planets on their way."""
    # Rules: [#2.3D.1]
    others = groups_in(shape, without(pieces, chosen))
    if not satellites or not others:
        return True
    ends = ends_of(shape, base, chosen)
    return not detours.joinable(shape, ends, others, places, bits_in(satellites) - 1)


def superfluous(
    shape: Geometry, groups: list[int], values: list[int], satellites: int, need: int, base: int
) -> bool:
    """Tell whether some planets together with a satellite can be left out.

    What is left must suffice, hang together, and not adjoin the planets left out (these would come
    along again).
    """
    # Rules: [#2.3D.1]
    total = sum(values)
    if not satellites or not values or total - min(values) < need:
        return False
    count = len(groups)
    for kept in range((1 << count) - 1):
        value = sum(values[i] for i in range(count) if kept >> i & 1)
        if value < need or not (kept or base):
            continue
        stay, leave = base, 0
        for i in range(count):
            if kept >> i & 1:
                stay |= groups[i]
            else:
                leave |= groups[i]
        rest = without(satellites, shape.grow(leave))
        if without(stay, shape.group(stay & -stay, stay | rest)) == 0:
            return True
    return False


# Lists of federations ---------------------------------------------------------------------------


def join(state: GaiaState, player: Player, groups: list[int], most: int) -> int:
    """Return the new hexes of a federation of the given groups, or `NONE`.

    Groups that its satellites adjoin come along.
    """
    base, _ = base_of(state, player)
    places = satellite_cells(state, player)
    return _joined(state.shape, free_pieces(state, player), places, base, groups, most)


def _joined(
    shape: Geometry, pieces: int, places: int, base: int, groups: list[int], most: int
) -> int:
    """Return the new hexes of such a federation, satellites on `places`."""
    chosen = 0
    for group in groups:
        chosen |= group
    if not chosen:
        return 0 if base else NONE
    for again in range(3):
        allowed = without(places, shape.grow(without(pieces, chosen)))
        ends = tuple(ends_of(shape, base, chosen) if base or again else groups)
        satellites = connect(shape, ends, allowed, most)
        if satellites != NONE:
            return chosen | satellites
        satellites = connect(shape, ends, places, most)
        if satellites == NONE:
            return NONE
        beside = without(shape.grow(satellites) & pieces, chosen)
        for group in groups_in(shape, pieces):
            if group & beside:
                chosen |= group
    return NONE


def another_tree(state: GaiaState, player: Player, refused: int, most: int) -> int:
    """Return a federation of the same groups as one of which a part could be left out, or `NONE`.

    Whether a satellite could be left out depends on which groups it adjoins, and so on the tree.
    """
    shape = state.shape
    pieces = free_pieces(state, player)
    chosen = refused & pieces
    base, _ = base_of(state, player)
    terminals = ends_of(shape, base, chosen)
    allowed = satellite_cells(state, player) & ~shape.grow(pieces & ~chosen)
    fewest = bits_in(refused & ~pieces)
    if state.rules.options["satellite_rule"] in FEWEST:
        most = fewest
    for count in range(fewest, most + 1):
        for satellites in trees(shape, terminals, allowed, count):
            if not problem(state, player, chosen | satellites, joined=True):
                return chosen | satellites
    return NONE


def listed(state: GaiaState, player: Player) -> list[int]:
    """Return one federation of fewest satellites for every set of up to `LISTED_GROUPS` groups.

    Groups that its satellites cannot but adjoin come along. Sets that need more than
    `LISTED_SATELLITES` satellites are left out; what is offered to bots is added.
    """
    found: list[int] = []
    most = min(LISTED_SATELLITES, budget(state, player))
    pieces = free_pieces(state, player)
    groups = groups_in(state.shape, pieces)
    values = [value_of(state, player, group) for group in groups]
    base, base_value = base_of(state, player)
    need = needed(player) - base_value
    smallest = 0 if base else 1
    seen: set[int] = set()
    for size in range(smallest, min(LISTED_GROUPS, len(groups)) + 1):
        for picked in combinations(range(len(groups)), size):
            if sum(values[i] for i in picked) < need:
                continue
            mask = join(state, player, [groups[i] for i in picked], most)
            if mask == NONE or mask & pieces in seen:
                continue
            seen.add(mask & pieces)
            if problem(state, player, mask, joined=True):
                mask = another_tree(state, player, mask, most)
            if mask != NONE:
                found.append(mask)
    for mask in offered(state, player):
        if mask not in found:
            found.append(mask)
    return found


def offered(state: GaiaState, player: Player) -> list[int]:
    """Return a few federations with few satellites that the player can pay."""
    affordable: list[int] = []
    masks = found(state, player)
    if masks:
        most, pieces = budget(state, player), player.own | player.spaces
        for mask in masks:
            if bits_in(without(mask, pieces)) > most:
                continue
            affordable.append(mask)
    return affordable


def found(state: GaiaState, player: Player) -> list[int]:
    """Return the federations worth offering, whatever their satellites cost."""
    kept = player.holdings
    if kept is not None and kept.federations is not None:
        return kept.federations
    return searched(state, player)


def note(state: GaiaState, player: Player) -> None:
    """Keep those federations, and what else follows from the pieces, until one of them changes."""
    kept = player.holdings = holdings.Holdings(state, player)
    kept.federations = searched(state, player)


def searched(state: GaiaState, player: Player) -> list[int]:
    """Search for federations, or remember a search in such a position: many games have the same."""
    base, base_value = base_of(state, player) if player.faction == terms.IVITS else (0, 0)
    need = needed(player) - base_value
    if need <= 0 and base:
        return [0]
    kept = holdings.of(state, player)
    big = player.institute or player.left or player.right
    if (
        player.spaces
        or player.faction == terms.BESCODS
        or (big and _big_count_otherwise(state, player))
    ):
        value = value_of(state, player, kept.free)
    else:
        value = kept.loose_value
    if value < need or not kept.free:
        return []
    tiles = (player.tiles & ~player.covered) >> state.t.value_tile & 1
    dear = player.own & state.type_mask[terms.TITANIUM] if player.faction == terms.BESCODS else 0
    key = (
        state.shape.valid, state.planets, player.own, player.spaces, player.fed, player.station_mask,
        player.lab_mask, player.institute, player.left | player.right, player.faction,
        player.formed << 1 | tiles, dear,
    )  # fmt: skip
    known = state.rules.federations_known.get(key)
    if known is None:
        known = _search(state, player, base, need)
        state.rules.remember_federations(key, known)
    return known


def _big_count_otherwise(state: GaiaState, player: Player) -> bool:
    """Tell whether a tile or a patch makes big buildings count otherwise than `Holdings` says."""
    if (player.tiles & ~player.covered) >> state.t.value_tile & 1:
        return True
    values = state.t.power_value
    return player.institute != 0 and values[terms.INSTITUTE] != values[terms.ACADEMY_LEFT]


def _search(state: GaiaState, player: Player, base: int, need: int) -> list[int]:
    """Grow federations from several groups, nearest group first, and keep the cheapest."""
    pieces = free_pieces(state, player)
    shape, rule = state.shape, state.rules.options["satellite_rule"]
    if base and shape.grow(base) & pieces:  # cannot be but in positions made by hand
        return []
    groups = groups_in(shape, pieces)
    values = [value_of(state, player, group) for group in groups]
    seeds = _seeds(shape, groups, values, need, base)
    if len(seeds) > 1:
        seeds.sort()
    places = satellite_cells(state, player) if seeds else 0
    found: list[int] = []
    for _, picked in seeds[:OFFERED]:
        near = groups if len(picked) == len(groups) else _those(groups, picked)
        mask = _joined(shape, pieces, places, base, near, OFFERED_SATELLITES)
        if mask != NONE and rule == "plain":
            mask = _in_company(shape, pieces, places, base, groups, mask)
        if mask == NONE or mask in found:
            continue
        # What `join` returns breaks no other rule, price aside. None of a seed's groups can be left out,
        # but then others may have come along.
        if rule != "free" and mask & pieces != sum(near):
            chosen, its_values = _inside(groups, values, mask)
            if superfluous(shape, chosen, its_values, without(mask, pieces), need, base):
                continue
        found.append(mask)
    # `OFFERED` is two, so that no sort is needed: the one with fewer satellites comes first.
    if len(found) > 1 and bits_in(without(found[0], pieces)) > bits_in(without(found[1], pieces)):
        found.reverse()
    return found


def _in_company(
    shape: Geometry, pieces: int, places: int, base: int, groups: list[int], mask: int
) -> int:
    """Return a federation, or one with more planets and fewer satellites where the plain rule asks it.

    Takes up to `COMPANY` groups along at a time; `NONE` if that does not do.
    """
    while not plainly_fewest(shape, pieces, places, base, mask & pieces, without(mask, pieces)):
        inside = [group for group in groups if group & mask]
        others = [group for group in groups if not group & mask]
        most = bits_in(without(mask, pieces)) - 1
        ways = [
            _joined(shape, pieces, places, base, [*inside, *more], most)
            for size in range(1, min(COMPANY, len(others)) + 1)
            for more in combinations(others, size)
        ]
        ways = [way for way in ways if way != NONE]
        if not ways:
            return NONE
        mask = min(ways, key=lambda way: bits_in(without(way, pieces)))
    return mask


def _inside(groups: list[int], values: list[int], mask: int) -> tuple[list[int], list[int]]:
    """Return the groups that a mask takes in, and their values."""
    inside = [i for i in range(len(groups)) if groups[i] & mask]
    return _those(groups, inside), _those(values, inside)


def _those(items: list[int], places: Iterable[int]) -> list[int]:
    return [items[i] for i in places]


def _seeds(
    shape: Geometry, groups: list[int], values: list[int], need: int, base: int
) -> list[tuple[int, tuple[int, ...]]]:
    """Return sets of groups with a lower bound of their satellites, grown from every group."""
    count = len(groups)
    everyone = list(range(count))
    cells = [  # most groups are one planet
        [group.bit_length() - 1] if group & (group - 1) == 0 else cells_of(group)
        for group in groups
    ]
    smallest = min(values)
    all_needed = sum(values) - smallest < need  # then there is one set only
    if all_needed and not base:
        most, first = 0, cells[0]  # the first needs no more, however it grows
        for own in cells[1:]:
            most += _gap(shape, first, own)
        if most <= MOST_SEED:
            return [(most, tuple(everyone))]
    gap = _gaps(shape, cells)
    from_base = [_gap(shape, cells_of(base), own) for own in cells] if base else []
    found: dict[tuple[int, ...], int] = {}
    for start in everyone:
        picked, left = [start], everyone[:]
        left.remove(start)
        value, cost = values[start], from_base[start] if base else 0
        near = gap[start][:]
        if base:
            near = [min(near[i], from_base[i]) for i in everyone]
        while value < need and left and cost <= MOST_SEED:
            best, least, more = -1, 99.0, need - value
            for i in left:
                worth = values[i]
                effort = near[i] - 0.6 * (worth if worth < more else more)
                if effort < least:
                    best, least = i, effort
            picked.append(best)
            left.remove(best)
            value += values[best]
            cost += near[best]
            if value < need:
                row = gap[best]
                for i in left:
                    if row[i] < near[i]:
                        near[i] = row[i]
        if value < need or cost > MOST_SEED:
            continue
        if value - need >= smallest:
            _leave_out(picked, values, value - need)
        picked.sort()
        key_set = tuple(picked)
        known = found.get(key_set)
        if known is None or cost < known:
            found[key_set] = cost
        if all_needed:
            break
    return [(cost, picked_set) for picked_set, cost in found.items()]


def _gaps(shape: Geometry, cells: list[list[int]]) -> list[list[int]]:
    """Return the least numbers of hexes between groups, each two of them."""
    gap = [[0] * len(cells) for _ in cells]
    for i, one in enumerate(cells):
        apart = shape.apart[one[0]]
        for j in range(i):
            two = cells[j]
            if len(one) == 1 and len(two) == 1:  # most of them
                gap[i][j] = gap[j][i] = apart[two[0]] - 1
            else:
                gap[i][j] = gap[j][i] = _gap(shape, one, two)
    return gap


def _leave_out(picked: list[int], values: list[int], more: int) -> None:
    """Take out groups that are not needed, those of least value first; `more` is what is too much.

    Even if nothing is: a patch may make structures worth nothing.
    """
    for i in picked:
        if values[i] <= more:
            break
    else:
        return
    for i in sorted(picked, key=values.__getitem__):
        if values[i] <= more:
            picked.remove(i)
            more -= values[i]


def _gap(shape: Geometry, one: list[int], two: list[int]) -> int:
    """Return the least number of hexes between two sets of cells."""
    apart = shape.apart
    least = apart[one[0]][two[0]]
    if len(one) + len(two) > 2:
        for a in one:
            row = apart[a]
            for b in two:
                if row[b] < least:
                    least = row[b]
    return least - 1


def pack(token: int, mask: int) -> int:
    """Pack the action of forming a federation."""
    return token_bits(token) | mask_bits(mask)


def token_bits(token: int) -> int:
    """Return the part of the action that says its kind and the token."""
    return schema.K_FEDERATION | (token + 1) << schema.ARG


def mask_bits(mask: int) -> int:
    """Return the part of the action that says the new hexes."""
    return mask << MASK_AT
