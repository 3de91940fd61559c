"""Recordings of the public engine: replay them through `State.step` and compare every figure.

The notation is described in ``data/race_for_the_galaxy/log_notation.md``. The recorded steps are turned
into decisions; what the engine then does is written by a `Journal` in the same notation and compared
step by step with the recording; the snapshot after every phase and the final block are compared too.

Conventions of the recordings: a payment of nothing may be written after other seats' payments, so
steps are compared seat by seat; an optional ``cards_for_vp`` power that was declined may be written as
a use of no cards or not at all; New Military Tactics that are discarded without a conquest have left the
tableau, but need not stand among the cards used.
"""

from __future__ import annotations

from collections.abc import Mapping

from simkit.core.errors import SimkitError
from simkit.core.recording import FAILED, PASSED, SKIPPED, CaseResult, PlayedGame
from simkit.games.race_for_the_galaxy.io.case_names import strange_keys
from simkit.games.race_for_the_galaxy.io.comparison import Astray, Data, Mismatch
from simkit.games.race_for_the_galaxy.io.replay import Replay

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What a file of another shape raises while it is read."""


def verify(data: Data, name: str) -> list[CaseResult]:
    """Replay one recorded game and compare every stored figure.

    Keys that the notation does not have cannot be compared: a second, skipped result names them.
    """
    case = str(data.get("id", name)) if isinstance(data, Mapping) else name
    result = _replayed(data, case, name)
    try:
        strange = strange_keys(data)
    except UNREADABLE as error:
        if result.status == PASSED:
            result = CaseResult(case, FAILED, "keys", f"cannot be read ({error})")
        return [result]
    if not strange:
        return [result]
    detail = f"not in the notation, so not compared: {'; '.join(strange)}"
    return [result, CaseResult(f"{case} keys", SKIPPED, "keys", detail)]


def _replayed(data: Data, case: str, name: str) -> CaseResult:
    """Return the verdict on one recorded game."""
    replay = Replay(data, name)
    try:
        replay.run()
    except Astray as error:
        where = wrong_seat(data, name, replay) or (error.step, error.detail)
        return CaseResult(case, FAILED, *where)
    except Mismatch as error:
        return CaseResult(case, FAILED, error.step, error.detail)
    except SimkitError as error:
        return CaseResult(case, FAILED, replay.place, str(error))
    except UNREADABLE as error:
        detail = f"cannot be read ({type(error).__name__}: {error})"
        return CaseResult(case, FAILED, replay.place, detail)
    return CaseResult(case, PASSED)


def wrong_seat(data: Data, name: str, replay: Replay) -> tuple[str, str] | None:
    """Find a step of the phase that failed with whose seat changed the replay gets past the phase."""
    r, p = replay.at
    record = data["rounds"][r]
    phase = record["phases"][p]
    for number, step in enumerate(phase["steps"]):
        for seat in range(replay.rules.seats):
            if step["seat"] in (None, seat):
                continue
            steps = [*phase["steps"]]
            steps[number] = {**step, "seat": seat}
            phases = [*record["phases"]]
            phases[p] = {**phase, "steps": steps}
            rounds = [*data["rounds"]]
            rounds[r] = {**record, "phases": phases}
            trial = Replay({**data, "rounds": rounds}, name)
            try:
                trial.run()
            except (SimkitError, *UNREADABLE):
                if trial.at <= (r, p):
                    continue
            place = f"{replay.title} step {number}"
            return place, f"seat: recorded {step['seat']}, but the steps fit seat {seat}"
    return None


def games(data: Data, name: str) -> list[PlayedGame]:
    """Return the recorded game as decisions that can be replayed and logged."""
    replay = Replay(data, name)
    replay.run()
    players = [f"seat {seat}" for seat in range(replay.g.seats)]
    return [PlayedGame(replay.rules, replay.begin(), replay.actions, players, name)]
