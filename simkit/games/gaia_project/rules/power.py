"""The power cycle, goods and the brainstone (rules.md, "Power cycle" and section 5, Taklons).

A bowl's number counts the brainstone as one of its tokens; which token moves makes a difference only
for the brainstone. While several places are possible `Player.stone` holds all of them, and the owner
is asked before anything else happens. Where keeping and giving it differ in what else moves (paying
power, tokens to the supply or the Gaia bowl) the question comes first and the tokens move with the
answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player

STONE_POWER: Final = 3
# The brainstone's place: the bit of `STONE_*`. Several bits: not yet decided which of these it is.
GONE: Final = 1
IN_1: Final = 2
IN_2: Final = 4
IN_3: Final = 8
IN_GAIA: Final = 16
IN_BOWLS: Final = IN_1 | IN_2 | IN_3


def capacity(player: Player) -> int:
    """Return the power that the bowls can take."""
    return 2 * player.p1 + player.p2


def charge(player: Player, amount: int) -> int:
    """Charge power: I -> II while bowl I holds a token, then II -> III; return what was charged."""
    # Rules: [#power]
    first = min(player.p1, amount)
    if player.stone:
        _move_stone(player, IN_1, IN_2, first, player.p1)
    player.p1 -= first
    player.p2 += first
    second = min(player.p2, amount - first) if amount > first else 0
    if second:
        if player.stone:
            _move_stone(player, IN_2, IN_3, second, player.p2)
        player.p2 -= second
        player.p3 += second
    return first + second


def _move_stone(player: Player, here: int, there: int, moved: int, held: int) -> None:
    """Spread the brainstone's possible places when `moved` of `held` tokens leave a bowl."""
    if player.stone & here and moved:
        player.stone |= there
        if moved == held:
            player.stone &= ~here


def pay_power(state: GaiaState, player: Player, cost: int) -> None:
    """Spend power from bowl III; asks where the brainstone may or may not be used."""
    # Rules: [#power] [#5.nevlas]
    if player.stone == IN_3:
        ordinary = player.p3 - 1
        if ordinary >= cost:
            state.todo.append(schema.M_PAY | player.seat << 8 | cost << 12)
        else:
            spend_stone(player, cost)
        return
    tokens = cost
    if player.faction == terms.NEVLAS and player.institute:
        tokens = (cost + 1) // 2  # the unspent half of an odd cost is lost
    player.p3 -= tokens
    player.p1 += tokens


def spend_stone(player: Player, cost: int) -> None:
    """Spend the brainstone for three power and ordinary tokens for the rest."""
    # Rules: [#5.taklons]
    tokens = max(0, cost - STONE_POWER) + 1
    player.p3 -= tokens
    player.p1 += tokens
    player.stone = IN_1


def spend_tokens(player: Player, cost: int) -> None:
    """Spend ordinary tokens; the brainstone stays in bowl III."""
    player.p3 -= cost
    player.p1 += cost


def take_tokens(state: GaiaState, player: Player, count: int, to_gaia: bool) -> None:
    """Move tokens from bowls I to III to the Gaia bowl or to the supply.

    The player may take them from any bowl; the lowest come first, for a charged token is never worth
    less. Only the brainstone is a real choice.
    """
    # Rules: [#power]
    if count == 0:
        return
    if player.stone & IN_BOWLS:
        if player.movable() - 1 >= count:
            argument = count << 1 | int(to_gaia)
            state.todo.append(schema.M_TAKE | player.seat << 8 | argument << 12)
            return
        give_stone(player, count, to_gaia)
        return
    _take_ordinary(player, count, to_gaia)


def give_stone(player: Player, count: int, to_gaia: bool) -> None:
    """Let the brainstone be one of the tokens taken."""
    if player.stone == IN_1:
        player.p1 -= 1
    elif player.stone == IN_2:
        player.p2 -= 1
    else:
        player.p3 -= 1
    if to_gaia:
        player.gaia += 1
    player.stone = IN_GAIA if to_gaia else 0
    _take_ordinary(player, count - 1, to_gaia)


def _take_ordinary(player: Player, count: int, to_gaia: bool) -> None:
    """Take ordinary tokens from the lowest bowls; the brainstone keeps its place."""
    if to_gaia:
        player.gaia += count
    first = min(count, player.p1 - (player.stone == IN_1))
    player.p1 -= first
    count -= first
    second = min(count, player.p2 - (player.stone == IN_2))
    player.p2 -= second
    player.p3 -= count - second


def keep_stone(player: Player, count: int, to_gaia: bool) -> None:
    """Take ordinary tokens only."""
    _take_ordinary(player, count, to_gaia)


def burn(player: Player) -> None:
    """Discard a token of bowl II to move another to III (Itars: into the Gaia bowl)."""
    # Rules: [#free] [#5.taklons] [#5.itars]
    if player.stone == IN_2:
        player.stone = IN_3 | GONE
        if player.p2 > 2:
            player.stone |= IN_2
    player.p2 -= 2
    player.p3 += 1
    if player.faction == terms.ITARS:
        player.gaia += 1


def settle_stone(player: Player, place: int) -> None:
    """Fix the brainstone's place among the possible ones."""
    player.stone = 0 if place == schema.STONE_DISCARD else 1 << place


def gain(state: GaiaState, player: Player, kind: int, amount: int) -> None:
    """Gain goods, tokens or power; what exceeds a cap is lost (rules.md 2.1)."""
    # Rules: [#2.1b] [#5.gleens]
    if kind == terms.QIC:
        if player.faction != terms.GLEENS or player.right:
            player.qic += amount
            return
        kind = terms.ORE  # Gleens: every QIC becomes ore until the QIC academy stands
    if kind == terms.ORE:
        now, cap = player.ore + amount, state.t.cap[terms.ORE_CAP]
        player.ore = now if now < cap else cap
    elif kind == terms.CREDITS:
        now, cap = player.credits + amount, state.t.cap[terms.CREDITS_CAP]
        player.credits = now if now < cap else cap
    elif kind == terms.KNOWLEDGE:
        now, cap = player.knowledge + amount, state.t.cap[terms.KNOWLEDGE_CAP]
        player.knowledge = now if now < cap else cap
    elif kind == terms.CHARGE:
        charge(player, amount)
    elif kind == terms.TOKEN:
        player.p1 += amount
    elif kind == terms.GAIAFORMER:
        player.formers += amount
    else:
        raise ValueError(f"{kind} is not gained like goods")


def gain_all(state: GaiaState, player: Player, gains: Gains) -> None:
    """Gain several goods."""
    for kind, amount in gains:
        gain(state, player, kind, amount)
