"""Recordings of the public engine: replay them through `State.step` and compare every figure.

The notation is described in ``data/race_for_the_galaxy/log_notation.md``. The recorded steps are turned
into decisions; what the engine then does is written by a `Journal` in the same notation and compared
step by step with the recording; the snapshot after every phase and the final block are compared too.

Conventions of the recordings: a payment of nothing may be written after other seats' payments, so
steps are compared seat by seat; an optional ``cards_for_vp`` power that was declined may be written as
a use of no cards or not at all; New Military Tactics that are discarded without a conquest have left the
tableau, but need not stand among the cards used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simkit.core.errors import BadValue, SimkitError
from simkit.core.luck import Luck
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame
from simkit.core.registry import rules as make_rules
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.io.case_names import STEPS, strange_keys
from simkit.games.race_for_the_galaxy.rules import scoring, terms
from simkit.games.race_for_the_galaxy.rules import state as st
from simkit.games.race_for_the_galaxy.rules.journal import Journal, PhaseLog, Step, snapshot
from simkit.games.race_for_the_galaxy.rules.state import RaceState
from simkit.games.race_for_the_galaxy.title import RaceRules

Data = Mapping[str, Any]
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What a file of another shape raises while it is read."""


class Mismatch(SimkitError):
    """A stored figure that differs from the replay, with the place where it stands."""

    def __init__(self, step: str, detail: str) -> None:
        self.step = step
        self.detail = detail
        super().__init__(f"{step}: {detail}")


class Astray(Mismatch):
    """A step is missing, or one that does not belong there: perhaps a wrong seat stands before it."""


def verify(data: Data, name: str) -> list[CaseResult]:
    """Replay one recorded game and compare every stored figure.

    Keys that the notation does not have cannot be compared: a second, skipped result names them.
    """
    case = str(data.get("id", name)) if isinstance(data, Mapping) else name
    result = _replayed(data, case, name)
    try:
        strange = strange_keys(data)
    except UNREADABLE as error:
        if result.status == PASSED:
            result = CaseResult(case, FAILED, "keys", f"cannot be read ({error})")
        return [result]
    if not strange:
        return [result]
    detail = f"not in the notation, so not compared: {'; '.join(strange)}"
    return [result, CaseResult(f"{case} keys", SKIPPED, "keys", detail)]


def _replayed(data: Data, case: str, name: str) -> CaseResult:
    """Return the verdict on one recorded game."""
    replay = Replay(data, name)
    try:
        replay.run()
    except Astray as error:
        where = wrong_seat(data, name, replay) or (error.step, error.detail)
        return CaseResult(case, FAILED, *where)
    except Mismatch as error:
        return CaseResult(case, FAILED, error.step, error.detail)
    except SimkitError as error:
        return CaseResult(case, FAILED, replay.place, str(error))
    except UNREADABLE as error:
        detail = f"cannot be read ({type(error).__name__}: {error})"
        return CaseResult(case, FAILED, replay.place, detail)
    return CaseResult(case, PASSED)


def wrong_seat(data: Data, name: str, replay: Replay) -> tuple[str, str] | None:
    """Find a step of the phase that failed with whose seat changed the replay gets past the phase."""
    r, p = replay.at
    record = data["rounds"][r]
    phase = record["phases"][p]
    for number, step in enumerate(phase["steps"]):
        for seat in range(replay.rules.seats):
            if step["seat"] in (None, seat):
                continue
            steps = [*phase["steps"]]
            steps[number] = {**step, "seat": seat}
            phases = [*record["phases"]]
            phases[p] = {**phase, "steps": steps}
            rounds = [*data["rounds"]]
            rounds[r] = {**record, "phases": phases}
            trial = Replay({**data, "rounds": rounds}, name)
            try:
                trial.run()
            except (SimkitError, *UNREADABLE):
                if trial.at <= (r, p):
                    continue
            place = f"{replay.title} step {number}"
            return place, f"seat: recorded {step['seat']}, but the steps fit seat {seat}"
    return None


def games(data: Data, name: str) -> list[PlayedGame]:
    """Return the recorded game as decisions that can be replayed and logged."""
    replay = Replay(data, name)
    replay.run()
    players = [f"seat {seat}" for seat in range(replay.g.seats)]
    return [PlayedGame(replay.rules, replay.begin(), replay.actions, players, name)]


def same(place: str, what: str, expected: Any, found: Any) -> None:
    """Raise `Mismatch` if a stored figure differs from the replay."""
    if expected != found:
        raise Mismatch(place, f"{what}: recorded {expected!r}, replayed {found!r}")


class Replay:
    """One recorded game on its way through the engine.

    Attributes
    ----------
    place, title, at
        Where in the recording the replay stands: the step or part, the phase, and the numbers of round
        and phase.
    actions
        The decisions taken so far.
    """

    def __init__(self, data: Data, name: str) -> None:
        self.data = data
        self.name = name
        self.place = "heading"
        self.title = "heading"
        self.at = (-1, -1)
        self.actions: list[int] = []
        self.rules: RaceRules
        self.g: RaceState
        self.journal: Journal

    def run(self) -> None:
        """Replay the whole game; raise `Mismatch` at the first difference."""
        self.read_heading()
        self.g = self.begin()
        self.journal = Journal(self.g.t)
        self.check_dealing()
        self.g.journal = self.journal
        self.set_up()
        self.place = "rounds"
        for number, record in enumerate(self.data["rounds"], 1):
            self.play_round(number, record)
        self.check_draws()
        self.check_final()

    # Setting and set-up ------------------------------------------------------------------------

    def read_heading(self) -> None:
        """Build the rules and compare the heading."""
        data = self.data
        if data.get("game") != "race_for_the_galaxy":
            raise Mismatch("heading", f"game is {data.get('game')!r}")
        same("heading", "schema", data["schema"], 1)
        same("heading", "set", data["set"], "base")
        advanced = data["two_player_advanced"]
        if not isinstance(advanced, bool):
            raise Mismatch("heading", f"two_player_advanced is {advanced!r}")
        made = make_rules("race_for_the_galaxy", seats=data["players"], advanced=advanced)
        assert isinstance(made, RaceRules)
        self.rules = made
        per_player = made.tables.chips_per_player
        same("heading", "vp_pool", data["vp_pool"], per_player * made.seats)
        same("heading", "setup.seats", len(data["setup"]["seats"]), made.seats)

    def begin(self) -> RaceState:
        """Return the game as dealt."""
        seats = self.data["setup"]["seats"]
        draws = self.data["draws"]
        before = sum(len(seat["dealt"]) + (seat["start_good"] is not None) for seat in seats)
        goods = [seat["start_good"] for seat in seats if seat["start_good"] is not None]
        g = self.rules.deal(
            Luck(0),
            factions=[seat["start_world"] for seat in seats],
            hands=[seat["dealt"] for seat in seats],
            start_good=goods[0] if goods else None,
            deck=draws[0][before:],
            reshuffles=draws[1:],
        )
        assert isinstance(g, RaceState)
        return g

    def check_dealing(self) -> None:
        """Compare start worlds, start good and hands with the cards drawn first."""
        seats = self.data["setup"]["seats"]
        self.place = "setup"
        numbers = [self.g.t.start_number[p.start] for p in self.g.players]
        if numbers[0] != min(numbers):
            raise Mismatch("setup", "seat 0 does not have the lowest start world")
        first = list(self.data["draws"][0])
        size = self.rules.tables.dealt
        good_first = self.data["setup"].get("start_good_drawn_before_hands", True)
        if not isinstance(good_first, bool):
            raise Mismatch("setup", f"start_good_drawn_before_hands is {good_first!r}")
        place_of_good = 0 if good_first else size * len(seats)
        for number, (seat, p) in enumerate(zip(seats, self.g.players, strict=True)):
            found = [self.g.t.names[good] for good in p.goods.values()]
            good = seat["start_good"]
            same(f"setup seat {number}", "start_good", [] if good is None else [good], found)
            if good is not None:
                same("draws", "the start good among the cards", first.pop(place_of_good), good)
        hands = [first[i * size : (i + 1) * size] for i in range(len(seats))]
        dealt = [seat["dealt"] for seat in seats]
        rotations = [dealt[i:] + dealt[:i] for i in range(len(dealt))]
        if hands not in rotations:
            off = next((i for i, hand in enumerate(dealt) if hand not in hands), 0)
            raise Mismatch(f"setup seat {off}", f"dealt {dealt[off]} is not what was drawn")

    def set_up(self) -> None:
        """Carry out the set-up discards and compare the snapshot."""
        setup = self.data["setup"]
        for number, seat in enumerate(setup["seats"]):
            self.place = f"setup seat {number} discarded"
            for card in seat["discarded"]:
                self.step("discard", number, card=card)
        self.place = "setup after"
        if self.g.phase != schema.PHASE_CHOOSE:
            raise Mismatch("setup", "some seat has not discarded enough cards")
        self.compare_snapshot(setup["after"], snapshot(self.g), {})

    # Rounds ------------------------------------------------------------------------------------

    def step(self, kind: str, seat: int, **args: Any) -> None:
        """Take one decision for a seat, through `State.step`."""
        if self.g.seat != seat:
            raise Mismatch(self.place, f"it is not seat {seat} that decides '{kind}' here")
        action = self.rules.encode(kind, **args)
        self.g.step(action)
        self.actions.append(action)

    def play_round(self, number: int, record: Data) -> None:
        """Choose the actions, then replay phase by phase."""
        self.place = f"round {number}"
        g = self.g
        if g.over:
            raise Mismatch(self.place, "the game was over before this round")
        same(self.place, "round", record["round"], number)
        same(self.place, "round of the replay", number, g.round)
        self.journal.done.clear()
        actions = record["actions"]
        same(self.place, "number of seats with actions", len(actions), g.seats)
        phases = [phase["phase"] for phase in record["phases"]]
        due = _phases_due(actions)
        same(f"{self.place} actions", "phases that follow from the actions", phases, due)
        for seat, chosen in enumerate(actions):
            self.place = f"round {number} actions of seat {seat}"
            if not 1 <= len(chosen) <= 2 or chosen[0] not in schema.ACTION_CARDS:
                raise Mismatch(self.place, f"{chosen!r} is no choice of action cards")
            cards = sorted(chosen, key=schema.ACTION_CARDS.index)
            self.step("choose", seat, first=cards[0], second=cards[1] if len(cards) > 1 else "none")
        for index, phase in enumerate(record["phases"]):
            self.place = self.title = f"round {number} {phase['phase']}"
            self.at = (number - 1, index)
            PhaseReplay(self, index, phase, self.title).run()
        self.at = (number, -1)

    def compare_snapshot(self, after: Data, found: Data, culprits: Mapping[str, str]) -> None:
        """Compare pool, deck, discards, chips, hands, tableaus, goods with a snapshot.

        `culprits` maps a card's name to the step that moved it: where hands or piles differ in a
        card, the message names that step.
        """
        place = self.place
        same(place, "number of seats", len(after["seats"]), len(found["seats"]))
        for seat, (old, new) in enumerate(zip(after["seats"], found["seats"], strict=True)):
            for key in ("hand", "tableau", "goods", "chips"):
                if old[key] != new[key]:
                    step = f"{place} after, seat {seat} {key}{_blame(old[key], new[key], culprits)}"
                    raise Mismatch(step, f"recorded {old[key]!r}, replayed {new[key]!r}")
        for key in ("pool", "deck", "discards"):
            same(f"{place} after", key, after[key], found[key])

    def check_draws(self) -> None:
        """Compare how many cards each deck gave; which cards they were, the steps have shown.

        A last deck of which nothing was drawn may be left out.
        """
        self.place = "draws"
        given = [len(deck) for deck in self.data["draws"]]
        setup = self.data["setup"]["seats"]
        taken = [sum(len(seat["dealt"]) + (seat["start_good"] is not None) for seat in setup)]
        for record in self.data["rounds"]:
            for phase in record["phases"]:
                for step in phase["steps"]:
                    if step["do"] == "reshuffle":
                        taken.append(0)
                    taken[-1] += cards_taken(step)
        for decks in (given, taken):
            if not decks[-1]:
                decks.pop()
        same("draws", "cards taken from each deck", given, taken)

    def check_final(self) -> None:
        """Compare the final block."""
        self.place = "final"
        g, final = self.g, self.data["final"]
        if not g.over:
            raise Mismatch("final", "the replayed game is not over after the last round")
        same("final", "rounds", final["rounds"], g.round)
        ended = {
            schema.END_TABLEAU: ["tableau"],
            schema.END_CHIPS: ["chips"],
            schema.END_BOTH: ["chips", "tableau"],
            schema.END_ROUNDS: [],
        }[g.end_reason]
        same("final", "ended_by", sorted(final["ended_by"]), ended)
        same("final", "number of seats", len(final["seats"]), g.seats)
        for seat, record in enumerate(final["seats"]):
            for key, value in final_block(g, seat).items():
                same(f"final seat {seat}", key, record[key], value)


def _phases_due(actions: Sequence[Sequence[str]]) -> list[str]:
    """Return the phases that chosen actions bring about, in order."""
    chosen = {
        card if card.endswith("_second") else card.split("_")[0]
        for seat in actions
        for card in seat
    }
    return [phase for phase in schema.PHASES[2:-1] if phase in chosen] + ["discard"]


def _blame(old: Any, new: Any, culprits: Mapping[str, str]) -> str:
    """Name the step that moved the first card in which two snapshots differ."""
    before, now = _cards_in(old), _cards_in(new)
    for card in now + before:
        if (card in now) != (card in before) and card in culprits:
            return f" (moved by {culprits[card]})"
    return ""


def _cards_in(part: Any) -> list[str]:
    """Return the cards in a part of a snapshot: a list, or goods by world."""
    if isinstance(part, Mapping):
        return [*part, *part.values()]
    return list(part) if isinstance(part, list) else []


def final_block(g: RaceState, seat: int) -> dict[str, Any]:
    """Return the result of a seat in the form of the recordings' ``final`` block."""
    t, p = g.t, g.players[seat]
    variable = {
        t.names[card]: scoring.variable_points(t, p, card) for card in p.tableau if t.six[card]
    }
    return {
        "score": g.score[seat],
        "chips": p.chips,
        "cards": {t.names[card]: t.vp[card] + variable.get(t.names[card], 0) for card in p.tableau},
        "variable": variable,
        "hand_cards": len(p.hand),
        "goods": len(p.goods),
        "tie_break": len(p.hand) + len(p.goods),
        "winner": seat in g.winners(),
    }


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
        replay.compare_snapshot(self.record["after"], log.after, self.culprits())

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
        return _normal([entry for entry in mine if not self.declines(entry[1])], self.building)

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


def cards_taken(step: Step) -> int:
    """Return how many cards a step takes from the deck."""
    if step["do"] == "draw":
        return len(step["cards"])
    return int(step["do"] in ("windfall_good", "produce", "gamble"))


BUILD_ORDER = {"place": 1, "pass": 1, "windfall_good": 2, "pay": 3}


def _normal(steps: Sequence[tuple[int, Step]], building: bool) -> list[tuple[int, Step]]:
    """Return steps in a form in which equal ones compare equal.

    Draws interrupted by a reshuffle become one, lists that may be left out are filled in, lists
    without an order are sorted, and in Develop and Settle a payment stands before the draws that
    follow it. Several draws in a row that fail are one ``no_card_left``.
    """
    found: list[tuple[int, Step]] = []
    for number, raw in steps:
        step = dict(raw)
        do = step["do"]
        if do == "no_card_left" and found and found[-1][1]["do"] == do:
            continue
        if do == "draw":
            step["cards"] = list(step["cards"])
            if found and found[-1][1]["do"] == "draw" and found[-1][1]["why"] == step["why"]:
                found[-1][1]["cards"].extend(step["cards"])
                continue
        elif do == "use":
            step["goods"] = sorted(step.get("goods", []))
            step["cards"] = sorted(step.get("cards", []))
            step.setdefault("vp", 0)
        elif do == "pay":
            for key in ("cards", "using", "sacrificed"):
                step[key] = sorted(step.get(key, []))
        elif do == "discard":
            step["cards"] = sorted(step["cards"])
        found.append((number, step))
    if building:
        after = next((i for i, (_, step) in enumerate(found) if step["do"] == "place"), len(found))
        found[after:] = sorted(found[after:], key=lambda entry: BUILD_ORDER.get(entry[1]["do"], 4))
    return found
