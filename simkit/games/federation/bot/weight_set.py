"""The greedy bot's weights in force, as attributes with types: quick to read, and they compile."""

from __future__ import annotations


class Rates:
    """One attribute per weight of `weights.WEIGHTS`, in its order; zero until a profile is read."""

    law: float = 0.0
    law_future: float = 0.0
    law_vote: float = 0.0
    law_side: float = 0.0
    floor: float = 0.0
    ranking: float = 0.0
    funding: float = 0.0
    general: float = 0.0
    medal: float = 0.0
    marker: float = 0.0
    mission: float = 0.0
    completed: float = 0.0
    ship: float = 0.0
    accreditation: float = 0.0
    lavandium: float = 0.0
    copernium: float = 0.0
    oceanium: float = 0.0
    diamond: float = 0.0
    die: float = 0.0
    token: float = 0.0
    megastructure: float = 0.0
    prospect: float = 0.0
    industry: float = 0.0
    robot: float = 0.0
    specialist: float = 0.0
    erudite: float = 0.0
    opening: float = 0.0
    trade: float = 0.0
    president: float = 0.0
    deep_space: float = 0.0
    hold: float = 0.0
    upkeep: float = 0.0
    like_neo: float = 0.0
    like_six_moons: float = 0.0
    like_atal: float = 0.0
    like_arratuin: float = 0.0
    like_e81216: float = 0.0
