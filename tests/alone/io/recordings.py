"""This title has no recordings but those that simkit writes."""

from tests.tiny.io.recordings import games, verify

__all__ = ["games", "verify"]
