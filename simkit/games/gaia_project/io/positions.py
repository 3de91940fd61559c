"""Positions from readable dicts: puzzles, cases, worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.gaia_project.rules import apply, building, terms
from simkit.games.gaia_project.schema import P_ACTIONS

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player
    from simkit.games.gaia_project.title import GaiaRules

GOODS = ("ore", "credits", "knowledge", "qic")
KEYS = ("vp", *GOODS, "bowls", "brainstone", "levels", "tiles", "covered", "advanced", "booster",
        "buildings", "gaiaformers", "satellites", "federation", "tokens", "green", "formed",
        "passed")  # fmt: skip


def read(rules: GaiaRules, spec: Mapping[str, Any]) -> GaiaState:
    """Return a state in the action phase.

    Parameters
    ----------
    spec
        ``deal``: what `GaiaRules.deal` takes as fixed; ``seed``; ``round``; ``seat`` whose turn it is;
        ``order``; ``gaia``: planets turned gaia; ``players``: one dict per seat with any of vp, ore,
        credits, knowledge, qic, bowls (I, II, III, Gaia), brainstone (1-4), levels, tiles, covered,
        advanced, booster, buildings (``{"mine": ["7B3"]}``; ``lost_planet`` too), gaiaformers,
        satellites, federation (hexes that belong to one), tokens, green, formed, passed. Alone, the
        Automa has a booster and the cards of the rounds so far; pieces it has none.

    Examples
    --------
    >>> import simkit
    >>> rules = simkit.rules("gaia_project", seats=2)
    >>> state = rules.position({"deal": {"factions": ["terrans", "xenos"]}, "players": [{"ore": 7}, {}]})
    >>> state.players[0].ore
    7
    """
    known = ("deal", "seed", "round", "seat", "order", "gaia", "players")
    for key in spec:
        if key not in known:
            raise UnknownName("part of a position", key, known, "gaia_project")
    state = rules.deal(Luck(int(spec.get("seed", 0))), **spec.get("deal", {}))
    if state.players[0].faction < 0:
        raise BadValue("position", "needs deal.factions")
    state.round = int(spec.get("round", 1))
    state.phase, state.queue, state.todo, state.offers = P_ACTIONS, [], [], []
    state.order = [int(n) for n in spec.get("order", state.table)]
    for name in spec.get("gaia", ()):
        _turn_gaia(state, state.galaxy.cell_named(name))
    given = spec.get("players", [{}] * rules.seats)
    if len(given) != rules.seats:
        raise BadValue("players", f"needs {rules.seats} entries, not {len(given)}")
    for player, wanted in zip(state.players, given, strict=False):
        _read_player(state, player, wanted)
    if state.automa is not None:
        state.automa.join(state)
    state.acting = int(spec.get("seat", state.order[0]))
    state.turn = state.order.index(state.acting)
    state.acted = False
    if state.acting < state.seats:
        apply.note_turn(state, state.players[state.acting])
    apply.advance(state)
    return state


def _turn_gaia(state: GaiaState, cell: int) -> None:
    state.type_mask[state.planet[cell]] &= ~(1 << cell)
    state.planet[cell] = terms.GAIA
    state.type_mask[terms.GAIA] |= 1 << cell


def _read_player(state: GaiaState, p: Player, wanted: Mapping[str, Any]) -> None:
    for key in wanted:
        if key not in KEYS:
            raise UnknownName("part of a player", key, KEYS, f"position, seat {p.seat}")
    for name in GOODS:
        if name in wanted:
            setattr(p, name, int(wanted[name]))
    if "vp" in wanted:
        state.gain(p.seat, 0, int(wanted["vp"]) - state.score[p.seat])
    if "levels" in wanted:
        levels = wanted["levels"]
        p.levels = [int(n) for n in levels]
        p.formers = sum(p.levels[3] >= level for level in (1, 3, 4))
        for area, level in enumerate(p.levels):
            if level == terms.TOP:
                if state.top_taken >> area & 1:
                    raise BadValue(
                        "levels", f"two players have level {terms.TOP} of {terms.AREAS[area]}"
                    )
                state.top_taken |= 1 << area
                if area == terms.TERRA:  # its token went with the level; `tokens` names it
                    state.top_token = -1
    _read_bowls(p, wanted)
    if "booster" in wanted:
        p.booster = terms.BOOSTERS.index(wanted["booster"])
        state.boosters &= ~(1 << p.booster)
    for name in wanted.get("tiles", ()):
        tile = terms.STANDARD.index(name)
        p.tiles |= 1 << tile
        if state.t.standard[tile].event >= 0 and name not in wanted.get("covered", ()):
            p.hook_vp[state.t.standard[tile].event] += state.t.standard[tile].event_vp
    for name in wanted.get("covered", ()):
        p.covered |= 1 << terms.STANDARD.index(name)
    for name in wanted.get("advanced", ()):
        tile = terms.ADVANCED.index(name)
        p.advanced |= 1 << tile
        if state.t.advanced[tile].event >= 0:
            p.hook_vp[state.t.advanced[tile].event] += state.t.advanced[tile].event_vp
    for name in wanted.get("tokens", ()):
        p.tokens[terms.TOKENS.index(name)] += 1
    p.green = int(wanted.get("green", sum(p.tokens) - p.tokens[0]))
    p.formed = int(wanted.get("formed", 0))
    p.passed = bool(wanted.get("passed", False))
    _read_pieces(state, p, wanted)


def _read_bowls(p: Player, wanted: Mapping[str, Any]) -> None:
    """Bowls count ordinary tokens; the brainstone comes on top of its bowl."""
    if "bowls" in wanted:
        p.p1, p.p2, p.p3, p.gaia = [*wanted["bowls"], 0][:4]
        if p.stone:
            place = int(wanted.get("brainstone", 1))
            p.stone = 1 << place
            p.p1 += place == 1
            p.p2 += place == 2
            p.p3 += place == 3
            p.gaia += place == 4


def _read_pieces(state: GaiaState, p: Player, wanted: Mapping[str, Any]) -> None:
    names = (*terms.BUILDINGS[:6], "space_station", "lost_planet")
    for kind, hexes in wanted.get("buildings", {}).items():
        if kind not in names:
            raise UnknownName("building", kind, names, f"position, seat {p.seat}")
        for name in hexes:
            _put(state, p, kind, state.galaxy.cell_named(name))
    for name in wanted.get("gaiaformers", ()):
        p.former_mask |= 1 << state.galaxy.cell_named(name)
    for name in wanted.get("satellites", ()):
        p.satellites |= 1 << state.galaxy.cell_named(name)
    p.satellite_count = p.satellites.bit_count()
    p.fed = p.satellites
    for name in wanted.get("federation", ()):
        p.fed |= 1 << state.galaxy.cell_named(name)
    p.pieces_changed()


def _put(state: GaiaState, p: Player, kind: str, cell: int) -> None:
    bit = 1 << cell
    if kind == "space_station":
        p.spaces |= bit
        building.piece_added(state, p, cell)
        return
    if kind == "lost_planet":
        if state.type_mask[terms.LOST]:
            raise BadValue("buildings", "there is one lost planet in the game")
        state.planet[cell] = terms.LOST
        state.planets |= bit
        state.type_mask[terms.LOST] |= bit
        p.lost = bit
    elif any(other.own & bit for other in state.players if other is not p):
        p.guests |= bit
    building.settle_on(state, p, cell)
    if kind == "mine":
        p.mines += 1
    elif kind != "lost_planet":
        p.mine_mask &= ~bit
        if kind == "trading_station":
            p.station_mask |= bit
        elif kind == "research_lab":
            p.lab_mask |= bit
        elif kind == "planetary_institute":
            p.institute = bit
        elif kind == "academy_left":
            p.left = bit
        else:
            p.right = bit
