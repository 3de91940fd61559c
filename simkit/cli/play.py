"""Play against bots in the terminal.

simkit play federation                              you against one greedy bot
simkit play federation --seats 3 --bots greedy:trader --bots random --seat 1
simkit play planet_unknown --deal planets=petra,k-273 --deal shift=2
                                                    with these boards, and the rings shifted so
simkit play gaia_project --option factions=auction  with an option; simkit schema TITLE lists all
simkit play --resume games/federation-saved.json    goes on with a game that was left

What you may do is listed by kind of action; answer with its number. hint asks the greedy bot,
undo takes back (with --practice), save or quit leave the game for later. A finished game is kept as a
recording that simkit verify, replay and import read.
"""

from __future__ import annotations

import argparse
import json
import secrets
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from simkit.cli.lists import packs_argument, pairs
from simkit.cli.replay import print_caution
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.packs import read_packs
from simkit.core.registry import rules_class, title_package
from simkit.core.schema import Role
from simkit.widgets.play_model import PlayModel

SAVED = "simkit/play/1"
HELP = """  a number       do what is listed under it
  text           list only what contains the text
  hint           what the greedy bot thinks
  list           list everything again
  points         points by source
  undo           take back your last choice (practice games)
  save           keep the game so far
  quit           keep it and stop"""
FEW = 12  # actions of one kind that are listed at once


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", nargs="?", help="what is played; see simkit titles")
    parser.add_argument("--seats", type=int, help="number of players (default: two)")
    parser.add_argument("--seat", type=int, default=0, help="your seat (0)")
    parser.add_argument(
        "--bots",
        action="append",
        metavar="BOT",
        help="one for all, or once per other seat (greedy)",
    )
    parser.add_argument("--seed", type=int, help="luck of the deal (default: drawn)")
    parser.add_argument("--practice", action="store_true", help="decisions can be taken back")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a rule variant"
    )
    packs_argument(parser)
    parser.add_argument(
        "--deal",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="anything the deal would draw; VALUE as in TOML or JSON, for roles NAME,NAME ...",
    )
    parser.add_argument("--folder", default="games", help="where games are kept (games)")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")


def run(args: argparse.Namespace) -> int:
    """Play a game."""
    if args.resume:
        if args.title:
            raise SimkitError("--resume: the saved game names its title; leave it out")
        if args.option or args.deal or args.pack:
            raise SimkitError(
                "--resume: the saved game keeps its options and deal, and its packs; leave them out"
            )
        game = resumed(Path(args.resume))
    elif args.title:
        low, high = rules_class(args.title).schema.seat_range
        bots = args.bots or ["greedy"]
        game = Game(
            {
                "title": args.title,
                "seats": args.seats or min(max(2, low), high),
                "seat": args.seat,
                "bots": bots[0] if len(bots) == 1 else bots,
                "seed": secrets.randbits(31) if args.seed is None else args.seed,
                "practice": args.practice,
                "options": pairs("--option", args.option),
                "deal": dealt(args.title, args.deal, args.pack),
                "pack": args.pack,
            }
        )
    else:
        raise SimkitError("play: name a title, or --resume a saved game")
    return Table(game, Path(args.folder), args.resume).play()


def dealt(title: str, texts: Sequence[str], packs: Sequence[str] = ()) -> dict[str, Any]:
    """Read what ``--deal`` fixes, as `Rules.deal` takes it.

    Values are written as in TOML or JSON; anything else is text. The names of roles may be listed with
    commas, seat by seat.

    Examples
    --------
    >>> dealt("planet_unknown", ["shift=2", "planets=petra,k-273", "stacks=[[1, 2]]"])
    {'shift': 2, 'planets': ['petra', 'k-273'], 'stacks': [[1, 2]]}
    """
    made = rules_class(title)
    schema = made.schema_of(read_packs(made, packs))
    roles = {role.key: role for role in schema.roles if role.key}
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, written = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise BadValue("--deal", f"{text!r} is not written as KEY=VALUE")
        value = _value(written.strip())
        if key in roles:
            value = _role_names(key, roles[key], value)
        found[key] = value
    return found


def _value(text: str) -> Any:
    """Read a value as TOML, or as JSON; what is neither is text."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
        with suppress(ValueError):
            value = json.loads(text)
    return value if isinstance(value, (bool, int, float, str, list, dict)) else text


def _role_names(key: str, role: Role, value: Any) -> Any:
    """Return the names of a role by seat; a text lists them with commas."""
    names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
    for name in names if isinstance(names, list) else [names]:
        if name not in role.values:
            raise UnknownName(role.column, str(name), role.values, f"--deal {key}")
    return names


class Game:
    """A game that can be kept half-way: its setting and the person's choices rebuild it."""

    def __init__(self, setting: dict[str, Any], choices: Sequence[str] = ()) -> None:
        self.setting = setting
        self.model = PlayModel(**setting)
        self.choices: list[str] = []
        for text in choices:
            self.do(self.model.rules.parse(text))

    def do(self, action: int) -> None:
        """Carry out a choice of the person."""
        self.model.do(action)
        self.choices.append(self.model.rules.notation(action))

    def undo(self) -> None:
        """Take back the last choice."""
        self.model.undo()
        self.choices.pop()

    def to_json(self) -> str:
        """Return the game so far as text."""
        version = self.model.rules.version
        data = {
            "schema": SAVED, "rules_version": version, "setting": self.setting,
            "choices": self.choices,
        }  # fmt: skip
        return json.dumps(data, indent=1) + "\n"


def resumed(path: Path) -> Game:
    """Read a saved game and play it up to where it was left."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SimkitError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise SimkitError(f"{path}: is not valid JSON ({error})") from None
    if not isinstance(data, dict) or data.get("schema") != SAVED:
        raise SimkitError(f"{path}: is no saved game (simkit play keeps them)")
    try:
        setting, choices = data["setting"], data["choices"]
        version = rules_class(setting["title"]).version
        if data["rules_version"] != version:
            raise SimkitError(
                f"{path}: was begun with rules version {data['rules_version']}, these are {version}"
            )
        return Game(setting, choices)
    except SimkitError as error:
        raise SimkitError(f"{path}: {error}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise BadValue(str(path), f"is damaged ({type(error).__name__}: {error})") from None


class Table:
    """The conversation in the terminal."""

    def __init__(self, game: Game, folder: Path, saved: str | None) -> None:
        self.game = game
        self.folder = folder
        self.saved = Path(saved) if saved else None
        self.listed: list[int] = []

    @property
    def model(self) -> PlayModel:
        """The game's model."""
        return self.game.model

    def play(self) -> int:
        """Ask until the game is over or left."""
        print_caution(self.model.rules.schema.caution)
        print(f"You have seat {self.model.seat}. help lists what you can say.")
        self.show()
        while not self.model.over:
            try:
                said = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                said = "quit"
            if said == "quit":
                self.save()
                return 0
            try:
                self.hear(said)
            except SimkitError as error:
                print(f"  {error}")
        self.finish()
        return 0

    def hear(self, said: str) -> None:
        """Do what was said."""
        if said.isdigit():
            if not 1 <= int(said) <= len(self.listed):
                raise SimkitError(f"there is no {said}; say 1 to {len(self.listed)}")
            self.game.do(self.listed[int(said) - 1])
            self.show()
        elif said == "undo":
            self.game.undo()
            self.show()
        elif said in ("", "list"):
            self.list_options("", everything=said == "list")
        elif said == "help":
            print(HELP)
        elif said == "hint":
            self.hint()
        elif said == "points":
            self.points()
        elif said == "save":
            self.save()
        else:
            self.list_options(said, everything=True)

    def show(self) -> None:
        """Tell what happened, where the game stands and what can be done."""
        for line in self.model.opening():
            print(f"  {line}")
        for one in self.model.since():
            print(f"  . {one.words}")
            for line in one.followed:
                print(f"      {line}")
        print(f"\n{self.model.headline()}")
        if not self.model.over:
            self.list_options("")

    def list_options(self, part: str, everything: bool = False) -> None:
        """List what can be done by kind; numbers stay the same whatever is left out."""
        self.listed = [
            option.action for options in self.model.groups.values() for option in options
        ]
        number = {action: n for n, action in enumerate(self.listed, 1)}
        found = 0
        for kind, options in self.model.groups.items():
            fitting = [o for o in options if part.lower() in f"{o.kind} {o.words}".lower()]
            found += len(fitting)
            shown = fitting if everything else fitting[:FEW]
            if shown:
                print(f" {kind.replace('_', ' ')}:")
            for option in shown:
                print(f"  {number[option.action]:>3}  {option.words}")
            if len(shown) < len(fitting):
                print(f"       and {len(fitting) - len(shown)} more: list, or a part of its text")
        if not found:
            raise SimkitError(f"nothing you may do now contains {part!r}; help lists what to say")

    def hint(self) -> None:
        """Say what the greedy bot would do, and why."""
        opinion = self.model.hints()
        assert opinion is not None
        number = {action: n for n, action in enumerate(self.listed, 1)}
        for considered in opinion.best:
            place = number.get(considered.action, "")
            print(f"  {place:>3}  {considered.value:>7.2f}  {considered.words}")
            top = sorted(considered.features, key=lambda line: -abs(line.contribution))[:3]
            if top:
                reasons = ", ".join(f"{line.feature} {line.contribution:+.2f}" for line in top)
                print(f"                ({reasons})")

    def points(self) -> None:
        """Print the points by source."""
        state = self.model.state
        projected = state.projected_scores()
        for seat in range(state.seats):
            amounts = zip(self.model.rules.schema.sources, state.points_of(seat), strict=True)
            points = ", ".join(f"{source.words}: {amount}" for source, amount in amounts if amount)
            would = f"; {projected[seat]} if the game ended now" if projected != state.score else ""
            who = self.model.called(seat)
            print(f"  {who}: {state.score[seat]} ({points or 'nothing yet'}){would}")

    def save(self) -> None:
        """Keep the game so far."""
        name = title_package(self.model.rules.title).rpartition(".")[2]
        if self.saved is None:
            self.saved = _free(self.folder, f"{name}-saved")
        try:
            self.saved.parent.mkdir(parents=True, exist_ok=True)
            self.saved.write_text(self.game.to_json(), encoding="utf-8")
        except OSError as error:
            raise SimkitError(f"{self.saved}: cannot be written ({error.strerror})") from None
        print(f"kept; go on with: simkit play --resume {self.saved}")

    def finish(self) -> None:
        """Show the result and keep the game as a recording."""
        self.points()
        path = self.model.save(self.folder)
        print(f"recorded: {path} (simkit replay {path}; simkit import {path} --out FOLDER)")
        if self.saved is not None:
            self.saved.unlink(missing_ok=True)


def _free(folder: Path, name: str) -> Path:
    number = 1
    while (path := folder / f"{name}-{number:04d}.json").exists():
        number += 1
    return path
