"""A game of a person against bots: no widgets here, so that it can be tested without a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.bot import Bot, Choice
from simkit.core.errors import BadValue, SimkitError
from simkit.core.luck import Luck
from simkit.core.narration import happened, result, seen, standing_in_words
from simkit.core.packs import Places
from simkit.core.recording import recording
from simkit.core.registry import make_bot, title_module, title_package
from simkit.core.registry import rules as make_rules
from simkit.engine.observer import GameInfo
from simkit.engine.play import ask, decisions, start_bots
from simkit.engine.recorder import Recorder
from simkit.engine.replay import retell
from simkit.widgets.opinion import Commentator, Opinion
from simkit.widgets.stories import Story

if TYPE_CHECKING:
    import pandas as pd

    from simkit.core.rules import Rules
    from simkit.core.state import State

PLACE_KEY = re.compile(r'data-key="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Option:
    """Something the person may do now."""

    action: int
    kind: str
    words: str
    tokens: frozenset[str]


@dataclass(frozen=True, slots=True)
class Done:
    """A decision that was taken; `words` tell only what the person may know.

    Attributes
    ----------
    followed
        What the decision set going, in sentences, as far as the person sees it.
    """

    seat: int
    choice: Choice
    words: str
    followed: list[str]


@dataclass(slots=True)
class _Mark:
    """What undo goes back to."""

    done: int
    state: State
    whims: list[int] = field(default_factory=list)


class Person(Bot):
    """Stands for the person in tables and recordings."""

    name = "person"


class PlayModel:
    """A game of a person against bots.

    The bots play until the person has a choice; what has no alternative is done at once.

    Parameters
    ----------
    title, seats, options, patch, pack
        The rules; see `simkit.rules`.
    bots
        One for all other seats, or one per other seat, in order.
    seed
        Number of the game's luck: the same seed deals the same game.
    seat
        The person's seat.
    practice
        Whether decisions can be taken back. Luck stays the same when they are.
    deal
        Anything the deal would draw: factions, map ...

    Examples
    --------
    >>> model = PlayModel("race_for_the_galaxy", seats=2, seed=1)
    >>> model.do(model.options[0].action)
    >>> model.undo()
    >>> model.over
    False
    """

    def __init__(
        self,
        title: str,
        seats: int,
        bots: str | Bot | Sequence[str | Bot] = "greedy",
        seed: int = 0,
        seat: int = 0,
        practice: bool = True,
        options: Mapping[str, Any] | None = None,
        patch: Mapping[str, Any] | None = None,
        deal: Mapping[str, Any] | None = None,
        pack: Places = None,
    ) -> None:
        self.rules: Rules = make_rules(title, seats, dict(patch or {}), pack, **dict(options or {}))
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise BadValue("seat", f"is 0 to {seats - 1}, not {seat!r}")
        self.seat = seat
        self.seed = seed
        self.practice = practice
        self.fixed = dict(deal or {})
        self.players = self._seated(bots)
        start_bots(self.players, self.rules, Luck(seed).fork("bots"))
        self.start: State = self._dealt()
        self.state: State = self.start.clone()
        self.done: list[Done] = []
        self.options: list[Option] = []
        self._marks: list[_Mark] = []
        self._adviser: Commentator | None = None
        self._go_on()

    def _dealt(self) -> State:
        """Deal the game; say in one message what of the wishes for the deal cannot be."""
        for key in self.fixed:
            if key in self.rules.chosen_in_play():
                raise BadValue(
                    f"deal: {key}", "is chosen in play under these options; leave it out"
                )
        try:
            return self.rules.deal(Luck(self.seed), **self.fixed)
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            given = ", ".join(f"{key} = {value!r}" for key, value in self.fixed.items())
            if not given:
                raise
            raise BadValue(
                "deal", f"{self.rules.title} cannot be dealt with {given} ({error})"
            ) from None

    def _seated(self, bots: str | Bot | Sequence[str | Bot]) -> list[Bot]:
        others = self.rules.seats - 1
        given = [bots] * others if isinstance(bots, (str, Bot)) else list(bots)
        if len(given) != others:
            raise BadValue("bots", f"one, or one for each of the {others} other seats")
        if any(
            bot is other
            for i, bot in enumerate(given)
            for other in given[:i]
            if isinstance(bot, Bot)
        ):
            given = [
                type(bot)(**bot.get_params()) if isinstance(bot, Bot) else bot for bot in given
            ]
        made = [make_bot(bot, self.rules.title) if isinstance(bot, str) else bot for bot in given]
        made.insert(self.seat, Person())
        return made

    # Where the game stands -------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def decision(self) -> int:
        """Number of the decision at hand."""
        return len(self.done)

    @property
    def groups(self) -> dict[str, list[Option]]:
        """What the person may do, by kind of action."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            found.setdefault(option.kind, []).append(option)
        return found

    def board(self, size: str = "full") -> str:
        """Draw the board as the person sees it; after the end with everything open."""
        svg = title_module(self.rules.title, "view.board").svg
        found: str = svg(self.state, None if self.over else self.seat, size)
        return found

    def headline(self) -> str:
        """Say where the game stands."""
        points = standing_in_words(self.state, self.called)
        if self.over:
            return f"The game is over; {result(self.state, self.called)}; {points}"
        phase = self.rules.schema.phase_label(self.state.phase)
        return f"Decision {self.decision}, round {self.state.round}, {phase}; {points}"

    def called(self, seat: int) -> str:
        """Return what a seat is called in texts for the person."""
        return "you" if seat == self.seat else f"seat {seat}"

    @property
    def caution(self) -> str:
        """What the title asks everybody to be told about it."""
        return self.rules.schema.caution

    def opening(self) -> list[str]:
        """Return what lay open at the start, until the person has chosen for the first time."""
        return [] if self._marks else self.rules.opening(self.start, self.seat)

    def since(self) -> list[Done]:
        """Return what was done since the person's last choice, that choice included."""
        return self.done[self._marks[-1].done if self._marks else 0 :]

    # Places on the board ---------------------------------------------------------------------

    def at(self, key: str) -> list[Option]:
        """Return what can be done at a place: `key` is what the board calls it.

        A key is one or more words ``argument=value`` (as in an action's notation, or ``kind=...``); an
        action belongs to the place if all of them are true of it. ``|`` stands between alternatives.
        """
        ways = [words for words in map(frozenset, map(str.split, key.split("|"))) if words]
        return [o for o in self.options if any(words <= o.tokens for words in ways)]

    def live_keys(self, svg: str) -> list[str]:
        """Return the keys of the places drawn in `svg` where something can be done."""
        keys = dict.fromkeys(unescape(key) for key in PLACE_KEY.findall(svg))
        return [key for key in keys if self.at(key)]

    # Playing ---------------------------------------------------------------------------------

    def do(self, action: int) -> None:
        """Carry out an action of the person; the bots then play until the person has a choice.

        Raises
        ------
        IllegalAction
            If the rules do not allow it.
        """
        if self.over:
            raise SimkitError("the game is over")
        if not self.state.is_legal(action):
            self.state.clone().step(action)  # says why not
        whims = [bot.whims.position for bot in self.players]
        self._marks.append(_Mark(len(self.done), self.state.clone(), whims))
        self._carry_out(Choice(action))
        self._go_on()

    def _go_on(self) -> None:
        """Let everybody play up to the person's next choice."""
        state = self.state
        for candidates in decisions(state):
            if state.seat == self.seat:
                legal = state.legal()
                if len(legal) > 1:
                    self.options = [self._option(action) for action in legal]
                    return
                self._carry_out(Choice(legal[0]))
            else:
                self._carry_out(ask(self.players[state.seat], state, candidates))
        self.options = []

    def _carry_out(self, choice: Choice) -> None:
        state, action = self.state, choice.action
        seat, before = state.seat, state.clone()
        words = seen(state, action, self.seat) or "decides, hidden from you"
        state.apply(action)
        followed = happened(before, action, state, self.seat)
        self.done.append(Done(seat, choice, f"{self.called(seat)}: {words}", followed))

    def _option(self, action: int) -> Option:
        rules = self.rules
        notation = rules.notation(action).split()
        tokens = frozenset([f"kind={notation[0]}", *notation[1:]])
        return Option(action, notation[0], rules.words(self.state, action), tokens)

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision that can be taken back."""
        return self.practice and bool(self._marks)

    def undo(self) -> None:
        """Take back the person's last choice.

        Raises
        ------
        SimkitError
            If this is not a practice game, or nothing was chosen yet.
        """
        if not self.practice:
            raise SimkitError("this is no practice game: what is done is done")
        if not self._marks:
            raise SimkitError("nothing was chosen yet")
        mark = self._marks.pop()
        self.state = mark.state
        del self.done[mark.done :]
        for bot, position in zip(self.players, mark.whims, strict=True):
            bot.whims.position = position
        self._go_on()

    def hints(self, shown: int = 5) -> Opinion | None:
        """Return what the title's greedy bot would do in the person's place; None after the end."""
        if self.over:
            return None
        if self._adviser is None:
            self._adviser = Commentator(self.rules, self.seat)
        return self._adviser.opinion(self.state, shown=shown)

    # What is kept ----------------------------------------------------------------------------

    @property
    def actions(self) -> list[int]:
        """Everything that was done, by all seats."""
        return [one.choice.action for one in self.done]

    def story(self) -> Story:
        """Return the game so far for `simkit.widgets.replay`."""
        return Story(self.rules, self.start.clone(), self.actions, self.players, "game played here")

    def recording(self) -> dict[str, Any]:
        """Return the finished game as a JSON-ready recording; see `simkit verify`."""
        self._need_end()
        names = [repr(bot) if bot.name == "bot" else bot_text(bot) for bot in self.players]
        deal = {"seed": self.seed, "fixed": self.fixed}
        return recording(self.rules, deal, self.actions, self.state, names)

    def save(self, folder: str | Path) -> Path:
        """Write the finished game as a recording into a folder; `simkit import` makes tables of it.

        Returns
        -------
        Path
            The new file, ``TITLE-0001.json`` or the next free number.
        """
        where = Path(folder)
        data = json.dumps(self.recording(), indent=1) + "\n"
        where.mkdir(parents=True, exist_ok=True)
        name = title_package(self.rules.title).rpartition(".")[2]
        number = 1
        while True:
            path = where / f"{name}-{number:04d}.json"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(data)
            except FileExistsError:
                number += 1
            else:
                return path

    def tables(self, run: str = "play") -> dict[str, pd.DataFrame]:
        """Return the finished game as the tables that a run has, with the values bots saw."""
        self._need_end()
        recorder = Recorder(self.rules, "points", run, "played")
        choices = [one.choice for one in self.done]
        retell(recorder, self.start.clone(), choices, self.players, GameInfo(seed=self.seed))
        return {name: table.to_pandas() for name, table in recorder.tables().items()}

    def _need_end(self) -> None:
        if not self.over:
            raise SimkitError("the game is not over yet")


def bot_text(bot: Bot) -> str:
    """Return a bot's name and profile."""
    return f"{bot.name}:{bot.profile}" if bot.profile else bot.name
