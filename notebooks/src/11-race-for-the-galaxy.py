# %% [markdown]
# # Race for the Galaxy
#
# Two to four players. Each secretly chooses a phase of the round; what anybody has chosen, all carry out, and
# who chose it gets a bonus. Cards are everything at once: worlds, money, goods. It ends when somebody has
# twelve cards on the table or the chips run out.
#
# The whole game is about guessing what the others will choose, so that they do your work for you.

# %%
import simkit
from simkit.analysis import balance, decisions, strategy, winchance
from simkit.analysis.frames import merge_sources
from simkit.charts import balance as draw
from simkit.charts import games as course
from simkit.charts import strategy as plans
from simkit.charts.style import share as percent
from simkit.report import sentences
from simkit.widgets import replay
from simkit.widgets.notebook import if_enough, labels, say, scale, show, still

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 60, "shown": 2_000, "big": 20_000}[SCALE]
names = labels("race_for_the_galaxy")

# %%
results = simkit.simulate("race_for_the_galaxy", seats=2, games=GAMES, seed=12)
seats, games, moves = results.seats, results.games, results.moves
say(sentences.conditions(results, names))

# %% [markdown]
# ## How it plays
#
# Seven action cards. This is which phase is chosen when:

# %%
chosen = moves[(moves.kind == "choose") & (moves["round"] <= 14)]
mix = strategy.action_mix(chosen, seats, games, what="first")
cards = {"explore_5": "explore +5", "explore_1_1": "explore +1 +1"}
show(plans.action_mix(mix, what="first", labels=cards))

# %%
ends = games.end_reason.value_counts(normalize=True)
say(
    f"A game takes {games['rounds'].mean():.1f} rounds. What ends it: "
    + ", ".join(
        f"{name.replace('_', ' ')} {percent(part)}" for name, part in ends.items() if part > 0
    )
    + f". The winner makes {seats[seats['rank'] == 1].score.mean():.1f} points on average."
)

# %% [markdown]
# ## A game

# %%
game = replay(results, 1)
game.model.go(game.model.last)
still(game)

# %% [markdown]
# ## Balance: the five start worlds

# %%
table = balance.table(seats, "faction", games)
show(draw.win_shares(table, labels=names))
say(sentences.balance(table, labels=names))

# %%
chapters = merge_sources(seats, {
    "chips": "chips_*",
    "worlds": ["start_world", "military_world", "production_world", "windfall_world", "plain_world"],
    "developments, printed": "development",
    "six-cost developments": ["*_league", "*_association", "*_institute", "*_seti", "galactic_*",
                              "new_*", "merchant_guild"],
})  # fmt: skip
show(draw.points(balance.points_by_source(chapters, "faction", games), labels=names))

# %% [markdown]
# The start worlds beside figures of people, and single cards:
# [Phases, cards and start worlds](22-race-phases-and-cards.ipynb).
#
# ## Strategies
#
# Five plans, four at each table.

# %%
PLANS = ["balanced", "military", "produce_consume", "development", "alien_trade"]
POOL = {"test": 30, "shown": 800, "big": 8_000}[SCALE]
mixed = simkit.simulate(
    "race_for_the_galaxy", seats=4, games=POOL, seed=13,
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
by_plan = balance.table(mixed.seats, "profile", mixed.games)
show(draw.win_shares(by_plan, "profile"))
say(sentences.conditions(mixed, names), sentences.balance(by_plan, "profile"))

# %%
grouped = merge_sources(mixed.seats, {
    "chips": "chips_*",
    "military worlds": "military_world",
    "other worlds": ["start_world", "production_world", "windfall_world", "plain_world"],
    "developments, printed": "development",
    "six-cost developments": ["*_league", "*_association", "*_institute", "*_seti", "galactic_*",
                              "new_*", "merchant_guild"],
})  # fmt: skip
show(draw.points(balance.points_by_source(grouped, "profile", mixed.games), "profile"))

# %% [markdown]
# The plans were found by hand, apart from the balanced one, whose weights were improved in play. So this
# compares these bots, not the plans at their best.
#
# ## When are games decided?


# %%
def outlook():
    chances = winchance.chances(moves, seats, games, figures=["chips", "tableau", "hand"])
    show(course.sharpness(winchance.sharpness(chances)))


if_enough(outlook)
say(sentences.facts(results))

# %% [markdown]
# ## How much is there to choose?

# %%
show(course.branching(decisions.branching(moves, seats, games)))

# %% [markdown]
# ## Try this
#
# - The advanced game for two, with two action cards a round: `options={"advanced": True}`.
# - Three or four players: `seats=4`.
# - Play yourself: `from simkit.widgets import play; play("race_for_the_galaxy", seats=2)`.
#
# Rules decisions, and what was not checked: `simkit/games/race_for_the_galaxy/README.md`.
#
# Next: [Planet Unknown](12-planet-unknown.ipynb)
