"""What The Fair declares about itself: actions, phases, points, columns, options, patchable figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simkit.core.components import Components, printed_names
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

# Kinds of action, numbered as in SCHEMA.kinds.
OFFER: Final = 0
UNDERCUT: Final = 1
DECLINE: Final = 2
BID: Final = 3
PASS: Final = 4
LABEL: Final = 5
EXCHANGE: Final = 6
CHOOSE: Final = 7

# Phases, numbered as in SCHEMA.phases.
OFFERING: Final = 0
UNDERCUTTING: Final = 1
BIDDING: Final = 2
LABELLING: Final = 3
EXCHANGING: Final = 4
CHOOSING: Final = 5

# Sources of points, numbered as in SCHEMA.sources.
SALES: Final = 0
LOTS: Final = 1
SETS: Final = 2

GOODS = ("bread", "cloth", "pots")
FACTIONS = ("millers", "weavers")
_DATA = Components(Path(__file__).resolve().parent / "data")
FACTION_LABELS = printed_names(_DATA["factions"]["faction"], FACTIONS)
GOOD_COUNT: Final = 3
HIGHEST_BID: Final = 63
NO_CARD: Final = -1
NO_FACTION: Final = -1

SCHEMA = Schema(
    kinds=(
        Kind("offer", (Arg("card", 6, (), "card offered"),), "offer a card of the hand"),
        Kind("undercut", (), "pay to sell for the full worth after all"),
        Kind("decline", (), "do not undercut"),
        Kind("bid", (Arg("amount", 6, (), "coins bid for the lot"),), "bid for the lot"),
        Kind("pass", (), "leave the auction"),
        Kind("label", (Arg("good", 2, GOODS, "good as which the lot counts"),), "label the lot"),
        Kind(
            "exchange",
            (Arg("cards", 0, (), "mask of the cards discarded"),),
            "discard cards of the hand and draw as many",
        ),
        Kind(
            "choose",
            (Arg("faction", 1, FACTIONS, "faction taken", "", FACTION_LABELS),),
            "take a faction",
        ),
    ),
    phases=("offering", "undercutting", "bidding", "labelling", "exchanging", "choosing"),
    sources=(
        Source("sales", "cards sold from the stall"),
        Source("lots", "lots won in the auction"),
        Source("sets", "sets of three different goods"),
    ),
    roles=(Role("faction", "factions", FACTIONS, repeat=True, labels=FACTION_LABELS),),
    seat_range=(2, 4),
    options=(
        Option("length", ("long", "short"), "four rounds or two", printed=("long",)),
        Option(
            "factions",
            ("drawn", "chosen"),
            "drawn, or chosen in turn before the first round",
            replaces=(("chosen", ("factions",)),),
        ),
        Option(
            "choosing",
            ("left", "right"),
            "where the turn to choose a faction passes to",
            needs=(("factions", ("chosen",)),),
        ),
        Option(
            "reserve",
            ("none", "half"),
            "bids have to be above this part of the lot's worth",
            seats=(2, 2),
        ),
    ),
    patchable=(
        Patchable("cards.*.worth", 0, 9, "points", "points of a card", "good"),
        Patchable("factions.*.start.coins", 0, 10, "coins", "coins at the start", "good"),
        Patchable("factions.*.start.hand", 1, 6, "cards", "cards dealt at the start", "good"),
        Patchable("factions.*.income", 0, 10, "coins", "coins per round", "good"),
        Patchable(
            "factions.*.bonus", -2, 6, "points", "points more for the favourite good", "good"
        ),
        Patchable("market.round.draw", 0, 4, "cards", "cards drawn in a round", "good"),
        Patchable("market.undercut.price", 0, 5, "coins", "price of undercutting", "bad"),
        Patchable("market.sets.points", 0, 12, "points", "points per set", "good"),
        Patchable("market.honours.master", 0, 99, "points", "points of a master", "neutral"),
    ),
    structural=(
        Structural("cards.*.id", "numbers the cards: actions go by it"),
        Structural("cards.*.good", "says what the card is"),
        Structural("cards.*.players", "says in which games the card is"),
        Structural("factions.*.id", "names the faction: line-ups and columns go by it"),
        Structural("factions.*.name", "is the name that is printed"),
        Structural("factions.*.favourite", "says which good the bonus is for"),
    ),
    move_columns=(
        Column("coins", "int8", "coins before the action", "coins", role="held"),
        Column("hand", "int8", "cards in hand before the action", "cards", role="held"),
        Column("lot", "int8", "card of the lot; -1 when it is gone", role="luck"),
        Column("highest_bid", "int8", "highest bid so far", "coins", role="held"),
    ),
    seat_columns=(
        Column("coins_left", "int8", "coins at the end", "coins", role="held"),
        Column("wares_bread", "int8", "bread on the stall", "cards", role="held"),
        Column("wares_cloth", "int8", "cloth on the stall", "cards", role="held"),
        Column("wares_pots", "int8", "pots on the stall", "cards", role="held"),
    ),
    game_columns=(
        Column("first_lot", "category", "good of the first lot", "", GOODS, role="setup"),
        Column("reshuffles", "int8", "times the deck was reshuffled", role="count"),
    ),
    open_kinds=("exchange",),
    end_reasons=("last round",),
    decision_limit=1000,
    label="The Fair",
    secret_kinds=("offer",),  # offers are laid aside face down
    chapters=(
        Chapter("round", "from income to exchange, once around the table"),
        Chapter(
            "half",
            "a round cut where the auction begins",
            parts=(
                ("choosing", "offering", "undercutting"),
                ("bidding", "labelling", "exchanging"),
            ),
        ),
    ),
    luck_follows="seat",  # cards are dealt and drawn seat by seat, whatever faction sits there
)
