"""The smaller decisions: markers, projects, medals, tokens, options, upkeep and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import erudites, executive, kinds, legal, payment, terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Tables, Task

LOSING: Final = [[0, 1, 2], [1, 0, 2], [2, 0, 1]]  # by crystal gained, which are named first
MOVE_MAGE: Final = [kinds.K_STEP | terms.SIX_MOONS << 6]


def effect_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of a decision that an effect of a component asks for."""
    if op == terms.PICK:
        return s.tables.menu_options[a] if b >> 1 else []
    if op == terms.COPY_ACTION:
        return copy_options(s, a)
    if op == terms.REFRESH:
        return legal.spread(kinds.K_REFRESH, erudites.refreshable(s, a, b))
    if op == terms.MARKER:
        empty = s.tables.all_missions & ~s.players[s.seat].markers
        return legal.actions(s.tables, kinds.K_MARKER, empty)
    if op == terms.MEDAL:
        return medal_options(s, a)
    if op == terms.PROJECT:
        return project_options(s, b)
    if op == terms.STEP:
        return step_options(s, a)
    if op == terms.CHOOSE:
        return s.tables.menu_options[a]
    if op == terms.DISC:
        return disc_options(s, a)
    return rare_options(s, op, a, b)


def later_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of a decision that the game asks for, or an action beyond its own."""
    if op == terms.LOSE:
        return lose_options(s, a)
    if op == terms.UPKEEP:
        return upkeep_options(s)
    if op == terms.TAKE_TOKEN:
        return [kinds.K_TOKEN | (token + 1) << 6 for token in sorted(set(s.moons[a]))]
    if op == terms.PAY:
        res = s.players[s.seat].res
        return payment.pay_actions(s.tables, res, a, b, False)
    if op == terms.DEEP_SPACE:
        return legal.spread(kinds.K_DEEP, s.deep)
    if op == terms.TAKE_ASTEROID:
        return [kinds.K_ASTEROID | token << 6 for token in sorted(s.dead)]
    if op == terms.KEEP_TOKEN:
        return [kinds.K_TOKEN | (token + 1) << 6 for token in sorted({a, b})]
    if op == terms.LAW:
        return [kinds.K_LAW, kinds.K_LAW | 1 << 6]
    raise AssertionError(f"no options for task {op}")


def rare_options(s: FederationState, op: int, a: int, b: int) -> list[int]:
    """Return the legal actions of the decisions that few components bring, and of the draft."""
    if op == terms.COPY_ERUDITE:
        planet, before, _ = erudites.context(s)
        mask = erudites.copy_targets(s, a, b, planet, before)
        return legal.spread(kinds.K_COPY_ERUDITE, mask)
    if op == terms.INCOME_FREE:
        return [kinds.K_INCOME | industry << 6 for industry in s.industries] if a else []
    if op == terms.TRANSMUTE:
        return transmute_options(s)
    if op == terms.TAKE_ERUDITE:
        return legal.spread(kinds.K_ATAL, s.open & s.tables.level_mask[a])
    if op == terms.BUILD_FREE:
        first = s.tables.n_industries
        built = [x for x in legal.structures(s) if a & (1 if x < first else 2)]
        return [kinds.K_BUILD | structure << 6 for structure in built]
    if op == terms.START_TILE:
        return legal.spread(kinds.K_START, s.offer)
    raise AssertionError(f"no options for task {op}")


def project_options(s: FederationState, which: int) -> list[int]:
    """Return the projects that an effect may move: incomplete ones and always the general one."""
    # [#8.3c]
    barred = (which >> 2) - 1
    found = [
        kinds.K_PROJECT | i << 6 for i in range(terms.GENERAL) if s.missing[i] > 0 and i != barred
    ]
    if barred != terms.GENERAL:
        found.append(kinds.K_PROJECT | terms.GENERAL << 6)
    return found


def medal_options(s: FederationState, medal: int) -> list[int]:
    """Return the medals that can be taken: not owned and still there."""
    owned = s.players[s.seat].medals
    found: list[int] = []
    for kind in range(len(terms.MEDALS)) if medal < 0 else [medal]:
        left = s.medals[kind] if kind < 5 else s.medal_copies[kind - 5]
        if left and not owned >> kind & 1:
            found.append(kinds.K_MEDAL | kind << 6)
    return found


def copy_options(s: FederationState, allowed: int) -> list[int]:
    """Return the actions that spying may copy; each must be possible, its own cost included."""
    # [#5.spy]
    p = s.players[s.seat]
    purse = payment.pack(p.res)
    possible = legal.payable_actions(s, p, purse)
    if not s.tables.copy_pays_cost:
        possible |= ~terms.PLANET_ACTIONS
    if not possible >> terms.E81216 & 1 and legal.can_build_by_help(s, purse):
        possible |= 1 << terms.E81216
    return legal.actions(s.tables, kinds.K_COPY, allowed & possible)


def lose_options(s: FederationState, gained: int) -> list[int]:
    """Return the crystals that may be lost, the one just gained first; none if all fit."""
    # [#1.discard]
    res = s.players[s.seat].res
    if res[0] + res[1] + res[2] <= s.tables.crystals_max:
        return []
    return [kinds.K_LOSE | r << 6 for r in LOSING[gained] if res[r]]


def disc_options(s: FederationState, level: int) -> list[int]:
    """Return the shops for a free disc: an empty one, or to level 2 also an own level-1 disc."""
    p = s.players[s.seat]
    found: list[int] = []
    for shop, now in enumerate(p.shops):
        if (now == 0 and p.discs) or (now == 1 and level == 2):
            found.append(kinds.K_DISC | shop << 6)
    return found


def step_options(s: FederationState, planets_mask: int) -> list[int]:
    """Return the steps without reward, then declining."""
    p = s.players[s.seat]
    found: list[int] = []
    if planets_mask >> terms.NEO & 1:
        found = [kinds.K_STEP | cell << 7 for cell in s.tables.cell_next[p.miner]]
    if planets_mask >> terms.SIX_MOONS & 1 and p.mage < s.tables.moon_last:
        found.append(kinds.K_STEP | terms.SIX_MOONS << 6)
    return [*found, kinds.K_END] if found else []


def transmute_options(s: FederationState) -> list[int]:
    """Return the resources that have a next better one, then declining."""
    res = s.players[s.seat].res
    found = [
        kinds.K_TRANSMUTE | r << 6 for r in range(4) if res[r] and s.tables.next_better[r] >= 0
    ]
    return [*found, kinds.K_END] if found else []


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
            found.append(kinds.K_UPKEEP | kept << 6)
            continue
        if held >> resource & 1:
            found.append(kinds.K_UPKEEP | kept << 6 | (resource + 1) << 9)
        by_oceanium = resource != terms.OCEANIUM and tables.upkeep_by_oceanium[resource]
        if by_oceanium and held >> terms.OCEANIUM & 1:
            found.append(kinds.K_UPKEEP | kept << 6 | (terms.OCEANIUM + 1) << 9)
    if level > lowest:
        found.append(kinds.K_UPKEEP | lowest << 6)
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
    planet = task[1] if task[0] == terms.AFTER else task[0] - terms.ON_NEO
    near = tables.planet_mask[planet] & (s.open | p.erudites)
    helping = tables.planet_mask[planet] | (tables.copying_mask if near else 0)
    if planet == terms.E81216:
        helping |= tables.refreshing_mask | tables.copying_mask | tables.boost_mask
    found = [a for a in waiting if a & kinds.KIND != kinds.K_USE or helping >> (a >> 6) & 1]
    return found or waiting
