"""Errors that a person can act on: each names the place, what is wrong and the nearest right thing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Terminated(BaseException):
    """The system asked the program to end (SIGTERM); says what to do next."""


# What the package index calls this project; the package and the command are called simkit.
DISTRIBUTION = "simkit-boardgames"


def install_command(extra: str = "") -> str:
    """Return the command that installs simkit, or what one of its extras brings.

    Examples
    --------
    >>> install_command("query")
    'pip install "simkit-boardgames[query]"'
    """
    return f'pip install "{DISTRIBUTION}[{extra}]"' if extra else f"pip install {DISTRIBUTION}"


class SimkitError(Exception):
    """Base of all errors caused by bad input; the command line prints it and exits with `exit_code`."""

    exit_code = 2


class UnknownName(SimkitError):
    """A name (title, faction, option, bot, profile, path ...) that does not exist.

    Examples
    --------
    >>> print(UnknownName("faction", "terans", ["terrans", "xenos"]))
    unknown faction 'terans'; did you mean 'terrans'?
    """

    def __init__(self, what: str, name: object, known: Iterable[str], place: str = "") -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        self.place = place
        where = f"{place}: " if place else ""
        super().__init__(f"{where}unknown {what} {name!r}{suggestion(str(name), self.known)}")


class BadValue(SimkitError):
    """A value of the wrong type or outside its range, at a named place."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"{place}: {problem}")


class IllegalAction(SimkitError):
    """An action that the rules do not allow in this state; says why."""


class BotError(SimkitError):
    """A bot broke its contract: an illegal action, a wrong type, an exception."""


class GameTooLong(SimkitError):
    """A game passed the decision limit of its title and was ended."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word closest to `word`, or None if nothing is close.

    Examples
    --------
    >>> nearest("gaia", ["gaia_project", "federation"])
    'gaia_project'
    >>> nearest("terrans.ore", ["factions.terrans.income", "factions.terrans.start.ore"])
    'factions.terrans.start.ore'
    """
    words = list(known)
    holding = [w for w in words if _parts_in_order(word.lower(), w.lower())]
    if holding:
        return min(holding, key=len)
    close = difflib.get_close_matches(word.lower(), [w.lower() for w in words], n=1, cutoff=0.5)
    if close:
        return next(w for w in words if w.lower() == close[0])
    starts = [w for w in words if w.lower().startswith(word.lower()[:3])]
    return starts[0] if starts and word else None


def _parts_in_order(path: str, longer: str) -> bool:
    """Tell whether a path of several parts only lacks some parts of a longer one."""
    rest = iter(longer.split("."))
    return "." in path and all(part in rest for part in path.split("."))


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the tail of an error message: the nearest word, or the list of all when it is short."""
    words = list(known)
    close = nearest(word, words)
    if close is not None:
        return f"; did you mean {close!r}?"
    if 0 < len(words) <= 12:
        return f"; known: {', '.join(words)}"
    return ""
