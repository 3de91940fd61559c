"""The named features of the greedy bot: meanings, and the weight where a profile names none.

Plain greedy plays the profile ``standard`` with two players, ``table`` with more.
"""

from __future__ import annotations

from simkit.bots.greedy import Weight
from simkit.games.federation.rules import terms

WEIGHTS = (
    Weight("law", 1.22, "points expected from the open laws by influence gained now"),
    Weight("law_future", 0.65, "points expected from laws still to come by influence gained now"),
    Weight("law_vote", 1.88, "points that votes in a wing bring by passing the better law"),
    Weight(
        "law_side",
        0.0,
        "points that an ambassador in a wing brings by passing the better law, whatever its votes",
    ),
    Weight("floor", 1.0, "points expected from a floor by the votes put on it"),
    Weight(
        "ranking", 1.56, "points expected from project rankings by influence or missions gained"
    ),
    Weight("funding", 1.0, "points expected from a project by moving it towards completion"),
    Weight(
        "general", 1.0, "points and crystals expected from a contribution to the general project"
    ),
    Weight("medal", 1.0, "worth of a Medal of Honour, or of coming nearer to one"),
    Weight("marker", 1.0, "worth of a mission that a marker makes available"),
    Weight("mission", 1.25, "points of a scoring mission flown now, less what waiting would add"),
    Weight("completed", 0.8, "one more completed mission"),
    Weight("ship", 1.0, "ships taken (or spent)"),
    Weight("accreditation", 0.8, "accreditation steps by the rounds they still work"),
    Weight("lavandium", 2.7, "lavandium gained or paid"),
    Weight("copernium", 1.8, "copernium gained or paid"),
    Weight("oceanium", 1.5, "oceanium gained or paid"),
    Weight("diamond", 4.32, "diamonds gained or paid"),
    Weight("die", 0.8, "assistant die gained or raised"),
    Weight("token", 1.0, "worth of alteration tokens taken (or used)"),
    Weight("megastructure", 1.25, "points of a megastructure, less what waiting would add"),
    Weight(
        "prospect", 1.0, "influence that megastructures measure, by the rounds left to build them"
    ),
    Weight("industry", 1.0, "income of an industry over the rounds left"),
    Weight("robot", 2.25, "a robot spent"),
    Weight("specialist", 1.0, "points an erudite brings at once"),
    Weight("erudite", 1.0, "worth of an erudite's effect"),
    Weight("opening", 1.0, "level-3 erudites that a first tile of a colour opens"),
    Weight("trade", 0.65, "worth of a shop's bonus that is not a resource"),
    Weight("president", 0.65, "being first player next round"),
    Weight("deep_space", 1.5, "worth of a Deep Space tile"),
    Weight("hold", 1.0, "votes kept in hand for later in the round"),
    Weight("upkeep", 0.65, "accreditation kept by paying upkeep"),
    *(
        Weight(f"like_{name}", 0.0, f"influence on {name} for its own sake")
        for name in terms.PLANETS
    ),
)
