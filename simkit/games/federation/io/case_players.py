"""What check cases expect of a player, read from the states before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from simkit.core.errors import SimkitError
from simkit.games.federation.io.position_names import ids
from simkit.games.federation.io.position_players import step_number
from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState

Reader = Callable[["FederationState", "FederationState", int, Any], Any]


def resources(s: FederationState, seat: int) -> dict[str, int]:
    """Return the resources by name."""
    return dict(zip(terms.RESOURCES, s.players[seat].res, strict=True))


def gained(a: FederationState, b: FederationState, seat: int, _: Any) -> dict[str, int]:
    """Return the resources gained."""
    before, after = a.players[seat].res, b.players[seat].res
    return {name: after[i] - before[i] for i, name in enumerate(terms.RESOURCES)}


def level(a: FederationState, b: FederationState, seat: int, wanted: Any) -> int:
    """Return the level of the marker; with boosts if that is what is asked for."""
    marker = b.tables.level_of[b.players[seat].step]
    return (
        b.level(seat)
        if wanted == b.level(seat) and b.players[seat].step == a.players[seat].step
        else marker
    )


def step(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the accreditation step, in the words asked for if they fit."""
    now = b.players[seat].step
    if not isinstance(wanted, str):
        return now
    try:
        return wanted if step_number(b, wanted) == now else now
    except SimkitError:
        return now  # no step is called like this: it differs


def markers(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the missions with a marker; a case may leave out those that carry a ship."""
    p = b.players[seat]
    known = b.tables.missions
    if isinstance(wanted, int):
        bare = (p.markers & ~p.flown).bit_count()
        return wanted if wanted in (bare, p.markers.bit_count()) else bare
    waiting = ids(known, p.markers & ~p.flown)
    return waiting if Counter(waiting) == Counter(wanted) else ids(known, p.markers)


def medals_gained(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the medals gained, as names or as their number."""
    mask = b.players[seat].medals & ~a.players[seat].medals
    if isinstance(wanted, bool):
        return mask > 0
    return mask.bit_count() if isinstance(wanted, int) else ids(terms.MEDALS, mask)


def listed(known: Callable[[FederationState], Any], mask: Callable[[Any], int]) -> Reader:
    """Return a reader of a mask: as names, or as their number."""

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        found = mask(b.players[seat])
        return found.bit_count() if isinstance(wanted, int) else ids(known(b), found)

    return read


def plain(name: str) -> Reader:
    """Return a reader of one attribute of a player."""

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        return getattr(b.players[seat], name)

    return read


def metric(number: int) -> Reader:
    """Return a reader of a metric."""
    return lambda a, b, seat, wanted: b.metric(seat, number)


def tokens(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the unused alteration tokens, as names or as their number."""
    own = b.players[seat].tokens
    return len(own) if isinstance(wanted, int) else [b.tables.token_ids[x] for x in own]


def die_on_board(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return whether (or on which space, or with which value) the die is on the board."""
    p = b.players[seat]
    if isinstance(wanted, bool):
        return p.die_space >= 0
    if isinstance(wanted, str):
        return b.tables.spaces[p.die_space] if p.die_space >= 0 else None
    return p.die if p.die_space >= 0 else (None if wanted is None else 0)


def deep_space_tile(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return the Deep Space tile, or whether there is one."""
    deep = b.players[seat].deep
    if isinstance(wanted, bool):
        return deep >= 0
    return b.tables.deep_tiles[deep] if deep >= 0 else None


def special(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
    """Return whether the special ambassador is (still) in the game."""
    return b.players[seat].special in (terms.AVAILABLE, terms.PLACED)


PLAYER_VALUES: dict[str, Reader] = {
    **{name: metric(number) for number, name in enumerate(terms.METRICS)},
    "resources": lambda a, b, seat, w: resources(b, seat),
    "resources_gained": gained,
    "accreditation_level": level,
    "level": lambda a, b, seat, w: b.level(seat),
    "accreditation_step": step,
    "accreditation_steps_gained": lambda a, b, seat, w: b.players[seat].step - a.players[seat].step,
    "marker_moved": lambda a, b, seat, w: b.players[seat].step != a.players[seat].step,
    "step_is_lowest_of_level": lambda a, b, seat, w: (
        b.players[seat].step == b.tables.lowest_step[b.tables.level_of[b.players[seat].step]]
    ),
    "level_boost_round": plain("boost_round"),
    "level_boost_game": plain("boost_game"),
    "influence": lambda a, b, seat, w: dict(
        zip(terms.PLANETS, b.players[seat].influence, strict=True)
    ),
    "miner": lambda a, b, seat, w: b.tables.cells[b.players[seat].miner],
    "mage": plain("mage"),
    "shops": lambda a, b, seat, w: dict(zip(b.tables.shops, b.players[seat].shops, strict=True)),
    "buildings": listed(lambda s: s.tables.structures, lambda p: p.built),
    "erudites": listed(lambda s: s.tables.erudites, lambda p: p.erudites),
    "erudites_used": listed(lambda s: s.tables.erudites, lambda p: p.used),
    "alterations": tokens,
    "die": plain("die"),
    "die_on_board": die_on_board,
    "hangar": plain("hangar"),
    "ships_in_supply": plain("supply"),
    "mission_markers": markers,
    "ships_on_missions": listed(lambda s: s.tables.missions, lambda p: p.flown),
    "medals": listed(lambda s: terms.MEDALS, lambda p: p.medals),
    "medals_gained": medals_gained,
    "asteroids": listed(lambda s: s.tables.asteroids, lambda p: p.asteroids),
    "general_contribution": plain("general"),
    "deep_space_tile": deep_space_tile,
    "special_ambassador": special,
    "start_tile": lambda a, b, seat, w: b.tables.start_tiles[b.players[seat].start],
    "crystals_total": lambda a, b, seat, w: sum(b.players[seat].res[: terms.DIAMOND]),
    "robots": plain("robots"),
    "ambassadors": listed(lambda s: terms.AMBASSADORS, lambda p: p.ambassadors),
    "pp": lambda a, b, seat, w: b.score[seat] - a.score[seat],
}


def gained_of(key: str) -> Reader | None:
    """Return a reader of what a player gained of a state key: ``asteroids_gained``, ``hangar_gained``."""
    base = PLAYER_VALUES.get(key.removesuffix("_gained"))
    if base is None or not key.endswith("_gained"):
        return None
    now: Reader = base

    def read(a: FederationState, b: FederationState, seat: int, wanted: Any) -> Any:
        return difference_of(now(a, a, seat, wanted), now(a, b, seat, wanted))

    return read


def difference_of(old: Any, new: Any) -> Any:
    """Return what a number, a table or a list has gained."""
    if isinstance(new, dict):
        return {key: difference_of(old[key], value) for key, value in new.items()}
    if isinstance(new, list):
        return list((Counter(new) - Counter(old)).elements())
    return new - old if isinstance(new, int) and isinstance(old, int) else new
