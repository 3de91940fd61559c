# ruff: noqa: E501 - long lines are specs
"""Packs in specs, runs, recordings and commands."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.report import terminal
from simkit.runs.spec import Spec, read_specs
from tests.packs.making import TITLE, world, write_pack

START = world("far_start", name="Fern und Weit", start_number=5)
SPEC = f'title = "{TITLE}"\nseats = 2\ngames = 24\nlog = "moves"\npack = "far"\n[lineup]\nfactions = "balanced"\n'


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    write_pack(tmp_path / "far", [START, world("tide_moon", vp=3)])
    (tmp_path / "spec.toml").write_text(SPEC, encoding="utf-8")
    return "far"


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that has to end with exit code 2 and one message; return it."""
    capsys.readouterr()
    assert main(words) == 2
    told = capsys.readouterr()
    assert "Traceback" not in told.err + told.out
    return told.err


def test_a_run_seats_reports_and_replays_what_a_pack_adds(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "spec.toml", "--out", "run", "--jobs", "1", "--quiet"]) == 0
    found: Any = simkit.load("run")
    assert found.seats.faction.value_counts().to_dict()["far_start"] == 8
    assert "far_start" in terminal.render(found.report())
    assert main(["report", "run", "--pack", pack]) == 0
    assert "far_start" in capsys.readouterr().out
    manifest = json.loads(Path("run/manifest.json").read_text())
    assert manifest["spec"]["pack"] == ["far"]
    assert manifest["identity"]["the pack far"] == found.rules().packs[0].hash


def test_a_run_stays_readable_when_its_pack_has_gone(pack: str) -> None:
    found = simkit.simulate(TITLE, seats=2, games=4, pack=pack, folder="run", n_jobs=1)
    shutil.rmtree("far")
    again: Any = simkit.load("run")
    assert again.digest() == found.digest()
    state, action = next(again.replay(0))
    assert again.rules().describe(state, action)
    assert again.rules().schema.roles[0].values[-1] == "far_start"


def test_resuming_with_another_pack_is_refused_by_its_name(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "spec.toml", "--out", "run", "--jobs", "1", "--quiet"]) == 0
    write_pack(Path("far"), [START, world("tide_moon", vp=4)])
    told = refused(["run", "--resume", "run", "--games", "48"], capsys)
    assert "was begun with something else (the pack far)" in told
    assert "another pack 'far'" in refused(["report", "run", "--pack", "far"], capsys)


def test_shares_are_merged_only_with_equal_packs(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    share = ["run", "spec.toml", "--jobs", "1", "--quiet", "--share"]
    assert main([*share, "1/2", "--out", "a"]) == 0
    assert main([*share, "2/2", "--out", "b"]) == 0
    assert main(["run", "--merge", "a", "b", "--out", "whole"]) == 0
    assert simkit.load("whole").spec.pack == ["whole/packs/0"]
    write_pack(Path("far"), [START, world("tide_moon", vp=4)])
    assert main([*share, "2/2", "--out", "c"]) == 0
    assert "the pack far" in refused(["run", "--merge", "a", "c", "--out", "w"], capsys)


def test_specs_name_packs_beside_them_and_bad_ones_by_place(
    pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (spec,) = read_specs("../spec.toml").values()
    assert spec.pack == ["../far"]
    assert spec.rules_of(spec.arms[0]).schema.roles[0].values[-1] == "far_start"
    plain = {"title": TITLE, "seats": 2, "games": 2}
    with pytest.raises(SimkitError, match=r"pack: .*fra.*no such folder"):
        Spec.of({**plain, "pack": "fra"})
    with pytest.raises(SimkitError, match="unknown faction 'far_start'"):
        Spec.of({**plain, "lineup": {"factions": ["far_start", "old_earth"]}})
    assert Spec.of(plain).fingerprint() != Spec.of({**plain, "pack": "../far"}).fingerprint()
    assert "pack" not in Spec.of(plain).to_dict()


def test_recordings_name_their_packs(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    simkit.simulate(TITLE, seats=2, games=2, pack=pack, folder="run", n_jobs=1)
    assert main(["replay", "run", "1", "--recording", "game.json"]) == 0
    assert json.loads(Path("game.json").read_text())["packs"][0]["name"] == "far"
    assert main(["verify", "game.json"]) == 0
    assert main(["replay", "game.json"]) == 0
    shutil.move("run", "gone")
    assert "no such folder" in refused(["verify", "game.json"], capsys)
    assert main(["verify", "game.json", "--pack", "far"]) == 0
    assert main(["import", "game.json", "--pack", "far", "--out", "imported"]) == 0
    write_pack(Path("far"), [START, world("tide_moon", vp=4)])
    told = refused(["verify", "game.json", "--pack", "far"], capsys)
    assert "the pack 'far' has changed since it was played" in told


def test_the_dictionary_names_what_a_pack_adds(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schema", TITLE, "roles", "--pack", pack]) == 0
    assert "far_start" in capsys.readouterr().out
    assert main(["schema", TITLE, "roles"]) == 0
    assert "far_start" not in capsys.readouterr().out


def test_a_person_may_play_with_a_pack(
    pack: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    deal = "factions=far_start,old_earth"
    assert main(["play", TITLE, "--pack", pack, "--deal", deal, "--seed", "1"]) == 0
    assert main(["play", "--resume", "games/race_for_the_galaxy-saved-0001.json"]) == 0
    capsys.readouterr()


def test_a_new_pack_plays_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for more in ([], ["--code"]):
        name = f"mine{len(more)}"
        assert main(["new-pack", TITLE, name, *more]) == 0
        assert main(["check-pack", name, "--games", "6"]) == 0
        assert "adds the card 'my_card' (My Card)" in capsys.readouterr().out
        assert "is there already" in refused(["new-pack", TITLE, name], capsys)
    assert "'my_pack', not 'My pack'" in refused(["new-pack", TITLE, "My pack"], capsys)
    assert "has no records yet" in refused(["new-pack", "planet_unknown", "mine"], capsys)
    assert "no such folder" in refused(["check-pack", "mien"], capsys)
    write_pack(tmp_path / "odd", [world("w", vp="two", costs=3), world("old_earth")])
    told = refused(["check-pack", "odd"], capsys)
    assert "3 things are wrong" in told and "did you mean 'cost'" in told and "in use" in told


def test_a_game_that_an_ability_breaks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-pack", TITLE, "mine", "--code"]) == 0
    code = Path("mine/powers.py")
    code.write_text(code.read_text().replace("return self.vp *", "return self.pv *"))
    told = refused(["check-pack", "mine"], capsys)
    assert "pack mine, Variety.end_points: failed (line 13: AttributeError" in told


def test_workers_load_the_code_of_a_pack(tmp_path: Path) -> None:
    how: dict[str, Any] = {
        "seats": 2,
        "games": 40,
        "seed": 3,
        "pack": "glass_archive",
        "log": "moves",
    }
    alone = simkit.simulate(TITLE, **how, n_jobs=1)
    together = simkit.simulate(TITLE, **how, n_jobs=2, batch_size=5)
    assert alone.digest() == together.digest() and not together.failures


def test_studies_play_with_packs(pack: str) -> None:
    """Bids price what a pack adds, the laboratory varies it, tuning plays with it."""
    from simkit.studies import bids, metagame
    from simkit.studies.ladder import Settings
    from simkit.studies.tuning.arena import Arena
    from simkit.widgets.patchlab_model import PatchLabModel

    asked = bids.Asked(TITLE, 2, 12, 12, pack=pack)
    assert asked.spec(12, 1).pack == ["far"]
    data = {
        "title": TITLE, "pack": "far", "strategies": {"a": "greedy", "b": "random"},
        "table": [{"seats": 2, "games": 4}],
    }  # fmt: skip
    assert metagame.of(data).conditions()["options and patch"] == "pack = far"
    lab = PatchLabModel(TITLE, 2, 4, pack=pack)
    lab.change("cards.tide_moon.vp", 5)
    assert Spec.of(lab.spec()).pack == ["far"] and "pack=" in lab.code()
    assert Arena(TITLE, (2,), pack=("far",), faction="far_start", objective="score").spec(
        "x", 2
    ).pack == ["far"]
    climbed = Settings(TITLE, ("random", "greedy"), pack=("far",))
    assert (
        climbed.to_dict()["pack"] == ["far"] and "pack" not in replace(climbed, pack=()).to_dict()
    )
