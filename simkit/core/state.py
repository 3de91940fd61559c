"""The state of a game: whose decision it is, what is legal, what an action does.

A title subclasses `State`. The base class keeps the points: every point won or lost goes through
`gain`, which names its source, so the totals by source always sum to the score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.core.compiling import mypyc_attr
from simkit.core.errors import IllegalAction
from simkit.core.luck import Luck

if TYPE_CHECKING:
    from simkit.core.rows import RowBytes
    from simkit.core.rules import Rules

NOBODY: Final = -1
VIEW_LUCK = Luck(0x5EED)


def ranked(standings: list[tuple[int, ...]]) -> list[int]:
    """Return the rank of every standing, 1 is best; equal standings share a rank."""
    best_first = sorted(standings, reverse=True)
    return [1 + best_first.index(mine) for mine in standings]


def win_shares(winners: list[int], seats: int) -> list[float]:
    """Return every seat's share of the win: winners divide it; where nobody won, all have 0.

    Examples
    --------
    >>> win_shares([0, 2], 3), win_shares([], 1)
    ([0.5, 0.0, 0.5], [0.0])
    """
    share = 1.0 / len(winners) if winners else 0.0
    return [share if seat in winners else 0.0 for seat in range(seats)]


class PointLog:
    """Observer that collects every gain of points; clones of a state do not have one.

    Attributes
    ----------
    decisions
        What somebody takes down of every decision before it is carried out; only their number is read.
    rows
        Flat list of gains: decision that brought it (-1 = before the first), seat, source, amount.
    """

    __slots__ = ("decisions", "rows")

    decisions: list[Any]
    rows: list[int]

    def __init__(self, decisions: list[Any] | None = None, rows: list[int] | None = None) -> None:
        self.decisions = [] if decisions is None else decisions
        self.rows = [] if rows is None else rows


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Where a game stands now; mutable and cheap to clone.

    A title's state calls ``super().__init__(rules, luck)``, sets `seat`, `round` and `phase` as play goes
    on, and implements `legal`, `apply`, `clone`, `determinize`, `log_row`, `seat_row`, `game_row`.

    Attributes
    ----------
    seat
        Who decides now; `NOBODY` once the game is over.
    round, phase
        Round counted from 1; phase is a number into ``rules.schema.phases``.
    points
        Flat list of totals: seat * number of sources + source.
    score
        Total per seat.
    end_reason
        Number into ``rules.schema.end_reasons`` once the game is over.
    """

    __slots__ = (  # noqa: RUF023 - in the order of the docstring
        "rules", "luck", "seats", "sources", "seat", "round", "phase", "points", "score",
        "end_reason", "observer",
    )  # fmt: skip

    rules: Rules
    luck: Luck
    seats: int
    sources: int
    seat: int
    round: int
    phase: int
    points: list[int]
    score: list[int]
    end_reason: int
    observer: PointLog | None

    def __init__(self, rules: Rules, luck: Luck) -> None:
        self.rules = rules
        self.luck = luck
        self.seats = rules.seats
        self.sources = len(rules.schema.sources)
        self.seat = 0
        self.round = 1
        self.phase = 0
        self.points = [0] * (self.seats * self.sources)
        self.score = [0] * self.seats
        self.end_reason = 0
        self.observer = None

    def copy_base(self, other: State) -> None:
        """Copy the base class's fields from `other`; the observer stays behind."""
        self.rules = other.rules
        self.luck = other.luck
        self.seats = other.seats
        self.sources = other.sources
        self.seat = other.seat
        self.round = other.round
        self.phase = other.phase
        self.points = other.points[:]
        self.score = other.score[:]
        self.end_reason = other.end_reason
        self.observer = None

    def gain(self, seat: int, source: int, amount: int) -> None:
        """Give (or take) points; the only way to change a score."""
        if amount:
            self.points[seat * self.sources + source] += amount
            self.score[seat] += amount
            log = self.observer
            if log is not None:
                rows = log.rows
                rows += (len(log.decisions) - 1, seat, source, amount)

    # What a title implements -------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return every legal action, in an order that is part of the contract."""
        raise NotImplementedError

    def candidates(self) -> list[int]:
        """Return the legal actions worth a bot's thought; never empty in play."""
        return self.legal()

    def is_legal(self, action: int) -> bool:
        """Tell whether the rules allow `action` now; titles with open kinds override this."""
        return action in self.legal()

    def why_illegal(self, action: int) -> str:
        """Say why `action` is refused; titles override this with better reasons."""
        return "it is not among the legal actions"

    def apply(self, action: int) -> None:
        """Carry out a legal action; trusts its caller."""
        raise NotImplementedError

    def clone(self) -> State:
        """Return an independent copy without observer."""
        raise NotImplementedError

    def determinize(self, seat: int, luck: Luck) -> State:
        """Return a clone that looks the same to `seat`; all hidden from it is redrawn from `luck`."""
        raise NotImplementedError

    def reopen(self, seat: int) -> None:
        """Take back what other seats chose in secret and have not revealed, so that they choose anew.

        Searches call it on redrawn copies (`determinize` can only draw such choices at random), and let
        the others choose as they would, until `seat` is asked again. Titles without simultaneous
        choices have nothing to take back.
        """

    def course(self) -> tuple[Any, ...] | None:
        """Return all that decides how the game goes on among given bots, to be compared with others.

        Searches ask for it, so as not to play on twice from the same position. None (as here) says that
        positions cannot be compared, because chance or what is hidden still has a part in it.
        """
        return None

    def log_row(self, seat: int) -> tuple[int, ...]:
        """Return the values of ``schema.move_columns`` for the seat about to move (the hot path)."""
        return ()

    def write_row(self, seat: int, row: RowBytes) -> None:
        """Write the values of `log_row`: what the compiled build asks instead of them.

        A title may write them one by one, each as wide as its column, which spares it the objects that a
        tuple of any length holds. Of a row of another width `log_row` is packed instead, which takes ten
        times as long.
        """
        row.cells(self.log_row(seat))

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return the values of the roles and of ``schema.seat_columns`` (categories as codes)."""
        raise NotImplementedError

    def game_row(self) -> dict[str, Any]:
        """Return the values of ``schema.game_columns`` (categories as codes)."""
        return {}

    def check(self) -> None:
        """Raise AssertionError if an invariant of the title is broken; used by tests."""

    # What every title gets ----------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Carry out an action after checking it; every outside caller uses this.

        Raises
        ------
        IllegalAction
            Says whose decision it was, what was tried, and why it is refused.
        """
        if self.seat < 0:
            raise IllegalAction("the game is over")
        if not self.is_legal(action):
            try:
                what = self.rules.notation(action)
            except Exception:
                what = str(action)
            raise IllegalAction(f"seat {self.seat} may not '{what}': {self.why_illegal(action)}")
        self.apply(action)

    def view(self, seat: int) -> State:
        """Return what `seat` may see: a copy in which everything hidden from it is made up."""
        return self.determinize(seat, VIEW_LUCK)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat < 0

    def scores(self) -> list[int]:
        """Return the points of every seat so far."""
        return self.score[:]

    def projected_scores(self) -> list[int]:
        """Return what every seat would have if the game ended now.

        Titles whose points are counted at the end override this. It reads what lies open, and changes
        nothing.
        """
        return self.scores()

    def points_of(self, seat: int) -> list[int]:
        """Return the points of a seat by source."""
        return self.points[seat * self.sources : (seat + 1) * self.sources]

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return what seats are ranked by, larger is better: the score, then the tie-breaks."""
        return (self.score[seat],)

    def ranks(self) -> list[int]:
        """Return the rank of every seat, 1 is best; equal standings share a rank."""
        return ranked([self.standing(seat) for seat in range(self.seats)])

    def winners(self) -> list[int]:
        """Return the seats that won; several if the tie-breaks leave a tie."""
        standings = [self.standing(seat) for seat in range(self.seats)]
        best = max(standings)
        return [seat for seat, mine in enumerate(standings) if mine == best]

    def win_share(self, seat: int) -> float:
        """Return a seat's share of the win once the game is over: winners divide it among them.

        It is 0 for everybody where nobody won, as in a solo game that missed its target.
        """
        return win_shares(self.winners(), self.seats)[seat]

    def verdict(self, seat: int) -> str:
        """Return what the rulebook calls the seat's result once the game is over; "" if nothing.

        Titles override this where the rulebook has such words ("you are a genius").
        """
        return ""

    def _repr_html_(self) -> str:
        from simkit.core.registry import title_module

        board = title_module(self.rules.title, "view.board")
        return str(board.svg(self))
