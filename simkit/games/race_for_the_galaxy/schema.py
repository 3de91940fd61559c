"""What Race for the Galaxy declares about itself: actions, phases, sources, columns, options."""

from __future__ import annotations

from typing import Final

from simkit.core.components import Components, printed_names, shipped
from simkit.core.schema import (
    Arg,
    Chapter,
    Column,
    Kind,
    Option,
    Patchable,
    Role,
    Schema,
    Source,
    Structural,
)

_RECORDS = Components(shipped("data") / "race_for_the_galaxy")["cards"]["card"]
CARD_NAMES: tuple[str, ...] = tuple(
    r["id"] if r["copies"] == 1 else f"{r['id']}/{copy + 1}"
    for r in _RECORDS
    for copy in range(r["copies"])
)
CARD_LABELS: tuple[str, ...] = tuple(
    str(r["name"]) if r["copies"] == 1 else f"{r['name']} ({('first', 'second')[copy]} copy)"
    for r in _RECORDS
    for copy in range(r["copies"])
)
START_WORLDS: tuple[str, ...] = tuple(
    r["id"]
    for r in sorted(
        (r for r in _RECORDS if "start_number" in r), key=lambda r: int(r["start_number"])
    )
)
START_LABELS = printed_names(_RECORDS, START_WORLDS)
SIXES: tuple[str, ...] = tuple(r["id"] for r in _RECORDS if r.get("vp_variable"))

# Action cards; the second Develop and Settle exist in the advanced two-player game only.
EXPLORE_5: Final = 0
EXPLORE_1_1: Final = 1
DEVELOP: Final = 2
SETTLE: Final = 3
CONSUME_TRADE: Final = 4
CONSUME_DOUBLE: Final = 5
PRODUCE: Final = 6
DEVELOP_SECOND: Final = 7
SETTLE_SECOND: Final = 8
ACTION_CARDS = (
    "explore_5", "explore_1_1", "develop", "settle", "consume_trade", "consume_double", "produce",
    "develop_second", "settle_second",
)  # fmt: skip
ACTION_LABELS = (
    "Explore +5", "Explore +1/+1", "Develop", "Settle", "Consume-Trade", "Consume-2xVP", "Produce",
    "the second Develop", "the second Settle",
)  # fmt: skip
NO_SECOND: Final = 9

# Phases of a round, in order; "setup" is before round 1.
PHASE_SETUP: Final = 0
PHASE_CHOOSE: Final = 1
PHASE_EXPLORE: Final = 2
PHASE_DEVELOP: Final = 3
PHASE_DEVELOP_SECOND: Final = 4
PHASE_SETTLE: Final = 5
PHASE_SETTLE_SECOND: Final = 6
PHASE_CONSUME: Final = 7
PHASE_PRODUCE: Final = 8
PHASE_DISCARD: Final = 9
PHASES = (
    "setup", "choose", "explore", "develop", "develop_second", "settle", "settle_second",
    "consume", "produce", "discard",
)  # fmt: skip
PHASE_LABELS = (
    "set-up", "choosing", "Explore", "Develop", "the second Develop", "Settle", "the second Settle",
    "Consume", "Produce", "the hand limit",
)  # fmt: skip

# Kinds of action.
K_CHOOSE: Final = 0
K_DISCARD: Final = 1
K_KEEP: Final = 2
K_PLACE: Final = 3
K_PASS: Final = 4
K_SETTLE_BY: Final = 5
K_PAY: Final = 6
K_TRADE: Final = 7
K_USE: Final = 8
K_CONSUME: Final = 9
K_SPEND: Final = 10
K_STOP: Final = 11
K_GUESS: Final = 12
K_PRODUCE: Final = 13
K_PRODUCE_DRAW: Final = 14
K_DECLINE: Final = 15
K_PRODUCE_REST: Final = 16

BY_PAYING: Final = 0
BY_CONQUERING: Final = 1
BY_CONTACT: Final = 2
BY_NONE: Final = 3
METHODS = ("pay", "conquer", "contact", "none")
"""Ways to settle a world; "none" is for who places nothing and may discard a card all the same."""

FOR_FREE: Final = 1
FOR_MILITARY: Final = 2
SACRIFICES = ("no", "for_free", "for_military", "both")
"""Cards discarded in Settle, as a mask, by the power that is used."""

BY_BONUS: Final = len(CARD_NAMES)
"""Value of ``via`` and ``by`` for the bonus of the action card instead of a card's power."""

_CARD = Arg(
    "card", 7, CARD_NAMES, "card; /1 and /2 are the copies of one design", labels=CARD_LABELS
)
_WORLD = Arg(
    "world", 7, CARD_NAMES, "world whose good is sold, consumed or produced", labels=CARD_LABELS
)
_POWER = Arg("power", 3, (), "number of the power in the card's list", column="")

KINDS = (
    Kind(
        "choose",
        (
            Arg("first", 4, ACTION_CARDS, "action card chosen", labels=ACTION_LABELS),
            Arg(
                "second",
                4,
                (*ACTION_CARDS, "none"),
                "second action card (advanced game)",
                labels=(*ACTION_LABELS, "none"),
            ),
        ),
        "choose the action card(s) of the round",
    ),
    Kind("discard", (_CARD,), "discard a hand card (set-up, hand limit)", gives_up=True),
    Kind("keep", (_CARD,), "keep one of the cards drawn in Explore"),
    Kind("place", (_CARD,), "place a development or a world; it is paid for after the reveal"),
    Kind("pass", (), "place nothing"),
    Kind(
        "settle_by",
        (
            Arg("method", 2, METHODS, "how the world is settled"),
            Arg(
                "sacrifice",
                2,
                SACRIFICES,
                "cards discarded: to settle for free (Colony Ship), for Military (New Military Tactics)",
            ),
        ),
        "choose how to settle the world placed, and which cards to discard for it",
    ),
    Kind("pay", (_CARD,), "discard a hand card as payment", gives_up=True),
    Kind(
        "trade",
        (
            _WORLD,
            Arg(
                "via",
                7,
                (*CARD_NAMES, "action"),
                "Consume-Trade, or a card's power",
                labels=(*CARD_LABELS, ACTION_LABELS[CONSUME_TRADE]),
            ),
        ),
        "sell a good for cards",
    ),
    Kind("use", (_CARD, _POWER), "use a consume power"),
    Kind("consume", (_WORLD,), "choose a good for the power in use"),
    Kind("spend", (_CARD,), "discard a hand card for chips", gives_up=True),
    Kind("stop", (), "discard no (more) hand cards for chips"),
    Kind("guess", (Arg("number", 3, (), "cost or defense named for the gamble"),), "gamble"),
    Kind(
        "produce",
        (
            _WORLD,
            Arg(
                "by",
                7,
                (*CARD_NAMES, "phase_bonus"),
                "what puts the good there",
                labels=(*CARD_LABELS, "the bonus of Produce"),
            ),
        ),
        "put a good on a world",
    ),
    Kind("produce_draw", (_CARD, _POWER), "draw cards by a produce power"),
    Kind("decline", (), "give up the windfall good of the Produce bonus"),
    Kind("produce_rest", (), "carry out all that is left of the phase, in the tableau's order"),
)

# Sources of points.
SOURCE_CONSUME: Final = 0
SOURCE_DOUBLE: Final = 1
SOURCE_CARDS: Final = 2
SOURCE_CLASSES: Final = 3
CARD_CLASSES = (
    "start_world", "military_world", "production_world", "windfall_world", "plain_world",
    "development",
)  # fmt: skip
SOURCE_SIXES = SOURCE_CLASSES + len(CARD_CLASSES)
SOURCES = (
    Source("chips_consume", "chips for goods consumed, as printed on the powers"),
    Source("chips_double", "further chips by the bonus of Consume-2xVP"),
    Source("chips_cards", "chips for hand cards discarded"),
    Source("start_world", "printed points of the start world"),
    Source("military_world", "printed points of conquerable worlds"),
    Source("production_world", "printed points of non-military production worlds"),
    Source("windfall_world", "printed points of non-military windfall worlds"),
    Source("plain_world", "printed points of non-military worlds without goods"),
    Source("development", "printed points of developments"),
    *(
        Source(name, f"variable points of {label}", label)
        for name, label in zip(SIXES, printed_names(_RECORDS, SIXES), strict=True)
    ),
)

MOVE_COLUMNS = (
    Column(
        "chosen",
        "category",
        "own action card of the round",
        "",
        (*ACTION_CARDS, "none"),
        (*ACTION_LABELS, "none"),
        role="choice",
    ),
    Column(
        "chosen_second",
        "category",
        "second action card (advanced)",
        "",
        (*ACTION_CARDS, "none"),
        (*ACTION_LABELS, "none"),
        role="choice",
    ),
    Column(
        "phases_run",
        "int16",
        "phases of the round, bit 0 = explore ... bit 6 = produce",
        role="held",
    ),
    Column("hand", "int8", "hand cards before the move", "cards", role="held"),
    Column("tableau", "int8", "cards in the tableau", "cards", role="held"),
    Column("goods", "int8", "goods on own worlds", "goods", role="held"),
    Column("military", "int8", "unconditional Military", "Military", role="held"),
    Column("chips", "int16", "own victory-point chips", "points", role="points"),
    Column("pool", "int16", "chips left in the pool", "points", role="held"),
)

SEAT_COLUMNS = (
    Column("chips", "int16", "chips at the end", "points", role="points"),
    Column("tableau", "int8", "cards in the tableau at the end", "cards", role="held"),
    Column("developments", "int8", "developments in the tableau", "cards", role="held"),
    Column("worlds", "int8", "worlds in the tableau", "cards", role="held"),
    Column("military_worlds", "int8", "military worlds in the tableau", "cards", role="held"),
    Column("sixes", "int8", "six-cost developments in the tableau", "cards", role="held"),
    Column("alien_worlds", "int8", "worlds of kind alien in the tableau", "cards", role="held"),
    Column("military", "int8", "unconditional Military at the end", "Military", role="held"),
    Column("hand", "int8", "hand cards at the end", "cards", role="held"),
    Column("goods", "int8", "goods at the end", "goods", role="held"),
    Column("goods_traded", "int16", "goods sold", "goods", role="count"),
    Column("goods_consumed", "int16", "goods consumed by powers", "goods", role="count"),
    Column("cards_for_chips", "int16", "hand cards discarded for chips", "cards", role="cost"),
    Column(
        "cards_drawn",
        "int16",
        "cards drawn into hand, Explore's rejects left out",
        "cards",
        role="gain",
    ),
    Column(
        "start_position",
        "int8",
        "place in the order of play, 0 = lowest start world",
        role="position",
    ),
    *(
        Column(
            f"chose_{name}", "int8", f"rounds in which {name} was chosen", "rounds", role="count"
        )
        for name in ACTION_CARDS
    ),
)

GAME_COLUMNS = (
    Column(
        "pool",
        "int16",
        "chips left in the pool at the end (negative: overdrawn)",
        "points",
        role="held",
    ),
    Column("reshuffles", "int8", "times the discards became the deck", role="count"),
    *(
        Column(f"ran_{name}", "int8", f"times the {name} phase took place", "phases", role="count")
        for name in ("explore", "develop", "settle", "consume", "produce")
    ),
)

PATCHABLE = (
    Patchable("cards.*.cost", 0, 7, "cards", "printed cost", "bad"),
    Patchable("cards.*.defense", 1, 7, "Military", "printed defense", "bad"),
    Patchable("cards.*.vp", 0, 10, "points", "printed points", "good"),
    Patchable(
        "cards.*.powers.*.n",
        -5,
        8,
        "Military",
        "Military of a power",
        "good",
        where=("op=military",),
    ),
    Patchable(
        "cards.*.powers.*.n", 0, 8, "", "strength of another power", "good", where=("op!=military",)
    ),
    Patchable("cards.*.powers.*.discount", 0, 5, "cards", "discount of a contact", "good"),
    Patchable("cards.*.powers.*.goods", 1, 4, "goods", "goods that a consume power takes", "bad"),
    Patchable("cards.*.powers.*.vp", 0, 6, "chips", "chips of a consume power", "good"),
    Patchable(
        "cards.*.powers.*.vp_per_good_after_first", 0, 6, "chips", "the same, per good", "good"
    ),
    Patchable("cards.*.powers.*.cards", 0, 4, "cards", "cards of a consume power", "good"),
    Patchable("cards.*.powers.*.times", 1, 5, "", "most uses in one activation", "good"),
    Patchable("cards.*.score.*.vp", 0, 5, "points", "points of a scoring term", "good"),
    Patchable("cards.*.score.*.per", 1, 9, "chips", "chips that score such a term once", "bad"),
    Patchable("game.setup.chips_per_player", 4, 30, "chips", "pool per player", "neutral"),
    Patchable("game.setup.dealt", 4, 10, "cards", "cards dealt to a seat", "neutral"),
    Patchable("game.setup.kept", 1, 6, "cards", "cards of them that it keeps", "neutral"),
    Patchable("game.explore.*", 0, 8, "cards", "cards drawn and kept in Explore", "good"),
    Patchable("game.develop.bonus_discount", 0, 4, "cards", "bonus of the Develop action", "good"),
    Patchable("game.settle.bonus_draw", 0, 4, "cards", "bonus of the Settle action", "good"),
    Patchable("game.consume.*", 0, 8, "", "prices and the factor of Consume-2xVP", "good"),
    Patchable("game.round.hand_limit", 4, 30, "cards", "most hand cards after a round", "neutral"),
    Patchable("game.end.tableau", 6, 20, "cards", "tableau that ends the game", "neutral"),
    Patchable(
        "game.end.round_limit",
        5,
        60,
        "rounds",
        "last round, with the option round_limit",
        "neutral",
    ),
)
_NUMBERS = "numbers the cards: actions, columns and recordings go by it"
_OTHER_CARD = "says what the card is; a card that is something else comes in a pack"
_OTHER_POWER = "says what the power does; another power makes another card, which comes in a pack"
_OTHER_TERM = "says what is counted; another term makes another card, which comes in a pack"
STRUCTURAL = (
    Structural("cards.*.copies", _NUMBERS),
    Structural("cards.*.id", _NUMBERS),
    Structural("cards.*.start_number", _NUMBERS),
    Structural("cards.*.name", "is the name that is printed"),
    *(
        Structural(f"cards.*.{key}", _OTHER_CARD)
        for key in ("type", "settle", "kind", "production", "flags.*", "vp_variable")
    ),
    *(
        Structural(f"cards.*.powers.*.{key}", _OTHER_POWER)
        for key in ("phase", "op", "kind", "not_kind", "against", "this_world", "bonuses")
    ),
    *(
        Structural(f"cards.*.score.*.{key}", _OTHER_TERM)
        for key in ("match", "card", "flag", "kind", "production", "military", "power", "cost")
    ),
    Structural("cards.first_game.hands.**", "names the cards of a preset hand"),
)
NOTES = (
    "cards.schema",
    "cards.totals.**",  # for whoever checks the data
    "cards.first_game.confidence",
    "cards.*.start_colour",
    "cards.*.first_game_hand",  # the preset hands say it
)

END_TABLEAU: Final = 0
END_CHIPS: Final = 1
END_BOTH: Final = 2
END_ROUNDS: Final = 3

SCHEMA = Schema(
    kinds=KINDS,
    phases=PHASES,
    sources=SOURCES,
    roles=(Role("faction", "factions", START_WORLDS, labels=START_LABELS),),
    seat_range=(2, 4),
    options=(
        Option("advanced", (False, True), "two action cards each round", seats=(2, 2)),
        Option("first_game", (False, True), "start worlds 1 to n with their preset hands"),
        Option(
            "round_limit",
            (True, False),
            "stop the game after the round that game.end.round_limit names, as the public engine does",
            printed=(False,),
        ),
    ),
    patchable=PATCHABLE,
    structural=STRUCTURAL,
    notes=NOTES,
    move_columns=MOVE_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    game_columns=GAME_COLUMNS,
    end_reasons=("tableau", "chips", "tableau_and_chips", "round_limit"),
    decision_limit=6_000,
    label="Race for the Galaxy",
    # Choices, hand cards and what is placed are face down until the reveal.
    secret_kinds=("choose", "discard", "keep", "place", "pass", "pay", "spend"),
    chapters=(
        Chapter("round", "from the choice of action cards to the hand limit"),
        Chapter("phase", "one phase of a round", parts=tuple((phase,) for phase in PHASES)),
    ),
    # Hands are dealt and cards drawn in the order of the start worlds' numbers, so that a start world
    # meets the same cards wherever it sits.
    luck_follows="slot",
    phase_labels=PHASE_LABELS,
)
