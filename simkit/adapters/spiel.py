"""A title in the manner of OpenSpiel: enough for its Python tree searches and rank studies.

Nothing here needs OpenSpiel itself, except `SpielGame.get_type`, which returns OpenSpiel's own record.
Luck is inside the state (no chance nodes); `SpielState.resample_from_infostate` redraws what a player
cannot know, as information-set searches want it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simkit.core.errors import SimkitError, install_command
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.rules import Rules
from simkit.core.state import State, win_shares
from simkit.testing.compare import fingerprint, state_snapshot

TERMINAL_PLAYER = -4  # as in OpenSpiel


def spiel_game(title: str, seats: int, seed: int = 1, **options: Any) -> SpielGame:
    """Return a title as a game in the manner of OpenSpiel.

    Examples
    --------
    >>> game = spiel_game("race_for_the_galaxy", seats=2)
    >>> state = game.new_initial_state()
    >>> state.is_terminal()
    False
    """
    return SpielGame(make_rules(title, seats=seats, **options), seed)


class SpielGame:
    """A title in one setting; every `new_initial_state` deals the next of a fixed row of games."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        self.rules = rules
        self.seed = seed
        self.dealt = 0

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.rules.seats

    def num_distinct_actions(self) -> int:
        """Return a bound of the packed actions that fit 63 bits."""
        return 1 << 63

    def min_utility(self) -> float:
        """Return the utility of the last of a game."""
        return -1.0

    def max_utility(self) -> float:
        """Return the utility of a sole winner."""
        return 1.0

    def utility_sum(self) -> float:
        """Return what the utilities of all players sum to."""
        return 0.0

    def max_game_length(self) -> int:
        """Return the decisions after which a game would be ended."""
        return self.rules.schema.decision_limit

    def get_type(self) -> Any:
        """Return OpenSpiel's record of the kind of game: sequential, imperfect information."""
        try:
            import pyspiel
        except ImportError:
            raise SimkitError(f"OpenSpiel is not installed: {install_command('theory')}") from None
        kind = pyspiel.GameType
        return kind(
            short_name=self.rules.title.rpartition(".")[2],
            long_name=repr(self.rules),
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC,
            information=kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.rules.schema.seat_range[1],
            min_num_players=self.rules.schema.seat_range[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )

    def new_initial_state(self) -> SpielState:
        """Deal the next game."""
        luck = Luck(self.seed).fork("spiel", self.dealt)
        self.dealt += 1
        return SpielState(self, self.rules.deal(luck))


class SpielState:
    """A state of play; utilities are win shares, scaled to -1 .. 1 and summing to zero."""

    def __init__(self, game: SpielGame, state: State) -> None:
        self.game = game
        self.state = state
        self.played: list[int] = []

    def get_game(self) -> SpielGame:
        """Return the game."""
        return self.game

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.game.num_players()

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for a finished game."""
        return self.state.seat if not self.state.over else TERMINAL_PLAYER

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.state.over

    def is_chance_node(self) -> bool:
        """Tell whether luck decides: never, it is drawn inside the rules."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Tell whether several decide at once: never, they are asked seat by seat."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, packed."""
        if self.state.over or player not in (None, self.state.seat):
            return []
        return self.state.legal()

    def apply_action(self, action: int) -> None:
        """Carry out an action after checking it."""
        self.state.step(int(action))
        self.played.append(int(action))

    def child(self, action: int) -> SpielState:
        """Return a copy in which an action was carried out."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def clone(self) -> SpielState:
        """Return an independent copy."""
        copy = SpielState(self.game, self.state.clone())
        copy.played = self.played[:]
        return copy

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Say an action in words; OpenSpiel calls it with the player or without."""
        return self.state.rules.describe(self.state, player if action is None else action)

    def returns(self) -> list[float]:
        """Return the utilities; zero while the game goes on."""
        if not self.state.over:
            return [0.0] * self.state.seats
        return utilities(self.state.winners(), self.state.seats)

    def rewards(self) -> list[float]:
        """Return the utilities won by the last action: all come at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the utility of one player."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """Return the actions so far."""
        return self.played[:]

    def information_state_string(self, player: int | None = None) -> str:
        """Return a text that is equal for states which look the same to a player."""
        seat = self.state.seat if player is None else player
        return f"{seat}:{fingerprint(state_snapshot(self.state.view(seat)))}"

    def observation_string(self, player: int | None = None) -> str:
        """Return the same as `information_state_string`."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a copy in which everything hidden from a player is redrawn."""
        luck = Luck(int(sampler() * (1 << 53)))
        copy = SpielState(self.game, self.state.determinize(player, luck))
        copy.played = self.played[:]
        return copy

    def __str__(self) -> str:
        state = self.state
        return f"{self.game.rules.title}: round {state.round}, seat {state.seat}, {state.scores()}"


def utilities(winners: list[int], seats: int) -> list[float]:
    """Return the utilities of a finished game: win shares, scaled to -1 .. 1 and summing to zero.

    Where nobody won all have 0; a single seat has 1 or -1.

    Examples
    --------
    >>> utilities([], seats=2), utilities([], seats=1)
    ([0.0, 0.0], [-1.0])
    >>> utilities([0], seats=3)
    [1.0, -0.5, -0.5]
    >>> utilities([0, 2], seats=3)
    [0.25, -0.5, 0.25]
    """
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    last = -1.0 / (seats - 1)
    return [share + (1.0 - share) * last for share in win_shares(winners, seats)]
