"""Where a game of Gaia Project stands: players, map, tiles, and who decides what next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from simkit.core.luck import Luck
from simkit.core.state import NOBODY, State
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import legal, scoring, terms
from simkit.games.gaia_project.rules.apply import (
    ACTIONS,
    FREE_ACTION,
    MAIN_ACTION,
    NO_PART,
    PARTS,
    ROUNDS,
    advance,
    end_turn,
)
from simkit.games.gaia_project.rules.geometry import BITS, KEPT_LAYERS
from simkit.games.gaia_project.rules.power import IN_3
from simkit.games.gaia_project.rules.tables import Site, Tables

if TYPE_CHECKING:
    from simkit.core.rows import RowBytes
    from simkit.games.gaia_project.rules.galaxy import Galaxy
    from simkit.games.gaia_project.rules.geometry import Geometry
    from simkit.games.gaia_project.rules.holdings import Holdings
    from simkit.games.gaia_project.title import GaiaRules


# Columns of the log by area, by building, by round, and by place of a tile.
LEVEL_KEYS: Final = [f"final_{code}" for code in terms.AREA_CODES]
PIECE_KEYS: Final = [f"{name}s" for name in terms.BUILDINGS]
ROUND_KEYS: Final = [f"round_{number + 1}" for number in range(ROUNDS)]
PLACE_KEYS: Final = [f"tile_{place}" for place in terms.PLACES]
ADVANCED_KEYS: Final = [f"advanced_{code}" for code in terms.AREA_CODES]
# A row of the log. Compiled code makes no objects of the numbers if it knows how many there are.
Cells: TypeAlias = tuple[
    int, int, int,
    int, int, int, int, int, int, int, int,
    int, int, int, int, int, int,
]  # fmt: skip


class Player:
    """One player's board, goods and pieces. Masks are over the cells of the map."""

    __slots__ = (  # noqa: RUF023 - grouped
        "seat", "faction", "home", "bid",
        "ore", "credits", "knowledge", "qic", "p1", "p2", "p3", "gaia", "stone",
        "levels", "tiles", "covered", "advanced", "hook_vp", "used", "booster", "passed",
        "green", "tokens", "formed", "formers", "former_mask", "former_bowl",
        "mines", "mine_mask", "station_mask", "lab_mask", "institute", "left", "right",
        "guests", "lost", "own", "spaces", "satellites", "satellite_count", "fed",
        "types", "sectors", "gaia_count", "leeched",
        "layers", "holdings", "sites", "sites_far", "sites_at", "sites_level", "sites_in",
        "specials", "specials_at",
    )  # fmt: skip

    seat: int
    faction: int  # -1 until chosen
    home: int
    bid: int
    ore: int
    credits: int
    knowledge: int
    qic: int
    p1: int  # tokens in the bowls, the brainstone among them
    p2: int
    p3: int
    gaia: int
    stone: int  # mask of places; 0 = none
    levels: list[int]
    tiles: int  # standard tiles owned, covered ones too
    covered: int
    advanced: int
    hook_vp: list[int]  # points per event from own tiles
    used: int  # special actions used this round
    booster: int
    passed: bool
    green: int
    tokens: list[int]  # federation tokens by type
    formed: int
    formers: int  # gaiaformers owned
    former_mask: int  # gaiaformers on planets
    former_bowl: int  # gaiaformers in the Gaia bowl (Bal T'aks)
    mines: int  # mine pieces on the map (not the lost planet's)
    mine_mask: int  # mines of any kind: guests and the lost planet's too
    station_mask: int
    lab_mask: int
    institute: int
    left: int
    right: int
    guests: int  # Lantids' mines on others' planets
    lost: int
    own: int  # all structures
    spaces: int  # Ivits' space stations
    satellites: int
    satellite_count: int
    fed: int  # hexes that belong to federations
    types: int
    sectors: int
    gaia_count: int
    leeched: int
    # What follows from the above: worked out when the player's turn comes, unless it is known from
    # the last turn. Never changed, only replaced, so that copies of a player share it.
    layers: list[int]  # the cells within 0, 1, 2 ... hexes of the own pieces
    holdings: Holdings | None  # see `federations.note`
    sites: list[Site]  # in range without QIC, see `building.note_sites`
    sites_far: list[Site]  # ... with one, whether there is one or not
    sites_at: int  # the changes of the map for which they were worked out
    sites_level: int  # ... and the level of navigation
    sites_in: tuple[int, int]  # ... and their cells: in range without QIC, with one
    specials: list[int]  # special actions that are open, see `specials.listed`
    specials_at: int  # ... when these had been used

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat
        self.faction = self.booster = -1
        self.home = self.bid = 0
        self.ore = self.credits = self.knowledge = self.qic = 0
        self.p1 = self.p2 = self.p3 = self.gaia = self.stone = 0
        self.levels = [0] * 6
        self.tiles = self.covered = self.advanced = self.used = 0
        self.hook_vp = [0] * 7
        self.passed = False
        self.green = self.formed = 0
        self.tokens = [0] * 7
        self.formers = self.former_mask = self.former_bowl = 0
        self.mines = self.mine_mask = self.station_mask = self.lab_mask = 0
        self.institute = self.left = self.right = self.guests = self.lost = self.own = 0
        self.spaces = self.satellites = self.satellite_count = self.fed = 0
        self.types = self.sectors = self.gaia_count = self.leeched = 0
        self.layers = [0] * KEPT_LAYERS
        self.holdings = None
        self.sites = []
        self.sites_far = []
        self.sites_at = self.sites_level = -1
        self.sites_in = (0, 0)
        self.specials = []
        self.specials_at = -1

    def clone(self) -> Player:
        """Return an independent copy."""
        new = Player.__new__(Player)
        new.seat = self.seat
        new.faction = self.faction
        new.home = self.home
        new.bid = self.bid
        new.ore = self.ore
        new.credits = self.credits
        new.knowledge = self.knowledge
        new.qic = self.qic
        new.p1 = self.p1
        new.p2 = self.p2
        new.p3 = self.p3
        new.gaia = self.gaia
        new.stone = self.stone
        new.tiles = self.tiles
        new.covered = self.covered
        new.advanced = self.advanced
        new.used = self.used
        new.booster = self.booster
        new.passed = self.passed
        new.green = self.green
        new.formed = self.formed
        new.formers = self.formers
        new.former_mask = self.former_mask
        new.former_bowl = self.former_bowl
        new.mines = self.mines
        new.mine_mask = self.mine_mask
        new.station_mask = self.station_mask
        new.lab_mask = self.lab_mask
        new.institute = self.institute
        new.left = self.left
        new.right = self.right
        new.guests = self.guests
        new.lost = self.lost
        new.own = self.own
        new.spaces = self.spaces
        new.satellites = self.satellites
        new.satellite_count = self.satellite_count
        new.fed = self.fed
        new.types = self.types
        new.sectors = self.sectors
        new.gaia_count = self.gaia_count
        new.leeched = self.leeched
        new.levels = self.levels[:]
        new.hook_vp = self.hook_vp[:]
        new.tokens = self.tokens[:]
        new.layers = self.layers
        new.holdings = self.holdings
        new.sites = self.sites
        new.sites_far = self.sites_far
        new.sites_at = self.sites_at
        new.sites_level = self.sites_level
        new.sites_in = self.sites_in
        new.specials = self.specials
        new.specials_at = self.specials_at
        return new

    def course(self) -> tuple[Any, ...]:
        """Return all that is not worked out from other fields; see `GaiaState.course`."""
        # A list made into a tuple: compiled code keeps a literal tuple of this length on its stack.
        return tuple([  # noqa: C409
            self.seat, self.faction, self.home, self.bid,
            self.ore, self.credits, self.knowledge, self.qic,
            self.p1, self.p2, self.p3, self.gaia, self.stone,
            tuple(self.levels), self.tiles, self.covered, self.advanced, tuple(self.hook_vp),
            self.used, self.booster, self.passed, self.green, tuple(self.tokens), self.formed,
            self.formers, self.former_mask, self.former_bowl,
            self.mines, self.mine_mask, self.station_mask, self.lab_mask,
            self.institute, self.left, self.right, self.guests, self.lost, self.own,
            self.spaces, self.satellites, self.satellite_count, self.fed,
            self.types, self.sectors, self.gaia_count, self.leeched,
        ])  # fmt: skip

    def pieces_changed(self) -> None:
        """Forget what followed from the pieces as they were; whoever changes them calls this."""
        self.holdings = None

    def specials_changed(self) -> None:
        """Forget which special actions were open: a tile or an academy has come."""
        self.specials_at = -1

    def formers_free(self) -> int:
        """Return the gaiaformers that can be used."""
        placed = self.former_mask.bit_count() if self.former_mask else 0
        return self.formers - placed - self.former_bowl

    def spendable(self) -> int:
        """Return the power that bowl III is worth when all of it is spent."""
        if self.stone:
            return self.p3 + 2 if self.stone == IN_3 else self.p3
        if self.faction == terms.NEVLAS and self.institute:
            return 2 * self.p3
        return self.p3

    def movable(self) -> int:
        """Return the tokens in bowls I to III."""
        return self.p1 + self.p2 + self.p3

    def pieces(self) -> list[int]:
        """Return the pieces on the map in the order of `BUILDINGS`."""
        return [
            self.mines, self.station_mask.bit_count(), self.lab_mask.bit_count(),
            self.institute.bit_count(), self.left.bit_count(), self.right.bit_count(),
            self.former_mask.bit_count(), self.spaces.bit_count(),
        ]  # fmt: skip


class GaiaState(State):
    """A game of Gaia Project.

    The next decision is found by `apply.advance`: `mode` says what `seat` is asked; `todo` is a stack of
    questions that the last action raised; `offers` are the leech questions that wait for the end of
    the turn; `queue` lists the seats still to come in a phase that goes through all of them.
    """

    __slots__ = (  # noqa: RUF023 - grouped
        "t", "galaxy", "shape", "planet", "planets", "type_mask", "players", "mode",
        "table", "order", "next_order", "turn", "acting", "acted",
        "todo", "sources_built", "offers", "queue", "setup_step", "pool", "bids_open",
        "boosters", "places", "advanced_at", "top_token", "tokens_left", "round_tiles",
        "final_tiles", "actions_used", "top_taken", "income_left", "gaia_power",
        "automa", "dealt_advanced", "dealt_token", "changes", "map_changes", "stone_seat", "offered",
        "taken", "shared", "finals", "finals_at",
    )  # fmt: skip

    rules: GaiaRules
    t: Tables
    galaxy: Galaxy
    shape: Geometry
    planet: list[int]  # planet type by cell; changes when planets turn gaia or the lost one appears
    planets: int  # mask of the hexes with a planet
    type_mask: list[int]  # mask of the planets by type
    players: list[Player]
    mode: int
    table: list[int]  # seats clockwise, first player of round 1 first
    order: list[int]  # this round's order
    next_order: list[int]  # those who have passed, in that order
    turn: int  # place in `order` of the seat whose turn it is
    acting: int  # the seat whose turn it is
    acted: bool  # has it taken its main action?
    todo: list[int]  # stack: mode | seat << 8 | argument << 12
    sources_built: list[int]  # cells built on or upgraded in this turn
    offers: list[int]  # leech questions: seat | cell << 4 | builder << 13
    offered: int  # power that the first of them offers, once it is asked
    queue: list[int]
    setup_step: int
    pool: list[int]  # factions up for auction
    bids_open: int
    boosters: int  # mask of boosters lying there
    places: list[int]  # standard tile by place
    advanced_at: list[int]  # advanced tile by area, -1 = gone
    top_token: int  # federation token on terraforming 5, -1 = gone
    tokens_left: list[int]
    round_tiles: list[int]
    final_tiles: list[int]
    actions_used: int  # board actions used this round
    top_taken: int  # areas whose level 5 is taken
    income_left: list[int]  # income symbols whose order is asked: symbol | amount << 1
    gaia_power: int  # Terrans' institute: power left to use
    automa: Any  # the solo game's opponent, else None
    dealt_advanced: list[int]
    dealt_token: int
    changes: int  # actions so far that changed more than goods: all but free ones
    stone_seat: int  # whose the brainstone is (Taklons)
    map_changes: int  # times so far that pieces came on the map, were federated, or planets changed
    taken: int  # mask of everybody's structures
    shared: int  # those of two players on one planet (Lantids' guests)
    finals: list[list[int]]  # counts for the final tiles, see `scoring.finals_of`; only replaced
    finals_at: int  # the `map_changes` that they were worked out at

    def __init__(self, rules: GaiaRules, luck: Luck, galaxy: Galaxy) -> None:
        super().__init__(rules, luck)
        self.t = rules.tables
        self.galaxy = galaxy
        self.shape = galaxy.shape
        self.planet = galaxy.planet[:]
        self.planets = galaxy.planets
        self.type_mask = galaxy.type_mask[:]
        self.players = [Player(seat) for seat in range(self.seats)]
        self.mode = schema.M_FACTION
        self.round = 0
        self.table = list(range(self.seats))
        self.order = self.table[:]
        self.next_order = []
        self.turn = 0
        self.acting = NOBODY
        self.acted = False
        self.todo = []
        self.sources_built = []
        self.offers = []
        self.queue = []
        self.setup_step = 0
        self.pool = []
        self.bids_open = 0
        self.boosters = 0
        self.places = []
        self.advanced_at = []
        self.top_token = -1
        self.tokens_left = []
        self.round_tiles = []
        self.final_tiles = []
        self.actions_used = self.top_taken = 0
        self.income_left = []
        self.gaia_power = 0
        self.automa = None
        self.dealt_advanced = []
        self.dealt_token = -1
        self.changes = self.map_changes = 0
        self.taken = self.shared = 0
        self.stone_seat = NOBODY
        self.offered = 0
        self.finals = []
        self.finals_at = -1

    # The contract ------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action; federations as `legal` documents."""
        return legal.legal(self)

    def candidates(self) -> list[int]:
        """Return the actions worth a thought: no pointless conversions, few federations."""
        if self.mode == schema.M_AFTER:
            return [schema.K_END_TURN]
        return legal.candidates(self)

    def is_legal(self, action: int) -> bool:
        """Tell whether the rules allow the action now."""
        return legal.is_legal(self, action)

    def why_illegal(self, action: int) -> str:
        """Say why an action is refused."""
        return legal.why_illegal(self, action)

    def apply(self, action: int) -> None:
        """Carry out a legal action and go on to the next decision."""
        if action == schema.K_END_TURN:  # a third of all actions
            self.changes += 1
            end_turn(self)
            return
        kind = action & 63
        part = PARTS[kind]
        if part != FREE_ACTION:
            self.changes += 1
            if part == MAIN_ACTION:
                self.acted = True
        ACTIONS[kind](self, self.players[self.seat], action >> schema.ARG)
        if part != NO_PART and not self.todo and self.stone_seat < 0:
            # The turn goes on, and nothing is asked.
            self.mode = schema.M_AFTER if self.acted else schema.M_TURN
        else:
            advance(self)

    def clone(self) -> GaiaState:
        """Return an independent copy without observer."""
        new: GaiaState = GaiaState.__new__(GaiaState, self.rules, self.luck, self.galaxy)  # type: ignore[call-arg]
        new.copy_base(self)
        new.t, new.galaxy, new.shape = self.t, self.galaxy, self.shape
        new.planet = self.planet[:]
        new.planets = self.planets
        new.type_mask = self.type_mask[:]
        new.players = [player.clone() for player in self.players]
        new.mode = self.mode
        new.table = self.table
        new.order = self.order[:]
        new.next_order = self.next_order[:]
        new.turn, new.acting, new.acted = self.turn, self.acting, self.acted
        new.todo = self.todo[:]
        new.sources_built = self.sources_built[:]
        new.offers = self.offers[:]
        new.queue = self.queue[:]
        new.setup_step, new.bids_open = self.setup_step, self.bids_open
        new.pool = self.pool[:]
        new.boosters = self.boosters
        new.places = self.places
        new.advanced_at = self.advanced_at[:]
        new.top_token = self.top_token
        new.tokens_left = self.tokens_left[:]
        new.round_tiles, new.final_tiles = self.round_tiles, self.final_tiles
        new.actions_used, new.top_taken = self.actions_used, self.top_taken
        new.income_left = self.income_left[:]
        new.gaia_power = self.gaia_power
        new.dealt_advanced, new.dealt_token = self.dealt_advanced, self.dealt_token
        new.stone_seat, new.offered = self.stone_seat, self.offered
        new.changes, new.map_changes = self.changes, self.map_changes
        new.taken, new.shared = self.taken, self.shared
        new.finals, new.finals_at = self.finals, self.finals_at
        new.automa = None if self.automa is None else self.automa.clone()
        return new

    def course(self) -> tuple[Any, ...] | None:
        """Return all that decides how the game goes on; the Automa's cards are drawn by chance.

        The galaxy stands for all that is dealt once: every deal makes its own.
        """
        if self.automa is not None:
            return None
        return tuple([  # noqa: C409 - as above
            self.galaxy, self.round, self.phase, self.seat, self.mode, tuple(self.score),
            self.planets, tuple(self.type_mask), tuple(self.table), tuple(self.order),
            tuple(self.next_order), self.turn, self.acting, self.acted, tuple(self.todo),
            tuple(self.sources_built), tuple(self.offers), self.offered, tuple(self.queue),
            self.setup_step, tuple(self.pool), self.bids_open, self.boosters,
            tuple(self.advanced_at), self.top_token, tuple(self.tokens_left),
            self.actions_used, self.top_taken, tuple(self.income_left), self.gaia_power,
            self.stone_seat, *[player.course() for player in self.players],
        ])  # fmt: skip

    def determinize(self, seat: int, luck: Luck) -> GaiaState:
        """Return a clone; nothing is hidden in this game but the Automa's cards to come."""
        new = self.clone()
        new.luck = luck
        if new.automa is not None:
            new.automa.redraw(luck)
        return new

    # What the players see and own --------------------------------------------------------------

    def power_value(self, player: Player, cell: int) -> int:
        """Return the power value of the structure on a cell (rules.md D, 5 Bescods; tech3)."""
        # Rules: [#2.3D]
        t, bit = self.t, BITS[cell]
        values = t.power_value
        if player.mine_mask & bit:
            value = values[terms.MINE]
        elif player.station_mask & bit:
            value = values[terms.STATION]
        elif player.lab_mask & bit:
            value = values[terms.LAB]
        elif player.spaces & bit:
            return values[terms.SPACE_STATION]
        else:
            value = values[terms.INSTITUTE if player.institute & bit else terms.ACADEMY_LEFT]
            if (player.tiles & ~player.covered) >> t.value_tile & 1:
                value += 1
        if (
            player.faction == terms.BESCODS
            and player.institute
            and self.planet[cell] == terms.TITANIUM
        ):
            value += 1
        return value

    def reach_of(self, player: Player, distance: int) -> int:
        """Return the cells within a distance of the player's planets and space stations."""
        if distance < KEPT_LAYERS:
            return player.layers[distance]
        return self.shape.within(player.own | player.spaces, distance)

    def others(self, seat: int) -> int:
        """Return the mask of all structures of the seat's opponents."""
        own = self.players[seat].own
        if self.shared:
            return self.taken ^ own | own & self.shared
        return self.taken ^ own

    def steps_to(self, player: Player, cell: int) -> int:
        """Return the terraforming steps from the player's home type to a planet; 0 off the wheel."""
        kind = self.planet[cell]
        return self.t.steps[player.home][kind] if 0 <= kind < terms.WHEEL else 0

    # The result --------------------------------------------------------------------------------

    def projected_scores(self) -> list[int]:
        """Return what every seat would have if the game ended now: final tiles, research, goods."""
        if self.over:
            return self.scores()
        ended = self.clone()
        scoring.score_end(ended)
        return ended.scores()

    def winners(self) -> list[int]:
        """Return the seats that won; none if the Automa has more points than the human."""
        # Rules: [#4.4] [#automa.result]
        if self.automa is not None and self.automa.vp > self.score[0]:
            return []
        return super().winners()

    def verdict(self, seat: int) -> str:
        """Return how the human fared against the Automa, with points; who won says it to several."""
        if self.automa is None or not self.over:
            return ""
        mine, its = self.score[seat], self.automa.vp
        if mine == its:
            how = "victory shared with"
        else:
            how = "victory over" if mine > its else "defeat by"
        return f"{how} the Automa, {mine} to {its}"

    # Tables ------------------------------------------------------------------------------------

    def log_row(self, seat: int) -> Cells:
        """Return the goods and levels of the seat that decides."""
        p = self.players[seat]
        number = self.round
        # Taken apart at once, in fewer steps than six looks into the list.
        level_0, level_1, level_2, level_3, level_4, level_5 = p.levels
        return (
            p.faction, p.booster, self.round_tiles[number - 1] if number else -1,
            p.ore, p.credits, p.knowledge, p.qic, p.p1, p.p2, p.p3, p.gaia,
            level_0, level_1, level_2, level_3, level_4, level_5,
        )  # fmt: skip

    def write_row(self, seat: int, row: RowBytes) -> None:
        """Write the same, as wide as `MOVE_COLUMNS` are: faction and tiles, goods, tokens, levels."""
        cells = self.log_row(seat)
        row.small(cells[0])
        row.small(cells[1])
        row.small(cells[2])
        row.shorts(cells[3], cells[4], cells[5], cells[6])
        row.shorts(cells[7], cells[8], cells[9], cells[10])
        row.small(cells[11])
        row.small(cells[12])
        row.small(cells[13])
        row.small(cells[14])
        row.small(cells[15])
        row.small(cells[16])

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the closing figures of a seat."""
        p = self.players[seat]
        row: dict[str, Any] = {"faction": p.faction}
        row.update(zip(LEVEL_KEYS, p.levels, strict=True))
        row.update(zip(PIECE_KEYS, p.pieces(), strict=True))
        row.update(
            satellites=p.satellite_count,
            federations=sum(p.tokens),
            formed=p.formed,
            planet_types=p.types.bit_count(),
            gaia_planets=p.gaia_count,
            sectors=p.sectors.bit_count(),
            standard_tiles=p.tiles.bit_count(),
            advanced_tiles=p.advanced.bit_count(),
            lost_planet=bool(p.lost),
            power_leeched=p.leeched,
            table_place=self.table.index(seat),
            bid=p.bid,
        )
        return row

    def game_row(self) -> dict[str, Any]:
        """Return the set-up of the game."""
        row: dict[str, Any] = {"map": self.galaxy.text}
        row.update(zip(ROUND_KEYS, self.round_tiles, strict=True))
        row["final_1"], row["final_2"] = self.final_tiles
        row.update(zip(PLACE_KEYS, self.places, strict=True))
        row.update(zip(ADVANCED_KEYS, self.dealt_advanced, strict=True))
        row["terraforming_token"] = self.dealt_token
        row["automa_faction"] = -1 if self.automa is None else self.automa.faction
        row["automa_vp"] = 0 if self.automa is None else self.automa.vp
        row["automa_beaten"] = self.automa is not None and self.score[0] > self.automa.vp
        return row

    # Invariants --------------------------------------------------------------------------------

    def check(self) -> None:
        """Raise AssertionError if an invariant is broken."""
        from simkit.games.gaia_project.rules.invariants import check

        check(self)
