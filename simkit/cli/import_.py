"""Turn recordings (ours, and the notations of other engines) and results into the four tables.

simkit import games --out tables                        recordings (*.json) below a folder
simkit import --form club.csv --title federation        writes a form for results of real tables
simkit import club.csv --out tables                     filled in: only scores and factions are known

Forms may be CSV or TOML; see simkit.runs.forms.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from simkit.cli.lists import packs_argument
from simkit.core.errors import SimkitError
from simkit.core.recording import PlayedGame
from simkit.runs.forms import (
    SUFFIXES,
    TableResult,
    blank_form,
    import_results,
    is_form,
    read_form,
)
from simkit.runs.recordings import Unusable, import_games, json_files, played_games


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="*", help="recordings, filled-in forms, folders of them")
    parser.add_argument("--out", metavar="FOLDER", help="where the tables go")
    parser.add_argument("--log", default="points", choices=["games", "moves", "points"])
    packs_argument(parser, "where a recording's pack lies now")
    parser.add_argument("--form", metavar="FILE", help="write a form (*.csv or *.toml) to fill in")
    parser.add_argument("--title", help="title of the form")


def run(args: argparse.Namespace) -> int:
    """Import recordings and results, or write a form."""
    if args.form:
        return _write_form(Path(args.form), args.title)
    if not args.path or not args.out:
        raise SimkitError("import: name recordings or forms, and with --out where the tables go")
    games, results, left_out = _read([Path(p) for p in args.path], args.pack)
    if games and results:
        raise SimkitError("import: recordings and results of real tables need a folder each")
    if not games and not results:
        raise SimkitError("there is no complete game in what was named")
    out = Path(args.out)
    found = import_results(results, out) if results else import_games(games, out, args.log)
    for name, tables in found.items():
        rows = ", ".join(f"{tables.rows(table):,} {table}" for table in tables.tables)
        print(f"{out / name}: {rows}")
    if left_out:
        print(f"{left_out} left out")
    return 0


def _write_form(path: Path, title: str | None) -> int:
    if not title:
        raise SimkitError("--form: name the title with --title")
    if path.suffix not in SUFFIXES:
        raise SimkitError(f"--form: writes {' or '.join(SUFFIXES)}, not {path.name!r}")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(blank_form(title, path.suffix))
    except FileExistsError:
        raise SimkitError(f"{path}: is there already; name a new file") from None
    except OSError as error:
        raise SimkitError(f"{path}: cannot be written ({error.strerror})") from None
    print(f"written: {path}; fill it in, then: simkit import {path} --out FOLDER")
    return 0


def _read(paths: list[Path], packs: list[str]) -> tuple[list[PlayedGame], list[TableResult], int]:
    """Read everything that was named; say what is left out, and count it."""
    games: list[PlayedGame] = []
    results = [result for path in _forms(paths) for result in read_form(path)]
    left_out = 0
    others = [path for path in paths if path.suffix not in SUFFIXES or path.is_dir()]
    for path, named in json_files(others):
        try:
            found = played_games(path, packs)
        except Unusable as error:
            if named and not error.foreign:
                raise SimkitError(f"{path}: {error}") from None
            print(f"left out {path}: {error}", file=sys.stderr)
            left_out += 1
            continue
        for game in found:
            if game.complete:
                games.append(game)
            else:
                print(f"left out {path}: {game.name} stops before its end", file=sys.stderr)
                left_out += 1
    return games, results, left_out


def _forms(paths: list[Path]) -> list[Path]:
    """Find the forms: those that were named, and in folders what looks like one."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = [p for suffix in SUFFIXES for p in path.rglob(f"*{suffix}")]
            found += [p for p in sorted(below) if p.is_file() and is_form(p)]
        elif path.suffix in SUFFIXES:
            found.append(path)
    return found
