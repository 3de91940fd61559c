"""The ladder of the tests' own title: strengths, duels, what is stored and compared."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import simkit.studies.ladder as study
from simkit.cli import main
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.studies.ladder import Ladder, default_bots, differences, duels_of, ladder

TINY = "tests.tiny"
BOTS = ["random", "greedy:baseline", "greedy:collector"]


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ladder, Path]:
    folder = tmp_path_factory.mktemp("ladder")
    return ladder(TINY, BOTS, games=120, duel_games=120, folder=folder), folder


def test_all_bots_take_part_unless_some_are_named() -> None:
    found = default_bots(TINY)
    assert found[:5] == ["random", "greedy:baseline", "greedy:bidder", "greedy:collector", "greedy"]
    assert "lookahead" in found


def test_the_strongest_comes_first(climbed: tuple[Ladder, Path]) -> None:
    field = climbed[0].field
    assert list(field["name"]) == BOTS[::-1]
    assert field["strength"].is_monotonic_decreasing
    assert (field["low"] < field["strength"]).all() and (field["strength"] < field["high"]).all()
    assert field["games"].sum() == 2 * 120


def test_every_step_is_tested_on_fresh_deals(climbed: tuple[Ladder, Path]) -> None:
    duels = climbed[0].duels
    met = list(zip(duels["upper"], duels["lower"], duels["step"], strict=True))
    assert met == [
        ("greedy:baseline", "random", True),
        ("greedy:collector", "greedy:baseline", True),
    ]
    assert (duels["games"] == 120).all()
    assert (duels["low"] > 0.5).all() and (duels["p_holm"] < 0.05).all()
    assert climbed[0].climbs


def test_the_words_say_who_beats_whom(climbed: tuple[Ladder, Path]) -> None:
    lines = climbed[0].in_words()
    assert any(line.startswith("greedy:collector beats greedy:baseline: it won") for line in lines)
    assert lines[-1] == "Every step of the ladder is significant."


def test_equal_bots_are_no_step() -> None:
    found = ladder(TINY, ["greedy:baseline", "greedy"], games=20, duel_games=60)
    assert not found.climbs
    assert found.duels["low"].iloc[0] < 0.5 < found.duels["high"].iloc[0]
    assert "greedy does not beat greedy:baseline" in "\n".join(found.in_words())
    assert found.in_words()[-1] == "Not every step of the ladder is significant."


def test_what_is_there_is_not_played_again(climbed: tuple[Ladder, Path], monkeypatch: Any) -> None:
    before, folder = climbed
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    again = ladder(TINY, BOTS, games=120, duel_games=120, folder=folder)
    assert again.to_dict() == before.to_dict()
    assert times == {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    more = ladder(TINY, BOTS, games=126, duel_games=120, folder=folder)
    assert more.field["games"].sum() == 2 * 126
    assert more.duels.equals(before.duels)


def test_who_meets_whom() -> None:
    assert duels_of(["random", "greedy"], "greedy") == [("greedy", "random", True)]
    assert duels_of(["greedy", "lookahead"], "lookahead") == [("lookahead", "greedy", True)]
    with pytest.raises(BadValue, match="at least one must take part"):
        duels_of(["lookahead"], "lookahead")


def test_differences_from_stored_figures_are_named(climbed: tuple[Ladder, Path]) -> None:
    found = climbed[0]
    kept = found.to_dict()
    assert differences(found, kept) == []
    kept["duel"][0].update(low=0.1, high=0.2, win_share=0.15)
    (line,) = differences(found, kept)
    assert line.startswith("greedy:baseline against random:") and "15.0 % are stored" in line
    assert "is not among the stored duels" in differences(found, {**kept, "duel": []})[0]


def test_bad_wishes_are_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'greedy'"):
        ladder(TINY, ["random", "greddy"])
    with pytest.raises(BadValue, match="two different bots"):
        ladder(TINY, ["random", "random"])
    with pytest.raises(BadValue, match="games: must be at least 2"):
        ladder(TINY, ["random", "greedy"], games=0)
    with pytest.raises(UnknownName, match="strongest: unknown bot"):
        ladder(TINY, ["random", "greedy"], strongest="lookahead")
    with pytest.raises(SimkitError, match="unknown title"):
        ladder("tests.tinny", ["random", "greedy"])


def test_the_command_stores_and_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "shipped", lambda folder: tmp_path / folder)
    words = ["ladder", TINY, "--out", str(tmp_path / "out"), "--jobs", "1", "--quiet"]
    asked = ["--bots", ",".join(BOTS), "--games", "30", "--duel-games", "60", "--seed", "3"]
    assert main([*words, *asked, "--store"]) == 0
    said = capsys.readouterr().out
    assert "greedy:baseline beats random" in said
    kept = tmp_path / "experiments" / "ladders" / f"{TINY}.toml"
    stored = tomllib.loads(kept.read_text(encoding="utf-8"))
    assert stored["ladder"]["bots"] == BOTS and stored["ladder"]["seed"] == 3
    assert [row["lower"] for row in stored["duel"]] == ["random", "greedy:baseline"]
    assert "<svg" in kept.with_suffix(".svg").read_text(encoding="utf-8")
    assert main(words) == 0  # as stored, without naming anything
    assert "as stored" in capsys.readouterr().out
    kept.write_text("[ladder]\n")
    assert main(words) == 2
    assert "is not a stored ladder" in capsys.readouterr().err
