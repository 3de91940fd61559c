"""Federation: votes decide floors and laws: who has power, who is the pivot, what a vote is worth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from inner import page
from simkit.charts import style
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules
from simkit.engine.play import ask, decisions, start_bots
from simkit.games.federation.io.readings import reading
from simkit.games.federation.rules import scoring
from simkit.games.federation.rules.state import FederationState
from simkit.games.federation.schema import SCHEMA
from simkit.report.markdown import table as markdown
from simkit.studies.whatif import summary
from simkit.theory.power import banzhaf

VOTING = 1  # the phase in which ambassadors are placed
PRINTED = "as reconstructed"
FIGURES = ("law_price", "floor_price", "pivotal", "strongest")


def senates(
    seats: int, bot: str, games: int, seed: int, patch: dict[str, Any], options: dict[str, Any]
) -> Iterator[tuple[int, FederationState]]:
    """Yield the senate of every round as it stands at the round's last decision."""
    setting = rules("federation", seats, patch, **options)
    bots = [make_bot(bot, "federation") for _ in range(seats)]
    for game in range(games):
        luck = Luck(seed).fork("senate", game)
        state = setting.deal(luck.fork("deal"))
        assert isinstance(state, FederationState)
        start_bots(bots, setting, luck.fork("bots"))
        last: FederationState | None = None
        for candidates in decisions(state):
            if last is not None and (state.phase != VOTING or state.round != last.round):
                yield game, last
                last = None
            if state.phase == VOTING:
                last = state.clone()
            state.apply(ask(bots[state.seat], state, candidates).action)
        if last is not None:
            yield game, last


def wings(state: FederationState) -> list[list[int]]:
    """Return each seat's votes on the left and on the right; the last entry are the neutral ones."""
    tables = state.tables
    found = [[0, 0] for _ in range(state.seats + 1)]
    for space in range(tables.outer):
        owner = state.who[space]
        votes = scoring.votes_on(state, space)
        if owner >= 0:
            found[owner][tables.space_wing[space]] += votes
        elif tables.neutral_for_law:
            found[-1][tables.space_wing[space]] += votes
    return found


def law_values(state: FederationState) -> list[int]:
    """Return what the left law gives each seat, less what the right one does."""
    found = [0] * state.seats
    for sign, law in ((1, state.open_laws[0]), (-1, state.open_laws[1])):
        for _, metric, k, _ in state.tables.law_effects[law]:
            values = [state.metric(seat, metric) for seat in range(state.seats)]
            for seat, value in enumerate(values):
                if state.tables.law_for_all or value == max(values):
                    found[seat] += sign * k * value
    return found


def law_winner(state: FederationState, votes: list[int], values: list[int]) -> int:
    """Return the wing that passes its law; a tie goes as the president's holder would have it."""
    if votes[0] != votes[1]:
        return 0 if votes[0] > votes[1] else 1
    return 0 if values[state.president] >= 0 else 1


def law_prices(state: FederationState) -> list[float]:
    """Return what one more vote for the wing it prefers would bring each seat."""
    values, votes = law_values(state), scoring.wing_votes(state)
    now = law_winner(state, votes, values)
    found = []
    for value in values:
        wish = 0 if value > 0 else 1
        more = [votes[wing] + (wing == wish) for wing in (0, 1)]
        turned = value != 0 and now != wish and law_winner(state, more, values) == wish
        found.append(float(abs(value)) if turned else 0.0)
    return found


def floor_prices(state: FederationState) -> list[float]:
    """Return what one more vote on a floor would bring: one figure per floor and seat."""
    found = []
    for floor in range(1, state.tables.floors + 1):
        votes = scoring.floor_votes(state, floor)
        now = scoring.floor_winners(state, votes)
        for seat in range(state.seats):
            more = [count + (number == seat) for number, count in enumerate(votes)]
            wins = seat in scoring.floor_winners(state, more) and seat not in now
            found.append(float(state.level(seat)) if wins else 0.0)
    return found


def pivots(state: FederationState) -> list[bool]:
    """Tell of every ambassador with votes whether the law would turn if it sat in the other wing."""
    values, votes = law_values(state), scoring.wing_votes(state)
    now = law_winner(state, votes, values)
    found = []
    for space in range(state.tables.outer):
        count = scoring.votes_on(state, space)
        if state.who[space] >= 0 and count:
            wing = state.tables.space_wing[space]
            moved = [votes[w] + (count if w != wing else -count) for w in (0, 1)]
            found.append(law_winner(state, moved, values) != now)
    return found


def figures(
    name: str, asked: dict[str, Any], patch: dict[str, Any], options: dict[str, Any]
) -> Any:
    """Return two frames: one row per round of a game, and one per seat of it."""
    rounds, voters = [], []
    for game, state in senates(
        asked["seats"], asked["bot"], asked["games"], asked["seed"], patch, options
    ):
        weights = {str(seat): float(sum(pair)) for seat, pair in enumerate(wings(state))}
        total = sum(weights.values())
        if not total:
            continue
        power = banzhaf(weights, quota=total // 2 + 1).set_index("voter")["index"]
        seats = [str(seat) for seat in range(state.seats)]
        pivotal = pivots(state)
        law, floor = law_prices(state), floor_prices(state)
        rounds.append(
            {
                "reading": name,
                "game": game,
                "round": state.round,
                "law_price": sum(law) / len(law),
                "floor_price": sum(floor) / len(floor),
                "pivotal": sum(pivotal) / len(pivotal) if pivotal else float("nan"),
                "strongest": float(power[seats].max()),
            }
        )
        voters += [
            {
                "game": game,
                "round": state.round,
                "seat": int(seat) + 1,
                "weight": weights[seat] / total,
                "power": float(power[seat]),
            }
            for seat in seats
        ]
    return pd.DataFrame(rounds), pd.DataFrame(voters)


def write(asked: dict[str, Any], folder: Path) -> Path:
    """Play and write the page."""
    base, voters = figures(PRINTED, asked, {}, {})
    rows = [base]
    for name in asked["names"][: asked["readings"]]:
        found = reading(name)
        rows.append(figures(name, asked, found.patch, found.options)[0])
    every = pd.concat(rows, ignore_index=True)
    by_round = summary(base, ["round"], FIGURES)
    by_reading = summary(every, ["reading"], FIGURES)
    power = summary(voters, ["round", "seat"], ("weight", "power"))
    whole = summary(base, [], FIGURES).iloc[0]
    dull = float((voters["power"] < 0.005).mean())
    lines = [
        "# Federation: votes in the senate",
        "",
        f"**{SCHEMA.caution}**",
        "",
        f"Each round {asked['seats']} players (`{asked['bot']}`) place ambassadors with votes. On each "
        "floor who has most votes scores; of the two wings the one with more votes passes its law, and "
        f"all score by it. {asked['games']} games; the senate is looked at as it stands at the last "
        "decision of a round.",
        "",
        "- **Power is not weight.** A seat has power in the vote on the law as far as it can turn it: "
        "Banzhaf's index counts in how many of all possible alliances it decides. In "
        f"{100 * dull:.0f} % of the cases a seat with votes or without has no power at all, and the "
        f"strongest seat has {page.plain(whole, 'strongest', 0, 100)} % of it.",
        f"- **Pivots.** {page.plain(whole, 'pivotal', 0, 100)} % of the ambassadors with votes would "
        "have turned the law by sitting in the other wing.",
        "- **The price of a vote.** One more vote for the wing one prefers would have brought "
        f"{page.plain(whole, 'law_price', 2)} points on average, one more vote on a floor "
        f"{page.plain(whole, 'floor_price', 2)}. Nobody should give more for a vote of which nothing "
        "else is known; who can count has to pay only where it decides.",
        "",
        "![The price of a vote by round](price.png)",
        "",
        *_shown(by_round, "round"),
        "",
        "Power by seat (in the order of the table) and round, beside the share of the votes:",
        "",
        *markdown(_power(power)),
        "",
        "## Under the named readings",
        "",
        "Much of this title's data is reconstructed. What changes if a figure is read otherwise:",
        "",
        *_shown(by_reading, "reading"),
        "",
        "Made by `python experiments/inner_games.py federation`.",
    ]
    figure = page.dots(
        by_round, [f"round {r}" for r in by_round["round"]],
        {"law_price": "for a law", "floor_price": "on a floor"},
        f"One more vote is worth {whole['law_price']:.2f} points for a law, "
        f"{whole['floor_price']:.2f} on a floor", "points that one more vote would have brought",
    )  # fmt: skip
    frames = {"rounds": by_round, "readings": by_reading, "power": power}
    return page.save(folder, lines, {"price": figure}, frames)


def _shown(table: pd.DataFrame, by: str) -> list[str]:
    rows = [
        {
            by: style.words(row[by]),
            "vote for a law, points": page.plain(row, "law_price", 2),
            "vote on a floor, points": page.plain(row, "floor_price", 2),
            "pivotal ambassadors, %": page.plain(row, "pivotal", 0, 100),
            "power of the strongest, %": page.plain(row, "strongest", 0, 100),
        }
        for row in table.to_dict("records")
    ]
    return markdown(pd.DataFrame(rows))


def _power(table: pd.DataFrame) -> pd.DataFrame:
    cells = table.assign(
        text=[
            f"{100 * p:.0f} ({100 * w:.0f})"
            for p, w in zip(table["power"], table["weight"], strict=True)
        ]
    )
    wide = cells.pivot(index="round", columns="seat", values="text").reset_index()
    return wide.rename(
        columns={seat: f"seat {seat}: power (votes), %" for seat in wide.columns[1:]}
    )
