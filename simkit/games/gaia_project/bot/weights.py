"""The weights of the greedy bot: what it looks at, by name.

The defaults were found by CMA-ES on the mean score of four equal bots on common deals (four runs, some
100,000 games), that of final tiles by duels of two against two; `experiments/gaia_study.md` measures them
on other deals: mean score 124.3 in 13,440 games.
"""

from __future__ import annotations

from simkit.bots.greedy import Weight

WEIGHTS = (
    Weight("points", 1.0, "points scored at once"),
    Weight("ore", 1.148, "ore, by how long it can still work"),
    Weight("credits", 0.532, "credits"),
    Weight("knowledge", 1.009, "knowledge"),
    Weight("qic", 2.266, "QIC"),
    Weight("charge", 0.289, "power charged"),
    Weight("power", 0.141, "power spent from bowl III"),
    Weight("conversion", -0.621, "power spent by free actions, beyond its price"),
    Weight("token", 0.988, "tokens gained or given away"),
    Weight("income", 2.5, "goods of each income still to come"),
    Weight("reach", 0.01, "planets that come into range"),
    Weight("mine", 0.828, "a mine as the base of later buildings"),
    Weight("station", 3.421, "a trading station as the base of later buildings"),
    Weight("lab", 1.009, "a research lab beyond its tile and income"),
    Weight("academy", -1.552, "an academy beyond its tile and income"),
    Weight("institute", 9.179, "the planetary institute's ability, per round to come"),
    Weight("neighbour", 1.083, "opponents' structures within two hexes"),
    Weight("cluster", 1.982, "own structures near by that are in no federation yet"),
    Weight("joins", -0.362, "a structure that joins a federation already formed"),
    Weight("power_value", 1.388, "power value added outside federations"),
    Weight("new_type", -0.075, "a planet type not yet colonised"),
    Weight("new_sector", -0.218, "a sector not yet colonised"),
    Weight("gaia_planet", 0.682, "a gaia planet"),
    Weight("project", 4.915, "a Gaia project that can still finish"),
    Weight("project_tokens", 0.102, "tokens bound by a Gaia project"),
    Weight("terra", 2.512, "steps in terraforming, per round to come"),
    Weight("nav", 1.787, "steps in navigation, per round to come"),
    Weight("int", 1.645, "steps in artificial intelligence, per round to come"),
    Weight("gaia", 0.149, "steps in gaia project, per round to come"),
    Weight("eco", 2.705, "steps in economy, per round to come"),
    Weight("sci", 0.94, "steps in science, per round to come"),
    Weight("level", 1.609, "points of research levels 3 to 5"),
    Weight("climb", 2.069, "points of level 3 and above that a step comes nearer to"),
    Weight("green", 4.029, "green federation tokens"),
    Weight("tile", -0.155, "a tech tile beyond what it does"),
    Weight("federation", -9.369, "a federation beyond its token"),
    Weight("final", 0.0, "progress on the final tiles"),
    Weight("wait", -2.215, "points that the same would score in the next round"),
    Weight("booster", 0.454, "points that a booster will score when it is given back"),
    Weight("leech", 0.068, "power charged from a neighbour"),
    Weight("site", 1.34, "planets around a starting mine, by steps away"),
    Weight("station_ivits", 1.551, "Ivits: a space station"),
    Weight("swap", 2.116, "Ambas: power value a swap frees for a new federation"),
    Weight("guest", -0.916, "Lantids: a guest mine beyond what a mine is worth"),
    Weight("cash", 0.216, "goods at the end of the game"),
    Weight("pointless", -1000.0, "conversions that serve nothing"),
    Weight("ore_early", 1.602, "ore, beyond its price, by the share of the game to come"),
    Weight("credits_early", 0.05, "credits, by the share of the game to come"),
    Weight("knowledge_early", 1.322, "knowledge, by the share of the game to come"),
    Weight("qic_early", 1.699, "QIC, by the share of the game to come"),
    Weight("token_early", 0.828, "tokens, by the share of the game to come"),
    Weight("charge_early", -0.099, "power charged, by the share of the game to come"),
    Weight("power_early", 0.142, "power spent, by the share of the game to come"),
    Weight("leech_early", 0.453, "power from a neighbour, by the share of the game to come"),
    Weight("ready", 0.174, "power from a neighbour that reaches bowl III"),
    Weight("federation_early", -0.035, "a federation, by the share of the game to come"),
    Weight("burn", -1.266, "tokens burned, by the share of the game to come"),
    Weight("mine_early", 4.836, "a mine, by the share of the game to come"),
    Weight("station_early", 0.193, "a trading station, by the share of the game to come"),
    Weight("lab_early", 0.117, "a research lab, by the share of the game to come"),
    Weight("academy_early", -0.195, "an academy, by the share of the game to come"),
    Weight("tile_early", -0.624, "a tech tile, by the share of the game to come"),
    Weight("progress", 0.238, "power value outside federations, by how near it is to the next one"),
    Weight("project_early", -0.789, "a Gaia project, by the share of the game to come"),
    Weight("income_ore", -1.323, "ore of each income still to come, beyond `income`"),
    Weight("income_credits", -0.15, "credits of each income still to come"),
    Weight("income_knowledge", 0.802, "knowledge of each income still to come"),
    Weight("income_qic", -1.309, "QIC of each income still to come"),
    Weight("income_token", -0.244, "tokens of each income still to come"),
    Weight("income_charge", 0.225, "power of each income still to come"),
    Weight("race", 0.2, "points of final tiles that one more may gain from those next to it"),
    Weight("known", 1.0, "points a faction is known to make, more than the weakest"),
    Weight("bid", 1.0, "points bid"),
    Weight("taste", 6.0, "the bot's own taste in factions, between 0 and 1"),
)

FROZEN = "baseline"  # the profile that is kept as it was, for comparison
YOUNGER = (  # weights that came after it was frozen: it does without them
    "ore_early", "credits_early", "knowledge_early", "qic_early", "token_early", "charge_early",
    "power_early", "leech_early", "ready", "federation_early", "burn", "mine_early",
    "station_early", "lab_early", "academy_early", "tile_early", "progress", "project_early",
    "income_ore", "income_credits", "income_knowledge", "income_qic", "income_token",
    "income_charge", "race", "known",
)  # fmt: skip

# Mean points of the default bot by faction, above the lowest (experiments/gaia_study.md).
FACTION_POINTS = {
    "terrans": 14.7, "lantids": 0.0, "xenos": 23.4, "gleens": 13.0, "taklons": 19.8, "ambas":
    25.0, "hadsch_hallas": 20.6, "ivits": 27.1, "geodens": 12.9, "baltaks": 4.4, "firaks": 7.2,
    "bescods": 15.4, "nevlas": 13.8, "itars": 16.5,
}  # fmt: skip
