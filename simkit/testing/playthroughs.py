"""Golden playthroughs: short games as text, one per title and number of players.

A playthrough is there to be read by people (every decision in words, every point with its source)
and to notice when the rules change: it carries the rules' version and a digest of what the rules
allowed. `check_playthrough` plays it anew; when it differs, it tells whether the rules or the bots
changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.bots import make_bot, profiles
from simkit.core.errors import BadValue, SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.rules import Rules
from simkit.core.state import PointLog, State
from simkit.engine.play import ask, decisions, start_bots

FOLDER = Path("tests") / "playthroughs"
COMMAND = "python -m simkit.testing write-playthrough"


@dataclass(frozen=True)
class Head:
    """What stands above a playthrough."""

    title: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seed: int
    bots: tuple[str, ...]
    digest: str

    def lines(self) -> list[str]:
        """Write the head."""
        options = " ".join(f"{k}={v}" for k, v in self.options.items()) or "none"
        return [
            f"title: {self.title}",
            f"rules version: {self.rules_version}",
            f"seats: {self.seats}",
            f"options: {options}",
            f"seed: {self.seed}",
            f"bots: {' | '.join(self.bots)}",
            f"digest: {self.digest}",
        ]


class Witness:
    """Hashes what the rules allow and do: choices on offer, actions, points, the result."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=12)

    def see(self, state: State, action: int) -> None:
        """Take in a decision."""
        row = (state.seat, state.round, state.phase, state.legal(), action, state.points)
        self._hash.update(repr(row).encode())

    def result(self, state: State) -> str:
        """Take in the result and return the digest."""
        self._hash.update(repr((state.points, state.ranks(), state.end_reason)).encode())
        return self._hash.hexdigest()


def default_bots(title: str, seats: int) -> tuple[str, ...]:
    """Return greedy bots with the title's profiles in turn."""
    names = [f"greedy:{name}" for name in profiles(title)] or ["greedy"]
    return tuple(names[seat % len(names)] for seat in range(seats))


def playthrough(
    title: str,
    seats: int,
    seed: int = 1,
    bots: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> str:
    """Play a game and tell it, line by line.

    Parameters
    ----------
    bots
        Text of a bot per seat; by default greedy bots with the title's profiles in turn.

    Examples
    --------
    >>> text = playthrough("tests.tiny", seats=2, seed=1)
    >>> print(text.splitlines()[0])
    title: tests.tiny
    """
    rules = make_rules(title, seats, None, **(options or {}))
    bots = tuple(bots) or default_bots(title, seats)
    players = [make_bot(text, title) for text in bots]
    luck = Luck(seed)
    start_bots(players, rules, luck.fork("bots"))
    state = rules.deal(luck)
    state.observer = log = PointLog()
    witness = Witness()
    told = [_opening(state)]
    shown = (-1, -1)
    for move, candidates in enumerate(decisions(state)):
        if (state.round, state.phase) != shown:
            shown = (state.round, state.phase)
            told += ["", f"Round {state.round}, {rules.schema.phases[state.phase]}"]
        choice = ask(players[state.seat], state, candidates)
        witness.see(state, choice.action)
        said = rules.describe(state, choice.action)
        line = f"{move:4d}  seat {state.seat}, 1 of {len(candidates)}: {said}"
        log.rows.clear()
        state.step(choice.action)
        told.append(line + _gains(rules, log))
    head = Head(
        title, rules.version, seats, rules.options, seed, tuple(bots), witness.result(state)
    )
    return "\n".join([*head.lines(), "", *told, "", *_ending(state)]) + "\n"


def _opening(state: State) -> str:
    roles = state.rules.schema.roles
    seats = []
    for seat in range(state.seats):
        row = state.seat_row(seat)
        names = [r.values[row[r.column]] for r in roles if row[r.column] >= 0]
        seats.append(f"seat {seat}: {', '.join(names)}")
    return "Dealt: " + "; ".join(seats)


def _gains(rules: Rules, log: PointLog) -> str:
    rows = [log.rows[at + 1 : at + 4] for at in range(0, len(log.rows), 4)]
    gains = [f"seat {s} {amount:+d} {rules.schema.sources[n].name}" for s, n, amount in rows]
    return f"  => {', '.join(gains)}" if gains else ""


def _ending(state: State) -> list[str]:
    sources = state.rules.schema.sources
    ranks = state.ranks()
    lines = [f"End ({state.rules.schema.end_reasons[state.end_reason]})"]
    for seat in range(state.seats):
        totals = zip(sources, state.points_of(seat), strict=True)
        parts = ", ".join(f"{source.name} {amount}" for source, amount in totals if amount)
        lines.append(f"  seat {seat}: {state.score[seat]} points, rank {ranks[seat]} ({parts})")
    return lines


# Checking ------------------------------------------------------------------------------------------


def file_name(title: str, seats: int, options: Mapping[str, Any] | None = None) -> str:
    """Return the name of the file of a title's playthrough; chosen options have a file of their own.

    Examples
    --------
    >>> file_name("race_for_the_galaxy", 2), file_name("race_for_the_galaxy", 2, {"advanced": True})
    ('race_for_the_galaxy-2.txt', 'race_for_the_galaxy-2-advanced.txt')
    """
    words = [
        name if value is True else f"{name}={value}" for name, value in (options or {}).items()
    ]
    return "-".join([title, str(seats), *words]) + ".txt"


def read_head(text: str, name: str = "playthrough") -> Head:
    """Read the head of a playthrough."""
    found: dict[str, str] = {}
    for line in text.split("\n\n")[0].splitlines():
        key, colon, value = line.partition(":")
        if colon:
            found[key] = value.strip()
    try:
        pairs = [] if found["options"] == "none" else found["options"].split()
        return Head(
            found["title"],
            int(found["rules version"]),
            int(found["seats"]),
            {k: _value(v) for k, _, v in (pair.partition("=") for pair in pairs)},
            int(found["seed"]),
            tuple(found["bots"].split(" | ")),
            found["digest"],
        )
    except (KeyError, ValueError) as error:
        raise BadValue(
            name, f"has a damaged head ({error}); write it anew with {COMMAND}"
        ) from None


def _value(text: str) -> object:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.lstrip("-").isdigit() else text


def actions_in(text: str, rules: Rules) -> list[int]:
    """Read the actions of a playthrough."""
    actions: list[int] = []
    for line in text.splitlines():
        number, _, rest = line.strip().partition("  seat ")
        if number.isdigit():
            said = rest.partition(": ")[2].partition("  => ")[0]
            actions.append(rules.parse(said))
    return actions


def check_playthrough(text: str, name: str = "playthrough", rules: Rules | None = None) -> None:
    """Compare a golden playthrough with the rules and bots as they are now.

    Parameters
    ----------
    text
        The file's content.
    name
        The file's name, for messages.
    rules
        The rules to check with, where the title's name does not lead to them.

    Raises
    ------
    AssertionError
        If the rules changed (raise their version, or undo the change) or the bots did.
    """
    head = read_head(text, name)
    now = rules or make_rules(head.title, head.seats, None, **head.options)
    anew = f"write the file anew with `{COMMAND} {head.title}`, and look at the difference"
    trouble, digest = _replayed(text, now, head.seed)
    if trouble or digest != head.digest:
        what = trouble or "what is legal, or what it scores, is different"
        if now.version == head.rules_version:
            raise AssertionError(
                f"{name}: the rules changed, but their version is still {now.version}: {what}. If the "
                f"change is meant, raise {type(now).__name__}.version to {now.version + 1} and "
                f"{anew}; if not, undo it."
            )
        raise AssertionError(
            f"{name}: made with rules version {head.rules_version}, these are version "
            f"{now.version}: {what}; {anew}."
        )
    if head.rules_version != now.version:
        raise AssertionError(
            f"{name}: rules version {now.version} plays like version {head.rules_version}; {anew}."
        )
    if rules is None:
        played = playthrough(head.title, head.seats, head.seed, head.bots, head.options)
        if played != text:
            old, new = text.splitlines(), played.splitlines()
            pairs = list(zip(old, new, strict=False))
            told = [i for i, (a, b) in enumerate(pairs) if a != b and not a.startswith("digest:")]
            at = told[0] if told else len(pairs)
            raise AssertionError(
                f"{name}: the rules are the same, but the bots, the candidates or the words are "
                f"not. Line {at + 1} is now {_line(new, at)!r}, was "
                f"{_line(old, at)!r}. If the change is meant, {anew}."
            )


def _line(lines: list[str], number: int) -> str:
    return lines[number] if number < len(lines) else "(missing)"


def _replayed(text: str, rules: Rules, seed: int) -> tuple[str, str]:
    """Replay the actions of a playthrough; return what went wrong, and the digest."""
    state = rules.deal(Luck(seed))
    witness = Witness()
    try:
        for move, action in enumerate(actions_in(text, rules)):
            if state.over:
                return f"the game is over before move {move}", ""
            witness.see(state, action)
            state.step(action)
    except SimkitError as error:
        return f"round {state.round}: {error}", ""
    if not state.over:
        return "the game is not over after the last action", ""
    return "", witness.result(state)


def write_playthrough(
    title: str,
    seats: int,
    seed: int = 1,
    bots: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    folder: Path = FOLDER,
) -> Path:
    """Write (or write anew) the golden playthrough of a title for a number of players.

    A file that exists keeps its seed, bots and options unless others are given.
    """
    path = folder / file_name(title, seats, options)
    if path.is_file() and not bots and seed == 1:
        return _rewrite(path)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(playthrough(title, seats, seed, bots, options), encoding="utf-8")
    return path


def rewrite_variants(title: str, counts: Iterable[int], folder: Path = FOLDER) -> list[Path]:
    """Write anew the playthroughs of a title that were written with options of their own."""
    return [_rewrite(path) for n in counts for path in sorted(folder.glob(f"{title}-{n}-*.txt"))]


def _rewrite(path: Path) -> Path:
    """Play again what the head of a playthrough says."""
    head = read_head(path.read_text(encoding="utf-8"), path.name)
    text = playthrough(head.title, head.seats, head.seed, head.bots, head.options)
    path.write_text(text, encoding="utf-8")
    return path
