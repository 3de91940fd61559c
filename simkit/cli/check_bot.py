"""Check the bot of a file, and say in plain words what is wrong with it.

simkit check-bot cautious.py --title federation

Runs the checks of simkit.testing.check_bot, then plays some games against the random bot. The file runs
with all your rights: check only files that you trust (a tournament shuts them in).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from simkit.cli.lists import packs_argument
from simkit.core.bot import Bot, RandomBot
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.core.registry import rules_class
from simkit.core.rules import Rules
from simkit.engine.play import play_game
from simkit.studies.tournament.loading import load_bot_class, reason_of
from simkit.testing import BOT_CHECKS, CheckFailed, check_bot

FAILED = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", help="a Python file with a subclass of simkit.Bot")
    parser.add_argument("--title", required=True, help="what it plays; see simkit titles")
    parser.add_argument("--seats", type=int, help="number of players (default: two)")
    packs_argument(parser)
    parser.add_argument("--deals", type=int, default=5, help="deals against the random bot (5)")


def run(args: argparse.Namespace) -> int:
    """Check a bot."""
    low, _ = rules_class(args.title).schema.seat_range
    rules = make_rules(args.title, args.seats or max(2, low), pack=args.pack)
    path = Path(args.file)
    try:
        bot = bot_of_file(path)
        passed = check_bot(bot, rules)
    except CheckFailed as wrong:
        print(f"{path.name}: {len(wrong.failures)} of {len(BOT_CHECKS)} checks failed")
        for name, text in wrong.failures.items():
            print(f"\n  what should hold:  {_aim(name)}")
            print(f"  what is wrong:     {text}")
        return FAILED
    print(f"{path.name}: {len(passed)} checks passed; {bot!r} is fit for a tournament")
    if args.deals > 0 and rules.seats > 1:
        won, games = against_random(bot, rules, args.deals)
        print(f"against random bots it won {won:g} of {games} games")
    return 0


def bot_of_file(path: Path) -> Bot:
    """Return the bot that a file defines."""
    if not path.is_file():
        raise SimkitError(f"{path}: no such file")
    try:
        return load_bot_class(path.resolve(), path.read_bytes())()
    except SimkitError as error:
        raise SimkitError(f"{path}: {error}") from None
    except Exception as error:
        raise SimkitError(f"{path}: {reason_of(error, path.resolve())}") from None


def _aim(check: str) -> str:
    return (BOT_CHECKS[check].__doc__ or check).strip().splitlines()[0]


def against_random(bot: Bot, rules: Rules, deals: int) -> tuple[float, int]:
    """Play every deal once from each seat; return the games won and played."""
    won = 0.0
    for deal in range(deals):
        for seat in range(rules.seats):
            bots: list[Bot] = [RandomBot() for _ in range(rules.seats)]
            bots[seat] = bot
            won += play_game(rules.deal(Luck(deal)), bots).win_share(seat)
    return won, deals * rules.seats
