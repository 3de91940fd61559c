"""Small hand-made maps and positions for the rules' tests."""

from __future__ import annotations

import simkit
from simkit.games.gaia_project.rules.state import GaiaState
from simkit.games.gaia_project.schema import KINDS

NAMES = [kind.name for kind in KINDS]


def hexes(planets, radius=5):
    """Rows of a hexagonal map: planets by (q, r); sector 1 is north of the middle, 2 south of it."""
    rows = []
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if abs(q + r) <= radius:
                sector = "1" if q >= 0 else "2"
                rows.append([q, r, f"{q}x{r}", planets.get((q, r), "empty"), sector])
    return rows


def position(planets, players, factions, options=None, **spec) -> GaiaState:
    """A position on a hand-made map; hexes are named ``QxR``."""
    rules = simkit.rules("gaia_project", seats=len(factions), **(options or {}))
    deal = {"hexes": hexes(planets), "factions": factions, **spec.pop("deal", {})}
    return rules.position({"deal": deal, "players": players, **spec})


def cell(state, name):
    return state.galaxy.cell_named(name)


def find(state, kind, **args):
    """The legal actions of a kind with the given arguments (hexes by name)."""
    found = []
    for action in state.legal():
        name, have = state.rules.decode(action)
        wanted = dict(args)
        if "hex" in wanted and isinstance(wanted["hex"], str):
            wanted["hex"] = cell(state, wanted["hex"])
        schema = KINDS[NAMES.index(kind)].args
        for arg in schema:
            if arg.name in wanted and isinstance(wanted[arg.name], str):
                wanted[arg.name] = arg.names.index(wanted[arg.name])
        if name == kind and all(have[k] == v for k, v in wanted.items()):
            found.append(action)
    return found


def do(state, kind, **args):
    """Carry out the one legal action of a kind with the given arguments."""
    if kind in ("mine", "gaia_project"):
        args.setdefault("via", "plain")
    found = find(state, kind, **args)
    assert len(found) == 1, (kind, args, [state.rules.notation(a) for a in state.legal()])
    state.step(found[0])
    return state


def federate(state, token, *names):
    """Form a federation of exactly these new hexes."""
    mask = sum(1 << cell(state, name) for name in names)
    state.step(state.rules.encode("federation", token=token, hexes=mask))


def may_federate(state, *names):
    mask = sum(1 << cell(state, name) for name in names)
    return state.is_legal(state.rules.encode("federation", token="fed2", hexes=mask))


def bowls(player):
    return (player.p1, player.p2, player.p3)


def goods(player):
    return (player.ore, player.credits, player.knowledge, player.qic)
