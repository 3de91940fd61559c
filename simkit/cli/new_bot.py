"""Write a file with a working bot to begin with.

simkit new-bot cautious --title federation        writes cautious.py
simkit check-bot cautious.py --title federation   says what is wrong with it

The bot beats the random one as it is; it has two weights of the title to edit, and a place for ideas.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from simkit.bots.greedy import GreedyBot, Weight
from simkit.core.errors import SimkitError
from simkit.core.registry import rules_class, title_module, titles

PARAMETER = re.compile(r"[a-z][a-z0-9_]*")

TEMPLATE = '''"""A bot for {title}."""

import simkit
from simkit import Bot, Choice

TITLE = "{title}"


class {cls}(Bot):
    # What can be set from outside; each is an attribute of the same name.
    PARAMS = ("{one}", "{two}")
    name = "{name}"

    # Two weights to edit. A weight says how much one thing counts against all others.
    #   {one}: {one_meaning}
    #   {two}: {two_meaning}
    def __init__(self, {one}={one_value}, {two}={two_value}):
        self.{one} = {one}
        self.{two} = {two}

    # Called before every game: forget the last one, get ready for this one.
    def start(self, rules, seat, luck):
        super().start(rules, seat, luck)  # sets self.rules, self.seat and self.whims (your dice)
        weights = {{"{one}": self.{one}, "{two}": self.{two}}}
        self.adviser = simkit.make_bot("greedy", TITLE).set_params(weights=weights)
        self.adviser.start(rules, seat, luck)

    # Called for every decision. `view` is the game as your seat may see it: what is hidden from you is
    # made up. `candidates` are the actions worth a thought; return one of them.
    def choose(self, view, candidates):
        values = self.adviser.values(view, candidates)
        values = [value + self.idea(view, action) for action, value in zip(candidates, values)]
        best = max(values)
        return Choice(candidates[values.index(best)], best)

    # The place for your own ideas: what an action is worth more (or less) than the adviser thinks.
    # Useful here: view.score, view.round, self.rules.decode(action), self.rules.describe(view, action)
    def idea(self, view, action):
        kind, arguments = self.rules.decode(action)
        return 0.0
'''


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", help="name of the bot: small letters, digits, _")
    parser.add_argument("--title", help="what it plays (default: the first of simkit titles)")
    parser.add_argument("--folder", default=".", help="where the file goes (default: here)")


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    title = args.title or titles()[0]
    text = bot_file(args.name, title)
    path = Path(args.folder) / f"{args.name}.py"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SimkitError(f"{path}: is there already; choose another name") from None
    except OSError as error:
        raise SimkitError(f"{path}: cannot be written ({error.strerror})") from None
    print(f"written: {path}, a bot for {title}")
    print(f"next:    simkit check-bot {path} --title {title}")
    return 0


def bot_file(name: str, title: str) -> str:
    """Return the text of a file with a working bot."""
    if not PARAMETER.fullmatch(name):
        raise SimkitError(
            f"new-bot: a name is made of small letters, digits and _, and begins with a letter: "
            f"{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_') or 'my_bot'!r}, not {name!r}"
        )
    rules_class(title)  # an unknown title is named here
    one, two = weights_to_edit(title)
    return TEMPLATE.format(
        title=title,
        name=name,
        cls="".join(part.capitalize() for part in name.split("_")),
        one=one.name,
        one_meaning=one.meaning,
        one_value=f"{one.default:g}",
        two=two.name,
        two_meaning=two.meaning,
        two_value=f"{two.default:g}",
    )


def weights_to_edit(title: str) -> tuple[Weight, Weight]:
    """Return two weights of a title that count for something: its first."""
    greedy: type[GreedyBot] = title_module(title, "bot.features").GREEDY
    found = [w for w in greedy.WEIGHTS if w.default and PARAMETER.fullmatch(w.name)]
    if len(found) < 2:
        raise SimkitError(f"{title}: its greedy bot has no two weights to edit")
    return found[0], found[1]
