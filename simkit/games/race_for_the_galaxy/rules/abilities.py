"""Abilities that the code of a pack gives to cards: what they look at, and how their answers combine.

The rules ask at the places that `schema.HOOKS` names; a player without such a card (`Player.hooked` is
empty) is not asked at all. Abilities answer and change nothing: what follows from an answer is carried
out by the rules, which write it into the journal.
"""
# Stays plain Python: it stands between the compiled rules and classes that are never compiled.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.core.packs import Operation, Pack, at_line
from simkit.games.race_for_the_galaxy import schema

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

NUMBERS = {hook.name: number for number, hook in enumerate(schema.HOOKS)}


class Card:
    """A card as abilities see it.

    Attributes
    ----------
    id, name
        As its record has them.
    world, military
        Whether it is a world, and one that is conquered.
    cost, vp
        Printed cost or defense, printed points.
    kind, production
        Kind of its good, and ``production`` or ``windfall``; empty where it never holds one.
    flags
        Printed keywords.
    start
        Whether it is a start world.
    """

    __slots__ = (
        "cost", "flags", "id", "kind", "military", "name", "production", "start", "vp", "world",
    )  # fmt: skip

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.id = str(record["id"])
        self.name = str(record["name"])
        self.world = record["type"] == "world"
        self.military = record.get("settle") == "military"
        self.cost = int(record["defense"] if "defense" in record else record["cost"])
        self.vp = int(record["vp"])
        self.kind = str(record.get("kind", ""))
        self.production = str(record.get("production", ""))
        self.flags = tuple(record["flags"])
        self.start = "start_number" in record


class Seat:
    """What an ability may look at: what lies open before a seat.

    Parameters
    ----------
    extra
        A card that is looked at as if it lay in the tableau already; -1 for none.
    """

    __slots__ = ("_extra", "_g", "_p", "seat")

    def __init__(self, g: RaceState, seat: int, extra: int = -1) -> None:
        self._g = g
        self._p = g.players[seat]
        self._extra = extra
        self.seat = seat

    def _cards(self, numbers: Sequence[int]) -> list[Card]:
        faces = self._g.t.faces
        return [faces[number] for number in numbers]

    @property
    def round(self) -> int:
        """The round, counted from 1."""
        return self._g.round

    @property
    def tableau(self) -> list[Card]:
        """The cards in the tableau, in order of placement; one that is not paid yet does not count."""
        extra = self._extra
        cards = self._p.active
        return self._cards([*cards, extra] if extra >= 0 and extra not in cards else cards)

    @property
    def goods(self) -> list[Card]:
        """The worlds in the tableau that hold a good."""
        goods = self._p.goods
        return self._cards([card for card in self._p.active if card in goods])

    @property
    def produced(self) -> list[Card]:
        """The worlds that got a good in the last Produce phase."""
        return self._cards(self._p.produced)

    @property
    def hand(self) -> int:
        """The number of hand cards."""
        return len(self._p.hand)

    @property
    def chips(self) -> int:
        """The victory-point chips."""
        return self._p.chips

    @property
    def military(self) -> int:
        """The unconditional Military."""
        return self._p.military()

    @property
    def others(self) -> list[Seat]:
        """The other seats, in the order of the table."""
        return [Seat(self._g, seat) for seat in range(self._g.seats) if seat != self.seat]


class Ability:
    """One power of a card that a pack's code implements, with the figures of its record.

    Attributes
    ----------
    operation, record
        What the pack declares of it, and the power's record.
    hooks
        Numbers of the hooks that it answers.
    worth
        Whether its code says what it is worth.
    card
        Number of the first card that has it.
    """

    def __init__(
        self, operation: Operation, pack: Pack, record: Mapping[str, Any], card: int
    ) -> None:
        self.card = card
        self.operation = operation
        self.record = record
        self.pack = pack
        self.object = operation.answering(record)
        self.hooks = [NUMBERS[name] for name in operation.hooks]
        self.worth = schema.H_WORTH in self.hooks

    def words(self, short: bool = False) -> str:
        """Say what it does."""
        return self.operation.in_words(self.record, short)

    def ask(self, hook: int, seat: Seat, *about: object) -> Any:
        """Return its answer to a hook; an answer of a wrong type, or an error, names the pack."""
        name = schema.HOOKS[hook].name
        place = f"pack {self.pack.name}, {self.operation.kind.__name__}.{name}"
        try:
            answer = getattr(self.object, name)(seat, *about)
        except Exception as error:
            code = Path(self.pack.folder) / self.pack.code
            raise BadValue(place, f"failed ({at_line(error, code)})") from error
        if type(answer) not in schema.HOOK_ANSWERS[hook]:
            wanted = " or ".join(one.__name__ for one in schema.HOOK_ANSWERS[hook])
            raise BadValue(place, f"answers {answer!r}, and has to answer {wanted}")
        return answer


def of_designs(
    records: Sequence[Mapping[str, Any]], designs: Sequence[int], packs: Sequence[Pack]
) -> list[list[Ability]]:
    """Return the abilities of every design that the code of packs implements.

    `designs` are those of the cards, in the order of their numbers.
    """
    known = {
        (dict(one.more)["phase"], one.op): (one, pack) for pack in packs for one in pack.operations
    }
    found: list[list[Ability]] = []
    for design, record in enumerate(records):
        card = designs.index(design)
        coded = [(known.get((p["phase"], p["op"])), p) for p in record["powers"]]
        found.append([Ability(*one, power, card) for one, power in coded if one is not None])
    return found


def with_card(hooked: list[list[Ability]], added: list[Ability]) -> list[list[Ability]]:
    """Return what answers each hook when a card is added."""
    found = [answers[:] for answers in hooked] or [[] for _ in schema.HOOKS]
    for ability in added:
        for hook in ability.hooks:
            found[hook].append(ability)
    return found


# How answers combine -----------------------------------------------------------------------------


def total(g: RaceState, seat: int, hook: int, card: int = -1) -> int:
    """Return the sum of what the abilities of a seat answer ("sum")."""
    p = g.players[seat]
    if not p.hooked or not p.hooked[hook]:
        return 0
    view = Seat(g, seat)
    about = [g.t.faces[card]] if card >= 0 else []
    return sum(int(ability.ask(hook, view, *about)) for ability in p.hooked[hook])


def draw(g: RaceState, seat: int, hook: int, card: int = -1) -> None:
    """Draw the cards that the abilities of a seat give, one ability after the other."""
    about = [g.t.faces[card]] if card >= 0 else []
    for ability in g.players[seat].hooked[hook]:
        cards = int(ability.ask(hook, Seat(g, seat), *about))
        if cards > 0:
            g.draw_to_hand(seat, cards, "power", ability.card)


def first(g: RaceState, seat: int, hook: int, card: int) -> int | None:
    """Return the first answer that is one ("first answer")."""
    view = Seat(g, seat)
    for ability in g.players[seat].hooked[hook]:
        answer = ability.ask(hook, view, g.t.faces[card])
        if answer is not None:
            return max(int(answer), 0)
    return None


def replaced(g: RaceState, seat: int, hook: int, figure: int) -> int:
    """Return a figure after each ability has put its own in its place ("replace")."""
    view = Seat(g, seat)
    for ability in g.players[seat].hooked[hook]:
        figure = int(ability.ask(hook, view, figure))
    return figure


def allowed(g: RaceState, seat: int, hook: int, card: int) -> bool:
    """Tell whether no ability forbids it ("all must agree")."""
    view = Seat(g, seat)
    face = g.t.faces[card]
    return all(ability.ask(hook, view, face) for ability in g.players[seat].hooked[hook])


def points_of(g: RaceState, seat: int, card: int) -> int:
    """Return the points that the abilities of one card in a tableau score at the end."""
    abilities = [a for a in g.t.abilities[card] if schema.H_END_POINTS in a.hooks]
    if not abilities:
        return 0
    view = Seat(g, seat, card)
    return sum(int(ability.ask(schema.H_END_POINTS, view)) for ability in abilities)
