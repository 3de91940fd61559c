"""The weights of `weights.WEIGHTS` as attributes with a type: the compiled build reads them natively."""

from __future__ import annotations

from simkit.games.gaia_project.bot.weights import WEIGHTS


class Weights:
    """One number per weight, by its name."""

    __slots__ = tuple(weight.name for weight in WEIGHTS)

    points: float
    ore: float
    credits: float
    knowledge: float
    qic: float
    charge: float
    power: float
    conversion: float
    token: float
    income: float
    reach: float
    mine: float
    station: float
    lab: float
    academy: float
    institute: float
    neighbour: float
    cluster: float
    joins: float
    power_value: float
    new_type: float
    new_sector: float
    gaia_planet: float
    project: float
    project_tokens: float
    terra: float
    nav: float
    int: float
    gaia: float
    eco: float
    sci: float
    level: float
    climb: float
    green: float
    tile: float
    federation: float
    final: float
    wait: float
    booster: float
    leech: float
    site: float
    station_ivits: float
    swap: float
    guest: float
    cash: float
    pointless: float
    ore_early: float
    credits_early: float
    knowledge_early: float
    qic_early: float
    token_early: float
    charge_early: float
    power_early: float
    leech_early: float
    ready: float
    federation_early: float
    burn: float
    mine_early: float
    station_early: float
    lab_early: float
    academy_early: float
    tile_early: float
    progress: float
    project_early: float
    income_ore: float
    income_credits: float
    income_knowledge: float
    income_qic: float
    income_token: float
    income_charge: float
    race: float
    known: float
    bid: float
    taste: float
