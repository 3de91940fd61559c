"""Building: mines, Gaia projects, upgrades, swaps and stations (rules.md 2.3 A-C, G and section 5)."""

from __future__ import annotations

from operator import or_
from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.geometry import BITS, without
from simkit.games.gaia_project.rules.power import gain, pay_power, take_tokens
from simkit.games.gaia_project.rules.research import gain_token
from simkit.games.gaia_project.rules.scoring import fire
from simkit.games.gaia_project.rules.tables import MOST_FREE_STEPS, Site

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

FREE_STEPS: Final = [0, MOST_FREE_STEPS, 1, 1, 0]  # by the action a mine belongs to
RANGE_BONUS: Final = 3
OPPONENTS_NEAR: Final = 2  # within so many hexes they make a trading station cheaper
# Where the QIC of range stands in the key of sites, above whose home planet and price for gaia planets
# count; and where in the number of one of them its planet stands, above its cell.
SITE_QIC: Final = 8
SITE_PLANET: Final = 9
NO_SITES: Final[list[Site]] = []
NO_UPGRADES: Final[list[int]] = []
UPGRADE_BITS: Final = [
    schema.K_UPGRADE | to << schema.HEX_ARG2 for to in range(terms.ACADEMY_RIGHT + 1)
]
NOT_NOTED: Final = -1  # in place of what sites were worked out for
GLEENS_GAIA_VP: Final = 2
GEODENS_KNOWLEDGE: Final = 3
LANTIDS_KNOWLEDGE: Final = 2


def base_range(state: GaiaState, player: Player, via: int) -> int:
    """Return the range without QIC."""
    # Rules: [#2.3A.1]
    return state.t.range[player.levels[terms.NAV]] + (RANGE_BONUS if via == schema.VIA_RANGE else 0)


def range_qic(state: GaiaState, player: Player, cell: int, reach: int) -> int:
    """Return the QIC that reaching a cell takes beyond the QIC owned: each adds two hexes."""
    # Rules: [#2.3A.1]
    bit, qic = BITS[cell], 0
    while not state.reach_of(player, reach) & bit:
        qic += 1
        reach += 2
        if qic > player.qic:
            return qic
    return qic


def open_planets(state: GaiaState, player: Player) -> int:
    """Return the planets on which the player may build a mine, range and price aside."""
    # Rules: [#2.3A] [#2.3A.3] [#2.3A.4] [#2.3A.5]
    formers = 0
    for other in state.players:
        formers |= other.former_mask
    free = without(state.planets, state.taken | state.type_mask[terms.TRANSDIM])
    if formers:
        free = without(free, without(formers, player.former_mask))
    if player.faction == terms.LANTIDS:
        free |= without(state.taken, player.own)
    return free


def mine_price(
    state: GaiaState, player: Player, cell: int, via: int, qic: int
) -> tuple[int, int, int, int]:
    """Return ore, credits, QIC and terraforming steps of a mine on an open planet.

    `qic` is what its range costs.
    """
    # Rules: [#2.3A.2] [#2.3A.3] [#2.3A.5]
    t = state.t
    ore, credits = t.mine_cost
    bit = BITS[cell]
    kind = state.planet[cell]
    if player.faction == terms.LANTIDS and bit & state.others(player.seat):
        return ore, credits, qic, 0  # a guest: habitability is free
    if kind == terms.GAIA:
        if not player.former_mask & bit:
            if player.faction == terms.GLEENS:
                ore += 1
            else:
                qic += 1
        return ore, credits, qic, 0
    steps = t.steps[player.home][kind] if kind < terms.WHEEL else 0
    ore += t.steps_ore[FREE_STEPS[via]][player.levels[terms.TERRA]][steps]
    return ore, credits, qic, steps


def mine_action(cell: int, planet: int, steps: int) -> int:
    """Pack the action of building a mine plainly; `Tables.via_bits` make it part of another action."""
    return schema.K_MINE | cell << schema.ARG | planet << 18 | steps << 22


def actions_on(bits: int, cells: int) -> list[int]:
    """Return one action for each cell of a mask, lowest first, which else says `bits`."""
    found = []
    while cells:
        cell = cells.bit_length() - 1
        found.append(bits | cell << schema.ARG)
        cells ^= BITS[cell]
    found.reverse()
    return found


def sites(state: GaiaState, player: Player, reach: int, most_qic: int) -> list[Site]:
    """Return the planets open for a mine within `reach` and at most `most_qic` QIC of range."""
    free = open_planets(state, player)
    ready = player.former_mask & state.type_mask[terms.GAIA]  # always within reach
    found: list[Site] = []
    for qic in range(min(player.qic, most_qic) + 1):
        cells = (state.reach_of(player, reach + 2 * qic) | ready) & free
        free ^= cells
        found += _renewed(state, player, NO_SITES, cells, 0, qic)
    return found


def sites_known(state: GaiaState, player: Player) -> list[Site]:
    """Return the planets open for a mine in range without QIC, then those for one if there is one.

    The list is not to be changed.
    """
    if player.sites_at == state.map_changes and player.sites_level == player.levels[terms.NAV]:
        if player.qic and player.sites_far:
            return player.sites + player.sites_far
        return player.sites
    return sites(state, player, base_range(state, player, schema.VIA_PLAIN), 1)


def note_sites(state: GaiaState, player: Player) -> None:
    """Keep those planets until the map changes or the player reaches farther.

    Those for one QIC are kept even while the player has none.
    """
    level, changes = player.levels[terms.NAV], state.map_changes
    before, level_before = player.sites_at, player.sites_level
    player.sites_at, player.sites_level = changes, level
    near_before, far_before = player.sites_in
    guest = player.faction == terms.LANTIDS
    if before != NOT_NOTED and level_before == level and not player.former_mask and not guest:
        # Nothing opens for those who have built nothing and have no gaiaformer out.
        gone = (near_before | far_before) & state.taken
        if not gone:
            return
        near, far = near_before ^ near_before & gone, far_before ^ far_before & gone
    else:
        reach = state.t.range[level]
        free = open_planets(state, player)
        near = state.reach_of(player, reach) & free
        if player.former_mask:
            near |= player.former_mask & state.type_mask[terms.GAIA] & free
        far = without(state.reach_of(player, reach + 2) & free, near)
        if guest:  # they pay another price where the planet was free before
            player.sites, player.sites_far, near_before, far_before = NO_SITES, NO_SITES, 0, 0
    if near != near_before:
        player.sites = _renewed(state, player, player.sites, near, near_before, 0)
    if far != far_before:
        player.sites_far = _renewed(state, player, player.sites_far, far, far_before, 1)
    player.sites_in = near, far


def _renewed(
    state: GaiaState, player: Player, known: list[Site], cells: int, before: int, qic: int
) -> list[Site]:
    """Return the open planets of a mask, lowest first, given those that were open before.

    They are in range for so many QIC.
    """
    found = known[:]
    changes = cells ^ before
    fresh = changes & cells
    gone = changes ^ fresh
    at = len(found)
    while gone:
        cell = gone.bit_length() - 1
        gone ^= BITS[cell]
        at -= 1
        while found[at].cell != cell:
            at -= 1
        del found[at]
    if not fresh:
        return found
    # Where nothing but a mine's price is to be paid.
    plain = player.former_mask & state.type_mask[terms.GAIA]
    if player.faction == terms.LANTIDS:
        plain |= state.others(player.seat)
    made = state.t.sites_of(qic << SITE_QIC | player.home << 1 | (player.faction == terms.GLEENS))
    planet, at = state.planet, len(found)
    while fresh:
        cell = fresh.bit_length() - 1
        fresh ^= BITS[cell]
        while at and found[at - 1].cell > cell:
            at -= 1
        if plain and plain & BITS[cell]:
            found.insert(at, _site(state, player, cell, qic, True))
            continue
        key = planet[cell] << SITE_PLANET | cell
        site = made[key]
        if site is None:
            site = made[key] = _site(state, player, cell, qic, False)
        found.insert(at, site)
    return found


def sites_near(state: GaiaState, player: Player) -> list[Site]:
    """Return the planets open for a mine in range without QIC."""
    if player.sites_at == state.map_changes and player.sites_level == player.levels[terms.NAV]:
        return player.sites
    return sites(state, player, base_range(state, player, schema.VIA_PLAIN), 0)


def _site(state: GaiaState, player: Player, cell: int, qic: int, plain: bool) -> Site:
    """Return an open planet with what it takes; `plain`: nothing but a mine's price."""
    kind, ore = state.planet[cell], state.t.mine_cost[0]
    if plain or kind >= terms.WHEEL:
        dearer = kind == terms.GAIA and not plain
        if dearer and player.faction == terms.GLEENS:
            return Site(cell, mine_action(cell, kind, 0), ore + 1, qic, 0, True)
        return Site(cell, mine_action(cell, kind, 0), ore, qic + dearer, 0, False)
    steps = state.t.steps[player.home][kind]
    return Site(cell, mine_action(cell, kind, steps), ore, qic, steps, False)


def note_mines(
    state: GaiaState,
    player: Player,
    via: int,
    open_sites: list[Site],
    found: list[int],
    least_steps: int = 0,
) -> None:
    """Note the mines that one action can build on the given sites, where a mine is possible at all.

    Those of fewer steps than `least_steps` are left out.
    """
    ore, qic = player.ore, player.qic
    needed = state.t.site_ore[FREE_STEPS[via]][least_steps][player.levels[terms.TERRA]]
    bits = state.t.via_bits[via]
    for site in open_sites:  # a comprehension would be a function of its own
        if needed[site.price] > ore or site.qic > qic:
            continue
        found.append(site.action | bits)


def mine_possible(
    state: GaiaState, player: Player, more_ore: int = 0, more_credits: int = 0
) -> bool:
    """Tell whether a mine is in stock and the goods for the cheapest one are there."""
    ore, credits = state.t.mine_cost
    if player.credits + more_credits < credits or player.ore + more_ore < ore:
        return False
    return player.mines < state.t.mines


def settle_on(state: GaiaState, player: Player, cell: int) -> bool:
    """Take a planet into possession: type, sector, gaia count; return whether its type is new."""
    kind, bit = state.planet[cell], BITS[cell]
    fresh = False
    player.sectors |= 1 << state.galaxy.sector[cell]
    if not player.guests & bit:
        fresh = not player.types >> kind & 1
        player.types |= 1 << kind
        if kind == terms.GAIA:
            player.gaia_count += 1
    state.shared |= state.taken & bit
    state.taken |= bit
    player.own |= bit
    player.mine_mask |= bit
    piece_added(state, player, cell)
    join_federation(state, player, cell)
    return fresh


def piece_added(state: GaiaState, player: Player, cell: int) -> None:
    """Let the own range grow by a new piece's, and forget what followed from the pieces before."""
    player.layers = list(map(or_, player.layers, state.shape.layers[cell]))
    player.sites_at = NOT_NOTED
    player.pieces_changed()
    state.map_changes += 1


def join_federation(state: GaiaState, player: Player, cell: int) -> None:
    """Let a new piece that adjoins a federation join it, with what hangs together with it."""
    # Rules: [#2.3D.2]
    fed = player.fed
    if fed and state.shape.around[cell] & fed:
        player.fed = fed | state.shape.group(BITS[cell], player.own | player.spaces)


def build_mine(state: GaiaState, player: Player, cell: int, via: int) -> None:
    """Build a mine: pay, place, score, raise leech."""
    # Rules: [#2.3A] [#3a] [#3b]
    bit = BITS[cell]
    former = player.former_mask & bit
    reach = base_range(state, player, via)
    qic = 0 if former else range_qic(state, player, cell, reach)
    ore, credits, qic, steps = mine_price(state, player, cell, via, qic)
    player.ore -= ore
    player.credits -= credits
    player.qic -= qic
    pay_via(state, player, via)
    guest = state.others(player.seat) & bit
    if guest:
        player.guests |= bit
    player.former_mask &= ~bit
    player.mines += 1
    fresh = settle_on(state, player, cell)
    if steps:
        fire(state, player, terms.E_TERRAFORM, steps)
    mine_built(state, player, cell)
    if state.planet[cell] == terms.GAIA and not guest:
        fire(state, player, terms.E_GAIA_MINE)
        if player.faction == terms.GLEENS:
            state.gain(player.seat, schema.SRC_FACTION, GLEENS_GAIA_VP)
    new_type(state, player, fresh)
    if guest and player.institute:
        gain(state, player, terms.KNOWLEDGE, LANTIDS_KNOWLEDGE)


def mine_built(state: GaiaState, player: Player, cell: int) -> None:
    """Score a mine of any kind and note it for leech."""
    fire(state, player, terms.E_MINE)
    state.sources_built.append(cell)


def new_type(state: GaiaState, player: Player, fresh: bool) -> None:
    """Geodens' institute: knowledge for a planet type not colonised before."""
    # Rules: [#5.geodens]
    if fresh and player.faction == terms.GEODENS and player.institute:
        gain(state, player, terms.KNOWLEDGE, GEODENS_KNOWLEDGE)


def pay_via(state: GaiaState, player: Player, via: int) -> None:
    """Pay for the action that a building belongs to and mark it used."""
    if via == schema.VIA_PLAIN:
        return
    if via in (schema.VIA_POWER2, schema.VIA_POWER6):
        action = terms.TERRAFORM_2 if via == schema.VIA_POWER2 else terms.TERRAFORM_1
        state.actions_used |= 1 << action
        pay_power(state, player, state.t.power_cost[action])
    else:
        player.used |= BOOSTER_BIT[via]


BOOSTER_BIT: Final = {schema.VIA_STEP: 1 << 9, schema.VIA_RANGE: 1 << 10}  # S_STEP and S_RANGE


def project_cells(
    state: GaiaState, player: Player, via: int, most_qic: int, more_tokens: int = 0
) -> int:
    """Return the planets on which a Gaia project can be started, now or with `more_tokens`."""
    # Rules: [#2.3B]
    level = player.levels[terms.GAIA_AREA]
    tokens = state.t.project_tokens[level]
    if not tokens or player.formers_free() <= 0 or player.movable() + more_tokens < tokens:
        return 0
    taken = state.taken  # the Automa builds on transdim planets
    for other in state.players:
        if other.former_mask:
            taken |= other.former_mask
    cells = without(state.type_mask[terms.TRANSDIM], taken)
    qic = min(player.qic, most_qic)
    return cells & state.reach_of(player, base_range(state, player, via) + 2 * qic)


def start_project(state: GaiaState, player: Player, cell: int, via: int) -> None:
    """Start a Gaia project: gaiaformer on the planet, tokens into the Gaia bowl."""
    # Rules: [#2.3B]
    player.qic -= range_qic(state, player, cell, base_range(state, player, via))
    pay_via(state, player, via)
    player.former_mask |= BITS[cell]
    state.map_changes += 1
    take_tokens(state, player, state.t.project_tokens[player.levels[terms.GAIA_AREA]], to_gaia=True)


def upgrade_price(state: GaiaState, player: Player, cell: int, building: int) -> tuple[int, int]:
    """Return ore and credits of an upgrade; stations are cheaper near an opponent's structure."""
    if building == terms.STATION:
        return station_price(state, cell, state.others(player.seat))
    return state.t.cost[building]


def station_price(state: GaiaState, cell: int, others: int) -> tuple[int, int]:
    """Return ore and credits of a trading station; `others` are the opponents' structures."""
    near = near_opponents(state, cell, others)
    return state.t.station_cost_near if near else state.t.station_cost_far


def near_opponents(state: GaiaState, cell: int, others: int) -> bool:
    """Tell whether a trading station is a cheap one, given the opponents' structures."""
    # Rules: [#2.3C] [#5.lantids]
    return state.shape.near[OPPONENTS_NEAR][cell] & others != 0


def upgrades(state: GaiaState, player: Player) -> list[list[int]]:
    """Return, by building, the upgrades to it that the stock of pieces allows, price aside."""
    # Rules: [#2.3C] [#1.7]
    mines, stations, labs = player.mine_mask, player.station_mask, player.lab_mask
    fixed = player.guests | player.lost
    if fixed:
        mines = without(mines, fixed)
    big, learned = (labs, stations) if player.faction == terms.BESCODS else (stations, labs)
    return [
        NO_UPGRADES,  # no structure becomes a mine
        _upgrades_to(terms.STATION, mines if has_piece(state, player, terms.STATION) else 0),
        _upgrades_to(
            terms.LAB, stations if stations and has_piece(state, player, terms.LAB) else 0
        ),
        _upgrades_to(terms.INSTITUTE, 0 if player.institute else big),
        _upgrades_to(terms.ACADEMY_LEFT, 0 if player.left else learned),
        _upgrades_to(terms.ACADEMY_RIGHT, 0 if player.right else learned),
    ]


def _upgrades_to(building: int, cells: int) -> list[int]:
    if not cells:
        return NO_UPGRADES
    bits = UPGRADE_BITS[building]
    if cells & (cells - 1) == 0:  # often one alone
        return [bits | (cells.bit_length() - 1) << schema.ARG]
    return actions_on(bits, cells)


def has_piece(state: GaiaState, player: Player, building: int) -> bool:
    """Tell whether a piece is left in stock; institute and academies are single."""
    # Rules: [#1.7]
    if building == terms.STATION:
        return player.station_mask.bit_count() < state.t.trading_stations
    if building == terms.LAB:
        return player.lab_mask.bit_count() < state.t.labs
    return True


def upgrade(state: GaiaState, player: Player, cell: int, building: int) -> None:
    """Upgrade a structure: pay, exchange the pieces, score, raise leech, offer the tile."""
    # Rules: [#2.3C]
    ore, credits = upgrade_price(state, player, cell, building)
    player.ore -= ore
    player.credits -= credits
    player.pieces_changed()
    bit = BITS[cell]
    if player.mine_mask & bit:
        player.mine_mask ^= bit
        player.mines -= 1
    elif player.station_mask & bit:
        player.station_mask ^= bit
    else:
        player.lab_mask ^= bit
    if building == terms.STATION:
        player.station_mask |= bit
    elif building == terms.LAB:
        player.lab_mask |= bit
    elif building == terms.INSTITUTE:
        player.institute = bit
    elif building == terms.ACADEMY_LEFT:
        player.left = bit
    else:
        assert building == terms.ACADEMY_RIGHT
        player.right = bit
        player.specials_changed()
    state.sources_built.append(cell)
    if building == terms.STATION:
        fire(state, player, terms.E_STATION)
    elif building != terms.LAB:
        fire(state, player, terms.E_BIG)
    if building == terms.INSTITUTE:
        if player.faction == terms.GLEENS:
            gain_token(state, player, terms.GLEENS_TOKEN)
    elif building != terms.STATION:
        state.todo.append(schema.M_TILE | player.seat << 8)


def downgrade(state: GaiaState, player: Player, cell: int) -> None:
    """Firaks: a lab becomes a trading station; counts as an upgrade to one."""
    # Rules: [#5.firaks] [#2.3D.4]
    player.pieces_changed()
    bit = BITS[cell]
    player.lab_mask ^= bit
    player.station_mask |= bit
    state.sources_built.append(cell)
    fire(state, player, terms.E_STATION)


def swap_institute(player: Player, cell: int) -> None:
    """Ambas: institute and mine change places; neither build nor upgrade."""
    # Rules: [#5.ambas] [#2.3D.4]
    player.pieces_changed()
    bit = BITS[cell]
    player.mine_mask ^= bit | player.institute
    player.institute = bit


def place_station(state: GaiaState, player: Player, cell: int) -> None:
    """Ivits: put a space station on a hex in range."""
    player.qic -= range_qic(state, player, cell, base_range(state, player, schema.VIA_PLAIN))
    player.spaces |= BITS[cell]
    piece_added(state, player, cell)
    join_federation(state, player, cell)


def station_cells(state: GaiaState, player: Player, most_qic: int) -> int:
    """Return the hexes on which Ivits can put a space station."""
    if player.spaces.bit_count() >= state.t.stations:
        return 0
    reach = base_range(state, player, schema.VIA_PLAIN) + 2 * min(player.qic, most_qic)
    free = without(state.shape.valid, state.planets | player.spaces)
    return free & state.reach_of(player, reach)


def lost_cells(state: GaiaState, player: Player, most_qic: int) -> int:
    """Return the hexes on which the lost planet can be placed."""
    # Rules: [#2.3E.2]
    reach = base_range(state, player, schema.VIA_PLAIN) + 2 * min(player.qic, most_qic)
    taken = state.planets
    for other in state.players:
        taken |= other.satellites | other.spaces
    cells = without(state.shape.valid, taken)
    return cells & state.reach_of(player, reach)


def place_lost(state: GaiaState, player: Player, cell: int, scored: bool = True) -> None:
    """Place the lost planet: a planet of its own type with a mine; nothing more to pay.

    The Automa scores nothing by it (`scored`).
    """
    # Rules: [#2.3E.2]
    player.qic -= range_qic(state, player, cell, base_range(state, player, schema.VIA_PLAIN))
    bit = BITS[cell]
    state.planet[cell] = terms.LOST
    state.planets |= bit
    state.type_mask[terms.LOST] |= bit
    player.lost = bit
    for other in state.players:
        other.pieces_changed()  # no satellite can be placed there any more
    fresh = settle_on(state, player, cell)
    if scored:
        mine_built(state, player, cell)
        new_type(state, player, fresh)
