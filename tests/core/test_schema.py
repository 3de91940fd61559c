"""Schema: what a title declares is checked when it is declared."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.core.schema import (
    COLUMN_ROLES,
    COMBINATIONS,
    KIND_MASK,
    KNOWN_AT_START,
    LUCK_FOLLOWS,
    Arg,
    Chapter,
    Column,
    Hook,
    Kind,
    Role,
    Schema,
    Source,
)

ROLE = Role("faction", "factions", ("reds", "blues"))


def schema(*kinds: Kind, **more: Any) -> Schema:
    return Schema(kinds, ("play", "end"), (Source("all"),), (ROLE,), (2, 2), **more)


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


def test_argument_columns_carry_labels_and_are_choices() -> None:
    made = schema(Kind("a", (Arg("tile", 2, ("t", "u"), labels=("The T", "The U")), Arg("n", 3))))
    tile, number = made.arg_columns()
    assert [tile.label_of(code) for code in tile.categories] == ["The T", "The U"]
    assert tile.role == number.role == "choice"


def test_one_column_may_not_have_two_sets_of_labels() -> None:
    made = schema(
        Kind("a", (Arg("x", 1, ("u", "v"), labels=("U", "V")),)),
        Kind("b", (Arg("x", 1, ("u", "v")),)),
    )
    with pytest.raises(ValueError, match=r"column 'x' is declared in two ways \(b\)"):
        made.arg_columns()


@pytest.mark.parametrize("cls", [Arg, Column, Role])
def test_there_is_a_label_for_every_code_or_none(cls: type) -> None:
    before: dict[type, tuple[Any, ...]] = {
        Arg: ("x", 2, ("a_b", "c"), "", None),
        Column: ("x", "category", "", "", ("a_b", "c")),
        Role: ("x", "xs", ("a_b", "c"), (), False),
    }
    cls(*before[cls], labels=("A B", "C"))
    with pytest.raises(ValueError, match=r"'x': 1 labels for 2 codes"):
        cls(*before[cls], labels=("A B",))
    with pytest.raises(ValueError, match=r"'x': the label of 'c' is empty"):
        cls(*before[cls], labels=("A B", ""))


def test_without_labels_codes_are_read_with_blanks() -> None:
    assert Role("x", "xs", ("a_b",)).label_of("a_b") == "a b"
    assert Column("x", "category", categories=("a_b",)).label_of("a_b") == "a b"
    assert schema().phase_label(0) == "play"
    assert schema(phase_labels=("playing", "the end")).phase_label(1) == "the end"
    with pytest.raises(ValueError, match="phases: 1 labels for 2 codes"):
        schema(phase_labels=("playing",))


def test_a_code_that_stands_for_nothing_needs_no_label() -> None:
    made = Column("verdict", "category", categories=("", "won"), labels=("", "a victory"))
    assert made.label_of("won") == "a victory"


def test_columns_have_a_role_that_exists() -> None:
    assert set(COLUMN_ROLES) > KNOWN_AT_START
    assert Column("map", "string", role="setup").known_at_start
    assert not Column("score", "int32", role="outcome").known_at_start
    assert not Column("x", "int8").known_at_start
    with pytest.raises(ValueError, match=r"column 'x': unknown role 'figure'; there are key, plan"):
        Column("x", "int8", role="figure")


def test_secret_kinds_are_all_where_nothing_is_said() -> None:
    kinds = Kind("a"), Kind("b")
    assert schema(*kinds).secret_numbers == {0, 1}
    assert schema(*kinds, secret_kinds=()).secret_numbers == set()
    assert schema(*kinds, secret_kinds=("b",)).secret_numbers == {1}
    with pytest.raises(ValueError, match="secret_kinds: there is no kind 'c'"):
        schema(*kinds, secret_kinds=("c",))


def test_luck_follows_something_that_is_known() -> None:
    assert [schema(luck_follows=word).luck_follows for word in LUCK_FOLLOWS] == [*LUCK_FOLLOWS]
    with pytest.raises(
        ValueError, match="luck_follows: is one of seat, slot, table, not 'faction'"
    ):
        schema(luck_follows="faction")


def test_a_hook_is_named_like_a_function_and_says_how_answers_combine() -> None:
    for word in COMBINATIONS:
        Hook("price", "what a step costs", word)
    with pytest.raises(ValueError, match=r"hook 'a price': is named like a function"):
        Hook("a price", "what a step costs", "sum")
    with pytest.raises(ValueError, match="hook 'price': needs a meaning"):
        Hook("price", "", "sum")
    with pytest.raises(
        ValueError, match="hook 'price': unknown combination 'product'; there are sum"
    ):
        Hook("price", "what a step costs", "product")


def test_hooks_need_distinct_names() -> None:
    price = Hook("price", "what a step costs", "sum")
    assert schema(hooks=(price,)).hooks == (price,)
    with pytest.raises(ValueError, match="hooks need distinct names"):
        schema(hooks=(price, Hook("price", "another", "replace")))


def test_a_chapter_is_a_round_unless_more_is_said() -> None:
    (chapter,) = schema().chapters
    assert [chapter.number(n, "play") for n in (0, 1, 2)] == [(0, 0), (1, 0), (2, 0)]
    assert (chapter.words, Chapter("half", label="half a round").words) == ("round", "half a round")


def test_a_chapter_may_join_rounds_and_leaves_the_set_up_apart() -> None:
    stretch = Chapter("stretch", rounds=5)
    assert [stretch.number(n, "play")[0] for n in (0, 1, 5, 6, 10, 11)] == [0, 1, 1, 2, 2, 3]
    with pytest.raises(ValueError, match="chapter 'stretch': rounds is at least 1, not 0"):
        Chapter("stretch", rounds=0)


def test_a_chapter_may_cut_rounds_into_groups_of_phases() -> None:
    half = Chapter("half", parts=(("play",), ("end",)))
    assert [half.number(2, phase) for phase in ("play", "end")] == [(2, 0), (2, 1)]
    assert schema(chapters=(half,)).chapters == (half,)
    with pytest.raises(ValueError, match="chapter 'half': a phase stands in two parts"):
        Chapter("half", parts=(("play",), ("end", "play")))
    with pytest.raises(
        ValueError, match="chapter 'half': either joins rounds or cuts them, not both"
    ):
        Chapter("half", rounds=2, parts=(("play",), ("end",)))
    with pytest.raises(
        ValueError, match="'half': parts name every phase once, but for: end, start"
    ):
        schema(chapters=(Chapter("half", parts=(("play", "start"),)),))


def test_chapters_are_there_and_have_distinct_names() -> None:
    with pytest.raises(ValueError, match="a title has at least one kind of chapter"):
        schema(chapters=())
    with pytest.raises(ValueError, match="chapters need distinct names"):
        schema(chapters=(Chapter("round"), Chapter("round", "another")))
