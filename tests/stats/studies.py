"""Null studies and coverage: how often simkit.stats claims what is not there, and finds what is.

``python -m tests.stats.studies [NAME ...]`` runs every study (or the named ones) with 1,000
replications and stores the figures in ``figures.toml`` beside this file; ``make soak`` repeats them, the
tests run them in small. Rates of false claims are of any false claim in a whole replication, at the 5 %
level.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from simkit.analysis import balance, compare, explore, robust, strategy
from simkit.stats import equivalence, power, sequences, shrinkage
from simkit.stats.claims import comparisons, judge
from simkit.stats.corrections import holm
from simkit.stats.intervals import Moments, covariance, t_two_sided
from simkit.stats.power import visible
from simkit.stats.tests import contrast, wins_against_chances
from tests.replications import Studies, generator

FULL = 1_000
FALSE = 0.067  # what an exact 5 % procedure passes with 1 % risk at 1,000 replications
HERE = Path(__file__).parent

study = Studies(
    HERE / "figures.toml",
    FULL,
    "Kept by `python -m tests.stats.studies`: how often simkit.stats claimed what was not there\n"
    "(false: at most 0.067), found what was, and covered what was true.",
)


@functools.cache
def gaia() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return seats and set-ups of 1,600 games of Gaia Project.

    As played by ``simkit.simulate("gaia_project", seats=4, games=1600, bots="greedy", seed=32)``.
    """
    seats = pd.read_parquet(HERE / "gaia_seats.parquet")
    games = pd.read_parquet(HERE / "gaia_setups.parquet")
    return seats.assign(faction=seats["faction"].astype(str)), games


def shuffled(games: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Hand every set-up column to other games: what went with a set-up is gone, its frequency stays."""
    columns = [c for c in games.columns if c not in ("game_id", "deal")]
    return games.assign(**{c: games[c].to_numpy()[rng.permutation(len(games))] for c in columns})


@study
def card_of_a_real_faction(replications: int) -> dict[str, float]:
    """Balance card of a Gaia Project faction (460 games), its 24 set-up columns shuffled over games."""
    seats, games = gaia()
    names = sorted(seats["faction"].unique())
    columns = [c for c in games.columns if c not in ("game_id", "deal")]
    false = found = 0
    for i in range(replications):
        own = seats[seats["faction"] == names[i % len(names)]]
        wins, deal = own["win_share"].to_numpy(dtype=float), np.arange(len(own))
        rows = shuffled(games, generator("card_of_a_real_faction", i)).iloc[own["game_id"]]
        p = [
            contrast(wins, level == there, deal)
            for there in (pd.factorize(rows[c])[0] for c in columns)
            for level in np.unique(there)
        ]
        claims = int((holm(p) < 0.05).sum())
        false, found = false + bool(claims), found + claims
    return {"false": false / replications, "claims_a_card": found / replications}


@functools.cache
def takers() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return who took which booster in 240 games of Gaia Project, with the wins expected, and the seats.

    As played by ``simkit.simulate("gaia_project", seats=4, games=240, bots="greedy", seed=33)``.
    """
    moves = pd.read_parquet(HERE / "gaia_boosters.parquet")
    seats = balance.with_fair(pd.read_parquet(HERE / "gaia_takers.parquet"))
    lead = strategy.standings(moves, seats.assign(score=0))
    chances = strategy.expected_wins(moves, seats.assign(score=0))
    key = ["game_id", "seat"]
    rows = moves.dropna(subset="booster").merge(seats, on=key)
    rows = rows.merge(chances, on=[*key, "round"]).merge(
        lead[[*key, "round", "lead"]], on=[*key, "round"]
    )
    return rows.reset_index(drop=True), seats


@study
def edges_of_real_takers(replications: int) -> dict[str, float]:
    """Boosters of real games, handed to others of the same round and standing; openings, by faction."""
    rows, _ = takers()
    rows = rows.assign(booster=rows["booster"].astype(str))
    alike = rows.groupby("round")["lead"].rank(pct=True).mul(4).clip(upper=3.99).astype(int)
    group = (rows["round"].astype(int) * 10 + alike).to_numpy()
    order, (seats, _) = np.argsort(group, kind="stable"), gaia()
    openings = strategy._with_expected(seats, ["faction"])
    false = {"boosters": 0, "openings": 0}
    for i in range(replications):
        rng = generator("edges_of_real_takers", i)
        label = np.empty(len(rows), dtype=object)
        label[order] = rows["booster"].to_numpy()[np.lexsort((rng.random(len(rows)), group))]
        mixed = rows.assign(booster=label).drop_duplicates(["game_id", "seat", "booster"])
        false["boosters"] += bool((holm(strategy.edges(mixed, "booster")["p"]) < 0.05).any())
        part = openings.iloc[rng.permutation(len(seats))[:800]]  # 20 rows of each of 40
        part = part.assign(opening=np.arange(800) % 40)
        false["openings"] += bool((holm(strategy.edges(part, "opening")["p"]) < 0.05).any())
    return {f"false_{name}": count / replications for name, count in false.items()}


def together(values: np.ndarray, clusters: np.ndarray) -> Moments:
    """Return moments of many replications at once: groups in rows, one after the other."""
    groups = np.repeat(np.arange(len(values)), values.shape[1])
    units = clusters[None, :] + (int(clusters.max()) + 1) * np.arange(len(values))[:, None]
    return Moments(values.ravel(), groups, units.ravel(), len(values))


def any_claim(p: np.ndarray, family: int) -> float:
    """Return how often a family of so many p-values, one after the other, holds a claim."""
    return float(np.mean([(holm(part) < 0.05).any() for part in p.reshape(-1, family)]))


@study
def shares_of_hardly_any_games(replications: int) -> dict[str, float]:
    """Win shares of 14 factions with 3 to 9 games each: any said to win more or less than its share."""
    figures = {}
    for share in (0.1, 0.25, 0.5):
        for rows in (3, 4, 5, 7, 9):
            name = f"false_{100 * share:.0f}_percent_{rows}_rows"
            rng = generator(name, 0)
            wins = (rng.random((replications * 14, rows)) < share).astype(float)
            figures[name] = any_claim(together(wins, np.arange(rows)).share_p(share), 14)
    for deals in (3, 5, 9):
        name = f"false_25_percent_{deals}_deals_of_4"
        rng = generator(name, 0)
        wins = rng.random((replications * 14, deals, 4)) < 0.25
        same = rng.random(wins.shape) < 0.5
        wins = np.where(same, wins[:, :, :1], wins).reshape(len(wins), -1).astype(float)
        got = together(wins, np.repeat(np.arange(deals), 4))
        figures[name] = any_claim(got.share_p(0.25), 14)
    return figures


def taken(
    rows: int, share: float, rng: np.random.Generator, things: int = 20, deals: int = 1
) -> tuple[np.ndarray, ...]:
    """Things taken at random, `rows` seats each: wins, things, games and deals per seat.

    Each game has 1 / `share` seats and one winner. With `deals` above 1 a deal is played that often,
    and its winner mostly repeats.
    """
    players = round(1 / share)
    games = int(np.ceil(rows * things / players / deals)) * deals
    winner = rng.integers(0, players, games)
    if deals > 1:
        first = np.repeat(winner[::deals], deals)
        winner = np.where(rng.random(games) < 0.5, first, winner)
    wins = (np.arange(players) == winner[:, None]).ravel().astype(float)
    game = np.repeat(np.arange(games), players)
    if deals == 1:
        thing = rng.permutation(np.arange(games * players) % things)
    else:  # a line-up keeps its things through the deal
        thing = rng.permutation(np.arange(games // deals * players) % things)
        thing = np.tile(thing.reshape(-1, players), deals).ravel()
    return wins, thing.astype(np.int64), game, game // deals


@study
def edges_of_things(replications: int) -> dict[str, float]:
    """Picks, openings, archetypes: twenty things that mean nothing, by rows of each and fair share."""
    figures = {}
    for share in (0.1, 0.25, 0.5):
        for rows in (20, 40, 100):
            name, false = f"false_{100 * share:.0f}_percent_{rows}_rows", 0
            for i in range(replications):
                wins, thing, game, deal = taken(rows, share, generator(name, i))
                p, _ = wins_against_chances(wins, np.full(len(wins), share), thing, game, deal)
                false += bool((holm(p) < 0.05).any())
            figures[name] = false / replications
    return figures


@study
def edges_in_replayed_deals(replications: int) -> dict[str, float]:
    """The same where every deal is played four times and its winner mostly repeats, and a true edge."""
    false = found = 0
    for i in range(replications):
        rng = generator("edges_in_replayed_deals", i)
        wins, thing, game, deal = taken(100, 0.25, rng, deals=4)
        p, _ = wins_against_chances(wins, np.full(len(wins), 0.25), thing, game, deal)
        false += bool((holm(p) < 0.05).any())
        wins, thing, game, deal = taken(400, 0.25, rng)
        strong = (thing == 0) & (rng.random(len(wins)) < 0.15)
        p, _ = wins_against_chances(
            np.maximum(wins, strong), np.full(len(wins), 0.25), thing, game, deal
        )
        found += bool(holm(p)[0] < 0.05)
    return {"false": false / replications, "power_of_11_points": found / replications}


LOOKS = np.unique(np.minimum(400, (24 * 1.3 ** np.arange(13)).astype(int)))


def watched(name: str, replications: int, effect: float, *, share: bool) -> tuple[float, float]:
    """Return how often a patch of 14 factions is called different at any look, and the mean deal."""
    stopped = []
    width = sequences.mixture_width(100)  # some 115 deals hold a faction in the end
    for i in range(replications):
        rng = generator(name, i)
        faction = np.argsort(rng.random((400, 14)), axis=1)[:, :4]
        if share:
            gap = rng.choice([-1.0, 0.0, 1.0], (400, 4), p=[0.1, 0.8, 0.1])
        else:
            gap = rng.normal(0, 15.5, (400, 4)) + effect * (faction == 0)
        for deals in LOOKS:
            values, group = gap[:deals].ravel(), faction[:deals].ravel()
            got = Moments(values, group, np.repeat(np.arange(deals), 4), 14)
            se = got.difference_se() if share else got.se
            p = np.minimum(1, 1 / sequences.evidence(got.mean / se, got.clusters, got.df, width))
            if (holm(p) < 0.05).any():
                stopped.append(deals)
                break
    return len(stopped) / replications, float(np.mean(stopped)) if stopped else 400.0


@study
def looks_after_every_batch(replications: int) -> dict[str, float]:
    """A patch that changes nothing, 14 factions, looked at after every batch; and 9 points."""
    found, deals = watched("looks_with_effect", replications, 9.0, share=False)
    return {
        "false_scores": watched("looks_at_scores", replications, 0.0, share=False)[0],
        "false_win_shares": watched("looks_at_shares", replications, 0.0, share=True)[0],
        "found_9_points": found,
        "after_deals": deals,
    }


@study
def one_score_watched(replications: int) -> dict[str, float]:
    """One difference of scores (sd 15.5) after every batch up to 400 deals: none, and 2.5 points."""
    figures = {}
    width = sequences.mixture_width(200)
    for name, effect in (("false", 0.0), ("found_2_5_points", 2.5)):
        gap = generator(name, 0).normal(effect, 15.5, (replications, 400))
        alarm = np.zeros(replications, dtype=bool)
        for deals in LOOKS:
            part = gap[:, :deals]
            t = part.mean(axis=1) / part.std(axis=1, ddof=1) * np.sqrt(deals)
            alarm |= sequences.evidence(t, deals, deals - 1, width) >= 20
        figures[name] = float(alarm.mean())
    fixed = gap.mean(axis=1) / gap.std(axis=1, ddof=1) * 20
    figures["found_by_a_fixed_test"] = float((t_two_sided(fixed, 399) < 0.05).mean())
    from simkit.analysis.planning import boundaries

    limits = boundaries(list(LOOKS / 400), shape="late")["p"].to_numpy()
    alarm = np.zeros(replications, dtype=bool)
    for deals, limit in zip(LOOKS, limits, strict=True):
        part = gap[:, :deals]
        t = part.mean(axis=1) / part.std(axis=1, ddof=1) * np.sqrt(deals)
        alarm |= t_two_sided(t, deals - 1) < limit
    figures["found_with_planned_looks"] = float(alarm.mean())
    return figures


@study
def six_equal_strategies(replications: int) -> dict[str, float]:
    """Duels of six equal strategies, 60 games a pair: any pair said to be unequal."""
    false = 0
    games = np.arange(15 * 60)
    for i in range(replications):
        wins = (generator("six_equal_strategies", i).random(15 * 60) < 0.5) * 1.0
        p, _ = wins_against_chances(wins, np.full(900, 0.5), games // 60, games, games)
        false += bool((holm(p) < 0.05).any())
    return {"false": false / replications}


@study
def four_of_five(replications: int) -> dict[str, float]:
    """Power of "would be found in 4 of 5 such runs": one difference among 1, 4, 14, 56 comparisons."""
    figures, deals = {}, 60
    for count in (1, 4, 14, 56):
        rng, found = generator(f"four_of_five_{count}", 0), 0
        effect = float(visible(1 / np.sqrt(deals), deals - 1, comparisons=count))
        said = []
        for _ in range(replications):
            gap = rng.normal(size=(deals, count))
            gap[:, 0] += effect
            se = gap.std(axis=0, ddof=1) / np.sqrt(deals)
            p = t_two_sided(gap.mean(axis=0) / se, deals - 1)
            table = pd.DataFrame(
                {"who": range(count), "estimate": gap.mean(axis=0), "se": se, "p": p}
            )
            table = table.assign(df=deals - 1, low=0.0, high=0.0)
            claims = judge("x", comparisons(table, "who", figure="score", than="before")).claims
            found += claims[0].shown
            said.append(claims[0].visible)
        figures[f"power_of_{count}"] = found / replications
        figures[f"said_of_true_{count}"] = float(np.mean(said)) / effect
    return figures


@study
def four_of_five_by_wins(replications: int) -> dict[str, float]:
    """The same for wins: pairs of which few change, win shares, arms without pairs."""
    figures = {}
    for count in (1, 14):
        for changed in (0.0, 0.004, 0.02):
            name = f"power_of_{count}_where_{1000 * changed:.0f}_of_1000_change"
            rng = generator(name, 0)
            effect = float(power.visible_change(1_000, changed, 999, comparisons=count))
            rate = max(changed, effect)
            chances = [(rate + effect) / 2, (rate - effect) / 2, 1 - rate]
            gap = rng.choice([1.0, -1.0, 0.0], (replications, 1_000), p=chances)
            p = together(gap, np.arange(1_000)).difference_p(0.0)
            figures[name] = float((p * count < 0.05).mean())
        name = f"power_of_{count}_win_shares"
        rng = generator(name, 0)
        effect = float(power.visible_share(0.25, 120, comparisons=count))
        wins = (rng.random((replications, 120)) < 0.25 + effect).astype(float)
        p = together(wins, np.arange(120)).share_p(0.25)
        figures[name] = float((p * count < 0.05).mean())
        name = f"power_of_{count}_without_pairs"
        rng = generator(name, 0)
        effect = float(power.visible_gap(0.3, 75, comparisons=count))
        chance = 0.3 + effect * np.repeat([-0.5, 0.5], 150)
        wins = (rng.random((replications, 300)) < chance).astype(float)
        p = np.array([contrast(w, np.arange(300) >= 150, np.arange(300)) for w in wins])
        figures[name] = float((p * count < 0.05).mean())
    return figures


@study
def rare_counts_by_group(replications: int) -> dict[str, float]:
    """A figure that is 0 for most seats, by 14 factions with 20 seats each, in games of four."""
    figures = {}
    games = pd.DataFrame({"game_id": np.arange(70)})
    seats = pd.DataFrame(
        {"game_id": np.repeat(np.arange(70), 4), "seat": np.tile(np.arange(4), 70)}
    )
    for mean in (0.1, 0.5):
        name = f"false_mean_{mean:g}".replace(".", "_")
        false = 0
        for i in range(replications):
            rng = generator(name, i)
            faction = rng.permutation(np.arange(280) % 14)
            rows = seats.assign(
                faction=faction, win_share=0.25, score=0, relics=rng.poisson(mean, 280)
            )
            found = explore.table(explore.Rows.of(rows, games), "relics")
            false += bool((found["p_holm"] < 0.05).any())
        figures[name] = false / replications
    return figures


@study
def flips_of_mirrored_arms(replications: int) -> dict[str, float]:
    """250 deals of four games: intervals where whole deals change, and where single games do."""
    figures = {}
    deal = np.repeat(np.arange(250), 4)
    for rate in (0.005, 0.02, 0.1):
        for what in ("deals", "games"):
            name = f"covers_{1000 * rate:.0f}_of_1000_{what}_change"
            rng = generator(name, 0)
            flips = rng.random((replications, 250, 4)) < rate
            flips = np.broadcast_to(flips[:, :, :1], flips.shape) if what == "deals" else flips
            got = together(flips.reshape(replications, -1).astype(float), deal)
            low, high = got.difference_interval()
            figures[name] = float(((low <= rate) & (rate <= high)).mean())
    return figures


@study
def as_good_as_equal(replications: int) -> dict[str, float]:
    """Equal by the tests of wins where the truth lies at the margin, and where it is 0."""
    figures = {}
    for name, truth in (("false", 0.05), ("found", 0.0)):
        rng = generator(f"equal_shares_{name}", 0)
        wins = (rng.random((replications, 1_000)) < 0.1 + truth).mean(axis=1)
        p = equivalence.share_two_one_sided(wins, 1_000, 0.1, 0.05)
        figures[f"{name}_share"] = float((p < 0.05).mean())
        for changed in (0.05, 0.3):
            rng = generator(f"equal_changes_{name}_{changed}", 0)
            chances = [(changed + truth) / 2, (changed - truth) / 2, 1 - changed]
            gap = rng.choice([1.0, -1.0, 0.0], (replications, 1_000), p=chances)
            got = together(gap, np.arange(1_000))
            p = equivalence.change_two_one_sided(got.mean, *got.changes(), 0.05, got.df)
            figures[f"{name}_where_{100 * changed:.0f}_percent_change"] = float((p < 0.05).mean())
    return figures


@study
def rare_flips(replications: int) -> dict[str, float]:
    """Paired win shares, 1,000 deals: intervals where 0.5 % flip one way, and 20 % to either side."""
    figures = {}
    zero = np.zeros(1_000, dtype=np.int64)
    for name, better, worse in (("half_a_percent", 0.005, 0.0), ("a_fifth", 0.11, 0.09)):
        rng, hits = generator(name, 0), 0
        for _ in range(replications):
            gap = rng.choice([1.0, -1.0, 0.0], 1_000, p=[better, worse, 1 - better - worse])
            low, high = Moments(gap, zero, np.arange(1_000), 1).difference_interval()
            hits += bool(low[0] <= better - worse <= high[0])
        figures[f"covers_{name}"] = hits / replications
    return figures


@study
def shares_of_few(replications: int) -> dict[str, float]:
    """Win shares of 25 % and 10 %, 100 rows in single games and in deals played four times."""
    figures = {}
    for share in (0.25, 0.1):
        for deals in (1, 4):
            name, hits = f"covers_{100 * share:.0f}_percent_in_deals_of_{deals}", 0
            for i in range(replications):
                wins, thing, _, deal = taken(100, share, generator(name, i), things=4, deals=deals)
                mine = thing == 0
                unit = np.unique(deal[mine], return_inverse=True)[1]
                got = Moments(wins[mine], np.zeros(mine.sum(), dtype=np.int64), unit, 1)
                low, high = got.share_interval()
                hits += bool(low[0] <= share <= high[0])
            figures[name] = hits / replications
    return figures


@study
def named_extremes(replications: int) -> dict[str, float]:
    """The largest of 8 and of 30 levels after shrinkage, by the true spread in standard errors."""
    figures = {}
    for count in (8, 30):
        for spread in (0.0, 0.5, 1.0, 2.0):
            name = f"covers_largest_of_{count}_spread_{spread:g}".replace(".", "_")
            rng, hits, plain = generator(name, 0), 0, 0
            for _ in range(replications):
                true = rng.normal(0, spread, count)
                table = pd.DataFrame({"estimate": true + rng.normal(size=count), "se": 1.0})
                place = int(table["estimate"].abs().idxmax())
                row = shrinkage.shrunk(table).iloc[place]
                hits += bool(row["shrunk_low"] <= true[place] <= row["shrunk_high"])
                plain += bool(abs(row["estimate"] - true[place]) < 1.96)
            figures[name] = hits / replications
            if spread == 1.0:
                figures[name.replace("covers", "unselected")] = plain / replications
    return figures


@study
def heterogeneous(replications: int) -> dict[str, float]:
    """Heterogeneity of 3, 5, 10 conditions: alike (5 %), and with a true spread of one standard error."""
    figures = {}
    for count in (3, 5, 10):
        for name, spread in (("false", 0.0), ("found", 0.05)):
            rng = generator(f"heterogeneous_{name}_{count}", 0)
            p = [
                robust.heterogeneity(
                    pd.DataFrame({"gap": rng.normal(0, np.hypot(0.05, spread), count), "se": 0.05})
                )["p"].item()
                for _ in range(replications)
            ]
            figures[f"{name}_{count}"] = float(np.mean(np.array(p) < 0.05))
    return figures


@study
def extremes_of_arms(replications: int) -> dict[str, float]:
    """The largest of 30 arms set beside one baseline on 40 deals, shrunk with and without covariance."""
    figures = {"covers_largest": 0.0, "unselected_covariance_forgotten": 0.0}
    deal = np.tile(np.arange(40), 30)
    for i in range(replications):
        rng = generator("extremes_of_arms", i)
        true = rng.normal(0, 0.1, 30)
        gap = rng.normal(size=(30, 40)) * 0.7 - rng.normal(size=40) * 0.7 + true[:, None]
        rows = pd.DataFrame(
            {"game_id": deal, "arm": np.repeat(np.arange(30), 40), "gap": gap.ravel()}
        )
        table = pd.DataFrame({"estimate": gap.mean(axis=1)})
        table["se"] = gap.std(axis=1, ddof=1) / np.sqrt(40)
        place = int(table["estimate"].abs().idxmax())
        for name, errors in (
            (
                "covers_largest",
                shrinkage.pooled(covariance(rows, "gap", "arm"), rows[["arm"]][::40], 40),
            ),
            ("unselected_covariance_forgotten", None),
        ):
            row = shrinkage.shrunk(table, covariance=errors).iloc[place]
            figures[name] += row["shrunk_low"] <= true[place] <= row["shrunk_high"]
    return {name: float(count / replications) for name, count in figures.items()}


def conditions(gaps: list[np.ndarray], value: str, apart: bool) -> dict[str, pd.DataFrame]:
    """Return rows of a finding under conditions, a game per deal; deals of their own, or the same."""
    found, first = {}, 0
    for place, values in enumerate(gaps):
        game = first + np.arange(len(values))
        first += len(values) if apart else 0
        null = 0.1 if value == "win_share" else 0.0
        found[str(place)] = pd.DataFrame({"game_id": game, value: values, "null": null})
    return found


@study
def heterogeneous_games(replications: int) -> dict[str, float]:
    """Heterogeneity where conditions have few wins, few deals, or share their deals."""
    p: dict[str, list[float]] = {}
    wins, score = robust.Finding("a"), robust.Finding("a", value="score")
    for i in range(replications):
        rng = generator("heterogeneous_games", i)
        few = [(rng.random(n) < 0.1).astype(float) for n in (15, 15, 20, 30, 40)]
        own = [rng.normal(0, sd, n) for n, sd in ((5, 1), (5, 3), (6, 1), (8, 2))]
        luck = rng.normal(size=40)
        shared = [0.8 * luck + 0.6 * rng.normal(size=40) for _ in range(5)]
        moved = [values + 0.25 * (k == 0) - 0.25 * (k == 1) for k, values in enumerate(shared)]
        tables = {
            "false_few_wins": robust._checked(wins, conditions(few, "win_share", True), 0.95),
            "false_few_deals": robust._checked(score, conditions(own, "score", True), 0.95),
            "false_shared_deals": robust._checked(score, conditions(shared, "score", False), 0.95),
            "found_in_shared_deals": robust._checked(
                score, conditions(moved, "score", False), 0.95
            ),
        }
        for name, table in tables.items():
            p.setdefault(name, []).append(robust.heterogeneity(table)["p"].item())
    return {name: float((np.array(values) < 0.05).mean()) for name, values in p.items()}


@study
def paired_claims(replications: int) -> dict[str, float]:
    """Two arms that are alike, 14 factions, 600 deals: any difference of win share claimed."""
    false, deals = 0, 600
    games = pd.DataFrame({"game_id": np.arange(2 * deals), "deal": np.tile(np.arange(deals), 2)})
    games["arm"] = np.repeat(["printed", "patched"], deals)
    for i in range(replications):
        rng = generator("paired_claims", i)
        faction = np.tile(np.argsort(rng.random((deals, 14)), axis=1)[:, :4], (2, 1))
        winner = rng.integers(0, 4, deals)
        again = np.where(rng.random(deals) < 0.4, rng.integers(0, 4, deals), winner)
        wins = np.arange(4) == np.concatenate([winner, again])[:, None]
        seats = pd.DataFrame({"game_id": np.repeat(games["game_id"], 4)})
        seats = seats.assign(seat=np.tile(np.arange(4), 2 * deals), faction=faction.ravel())
        seats["win_share"] = wins.ravel().astype(float)
        false += bool((compare.arms(seats, games)["p_holm"] < 0.05).any())
    return {"false": false / replications}


if __name__ == "__main__":
    study.store(sys.argv[1:])
