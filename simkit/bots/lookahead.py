"""Look-ahead: the best of the k best candidates by clone, apply, evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from simkit.core.bot import Bot, Choice
from simkit.core.errors import BadValue
from simkit.core.greedy import GreedyBot

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State


class LookAheadBot(Bot):
    """Looks one decision ahead with a greedy bot's features.

    The greedy bot ranks the candidates; the `k` best are carried out on copies in which everything
    hidden is redrawn, the greedy bot plays on until this seat decides again (at most `plies`
    decisions), and the position is evaluated.

    Parameters
    ----------
    inner
        The greedy bot that ranks, plays on and evaluates.
    k
        Candidates looked at.
    plies
        Decisions played on before evaluating.
    samples
        Redrawn copies per candidate; the same copies for every candidate.
    """

    PARAMS: ClassVar[tuple[str, ...]] = ("inner", "k", "plies", "samples")
    name = "lookahead"
    reads_only_what_it_may = True

    def __init__(self, inner: Bot, k: int = 4, plies: int = 8, samples: int = 1) -> None:
        if not isinstance(inner, GreedyBot):
            raise BadValue("look-ahead bot: inner", f"is a greedy bot, not {inner!r}")
        for name, value, low in (("k", k, 1), ("plies", plies, 0), ("samples", samples, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise BadValue(f"look-ahead bot: {name}", f"is at least {low}, not {value!r}")
        self.inner = inner
        self.k = k
        self.plies = plies
        self.samples = samples
        self.profile = inner.profile
        self.decisions = 0

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Start the inner bot and one of its kind for every other seat."""
        super().start(rules, seat, luck)
        self.luck = luck.fork("lookahead", seat)
        self.decisions = 0
        self.players = [type(self.inner)(**self.inner.get_params()) for _ in range(rules.seats)]
        for other, player in enumerate(self.players):
            player.start(rules, other, luck)

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate whose position is best, averaged over the redrawn copies."""
        self.decisions += 1
        scores = self.players[self.seat].values(view, candidates)
        ranked = sorted(range(len(candidates)), key=lambda i: -scores[i])[: self.k]
        copies = [
            view.determinize(self.seat, self.luck.fork("copy", self.decisions * 64 + n))
            for n in range(self.samples)
        ]
        found = [
            (sum(self._look(copy, candidates[i]) for copy in copies) / len(copies), -place, i)
            for place, i in enumerate(ranked)
        ]
        found.sort(reverse=True)
        runner_up = found[1][0] if len(found) > 1 else float("-inf")
        return Choice(candidates[found[0][2]], found[0][0], runner_up)

    def _look(self, copy: State, action: int) -> float:
        state = copy.clone()
        state.apply(action)
        for _ in range(self.plies):
            if state.seat < 0 or state.seat == self.seat:
                break
            options = state.candidates()
            player = self.players[state.seat]
            state.apply(options[0] if len(options) == 1 else player.choose(state, options).action)
        return self.players[self.seat].evaluate(state, self.seat)
