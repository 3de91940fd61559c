# %% [markdown]
# # Your own real games
#
# Games that were played at a table, online or by another program can be put beside the simulated ones. If only
# scores and factions are known, a small table is enough. If every action is known, the game can be replayed,
# checked against the rules, and judged.

# %%
import json
import tempfile
from pathlib import Path

import pandas as pd

import simkit
from simkit.analysis import balance, fit
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.report import sentences
from simkit.runs.forms import import_results, read_form
from simkit.runs.recordings import case_results
from simkit.widgets import replay
from simkit.widgets.notebook import labels, say, scale, show, still

SCALE = scale("shown")  # the switch: "big" plays ten times as many games to compare with
TITLE = "race_for_the_galaxy"
names = labels(TITLE)
folder = Path(
    tempfile.mkdtemp()
)  # where this page puts its files; name a folder of yours to keep them

# %% [markdown]
# ## 1. Scores and factions
#
# One row per seat in order of play; `game` tells the tables apart. Write it in a spreadsheet, save it as CSV,
# and put its name here. `simkit import --form club.csv --title race_for_the_galaxy` writes an empty one.
#
# **The rows below are an example made up for this page**, not real games: fill in your own.

# %%
ROWS = """title,game,player,faction,score
race_for_the_galaxy,Tuesday,Ann,old_earth,31
race_for_the_galaxy,Tuesday,Ben,new_sparta,38
race_for_the_galaxy,Wednesday,Ben,alpha_centauri,42
race_for_the_galaxy,Wednesday,Cleo,epsilon_eridani,35
race_for_the_galaxy,Friday,Cleo,earths_lost_colony,40
race_for_the_galaxy,Friday,Ann,alpha_centauri,36
race_for_the_galaxy,Sunday,Ann,new_sparta,29
race_for_the_galaxy,Sunday,Ben,old_earth,33
"""
form = folder / "club.csv"
form.write_text(ROWS, encoding="utf-8")
tables = import_results(read_form(form), folder / "club")
club = next(iter(tables.values()))
club.seats[["game_id", "seat", "faction", "bot", "score", "rank", "win_share"]]

# %% [markdown]
# The club's games are now a run like any other: every chart and every table works on them.

# %%
players = balance.table(club.seats, "bot", club.games)
show(draw.win_shares(players, "bot"))
say(sentences.balance(players, "bot"))

# %% [markdown]
# Mind the intervals: a few evenings tell almost nothing. And real tables are no experiment: who plays which
# faction, and how well, is not drawn by lot.
#
# ### Beside the simulation

# %%
GAMES = {"test": 80, "shown": 2_000, "big": 20_000}[SCALE]
ours = simkit.simulate(TITLE, seats=2, games=GAMES, seed=27, log="games")
shares = balance.win_share(ours.seats, "faction", ours.games).rename(
    columns={"estimate": "win_share"}
)
real = balance.win_share(club.seats, "faction", club.games).rename(
    columns={"estimate": "win_share"}
)
show(findings.fit(fit.joined(shares, real), labels=names))
say(
    sentences.conditions(ours, names),
    sentences.agreement(fit.compare(shares, real).iloc[0], "win shares", "the club's"),
)

# %%
say(
    f"Scores: the club makes {club.seats.score.mean():.1f} points on average, our bots "
    f"{ours.seats.score.mean():.1f}."
)

# %% [markdown]
# ## 2. Whole games
#
# A recording names every action. Here one is taken out of a run; `simkit play` writes one of your own game
# against bots, and [the format](docs/own-recordings.md) can be written by hand or by a program.

# %%
games = simkit.simulate(
    TITLE, seats=2, games={"test": 40, "shown": 200, "big": 400}[SCALE], seed=28
)
recording = games.recording(0)
path = folder / "evening.json"
path.write_text(json.dumps(recording), encoding="utf-8")
recording["actions"][:5]

# %% [markdown]
# ### Is it legal, and do the figures agree?
#
# `simkit verify FILE` does the same from the command line.

# %%
verdicts = case_results(path)
say("\n".join(f"- {case.case}: **{case.status}** {case.detail}" for case in verdicts))

# %% [markdown]
# Change one figure, and the check names it:

# %%
wrong = {**recording, "scores": [recording["scores"][0] + 1, *recording["scores"][1:]]}
(folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
say(
    "\n".join(
        f"- **{case.status}**: {case.step} {case.detail}"
        for case in case_results(folder / "wrong.json")
    )
)

# %% [markdown]
# ### Look at it, and ask what a bot would have done

# %%
game = replay(path)
game.model.go(game.model.last // 2)
still(game)

# %%
opinion = game.model.opinion()
say(f"At decision {game.model.position} of {game.model.last}: {game.model.decision()}")
pd.DataFrame(
    [(one.words, round(one.value, 2), "yes" if one.chosen else "") for one in opinion.best],
    columns=["what could be done", f"worth to {opinion.who}", "done"],
)

# %% [markdown]
# ## Try this
#
# - Put your own results into `ROWS`, or `read_form(Path("club.csv"))`.
# - Figures from elsewhere (a website's win shares) need no games: any table with the columns `faction` and
#   `win_share` goes into `fit.compare`, as on [the page about the race](22-race-phases-and-cards.ipynb).
#
# Next: [How far to trust this](28-how-far-to-trust.ipynb)
