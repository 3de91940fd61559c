"""Specs: all mistakes at once, each with its place and the nearest right word."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from simkit.core.errors import SimkitError
from simkit.runs import Spec, SpecErrors, read_specs

TINY = "tests.tiny"
GOOD: dict[str, Any] = {"title": TINY, "seats": 3, "games": 10}


def problems(**changes: Any) -> list[str]:
    with pytest.raises(SpecErrors) as caught:
        Spec.of({**GOOD, **changes})
    return caught.value.problems


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"title": "gaia_projct"},
            "title: unknown title 'gaia_projct'; did you mean 'gaia_project'?",
        ),
        ({"title": 7}, "title: must be a valid string, not 7"),
        ({"seats": 9}, f"seats: {TINY} is played by 2 to 4, not 9"),
        ({"seats": "four"}, "seats: must be a valid integer, not 'four'"),
        ({"seats": True}, "seats: must be a valid integer, not True"),
        ({"games": -5}, "games: must be greater than or equal to 1, not -5"),
        ({"gmaes": 5}, "top level: unknown key 'gmaes'; did you mean 'games'?"),
        ({"minutes": 0}, "minutes: must be greater than 0, not 0"),
        ({"minutes": 1, "precision": 1.5}, "minutes: give minutes or precision, not both"),
        ({"log": "all"}, "log: must be 'games', 'moves', 'points' or 'candidates', not 'all'"),
        (
            {"options": {"lenth": "short"}},
            "options: unknown option 'lenth'; did you mean 'length'?",
        ),
        (
            {"options": {"length": "shrt"}},
            "options.length: unknown value 'shrt'; did you mean 'short'?",
        ),
        (
            {"options": {"choosing": "right"}},
            "options.choosing: 'right' has an effect only with factions = 'chosen'",
        ),
        (
            {"options": {"reserve": "half"}},
            "options.reserve: 'half' has an effect only with 2 players, not with 3",
        ),
        (
            {"arm": [{"name": "a"}, {"name": "b", "options": {"reserve": "half"}}]},
            "arm[2].options.reserve: 'half' has an effect only with 2 players, not with 3",
        ),
        (
            {
                "options": {"factions": "chosen", "choosing": "right"},
                "arm": [{"name": "a"}, {"name": "b", "options": {"factions": "drawn"}}],
            },
            "arm[2].options.choosing: 'right' has an effect only with factions = 'chosen'",
        ),
        (
            {"options": {"factions": "chosen"}, "lineup": {"factions": "balanced"}},
            "lineup.factions: is chosen in play under factions = 'chosen'; leave it out, or leave "
            "factions at 'drawn'",
        ),
        (
            {"options": {"factions": "chosen"}, "deal": {"factions": ["millers"] * 3}},
            "deal.factions: is chosen in play under factions = 'chosen'; leave it out, or leave "
            "factions at 'drawn'",
        ),
        (
            {
                "lineup": {"factions": "random"},
                "arm": [{"name": "a"}, {"name": "b", "options": {"factions": "chosen"}}],
            },
            "lineup.factions: is chosen in play under factions = 'chosen'; leave it out, or leave "
            "factions at 'drawn'",
        ),
        (
            {"patch": {"factions.millers.start.coin": 3}},
            "patch: unknown patch path 'factions.millers.start.coin'; "
            "did you mean 'factions.millers.start.coins'?",
        ),
        (
            {"patch": {"factions.millers.start.coins": 99}},
            "patch: patch factions.millers.start.coins: 99 is outside 0 to 10",
        ),
        (
            {"arm": [{"name": "a", "patch": {"market.sets.pionts": 3}}]},
            "arm[1].patch: unknown patch path 'market.sets.pionts'; "
            "did you mean 'market.sets.points'?",
        ),
        (
            {"arm": [{"name": "a", "ptach": {}}]},
            "arm[1]: unknown key 'ptach'; did you mean 'patch'?",
        ),
        ({"arm": [{"name": "a"}, {"name": "a"}]}, "arm: two arms are called 'a'"),
        (
            {"lineup": {"bots": "greedy:bider"}},
            "lineup.bots: data: unknown profile 'bider'; did you mean 'bidder'?",
        ),
        ({"lineup": {"bots": "gredy"}}, "lineup.bots: unknown bot 'gredy'; did you mean 'greedy'?"),
        (
            {"lineup": {"bots": ["random", "greedy"]}},
            "lineup.bots: give one bot, one for each of the 3 seats, or say how 2 of them are "
            "seated with pairing = 'balanced' or 'random'",
        ),
        (
            {"lineup": {"facions": "random"}},
            "lineup: unknown key 'facions'; did you mean 'factions'?",
        ),
        (
            {"lineup": {"factions": "balnced"}},
            "lineup.factions: unknown way 'balnced'; did you mean 'balanced'?",
        ),
        (
            {"lineup": {"factions": ["millers", "weevers", "millers"]}},
            "lineup.factions: unknown faction 'weevers'; did you mean 'weavers'?",
        ),
        ({"lineup": {"factions": ["millers"]}}, "lineup.factions: names 1 of 3 seats"),
        (
            {"lineup": {"factions": 3}},
            "lineup.factions: is 'dealt', 'balanced', 'random', a list with one name per seat, "
            "or a list of such lists, not 3",
        ),
        (
            {"lineup": {"mirror": True}},
            "games: mirrored deals are played 3 times: 9 or 12, not 10",
        ),
        ({"arm": "printed"}, "arm: must be a valid list, not 'printed'"),
        (
            {"deal": {"zz": 1}},
            f"deal: {TINY}: unknown part of the deal 'zz'; known: factions, deck",
        ),
        ({"deal": {"self": 1}}, "deal: unknown part of the deal 'self'"),
        ({"deal": {"luck": 1}}, "deal: unknown part of the deal 'luck'"),
        (
            {"deal": {"factions": ["millers", "weevers", "millers"]}},
            f"deal: {TINY}: unknown faction 'weevers'; did you mean 'weavers'?",
        ),
        (
            {"deal": {"deck": 3}, "arm": [{"name": "a"}]},
            "arm[1]: deal: cannot be dealt (TypeError: 'int' object is not iterable)",
        ),
        (
            {"lineup": {"bots": "restricted(forbid='kind=develop')"}},
            "lineup.bots: restricted bot: forbid: unknown kind 'develop'; known: offer, undercut, "
            "decline, bid, pass, label, exchange, choose",
        ),
        (
            {"lineup": {"bots": "greedy(weights={'undercutt': 1})"}},
            "lineup.bots: profile (none): unknown weight 'undercutt'; did you mean 'undercut'?",
        ),
        (
            {"arm": [{"name": "a", "bots": "greedy(weights={'undercut': 1e999})"}]},
            "arm[1].bots: profile (none): undercut: must be a number from -1,000,000 to 1,000,000, "
            "not inf",
        ),
    ],
)
def test_mistake_is_named(changes: dict[str, Any], said: str) -> None:
    assert problems(**changes) == [said]


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"factions": "chosen", "choosing": "right"}},
        {"options": {"choosing": "left", "reserve": "none"}},  # the defaults are never idle
        {"seats": 2, "options": {"reserve": "half"}},
        {"options": {"factions": "chosen"}, "lineup": {"factions": "dealt"}},
        {
            "options": {"choosing": "right"},
            "arm": [
                {"name": "a", "options": {"factions": "chosen"}},
                {"name": "b", "options": {"factions": "chosen", "length": "short"}},
            ],
        },
    ],
)
def test_options_that_have_an_effect_are_accepted(changes: dict[str, Any]) -> None:
    spec = Spec.of({**GOOD, **changes})
    assert all(spec.rules_of(arm).options for arm in spec.arms)


def test_all_mistakes_at_once() -> None:
    found = problems(
        seats=9, games="many", sed=3, patch={"x": 1}, lineup={"bots": "gredy", "mirorr": True}
    )
    places = sorted(problem.split(":")[0] for problem in found)
    assert places == ["games", "lineup", "lineup.bots", "patch", "seats", "top level"]


def test_missing_keys() -> None:
    with pytest.raises(SpecErrors) as caught:
        Spec.of({})
    assert caught.value.problems == [
        "title: is missing",
        "seats: is missing",
        "games: is missing (or give minutes, or precision)",
    ]


def test_written_and_read_again(tmp_path: Path) -> None:
    spec = Spec.of(
        {
            **GOOD,
            "lineup": {"factions": [["millers", "weavers", "millers"]], "bots": "random"},
            "arm": [{"name": "a"}, {"name": "b", "bots": "greedy"}],
            "patch": {"market.sets.points": 3},
        }
    )
    assert Spec.of(spec.to_dict()) == spec
    assert Spec.of(spec.to_dict()).fingerprint() == spec.fingerprint()
    assert spec.to_dict()["lineup"]["factions"] == [["millers", "weavers", "millers"]]


def test_parts_inherit_and_report_together(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(
        f'games = 10\n[lineup]\nbots = "random"\n[[part]]\ntitle = "{TINY}"\nseats = 2\n'
        f'[[part]]\nname = "long"\ntitle = "{TINY}"\nseats = 3\ngames = 20\nlineup.mirror = false\n'
    )
    specs = read_specs(path)
    assert list(specs) == [TINY, "long"]
    assert [spec.games for spec in specs.values()] == [10, 20]
    assert specs["long"].lineup.bots == ["random"]
    path.write_text('games = 0\n[[part]]\ntitle = "x"\n[[part]]\nname = "b"\nseats = 2\n')
    with pytest.raises(SpecErrors) as caught:
        read_specs(path)
    assert [p.split(": ")[:2] for p in caught.value.problems] == [
        ["part 1 (x)", "seats"],
        ["part 1 (x)", "games"],
        ["part 1 (x)", "title"],
        ["part 2 (b)", "title"],
        ["part 2 (b)", "games"],
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"games = [", "is not valid TOML"),
        (b"\xff\xfe", "is not a text file"),
        (b"part = 3", "part: is written as"),
        (
            b'[[part]]\nname = "../x"\ntitle = "tests.tiny"\nseats = 2\ngames = 1',
            "fit for a folder",
        ),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "spec.toml"
    path.write_bytes(content)
    with pytest.raises(SimkitError, match=said.replace("[", r"\[")):
        read_specs(path)


def test_missing_file_suggests_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "first_look.toml").touch()
    with pytest.raises(SimkitError, match=r"no such file; did you mean 'first_look.toml'\?"):
        read_specs(tmp_path / "first_lok.toml")
    with pytest.raises(SimkitError, match="is a folder"):
        read_specs(tmp_path)


def test_default_line_up_is_balanced_and_falls_back_to_the_deal() -> None:
    from simkit.runs.planner import Plan

    assert Plan(Spec.of(GOOD)).ways == {"factions": "balanced"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[weights]\nundercut = nan", "weights.undercut: must be a number from"),
        ("[weights]\nundercut = -inf", "weights.undercut: must be a number from"),
        ("[weights]\nundercut = 1e308", "weights.undercut: must be a number from"),
        ("[weights]\nundercutt = 1", "unknown weight 'undercutt'; did you mean 'undercut'?"),
        (
            "[factions.millers]\nundercutt = 1",
            "unknown weight 'undercutt'; did you mean 'undercut'?",
        ),
        ("[factions.milers]\nundercut = 1", "unknown faction 'milers'; did you mean 'millers'?"),
    ],
)
def test_profile_is_checked_before_the_first_game(own_data: Path, line: str, said: str) -> None:
    (own_data / "profiles" / "mine.toml").write_text(line + "\n")
    (found,) = problems(lineup={"bots": "greedy:mine"})
    assert said in found


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give tiny a data folder of its own, to write profiles into."""
    from tests.tiny.title import RULES

    folder = tmp_path / "data"
    shutil.copytree(RULES.data_folder(), folder)
    monkeypatch.setattr(RULES, "data_folder", classmethod(lambda cls: folder))
    return folder


def test_edited_profile_counts_at_once(own_data: Path) -> None:
    from simkit.runs import run

    digests = []
    for weight in range(-2, 3):
        (own_data / "profiles" / "mine.toml").write_text(f"[weights]\nprice = {weight}.0\n")
        spec = Spec.of({**GOOD, "seed": 4, "lineup": {"bots": "greedy:mine"}})
        digests.append(run(spec, n_jobs=1).digest())
    (own_data / "profiles" / "mine.toml").write_text("[weights]\nprice = -2.0\n")
    spec = Spec.of({**GOOD, "seed": 4, "lineup": {"bots": "greedy:mine"}})
    assert len(set(digests)) > 1
    assert run(spec, n_jobs=1).digest() == digests[0]


def test_bots_of_the_readme_can_be_made() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:greedy|lookahead|mcts|restricted):military[^`]*)`", readme)
    assert len(named) == 4
    for text in named:
        Spec.of({"title": "race_for_the_galaxy", "seats": 2, "games": 1, "lineup": {"bots": text}})
