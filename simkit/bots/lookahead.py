"""Look-ahead: the best of a greedy bot's best candidates, by playing each of them on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Final

from simkit.bots.greedy import GreedyBot
from simkit.bots.kinds import BotKind, around_greedy
from simkit.bots.playouts import Given, Playouts, check_number
from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.errors import BadValue

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State

FIRST_LOOK: Final = 4  # copies looked at before a candidate may be dropped
CLEARLY: Final = 2.0  # standard errors behind the best that make a candidate clearly worse


@mypyc_attr(allow_interpreted_subclasses=True)
class LookAheadBot(Bot):
    """Plays each of the best candidates on and takes the one that leads to the best position.

    A greedy bot ranks the candidates. The `k` best are carried out on the same copies, in which
    everything hidden is redrawn, and greedy bots play on for all seats; the lead in points where they
    stop (counted at the end of the game, estimated by the greedy bot before it) is compared copy by
    copy. A candidate that is clearly worse is looked at no further. The greedy bot's own choice is
    kept unless another one's mean lead is larger by `caution` standard errors.

    Where a title can tell that two positions go on alike (`State.course`), a game that this bot or
    another at the table has played on to the end is remembered instead of played again; it counts
    towards `effort` as if it were.

    Only the kinds of action that the title names as big are looked at (``data/TITLE/search``);
    payments and other small picks are the greedy bot's. Parameters left at None are those the title
    names, found by measurement.

    Parameters
    ----------
    inner
        The greedy bot that ranks, plays on and evaluates.
    k
        Candidates looked at.
    samples
        Redrawn copies per decision, at most; the same for every candidate.
    rounds
        Rounds played on before evaluating; 0 = to the end of the game.
    caution
        Standard errors by which another candidate must be better than the greedy bot's.
    margin
        Points by which it must be better. Where nothing is hidden there is one copy and no error to be
        seen, and yet the others will not play as imagined.
    envy
        How much the points of the best of the others count against one's own, where games are played
        to the end: 1 = the lead, 0 = one's own score.
    effort
        Decisions played on per decision at the table, on average over the game: what a look takes
        beyond that is saved at the decisions that follow, which are left to the greedy bot. At 8 the
        bot plays at about a tenth of the greedy bot's speed. 0 = without limit, for strength: the
        parameters left at None are then larger, too. A title may also name how many of a seat's first
        decisions are left to the greedy bot, because from there playing on takes longest; they add
        nothing to what may be spent.
    """

    PARAMS: ClassVar[tuple[str, ...]] = (
        "inner", "k", "samples", "rounds", "caution", "margin", "envy", "effort",
    )  # fmt: skip
    name = "lookahead"
    reads_only_what_it_may = True

    def __init__(
        self,
        inner: Bot,
        k: Given = None,
        samples: Given = None,
        rounds: Given = None,
        caution: Given = None,
        effort: Given = None,
        margin: Given = None,
        envy: Given = None,
    ) -> None:
        if not isinstance(inner, GreedyBot):
            raise BadValue("look-ahead bot: inner", f"is a greedy bot, not {inner!r}")
        for name, value, low in (("k", k, 1), ("samples", samples, 1), ("rounds", rounds, 0)):
            check_number(f"look-ahead bot: {name}", value, low)
        for name, amount in (
            ("caution", caution),
            ("margin", margin),
            ("envy", envy),
            ("effort", effort),
        ):
            check_number(f"look-ahead bot: {name}", amount, 0, whole=False)
        self.inner = inner
        self.k = k
        self.samples = samples
        self.rounds = rounds
        self.caution = caution
        self.effort = effort
        self.margin = margin
        self.envy = envy
        self.profile = inner.profile

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Start a greedy bot for every seat."""
        super().start(rules, seat, luck)
        self.luck = luck.fork("lookahead", seat)
        self.playouts = Playouts(self.inner, rules, seat, luck)
        self.asked = self.decisions = 0
        found = self.playouts.settings
        named: dict[str, Any] = dict(found["unlimited" if self.effort == 0 else "lookahead"])
        for name in ("k", "samples", "rounds", "caution", "margin", "envy", "effort"):
            if getattr(self, name) is not None:
                named[name] = getattr(self, name)
        self.budget = named

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate that leads to the best position, on average over the copies."""
        greedy = self.playouts.players[self.seat]
        self.asked += 1
        effort = self.budget["effort"]
        if effort and self.playouts.spent > effort * (self.asked - self.budget["left_out"]):
            return greedy.choose(view, candidates)
        if self.budget["k"] == 1 or not self.playouts.is_big(candidates):
            return greedy.choose(view, candidates)
        self.decisions += 1
        values = greedy.values(view, candidates)
        ranked = sorted(range(len(candidates)), key=lambda i: -values[i])[: self.budget["k"]]
        leads = self._look(view, [candidates[i] for i in ranked])
        means = [sum(found) / len(found) for found in leads]
        full = max(len(found) for found in leads)
        best = max((i for i in range(len(leads)) if len(leads[i]) == full), key=lambda i: means[i])
        if best:
            ahead, error = paired(leads[best], leads[0])
            if ahead <= max(self.budget["margin"], self.budget["caution"] * error):
                best = 0
        runner_up = max((m for i, m in enumerate(means) if i != best), default=-math.inf)
        return Choice(candidates[ranked[best]], means[best], runner_up)

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return what the greedy bot thinks of each candidate."""
        return self.playouts.players[self.seat].values(view, candidates)

    def _look(self, view: State, actions: list[int]) -> list[list[float]]:
        """Return the lead after each action on each copy; fewer for those that were dropped."""
        luck = self.luck.fork("decision", self.decisions)
        leads: list[list[float]] = [[] for _ in actions]
        alive = list(range(len(actions)))
        for number in range(self.budget["samples"]):
            copy = self.playouts.redraw(view, luck.fork("copy", number))
            for i in alive:
                state = copy if i == alive[-1] else copy.clone()
                state.apply(actions[i])
                if self.budget["rounds"]:
                    self.playouts.play_on(state, self.budget["rounds"])
                else:
                    state = self.playouts.end_of(state)
                leads[i].append(self.playouts.lead(state, self.seat, self.budget["envy"]))
            if number + 1 >= FIRST_LOOK:
                alive = still_open(leads, alive)
                if len(alive) == 1:
                    break
        return leads


def still_open(leads: list[list[float]], alive: list[int]) -> list[int]:
    """Return those of the candidates `alive` that are not clearly worse than the best of them."""
    best = max(alive, key=lambda i: sum(leads[i]))
    kept = []
    for i in alive:
        ahead, error = paired(leads[best], leads[i])
        if i == best or ahead <= CLEARLY * error:
            kept.append(i)
    return kept


def paired(one: list[float], other: list[float]) -> tuple[float, float]:
    """Return by how much `one` leads over `other` on the copies both have seen, and the error.

    Examples
    --------
    >>> paired([3.0, 5.0], [1.0, 1.0])
    (3.0, 1.0)
    """
    gaps = [a - b for a, b in zip(one, other, strict=False)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:
        return mean, 0.0
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


KIND: Final = BotKind(around_greedy(LookAheadBot), searching=True)
