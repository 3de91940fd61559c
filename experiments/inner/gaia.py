"""Gaia Project: power from a neighbour's building, passing first, and taking a power action away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from inner import page
from simkit.bots.greedy import GreedyBot
from simkit.core.state import State
from simkit.studies import whatif

LARGE = 4  # power from which amounts are counted together


def leech(state: State, bot: GreedyBot, candidates: list[int]) -> whatif.Split | None:
    """Take a neighbour's power, or refuse it."""
    decode = state.rules.decode
    if decode(candidates[0])[0] not in ("leech", "decline"):
        return None
    choices = {decode(action)[0]: action for action in reversed(state.legal())}
    if set(choices) != {"leech", "decline"}:
        return None
    amount = decode(choices["leech"])[1]["amount"]
    words = {
        "power": f"{amount}" if amount < LARGE else f"{LARGE} or more",
        "rounds": "1-2" if state.round < 3 else "3-4" if state.round < 5 else "5-6",
        "bot": decode(bot.choose(state, candidates).action)[0],
        "whom": state.offers[0] >> 13,  # type: ignore[attr-defined]  # the builder
    }
    return whatif.Split(choices["leech"], choices["decline"], words)


def passing(state: State, bot: GreedyBot, candidates: list[int]) -> whatif.Split | None:
    """Pass at once, or do first what the bot would do."""
    decode = state.rules.decode
    passes = [action for action in candidates if decode(action)[0] == "pass"]
    rest = [action for action in candidates if decode(action)[0] not in ("pass", "convert")]
    if not passes or not rest or state.round > 5:
        return None
    gone = sum(player.passed for player in state.players)  # type: ignore[attr-defined]
    ready = decode(bot.choose(state, candidates).action)[0] == "pass"
    words = {
        "the bot": "would pass" if ready else "would go on",
        "passed before": "nobody" if not gone else "somebody",
    }
    return whatif.Split(bot.choose(state, passes).action, bot.choose(state, rest).action, words)


def power_action(state: State, bot: GreedyBot, candidates: list[int]) -> whatif.Split | None:
    """Take a power action that all may use once a round, or do the next best thing."""
    decode = state.rules.decode
    best = bot.choose(state, candidates).action
    kind, args = decode(best)
    rest = [action for action in candidates if action != best]
    if kind != "power_action" or not rest:
        return None
    names = state.rules.schema.kinds[best & 63].args[0].names
    return whatif.Split(best, bot.choose(state, rest).action, {"action": names[args["action"]]})


def write(asked: dict[str, Any], folder: Path) -> Path:
    """Play and write the page."""
    seats, seed, bot = asked["seats"], asked["seed"], asked["bot"]

    def play(ask: whatif.Ask) -> pd.DataFrame:
        return whatif.outcomes(
            "gaia_project", seats, ask, asked["games"], asked["splits"], bot, seed
        )

    three = ("own", "others", "win")
    leeched, passed, powered = play(leech), play(passing), play(power_action)
    columns = ("own", "whom", "others", "win")
    offers = whatif.summary(leeched, ["power"], columns)
    times = whatif.summary(leeched, ["rounds"], columns)
    whole = whatif.summary(leeched, [], columns).iloc[0]
    order = whatif.summary(passed, ["the bot", "passed before"], three)
    board = whatif.summary(powered, [], three).iloc[0]
    actions = whatif.summary(powered, ["action"], three)
    taken = (leeched["bot"] == "leech").mean()
    lines = [
        "# Gaia Project: three games inside the game",
        "",
        f"Games of {seats} players (`{bot}`) were split at a decision and played to the end both ways "
        "with the same luck. All figures are differences of final points, first way less second; what "
        "the bots make of a thing is what it is worth here.",
        "",
        "## Leech: an offer with a price",
        "",
        "Who builds next to you offers you power; it costs one point less than the power taken. The "
        f"builder cannot prevent it. The bot takes {100 * taken:.0f} % of the offers.",
        "",
        f"- To take an offer instead of refusing it is worth {page.between(whole, 'own')} points to who "
        f"takes it and {page.between(whole, 'whom')} to the builder.",
        "- When to refuse: where the figure below is under zero. "
        + f"By power: {_which(offers, 'power')} By rounds: {_which(times, 'rounds')}",
        "",
        "![What an offer of power is worth](leech.png)",
        "",
        *page.shown(offers, ["power"], {"own": "who takes it", "whom": "the builder"}),
        "",
        *page.shown(times, ["rounds"], {"own": "who takes it", "whom": "the builder"}),
        "",
        "## Passing: a race",
        "",
        "Who passes first goes first in the next round and has the choice of the boosters; who passes "
        "gives up the rest of the round. *Would go on*: the bot had another action in mind, and passed "
        "instead. *Would pass*: the bot passed, instead of its next best action.",
        "",
        *page.shown(
            order, ["the bot", "passed before"],
            {"own": "who passes", "others": "each other", "win": "win share, points"},
        ),
        "",
        "## Power actions: taken is taken",
        "",
        "Seven power actions lie on the board, each for one player a round. To take one gives something, "
        "and denies it to the others. Compared with the next best action, taking it is worth "
        f"{page.between(board, 'own')} points to who takes it and changes each of the others by "
        f"{page.between(board, 'others')}"
        + (
            "."
            if page.clear(board, "others")
            else ": a denial that these games do not tell from nothing."
        ),
        "",
        *page.shown(actions, ["action"], {"own": "who takes it", "others": "each other"}),
        "",
        "Made by `python experiments/inner_games.py gaia`.",
    ]  # fmt: skip
    figure = page.dots(
        offers, [f"{power} power" for power in offers["power"]],
        {"own": "who takes it", "whom": "the builder"},
        f"To leech is worth {whole['own']:+.1f} points on average", "final points, taken less refused",
    )  # fmt: skip
    frames = {"leech": offers, "leech_by_round": times, "passing": order, "power_actions": actions}
    return page.save(folder, lines, {"leech": figure}, frames)


def _which(table: pd.DataFrame, column: str) -> str:
    bad = [row[column] for row in table.to_dict("records") if row["own_high"] < 0]
    good = [row[column] for row in table.to_dict("records") if row["own_low"] > 0]
    parts = [
        f"{words} at {', '.join(names)}"
        for words, names in (("clearly worth taking", good), ("clearly worth refusing", bad))
        if names
    ]
    return f"{'; '.join(parts) or 'not decided by these games'}."
