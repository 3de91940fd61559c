"""Bots by name, and the parameters of bots."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.bots import make_bot
from simkit.bots.kinds import own_kinds
from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.state import State
from tests.tiny.bot.features import FairGreedy


class Own(Bot):
    """Somebody's own bot."""

    PARAMS = ("depth", "words")
    name = "own"

    def __init__(self, depth: int = 1, words: str = "") -> None:
        self.depth = depth
        self.words = words

    def choose(self, view: State, candidates: list[int]) -> Choice:
        return Choice(candidates[0])


class Slotted(Own):
    """One that keeps something apart."""

    __slots__ = ("apart",)


class Compiled(Own):
    """One that names attributes as compiled classes do, which keep them in no dict."""

    __mypyc_attrs__ = ("depth", "never_set")


NOT_A_BOT = 3


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("random", "RandomBot(everything=False)"),
        (" random(everything=True) ", "RandomBot(everything=True)"),
        ("greedy", "FairGreedy(profile='', weights={})"),
        ("greedy:bidder", "FairGreedy(profile='bidder', weights={})"),
        ("greedy(weights={'lot': 2})", "FairGreedy(profile='', weights={'lot': 2})"),
        ("lookahead:bidder(k=3, rounds=2)", "k=3, samples=None, rounds=2"),
        ("restricted:bidder(forbid='kind=bid')", "Restricted(bot=FairGreedy(profile='bidder'"),
        ("tests.bots.test_make_bot:Own(depth=3)", "Own(depth=3, words='')"),
        ("tests.bots.test_make_bot:Own(words='a, (b)')", "Own(depth=1, words='a, (b)')"),
    ],
)
def test_texts(text: str, wanted: str) -> None:
    assert wanted in repr(make_bot(text, "tests.tiny"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not written like"),
        ("greedy:", "is not written like"),
        ("greedy bidder", "is not written like"),
        ("greedi", "unknown bot 'greedi'; did you mean 'greedy'"),
        ("greedy:bider", "unknown profile 'bider'; did you mean 'bidder'"),
        ("lookahead:bider", "unknown profile 'bider'"),
        ("random:bidder", "'random' has no profiles"),
        ("random(everything=1)", "everything: is true or false, not 1"),
        ("random(all=True)", "unexpected keyword argument 'all'"),
        ("greedy(3)", "parameters are written like"),
        ("greedy(weights=open('x'))", "parameters are written like"),
        ("greedy(**{'weights': {}})", "parameters are written like"),
        ("no.such.module:Bot", "cannot be imported"),
        ("tests.bots.test_make_bot:Owm", "unknown bot class 'Owm'; did you mean 'Own'"),
        ("tests.bots.test_make_bot:Own(dept=3)", "unexpected keyword argument 'dept'"),
        ("tests.bots.test_make_bot:NOT_A_BOT", "is not a subclass of simkit.Bot"),
        ("tests.bots.test_make_bot:make_bot", "is not a subclass of simkit.Bot"),
        ("tests.bots.test_make_bot", "names no class"),
    ],
)
def test_bad_texts_are_refused_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(SimkitError) as caught:
        make_bot(text, "tests.tiny")
    assert message in str(caught.value)


def test_a_module_of_ones_own_needs_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mybots_here.py").write_text("from tests.bots.test_make_bot import Own\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert repr(make_bot("mybots_here:Own(depth=2)", "tests.tiny")) == "Own(depth=2, words='')"
    with pytest.raises(UnknownName, match="unknown bot 'mybots_there'"):
        make_bot("mybots_there:Own", "tests.tiny")


def test_an_unknown_title_is_named() -> None:
    with pytest.raises(UnknownName, match="unknown title 'tiny'"):
        make_bot("greedy", "tiny")


def test_every_kind_can_be_named() -> None:
    extra = {"restricted": "(forbid='kind=bid')"}
    for kind in own_kinds():
        assert isinstance(make_bot(kind + extra.get(kind, ""), "tests.tiny"), Bot)


def test_parameters_are_data() -> None:
    bot = Own(depth=3)
    assert bot.get_params() == {"depth": 3, "words": ""}
    assert bot.set_params(depth=5, words="x") is bot
    assert repr(bot) == "Own(depth=5, words='x')"
    assert repr(eval(repr(bot))) == repr(bot)
    with pytest.raises(UnknownName, match="own: unknown parameter 'dept'; did you mean 'depth'"):
        bot.set_params(dept=2)


def test_greedy_parameters_are_copied() -> None:
    weights = {"lot": 2.0}
    bot = FairGreedy("bidder", weights)
    weights["lot"] = 9.0
    assert bot.get_params() == {"profile": "bidder", "weights": {"lot": 2.0}}


def test_random_bot_checks_its_parameter() -> None:
    with pytest.raises(BadValue):
        RandomBot(everything="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
def test_copies_have_all_attributes(again: Callable[[Bot], Bot]) -> None:
    slotted = Slotted(2, "much")
    slotted.apart = [3]
    for bot in (Own(2, "much"), slotted, Compiled(2, "much")):
        made = again(bot)
        assert repr(made) == repr(bot)
        assert vars(made) == vars(bot)
        assert getattr(made, "apart", None) == getattr(bot, "apart", None)


def test_base_bot_has_no_opinion_and_no_choice() -> None:
    values = Bot().values(None, [1, 2])  # type: ignore[arg-type]
    assert len(values) == 2
    assert all(value != value for value in values)
    with pytest.raises(NotImplementedError):
        Bot().choose(None, [1])  # type: ignore[arg-type]
    assert repr(Choice(3, 1.0, 0.5)) == "Choice(3, 1.0, 0.5)"
