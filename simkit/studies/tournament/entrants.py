"""Who takes part: every Python file of a folder, and bots that come with simkit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.registry import make_bot


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant.

    Attributes
    ----------
    name
        The file's name without ``.py``; a bot of simkit's is called by its text.
    path
        The file; meaningless for a bot of simkit's.
    digest
        Changes when the file does; then its games are played anew.
    house
        Text of a bot that comes with simkit ("" for a file).
    """

    name: str
    path: Path
    digest: str
    house: str = ""


def find_entrants(folder: Path, house: Sequence[str], title: str) -> list[Entrant]:
    """Return the participants: files in order of their names, then bots that come with simkit.

    Files whose names begin with ``_`` or ``.`` take no part.
    """
    if not folder.is_dir():
        raise SimkitError(f"{folder}: is no folder; a tournament needs one with a file per bot")
    found = []
    for path in sorted(folder.glob("*.py")):
        if path.is_file() and not path.name.startswith(("_", ".")):
            digest = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
            found.append(Entrant(path.stem, path, digest))
    for text in house:
        make_bot(text, title)  # says what is wrong with it
        found.append(Entrant(f"{text} (house)", folder, text, text))
    if len(found) < 2:
        raise SimkitError(f"{folder}: a tournament needs two participants (*.py), not {len(found)}")
    return found
