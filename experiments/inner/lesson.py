"""A first lesson: classic small games solved and checked, and the repeated prisoner's dilemma."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inner import page
from simkit.charts.theory import payoff_map, shares_over_time
from simkit.report.markdown import table as markdown
from simkit.theory import classics
from simkit.theory.dynamics import replicator
from simkit.theory.equilibria import nash, regret
from simkit.theory.payoffs import Payoffs

# What a player does after (own, other's) last moves CC, CD, DC, DD: the chance of cooperating.
STRATEGIES = {
    "always cooperate": (1, 1, 1, 1),
    "always defect": (0, 0, 0, 0),
    "tit for tat": (1, 0, 1, 0),
    "win-stay, lose-shift": (1, 0, 0, 1),
}
PRIZES = (3.0, 0.0, 5.0, 1.0)  # of CC, CD, DC, DD to who moved first in the pair
STEPS = 400.0  # of time that populations are given


def repeated(slip: float) -> Payoffs:
    """Return the repeated prisoner's dilemma without an end: the mean payoff of a round.

    Moves slip, so every pair of strategies has one long run, wherever it begins.
    """
    names = list(STRATEGIES)
    plans = [slip + (1 - 2 * slip) * np.array(plan, dtype=float) for plan in STRATEGIES.values()]
    grid = [[_long_run(mine, theirs) for theirs in plans] for mine in plans]
    return Payoffs.from_matrix(
        grid, names, label="Repeated prisoner's dilemma", unit="mean payoff of a round"
    )


def _long_run(mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
    seen = theirs[[0, 2, 1, 3]]  # the other sees the pair of moves the other way round
    chances = np.column_stack(
        [mine * seen, mine * (1 - seen), (1 - mine) * seen, (1 - mine) * (1 - seen)]
    )
    system = np.vstack([chances.T - np.eye(4), np.ones(4)])
    shares = np.linalg.lstsq(system, np.array([0, 0, 0, 0, 1.0]), rcond=None)[0]
    return float(shares @ PRIZES)


def solved() -> pd.DataFrame:
    """Return every classic game with its equilibria and the largest regret of any."""
    rows = []
    for name in classics.names():
        game = classics.game(name)
        answers = nash(game)
        rows.append(
            {
                "game": game.label,
                "story": game.note,
                "equilibria": "; ".join(str(one).replace(" (regret 0)", "") for one in answers),
                "regret": max(regret(game, list(one.mixes)) for one in answers),
            }
        )
    return pd.DataFrame(rows)


def write(asked: dict[str, Any], folder: Path) -> Path:
    """Solve and write the page."""
    table = solved()
    game = repeated(asked["slip"])
    answers = nash(game)
    even = np.full(len(game.names), 1 / len(game.names))
    path = replicator(game, [even], time=STEPS)
    last = path[path["time"] == path["time"].max()].sort_values("share", ascending=False)
    lines = [
        "# A first lesson: small games with known answers",
        "",
        "An equilibrium is a way to play from which nobody gains by changing alone. Read a story, guess "
        "the answer, look it up. The *regret* is what somebody could still gain: zero, if the computer "
        f"has solved the game. The largest of all these is {table['regret'].max():.1g}.",
        "",
        *markdown(table.assign(regret=table["regret"].map("{:.1g}".format))),
        "",
        "## The prisoner's dilemma, again and again",
        "",
        "Played once, confessing pays whatever the other does. Played again and again, moves can be "
        f"answered. Here {100 * asked['slip']:.0f} % of the moves slip, and the payoff is that of an "
        "average round.",
        "",
        "- *Tit for tat* does what the other did last; *win-stay, lose-shift* repeats its move if it "
        "earned well, and changes it otherwise.",
        f"- Equilibria in which all play alike or two sides differ: {len(answers)}, of regret "
        f"{max(one.regret for one in answers):.1g} at most: "
        + "; ".join(str(one).partition(" (regret")[0] for one in answers)
        + ".",
        f"- A population of all four in equal parts ends with {last['share'].iloc[0]:.0%} "
        f"{last['strategy'].iloc[0]}.",
        "- Why slips matter: two players of tit for tat echo a slip until the next one, two of win-stay, "
        "lose-shift are back at cooperating after two rounds.",
        "",
        "![What each earns against which](repeated.png)",
        "",
        "![Shares over time](population.png)",
        "",
        "Made by `python experiments/inner_games.py lesson`.",
    ]
    figures = {"repeated": payoff_map(game), "population": shares_over_time(path)}
    return page.save(folder, lines, figures, {"games": table})
