"""Packs for the tests, written as a designer would."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

TITLE = "race_for_the_galaxy"


def world(id_: str, **more: Any) -> dict[str, Any]:
    """Return the record of a world that is paid for."""
    return {
        "id": id_, "name": id_.replace("_", " ").title(), "type": "world", "copies": 1,
        "settle": "cost", "cost": 2, "vp": 1, "flags": [], "powers": [], **more,
    }  # fmt: skip


def development(id_: str, **more: Any) -> dict[str, Any]:
    """Return the record of a development."""
    found = {**world(id_), "type": "development", **more}
    del found["settle"]
    return found


def write_pack(
    folder: Path, cards: Sequence[Mapping[str, Any]] = (), code: str = "",
    operations: Sequence[Mapping[str, Any]] = (), **head: Any,
) -> str:  # fmt: skip
    """Write a pack into a folder; return the folder as a text."""
    folder.mkdir(parents=True, exist_ok=True)
    said = {
        "name": folder.name, "title": TITLE, "what": "a pack of the tests", "source": "invented",
        **({"code": "powers.py"} if code else {}), **head,
    }  # fmt: skip
    text = "".join(f"{key} = {toml(value)}\n" for key, value in said.items() if value is not None)
    for one in operations:
        text += "\n[[operation]]\n" + "".join(f"{k} = {toml(v)}\n" for k, v in one.items())
    (folder / "pack.toml").write_text(text, encoding="utf-8")
    records = "".join(
        "\n[[card]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in card.items())
        for card in cards
    )
    if records:
        (folder / "cards.toml").write_text(records, encoding="utf-8")
    if code:
        (folder / "powers.py").write_text(code, encoding="utf-8")
    return str(folder)


def toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
