"""Empty tables, one game, one faction, missing columns and values: an answer or a clear refusal."""

import numpy as np
import pandas as pd
import pytest

from simkit.analysis import (
    balance,
    card,
    compare,
    decisions,
    frames,
    luck,
    planning,
    profile,
    robust,
    setup,
    strategy,
    strength,
    winchance,
)
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import story

MOVES, SEATS, GAMES = story(30, np.random.default_rng(1))
GAMES = GAMES.assign(arm=np.where(GAMES["game_id"] % 2, "new", "old"), deal=GAMES["game_id"] // 2)

FUNCTIONS = {
    "table": lambda m, s, g: balance.table(s, "faction", g),
    "points": lambda m, s, g: balance.points_by_source(s, "faction", g),
    "ranks": lambda m, s, g: balance.rank_distribution(s, "faction", g),
    "match-ups": lambda m, s, g: setup.matchups(s, "faction", g),
    "adjusted": lambda m, s, g: setup.adjusted(s, "faction", g, on=["seat", "lineup", "deal"]),
    "interactions": lambda m, s, g: setup.interactions(s, g),
    "card": lambda m, s, g: card.card(s, "a", "faction", g).where,
    "arms": lambda m, s, g: compare.arms(s, g, value="score"),
    "arm points": lambda m, s, g: compare.points(s, g),
    "strengths": lambda m, s, g: strength.plackett_luce(s, "faction", g).table(),
    "openings": lambda m, s, g: strategy.openings(m, s, g, control="faction"),
    "mix": lambda m, s, g: strategy.action_mix(m, s, g, by="faction"),
    "picks": lambda m, s, g: strategy.picks(m, s, "card", g, least=1),
    "first": lambda m, s, g: strategy.time_to_first(m, s, {"card": "boon"}, g),
    "archetypes": lambda m, s, g: strategy.archetypes(m, s, g, count=2).table,
    "quality": lambda m, s, g: decisions.quality(m, s, g),
    "branching": lambda m, s, g: decisions.branching(m, s, g),
    "drama": lambda m, s, g: decisions.drama(m, s, g),
    "chances": lambda m, s, g: winchance.chances(m, s, g),
    "luck": lambda m, s, g: luck.shares(s, g),
    "so far": lambda m, s, g: planning.so_far(s, g),
    "design": lambda m, s, g: pd.DataFrame({"design": [planning.design_effect(s, g)]}),
    "robust": lambda m, s, g: robust.within(robust.Finding("a"), s, g, over=["seat", "profile"]),
    "profile": lambda m, s, g: profile.profile(g, s, m),
}


def of_games(count):
    return tuple(frame[frame["game_id"] < count] for frame in (MOVES, SEATS, GAMES))


def without(table, column):
    frames = {"moves": MOVES, "seats": SEATS, "games": GAMES}
    return tuple(f.drop(columns=column) if n == table else f for n, f in frames.items())


def gaps(column):
    return MOVES, SEATS.assign(**{column: SEATS[column].where(SEATS["game_id"] % 3 > 0)}), GAMES


FRAMES = {
    "nothing": tuple(frame.head(0) for frame in (MOVES, SEATS, GAMES)),
    "no moves": (MOVES.head(0), SEATS, GAMES),
    "one game": of_games(1),
    "two games": of_games(2),
    "one faction": (MOVES, SEATS.assign(faction="a"), GAMES),
    "one seat": tuple(f[f["seat"] == 0] if "seat" in f else f for f in (MOVES, SEATS, GAMES)),
    "equal scores": (
        MOVES.assign(score_before=0),
        SEATS.assign(score=5, rank=1, win_share=1 / 3, points_trade=2, points_war=3),
        GAMES,
    ),
    "missing factions": gaps("faction"),
    "missing scores": gaps("score"),
    "categories": (
        MOVES.assign(card=pd.Categorical(MOVES["card"]), kind=pd.Categorical(MOVES["kind"])),
        SEATS.assign(faction=pd.Categorical(SEATS["faction"], list("zabcd"))),
        GAMES,
    ),
    **{
        f"seats without {c}": without("seats", c)
        for c in ("game_id", "seat", "faction", "score", "rank", "win_share", "run", "points_war")
    },
    **{f"games without {c}": without("games", c) for c in ("game_id", "deal", "arm", "tile")},
    **{
        f"moves without {c}": without("moves", c)
        for c in ("game_id", "move", "seat", "round", "kind", "card", "score_before", "value")
    },
}


@pytest.mark.parametrize("frames", FRAMES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_answer_or_a_clear_refusal(name, frames):
    try:
        table = FUNCTIONS[name](*FRAMES[frames])
    except SimkitError as refusal:
        assert len(str(refusal).split()) >= 4  # noqa: PT017 - either way is right
        return
    assert isinstance(table, pd.DataFrame)
    for column in table.select_dtypes("number"):
        assert not np.isinf(table[column].dropna().astype(float)).any()
    for column in {"win_share", "part", "pick_rate", "chance", "reached"} & set(table.columns):
        if name != "luck":
            assert table[column].dropna().astype(float).between(-1e-9, 1 + 1e-9).all()
    for low, high in (("low", "high"), ("win_low", "win_high"), ("edge_low", "edge_high")):
        if {low, high} <= set(table.columns):
            known = table[[low, high]].dropna()
            assert (known[low] <= known[high] + 1e-9).all()


def test_categories_change_nothing():
    plain = balance.table(SEATS, "faction", GAMES)
    named = balance.table(FRAMES["categories"][1], "faction", GAMES)
    named = named.assign(faction=named["faction"].astype(plain["faction"].dtype))
    pd.testing.assert_frame_equal(plain, named)


def test_the_order_of_rows_changes_nothing():
    mixed = SEATS.sample(frac=1, random_state=3)
    one = balance.table(SEATS, "faction", GAMES)
    two = balance.table(mixed, "faction", GAMES.sample(frac=1, random_state=4))
    pd.testing.assert_frame_equal(one, two)
    shuffled = MOVES.sample(frac=1, random_state=5)
    one = decisions.drama(MOVES, SEATS).sort_values("game_id", ignore_index=True)
    two = decisions.drama(shuffled, mixed).sort_values("game_id", ignore_index=True)
    pd.testing.assert_frame_equal(one, two)


def test_sources_go_to_the_first_group_of_which_any_pattern_fits():
    seats = pd.DataFrame(
        {"game_id": [0], "seat": 0, "points_red": 1, "points_rest": 2, "points_blue": 4}
    )
    merged = frames.merge_sources(seats, {"colours": ["red", "blue"], "r": "r*"})
    assert merged[["points_colours", "points_r"]].iloc[0].tolist() == [5, 2]
    assert list(merged.columns) == ["game_id", "seat", "points_colours", "points_r"]
    with pytest.raises(SimkitError, match="no source of points fits"):
        frames.merge_sources(seats, {"all": "*", "none": ["red"]})
