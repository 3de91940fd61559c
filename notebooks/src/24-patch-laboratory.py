# %% [markdown]
# # The patch laboratory: change a figure, see what it does
#
# A designer wants to know: *if I change this one number, who gains, who loses, and by how much?* simkit plays
# both versions, the printed one and yours, **on the same deals**: the same shuffles, the same seats, the same
# starting hands. What both versions share cancels out; what is left is the change.

# %%
import simkit
from simkit.analysis import compare
from simkit.charts import balance as draw
from simkit.charts import findings
from simkit.charts.style import share as percent
from simkit.report import sentences
from simkit.studies.sweeps import sweep
from simkit.widgets import patchlab
from simkit.widgets.notebook import label_of, labels, say, scale, show

SCALE = scale("shown")  # the switch: "big" plays ten times as many games
GAMES = {"test": 80, "shown": 1_400, "big": 14_000}[SCALE]
TITLE, PLAYERS = "race_for_the_galaxy", 2
names = labels(TITLE)

# %% [markdown]
# ## What can be changed?
#
# Every title lists the figures that may be changed, with their ranges. `simkit schema TITLE patch` prints the
# list; here are those of one start world.

# %%
printed = simkit.rules(TITLE, seats=PLAYERS).components
paths = printed.patchable_paths()
say(f"{len(paths)} figures of {label_of(TITLE)} may be changed.")
{path: printed.get(path) for path in paths if "old_earth" in path}

# %% [markdown]
# ## One change
#
# Old Earth comes with points of its own. What if it had more? Edit the line; any of the paths will do, and
# several at once.

# %%
PATCH = {"cards.old_earth.vp": printed.get("cards.old_earth.vp") + 3}
results = simkit.simulate(
    TITLE, seats=PLAYERS, games=GAMES, seed=24, log="games",
    arms=[{"name": "printed"}, {"name": "the patch", "patch": PATCH}],
)  # fmt: skip
seats, games = results.seats, results.games
say(sentences.conditions(results, names))

# %%
change = compare.arms(seats, games, "faction")
show(findings.arms(change, labels=names))
say(sentences.change(change, "The patch", by="faction", labels=names))

# %% [markdown]
# A win share of one is taken from the others, so somebody always pays. Scores tell the two apart: who makes
# more points, and who merely wins less often.

# %%
scores = compare.arms(seats, games, "faction", value="score")
show(findings.arms(scores, value="score", labels=names))
say(sentences.change(scores, "The patch", by="faction", value="score", labels=names))

# %% [markdown]
# ## What the same deals are worth
#
# The same games once more, their win shares compared as if the two versions had been played on different deals.

# %%
apart = games.assign(deal=games.deal.where(games.arm == "printed", -1 - games.deal))
unpaired = compare.arms(seats, apart, "faction")
widths = [100 * (table.high - table.low).mean() for table in (change, unpaired)]
gain = (widths[1] / widths[0]) ** 2
say(
    f"On the same deals the intervals of the win shares are {widths[0]:.1f} points wide on average, on "
    f"different deals {widths[1]:.1f}. " + (
        f"Playing the same deals was worth {gain:.1f} times as many games."
        if gain > 1.1 else "Here the same deals hardly helped: play parts ways too early."
    )
)  # fmt: skip

# %% [markdown]
# ## With sliders
#
# The laboratory itself: choose what belongs to whom, move the figure, press *Play*, watch the difference tighten,
# stop when you have seen enough. It ends with the line of code that does the same. (On a page that is only
# read nothing is seen here: run the cell.)

# %%
patchlab(TITLE, seats=PLAYERS, games=max(GAMES // 4, 20))

# %% [markdown]
# ## How much is enough?
#
# A sweep plays a whole range of values, again on the same deals, and shows where the change crosses the fair
# share.

# %%
VALUES = "0..6"
spec = {"title": TITLE, "seats": PLAYERS, "games": GAMES // 2, "seed": 25, "log": "games"}
swept = sweep(spec, [f"patch:cards.old_earth.vp={VALUES}"])
curve = swept.table("faction")
earth = curve[curve.faction == "old_earth"]
show(
    draw.win_shares(
        earth.assign(value=[f"{n} point{'s' if n != 1 else ''}" for n in earth.iloc[:, 0]]), "value",
        title="What Old Earth wins, by the points printed on it",
    )
)  # fmt: skip

# %%
gap = (earth.win_share - earth.fair).abs()
best = earth.loc[gap.idxmin()]
say(
    f"Nearest to its fair share Old Earth is with {best.iloc[0]} printed points "
    f"({percent(best.win_share)} of its games, 95 %: {percent(best.win_low)} to {percent(best.win_high)}); printed are "
    f"{printed.get('cards.old_earth.vp')}."
)

# %% [markdown]
# ## A change of everybody's game
#
# Not every figure belongs to one faction. This one ends the game later.

# %%
LONGER = {"game.end.tableau": printed.get("game.end.tableau") + 2}
longer = simkit.simulate(
    TITLE, seats=PLAYERS, games=GAMES, seed=26, log="games",
    arms=[{"name": "printed"}, {"name": "a longer game", "patch": LONGER}],
)  # fmt: skip
change = compare.arms(longer.seats, longer.games, "faction")
show(findings.arms(change, labels=names))
rounds = longer.games.groupby("arm", observed=True).rounds.mean()
say(
    f"Games take {rounds['a longer game']:.1f} rounds instead of {rounds['printed']:.1f}.",
    sentences.change(change, "A longer game", by="faction", labels=names),
)

# %% [markdown]
# ## Mind
#
# - The bots know the changed rules, but their *plans* were tuned for the printed ones. Big changes ask for
#   new plans; trust small ones more.
# - Try the change with other bots (`bots="greedy:military"`) before you believe it:
#   [How far to trust this](28-how-far-to-trust.ipynb).
#
# ## Try this
#
# - Another title: set `TITLE = "planet_unknown"` and the patch to a corporation's figure, for instance
#   `{"corporations.republic.rovers": 3}`.
# - Is a start world's *power* worth more than its points? Change `cards.old_earth.powers.0.n`.
#
# Next: [How much is luck?](25-how-much-is-luck.ipynb)
