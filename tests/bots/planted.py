"""A planted position of The Fair in which the best offer is not the one that sells best."""

from __future__ import annotations

import simkit
from tests.tiny.rules.state import FairState
from tests.tiny.schema import OFFER
from tests.tiny.title import FairRules
from tests.tiny.view.names import plain_name

RULES = simkit.rules("tests.tiny", seats=2)


def planted() -> FairState:
    """Return the last offer of a game: pots of 2 complete a set (4 points), bread of 4 sells for more.

    Seat 0 is out of coins, so that it cannot win the lot and complete the set with its label.
    """
    state = RULES.position(
        {
            "phase": "offering",
            "round": 4,
            "factions": ["weavers", "weavers"],
            "coins": [0, 9],
            "hands": [[3, 11], [16, 31]],
            "stalls": [[9, 13], [18, 24]],
            "lot": 20,
        }
    )
    assert isinstance(state, FairState)
    return state


def offer_of(action: int) -> str:
    """Name the card that an action offers."""
    kind, args = RULES.decode(action)
    assert kind == RULES.schema.kinds[OFFER].name
    assert isinstance(RULES, FairRules)
    return plain_name(RULES, args["card"])
