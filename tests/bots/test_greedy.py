"""The greedy base: profiles, weights, explanations."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simkit
from simkit.bots import make_bot, profiles
from simkit.bots.greedy import GreedyBot, profile_names, read_profile
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.core.registry import rules_class, titles
from simkit.core.state import State
from tests.tiny.bot.features import WEIGHTS, FairGreedy
from tests.tiny.title import FairRules

RULES = simkit.rules("tests.tiny", seats=3)
NAMES = [weight.name for weight in WEIGHTS]
DEFAULTS = {weight.name: weight.default for weight in WEIGHTS}


def started(bot: FairGreedy, seat: int = 0) -> FairGreedy:
    bot.start(RULES, seat, Luck(1))
    return bot


def decisions(seed: int, bot: FairGreedy) -> Iterator[tuple[State, list[int]]]:
    """Yield the decisions with a choice of a game that the bot plays for all seats."""
    state = RULES.deal(Luck(seed))
    while state.seat >= 0:
        candidates = state.candidates()
        if len(candidates) > 1:
            yield state, candidates
        state.apply(bot.choose(state, candidates).action)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(min_value=0, max_value=10**6),
    st.dictionaries(st.sampled_from(NAMES), st.floats(min_value=-9, max_value=9)),
)
def test_explanations_sum_to_the_scores(seed: int, weights: dict[str, float]) -> None:
    bot = started(FairGreedy("collector", weights))
    for state, candidates in decisions(seed, bot):
        values = bot.values(state, candidates)
        for action, value in zip(candidates, values, strict=True):
            lines = bot.explain(state, action)
            assert math.isclose(math.fsum(x.contribution for x in lines), value, abs_tol=1e-9)
            for line in lines:
                assert math.isclose(line.value * line.weight, line.contribution, abs_tol=1e-9)
            sizes = [abs(line.contribution) for line in lines]
            assert sizes == sorted(sizes, reverse=True)
        assert bot.values(state, candidates) == values


def test_choice_holds_value_and_runner_up() -> None:
    bot = started(FairGreedy())
    for state, candidates in decisions(3, bot):
        values = bot.values(state, candidates)
        choice = bot.choose(state, candidates)
        assert choice.action == candidates[values.index(max(values))]
        assert choice.value == max(values)
        assert choice.runner_up == sorted(values)[-2]


class Prepared(FairGreedy):
    """A bot that works its features out, weighed, before it is asked for scores."""

    def prepare(self, view: State) -> None:
        super().prepare(view)
        self.kept = {a: super(Prepared, self).score(view, a) for a in view.candidates()}

    def score(self, view: State, action: int) -> float:
        return self.kept[action]


def test_an_explanation_prepares_the_bot_for_each_weight_and_leaves_it_as_it_was() -> None:
    bot = started(Prepared("collector"))
    plain = started(FairGreedy("collector"))
    for state, candidates in decisions(5, plain):
        bot.prepare(state)
        before = dict(bot.kept)
        for action in candidates:
            assert bot.explain(state, action) == plain.explain(state, action)
        assert bot.kept == before
        assert {n: getattr(bot.w, n) for n in NAMES} == {n: getattr(plain.w, n) for n in NAMES}


def test_a_position_is_worth_the_lead_over_the_best_of_the_others() -> None:
    bot = started(GreedyBotAlone())
    state = RULES.deal(Luck(5))
    for scores, wanted in (([7, 3, 5], 2.0), ([3, 7, 5], -4.0), ([5, 5, 1], 0.0)):
        state.score = list(scores)
        assert bot.evaluate(state, 0) == wanted


class GreedyBotAlone(FairGreedy):
    """A bot of the title with the evaluation that every greedy bot begins with."""

    evaluate = GreedyBot.evaluate


class Unprepared(GreedyBot):
    """A bot whose scores share nothing: it implements `score` alone."""

    WEIGHTS = FairGreedy.WEIGHTS
    WeightSet = FairGreedy.WeightSet

    def score(self, view: State, action: int) -> float:
        return float(action)


def test_a_bot_may_leave_out_what_scores_share() -> None:
    bot = Unprepared()
    bot.start(RULES, 0, Luck(1))
    state = RULES.deal(Luck(4))
    assert bot.choose(state, state.candidates()).action == max(state.candidates())


def test_ties_go_to_the_first() -> None:
    bot = started(FairGreedy("", dict.fromkeys(NAMES, 0.0)))
    for state, candidates in decisions(4, bot):
        choice = bot.choose(state, candidates)
        assert choice.action == candidates[0]
        assert choice.value == choice.runner_up == 0


# Profiles


def test_shipped_profiles() -> None:
    assert profiles("tests.tiny") == ["baseline", "bidder", "collector"]
    for name in profiles("tests.tiny"):
        profile = read_profile(FairRules.data_folder(), name)
        assert profile.label
        assert profile.description
        assert profile.provenance["how"]


def test_weights_by_name_default_then_profile_then_own() -> None:
    assert FairGreedy().named_weights(RULES) == DEFAULTS
    assert FairGreedy("baseline").named_weights(RULES) == DEFAULTS
    bidder = FairGreedy("bidder", {"set_good": 7}).named_weights(RULES)
    assert bidder == {**DEFAULTS, "price": 0.5, "set_good": 7.0}
    bot = started(FairGreedy("bidder", {"set_good": 7}))
    assert (bot.w.price, bot.w.set_good, bot.w.sale) == (0.5, 7.0, 1.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "base.toml").write_text(
        "[weights]\nsale = 2.0\nlot = 3.0\n[factions.millers]\nsale = 5.0\nprice = 0.1\n"
    )
    (tmp_path / "profiles" / "child.toml").write_text(
        'base = "base"\nlabel = "Child"\n[weights]\nlot = 4.0\n'
        "[factions.millers]\nsale = 6.0\n[factions.weavers]\nlot = 1.0\n"
    )
    (tmp_path / "profiles" / "typo.toml").write_text("[weights]\nsail = 1.0\n")
    (tmp_path / "profiles" / "bad.toml").write_text("[weights\n")
    (tmp_path / "profiles" / "orphan.toml").write_text('base = "bass"\n')
    return tmp_path


def test_a_profile_builds_on_its_base(folder: Path) -> None:
    child = read_profile(folder, "child")
    assert child.weights == {"sale": 2.0, "lot": 4.0}
    assert child.factions == {"millers": {"sale": 6.0, "price": 0.1}, "weavers": {"lot": 1.0}}
    assert read_profile(folder, "base").factions["millers"]["sale"] == 5.0
    assert child.label == "Child"
    assert read_profile(folder, "base").label == "base"


def test_faction_weights_come_over_those_of_the_profile(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = FairRules(2)
    monkeypatch.setattr(FairRules, "data_folder", classmethod(lambda cls: folder))
    bot = FairGreedy("child", {"price": 9.0})
    assert bot.named_weights(rules)["sale"] == 2.0
    assert bot.named_weights(rules, "millers")["sale"] == 6.0
    assert bot.named_weights(rules, "millers")["price"] == 9.0
    assert bot.named_weights(rules, "weavers")["lot"] == 1.0


def test_mistakes_in_profiles_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="unknown profile 'chld'; did you mean 'child'"):
        read_profile(folder, "chld")
    with pytest.raises(BadValue, match="profile bad: is not valid TOML"):
        read_profile(folder, "bad")
    with pytest.raises(UnknownName, match="unknown profile 'bass'; did you mean 'base'"):
        read_profile(folder, "orphan")
    rules = FairRules(2)
    monkeypatch.setattr(FairRules, "data_folder", classmethod(lambda cls: folder))
    with pytest.raises(UnknownName, match="unknown weight 'sail'; did you mean 'sale'"):
        FairGreedy("typo").start(rules, 0, Luck(1))
    assert profile_names(folder) == ["bad", "base", "child", "orphan", "typo"]


def test_a_profile_may_not_build_on_itself(folder: Path) -> None:
    (folder / "profiles" / "a.toml").write_text('base = "b"\n')
    (folder / "profiles" / "b.toml").write_text('base = "a"\n')
    with pytest.raises(BadValue, match="builds on itself"):
        read_profile(folder, "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[weights]\nsale = "high"\n', "profile odd: weights.sale: is a number, not 'high'"),
        ("[weights]\nsale = true\n", "weights.sale: is a number, not True"),
        ("weights = 3\n", "profile odd: weights: is a table, not 3"),
        ("[factions]\nmillers = 3\n", "profile odd: factions.millers: is a table, not 3"),
    ],
)
def test_wrong_types_in_a_profile_are_named(folder: Path, text: str, message: str) -> None:
    (folder / "profiles" / "odd.toml").write_text(text)
    with pytest.raises(BadValue, match=message):
        read_profile(folder, "odd")


def test_an_unknown_own_weight_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"profile \(none\): unknown weight 'prise'"):
        started(FairGreedy("", {"prise": 1.0}))


def test_profiles_play_as_they_say() -> None:
    """Among sober players the bidder wins most lots, and the collector completes most sets."""
    lots, sets = {}, {}
    for name in ("bidder", "collector"):
        bots = [make_bot(f"greedy:{name}", "tests.tiny"), FairGreedy(), FairGreedy()]
        ends = [simkit.play_game(RULES.deal(Luck(game)), bots) for game in range(30)]
        lots[name] = [sum(end.points[seat * 3 + 1] for end in ends) for seat in range(3)]
        sets[name] = [sum(end.points[seat * 3 + 2] for end in ends) for seat in range(3)]
    assert lots["bidder"][0] > sum(lots["bidder"][1:])
    assert sets["collector"][0] > max(sets["collector"][1:])
    assert sets["collector"][0] > sets["bidder"][0]


def test_base_evaluation_is_the_lead() -> None:
    state = RULES.deal(Luck(1), factions=["millers"] * 3)
    for seat, points in enumerate((5, 9, 2)):
        state.gain(seat, 0, points)
    bot = started(FairGreedy("", {"purse": 0.0}))
    assert [bot.evaluate(state, seat) for seat in range(3)] == [-4, 4, -7]
    richer = started(FairGreedy("", {"purse": 1.0}))
    assert richer.evaluate(state, 0) == -4 + 8


@pytest.mark.parametrize("title", titles())
def test_edited_profile_is_read_again(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = rules_class(title)
    folder = tmp_path / title
    shutil.copytree(made.data_folder(), folder)
    monkeypatch.setattr(made, "data_folder", classmethod(lambda cls: folder))
    rules = made(made.schema.seat_range[1])
    weight = type(make_bot("greedy", title)).WEIGHTS[0].name  # type: ignore[attr-defined]
    found = []
    for number in (1.25, 2.5, 1.25):
        (folder / "profiles" / "mine.toml").write_text(f"[weights]\n{weight} = {number}\n")
        bot = make_bot("greedy:mine", title)
        bot.start(rules, 0, Luck(1))
        found.append(bot.named_weights(rules)[weight])  # type: ignore[attr-defined]
    assert found == [1.25, 2.5, 1.25]
