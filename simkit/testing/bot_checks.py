"""What must hold for every bot; each check its own function."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from simkit.bots import make_bot, profiles
from simkit.bots.greedy import GreedyBot, read_profile
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.errors import GameTooLong, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.state import State
from simkit.engine import play
from simkit.testing.compare import difference, state_snapshot
from simkit.testing.processes import two_hash_seeds
from simkit.testing.walk import Wrong, demand

TOLERANCE = 1e-9


@dataclass(frozen=True)
class BotTrial:
    """The bot under test, and how long it is tried.

    Attributes
    ----------
    text
        The bot's text if it was given as one, else "".
    """

    bot: Bot
    rules: Rules
    text: str = ""
    games: int = 2
    seed: int = 0

    def where(self, game: int, move: int, state: State) -> str:
        """Name a place."""
        phase = self.rules.schema.phases[state.phase]
        return f"seed {self.seed}, game {game}, move {move}, {phase}, seat {state.seat}"


BotCheck = Callable[[BotTrial], None]


@dataclass(frozen=True)
class Asked:
    """A decision of the bot under test."""

    move: int
    state: State
    candidates: list[int]
    choice: Choice


def decisions(
    trial: BotTrial, game: int, redraw: bool = False, actions: list[int] | None = None
) -> Iterator[Asked]:
    """Play a game with the bot at one seat and random bots at the others; yield its decisions.

    Parameters
    ----------
    redraw
        Ask the bot about a state in which all that is hidden from it is drawn anew.
    actions
        Play these actions, whatever the bot says; without it the actions are the bot's.
    """
    rules, bot = trial.rules, trial.bot
    luck = Luck(trial.seed).fork("bot game", game)
    state = rules.deal(luck)
    own_seat = game % rules.seats
    players: list[Bot] = [RandomBot() for _ in range(rules.seats)]
    players[own_seat] = bot
    play.start_bots(players, rules, luck.fork("bots"))
    move = 0
    try:
        for candidates in play.decisions(state):
            if state.seat != own_seat or len(candidates) == 1:
                action = play.ask(players[state.seat], state, candidates).action
            else:  # as `play.ask` does, but what is wrong is said with a remedy
                shown = state
                if redraw:
                    shown = state.determinize(own_seat, luck.fork("redraw", move))
                elif not bot.reads_only_what_it_may:
                    shown = state.view(own_seat)
                choice = bot.choose(shown, candidates)
                _demand_choice(trial.where(game, move, state), bot, state, choice)
                yield Asked(move, shown, candidates, choice)
                action = choice.action
            state.apply(action if actions is None else actions[move])
            move += 1
    except GameTooLong as error:
        raise Wrong(f"game {game}: {error} with {bot!r}") from None


def _demand_choice(where: str, bot: Bot, state: State, choice: object) -> None:
    demand(
        isinstance(choice, Choice),
        f"{where}: choose() must return a Choice, not {type(choice).__name__}",
    )
    assert isinstance(choice, Choice)
    demand(
        type(choice.action) is int and state.is_legal(choice.action),
        f"{where}: {bot!r} chose {choice.action!r}, which is not legal; "
        "choose one of the candidates",
    )
    for name in ("value", "runner_up"):
        value = getattr(choice, name)
        demand(
            isinstance(value, (int, float)) and not isinstance(value, bool),
            f"{where}: the {name} of the Choice is {value!r}, not a number",
        )


def check_params(trial: BotTrial) -> None:
    """Parameters are readable and settable, and the repr makes an equal bot."""
    bot = trial.bot
    demand(
        isinstance(bot.name, str) and bot.name and bot.name != "bot",
        f"{type(bot).__name__} needs a name of its own (class attribute `name`)",
    )
    for name in bot.PARAMS:
        demand(
            hasattr(bot, name),
            f"the parameter {name!r} is in PARAMS, but not stored as an attribute of that name",
        )
    params = bot.get_params()
    try:
        equal = type(bot)(**params)
    except TypeError as error:
        raise Wrong(f"{type(bot).__name__}(**get_params()) fails: {error}") from None
    demand(
        repr(equal) == repr(bot),
        f"{type(bot).__name__}(**get_params()) is {equal!r}, not {bot!r}",
    )
    demand(
        repr(equal.set_params(**params)) == repr(bot),
        "set_params(**get_params()) changes the bot",
    )
    try:
        equal.set_params(no_such_parameter=1)
    except UnknownName:
        pass
    else:
        raise Wrong("set_params takes a parameter that does not exist; it must raise UnknownName")


def check_pickle(trial: BotTrial) -> None:
    """A bot goes to the workers and comes back equal."""
    try:
        back = pickle.loads(pickle.dumps(trial.bot))
    except Exception as error:
        raise Wrong(
            f"{trial.bot!r} cannot be pickled ({error}), so no worker can get it; keep no lambdas, "
            "open files or generators in a bot, and define its class in a module"
        ) from None
    demand(repr(back) == repr(trial.bot), f"a pickled bot comes back as {back!r}")


def check_choice(trial: BotTrial) -> None:
    """The bot chooses legal actions and leaves the state and the candidates alone."""
    rules = trial.rules
    for game in range(max(trial.games, rules.seats)):
        luck = Luck(trial.seed).fork("choice", game)
        state = rules.deal(luck)
        trial.bot.start(rules, state.seat, luck)
        for move in range(rules.schema.decision_limit):
            if state.seat < 0:
                break
            candidates = state.candidates()
            if len(candidates) > 1 and move % rules.seats == 0:
                where = trial.where(game, move, state)
                trial.bot.start(rules, state.seat, luck)
                _demand_hands_off(where, trial.bot, state, candidates)
            state.apply(candidates[luck.below(len(candidates), move)])


def _demand_hands_off(where: str, bot: Bot, state: State, candidates: list[int]) -> None:
    shown = state if bot.reads_only_what_it_may else state.view(state.seat)
    before, given = state_snapshot(shown), candidates[:]
    choice = bot.choose(shown, candidates)
    _demand_choice(where, bot, state, choice)
    found = difference(before, state_snapshot(shown))
    demand(not found, f"{where}: {bot!r} changes the state it is shown ({found}); clone it first")
    demand(candidates == given, f"{where}: {bot!r} changes the list of candidates; copy it first")
    values = bot.values(shown, candidates)
    demand(
        len(values) == len(candidates),
        f"{where}: values() returns {len(values)} values for {len(candidates)} candidates",
    )


def check_repeatable(trial: BotTrial) -> None:
    """The same game twice gives the same choices, whatever was played in between."""
    first = [[asked.choice.action for asked in decisions(trial, game)] for game in range(2)]
    again = [asked.choice.action for asked in decisions(trial, 0)]
    demand(
        first[0] == again,
        f"{trial.bot!r} chooses differently when a game is played again; start() has to set back "
        "all that was learnt, and all whims come from self.whims",
    )


def check_hidden(trial: BotTrial) -> None:
    """A bot that is shown the live state chooses the same when all that is hidden is redrawn."""
    if not trial.bot.reads_only_what_it_may:
        return  # it never sees the live state
    for game in range(trial.games):
        actions = _actions(trial, game)
        live = list(decisions(trial, game, actions=actions))
        redrawn = list(decisions(trial, game, redraw=True, actions=actions))
        for one, two in zip(live, redrawn, strict=True):
            where = trial.where(game, one.move, two.state)
            notation = trial.rules.notation
            demand(
                one.choice.action == two.choice.action,
                f"{where}: {trial.bot!r} chooses '{notation(one.choice.action)}', but "
                f"'{notation(two.choice.action)}' when what is hidden from it is redrawn: it reads "
                "something hidden (or set reads_only_what_it_may = False)",
            )
            demand(
                _same(one.choice.value, two.choice.value),
                f"{where}: {trial.bot!r} values '{notation(one.choice.action)}' at "
                f"{one.choice.value}, but at {two.choice.value} when what is hidden from it is "
                "redrawn: it reads something hidden",
            )


def _actions(trial: BotTrial, game: int) -> list[int]:
    """Return all actions of a game, so that it can be played again without asking anybody."""
    rules = trial.rules
    state = rules.deal(Luck(trial.seed).fork("bot game", game))
    whims = Luck(trial.seed).fork("actions", game)
    actions: list[int] = []
    for candidates in play.decisions(state):
        actions.append(candidates[whims.below(len(candidates), len(actions))])
        state.apply(actions[-1])
    return actions


def _same(one: float, two: float) -> bool:
    return one == two or (math.isnan(one) and math.isnan(two))


def check_explain(trial: BotTrial) -> None:
    """A greedy bot takes the best score, and its explanations sum to the scores."""
    bot = trial.bot
    if not isinstance(bot, GreedyBot):
        return
    for game in range(trial.games):
        for asked in decisions(trial, game):
            where = trial.where(game, asked.move, asked.state)
            values = bot.values(asked.state, asked.candidates)
            best = max(values)
            place = values.index(best)
            demand(
                asked.choice.action == asked.candidates[place],
                f"{where}: the bot does not choose the first of the best candidates; its score must "
                "not depend on what was scored before",
            )
            for action, value in list(zip(asked.candidates, values, strict=True))[:6]:
                lines = bot.explain(asked.state, action)
                total = math.fsum(line.contribution for line in lines)
                demand(
                    abs(total - value) <= TOLERANCE * max(1.0, abs(value)),
                    f"{where}: the explanation of '{trial.rules.notation(action)}' sums to {total}, "
                    f"the score is {value}; the score has to be linear in the weights self.w",
                )


def check_profiles(trial: BotTrial) -> None:
    """Every profile of a greedy bot's title can be read, is explained, and names known weights."""
    bot = trial.bot
    if not isinstance(bot, GreedyBot):
        return
    for name in profiles(trial.rules.title):
        try:
            profile = read_profile(trial.rules.data_folder(), name)
            for faction in ("", *profile.factions):
                type(bot)(name).named_weights(trial.rules, faction)
        except SimkitError as error:
            raise Wrong(f"profile {name!r}: {error}") from None
        for key in ("label", "description", "provenance"):
            demand(
                getattr(profile, key),
                f"profile {name!r} has no {key}; people have to know what it is and where from",
            )


def check_hash_seed(trial: BotTrial) -> None:
    """The bot's choices do not depend on the hash seed of the process."""
    if not trial.text:
        return  # another process can only be told a bot's text
    one, two = two_hash_seeds("bot", trial.rules, trial.seed, trial.text)
    for number, (a, b) in enumerate(zip(one, two, strict=False)):
        demand(
            a == b,
            f"with another PYTHONHASHSEED decision {number} is {b}, not {a}; somewhere the order of "
            "a set is used: sort it",
        )
    demand(len(one) == len(two), "with another PYTHONHASHSEED the game is longer or shorter")


BOT_CHECKS: dict[str, BotCheck] = {
    "params": check_params,
    "pickle": check_pickle,
    "choice": check_choice,
    "repeatable": check_repeatable,
    "hidden": check_hidden,
    "explain": check_explain,
    "profiles": check_profiles,
    "hash_seed": check_hash_seed,
}


def bot_of(bot: Bot | str, title: str) -> tuple[Bot, str]:
    """Return a bot and its text."""
    return (make_bot(bot, title), bot) if isinstance(bot, str) else (bot, "")
