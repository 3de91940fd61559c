"""Paying: what a cost can be paid with, and in which ways (rules.md, 6 and 8; resources.toml)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.games.federation.rules import terms
from simkit.games.federation.rules.kinds import K_PAY

if TYPE_CHECKING:
    from simkit.games.federation.rules.tables import Cost, Tables


# Costs and holdings as one number, a byte per resource: what a dict is asked by, what a task carries.


def pack(res: list[int]) -> int:
    """Pack holdings; packed holdings and gains add up."""
    lavandium, copernium, oceanium, diamonds = res
    return lavandium | copernium << 8 | oceanium << 16 | diamonds << 24


def pack_cost(cost: Cost) -> int:
    """Pack a cost or gain."""
    return cost[0] | cost[1] << 8 | cost[2] << 16 | cost[3] << 24


def unpack(packed: int) -> Cost:
    """Return the amounts of the four resources."""
    return (packed & 255, packed >> 8 & 255, packed >> 16 & 255, packed >> 24)


def affordable(tables: Tables, purse: int) -> int:
    """Return what packed holdings can pay for, as a mask of the numbers that `Tables.prices` gives.

    There are few different purses, so each is looked through once for all games of these tables.
    """
    found = tables.affordable.get(purse)
    if found is None:
        res, found = list(unpack(purse)), 0
        for cost, asked in tables.prices.items():
            if payable(tables, res, cost):
                found |= asked
        tables.affordable[purse] = found
    return found


def payable(tables: Tables, res: list[int], cost: Cost, discount: int = 0) -> bool:
    """Tell whether `res` covers a cost: oceanium may stand for lavandium and copernium.

    A discount takes crystals off the cost; the ones that are short first, oceanium last wanted.
    """
    if cost[terms.DIAMOND] > res[terms.DIAMOND]:
        return False
    short_lavandium = cost[0] - res[0] if cost[0] > res[0] else 0
    short_copernium = cost[1] - res[1] if cost[1] > res[1] else 0
    spare_oceanium = res[2] - cost[2]
    if not tables.oceanium_for_lavandium and short_lavandium:
        discount -= short_lavandium
        short_lavandium = 0
        if discount < 0:
            return False
    if not tables.oceanium_for_copernium and short_copernium:
        discount -= short_copernium
        short_copernium = 0
        if discount < 0:
            return False
    return short_lavandium + short_copernium - discount <= spare_oceanium


def cheapest(res: list[int], cost: Cost) -> Cost:
    """Return the payment that keeps most oceanium: the crystals asked for, oceanium for what is short."""
    lavandium, copernium, oceanium, diamonds = cost
    if lavandium > res[0]:
        oceanium += lavandium - res[0]
        lavandium = res[0]
    if copernium > res[1]:
        oceanium += copernium - res[1]
        copernium = res[1]
    return (lavandium, copernium, oceanium, diamonds)


def replaceable(tables: Tables, res: list[int], paid: Cost) -> bool:
    """Tell whether `res` has more oceanium that could be paid for a part of the cheapest payment."""
    if res[2] <= paid[2]:
        return False
    return bool(
        (paid[0] and tables.oceanium_for_lavandium) or (paid[1] and tables.oceanium_for_copernium)
    )


def payments(tables: Tables, res: list[int], cost: Cost, discount: int = 0) -> list[Cost]:
    """Return every way to pay a cost: crystals taken off by a discount, then oceanium instead.

    The order is part of the contract: the cheapest ways first. What is asked for comes up again and
    again, so each list is made once for all games of these tables; nobody may change it.
    """
    asked = (pack(res), pack_cost(cost), discount)
    ways = tables.ways.get(asked)
    if ways is None:
        ways = tables.ways[asked] = _payments(tables, res, cost, discount)
    return ways


def _payments(tables: Tables, res: list[int], cost: Cost, discount: int) -> list[Cost]:
    found: set[Cost] = set()
    off = min(discount, cost[0] + cost[1] + cost[2])
    for off_lavandium in range(min(off, cost[0]) + 1):
        for off_copernium in range(min(off - off_lavandium, cost[1]) + 1):
            off_oceanium = off - off_lavandium - off_copernium
            if off_oceanium > cost[2]:
                continue
            left = (cost[0] - off_lavandium, cost[1] - off_copernium, cost[2] - off_oceanium)
            found |= _substituted(tables, res, (*left, cost[3]))
    return sorted(found, key=lambda paid: (sum(paid), paid[2], paid[1], paid[0]))


def _substituted(tables: Tables, res: list[int], cost: Cost) -> set[Cost]:
    found: set[Cost] = set()
    most_lavandium = cost[0] if tables.oceanium_for_lavandium else 0
    most_copernium = cost[1] if tables.oceanium_for_copernium else 0
    for a in range(most_lavandium + 1):
        for b in range(most_copernium + 1):
            paid = (cost[0] - a, cost[1] - b, cost[2] + a + b, cost[3])
            if all(paid[r] <= res[r] for r in range(4)):
                found.add(paid)
    return found


def pay_actions(
    tables: Tables, res: list[int], packed: int, discount: int, thrifty: bool
) -> list[int]:
    """Return the payments of a packed cost as actions, `thrifty` ones those that no other one beats.

    Made once like `payments`; nobody may change the list.
    """
    asked = (pack(res), packed, discount)
    known = tables.thrifty_actions if thrifty else tables.pay_actions
    found = known.get(asked)
    if found is None:
        ways = payments(tables, res, unpack(packed), discount)
        found = [pay_action(way) for way in (best_payments(ways) if thrifty else ways)]
        known[asked] = found
    return found


def best_payments(ways: list[Cost]) -> list[Cost]:
    """Return the payments that no other one beats.

    Oceanium can do whatever lavandium and copernium can, so a way that pays them instead is better.
    """
    return [way for way in ways if not any(other != way and _beats(other, way) for other in ways)]


def _beats(a: Cost, b: Cost) -> bool:
    """Tell whether payment `a` leaves at least what `b` leaves, counting oceanium as either crystal."""
    more_lavandium = a[0] - b[0] if a[0] > b[0] else 0
    more_copernium = a[1] - b[1] if a[1] > b[1] else 0
    return a[3] <= b[3] and a[2] + more_lavandium + more_copernium <= b[2]


def pay_action(way: Cost) -> int:
    """Pack a payment as an action."""
    return K_PAY | way[0] << 6 | way[1] << 10 | way[2] << 14 | way[3] << 18
