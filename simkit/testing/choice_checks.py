"""Checks of choices: what is legal, what is worth a thought, what actions are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.schema import KIND_BITS, Kind
from simkit.core.state import State
from simkit.testing.compare import difference, short, state_snapshot
from simkit.testing.walk import Trial, Wrong, demand, samples, say, spread, walk

PROBES_PER_KIND = 24  # made-up actions per kind and position


def check_legal(trial: Trial) -> None:
    """The legal list is never empty, has no twins, and is exactly what `is_legal` accepts.

    What `is_legal` accepts is tried with made-up actions: neighbours of the legal ones, actions
    legal at other times, and numbers that are no action at all. Open kinds may have more legal actions
    than the list holds.
    """
    open_kinds = trial.rules.schema.open_kinds
    for game in range(trial.games):
        earlier: dict[int, None] = {}
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            legal = state.legal()
            demand(legal, f"{where}: legal() is empty though the game goes on")
            _demand_list(where, "legal()", legal)
            demand(legal == state.legal(), f"{where}: legal() differs when asked twice")
            listed = set(legal)
            for action in legal:
                demand(
                    state.is_legal(action),
                    f"{where}: legal() lists {say(state, action)}, which is_legal() refuses",
                )
            for action in probes(trial, state, legal, earlier):
                if state.is_legal(action) and action not in listed:
                    kind, _ = trial.rules.decode(action)
                    demand(
                        kind in open_kinds,
                        f"{where}: is_legal() accepts {say(state, action)}, which legal() does not "
                        f"list ({len(legal)} actions); either one is wrong, or the kind belongs "
                        "into schema.open_kinds",
                    )
            earlier.update(dict.fromkeys(spread(legal, 8)))


def check_candidates(trial: Trial) -> None:
    """The candidates are legal, without twins, and never none."""
    open_kinds = trial.rules.schema.open_kinds
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            candidates = state.candidates()
            demand(candidates, f"{where}: candidates() is empty though the game goes on")
            _demand_list(where, "candidates()", candidates)
            legal = set(state.legal())
            for action in candidates:
                kind, _ = trial.rules.decode(action)
                accepted = action in legal or (kind in open_kinds and state.is_legal(action))
                demand(
                    accepted,
                    f"{where}: candidates() lists {say(state, action)}, which is not legal",
                )


def check_step(trial: Trial) -> None:
    """`step` refuses what `is_legal` refuses, says why, and leaves the state as it was."""
    for game in range(trial.games):
        earlier: dict[int, None] = {}
        final = None
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            legal = state.legal()
            before = state_snapshot(state)
            refused = [a for a in probes(trial, state, legal, earlier) if not state.is_legal(a)]
            for action in spread(refused, 40):
                _demand_refusal(where, state, action)
            found = difference(before, state_snapshot(state))
            demand(not found, f"{where}: a refused step changes the state: {found}")
            earlier.update(dict.fromkeys(spread(legal, 8)))
            final = legal[0]
        if final is not None:
            *_, (move, state) = walk(trial, game)
            _demand_refusal(trial.where(game, move, state), state, final)


def _demand_refusal(where: str, state: State, action: int) -> None:
    try:
        state.step(action)
    except IllegalAction as error:
        demand(str(error).strip(), f"{where}: step refuses {say(state, action)} without a reason")
    except Exception as error:
        raise Wrong(
            f"{where}: step({action}) raises {type(error).__name__}: {error}; "
            "IllegalAction is expected (look at is_legal and why_illegal)"
        ) from None
    else:
        raise Wrong(f"{where}: step carries out {say(state, action)}, which is_legal() refuses")


def probes(trial: Trial, state: State, legal: list[int], earlier: Mapping[int, None]) -> list[int]:
    """Make up actions to try `is_legal` with; many of them wrong."""
    schema = trial.rules.schema
    whims = trial.luck(0).fork("probes", len(earlier))
    made: dict[int, None] = dict.fromkeys((-1, -2, 1 << 200, len(schema.kinds)))
    made.update(earlier)
    for number, kind in enumerate(schema.kinds):
        made.update(dict.fromkeys(_of_kind(number, kind, whims.fork(kind.name))))
    for action in spread(legal, 40):
        made.update(dict.fromkeys((action ^ (1 << KIND_BITS), action + (1 << KIND_BITS))))
        made[action | 1 << (action.bit_length() + 1)] = None
    return list(made)


def _of_kind(number: int, kind: Kind, luck: Luck) -> Iterator[int]:
    """Make up actions of one kind: all of them if they are few, else some at random."""
    bits = sum(arg.bits or 20 for arg in kind.args)
    if bits <= 4:
        yield from (number | rest << KIND_BITS for rest in range(1 << bits))
        return
    for item in range(PROBES_PER_KIND):
        rest, shift = 0, 0
        for place, arg in enumerate(kind.args):
            size = len(arg.names) or 1 << (arg.bits or 20)
            rest |= luck.fork(arg.name, place).below(size, item) << shift
            shift += arg.bits
        yield number | rest << KIND_BITS


def _demand_list(where: str, name: str, actions: list[int]) -> None:
    demand(isinstance(actions, list), f"{where}: {name} is a {type(actions).__name__}, not a list")
    for action in actions:
        demand(
            type(action) is int,
            f"{where}: {name} holds {action!r}, a {type(action).__name__}; actions are plain ints",
        )
    twins = sorted({a for a in actions if actions.count(a) > 1}) if _has_twins(actions) else []
    demand(not twins, f"{where}: {name} lists {short(twins)} more than once")


def _has_twins(actions: list[int]) -> bool:
    return len(set(actions)) != len(actions)


def check_words(trial: Trial) -> None:
    """`describe`, `notation` and `encode` lead back to the same action; no two have the same words."""
    rules = trial.rules
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            actions = list(dict.fromkeys([*state.legal(), *state.candidates()]))
            _demand_own_words(where, state, actions)
            for action in actions:
                kind, args = rules.decode(action)
                back = rules.encode(kind, **args)
                demand(back == action, f"{where}: encode(decode({action})) is {back}")
                notation = rules.notation(action)
                demand(
                    rules.parse(notation) == action,
                    f"{where}: {notation!r} parses to {rules.parse(notation)}, not to {action}",
                )
                text = rules.describe(state, action)
                demand(
                    text.strip() and "\n" not in text,
                    f"{where}: describe({notation}) is {text!r}; one line is expected",
                )
                try:
                    back = rules.parse(text)
                except SimkitError as error:
                    raise Wrong(
                        f"{where}: describe({notation}) says {text!r}, which does not parse: {error}; "
                        "a description ends with the notation in brackets"
                    ) from None
                demand(
                    back == action,
                    f"{where}: describe({notation}) says {text!r}, which parses to "
                    f"{rules.notation(back)}",
                )


def _demand_own_words(where: str, state: State, actions: list[int]) -> None:
    """Demand that people can tell the actions of a state apart by their words, notation left out."""
    rules = state.rules
    said: dict[str, int] = {}
    for action in actions:
        words = rules.words(state, action)
        other = said.setdefault(words, action)
        demand(
            other == action,
            f"{where}: {rules.notation(other)!r} and {rules.notation(action)!r} are both called "
            f"{words!r}; say in words() what sets them apart",
        )
