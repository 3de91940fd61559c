"""Finding recordings on disk, their titles, and what becomes of them: verdicts or tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.core.bot import Bot, Choice
from simkit.core.components import existing
from simkit.core.errors import SimkitError, UnknownName
from simkit.core.record import GameInfo, Recorder
from simkit.core.recording import (
    SCHEMA,
    CaseResult,
    PlayedGame,
    read_recording,
    verify_recording,
)
from simkit.core.registry import title_module, title_package, titles
from simkit.runs.batch import Receipt, joined_tables, make_part, write_part
from simkit.runs.parts import note_parts
from simkit.runs.results import Results
from simkit.runs.spec import Spec
from simkit.runs.store import IMPORTED, Manifest, Store


class Unusable(SimkitError):
    """A file that is not a recording, or a damaged one.

    Attributes
    ----------
    foreign
        The file is sound but nothing to do with the installed titles.
    """

    def __init__(self, problem: str, foreign: bool = False) -> None:
        self.foreign = foreign
        super().__init__(problem)


def json_files(paths: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield the JSON files among `paths` and below them, and whether each was named itself."""
    for path in map(existing, paths):
        if path.is_dir():
            for found in sorted(path.rglob("*.json")):
                if found.is_file():
                    yield found, False
        elif path.exists():
            yield path, True
        else:
            near = UnknownName("file", path.name, _neighbours(path))
            raise SimkitError(
                f"{path}: no such file or folder{str(near).partition(path.name)[2][1:]}"
            )


def _neighbours(path: Path) -> list[str]:
    return [p.name for p in path.parent.glob("*")] if path.parent.is_dir() else []


def read_json(path: Path) -> dict[str, Any]:
    """Read a recording's file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unusable(f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise Unusable("is not a text file") from None
    except ValueError as error:
        raise Unusable(f"is not valid JSON ({error})") from None
    if not isinstance(data, dict):
        raise Unusable(f"is not a recording (a JSON {type(data).__name__})", foreign=True)
    return data


def title_of(data: Mapping[str, Any], path: Path) -> str:
    """Find a recording's title: by ``game``, else by ``schema``, else by the folder's name."""
    known = titles()
    game = data.get("game")
    if isinstance(game, str):
        name = game.strip().lower().replace("-", "_").replace(" ", "_")
        try:
            title_package(name)
        except UnknownName as error:
            raise Unusable(str(error), foreign=True) from None
        return name
    schema = str(data.get("schema", "")).partition("/")[0]
    if schema in known or "." in schema:
        return schema
    for folder in path.resolve().parents:
        if folder.name in known:
            return folder.name
    raise Unusable("names no installed title, nor does its folder", foreign=True)


def case_results(path: Path, packs: Sequence[str] = ()) -> list[CaseResult]:
    """Return the verdicts on everything in a file; `packs` say where those of a recording lie now."""
    data = read_json(path)
    try:
        if data.get("schema") == SCHEMA:
            return [verify_recording(data, path.stem, packs)]
        module = title_module(title_of(data, path), "io.recordings")
        results: list[CaseResult] = module.verify(data, path.stem)
        return results
    except Unusable:
        raise
    except SimkitError as error:
        raise Unusable(str(error)) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Unusable(f"is not understood ({type(error).__name__}: {error})") from error


def played_games(path: Path, packs: Sequence[str] = ()) -> list[PlayedGame]:
    """Return the games in a file; `packs` say where those of a recording lie now."""
    data = read_json(path)
    try:
        if data.get("schema") == SCHEMA:
            return [read_recording(data, path.stem, packs)]
        found: list[PlayedGame] = title_module(title_of(data, path), "io.recordings").games(
            data, path.stem
        )
        return found
    except Unusable:
        raise
    except SimkitError as error:
        raise Unusable(str(error)) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Unusable(f"is not understood ({type(error).__name__}: {error})") from error


class Player(Bot):
    """Stands for somebody who played a recorded game."""

    def __init__(self, name: str) -> None:
        self.name = name


def import_games(
    games: Sequence[PlayedGame], folder: Path, log: str = "points"
) -> dict[str, Results]:
    """Replay games and write their tables, one part per title and number of seats."""
    groups: dict[str, list[PlayedGame]] = {}
    for game in games:
        packs = "".join(f"-{pack.name}" for pack in game.rules.packs)
        groups.setdefault(f"{game.rules.title}-{game.rules.seats}{packs}", []).append(game)
    note_parts(folder, list(groups))
    return {name: _import_group(found, folder / name, name, log) for name, found in groups.items()}


def _import_group(games: list[PlayedGame], folder: Path, name: str, log: str) -> Results:
    recorders: dict[str, Recorder] = {}
    for game_id, game in enumerate(games):
        recorder = recorders.setdefault(
            repr(game.rules), Recorder(game.rules, log, name, "recorded")
        )
        replay_into(recorder, game, game_id)
    first = games[0].rules
    spec = Spec.model_validate(
        {
            "title": first.title, "seats": first.seats, "games": len(games), "log": log, "name": name,
            "pack": first.pack,
        }
    )  # fmt: skip
    store = Store(folder)
    store.create()
    with store:
        store.lock()
        if store.exists:
            raise SimkitError(f"{folder}: holds a run already; name a new folder")
        manifest = Manifest.new(name, spec, len(games), {})
        manifest.state = IMPORTED
        store.keep_packs(spec)
        receipt = Receipt(0, [], [], {})
        for recorder in recorders.values():
            receipt.hashes += zip(recorder.game_ids, recorder.hashes, strict=True)
        for table, rows in joined_tables(list(recorders.values())).items():
            part, data = make_part(table, 0, rows)
            write_part(folder, part, data)
            receipt.parts[table] = part
        store.add(receipt)
        store.write_manifest(manifest)
    return Results(folder)


def replay_into(recorder: Recorder, game: PlayedGame, game_id: int) -> None:
    """Replay a game played elsewhere through `State.step` and take it down."""
    state = game.start
    names = [*game.players, *(f"seat {n}" for n in range(len(game.players), state.seats))]
    bots: list[Bot] = [Player(name) for name in names]
    recorder.start_game(state)
    for number, action in enumerate(game.actions):
        if state.over:
            raise SimkitError(f"{game.name}: the game is over before action {number}")
        if recorder.wants_moves:
            recorder.move(state, bots[state.seat], state.candidates(), Choice(action))
        try:
            state.step(action)
        except SimkitError as error:
            recorder.drop_unfinished()
            raise SimkitError(f"{game.name}: action {number}: {error}") from None
    recorder.decisions = len(game.actions)
    recorder.finish_game(state, bots, GameInfo(game_id, deal=game_id, lineup=game_id))
