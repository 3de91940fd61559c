"""Tuning on the tests' own title: found optima, races, interruptions, provenance, bad wishes."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit.bots.greedy import Profile
from simkit.cli import main
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.engine.play import play_game
from simkit.runs.batch import deal_game
from simkit.runs.planner import Plan
from simkit.studies.tuning import Arena, tune
from simkit.studies.tuning.arena import OBJECTIVES, mean, play_all, values
from simkit.studies.tuning.profiles import profile_text
from simkit.studies.tuning.scales import learn_scales
from simkit.studies.tuning.search import Search, race

pytest.importorskip("cma")

TINY = "tests.tiny"
QUICK: dict[str, Any] = {
    "profile": "collector",
    "weights": ["sale", "set_good"],
    "against": ["baseline"],
    "games": 10,
    "population": 6,
}


def arena(**changes: Any) -> Arena:
    return Arena(TINY, **{"pool": ("greedy:baseline",), **changes})


# The search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "scales", "goal"),
    [
        (
            {"small": 0.01, "zero": 0.0, "large": 300.0},
            {"small": 0.01, "zero": 0.5, "large": 300.0},
            {"small": 0.02, "zero": -0.4, "large": 150.0},
        ),
        ({"alone": 1.0}, {"alone": 1.0}, {"alone": 2.5}),
    ],
)
def test_a_planted_optimum_is_found(
    start: dict[str, float], scales: dict[str, float], goal: dict[str, float]
) -> None:
    search = Search(start, scales, seed=3)

    def loss(weights: dict[str, float]) -> float:
        return sum(((weights[name] - goal[name]) / scales[name]) ** 2 for name in goal)

    for _ in range(60):
        tried = search.ask()
        search.tell(sorted(range(len(tried)), key=lambda i: loss(tried[i])))
    assert loss(search.centre()) < 0.01


def test_a_search_leaves_numpys_own_generator_alone() -> None:
    np.random.seed(5)  # noqa: NPY002 - what others may rely on
    expected = np.random.RandomState(5).random()
    Search({"a": 1.0}, {"a": 1.0}, seed=1).ask()
    assert np.random.random() == expected  # noqa: NPY002


def test_the_promising_get_more_games() -> None:
    tried = [{"sale": sale} for sale in (1.0, -1.0, 1.1, -2.0, -1.5, -0.5, -3.0, -2.5)]
    told: list[int] = []
    found = race(arena(), tried, {"sale": 1.0}, "a race", 6, played=told.append)
    assert set(found.order[:2]) == {0, 2}
    assert [found.deals[i] for i in found.order] == [24, 24, 12, 12, 6, 6, 6, 6]
    assert told == [2 * 9 * 6, 2 * 4 * 6, 2 * 2 * 12]  # mirrored; the start takes part in the first


def test_the_start_is_what_a_generation_is_measured_by() -> None:
    same = race(arena(), [{"sale": 1.0}] * 2, {"sale": 1.0}, "a race", 6)
    assert same.gain == 0
    assert race(arena(), [{"sale": -2.0}] * 2, {"sale": 1.0}, "a race", 6).gain < 0


def test_steps_come_from_what_a_feature_contributes() -> None:
    start = arena().named_weights()
    found = learn_scales(arena(), [])
    assert set(start) - set(found) == {"purse"}  # no decision depends on it
    assert all(found[name] >= abs(start[name]) for name in found)
    small = learn_scales(arena(base="greedy:bidder"), ["set_good"])
    assert 0.2 <= small["set_good"] < 5
    assert learn_scales(arena(), ["sale", "purse"], {"sale": 7.0}) == {"sale": 7.0, "purse": 0.2}


# The games ----------------------------------------------------------------------------------------


def test_candidates_meet_the_same_deals_and_opponents() -> None:
    pool = ("greedy:baseline", "greedy:bidder", "random")
    mixed = arena(seats=(2, 3), pool=pool)
    one, two = play_all(mixed, [{"sale": 1.0}, {"sale": 1.0}], "a test", range(6))
    assert one == two
    assert one != play_all(mixed, [{"sale": 1.0}], "another test", range(6))[0]
    met = []
    for game, _ in zip(Plan(mixed.spec("a test", 3)).games(), range(9), strict=False):
        state = deal_game(mixed.spec("a test", 3), game)
        own, bots = mixed.seated(game, state, {})
        assert own == [game.rotation]
        met.append((game.deal, tuple(sorted(bot.name for bot in bots))))
    assert len(set(met)) == 3  # per deal one set of opponents


def test_a_mix_of_opponents_is_met_as_often_as_it_says() -> None:
    mixed = arena(pool=("greedy:baseline", "random"), chances=(0.9, 0.1))
    spec = mixed.spec("a test", 2)
    met = [
        mixed._others(game, 1)[0] for game, _ in zip(Plan(spec).games(), range(600), strict=False)
    ]
    assert 0.8 < met.count("greedy:baseline") / 600 < 0.97


def test_figures_are_those_of_the_games() -> None:
    own = arena()
    spec = own.spec("a test", 2)
    games = [game for game, _ in zip(Plan(spec).games(), range(2), strict=False)]
    scores = []
    for game in games:
        state = deal_game(spec, game)
        seats, bots = own.seated(game, state, {"sale": 2.0})
        play_game(state, bots)
        scores.append((state.score[seats[0]], state.score[1 - seats[0]]))
    (found,) = own.play({"sale": 2.0}, "a test", [0])
    assert found.score == sum(mine for mine, _ in scores) / 2
    assert found.margin == sum(mine - other for mine, other in scores) / 2
    assert found.of("margin+win") == found.margin + 10 * found.win


def test_a_faction_is_tuned_where_it_sits() -> None:
    millers = arena(seats=(3,), faction="millers")
    spec = millers.spec("a test", 3)
    games = [game for game, _ in zip(Plan(spec).games(), range(60), strict=False)]
    met = [game for game in games if "millers" in game.roles["factions"]]
    for game in met:
        state = deal_game(spec, game)
        (seat,), _ = millers.seated(game, state, {})
        assert game.roles["factions"][seat] == "millers"
    assert met


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_objective_counts(objective: str) -> None:
    found = play_all(arena(objective=objective), [{}, {"sale": -2.0}], "a test", range(20))
    sober, foolish = (mean(part).of(objective) for part in found)
    assert sober > foolish
    assert values(found[0], objective).mean() == pytest.approx(sober)


# A whole tuning -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("tuned")
    return tune(TINY, **QUICK, generations=6, test_games=400, folder=folder, name="better")


def test_what_is_tuned_is_better_on_fresh_deals(tuned: Any) -> None:
    assert tuned.test["gain_low"] > 0
    assert "better than the start" in tuned.in_words()


def test_the_provenance_is_true(tuned: Any, tmp_path: Path, capsys: Any) -> None:
    written = tomllib.loads(tuned.path.read_text(encoding="utf-8"))
    told = written["provenance"]
    assert written["label"] == "Collector"  # kept, as is the description
    assert written["weights"] == tuned.profile.weights
    assert told["against"] == ["greedy:baseline"] and told["generations"] == 6
    assert told["before"] == "set by hand"
    rounds = [6 * 5 + 5, 3 * 5, 2 * 10]  # six candidates and the start, mirrored deals
    assert told["games"] == 6 * 2 * sum(rounds)
    again = play_all(
        arena(base="greedy:collector", seed=1), [tuned.start, tuned.weights], "test", range(200)
    )
    old, new = (values(part, "margin") for part in again)
    assert told["test"]["start"] == round(old.mean(), 3)
    assert told["test"]["tuned"] == round(new.mean(), 3)
    error = (new - old).std(ddof=1) / 200**0.5
    assert told["test"]["gain_high"] - told["test"]["gain"] == pytest.approx(1.97 * error, rel=0.01)
    command = shlex.split(told["command"])[1:]
    assert main([*command, "--out", str(tmp_path), "--quiet"]) == 0
    assert (tmp_path / "better.toml").read_bytes() == tuned.path.read_bytes()


class Killed(Exception):
    pass


def test_interrupted_and_resumed_is_the_same(tmp_path: Path) -> None:
    def wish(folder: Path, **more: Any) -> Any:
        return tune(TINY, **QUICK, generations=4, test_games=20, folder=folder, **more)

    def kill(line: str) -> None:
        if line.startswith("generation 2"):
            raise Killed

    wish(tmp_path / "whole")
    with pytest.raises(Killed):
        wish(tmp_path / "parts", tell=kill)
    assert not (tmp_path / "parts/collector.toml").exists()
    lines: list[str] = []
    wish(tmp_path / "parts", resume=True, tell=lines.append)
    assert [line.split(" of ")[0] for line in lines] == ["generation 3", "generation 4"]
    for name in ("collector.toml", "tuning.json"):
        whole, parts = ((tmp_path / way / name).read_bytes() for way in ("whole", "parts"))
        assert whole == parts


def test_any_number_of_processes_gives_the_same(tmp_path: Path) -> None:
    one, two = (tune(TINY, **QUICK, generations=1, test_games=20, n_jobs=n) for n in (1, 2))
    assert one.weights == two.weights and one.test == two.test


def test_a_faction_gets_weights_of_its_own(tmp_path: Path) -> None:
    wish = {**QUICK, "generations": 1, "test_games": 20}
    found = tune(TINY, **wish, faction="millers", folder=tmp_path)
    assert found.profile.factions == {"millers": found.weights}
    assert found.profile.weights == {"set_good": 3.0, "sale": 0.6}  # as before
    assert found.profile.provenance["faction"] == "millers"


@pytest.mark.parametrize("faction", [None, "millers"])
def test_weights_of_other_factions_stay_in_the_profile(
    monkeypatch: pytest.MonkeyPatch, faction: str | None
) -> None:
    old = Profile(
        "p", "P", "", {"set_good": 3.0}, {"weavers": {"sale": 0.9}, "millers": {"sale": 2.0}}, {}
    )
    monkeypatch.setattr(Arena, "profile", lambda self: old)
    found = tune(TINY, **QUICK, generations=1, test_games=20, faction=faction).profile
    assert found.factions["weavers"] == {"sale": 0.9}
    if faction is None:
        assert found.factions["millers"] == {"sale": 2.0}
    else:
        assert set(found.factions["millers"]) == {"sale", "set_good"}
    assert found.label == "P"
    assert old.factions == {
        "weavers": {"sale": 0.9},
        "millers": {"sale": 2.0},
    }  # nobody's to change


# Profiles as files --------------------------------------------------------------------------------


def test_a_written_profile_reads_back() -> None:
    profile = Profile(
        "p", 'A "quoted" name', "Two\nlines, ä.", {"sale": 1.5, "price": -2.0},
        {"millers": {"sale": 0.1}}, {"seats": [2, 4], "frozen": True, "test": {"gain": 1.0}},
    )  # fmt: skip
    found = tomllib.loads(profile_text(profile))
    assert found["label"] == profile.label and found["description"] == profile.description
    assert found["weights"] == profile.weights and found["factions"] == profile.factions
    assert found["provenance"] == profile.provenance


# Bad wishes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "error", "said"),
    [
        ({"profile": "colector"}, UnknownName, "did you mean 'collector'"),
        ({"weights": ["sales"]}, UnknownName, "did you mean 'sale'"),
        ({"scales": {"sales": 1.0}}, UnknownName, "did you mean 'sale'"),
        ({"objective": "margins"}, UnknownName, "did you mean 'margin'"),
        ({"objective": "win"}, BadValue, "needs opponents"),
        ({"faction": "miller"}, UnknownName, "did you mean 'millers'"),
        ({"name": "baseline"}, BadValue, "'baseline' is frozen"),
        ({"name": "../x"}, BadValue, "must consist of letters"),
        ({"profile": "baseline"}, BadValue, "'baseline' is frozen"),
        ({"seats": 9}, SimkitError, "is played by 2 to 4, not 9"),
        ({"seats": ()}, BadValue, "names no number"),
        ({"against": ["greedy:sobre"]}, SimkitError, "unknown profile 'sobre'"),
        ({"options": {"lenght": "short"}}, SimkitError, "did you mean 'length'"),
        ({"games": 0}, BadValue, "at least 1"),
        ({"weights": ["purse"], "against": ["baseline"], "generations": 0}, BadValue, "at least 1"),
    ],
)
def test_bad_wishes_are_refused(wish: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        tune(TINY, **wish)


def test_the_state_of_another_tuning_is_left_alone(tmp_path: Path) -> None:
    wish = {**QUICK, "generations": 1, "test_games": 4, "folder": tmp_path}
    tune(TINY, **wish)
    before = (tmp_path / "tuning.json").read_bytes()
    with pytest.raises(SimkitError, match="holds a tuning already; --resume goes on"):
        tune(TINY, **wish)
    with pytest.raises(BadValue, match="seed: was 1 there and is 2 here"):
        tune(TINY, **wish, seed=2, resume=True)
    assert (tmp_path / "tuning.json").read_bytes() == before
    (tmp_path / "tuning.json").write_text("{")
    with pytest.raises(SimkitError, match="is not the state of a tuning"):
        tune(TINY, **wish, resume=True)


# The command --------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        f"tune {TINY} --profile bidder --name payer --against baseline,greedy(weights={{'sale':2.0}}) "
        f"--weights price --games 4 --generations 1 --test-games 8 --population 4 --seats 2,3 "
        f"--option length=short --out"
    ).split()
    assert main([*words, str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "generation 1 of 1" in said and "fresh deals" in said
    assert f"written: {tmp_path / 'payer.toml'}" in said
    told = tomllib.loads((tmp_path / "payer.toml").read_text(encoding="utf-8"))["provenance"]
    assert told["against"] == ["greedy:baseline", "greedy(weights={'sale':2.0})"]
    assert told["seats"] == [2, 3]
    assert "--option length=short" in told["command"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "two"], "--seats: 'two' is not a whole number"),
        (["--scale", "sale=0"], "--scale: sale: 0 is not a number above 0"),
        (["--option", "length"], "--option: 'length' is not written as NAME=VALUE"),
        (["--name", "baseline"], "'baseline' is frozen"),
        (["--generation", "3"], "did you mean '--generations'"),
    ],
)
def test_the_command_refuses(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", TINY, *words, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
