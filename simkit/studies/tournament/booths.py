"""Where participants' processes live: what each of them may reach, and what is told of the fence."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.core.registry import title_package
from simkit.core.rules import Rules
from simkit.studies.tournament import fence

NO_FENCE = (
    "this machine offers no fence for participants ({why}): their code runs with your rights, and "
    "could read and change whatever you can"
)


@dataclass(frozen=True, slots=True)
class Booth:
    """Where participants' processes live.

    Attributes
    ----------
    layers
        Of the fence; none if there is no fence.
    readable
        What all of them may read.
    scratch
        The folder that theirs are made in.
    outside
        A file that none of them must reach.
    """

    layers: tuple[str, ...]
    readable: tuple[str, ...]
    scratch: Path
    outside: str


class Booths:
    """Makes places for the participants of a tournament.

    Parameters
    ----------
    rules
        What is played.
    entrants
        The folder of the participants' files.
    out
        Where results go.
    unfenced
        Whether the superuser has said that it may be played without a fence.

    Raises
    ------
    SimkitError
        If the superuser plays without a fence, or the participants could read each other.
    """

    def __init__(self, rules: Rules, entrants: Path, out: Path, *, unfenced: bool) -> None:
        self.fence = fence.offered()
        self.out = out
        self.scratch = out / "scratch"
        if not self.fence and os.geteuid() == 0 and not unfenced:
            raise SimkitError(
                f"{self.warning}, as root everything; play as another user, or with --unfenced"
            )
        if os.path.realpath(entrants) in map(os.path.realpath, sys.path):
            raise SimkitError(
                f"{entrants}: is a folder in which Python looks for modules, and would take participants "
                "for some; call simkit from another folder, and not as python -m simkit"
            )
        self.readable = _readable(rules)
        for folder in (entrants, out):
            real = f"{os.path.realpath(folder)}/"
            for path in self.readable:
                if real.startswith(f"{os.path.realpath(path)}/"):
                    raise SimkitError(
                        f"{folder}: lies below {path}, which all participants can read; "
                        "use another folder"
                    )

    @property
    def warning(self) -> str:
        """Say what there is to fear; "" if there is a fence."""
        return "" if self.fence else NO_FENCE.format(why=self.fence.missing)

    def clear(self) -> None:
        """Delete the scratch folders that a killed tournament left."""
        shutil.rmtree(self.scratch, ignore_errors=True)

    def booth(self) -> Booth:
        """Return the place that all participants live in, each with a scratch folder of its own."""
        outside = os.path.realpath(self.out / "tournament.json")
        return Booth(self.fence.layers, self.readable, self.scratch, outside)


def _readable(rules: Rules) -> tuple[str, ...]:
    """Return what all participants may read: Python, its packages, simkit, the title and its data."""
    title = sys.modules[title_package(rules.title).partition(".")[0]]
    packages = [sys.modules["simkit"], title]
    folders = [os.path.dirname(str(package.__file__)) for package in packages if package.__file__]
    return (*fence.installed(), *dict.fromkeys(folders), str(rules.data_folder()))
