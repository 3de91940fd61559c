# %% [markdown]
# # Add your own bot
#
# A bot is a class with one method that matters: `choose`. On this page you write one, check that it plays by
# the contract, let it play against simkit's, and see whether an idea of yours is worth anything. Everything
# happens in the notebook; for a file and a class tournament see the [guide](docs/your-own-bot.md).

# %%
import pandas as pd

import simkit
from simkit.analysis import balance
from simkit.charts import balance as draw
from simkit.charts.style import share as percent
from simkit.report import sentences
from simkit.testing import check_bot
from simkit.widgets.notebook import labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
TITLE = "federation"
names = labels(TITLE)

# %% [markdown]
# ## What a bot sees
#
# Deal a game and look at a decision. Every action can be said in words.

# %%
rules = simkit.rules(TITLE, seats=2)
state = rules.deal(simkit.Luck(7))
for action in state.candidates()[:6]:
    print(rules.describe(state, action))

# %% [markdown]
# What would simkit's greedy bot do, and why? It adds up features times weights, and can list them.

# %%
greedy = simkit.make_bot("greedy", TITLE)
greedy.start(rules, state.seat, simkit.Luck(1))
choice = greedy.choose(state, state.candidates())
say(
    f"It chooses: *{rules.describe(state, choice.action)}*, worth {choice.value:.1f} in its eyes, because of"
)
pd.DataFrame(greedy.explain(state, choice.action)).round(2)

# %% [markdown]
# ## A first bot: think one step ahead
#
# It tries every candidate on a copy and takes the one after which its score is best. `view` is the game as the
# seat may see it: what is hidden has been made up.


# %%
class OneStep(simkit.Bot):
    name = "one step"

    def choose(self, view, candidates):
        def value(action):
            after = view.clone()
            after.apply(action)
            return after.score[self.seat]

        best = max(candidates, key=value)
        return simkit.Choice(best, value(best))


# %% [markdown]
# ## A second bot: simkit's judgement, and an idea of yours
#
# Change the weights or write an `idea`: what is an action worth *more* than the greedy bot thinks? As it stands
# it likes laws twice as much as the greedy bot does.


# %%
class Lawful(simkit.Bot):
    PARAMS = ("times",)
    name = "lawful"

    def __init__(self, times=2.0):
        self.times = times

    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)
        self.adviser = simkit.make_bot("greedy", TITLE)
        self.adviser.start(rules, seat, luck)
        for weight in ("law", "law_future"):
            setattr(self.adviser.w, weight, self.times * getattr(self.adviser.w, weight))

    def idea(self, view, action):
        kind, arguments = self.rules.decode(action)
        return 0.0

    def choose(self, view, candidates):
        values = self.adviser.values(view, candidates)
        values = [v + self.idea(view, a) for v, a in zip(values, candidates, strict=True)]
        best = max(values)
        return simkit.Choice(candidates[values.index(best)], best)


# %% [markdown]
# ## Does it play by the contract?
#
# The checks play a few games and look for what goes wrong most often: illegal actions, looking at hidden
# cards, not forgetting the last game. What is wrong is named in plain words.

# %%
passed = check_bot(Lawful(), TITLE, seats=2)
say(f"{len(passed)} checks passed: {sentences.listing(passed, most=20)}.")

# %% [markdown]
# ## Let them play
#
# Four bots, every pair equally often; every deal is played twice with the seats exchanged, so that nobody owes
# a win to the deal.

# %%
GAMES = {"test": 24, "shown": 600, "big": 6_000}[SCALE]
results = simkit.simulate(
    TITLE, seats=2, games=GAMES, seed=26, log="games",
    bots=["random", OneStep(), simkit.make_bot("greedy", TITLE), Lawful()],
    lineup={"pairing": "balanced", "mirror": True},
)  # fmt: skip
table = balance.table(results.seats, "bot", results.games)
show(draw.win_shares(table, "bot"))
say(sentences.conditions(results, names), sentences.balance(table, "bot"))

# %% [markdown]
# ## Is the idea worth anything?
#
# Against weak company every good bot looks alike. So: the new one against the greedy bot alone.

# %%
DUEL = {"test": 12, "shown": 400, "big": 8_000}[SCALE]
duel = simkit.simulate(
    TITLE, seats=2, games=DUEL, seed=27, log="games", lineup={"mirror": True},
    bots=[simkit.make_bot("greedy", TITLE), Lawful()],
)  # fmt: skip
mine = balance.table(duel.seats, "bot", duel.games).set_index("bot").loc[repr(Lawful())]
settled = "**That is beyond doubt.**" if mine.p_holm < 0.05 else "**That may be luck.**"
say(
    f"`lawful` wins {percent(mine.win_share)} of {len(duel.games):,} games (95 %: {percent(mine.win_low)} to "
    f"{percent(mine.win_high)}). {settled}",
    "An idea that was found on some deals has to be tried on others: change the `seed` before you believe "
    "it, and if you tried twenty ideas, expect one to look good by chance.",
)

# %% [markdown]
# ## Try this
#
# - Give `idea` something to say: `kind == "mission"`, say, or what `arguments` holds.
# - Another title: set `TITLE`; `simkit.make_bot("greedy", TITLE).get_params()` names its weights.
# - A bot in a file, for the command line and for tournaments: `simkit new-bot mine --title federation`.
#
# Next: [Your own real games](27-your-own-games.ipynb)
