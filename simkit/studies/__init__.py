"""What needs games and analysis together: restricted play, meta-games, ladders, sweeps."""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)
