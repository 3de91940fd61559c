"""Games to look at, wherever they come from: a run, a recording, a state, a game just played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.core.bot import Bot
from simkit.core.errors import BadValue, SimkitError
from simkit.core.recording import SCHEMA, PlayedGame, read_recording
from simkit.core.registry import make_bot
from simkit.core.state import State
from simkit.engine.observer import ChoiceLog
from simkit.engine.play import play_game
from simkit.runs.batch import Bots
from simkit.runs.recordings import played_games
from simkit.runs.results import Results, load

if TYPE_CHECKING:
    import pandas as pd

    from simkit.core.rules import Rules

MOST_MOVES = 1_000_000  # rows of a run up to which win chances are estimated unasked


@dataclass(slots=True)
class Story:
    """A game as it was played.

    Attributes
    ----------
    start, actions
        The game as dealt, and everything that was done.
    players
        Who sat where: bots, or the names of other players.
    failure
        Why it went no further, if it failed.
    chances
        Per round and seat the chance to win (a table of `simkit.analysis.winchance`), if known.
    """

    rules: Rules
    start: State
    actions: list[int]
    players: Sequence[Bot | str] = ()
    name: str = ""
    failure: str = ""
    chances: pd.DataFrame | None = field(default=None, repr=False)


def story_of(game: Any, game_id: int = 0, *, bots: Any = "greedy") -> Story:
    """Find the game that something stands for.

    Parameters
    ----------
    game
        `Results` or a run's folder (then `game_id` says which game); a recording: its file, its
        parsed JSON or a `PlayedGame`; a `State`, which `bots` play on to its end; or anything with a
        method ``story()``.
    """
    if isinstance(game, Story):
        return game
    if hasattr(game, "story"):
        found: Story = game.story()
        return found
    if isinstance(game, Results):
        return from_run(game, game_id)
    if isinstance(game, State):
        return from_state(game, bots)
    if isinstance(game, PlayedGame):
        return from_recording(game)
    if isinstance(game, (str, Path)):
        return from_path(Path(game), game_id)
    if isinstance(game, Mapping) and game.get("schema") == SCHEMA:
        return from_recording(read_recording(game))
    if isinstance(game, Mapping) and game and all(isinstance(g, Results) for g in game.values()):
        raise SimkitError(f"this run has several parts; name one: {', '.join(map(str, game))}")
    raise BadValue(
        "replay", f"takes a run, a recording, a state or a file, not {type(game).__name__}"
    )


def from_path(path: Path, number: int) -> Story:
    """Read a game of a run's folder, or of a recording's file."""
    if path.is_dir():
        return story_of(load(path), number)
    if not path.is_file():
        raise SimkitError(f"{path}: no such file or folder")
    games = played_games(path)
    if not 0 <= number < len(games):
        raise SimkitError(f"{path}: has games 0 to {len(games) - 1}, not {number}")
    return from_recording(games[number])


def from_recording(game: PlayedGame) -> Story:
    """Take a game played elsewhere."""
    return Story(game.rules, game.start.clone(), game.actions, game.players, game.name)


def from_run(results: Results, game_id: int) -> Story:
    """Take a game of a run from its log; a failed game is taken up to where it failed."""
    game = results.plan.game(game_id)
    start = results.start(game_id)
    actions: list[int] = []
    failure = ""
    try:
        for _, action in results.replay(game_id):
            if action >= 0:
                actions.append(action)
    except Exception as error:  # whatever ended that game
        said = str(error) if isinstance(error, SimkitError) else repr(error)
        failure = f"fails after {len(actions)} decisions: {said}"
    players = Bots(results.spec.title, results.own_bots).seated(game.bots)
    name = f"{results.manifest.run}, game {game_id}"
    return Story(start.rules, start, actions, players, name, failure, chances_of(results, game_id))


def from_state(state: State, bots: Any) -> Story:
    """Play a state on to its end; the state itself stays as it is."""
    if state.over:
        raise SimkitError("this game is over: a state does not know how it came about")
    seats = state.seats
    named = [bots] * seats if isinstance(bots, (str, Bot)) else list(bots)
    texts = [bot for bot in named if isinstance(bot, str)]
    made = {text: make_bot(text, state.rules.title) for text in texts}
    players = [bot if isinstance(bot, Bot) else _copy(made[bot]) for bot in named]
    log = ChoiceLog()
    play_game(state.clone(), players, log)
    return Story(state.rules, state.clone(), log.actions, players, "played on from a state")


def _copy(bot: Bot) -> Bot:
    return type(bot)(**bot.get_params())


def chances_of(results: Results, game_id: int) -> pd.DataFrame | None:
    """Return the win chances of one game, round by round, if the run is fit to tell.

    The run must hold moves, not too many of them, and enough games of this number of seats.
    """
    if "moves" not in results.tables or results.rows("moves") > MOST_MOVES:
        return None
    from simkit.analysis.winchance import chances

    moves = results.frame("moves", ["run", "game_id", "move", "seat", "round", "score_before"])
    try:
        table = chances(moves, results.seats, results.games)
    except SimkitError:  # too few deals
        return None
    return table[table.game_id == game_id]
