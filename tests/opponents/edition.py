"""An edition of simkit: today's package, or one under another name that lies in another folder."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from typing import Any

from simkit.core.errors import BadValue


@dataclass(frozen=True)
class Edition:
    """A copy of rules, bots and data; it travels to worker processes by its name.

    Only what the package offers publicly is used, since editions are laid out differently inside.

    Attributes
    ----------
    name
        What reports call it.
    package
        Import path of the package.
    folder
        Where the package lies; "" if it can be imported as it is.
    """

    name: str
    package: str
    folder: str = ""

    @property
    def api(self) -> Any:
        """Import and return the package."""
        if self.folder and self.folder not in sys.path:
            sys.path.append(self.folder)
        return importlib.import_module(self.package)

    @property
    def build(self) -> str:
        """Say which build plays: plain or compiled."""
        self.api  # noqa: B018 - puts the folder on the path
        state = importlib.import_module(f"{self.package}.core.state")
        return "plain" if str(state.__file__).endswith(".py") else "compiled"

    def rules(self, title: str, seats: int) -> Any:
        """Return the rules of a title, which must be this edition's own."""
        found = self.api.rules(title, seats)
        own = importlib.import_module(f"{self.package}.core.rules").Rules
        if not isinstance(found, own):
            raise BadValue("title", f"{title!r} is no title of {self.name}")
        return found

    def bot(self, text: str, title: str) -> Any:
        """Return the bot that a text names."""
        return self.api.make_bot(text, title)

    def luck(self, seed: int) -> Any:
        """Return the luck of a seed."""
        return self.api.Luck(seed)


TODAY = Edition("today", "simkit")
