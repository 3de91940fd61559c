"""How far a weight has to move to matter: learned from what its feature contributes to decisions.

A feature's spread is how much it differs between the candidates of one decision, where it differs at
all. A weight of size ``w`` then moves decisions by ``w * spread``. A weight that is zero (or very small)
gets a step that would move decisions as much as the typical weight in force does.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace

from simkit.bots.greedy import GreedyBot
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine import play
from simkit.runs.batch import deal_game
from simkit.runs.planner import Plan
from simkit.studies.tuning.arena import Arena

DECISIONS = 300  # looked at
RATE = 0.1  # part of a game's decisions that are looked at
SMALL = 0.3  # part of the typical contribution that a weight in force moves by at least

NUDGE = 1e-3  # change of a weight that shows its feature
NOTHING = 1e-9


def learn_scales(
    arena: Arena, names: Sequence[str], given: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return the step of each weight.

    Where all weights are to be tuned, those whose feature never made a difference are left out.

    Parameters
    ----------
    arena
        What is played; the weights in force play at all seats.
    names
        The weights; none = all.
    given
        Steps that need not be learned.
    """
    given = dict(given or {})
    start = arena.named_weights()
    spread = feature_spreads(arena, list(start))
    typical = [abs(start[name]) * spread[name] for name in start if start[name] and spread[name]]
    contribution = statistics.median(typical) if typical else 1.0
    found: dict[str, float] = {}
    for name in names or start:
        weight = abs(start[name])
        if name in given:
            found[name] = given[name]
        elif spread[name]:
            share = SMALL if weight else 1.0
            found[name] = max(weight, share * contribution / spread[name])
        elif names:
            found[name] = weight or 1.0
    return found


def feature_spreads(arena: Arena, names: Sequence[str]) -> dict[str, float]:
    """Return the typical difference that each feature makes between candidates; 0 = never any."""
    seen: dict[str, list[float]] = {name: [] for name in names}
    decisions = 0
    alone = replace(arena, pool=(), chances=(), faction="", objective="score")
    spec = alone.spec("scales", arena.seats[0])
    for number, game in enumerate(Plan(spec).games()):
        whims = Luck(game.seed).stream("looked at")
        state = deal_game(spec, game)
        _, bots = alone.seated(game, state, {})
        play.start_bots(bots, state.rules, Luck(game.seed).fork("bots"))
        for candidates in play.decisions(state):
            bot = bots[state.seat]
            assert isinstance(bot, GreedyBot)
            if len(candidates) > 1 and whims.random() < RATE:
                decisions += 1
                for name, spread in _spreads(bot, state, candidates, names).items():
                    seen[name].append(spread)
            state.apply(play.ask(bot, state, candidates).action)
        if decisions >= DECISIONS or number >= DECISIONS:
            break
    return {name: statistics.median(found) if found else 0.0 for name, found in seen.items()}


def _spreads(
    bot: GreedyBot, state: State, candidates: list[int], names: Sequence[str]
) -> dict[str, float]:
    """Return how much each feature differs between candidates, where it does.

    A feature is what a small change of its weight changes: so those that only weigh others count too.
    """
    before = bot.values(state, candidates)
    named = {name: float(getattr(bot.w, name)) for name in names}
    found: dict[str, float] = {}
    try:
        for name, weight in named.items():
            by = NUDGE * max(1.0, abs(weight))
            bot.use_weights({**named, name: weight + by})
            after = bot.values(state, candidates)
            spread = statistics.pstdev([(b - a) / by for a, b in zip(before, after, strict=True)])
            if spread > NOTHING:
                found[name] = spread
    finally:
        bot.use_weights(named)
        bot.prepare(state)
    return found
