"""One phase of a recording: its steps become decisions, and what then happens is compared with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.io.case_names import STEPS
from simkit.games.race_for_the_galaxy.io.comparison import (
    Astray,
    Data,
    Mismatch,
    cards_taken,
    comparable,
    compare_snapshot,
    same,
)
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules import terms
from simkit.games.race_for_the_galaxy.rules.journal import PhaseLog, Step

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.io.replay import Replay


class PhaseReplay:
    """One phase of a recording: turns its steps into decisions and compares what happens."""

    def __init__(self, replay: Replay, index: int, record: Data, place: str) -> None:
        self.replay = replay
        self.g = replay.g
        self.index = index
        self.record = record
        self.title = place
        self.building = str(record["phase"]).startswith(("develop", "settle"))
        self.steps: list[Step] = list(record["steps"])
        for number, step in enumerate(self.steps):
            if not isinstance(step, Mapping) or "do" not in step or "seat" not in step:
                raise BadValue(self.where(number), "is no step")
            if step["do"] not in STEPS:
                raise Mismatch(self.where(number), f"unknown step {step['do']!r}")
            if step["seat"] not in range(self.g.seats) and step["do"] != "reshuffle":
                raise Mismatch(self.where(number), f"there is no seat {step['seat']!r}")
        numbered = list(enumerate(self.steps))
        self.expected = [self.steps_of(seat, numbered) for seat in range(self.g.seats)]

    def run(self) -> None:
        """Decide as recorded until the phase is over, then compare steps and snapshot."""
        replay, done = self.replay, self.replay.journal.done
        self.check_placements()
        while len(done) <= self.index:
            self.decide()
        log = done[self.index]
        replay.place = self.title
        self.compare_steps(log)
        self.compare_reshuffles(log)
        compare_snapshot(replay.place, self.record["after"], log.after, self.culprits())

    def where(self, number: int) -> str:
        """Name a step."""
        return f"{self.title} step {number}"

    def check_placements(self) -> None:
        """Find a placement that neither its payment nor the snapshot confirms.

        Without this, a wrong card placed would only show where its payment is looked for.
        """
        paid = {(step["seat"], step["for"]) for step in self.steps if step["do"] == "pay"}
        for number, step in enumerate(self.steps):
            if step["do"] == "place" and (step["seat"], step["card"]) not in paid:
                after = self.record["after"]["seats"][step["seat"]]
                if step["card"] not in after["tableau"]:
                    raise Mismatch(
                        self.where(number), f"{step['card']!r} is not in the tableau after"
                    )

    # Deciding ----------------------------------------------------------------------------------

    def steps_of(self, seat: int, steps: Sequence[tuple[int, Step]]) -> list[tuple[int, Step]]:
        """Return the steps of a seat in the form in which they are compared."""
        mine = [
            (number, self.plain_payment(step) if step["do"] == "pay" else step)
            for number, step in steps
            if step["seat"] == seat
        ]
        return comparable([entry for entry in mine if not self.declines(entry[1])], self.building)

    def plain_payment(self, step: Step) -> Step:
        """Return a payment without used cards whose power did nothing, and with a method.

        Military is of use in a conquest only; who settles nothing may have null as its method.
        """
        method = schema.METHODS[schema.BY_NONE] if step["for"] is None else step["method"]
        using = [
            name
            for name in step.get("using", [])
            if method == schema.METHODS[schema.BY_CONQUERING]
            or name not in step.get("sacrificed", [])
            or not self.gives_military(name)
        ]
        return {**step, "method": step["method"] or method, "using": using}

    def gives_military(self, name: str) -> bool:
        """Tell whether a card may be discarded for Military."""
        t = self.g.t
        powers = t.powers[t.number[name]] if name in t.number else ()
        return any(power.op == terms.SACRIFICE_FOR_MILITARY for power in powers)

    def declines(self, step: Step) -> bool:
        """Tell whether a step uses ``cards_for_vp`` without discarding a card."""
        if step["do"] != "use" or step.get("cards") or step.get("goods") or step.get("vp"):
            return False
        t = self.g.t
        card, number = t.number.get(step["card"], -1), step["power"]
        if card not in self.g.players[step["seat"]].tableau or number >= len(t.powers[card]):
            return False
        return t.powers[card][number].op == terms.CARDS_FOR_VP

    def coming(self) -> tuple[int, Step] | None:
        """Return the next step of the seat to move: the first that the journal does not have yet."""
        seat = self.g.seat
        so_far = [(0, step) for step in self.replay.journal.now.steps]
        number = len(self.steps_of(seat, so_far))
        expected = self.expected[seat]
        return expected[number] if number < len(expected) else None

    def take(self, *kinds: str) -> Step:
        """Return the next step of the seat to move, which has to be of one of the kinds given."""
        entry = self.coming()
        if entry is None:
            wanted = " or ".join(kinds)
            raise Astray(self.title, f"a step of seat {self.g.seat} is missing ({wanted})")
        number, step = entry
        self.replay.place = self.where(number)
        if step["do"] not in kinds:
            raise Astray(self.where(number), f"{' or '.join(kinds)} is due, not {step!r}")
        return step

    def act(self, kind: str, **args: Any) -> None:
        """Take a decision for the seat to move."""
        self.replay.step(kind, self.g.seat, **args)

    def decide(self) -> None:
        """Take the decision, or the decisions, that the next recorded step tells."""
        stage = self.g.stage
        if stage == st.STAGE_KEEP:
            self.keep()
        elif stage == st.STAGE_PLACE:
            step = self.take("place", "pass")
            if step["do"] == "pass":
                self.act("pass")
            else:
                self.act("place", card=step["card"])
        elif stage == st.STAGE_SETTLE_BY:
            self.settle_by()
        elif stage == st.STAGE_PAY:
            self.discard("pay", self.take("pay").get("cards", []))
        elif stage == st.STAGE_LIMIT:
            self.discard("discard", self.take("discard")["cards"])
        elif stage == st.STAGE_TRADE:
            self.sell(self.take("trade"))
        elif stage == st.STAGE_CONSUME:
            self.use_power()
        elif stage == st.STAGE_GOODS:
            self.choose_goods()
        elif stage == st.STAGE_SPEND:
            self.spend_for_chips()
        elif stage == st.STAGE_GUESS:
            self.act("guess", number=self.take("gamble")["guess"])
        elif stage == st.STAGE_PRODUCE:
            self.produce()
        else:
            raise Mismatch(self.title, f"the replay is in phase {schema.PHASES[self.g.phase]}")

    def keep(self) -> None:
        """Keep what was drawn and is not discarded."""
        g = self.g
        rejected = self.take("discard")["cards"]
        drawn = [g.t.names[card] for card in g.players[g.seat].drawn]
        for card in rejected:
            if card not in drawn:
                raise Mismatch(self.replay.place, f"{card!r} is not among the cards drawn")
        kept = [card for card in drawn if card not in rejected]
        same(self.replay.place, "number of cards kept", len(kept), g.need)
        for card in kept:
            self.act("keep", card=card)

    def settle_by(self) -> None:
        """Settle as the payment says; who placed nothing has one only if it discards a card."""
        g = self.g
        p = g.players[g.seat]
        entry = self.coming()
        if p.placing < 0 and (entry is None or entry[1]["do"] != "pay"):
            self.act("settle_by", method=schema.BY_NONE, sacrifice=0)
            return
        step = self.take("pay")
        sacrifice = 0
        for name in step.get("sacrificed", []):
            card = g.t.number.get(name, -1)
            if card < 0 or card not in (p.ship, p.tactics):
                raise Mismatch(self.replay.place, f"{name!r} cannot be discarded to settle")
            sacrifice |= schema.FOR_FREE if card == p.ship else schema.FOR_MILITARY
        self.act("settle_by", method=step["method"], sacrifice=sacrifice)

    def discard(self, kind: str, cards: Sequence[str]) -> None:
        """Discard the cards of a step one by one; there must be neither too many nor too few."""
        same(self.replay.place, "number of cards", len(cards), self.g.need)
        for card in cards:
            self.act(kind, card=card)

    def sell(self, step: Step) -> None:
        """Sell the good of a trade step."""
        self.act("trade", world=step["world"], via=step["via"])

    def use_power(self) -> None:
        """Use the consume power (or the extra sale) that comes next."""
        if self.coming() is None:
            self.decline_spending()
            return
        step = self.take("use", "trade")
        if step["do"] == "trade":
            self.sell(step)
        else:
            self.act("use", card=step["card"], power=step["power"])

    def decline_spending(self) -> None:
        """Begin to use an optional power; `spend_for_chips` then finds nothing to spend."""
        g = self.g
        for action in g.legal():
            kind, args = g.rules.decode(action)
            if kind == "use" and g.t.powers[args["card"]][args["power"]].op == terms.CARDS_FOR_VP:
                self.act("use", **args)
                return
        raise Astray(self.title, f"seat {g.seat} has consume powers left that it has to use")

    def choose_goods(self) -> None:
        """Choose the goods of the power in use."""
        g = self.g
        step = self.take("use")
        same(self.replay.place, "card", step["card"], g.t.names[g.power >> 3])
        power, goods = g.power, step.get("goods", [])
        same(self.replay.place, "power", step["power"], power & 7)
        if len(goods) != len(set(goods)) or len(goods) < g.need:
            raise Mismatch(self.replay.place, f"{g.need} goods have to be consumed, not {goods!r}")
        for world in goods[: g.need]:
            if g.t.number.get(world) not in g.picked:
                self.act("consume", world=world)
            if g.stage != st.STAGE_GOODS or g.power != power:
                return  # the rest was taken unasked; now another power may ask for a good

    def spend_for_chips(self) -> None:
        """Discard the hand cards of the power in use, or none."""
        g = self.g
        entry = self.coming()
        this = (g.t.names[g.power >> 3], g.power & 7)
        if entry is None or (entry[1].get("card"), entry[1].get("power")) != this:
            self.act("stop")
            return
        cards = self.take("use").get("cards", [])
        most, hand = g.need, len(g.players[g.seat].hand)
        if len(cards) > most:
            raise Mismatch(self.replay.place, f"at most {most} cards may be discarded")
        for card in cards:
            self.act("spend", card=card)
        if len(cards) < min(most, hand):
            self.act("stop")

    def produce(self) -> None:
        """Produce or draw as the next step says."""
        g = self.g
        if self.coming() is None:
            if not g.is_legal(g.rules.encode("decline")):
                raise Astray(self.title, f"seat {g.seat} has more to produce or to draw")
            self.act("decline")
            return
        step = self.take("produce", "draw")
        if step["do"] == "produce":
            self.act("produce", world=step["world"], by=step["by"])
            return
        design = str(step["why"]).partition(":")[2]
        for action in g.legal():
            kind, args = g.rules.decode(action)
            if kind == "produce_draw" and g.t.ids[g.t.design[args["card"]]] == design:
                self.act("produce_draw", **args)
                return
        fills = [by.get("by") for _, by in self.expected[g.seat]]
        if "phase_bonus" not in fills and g.is_legal(g.rules.encode("decline")):
            self.act("decline")  # the totals are due once no good can follow
            return
        raise Astray(self.replay.place, f"seat {g.seat} has nothing to draw for {design!r} now")

    # Comparing ---------------------------------------------------------------------------------

    def compare_steps(self, log: PhaseLog) -> None:
        """Compare the recorded steps with those of the journal, seat by seat."""
        numbered = [(0, step) for step in log.steps]
        for seat in range(self.g.seats):
            expected, found = self.expected[seat], self.steps_of(seat, numbered)
            for index, (number, step) in enumerate(expected):
                if index >= len(found):
                    raise Astray(self.where(number), f"{step!r} does not happen in the replay")
                if step != found[index][1]:
                    detail = f"recorded {step!r}, replayed {found[index][1]!r}"
                    other = found[index][1]
                    # In Produce any order is legal, so that a wrong seat shows as another good.
                    sure = step["do"] == other["do"] != "produce"
                    raise (Mismatch if sure else Astray)(self.where(number), detail)
            if len(found) > len(expected):
                detail = f"a step of seat {seat} is missing: {found[len(expected)][1]!r}"
                raise Astray(self.title, detail)

    def compare_reshuffles(self, log: PhaseLog) -> None:
        """Compare how many cards the phase had taken from the deck before each reshuffle."""
        taken, last = 0, -1
        marks: list[int] = []
        for number, step in enumerate(self.steps):
            if step["do"] == "reshuffle":
                marks.append(taken)
                last = number
            else:
                taken += cards_taken(step)
        if marks != log.marks:
            place = self.where(last) if last >= 0 else self.title
            raise Mismatch(place, f"reshuffles after {marks} cards, replayed after {log.marks}")

    def culprits(self) -> dict[str, str]:
        """Map cards to the step of this phase that moved them last."""
        found: dict[str, str] = {}
        for number, step in enumerate(self.steps):
            names = [step.get(key) for key in ("card", "good", "flipped", "world")]
            for card in [*step.get("cards", []), *step.get("goods", []), *names]:
                if isinstance(card, str):
                    found[card] = f"step {number}"
        return found
