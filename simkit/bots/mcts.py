"""Tree search over redrawn copies: every iteration imagines the hidden cards anew."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, ClassVar, Final

from simkit.bots.greedy import GreedyBot
from simkit.bots.kinds import BotKind, around_greedy
from simkit.bots.playouts import Given, Playouts, check_number
from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.errors import BadValue
from simkit.core.luck import GOLDEN, MASK, mix
from simkit.core.schema import KIND_MASK

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State

DEEPEST: Final = 12  # decisions of one iteration that are remembered in the trees


class Node:
    """What one seat has learned where it has seen the same things happen.

    Attributes
    ----------
    visits, offered, total
        Per action: how often it was taken, how often it could have been, sum of its rewards.
    """

    __slots__ = ("offered", "total", "visited", "visits")

    def __init__(self) -> None:
        self.visited = 0
        self.visits: dict[int, int] = {}
        self.offered: dict[int, int] = {}
        self.total: dict[int, float] = {}

    def mean(self, action: int) -> float:
        """Return the mean reward of an action that was taken."""
        return self.total[action] / self.visits[action]


@mypyc_attr(allow_interpreted_subclasses=True)
class TreeSearchBot(Bot):
    """Information-set tree search with a greedy bot's priors and play.

    Every iteration redraws what is hidden from the seat, walks down the trees to a decision that is new,
    lets greedy bots play on, and credits every decision on its way to the seat that took it. **Every
    seat has a tree of its own**, in which a place is what that seat has seen: its own decisions and
    those the others took openly. What is chosen face down opens no branch in the others' trees, so
    simultaneous choices are learned apart, and no seat answers what it cannot know.

    In a tree the candidates come in by the greedy bot's ranking, the more often a place is visited
    the more of them (progressive widening), and the higher-ranked have a bonus that fades
    (progressive bias). The reward is a share of the win blended with the lead in points. Small picks
    (kinds that the title does not name as big) are the greedy bot's, in the game as in the search.

    Parameters
    ----------
    inner
        The greedy bot that ranks, plays on and evaluates.
    iterations
        Playouts per decision. The same seed then gives the same game.
    milliseconds
        Time per decision instead of a number of iterations. **Not reproducible**: the game
        depends on the machine and on what else it does.
    k
        Candidates considered at a place, at most (None = as the title says).
    rounds
        Rounds played on before evaluating; 0 = to the end (None = as the title says).
    exploration
        Weight of what has been tried little.
    prior
        Weight of the greedy bot's ranking.
    blend
        Share of the win in the reward; the rest is the lead in points.
    """

    PARAMS: ClassVar[tuple[str, ...]] = (
        "inner", "iterations", "milliseconds", "k", "rounds", "exploration", "prior", "blend",
    )  # fmt: skip
    name = "mcts"
    reads_only_what_it_may = True

    def __init__(
        self,
        inner: Bot,
        iterations: Given = 200,
        milliseconds: Given = 0,
        k: Given = None,
        rounds: Given = None,
        exploration: Given = 0.3,
        prior: Given = 0.5,
        blend: Given = 0.3,
    ) -> None:
        if not isinstance(inner, GreedyBot):
            raise BadValue("tree search: inner", f"is a greedy bot, not {inner!r}")
        check_number("tree search: iterations", iterations, 1, needed=True)
        for name, value, low in (("k", k, 1), ("rounds", rounds, 0)):
            check_number(f"tree search: {name}", value, low)
        for name, number in (("milliseconds", milliseconds), ("exploration", exploration),
                             ("prior", prior), ("blend", blend)):  # fmt: skip
            check_number(f"tree search: {name}", number, 0, whole=False, needed=True)
        if blend > 1:
            raise BadValue("tree search: blend", f"is a share of at most 1, not {blend!r}")
        self.inner = inner
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.k = k
        self.rounds = rounds
        self.exploration = exploration
        self.prior = prior
        self.blend = blend
        self.profile = inner.profile

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game: not with a budget in milliseconds."""
        return not self.milliseconds

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Start a greedy bot for every seat."""
        super().start(rules, seat, luck)
        self.luck = luck.fork("mcts", seat)
        self.playouts = Playouts(self.inner, rules, seat, luck)
        self.secret = rules.schema.secret_numbers
        self.decisions = 0
        found = self.playouts.settings
        own: dict[str, Any] = found["mcts"]
        self.width = int(own["k"] if self.k is None else self.k)
        self.horizon = int(own["rounds"] if self.rounds is None else self.rounds)
        self.scale = float(found["scale"])
        self.curiosity = float(self.exploration)
        self.trust = float(self.prior)
        self.win_weight = float(self.blend)

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate that the search took most often."""
        greedy = self.playouts.players[self.seat]
        if self.width == 1 or not self.playouts.is_big(candidates):
            return greedy.choose(view, candidates)
        self.decisions += 1
        root = self.search(view)
        taken = [action for action in candidates if root.visits.get(action)]
        best = max(taken, key=lambda action: (root.visits[action], root.mean(action)))
        others = [root.mean(action) for action in taken if action != best]
        return Choice(best, root.mean(best), max(others, default=float("-inf")))

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return what the greedy bot thinks of each candidate."""
        return self.playouts.players[self.seat].values(view, candidates)

    def search(self, view: State) -> Node:
        """Search a decision; return what the seat has learned about it."""
        luck = self.luck.fork("decision", self.decisions)
        trees: dict[tuple[int, int], Node] = {}
        seconds = float(self.milliseconds) / 1000.0
        until = time.perf_counter() + seconds
        number = 0
        while time.perf_counter() < until if seconds else number < self.iterations:
            self._iterate(self.playouts.imagine(view, luck.fork("copy", number)), trees)
            number += 1
        if (self.seat, 0) not in trees:  # no time for a single iteration
            self._iterate(self.playouts.imagine(view, luck.fork("copy", 0)), trees)
        return trees[self.seat, 0]

    # One iteration -----------------------------------------------------------------------------

    def _iterate(self, state: State, trees: dict[tuple[int, int], Node]) -> None:
        """Walk down, play on, and credit what was decided on the way."""
        last = state.round + self.horizon if self.horizon else 1 << 30
        places = [0] * state.seats  # what each seat has seen since the root, as a number
        path: list[tuple[int, Node, int, list[int]]] = []
        while state.seat >= 0 and state.round < last and len(path) < DEEPEST:
            options = state.candidates()
            if len(options) == 1 or not self.playouts.is_big(options):
                self.playouts.decide(state)
                continue
            seat = state.seat
            node = trees.get((seat, places[seat]))
            is_new = node is None
            if node is None:
                node = trees[seat, places[seat]] = Node()
            action, tried = self._select(state, node, options)
            path.append((seat, node, action, tried))
            for other in range(state.seats):
                if other == seat or action & KIND_MASK not in self.secret:
                    places[other] = mix((places[other] + (action + 2) * GOLDEN) & MASK)
            state.apply(action)
            if is_new and self._past_root(path):
                break
        if state.seat >= 0 and state.round < last:
            self.playouts.play_on(state, last - state.round if self.horizon else 0)
        self._credit(state, path)

    def _past_root(self, path: list[tuple[int, Node, int, list[int]]]) -> bool:
        """Tell whether the searching seat has decided; before that the others' hidden choices come."""
        for seat, _, _, _ in path:  # noqa: SIM110 - compiled, `any` would make a generator
            if seat == self.seat:
                return True
        return False

    def _select(self, state: State, node: Node, options: list[int]) -> tuple[int, list[int]]:
        """Return the action to take, and those it was chosen from."""
        seat = state.seat
        values = self.playouts.players[seat].values(state, options)
        ranked = sorted(range(len(options)), key=lambda i: -values[i])
        width = min(self.width, 1 + int(math.sqrt(node.visited)))
        tried = [options[i] for i in ranked[:width]]
        best, chosen = -math.inf, tried[0]
        for place, action in enumerate(tried):
            visits = node.visits.get(action, 0)
            bonus = self.trust / ((1 + place) * (1 + visits))
            if visits:
                offered = node.offered[action]
                bonus += node.mean(action)
                bonus += self.curiosity * math.sqrt(math.log(offered + 1) / visits)
            else:
                bonus += 2.0  # more than any reward: tried at once, higher-ranked ones first
            if bonus > best:
                best, chosen = bonus, action
        return chosen, tried

    def _credit(self, state: State, path: list[tuple[int, Node, int, list[int]]]) -> None:
        rewards = [self.reward(state, seat) for seat in range(state.seats)]
        for seat, node, action, tried in path:
            node.visited += 1
            for other in tried:
                node.offered[other] = node.offered.get(other, 0) + 1
            node.visits[action] = node.visits.get(action, 0) + 1
            node.total[action] = node.total.get(action, 0.0) + rewards[seat]

    def reward(self, state: State, seat: int) -> float:
        """Return a reward from 0 to 1: the lead in points, at the end blended with the win."""
        lead = 0.5 + 0.5 * math.tanh(self.playouts.lead(state, seat) / (2.0 * self.scale))
        if state.seat >= 0:
            return lead
        return self.win_weight * state.win_share(seat) + (1.0 - self.win_weight) * lead


KIND: Final = BotKind(around_greedy(TreeSearchBot), searching=True)
