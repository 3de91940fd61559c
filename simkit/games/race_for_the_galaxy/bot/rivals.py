"""What the other seats are likely to choose, and what they get of a phase.

An experienced player looks at three things of a rival: a full hand wants to build, goods want to be
sold or consumed, empty worlds want to be filled. How strongly, was measured: the tables are a
log-linear fit to 27,250 choices in games of two, three and four players (half of the seats plain
greedy, half its other profiles). The odds name the choice better than how often each phase is
chosen in general: 1.02 against 1.58 nats per choice.
Only what is public is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from simkit.core.memo import Memo
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

# Odds of the phases Explore, Develop, Settle, Consume, Produce, multiplied with each other.
Odds = tuple[float, float, float, float, float]

BY_HAND: tuple[Odds, ...] = (  # hand cards
    (13.88, 1.02, 1.25, 0.12, 0.49),
    (14.44, 0.81, 0.93, 0.15, 0.65),
    (9.30, 1.29, 1.34, 0.13, 0.49),
    (6.52, 1.74, 2.17, 0.11, 0.37),
    (4.03, 2.24, 3.47, 0.11, 0.30),
    (2.91, 2.95, 4.06, 0.09, 0.33),
    (3.05, 3.64, 4.28, 0.07, 0.31),
    (2.22, 3.75, 5.27, 0.07, 0.33),
)
BY_BEST_GOOD: tuple[Odds, ...] = (  # none, then the dearest good: price 2, 3, 4, 5
    (1.00, 1.00, 1.00, 1.00, 1.00),
    (0.25, 0.44, 0.43, 67.0, 0.32),
    (0.10, 0.53, 0.59, 147.6, 0.21),
    (0.08, 0.54, 0.78, 166.2, 0.19),
    (0.12, 0.40, 0.84, 148.7, 0.17),
)
BY_GOODS_USED: tuple[Odds, ...] = (  # goods that consume powers can take
    (1.00, 1.00, 1.00, 1.00, 1.00),
    (0.91, 1.37, 1.36, 1.01, 0.59),
    (0.47, 1.41, 1.39, 1.43, 0.75),
    (0.39, 1.56, 1.07, 2.33, 0.66),
    (0.55, 1.46, 0.62, 2.71, 0.75),
)
BY_EMPTY: tuple[Odds, ...] = (  # production worlds without a good
    (1.00, 1.00, 1.00, 1.00, 1.00),
    (0.61, 0.76, 0.57, 1.00, 3.76),
    (0.41, 0.68, 0.47, 1.08, 7.13),
    (0.32, 0.76, 0.44, 0.82, 11.23),
)
BY_EMPTY_WINDFALLS: tuple[Odds, ...] = (
    (1.00, 1.00, 1.00, 1.00, 1.00),
    (0.68, 1.11, 1.24, 0.64, 1.67),
    (0.66, 1.20, 1.66, 0.47, 1.61),
)


class ByPhase:
    """One figure for each phase that action cards call."""

    __slots__ = ("consume", "develop", "explore", "produce", "settle")

    def __init__(
        self, explore: float, develop: float, settle: float, consume: float, produce: float
    ) -> None:
        self.explore = explore
        self.develop = develop
        self.settle = settle
        self.consume = consume
        self.produce = produce


SURE: Final = 0.95
"""No phase is more certain than this."""


def places(hand: int, best: int, used: int, empty: int, windfalls: int, cards_chosen: int) -> int:
    """Return places in the tables, and the action cards chosen in a round, as one number."""
    return hand | best << 3 | used << 6 | empty << 9 | windfalls << 12 | cards_chosen << 15


def phases_missed(where: int) -> ByPhase:
    """Multiply the odds up at some `places`; return how likely a seat does **not** choose each phase."""
    cards_chosen = where >> 15
    rows = (
        BY_HAND[where & 7],
        BY_BEST_GOOD[where >> 3 & 7],
        BY_GOODS_USED[where >> 6 & 7],
        BY_EMPTY[where >> 9 & 7],
        BY_EMPTY_WINDFALLS[where >> 12 & 7],
    )
    odds: list[float] = []
    total = 0.0
    for phase in range(5):
        product = 1.0
        for row in rows:
            product *= row[phase]
        odds.append(product)
        total += product
    missed = [1.0 - min(product / total * cards_chosen, SURE) for product in odds]
    return ByPhase(missed[0], missed[1], missed[2], missed[3], missed[4])


def weigh_rivals(g: RaceState, seat: int, cards_chosen: int, memo: Memo) -> tuple[ByPhase, ByPhase]:
    """Return how likely others than `seat` bring about each phase, and what they get of it.

    `cards_chosen` is the number of action cards that a seat chooses in a round; `memo` remembers
    `phases_missed`.
    """
    no_explore = no_develop = no_settle = no_consume = no_produce = 1.0
    builds = 0.0
    consumes = produces = 0
    own, prices = g.players[seat], g.t.prices
    for p in g.players:
        if p is own:
            continue
        used = best = 0
        goods = len(p.goods)
        if goods:
            kinds = p.kinds
            price = 0
            for kind in range(4):
                if kinds[kind] and prices[kind] > price:
                    price = prices[kind]
            best = min(max(price - 1, 1), 4)
            used = len(p.consuming)
            if goods < used:
                used = goods
        hand = len(p.hand)
        empty = p.producers - goods + p.filled
        windfalls = p.windfalls - p.filled
        builds += 1.2 if hand >= 3 else 0.3
        consumes += used
        produces += empty
        if hand > 7:
            hand = 7
        if used > 4:
            used = 4
        if empty > 3:
            empty = 3
        if windfalls > 2:
            windfalls = 2
        where = places(hand, best, used, empty, windfalls, cards_chosen)
        missed: ByPhase = memo.get(where, 0, phases_missed)
        no_explore *= missed.explore
        no_develop *= missed.develop
        no_settle *= missed.settle
        no_consume *= missed.consume
        no_produce *= missed.produce
    rivals = g.seats - 1
    build = builds / rivals
    return (
        ByPhase(
            1.0 - no_explore, 1.0 - no_develop, 1.0 - no_settle, 1.0 - no_consume, 1.0 - no_produce
        ),
        ByPhase(0.7, build, build, consumes / rivals, 0.7 * produces / rivals),
    )
