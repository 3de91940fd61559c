"""Positions from readable dicts: puzzles, cases, worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import rounds
from simkit.games.race_for_the_galaxy.rules.setup import order_of_play
from simkit.games.race_for_the_galaxy.rules.state import RaceState

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import Player
    from simkit.games.race_for_the_galaxy.title import RaceRules

KEYS = ("seats", "actions", "deck", "discards", "round", "pool", "seed")
SEAT_KEYS = ("tableau", "hand", "goods", "chips")


def read(rules: RaceRules, spec: Mapping[str, Any]) -> RaceState:
    """Return the state that a readable dict describes.

    Parameters
    ----------
    spec
        ``seats``: a list with, per seat, ``tableau``, ``hand``, ``goods`` (worlds that hold one, or a
        dict world -> card) and ``chips``. Further keys: ``actions`` (per seat the action cards
        chosen; without them the round begins with choosing), ``deck`` (cards in the order in which
        they are drawn; the others follow in random order), ``discards``, ``round``, ``pool``,
        ``seed``. A name without ``/1`` or ``/2`` stands for the first copy that is free.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
    >>> game = rules.position({
    ...     "seats": [{"tableau": ["old_earth"], "hand": ["spice_world", "gem_world"]},
    ...               {"tableau": ["new_sparta"]}],
    ...     "actions": [["settle"], ["explore_5"]]})
    >>> game.rules.schema.phases[game.phase]
    'explore'
    """
    return Position(rules, spec).state


class Position:
    """Builds a state from a readable dict."""

    def __init__(self, rules: RaceRules, spec: Mapping[str, Any]) -> None:
        for key in spec:
            if key not in KEYS:
                raise UnknownName("part of a position", key, KEYS, rules.title)
        self.rules = rules
        self.t = rules.tables
        self.free = set(range(self.t.cards))
        luck = Luck(int(spec.get("seed", 1)))
        g = self.state = RaceState(rules, luck)
        g.begin()
        seats = spec.get("seats", [])
        if len(seats) != rules.seats:
            raise BadValue("seats", f"{len(seats)} are described, {rules.seats} play")
        for p, seat in zip(g.players, seats, strict=True):
            self._cards_of(p, seat)
        g.count_tableaus()
        g.discards = [self.take(name) for name in spec.get("discards", [])]
        top = [self.take(name) for name in spec.get("deck", [])]
        goods = [self._goods_of(p, seat) for p, seat in zip(g.players, seats, strict=True)]
        g.deck = luck.fork("deck").shuffle(sorted(self.free))
        for p, worlds in zip(g.players, goods, strict=True):
            for world in worlds:
                p.add_good(self.t, world, g.deck.pop(0))
        g.deck.extend(reversed(top))
        per_player = self.t.chips_per_player
        chips = sum(p.chips for p in g.players)
        g.pool = int(spec.get("pool", per_player * rules.seats - chips))
        g.round = int(spec.get("round", 1)) - 1
        numbers = [self.t.start_number[p.start] if p.start >= 0 else 9 for p in g.players]
        g.order = order_of_play(numbers)
        rounds.start_round(g)
        if "actions" in spec:
            self._choose(spec["actions"])

    def take(self, name: str) -> int:
        """Take a card out of those that are free."""
        names = [name, f"{name}/1", f"{name}/2"]
        numbers = [self.t.number[n] for n in names if n in self.t.number]
        if not numbers:
            raise UnknownName("card", name, self.t.names, "position")
        for number in numbers:
            if number in self.free:
                self.free.remove(number)
                return number
        raise BadValue("position", f"no copy of {name!r} is left")

    def _cards_of(self, p: Player, seat: Mapping[str, Any]) -> None:
        for key in seat:
            if key not in SEAT_KEYS:
                raise UnknownName("part of a seat", key, SEAT_KEYS)
        p.tableau = [self.take(name) for name in seat.get("tableau", [])]
        designs = [self.t.ids[self.t.design[card]] for card in p.tableau if not self.t.world[card]]
        for design in designs:
            if designs.count(design) > 1:
                raise BadValue("tableau", f"has two copies of a development: {design}")
        p.reset_powers(self.t)
        starts = [card for card in p.tableau if self.t.start_number[card] >= 0]
        p.start = starts[0] if starts else -1
        p.hand = [self.take(name) for name in seat.get("hand", [])]
        if seat.get("chips"):
            g = self.state
            g.win_chips(g.players.index(p), schema.SOURCE_CONSUME, int(seat["chips"]))

    def _goods_of(self, p: Player, seat: Mapping[str, Any]) -> list[int]:
        """Put down goods given as world -> card; return worlds whose good is to be drawn."""
        drawn: list[int] = []
        goods = seat.get("goods", [])
        for name in goods:
            found = [w for w in p.tableau if self.t.names[w] == name and self.t.kind[w] >= 0]
            if not found:
                raise BadValue("goods", f"{name!r} is no world of that tableau that holds goods")
            card = goods[name] if isinstance(goods, Mapping) else None
            if card is None:
                drawn.append(found[0])
            else:
                p.add_good(self.t, found[0], self.take(card))
        return drawn

    def _choose(self, actions: Sequence[Sequence[str]]) -> None:
        g = self.state
        if len(actions) != g.seats:
            raise BadValue("actions", f"{len(actions)} are given for {g.seats} seats")
        for seat in g.order:
            for name in actions[seat]:
                if name not in schema.ACTION_CARDS:
                    raise UnknownName("action card", name, schema.ACTION_CARDS, "actions")
            cards = [*sorted(actions[seat], key=schema.ACTION_CARDS.index), "none"]
            g.step(self.rules.encode("choose", first=cards[0], second=cards[1]))
