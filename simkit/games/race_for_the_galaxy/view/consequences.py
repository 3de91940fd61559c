"""What an action sets going, in sentences: a journal that tells instead of writing steps.

The action is carried out once more on a copy of the position, with this journal listening. A seat is
told what it may see: names of cards that it draws, pays or discards itself, of all cards that are
revealed, flipped or sacrificed; of the others' hands and of goods only numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.schema import KIND_MASK
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules import terms
from simkit.games.race_for_the_galaxy.rules.journal import Journal
from simkit.games.race_for_the_galaxy.view.names import (
    cost,
    counted,
    label,
    listed,
)

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.state import RaceState

END_LABELS = (
    "a tableau is full", "the pool of chips is empty",
    "a tableau is full and the pool of chips is empty", "no more rounds are played",
)  # fmt: skip
REASONS = {
    "explore": " in Explore",
    "settle_bonus": " for settling",
    "trade": " for the good sold",
    "consume": " for the goods consumed",
}


def consequences(before: RaceState, action: int, viewer: int | None) -> list[str]:
    """Return what `action` sets going in a position, as far as `viewer` may see it (None: all)."""
    g = before.clone()
    narrator = Narrator(g, action, viewer)
    g.journal = narrator
    g.apply(action)
    narrator.announce_end(before, g)
    return narrator.lines


def round_summary(g: RaceState, number: int) -> str:
    """Return what all have at the end of a round, as far as everybody sees it."""
    hands = " ".join([str(len(p.hand)) for p in g.players])
    goods = " ".join([str(len(p.goods)) for p in g.players])
    sizes = " ".join([str(len(p.tableau)) for p in g.players])
    by_seat = f"{hands} hand cards, {goods} goods, {sizes} cards in the tableau"
    return f"round {number} ends; by seat: {by_seat}; {counted(g.pool, 'chip')} in the pool"


class Narrator(Journal):
    """Turns what happens into sentences.

    Attributes
    ----------
    lines
        The sentences.
    viewer
        The seat that is told; None hears everything.
    seat, asked
        Who acted, and the kind of its action until what its words say has happened: it is not said
        again.
    paid
        Cards that the seat has paid or spent one by one, this action included.
    heading
        The phase that has begun, until something is said of it.
    """

    def __init__(self, before: RaceState, action: int, viewer: int | None) -> None:
        super().__init__(before.t)
        self.lines: list[str] = []
        self.viewer = viewer
        self.seat = before.seat
        self.asked = action & KIND_MASK
        paying = before.stage in (st.STAGE_PAY, st.STAGE_SPEND) and self.asked != schema.K_STOP
        self.paid = self.names([*before.picked, action >> 6]) if paying else []
        self.heading = ""
        self.sentences: dict[str, Callable[..., str]] = {
            "draw": self._draws,
            "discard": self._discards,
            "windfall_good": self._windfall_good,
            "pay": self._pays,
            "trade": self._sells,
            "use": self._uses,
            "gamble": self._gambles,
            "produce": self._produces,
            "take_back": self._takes_back,
            "chips": self._wins_chips,
            "no_card_left": lambda seat: "finds no card left to draw",
        }

    def _takes_back(self, seat: int, card: str) -> str:
        return f"cannot pay for {label(self.t, self.t.number[card])} any more and takes it back"

    def _wins_chips(self, seat: int, vp: int) -> str:
        return f"wins {counted(vp, 'chip')} as its Consume begins"

    # What the engine reports -------------------------------------------------------------------

    def note(self, seat: int, do: str, **values: Any) -> None:
        """Say what happened; placements are said when all are revealed."""
        if do in ("place", "pass"):
            return
        text = self.sentences[do](seat, **values)
        if text:
            self.say(f"seat {seat} {text}")

    def end_draw(self, missing: int) -> None:
        """Say which cards were drawn, and whether some were missing."""
        step = self._draw
        if step["cards"]:
            self.note(**step)
        if missing:
            self.note(step["seat"], "no_card_left")

    def close_phase(self, g: RaceState) -> None:
        """Forget a phase of which nothing was said."""
        self.heading = ""

    def reshuffled(self, number: int) -> None:
        """Say that the discards became the deck."""
        self.say(f"the deck is empty, so {counted(number, 'discard')} become the new deck")

    def actions_revealed(self, g: RaceState) -> None:
        """Say what all seats have chosen and which phases follow; in round 1 also the first hands."""
        for seat, p in enumerate(g.players):
            hand = self.in_hand(seat, self.names(p.hand))
            if g.round == 1 and hand:
                self.say(f"seat {seat} begins with {counted(len(p.hand), 'hand card')}{hand}")
        chosen = []
        for seat, p in enumerate(g.players):
            labels = [text for card, text in enumerate(schema.ACTION_LABELS) if p.chose(card)]
            chosen.append(f"seat {seat} has chosen {listed(labels)}")
        phases = range(schema.PHASE_EXPLORE, schema.PHASE_DISCARD)
        run = [
            schema.PHASE_LABELS[n] for n in phases if g.phases_run >> (n - schema.PHASE_EXPLORE) & 1
        ]
        self.say(f"{', '.join(chosen)}: {listed(run)} take{'s' * (len(run) == 1)} place")

    def cards_revealed(self, g: RaceState) -> None:
        """Say what all seats place."""
        for seat in g.order:
            card = g.players[seat].placing
            self.say(f"seat {seat} places {label(g.t, card) if card >= 0 else 'nothing'}")

    def phase_begins(self, g: RaceState) -> None:
        """Remember the phase, to be named before the first thing that is said of it."""
        text = schema.PHASE_LABELS[g.phase]
        self.heading = (
            f"{text[0].upper()}{text[1:]} begins" if g.phase < schema.PHASE_DISCARD else ""
        )

    def keeps_all(self, seat: int, number: int) -> None:
        """Say that a seat keeps all that it looks at in Explore."""
        self.say(f"seat {seat} keeps {'both' if number == 2 else counted(number, 'card')}")

    def announce_end(self, before: RaceState, g: RaceState) -> None:
        """Say what has come about that ends the game, or that it or a round is over."""
        full = g.t.tableau_end
        if g.over:
            self.lines.append(f"the game ends after round {g.round}: {END_LABELS[g.end_reason]}")
            return
        for seat, p in enumerate(g.players):
            size, old = len(p.tableau), len(before.players[seat].tableau)
            if size >= full > old:
                ending = "the game ends after this round"
                self.lines.append(f"seat {seat} has {size} cards in the tableau: {ending}")
            elif old >= full > size:
                self.lines.append(f"seat {seat} has only {size} cards in the tableau now")
        if g.pool <= 0 < before.pool:
            self.lines.append("the pool of chips is empty: the game ends after this round")
        if g.round > before.round and before.phase != schema.PHASE_SETUP:
            self.lines.append(round_summary(g, before.round))

    # Sentences ---------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Add a sentence, below its phase."""
        if self.heading:
            self.lines.append(self.heading)
            self.heading = ""
        self.lines.append(text)

    def in_words(self, seat: int, kind: int) -> bool:
        """Tell whether the words of the seat's action say this already; they do so once."""
        if (seat, kind) != (self.seat, self.asked):
            return False
        self.asked = -1
        return True

    def called(self, card: str) -> str:
        """Return the printed name of a card."""
        return label(self.t, self.t.number[card])

    def call(self, cards: list[str]) -> str:
        """Return the printed names of cards."""
        return ", ".join([self.called(card) for card in cards])

    def in_hand(self, seat: int, cards: list[str]) -> str:
        """Return the names of a seat's hand cards after a colon, for those who may see them."""
        visible = cards and self.viewer in (None, seat)
        return f": {self.call(cards)}" if visible else ""

    def face_down(self, card: str) -> str:
        """Return the name of a card that nobody at the table sees, in brackets."""
        return f" ({self.called(card)})" if self.viewer is None else ""

    def unasked(self, seat: int, cards: list[str]) -> list[str]:
        """Return those of the cards paid that the seat did not name one by one."""
        return [card for card in cards if seat != self.seat or card not in self.paid]

    def _draws(self, seat: int, why: str, cards: list[str]) -> str:
        reason, _, design = why.partition(":")
        by = f" by {self.t.labels[self.t.ids.index(design)]}" if design else REASONS[reason]
        return f"draws {counted(len(cards), 'card')}{by}{self.in_hand(seat, cards)}"

    def _discards(self, seat: int, why: str, cards: list[str]) -> str:
        number = counted(len(cards), "card")
        if why == "explore":
            return f"discards {number} looked at{self.in_hand(seat, cards)}"
        return f"has discarded {number} down to the hand limit"

    def _windfall_good(self, seat: int, world: str, good: str) -> str:
        return f"puts a windfall good on {self.called(world)}{self.face_down(good)}"

    def _pays(self, seat: int, **step: Any) -> str:
        unasked = self.unasked(seat, step["cards"])
        if self.in_words(seat, schema.K_SETTLE_BY) and not unasked:
            return ""
        card = self.called(step["for"])
        gone, method = step["sacrificed"], step["method"]
        through = [name for name in step["using"] if name not in gone]
        text = f"discards {listed([self.called(name) for name in gone])} and " if gone else ""
        if method == schema.METHODS[schema.BY_CONQUERING]:
            text += f"conquers {card}"
        else:
            text += f"pays {cost(len(step['cards']))} for {card}"
        text += f" through {self.call(through)}" if through else ""
        return text + self.in_hand(seat, unasked)

    def _sells(self, seat: int, via: str, world: str, draws: int) -> str:
        if self.in_words(seat, schema.K_TRADE):
            return ""
        through = (
            schema.ACTION_LABELS[schema.CONSUME_TRADE] if via == "action" else self.called(via)
        )
        return f"sells the good of {self.called(world)} for {counted(draws, 'card')} ({through})"

    def _uses(
        self, seat: int, card: str, power: int, vp: int, goods: Sequence[str] = (),
        cards: Sequence[str] = (),
    ) -> str:  # fmt: skip
        text = f"uses {self.called(card)}"
        if goods:
            text += f", consuming the good{'s' * (len(goods) > 1)} of {self.call([*goods])}"
        elif not cards and self.t.powers[self.t.number[card]][power].op == terms.CARDS_FOR_VP:
            text += ", discarding no hand cards"
        if cards:
            text += f", discarding {counted(len(cards), 'hand card')}"
        gives_cards = self.t.powers[self.t.number[card]][power].cards
        text += f", for {counted(vp, 'chip')}" if vp or (goods and not gives_cards) else ""
        return text

    def _gambles(self, seat: int, guess: int, flipped: str, kept: bool) -> str:
        shown = self.t.cost[self.t.number[flipped]]
        result = "which goes into the hand" if kept else "which is discarded"
        return f"named {guess} and flips {self.called(flipped)} ({shown}), {result}"

    def _produces(self, seat: int, world: str, by: str, good: str) -> str:
        named = self.in_words(seat, schema.K_PRODUCE)
        if named and self.viewer is not None:
            return ""
        how = "the Produce bonus" if by == "phase_bonus" else self.called(by)
        text = f"puts a good on {self.called(world)}"
        return text + ("" if by == world else f" by {how}") + self.face_down(good)
