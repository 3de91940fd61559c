"""Who takes part: every Python file of a folder, and bots that come with simkit."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.registry import make_bot

LARGEST = 1_000_000  # bytes of a participant's file
LONGEST = 60  # characters of a name
ODD = re.compile(r"[^\w .+()-]")  # what terminals, pages or charts might not take for a letter


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant.

    Attributes
    ----------
    name
        The file's name without ``.py``, without odd characters; a bot of simkit's is called by its text.
    path
        The file; meaningless for a bot of simkit's.
    digest
        Changes when the file does; then its games are played anew.
    house
        Text of a bot that comes with simkit ("" for a file).
    flaw
        Why the file cannot take part ("" if it can).
    source
        What the file held when the digest was made: that is what plays.
    """

    name: str
    path: Path
    digest: str
    house: str = ""
    flaw: str = ""
    source: bytes = b""


def find_entrants(folder: Path, house: Sequence[str], title: str) -> list[Entrant]:
    """Return the participants: files in order of their names, then bots that come with simkit.

    Files whose names begin with ``_`` or ``.`` take no part.
    """
    if not folder.is_dir():
        raise SimkitError(f"{folder}: is no folder; a tournament needs one with a file per bot")
    found: list[Entrant] = []
    for text in house:
        make_bot(text, title)  # says what is wrong with it
        found.append(Entrant(f"{text} (house)", folder, text, text))
    names = {entrant.name for entrant in found}
    files: list[Entrant] = []
    for path in sorted(folder.resolve().glob("*.py")):
        if path.is_file() and not path.name.startswith(("_", ".")):
            entrant = _entrant(path, names)
            names.add(entrant.name)
            files.append(entrant)
    if len(files) + len(found) < 2:
        raise SimkitError(
            f"{folder}: a tournament needs two participants (*.py), not {len(files) + len(found)}"
        )
    return [*files, *found]


def _entrant(path: Path, taken: set[str]) -> Entrant:
    """Return the participant that a file is, under a name that can be shown and nobody else has."""
    about = path.lstat()
    digest = f"{about.st_size} bytes"
    source = b""
    flaw = ""
    if stat.S_ISLNK(about.st_mode):
        flaw = "is a link to another file"
    elif about.st_size > LARGEST:
        flaw = f"is larger than {LARGEST // 1000} kB"
    else:
        try:
            source = path.read_bytes()
            digest = hashlib.blake2b(source, digest_size=16).hexdigest()
        except OSError as error:
            flaw = f"cannot be read ({error.strerror})"
    name = ODD.sub("_", path.stem)[:LONGEST]
    if name != path.stem or name in taken:
        name += " " + hashlib.blake2b(os.fsencode(path.name), digest_size=4).hexdigest()
    return Entrant(name, path, digest, flaw=flaw, source=source)
