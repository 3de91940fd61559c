"""What must hold for the rules of every title; each check its own function."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeVar
from xml.etree import ElementTree

from simkit.core.bot import RandomBot
from simkit.core.errors import IllegalAction, SimkitError
from simkit.core.luck import Luck
from simkit.core.play import play_game
from simkit.core.record import GameInfo, Recorder
from simkit.core.registry import rules_class, title_module
from simkit.core.rules import Rules
from simkit.core.schema import KIND_BITS, Column, Kind
from simkit.core.state import PointLog, State
from simkit.testing.compare import (
    deep_copy,
    difference,
    fingerprint,
    short,
    snapshot,
    state_difference,
    state_snapshot,
)
from simkit.testing.processes import two_hash_seeds
from simkit.testing.walk import (
    Check,
    Trial,
    Wrong,
    actions_of,
    demand,
    play_out,
    samples,
    walk,
)

T = TypeVar("T")
PROBES_PER_KIND = 24  # made-up actions per kind and position
PATCHES_TRIED = 6
RANGES = {"int8": 7, "int16": 15, "int32": 31, "int64": 63}


# The deal ------------------------------------------------------------------------------------------


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
        given = rules.deal(trial.luck(game + 100), **{key: names})
        found = [given.seat_row(seat)[column] for seat in range(rules.seats)]
        demand(
            found == codes,
            f"deal(luck, {key}={names}) has {[values[code] for code in found]} in seat_row()",
        )


# Play ----------------------------------------------------------------------------------------------


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
    """Points by source sum to the score, and every point goes through `State.gain`."""
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
            for action in _spread(state.legal(), 4):
                one, two, three = (deep_copy(state) for _ in range(3))
                one.apply(action)
                two.apply(action)
                three.step(action)
                where = f"{trial.where(game, move, state)}: {_say(state, action)}"
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
        demand(again.winners(), f"game {game}: nobody wins; ranks are {again.ranks()}")
        reasons = trial.rules.schema.end_reasons
        demand(
            0 <= again.end_reason < len(reasons),
            f"game {game}: end_reason {again.end_reason} is not a number into {reasons}",
        )


# Choices -------------------------------------------------------------------------------------------


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
                    f"{where}: legal() lists {_say(state, action)}, which is_legal() refuses",
                )
            for action in probes(trial, state, legal, earlier):
                if state.is_legal(action) and action not in listed:
                    kind, _ = trial.rules.decode(action)
                    demand(
                        kind in open_kinds,
                        f"{where}: is_legal() accepts {_say(state, action)}, which legal() does not "
                        f"list ({len(legal)} actions); either one is wrong, or the kind belongs "
                        "into schema.open_kinds",
                    )
            earlier.update(dict.fromkeys(_spread(legal, 8)))


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
                    f"{where}: candidates() lists {_say(state, action)}, which is not legal",
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
            for action in _spread(refused, 40):
                _demand_refusal(where, state, action)
            found = difference(before, state_snapshot(state))
            demand(not found, f"{where}: a refused step changes the state: {found}")
            earlier.update(dict.fromkeys(_spread(legal, 8)))
            final = legal[0]
        if final is not None:
            *_, (move, state) = walk(trial, game)
            _demand_refusal(trial.where(game, move, state), state, final)


def _demand_refusal(where: str, state: State, action: int) -> None:
    try:
        state.step(action)
    except IllegalAction as error:
        demand(str(error).strip(), f"{where}: step refuses {_say(state, action)} without a reason")
    except Exception as error:
        raise Wrong(
            f"{where}: step({action}) raises {type(error).__name__}: {error}; "
            "IllegalAction is expected (look at is_legal and why_illegal)"
        ) from None
    else:
        raise Wrong(f"{where}: step carries out {_say(state, action)}, which is_legal() refuses")


def probes(trial: Trial, state: State, legal: list[int], earlier: Mapping[int, None]) -> list[int]:
    """Make up actions to try `is_legal` with; many of them wrong."""
    schema = trial.rules.schema
    whims = trial.luck(0).fork("probes", len(earlier))
    made: dict[int, None] = dict.fromkeys((-1, -2, 1 << 200, len(schema.kinds)))
    made.update(earlier)
    for number, kind in enumerate(schema.kinds):
        made.update(dict.fromkeys(_of_kind(number, kind, whims.fork(kind.name))))
    for action in _spread(legal, 40):
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
    """`describe`, `notation` and `encode` lead back to the same action."""
    rules = trial.rules
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            for action in [*state.legal(), *state.candidates()]:
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


# Copies --------------------------------------------------------------------------------------------


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
        "determinize never redraws anything; if the title hides nothing, say hidden=False",
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
    anew = type(rules)(rules.seats, rules.options, rules.patch)
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


# Rules, patches, tables ----------------------------------------------------------------------------


def check_patches(trial: Trial) -> None:
    """Two patches play side by side without touching each other; a patch reaches the tables."""
    rules = trial.rules
    paths = _spread(
        [p for p in rules.components.patchable_paths() if p not in rules.patch], PATCHES_TRIED
    )
    printed_rules, printed_game = snapshot(rules), _game_print(trial)
    for path in paths:
        value = _other_value(rules, path)
        if value is None:
            continue
        patched = type(rules)(rules.seats, rules.options, {**rules.patch, path: value})
        demand(
            patched.components.get(path) == value,
            f"patch {path} = {value}: components.get says {patched.components.get(path)!r}",
        )
        found = difference(printed_rules, snapshot(rules), "rules")
        demand(not found, f"patch {path} = {value} changes the printed rules as well: {found}")
        demand(
            difference(_own_tables(rules), _own_tables(patched)),
            f"patch {path} = {value} changes nothing that the rules hold; build the tables from "
            "rules.components, per instance, and read this path (or take it off schema.patchable)",
        )
        _play_side_by_side(trial, patched, path, value)
        demand(
            _game_print(trial) == printed_game,
            f"with the patch {path} = {value} built beside it, the printed game goes differently; "
            "no table may be a module global",
        )


def _play_side_by_side(trial: Trial, patched: Rules, path: str, value: object) -> None:
    """Play the printed and the patched rules move by move in turns."""
    other = replace(trial, rules=patched)
    alone = _final(other)
    last = None
    for _, step in zip_longest(walk(trial, 0), walk(other, 0)):
        last = step[1] if step else last
    assert last is not None
    found = difference(alone, state_snapshot(last))
    demand(
        not found,
        f"patch {path} = {value}: played in turns with the printed rules, its game goes "
        f"differently ({found}); no table may be a module global",
    )


def _final(trial: Trial) -> Any:
    *_, (_, state) = walk(trial, 0)
    return state_snapshot(state)


def _game_print(trial: Trial) -> str:
    return fingerprint([actions_of(trial, 0), _final(trial)])


def _own_tables(rules: Rules) -> Any:
    kept = snapshot(rules)
    for name in ("components", "patch"):
        kept.attributes.pop(name, None)
    return kept


def _other_value(rules: Rules, path: str) -> int | float | str | bool | None:
    """Return another value that the schema allows at a path."""
    from simkit.core.components import fnmatch_path

    rule = next(p for p in rules.schema.patchable if fnmatch_path(path, p.path))
    old = rules.components.get(path)
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return int(rule.low) if old > rule.low else int(rule.low) + 1
    if isinstance(old, float):
        return rule.low if old > rule.low else rule.high
    return None


def check_rules_stay(trial: Trial) -> None:
    """Playing does not change the rules or their tables."""
    before = snapshot(trial.rules)
    for game in range(trial.games):
        for _ in walk(trial, game):
            pass
    found = difference(before, snapshot(trial.rules), "rules")
    demand(not found, f"playing changes the rules: {found}; what changes belongs into the state")


def check_rows(trial: Trial) -> None:
    """`log_row`, `seat_row` and `game_row` fit the columns that the schema declares."""
    schema = trial.rules.schema
    roles = [Column(r.column, "category", categories=r.values) for r in schema.roles]
    for game in range(trial.games):
        for move, state in walk(trial, game):
            where = trial.where(game, move, state)
            for seat in range(state.seats):
                values = state.log_row(seat)
                demand(
                    len(values) == len(schema.move_columns),
                    f"{where}: log_row has {len(values)} values for {len(schema.move_columns)} "
                    "move_columns",
                )
                for column, value in zip(schema.move_columns, values, strict=True):
                    _demand_fit(f"{where}: log_row", column, value)
        _demand_row("seat_row", [*roles, *schema.seat_columns], state.seat_row(0))
        _demand_row("game_row", list(schema.game_columns), state.game_row())


def _demand_row(name: str, columns: Sequence[Column], row: Mapping[str, Any]) -> None:
    wanted = [column.name for column in columns]
    missing = [n for n in wanted if n not in row]
    extra = [n for n in row if n not in wanted]
    demand(
        not missing and not extra,
        f"{name}: columns missing {missing}, not declared {extra}; the schema declares {wanted}",
    )
    for column in columns:
        _demand_fit(name, column, row[column.name])


def _demand_fit(where: str, column: Column, value: object) -> None:
    text = f"{where}: {column.name} is {value!r}, which does not fit {column.dtype}"
    if column.dtype == "category":
        demand(isinstance(value, int), f"{text}; write the number of the category")
        assert isinstance(value, int)
        demand(
            -1 <= value < len(column.categories), f"{text} with {len(column.categories)} categories"
        )
    elif column.dtype in RANGES:
        demand(isinstance(value, int), text)
        assert isinstance(value, int)
        limit = 1 << RANGES[column.dtype]
        demand(-limit <= value < limit, text)
    elif column.dtype == "uint64":
        demand(isinstance(value, int) and 0 <= value < 1 << 64, text)
    elif column.dtype == "bool":
        demand(value in (0, 1), text)
    elif column.dtype == "string":
        demand(isinstance(value, str), text)
    else:
        demand(isinstance(value, (int, float)), text)


def check_tables(trial: Trial) -> None:
    """A recorded game makes all five tables, and their points sum to the scores."""
    import pyarrow.compute as pc

    recorder = Recorder(trial.rules, "candidates")
    bots = [RandomBot(everything=True) for _ in range(trial.rules.seats)]
    for game in range(trial.games):
        play_game(trial.deal(game), bots, recorder, GameInfo(game_id=game, seed=game))
    try:
        tables = recorder.tables()
    except Exception as error:
        raise Wrong(
            f"the recorded games make no tables: {type(error).__name__}: {error}"
        ) from error
    given = pc.sum(tables["points"]["amount"]).as_py() or 0
    total = pc.sum(tables["seats"]["score"]).as_py()
    start = sum(sum(trial.deal(game).score) for game in range(trial.games))
    demand(
        given + start == total,
        f"the table points holds {given} points, the scores are {total} ({start} at the start)",
    )


def check_hash_seed(trial: Trial) -> None:
    """Games and legal lists do not depend on the hash seed of the process."""
    rules = trial.rules
    if rules_class(rules.title) is not type(rules):
        return  # another process cannot import a class that its title's name does not lead to
    one, two = two_hash_seeds("game", rules, trial.seed)
    for number, (a, b) in enumerate(zip(one, two, strict=False)):
        demand(
            a == b,
            f"with another PYTHONHASHSEED line {number} of the game is {b!r}, not {a!r}; somewhere "
            "the order of a set (or of a dict filled from one) is used: sort it",
        )
    demand(len(one) == len(two), "with another PYTHONHASHSEED the game is longer or shorter")


def check_board(trial: Trial) -> None:
    """The picture is well-formed and shows a seat nothing that is hidden from it."""
    if rules_class(trial.rules.title) is not type(trial.rules):
        return
    svg = title_module(trial.rules.title, "board").svg
    for game in range(trial.games):
        for move, state in samples(trial, game):
            where = trial.where(game, move, state)
            for seat in (None, *range(state.seats)):
                text = svg(state, seat)
                try:
                    ElementTree.fromstring(text)
                except ElementTree.ParseError as error:
                    raise Wrong(f"{where}: board.svg is not well-formed: {error}") from None
                if seat is not None:
                    redrawn = state.determinize(seat, trial.luck(game).fork("board", move))
                    demand(
                        svg(redrawn, seat) == text,
                        f"{where}: board.svg(state, {seat}) shows what is hidden from seat {seat}",
                    )


def _spread(items: Sequence[T], count: int) -> list[T]:
    """Choose at most `count` items, spread over the whole sequence."""
    if len(items) <= count:
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def _say(state: State, action: int) -> str:
    """Name an action as well as it can be named."""
    try:
        return f"'{state.rules.notation(action)}'"
    except SimkitError:
        return f"action {action}"


RULE_CHECKS: dict[str, Check] = {
    "deal": check_deal,
    "invariants": check_invariants,
    "points": check_points,
    "reading": check_reading,
    "apply": check_apply,
    "replay": check_replay,
    "legal": check_legal,
    "candidates": check_candidates,
    "step": check_step,
    "words": check_words,
    "clone": check_clone,
    "determinize": check_determinize,
    "pickle": check_pickle,
    "patches": check_patches,
    "rules_stay": check_rules_stay,
    "rows": check_rows,
    "tables": check_tables,
    "hash_seed": check_hash_seed,
    "board": check_board,
}
