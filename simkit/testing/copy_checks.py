"""Checks of copies: clones, determinized states, rules that come back from a pickle."""

from __future__ import annotations

import pickle

from simkit.core.luck import Luck
from simkit.core.registry import rules_class
from simkit.core.state import PointLog, State
from simkit.testing.compare import deep_copy, difference, short, state_difference, state_snapshot
from simkit.testing.walk import Trial, Wrong, actions_of, demand, play_out, samples


def check_clone(trial: Trial) -> None:
    """A clone equals a deep copy, has no observer, and shares nothing that changes."""
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            state.observer = PointLog()
            clone, deep = state.clone(), deep_copy(state)
            demand(clone is not state, f"{where}: clone() returns the state itself")
            demand(clone.observer is None, f"{where}: the clone has the observer; clones have none")
            state.observer = None
            found = state_difference(deep, clone)
            demand(
                not found,
                f"{where}: the clone is not equal to the state ({found}); "
                "clone() forgets an attribute or copies a wrong one",
            )
            demand(clone.rules is state.rules, f"{where}: the clone has other rules")
            before = state_snapshot(state)
            play_out(clone, trial.luck(game).fork("clone", move))
            found = difference(before, state_snapshot(state))
            demand(
                not found,
                f"{where}: playing on with a clone changes the original ({found}); "
                "clone() has to copy that list",
            )
            clone = state.clone()
            play_out(deep, trial.luck(game).fork("clone", move))
            played = state_snapshot(deep)
            play_out(clone, trial.luck(game).fork("clone", move))
            found = difference(played, state_snapshot(clone))
            demand(
                not found,
                f"{where}: a clone and a deep copy, played on alike, end differently ({found})",
            )


def check_determinize(trial: Trial) -> None:
    """`determinize` keeps what a seat sees, redraws what it does not, and replaces all luck."""
    redrawn: set[str] = set()
    for game in range(trial.games):
        for move, state in samples(trial, game):
            for seat in range(state.seats):
                where = f"{trial.where(game, move, state)}, as seen by seat {seat}"
                _demand_same_view(where, state, seat, trial.luck(game).fork("redraw", move))
                redrawn |= _redrawn(state, seat, trial.luck(game).fork("redraw", move))
    names = [] if isinstance(trial.hidden, bool) else list(trial.hidden)
    for name in names:
        demand(
            name in redrawn,
            f"determinize never redraws {name!r}; it redrew {sorted(redrawn) or 'nothing'}",
        )
    demand(
        not trial.hidden or redrawn,
        "determinize never redraws anything; if the title hides nothing, say hidden=False "
        "(on the command line --open)",
    )


def _demand_same_view(where: str, state: State, seat: int, luck: Luck) -> None:
    before = state_snapshot(state)
    state.observer = PointLog()
    copy = state.determinize(seat, luck)
    demand(
        copy is not state and copy.observer is None,
        f"{where}: determinize() must return a new state without observer",
    )
    state.observer = None
    found = difference(before, state_snapshot(state))
    demand(not found, f"{where}: determinize() changes the state: {found}")
    demand(
        copy.luck != state.luck,
        f"{where}: determinize() keeps the luck to come; give the copy another Luck",
    )
    for what in ("seat", "round", "phase", "points", "score", "end_reason"):
        one, two = getattr(state, what), getattr(copy, what)
        demand(one == two, f"{where}: determinize() changes {what}: {two}, not {one}")
    one_row, two_row = state.log_row(seat), copy.log_row(seat)
    demand(
        one_row == two_row,
        f"{where}: determinize() changes what the seat knows of itself: log_row is "
        f"{two_row}, not {one_row}",
    )
    if seat == state.seat:
        for name in ("legal", "candidates"):
            own, seen = getattr(state, name)(), getattr(copy, name)()
            demand(
                own == seen,
                f"{where}: after determinize() the seat has other choices: {name}() has "
                f"{len(seen)} actions, not {len(own)}; first of them {short(seen[:3])}, not "
                f"{short(own[:3])}",
            )
    again = copy.determinize(seat, luck)
    found = state_difference(copy, again)
    demand(
        not found,
        f"{where}: determinize() of a determinized state, with the same luck, differs ({found}); "
        "so it depends on something hidden: collect all that is hidden, shuffle it by id, deal "
        "it out again",
    )
    try:
        copy.check()
        play_out(copy, luck.fork("play on"))
        copy.check()
    except Exception as error:
        raise Wrong(
            f"{where}: the determinized state cannot be played on: {type(error).__name__}: {error}"
        ) from error


def _redrawn(state: State, seat: int, luck: Luck) -> set[str]:
    """Name the attributes in which three determinized copies differ."""
    copies = [state_snapshot(state.determinize(seat, luck.fork("n", n))) for n in range(3)]
    first = copies[0].attributes
    return {
        name
        for name in first
        if name != "luck" and any(difference(first[name], c.attributes[name]) for c in copies[1:])
    }


def check_pickle(trial: Trial) -> None:
    """Rules that come back from a pickle (as workers get them) give the same games and scores."""
    rules = trial.rules
    if rules_class(rules.title) is not type(rules):
        return  # a class under test that its title's name does not lead to; nothing to come back
    back = pickle.loads(pickle.dumps(rules))
    demand(repr(back) == repr(rules), f"pickled rules come back as {back!r}, not {rules!r}")
    anew = type(rules)(rules.seats, rules.options, rules.patch, rules.pack)
    for made, how in ((back, "pickled"), (anew, "built anew")):
        for game in range(trial.games):
            ends = []
            for tried in (rules, made):
                state = tried.deal(trial.luck(game))
                for action in actions_of(trial, game):
                    state.step(action)
                ends.append(state)
            found = state_difference(ends[0], ends[1])
            demand(not found, f"game {game}: rules {how} end the same game differently ({found})")
