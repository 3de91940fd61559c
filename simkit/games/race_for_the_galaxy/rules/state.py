"""The state of a game: players, deck, discards, chips, and what is being decided.

What happens is written by the modules named after the rulebook's passages: `setup`, `rounds` (choosing,
order of phases, hand limit, end), `explore`, `build` (Develop and Settle), `consume`, `produce`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.core.luck import Luck
from simkit.core.schema import KIND_MASK
from simkit.core.state import State
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import (
    abilities,
    build,
    consume,
    explore,
    hidden,
    invariants,
    legal,
    produce,
    rounds,
    scoring,
    terms,
)

if TYPE_CHECKING:
    from simkit.games.race_for_the_galaxy.rules.journal import Journal
    from simkit.games.race_for_the_galaxy.rules.tables import Tables
    from simkit.games.race_for_the_galaxy.title import RaceRules

UNDECIDED: Final = -2
NOTHING: Final = -1
"""Of `Player.placing`: not chosen yet; chose to place nothing."""

# What the seat to move decides; the phase alone does not tell.
STAGE_SETUP: Final = 0
STAGE_CHOOSE: Final = 1
STAGE_KEEP: Final = 2
STAGE_PLACE: Final = 3
STAGE_SETTLE_BY: Final = 4
STAGE_PAY: Final = 5
STAGE_TRADE: Final = 6
STAGE_CONSUME: Final = 7
STAGE_GOODS: Final = 8
STAGE_SPEND: Final = 9
STAGE_GUESS: Final = 10
STAGE_PRODUCE: Final = 11
STAGE_LIMIT: Final = 12
LISTED: Final = (STAGE_PLACE, STAGE_CONSUME, STAGE_GOODS)
"""Stages whose actions `RaceState.options` lists."""

# Kinds of action by the phase that carries them out.
CONSUMING: Final = (
    schema.K_TRADE, schema.K_USE, schema.K_CONSUME, schema.K_SPEND, schema.K_STOP, schema.K_GUESS,
)  # fmt: skip
PRODUCING: Final = (
    schema.K_PRODUCE, schema.K_PRODUCE_DRAW, schema.K_DECLINE, schema.K_PRODUCE_REST,
)  # fmt: skip

# Of the closing figures.
CHOSE_COLUMNS: Final = [f"chose_{name}" for name in schema.ACTION_CARDS]
RAN_COLUMNS: Final = [
    f"ran_{name}" for name in ("explore", "develop", "settle", "consume", "produce")
]


class Player:
    """One seat: cards, goods, chips, and the standing sums of its powers.

    What follows from the powers (`active` to `windfalls`) is replaced when a power is added, never
    changed in place: clones share it.

    Attributes
    ----------
    hand, tableau
        Cards; the tableau in order of placement.
    goods
        World -> card lying on it.
    kinds
        Number of goods per kind.
    filled
        Windfall worlds that hold a good.
    actions
        Bit mask of the action cards chosen this round (bits as in `schema.ACTION_CARDS`).
    drawn
        Cards looked at in Explore and not yet kept or rejected.
    placing
        Card chosen in Develop or Settle; hidden from others until all have chosen.
    active
        Cards whose powers work, in order of placement: the tableau but for a card not yet paid for. It
        is another list whenever powers are added or lost, so that who keeps what follows from them
        need not compare cards.
    sums
        Standing sums of powers that add up (``SUM_...`` in `terms`).
    draw_before, draw_after_develop, draw_after_settle, consuming, producing
        Powers in the tableau by use, as ``card << 3 | number of the power``.
    contacts
        Cards by which military worlds may be paid for (Contact Specialist).
    ship, tactics
        The card that may be discarded in Settle, or -1: Colony Ship, New Military Tactics; of several
        (packs may add some) the one placed last.
    hooked
        By hook (`schema.HOOKS`) the abilities of packs that answer; empty where no card has one.
    designs
        Bit mask of the developments in the tableau, by design.
    producers, windfalls
        Production worlds and windfall worlds in the tableau.
    todo
        Consume or produce powers still to use in this phase.
    produced
        Worlds that got a good in this Produce phase.
    seen
        Bit mask of discarded cards this seat has seen.
    """

    __slots__ = (  # noqa: RUF023 - in the order of the docstring
        "hand", "tableau", "goods", "kinds", "filled", "chips", "start", "actions", "drawn", "placing",
        "active", "sums", "draw_before", "draw_after_develop", "draw_after_settle",
        "consuming", "producing", "contacts", "ship", "tactics", "hooked", "designs", "producers",
        "windfalls", "todo", "produced", "bonus_left", "seen", "chosen_counts", "goods_traded",
        "goods_consumed", "cards_spent", "cards_drawn",
    )  # fmt: skip

    hand: list[int]
    tableau: list[int]
    goods: dict[int, int]
    kinds: list[int]
    filled: int
    chips: int
    start: int
    actions: int
    drawn: list[int]
    placing: int
    active: list[int]
    sums: list[int]
    draw_before: list[int]
    draw_after_develop: list[int]
    draw_after_settle: list[int]
    consuming: list[int]
    producing: list[int]
    contacts: list[int]
    ship: int
    tactics: int
    hooked: list[list[abilities.Ability]]
    designs: int
    producers: int
    windfalls: int
    todo: list[int]
    produced: list[int]
    bonus_left: bool
    seen: int
    chosen_counts: list[int]
    goods_traded: int
    goods_consumed: int
    cards_spent: int
    cards_drawn: int

    def begin(self) -> None:
        """Get ready for a game.

        This is not in ``__init__``, which every clone would run in the compiled build.
        """
        self.hand = []
        self.tableau = []
        self.goods = {}
        self.kinds = [0, 0, 0, 0]
        self.filled = 0
        self.chips = 0
        self.start = -1
        self.actions = 0
        self.drawn = []
        self.placing = UNDECIDED
        self.active = []
        self.sums = [0] * terms.SUMS
        self.draw_before = []
        self.draw_after_develop = []
        self.draw_after_settle = []
        self.consuming = []
        self.producing = []
        self.contacts = []
        self.ship = -1
        self.tactics = -1
        self.hooked = []
        self.designs = 0
        self.producers = 0
        self.windfalls = 0
        self.todo = []
        self.produced = []
        self.bonus_left = False
        self.seen = 0
        self.chosen_counts = [0] * len(schema.ACTION_CARDS)
        self.goods_traded = 0
        self.goods_consumed = 0
        self.cards_spent = 0
        self.cards_drawn = 0

    def clone(self) -> Player:
        """Return an independent copy."""
        p = Player()
        p.hand = self.hand[:]
        p.tableau = self.tableau[:]
        p.goods = self.goods.copy()
        p.kinds = self.kinds[:]
        p.filled = self.filled
        p.chips = self.chips
        p.start = self.start
        p.actions = self.actions
        p.drawn = self.drawn[:]
        p.placing = self.placing
        p.active = self.active
        p.sums = self.sums
        p.draw_before = self.draw_before
        p.draw_after_develop = self.draw_after_develop
        p.draw_after_settle = self.draw_after_settle
        p.consuming = self.consuming
        p.producing = self.producing
        p.contacts = self.contacts
        p.ship = self.ship
        p.tactics = self.tactics
        p.hooked = self.hooked
        p.designs = self.designs
        p.producers = self.producers
        p.windfalls = self.windfalls
        p.todo = self.todo[:]
        p.produced = self.produced[:]
        p.bonus_left = self.bonus_left
        p.seen = self.seen
        p.chosen_counts = self.chosen_counts[:]
        p.goods_traded = self.goods_traded
        p.goods_consumed = self.goods_consumed
        p.cards_spent = self.cards_spent
        p.cards_drawn = self.cards_drawn
        return p

    def chose(self, card: int) -> bool:
        """Tell whether this seat chose an action card this round."""
        return bool(self.actions >> card & 1)

    def add_powers(self, t: Tables, card: int) -> None:
        """Let the powers of a card in the tableau work from now on."""
        # [#powers.4]
        self.active = [*self.active, card]
        if t.adds[card]:
            sums = self.sums[:]
            for place, amount in t.adds[card]:
                sums[place] += amount
            self.sums = sums
        if not t.world[card]:
            self.designs |= 1 << t.design[card]
        elif t.production[card] == terms.PRODUCTION:
            self.producers += 1
        elif t.production[card] == terms.WINDFALL:
            self.windfalls += 1
        for number, power in enumerate(t.powers[card]):
            use = power.use
            code = card << 3 | number
            if use == terms.USE_ADDED:
                continue
            if use == terms.USE_PRODUCE:
                self.producing = [*self.producing, code]
            elif use == terms.USE_CONSUME:
                self.consuming = [*self.consuming, code]
            elif use == terms.USE_DRAW_BEFORE:
                self.draw_before = [*self.draw_before, code]
            elif use == terms.USE_AFTER_DEVELOP:
                self.draw_after_develop = [*self.draw_after_develop, code]
            elif use == terms.USE_AFTER_SETTLE:
                self.draw_after_settle = [*self.draw_after_settle, code]
            elif use == terms.USE_CONTACT:
                self.contacts = [*self.contacts, card]
            elif use == terms.USE_SHIP:
                self.ship = card
            elif use == terms.USE_TACTICS:
                self.tactics = card
            elif use != terms.USE_HOOKED:
                terms.unknown("use of a power", use)
        if t.abilities[card]:
            self.hooked = abilities.with_card(self.hooked, t.abilities[card])

    def reset_powers(self, t: Tables) -> None:
        """Work out all powers anew from the tableau; needed when a card leaves it."""
        self.active = []
        self.sums = [0] * terms.SUMS
        self.draw_before = []
        self.draw_after_develop = []
        self.draw_after_settle = []
        self.consuming = []
        self.producing = []
        self.contacts = []
        self.ship = self.tactics = -1
        self.hooked = []
        self.designs = self.producers = self.windfalls = 0
        for card in self.tableau:
            self.add_powers(t, card)

    def add_good(self, t: Tables, world: int, good: int) -> None:
        """Lay a card on a world as its good."""
        self.goods[world] = good
        self.kinds[t.kind[world]] += 1
        if t.production[world] == terms.WINDFALL:
            self.filled += 1

    def military(self) -> int:
        """Return the unconditional Military."""
        return self.sums[terms.SUM_MILITARY]

    def military_with(self, t: Tables, card: int) -> int:
        """Return the unconditional Military with one more card in the tableau."""
        total = self.sums[terms.SUM_MILITARY]
        for place, amount in t.adds[card]:
            if place == terms.SUM_MILITARY:
                total += amount
        return total

    def military_against(self, t: Tables, world: int) -> int:
        """Return the Military that counts against a world ("III Settle", Conquer)."""
        # [#settle.3]
        sums = self.sums
        total = sums[terms.SUM_MILITARY]
        if t.rebel[world]:
            total += sums[terms.SUM_MILITARY_REBEL]
        kind = t.kind[world]
        if kind >= 0:
            total += sums[terms.SUM_MILITARY_KIND + kind]
        return total

    def discount_for(self, t: Tables, world: int) -> int:
        """Return the discounts that fit a world."""
        # [#settle.2]
        kind = t.kind[world]
        discount = self.sums[terms.SUM_DISCOUNT_KIND + terms.ANY_KIND]
        return discount + self.sums[terms.SUM_DISCOUNT_KIND + kind] if kind >= 0 else discount


class RaceState(State):
    """Where a game of Race for the Galaxy stands.

    Attributes
    ----------
    players
        One `Player` per seat.
    order
        Seats in the order of play: clockwise from the lowest start world ("Timing").
    turn
        Place in `order` of the seat to move.
    deck, discards
        Cards; the top of the deck is its last.
    pool
        Chips left; negative when overdrawn in the last round.
    stage
        What is being decided (``STAGE_...``).
    options
        Actions as they were listed when the seat was asked to place, to use a power or to choose a
        good; another list each time, never changed in place. Empty = to be listed anew.
    need
        Cards or goods still to be chosen in this stage.
    power
        Consume power in use, as ``card << 3 | number``.
    picked
        Goods chosen so far for the power in use, or cards paid or spent so far.
    phases_run
        Phases of the round, bit 0 = explore ... bit 6 = produce; 0 until the reveal.
    reshuffles
        Times the discards became the deck.
    fullest, fullest_paid
        Cards of the fullest tableau; the same without those placed in this phase (`count_tableaus`).
    recorded_decks
        Orders of the decks after each reshuffle, when a recording is replayed.
    journal
        Observer that writes the steps of the public notation; clones do not have one.
    """

    __slots__ = (  # noqa: RUF023 - in the order of the docstring
        "t", "players", "order", "turn", "deck", "discards", "pool", "stage", "options", "need",
        "power", "picked", "phases_run", "reshuffles", "recorded_decks", "fullest", "fullest_paid",
        "ran", "journal",
    )  # fmt: skip

    t: Tables
    players: list[Player]
    order: list[int]
    turn: int
    deck: list[int]
    discards: list[int]
    pool: int
    stage: int
    options: list[int]
    need: int
    power: int
    picked: list[int]
    phases_run: int
    reshuffles: int
    recorded_decks: list[list[int]]
    fullest: int
    fullest_paid: int
    ran: list[int]
    journal: Journal | None

    def __init__(self, rules: RaceRules, luck: Luck) -> None:
        super().__init__(rules, luck)
        self.t = rules.tables

    def begin(self) -> None:
        """Get ready for a game.

        This is not in ``__init__``, which every clone would run in the compiled build.
        """
        self.players = [Player() for _ in range(self.seats)]
        for p in self.players:
            p.begin()
        self.order = list(range(self.seats))
        self.turn = 0
        self.deck = []
        self.discards = []
        self.pool = 0
        self.stage = STAGE_SETUP
        self.options = []
        self.need = 0
        self.power = 0
        self.picked = []
        self.phases_run = 0
        self.reshuffles = 0
        self.recorded_decks = []
        self.fullest = 0
        self.fullest_paid = 0
        self.ran = [0, 0, 0, 0, 0]
        self.journal = None

    # Cards -------------------------------------------------------------------------------------

    def draw_card(self) -> int:
        """Take the top card of the deck; -1 if deck and discards are empty.

        The discards become the new deck the moment the last card is taken ("End of round, deck").
        """
        # [#deck.3]
        deck = self.deck
        if not deck:
            self.reshuffle()
            deck = self.deck
            if not deck:
                return -1
        card = deck.pop()
        if self.journal is not None:
            self.journal.took_card()
        if not deck:
            self.reshuffle()
        return card

    def draw_cards(self, number: int) -> list[int]:
        """Take cards from the top of the deck, as far as there are any."""
        deck = self.deck
        if 0 < number < len(deck) and self.journal is None:
            if number == 1:
                return [deck.pop()]
            drawn = deck[: -number - 1 : -1]
            del deck[-number:]
            return drawn
        drawn = []
        for _ in range(number):
            card = self.draw_card()
            if card < 0:
                break
            drawn.append(card)
        return drawn

    def draw_to_hand(self, seat: int, number: int, why: str, card: int = -1) -> None:
        """Draw cards into a hand; `why` and `card` say what for (journal)."""
        # [#powers.3]
        p = self.players[seat]
        journal = self.journal
        if journal is None:
            found = self.draw_cards(number)
            p.hand.extend(found)
            p.cards_drawn += len(found)
            return
        journal.begin_draw(seat, why, card)
        missing = number
        while missing > 0:
            drawn = self.draw_card()
            if drawn < 0:
                break
            p.hand.append(drawn)
            journal.drew(drawn)
            missing -= 1
        p.cards_drawn += number - missing
        journal.end_draw(missing)

    def reshuffle(self) -> None:
        """Make the discard pile the new deck; nothing happens if it is empty."""
        # [#deck.3]
        if not self.discards:
            return
        number = self.reshuffles
        if number < len(self.recorded_decks):
            top = self.recorded_decks[number]
            rest = sorted(set(self.discards).difference(top))
        else:
            top, rest = [], self.discards
        shuffled = self.luck.fork("reshuffle", number).shuffle(rest)
        shuffled.extend(reversed(top))
        self.deck = shuffled
        self.discards = []
        self.reshuffles += 1
        for p in self.players:
            p.seen = 0
        if self.journal is not None:
            self.journal.reshuffled(len(self.deck))

    def discard_from_hand(self, seat: int, card: int) -> None:
        """Discard a hand card face down: only its owner has seen it."""
        p = self.players[seat]
        p.hand.remove(card)
        p.seen |= self.t.bit[card]
        self.discards.append(card)

    def discard_seen(self, card: int) -> None:
        """Discard a card that everybody has seen."""
        bit = self.t.bit[card]
        for p in self.players:
            p.seen |= bit
        self.discards.append(card)

    def put_good(self, seat: int, world: int) -> int:
        """Put the top card on a world, unseen; return it, or -1 if there is none."""
        good = self.draw_card()
        if good >= 0:
            self.players[seat].add_good(self.t, world, good)
        elif self.journal is not None:
            self.journal.note(seat, "no_card_left")
        return good

    def remove_good(self, seat: int, world: int) -> None:
        """Discard the good of a world, unseen."""
        p = self.players[seat]
        self.discards.append(p.goods.pop(world))
        p.kinds[self.t.kind[world]] -= 1
        if self.t.production[world] == terms.WINDFALL:
            p.filled -= 1

    def count_tableaus(self) -> None:
        """Count the cards of the fullest tableau; needed when a card comes or goes."""
        fullest = paid = 0
        for p in self.players:
            size = len(p.tableau)
            if size > fullest:
                fullest = size
            if p.placing >= 0:
                size -= 1
            if size > paid:
                paid = size
        self.fullest = fullest
        self.fullest_paid = paid

    def win_chips(self, seat: int, source: int, number: int) -> None:
        """Give chips from the pool; they are paid in full even if it runs dry."""
        # [#consume.11]
        self.players[seat].chips += number
        self.pool -= number
        self.gain(seat, source, number)

    # The contract ------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action."""
        return legal.legal(self)

    def candidates(self) -> list[int]:
        """Return the legal actions without those that cannot be better than another."""
        return legal.candidates(self)

    def is_legal(self, action: int) -> bool:
        """Tell whether the rules allow `action` now."""
        return action >= 0 and action in legal.legal(self)

    def why_illegal(self, action: int) -> str:
        """Say why `action` is refused."""
        return legal.why_illegal(self, action)

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        kind = action & KIND_MASK
        if kind == schema.K_PAY:
            build.pay(self, action >> 6)
        elif kind == schema.K_CHOOSE:
            rounds.choose(self, action >> 6 & 15, action >> 10)
        elif kind == schema.K_PLACE:
            build.choose_placement(self, action >> 6)
        elif kind == schema.K_PASS:
            build.choose_placement(self, NOTHING)
        elif kind == schema.K_KEEP:
            explore.keep(self, action >> 6)
        elif kind == schema.K_DISCARD:
            rounds.discard(self, action >> 6)
        elif kind == schema.K_SETTLE_BY:
            build.settle_by(self, action >> 6 & 3, action >> 8)
        elif kind in CONSUMING:
            consume.apply(self, kind, action >> 6)
        elif kind in PRODUCING:
            produce.apply(self, kind, action >> 6)
        else:
            terms.unknown("kind of action", kind)

    def clone(self) -> RaceState:
        """Return an independent copy without observers."""
        g: RaceState = RaceState.__new__(RaceState, self.rules, self.luck)  # type: ignore[call-arg]
        g.copy_base(self)
        g.t = self.t
        g.players = [p.clone() for p in self.players]
        g.order = self.order
        g.turn = self.turn
        g.deck = self.deck[:]
        g.discards = self.discards[:]
        g.pool = self.pool
        g.stage = self.stage
        g.options = self.options
        g.need = self.need
        g.power = self.power
        g.picked = self.picked[:]
        g.phases_run = self.phases_run
        g.reshuffles = self.reshuffles
        g.recorded_decks = self.recorded_decks
        g.fullest = self.fullest
        g.fullest_paid = self.fullest_paid
        g.ran = self.ran[:]
        g.journal = None
        return g

    def determinize(self, seat: int, luck: Luck) -> RaceState:
        """Return a clone that looks the same to `seat`; see `hidden` for what is redrawn."""
        return hidden.redraw(self, seat, luck)

    def reopen(self, seat: int) -> None:
        """Take back what others have chosen and not yet revealed, to be chosen anew."""
        hidden.reopen(self, seat)

    def standing(self, seat: int) -> tuple[int, ...]:
        """Points; tie: hand cards plus goods ("Winner")."""
        # [#end.7]
        p = self.players[seat]
        return (self.score[seat], len(p.hand) + len(p.goods))

    def verdict(self, seat: int) -> str:
        """Return what the rulebook calls a seat's result once the game is over ("Winner")."""
        winners = [] if self.seat >= 0 else self.winners()
        if seat not in winners:
            return ""
        if len(winners) > 1:
            return "shared victory"
        if self.score.count(self.score[seat]) > 1:
            return f"victory by the tie-break (hand cards and goods: {self.standing(seat)[1]})"
        return "victory"

    def projected_scores(self) -> list[int]:
        """Return chips and points of the tableaus as they lie; cards not paid for count, too."""
        return scoring.projected(self)

    def log_row(self, seat: int) -> tuple[int, ...]:
        """Return what `moves` holds of the seat before its move."""
        p = self.players[seat]
        first, second = CHOSEN[p.actions]
        return (
            first,
            second,
            self.phases_run,
            len(p.hand),
            len(p.tableau),
            len(p.goods),
            p.sums[terms.SUM_MILITARY],
            p.chips,
            self.pool,
        )

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the closing figures of a seat, by name of column."""
        p, t = self.players[seat], self.t
        worlds = military_worlds = alien_worlds = sixes = 0
        for card in p.tableau:  # one loop, since every game of a run ends here
            sixes += t.six[card]
            if t.world[card]:
                worlds += 1
                military_worlds += t.military[card]
                alien_worlds += t.kind[card] == terms.ALIEN
        row: dict[str, Any] = {
            "faction": t.start_number[p.start],
            "chips": p.chips,
            "tableau": len(p.tableau),
            "developments": len(p.tableau) - worlds,
            "worlds": worlds,
            "military_worlds": military_worlds,
            "sixes": sixes,
            "alien_worlds": alien_worlds,
            "military": p.military(),
            "hand": len(p.hand),
            "goods": len(p.goods),
            "goods_traded": p.goods_traded,
            "goods_consumed": p.goods_consumed,
            "cards_for_chips": p.cards_spent,
            "cards_drawn": p.cards_drawn,
            "start_position": self.order.index(seat),
        }
        row.update(zip(CHOSE_COLUMNS, p.chosen_counts, strict=True))
        return row

    def game_row(self) -> dict[str, Any]:
        """Return the closing figures of the game, by name of column."""
        row: dict[str, Any] = {"pool": self.pool, "reshuffles": self.reshuffles}
        row.update(zip(RAN_COLUMNS, self.ran, strict=True))
        return row

    def check(self) -> None:
        """Raise AssertionError if cards, goods, chips or powers do not add up."""
        invariants.check(self)


def chosen_pair(actions: int) -> tuple[int, int]:
    """Return the action cards of a bit mask, 9 where there is none."""
    found = [card for card in range(9) if actions >> card & 1]
    found += [schema.NO_SECOND, schema.NO_SECOND]
    return found[0], found[1]


CHOSEN: Final[list[tuple[int, int]]] = [chosen_pair(mask) for mask in range(512)]
"""Action cards per bit mask; a constant of the rules, no component data."""
