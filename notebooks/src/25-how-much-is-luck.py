# %% [markdown]
# # How much is luck?
#
# Three questions that are often mixed up:
#
# 1. How much of a **score** is owed to the deal, the seat, the faction, and how much to none of them?
# 2. How often does the **better player** win a game?
# 3. How many games must a match have so that the better one wins it?
#
# For the first, every deal is played several times with the line-up turned through the seats. What the games of
# one deal have in common is the deal's part.

# %%
import pandas as pd
from scipy import stats

import simkit
from simkit.analysis import balance, luck
from simkit.charts import balance as draw
from simkit.charts import games as course
from simkit.charts import style
from simkit.report import sentences
from simkit.widgets.notebook import label_of, labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
TITLES = {  # title -> players, games at each scale
    "race_for_the_galaxy": (2, {"test": 40, "shown": 1_200, "big": 12_000}),
    "gaia_project": (4, {"test": 16, "shown": 280, "big": 2_800}),
    "planet_unknown": (4, {"test": 16, "shown": 280, "big": 2_800}),
    "federation": (4, {"test": 16, "shown": 400, "big": 4_000}),
}

# %% [markdown]
# ## 1. What a score is made of

# %%
played = {}
for title, (players, games) in TITLES.items():
    played[title] = simkit.simulate(
        title, seats=players, games=games[SCALE], seed=25, log="games", lineup={"mirror": True}
    )
    say(sentences.conditions(played[title], labels(title)))

# %%
shares = {label_of(t): luck.shares(r.seats, r.games) for t, r in played.items()}
show(course.luck(shares, title="What the variance of the score goes with, title by title"))

# %%
for title, table in shares.items():
    say(f"**{title}.** {sentences.luck(table)}")

# %% [markdown]
# *The rest* is what is left when deal, seat and faction are known: cards drawn later, what the others do, and
# the bots' own doings. A large rest does not mean that play is all chance: equally good players leave nothing
# for skill to explain.

# %% [markdown]
# ## 2. Does the better one win?
#
# Skill needs somebody less skilled. A *sloppy* player is a good bot that now and then does anything at all.
# You can build it here: it is a bot of your own.


# %%
class Sloppy(simkit.Bot):
    """A greedy bot that acts at random now and then."""

    PARAMS = ("title", "slips")
    name = "sloppy"

    def __init__(self, title, slips=0.2):
        self.title, self.slips = title, slips

    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)
        self.inner = simkit.make_bot("greedy", self.title)
        self.inner.start(rules, seat, luck)

    def choose(self, view, candidates):
        if self.whims.below(1000) < 1000 * self.slips:
            return simkit.Choice(candidates[self.whims.below(len(candidates))])
        return self.inner.choose(view, candidates)


# %%
MATCH = {"test": 12, "shown": 160, "big": 3_000}[SCALE]
better = {}
for title in TITLES:
    duel = simkit.simulate(
        title, seats=2, games=MATCH, seed=26, log="games", lineup={"mirror": True},
        bots=[simkit.make_bot("greedy", title), Sloppy(title, slips=0.2)],
    )  # fmt: skip
    table = balance.table(duel.seats, "bot", duel.games)
    better[label_of(title)] = table[table.bot == "greedy"].iloc[0]
skill = pd.DataFrame(better.values(), index=pd.Index(better, name="title")).reset_index()

# %%
show(
    draw.win_shares(
        skill, "title", title="How often a careful bot beats one that slips at every fifth decision"
    )
)
for row in skill.to_dict("records"):
    say(
        f"**{row['title']}**: the careful one wins {style.share(row['win_share'])} of games for two "
        f"(95 %: {100 * row['win_low']:.0f}-{100 * row['win_high']:.0f})."
    )

# %% [markdown]
# ## 3. How long must a match be?
#
# If the better player wins a game with chance *p*, how likely is it to win most of *n* games? Plain counting
# tells.

# %%
LENGTHS = [1, 3, 5, 9, 15, 25]
chances = pd.DataFrame(
    {p: [stats.binom.sf(n // 2, n, p) for n in LENGTHS] for p in (0.55, 0.6, 0.7, 0.8, 0.9)},
    index=pd.Index(LENGTHS, name="games in the match"),
)
chances.round(2)

# %%
for row in skill.to_dict("records"):
    p = min(max(row["win_share"], 0.505), 0.995)
    need = next((n for n in range(1, 2_001, 2) if stats.binom.sf(n // 2, n, p) >= 0.95), 2_001)
    say(
        f"**{row['title']}**: at {style.share(p)} a game, a best-of-{need} finds the better one 19 times in 20."
    )

# %% [markdown]
# ## Try this
#
# - Set `slips=0.05`: how long must the match be now?
# - Put a third player at the table: does luck grow with company?
# - Is the seat luck? Look at [Gaia Project's seats](20-gaia-factions.ipynb).
#
# Next: [Add your own bot](26-your-own-bot.ipynb)
