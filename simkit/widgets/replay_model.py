"""A game to step through: no widgets here, so that it can be tested and used without a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, SimkitError
from simkit.core.narration import happened, result, seen, standing_in_words
from simkit.core.registry import title_module
from simkit.widgets.opinion import Commentator, Opinion, commentators
from simkit.widgets.stories import Story, story_of

if TYPE_CHECKING:
    from simkit.core.state import State

EVERY = 16  # decisions between two states that are kept


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the game stood before a decision (or at its end, then `seat` is below 0).

    Attributes
    ----------
    scores
        Points per seat.
    points
        Points by seat and source, flat as in `State.points`.
    """

    round: int
    phase: int
    seat: int
    scores: tuple[int, ...]
    points: tuple[int, ...]


class ReplayModel:
    """Steps through a game; every position can be reached at once.

    A position is a number of decisions taken: 0 is the deal, `last` the end. The game is gone through
    once; every sixteenth state is kept, the others are rebuilt from those.

    Parameters
    ----------
    game, game_id, bots
        See `simkit.widgets.stories.story_of`.

    Examples
    --------
    >>> import simkit
    >>> deal = simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1))
    >>> model = ReplayModel(deal)                      # greedy bots play it to its end
    >>> model.to_round(2)
    >>> model.moment.round
    2
    """

    def __init__(self, game: Any, game_id: int = 0, *, bots: Any = "greedy") -> None:
        self.story: Story = story_of(game, game_id, bots=bots)
        self.rules = self.story.rules
        self.failure = self.story.failure
        self.moments: list[Moment] = []
        self.kept: list[State] = []
        self.actions: list[int] = []
        self._go_through()
        self.position = 0
        self.state: State = self.kept[0].clone()
        self.players = self._player_names()
        self._commentators: list[Commentator] | None = None

    def _go_through(self) -> None:
        state = self.story.start.clone()
        self._keep(state)
        for number, action in enumerate(self.story.actions):
            try:
                state.step(action)
            except Exception as error:  # the game ends where its record cannot be followed
                said = str(error) if isinstance(error, SimkitError) else repr(error)
                self.failure = (
                    self.failure or f"cannot be followed after {number} decisions: {said}"
                )
                return
            self.actions.append(action)
            self._keep(state)

    def _keep(self, state: State) -> None:
        number = len(self.moments)
        if number % EVERY == 0:
            self.kept.append(state.clone())
        self.moments.append(
            Moment(state.round, state.phase, state.seat, tuple(state.score), tuple(state.points))
        )

    def _player_names(self) -> list[str]:
        """Say who sits where: faction and bot, as far as known."""
        role = self.rules.schema.roles[0]
        end = self.state_at(self.last)
        names = []
        for seat in range(self.rules.seats):
            code = end.seat_row(seat).get(role.column, -1)
            known = isinstance(code, int) and 0 <= code < len(role.values)
            parts = [role.values[code]] if known else []
            if seat < len(self.story.players):
                player = self.story.players[seat]
                if isinstance(player, str):
                    parts.append(player)
                else:
                    parts.append(
                        f"{player.name}:{player.profile}" if player.profile else player.name
                    )
            names.append(", ".join(parts) or f"seat {seat}")
        return names

    # Where we are ----------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.actions)

    @property
    def moment(self) -> Moment:
        """Where the game stands."""
        return self.moments[self.position]

    @property
    def rounds(self) -> list[int]:
        """The rounds that were begun."""
        return sorted({moment.round for moment in self.moments if moment.seat >= 0})

    @property
    def action(self) -> int | None:
        """What is done next; None at the end."""
        return self.actions[self.position] if self.position < self.last else None

    def state_at(self, position: int) -> State:
        """Return the state at a position (a copy)."""
        near = min(position // EVERY, len(self.kept) - 1)
        state = self.kept[near].clone()
        for action in self.actions[near * EVERY : position]:
            state.apply(action)
        return state

    # Going about -----------------------------------------------------------------------------

    def go(self, position: int) -> None:
        """Go to a position; one outside the game counts as its beginning or end."""
        position = min(max(position, 0), self.last)
        if position == self.position + 1:
            self.state.apply(self.actions[self.position])
        elif position != self.position:
            self.state = self.state_at(position)
        self.position = position

    def step(self) -> None:
        """Go on by one decision."""
        self.go(self.position + 1)

    def back(self) -> None:
        """Go back by one decision."""
        self.go(self.position - 1)

    def to_round(self, number: int) -> None:
        """Go to the first decision of a round.

        Raises
        ------
        BadValue
            If no such round was begun.
        """
        for position, moment in enumerate(self.moments):
            if moment.round == number and moment.seat >= 0:
                self.go(position)
                return
        raise BadValue("round", f"this game has the rounds {self.rounds}, not {number}")

    def next_decision(self, seat: int) -> bool:
        """Go to the next decision of a seat; tell whether there is one (else nothing changes)."""
        for position in range(self.position + 1, self.last):
            if self.moments[position].seat == seat:
                self.go(position)
                return True
        return False

    # What there is to see ----------------------------------------------------------------------

    def board(self, seat: int | None = None, size: str = "full") -> str:
        """Draw the board as `seat` sees it; None: with everything open."""
        found: str = title_module(self.rules.title, "view.board").svg(self.state, seat, size)
        return found

    def headline(self) -> str:
        """Say where the game stands: decision, round, whose turn, points."""
        points = standing_in_words(self.state, "seat {}".format)
        return f"{self._place()}; {points}"

    def _place(self) -> str:
        at = f"decision {self.position} of {self.last}"
        if self.position == self.last:
            ended = self.rules.schema.end_reasons[self.state.end_reason]
            return f"{at}: " + (f"over ({ended})" if self.state.over else "the record stops here")
        moment = self.moment
        phase = self.rules.schema.phase_label(moment.phase)
        return f"{at}, round {moment.round}, {phase}, seat {moment.seat}"

    def decision(self, seat: int | None = None) -> str:
        """Say what is done next, as `seat` is told (None: all); at the end, who won."""
        if self.action is not None:
            if seen(self.state, self.action, seat) is None:
                return _told(self.state, self.action, seat)
            return f"seat {self.moment.seat}: {self.rules.describe(self.state, self.action)}"
        if self.failure:
            return f"this game {self.failure}"
        if not self.state.over:
            return "the record stops here"
        return result(self.state, "seat {}".format)

    def happened(self, seat: int | None = None) -> list[str]:
        """Return what the decision before this position was and what it set going, as `seat` is told.

        None hears everything; at the beginning it is what lies open.
        """
        if self.position == 0:
            return self.rules.opening(self.state, seat)
        before = self.state_at(self.position - 1)
        action = self.actions[self.position - 1]
        return [_told(before, action, seat), *happened(before, action, self.state, seat)]

    @property
    def caution(self) -> str:
        """What the title asks everybody to be told about it."""
        return self.rules.schema.caution

    def opinion(self) -> Opinion | None:
        """Return what the bot saw, or what a greedy bot thinks; None at the end."""
        if self.action is None:
            return None
        if self._commentators is None:
            self._commentators = commentators(self.rules, self.story.players)
        return self._commentators[self.moment.seat].opinion(self.state, self.action)

    def points(self, position: int | None = None) -> list[dict[str, int]]:
        """Return the points of every seat by source."""
        moment = self.moments[self.position if position is None else position]
        names = [source.name for source in self.rules.schema.sources]
        wide = len(names)
        return [
            dict(zip(names, moment.points[seat * wide : (seat + 1) * wide], strict=True))
            for seat in range(self.rules.seats)
        ]

    def chances(self) -> list[float] | None:
        """Return every seat's chance to win as this round began; None if it is not known."""
        table = self.story.chances
        if table is None or self.state.over:
            return None
        first = self.moments[0].round
        part = table[table["round"] == self.moment.round - first]
        found = dict(zip(part["seat"].astype(int), part["chance"].astype(float), strict=True))
        return [found[seat] for seat in range(self.rules.seats)] if found else None


def _told(state: State, action: int, seat: int | None) -> str:
    """Say who is about to do what, as `seat` is told."""
    words = seen(state, action, seat)
    return f"seat {state.seat}: {words or f'decides, hidden from seat {seat}'}"
