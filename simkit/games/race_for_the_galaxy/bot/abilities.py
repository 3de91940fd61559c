"""What an ability from a pack's code is worth: by its own account, else by what the rules say it brings.

The hooks are asked in the position at hand, as if the card lay in the tableau; what they answer is valued
like the same thing from a printed power. A hook about a card is asked about every card that it may be
about, and the mean counts.
"""
# Stays plain Python: it stands between the compiled bot and classes that are never compiled.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules.abilities import Ability, Seat

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.bot.weight_set import Weights
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

DRAWN = 0.6
"""Share of the rounds in which a card is drawn that needs a phase, as for printed powers."""

MILITARY_AS_DISCOUNT = 0.15
SALE_AS_CARD = 0.03
CHIP_A_ROUND = 0.3
"""What a unit counts as, per round. Profiles have learned that some powers of the printed cards are worth
less than nothing to them, which need not be so of a new card: the closest sure thing is taken instead."""


def prospects(g: RaceState, card: int, w: Weights) -> tuple[float, float]:
    """Return what the abilities of a card are worth at once, and per round that is left.

    Parameters
    ----------
    g
        The position; the seat to move asks.
    """
    once = rate = 0.0
    view = Seat(g, g.seat, card)
    for ability in g.t.abilities[card]:
        if ability.worth:
            once += w.points * float(ability.ask(schema.H_WORTH, view))
            continue
        for hook in ability.hooks:
            if hook == schema.H_END_POINTS:
                points = ability.ask(hook, view)
                once += w.six_now * points
                rate += w.six_growth * points
            else:
                rate += RATES[hook](g, ability, view, w)
    return once, rate


def _mean(
    g: RaceState, ability: Ability, hook: int, view: Seat, fits: Callable[[int], Any]
) -> float:
    """Return the mean answer over the cards that a hook may be about."""
    cards = [card for card in range(g.t.cards) if fits(card)]
    answers = [float(ability.ask(hook, view, g.t.faces[card])) for card in cards]
    return sum(answers) / len(answers) if answers else 0.0


def _explore_draw(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    return float(w.explore_power * ability.ask(schema.H_EXPLORE_DRAW, view))


def _explore_keep(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    return float(w.explore_power * 2 * ability.ask(schema.H_EXPLORE_KEEP, view))


def _develop_discount(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    world = g.t.world
    mean = _mean(g, ability, schema.H_DEVELOP_DISCOUNT, view, lambda card: not world[card])
    return float(w.discount * mean)


def _paid(g: RaceState, card: int) -> bool:
    return g.t.world[card] and not g.t.military[card]


def _settle_discount(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    mean = _mean(g, ability, schema.H_SETTLE_DISCOUNT, view, lambda card: _paid(g, card))
    return float(w.discount * mean)


def _settle_price(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    saved = []
    for card in range(g.t.cards):
        if _paid(g, card):
            price = ability.ask(schema.H_SETTLE_PRICE, view, g.t.faces[card])
            saved.append(0 if price is None else g.t.cost[card] - price)
    return float(w.discount * sum(saved) / len(saved))


def _military(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    conquered = g.t.military
    mean = _mean(g, ability, schema.H_MILITARY, view, conquered.__getitem__)
    return float(w.discount * MILITARY_AS_DISCOUNT * mean)


def _sale(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    kind = g.t.kind
    mean = _mean(g, ability, schema.H_SALE, view, lambda card: kind[card] >= 0)
    return float(w.sale * SALE_AS_CARD * mean)


def _after_develop(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    world = g.t.world
    mean = _mean(g, ability, schema.H_AFTER_DEVELOP, view, lambda card: not world[card])
    return float(w.draw_power * DRAWN * mean)


def _after_settle(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    mean = _mean(g, ability, schema.H_AFTER_SETTLE, view, g.t.world.__getitem__)
    return float(w.draw_power * DRAWN * mean)


def _consume_cards(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    return float(w.draw_power * DRAWN * ability.ask(schema.H_CONSUME_CARDS, view))


def _consume_chips(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    return float(w.chip * CHIP_A_ROUND * ability.ask(schema.H_CONSUME_CHIPS, view))


def _produce_cards(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    return float(w.draw_power * DRAWN * ability.ask(schema.H_PRODUCE_CARDS, view))


def _not_valued(g: RaceState, ability: Ability, view: Seat, w: Weights) -> float:
    """Return nothing: what a limit or a ban is worth only the ability's own account can say."""
    return 0.0


RATES: dict[int, Callable[[RaceState, Ability, Seat, Weights], float]] = {
    schema.H_EXPLORE_DRAW: _explore_draw,
    schema.H_EXPLORE_KEEP: _explore_keep,
    schema.H_DEVELOP_DISCOUNT: _develop_discount,
    schema.H_SETTLE_DISCOUNT: _settle_discount,
    schema.H_SETTLE_PRICE: _settle_price,
    schema.H_MILITARY: _military,
    schema.H_SALE: _sale,
    schema.H_AFTER_DEVELOP: _after_develop,
    schema.H_AFTER_SETTLE: _after_settle,
    schema.H_CONSUME_CARDS: _consume_cards,
    schema.H_CONSUME_CHIPS: _consume_chips,
    schema.H_PRODUCE_CARDS: _produce_cards,
    schema.H_HAND_LIMIT: _not_valued,
    schema.H_MAY_PLACE: _not_valued,
}
"""What a hook brings per round that is left."""
