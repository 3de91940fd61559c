# %% [markdown]
# # Workshop 4: voting power (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-15 | exercise 1: votes are not power |
# | 15-25 | exercise 2: design a council |
# | 25-40 | exercise 3: the senate of Federation |
# | 40-45 | talk: what is a vote worth? |
#
# A voter has **power** where its vote decides. Banzhaf counts the coalitions of the others that it turns from
# losing to winning.

# %%
import pandas as pd

import simkit
from simkit.bots import make_bot
from simkit.charts.style import share as percent
from simkit.charts.theory import power_chart
from simkit.core.bot import Bot
from simkit.theory import power
from simkit.widgets.notebook import board, say, scale, show

SCALE = scale("shown")  # the switch: "big" looks at ten times as many senates
GAMES = {"test": 2, "shown": 40, "big": 400}[SCALE]


# %% [markdown]
# ## Exercise 1: votes are not power
#
# The six countries of an old council: 17 votes in all, 12 are needed.

# %%
COUNCIL = {"France": 4, "Germany": 4, "Italy": 4, "Belgium": 2, "Netherlands": 2, "Luxembourg": 1}
table = power.banzhaf(COUNCIL, quota=12)
show(power_chart(table, weight="votes", title="Luxembourg had a vote and no power"))

# %% [markdown]
# **Question.** Why has Luxembourg no power at all? Which quota would give it some?
#
# <details><summary>Hint</summary>All other countries have even numbers of votes.</details>
# <details><summary>Solution</summary>Its one vote decides only if the others stand at exactly 11, an odd number,
# which sums of 4 and 2 never make. With a quota that is odd it decides sometimes: try 13.</details>

# %%
powers = {q: power.banzhaf(COUNCIL, quota=q).set_index("voter")["index"] for q in range(9, 18)}
powers = pd.DataFrame(powers)
say(
    "Luxembourg's power by quota: "
    + ", ".join(f"{q}: {percent(v)}" for q, v in powers.loc["Luxembourg"].items())
)

# %% [markdown]
# ## Exercise 2: design a council
#
# Three parties with 45, 35 and 20 seats. Who has most power with a simple majority? Give the *votes* so that
# the power is 45 : 35 : 20, as well as you can.

# %%
PARTIES = {"A": 45, "B": 35, "C": 20}
show(power_chart(power.banzhaf(PARTIES, quota=51), weight="seats"))

# %% [markdown]
# <details><summary>Solution</summary>Any two of them have a majority, so all three have the same power: a third. With
# three voters only few splits of power exist at all; no votes give 45 : 35 : 20. A higher quota changes who
# can block: try 66 and 81.</details>
#
# ## Exercise 3: the senate of Federation
#
# In Federation players place ambassadors in the two wings of a senate. Here its votes are counted *as if the whole
# senate voted as one body*; the rules weigh floors and wings apart, and the stored study follows them.

# %%
rules = simkit.rules("federation", seats=4)
say(f"**Caution.** {rules.schema.caution}")


def senate(number):
    """Return a senate at the end of the third round's placing, as bots fill it."""
    luck = simkit.Luck(33).fork("game", number)
    state, bots = rules.deal(luck), [make_bot("greedy", "federation") for _ in range(4)]
    for seat, bot in enumerate(bots):
        assert isinstance(bot, Bot)
        bot.start(rules, seat, luck)
    last = state
    while not state.over and state.round < 4:
        if state.round == 3 and state.phase == 1:
            last = state.clone()
        state.apply(bots[state.seat].choose(state, state.candidates()).action)
    return last


first = senate(0)
board(first)

# %%
from simkit.games.federation.rules import scoring

NAMES = ("A", "B", "C", "D", "neutral")


def votes_by_seat(state):
    """Votes of every seat in the whole senate, the neutral ones last."""
    found = dict.fromkeys(NAMES, 0)
    for space in range(state.tables.outer):
        owner = state.who[space]
        if 0 <= owner < state.seats and not state.funding >> space & 1:
            found[NAMES[owner]] += scoring.votes_on(state, space)
        elif owner != -1 and not 0 <= owner < state.seats:
            found["neutral"] += state.votes[space]
    return {name: votes for name, votes in found.items() if votes > 0}


votes = votes_by_seat(first)
majority = sum(votes.values()) // 2 + 1
show(power_chart(power.banzhaf(votes, quota=majority), weight="votes"))

# %%
rows = []
for number in range(GAMES):
    votes = votes_by_seat(senate(number))
    if len(votes) > 1:
        found = power.banzhaf(votes, quota=sum(votes.values()) // 2 + 1)
        strong = found.loc[found.weight.idxmax()]
        share = strong.weight / found.weight.sum()
        rows.append(
            {"votes": share, "power": strong["index"], "dummies": int((found.swings == 0).sum())}
        )
rows = pd.DataFrame(rows)
say(
    f"In {len(rows)} senates whoever has most votes holds {percent(rows.votes.mean())} of them and "
    f"{percent(rows.power.mean())} of the power; in {percent(rows.dummies.gt(0).mean())} somebody votes without any power."
)

# %% [markdown]
# **Task.** Is it the strong who have more power than votes, or the weak? Change `state.round == 3` to 1 and 5.
#
# ## To talk about
#
# - What would you pay for one more vote? When is the answer "nothing"?
# - Power as counted here takes all coalitions for equally likely. When are they not?
#
# The senate's own study, law by law, with the price of a vote in points: `python experiments/inner_games.py
# federation`.
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: [auctions and fair bids](34-auctions-and-fair-bids.ipynb)
