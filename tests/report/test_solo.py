"""Reports of games played alone, and which options a report calls printed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import simkit
from simkit.analysis import balance
from simkit.cli import main
from simkit.report import html, sentences
from simkit.report.conditions import conditions
from simkit.runs.spec import Spec
from simkit.runs.store import sealed

ARMS = """seed = 1
[[arm]]
name = "here"
[[arm]]
name = "there"
"""


@pytest.fixture(scope="module")
def alone() -> simkit.Results:
    return simkit.simulate("tests.alone", seats=1, games=60, seed=3, n_jobs=1, progress="quiet")


def run(tmp_path: Path, text: str) -> simkit.Results:
    spec, folder = tmp_path / "spec.toml", tmp_path / "run"
    spec.write_text(text)
    assert main(["run", str(spec), "--out", str(folder), "--jobs", "1"]) == 0
    results = simkit.load(folder)
    assert isinstance(results, simkit.Results)
    return results


def test_a_solo_report_says_how_often_the_target_was_reached(alone: simkit.Results) -> None:
    words = " ".join(str(alone.report()).split())
    share = alone.seats.win_share.mean()
    assert 0 < share < 1
    row = balance.win_share(alone.seats, [], alone.games).iloc[0]
    assert row.low < share < row.high
    assert (
        f"The solo game was won (its target reached) in {100 * share:.1f} % of 60 games (95 %: "
        f"{100 * row.low:.1f} to {100 * row.high:.1f})." in words
    )
    counts = alone.seats.verdict.value_counts()
    listed = ", ".join(f"{name} {counts[name]}" for name in alone.seats.verdict.cat.categories)
    assert f"Verdicts: {listed}." in words
    for wrong in ("fair share can be told", "win %", "By seat", "100.0-100.0"):
        assert wrong not in words


def test_a_solo_page_and_sentence_say_so_too(alone: simkit.Results) -> None:
    assert "The solo game was won (its target reached) in" in html.render(alone.report())
    table = balance.table(alone.seats, "faction", alone.games)
    said = sentences.balance(table)
    assert "reaches the target most often: in " in said
    assert "fair" not in said


def test_who_plays_alone_may_lose_so_a_share_of_1_has_an_interval() -> None:
    seats = pd.DataFrame({"game_id": range(9), "seat": 0, "faction": "a", "win_share": 1.0})
    row = balance.win_share(seats).iloc[0]
    assert row.low < 0.8
    assert row.high == pytest.approx(1.0)


def test_whoever_holds_all_seats_of_games_that_were_won_is_still_sure() -> None:
    seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1] * 2, "bot": "x"})
    won = balance.win_share(seats.assign(win_share=[1.0, 0, 0.5, 0.5]), "bot").iloc[0]
    assert (won.low, won.high) == (0.5, 0.5)
    lost = balance.win_share(seats.assign(win_share=[1.0, 0, 0, 0]), "bot").iloc[0]
    assert lost.low < lost.estimate < lost.high


# Options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "seats", "options", "words"),
    [
        ("tests.tiny", 2, "", "as printed"),
        ("tests.tiny", 2, 'reserve = "half"', "reserve = half"),
        ("tests.alone", 1, "", "not as printed: target = low (printed: high)"),
        ("tests.alone", 1, 'target = "high"', "target = high"),
        (
            "tests.alone",
            1,
            'length = "short"\nfactions = "chosen"',
            "factions = chosen; not as printed: length = short (printed: long), target = low "
            "(printed: high)",
        ),
    ],
)
def test_what_is_not_as_printed_is_named(
    title: str, seats: int, options: str, words: str, tmp_path: Path
) -> None:
    results = run(
        tmp_path, f'title = "{title}"\nseats = {seats}\ngames = 3\n[options]\n{options}\n'
    )
    assert dict(conditions(results))["options"] == words
    assert f", options {words}. Bots: " in sentences.conditions(results)


def test_arms_are_printed_only_where_they_are(tmp_path: Path) -> None:
    text = f'title = "tests.tiny"\nseats = 2\ngames = 3\n{ARMS}options = {{ length = "short" }}\n'
    found = dict(conditions(run(tmp_path, text)))
    assert found["options"] == "as printed"
    assert found["arms"] == (
        "here (as printed); there (options = length = short; not as printed: length = short "
        "(printed: long))"
    )


def test_what_all_arms_have_in_common_is_said_once(tmp_path: Path) -> None:
    text = f'title = "tests.alone"\nseats = 1\ngames = 3\n{ARMS}options = {{ length = "short" }}\n'
    found = dict(conditions(run(tmp_path, text)))
    assert found["options"] == "not as printed: target = low (printed: high)"
    assert found["arms"].startswith("here (nothing changed); there (options = length = short; ")
    assert "target" not in found["arms"]


def test_the_manifest_keeps_the_departures(tmp_path: Path) -> None:
    results = run(tmp_path, 'title = "tests.alone"\nseats = 1\ngames = 3\n')
    path = results.folder / "manifest.json"
    data = json.loads(path.read_text())
    assert data["departures"] == {"main": ["target = low (printed: high)"]}
    data["departures"] = {"main": ["noted when it was played"]}
    path.write_text(json.dumps(sealed(data)))
    assert simkit.load(results.folder).departures == {"main": ["noted when it was played"]}


def test_a_patch_is_a_condition() -> None:
    spec = Spec.of(
        {"title": "tests.tiny", "seats": 2, "games": 2, "patch": {"market.sets.points": 5}}
    )
    frames = simkit.simulate("tests.tiny", seats=2, games=2, n_jobs=1, progress="quiet")
    found = SimpleNamespace(seats=frames.seats, games=frames.games, spec=spec)
    assert dict(conditions(found))["patch"] == "market.sets.points = 5"
    assert dict(conditions(found))["options"] == "by default"


def test_titles_name_their_own_departures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("simkit.cli.titles.titles", lambda: ("tests.alone", "tests.tiny"))
    assert main(["titles"]) == 0
    said = capsys.readouterr().out
    assert said.count("not as printed: target = low (printed: high)") == 1
    assert said.count("not as printed") == 1
    assert main(["titles", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["not_as_printed"] for row in rows] == [["target = low (printed: high)"], []]
