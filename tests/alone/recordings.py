"""This title has no recordings but those that simkit writes."""

from tests.tiny.recordings import games, verify

__all__ = ["games", "verify"]
