"""What a position says of a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue
from simkit.games.federation.io.position_board import leave_stacks, put_in_play
from simkit.games.federation.io.position_names import LETTERS, mask_of, number_of, only_keys
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.erudites import collection

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState, Player

STEP_WORDS = ("lower", "upper", "lowest", "highest", "top")
SPECIAL_WORDS = {
    "available": terms.AVAILABLE,
    "placed": terms.PLACED,
    "used": terms.PLACED,
    "gone": terms.GONE,
}
MOST_BOOST = 10  # more than one kind of boost raises a level in a game, or than it may lack
PLAYER_KEYS = (
    "resources", "accreditation_level", "accreditation_step", "level_boost_round", "level_boost_game",
    "influence", "miner", "mage", "shops", "buildings", "erudites", "erudites_used", "alterations",
    "die", "die_on_board", "hangar", "ships_in_supply", "mission_markers", "ships_on_missions",
    "medals", "asteroids", "general_contribution", "deep_space_tile", "start_tile",
    "special_ambassador", "robots", "pp", "ambassadors", "turns",
)  # fmt: skip


def set_player(s: FederationState, seat: int, given: Mapping[str, Any]) -> None:
    """Give a seat what the position names."""
    only_keys(given, PLAYER_KEYS, f"player {LETTERS[seat]}")
    p, tables = s.players[seat], s.tables
    for name, value in given.get("resources", {}).items():
        p.res[number_of(terms.RESOURCES, name, "resource")] = int(value)
    if "accreditation_level" in given:
        p.step = tables.lowest_step[level_number(s, given["accreditation_level"])]
    if "accreditation_step" in given:
        p.step = step_number(s, given["accreditation_step"])
    p.boost_round = boost_of(given, "level_boost_round")
    p.boost_game = boost_of(given, "level_boost_game")
    set_planets(s, p, given)
    p.die = int(given.get("die", p.die))
    p.tokens = [number_of(tables.token_ids, x, "token") for x in given.get("alterations", [])]
    p.medals = mask_of(terms.MEDALS, given.get("medals", []), "medal")
    p.general = int(given.get("general_contribution", 0))
    if given.get("deep_space_tile"):
        name = given["deep_space_tile"]
        p.deep = number_of(tables.deep_tiles, name, "tile") if isinstance(name, str) else 0
        s.deep &= ~(1 << p.deep)
    if "start_tile" in given:
        p.start = number_of(tables.start_tiles, given["start_tile"], "start tile")
    special = given.get("special_ambassador", False)
    if isinstance(special, str):
        only_keys({special: True}, SPECIAL_WORDS, "special_ambassador")
        p.special = SPECIAL_WORDS[special]
    else:
        p.special = terms.AVAILABLE if special else terms.NOTHING
    set_ships(s, p, given)
    if given.get("pp"):
        s.gain(seat, terms.S_MISSION, int(given["pp"]))
    if "turns" in given:
        p.turns = int(given["turns"])
    if "ambassadors" in given:
        p.ambassadors = mask_of(terms.AMBASSADORS, given["ambassadors"], "ambassador")


def boost_of(given: Mapping[str, Any], name: str) -> int:
    """Return what raises a seat's level beside its track."""
    boost = int(given.get(name, 0))
    if not -MOST_BOOST <= boost <= MOST_BOOST:
        raise BadValue(name, f"is {-MOST_BOOST} to {MOST_BOOST}, not {boost}")
    return boost


def step_number(s: FederationState, step: Any) -> int:
    """Return an accreditation step given as a number or in words."""
    tables = s.tables
    if isinstance(step, int) and tables.lowest_step[1] <= step <= tables.top_step:
        return step
    words = str(step).split()
    if words in (["top"], ["top", "step"]):
        return tables.top_step
    if words[1:4] == ["step", "of", "level"] and words[0] in STEP_WORDS and len(words) == 5:
        low = words[0] in ("lower", "lowest")
        return (tables.lowest_step if low else tables.highest_step)[level_number(s, words[4])]
    raise BadValue("accreditation_step", f"{step!r} is not a step")


def level_number(s: FederationState, level: Any) -> int:
    """Return an accreditation level of the track."""
    known = [str(i) for i in range(1, s.tables.level_of[s.tables.top_step] + 1)]
    return number_of(known, str(level), "accreditation level") + 1


def set_planets(s: FederationState, p: Player, given: Mapping[str, Any]) -> None:
    """Set pawns, discs, robots, tiles and influence; each follows from the other where one is missing."""
    tables = s.tables
    influence = {
        terms.PLANETS[number_of(terms.PLANETS, name, "planet")]: int(n)
        for name, n in given.get("influence", {}).items()
    }
    p.miner = number_of(tables.cells, given.get("miner", tables.cells[p.miner]), "cell")
    p.mage = int(given.get("mage", influence.get("six_moons", p.mage)))
    p.mage = min(p.mage, tables.moon_last)
    if "miner" not in given and influence.get("neo") in tables.cell_influence:
        p.miner = tables.cell_influence.index(influence["neo"])
    for shop, level in given.get("shops", {}).items():
        p.shops[number_of(tables.shops, shop, "shop")] = int(level)
        p.discs -= 1
    for name in given.get("buildings", []):
        put_in_play(s, name)
    p.built = mask_of(tables.structures, given.get("buildings", []), "structure")
    p.robots = int(given.get("robots", tables.robots - p.built.bit_count()))
    p.used = mask_of(tables.erudites, given.get("erudites_used", []), "erudite")
    p.erudites = mask_of(tables.erudites, given.get("erudites", []), "erudite") | p.used
    p.collection = collection(tables, p.erudites)
    leave_stacks(s, p.erudites)
    p.asteroids = mask_of(tables.asteroids, given.get("asteroids", []), "asteroid")
    industries = (p.built & tables.industry_mask).bit_count()
    follows = [
        tables.cell_influence[p.miner], p.mage, p.erudites.bit_count(), sum(p.shops),
        industries + 2 * (p.built & tables.mega_mask).bit_count(),
    ]  # fmt: skip
    for planet, name in enumerate(terms.PLANETS):
        p.influence[planet] = int(influence.get(name, follows[planet]))


def set_ships(s: FederationState, p: Player, given: Mapping[str, Any]) -> None:
    """Set markers, ships in the hangar, on missions and in the supply (eight in all)."""
    tables = s.tables
    flown = given.get("ships_on_missions", [])
    if isinstance(flown, int):
        flown = tables.missions[:flown]
    p.flown = mask_of(tables.missions, flown, "mission")
    p.markers = mask_of(tables.missions, given.get("mission_markers", []), "mission") | p.flown
    ships = p.hangar + p.supply
    p.hangar = int(given.get("hangar", p.hangar))
    left = max(0, ships - p.hangar - p.flown.bit_count())
    p.supply = int(given.get("ships_in_supply", left))
