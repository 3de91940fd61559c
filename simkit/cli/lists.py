"""Lists and pairs as they are written on the command line."""

from __future__ import annotations

import argparse
from typing import Any

from simkit.core.errors import BadValue


def words(text: str) -> list[str]:
    """Split at the commas that stand outside brackets and quotes.

    Examples
    --------
    >>> words("baseline, greedy(weights={'a': 1, 'b': 2}), lookahead")
    ['baseline', "greedy(weights={'a': 1, 'b': 2})", 'lookahead']
    """
    found, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth and not quote:
            found.append("")
        else:
            found[-1] += sign
    return [word.strip() for word in found if word.strip()]


def whole(place: str, text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise BadValue(place, f"{text!r} is not a whole number") from None


def packs_argument(parser: argparse.ArgumentParser, meaning: str = "") -> None:
    """Declare ``--pack``, which may be given several times."""
    parser.add_argument(
        "--pack", action="append", default=[], metavar="FOLDER",
        help=meaning or "a pack that extends the title: its folder, or the name of one that comes "
        "with it; may be given several times",
    )  # fmt: skip


def pairs(place: str, given: list[str]) -> dict[str, Any]:
    """Read NAME=VALUE; values may be true, false, numbers or words.

    Examples
    --------
    >>> pairs("--option", ["length=short", "cards=3"])
    {'length': 'short', 'cards': 3}
    """
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadValue(place, f"{text!r} is not written as NAME=VALUE")
        found[name.strip()] = _scalar(value.strip())
    return found


def _scalar(text: str) -> bool | int | float | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
