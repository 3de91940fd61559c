"""The command line: ``simkit COMMAND ...``.

Every command is a module of this package with a docstring (its help), ``arguments(parser)`` and
``run(args) -> exit code``. `COMMANDS` lists them in the order of the help text, with one line each; a
module is imported only when its command is used, so that ``simkit titles`` starts at once. A new
command needs a line here and its module.

Bad input gets one clear message and exit code 2, never a traceback.
"""

from __future__ import annotations

import argparse
import importlib
import keyword
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from simkit.core.errors import SimkitError, Terminated, suggestion

COMMANDS = {
    "titles": "list the titles, their seats and factions",
    "schema": "print the data dictionary of a title: tables, options, patchable figures",
    "run": "play the games of a spec (*.toml), or finish or merge runs",
    "report": "print the balance report of a run",
    "import": "turn recordings into the four tables",
    "export": "write the tables of a run to one Parquet or CSV file each",
    "replay": "show a game of a run step by step",
    "verify": "replay recordings and evaluate cases, and compare every stored figure",
    "bench": "measure decisions and games per second",
    "sweep": "play a spec under many patches, options or bots",
    "metagame": "play strategies against each other and write a page on who should bring what",
    "bids": "find what each faction should cost in points, and confirm it on fresh games",
    "new-bot": "write a file with a working bot to begin with",
    "check-bot": "check the bot of a file and say in plain words what is wrong",
    "check-patches": "try every patchable figure and see whether it is true everywhere",
    "tune": "search for weights of a profile that do better",
    "ladder": "rank all bots of a title, and test every step from rung to rung",
    "tournament": "let the bots of a folder play each other, one file per participant",
    "play": "play against bots in the terminal",
    "lab": "open the notebooks in JupyterLab, in a folder of your own",
    "doctor": "check the installation and say what is missing",
}
FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class Interrupted(Exception):
    """Somebody pressed Ctrl-C; says what to do next."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    if not {"", os.getcwd()} & set(sys.path):
        sys.path.append(os.getcwd())  # bots and titles of one's own stand where one works
    try:
        command = _command(given)
        if command is None:
            return _overview(given)
        with _told_of_termination():
            return _run(command, given[1:])
    except SimkitError as error:
        print(f"simkit: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of a pipe has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, Interrupted) as stop:
        print(f"simkit: {str(stop) or 'interrupted'}", file=sys.stderr)
        return INTERRUPTED
    except Terminated as stop:
        print(f"simkit: {str(stop) or 'ended by the system'}", file=sys.stderr, flush=True)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)  # so that whoever asked sees that it was heard
        return INTERRUPTED


@contextmanager
def _told_of_termination() -> Iterator[None]:
    """Raise `Terminated` inside when the system asks the program to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    old = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old)


def _command(given: list[str]) -> str | None:
    if not given or given[0] in ("-h", "--help", "help", "-V", "--version"):
        return None
    if given[0] not in COMMANDS:
        raise SimkitError(
            f"unknown command {given[0]!r}{suggestion(given[0], COMMANDS)} (simkit --help lists all)"
        )
    return given[0]


def _overview(given: list[str]) -> int:
    if given and given[0] in ("-V", "--version"):
        from simkit import __version__

        print(f"simkit {__version__}")
        return 0
    if len(given) > 1 and given[0] == "help" and given[1] in COMMANDS:
        return _run(given[1], ["--help"])
    print("simkit COMMAND ...   (simkit COMMAND --help says more)\n")
    for name, text in COMMANDS.items():
        print(f"  {name:<10} {text}")
    return 0


def _run(command: str, rest: list[str]) -> int:
    name = command.replace("-", "_") + ("_" if keyword.iskeyword(command) else "")
    module = importlib.import_module(f"simkit.cli.{name}")
    parser = Parser(prog=f"simkit {command}", description=module.__doc__, allow_abbrev=False)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.arguments(parser)
    try:
        args = parser.parse_args(rest)
    except SystemExit as stop:  # --help
        return int(stop.code or 0)
    try:
        return int(module.run(args))
    except SystemExit as stop:
        raise SimkitError(
            f"{command}: some code that was called ended the program ({stop})"
        ) from stop


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest right option."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Refuse the arguments."""
        known = [option for action in self._actions for option in action.option_strings]
        near = ""
        if message.startswith("unrecognized arguments: -"):
            near = suggestion(message.split()[2].split("=")[0], known)
        raise SimkitError(f"{self.prog.partition(' ')[2]}: {message}{near}")
