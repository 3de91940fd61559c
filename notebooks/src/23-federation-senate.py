# %% [markdown]
# # The senate under uncertain figures
#
# Of Federation the rulebook's words are complete, its pictures are lost. Some figures are therefore
# *reconstructed*: chosen so that every sentence and every worked example holds. For what other figures would
# also be possible there are **readings**: named patches, each with its label.
#
# This page asks the question that decides what the title is good for: *which results stay the same whatever
# the truth is?*

# %%
import pandas as pd

import simkit
from simkit.analysis import balance, compare, robust
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.core.registry import title_module
from simkit.report import sentences
from simkit.widgets.notebook import labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games of every reading
GAMES = {"test": 6, "shown": 100, "big": 1_000}[SCALE]
names = labels("federation")
readings = title_module("federation", "io.readings")

# %% [markdown]
# ## How much is uncertain?

# %%
figures = pd.DataFrame(title_module("federation", "io.confidence").data_confidence())
count = figures.confidence.value_counts()
say(
    f"Of {len(figures):,} figures "
    + ", ".join(f"{n:,} are {name}" for name, n in count.items())
    + "."
)
figures.groupby(
    figures.path.str.partition(".")[0].rename("file")
).confidence.value_counts().unstack(fill_value=0)

# %%
heavy = [one for one in readings.readings(4) if one.weight == "heavy"]
say(
    f"{len(readings.readings(4))} readings concern games of four; {len(heavy)} of them are thought to weigh "
    "heavily:",
    "\n".join(f"- {one.label}" for one in heavy),
)

# %% [markdown]
# ## Play every heavy reading on the same deals
#
# One arm per reading, and one with the data as they are. All arms share deals and line-ups, so what differs
# is the reading alone.

# %%
PLANS = ["balanced", "builder", "financier", "specialists", "trader", "voter"]
as_is = {"name": "as reconstructed"}
changed = [{"name": one.name, "patch": one.patch, "options": one.options} for one in heavy]
results = simkit.simulate(
    "federation", seats=4, games=GAMES, seed=23, log="games", arms=[as_is, *changed],
    bots=[f"greedy:{plan}" for plan in PLANS], lineup={"pairing": "balanced"},
)  # fmt: skip
seats, games = results.seats, results.games
say(sentences.conditions(results, names))

# %% [markdown]
# ## What moves the scores?

# %%
words = {one.name: one.label for one in heavy}
scores = compare.arms(seats, games, by=(), value="score")
show(findings.tornado(scores, labels=words))

# %% [markdown]
# ## What moves the balance of plans?
#
# A reading that gives everybody more points changes no balance. So look at who wins. First the data as they
# are:

# %%
base_games = games[games.arm == "as reconstructed"]
base_seats = seats[seats.game_id.isin(base_games.game_id)]
plain = balance.table(base_seats, "profile", base_games)
show(draw.win_shares(plain, "profile"))
say(sentences.balance(plain, "profile"))

# %%
by_plan = compare.arms(seats, games, by="profile")
best = str(plain.profile.iloc[0])
show(
    findings.tornado(
        by_plan[by_plan.profile == best], value="win_share", labels=words,
        title=f"How far each reading moves the win share of {best}",
    )
)  # fmt: skip
for plan in PLANS:
    say(sentences.moved(by_plan, plan, "profile"))

# %% [markdown]
# ## Which findings stand?
#
# A finding is *robust* when it holds under every reading, and it is said plainly when it does not.

# %%
under = robust.conditions_of(seats, games, "arm")
for plan, above in ((best, True), (str(plain.profile.iloc[-1]), False)):
    finding = robust.Finding(plan, by="profile", above=above)
    seen = robust.across(finding, under).verdict.value_counts()
    say(
        f"That {plan} wins {'more' if above else 'less'} than a fair share holds beyond doubt under "
        f"{seen.get('holds', 0)} of {len(under)} readings, the opposite under {seen.get('reversed', 0)}; "
        f"for the others these games leave it open."
    )

# %% [markdown]
# All readings together hold more games than any one of them. If readings differed no more than chance, their
# pooled result could be read as one:

# %%
finding = robust.Finding(best, by="profile")
spread = robust.heterogeneity(robust.across(finding, under)).iloc[0]
say(
    f"The win share of {best} differs between readings by {100 * spread['between']:.1f} points (standard "
    f"deviation of the true differences, chance taken out); "
    + (
        "that is more than chance explains: **which reading is true matters**."
        if spread["p"] < 0.05 else
        "that is no more than chance explains with these games."
    )
)  # fmt: skip

# %% [markdown]
# ## What to keep in mind
#
# - Readings are tried one at a time; two wrong figures together may do what neither does alone.
# - The bots' plans were made for the data as they are. Under another reading another plan may be best.
# - The full study, with all readings: `experiments/federation_readings.toml` and
#   `experiments/federation_report.md`.
# - If you own the game: every figure is in `data/federation`, with its confidence. Correct it, and all of this
#   plays by what you know.
#
# Next: [The patch laboratory](24-patch-laboratory.ipynb)
