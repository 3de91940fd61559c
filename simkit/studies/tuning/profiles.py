"""Profiles as files: what was tuned, written so that people and simkit can read it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.core.errors import BadValue
from simkit.core.greedy import Profile

FROZEN = "baseline"
BARE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def check_name(name: str) -> None:
    """Refuse names that no profile may be written under."""
    if name == FROZEN:
        raise BadValue(
            "name", f"{FROZEN!r} is frozen, to compare later bots with; choose another name"
        )
    if not name or set(name) - BARE:
        raise BadValue("name", f"{name!r} must consist of letters, digits, '_' and '-'")


def profile_text(profile: Profile) -> str:
    """Return a profile as TOML.

    Examples
    --------
    >>> print(profile_text(Profile("p", "Sober", "Weighs well.", {"sale": 1.5}, {}, {"how": "by hand"})))
    label = "Sober"
    description = "Weighs well."
    <BLANKLINE>
    [weights]
    sale = 1.5
    <BLANKLINE>
    [provenance]
    how = "by hand"
    <BLANKLINE>
    """
    parts = [f"label = {_value(profile.label)}\ndescription = {_value(profile.description)}\n"]
    parts += _table("weights", profile.weights)
    for faction, weights in profile.factions.items():
        parts += _table(f"factions.{_key(faction)}", weights)
    parts += _table("provenance", profile.provenance)
    return "\n".join(parts)


def write_profile(profile: Profile, folder: Path) -> Path:
    """Write a profile to ``folder/<name>.toml`` and return the path."""
    check_name(profile.name)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{profile.name}.toml"
    write_whole(path, profile_text(profile))
    return path


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name and give it its own once it is whole."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _table(name: str, content: Mapping[str, Any]) -> list[str]:
    """Return a table and, below it, the tables that it holds."""
    plain = {key: value for key, value in content.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in content.items() if isinstance(value, Mapping)}
    lines = [f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in plain.items())]
    found = ["\n".join(lines) + "\n"] if plain or not inner else []
    for key, value in inner.items():
        found += _table(f"{name}.{_key(key)}", value)
    return found


def _key(key: str) -> str:
    return key if key and not set(key) - BARE else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(item) for item in value)}]"
    return repr(value)
