"""The greedy bot's weights in force, as typed attributes: quick to read, and they compile."""

from __future__ import annotations


class Rates:
    """One attribute per weight of `weights.WEIGHTS`, in its order; zero until a profile is read."""

    __slots__ = (  # noqa: RUF023 - in the order of the weights
        "law", "law_future", "law_vote", "law_side", "floor", "ranking", "funding", "general",
        "medal", "marker", "marker_usual", "mission", "completed", "ship", "accreditation", "lavandium",
        "copernium", "oceanium", "diamond", "die", "token", "megastructure", "prospect", "industry",
        "robot", "specialist", "specialist_usual", "erudite", "opening", "trade", "president",
        "deep_space", "hold", "upkeep",
        "like_neo", "like_six_moons", "like_atal", "like_arratuin", "like_e81216",
    )  # fmt: skip
    law: float
    law_future: float
    law_vote: float
    law_side: float
    floor: float
    ranking: float
    funding: float
    general: float
    medal: float
    marker: float
    marker_usual: float
    mission: float
    completed: float
    ship: float
    accreditation: float
    lavandium: float
    copernium: float
    oceanium: float
    diamond: float
    die: float
    token: float
    megastructure: float
    prospect: float
    industry: float
    robot: float
    specialist: float
    specialist_usual: float
    erudite: float
    opening: float
    trade: float
    president: float
    deep_space: float
    hold: float
    upkeep: float
    like_neo: float
    like_six_moons: float
    like_atal: float
    like_arratuin: float
    like_e81216: float

    def __init__(self) -> None:
        self.law = 0.0
        self.law_future = 0.0
        self.law_vote = 0.0
        self.law_side = 0.0
        self.floor = 0.0
        self.ranking = 0.0
        self.funding = 0.0
        self.general = 0.0
        self.medal = 0.0
        self.marker = 0.0
        self.marker_usual = 0.0
        self.mission = 0.0
        self.completed = 0.0
        self.ship = 0.0
        self.accreditation = 0.0
        self.lavandium = 0.0
        self.copernium = 0.0
        self.oceanium = 0.0
        self.diamond = 0.0
        self.die = 0.0
        self.token = 0.0
        self.megastructure = 0.0
        self.prospect = 0.0
        self.industry = 0.0
        self.robot = 0.0
        self.specialist = 0.0
        self.specialist_usual = 0.0
        self.erudite = 0.0
        self.opening = 0.0
        self.trade = 0.0
        self.president = 0.0
        self.deep_space = 0.0
        self.hold = 0.0
        self.upkeep = 0.0
        self.like_neo = 0.0
        self.like_six_moons = 0.0
        self.like_atal = 0.0
        self.like_arratuin = 0.0
        self.like_e81216 = 0.0
