"""Planet Unknown: the commander turns the station and so chooses for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from inner import page
from simkit.bots.greedy import GreedyBot
from simkit.core.state import State
from simkit.report.markdown import table as markdown
from simkit.runs.spec import Spec
from simkit.studies import arena, bids, whatif

SPITE = 1e6  # weight of what the others get, against which the own tile is of no account


def rotations(state: State, bot: GreedyBot, candidates: list[int]) -> dict[str, int]:
    """Return the commander's choices by attitude; nothing where there is no rotation to choose."""
    decode = state.rules.decode
    turns = [action for action in candidates if decode(action)[0] == "rotate"]
    if len(turns) < 2:
        return {}
    kept = bot.w.deny  # 0 for plain greedy at tables of three and more, which is selfish
    found = {}
    for name, weight in (("selfish", 0.0), ("spiteful", SPITE)):
        bot.w.deny = weight
        found[name] = bot.choose(state, turns).action
    bot.w.deny = kept
    found["any"] = turns[bot.whims.below(len(turns))]
    return found


def compared(one: str, other: str) -> whatif.Ask:
    """Return the question what one attitude is worth against another."""

    def ask(state: State, bot: GreedyBot, candidates: list[int]) -> whatif.Split | None:
        found = rotations(state, bot, candidates)
        if not found:
            return None
        return whatif.Split(found[one], found[other], {"compared": f"{one} or {other}"})

    return ask


def write(asked: dict[str, Any], folder: Path) -> Path:
    """Play and write the page."""
    seats, seed, bot = asked["seats"], asked["seed"], asked["bot"]
    pairs = [("selfish", "any"), ("spiteful", "any"), ("spiteful", "selfish")]
    rows = pd.concat(
        [
            whatif.outcomes("planet_unknown", seats, compared(one, other), asked["games"],
                            asked["splits"], bot, seed)
            for one, other in pairs
        ],
        ignore_index=True,
    )  # fmt: skip
    table = whatif.summary(rows, ["compared"])
    spec = Spec.of(
        {"title": "planet_unknown", "seats": seats, "games": asked["seat_games"], "seed": seed,
         "log": "games", "lineup": {"bots": [bot]}}, "seats",
    )  # fmt: skip
    chairs = bids.shares(arena.outcomes([spec], by="seat")[0])
    mean = table.set_index("compared")
    selfish, spite = mean.loc["selfish or any"], mean.loc["spiteful or selfish"]
    fair = all(row["low"] <= 1 / seats <= row["high"] for row in chairs.to_dict("records"))
    lines = [
        "# Planet Unknown: the commander chooses for everybody",
        "",
        "Each round one player, the commander, turns the station; everybody then takes one of the two "
        "tiles before them. So the commander picks not only the own tiles but all the others' as well. A "
        "*selfish* commander looks at the own tiles only, a *spiteful* one gives the others the worst it "
        "can, whatever it gets itself.",
        "",
        f"Games of {seats} players (`{bot}`) were split at a commander's choice and played to the end "
        "both ways with the same luck; the differences are final points.",
        "",
        f"- A selfish turn instead of any turn gives the commander {page.between(selfish, 'own')} points "
        f"and each of the others {page.between(selfish, 'others')}.",
        f"- Spite instead of selfishness changes the commander's points by {page.between(spite, 'own')} "
        f"and those of each of the {seats - 1} others by {page.between(spite, 'others')}. What spite "
        "costs is the commander's alone to pay, what it does to the others they share; in share of wins "
        f"it comes to {page.between(spite, 'win', 1, 100)} points"
        + ("." if page.clear(spite, "win") else ", which these games do not tell from nothing."),
        "- Everybody is commander equally often, give or take one round. "
        + (
            f"With {asked['seat_games']:,} games no seat differs from an even share of wins."
            if fair
            else f"Still the seats do not win alike in {asked['seat_games']:,} games: see below."
        ),
        "",
        "![What a turn of the station gives and takes](rotations.png)",
        "",
        *page.shown(
            table, ["compared"],
            {"own": "commander's points", "others": "each other's points", "win": "win share, points"},
        ),
        "",
        "Seats, from the first commander on (simultaneous 95 % intervals):",
        "",
        *markdown(
            pd.DataFrame(
                {
                    "seat": chairs["who"],
                    "wins, %": [
                        f"{100 * r['estimate']:.1f} ({100 * r['low']:.1f}-{100 * r['high']:.1f})"
                        for r in chairs.to_dict("records")
                    ],
                }
            )
        ),
        "",
        "Made by `python experiments/inner_games.py planet`.",
    ]  # fmt: skip
    figure = page.dots(
        table, list(table["compared"]), {"own": "the commander", "others": "each of the others"},
        "Turning the station: what the commander gains and what the others get",
        "final points, the first attitude less the second",
    )  # fmt: skip
    return page.save(folder, lines, {"rotations": figure}, {"rotations": table, "seats": chairs})
