"""The tables the engine reads, built once per `Rules` from the (possibly patched) component data."""

from __future__ import annotations

from simkit.core.components import Components
from tests.tiny import schema


class Tables:
    """Cards, factions and figures of one setting, as lists by number.

    Attributes
    ----------
    cards
        Ids of the cards in the game; the other lists are indexed by card id or faction number.
    reserve
        Whether bids have to be above half of the lot's worth (option ``reserve``).
    """

    def __init__(self, components: Components, seats: int, reserve: bool) -> None:
        self.reserve = reserve
        cards = components["cards"]
        self.good: list[int] = [schema.GOODS.index(card["good"]) for card in cards]
        self.worth: list[int] = [int(card["worth"]) for card in cards]
        self.cards: list[int] = [int(c["id"]) for c in cards if int(c["players"]) <= seats]

        factions = {faction["id"]: faction for faction in components["factions"]["faction"]}
        rows = [factions[name] for name in schema.FACTIONS]
        self.favourite: list[int] = [schema.GOODS.index(row["favourite"]) for row in rows]
        self.bonus: list[int] = [row["bonus"] for row in rows]
        self.income: list[int] = [row["income"] for row in rows]
        self.start_coins: list[int] = [row["start"]["coins"] for row in rows]
        self.start_hand: list[int] = [row["start"]["hand"] for row in rows]

        market = components["market"]
        self.draw: int = market["round"]["draw"]
        self.undercut_price: int = market["undercut"]["price"]
        self.set_points: int = market["sets"]["points"]
        self.master: int = market["honours"]["master"]
