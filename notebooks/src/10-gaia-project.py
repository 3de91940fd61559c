# %% [markdown]
# # Gaia Project
#
# One to four players colonise a galaxy over six rounds. Mines become trading stations, labs, academies and
# institutes; six research areas bend what is possible; power charged from neighbours pays for the best
# actions. Nothing is hidden: all luck is in the set-up.
#
# Fourteen factions, two to a board. This page shows how the game plays, who wins, which plans pay, and one
# game from start to end.

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

SCALE = scale("shown")  # the switch: "big" plays twenty times as many games
GAMES = {"test": 21, "shown": 448, "big": 8_960}[SCALE]
names = labels("gaia_project")

# %%
results = simkit.simulate("gaia_project", seats=4, games=GAMES, seed=10)
seats, games, moves = results.seats, results.games, results.moves
say(sentences.conditions(results, names))

# %% [markdown]
# ## How it plays
#
# What there is to choose from, round by round, and what is done.

# %%
show(course.branching(decisions.branching(moves, seats, games)))

# %%
turns = moves[moves.kind.isin(["mine", "gaia_project", "upgrade", "research", "power_action",
                               "qic_tile", "special", "federation", "pass"])]  # fmt: skip
show(
    plans.action_mix(
        strategy.action_mix(turns, seats, games), labels={"qic_tile": "QIC: tech tile"}
    )
)

# %% [markdown]
# ## A game
#
# Step through it with the buttons. Beside the board stands what the bot saw: its best alternatives, and what
# each feature of its judgement added.

# %%
game = replay(results, 0)
game.model.go(game.model.last)
still(game)

# %% [markdown]
# ## Balance
#
# Every faction meets every other equally often, at every seat.

# %%
table = balance.table(seats, "faction", games)
show(draw.win_shares(table, labels=names))
say(sentences.balance(table, labels=names))

# %%
chapters = merge_sources(seats, {
    "research": ["research_*", "gaia_level_5"],
    "round tiles": "round_score*",
    "tech tiles": ["tech*", "advtech*"],
    "boosters": "booster*",
    "federations": ["token_*", "qic2"],
    "final tiles": "final*",
    "the rest": ["resources", "qic3", "faction", "start", "auction"],
})  # fmt: skip
words = {**names, "leech": "leech (paid)"}
show(draw.points(balance.points_by_source(chapters, "faction", games), labels=words))

# %% [markdown]
# More about the factions: [Who is too strong, and what carries them](20-gaia-factions.ipynb).
#
# ## Strategies
#
# Five bots with plans that players would recognise, mixed evenly at the table.

# %%
PLANS = ["faction_aware", "economy", "research", "federations", "expansion"]
POOL = {"test": 15, "shown": 400, "big": 8_000}[SCALE]
mixed = simkit.simulate(
    "gaia_project", seats=4, games=POOL, seed=11,
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
by_plan = balance.table(mixed.seats, "profile", mixed.games)
show(draw.win_shares(by_plan, "profile"))
say(sentences.conditions(mixed, names), sentences.balance(by_plan, "profile"))

# %% [markdown]
# When is the planetary institute built, and does it go with winning?

# %%
institute = strategy.time_to_first(
    mixed.moves,
    mixed.seats,
    {"kind": "upgrade", "building": "planetary_institute"},
    mixed.games,
    by="profile",
)
show(plans.time_to_first(institute, "planetary institute", "profile"))

# %% [markdown]
# What goes together with winning need not be its cause: who is ahead can afford more. What an institute is
# *worth* shows when a bot has to do without: `restricted:baseline(forbid='building=planetary_institute')`.
#
# ## When are games decided?


# %%
def outlook():
    chances = winchance.chances(moves, seats, games)
    show(course.sharpness(winchance.sharpness(chances)))


if_enough(outlook)
show(course.drama(decisions.drama(moves, seats, games)))

# %%
say(sentences.facts(results))

# %% [markdown]
# ## Try this
#
# - `seats=2`, `seats=3`, or the solo game: `seats=1`.
# - `options={"turn_order": "by_passing"}`, the order that online play uses; `simkit schema gaia_project options`
#   lists all.
# - Play yourself: `from simkit.widgets import play; play("gaia_project", seats=2)`.
#
# Rules decisions, and what was not checked: `simkit/games/gaia_project/README.md`.
#
# Next: [Race for the Galaxy](11-race-for-the-galaxy.ipynb)
