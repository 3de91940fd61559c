# %% [markdown]
# # A tour in ten minutes
#
# simkit plays published board games by the thousand, with bots that know what they want, and hands every
# decision to you as a table. This page asks one question of each of its four titles, draws one chart for it,
# and says in words what the chart shows. The words are made from the figures: play more games, and they
# change with them.
#
# **How to use a notebook.** Click into a cell and press *Shift+Enter* to run it, or choose *Run > Run All
# Cells*. Change what you like; the pages in `src/` keep the original.

# %%
import simkit
from simkit.analysis import balance
from simkit.charts import balance as draw
from simkit.charts.style import share as percent
from simkit.report import sentences
from simkit.widgets import replay
from simkit.widgets.notebook import labels, say, scale, show, still

SCALE = scale("shown")  # the switch: "big" plays ten times as many games, for sharper answers

# %% [markdown]
# ## Race for the Galaxy: does the start world matter?
#
# Five start worlds, a deck of 109 cards. One call plays the games, on all cores.

# %%
GAMES = {"test": 60, "shown": 1_500, "big": 15_000}[SCALE]
race = simkit.simulate("race_for_the_galaxy", seats=2, games=GAMES, seed=1)
names = labels("race_for_the_galaxy")
worlds = balance.table(race.seats, "faction", race.games)
show(draw.win_shares(worlds, labels=names))
say(sentences.conditions(race, names), sentences.balance(worlds, labels=names))

# %% [markdown]
# Every dot has its interval: the range in which the true share lies with 95 % confidence, given these bots.
# A filled dot differs from a fair share by more than chance explains, although many are compared at once. A
# hollow one may well be fair.
#
# ### What you get
#
# Four tables. `games` and `seats` hold one row per game and per seat, `moves` one row per decision,
# `points` one row per gain of points.

# %%
race.moves[
    ["game_id", "round", "seat", "kind", "card", "n_candidates", "value", "score_before"]
].head(6)

# %%
choices = race.moves[race.moves.n_candidates > 1]
say(
    f"{len(race.games):,} games made {len(race.moves):,} decisions; {percent(len(choices) / len(race.moves))} "
    f"of them were real choices, among {choices.n_candidates.mean():.0f} candidates on average."
)

# %% [markdown]
# ### A game to look at
#
# Any game of a run can be replayed: step forward, jump to a round, see what the bot thought of its
# alternatives. (Where nothing runs, as on a web page, a picture of the table stands here.)

# %%
game = replay(race, 0)
game.model.go(game.model.last * 2 // 3)
still(game)

# %% [markdown]
# ## Gaia Project: who scores most?
#
# Fourteen factions, each of which breaks the rules in a way of its own. Few games tell little about who
# *wins*, but scores settle sooner than wins do.

# %%
GAMES = {"test": 14, "shown": 280, "big": 2_800}[SCALE]
gaia = simkit.simulate("gaia_project", seats=4, games=GAMES, seed=1, log="games")
names = labels("gaia_project")
factions = balance.table(gaia.seats, "faction", gaia.games)
show(draw.scores(factions, labels=names))
say(sentences.conditions(gaia, names), sentences.balance(factions, labels=names))

# %% [markdown]
# Who is too strong, and what carries them: [Factions of Gaia Project](20-gaia-factions.ipynb).
#
# ## Planet Unknown: where do the points come from?
#
# Everybody fills a planet with tiles and climbs five tracks. Corporations bend the tracks.

# %%
GAMES = {"test": 14, "shown": 160, "big": 1_600}[SCALE]
planet = simkit.simulate("planet_unknown", seats=4, games=GAMES, seed=1, log="games")
names = labels("planet_unknown")
sources = balance.points_by_source(planet.seats, "faction", planet.games)
show(draw.points(sources, labels=names, most=8))
say(sentences.conditions(planet, names))

# %% [markdown]
# Which corporation suits which planet: [Corporations and planets](21-planet-corporations.ipynb).
#
# ## Federation: which plan pays?
#
# Ambassadors vote or pay. Six bots play six plans that people would recognise: a voter, a financier, a builder,
# and so on. They meet each other evenly.

# %%
GAMES = {"test": 15, "shown": 180, "big": 1_800}[SCALE]
PLANS = ["balanced", "builder", "financier", "specialists", "trader", "voter"]
federation = simkit.simulate(
    "federation", seats=4, games=GAMES, seed=1, log="games",
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
names = labels("federation")
plans = balance.table(federation.seats, "profile", federation.games)
show(draw.win_shares(plans, "profile", labels=names))
say(sentences.conditions(federation, names), sentences.balance(plans, "profile", names))

# %% [markdown]
# Mind the caution: a part of this title's printed figures is not known. How much that matters is a question
# that can be answered: [The senate under uncertain figures](23-federation-senate.ipynb).
#
# ## What to remember
#
# - Strengths are those **of the bots at hand**. A faction that needs a plan no bot has looks weaker than it
#   is. [How far to trust this](28-how-far-to-trust.ipynb) says more.
# - The same call with the same seed gives the same games on any number of cores.
# - Nothing is hidden behind these pages: what they do, you can do in five lines.
#
# | if you want to | go to |
# |---|---|
# | know one title | [Gaia Project](10-gaia-project.ipynb), [Race for the Galaxy](11-race-for-the-galaxy.ipynb), [Planet Unknown](12-planet-unknown.ipynb), [Federation](13-federation.ipynb) |
# | change a figure and see what happens | [Patch laboratory](24-patch-laboratory.ipynb) |
# | know how much is luck | [How much is luck?](25-how-much-is-luck.ipynb) |
# | build a player | [Add your own bot](26-your-own-bot.ipynb) |
# | look at games of your own table | [Your own real games](27-your-own-games.ipynb) |
# | read rather than run | [the documents](docs/README.md) |
#
# Next: [Gaia Project](10-gaia-project.ipynb)
