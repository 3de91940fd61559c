"""The actions of the senate: five planets, rooms, spying, Outer Module (rules.md, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import effects, erudites, payment, terms
from simkit.games.federation.rules.scoring import influence_rises
from simkit.games.federation.rules.terms import E81216

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Cost, Task

ON_PLANET: Final = tuple([terms.ON_NEO + planet for planet in range(len(terms.PLANETS))])
# What an ambassador on a planet lays on the stack: its decision, and what may be used after it.
ACTION_FRAMES: Final[list[list[Task]]] = [
    [(terms.AFTER, planet, 0, -1), (frame, 0, 0, -1)] for planet, frame in enumerate(ON_PLANET)
]
NO_COST: Final[Cost] = (0, 0, 0, 0)


def start_action(s: FederationState, action: int, source: int, free: bool = False) -> None:
    """Begin a senate action: a planet's own decision, or the cost and effects of a room."""
    # [#4.1.4]
    if action <= E81216:
        if source < 0:
            s.todo += ACTION_FRAMES[action]
        else:
            s.todo += [(terms.AFTER, action, 0, source), (ON_PLANET[action], 0, 0, source)]
        return
    tables = s.tables
    free = free or tables.unpriced >> action & 1 == 1
    cost = tables.action_cost[action]
    if not free and not payment.payable(tables, s.players[s.seat].res, cost):
        return
    if source < 0:
        s.todo += tables.action_stack[action]
    else:
        effects.push(s, tables.action_effects[action], source)
    if not free:
        charge(s, cost)


def charge(s: FederationState, cost: Cost, discount: int = 0) -> None:
    """Take a cost that is known to be payable; ask where it can be paid in several ways."""
    if cost == NO_COST:
        return
    res = s.players[s.seat].res
    paid = payment.cheapest(res, cost)
    if discount or payment.replaceable(s.tables, res, paid):
        ways = payment.payments(s.tables, res, cost, discount)
        if len(ways) > 1:
            s.todo.append((terms.PAY, payment.pack_cost(cost), discount, -1))
            return
        paid = ways[0]
    lavandium, copernium, oceanium, diamonds = paid
    res[0] -= lavandium
    res[1] -= copernium
    res[2] -= oceanium
    res[3] -= diamonds


# 5.1 Neo


def move_miner(s: FederationState, cell: int) -> None:
    """Move the miner and take the cell's resources, or its asteroid token with its own."""
    # [#5.1a] [#5.1c]
    p = s.players[s.seat]
    tables = s.tables
    stays = p.miner == cell
    p.miner = cell
    if not stays:
        look_around(s, cell)
    if tables.cell_dead[cell]:
        s.todo.append((terms.TAKE_ASTEROID, 0, 0, -1))
        effects.gain_all(s, tables.cell_reward[cell])
    elif s.asteroids[cell] >= 0:
        take_asteroid(s, s.asteroids[cell])
        s.asteroids[cell] = -1
    else:
        effects.gain_all(s, tables.cell_reward[cell])
    if not stays:
        influence_rises(s, s.seat, terms.NEO, tables.cell_influence[cell])


def take_asteroid(s: FederationState, token: int) -> None:
    """Keep an asteroid token and take its resources."""
    s.players[s.seat].asteroids |= 1 << token
    effects.gain_all(s, s.tables.asteroid_reward[token])


def look_around(s: FederationState, cell: int) -> None:
    """Turn up the face-down asteroids next to the miner."""
    # [#5.1b]
    s.seen |= s.tables.cell_sight[cell]


# 5.2 Six-Moons


def move_mage(s: FederationState, steps: int, reward: bool = True) -> None:
    """Move the mage, turn up the tokens where it stands, take one there; then the next moon's."""
    # [#5.2a] [#5.2b]
    p = s.players[s.seat]
    tables = s.tables
    end, last = p.mage + steps, tables.moon_last
    if end > last:
        end = last
    moved = end > p.mage
    p.mage = end
    s.moons_seen |= 1 << end
    if reward and s.moons[end]:
        # Whoever takes a token does not know those of the next moon yet.
        s.todo.append((terms.TAKE_TOKEN, end, 0, -1))
    else:
        turn_up_next_moon(s, end)
    if moved:
        influence_rises(s, s.seat, terms.SIX_MOONS, end)


def take_token(s: FederationState, position: int, token: int) -> None:
    """Take an alteration token from a moon; it is not replaced, and the next moon's are turned up."""
    left = list(s.moons[position])
    left.remove(token)
    s.moons[position] = tuple(left)
    s.players[s.seat].tokens.append(token)
    turn_up_next_moon(s, position)


def turn_up_next_moon(s: FederationState, position: int) -> None:
    """Turn up the tokens of the moon after a position, if there is one."""
    # [#5.2a]
    if position < s.tables.moon_last:
        s.moons_seen |= 1 << (position + 1)


def step_without_reward(s: FederationState, planet: int, cell: int) -> None:
    """Move by the Transporter: influence only; an asteroid token stays where it lies."""
    if planet == terms.SIX_MOONS:
        move_mage(s, 1, reward=False)
        return
    p = s.players[s.seat]
    p.miner = cell
    look_around(s, cell)
    if s.asteroids[cell] >= 0 and not s.tables.transporter_leaves_asteroid:
        s.asteroids_out.append(s.asteroids[cell])
        s.asteroids[cell] = -1
    influence_rises(s, s.seat, terms.NEO, s.tables.cell_influence[cell])


# 5.3 Atal


def take_erudite(s: FederationState, tile: int) -> None:
    """Take an erudite: influence on Atal; an immediate effect works at once."""
    s_bit = 1 << tile
    erudites.take(s, tile)
    p = s.players[s.seat]
    if s_bit & s.tables.immediate_mask:
        p.used |= s_bit
        erudites.start_effect(s, tile, s_bit)
    influence_rises(s, s.seat, terms.ATAL, p.influence[terms.ATAL] + 1)


# 5.4 Arratuin


def trade(s: FederationState, shop: int, source: int) -> None:
    """Pay a shop and take its bonus; the disc goes to level 1, then to level 2, then works again."""
    # [#5.4a] [#5.4b]
    level = 1 if s.players[s.seat].shops[shop] == 0 else 2
    place_disc(s, shop, level)
    shop_bonus(s, shop, level, source)
    charge(s, s.tables.shop_cost[shop])


def shop_bonus(s: FederationState, shop: int, level: int, source: int) -> None:
    """Lay the bonus of a shop on the stack, to be had once the shop is paid."""
    effects.push(s, s.tables.shop_effects[shop][level - 1], source)


def place_disc(s: FederationState, shop: int, level: int) -> None:
    """Bring a disc on a shop to a level: influence 1 for level 1, 2 for level 2."""
    # [#5.4c]
    p = s.players[s.seat]
    rise = level - p.shops[shop]
    if p.shops[shop] == 0:
        p.discs -= 1
    p.shops[shop] = level
    if rise:
        influence_rises(s, s.seat, terms.ARRATUIN, p.influence[terms.ARRATUIN] + rise)


# 5.5 E81216


def build(s: FederationState, structure: int, source: int) -> None:
    """Put a robot on a structure: an industry's income now, a megastructure's points once."""
    # [#5.5a] [#5.5b] [#5.5d]
    p = s.players[s.seat]
    tables = s.tables
    p.robots -= 1
    p.built |= 1 << structure
    if structure < tables.n_industries:
        effects.push(s, tables.industry_income[structure], source)
        influence_rises(
            s, s.seat, terms.E81216, p.influence[terms.E81216] + terms.INDUSTRY_INFLUENCE
        )
        return
    before = p.influence[terms.E81216]
    influence_rises(s, s.seat, terms.E81216, before + terms.MEGASTRUCTURE_INFLUENCE)
    mega = structure - tables.n_industries
    multiplier = s.multipliers[mega][0]
    s.multipliers[mega] = s.multipliers[mega][1:]
    if not s.multipliers[mega]:
        s.in_play &= ~(1 << structure)
    values = [token_value(s, token, before, source) for token in s.mega_tokens[mega]]
    s.gain(s.seat, terms.S_MEGASTRUCTURE, multiplier * min(values))


def token_value(s: FederationState, token: int, influence_before: int, source: int) -> int:
    """Return the value of a megastructure token for the seat that builds."""
    # [#5.5e]
    tables = s.tables
    metric = tables.mega_token_metric[token]
    if metric == terms.E81216 and not tables.own_building_counts:
        return influence_before
    value = s.metric(s.seat, metric)
    missions = metric == terms.METRICS.index("completed_missions")
    if missions and source == terms.S_MISSION and not tables.mission_counts_itself:
        return value - 1
    return value
