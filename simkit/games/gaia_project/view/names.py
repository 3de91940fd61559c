"""Components in words, for people: what tiles, boosters, tokens and levels do, from the data in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.tables import by_code
from simkit.games.gaia_project.rules.terms import Gains

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player
    from simkit.games.gaia_project.title import GaiaRules

GOODS = {
    "qic": "QIC", "token": "power tokens", "vp": "points", "gaiaformer": "gaiaformers",
    "credits": "credits",
}  # fmt: skip
SINGLE = {
    "credits": "credit", "token": "power token", "vp": "point", "gaiaformer": "gaiaformer",
}  # fmt: skip
COUNTED = {
    "mine": "mine", "trading_station": "trading station", "research_lab": "research lab",
    "planetary_institute_or_academy": "planetary institute or academy",
    "gaia_planet": "gaia planet colonised", "planet_type": "planet type colonised",
    "sector": "sector colonised", "federation_token": "federation token",
}  # fmt: skip
EVENT = {
    "terraforming_step": "terraforming step", "research_step": "research step",
    "mine_built": "mine built", "federation_token_gained": "federation token gained",
    "trading_station_built": "trading station built",
    "mine_on_gaia_planet": "mine built on a gaia planet",
    "planetary_institute_or_academy_built": "planetary institute or academy built",
}  # fmt: skip


def listed(parts: Iterable[str]) -> str:
    """Return parts as people list them.

    Examples
    --------
    >>> listed(["ore", "credits", "QIC"])
    'ore, credits and QIC'
    """
    *first, last = [part for part in parts if part] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def amount(number: int, good: str) -> str:
    """Return an amount of a good.

    Examples
    --------
    >>> amount(1, "credits"), amount(2, "token"), amount(4, "charge")
    ('1 credit', '2 power tokens', 'charge 4 power')
    """
    if good == "charge":
        return f"charge {number} power"
    named = SINGLE.get(good, GOODS.get(good, good)) if number == 1 else GOODS.get(good, good)
    return f"{number} {named}"


def goods(gains: Gains) -> str:
    """Return several amounts: pairs of a resource and a number."""
    return listed(amount(number, terms.RESOURCES[kind]) for kind, number in gains)


def free_steps(number: int) -> str:
    """Return free terraforming steps in words.

    Examples
    --------
    >>> free_steps(1)
    '1 free terraforming step'
    """
    return f"{number} free terraforming step{'s' * (number != 1)}"


def faction(number: int) -> str:
    """Return the name of a faction."""
    return schema.FACTION_LABELS[number]


def who(state: GaiaState, player: Player) -> str:
    """Return what a player is called: by faction, or by seat before there is one."""
    if player.seat >= state.seats:
        return f"the Automa ({faction(player.faction)})"
    return faction(player.faction) if player.faction >= 0 else f"seat {player.seat}"


def area(number: int) -> str:
    """Return the name of a research area."""
    return schema.AREA_LABELS[number]


def planet(state: GaiaState, cell: int) -> str:
    """Return a hex as sector and label, with its planet: ``7B3 (ice)``."""
    name = state.galaxy.label.get(cell, str(cell))
    kind = state.planet[cell] if cell < len(state.planet) else -1
    return f"{name} ({terms.PLANETS[kind]})" if kind >= 0 else name


def _effects(record: Mapping[str, Any]) -> str:
    """Return what a tile or booster does, from its record."""
    parts = []
    once = dict(record.get("once", {}))
    per = once.pop("per", "")
    gains = []
    for good, number in once.items():
        named, _, counted = good.partition("_per_")
        each = f" for each {COUNTED[per or counted]}" if per or counted else ""
        gains.append(amount(number, named) + each)
    if gains:
        parts.append(f"{listed(gains)} at once")
    if "standing" in record:
        parts.append(str(record["standing"]).partition(" (")[0])
    if "income" in record:
        parts.append("income " + listed(amount(n, good) for good, n in record["income"].items()))
    if "trigger" in record:
        trigger = record["trigger"]
        parts.append(f"{amount(trigger['vp'], 'vp')} for each {EVENT[trigger['on']]}")
    special = record.get("special_action")
    if isinstance(special, str):
        parts.append("special action " + special.partition(" (")[0])
    elif special:
        parts.append("special action " + listed(amount(n, good) for good, n in special.items()))
    for key in ("on_pass", "pass_vp"):
        if key in record:
            passing = record[key]
            parts.append(
                f"when passing {amount(passing['vp'], 'vp')} for each {COUNTED[passing['per']]}"
            )
    return "; ".join(parts)


def _record(rules: GaiaRules, names: tuple[str, str], codes: tuple[str, ...], number: int) -> Any:
    return by_code(rules.components[names[0]][names[1]], codes)[number]


def standard(rules: GaiaRules, tile: int) -> str:
    """Return what a standard tech tile does."""
    return f'"{_effects(_record(rules, ("tech_tiles", "standard"), terms.STANDARD, tile))}"'


def advanced(rules: GaiaRules, tile: int) -> str:
    """Return what an advanced tech tile does."""
    return f'"{_effects(_record(rules, ("tech_tiles", "advanced"), terms.ADVANCED, tile))}"'


def booster(rules: GaiaRules, number: int) -> str:
    """Return what a booster does."""
    return f'"{_effects(_record(rules, ("boosters", "booster"), terms.BOOSTERS, number))}"'


def token(rules: GaiaRules, number: int) -> str:
    """Return what a federation token brings."""
    record = _record(rules, ("federation_tokens", "token"), terms.TOKENS, number)
    gains = {"vp": record["vp"], **record.get("gain", {})}
    return f'"{listed(amount(n, good) for good, n in gains.items() if n)}"'


def round_tile(rules: GaiaRules, tile: int) -> str:
    """Return what a round tile scores."""
    record = _record(rules, ("round_scoring", "tile"), terms.ROUND_TILES, tile)
    return f'"{amount(record["vp"], "vp")} for each {EVENT[record["trigger"]]}"'


def final_tile(tile: int) -> str:
    """Return what a final tile asks for."""
    return f'"most {schema.FINAL_LABELS[tile]}"'


def bowl(number: int) -> str:
    """Return the name of a power bowl: I, II, III, or the Gaia bowl."""
    return ("the supply", "bowl I", "bowl II", "bowl III", "the Gaia bowl")[number]


def bowls(player: Player) -> str:
    """Return the tokens in bowls I to III, as in ``2/4/0``; the brainstone is one of them."""
    return f"{player.p1}/{player.p2}/{player.p3}"


def stone(player: Player) -> str:
    """Return where the brainstone is; where it is not yet decided, all places it may be in.

    A bowl's number counts it.
    """
    places = [place for place in range(schema.STONE_GAIA + 1) if player.stone >> place & 1]
    if not places or places == [schema.STONE_DISCARD]:
        return "without the brainstone"
    named = " or ".join(bowl(place) for place in places if place != schema.STONE_DISCARD)
    gone = ", or discarded" if schema.STONE_DISCARD in places else ""
    return f"counting the brainstone in {named}{gone}"


def structure(state: GaiaState, player: Player, cell: int) -> str:
    """Return what structure of a player stands on a cell."""
    bit = 1 << cell
    masks = (
        (player.lost, "lost planet"), (player.mine_mask, "mine"),
        (player.station_mask, "trading station"), (player.lab_mask, "research lab"),
        (player.institute, "planetary institute"), (player.left, "knowledge academy"),
        (player.right, "QIC academy"), (player.spaces, "space station"),
        (player.former_mask, "gaiaformer"),
    )  # fmt: skip
    return next((name for mask, name in masks if mask & bit), "structure")
