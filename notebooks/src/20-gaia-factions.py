# %% [markdown]
# # The factions of Gaia Project: who is too strong, and what carries them
#
# Fourteen factions, four at a table. Every faction meets every other equally often and sits equally often at
# every seat, so nobody owes a result to its company. All play with the same greedy bot.

# %%
import simkit
from simkit.analysis import balance, card, planning, robust, setup, strength
from simkit.analysis.frames import merge_sources
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.report import sentences
from simkit.widgets import explore
from simkit.widgets.notebook import if_enough, labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays twenty times as many games
GAMES = {"test": 28, "shown": 560, "big": 11_200}[SCALE]
names = labels("gaia_project")

# %%
results = simkit.simulate("gaia_project", seats=4, games=GAMES, seed=20, log="games")
seats, games = results.seats, results.games
say(sentences.conditions(results, names))

# %% [markdown]
# ## Who wins?

# %%
table = balance.table(seats, "faction", games)
show(draw.win_shares(table, labels=names))
say(sentences.balance(table, labels=names))

# %% [markdown]
# ### Look from all sides yourself
#
# The same run, with lists to choose from: any measure, any grouping, any part of the games. It shows chart and
# table, and the line of code that makes them. (On a page that is only read nothing is seen here.)

# %%
explore(results)

# %% [markdown]
# ## What carries them?
#
# Each point of a game has a source. Here the sources are put together into a few chapters of the score.

# %%
CHAPTERS = {
    "research": ["research_*", "gaia_level_5"],
    "round tiles": "round_score*",
    "tech tiles": ["tech*", "advtech*"],
    "boosters": "booster*",
    "federations": ["token_*", "qic2"],
    "final tiles": "final*",
    "goods left and the rest": ["resources", "qic3", "faction", "start", "auction"],
}
chapters = merge_sources(seats, CHAPTERS)
words = {**names, "leech": "leech (paid)"}
show(draw.points(balance.points_by_source(chapters, "faction", games), labels=words))

# %% [markdown]
# One page for a faction: what it makes more and less of than the others, and how many points a game it is
# away from a fair share of wins. Put in another name to see another faction.

# %%
strongest, weakest = str(table.faction.iloc[0]), str(table.faction.iloc[-1])
for faction in (strongest, weakest):
    say(sentences.carries(card.card(chapters, faction, games=games), words))

# %% [markdown]
# ## Strength in one number
#
# The win share counts first places only. A Plackett-Luce model uses the whole finishing order, and so tells
# more from the same games: 0.69 more doubles the odds of finishing ahead.

# %%
model = strength.plackett_luce(seats, "faction", games, prior=0.01)
show(findings.strengths(model.table(), labels=names))

# %% [markdown]
# ## Does it depend on the table?
#
# Seats first: does going first help? Then the set-up: do the final scoring tiles suit some factions more?

# %%
by_seat = balance.table(seats, "seat", games)
show(draw.win_shares(by_seat, "seat", labels=names))


# %%
def what_suits_whom():
    suits = setup.interactions(seats, games, columns=["final_1", "final_2"])
    say(sentences.setups(setup.interaction_sizes(suits), names))


if_enough(what_suits_whom)

# %% [markdown]
# ## Is it the faction, or the bot?
#
# A faction that needs a plan which no bot has looks weak. So the strongest and the weakest of this page are
# checked again with bots that play otherwise: one that goes for research, one that expands.

# %%
AGAIN = {"test": 14, "shown": 168, "big": 3_360}[SCALE]
conditions = {"greedy": (seats, games)}
for profile in ("research", "expansion"):
    other = simkit.simulate(
        "gaia_project", seats=4, games=AGAIN, seed=21, log="games", bots=f"greedy:{profile}"
    )
    conditions[profile] = (other.seats, other.games)

# %%
for faction, above in ((strongest, True), (weakest, False)):
    finding = robust.Finding(faction, above=above)
    checked = robust.across(finding, conditions)
    verdict = robust.verdict(finding, checked).replace(faction, names[faction])
    show(findings.robust(checked, title=verdict))

# %% [markdown]
# ## How sure is this, and what would make it surer?

# %%
half = float(((table.win_high - table.win_low) / 2).max())
wanted = planning.games_for_effect(0.05, presence=4 / 14, comparisons=14)
say(
    f"With {len(games):,} games the least certain win share is known to ±{100 * half:.0f} points. To find "
    f"a faction that is 5 points off its fair 25 % in four of five studies takes about {wanted:,} games; "
    f'the switch above, set to "big", plays {11_200:,}.'
)

# %% [markdown]
# ## Try this
#
# - Set `seats=2` in the first run: which factions gain when there is less company?
# - Add `options={"turn_order": "by_passing"}`.
# - Weaken the strongest: the [patch laboratory](24-patch-laboratory.ipynb) shows how.
# - The study at full size, with its report: `experiments/gaia_study.toml` and `experiments/gaia_study.md`.
#
# Next: [Corporations and planets](21-planet-corporations.ipynb)
