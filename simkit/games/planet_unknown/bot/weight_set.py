"""The weights in force, each an attribute with a type: quick to read, in the compiled build as well."""

from __future__ import annotations

import functools

from simkit.games.planet_unknown.bot.weights import WEIGHTS


class Weights:
    """One attribute per weight of `weights.WEIGHTS`, in its order; zero until a profile is read."""

    __slots__ = tuple(weight.name for weight in WEIGHTS)

    coverage: float
    pace: float
    lines: float
    fill: float
    completion: float
    contact: float
    holes: float
    tips: float
    pockets: float
    ice: float
    meteor: float
    meteor_late: float
    lifepod_lost: float
    rover_lost: float
    medal: float
    boost: float
    movement: float
    new_rover: float
    card: float
    tech: float
    patch: float
    step_civ: float
    step_water: float
    step_biomass: float
    step_rover: float
    step_tech: float
    keep: float
    rival: float
    private: float
    lifepod: float
    meteorite: float
    unvoid: float
    approach: float
    points: float
    pod_tech: float
    pod_jump: float
    deny: float
    stuck: float
    summit: float
    hope: float
    duel: float
    climb: float
    medal_late: float
    completion_late: float
    contact_late: float
    holes_late: float
    line_chance: float

    def __init__(self) -> None:
        for weight in WEIGHTS:
            setattr(self, weight.name, 0.0)


@functools.lru_cache(maxsize=256)
def weights_of(weights: tuple[tuple[str, float], ...]) -> Weights:
    """Return weights by name; bots with the same ones share them, and what is kept for them."""
    found = Weights()
    for name, value in weights:
        setattr(found, name, value)
    return found
