# %% [markdown]
# # Workshop 1: dominance and best response (45 minutes)
#
# | minutes | what |
# |---|---|
# | 0-10 | two stories, two tables: what would you do? |
# | 10-20 | exercise 1: striking out what no one should play |
# | 20-35 | exercise 2: the same question to the bots of a real game |
# | 35-45 | talk: when is "always best" enough? |
#
# A **strategy** is *dominated* if another one does better whatever the others do. A **best response** is what
# does best against what the others do *now*. Run each cell with Shift+Enter.

# %%
from simkit.charts.style import share as percent
from simkit.charts.theory import best_response_graph, payoff_map
from simkit.studies import payoffs
from simkit.theory import classics, equilibria, responses
from simkit.widgets.notebook import if_enough, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 12, "shown": 400, "big": 4_000}[SCALE]

# %% [markdown]
# ## Two stories
#
# Rows are your choices, columns the other's; left of the bar stands what you earn, right what the other earns.

# %%
say("**The prisoners.**", classics.story("prisoners_dilemma"))
classics.game("prisoners_dilemma").table()

# %%
say("**The hunters.**", classics.story("stag_hunt"))
classics.game("stag_hunt").table()

# %% [markdown]
# **Question.** Is there a choice that is better *whatever the other does*? In which of the two games?
#
# <details><summary>Hint</summary>Cover the column that you hope for. What would you do in the other one?</details>
# <details><summary>Answer</summary>The prisoners: confessing earns more in both columns (5 > 3 and 1 > 0). The
# hunters: none; stag is better against stag, hare against hare. So the hunters have to guess each other, and
# the prisoners do not.</details>

# %%
for name in ("prisoners_dilemma", "stag_hunt"):
    found = responses.dominated(classics.game(name))
    rows = [f"{row.strategy} is dominated by {row.by}" for row in found.itertuples()]
    say(f"{name.replace('_', ' ')}: " + ("; ".join(rows) or "nothing is dominated"))
show(best_response_graph(classics.game("stag_hunt")))

# %% [markdown]
# ## Exercise 1: strike out
#
# Nobody plays what is dominated. If everybody knows that, more can be struck out, and so on. By hand first:
# which cell is left?

# %%
game = classics.game("strike_out")
game.table()

# %% [markdown]
# <details><summary>Hint</summary>Begin with the columns: compare the numbers to the right of the bar in
# <i>centre</i> and <i>right</i>.</details>
# <details><summary>Solution</summary>Right beats centre in every row, so centre goes. Without it top beats
# middle and bottom. With top alone, left beats right. Left is: top and left.</details>

# %%
for row in responses.dominated(game).itertuples():
    say(
        f"Round {row.round}: {row.strategy} goes, since {row.by} does better by {row.margin:g} at least."
    )
left = responses.survivors(game).strategies
say("What is left: " + " against ".join(" or ".join(names) for names in left) + ".")

# %% [markdown]
# ## Exercise 2: strategies of a real game
#
# Three bots play Race for the Galaxy for two with different plans. The table is not known, it has to be
# *played*: every entry is a share of wins with an error. Which plan would you bring?

# %%
PLANS = {
    "military": "greedy:military",
    "builders": "greedy:development",
    "trade": "greedy:alien_trade",
}
table = payoffs.estimate(
    "race_for_the_galaxy", PLANS, 2, GAMES, seed=30, n_jobs=1, progress="quiet"
)  # fmt: skip
show(payoff_map(table))


# %%
def struck():
    found = responses.dominated(table)
    rows = [
        f"{row.strategy} is dominated by {row.by} (in {percent(row.sure)} of tables drawn within the errors)"
        for row in found.itertuples()
    ]
    say("; ".join(rows) or "No plan is dominated: which is best depends on what the other brings.")
    for answer in equilibria.symmetric(table):
        say(f"Equilibrium: {answer}")


if_enough(struck)
show(best_response_graph(table))

# %% [markdown]
# **Task.** Add a fourth plan to `PLANS` (`"both": "greedy:balanced"`), run the cells again. Does it change
# what the others should bring?
#
# <details><summary>Hint</summary>Look at the arrows of the last picture: an arrow says "from here I would
# change to ...". Where does no arrow leave?</details>
#
# ## To talk about
#
# - "Dominated" was judged from figures with errors. When would you trust it? (`SCALE = scale("big")`)
# - A plan that is never a best response may still be fun. What is a *balanced* game: one without dominated
#   plans?
#
# Notes for whoever leads this: [teacher's page](docs/how-to/teach-a-workshop.md).
# Next: [mixed strategies in simultaneous choice](31-mixed-strategies.ipynb)
