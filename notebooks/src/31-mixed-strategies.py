# %% [markdown]
# # Workshop 2: mixed strategies in simultaneous choice (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-10 | rock, paper, scissors against a machine that watches you |
# | 10-25 | exercise 1: the mix that cannot be beaten |
# | 25-40 | exercise 2: choosing a phase of Race for the Galaxy unseen |
# | 40-45 | talk: why roll dice on purpose? |
#
# When both choose at the same time, being *guessed* costs. A **mixed strategy** chooses by chance, with shares
# of one's own.

# %%
import numpy as np

from simkit.charts.style import share as percent
from simkit.charts.style import words
from simkit.charts.theory import payoff_map, shares_over_time
from simkit.studies import stage
from simkit.theory import classics, dynamics, equilibria
from simkit.theory.payoffs import Payoffs
from simkit.widgets import metagame
from simkit.widgets.notebook import say, scale, show

SCALE = scale("shown")  # the switch: "big" plays each pair of choices ten times as often
ROLLOUTS = {"test": 2, "shown": 60, "big": 600}[SCALE]

# %% [markdown]
# ## Rock, paper, scissors
#
# Write down ten throws, then run the cell: the machine has only counted your throws so far, and answers the
# one you used most.

# %%
MINE = ["rock", "paper", "rock", "scissors", "rock", "paper", "paper", "rock", "scissors", "rock"]
game = classics.game("rock_paper_scissors")
BEATS = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
points, seen = 0, dict.fromkeys(BEATS, 0)
for throw in MINE:
    answer = BEATS[max(seen, key=lambda name: seen[name])]
    points += (BEATS[answer] == throw) - (BEATS[throw] == answer)
    seen[throw] += 1
say(f"You: {points:+d} points in {len(MINE)} throws against a machine that counts.")

# %% [markdown]
# ## Exercise 1: the mix that cannot be beaten
#
# Rock now counts double when it wins. Guess first: should you throw rock more often, or less?

# %%
WIN = 2.0  # what a win with rock counts
double = Payoffs.from_matrix(
    [[0, -1, WIN], [1, 0, -1], [-WIN, 1, 0]], ["rock", "paper", "scissors"]
)  # fmt: skip
show(payoff_map(double))

# %% [markdown]
# <details><summary>Hint</summary>In equilibrium the other must not care what it throws: write down what rock,
# paper and scissors earn against shares r, p, s, and set them equal.</details>
# <details><summary>Solution</summary>Rock earns 2s - p, paper r - s, scissors p - 2r, and all must be 0 (the game
# is fair). So p = 2s, r = s, and r + p + s = 1: rock 1/4, paper 1/2, scissors 1/4. Not rock is thrown more
# often, but what <b>beats</b> it: others avoid being caught.</details>

# %%
solution = equilibria.symmetric(double)[0]
mix = dict(zip(double.names, solution.mixes[0], strict=True))
say("The mix that cannot be beaten: " + ", ".join(f"{percent(s)} {n}" for n, s in mix.items()))
gain = f"more than {solution.regret:.1g}" if solution.regret > 1e-9 else "anything"
say(f"Nobody gains {gain} by leaving it.")

# %% [markdown]
# Can people *learn* it? Let both always answer what was played so far.

# %%
show(shares_over_time(dynamics.fictitious_play(double, 400)))

# %% [markdown]
# And a whole population? Drag the ring; switch the dynamics from *replicator* to *logit*; make `WIN` larger and
# run again.

# %%
metagame(double)

# %% [markdown]
# ## Exercise 2: phases of Race for the Galaxy
#
# In the race everybody chooses a phase face down; what one chooses, both carry out, and who chose it has a
# bonus. A position is taken from a game, each pair of choices is played on to the end again and again, and
# the shares of wins make a matrix.

# %%
asked = stage.Asked(
    "race_for_the_galaxy", "choose", rounds=(4,), games=1, rollouts=ROLLOUTS, seed=31
)
found = stage.stages(asked)[0]
PRINTED = {"explore_5": "explore +5", "explore_1_1": "explore +1 +1"}
show(payoff_map(found.payoffs, labels=PRINTED))

# %% [markdown]
# **Before you run the next cell:** which choices would you never make here? Is there a row that is best in
# every column?


# %%
def shares_of(mix):
    return ", ".join(
        f"{percent(part)} {words(name, PRINTED)}" for name, part in mix.items() if part > 0.01
    )


def cost(points):
    return (
        f"{points:.1f} points of win share"
        if points > 0.05
        else "nothing that these figures can tell"
    )


say(
    f"Solution for the first player: {shares_of(found.own)}; for the second: {shares_of(found.other)}.",
    f"The first player then wins {percent(found.value)} of games (95 %: {percent(found.low)} to {percent(found.high)}).",
    f"Showing the card first would cost {cost(100 * found.hiding)} (estimated on rollouts not used to solve the "
    f"matrix: {100 * found.hiding:+.1f} points): what *hiding* is worth.",
    f"The bots chose {words(found.chosen[0], PRINTED)} and {words(found.chosen[1], PRINTED)}; against the "
    f"solution the first one's choice loses {cost(100 * found.lost)}.",
)  # fmt: skip

# %% [markdown]
# <details><summary>What to look for</summary>If one row is best everywhere the solution is pure and hiding is worth
# nothing. If the best row changes with the column, somebody has to mix. With few repetitions the matrix
# wobbles (a pair's error is shown below), and so does the mix; its <i>value</i> wobbles less.</details>

# %%
say(
    f"A pair's share of wins has a standard error of {100 * found.error:.1f} points; in the true game somebody "
    f"might gain up to {100 * found.regret_high:.0f} points by leaving this solution (95 %)."
)
spread = np.ptp(found.payoffs.tensor[..., 0])
say(f"The best and the worst pair lie {100 * spread:.0f} points apart.")

# %% [markdown]
# **Task.** Take another moment: `rounds=(7,)`, or another game: `seed=32`. Is mixing more common early or late?
#
# ## To talk about
#
# - Where else do you choose unseen? (Penalties, prices, which queue to take.)
# - A good player of the race says "I never mix, I read the other". What does the value of hiding say to that?
#
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: [evolution of strategies](32-evolution-of-strategies.ipynb)
