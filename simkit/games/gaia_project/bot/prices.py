"""What the scores of one decision share: the weights in force, and the prices of goods by the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.bots.greedy import PROFILES, GreedyBot
from simkit.core.bot import Bot
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot import sheets
from simkit.games.gaia_project.bot.sheets import Sheet, income_worth
from simkit.games.gaia_project.bot.surroundings import Surroundings
from simkit.games.gaia_project.bot.weight_set import Weights
from simkit.games.gaia_project.bot.weights import FROZEN, WEIGHTS, YOUNGER
from simkit.games.gaia_project.rules import holdings, terms
from simkit.games.gaia_project.rules.apply import ROUNDS
from simkit.games.gaia_project.rules.geometry import MAX_CELLS
from simkit.games.gaia_project.rules.holdings import BUILT, Holdings
from simkit.games.gaia_project.rules.scoring import STRUCTURES, TYPES, finals_of
from simkit.games.gaia_project.rules.state import GaiaState
from simkit.games.gaia_project.rules.tables import MOST_STEPS
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State
    from simkit.games.gaia_project.rules.state import Player
    from simkit.games.gaia_project.rules.tables import Tables

RACE_REACH: Final = 0.8  # how much farther a place on a final tile may be, per round to come
UNASKED: Final = -2
STEPS_AT: Final = len(terms.EVENTS)  # where the worth of terraforming follows that of events
# Questions whose answers are valued by themselves, without prices of goods, events and places.
LONE_MODES: Final = (
    schema.M_FACTION, schema.M_BID, schema.M_PLACE, schema.M_LEECH, schema.M_INCOME, schema.M_STONE,
    schema.M_PAY, schema.M_TAKE,
)  # fmt: skip
LONE: Final = [mode in LONE_MODES for mode in range(32)]
NO_MASK: Final = -1
NOTHING_KNOWN: Final = [sheets.UNKNOWN] * BUILT
NO_TOKEN_KNOWN: Final = [sheets.UNKNOWN] * len(terms.TOKENS)
NO_STEPS: Final[list[float]] = []
PRIZE_STEP: Final = 6.0  # points from one place on a final tile to the next
FINAL_UNIT: Final = [1.2, 1.2, 2.6, 2.6, 1.9, 1.2]  # points that one more is worth on a final tile


RACE_REACHES: Final = [1.0 + RACE_REACH * left for left in range(ROUNDS)]  # by rounds to come


def race_shares(left: int) -> list[float]:
    """Return how much an opponent counts in the race for a final tile, by how far he is ahead.

    Those behind stand at the end, where negative numbers find them; a count of one more lies halfway.
    """
    reach = RACE_REACHES[left]
    gaps = [abs(ahead - 0.5) for ahead in [*range(MAX_CELLS), *range(-MAX_CELLS, 0)]]
    return [reach - gap if gap < reach else 0.0 for gap in gaps]


RACE_SHARES: Final = [race_shares(left) for left in range(ROUNDS)]  # by rounds to come

# What bots start with, remembered from game to game: all weights by name, sets of them, and the set of
# each profile and faction. None is ever changed.
NAMED: Final[dict[tuple[Any, ...], dict[str, float]]] = {}
SETS: Final[dict[tuple[Any, ...], Weights]] = {}
TAKEN: Final[dict[tuple[Any, ...], Weights]] = {}
SETS_KEPT: Final = 500


class Steps:
    """What steps were worth the last time, and what that followed from."""

    __slots__ = ("best", "event", "institute", "levels", "sheet", "worth")

    def __init__(self) -> None:
        self.worth: list[float] = []
        self.best = -1
        self.levels: list[int] = []
        self.sheet: Sheet | None = None
        self.event = 0.0
        self.institute = 0


class Prices(GreedyBot):
    """The price of each good, income, event and place on a final tile for the seat that decides."""

    # More attributes than a dict that instances share can hold: without slots every call of a method
    # would look its name up anew.
    __slots__ = (  # noqa: RUF023 - grouped
        "view", "s", "p", "t", "force", "own", "faction", "changes", "number", "left", "time", "early",
        "sheet", "prices", "returns", "power_price", "priced_with", "kept", "progress", "mines_at",
        "places_due", "finals", "any_mine", "new_mine", "loose",
        "events_round", "hooks", "tiles", "events", "events_next", "own_events", "event_worth",
        "race_at", "race", "counts", "race_left", "race_seat",
        "kept_steps", "steps_known", "upgrades_known",
        "numbers", "map_at", "map_key", "settled",
        "mine_worths", "mine_values", "space_worths", "ore_of_steps",
        "boosters_known", "best_area", "best_place", "best_booster",
        "others", "apart", "free_pieces",
        "weighed", "tokens_known", "surroundings",
        "qic_price", "step_price", "near_rounds",
    )  # fmt: skip

    WEIGHTS = WEIGHTS
    WeightSet = Weights
    s: GaiaState
    p: Player
    t: Tables
    force: Weights  # the weights in force: `w`, with its type
    own: Weights  # this bot's own: others are in force while a score is explained
    sheet: Sheet
    prices: list[float]  # those of the sheet
    returns: list[float]
    power_price: float
    places_due: bool  # whether the next three have to be worked out first: `_note_places`
    finals: list[float]  # of one more on each kind of final tile
    any_mine: float  # what every mine is worth, wherever it stands
    new_mine: float  # what one on a planet of a new type is worth at least
    others: int  # the opponents' structures
    apart: int  # own gaiaformers, and Lantids' hosts: mines have another worth and price there
    mine_worths: dict[int, float]  # of mines that were asked for, by cell, goods aside
    mine_values: dict[int, float]  # less what they cost, by the rest of the action
    space_worths: dict[int, float]  # of space stations, by what they are among
    ore_of_steps: list[int]  # of terraforming by steps, none of them free
    surroundings: Surroundings
    loose: float  # what a structure outside federations brings towards the next one
    event_worth: list[float]  # see `_events_worth`
    boosters_known: list[float]  # what each is worth, once asked for in a decision
    weighed: int  # the hexes of the federation that was looked at last
    tokens_known: list[float]  # what each federation token is worth, once asked for

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the weights; those of the faction come into force once it is known."""
        Bot.start(self, rules, seat, luck)
        self._take_weights(rules)
        self.force = self.w
        self.view: State | None = None  # that was looked at last
        self.faction = -2
        self.changes = -1  # of the state when scores were prepared for a turn, see `GaiaState`
        self.number = -1  # of the round that was looked at last
        self.kept_steps = Steps()
        self.upgrades_known = NOTHING_KNOWN[:]  # what buildings are worth; renewed every turn
        # What mines are worth holds on while the map does, with what the seat can do on it.
        self.map_at = self.map_key = -1
        self.settled = False  # whether there are any `surroundings`
        self.numbers: list[int] = []  # of planets by cell
        self._forget_map()
        self.race_at = -1  # when the race for the final tiles was looked at
        self.race: list[float] = []  # of each final tile
        self.counts: list[list[int]] = []  # what it followed from, beside rounds to come and seat
        self.race_left = self.race_seat = -1
        self.progress = 0.0
        # Whether goods and events were priced with the QIC academy; -1: they are not priced.
        self.priced_with = -1
        self.kept: Holdings | None = None  # what followed from the own pieces
        self.mines_at = -1  # the number of mines that the next one was priced for
        self.events_round = -1  # when the points of events were looked at, and with which tiles
        self.hooks: list[int] = []
        self.tiles: list[int] = []

    def _take_weights(self, rules: Rules, faction: str = "") -> None:
        """Put the profile's weights for a faction in force, as they were found at an earlier game.

        Bots that find or use weights in a way of their own are asked every time.
        """
        kind = type(self)
        if (
            kind.named_weights is not Prices.named_weights
            or kind.use_weights is not Prices.use_weights
        ):
            self.use_weights(self.named_weights(rules, faction))
            self.own = self.w
            return
        key = (
            PROFILES.version,
            type(self),
            type(rules),
            self.profile,
            faction,
            *self.weights.items(),
        )
        known = TAKEN.get(key)
        if known is None:
            self.use_weights(self.named_weights(rules, faction))
            if len(TAKEN) >= SETS_KEPT:
                TAKEN.clear()
            TAKEN[key] = known = self.w
        self.w = self.own = known

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force; bots of one class and equal weights share a set of them."""
        key = (type(self), *named.items())
        known = SETS.get(key)
        if known is None:
            super().use_weights(named)
            if len(SETS) >= SETS_KEPT:
                SETS.clear()
            SETS[key] = self.w
        else:
            self.w = known

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name; the frozen profile has none that are younger than itself."""
        key = (
            PROFILES.version,
            type(self),
            type(rules),
            self.profile,
            faction,
            *self.weights.items(),
        )
        found = NAMED.get(key)
        if found is None:
            found = super().named_weights(rules, faction)
            if self.profile == FROZEN:
                found.update((name, self.weights.get(name, 0.0)) for name in YOUNGER)
            if len(NAMED) >= SETS_KEPT:
                NAMED.clear()
            NAMED[key] = found
        return dict(found)

    def _look_at(self, view: State) -> None:
        """Work out what the scores of one decision share, unless that is known from the last one."""
        if view is not self.view or view.seat != self.p.seat:
            self._sit_down(view)
        s, p = self.s, self.p
        mode, number = s.mode, s.round
        turn = mode == schema.M_TURN or mode == schema.M_AFTER  # while conversions are open
        if turn and s.changes == self.changes and self.force is self.w:
            return  # only free actions came since then: no score looks at goods
        self.changes = -1
        if p.faction != self.faction:
            self._know_faction(s, p)
        if self.force is not self.w:
            self.force, self.priced_with = self.w, -1
        if number != self.number:
            self.number = number
            self.left, self.time, self.early = (
                sheets.LEFT[number],
                sheets.TIME[number],
                sheets.EARLY[number],
            )
        if LONE[mode]:
            return
        fresh = number != self.events_round or p.hook_vp != self.hooks
        if fresh:
            self._note_events(s, p)
        race_at, moved = s.map_changes << 3 | number, False
        if race_at != self.race_at:
            self.race_at, self.places_due = race_at, True
        if turn or mode == schema.M_LOST:
            kept = p.holdings or holdings.of(s, p)
            if kept is not self.kept:
                moved = kept.progress != self.progress or p.mines != self.mines_at
                self.kept, self.progress, self.free_pieces = kept, kept.progress, kept.free
        academy = p.right != 0
        if fresh or academy != self.priced_with:
            self.priced_with = academy
            self._set_prices()
        elif moved:
            self._set_places()
        self.steps_known = NO_STEPS
        self.best_area = self.best_booster = self.best_place = UNASKED
        if turn:
            self.upgrades_known = NOTHING_KNOWN[:]
            self.weighed = NO_MASK
            key = p.levels[terms.TERRA] << 4 | p.levels[terms.NAV] << 1 | (p.institute != 0)
            if s.map_changes != self.map_at or key != self.map_key:
                self.map_at, self.map_key = s.map_changes, key
                self._note_map(s, p)
            self.changes = s.changes

    def _sit_down(self, view: State) -> None:
        """Look at another game, or another copy of it; of the last one only prices may still hold."""
        assert isinstance(view, GaiaState)
        self.view = self.s = view
        self.t, self.p = view.t, view.players[view.seat if view.seat >= 0 else self.seat]
        self.changes = self.race_at = self.map_at = -1
        if view.round_tiles is not self.tiles:
            self.events_round = -1

    def _note_map(self, s: GaiaState, p: Player) -> None:
        """Forget what mines were worth at the seat's last turn: it holds no more."""
        reach = s.t.range[p.levels[terms.NAV]] + 1
        self.others = s.others(p.seat)
        self.apart = p.former_mask | self.others if p.faction == terms.LANTIDS else p.former_mask
        self.numbers = s.galaxy.numbers
        self.ore_of_steps = s.t.steps_ore[0][p.levels[terms.TERRA]]
        self._forget_map()
        if not self.settled or not self.surroundings.hold(s, p, self.free_pieces, reach):
            self.surroundings = Surroundings(s, p, self.free_pieces, reach)
            self.settled = True

    def _forget_map(self) -> None:
        """Forget what mines were worth."""
        self.mine_worths, self.mine_values, self.space_worths = {}, {}, {}

    def _note_events(self, s: GaiaState, p: Player) -> None:
        """Look up the points of events."""
        self.events_round, self.tiles, self.hooks = s.round, s.round_tiles, p.hook_vp[:]
        self.events = self._events(s.round)
        self.events_next = self._events(s.round + 1) if self.left else [0] * 7
        self.own_events: list[float] = []

    def _note_places(self) -> None:
        """Work out what one more for a final tile and any mine are worth now, when that is asked for."""
        self.places_due = False
        self._note_race()
        w, sheet, mines = self.force, self.sheet, self.p.mines
        self.finals = finals = [0.0] * 6
        for place, tile in enumerate(self.s.final_tiles):
            finals[tile] = w.final * FINAL_UNIT[tile] + w.race * self.race[place]
        any_mine = sheet.mine + self.event_worth[terms.E_MINE]
        any_mine += finals[STRUCTURES]
        if mines < 8:
            any_mine += sheet.mine_incomes[mines]
        self.any_mine = any_mine
        self.new_mine = any_mine + w.new_type + finals[TYPES]

    def _note_race(self) -> None:
        """Look at the race for the final tiles, where anything has changed."""
        counts, before, seat = finals_of(self.s), self.counts, self.p.seat
        if self.left != self.race_left or seat != self.race_seat:
            self.race_left, self.race_seat, before = self.left, seat, []
        elif counts == before:
            return
        race: list[float] = []
        for place, of_tile in enumerate(counts):
            same = before and of_tile == before[place]
            race.append(self.race[place] if same else self._race(of_tile, seat))
        self.race, self.counts = race, counts

    def _race(self, counts: list[int], seat: int) -> float:
        """Return the points that one more for a final tile may bring: places it may gain.

        Every opponent within reach counts, the less the farther he is; how far reaches depends on the
        rounds left.
        """
        mine, shares = counts[seat], RACE_SHARES[self.left]
        value = 0.0
        for theirs in counts:
            value += shares[theirs - mine]
        reach = RACE_REACHES[self.left]
        return PRIZE_STEP * (value - reach + 0.5) / (reach * reach)  # without the own count

    def _set_prices(self) -> None:
        """Work out what goods, events and loose structures are worth now."""
        self._set_goods()
        self._set_events()
        self._set_places()
        self.tokens_known, self.weighed = NO_TOKEN_KNOWN[:], NO_MASK

    def _set_places(self) -> None:
        """Work out what loose structures are worth now; what mines are follows from more."""
        w = self.force
        self.loose = w.power_value * self.time + w.progress * self.progress
        self.mines_at, self.places_due, self.map_at = self.p.mines, True, -1

    def _set_goods(self) -> None:
        """Take up the round's sheet: what goods are worth, now and as income."""
        if self.force is self.own:
            rules, p = self.s.rules, self.p
            key = (type(self), self.own, p.faction << 4 | self.s.round << 1 | (p.right != 0))
            known: Sheet | None = rules.sheets.get(key)
            if known is None:
                known = self._new_sheet()
                rules.remember_sheet(key, known)
            sheet = known
        else:
            sheet = self._new_sheet()
        self.sheet, self.returns = sheet, sheet.returns
        self.prices = prices = sheet.prices
        self.qic_price = prices[terms.QIC]
        self.step_price = prices[terms.KNOWLEDGE] * self.t.step_cost
        self.near_rounds = float(min(self.left, 3))
        self.power_price = sheet.power

    def _set_events(self) -> None:
        """Look up what each event is worth with the weights in force."""
        if self.force is not self.own:
            self.event_worth = self._events_worth()
            return
        if not self.own_events:
            self.own_events = self._events_worth()
        self.event_worth = self.own_events

    def _events_worth(self) -> list[float]:
        """Return what each event is worth once; from `STEPS_AT` on, so many steps of terraforming."""
        w, events, events_next = self.force, self.events, self.events_next
        found = [w.points * 0] * (STEPS_AT + MOST_STEPS + 1)  # most score nothing, now and next
        for event, now in enumerate(events):
            later = events_next[event]
            if now or later:
                found[event] = self._event_worth(now, later, 1)
                if event == terms.E_TERRAFORM:
                    for steps in range(MOST_STEPS + 1):
                        found[STEPS_AT + steps] = self._event_worth(now, later, steps)
        return found

    def _event_worth(self, now: int, later: int, times: int) -> float:
        """Return what scoring an event is worth that gives so much now, and in the next round."""
        w = self.force
        value = w.points * now * times
        if later > now:  # less what waiting for the next round would score
            value += w.wait * (later - now) * times
        return value

    def _new_sheet(self) -> Sheet:
        """Work out what is worth the same all round long; Gleens' QIC may be ore."""
        p = self.p
        as_ore = p.faction == terms.GLEENS and not p.right
        return Sheet(self.force, self.s.round, p.faction, as_ore, self.t)

    def _know_faction(self, s: GaiaState, p: Player) -> None:
        """Put the profile's weights for the faction in force."""
        self.faction, self.events_round = p.faction, -1
        if p.faction >= 0 and self.profile:
            self._take_weights(s.rules, terms.FACTIONS[p.faction])

    def _events(self, number: int) -> list[int]:
        """Return the points of each event in a round, own tiles included."""
        found = self.p.hook_vp[:]
        if 1 <= number <= ROUNDS:
            tile = self.s.round_tiles[number - 1]
            found[self.t.round_event[tile]] += self.t.round_vp[tile]
        return found

    def _with_own(self, what: Any, *args: Any) -> Any:
        """Evaluate something with the bot's own weights: the choices that plans rest on."""
        if self.force is self.own:
            return what(*args)
        force, steps = self.force, self.steps_known
        upgrades = self.upgrades_known
        self.force, self.steps_known = self.own, NO_STEPS
        self.upgrades_known = NOTHING_KNOWN[:]
        self._forget_map()
        self._set_prices()
        try:
            return what(*args)
        finally:
            self.force, self.steps_known = force, steps
            self.upgrades_known = upgrades
            self._forget_map()
            self._set_prices()

    # Goods -------------------------------------------------------------------------------------

    def _good(self, kind: int, amount: float) -> float:
        """Return what an amount of a good is worth now."""
        if kind <= terms.CHARGE:
            return self.prices[kind] * amount
        if kind == terms.GAIAFORMER:
            return float(self.force.project) * (0.5 if self.left > 1 else 0.0)
        return 0.0

    def _goods(self, gains: Gains) -> float:
        total = 0.0
        for kind, amount in gains:
            total += self._good(kind, amount)
        return total

    def _per_round(self, gains: Gains) -> float:
        """Return what an income is worth: these goods in every round to come."""
        return income_worth(self.returns, gains)
