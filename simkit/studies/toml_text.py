"""Tables as TOML text, for what studies write and people read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def toml_text(data: Mapping[str, Any], name: str = "") -> str:
    """Return tables as TOML; lists of mappings become ``[[tables]]``.

    Examples
    --------
    >>> print(toml_text({"seats": [2, 4], "test": {"gain": 1.5}, "step": [{"by": 1}]}))
    seats = [2, 4]
    <BLANKLINE>
    [test]
    gain = 1.5
    <BLANKLINE>
    [[step]]
    by = 1
    <BLANKLINE>
    """
    return "\n".join(_blocks(data, name, f"[{name}]" if name else ""))


def _blocks(content: Mapping[str, Any], name: str, head: str) -> list[str]:
    """Return a table and, below it, those it holds."""
    plain = {key: value for key, value in content.items() if not _is_table(value)}
    lines = [head] if head else []
    lines += [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    found = ["\n".join(lines) + "\n"] if plain or (head and not content) else []
    for key, value in content.items():
        path = f"{name}.{_key(key)}" if name else _key(key)
        if isinstance(value, Mapping):
            found += _blocks(value, path, f"[{path}]")
        elif _is_table(value):
            for row in value:
                found += _blocks(row, path, f"[[{path}]]")
    return found


def _is_table(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)


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


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name and give it its own once it is whole."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
