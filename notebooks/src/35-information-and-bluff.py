# %% [markdown]
# # Workshop 6: information and bluff (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-20 | exercise 1: a card game with two cards |
# | 20-35 | exercise 2: what is it worth to see the other's choice? |
# | 35-45 | talk: when do you show your hand? |
#
# Who knows more can use it only by acting on it, and whoever acts on it tells it. **Bluffing** blurs that.

# %%
import itertools

import pandas as pd

from simkit.charts.style import rounded
from simkit.charts.style import share as percent
from simkit.charts.theory import payoff_map, shares_over_time
from simkit.studies import stage
from simkit.theory import dynamics, equilibria
from simkit.theory.payoffs import Payoffs
from simkit.widgets.notebook import say, scale, show

SCALE = scale("shown")  # the switch: "big" plays each pair of choices ten times as often
ROLLOUTS = {"test": 2, "shown": 40, "big": 400}[SCALE]

# %% [markdown]
# ## Exercise 1: a card game with two cards
#
# Both put 1 coin in. You draw *high* or *low*, equally often; the other sees nothing. You may **bet** one coin more
# or **check** (then the card decides: high wins, low loses). If you bet, the other may **call** (one coin more,
# the card decides) or **fold** (you take what lies there).

# %%
BET, ANTE = 1.0, 1.0


def worth(with_low, answer):
    """Coins you win on average: you always bet with high, and do `with_low` with low."""
    high = ANTE + BET if answer == "call" else ANTE
    if with_low == "check":
        low = -ANTE
    else:
        low = -(ANTE + BET) if answer == "call" else ANTE
    return (high + low) / 2


matrix = [[worth(low, answer) for answer in ("call", "fold")] for low in ("bluff", "check")]
poker = Payoffs.from_bimatrix(
    matrix, [[-x for x in row] for row in matrix], ["bluff", "check"], ["call", "fold"]
)  # fmt: skip
show(payoff_map(poker, title="What you win on average, by what you do with a low card"))

# %% [markdown]
# **Question.** How often should you bluff? How often should the other call?
#
# <details><summary>Hint</summary>Bluff so often that the other does not care whether it calls; and the other way
# round.</details>
# <details><summary>Solution</summary>With a share b of bluffs, calling costs the other b·0 + (1 - b)·½ and folding
# b·1 + (1 - b)·0. Equal for b = 1/3. The same way the other calls in 2/3 of the cases. You win 1/3 of a coin on
# average: knowing the card is worth that much.</details>

# %%
answer = equilibria.zero_sum(poker)
bluff, call = answer.mixes[0][0], answer.mixes[1][0]
say(
    f"Solution: bluff with {percent(bluff)} of low cards, call {percent(call)} of bets. You win {answer.values[0]:.3f} coins a "
    f"game; never bluffing would win {min(matrix[1]):.1f} at worst, always bluffing {min(matrix[0]):.1f}."
)

# %% [markdown]
# Nobody computes that at a table. Do players who just answer what they have seen so far get there?

# %%
show(shares_over_time(dynamics.fictitious_play(poker, 2_000)))

# %% [markdown]
# **Task.** Make the bet larger (`BET = 3`). More bluffs, or fewer? Guess, then run again.
#
# <details><summary>Solution</summary>More: a larger bet gains more when it works, and the other is called upon to
# pay more to see. In general the share of bluffs is BET / (2·ANTE + BET) and of calls 2·ANTE / (2·ANTE +
# BET).</details>

# %%
say(
    f"By the formula: bluffs {percent(BET / (2 * ANTE + BET))}, calls {percent(2 * ANTE / (2 * ANTE + BET))}."
)

# %% [markdown]
# ## Exercise 2: what is it worth to see the other's choice?
#
# In Race for the Galaxy phases are chosen face down. Take positions, play each pair of choices to the end, solve
# the matrix: what would the first player lose if its card lay open?

# %%
asked = stage.Asked("race_for_the_galaxy", "choose", (3, 6), games=2, rollouts=ROLLOUTS, seed=35)
found = stage.stages(asked)
rows = [
    {
        "game": one.game + 1, "round": one.round, "value": one.value, "hiding is worth": one.hiding,
        "mixed": sum(share > 0.05 for share in one.own.values()) > 1,
    }
    for one in found
]  # fmt: skip
table = pd.DataFrame(rows)
table.round(3)

# %%
most = max(found, key=lambda one: one.hiding)
PRINTED = {"explore_5": "explore +5", "explore_1_1": "explore +1 +1"}
show(payoff_map(most.payoffs, labels=PRINTED))
say(
    f"In {int(table.mixed.sum())} of {len(table)} positions the solution mixes; hiding is worth "
    f"{rounded(100 * table['hiding is worth'].mean(), 1, sign=True)} points of win share on average, at most "
    f"{rounded(100 * most.hiding, 1, sign=True)} (as estimated: the true worth is never below 0). The errors of single pairs are about {100 * most.error:.0f} points: small values are "
    "not told from nothing."
)

# %% [markdown]
# **Task.** Is it the *same* to see the other's card and to choose second? Write down a 2 x 2 matrix in which seeing
# helps a lot, and one in which it does not help at all.
#
# <details><summary>Hint</summary>If one row is best in every column, what is there to learn?</details>


# %%
def seeing(matrix):
    """What the second player gains by seeing the first one's choice, in a zero-sum game."""
    game = Payoffs.from_bimatrix(
        matrix, [[-x for x in row] for row in matrix], ["a", "b"], ["c", "d"]
    )
    return equilibria.zero_sum(game).values[0] - max(min(row) for row in matrix)


for matrix in ([[1, -1], [-1, 1]], [[2, 1], [1, 0]]):
    say(f"{matrix}: seeing is worth {seeing(matrix):.1f}")
worst = max(itertools.product((-1, 0, 1), repeat=4), key=lambda m: seeing([m[:2], m[2:]]))
say(
    f"Of all matrices with -1, 0 and 1 seeing is worth most in {[list(worst[:2]), list(worst[2:])]}."
)

# %% [markdown]
# ## To talk about
#
# - When is it good to show what one will do? (Chicken: throw the steering wheel out of the window.)
# - Bots of this project read nobody's mind: each bot gets only what its seat may know. How would you test that?
#
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: back to the [tour](00-tour.ipynb), or [add your own bot](26-your-own-bot.ipynb)
