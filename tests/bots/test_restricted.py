"""Restricted bots: what is forbidden is not done while anything else can be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simkit
from simkit.bots import make_bot
from simkit.bots.restricted import Restricted, conditions
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.luck import Luck
from simkit.core.state import State
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from tests.tiny.bot.features import FairGreedy
from tests.tiny.schema import SCHEMA

RULES = simkit.rules("tests.tiny", seats=3)


def moves_of(bot: Bot, seed: int = 1) -> tuple[list[tuple[str, dict[str, int]]], State]:
    """Play a game with the bot at seat 0; return its actions and the final state."""
    taken: list[int] = []

    class Watches(Recorder):
        def move(self, state: State, bot: Bot, candidates: list[int], choice: Choice) -> None:
            if state.seat == 0:
                taken.append(choice.action)

    final = play_game(
        RULES.deal(Luck(seed)), [bot, FairGreedy(), RandomBot()], Watches(RULES, "games")
    )
    return [RULES.decode(action) for action in taken], final


def test_a_forbidden_kind_is_never_chosen() -> None:
    kinds = [kind for kind, _ in moves_of(Restricted(FairGreedy(), "kind=bid"))[0]]
    assert "bid" not in kinds
    assert kinds.count("pass") == 4
    assert "bid" in [kind for kind, _ in moves_of(FairGreedy())[0]]


def test_a_forbidden_argument_by_name_or_number() -> None:
    for forbid in ("kind=label, good=bread", "good=0", "kind=label,good=0"):
        for seed in range(6):
            moves, _ = moves_of(Restricted(FairGreedy("bidder"), forbid), seed)
            assert ("label", {"good": 0}) not in moves
    bread = [("label", {"good": 0}) in moves_of(FairGreedy("bidder"), s)[0] for s in range(6)]
    assert any(bread)


def test_several_groups() -> None:
    forbid = "kind=bid; kind=undercut; kind=exchange, cards=0"
    moves, _ = moves_of(Restricted(RandomBot(), forbid))
    kinds = [kind for kind, _ in moves]
    assert "bid" not in kinds
    assert "undercut" not in kinds
    assert ("exchange", {"cards": 0}) not in moves


def test_what_the_rules_leave_alone_is_done() -> None:
    """All offers are forbidden, but one has to be made."""
    moves, final = moves_of(Restricted(FairGreedy(), "kind=offer"))
    assert [kind for kind, _ in moves].count("offer") == 4
    assert final.over


def test_legal_actions_are_looked_at_when_no_candidate_is_allowed() -> None:
    class Narrow(type(RULES.deal(Luck(1)))):  # type: ignore[misc]
        __slots__ = ()

        def candidates(self) -> list[int]:
            legal: list[int] = self.legal()
            return legal[:1] if self.phase == 3 else super().candidates()  # type: ignore[no-any-return]

    state = RULES.position({"phase": "labelling", "asked": [0], "lot": 5, "highest_bidder": 0})
    state.__class__ = Narrow
    bot = Restricted(FairGreedy(), "good=bread")
    bot.start(RULES, 0, Luck(1))
    assert RULES.notation(bot.choose(state, state.candidates()).action) == "label good=cloth"


def test_a_bot_that_does_not_keep_to_the_candidates_is_held_to_them() -> None:
    bot = make_bot("restricted(bot='random(everything=True)', forbid='kind=bid')", "tests.tiny")
    for seed in range(5):
        assert "bid" not in [kind for kind, _ in moves_of(bot, seed)[0]]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([k.name for k in SCHEMA.kinds]), st.integers(min_value=0, max_value=10**6))
def test_never_leaves_a_bot_without_an_action(kind: str, seed: int) -> None:
    bot = Restricted(RandomBot(), f"kind={kind}")
    state = RULES.deal(Luck(seed))
    bot.start(RULES, state.seat, Luck(seed))
    while state.seat >= 0:
        candidates = state.candidates()
        choice = bot.choose(state, candidates)
        assert state.is_legal(choice.action)
        others = [a for a in state.legal() if RULES.decode(a)[0] != kind]
        assert not others or RULES.decode(choice.action)[0] != kind
        state.apply(choice.action)


def test_values_are_the_inner_bots_but_for_what_is_forbidden() -> None:
    state = RULES.position({"phase": "labelling", "asked": [0], "lot": 5, "highest_bidder": 0})
    inner, bot = FairGreedy(), Restricted(FairGreedy(), "good=cloth")
    inner.start(RULES, 0, Luck(1))
    bot.start(RULES, 0, Luck(1))
    candidates = state.candidates()
    values = inner.values(state, candidates)
    assert bot.values(state, candidates) == [values[0], float("-inf"), values[2]]


def test_the_inner_bot_has_the_whims_it_has_alone() -> None:
    """So an unrestricted game and a restricted one part only where the restriction bites."""
    assert (
        moves_of(Restricted(RandomBot(), "kind=label, good=2"), 3)[0][:3]
        == (moves_of(RandomBot(), 3)[0][:3])
    )


@pytest.mark.parametrize(
    ("forbid", "message"),
    [
        ("", "'' is not written as name=value"),
        ("bid", "'bid' is not written as name=value"),
        ("kind=bid,", "'' is not written as name=value"),
        ("kind=", "'kind=' is not written"),
        ("kind=bid, kind=pass", "'kind' is there twice"),
    ],
)
def test_what_is_not_a_condition_is_refused_at_once(forbid: str, message: str) -> None:
    with pytest.raises(BadValue) as caught:
        make_bot(f"restricted(forbid={forbid!r})", "tests.tiny")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("forbid", "message"),
    [
        ("kind=bit", "unknown kind 'bit'; did you mean 'bid'"),
        ("kind=bid, good=bread", "unknown argument 'good'"),
        ("kind=bid, amout=3", "unknown argument 'amout'; did you mean 'amount'"),
        ("goods=bread", "unknown argument 'goods'; did you mean 'good'"),
        ("good=bred", "unknown good 'bred'; did you mean 'bread'"),
        ("kind=bid, amount=99", "amount: 99 is not below 64"),
        ("good=bread, amount=3", "unknown argument"),
    ],
)
def test_unknown_names_are_refused_when_the_game_starts(forbid: str, message: str) -> None:
    bot = Restricted(RandomBot(), forbid)
    with pytest.raises(SimkitError) as caught:
        bot.start(RULES, 0, Luck(1))
    assert message in str(caught.value)


def test_conditions_are_read() -> None:
    assert conditions(" kind = bid ,amount=3;good=pots ") == [
        {"kind": "bid", "amount": "3"},
        {"good": "pots"},
    ]


def test_it_says_what_it_is() -> None:
    bot = make_bot("restricted:bidder(forbid='kind=bid')", "tests.tiny")
    assert isinstance(bot, Restricted)
    assert (bot.name, bot.profile) == ("greedy without kind=bid", "bidder")
    assert bot.reads_only_what_it_may
    assert repr(bot) == (
        "Restricted(bot=FairGreedy(profile='bidder', weights={}), forbid='kind=bid')"
    )
    bot.set_params(forbid="kind=label")
    assert bot.name == "greedy without kind=label"
    with pytest.raises(BadValue, match="is not written as"):
        bot.set_params(forbid="label")


def test_somebody_elses_bot_stays_untrusted() -> None:
    class Own(Bot):
        name = "own"

    assert not Restricted(Own(), "kind=bid").reads_only_what_it_may


def test_a_profile_and_a_bot_are_one_too_many() -> None:
    with pytest.raises(BadValue, match="either a profile or bot="):
        make_bot("restricted:bidder(bot='random', forbid='kind=bid')", "tests.tiny")
    with pytest.raises(BadValue, match="bot: is a bot, not 'random'"):
        Restricted("random", "kind=bid")  # type: ignore[arg-type]
    with pytest.raises(UnknownName):
        make_bot("restricted(bot='rndom', forbid='kind=bid')", "tests.tiny")
    with pytest.raises(BadValue, match="forbid"):
        make_bot("restricted:bidder", "tests.tiny")
