"""How reports are put onto the disk."""

from __future__ import annotations

from pathlib import Path

from simkit.core.errors import SimkitError


def replaced(path: str | Path, text: str) -> Path:
    """Write a text in one stroke: an older file of the same name stays until it is complete."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    except OSError as error:
        raise SimkitError(f"{target}: cannot be written ({error.strerror})") from None
    return target


def open_folder(folder: str | Path) -> Path:
    """Return a folder, made where it does not exist."""
    where = Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimkitError(f"{folder}: {error.strerror or error}") from error
    return where
