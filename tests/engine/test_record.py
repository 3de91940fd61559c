"""The recorder and its tables: what was played is what stands there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import simkit
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.schema import KIND_BITS
from simkit.core.state import State
from simkit.core.tables import LOG_LEVELS, TABLES, arrow_schema, table_columns
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from tests.tiny.bot.features import FairGreedy
from tests.tiny.rules.state import FairState
from tests.tiny.schema import SCHEMA
from tests.tiny.title import FairRules

RULES = simkit.rules("tests.tiny", seats=4)


class Exchanger(Bot):
    """Exchanges the whole hand whenever it may, so that masks are wide; else plays at random."""

    name = "exchanger"

    def choose(self, view: State, candidates: list[int]) -> Choice:
        kind, _ = view.rules.decode(candidates[0])
        last = kind == "exchange"
        return Choice(candidates[-1] if last else self.whims.choice(candidates), 0.25, 1e-3)


def recorded(
    log: str = "candidates", games: int = 5, rules: Rules = RULES, bot: type[Bot] = Exchanger
) -> tuple[Recorder, list[State]]:
    """Play games; return the recorder and the final states."""
    recorder = Recorder(rules, log, run="test", arm="printed")
    finals = []
    for game in range(games):
        bots = [bot(), RandomBot(), FairGreedy("bidder"), bot()]
        info = GameInfo(game_id=10 + game, seed=2**64 - 1 - game, deal=game, lineup=3, rotation=1)
        finals.append(play_game(rules.deal(Luck(game)), bots, recorder, info))
    return recorder, finals


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    recorder, _ = recorded()
    return {name: table.to_pandas() for name, table in recorder.tables().items()}


@pytest.fixture(scope="module")
def finals() -> list[State]:
    return recorded()[1]


@pytest.mark.parametrize("log", LOG_LEVELS)
def test_a_log_level_names_its_tables(log: str) -> None:
    recorder, _ = recorded(log, games=1)
    assert tuple(recorder.tables()) == LOG_LEVELS[log]


@pytest.mark.parametrize("log", LOG_LEVELS)
def test_lower_levels_hold_the_same_rows(log: str) -> None:
    whole = recorded()[0].tables()
    for name, table in recorded(log)[0].tables().items():
        pd.testing.assert_frame_equal(table.to_pandas(), whole[name].to_pandas())


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_the_declared_schema(name: str) -> None:
    table = recorded(games=2)[0].tables()[name]
    assert table.schema.equals(arrow_schema(name, SCHEMA, "tests.tiny", 1), check_metadata=True)
    assert table.schema.names == [column.name for column in table_columns(name, SCHEMA)]
    assert table.schema.metadata[b"simkit_title"] == b"tests.tiny"
    assert table.schema.metadata[b"simkit_rules_version"] == b"1"
    table.validate(full=True)


@pytest.mark.parametrize("name", TABLES)
def test_no_games_make_empty_tables(name: str) -> None:
    table = Recorder(RULES, "candidates").tables()[name]
    assert len(table) == 0
    assert table.schema.equals(arrow_schema(name, SCHEMA, "tests.tiny", 1))


def test_categories_are_those_of_the_schema_not_of_the_batch(
    frames: dict[str, pd.DataFrame],
) -> None:
    moves = frames["moves"]
    assert list(moves.kind.cat.categories) == [kind.name for kind in SCHEMA.kinds]
    assert list(moves.phase.cat.categories) == list(SCHEMA.phases)
    assert list(moves.good.cat.categories) == ["bread", "cloth", "pots"]
    assert list(frames["seats"].faction.cat.categories) == ["millers", "weavers"]
    assert list(frames["points"].source.cat.categories) == ["sales", "lots", "sets"]
    assert list(frames["games"].end_reason.cat.categories) == ["last round"]


def test_integers_are_narrow(frames: dict[str, pd.DataFrame]) -> None:
    dtypes = frames["moves"].dtypes
    assert dtypes["seat"] == np.int8
    assert dtypes["round"] == np.int16
    assert dtypes["coins"] == np.int8
    assert dtypes["value"] == np.float32
    assert frames["games"].dtypes["seed"] == np.uint64


def test_games_row(frames: dict[str, pd.DataFrame], finals: list[State]) -> None:
    games = frames["games"]
    assert games.game_id.tolist() == [10, 11, 12, 13, 14]
    assert games.seed.tolist() == [2**64 - 1 - n for n in range(5)]
    assert set(games.run) == {"test"}
    assert set(games.arm) == {"printed"}
    assert set(games.title) == {"tests.tiny"}
    assert set(games.seats) == {4}
    assert set(games.lineup) == {3}
    assert set(games.rotation) == {1}
    assert games.rounds.tolist() == [state.round for state in finals]
    counts = frames["moves"].groupby("game_id").size()
    assert games.decisions.tolist() == counts.tolist()


def test_seats_rows(frames: dict[str, pd.DataFrame], finals: list[State]) -> None:
    seats = frames["seats"]
    assert seats.score.tolist() == [p for state in finals for p in state.scores()]
    assert seats["rank"].tolist() == [r for state in finals for r in state.ranks()]
    assert seats.bot.tolist()[:4] == ["exchanger", "random", "greedy", "exchanger"]
    assert seats.profile.tolist()[:4] == ["", "", "bidder", ""]
    assert np.allclose(seats.groupby("game_id").win_share.sum(), 1)
    for state, (_, mine) in zip(finals, seats.groupby("game_id"), strict=True):
        assert isinstance(state, FairState)
        assert mine.tie_break.tolist() == state.coins
        assert (mine.win_share > 0).tolist() == [s in state.winners() for s in range(4)]


def test_points_sum_to_scores_everywhere(frames: dict[str, pd.DataFrame]) -> None:
    seats, points = frames["seats"], frames["points"]
    sources = [column for column in seats if column.startswith("points_")]
    assert (seats[sources].sum(axis=1) == seats.score).all()
    by_source = points.groupby(["game_id", "seat", "source"], observed=False).amount.sum().unstack()
    wanted = seats.set_index(["game_id", "seat"])[sources]
    assert (by_source.to_numpy() == wanted.to_numpy()).all()


def test_points_name_the_decision_that_brought_them(frames: dict[str, pd.DataFrame]) -> None:
    """The score before a decision is all that was won in the decisions before it."""
    moves, points = frames["moves"], frames["points"]
    for game_id, mine in moves.groupby("game_id"):
        won = points[points.game_id == game_id]
        for row in mine.itertuples():
            before = won[(won.move < row.move) & (won.seat == row.seat)].amount.sum()
            assert row.score_before == before
    last = points.groupby("game_id").move.max()
    assert (last == frames["games"].set_index("game_id").decisions - 1).all()


def test_moves_replay_to_the_final_state(
    frames: dict[str, pd.DataFrame], finals: list[State]
) -> None:
    """Every row says where its decision stood, wide actions included."""
    for number, (_, mine) in enumerate(frames["moves"].groupby("game_id")):
        state = RULES.deal(Luck(number))
        assert isinstance(state, FairState)
        assert mine.move.tolist() == list(range(len(mine)))
        for row in mine.itertuples():
            where = (row.round, SCHEMA.phases.index(row.phase), row.seat, row.n_candidates)
            assert where == (state.round, state.phase, state.seat, len(state.candidates()))
            figures = (row.coins, row.hand, row.lot, row.highest_bid)
            assert figures == state.log_row(state.seat)
            state.step(packed(row))
        assert state.scores() == finals[number].scores()


def packed(row: Any) -> int:
    return int(row.action_wide, 16) if row.action == -1 else int(row.action)


def test_wide_actions_stand_as_text(frames: dict[str, pd.DataFrame]) -> None:
    moves = frames["moves"]
    wide = moves[moves.action == -1]
    assert len(wide) > 5
    assert (wide.kind == "exchange").all()
    assert wide.action_wide.notna().all()
    assert moves[moves.action != -1].action_wide.isna().all()
    assert all(int(text, 16) >= 1 << 63 for text in wide.action_wide)


def test_arguments_are_decoded(frames: dict[str, pd.DataFrame]) -> None:
    moves = frames["moves"]
    for row in moves.itertuples():
        kind, args = RULES.decode(packed(row))
        assert kind == row.kind
        assert row.card == args.get("card", -1)
        assert row.amount == args.get("amount", -1)
        good = args.get("good")
        assert pd.isna(row.good) if good is None else row.good == ("bread", "cloth", "pots")[good]


def test_values_are_what_the_bot_said(frames: dict[str, pd.DataFrame]) -> None:
    moves = frames["moves"]
    asked = moves[(moves.n_candidates > 1) & moves.seat.isin([0, 3])]
    assert (asked.value == np.float32(0.25)).all()
    assert (asked.runner_up == np.float32(1e-3)).all()
    assert moves[moves.n_candidates == 1].value.isna().all()


def test_candidates_hold_every_value(frames: dict[str, pd.DataFrame]) -> None:
    moves, candidates = frames["moves"], frames["candidates"]
    sizes = candidates.groupby(["game_id", "move"]).size()
    wanted = moves.set_index(["game_id", "move"]).n_candidates
    assert (sizes == wanted).all()
    greedy = moves[(moves.seat == 2) & (moves.n_candidates > 1)].set_index(["game_id", "move"])
    best = candidates.groupby(["game_id", "move"]).value.max()
    assert np.allclose(best.loc[greedy.index], greedy.value)


# Hashes


def test_hashes_are_equal_for_equal_games_and_differ_else() -> None:
    one, two = recorded()[0], recorded()[0]
    assert one.hashes == two.hashes
    assert len(set(one.hashes)) == 5
    assert one.game_ids == [10, 11, 12, 13, 14]


def test_a_hash_depends_on_its_game_only() -> None:
    """Not on the batch it was played in, nor on the run's name."""
    alone = Recorder(RULES, "candidates", run="other", arm="other")
    info = GameInfo(game_id=13, seed=2**64 - 1 - 3, deal=3, lineup=3, rotation=1)
    bots = [Exchanger(), RandomBot(), FairGreedy("bidder"), Exchanger()]
    play_game(RULES.deal(Luck(3)), bots, alone, info)
    assert alone.hashes == [recorded()[0].hashes[3]]


class SaysValue(Exchanger):
    value = 0.5

    def choose(self, view: State, candidates: list[int]) -> Choice:
        choice = super().choose(view, candidates)
        return Choice(choice.action, self.value, choice.runner_up)


class SaysOtherValue(SaysValue):
    value = 0.75


def test_a_hash_notices_a_value() -> None:
    one = recorded("moves", 1, bot=SaysValue)[0]
    two = recorded("moves", 1, bot=SaysOtherValue)[0]
    assert one.hashes != two.hashes
    games = [recorded("games", 1, bot=bot)[0].hashes for bot in (SaysValue, SaysOtherValue)]
    assert games[0] == games[1]


def test_an_unfinished_game_leaves_nothing_behind() -> None:
    class GivesUp(Exchanger):
        def choose(self, view: State, candidates: list[int]) -> Choice:
            if view.round == 3:
                raise RuntimeError("enough")
            return super().choose(view, candidates)

    recorder = Recorder(RULES, "candidates", run="test", arm="printed")
    infos = [
        GameInfo(game_id=10 + n, seed=2**64 - 1 - n, deal=n, lineup=3, rotation=1) for n in (0, 1)
    ]
    bots = [Exchanger(), RandomBot(), FairGreedy("bidder"), Exchanger()]
    play_game(RULES.deal(Luck(0)), bots, recorder, infos[0])
    with pytest.raises(RuntimeError, match="enough"):
        play_game(RULES.deal(Luck(9)), [GivesUp(), *bots[1:]], recorder, infos[0])
    play_game(RULES.deal(Luck(1)), bots, recorder, infos[1])
    whole = recorded(games=2)[0]
    assert recorder.hashes == whole.hashes
    for name, table in recorder.tables().items():
        pd.testing.assert_frame_equal(table.to_pandas(), whole.tables()[name].to_pandas())


@pytest.mark.parametrize("decisions", [0, 1])
@pytest.mark.parametrize("log", LOG_LEVELS)
def test_a_game_that_is_taken_down_step_by_step_may_be_broken_off(log: str, decisions: int) -> None:
    """At every level, and also before the first decision: points of the deal are not counted twice."""
    rules = simkit.rules("gaia_project", seats=2)
    bots: list[Bot] = [RandomBot(), RandomBot()]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, Luck(3))

    def take_down(recorder: Recorder, state: State, limit: int) -> None:
        recorder.start_game(state)
        for _ in range(limit):
            candidates = state.candidates()
            choice = bots[state.seat].choose(state, candidates)
            recorder.move(state, bots[state.seat], candidates, choice)
            state.apply(choice.action)

    broken, fresh = Recorder(rules, log), Recorder(rules, log)
    take_down(broken, rules.deal(Luck(1)), decisions)
    state = rules.deal(Luck(2))
    assert any(state.points)
    for recorder in (broken, fresh):
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, Luck(4))
        state = rules.deal(Luck(2))
        take_down(recorder, state, 7)
        recorder.finish_game(state, bots, GameInfo(game_id=5))
    for name, table in broken.tables().items():
        pd.testing.assert_frame_equal(table.to_pandas(), fresh.tables()[name].to_pandas())
    assert broken.tables()["games"]["decisions"].to_pylist() == [7]


def test_the_observer_goes_when_the_game_is_over() -> None:
    assert recorded("points", 1)[1][0].observer is None


def test_a_value_that_does_not_fit_its_column_is_named() -> None:
    class TooRich(FairState):
        __slots__ = ()

        def log_row(self, seat: int) -> tuple[int, ...]:
            return (300, *super().log_row(seat)[1:])

    state = RULES.deal(Luck(1))
    state.__class__ = TooRich
    with pytest.raises(ValueError, match="column 'coins': 300 does not fit int8"):
        play_game(state, [RandomBot()] * 4, Recorder(RULES, "moves"))


def test_a_number_that_is_missing_is_named_by_its_column() -> None:
    class Forgetful(FairState):
        __slots__ = ()

        def seat_row(self, seat: int) -> dict[str, Any]:
            return {**super().seat_row(seat), "coins_left": None}

    state = RULES.deal(Luck(1))
    state.__class__ = Forgetful
    recorder = Recorder(RULES, log="games")
    play_game(state, [RandomBot() for _ in range(RULES.seats)], recorder)
    with pytest.raises(ValueError, match="column 'coins_left': a value is missing"):
        recorder.tables()


def test_constant_columns_are_dictionaries_of_one_word() -> None:
    moves = recorded("moves", 2)[0].tables()["moves"]
    column = moves["run"].combine_chunks()
    assert isinstance(column, pa.DictionaryArray)
    assert column.dictionary.to_pylist() == ["test"]


def test_rules_of_two_patches_record_apart() -> None:
    patched = FairRules(4, None, {"market.sets.points": 12})
    one = recorded("games", 3)[0].tables()["seats"].to_pandas()
    two = recorded("games", 3, rules=patched)[0].tables()["seats"].to_pandas()
    assert (two.points_sets == 3 * one.points_sets).all()
    assert (two.points_sales == one.points_sales).all()


def test_masks_are_not_columns() -> None:
    assert "cards" not in [column.name for column in table_columns("moves", SCHEMA)]
    assert KIND_BITS == 6


@pytest.mark.parametrize("log", ["moves", "points"])
def test_a_subclass_takes_down_what_the_recorder_does(log: str) -> None:
    class Own(Recorder):
        """Adds nothing."""

    found = []
    for kind in (Recorder, Own):
        recorder = kind(RULES, log)
        play_game(
            RULES.deal(Luck(3)), [Exchanger(), RandomBot(), RandomBot(), Exchanger()], recorder
        )
        found.append((recorder.hashes, recorder.actions()))
    assert found[0] == found[1]
    assert max(found[0][1]) >= 1 << 63  # which does not fit its column


def test_a_title_may_say_itself_who_has_won() -> None:
    class Lost(FairState):
        """Nobody wins."""

        __slots__ = ()

        def winners(self) -> list[int]:
            return []

    class SecondWins(Lost):
        __slots__ = ()

        def winners(self) -> list[int]:
            return [1]

    for kind, shares in ((Lost, [0.0] * 4), (SecondWins, [0.0, 1.0, 0.0, 0.0])):
        state = RULES.deal(Luck(1))
        state.__class__ = kind
        recorder = Recorder(RULES, "games")
        play_game(state, [RandomBot()] * 4, recorder)
        assert recorder.tables()["seats"]["win_share"].to_pylist() == shares


@pytest.mark.parametrize(
    ("standings", "ranks", "ties"),
    [
        ([(3, 5), (3, 7), (4, 0), (3, 7)], [4, 2, 1, 2], [5, 7, 0, 7]),
        ([(3,), (3, 1), (3, 1, 9), (2, 8)], [3, 2, 1, 4], [0, 1, 1, 8]),  # of several lengths
        ([(0.5, 1), (0.25, 2), (0.5, 0), (0.5, 1)], [1, 4, 3, 1], [1, 2, 0, 1]),  # fractions
        ([(2**70, 4), (5, 3), (2**70 + 1, 2), (5, 1)], [2, 3, 1, 4], [4, 3, 2, 1]),  # of any size
        ([(), (), (), ()], [1, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_seats_are_ranked_by_whatever_can_be_compared(
    standings: list[tuple[int, ...]], ranks: list[int], ties: list[int]
) -> None:
    class Told(FairState):
        __slots__ = ()

        def standing(self, seat: int) -> tuple[int, ...]:
            return standings[seat]

    recorder = Recorder(RULES, "games")
    for seed in range(2):
        state = RULES.deal(Luck(seed))
        state.__class__ = Told
        play_game(state, [RandomBot()] * 4, recorder)
    seats = recorder.tables()["seats"]
    assert seats["rank"].to_pylist() == ranks * 2
    assert seats["tie_break"].to_pylist() == ties * 2
    first = ranks.count(1)
    assert seats["win_share"].to_pylist() == [1 / first if rank == 1 else 0.0 for rank in ranks] * 2
