"""What a record of ``cards.toml`` may say: its keys, the powers with their figures, the scoring terms.

Packs are held against it (`records`), and so is what the keys of a card say together (`check`).
"""
# Stays plain Python: it is asked when rules are made, and never in play.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.packs import Operation, Pack
from simkit.core.records import Form, Key, Record
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import terms

FLAGS: Final = ("rebel", "alien", "uplift", "imperium", "terraforming")
KINDS_OR_ANY: Final = (*terms.GOOD_KINDS, "any")
MOST_POWERS: Final = 8
"""The number of a power takes three bits in an action."""
OWN_NAMES: Final = ("action", "phase_bonus", "none")
"""Words of the notation that no card may be called."""

_N: Final = Key("n", "whole", needed=True, meaning="how many")
_KIND: Final = Key("kind", needed=True, values=KINDS_OR_ANY, meaning="kind of good")
_ONE_KIND: Final = Key("kind", needed=True, values=terms.GOOD_KINDS, meaning="kind of good")
_NOT_KIND: Final = Key("not_kind", needed=True, values=terms.GOOD_KINDS, meaning="kind left out")
_GOODS: Final = Key("goods", "whole", needed=True, low=1, high=4, meaning="goods each time")
_TIMES: Final = Key("times", "whole", needed=True, meaning="how often at most")
_CHIPS: Final = Key("vp", "whole", needed=True, meaning="chips each time")
_CARDS: Final = Key("cards", "whole", needed=True, meaning="cards each time")
_AGAINST: Final = Key(
    "against", needed=True, values=("any", "rebel", *terms.GOOD_KINDS), meaning="which worlds"
)

PHASE_KEY: Final = Key(
    "phase", needed=True, values=terms.PHASES_OF_POWERS, meaning="the phase that it is printed in"
)
"""What an operation of a pack says besides what all titles ask for."""

POWERS: Final[dict[tuple[str, str], tuple[Key, ...]]] = {
    ("explore", "explore_draw"): (_N,),
    ("explore", "explore_keep"): (_N,),
    ("develop", "draw_before"): (_N,),
    ("develop", "discount"): (_N,),
    ("develop", "draw_after"): (_N,),
    ("settle", "military"): (_N, _AGAINST),
    ("settle", "discount"): (_N, _KIND),
    ("settle", "pay_for_military"): (
        Key("discount", "whole", needed=True, meaning="cards less than the defense"),
        _NOT_KIND,
    ),
    ("settle", "sacrifice_for_free"): (_NOT_KIND,),
    ("settle", "sacrifice_for_military"): (_N,),
    ("settle", "draw_after"): (_N,),
    ("trade", "trade_bonus"): (
        _N,
        _KIND,
        Key("this_world", "flag", meaning="whether only for the good of this world"),
    ),
    ("consume", "consume"): (_KIND, _GOODS, _TIMES, _CHIPS, _CARDS),
    ("consume", "consume_different"): (_GOODS, _CHIPS, _CARDS),
    ("consume", "consume_all"): (
        Key(
            "vp_per_good_after_first", "whole", needed=True, meaning="chips for each but the first"
        ),
    ),
    ("consume", "cards_for_vp"): (_TIMES, _CHIPS),
    ("consume", "draw"): (_N,),
    ("consume", "extra_trade"): (
        Key("bonuses", "flag", needed=True, meaning="whether trade bonuses count"),
    ),
    ("consume", "gamble"): (),
    ("produce", "produce_here"): (),
    ("produce", "draw_if_produced_here"): (_N,),
    ("produce", "produce_windfall"): (_KIND,),
    ("produce", "draw"): (_N,),
    ("produce", "draw_per_good_produced"): (_N, _ONE_KIND),
    ("produce", "draw_per_kind_produced"): (_N,),
    ("produce", "draw_if_most_produced"): (_N, _ONE_KIND),
    ("produce", "draw_per_world"): (_N, _ONE_KIND),
}
"""The further keys of every power, by phase and operation."""

_POINTS: Final = Key("vp", "whole", needed=True, meaning="points")
_COST: Final = Key("cost", "whole", low=0, high=7, meaning="printed cost")
_FLAG: Final = Key("flag", values=FLAGS, meaning="a printed keyword")
_POWER: Final = Key("power", values=terms.PHASES_OF_POWERS, meaning="has a power of the phase")
_WORLD_KEYS: Final = (
    Key("kind", values=terms.GOOD_KINDS, meaning="kind of good"),
    Key("production", values=("production", "windfall"), meaning="how goods come"),
    Key("military", "flag", meaning="whether it is conquered"),
)
TERMS: Final = (
    Form((("match", "world"),), (_POINTS, *_WORLD_KEYS, _FLAG, _COST, _POWER)),
    Form((("match", "development"),), (_POINTS, _FLAG, _COST, _POWER)),
    Form((("match", "card"),), (_POINTS, _FLAG)),
    Form((("match", "name"),), (_POINTS, Key("card", needed=True, meaning="id of the card"))),
    Form(
        (("match", "chips"),),
        (_POINTS, Key("per", "whole", needed=True, low=1, high=99, meaning="chips for the points")),
    ),
    Form((("match", "military_total"),), (_POINTS,)),
)
"""What a scoring term may say ("Scoring terms" of vocabulary.md)."""


def records(operations: Sequence[Operation]) -> tuple[Record, ...]:
    """Return the kinds of records that packs may add or change, with the operations of their code."""
    powers = [Form((("phase", phase), ("op", op)), keys) for (phase, op), keys in POWERS.items()]
    for one in operations:
        figures = tuple(
            Key(name, "whole", needed=True, low=low, high=high, meaning=one.words)
            for name, low, high in one.figures
        )
        powers.append(Form((("phase", dict(one.more)["phase"]), ("op", one.op)), figures))
    return (
        Record(
            "cards",
            "card",
            "card",
            (
                Key("name", needed=True, meaning="printed name"),
                Key("type", needed=True, values=("world", "development"), meaning="what it is"),
                Key("copies", "whole", needed=True, low=1, high=9, meaning="how many there are"),
                Key("vp", "whole", needed=True, meaning="printed points"),
                Key("flags", "texts", needed=True, values=FLAGS, meaning="printed keywords"),
                Key("powers", "tables", needed=True, most=MOST_POWERS, forms=tuple(powers)),
                Key("settle", values=("cost", "military"), meaning="how the world is settled"),
                Key("cost", "whole", meaning="printed cost"),
                Key("defense", "whole", meaning="printed defense"),
                Key("vp_variable", "flag", meaning="whether its points come from score"),
                Key("kind", values=terms.GOOD_KINDS, meaning="kind of good"),
                Key("production", values=("production", "windfall"), meaning="how goods come"),
                Key("start_number", "whole", low=0, high=99, meaning="number of a start world"),
                Key("start_colour", values=("red", "blue"), meaning="marking of a start world"),
                Key("score", "tables", forms=TERMS, meaning="scoring terms"),
            ),
        ),
    )


def check(cards: Sequence[Mapping[str, Any]], packs: Sequence[Pack]) -> Iterator[SimkitError]:
    """Yield what the keys of the packs' cards, each of them right, say wrongly together."""
    by_id = {card["id"]: card for card in cards}
    owner = {
        given["id"]: pack.name
        for pack in packs
        for _, given in pack.records(records(pack.operations))
    }
    for id_, pack_name in owner.items():
        card = by_id[id_]
        place = f"pack {pack_name}, cards.toml, card {id_!r}"
        for rule in RULES:
            why = rule(card)
            if why:
                yield BadValue(place, why)
        for term in card.get("score", ()):
            if term["match"] == "name" and term["card"] not in by_id:
                yield UnknownName("card", term["card"], by_id, f"{place}, score")
        for other in cards:
            if (
                "start_number" in card
                and other is not card
                and other.get("start_number") == card["start_number"]
                and owner.get(other["id"], pack_name) == pack_name
            ):
                free = 1 + max(one.get("start_number", 0) for one in cards)
                yield BadValue(
                    f"{place}, start_number",
                    f"{card['start_number']} is in use: {other['id']!r} has it; {free} is free",
                )


def _number(card: Mapping[str, Any]) -> str:
    """Say what is wrong with how a card comes into the tableau."""
    if card["type"] == "development":
        if "cost" not in card:
            return "a development lacks the key 'cost'"
        wrong = [key for key in ("settle", "defense", "kind", "production") if key in card]
        return f"a development has no {wrong[0]!r}" if wrong else ""
    if "settle" not in card:
        return "a world lacks the key 'settle' (cost, military)"
    wanted, other = ("cost", "defense") if card["settle"] == "cost" else ("defense", "cost")
    if wanted not in card:
        return f"a world with settle {card['settle']!r} lacks the key {wanted!r}"
    if other in card:
        return f"a world with settle {card['settle']!r} has no {other!r} (without = [{other!r}])"
    return ""


def _goods(card: Mapping[str, Any]) -> str:
    """Say what is wrong with the goods of a card."""
    if ("kind" in card) != ("production" in card):
        return "kind and production stand together: a world has both or none"
    powers = [power["op"] for power in card["powers"]]
    if "produce_here" in powers and card.get("production") != "production":
        return "the power produce_here is for worlds with production 'production'"
    if "draw_if_produced_here" in powers and "production" not in card:
        return "the power draw_if_produced_here is for worlds with goods"
    if any(power.get("this_world") for power in card["powers"]) and "production" not in card:
        return "a trade bonus with this_world is for worlds with goods"
    if card.get("production") == "production" and "produce_here" not in powers:
        return "a world with production 'production' needs the power produce_here"
    return ""


def _points(card: Mapping[str, Any]) -> str:
    """Say what is wrong with the variable points of a card."""
    if card.get("vp_variable"):
        if card["type"] != "development":
            return "variable points are for developments"
        if not card.get("score"):
            return "a card with vp_variable lacks its scoring terms (score)"
        if card["id"] in OWN_SOURCES:
            return f"a source of points is called {card['id']!r} already; take another id"
    elif "score" in card:
        return "a card with score needs vp_variable = true"
    return ""


def _start(card: Mapping[str, Any]) -> str:
    """Say what is wrong with a start world."""
    if card["id"] in OWN_NAMES:
        return f"{card['id']!r} is a word of the notation; take another id"
    if "start_number" in card and card["type"] != "world":
        return "a start world is a world"
    if "start_number" in card and card["copies"] != 1:
        return "a start world is there once (copies = 1)"
    return ""


OWN_SOURCES: Final = tuple(source.name for source in schema.PRINTED_SOURCES)
RULES: Final[tuple[Callable[[Mapping[str, Any]], str], ...]] = (_number, _goods, _points, _start)
