"""Line-ups, arms, mirrored deals, seeds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.schema import KIND_BITS
from simkit.runs import Spec, designs
from simkit.runs.designs import Evenness, Pool, balanced
from simkit.runs.planner import Plan
from tests.tiny.schema import FACTIONS

TINY = "tests.tiny"
BOARDS = [(2 * board, 2 * board + 1) for board in range(7)]


def spec(**more: object) -> Spec:
    return Spec.of({"title": TINY, "seats": 3, "games": 30, "seed": 1, **more})


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_fourteen_factions_on_seven_boards(seed: int) -> None:
    pool = Pool.of(14, 4, BOARDS)
    rows = list(itertools.islice(balanced(pool, Luck(seed)), 2688))
    assert all(len({value // 2 for value in row}) == 4 for row in rows), "two sides of a board met"
    factions = Counter(value for row in rows for value in row)
    at_seats = Counter((seat, value) for row in rows for seat, value in enumerate(row))
    pairs = Counter(
        (a, row[a], b, row[b]) for row in rows for a, b in itertools.permutations(range(4), 2)
    )
    assert set(factions.values()) == {768}
    assert set(at_seats.values()) == {192}
    assert set(pairs.values()) == {16}
    assert len(pairs) == 12 * 14 * 12, "every ordered pair that may meet"


def test_every_legal_line_up_once_in_a_cycle() -> None:
    rows = list(itertools.islice(balanced(Pool.of(14, 4, BOARDS), Luck(5)), 13_440))
    assert len(set(rows)) == 14 * 12 * 10 * 8 == 13_440


@pytest.mark.parametrize("games", [30, 100, 333, 1000, 2000])
@pytest.mark.parametrize(
    ("size", "seats", "exclusive", "repeat"),
    [
        (14, 4, BOARDS, False),
        (14, 2, BOARDS, False),
        (5, 4, [], False),
        (6, 4, [], False),
        (10, 3, [], False),
        (15, 4, [], False),
        (9, 6, [], False),
        (7, 5, [], True),
        (8, 4, [], True),
        (2, 4, [], True),
        (9, 3, [(0, 1), (2, 3)], False),
    ],
)
def test_other_sizes_are_nearly_equal(
    size: int, seats: int, exclusive: list[tuple[int, ...]], repeat: bool, games: int
) -> None:
    pool = Pool.of(size, seats, exclusive, repeat)
    rows = list(itertools.islice(balanced(pool, Luck(2)), games))
    even = Evenness.of(pool, rows)
    assert even.values[1] - even.values[0] <= 4
    assert even.at_seats[1] - even.at_seats[0] <= 6
    for row in rows:
        assert repeat or len(set(row)) == seats
        assert all(len(set(row) & set(group)) <= 1 for group in exclusive)


@pytest.mark.parametrize(
    ("size", "seats", "block"),
    [
        (1, 3, 1), (2, 2, 4), (2, 3, 8), (2, 4, 8), (3, 2, 9), (3, 3, 9), (3, 5, 243), (4, 3, 64),
        (5, 2, 25), (5, 4, 25), (6, 3, 216), (7, 5, 49), (8, 3, 512), (9, 2, 81),
    ],
)  # fmt: skip
def test_where_values_may_repeat_all_pairs_meet_equally_often(
    size: int, seats: int, block: int
) -> None:
    """At every pair of seats, block by block: in primes, in their powers, in other numbers."""
    rows = list(itertools.islice(balanced(Pool.of(size, seats, repeat=True), Luck(3)), 2 * block))
    for part in (rows[:block], rows[block:]):
        for one, two in itertools.combinations(range(seats), 2):
            met = Counter((row[one], row[two]) for row in part)
            assert set(met) == set(itertools.product(range(size), repeat=2))
            assert set(met.values()) == {block // size**2}


def test_sequence_does_not_depend_on_its_length() -> None:
    short = [game.roles for game in Plan(spec(games=10)).games()]
    long = [game.roles for game in Plan(spec(games=500)).games()]
    assert long[:10] == short


@pytest.mark.parametrize(
    ("size", "seats", "exclusive", "repeat"),
    [
        (14, 4, BOARDS, False),
        (5, 4, [], False),
        (15, 4, [], False),  # chosen greedily
        (9, 6, [], False),
        (7, 5, [], True),
        (8, 4, [], True),
        (2, 4, [], True),
    ],
)
def test_a_balanced_sequence_goes_on_from_anywhere(
    size: int, seats: int, exclusive: list[tuple[int, ...]], repeat: bool
) -> None:
    pool = Pool.of(size, seats, exclusive, repeat)
    rows = list(itertools.islice(balanced(pool, Luck(3)), 900))
    for start in (1, 48, 335, 336, 680, 890):
        assert list(itertools.islice(balanced(pool, Luck(3), start), 10)) == rows[start:][:10]


POOL = ["greedy:bidder", "greedy:collector", "greedy:baseline", "random"]


@pytest.mark.parametrize(
    "lineup",
    [
        {},
        {"mirror": True, "bots": POOL[:3]},
        {"bots": POOL, "pairing": "balanced", "factions": "random"},
        {"bots": POOL, "pairing": "random", "factions": [["millers", "millers", "weavers"]] * 3},
        {"factions": "dealt"},
    ],
)
@pytest.mark.parametrize("arms", [1, 2])
def test_any_game_of_a_plan_can_be_asked_for(lineup: dict[str, object], arms: int) -> None:
    names = [{"name": str(arm)} for arm in range(arms)]
    plan = Plan(spec(lineup=lineup, arm=names, games=240))
    games = list(plan.games())
    for game_id in (0, 1, 2, 29, 101, 239):
        assert plan.game(game_id) == replace(games[game_id], lineup=-1)
    for none in (-1, 240 * arms):
        with pytest.raises(SimkitError, match=f"has games 0 to {240 * arms - 1}"):
            plan.game(none)


def test_a_late_game_is_planned_without_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = []
    ordered = designs._well_ordered

    def counted(*block: Any) -> Iterator[Any]:
        for row in ordered(*block):
            rows.append(row)
            yield row

    monkeypatch.setattr(designs, "_well_ordered", counted)
    assert Plan(spec(games=10**6)).game(999_999).deal == 999_999
    assert len(rows) < 100


def test_drawn_line_ups_are_those_of_earlier_runs() -> None:
    """A run that is made again is the same run, also where there are too many line-ups to list."""
    rows = itertools.islice(balanced(Pool.of(40, 4), Luck(1)), 6)
    assert list(rows) == [
        (1, 20, 11, 4), (2, 21, 35, 9), (5, 16, 31, 30),
        (26, 34, 17, 3), (12, 23, 39, 27), (22, 24, 33, 0),
    ]  # fmt: skip


def test_seeds_come_from_run_seed_and_deal_only() -> None:
    one = [game.seed for game in Plan(spec()).games()]
    other = Plan(spec(lineup={"factions": "random", "bots": "random"}, games=31)).games()
    assert one == [game.seed for game in other][:30]
    assert len(set(one)) == 30


def test_arms_play_the_same_deals_and_line_ups() -> None:
    arms = [{"name": "a"}, {"name": "b", "bots": "random"}]
    games = list(Plan(spec(arm=arms)).games())
    assert [game.arm for game in games] == [0, 1] * 30
    for a, b in zip(games[::2], games[1::2], strict=True):
        assert (a.deal, a.seed, a.roles) == (b.deal, b.seed, b.roles)
        assert a.bots == ("greedy",) * 3
        assert b.bots == ("random",) * 3


def test_mirrored_deals_rotate_factions_and_bots_together() -> None:
    lineup = {"mirror": True, "bots": ["greedy:bidder", "greedy:collector", "random"]}
    games = list(Plan(spec(lineup=lineup)).games())
    assert len(games) == 30
    for turn in (games[i : i + 3] for i in range(0, 30, 3)):
        assert len({game.seed for game in turn}) == 1
        assert [game.rotation for game in turn] == [0, 1, 2]
        parties = [Counter(zip(g.roles["factions"], g.bots, strict=True)) for g in turn]
        assert parties[0] == parties[1] == parties[2]
        assert {game.bots.index("random") for game in turn} == {0, 1, 2}


def test_pool_of_bots_is_balanced() -> None:
    pool = ["greedy:bidder", "greedy:collector", "greedy:baseline", "random"]
    lineup = {"bots": pool, "pairing": "balanced"}
    games = list(Plan(spec(lineup=lineup, games=240)).games())
    at_seats = Counter((seat, bot) for game in games for seat, bot in enumerate(game.bots))
    assert set(at_seats.values()) == {60}
    assert all(len(set(game.bots)) == 3 for game in games)


def test_lists_of_line_ups_are_played_in_turn() -> None:
    rows = [["millers", "millers", "weavers"], ["weavers", "weavers", "millers"]]
    games = list(Plan(spec(lineup={"factions": rows})).games())
    assert [list(game.roles["factions"]) for game in games] == rows * 15
    assert [game.lineup for game in games] == [0, 1] * 15


def test_dealt_leaves_the_roles_to_the_title() -> None:
    assert all(not game.roles for game in Plan(spec(lineup={"factions": "dealt"})).games())


def test_roles_that_are_chosen_in_play_are_dealt_by_nobody() -> None:
    chosen = Plan(spec(options={"factions": "chosen"}))
    assert all(game.roles == {} for game in chosen.games())
    assert chosen.ways == {"factions": "dealt"}
    arms = [{"name": "a"}, {"name": "b", "options": {"factions": "chosen"}}]
    assert all(game.roles == {} for game in Plan(spec(arm=arms)).games())


def test_a_run_in_which_factions_are_chosen_logs_the_choices() -> None:
    results = simkit.simulate(
        TINY, seats=3, games=6, seed=2, n_jobs=1, progress="quiet", options={"factions": "chosen"},
        bots="random",
    )  # fmt: skip
    moves = results.moves[results.moves.kind == "choose"]
    assert len(moves) == 18
    taken = moves.assign(faction=moves.action.map(lambda a: FACTIONS[int(a) >> KIND_BITS]))
    wanted = taken.set_index(["game_id", "seat"]).faction
    found = results.seats.set_index(["game_id", "seat"]).faction.astype(str)
    assert found.equals(wanted.reindex(found.index))
    assert found.nunique() == 2


def test_patch_arms_play_side_by_side_on_the_same_deals() -> None:
    arms = [{"name": "printed"}, {"name": "poor", "patch": {"factions.millers.start.coins": 0}}]
    results = simkit.simulate(TINY, seats=2, games=40, arms=arms, n_jobs=1, progress="quiet")
    games = results.games.set_index(["deal", "arm"]).unstack()
    assert (games["seed"]["printed"] == games["seed"]["poor"]).all()
    assert (
        games["first_lot"]["printed"].astype(str) == games["first_lot"]["poor"].astype(str)
    ).all()
    first = results.moves.groupby("game_id").first().coins
    assert first.nunique() > 1, "the patch changed nothing"


def test_evenness_is_said() -> None:
    said = str(Plan(spec(games=300)).evenness()["factions"])
    assert said == "each 450, each at a seat 150, each pair at two seats 74-76"


@pytest.mark.parametrize("arms", [2, 3])
def test_evenness_is_that_of_one_arm(arms: int) -> None:
    """Arms play the same line-ups: that there are more of them changes nothing."""
    texts = ["greedy", "random", "greedy:bidder"][:arms]
    named = [{"name": text, "bots": text} for text in texts]
    one, several = Plan(spec(games=300)), Plan(spec(games=300, arm=named))
    assert several.evenness() == one.evenness()
    assert several.evenness(60) == one.evenness(60) != one.evenness()


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49])
def test_fields_behind_the_designs_are_fields(size: int) -> None:
    """Sums and products are those of a field: what every design of such a size rests on."""
    field = designs._Field.of_size(size)
    assert field is not None
    every = list(range(size))
    for a in every:
        assert sorted(field.add[a]) == every
        assert field.add[a][0] == a and field.times[a][0] == 0
        if a:
            assert sorted(field.times[a]) == every  # nothing but nought times a is nought
            assert field.times[a][field.inverse[a]] == 1 == field.times[field.inverse[a]][a]
    some = every if size <= 16 else every[:: size // 9]
    for a, b, c in itertools.product(some, repeat=3):
        assert field.times[a][field.add[b][c]] == field.add[field.times[a][b]][field.times[a][c]]
        assert field.times[a][field.times[b][c]] == field.times[field.times[a][b]][c]
        assert field.add[a][b] == field.add[b][a] and field.times[a][b] == field.times[b][a]


@pytest.mark.parametrize("size", [0, 1, 6, 10, 12, 50, 64])
def test_there_is_no_field_of_other_sizes(size: int) -> None:
    assert designs._Field.of_size(size) is None
