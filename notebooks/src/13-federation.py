# %% [markdown]
# # Federation
#
# Two to four players send ambassadors to a senate of eighteen spaces over five rounds. On its voting side an
# ambassador counts for a floor and a wing, on its funding side it moves a major project. Every space leads to
# an action: five planets, laws, special missions.
#
# **Read with care: a part of this title is reconstructed.** The rulebook's text is complete, its pictures are
# lost. Costs, track lengths, the map of the senate and some more were chosen to fit every sentence and every
# worked example. What follows holds for the reconstructed figures;
# [The senate under uncertain figures](23-federation-senate.ipynb) shows how far it moves when they do.

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
PLANS = ["balanced", "builder", "financier", "specialists", "trader", "voter"]
GAMES = {"test": 15, "shown": 480, "big": 4_800}[SCALE]
names = labels("federation")

# %% [markdown]
# Six plans that people would recognise, four at each table, every pair equally often.

# %%
results = simkit.simulate(
    "federation", seats=4, games=GAMES, seed=16,
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
seats, games, moves = results.seats, results.games, results.moves
say(sentences.conditions(results, names))

# %% [markdown]
# ## How it plays
#
# Where ambassadors are sent, round by round.

# %%
placed = moves[moves.kind == "place"].copy()
placed["space"] = placed.space.astype(str).str.replace("^[LR]_", "", regex=True)
mix = strategy.action_mix(placed, seats, games, what="space")
spaces = {"e81216": "E81216", "six_moons": "Six-Moons", "spy": "spying"}
spaces |= {planet: planet.title() for planet in ("neo", "atal", "arratuin")}
show(plans.action_mix(mix, what="space", labels=spaces))

# %%
show(course.branching(decisions.branching(moves, seats, games)))

# %% [markdown]
# ## A game

# %%
game = replay(results, 0)
game.model.go(game.model.last)
still(game)

# %% [markdown]
# ## Strategies

# %%
by_plan = balance.table(seats, "profile", games)
show(draw.win_shares(by_plan, "profile"))
say(sentences.balance(by_plan, "profile"))

# %%
chapters = merge_sources(seats, {
    "laws": "law",
    "floors of the senate": "floor_*",
    "special missions": "mission",
    "major projects": "project_*",
    "megastructures": "megastructure",
    "erudites": "specialist",
    "medals": "medal",
    "the rest": ["leftover", "accreditation"],
})  # fmt: skip
show(draw.points(balance.points_by_source(chapters, "profile", games), "profile"))

# %% [markdown]
# ## Balance: seats and start tiles

# %%
by_seat = balance.table(seats, "seat", games)
show(draw.win_shares(by_seat, "seat"))
say(sentences.balance(by_seat, "seat"))

# %%
tiles = balance.table(seats, "faction", games)
show(draw.win_shares(tiles, labels=names))
say(sentences.balance(tiles, labels=names))

# %% [markdown]
# ## When are games decided?


# %%
def outlook():
    chances = winchance.chances(moves, seats, games, control=["seat", "profile"])
    show(course.sharpness(winchance.sharpness(chances)))


if_enough(outlook)
show(course.drama(decisions.drama(moves, seats, games)))

# %%
say(sentences.facts(results))

# %% [markdown]
# ## Try this
#
# - `seats=2`: is the senate another game when it is half empty?
# - `options={"start_tiles": "drafted"}`: the seats pick their start tiles, as printed.
# - Play yourself: `from simkit.widgets import play; play("federation", seats=2)`.
# - `simkit doctor --data federation` lists the figures that are not confirmed.
#
# Rules decisions, and what was not checked: `simkit/games/federation/README.md`.
#
# Next: [The factions of Gaia Project](20-gaia-factions.ipynb)
