"""What a bot is: it looks at what its seat may see and chooses one of the candidates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from simkit.core.compiling import mypyc_attr
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck, Stream

if TYPE_CHECKING:
    from simkit.core.rules import Rules
    from simkit.core.state import State

UNKNOWN = math.nan


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice:
    """A chosen action, its value as the bot saw it, and the value of the runner-up."""

    __slots__ = ("action", "runner_up", "value")

    def __init__(self, action: int, value: float = UNKNOWN, runner_up: float = UNKNOWN) -> None:
        self.action = action
        self.value = value
        self.runner_up = runner_up

    def __repr__(self) -> str:
        return f"Choice({self.action}, {self.value}, {self.runner_up})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Base of all bots.

    Parameters are stored as attributes of the same name, listed in `PARAMS`, and readable and settable
    by `get_params` and `set_params`, so that a bot's repr makes an equal bot.

    A bot gets ``state.view(seat)``: a copy in which everything hidden from its seat is made up. Bots that
    come with simkit set `reads_only_what_it_may` and get the live state, which is quicker; a test
    proves for each that redrawing what is hidden does not change its choice.

    Examples
    --------
    >>> class First(Bot):
    ...     name = "first"
    ...     def choose(self, view, candidates):
    ...         return Choice(candidates[0])
    >>> First()
    First()
    """

    PARAMS: ClassVar[tuple[str, ...]] = ()
    name: str = "bot"
    profile: str = ""
    reads_only_what_it_may: bool = False
    rules: Rules
    seat: int
    whims: Stream

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Get ready for a game; `luck` is this seat's own."""
        self.rules = rules
        self.seat = seat
        self.whims = luck.stream("bot", seat)

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose one of `candidates`; they come in the order of `State.candidates`, not always all."""
        raise NotImplementedError

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return what the bot thinks of each candidate; NaN where it has no opinion."""
        return [UNKNOWN] * len(candidates)

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game: not where the clock decides, for one."""
        inner = [value for value in self.get_params().values() if isinstance(value, Bot)]
        return all(getattr(bot, "reproducible") for bot in inner)  # noqa: B009 - as in `play.ask`

    def get_params(self) -> dict[str, Any]:
        """Return the bot's parameters."""
        return {name: getattr(self, name) for name in self.PARAMS}

    def set_params(self, **params: Any) -> Bot:
        """Change parameters and return the bot."""
        for name, value in params.items():
            if name not in self.PARAMS:
                raise UnknownName("parameter", name, self.PARAMS, self.name)
            setattr(self, name, value)
        return self

    def __getstate__(self) -> Any:
        """Return all attributes, for copies and for workers, in the form that pickle knows.

        By itself compiled code gives those of compiled classes, and loses what somebody's own bot adds.
        """
        own: Any = object.__getstate__(self)
        names: tuple[str, ...] = getattr(type(self), "__mypyc_attrs__", ())
        if not names:
            return own
        values, slots = own if isinstance(own, tuple) else (own, {})
        found = {name: getattr(self, name) for name in names if hasattr(self, name)}
        return values, {**slots, **found}

    def __repr__(self) -> str:
        parts = ", ".join(f"{k}={v!r}" for k, v in self.get_params().items())
        return f"{type(self).__name__}({parts})"


class RandomBot(Bot):
    """Chooses uniformly among all legal actions (`everything`) or among the candidates."""

    PARAMS: ClassVar[tuple[str, ...]] = ("everything",)
    name = "random"
    reads_only_what_it_may = True

    def __init__(self, everything: bool = False) -> None:
        if not isinstance(everything, bool):
            raise BadValue("random bot: everything", f"is true or false, not {everything!r}")
        self.everything = everything

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose uniformly."""
        return Choice(self.whims.choice(view.legal() if self.everything else candidates))
