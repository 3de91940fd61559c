"""Schema: what a title declares is checked when it is declared."""

from __future__ import annotations

import pytest

from simkit.core.schema import KIND_MASK, Arg, Kind, Role, Schema, Source

ROLE = Role("faction", "factions", ("reds", "blues"))


def schema(*kinds: Kind) -> Schema:
    return Schema(kinds, ("play",), (Source("all"),), (ROLE,), (2, 2))


def test_kinds_are_numbered_by_their_place() -> None:
    made = schema(Kind("a"), Kind("b"), Kind("c"))
    assert made.kind_numbers == {"a": 0, "b": 1, "c": 2}
    assert made.factions == ("reds", "blues")


def test_two_kinds_may_not_have_one_name() -> None:
    with pytest.raises(ValueError, match="distinct names"):
        schema(Kind("a"), Kind("a"))


def test_there_may_be_64_kinds_and_no_more() -> None:
    schema(*(Kind(f"k{n}") for n in range(KIND_MASK + 1)))
    with pytest.raises(ValueError, match="at most 64"):
        schema(*(Kind(f"k{n}") for n in range(KIND_MASK + 2)))


def test_only_the_last_argument_may_be_unbounded() -> None:
    schema(Kind("a", (Arg("x", 3), Arg("mask", 0))))
    with pytest.raises(ValueError, match=r"a.mask: only the last argument may be unbounded"):
        schema(Kind("a", (Arg("mask", 0), Arg("x", 3))))


def test_argument_columns_are_united_by_name() -> None:
    made = schema(
        Kind("a", (Arg("hex", 7), Arg("tile", 2, ("t", "u", "v")))),
        Kind("b", (Arg("to", 7, column="hex"), Arg("secret", 4, column=""))),
        Kind("c", (Arg("big", 12), Arg("huge", 20), Arg("mask", 0))),
    )
    found = {c.name: (c.dtype, c.categories) for c in made.arg_columns()}
    assert found == {
        "hex": ("int8", ()),
        "tile": ("category", ("t", "u", "v")),
        "big": ("int16", ()),
        "huge": ("int64", ()),
    }


def test_one_column_may_not_be_declared_in_two_ways() -> None:
    made = schema(Kind("a", (Arg("x", 3),)), Kind("b", (Arg("x", 2, ("u", "v")),)))
    with pytest.raises(ValueError, match=r"column 'x' is declared in two ways \(b\)"):
        made.arg_columns()


def test_first_end_reason_is_the_default() -> None:
    assert schema(Kind("a")).end_reasons == ("end",)
