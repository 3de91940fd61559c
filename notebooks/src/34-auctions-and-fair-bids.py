# %% [markdown]
# # Workshop 5: auctions and fair bids (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-15 | exercise 1: sell an envelope to the room |
# | 15-35 | exercise 2: what should a start world cost? |
# | 35-45 | talk: the winner's curse |
#
# If one faction is stronger, let players *bid* for it. The fair price makes everybody indifferent.

# %%
import numpy as np
import pandas as pd

from simkit.charts import balance as draw
from simkit.charts import style
from simkit.studies import bids
from simkit.widgets.notebook import label_of, labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 60, "shown": 2_000, "big": 20_000}[SCALE]
TITLE = "race_for_the_galaxy"
names = labels(TITLE)

# %% [markdown]
# ## Exercise 1: an envelope
#
# In an envelope lie between 0 and 20 coins. Four bidders each have a guess that is right on average and off by
# 5 or so. The highest sealed bid gets the envelope. What happens if everybody bids its guess?

# %%
VALUES = np.linspace(0, 20, 21)
table = bids.auctions(VALUES, bidders=4, spread=5.0, experience=[1, 4, 16, 64])
gain = table.gains_first.iloc[0]
say(
    f"With one guess each the winner {'gains' if gain > 0 else 'loses'} {abs(gain):.1f} coins on average."
)
table.round(1)

# %% [markdown]
# <details><summary>Hint</summary>Who wins the auction: somebody whose guess was too low, or too high?</details>
# <details><summary>Solution</summary>The winner is whoever erred upwards most: on average it pays more than the
# envelope holds. That is the <b>winner's curse</b>. Paying only the second highest bid helps, better knowledge
# (experience) helps more, and one should bid less than one's guess, the more so the more bidders there
# are.</details>

# %%
rows = [
    {"bidders": n, **bids.auctions(VALUES, n, 5.0, experience=[1]).iloc[0]}
    for n in (2, 3, 4, 6, 10)
]
curse = pd.DataFrame(rows)
figure, (ax,) = style.new(3.2)
paid = {"gains_second": "second highest bid is paid", "gains_first": "highest bid is paid"}
style.lines(ax, curse.set_index("bidders")[list(paid)], labels=paid)
style.reference(ax, 0, "no gain", axis="y")
style.round_axis(ax, "bidders")
ax.set_ylabel("coins gained by the winner")
show(style.finish(figure, "The more bidders, the worse for the one who wins"))

# %% [markdown]
# ## Exercise 2: start worlds
#
# Five start worlds of Race for the Galaxy, two players, bots. How many points should each cost, so that all win
# equally often? **Guess first** from the win shares.

# %%
asked = bids.Asked(TITLE, seats=2, games=GAMES, fresh=GAMES, seed=34)
found = bids.bids(asked, n_jobs=1, progress="quiet")
before = found.table.rename(columns={"who": "faction", "before": "win_share", "before_low": "win_low",
                                     "before_high": "win_high"})  # fmt: skip
before = before.assign(fair=found.fair, p_holm=1.0)
beyond = (before.win_low > found.fair) | (before.win_high < found.fair)
show(draw.win_shares(before.assign(p_holm=np.where(beyond, 0.01, 1.0)), labels=names))

# %%
prices = found.table.sort_values("price", ascending=False)
say(
    "Fair prices: " + ", ".join(f"{names.get(r.who, r.who)} {r.price}" for r in prices.itertuples())
)
inside = int(((found.table.after - found.fair).abs() <= 0.05).sum())
say(
    f"On {GAMES:,} fresh games with these prices {inside} of the {len(found.table)} start worlds of "
    f"{label_of(TITLE)} win within 5 points of an even share."
)

# %%
after = found.table.rename(
    columns={"who": "faction", "after": "win_share", "low": "win_low", "high": "win_high"}
)
beyond = (after.win_low > found.fair) | (after.win_high < found.fair)
after = after.assign(fair=found.fair, p_holm=np.where(beyond, 0.01, 1.0))
show(
    draw.win_shares(
        after, labels=names, title="With fair prices paid, on games not used to find them"
    )
)

# %% [markdown]
# **Task.** How were the prices found? No game was played again: a price is just taken off the logged scores,
# and the winners are counted anew. Why is that allowed here, and when would it not be?
#
# <details><summary>Hint</summary>Do these bots look at the score while they play?</details>
# <details><summary>Solution</summary>They do not, so the same moves are made whatever was paid. A player who sees that
# it is behind would play otherwise. That is why the prices are tried on fresh games.</details>
#
# ## To talk about
#
# - At a real table nobody has played thousands of games. What does the winner's curse do to bids then?
# - Should a designer publish fair prices, or mend the factions?
#
# Prices of Gaia Project's fourteen factions: `simkit bids experiments/gaia_bids.toml`.
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: [information and bluff](35-information-and-bluff.ipynb)
