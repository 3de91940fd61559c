# %% [markdown]
# # Phases, cards and start worlds of the race
#
# Which phases pay, which cards go with winning, and do our bots find the same start worlds strong as people
# do? Here the simulation is held against figures of real play.

# %%
import pandas as pd

import simkit
from simkit.analysis import balance, fit, strategy
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.charts import strategy as plans
from simkit.core.components import shipped
from simkit.report import sentences
from simkit.widgets.notebook import labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 100, "shown": 3_000, "big": 30_000}[SCALE]
names = labels("race_for_the_galaxy")
names |= {"explore_5": "explore +5", "explore_1_1": "explore +1 +1"}

# %%
results = simkit.simulate("race_for_the_galaxy", seats=2, games=GAMES, seed=22)
seats, games, moves = results.seats, results.games, results.moves
say(sentences.conditions(results, names))

# %% [markdown]
# ## Start worlds, beside people
#
# The real figures are shares of games won in logged games of people
# (`data/race_for_the_galaxy/real_play`). They were never used to tune a bot, so they can test one.

# %%
ours = balance.table(seats, "faction", games)
people = pd.read_csv(shipped("data") / "race_for_the_galaxy" / "real_play" / "start_worlds_2p.csv")
show(findings.fit(fit.joined(ours, people), labels=names))
say(sentences.agreement(fit.compare(ours, people).iloc[0], "start worlds' win shares"))

# %%
winners = seats[seats["rank"] == 1]
say(
    f"Our winners make {winners.score.mean():.1f} points on average, people's 37.5. Our tableaus hold "
    f"{seats.sixes.mean():.2f} six-cost developments, people's 0.90; games take "
    f"{games['rounds'].mean():.1f} rounds. Where ours fall short of people's, trust what they say about "
    f"long plans less."
)

# %% [markdown]
# Put in a table of your own games the same way: [Your own real games](27-your-own-games.ipynb).
#
# ## Phases
#
# How often is each action card chosen with each start world, and which of the first choices go with winning?

# %%
chosen = moves[moves.kind == "choose"]
by_world = strategy.action_mix(chosen, seats, games, what="first", by="faction", rounds=False)
by_world = by_world.rename(columns={"estimate": "share"})
show(draw.pairs(by_world, "faction", "first", value="share", labels=names,
                title="How often each start world chooses what, as a share of its choices"))  # fmt: skip

# %%
opening = strategy.openings(
    chosen, seats, games, length=2, parts="first", control="faction", least=max(20, GAMES // 30)
)
printed = {name: " > ".join(names.get(part, part.replace("_", " ")) for part in name.split(" > "))
           for name in opening.opening.astype(str)}  # fmt: skip
show(plans.openings(opening, control=["faction"], labels=printed))

# %% [markdown]
# ## Cards
#
# Who puts a good card on the table wins more, but winners also put more cards on the table. So every taker is
# compared with seats in the same round and standing: the *edge*.

# %%
placed = moves[moves.kind == "place"].assign(design=moves.card.astype(str).str.split("/").str[0])
cards = strategy.picks(
    placed, seats, "design", games, control="faction", least=max(20, GAMES // 25)
)
best = pd.concat([cards.sort_values("edge").tail(8), cards.sort_values("edge").head(8)])
show(plans.picks(best.drop_duplicates("design"), "design", labels=names))
say(sentences.picks(cards, "design", names))

# %% [markdown]
# An edge is still no proof that the card *causes* the win: good hands hold more than one good card. To measure
# what one thing is worth, forbid it: same deals, one bot that may not.
#
# ## What is Produce worth?

# %%
FEW = {"test": 30, "shown": 600, "big": 6_000}[SCALE]
without = simkit.simulate(
    "race_for_the_galaxy", seats=2, games=FEW, seed=23, log="games", lineup={"mirror": True},
    bots=["greedy", "restricted(bot='greedy', forbid='kind=choose, first=produce')"],
)  # fmt: skip
worth = balance.table(without.seats.assign(who=without.seats.bot.astype(str)), "who", without.games)
short = {who: "greedy without Produce" if "forbid" in who else who for who in map(str, worth.who)}
say(sentences.conditions(without, names), sentences.balance(worth, "who", short))

# %% [markdown]
# ## Try this
#
# - Change `first=produce` to `first=explore_5`, or forbid a card: `forbid='card=...'`.
# - With four players (`seats=4`) phases are shared by more: does Produce lose or gain?
#
# Next: [The senate under uncertain figures](23-federation-senate.ipynb)
