"""The smaller decisions: markers, projects, medals, tokens, options, upkeep and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import erudites, executive, payment
from simkit.games.federation.rules import legal as legality
from simkit.games.federation.rules import terms as t
from simkit.games.federation.rules.kinds import (
    K_ASTEROID,
    K_ATAL,
    K_BUILD,
    K_COPY,
    K_COPY_ERUDITE,
    K_DEEP,
    K_DISC,
    K_END,
    K_INCOME,
    K_LAW,
    K_LOSE,
    K_MARKER,
    K_MEDAL,
    K_PROJECT,
    K_REFRESH,
    K_START,
    K_STEP,
    K_TOKEN,
    K_TRANSMUTE,
    K_UPKEEP,
    K_USE,
    KIND,
)
from simkit.games.federation.rules.terms import (
    CHOOSE,
    COPY_ACTION,
    DISC,
    LOSE,
    MARKER,
    MEDAL,
    PAY,
    PICK,
    PROJECT,
    REFRESH,
    START_TILE,
    STEP,
    TAKE_TOKEN,
    UPKEEP,
)

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Tables, Task

LOSING: Final = [[0, 1, 2], [1, 0, 2], [2, 0, 1]]  # by crystal gained, which are named first
MOVE_MAGE: Final = [K_STEP | t.SIX_MOONS << 6]


def effect_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of a decision that an effect of a component asks for."""
    if op == PICK:
        return s.tables.menu_options[a] if b >> 1 else []
    if op == COPY_ACTION:
        return copy_options(s, a)
    if op == REFRESH:
        return legality.spread(K_REFRESH, erudites.refreshable(s, a, b))
    if op == MARKER:
        empty = s.tables.all_missions & ~s.players[s.seat].markers
        return legality.actions(s.tables, K_MARKER, empty)
    if op == MEDAL:
        return medal_options(s, a)
    if op == PROJECT:
        return project_options(s, b)
    if op == STEP:
        return step_options(s, a)
    if op == CHOOSE:
        return s.tables.menu_options[a]
    if op == DISC:
        return disc_options(s, a)
    return rare_options(s, op, a, b)


def later_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of a decision that the game asks for, or an action beyond its own."""
    if op == LOSE:
        return lose_options(s, a)
    if op == UPKEEP:
        return upkeep_options(s)
    if op == TAKE_TOKEN:
        return [K_TOKEN | (token + 1) << 6 for token in sorted(set(s.moons[a]))]
    if op == PAY:
        res = s.players[s.seat].res
        return payment.pay_actions(s.tables, res, a, b, False)
    if op == t.DEEP_SPACE:
        return legality.spread(K_DEEP, s.deep)
    if op == t.TAKE_ASTEROID:
        return [K_ASTEROID | token << 6 for token in sorted(s.dead)]
    if op == t.KEEP_TOKEN:
        return [K_TOKEN | (token + 1) << 6 for token in sorted({a, b})]
    if op == t.LAW:
        return [K_LAW, K_LAW | 1 << 6]
    raise AssertionError(f"no options for task {op}")


def rare_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of the decisions that few components bring, and of the draft."""
    if op == t.COPY_ERUDITE:
        planet, before, _ = erudites.context(s)
        mask = erudites.copy_targets(s, a, b, planet, before)
        return legality.spread(K_COPY_ERUDITE, mask)
    if op == t.INCOME_FREE:
        return [K_INCOME | industry << 6 for industry in s.industries] if a else []
    if op == t.TRANSMUTE:
        return transmute_options(s)
    if op == t.TAKE_ERUDITE:
        return legality.spread(K_ATAL, s.open & s.tables.level_mask[a])
    if op == t.BUILD_FREE:
        first = s.tables.n_industries
        kinds = [x for x in legality.structures(s) if a & (1 if x < first else 2)]
        return [K_BUILD | structure << 6 for structure in kinds]
    if op == START_TILE:
        return legality.spread(K_START, s.offer)
    raise AssertionError(f"no options for task {op}")


def project_options(s: FederationState, which: int) -> list[int]:
    """Return the projects that an effect may move: incomplete ones and always the general one."""
    # [#8.3c]
    barred = (which >> 2) - 1
    found = [K_PROJECT | i << 6 for i in range(t.GENERAL) if s.missing[i] > 0 and i != barred]
    if barred != t.GENERAL:
        found.append(K_PROJECT | t.GENERAL << 6)
    return found


def medal_options(s: FederationState, medal: int) -> list[int]:
    """Return the medals that can be taken: not owned and still there."""
    owned = s.players[s.seat].medals
    found: list[int] = []
    for kind in range(len(t.MEDALS)) if medal < 0 else [medal]:
        left = s.medals[kind] if kind < 5 else s.medal_copies[kind - 5]
        if left and not owned >> kind & 1:
            found.append(K_MEDAL | kind << 6)
    return found


def copy_options(s: FederationState, allowed: int) -> list[int]:
    """Return the actions that spying may copy; each must be possible, its own cost included."""
    # [#5.spy]
    p = s.players[s.seat]
    purse = payment.pack(p.res)
    possible = legality.payable_actions(s, p, purse)
    if not s.tables.copy_pays_cost:
        possible |= ~t.PLANET_ACTIONS
    if not possible >> t.E81216 & 1 and legality.can_build_by_help(s, purse):
        possible |= 1 << t.E81216
    return legality.actions(s.tables, K_COPY, allowed & possible)


def lose_options(s: FederationState, gained: int) -> list[int]:
    """Return the crystals that may be lost, the one just gained first; none if all fit."""
    # [#1.discard]
    res = s.players[s.seat].res
    if res[0] + res[1] + res[2] <= s.tables.crystals_max:
        return []
    return [K_LOSE | r << 6 for r in LOSING[gained] if res[r]]


def disc_options(s: FederationState, level: int) -> list[int]:
    """Return the shops for a free disc: an empty one, or to level 2 also an own level-1 disc."""
    p = s.players[s.seat]
    found: list[int] = []
    for shop, now in enumerate(p.shops):
        if (now == 0 and p.discs) or (now == 1 and level == 2):
            found.append(K_DISC | shop << 6)
    return found


def step_options(s: FederationState, planets_mask: int) -> list[int]:
    """Return the steps without reward, then declining."""
    p = s.players[s.seat]
    found: list[int] = []
    if planets_mask >> t.NEO & 1:
        found = [K_STEP | cell << 7 for cell in s.tables.cell_next[p.miner]]
    if planets_mask >> t.SIX_MOONS & 1 and p.mage < s.tables.moon_last:
        found.append(K_STEP | t.SIX_MOONS << 6)
    return [*found, K_END] if found else []


def transmute_options(s: FederationState) -> list[int]:
    """Return the resources that have a next better one, then declining."""
    res = s.players[s.seat].res
    found = [K_TRANSMUTE | r << 6 for r in range(4) if res[r] and s.tables.next_better[r] >= 0]
    return [*found, K_END] if found else []


def upkeep_options(s: FederationState) -> list[int]:
    """Return the ways to pay upkeep, from the level owed downwards; declining comes last.

    There are few, so each list is made once for all games of these tables; nobody may change it.
    """
    known = s.tables.upkeep_ways
    level = executive.upkeep_level(s)
    lavandium, copernium, oceanium, diamonds = s.players[s.seat].res
    held = (lavandium != 0) | (copernium != 0) << 1 | (oceanium != 0) << 2 | (diamonds != 0) << 3
    found = known.get(level << 4 | held)
    if found is None:
        found = known[level << 4 | held] = upkeep_ways(s.tables, level, held)
    return found


def upkeep_ways(tables: Tables, level: int, held: int) -> list[int]:
    """Return the ways to pay the upkeep of a level, or a lower one, with the resources of a mask."""
    # [#8.2]
    lowest = tables.no_drop_below
    found: list[int] = []
    for kept in range(level, lowest, -1):
        resource = tables.upkeep_resource[kept]
        if resource < 0:
            found.append(K_UPKEEP | kept << 6)
            continue
        if held >> resource & 1:
            found.append(K_UPKEEP | kept << 6 | (resource + 1) << 9)
        by_oceanium = resource != t.OCEANIUM and tables.upkeep_by_oceanium[resource]
        if by_oceanium and held >> t.OCEANIUM & 1:
            found.append(K_UPKEEP | kept << 6 | (t.OCEANIUM + 1) << 9)
    if level > lowest:
        found.append(K_UPKEEP | lowest << 6)
    return found


def thrifty_upkeep(s: FederationState, waiting: list[int]) -> list[int]:
    """Drop upkeep payments that another one beats: the same level or a lower one for more."""
    ways = tuple(waiting)
    found = s.tables.thrifty_upkeep.get(ways)
    if found is None:
        found = []
        kept = paid = -1
        for action in ways:
            level, resource = action >> 6 & 7, action >> 9 & 7
            if level == kept or resource == paid:
                continue
            found.append(action)
            kept, paid = level, resource
        s.tables.thrifty_upkeep[ways] = found
    return found.copy()


def helpful_uses(s: FederationState, task: Task, waiting: list[int]) -> list[int]:
    """Drop uses of erudites that do as well at another moment of the turn."""
    tables, p = s.tables, s.players[s.seat]
    planet = task[1] if task[0] == t.AFTER else task[0] - t.ON_NEO
    near = tables.planet_mask[planet] & (s.open | p.erudites)
    helping = tables.planet_mask[planet] | (tables.copying_mask if near else 0)
    if planet == t.E81216:
        helping |= tables.refreshing_mask | tables.copying_mask | tables.boost_mask
    found = [a for a in waiting if a & KIND != K_USE or helping >> (a >> 6) & 1]
    return found or waiting
