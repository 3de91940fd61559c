"""Checks of what people are told: what followed an action, what the points would be, verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.core.luck import Luck
from simkit.core.schema import KIND_MASK
from simkit.core.state import State
from simkit.testing.compare import difference, state_snapshot
from simkit.testing.walk import Trial, demand, samples, say, spread, walk

ACTIONS = 2  # actions per position whose consequences are looked at
REDRAWN = 2  # times that all that is hidden from a seat is drawn anew
SIGHT = Luck(0x51647)  # what is hidden is redrawn from this, so that equal views give equal states


def check_consequences(trial: Trial) -> None:
    """`consequences` is sentences, changes nothing, and tells a seat only what it can see.

    Everything that is hidden from a seat is drawn anew before the action. Where the seat sees the same
    before and after it all the same, it has to be told the same; so it has, where another seat does
    something else face down. What chance reveals is seen, and is left out of the comparison.
    """
    compared = 0
    for game in range(trial.games):
        for move, state in samples(trial, game):
            for action in spread(state.legal(), ACTIONS):
                where = f"{trial.where(game, move, state)}: {say(state, action)}"
                luck = trial.luck(game).fork("consequences", move) if trial.hidden else None
                compared += _check_action(where, state, action, luck)
    demand(
        compared or not trial.hidden,
        "no redrawn state looks the same to a seat after an action, so it cannot be told whether "
        "consequences() gives away what is hidden: determinize() must depend on nothing hidden, "
        "caches included",
    )


def _check_action(where: str, state: State, action: int, luck: Luck | None) -> int:
    """Check what is told of one action; return the number of comparisons made.

    Without luck, nothing is compared: the title hides nothing.
    """
    after = _after(state, action)
    shots = state_snapshot(state), state_snapshot(after)
    compared = 0
    for viewer in (None, *range(state.seats)):
        lines = state.rules.consequences(state, action, after, viewer)
        _demand_sentences(f"{where}: consequences(viewer={viewer})", lines)
        if luck is not None and viewer in (state.seat, (state.seat + 1) % state.seats):
            compared += _compare(where, state, action, after, viewer, luck)
    for name, shot, now in (("before", shots[0], state), ("after", shots[1], after)):
        found = difference(shot, state_snapshot(now))
        demand(not found, f"{where}: consequences() changes the state {name} it: {found}")
    return compared


def _after(state: State, action: int) -> State:
    copy = state.clone()
    copy.apply(action)
    return copy


def _demand_sentences(where: str, lines: Any) -> None:
    demand(isinstance(lines, list), f"{where} is a {type(lines).__name__}, not a list of sentences")
    for line in lines:
        demand(
            isinstance(line, str) and line.strip() and "\n" not in line,
            f"{where} holds {line!r}; sentences of one line are expected",
        )


def _compare(where: str, state: State, action: int, after: State, viewer: int, luck: Luck) -> int:
    """Demand that what looks alike to a seat is told alike; return the number of comparisons."""
    rules = state.rules
    told = rules.consequences(state, action, after, viewer)
    sight = _sight(after, viewer)
    compared = 0
    for other, instead in _alike(state, action, viewer, luck):
        other_after = _after(other, instead)
        if difference(sight, _sight(other_after, viewer)):
            continue
        compared += 1
        found = rules.consequences(other, instead, other_after, viewer)
        done = "" if instead == action else f", or instead of it {say(state, instead)},"
        demand(
            found == told,
            f"{where}{done} looks the same to seat {viewer} whatever is hidden from it, but it is "
            f"told {told} and, with the hidden drawn anew, {found}; say only what the viewer sees",
        )
    return compared


def _sight(state: State, viewer: int) -> Any:
    return state_snapshot(state.determinize(viewer, SIGHT))


def _alike(state: State, action: int, viewer: int, luck: Luck) -> Iterator[tuple[State, int]]:
    """Yield states and actions that a seat cannot tell from these."""
    for number in range(REDRAWN):
        redrawn = state.determinize(viewer, luck.fork("redrawn", number))
        if redrawn.is_legal(action):
            yield redrawn, action
    if viewer == state.seat or not _secret(state, action):
        return
    for other in spread(state.legal(), 3 * ACTIONS):
        if other != action and _secret(state, other):
            yield state, other


def _secret(state: State, action: int) -> bool:
    return action & KIND_MASK in state.rules.schema.secret_numbers


def check_projected(trial: Trial) -> None:
    """`projected_scores` has a number per seat, changes nothing, and is the score at the end."""
    for game in range(trial.games):
        for move, state in samples(trial, game):
            _demand_forecast(trial.where(game, move, state), state)
        *_, (move, state) = walk(trial, game)
        where = trial.where(game, move, state)
        _demand_forecast(where, state)
        projected = state.projected_scores()
        demand(
            projected == state.scores(),
            f"{where}: projected_scores() is {projected}, but the scores are {state.scores()}",
        )


def _demand_forecast(where: str, state: State) -> None:
    before = state_snapshot(state)
    projected = state.projected_scores()
    demand(
        isinstance(projected, list)
        and len(projected) == state.seats
        and all(type(points) is int for points in projected),
        f"{where}: projected_scores() is {projected!r}; a whole number per seat is expected",
    )
    verdicts = [state.verdict(seat) for seat in range(state.seats)]
    demand(
        all(isinstance(verdict, str) and "\n" not in verdict for verdict in verdicts),
        f"{where}: verdict() is {verdicts!r}; a word or a sentence is expected",
    )
    found = difference(before, state_snapshot(state))
    demand(not found, f"{where}: projected_scores() or verdict() changes the state: {found}")
