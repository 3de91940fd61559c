"""Race for the Galaxy: everybody chooses a phase unseen, and all carry out what was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from inner import page
from simkit.charts import style
from simkit.charts.theory import payoff_map
from simkit.report.markdown import table as markdown
from simkit.studies import stage

PRINTED = {"explore_5": "explore +5", "explore_1_1": "explore +1 +1"}


def _mean(values: pd.Series) -> dict[str, float]:
    """Return a mean over positions with its 95 % interval."""
    from scipy.stats import t

    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
    wide = float(t.ppf(0.975, max(1, len(values) - 1))) * error
    mean = float(values.mean())
    return {"x": mean, "x_low": mean - wide, "x_high": mean + wide}


def write(asked: dict[str, Any], folder: Path) -> Path:
    """Play and write the page."""
    found = stage.stages(
        stage.Asked("race_for_the_galaxy", "choose", tuple(asked["rounds"]), asked["games"],
                    asked["rollouts"], asked["bot"], asked["seed"])
    )  # fmt: skip
    table = stage.frame(found)
    hiding, lost = _mean(table["hiding"]), _mean(table["lost"])
    mixed = (table["solution"].str.count("%") > 1).mean()
    drawn = max(found, key=lambda one: sum(share > 0.05 for share in one.own.values()))
    lines = [
        "# Race for the Galaxy: choosing phases unseen",
        "",
        "Each round both players choose an action card, face down. A phase that one has chosen is "
        "carried out by both; who chose it has a bonus. So it pays to guess what the other will "
        "choose, and not to be guessed. Here that choice is written down as a matrix: each "
        f"pair of choices was played on to the end {asked['rollouts']} times by `{asked['bot']}`, with "
        "the same luck for all pairs, and the figure is the first player's share of wins.",
        "",
        f"- {len(table)} positions were solved. In {100 * mixed:.0f} % of them the solution mixes "
        "several choices: no single one is safe from being guessed.",
        "- A solution leaves nothing to gain in the sampled matrix (largest regret "
        f"{table['regret'].max():.1g}; the figures of the matrix have a standard error of "
        f"{table['error'].mean():.3f}). In the true game, which is known only up to that error, somebody "
        f"might still gain up to {100 * table['regret_high'].max():.0f} points of win share (95 %).",
        "- To show the card first would cost "
        f"{page.between(hiding, 'x', 1, 100)} points of win share: that is what hiding the choice is "
        "worth"
        + ("." if page.clear(hiding, "x") else ", not told from nothing by these positions.")
        + " It is a cautious figure: the reply to a card that is shown is chosen on half of the "
        "repetitions and judged on the other half, and so hurts less than the best one would.",
        "- The bot knows nothing of solutions. Against one, its own choice loses "
        f"{page.between(lost, 'x', 1, 100)} points of win share.",
        "",
        f"![Shares of wins at round {drawn.round} of game {drawn.game + 1}](matrix.png)",
        "",
        *markdown(_shown(table)),
        "",
        "The first player does not know the other's hand: it is redrawn for every repetition. The matrix "
        "is the game as the first player sees it; the other, who knows its hand, may do better.",
        "",
        "Made by `python experiments/inner_games.py race`.",
    ]
    best = max(drawn.own, key=lambda name: drawn.own[name])
    played, won = style.share(drawn.own[best]), style.share(drawn.value)
    title = f"The solution plays {style.words(best, PRINTED)} most ({played}) and wins {won}"
    figure = payoff_map(drawn.payoffs, title=title, labels=PRINTED)
    return page.save(folder, lines, {"matrix": figure}, {"positions": table})


def _shown(table: pd.DataFrame) -> pd.DataFrame:
    value = [
        f"{100 * r['value']:.0f} ({100 * r['low']:.0f}-{100 * r['high']:.0f})"
        for r in table.to_dict("records")
    ]
    return pd.DataFrame(
        {
            "game": table["game"] + 1,
            "round": table["round"],
            "wins, %": value,
            "solution": table["solution"],
            "the bot chose": table["chosen"],
            "which loses, points": (100 * table["lost"]).map("{:.1f}".format),
            "hiding is worth": (100 * table["hiding"]).map("{:+.1f}".format),
        }
    )
