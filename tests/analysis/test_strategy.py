import numpy as np
import pandas as pd
import pytest

from simkit.analysis import strategy
from simkit.core.errors import SimkitError
from simkit.stats.corrections import holm
from tests.analysis.synthetic import KINDS, MIXES, story


@pytest.fixture(scope="module")
def run():
    return story(1500, np.random.default_rng(1))


def test_openings_are_the_first_real_choices_of_each_seat(run):
    moves, seats, games = run
    table = strategy.openings(moves, seats, games, length=2)
    assert table["part"].sum() == pytest.approx(1)
    assert table["rows"].sum() == len(seats)
    free = moves[moves["n_candidates"] > 1]
    one = free[(free["game_id"] == 17) & (free["seat"] == 2)].sort_values("move")["kind"].head(2)
    word = " > ".join(one)
    rows = (
        free.sort_values("move")
        .groupby(["game_id", "seat"])["kind"]
        .agg(lambda k: " > ".join(k[:2]))
    )
    assert table.set_index("opening").loc[word, "rows"] == (rows == word).sum()


def test_openings_by_profile_show_the_plans(run):
    moves, seats, games = run
    table = strategy.openings(moves, seats, games, length=1, by="profile")
    share = table.set_index(["profile", "opening"])["part"]
    assert share["merchant", "trade"] == pytest.approx(MIXES["merchant"][0], abs=0.04)
    assert share["warrior", "war"] == pytest.approx(MIXES["warrior"][2], abs=0.04)
    assert (table["p_holm"] > 0.001).all()  # the plans score alike


def test_openings_of_strong_factions_have_no_edge_of_their_own():
    moves, seats, games = story(800, np.random.default_rng(4))
    strong = seats["faction"] == "a"
    seats = seats.assign(win_share=np.where(strong, 0.8, 0.2))
    mine = moves.merge(seats.assign(strong=strong)[["game_id", "seat", "strong"]])["strong"]
    moves = moves.assign(kind=np.where(mine, "march", moves["kind"]))
    plain = strategy.openings(moves, seats, games, length=1).set_index("opening")
    freed = strategy.openings(moves, seats, games, length=1, control="faction")
    assert plain.loc["march", "edge_low"] > 0.4
    assert freed["edge"].abs().max() < 1e-9


def test_decisions_without_a_choice_open_nothing_but_are_part_of_the_mix():
    """Unless one asks for the other: a forced pass is no plan, but it takes its share of the game."""
    seats = pd.DataFrame({"game_id": [0, 1], "seat": 0, "win_share": [1.0, 0.0], "score": [9, 4]})
    moves = pd.DataFrame(
        {
            "game_id": [0, 0, 0, 1, 1, 1],
            "move": [0, 1, 2] * 2,
            "seat": 0,
            "round": [0, 1, 1] * 2,
            "kind": ["pass", "war", "trade", "pass", "trade", "pass"],
            "n_candidates": [1, 3, 2, 1, 3, 1],
        }
    )

    def opened(**options):
        table = strategy.openings(moves, seats, length=2, least=1, **options)
        return set(table["opening"])

    def mixed(**options):
        table = strategy.action_mix(moves, seats, rounds=False, **options)
        return dict(zip(table["kind"], table["rows"], strict=True))

    assert opened() == {"war > trade", "trade"}
    assert opened(forced=True) == {"pass > war", "pass > trade"}
    assert opened(forced=True, start=1) == {"war > trade", "trade > pass"}
    assert mixed() == {"pass": 3, "trade": 2, "war": 1}
    assert mixed(forced=False) == {"trade": 2, "war": 1}


def test_rare_openings_are_put_together(run):
    moves, seats, games = run
    table = strategy.openings(moves, seats, games, length=4, least=50)
    assert (table.loc[table["opening"] != strategy.OTHER, "rows"] >= 50).all()
    assert table["rows"].sum() == len(seats)


def test_arguments_can_be_part_of_an_opening(run):
    moves, seats, games = run
    table = strategy.openings(moves, seats, games, length=1, parts=["kind", "card"], least=1)
    assert any("boon" in words for words in table["opening"])
    assert not any("None" in words or "nan" in words for words in table["opening"])


def test_the_action_mix_is_that_of_the_plans(run):
    moves, seats, games = run
    table = strategy.action_mix(moves, seats, games, by="profile", rounds=False)
    for row in table.to_dict("records"):
        true = MIXES[row["profile"]][KINDS.index(row["kind"])]
        assert row["low"] - 0.005 <= true <= row["high"] + 0.005
    by_round = strategy.action_mix(moves, seats, games)
    assert by_round.groupby("round")["estimate"].sum().tolist() == pytest.approx([1] * 6)


def test_who_is_ahead_takes_the_trophy_and_the_correction_sees_it(run):
    moves, seats, games = run
    table = strategy.picks(moves, seats, "card", games).set_index("card")
    # leaders take trophies: winning goes with them, but they bring nothing
    assert table.loc["trophy", "win_low"] > table.loc["trophy", "fair"] + 0.1
    assert abs(table.loc["trophy", "edge"]) < 0.05
    # the boon brings points and is taken by anyone
    assert table.loc["boon", "edge_low"] > 0.1
    assert table.loc["boon", "p_holm"] < 0.001
    assert table.loc["pebble", "edge_low"] < 0.01
    taken = moves[moves["card"] == "boon"][["game_id", "seat"]].drop_duplicates()
    assert table.loc["boon", "rows"] == len(taken)
    assert table.loc["boon", "pick_rate"] == pytest.approx(len(taken) / len(seats))


def edges_of(wins, expected):
    """Edges of twenty takers each, one game apart."""
    rows = len(wins)
    frame = pd.DataFrame({"game_id": range(rows), "seat": 0, "win_share": wins * 1.0})
    frame["card"], frame["expected"] = np.arange(rows) // 20, expected
    return strategy.edges(frame, "card")


def test_twenty_takers_who_all_lose_show_little():
    found = edges_of(np.zeros(20), 0.25).iloc[0]
    assert found["p"] == pytest.approx(2 * 0.75**20)
    assert found["low"] == -0.25  # a win share below 0 is not among what may be
    assert found["high"] > found["low"] + 0.15
    assert edges_of(np.zeros(20), 0.1).iloc[0]["p"] > 0.2


def test_chance_is_not_called_an_edge_where_few_took_a_thing():
    """Twenty things of twenty takers each, a win chance of 10 %: no edge at all in 19 of 20 runs."""
    rng, alarms = np.random.default_rng(1), 0
    for _ in range(100):
        found = edges_of(rng.random(400) < 0.1, 0.1)
        alarms += bool((holm(found["p"]) < 0.05).any())
    assert alarms <= 10


def test_picks_controlled_for_faction_take_its_strength_out():
    moves, seats, games = story(1200, np.random.default_rng(2))
    strong = seats["faction"] == "a"
    seats = seats.assign(win_share=np.where(strong, 1.0, 0.2))
    key = seats[["game_id", "seat"]].assign(strong=strong)
    both = moves.merge(key, on=["game_id", "seat"])
    moves = moves.assign(card=np.where(both["strong"] & (both["round"] == 2), "crown", None))
    plain = strategy.picks(moves, seats, "card", games)["edge"].item()
    controlled = strategy.picks(moves, seats, "card", games, control="faction")["edge"].item()
    assert plain > 0.4
    assert abs(controlled) < 0.05


def test_time_to_first_adds_up(run):
    moves, seats, games = run
    table = strategy.time_to_first(moves, seats, {"card": ["boon", "pebble"]}, games)
    assert table["part"].sum() == pytest.approx(1)
    known = table[table["round"].notna()]
    assert known["reached"].tolist() == pytest.approx(known["part"].cumsum().tolist())
    first = (
        moves[moves["card"].isin(["boon", "pebble"])].groupby(["game_id", "seat"])["round"].min()
    )
    assert known["rows"].tolist() == first.value_counts().sort_index().tolist()


def test_what_never_happens_is_never(run):
    moves, seats, games = run
    table = strategy.time_to_first(moves, seats, {"kind": "sleep"}, games, by="faction")
    assert table["round"].isna().all()
    assert (table["part"] == 1).all()


def test_archetypes_are_the_plans(run):
    moves, seats, games = run
    found = strategy.archetypes(moves, seats, games)
    assert len(found.table) == 2
    assert sorted(found.table["archetype"]) == ["trade", "war"]
    both = found.members.merge(seats, on=["run", "game_id", "seat"])
    plan = both["profile"].map({"merchant": "trade", "warrior": "war"})
    assert (plan == both["archetype"]).mean() > 0.97
    assert found.separation > 0.2


def test_archetypes_do_not_depend_on_the_order_of_rows(run):
    moves, seats, games = run
    one = strategy.archetypes(moves, seats, games, count=2).table
    mixed = moves.sample(frac=1, random_state=1)
    two = strategy.archetypes(mixed, seats.sample(frac=1, random_state=2), games, count=2).table
    assert one["rows"].tolist() == two["rows"].tolist()


def test_action_columns_of_numbers_with_minus_one_do_not_apply_there():
    assert strategy.applies(pd.Series([-1, 0, 5], dtype="Int16")).tolist() == [False, True, True]
    assert strategy.applies(pd.Series([None, "x"])).tolist() == [False, True]
    assert strategy.applies(pd.Series([-1.0, np.nan])).tolist() == [True, False]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m, s, g: strategy.openings(m.head(0), s, g), "`moves` is empty"),
        (lambda m, s, g: strategy.openings(m, s.head(0), g), "`seats` is empty"),
        (lambda m, s, g: strategy.openings(m, s, g, length=0), "at least one"),
        (lambda m, s, g: strategy.openings(m, s, g, parts="kinds"), "did you mean 'kind'"),
        (lambda m, s, g: strategy.picks(m, s, "cards", g), "did you mean 'card'"),
        (lambda m, s, g: strategy.picks(m, s, "card", g, kinds="sleep"), "nobody took"),
        (lambda m, s, g: strategy.picks(m, s, "card", g, least=10**6), "or more"),
        (lambda m, s, g: strategy.archetypes(m.assign(kind="x"), s, g), "same mix"),
        (lambda m, s, g: strategy.archetypes(m, s, g, count=0), "archetypes of"),
        (lambda m, s, g: strategy.action_mix(m, s[s["game_id"] > 0], by="faction"), "no row for"),
        (lambda m, s, g: strategy.time_to_first(m, s, {"what": 1}, g), "no column 'what'"),
    ],
)
def test_what_cannot_be_answered_is_refused(run, call, message):
    with pytest.raises(SimkitError, match=message):
        call(*run)


def test_one_game_is_enough_for_tables(run):
    moves, seats, games = (frame[frame["game_id"] == 3] for frame in run)
    assert len(strategy.openings(moves, seats, games, least=1))
    assert len(strategy.action_mix(moves, seats, games))
    found = strategy.archetypes(moves, seats, games, count=2)
    assert found.table["rows"].sum() == 3
    assert (found.table["win_high"] == 1).all()
