"""The words of the component data as numbers: kinds of goods, production, operations of powers, sums.

`tables` builds what the engine reads of the cards. The numbers stand here one by one, each declared
``Final``, so that the compiled build knows them.
"""

from __future__ import annotations

from typing import Final, NoReturn

GOOD_KINDS = ("novelty", "rare", "genes", "alien")
NO_KIND: Final = -1
ANY_KIND: Final = 4
KIND_NUMBERS = {**{name: i for i, name in enumerate(GOOD_KINDS)}, "any": ANY_KIND}

ALIEN: Final = 3

PLAIN: Final = 0
PRODUCTION: Final = 1
WINDFALL: Final = 2
"""Production of a world: never a good, coloured circle, halo."""

PHASES_OF_POWERS = ("explore", "develop", "settle", "trade", "consume", "produce")

# Operations of powers, in the order of vocabulary.md.
EXPLORE_DRAW: Final = 0
EXPLORE_KEEP: Final = 1
DEVELOP_DRAW_BEFORE: Final = 2
DEVELOP_DISCOUNT: Final = 3
DEVELOP_DRAW_AFTER: Final = 4
MILITARY: Final = 5
SETTLE_DISCOUNT: Final = 6
PAY_FOR_MILITARY: Final = 7
SACRIFICE_FOR_FREE: Final = 8
SACRIFICE_FOR_MILITARY: Final = 9
SETTLE_DRAW_AFTER: Final = 10
TRADE_BONUS: Final = 11
CONSUME: Final = 12
CONSUME_DIFFERENT: Final = 13
CONSUME_ALL: Final = 14
CARDS_FOR_VP: Final = 15
CONSUME_DRAW: Final = 16
EXTRA_TRADE: Final = 17
GAMBLE: Final = 18
PRODUCE_HERE: Final = 19
DRAW_IF_PRODUCED_HERE: Final = 20
PRODUCE_WINDFALL: Final = 21
PRODUCE_DRAW: Final = 22
DRAW_PER_GOOD_PRODUCED: Final = 23
DRAW_PER_KIND_PRODUCED: Final = 24
DRAW_IF_MOST_PRODUCED: Final = 25
DRAW_PER_WORLD: Final = 26

FROM_PACK: Final = 27
"""An operation that the code of a pack implements (`abilities`)."""

OPERATIONS = {
    ("explore", "explore_draw"): EXPLORE_DRAW,
    ("explore", "explore_keep"): EXPLORE_KEEP,
    ("develop", "draw_before"): DEVELOP_DRAW_BEFORE,
    ("develop", "discount"): DEVELOP_DISCOUNT,
    ("develop", "draw_after"): DEVELOP_DRAW_AFTER,
    ("settle", "military"): MILITARY,
    ("settle", "discount"): SETTLE_DISCOUNT,
    ("settle", "pay_for_military"): PAY_FOR_MILITARY,
    ("settle", "sacrifice_for_free"): SACRIFICE_FOR_FREE,
    ("settle", "sacrifice_for_military"): SACRIFICE_FOR_MILITARY,
    ("settle", "draw_after"): SETTLE_DRAW_AFTER,
    ("trade", "trade_bonus"): TRADE_BONUS,
    ("consume", "consume"): CONSUME,
    ("consume", "consume_different"): CONSUME_DIFFERENT,
    ("consume", "consume_all"): CONSUME_ALL,
    ("consume", "cards_for_vp"): CARDS_FOR_VP,
    ("consume", "draw"): CONSUME_DRAW,
    ("consume", "extra_trade"): EXTRA_TRADE,
    ("consume", "gamble"): GAMBLE,
    ("produce", "produce_here"): PRODUCE_HERE,
    ("produce", "draw_if_produced_here"): DRAW_IF_PRODUCED_HERE,
    ("produce", "produce_windfall"): PRODUCE_WINDFALL,
    ("produce", "draw"): PRODUCE_DRAW,
    ("produce", "draw_per_good_produced"): DRAW_PER_GOOD_PRODUCED,
    ("produce", "draw_per_kind_produced"): DRAW_PER_KIND_PRODUCED,
    ("produce", "draw_if_most_produced"): DRAW_IF_MOST_PRODUCED,
    ("produce", "draw_per_world"): DRAW_PER_WORLD,
}

# What becomes of a power when its card begins to work.
USE_ADDED: Final = 0  # counts in a standing sum, or as a figure of its card
USE_DRAW_BEFORE: Final = 1
USE_AFTER_DEVELOP: Final = 2
USE_AFTER_SETTLE: Final = 3
USE_CONTACT: Final = 4
USE_SHIP: Final = 5
USE_TACTICS: Final = 6
USE_CONSUME: Final = 7
USE_PRODUCE: Final = 8
USE_HOOKED: Final = 9

USE_OF: Final[dict[int, int]] = {
    EXPLORE_DRAW: USE_ADDED, EXPLORE_KEEP: USE_ADDED, DEVELOP_DRAW_BEFORE: USE_DRAW_BEFORE,
    DEVELOP_DISCOUNT: USE_ADDED, DEVELOP_DRAW_AFTER: USE_AFTER_DEVELOP, MILITARY: USE_ADDED,
    SETTLE_DISCOUNT: USE_ADDED, PAY_FOR_MILITARY: USE_CONTACT, SACRIFICE_FOR_FREE: USE_SHIP,
    SACRIFICE_FOR_MILITARY: USE_TACTICS, SETTLE_DRAW_AFTER: USE_AFTER_SETTLE,
    TRADE_BONUS: USE_ADDED, CONSUME: USE_CONSUME, CONSUME_DIFFERENT: USE_CONSUME,
    CONSUME_ALL: USE_CONSUME, CARDS_FOR_VP: USE_CONSUME, CONSUME_DRAW: USE_CONSUME,
    EXTRA_TRADE: USE_CONSUME, GAMBLE: USE_CONSUME, PRODUCE_HERE: USE_PRODUCE,
    DRAW_IF_PRODUCED_HERE: USE_PRODUCE, PRODUCE_WINDFALL: USE_PRODUCE, PRODUCE_DRAW: USE_PRODUCE,
    DRAW_PER_GOOD_PRODUCED: USE_PRODUCE, DRAW_PER_KIND_PRODUCED: USE_PRODUCE,
    DRAW_IF_MOST_PRODUCED: USE_PRODUCE, DRAW_PER_WORLD: USE_PRODUCE, FROM_PACK: USE_HOOKED,
}  # fmt: skip
"""The use of every operation; one that is missing here plays nowhere."""


def unknown(what: str, number: int) -> NoReturn:
    """Refuse a number that a dispatch does not know."""
    raise ValueError(f"unknown {what}: {number}")


# Places in a player's list of standing sums: powers that simply add up.
SUM_EXPLORE_DRAW: Final = 0
SUM_EXPLORE_KEEP: Final = 1
SUM_DEVELOP_DISCOUNT: Final = 2
SUM_MILITARY: Final = 3
SUM_MILITARY_REBEL: Final = 4
SUM_MILITARY_KIND: Final = 5  # five: four kinds and one spare
SUM_DISCOUNT_KIND: Final = 10  # four kinds, then any
SUM_TRADE_KIND: Final = 15  # four kinds, then any
SUMS: Final = 20
