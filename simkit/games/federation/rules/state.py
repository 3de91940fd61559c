"""Where a game of Federation stands: the seats, the senate, the planets, the stack of tasks.

`State.todo` is a stack of tasks ``(task, a, b, source of points)``. Effects are carried out from its
top (`effects.run`) until one needs a decision; that one stays on top and `legal` reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.core.luck import Luck
from simkit.core.state import NOBODY, State
from simkit.games.federation.rules import legal, scoring, terms
from simkit.games.federation.rules.apply import resolve
from simkit.games.federation.rules.effects import run
from simkit.games.federation.rules.erudites import Collection, collection
from simkit.games.federation.rules.legal import LISTED, turn_options

if TYPE_CHECKING:
    from simkit.games.federation.rules.tables import Tables, Task
    from simkit.games.federation.title import FederationRules


LAW_COLUMNS: Final = [f"law_{number}" for number in range(1, 6)]
PROJECT_COLUMNS: Final = [f"completed_{name}" for name in terms.PROJECTS]


class Player:
    """What one seat of one state has; it is never given to another, as bots tell by it where they sit.

    Attributes
    ----------
    res
        Lavandium, copernium, oceanium, diamonds.
    step, boost_round, boost_game, level
        Accreditation marker; level boosts until the end of the round and of the game; the level that
        follows from them (`note_level`), kept because every decision asks for it.
    influence
        On the five planets.
    miner, mage, shops, built, erudites, collection, used
        Cell, position, level of the disc per shop, mask of structures, mask of erudites owned and what
        follows from it, mask of those turned face down.
    tokens
        Unused alteration tokens, by kind.
    die, die_space
        Value (0 = none); senate space it stands on, or -1.
    hangar, supply, markers, flown
        Ships; masks of missions with a marker and with a ship.
    start, deep, special
        Start tile and Deep Space tile (or -1); the special ambassador (NOTHING ... GONE).
    ambassadors, turns
        Mask of those not placed this round; turns taken this round.
    votings, fundings, floors
        Ambassadors placed on either side and floors won in the game, for the tables.
    """

    __slots__ = (  # noqa: RUF023 - in the order of the docstring
        "res", "step", "boost_round", "boost_game", "level", "influence", "miner", "mage", "shops",
        "built", "erudites", "collection", "used", "tokens", "die", "die_space", "hangar", "supply",
        "markers", "flown", "medals", "asteroids", "general", "start", "deep", "special", "robots",
        "discs", "ambassadors", "turns", "votings", "fundings", "floors",
    )  # fmt: skip
    res: list[int]
    step: int
    boost_round: int
    boost_game: int
    level: int
    influence: list[int]
    miner: int
    mage: int
    shops: list[int]
    built: int
    erudites: int
    collection: Collection
    used: int
    tokens: list[int]
    die: int
    die_space: int
    hangar: int
    supply: int
    markers: int
    flown: int
    medals: int
    asteroids: int
    general: int
    start: int
    deep: int
    special: int
    robots: int
    discs: int
    ambassadors: int
    turns: int
    votings: int
    fundings: int
    floors: int

    def in_hand(self) -> int:
        """Return the mask of ambassadors that can be placed, the special one included."""
        return self.ambassadors | (1 << terms.SPECIAL if self.special == terms.AVAILABLE else 0)

    def note_level(self, tables: Tables) -> None:
        """Note the accreditation level with boosts (rules.md, 6), after a change of step or boost."""
        # [#6f]
        raised = tables.level_of[self.step] + self.boost_round + self.boost_game
        self.level = raised if raised < tables.boost_cap else tables.boost_cap

    def clone(self) -> Player:
        """Return an independent copy."""
        new = Player()
        new.res = self.res.copy()
        new.step = self.step
        new.boost_round = self.boost_round
        new.boost_game = self.boost_game
        new.level = self.level
        new.influence = self.influence.copy()
        new.miner = self.miner
        new.mage = self.mage
        new.shops = self.shops.copy()
        new.built = self.built
        new.erudites = self.erudites
        new.collection = self.collection
        new.used = self.used
        new.tokens = self.tokens.copy()
        new.die = self.die
        new.die_space = self.die_space
        new.hangar = self.hangar
        new.supply = self.supply
        new.markers = self.markers
        new.flown = self.flown
        new.medals = self.medals
        new.asteroids = self.asteroids
        new.general = self.general
        new.start = self.start
        new.deep = self.deep
        new.special = self.special
        new.robots = self.robots
        new.discs = self.discs
        new.ambassadors = self.ambassadors
        new.turns = self.turns
        new.votings = self.votings
        new.fundings = self.fundings
        new.floors = self.floors
        return new


def new_player(tables: Tables) -> Player:
    """Return a seat as it starts (rules.md, 1 and 2)."""
    # [#1.pieces]
    p = Player()
    p.res = tables.start_resources.copy()
    p.step = tables.start_step
    p.boost_round = p.boost_game = 0
    p.note_level(tables)
    p.influence = [0] * len(terms.PLANETS)
    p.miner = tables.neo_start
    p.mage = tables.moon_start
    p.shops = [0] * len(tables.shops)
    p.built = p.erudites = p.used = 0
    p.collection = collection(tables, 0)
    p.tokens = []
    p.die = tables.start_die
    p.die_space = -1
    p.hangar = tables.start_hangar
    p.supply = tables.start_supply
    p.markers = p.flown = p.medals = p.asteroids = p.general = 0
    p.start = p.deep = -1
    p.special = terms.NOTHING
    p.robots = tables.robots
    p.discs = tables.discs
    p.ambassadors = 0b1111
    p.turns = p.votings = p.fundings = p.floors = 0
    return p


class FederationState(State):
    """A game of Federation.

    Attributes
    ----------
    tables
        What is fixed for the rules in force.
    players
        What each seat has.
    who, votes, pieces, covers, funding
        The senate: per space its owner (`FREE`, `NEUTRAL`), the votes without die, the ambassador and
        the alteration token on it (-1 = none); mask of spaces with a funding symbol.
    free
        Mask of free spaces.
    floors, wing_tally
        What the spaces add up to, kept because every turn asks for it. By floor, packed into one number
        that bots look it up by: the free spaces, and the votes of every seat and, after the seats, the
        neutral ones (`terms.FREE_BITS`, `VOTE_BITS`). By wing: the votes. Dice are counted in both.
    measured
        What each project ranks the seats by, packed by seat (`terms.RANK_BITS`): influence on its planet,
        completed missions, contributions to the general project.
    first, president
        First player of the round; holder of the president pawn.
    stacks, open_laws, last_laws, laws_passed
        Hidden laws per wing (the next one last); the open ones; those of round 5 once open.
    missing
        Advances that each major project lacks.
    medals, medal_copies
        Per planet the thresholds that still hold a medal; accreditation and intrigue medals left.
    asteroids, seen, dead
        Asteroid token on each cell (-1 = none), mask of cells whose token is turned up, and the dead
        asteroids on the last cell.
    moons, moons_seen, reserve
        Alteration tokens on every position, mask of positions turned up, reserve by strength (the next
        one last).
    open, level1, level2, level3
        Mask of open erudites; hidden stacks by colour (the next one last); level-3 tiles out of play.
    industries, mega_tokens, multipliers
        Industry of each slot; the two tokens and the free multipliers of each megastructure.
    in_play
        Mask of the structures in play that have a place left: what the two above add up to.
    deep
        Deep Space tiles that can still be chosen, as a mask.
    offer
        Start tiles that can still be picked, as a mask.
    planet_blocks, room_blocks
        Block tokens to come (the next one last).
    todo, waiting
        The stack of tasks; the legal actions of the one on top, worked out when it came up.
    tokens_gone, asteroids_out, deep_out
        Alteration tokens used up; asteroids left in the box; Deep Space tiles in the game, as a mask.
    """

    __slots__ = (  # noqa: RUF023 - in the order of the docstring
        "tables", "players", "who", "votes", "pieces", "covers", "funding", "free", "floors",
        "wing_tally", "measured", "first", "president", "stacks", "open_laws", "last_laws",
        "laws_passed", "missing", "medals", "medal_copies", "asteroids", "seen", "dead", "moons",
        "moons_seen", "reserve", "open", "level1", "level2", "level3", "industries", "mega_tokens",
        "multipliers", "in_play", "deep", "offer", "planet_blocks", "room_blocks", "todo", "waiting",
        "tokens_gone", "asteroids_out", "deep_out",
    )  # fmt: skip
    tables: Tables
    players: list[Player]
    who: list[int]
    votes: list[int]
    pieces: list[int]
    covers: list[int]
    funding: int
    free: int
    floors: list[int]
    wing_tally: list[int]
    measured: list[int]
    first: int
    president: int
    stacks: list[list[int]]
    open_laws: list[int]
    last_laws: list[int]
    laws_passed: list[int]
    missing: list[int]
    medals: list[tuple[int, ...]]
    medal_copies: list[int]
    asteroids: list[int]
    seen: int
    dead: list[int]
    moons: list[tuple[int, ...]]
    moons_seen: int
    reserve: list[tuple[int, ...]]
    open: int
    level1: list[tuple[int, ...]]
    level2: list[tuple[int, ...]]
    level3: list[int]
    industries: list[int]
    mega_tokens: list[tuple[int, ...]]
    multipliers: list[tuple[int, ...]]
    in_play: int
    deep: int
    offer: int
    planet_blocks: list[int]
    room_blocks: list[int]
    todo: list[Task]
    waiting: list[int]
    tokens_gone: int
    asteroids_out: list[int]
    deep_out: int

    def __init__(self, rules: FederationRules, luck: Luck) -> None:
        super().__init__(rules, luck)
        tables = rules.tables
        self.tables = tables
        self.players = [new_player(tables) for _ in range(rules.seats)]
        self.empty_senate()
        self.measured = [0] * len(terms.PROJECTS)
        self.first = self.president = 0
        self.stacks = [[], []]
        self.open_laws = [-1, -1]
        self.last_laws = [-1, -1]
        self.laws_passed = []
        self.missing = tables.needed.copy()
        self.medals = [tables.thresholds] * len(terms.PLANETS)
        self.medal_copies = tables.medal_copies.copy()
        self.asteroids = [-1] * len(tables.cells)
        self.seen = 0
        self.dead = []
        self.moons = [()] * (tables.moon_last + 1)
        self.moons_seen = 0
        self.reserve = [()] * 5
        self.open = 0
        self.level1 = [()] * 5
        self.level2 = [()] * 5
        self.level3 = []
        self.industries = tables.printed_slots.copy()
        self.mega_tokens = tables.printed_mega_tokens.copy()
        self.multipliers = list(tables.multipliers)
        self.in_play = 0
        self.deep = self.offer = 0
        self.planet_blocks = []
        self.room_blocks = []
        self.todo = []
        self.waiting = []
        self.tokens_gone = 0
        self.asteroids_out = []
        self.deep_out = 0

    def clone(self) -> FederationState:
        """Return an independent copy without observer."""
        new: FederationState = FederationState.__new__(FederationState, self.rules, self.luck)  # type: ignore[call-arg]
        new.copy_base(self)
        new.tables = self.tables
        new.players = [p.clone() for p in self.players]
        new.who = self.who.copy()
        new.votes = self.votes.copy()
        new.pieces = self.pieces.copy()
        new.covers = self.covers.copy()
        new.funding = self.funding
        new.free = self.free
        new.floors = self.floors.copy()
        new.wing_tally = self.wing_tally.copy()
        new.measured = self.measured.copy()
        new.first = self.first
        new.president = self.president
        new.stacks = [stack.copy() for stack in self.stacks]
        new.open_laws = self.open_laws  # a new list every round
        new.last_laws = self.last_laws.copy()
        new.laws_passed = self.laws_passed.copy()
        new.missing = self.missing.copy()
        new.medals = self.medals.copy()
        new.medal_copies = self.medal_copies.copy()
        new.asteroids = self.asteroids.copy()
        new.seen = self.seen
        new.dead = self.dead.copy()
        new.moons = self.moons.copy()
        new.moons_seen = self.moons_seen
        new.reserve = self.reserve.copy()
        new.open = self.open
        new.level1 = self.level1.copy()
        new.level2 = self.level2.copy()
        new.level3 = self.level3.copy()
        new.industries = self.industries.copy()
        new.mega_tokens = self.mega_tokens  # fixed by the set-up
        new.multipliers = self.multipliers.copy()
        new.in_play = self.in_play
        new.deep = self.deep
        new.offer = self.offer
        new.planet_blocks = self.planet_blocks.copy()
        new.room_blocks = self.room_blocks.copy()
        new.todo = self.todo.copy()
        new.waiting = self.waiting
        new.tokens_gone = self.tokens_gone
        new.asteroids_out = self.asteroids_out.copy()
        new.deep_out = self.deep_out
        return new

    # Decisions ------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action."""
        return legal.legal(self)

    def candidates(self) -> list[int]:
        """Return the legal actions worth a bot's thought.

        Left out: throwing resources away, dominated payments, equal pieces, tiles that do nothing here.
        """
        task = self.todo[-1]
        op = task[0]
        if op == terms.TURN:
            return turn_options(self, task, self.tables.good_placements, False)
        return self.waiting if LISTED[op] else legal.candidates(self, task)

    def why_illegal(self, action: int) -> str:
        """Say why `action` is refused."""
        rules: Any = self.rules
        return str(rules.why_illegal(self, action))

    def apply(self, action: int) -> None:
        """Carry out a legal action."""
        resolve(self, action)
        run(self)

    def determinize(self, seat: int, luck: Luck) -> FederationState:
        """Return a clone that looks the same to `seat`, with everything hidden from it redrawn."""
        from simkit.games.federation.rules.hidden import redraw

        return redraw(self, seat, luck)

    # The senate -----------------------------------------------------------------------------------

    def occupy(self, space: int, owner: int) -> None:
        """Put an ambassador or a neutral token on a free space."""
        self.who[space] = owner
        self.free &= ~(1 << space)
        self.floors[self.tables.space_floor[space] - 1] -= 1

    def cast(self, space: int, voter: int, votes: int) -> None:
        """Give votes to a space that had none; a voter is a seat, or after the seats nobody."""
        self.votes[space] = votes
        self.count_votes(space, voter, votes)

    def count_votes(self, space: int, voter: int, votes: int) -> None:
        """Add votes on a space to those of its floor and wing."""
        tables = self.tables
        place = terms.FREE_BITS + terms.VOTE_BITS * voter
        self.floors[tables.space_floor[space] - 1] += votes << place
        self.wing_tally[tables.space_wing[space]] += votes

    def place_die(self, seat: int, space: int) -> None:
        """Put a seat's assistant die on its ambassador, until the end of the round."""
        p = self.players[seat]
        p.die_space = space
        self.count_votes(space, seat, p.die)

    def turn_die(self, seat: int, value: int) -> None:
        """Turn a seat's assistant die to a value; in the senate it casts as many votes."""
        p = self.players[seat]
        if p.die_space >= 0:
            self.count_votes(p.die_space, seat, value - p.die)
        p.die = value

    def measure(self, project: int, seat: int, value: int) -> None:
        """Keep what a project ranks a seat by.

        Values that no game comes to, but a position may name, count as the nearest one that can be
        packed: they may not run into those of the other seats.
        """
        most, shift = terms.RANK_MOST, terms.RANK_BITS * seat
        if value < 0 or value > most:
            value = 0 if value < 0 else most
        self.measured[project] = self.measured[project] & ~(most << shift) | value << shift

    def count_anew(self) -> None:
        """Count what is kept beside spaces and players: in positions that were built, not played."""
        tables = self.tables
        for seat, p in enumerate(self.players):
            p.note_level(tables)
            for planet, value in enumerate(p.influence):
                self.measure(planet, seat, value)
            self.measure(terms.MISSIONS, seat, self.completed(seat))
            self.measure(terms.GENERAL, seat, p.general)
        self.note_structures()
        self.floors = [0] * tables.floors
        self.wing_tally = [0, 0]
        for space in range(tables.outer):
            owner = self.who[space]
            if owner == terms.FREE:
                self.floors[tables.space_floor[space] - 1] += 1
            else:
                self.cast(space, owner if owner >= 0 else self.seats, self.votes[space])
        for seat, p in enumerate(self.players):
            if p.die_space >= 0:
                self.place_die(seat, p.die_space)

    def note_structures(self) -> None:
        """Note which structures are in play and have a place left."""
        first = self.tables.n_industries
        self.in_play = 0
        for industry in self.industries:
            self.in_play |= 1 << industry
        for mega, multipliers in enumerate(self.multipliers):
            if multipliers:
                self.in_play |= 1 << (first + mega)

    def empty_senate(self) -> None:
        """Take everything off the spaces."""
        tables = self.tables
        spaces = len(tables.spaces)
        self.who = [terms.FREE] * spaces
        self.votes = [0] * spaces
        self.pieces = [-1] * spaces
        self.covers = [-1] * spaces
        self.funding = 0
        self.free = (1 << tables.outer) - 1
        self.floors = tables.floor_sizes.copy()
        self.wing_tally = [0, 0]

    # What is counted ------------------------------------------------------------------------------

    def level(self, seat: int) -> int:
        """Return the accreditation level with boosts (rules.md, 6)."""
        return self.players[seat].level

    def completed(self, seat: int) -> int:
        """Return the completed missions: ships on missions, start tile, Deep Space tile."""
        # [#7.completed]
        p = self.players[seat]
        return terms.ONES[p.flown] + (p.start >= 0) + (p.deep >= 0)

    def metric(self, seat: int, metric: int) -> int:
        """Return one of `terms.METRICS` for a seat."""
        if metric < 5:
            return self.players[seat].influence[metric]
        if metric == terms.MISSIONS:
            return self.completed(seat)
        return self.metrics(seat)[metric]

    def metrics(self, seat: int) -> list[int]:
        """Return all of `terms.METRICS` for a seat; bots ask for them every other decision."""
        p = self.players[seat]
        flown = p.flown
        completed = terms.ONES[flown] + (p.start >= 0) + (p.deep >= 0)  # as `completed`
        lavandium, copernium, oceanium, diamonds = p.res
        return p.influence + [  # noqa: RUF005 - one copy of the list instead of two
            completed,
            terms.ONES[p.markers & ~flown] + completed,
            p.level,
            p.die,
            diamonds,
            lavandium + copernium + oceanium + diamonds,
            terms.ONES[p.built & self.tables.mega_mask],
            p.hangar,
            p.shops.count(2),
            len(p.tokens),
            terms.ONES[p.asteroids],
            p.collection.colours,
            p.general,
        ]

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return the score: ties share the victory (rules.md, 9)."""
        # [#9.4]
        return (self.score[seat],)

    def projected_scores(self) -> list[int]:
        """Return what every seat would have if the final scoring came now, of what lies open.

        Examples
        --------
        >>> import simkit
        >>> tiles = ["start_1", "start_4"]  # three crystals; a crystal and a second ship
        >>> rules = simkit.rules("federation", seats=2)
        >>> rules.deal(simkit.Luck(1), factions=tiles).projected_scores()
        [2, 2]
        """
        if self.seat == NOBODY:
            return self.scores()
        ended = self.clone()
        scoring.final_scoring(ended)
        return ended.score

    # Tables ---------------------------------------------------------------------------------------

    def log_row(self, seat: int) -> tuple[int, ...]:
        """Return the seat's resources and tracks for one row of `moves`."""
        p = self.players[seat]
        lavandium, copernium, oceanium, diamonds = p.res
        neo, six_moons, atal, arratuin, e81216 = p.influence
        return (
            lavandium,
            copernium,
            oceanium,
            diamonds,
            p.step,
            p.die,
            p.hangar,
            len(p.tokens),
            neo,
            six_moons,
            atal,
            arratuin,
            e81216,
            terms.ONES[p.markers],
            terms.ONES[p.flown],
            terms.ONES[p.medals],
            p.general,
        )

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the start tile and the closing figures of a seat."""
        p = self.players[seat]
        row: dict[str, Any] = {"faction": p.start, "deep_space_tile": p.deep}
        row["accreditation_step"] = p.step
        row.update(zip(terms.METRICS, p.influence))  # whose first are those
        tables = self.tables
        row["missions"] = self.completed(seat)
        row["medals"] = p.medals.bit_count()
        row["erudites"] = p.erudites.bit_count()
        row["level3_erudites"] = (p.erudites & tables.level_mask[3]).bit_count()
        row["industries"] = (p.built & tables.industry_mask).bit_count()
        row["megastructures"] = (p.built & tables.mega_mask).bit_count()
        row["discs"] = len(p.shops) - p.shops.count(0)
        row["asteroids"] = p.asteroids.bit_count()
        row["general_contribution"] = p.general
        row["votings"], row["fundings"], row["floors_won"] = p.votings, p.fundings, p.floors
        return row

    def game_row(self) -> dict[str, Any]:
        """Return the laws passed, the projects completed and the industries in play."""
        row: dict[str, Any] = {}
        passed = self.laws_passed
        for number, name in enumerate(LAW_COLUMNS):
            row[name] = passed[number] if number < len(passed) else -1
        for project, name in enumerate(PROJECT_COLUMNS):
            row[name] = self.missing[project] <= 0
        row["industries_in_play"] = sum(1 << industry for industry in self.industries)
        return row

    def check(self) -> None:
        """Raise AssertionError if an invariant of the game is broken."""
        from simkit.games.federation.rules.invariants import check

        check(self)
