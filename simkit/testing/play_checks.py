"""Checks of the deal and of play: what must hold in every game of a title."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.state import PointLog, State
from simkit.engine.recorder import Recorder
from simkit.testing.compare import deep_copy, difference, short, state_difference, state_snapshot
from simkit.testing.walk import Trial, Wrong, actions_of, demand, samples, say, spread, walk


def check_deal(trial: Trial) -> None:
    """The same luck deals the same game; other luck another; given roles are kept."""
    rules = trial.rules
    deals = [state_snapshot(rules.deal(Luck(trial.seed + n))) for n in range(8)]
    again = [state_snapshot(rules.deal(Luck(trial.seed + n))) for n in range(8)]
    for n, (one, other) in enumerate(zip(deals, again, strict=True)):
        found = difference(one, other)
        demand(
            not found,
            f"deal(Luck({trial.seed + n})) is not the same twice ({found}); "
            "take all randomness from the Luck that is given, and keep nothing between games",
        )
    demand(
        any(difference(deals[0], other) for other in deals[1:]),
        "eight different Lucks deal the same game; deal() ignores its luck",
    )
    for role in rules.schema.roles:
        if role.key in rules.chosen_in_play():
            continue
        _check_role(trial, role.column, role.key, role.values, role.repeat, role.exclusive)


def _check_role(
    trial: Trial,
    column: str,
    key: str,
    values: tuple[str, ...],
    repeat: bool,
    exclusive: tuple[tuple[str, ...], ...],
) -> None:
    rules = trial.rules
    for game in range(4):
        state = trial.deal(game)
        codes = [state.seat_row(seat)[column] for seat in range(rules.seats)]
        names = [values[code] for code in codes]
        demand(
            repeat or len(set(codes)) == len(codes),
            f"game {game} deals {names} as {key}, though the role {column!r} does not repeat",
        )
        for group in exclusive:
            demand(
                sum(name in group for name in names) <= 1,
                f"game {game} deals {names} as {key}, though {group} exclude each other",
            )
        try:
            given = rules.deal(trial.luck(game + 100), **{key: names})
        except SimkitError as error:
            raise Wrong(
                f"deal(luck, {key}={names}) is refused ({error}), though a line-up may give the "
                f"role {column!r}; take {key!r} there, or say in an option that it `replaces` it"
            ) from error
        found = [given.seat_row(seat)[column] for seat in range(rules.seats)]
        demand(
            found == codes,
            f"deal(luck, {key}={names}) has {[values[code] for code in found]} in seat_row()",
        )


def check_invariants(trial: Trial) -> None:
    """`State.check` holds after every move of random games."""
    demand(
        type(trial.deal(0)).check is not State.check,
        "State.check is not overridden; say there what must always hold: every component is "
        "somewhere once, no resource is negative, what is cached equals what is counted anew",
    )
    for game in range(trial.games):
        for move, state in walk(trial, game):
            try:
                state.check()
            except AssertionError as error:
                raise Wrong(f"{trial.where(game, move, state)}: {error}") from None


def check_points(trial: Trial) -> None:
    """Points by source sum to the score, and every point goes through `State.gain`.

    So do the rows of the table `points`, those of the deal (move -1) included.
    """
    for game in range(trial.games):
        log = PointLog()
        before: list[int] | None = None
        for move, state in walk(trial, game):
            if before is None:
                before = state.points[:]
                state.observer = log
            where = trial.where(game, move, state)
            demand(
                state.observer is log, f"{where}: the observer is lost; apply() must not change it"
            )
            for seat in range(state.seats):
                total = sum(state.points_of(seat))
                demand(
                    total == state.score[seat] == state.scores()[seat],
                    f"{where}: seat {seat} has {total} points by source, but a score of "
                    f"{state.score[seat]}; change points with State.gain only",
                )
            noted = before[:]
            for at in range(0, len(log.rows), 4):
                _, seat, source, amount = log.rows[at : at + 4]
                noted[seat * state.sources + source] += amount
            demand(
                noted == state.points,
                f"{where}: points by source changed without a gain ({short(state.points)}, noted "
                f"{short(noted)}); change points with State.gain only",
            )
        _demand_rows_sum(trial, game)


def _demand_rows_sum(trial: Trial, game: int) -> None:
    """Demand that the rows of `points` of every seat sum to its score."""
    state = trial.deal(game)
    Recorder(trial.rules, "points").start_game(state)
    log = state.observer
    assert log is not None
    *_, (move, _) = walk(trial, game, state)
    totals = [0] * state.seats
    for at in range(0, len(log.rows), 4):
        _, seat, _, amount = log.rows[at : at + 4]
        totals[seat] += amount
    demand(
        totals == state.score,
        f"{trial.where(game, move, state)}: the rows of points of the seats sum to {totals}, their "
        f"scores are {state.score}; change points with State.gain only",
    )


def check_reading(trial: Trial) -> None:
    """Looking at a state does not change it."""
    for game in range(trial.games):
        for move, state in samples(trial, game):
            before = state_snapshot(state)
            looks: dict[str, Any] = {
                "legal()": lambda s: s.legal(),
                "candidates()": lambda s: s.candidates(),
                "is_legal()": lambda s: s.is_legal(s.legal()[0]),
                "log_row()": lambda s: s.log_row(s.seat),
                "seat_row()": lambda s: s.seat_row(s.seat),
                "game_row()": lambda s: s.game_row(),
                "standing()": lambda s: [s.standing(seat) for seat in range(s.seats)],
                "check()": _quietly_check,
                "describe()": lambda s: [s.rules.describe(s, a) for a in s.legal()],
                "clone()": lambda s: s.clone(),
                "view()": lambda s: s.view(s.seat),
                "projected_scores()": lambda s: s.projected_scores(),
            }
            for name, look in looks.items():
                look(state)
                found = difference(before, state_snapshot(state))
                demand(
                    not found,
                    f"{trial.where(game, move, state)}: {name} changes the state: {found}",
                )


def _quietly_check(state: State) -> None:
    with suppress(AssertionError):  # what it says is the matter of check_invariants
        state.check()


def check_apply(trial: Trial) -> None:
    """An action carried out twice on equal states gives equal states; `step` does what `apply` does."""
    for game in range(trial.games):
        for move, state in samples(trial, game):
            for action in spread(state.legal(), 4):
                one, two, three = (deep_copy(state) for _ in range(3))
                one.apply(action)
                two.apply(action)
                three.step(action)
                where = f"{trial.where(game, move, state)}: {say(state, action)}"
                found = state_difference(one, two)
                demand(
                    not found,
                    f"{where}: carried out twice it gives two states ({found}); "
                    "take randomness from state.luck, addressed by what is drawn",
                )
                found = state_difference(one, three)
                demand(not found, f"{where}: step and apply do not do the same ({found})")


def check_replay(trial: Trial) -> None:
    """The deal and the list of actions lead to the same final state, step by step."""
    for game in range(trial.games):
        actions = actions_of(trial, game)
        *_, (_, final) = walk(trial, game)
        again = trial.deal(game)
        for move, action in enumerate(actions):
            try:
                again.step(action)
            except SimkitError as error:
                raise Wrong(f"{trial.where(game, move, again)}: replaying: {error}") from None
        found = state_difference(final, again)
        demand(
            not found,
            f"game {game}: replaying the {len(actions)} actions ends in another state ({found})",
        )
        demand(again.over, f"game {game}: replaying the actions does not end the game")
        demand(
            again.winners() or again.seats == 1,  # alone one may lose to the game
            f"game {game}: nobody wins; ranks are {again.ranks()}",
        )
        reasons = trial.rules.schema.end_reasons
        demand(
            0 <= again.end_reason < len(reasons),
            f"game {game}: end_reason {again.end_reason} is not a number into {reasons}",
        )
