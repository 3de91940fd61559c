"""The rules of Race for the Galaxy in one setting: deal, positions, words for actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.core.state import State
from simkit.games.race_for_the_galaxy import schema as s
from simkit.games.race_for_the_galaxy.rules import rounds, terms
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules.state import RaceState
from simkit.games.race_for_the_galaxy.rules.tables import Tables
from simkit.games.race_for_the_galaxy.view import words as wording
from simkit.games.race_for_the_galaxy.view.consequences import narrate


class RaceRules(Rules):
    """Race for the Galaxy, base game.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
    >>> game = rules.deal(simkit.Luck(1))
    >>> len(game.players[0].hand), game.pool
    (6, 24)
    """

    title: ClassVar[str] = "race_for_the_galaxy"
    version: ClassVar[int] = 2
    schema: ClassVar[Schema] = s.SCHEMA
    tables: Tables

    def __init__(
        self, seats: int, options: Mapping[str, Any] | None = None, patch: Patch | None = None
    ) -> None:
        super().__init__(seats, options, patch)
        self.tables = Tables(self.components, self.options["round_limit"])

    def departures(self) -> list[str]:
        """List the options that differ from the rulebook; of the round limit also what it does."""
        limit = f": no game goes on after round {self.tables.last_round}"
        found = super().departures()
        return [text + limit * text.startswith("round_limit ") for text in found]

    # Set-up ------------------------------------------------------------------------------------

    def deal(self, luck: Luck, **fixed: Any) -> State:
        """Set up a game ("Setup").

        Parameters
        ----------
        luck
            The game's luck.
        factions
            Start world of every seat (name or number 0 to 4), instead of random ones.
        hands
            The cards dealt to every seat, instead of random ones.
        start_good
            The good on Alpha Centauri.
        deck
            Cards of the deck in the order in which they are drawn, after hands and start good; cards
            not named follow in random order.
        reshuffles
            Per reshuffle, the cards at the top of the new deck, in order.
        """
        # [#setup.1] [#setup.4] [#advanced.6]
        known = ("factions", "hands", "start_good", "deck", "reshuffles")
        for name in fixed:
            if name not in known:
                raise UnknownName("fixed part of the deal", name, known, self.title)
        g = RaceState(self, luck)
        g.begin()
        starts = self._starts(luck, fixed.get("factions"))
        self._seat_starts(g, starts)
        hands = fixed.get("hands")
        if hands is None and self.options["first_game"]:
            hands = [self._preset_hand(start) for start in starts]
        dealt = [self._cards(hand, "hands") for hand in hands or []]
        if dealt and len(dealt) != self.seats:
            raise BadValue("hands", f"{len(dealt)} are given for {self.seats} seats")
        top = self._cards(fixed.get("deck") or [], "deck")
        good = self._cards([fixed["start_good"]] if fixed.get("start_good") else [], "start_good")
        used = [*starts, *top, *good]
        for hand in dealt:
            used.extend(hand)
        taken = set(used)
        if len(taken) != len(used):
            raise BadValue("deal", "a card is given twice")
        rest = [card for card in range(self.tables.cards) if card not in taken]
        g.deck = luck.fork("deck").shuffle(rest)
        g.deck.extend(reversed(top))
        g.deck.extend(good)
        g.recorded_decks = [self._cards(deck, "reshuffles") for deck in fixed.get("reshuffles", [])]
        for seat in g.order:
            for world in g.players[seat].tableau:
                if self.tables.production[world] == terms.WINDFALL:
                    g.put_good(seat, world)
        number = self.tables.dealt
        for seat in g.order:
            g.players[seat].hand = dealt[seat] if dealt else g.draw_cards(number)
        g.pool = self.tables.chips_per_player * self.seats
        rounds.next_setup(g)
        return g

    def _starts(self, luck: Luck, wanted: Sequence[str | int] | None) -> list[int]:
        """Return the start world of every seat: wanted, preset or random."""
        # [#setup.2]
        t = self.tables
        allowed = t.starts[1 : self.seats + 1] if self.options["first_game"] else t.starts
        if wanted is None:
            return luck.fork("start").shuffle(allowed)[: self.seats]
        if len(wanted) != self.seats:
            raise BadValue("factions", f"{len(wanted)} are given for {self.seats} seats")
        names = [s.START_WORLDS[w] if isinstance(w, int) else str(w) for w in wanted]
        for name in names:
            if name not in [t.names[card] for card in allowed]:
                raise UnknownName("start world", name, [t.names[i] for i in allowed], "factions")
        if len(set(names)) != len(names):
            raise BadValue("factions", "a start world is given twice")
        return [t.number[name] for name in names]

    def _seat_starts(self, g: RaceState, starts: Sequence[int]) -> None:
        """Put the start worlds down; the lowest number begins ("Timing between players")."""
        # [#setup.6] [#timing.1]
        t = self.tables
        for p, start in zip(g.players, starts, strict=True):
            p.start = start
            p.tableau = [start]
            p.add_powers(t, start)
        g.count_tableaus()
        first = min(range(self.seats), key=lambda seat: t.start_number[starts[seat]])
        g.order = [(first + turn) % self.seats for turn in range(self.seats)]

    def _preset_hand(self, start: int) -> list[str]:
        """Return the first-game hand of a start world; of two copies it takes the first."""
        # [#setup.5]
        t = self.tables
        hand = self.components["cards"]["first_game"]["hands"][str(t.start_number[start])]
        return [name if name in t.number else f"{name}/1" for name in hand]

    def _cards(self, names: Sequence[str | int], place: str) -> list[int]:
        t = self.tables
        found: list[int] = []
        for name in names:
            if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < t.cards:
                found.append(name)
            elif name in t.number:
                found.append(t.number[str(name)])
            else:
                raise UnknownName("card", name, t.names, place)
        return found

    def position(self, spec: Mapping[str, Any]) -> State:
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
        return _Position(self, spec).state

    # Words -------------------------------------------------------------------------------------

    def words(self, state: State, action: int) -> str:
        """Say an action in words."""
        assert isinstance(state, RaceState)
        return wording.words(state, action)

    def consequences(
        self, before: State, action: int, after: State, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going: reveals, draws, sales, consumption, payments, goods, the end.

        Examples
        --------
        >>> import simkit
        >>> rules = simkit.rules("race_for_the_galaxy", seats=2)
        >>> game = rules.position({
        ...     "seats": [{"tableau": ["old_earth"]}, {"tableau": ["new_sparta"]}],
        ...     "deck": ["gem_world", "comet_zone", "spice_world", "space_port", "artist_colony"]})
        >>> game.step(rules.encode("choose", first="develop", second="none"))
        >>> before, action = game.clone(), rules.encode("choose", first="explore_1_1", second="none")
        >>> game.step(action)
        >>> for line in rules.consequences(before, action, game, viewer=1):
        ...     print(line)
        seat 0 has chosen Develop, seat 1 has chosen Explore +1/+1: Explore and Develop take place
        Explore begins
        seat 0 draws 2 cards in Explore
        seat 1 draws 3 cards in Explore: Spice World, Space Port, Artist Colony
        """
        assert isinstance(before, RaceState)
        return narrate(before, action, viewer)


class _Position:
    """Builds a state from a readable dict."""

    def __init__(self, rules: RaceRules, spec: Mapping[str, Any]) -> None:
        known = ("seats", "actions", "deck", "discards", "round", "pool", "seed")
        for key in spec:
            if key not in known:
                raise UnknownName("part of a position", key, known, rules.title)
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
        first = numbers.index(min(numbers))
        g.order = [(first + turn) % rules.seats for turn in range(rules.seats)]
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

    def _cards_of(self, p: st.Player, seat: Mapping[str, Any]) -> None:
        for key in seat:
            if key not in ("tableau", "hand", "goods", "chips"):
                raise UnknownName("part of a seat", key, ("tableau", "hand", "goods", "chips"))
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
            g.win_chips(g.players.index(p), s.SOURCE_CONSUME, int(seat["chips"]))

    def _goods_of(self, p: st.Player, seat: Mapping[str, Any]) -> list[int]:
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
                if name not in s.ACTION_CARDS:
                    raise UnknownName("action card", name, s.ACTION_CARDS, "actions")
            cards = [*sorted(actions[seat], key=s.ACTION_CARDS.index), "none"]
            g.step(self.rules.encode("choose", first=cards[0], second=cards[1]))


RULES = RaceRules
