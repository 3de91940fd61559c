"""Play a game and record it: the decision loop, observers, the recorder, replay from a log."""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)
