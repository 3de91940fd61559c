# %% [markdown]
# # Planet Unknown
#
# One to six players fill planets with tiles from a turning station. Each tile bears two symbols; each moves a
# marker up a track of the corporation: civilisation, water, biomass, rovers, technology. Rows and columns
# without gaps and without meteorites score, and so do tracks, lifepods and objectives.
#
# All choose at the same time, and what you take you also turn away from your neighbour.

# %%
import simkit
from simkit.analysis import balance, decisions, strategy, winchance
from simkit.analysis.frames import merge_sources
from simkit.charts import balance as draw
from simkit.charts import games as course
from simkit.charts import strategy as plans
from simkit.report import sentences
from simkit.widgets import replay
from simkit.widgets.notebook import if_enough, labels, say, scale, show, still

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 21, "shown": 420, "big": 4_200}[SCALE]
names = labels("planet_unknown")

# %%
results = simkit.simulate("planet_unknown", seats=4, games=GAMES, seed=14)
seats, games, moves = results.seats, results.games, results.moves
say(sentences.conditions(results, names))

# %% [markdown]
# ## How it plays

# %%
advances = moves[(moves.kind == "advance") & (moves["round"] <= 24)]
show(plans.action_mix(strategy.action_mix(advances, seats, games, what="track"), what="track"))

# %%
say(
    f"A game takes {games['rounds'].mean():.1f} rounds; a planet ends with {seats.uncovered.mean():.0f} "
    f"cells uncovered on average. The winner makes {seats[seats['rank'] == 1].score.mean():.1f} points, "
    f"the mean seat {seats.score.mean():.1f}."
)

# %% [markdown]
# ## A game

# %%
game = replay(results, 0)
game.model.go(game.model.last)
still(game)

# %% [markdown]
# ## Balance: corporations and planets

# %%
corporations = balance.table(seats, "faction", games)
show(draw.win_shares(corporations, labels=names))
say(sentences.balance(corporations, labels=names))

# %%
planets = balance.table(seats, "planet", games)
show(draw.win_shares(planets, "planet", labels=names))
say(sentences.balance(planets, "planet", names))

# %%
chapters = merge_sources(seats, {
    "rows and columns": ["rows", "columns", "bonus"],
    "tracks": "track_*",
    "lifepods and meteorites": ["lifepods", "meteorites"],
    "civilisation cards": "card_*",
    "objectives": ["rival_*", "private"],
})  # fmt: skip
show(draw.points(balance.points_by_source(chapters, "faction", games), labels=names))

# %% [markdown]
# Which suits which: [Corporations and planets](21-planet-corporations.ipynb).
#
# ## Strategies

# %%
PLANS = ["standard", "coverage", "water_tech", "rover_collector", "objectives"]
POOL = {"test": 15, "shown": 320, "big": 3_200}[SCALE]
mixed = simkit.simulate(
    "planet_unknown", seats=4, games=POOL, seed=15,
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
by_plan = balance.table(mixed.seats, "profile", mixed.games)
show(draw.win_shares(by_plan, "profile"))
say(sentences.conditions(mixed, names), sentences.balance(by_plan, "profile"))

# %%
grouped = merge_sources(mixed.seats, {
    "rows and columns": ["rows", "columns", "bonus"],
    "tracks": "track_*",
    "lifepods and meteorites": ["lifepods", "meteorites"],
    "civilisation cards": "card_*",
    "objectives": ["rival_*", "private"],
})  # fmt: skip
show(draw.points(balance.points_by_source(grouped, "profile", mixed.games), "profile"))

# %% [markdown]
# ## When are games decided?
#
# All points are counted at the end, so there is no score to follow. The chances below look at tracks,
# covered cells and lifepods instead.


# %%
def outlook():
    figures = ["covered", "lifepods", "civ_step", "water_step", "rover_step", "tech_step"]
    chances = winchance.chances(moves, seats, games, figures=figures)
    show(course.sharpness(winchance.sharpness(chances)))


if_enough(outlook)
show(course.branching(decisions.branching(moves, seats, games)))

# %%
say(sentences.facts(results))

# %% [markdown]
# ## Try this
#
# - `seats=2` to `seats=6`, or the solo game against a target: `seats=1`.
# - `simkit schema planet_unknown options` lists the variants, the boards of the larger edition among them.
# - Play yourself: `from simkit.widgets import play; play("planet_unknown", seats=2)`.
#
# Rules decisions, and what was not checked: `simkit/games/planet_unknown/README.md`.
#
# Next: [Federation](13-federation.ipynb)
