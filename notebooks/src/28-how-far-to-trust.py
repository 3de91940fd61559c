# %% [markdown]
# # How far to trust this
#
# A simulation answers exactly the question it was asked: *what happens when these bots play these rules?*
# Between that and "this faction is too strong" lie four steps. This page walks them with one finding, and
# shows what to do at each.
#
# 1. **Chance**: would other deals have said the same?
# 2. **Many looks**: who searches long enough finds something.
# 3. **Bots**: would other players have found the same?
# 4. **Rules and real play**: are the rules right, and do real games look like this?

# %%
import pandas as pd

import simkit
from simkit.analysis import balance, compare, fit, planning, robust
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.core.components import shipped
from simkit.report import sentences
from simkit.widgets.notebook import labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 80, "shown": 2_000, "big": 20_000}[SCALE]
TITLE = "race_for_the_galaxy"
names = labels(TITLE)

# %% [markdown]
# ## The finding

# %%
results = simkit.simulate(TITLE, seats=2, games=GAMES, seed=28, log="games")
seats, games = results.seats, results.games
table = balance.table(seats, "faction", games)
best = str(table.faction.iloc[0])
show(draw.win_shares(table, labels=names))
say(sentences.conditions(results, names), sentences.balance(table, labels=names))

# %% [markdown]
# ## 1. Chance
#
# Precision grows with the root of the games: half the width takes four times as many.

# %%
show(findings.so_far(planning.so_far(seats, games)))

# %%
effects = pd.DataFrame({"effect": [0.01, 0.02, 0.03, 0.05, 0.08]})
effects["games"] = [
    planning.games_for_effect(e, share=0.5, presence=2 / 5, comparisons=5) for e in effects.effect
]
show(findings.games_needed(effects))

# %% [markdown]
# The plainest test of chance: play it again with another seed. Does the same start world come first?

# %%
again = simkit.simulate(TITLE, seats=2, games=GAMES, seed=1_028, log="games")
second = balance.table(again.seats, "faction", again.games)
agree = fit.compare(table, second).iloc[0]
say(
    f"With other deals {names[str(second.faction.iloc[0])]} comes first; the two orders agree with a rank "
    f"correlation of {agree['rank_correlation']:+.2f}."
)

# %% [markdown]
# ## 2. Many looks
#
# The first half of the run against its second half: nothing differs but the deals, so whatever is found here
# is false. Five start worlds, six figures each; without correction one look in twenty "finds" something.

# %%
half = games.game_id < games.game_id.median()
arms = games.assign(arm=half.map({True: "first half", False: "second half"}))
looks = [
    compare.arms(seats.drop(columns="arm", errors="ignore"), arms, "faction", value=value)
    for value in ("win_share", "score", "margin", "chips", "tableau", "sixes")
]
raw = sum(int((look.p < 0.05).sum()) for look in looks)
corrected = sum(int((look.p_holm < 0.05).sum()) for look in looks)
say(
    f"Of {sum(map(len, looks))} comparisons of a run with itself {raw} look significant one by one; with Holm's "
    f"correction inside each table {corrected} do. All charts here use the correction; what you "
    "try *beside* them, it cannot know of."
)

# %% [markdown]
# ## 3. Bots
#
# Other players: four plans, the random bot (no plan at all), and a look-ahead bot that plays its best ideas on,
# on copies of the game, before it acts. It is slow, so it plays fewer games and has wider intervals.

# %%
FEW = {"test": 30, "shown": 1_000, "big": 10_000}[SCALE]
SLOW = {"test": 4, "shown": 60, "big": 1_200}[SCALE]
LOOK_AHEAD = "lookahead:balanced(k=3, samples=4, rounds=2)"
PLAYERS = {
    "military": ("greedy:military", FEW),
    "produce and consume": ("greedy:produce_consume", FEW),
    "developments": ("greedy:development", FEW),
    "aliens and trade": ("greedy:alien_trade", FEW),
    "random": ("random", FEW),
    "look-ahead": (LOOK_AHEAD, SLOW),
}
conditions = {"greedy": (seats, games)}
for word, (bot, count) in PLAYERS.items():
    run = simkit.simulate(TITLE, seats=2, games=count, seed=29, log="games", bots=bot)
    conditions[word] = (run.seats, run.games)

# %%
finding = robust.Finding(best)
checked = robust.across(finding, conditions)
verdict = robust.verdict(finding, checked).replace(best, names[best])
show(findings.robust(checked, title=verdict))

# %%
differ = robust.heterogeneity(checked).iloc[0]
say(
    f"From bot to bot the true advantage of {names[best]} differs by {100 * differ['between']:.0f} points of "
    f"win share (standard deviation, chance taken out). Set beside that the "
    f"{100 * float((table.win_high - table.win_low).mean()) / 2:.0f} points either way of the intervals above: "
    + (
        "**who plays matters more than how many games were played.**"
        if differ["between"] > float((table.win_high - table.win_low).mean()) / 2
        else "with these games chance is still the larger part."
    )
)  # fmt: skip

# %% [markdown]
# How good are the bots? A ladder from the worst to the best; people are not on it.

# %%
LADDER = {"test": 12, "shown": 120, "big": 2_400}[SCALE]
ladder = simkit.simulate(
    TITLE, seats=2, games=LADDER, seed=30, log="games",
    bots=["random", "greedy:military", "greedy:balanced", LOOK_AHEAD],
    lineup={"pairing": "balanced", "mirror": True},
)  # fmt: skip
rungs = balance.table(ladder.seats, "bot", ladder.games)
show(draw.win_shares(rungs, "bot"))

# %% [markdown]
# ## 4. Rules and real play
#
# The **rules** were held against games recorded elsewhere, decision by decision, against worked examples of the
# rulebooks, and against slow second implementations. `simkit verify tests/recordings` does that before your
# eyes, and each title's README says what was *not* checked. Federation rests in part on reconstructed
# figures: [its own page](23-federation-senate.ipynb).
#
# **Real play** is the hardest test, because no bot was tuned on it:

# %%
people = pd.read_csv(shipped("data") / TITLE / "real_play" / "start_worlds_2p.csv")
show(findings.fit(fit.joined(table, people), labels=names))
say(sentences.agreement(fit.compare(table, people).iloc[0], "start worlds' win shares"))

# %% [markdown]
# ## A checklist before you tell anybody
#
# - Does the interval leave the fair share out *after* correction?
# - Does it hold on a second seed? With three other bots, a stronger one among them?
# - Does it hold at other numbers of players, and with the options your readers play with?
# - Is there a reason in the rules (points by source) that a player would accept?
# - Did you look at twenty things and report one? Then say twenty.
#
# More: [the methods, one by one](docs/background/methods.md).
#
# Next: [back to the tour](00-tour.ipynb), or build something of your own.
