"""Figures that a check case assumes in place of the data (``assume`` in log_notation.md).

A case writes them in words of its own: ``{"m05": {"required_level": 2}}``, ``{"required_level":
{"m05": 2}}``, ``{"planet_thresholds": [4, 5, 6, 7]}``. Every part of what it writes must be found
on the way to a figure of the data, in any order; the figure whose path holds least besides is
meant. What cannot be placed is an error: a case is never judged on other figures than its own.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from simkit.core.components import Components, shipped
from simkit.core.errors import BadValue
from simkit.games.federation.rules import terms

SEPARATORS = re.compile(r"[\s./\[\]]+")
NUMBERED = re.compile(r"_(\d+)(?:_|$)")
LEVEL = re.compile(r"^(.*?)_?level_?(\d)$")
Path = tuple[str, ...]
SYNONYMS = {
    "mission_level": "required_level",
    "missions_level": "required_level",
    "medal_row": "by_count",
    "medal_score": "by_count",
    "medal_points": "by_count",
    "required_accreditation_level": "required_level",
    "track_length": "advances_needed",
    "needed": "advances_needed",
    "project_length": "advances_needed",
    "project": "major_projects",
    "threshold": "planet_thresholds",
    "medal_threshold": "planet_thresholds",
    "asteroid": "asteroids",
    "shop": "planet_arratuin",
    "price": "cost",
    "upkeep_resource": "upkeep",
    "end_value": "end_value",
    "cells": "cell",
    "points": "places",
    "project_points": "places",
}
MEDAL_ROW = {"by_count", "medals", "medal_row", "medal_score", "medal_scores", "medal_points"}
WORDS = ("why", "note", "source", "confidence", "field_confidence", "alternatives", "text")
DEFAULT_FIELDS = {
    "special_missions": ("required_level",),
    "accreditation": ("steps", "upkeep"),
    "ambassadors": ("votes", "funding_bonus"),
    "alteration_tokens": ("votes", "bonus"),
    "planet_e81216": ("cost", "multipliers"),
    "planet_neo": ("reward", "influence", "next"),
    "planet_arratuin": ("cost",),
    "asteroids": ("reward",),
    "planet_six_moons": ("tokens", "strength"),
    "senate": ("project", "action", "floor"),
    "major_projects": ("places",),
    "laws": ("planet",),
    "medals": ("by_count",),
}


# Names that only the case knows -------------------------------------------------------------------


def own_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Return which structures and shops of the data stand for those of a case's own.

    A case may call a megastructure ``mega_x`` and give its tokens and multipliers; it then takes
    the place of one that the case does not name.
    """
    tables = Components(shipped("data") / "federation").tables
    text = json.dumps(data)
    board = data.get("situation", {}).get("board", {})
    pools = (
        (
            [r["id"] for r in tables["planet_e81216"]["megastructure"]],
            board.get("megastructures", {}),
        ),
        ([r["id"] for r in tables["planet_arratuin"]["shop"]], board.get("shops", {})),
    )
    names: dict[str, str] = {}
    for known, named in pools:
        free = [name for name in known if f'"{name}"' not in text]
        for name in named:
            if name not in known and free:
                names[name] = free.pop(0)
    return names


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value in which names are exchanged for others, wherever they stand."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


# Figures ------------------------------------------------------------------------------------------


def assumed_tables(case: Mapping[str, Any], rewards: Mapping[str, Any]) -> dict[str, Any]:
    """Return the component data with the figures that a case assumes, and its rewards of asteroids."""
    printed = Components(shipped("data") / "federation").tables
    assumed = list(figures(case.get("assume") or {}))
    column = case.get("situation", {}).get("board", {}).get("column")
    if column and "project" in column:
        index = str(column.get("index", 1))
        assumed.append((("senate", "column", index, "project"), column["project"]))
    if not assumed and not rewards:
        return printed
    tables = copy.deepcopy(printed)
    for record in tables["asteroids"]["asteroid"]:
        record["reward"] = rewards.get(record["id"], record["reward"])
    named = set(_strings({k: case.get(k) for k in ("situation", "action", "expected")}))
    for path, value in assumed:
        if path[-1] == "steps_per_level":
            set_steps(tables["accreditation"], int(value))
            continue
        if path[-1].isdigit() and set(path[:-1]) & MEDAL_ROW:
            tables["medals"]["score"]["by_count"][int(path[-1])] = int(value)
            continue
        put(tables, path, value, int(case["players"]), named)
    return tables


def figures(assume: Any) -> Iterator[tuple[Path, Any]]:
    """Return the assumed figures, each with the words written on the way to it."""
    if isinstance(assume, list):
        for item in assume:
            if isinstance(item, Mapping) and "value" in item:
                written = [str(v) for k, v in item.items() if k != "value" and k not in WORDS]
                yield _words(tuple(written)), item["value"]
            elif isinstance(item, str) and "=" in item:
                path, _, value = item.partition("=")
                yield _words((path.strip(),)), json.loads(value)
            else:
                yield from figures(item)
    elif isinstance(assume, Mapping):
        yield from _figures(assume, ())
    else:
        raise BadValue("assume", f"{assume!r} does not name a figure")


def _figures(here: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    for key, value in here.items():
        if key in WORDS or (isinstance(value, str) and " " in value.strip()):
            continue  # a remark
        deeper = (*path, str(key))
        if isinstance(value, Mapping) and value and not set(value) <= set(terms.RESOURCES):
            yield from _figures(value, deeper)
        else:
            yield _words(deeper), value


def _words(path: Path) -> Path:
    parts = [part for whole in path for part in SEPARATORS.split(whole)]
    return tuple(part for part in parts if part not in ("", "toml"))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, str):
        yield value


def put(tables: dict[str, Any], path: Path, value: Any, seats: int, named: set[str]) -> None:
    """Replace the figure (or the equal figures of all components that the case names) at a path."""
    found: list[Path] = []
    vocabulary = words_of(tables)
    for loosely in (False, True):
        for words in wordings(path, vocabulary):
            places = matches(tables, words, loosely)
            chosen = [place for place in places if set(place) & named] or places
            done = [_replace(tables, place, value, seats) for place in chosen]
            if any(done):
                return
            found = found or chosen
    if not found:
        raise BadValue("assume", f"no figure of the data is meant by {'.'.join(path)!r}")
    raise BadValue("assume", f"{'.'.join(path)!r} cannot be {value!r}")


def set_steps(accreditation: dict[str, Any], each: int) -> None:
    """Give every accreditation level so many steps, counted from the start."""
    step = accreditation["start_step"]
    for level in accreditation["level"]:
        level["steps"] = list(range(step, step + each))
        step += each
    accreditation["top_step"] = accreditation["deep_space_step"] = step - 1


def words_of(tables: Mapping[str, Any]) -> set[str]:
    """Return the single words that names in the data and their synonyms consist of."""
    names = {part for place in _places(tables, ()) for part in place}
    names |= {*SYNONYMS, *SYNONYMS.values(), *MEDAL_ROW}
    return {_plain(word) for name in names for word in name.split("_")}


def wordings(path: Path, vocabulary: set[str]) -> Iterator[Path]:
    """Return the ways to read a path: as written, a word split in two, a word left out.

    Only a word of the data's vocabulary may be left out: a misspelled one is an error.
    ``upkeep_level_3`` is read as ``upkeep``, ``level``, ``3``; ``shop_mix_cost`` as ``shop_mix`` and
    ``cost``.
    """
    yield path
    spelled = [part for word in path for part in LEVEL.sub(r"\1.level.\2", word).split(".")]
    yield tuple(part for part in spelled if part)
    yield tuple(part for word in path for part in NUMBERED.split(word) if part)
    for i, word in enumerate(path):
        for cut, letter in enumerate(word):
            if letter == "_":
                yield (*path[:i], word[:cut], word[cut + 1 :], *path[i + 1 :])
    if len(path) > 1:
        for i in reversed(range(len(path))):
            rest = path[:i] + path[i + 1 :]
            if not {_plain(word) for word in path[i].split("_")} <= vocabulary:
                continue
            if not all(word.isdigit() for word in rest):  # a bare number could be anything
                yield rest


def matches(tables: Mapping[str, Any], path: Path, loosely: bool = False) -> list[Path]:
    """Return the places in the data that hold all words of a path and least besides."""
    best: list[Path] = []
    best_rank = (0, 0)
    for place in _places(tables, ()):
        score = _score(place, path, loosely)
        if score == 0:
            continue
        rank = (score, -len(place))
        if not best or rank > best_rank:
            best, best_rank = [place], rank
        elif rank == best_rank:
            best.append(place)
    return best


def _places(here: Any, path: Path) -> Iterator[Path]:
    for name, value in _children(here):
        if name in WORDS or name.endswith(("_confidence", "_why")):
            continue
        yield (*path, name)
        yield from _places(value, (*path, name))


def _children(here: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(here, dict):
        yield from here.items()
    elif isinstance(here, list):
        for i, item in enumerate(here):
            if isinstance(item, dict):
                name = item.get("id", item.get("index", item.get("level", i)))
                yield str(name), item


def _score(place: Path, path: Path, loosely: bool) -> int:
    """Return how well a place fits: every word must be found, whole words count more."""
    left = [_plain(part) for part in place]
    score = 0
    for word in map(_plain, path):
        other = _plain(PLAIN_SYNONYMS.get(word, word))
        if word in left:
            left.remove(word)
            score += 4
        elif other in left:
            left.remove(other)
            score += 3
        else:
            near = next((x for x in left if loosely and _alike(word, x)), None)
            if near is None:
                return 0
            left.remove(near)
            score += 1
    return score


def _alike(word: str, part: str) -> bool:
    return min(len(word), len(part)) > 3 and (word in part or part in word)


def _plain(word: str) -> str:
    word = word.lower().replace(" ", "_").replace("-", "_")
    return word[:-1] if len(word) > 4 and word.endswith("s") else word


PLAIN_SYNONYMS = {_plain(word): other for word, other in SYNONYMS.items()}


def _replace(tables: dict[str, Any], place: Path, value: Any, seats: int) -> bool:
    """Put a value at a place, at the field of a record or the row for the players that is meant."""
    holder: Any = tables
    for name in place[:-1]:
        holder = dict(_children(holder))[name]
    key = place[-1]
    old = holder[key] if isinstance(holder, dict) else dict(_children(holder))[key]
    if isinstance(old, dict) and f"p{seats}" in old:
        return _replace(tables, (*place, f"p{seats}"), value, seats)
    if isinstance(old, dict) and not _resource_table(old):
        if set(old) >= {"column_projects", "general"} and isinstance(value, int):
            return _replace(tables, (*place, "column_projects"), value, seats)
        for name in DEFAULT_FIELDS.get(place[0], ()):
            if name in old and _fits(old[name], value) and isinstance(old, dict):
                old[name] = _like(old[name], value)
                return True
        return False
    if not isinstance(holder, dict) or not _fits(old, value):
        return False
    holder[key] = _like(old, value)
    return True


def _resource_table(value: Any) -> bool:
    return isinstance(value, dict) and set(value) <= set(terms.RESOURCES)


def _fits(old: Any, value: Any) -> bool:
    """Tell whether a value can stand in the place of another one."""
    if _resource_table(old):
        if isinstance(value, list):
            return set(value) <= set(terms.RESOURCES)
        if isinstance(value, int) and len(old) == 1:
            return not isinstance(value, bool)
        return _resource_table(value) or value in terms.RESOURCES or value in (None, 0)
    if isinstance(old, list) and old and isinstance(old[0], dict) and not _effects(old):
        return isinstance(value, list) and all(isinstance(item, dict) for item in value)
    if isinstance(old, list):
        return isinstance(value, list) or (_effects(old) and _resource_table(value))
    if isinstance(old, bool):
        return isinstance(value, bool)
    if isinstance(old, str):
        return isinstance(value, str)
    return isinstance(value, int) and not isinstance(value, bool)


def _effects(value: list[Any]) -> bool:
    return all(isinstance(item, dict) and "op" in item for item in value)


def _like(old: Any, value: Any) -> Any:
    """Return a value in the form that the data has."""
    if _resource_table(old) and isinstance(value, list):
        return {name: value.count(name) for name in value}
    if _resource_table(old) and isinstance(value, int) and value:
        return dict.fromkeys(old, value)  # of the one resource it costs
    if _resource_table(old) and not isinstance(value, dict):
        return {value: 1} if value else {}
    if isinstance(old, list) and isinstance(value, dict):
        return [{"op": "gain", "what": name, "n": n} for name, n in value.items()]
    return value
