# %% [markdown]
# # Workshop 3: evolution of strategies (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-15 | exercise 1: hawks and doves, large populations and small ones |
# | 15-35 | exercise 2: three plans of a real game as a population |
# | 35-45 | talk: what "survives" is not always what is best for all |
#
# Think of strategies as kinds of animals: what earns more than average becomes more common.

# %%
import pandas as pd

from simkit.charts.style import share as percent
from simkit.charts.theory import payoff_map, shares_over_time, simplex
from simkit.studies import payoffs
from simkit.theory import classics, dynamics, equilibria
from simkit.widgets import metagame
from simkit.widgets.notebook import say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 12, "shown": 400, "big": 4_000}[SCALE]

# %% [markdown]
# ## Exercise 1: hawks and doves
#
# Two animals meet over something worth 2. A hawk fights, a dove shows off and gives way; two hawks hurt each
# other (a wound costs 4).

# %%
game = classics.game("hawk_dove")
game.table()

# %% [markdown]
# **Guess:** a population of doves, and one hawk among them. What happens? Does it end with hawks alone?
#
# <details><summary>Hint</summary>With a share h of hawks, a hawk earns -h + 2(1 - h), a dove 1 - h. When are they
# equal?</details>
# <details><summary>Solution</summary>2 - 3h = 1 - h, so h = 1/2. Rare hawks do well, common hawks do badly: the
# population settles at half and half, from either side.</details>

# %%
for start in ([0.02, 0.98], [0.98, 0.02]):
    show(shares_over_time(dynamics.replicator(game, [start], time=12)))

# %% [markdown]
# That was a population without end. In a small one chance decides who is born and who dies. Change `SEED`, then
# the number of animals.

# %%
SEED, ANIMALS = 1, 20
half = {"hawk": ANIMALS // 2, "dove": ANIMALS - ANIMALS // 2}
show(shares_over_time(dynamics.moran(game, half, steps=600, seed=SEED)))

# %% [markdown]
# **Task.** How often does one kind die out within 600 births, with 20 animals and with 100?
#
# <details><summary>Solution</summary>The next cell counts. Small populations lose what large ones keep.</details>


# %%
def dies_out(animals, runs={"test": 10, "shown": 60, "big": 400}[SCALE]):
    start = {"hawk": animals // 2, "dove": animals // 2}
    ends = [
        dynamics.moran(game, start, steps=600, seed=seed).tail(2).share.max()
        for seed in range(runs)
    ]
    return pd.Series(ends).eq(1.0).mean()


say(
    "; ".join(
        f"{n} animals: one kind is gone in {percent(dies_out(n))} of the runs"
        for n in (10, 20, 100)
    )
)

# %% [markdown]
# ## Exercise 2: plans of a real game
#
# Three bots with different plans for Race for the Galaxy, two at a table. What each wins against each is played
# first; then the plans are a population in which players copy what wins.

# %%
PLANS = {
    "military": "greedy:military",
    "produce": "greedy:produce_consume",
    "trade": "greedy:alien_trade",
}
table = payoffs.estimate(
    "race_for_the_galaxy", PLANS, 2, GAMES, seed=32, n_jobs=1, progress="quiet"
)
show(payoff_map(table))

# %%
even = dynamics.replicator(table, [[1 / 3] * 3], time=200)
show(simplex(table, [even]), shares_over_time(even))

# %%
last = even[even.time == even.time.max()].set_index("strategy").share
say(
    f"From even shares the population has come to {percent(last.max())} {last.idxmax()} when the picture ends. "
    "(Where an equilibrium is circled it goes on from there, slower and slower near the corners.)"
)
for answer in equilibria.symmetric(table):
    say(f"Equilibrium: {answer}")

# %% [markdown]
# Where you *begin* may decide where you end. Drag the ring, and ask how sure that is.

# %%
metagame(table)

# %% [markdown]
# **Task.** Find a start from which another plan wins, or argue from the picture that there is none.
#
# <details><summary>Hint</summary>A filled dot attracts. Every filled dot has its own land from which one falls to
# it.</details>
#
# ## Which plans last in the long run?
#
# If now and then somebody tries something new, the population visits all corners, some longer than others.

# %%
ranking = dynamics.alpha_rank(table).sort_values("share", ascending=False)
say(
    "In the long run: "
    + ", ".join(f"{r.strategy} {percent(r.share)}" for r in ranking.itertuples())
)

# %% [markdown]
# ## To talk about
#
# - Hawks and doves together earn less than doves alone would. Why do the doves not stay?
# - Players copy what wins at *their* tables. What if a fourth plan is invented?
#
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: [voting power](33-voting-power.ipynb)
