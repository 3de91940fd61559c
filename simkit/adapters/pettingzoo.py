"""A title as a PettingZoo AEC environment (needs ``pip install "simkit-boardgames[adapters]"``).

An action is a number 0..K-1: the place in the list of legal actions (or of candidates). The
observation holds the named features of the seat and the mask of the places that are filled.
"""

from __future__ import annotations

import functools
from typing import Any

from simkit.adapters.features import feature_names, features
from simkit.core.errors import BadValue, SimkitError, install_command
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules

REWARDS = ("win", "score")
LISTS = ("legal", "candidates")


def pettingzoo_env(
    title: str,
    seats: int,
    *,
    actions: str = "legal",
    places: int = 1024,
    reward: str = "win",
    deal: dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Return a title as a PettingZoo AEC environment.

    Parameters
    ----------
    title, seats, **options
        As for `simkit.rules`.
    actions
        ``legal``: an action is a place in ``state.legal()``; ``candidates``: in ``state.candidates()``.
    places
        K of ``Discrete(K)``. A longer list is an error that says how long it is; nothing is cut off.
    reward
        ``win``: the win share at the end (winners of a tie share it); ``score``: points as they are won.
    deal
        What the deal would draw, as for `Rules.deal`.

    Examples
    --------
    >>> env = pettingzoo_env("race_for_the_galaxy", seats=2)  # doctest: +SKIP
    >>> env.reset(seed=1)                                     # doctest: +SKIP
    """
    if actions not in LISTS:
        raise BadValue("pettingzoo_env: actions", f"is one of {', '.join(LISTS)}, not {actions!r}")
    if reward not in REWARDS:
        raise BadValue("pettingzoo_env: reward", f"is one of {', '.join(REWARDS)}, not {reward!r}")
    if isinstance(places, bool) or not isinstance(places, int) or places < 1:
        raise BadValue("pettingzoo_env: places", f"is at least 1, not {places!r}")
    rules = make_rules(title, seats=seats, **options)
    made = _env_class()(rules, actions == "candidates", places, reward, dict(deal or {}))
    return made


@functools.cache
def _env_class() -> Any:
    """Define the environment's class; its base is known only once PettingZoo is imported."""
    try:
        import numpy as np
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ImportError as error:
        raise SimkitError(
            f"PettingZoo is not installed ({error.name}): {install_command('adapters')}"
        ) from None

    class TitleEnv(AECEnv):  # type: ignore[misc]
        """One game of a title; agents are ``seat_0`` to ``seat_n``."""

        def __init__(
            self, rules: Any, thoughtful: bool, places: int, reward: str, deal: dict[str, Any]
        ) -> None:
            super().__init__()
            self.rules = rules
            self.thoughtful = thoughtful
            self.places = places
            self.reward = reward
            self.deal = deal
            self.render_mode: str | None = None
            self.metadata = {
                "name": f"{rules.title.rpartition('.')[2]}_v{rules.version}",
                "render_modes": ["html"],
                "is_parallelizable": False,
            }
            self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
            self.agents: list[str] = []
            self.feature_names = feature_names(rules)
            self.games = 0
            self.seed = 0
            self.state_of_play: Any = None
            self.action_spaces = {a: spaces.Discrete(places) for a in self.possible_agents}
            width = len(self.feature_names)
            box = spaces.Box(-np.inf, np.inf, (width,), np.float32)
            mask = spaces.Box(0, 1, (places,), np.int8)
            self.observation_spaces = {
                agent: spaces.Dict({"observation": box, "action_mask": mask})
                for agent in self.possible_agents
            }

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            """Deal a game; without a seed the next one of a fixed row."""
            if seed is not None:
                self.seed, self.games = seed, 0
            luck = Luck(self.seed).fork("pettingzoo", self.games)
            self.games += 1
            self.state_of_play = self.rules.deal(luck, **self.deal)
            self.agents = self.possible_agents[:]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self._next()
            self.infos = {agent: self._info(agent) for agent in self.agents}

        def _next(self) -> None:
            """List the actions of whoever decides now."""
            state = self.state_of_play
            if state.over:
                self.choices: list[int] = []
                return
            self.choices = state.candidates() if self.thoughtful else state.legal()
            if len(self.choices) > self.places:
                raise SimkitError(
                    f"{len(self.choices)} actions do not fit Discrete({self.places}): "
                    f"give places={len(self.choices)} or more, or actions='candidates'"
                )
            self.agent_selection = f"seat_{state.seat}"

        def _info(self, agent: str) -> dict[str, Any]:
            mine = not self.state_of_play.over and agent == self.agent_selection
            return {"actions": self.choices[:] if mine else []}

        def observe(self, agent: str) -> dict[str, Any]:
            """Return the features of the agent's seat and the mask of its actions."""
            seat = self.possible_agents.index(agent)
            mask = np.zeros(self.places, dtype=np.int8)
            if not self.state_of_play.over and agent == self.agent_selection:
                mask[: len(self.choices)] = 1
            return {"observation": features(self.state_of_play, seat), "action_mask": mask}

        def step(self, action: int | None) -> None:
            """Carry out the action at a place of the list."""
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            if action is None or not 0 <= int(action) < len(self.choices):
                raise SimkitError(f"action {action!r} is not below {len(self.choices)}")
            state = self.state_of_play
            before = state.scores()
            self._cumulative_rewards[agent] = 0.0
            state.step(self.choices[int(action)])
            self._next()
            self._reward(before)
            if state.over:
                self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {name: self._info(name) for name in self.agents}
            self._accumulate_rewards()

        def _reward(self, before: list[int]) -> None:
            state = self.state_of_play
            for seat, agent in enumerate(self.possible_agents):
                if self.reward == "score":
                    self.rewards[agent] = float(state.score[seat] - before[seat])
                else:
                    self.rewards[agent] = state.win_share(seat) if state.over else 0.0

        def render(self) -> str:
            """Return the board as HTML."""
            return str(self.state_of_play._repr_html_())

        def close(self) -> None:
            """Nothing to close."""

    return TitleEnv
