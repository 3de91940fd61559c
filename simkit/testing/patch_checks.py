"""Checks that a patch is true everywhere: in rules, bots, board and words.

Games of greedy bots are stored once, position by position, with what the bots think of every candidate.
For each patchable path the same actions are carried out once more under rules with another value, as far
as they can be, and every position is compared with the stored one:

- the *rules* have to differ somewhere (scores, candidates, who is to move), or at least in what they
  hold: then no game has come to where it counts, and the path is listed as not reached;
- the *bots* have to value some candidate differently, and in the mean the declared way
  (`Patchable.more`). Where candidates name the component (`Arg.names`), those decide, else all that
  moved. What a candidate gives away counts the other way round (`Kind.gives_up`);
- the *board* has to show the new figure where it showed the printed one, and *words* that name the
  component and tell the printed figure have to change, as far as `Patchable.shown` says so;
- two games have to be played to their ends, one at each end of the range.

No title, component or kind of action is known here by its name.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from simkit.bots import make_bot
from simkit.bots.greedy import profile_names
from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.registry import rules_class, title_module
from simkit.core.rules import Rules
from simkit.core.schema import KIND_MASK, Patchable
from simkit.core.state import State
from simkit.testing.compare import difference
from simkit.testing.setting_checks import own_tables

GAMES: Final = 40
"""Games stored at most; they are played as paths ask for them."""
ENOUGH: Final = 12
"""Candidates that moved, after which no further game is looked at for a path."""
SEEKING: Final = 20
"""Games stored at most in which all seats are after one component."""
EARLY: Final = 12
"""Stored games of all kinds that are looked at before those."""
UNNAMED: Final = 8
"""Games of which all positions are looked at, for a path whose component no candidate names."""
UNREACHED: Final = 0.05
"""Share of the paths that no position may reach."""
SAME: Final = 1e-9
TEXT: Final = re.compile(r"<(text|title)[^>]*>([^<]*)<")
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@dataclass
class StoredPosition:
    """A decision of a stored game.

    Attributes
    ----------
    seat, candidates, values, action
        Who decided, among what, what it was worth to the bot, and what was chosen.
    named
        Names of components, and the candidates that name them.
    """

    seat: int
    candidates: list[int]
    values: list[float]
    action: int
    named: dict[str, set[int]]


@dataclass
class StoredGame:
    """A game of greedy bots under the printed rules."""

    rules: Rules
    luck: Luck
    positions: list[StoredPosition]


@dataclass
class PatchResult:
    """What was found of one path.

    Attributes
    ----------
    path, printed, value
        The path, its printed value and the one that was tried.
    problems
        What is wrong, a sentence each; empty = nothing.
    reached
        Whether a stored game carries the path: its component comes up, and the rules show the patch.
    moved, mean
        Candidates that the bots valued differently, and by how much in the mean, with the sign turned
        so that more of what the patch brought its owner is positive.
    """

    path: str
    printed: Any
    value: Any
    problems: list[str] = field(default_factory=list)
    reached: bool = False
    moved: int = 0
    mean: float = 0.0


@dataclass
class PatchReport:
    """What `check_patches` found.

    Attributes
    ----------
    results
        One per path that was tried.
    """

    title: str
    results: list[PatchResult]

    @property
    def unreached(self) -> list[str]:
        """Paths that no stored position carries."""
        return [result.path for result in self.results if not result.reached]

    @property
    def failures(self) -> dict[str, str]:
        """What is wrong, by path; also that too many paths were not reached."""
        found = {r.path: "; ".join(r.problems) for r in self.results if r.problems}
        allowed = max(1, int(UNREACHED * len(self.results)))
        if len(self.unreached) > allowed:
            found["unreached"] = (
                f"{len(self.unreached)} of {len(self.results)} paths are reached by no position "
                f"(at most {allowed} may be): {', '.join(self.unreached)}"
            )
        return found


def check_patches(
    title: str,
    *,
    sample: float = 1.0,
    seed: int = 0,
    paths: Sequence[str] | None = None,
    bot: str = "greedy",
    games: int = GAMES,
    done: Callable[[PatchResult], None] = lambda _: None,
) -> PatchReport:
    """Try another value at the patchable paths of a title, and see whether it is true everywhere.

    Parameters
    ----------
    title
        Name of a title.
    sample
        Share of the paths that are tried, drawn with `seed`.
    paths
        The paths to try; by default all.
    bot
        The bot whose values are compared, at every seat.
    games
        Games stored at most.
    done
        Called with every result as it comes.

    Examples
    --------
    >>> report = check_patches("race_for_the_galaxy", paths=["cards.gem_world.vp"])
    >>> report.failures, report.unreached, report.results[0].mean > 0
    ({}, [], True)
    """
    every = rules_class(title).components_with().patchable_paths()
    chosen = list(every if paths is None else paths)
    if sample < 1.0:
        chosen = sorted(
            random.Random(seed).sample(chosen, max(1, round(sample * len(chosen)))), key=every.index
        )
    store = Store(title, bot, seed, games)
    results = []
    for path in chosen:
        results.append(_PathCheck(store, path).run())
        done(results[-1])
    return PatchReport(title, results)


class Store:
    """Games of greedy bots under the printed rules, played as they are asked for."""

    def __init__(self, title: str, bot: str, seed: int, games: int) -> None:
        self.title = title
        self.bot = bot
        self.luck = Luck(seed)
        self.most = games
        self.games: list[StoredGame] = []
        self.sought: dict[tuple[str, ...], list[StoredGame]] = {}
        low, high = rules_class(title).schema.seat_range
        self.tables = [make_rules(title, seats) for seats in range(high, low - 1, -1)]
        self.components = self.tables[0].components
        self.kinds = self.tables[0].schema.kinds
        self.names = {
            name.partition("/")[0] for kind in self.kinds for arg in kind.args for name in arg.names
        }
        leaves = self.components.leaves()
        self.ids = self.names & {leaf.value for leaf in leaves if leaf.path.endswith(".id")}
        self.svg = title_module(title, "view.board").svg

    def __iter__(self) -> Iterator[StoredGame]:
        """Yield the games stored so far, then new ones up to the most."""
        for number in range(self.most):
            if number == len(self.games):
                self.games.append(self._play(number))
            yield self.games[number]

    def _taking(
        self, naming: set[int], candidates: list[int], values: list[float], chosen: int
    ) -> int:
        """Return the best candidate that takes a component, or that does not give it away."""
        worth = dict(zip(candidates, values, strict=True))
        taking = [a for a in candidates if a in naming and not self.gives_up(a)]
        keeping = [a for a in candidates if a not in naming]
        better = taking or (keeping if self.gives_up(chosen) else [])
        return max(better, key=worth.__getitem__) if better else chosen

    def gives_up(self, action: int) -> bool:
        """Tell whether an action gives away what it names."""
        return self.kinds[action & KIND_MASK].gives_up

    def _others(self, number: int) -> list[str]:
        """Return who plays a game in place of the bot: the profiles from another one on, or nobody."""
        if number % 3 == 2:
            return ["random"]
        names = profile_names(rules_class(self.title).data_folder())
        start = number // 3 % len(names)
        return [f"greedy:{name}" for name in names[start:] + names[:start]]

    def bots(self, rules: Rules, luck: Luck, names: Sequence[str] = ()) -> list[Bot]:
        """Return a bot per seat, ready for a game: those that are named in turn, or the bot."""
        named = names or [self.bot]
        bots = [make_bot(named[seat % len(named)], self.title) for seat in range(rules.seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, luck)
        return bots

    def seeking(self, names: tuple[str, ...]) -> Iterator[StoredGame]:
        """Yield games in which every seat takes some components whenever it can, and gives none away."""
        games = self.sought.setdefault(names, [])
        for number in range(min(SEEKING, self.most)):
            if number == len(games):
                games.append(self._play(number, names))
            yield games[number]

    def _play(self, number: int, sought: tuple[str, ...] = ()) -> StoredGame:
        """Play a game: in turn by the bot, by bots of all profiles, and at random.

        Where good players never go, there are positions that carry a path as well.
        """
        rules = self.tables[number % len(self.tables)]
        luck = self.luck.fork(f"game {' '.join(sought)}", number)
        bots, state = self.bots(rules, luck), rules.deal(luck)
        players: list[Bot] = bots
        if number % 3 and not sought:
            players = self.bots(rules, luck, self._others(number))
        positions: list[StoredPosition] = []
        while state.seat >= 0:
            candidates = state.candidates()
            values = bots[state.seat].values(state, candidates)
            action = players[state.seat].choose(state, candidates).action
            named = named_components(rules, candidates)
            naming = set().union(*(named[name] for name in sought if name in named))
            if naming:
                action = self._taking(naming, candidates, values, action)
            positions.append(StoredPosition(state.seat, candidates, values, action, named))
            state.apply(action)
        return StoredGame(rules, luck, positions)


def named_components(rules: Rules, actions: Sequence[int]) -> dict[str, set[int]]:
    """Return the names of components that actions bear as arguments, and the actions that do.

    Copies of one component, named ``name/1`` and ``name/2``, count as one.
    """
    kinds = rules.schema.kinds
    found: dict[str, set[int]] = {}
    for action in actions:
        _, args = rules.decode(action)
        for arg in kinds[action & KIND_MASK].args:
            value = args[arg.name]
            if value < len(arg.names):
                found.setdefault(arg.names[value].partition("/")[0], set()).add(action)
    return found


def other_values(rule: Patchable, printed: Any) -> list[Any]:
    """Return other values of a figure: a good step up, or down where there is no room, and both ends.

    Examples
    --------
    >>> cost = Patchable("cards.*.cost", 0, 7)
    >>> other_values(cost, 2), other_values(cost, 7)
    ([3, 7, 0], [5, 0])
    """
    if rule.values:
        return [value for value in rule.values if value != printed]
    if isinstance(printed, bool):
        return [not printed]
    if not isinstance(printed, (int, float)):
        return []
    step = max(1.0, (rule.high - rule.low) / 4)
    first = printed + step if printed + step <= rule.high else rule.high
    if first <= printed:
        first = max(rule.low, printed - step)
    number = type(printed)
    found = dict.fromkeys([number(first), number(rule.high), number(rule.low)])
    return [value for value in found if value != printed]


class _PathCheck:
    """The check of one path."""

    def __init__(self, store: Store, path: str) -> None:
        self.store = store
        rule = store.components.rule_of(path)
        assert rule is not None
        self.rule = rule
        self.printed = store.components.get(path)
        self.values = other_values(rule, self.printed)
        self.found = PatchResult(path, self.printed, self.values[0] if self.values else None)
        self.names = store.names & {*path.split(".")}
        shown = [kind.name in rule.shown or "words" in rule.shown for kind in store.kinds]
        self.telling = shown if any(shown) else []
        beside = store.components.table_of(path).values()
        self.sought = self.names | {v for v in beside if isinstance(v, str) and v in store.ids}
        self.rules_differ = self.board_shows = self.words_differ = self.words_were_due = False
        self.deltas: list[float] = []
        self.named_deltas: list[float] = []

    def run(self) -> PatchResult:
        """Return what is found of the path."""
        found = self.found
        if not self.values:
            found.problems.append("has no other value to try: the schema lists none")
            return found
        try:
            self._play_ends()
            for value in self.values if self.rule.more == "neutral" else self.values[:1]:
                self._compare(value)
                if self._is_done():
                    break
        except Exception as error:  # whatever the title raises is what is wrong with it
            found.problems.append(f"{type(error).__name__}: {error}")
            return found
        self._judge()
        return found

    def _patched(self, printed: Rules, value: Any) -> Rules:
        return make_rules(
            self.store.title, printed.seats, {self.found.path: value}, **printed.options
        )

    def _play_ends(self) -> None:
        """Play a game at each end of the range to its end; points have to sum to the scores."""
        for number, value in enumerate(self.values[-2:]):
            rules = self._patched(self.store.tables[-number], value)
            luck = self.store.luck.fork("end", number)
            bots, state = self.store.bots(rules, luck), rules.deal(luck)
            for _ in range(rules.schema.decision_limit):
                if state.seat < 0:
                    break
                state.apply(bots[state.seat].choose(state, state.candidates()).action)
            if state.seat >= 0:
                raise SimkitError(f"with {value!r} a game does not end")
            state.check()
            for seat in range(rules.seats):
                if sum(state.points_of(seat)) != state.score[seat]:
                    raise SimkitError(f"with {value!r} the points of seat {seat} are not its score")

    def _is_done(self) -> bool:
        """Tell whether enough was seen, of rules, bots, board and words."""
        shown = self.rule.shown
        return (
            self.rules_differ
            and (self.rule.more == "neutral" or len(self.named_deltas or self.deltas) >= ENOUGH)
            and (self.board_shows or "board" not in shown)
            and (self.words_differ or not self.telling)
        )

    def _compare(self, value: Any) -> None:
        """Compare stored games with the same actions under the patch, until enough is known.

        First only positions are looked at that name the component; then, if that is not enough, all.
        """
        self.found.value = value
        if self.names:
            for game in self._games():
                moves = [m for m, position in enumerate(game.positions) if self._naming(position)]
                self.found.reached = self.found.reached or bool(moves)
                if moves:
                    self._replay(game, moves)
                if self._is_done():
                    return
            if not self.found.reached:
                return
        self.found.reached = True
        for game in islice(self.store, UNNAMED):
            self._replay(game, list(range(len(game.positions))))
            if self._is_done():
                return

    def _games(self) -> Iterator[StoredGame]:
        """Yield the games to look at: some of all kinds, then those that are after the component."""
        yield from islice(self.store, EARLY)
        yield from self.store.seeking(tuple(sorted(self.sought)))
        yield from islice(self.store, EARLY, None)

    def _naming(self, position: StoredPosition) -> set[int]:
        """Return the candidates that name a component of the path."""
        found: set[int] = set()
        for name in self.names:
            found |= position.named.get(name, set())
        return found

    def _replay(self, game: StoredGame, moves: list[int]) -> None:
        """Carry out a stored game with and without the patch, as long as both go alike."""
        rules = self._patched(game.rules, self.found.value)
        state, printed = rules.deal(game.luck), game.rules.deal(game.luck)
        bots = self.store.bots(rules, game.luck)
        wanted, pictures = set(moves), {moves[0], moves[len(moves) // 2], moves[-1]}
        for move, position in enumerate(game.positions):
            if state.seat != position.seat or state.candidates() != position.candidates:
                break
            if _course(state) != _course(printed):
                break  # from here on values move because of what has come in, too
            if move in wanted:
                self._compare_values(position, bots[state.seat].values(state, position.candidates))
            self._compare_words(state, printed, position)
            if move in pictures:
                self._compare_boards(state, printed)
            state.apply(position.action)
            printed.apply(position.action)
        self._compare_boards(state, printed)
        if _standings(state) != _standings(printed):
            self.rules_differ = True

    def _compare_values(self, position: StoredPosition, values: list[float]) -> None:
        """Take down by how much the candidates' values have moved, in the declared direction."""
        named = self._naming(position)
        more = self.found.value > self.printed if self.rule.more in ("good", "bad") else True
        sign = 1.0 if more == (self.rule.more != "bad") else -1.0
        for action, old, new in zip(position.candidates, position.values, values, strict=True):
            moved = new - old
            if abs(moved) > SAME * (1.0 + abs(old)):
                delta = -sign * moved if self.store.gives_up(action) else sign * moved
                self.deltas.append(delta)
                if action in named:
                    self.named_deltas.append(delta)

    def _compare_words(self, state: State, printed: State, position: StoredPosition) -> None:
        """Compare the words of candidates that take the component and tell the printed figure."""
        if self.words_differ or not self.telling:
            return
        for action in self._naming(position) if self.names else position.candidates:
            if not self.telling[action & KIND_MASK]:
                continue
            told = printed.rules.words(printed, action)
            if _tells(told, self.printed):
                self.words_were_due = True
                self.words_differ = self.words_differ or told != state.rules.words(state, action)

    def _compare_boards(self, state: State, printed: State) -> None:
        """Compare the pictures: what has changed has to show the new figure."""
        if self.board_shows or "board" not in self.rule.shown:
            return
        svg = self.store.svg
        new, old = texts(svg(state)), texts(svg(printed))
        value = self.found.value
        if isinstance(value, (str, bool)):
            self.board_shows = new != old
            return
        self.board_shows = any(
            shows_instead(after, value, before, self.printed)
            for after in new - old
            for before in old - new
        )

    def _leaves_tables_alone(self) -> bool:
        """Tell whether the rules hold the same with and without the patch."""
        printed = self.store.tables[0]
        return not difference(
            own_tables(printed), own_tables(self._patched(printed, self.found.value))
        )

    def _judge(self) -> None:
        """Write down what is wrong."""
        found, more = self.found, self.rule.more
        deltas = self.named_deltas or self.deltas
        found.moved = len(deltas)
        found.mean = sum(deltas) / len(deltas) if deltas else 0.0
        if not found.reached:
            return
        change = f"{found.value!r} instead of {found.printed!r}"
        found.reached = self.rules_differ
        if not self.rules_differ and self._leaves_tables_alone():
            found.problems.append(f"rules: {change} changes nothing that the rules hold")
        if more in ("good", "bad"):
            if found.reached and not deltas:
                found.problems.append(f"bots: {change} moves no candidate's value")
            elif deltas and found.mean <= 0:
                found.problems.append(
                    f"bots: more of it is {more} for its owner, but {change} moves candidates' values "
                    f"by {found.mean:.3g} that way, in the mean of {len(deltas)}"
                )
        if "board" in self.rule.shown and found.reached and not self.board_shows:
            found.problems.append(
                f"board: no picture shows {found.value!r} in place of {found.printed!r}"
            )
        if self.words_were_due and not self.words_differ:
            found.problems.append(f"words: {change} changes no words of an action")


def _course(state: State) -> tuple[Any, ...]:
    """Return how far the seats have come: points, and what the log says of them."""
    return state.points, [state.log_row(seat) for seat in range(state.seats)]


def _standings(state: State) -> tuple[Any, ...]:
    """Return what the rules make of a position: points, standing, rows of the log, whose turn it is."""
    seats = range(state.seats)
    return (
        state.seat,
        state.round,
        state.phase,
        _course(state),
        [state.standing(seat) for seat in seats],
        state.projected_scores(),
        sorted(state.legal()) if state.seat >= 0 else [],
    )


def shows_instead(new: str, value: float, old: str, printed: float) -> bool:
    """Tell whether a text shows a figure where another one showed the printed figure, or none.

    Examples
    --------
    >>> shows_instead("mil +4", 4, "mil +1", 1), shows_instead("2x any: 1vp", 2, "any: 1vp", 1)
    (True, True)
    >>> shows_instead("seat 0: 24 points", 4, "seat 0: 20 points", 2)
    False
    """
    after, before = _numbers(new), _numbers(old)
    if not after[abs(value)]:
        return False
    after -= Counter([abs(value)])
    return after in (before, before - Counter([abs(printed)]))


def _tells(text: str, figure: Any) -> bool:
    """Tell whether a text holds a number, or a word or choice that cannot be looked for."""
    if isinstance(figure, bool) or not isinstance(figure, (int, float)):
        return True
    return _numbers(text)[abs(figure)] > 0


def _numbers(text: str) -> Counter[float]:
    return Counter(float(number) for number in NUMBER.findall(text))


def texts(svg: str) -> Counter[str]:
    """Return the texts and tooltips of a picture.

    Examples
    --------
    >>> texts('<svg><title>2 points</title><text x="1">Gem World</text></svg>')
    Counter({'2 points': 1, 'Gem World': 1})
    """
    return Counter(text for _, text in TEXT.findall(svg))
