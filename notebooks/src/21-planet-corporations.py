# %% [markdown]
# # Corporations and planets
#
# In Planet Unknown every player has a corporation *and* a planet. Are some corporations stronger than others,
# some planets kinder, and does it matter who goes where? Every combination of the standard edition is met.

# %%
import simkit
from simkit.analysis import balance, card, setup
from simkit.analysis.frames import merge_sources
from simkit.charts import balance as draw
from simkit.report import sentences
from simkit.widgets.notebook import if_enough, labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 42, "shown": 980, "big": 9_800}[SCALE]
names = labels("planet_unknown")

# %%
results = simkit.simulate("planet_unknown", seats=4, games=GAMES, seed=21, log="games")
seats, games = results.seats, results.games
say(sentences.conditions(results, names))

# %% [markdown]
# ## Corporations

# %%
corporations = balance.table(seats, "faction", games)
show(draw.win_shares(corporations, labels=names))
say(sentences.balance(corporations, labels=names))

# %% [markdown]
# ## Planets

# %%
planets = balance.table(seats, "planet", games)
show(draw.win_shares(planets, "planet", labels=names))
say(sentences.balance(planets, "planet", names))

# %%
spread = {
    word: 100 * (table.win_share.max() - table.win_share.min())
    for word, table in (("corporation", corporations), ("planet", planets))
}
unsure = 100 * max((table.win_high - table.win_low).max() for table in (corporations, planets))
wider, other = sorted(spread, key=lambda word: -spread[word])
say(
    f"From the best to the worst {wider} it is {spread[wider]:.0f} points of win share, from the best to "
    f"the worst {other} {spread[other]:.0f}; the widest interval of either is {unsure:.0f} points: "
    + (
        f"for these bots the **{wider}** matters more."
        if spread[wider] - spread[other] > unsure
        else "these games do not tell which of the two matters more."
    )
)

# %% [markdown]
# ## Who goes where?
#
# Each cell is the mean score of one corporation on one planet. Most of what is seen is "good corporation"
# plus "kind planet".

# %%
both = balance.table(seats, ["faction", "planet"], games)
show(draw.pairs(both, "faction", "planet", value="score", labels=names,
                title="The mean score of each corporation on each planet"))  # fmt: skip

# %% [markdown]
# Taking those two out leaves what *suits* whom: the points a corporation makes on a planet beyond what both
# do on their own.


# %%
def what_suits_whom():
    suits = setup.interactions(seats, games, columns=["planet"])
    show(draw.interactions(suits, "planet", labels=names))
    say(sentences.setups(setup.interaction_sizes(suits), names))


if_enough(what_suits_whom)

# %% [markdown]
# ## What carries a corporation?

# %%
chapters = merge_sources(seats, {
    "rows and columns": ["rows", "columns", "bonus"],
    "civ track": "track_civ", "water track": "track_water", "biomass track": "track_biomass",
    "rover track": "track_rover", "tech track": "track_tech",
    "civilisation cards": "card_*",
    "objectives": ["rival_*", "private"],
})  # fmt: skip
show(draw.points(balance.points_by_source(chapters, "faction", games), labels=names))

# %%
for corporation in (corporations.faction.iloc[0], corporations.faction.iloc[-1]):
    page = card.card(chapters, str(corporation), games=games)
    say(sentences.carries(page, names))

# %% [markdown]
# ## A bot that knows its corporation
#
# One set of weights for all corporations is unfair to those that ask for a plan of their own. The profile
# `corporation_aware` shifts its weights with the corporation. Does the order change?

# %%
AWARE = {"test": 28, "shown": 490, "big": 9_800}[SCALE]
aware = simkit.simulate(
    "planet_unknown", seats=4, games=AWARE, seed=22, log="games", bots="greedy:corporation_aware"
)
again = balance.table(aware.seats, "faction", aware.games)
show(draw.win_shares(again, labels=names))
say(sentences.conditions(aware, names), sentences.balance(again, labels=names))

# %%
ranks = corporations.set_index("faction").win_share.rank(ascending=False).astype(int)
moved = (again.set_index("faction").win_share.rank(ascending=False).astype(int) - ranks).abs()
say(
    f"More than one rank up or down between the two bots: "
    f"{sentences.listing(moved[moved > 1].index, names)}. What changes with the bot is a statement about bots, not about the corporation."
)

# %% [markdown]
# ## Try this
#
# - The larger edition: `simkit schema planet_unknown options` names its boards.
# - Give everybody the same planet: `lineup={"planets": ["petra"] * 4}`.
# - The study at full size: `experiments/planet_pairs.toml`, its report `experiments/planet_pairs.md`.
#
# Next: [Phases, cards and start worlds of the race](22-race-phases-and-cards.ipynb)
