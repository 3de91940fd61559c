"""Rules: actions packed and unpacked, written and read; deals and descriptions."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simkit
from simkit.core.bot import RandomBot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.recording import recording, verify_recording
from simkit.core.registry import rules_class
from simkit.core.rules import Rules
from simkit.core.schema import KIND_BITS, KIND_MASK, Arg, Kind, Role, Schema, Source
from tests.tiny.title import FairRules

NAMES = st.text("abcdefghij_", min_size=1, max_size=6)
FAIR = simkit.rules("tests.tiny", seats=4)


class Abstract(Rules):
    """Rules with a schema and nothing else; their data is the tiny title's."""

    title: ClassVar[str] = "abstract"
    schema: ClassVar[Schema]
    data_folder = FairRules.data_folder


@st.composite
def arguments(draw: st.DrawFn, last: bool) -> Arg:
    name = draw(NAMES)
    if draw(st.booleans()):
        values = draw(st.lists(NAMES, min_size=1, max_size=9, unique=True))
        return Arg(name, (len(values) - 1).bit_length() or 1, tuple(values), column="")
    return Arg(name, draw(st.integers(min_value=0 if last else 1, max_value=40)), column="")


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    kinds = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=12, unique=True)):
        count = draw(st.integers(min_value=0, max_value=4))
        args = [draw(arguments(last=n == count - 1)) for n in range(count)]
        unique = {arg.name: arg for arg in args}
        kept = [arg for arg in args if unique[arg.name] is arg]
        kinds.append(Kind(name, tuple(kept)))
    role = Role("faction", "factions", ("reds", "blues"))
    return Schema(tuple(kinds), ("play",), (Source("all"),), (role,), (2, 4))


def rules_of(schema: Schema) -> Rules:
    return type("Made", (Abstract,), {"schema": schema})(2)


@given(schemas(), st.data())
def test_any_action_of_any_schema_comes_back(schema: Schema, data: st.DataObject) -> None:
    """encode, decode, notation, parse: all the same action, by number and by name."""
    rules = rules_of(schema)
    kind = data.draw(st.sampled_from(schema.kinds))
    args: dict[str, Any] = {}
    for arg in kind.args:
        high = len(arg.names) - 1 if arg.names else (1 << (arg.bits or 130)) - 1
        args[arg.name] = data.draw(st.integers(min_value=0, max_value=high))
    action = rules.encode(kind.name, **args)
    assert rules.decode(action) == (kind.name, args)
    assert action & KIND_MASK == schema.kind_numbers[kind.name]
    assert rules.parse(rules.notation(action)) == action
    assert rules.parse(f"some words (and more) [{rules.notation(action)}]") == action
    named = {a.name: a.names[args[a.name]] if a.names else str(args[a.name]) for a in kind.args}
    assert rules.encode(kind.name, **named) == action


@given(schemas(), st.integers(min_value=-100, max_value=1 << 70))
def test_any_number_is_an_action_or_refused(schema: Schema, number: int) -> None:
    rules = rules_of(schema)
    try:
        kind, args = rules.decode(number)
    except BadValue:
        return
    known = all(
        args[arg.name] < len(arg.names)
        for arg in schema.kinds[schema.kind_numbers[kind]].args
        if arg.names
    )
    if known:
        assert rules.encode(kind, **args) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing was given"),
        ("   ", "nothing was given"),
        ("bidd amount=3", "unknown action 'bidd'; did you mean 'bid'"),
        ("bid", "bid: needs the argument 'amount'"),
        ("bid coins=3", "bid: unknown argument 'coins'"),
        ("bid amount", "'amount' in 'bid amount' is not written as name=value"),
        ("bid amount=many", "bid: unknown amount 'many'"),
        ("bid amount=64", "bid: amount: 64 is not below 64"),
        ("bid amount=-1", "bid: amount: -1 is not below 64"),
        ("label good=bred", "label: unknown good 'bred'; did you mean 'bread'"),
        ("label good=3", "label: good: 3 is not below 3"),
        ("exchange cards=-4", "exchange: cards: -4 is not below"),
    ],
)
def test_bad_action_texts_name_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(SimkitError) as caught:
        FAIR.parse(text)
    assert message in str(caught.value)


def test_decode_refuses_what_no_action_is_packed_like() -> None:
    for number in (-1, len(FAIR.schema.kinds), 63):
        with pytest.raises(BadValue, match="is not an action of tests"):
            FAIR.decode(number)
    with pytest.raises(BadValue, match="more than the arguments of 'pass'"):
        FAIR.decode(FAIR.encode("pass") | 1 << KIND_BITS)


def test_masks_may_be_wider_than_64_bits() -> None:
    action = FAIR.encode("exchange", cards=1 << 63 | 1)
    assert action.bit_length() > 63
    assert FAIR.decode(action) == ("exchange", {"cards": 1 << 63 | 1})


def test_descriptions_are_words_and_notation() -> None:
    state = FAIR.deal(Luck(1), factions=["millers"] * 4, deck=[0, 1, 2])
    assert FAIR.describe(state, FAIR.encode("offer", card=0)) == (
        "offer bread of 2 (card 0) [offer card=0]"
    )
    assert FAIR.describe(state, FAIR.encode("pass")) == "leave the auction [pass]"


def test_words_default_to_the_notation() -> None:
    rules = rules_of(FAIR.schema)
    state = FAIR.deal(Luck(1))
    assert rules.describe(state, FAIR.encode("bid", amount=3)) == "bid amount=3"


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {"choosing": "right"}, "option choosing: 'right' has an effect only with factions"),
        (3, {"reserve": "half"}, "option reserve: 'half' has an effect only with 2 players"),
    ],
)
def test_an_option_without_effect_is_refused(seats: int, options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadValue, match=why):
        simkit.rules("tests.tiny", seats, **options)


@pytest.mark.parametrize("title", ["tests.tiny", "tests.alone", *simkit.titles()])
def test_options_that_are_named_in_full_make_the_same_rules(title: str) -> None:
    """So rules come back from a pickle, and games from recordings, which name every option."""
    for seats in set(rules_class(title).schema.seat_range):
        made = simkit.rules(title, seats)
        assert pickle.loads(pickle.dumps(made)) is made
        recorder = simkit.Recorder(made, "moves")
        end = simkit.play_game(made.deal(Luck(1)), [RandomBot() for _ in range(seats)], recorder)
        deal = {"seed": 1, "fixed": {}}
        data = recording(made, deal, recorder.actions(), end, ["random"] * seats)
        assert data["options"] == made.options
        assert verify_recording(data, "game").status == "passed"


def test_factions_are_chosen_in_turn() -> None:
    for choosing, order in (("left", [0, 1, 2]), ("right", [0, 2, 1])):
        rules = simkit.rules("tests.tiny", 3, factions="chosen", choosing=choosing)
        assert rules.chosen_in_play() == {"factions"}
        state = rules.deal(Luck(1))
        asked = []
        while state.phase == rules.schema.phases.index("choosing"):
            asked.append(state.seat)
            state.step(rules.parse("choose faction=weavers"))
        assert asked == order
        assert [state.seat_row(seat)["faction"] for seat in range(3)] == [1, 1, 1]
        assert [len(hand) for hand in state.hands] == [6, 6, 6]  # type: ignore[attr-defined]
    with pytest.raises(BadValue, match="are chosen in play"):
        rules.deal(Luck(1), factions=["millers"] * 3)


def test_rules_are_what_they_say() -> None:
    rules = simkit.rules("tests.tiny", seats=3, length="short")
    assert (rules.title, rules.seats) == ("tests.tiny", 3)
    assert rules.options == {
        "length": "short", "factions": "drawn", "choosing": "left", "reserve": "none",
    }  # fmt: skip
    assert rules.patch == {}
    assert rules.schema is FairRules.schema


@pytest.mark.parametrize(
    ("fixed", "message"),
    [
        ({"factions": ["millers"]}, "factions: 2 seats need as many, not 1"),
        ({"factions": ["millers", "weaver"]}, "unknown faction 'weaver'; did you mean 'weavers'"),
        ({"deck": [1, 1]}, "deck: 1 is not a card of this game, or is there twice"),
        ({"deck": [40]}, "deck: 40 is not a card"),
        ({"map": 3}, "unknown part of the deal 'map'"),
    ],
)
def test_a_deal_refuses_what_it_does_not_know(fixed: dict[str, Any], message: str) -> None:
    with pytest.raises((BadValue, UnknownName)) as caught:
        simkit.rules("tests.tiny", seats=2).deal(Luck(1), **fixed)
    assert message in str(caught.value)
