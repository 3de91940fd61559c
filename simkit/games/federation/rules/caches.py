"""What is worked out once is kept in dictionaries; with caches off, in such that keep nothing."""

from __future__ import annotations

from typing import Any


class Forgetful(dict[Any, Any]):
    """A dictionary that keeps nothing, so that whoever asks works out anew (`Rules.caches`)."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep nothing."""


def cache(enabled: bool) -> dict[Any, Any]:
    """Return a dictionary for what is worked out once, or one that keeps nothing."""
    return {} if enabled else Forgetful()
