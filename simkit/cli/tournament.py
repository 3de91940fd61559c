"""Let the bots of a folder play each other: every Python file is one participant.

simkit tournament bots --title federation                     results go to runs/tournament-bots
simkit tournament bots --title federation --house greedy      a bot of simkit's takes part as well

Called again, it goes on where it stopped, and plays only what is new or changed. A bot that breaks a
limit or a rule is out, and the standings say why.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.cli import Interrupted
from simkit.core.errors import SimkitError
from simkit.studies.tournament.limits import Limits

if TYPE_CHECKING:
    import pandas as pd

    from simkit.studies.tournament.league import Tournament

REDRAW = 0.5  # seconds between two drawings of the live standings


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    standard = Limits()
    parser.add_argument("folder", help="folder with one file per bot")
    parser.add_argument("--title", required=True, help="what is played; see simkit titles")
    parser.add_argument("--out", metavar="FOLDER", help="results (default: runs/tournament-NAME)")
    parser.add_argument("--deals", type=int, default=10, help="deals per pair, two games each (10)")
    parser.add_argument("--seats", type=int, help="number of players (default: two)")
    parser.add_argument(
        "--house", action="append", default=[], metavar="BOT", help="a bot of simkit's takes part"
    )
    parser.add_argument(
        "--secret", metavar="DIGITS", help="deals of another tournament (see its tournament.json)"
    )
    for name, what in (
        ("load", "seconds of processor time to load a file"),
        ("decision", "seconds of processor time per decision"),
        ("game", "seconds of processor time per game"),
        ("idle", "seconds asleep per game"),
        ("clock", "seconds by the clock per game"),
        ("hours", "by the clock for the whole tournament, each bot its share"),
        ("memory", "megabytes of memory"),
        ("output", "kilobytes printed per game"),
        ("files", "megabytes written to the scratch folder"),
        ("entries", "files in the scratch folder"),
    ):
        value = getattr(standard, name)
        parser.add_argument(
            f"--{name}", type=type(value), default=value, help=f"{what} ({value:g})"
        )
    parser.add_argument(
        "--unfenced", action="store_true", help="as root, play even where nothing fences bots in"
    )
    parser.add_argument("--quiet", action="store_true", help="show only the final standings")


def run(args: argparse.Namespace) -> int:
    """Play a tournament."""
    league = importlib.import_module("simkit.studies.tournament.league")
    folder = Path(args.folder)
    out = Path(args.out) if args.out else Path("runs") / f"tournament-{folder.resolve().name}"
    limits = Limits(**{name.name: getattr(args, name.name) for name in fields(Limits)})
    contest: Tournament = league.Tournament(
        folder, args.title, out,
        deals=args.deals, seats=args.seats, house=args.house, secret=args.secret, limits=limits,
        unfenced=args.unfenced,
    )  # fmt: skip
    if contest.booths.warning:
        print(f"simkit: {contest.booths.warning}", file=sys.stderr, flush=True)
    print(contest.announcement(), flush=True)
    try:
        _play(contest, _Screen(args.quiet))
    except KeyboardInterrupt:
        raise Interrupted("stopped; what is done is kept: the same command goes on") from None
    for line in table_lines(contest.standings()):
        print(line)
    contest.write_tables()
    report = importlib.import_module("simkit.studies.tournament.report").report(contest)
    page = importlib.import_module("simkit.report.html").write(report, out / "standings.html")
    print(f"results page: {page}")
    print(f"tables:       {out / 'tables'}")
    if len(contest.fit) < 2:
        raise SimkitError("fewer than two participants stayed in; the reasons stand above")
    return 0


def _play(contest: Tournament, screen: _Screen) -> None:
    for done in contest.steps():
        screen.show(contest, done)
    screen.close()


class _Screen:
    """Standings that are redrawn on a terminal; elsewhere a line per step."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.redraws = sys.stdout.isatty()
        self.lines = 0
        self.shown = 0.0

    def show(self, contest: Tournament, done: str) -> None:
        """Show what was done."""
        if self.quiet:
            return
        if not self.redraws:
            print(done, flush=True)
            return
        if time.monotonic() - self.shown >= REDRAW:
            self.shown = time.monotonic()
            self.close()
            text = [*live_lines(contest), f"{progress(contest)}  {done}"[:100]]
            print("\n".join(text), flush=True)
            self.lines = len(text)

    def close(self) -> None:
        """Wipe the live standings out."""
        if self.lines:
            print(f"\x1b[{self.lines}A\x1b[J", end="")
            self.lines = 0


def progress(contest: Tournament) -> str:
    """Say how far a tournament is."""
    pairs = contest.pairs()
    return f"{sum(pair in contest.games for pair in pairs)} of {len(pairs)} pairings"


def live_lines(contest: Tournament) -> list[str]:
    """Return the standings so far as lines."""
    lines = [f"{'':<24} {'games':>6} {'won':>7}"]
    for name, games, share, words in contest.live():
        won = f"{100 * share:.1f} %" if games else "-"
        lines.append(f"{name[:24]:<24} {games:>6} {won:>7}  {words}"[:100])
    return lines


def table_lines(found: pd.DataFrame) -> list[str]:
    """Return the final standings as lines; reasons and remarks below the name."""
    lines = [f"{'':>3} {'':<24} {'games':>6} {'won':>8}  {'95 %':<15} {'score':>7}"]
    for row in found.to_dict("records"):
        place, figures = "", ""
        if row["games"]:
            place = f"{row['place']}."
            won = f"{100 * row['win_share']:.1f} %"
            between = f"{100 * row['win_low']:.1f}-{100 * row['win_high']:.1f} %"
            figures = f"{row['games']:>6} {won:>8}  {between:<15} {row['score']:>7.1f}"
        lines.append(f"{place:>3} {row['bot'][:24]:<24} {figures}".rstrip())
        if row["words"]:
            lines.append(f"    {row['words']}")
    return lines
