"""Bad input of every kind: one clear message, exit code 2, no traceback, nothing on disk damaged."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.cli import main

TINY = "tests.tiny"
ROOT = Path(__file__).resolve().parents[2]
SPEC = f'title = "{TINY}"\nseats = 3\ngames = 10\n'
Refuse = Callable[..., str]


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command that must be refused, and return what it said."""

    def run(*argv: object) -> str:
        before = sorted(path for path in tmp_path.rglob("*") if path.is_file())
        assert main([str(word) for word in argv]) == 2
        said = capsys.readouterr()
        assert said.err.startswith("simkit: ")
        assert "Traceback" not in said.err
        assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == before
        return said.err

    return run


@pytest.fixture
def spec(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "spec.toml"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SPEC.replace(TINY, "race_for_the_galxy"), "title: unknown title 'race_for_the_galxy'"),
        (SPEC.replace("3", "12"), "seats: tests.tiny is played by 2 to 4, not 12"),
        (SPEC + "sed = 4\n", "unknown key 'sed'; did you mean 'seed'?"),
        (SPEC.replace("10", "-10"), "games: must be greater than or equal to 1, not -10"),
        (
            SPEC + '[patch]\n"factions.millers.incme" = 3\n',
            "unknown patch path 'factions.millers.incme'; did you mean 'factions.millers.income'?",
        ),
        (SPEC.replace("3", '"three"'), "seats: must be a valid integer, not 'three'"),
        (
            SPEC + '[lineup]\nbots = "greedy:colector"\n',
            "unknown profile 'colector'; did you mean 'collector'?",
        ),
    ],
    ids=["title", "seats", "key", "games", "patch path", "type", "profile"],
)
def test_bad_spec(
    refused: Refuse, spec: Callable[[str], Path], tmp_path: Path, text: str, said: str
) -> None:
    found = refused("run", spec(text), "--out", tmp_path / "out")
    assert said in found
    assert "spec.toml: 1 mistake\n" in found
    assert not (tmp_path / "out").exists()


def test_all_mistakes_of_a_spec_together(
    refused: Refuse, spec: Callable[[str], Path], tmp_path: Path
) -> None:
    text = (
        f'title = "{TINY}"\nseats = 12\ngames = -1\nsed = 3\nlog = "all"\n'
        '[lineup]\nbots = "greedy:colector"\n[patch]\n"market.sets" = 1\n'
    )
    said = refused("run", spec(text), "--out", tmp_path / "out").splitlines()
    assert said[0] == "simkit: spec.toml: 6 mistakes"
    assert len(said) == 7


def test_missing_file(refused: Refuse, spec: Callable[[str], Path], tmp_path: Path) -> None:
    spec(SPEC)
    assert "no such file; did you mean 'spec.toml'?" in refused("run", tmp_path / "spce.toml")
    assert "no such file or folder" in refused("verify", tmp_path / "nothing.json")
    assert "no such file or folder" in refused("import", tmp_path / "x.json", "--out", tmp_path)
    assert "no such folder" in refused("report", tmp_path / "nothing")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"schema": "simkit/recording/1", "game"', "is not valid JSON"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"[]", "is not a recording"),
        (b'{"schema": "simkit/recording/1"}', "has no 'game'"),
        (
            b'{"schema": "simkit/recording/1", "game": "tests.tiny", "seats": 2, '
            b'"deal": {"seed": 1}, "actions": ["offr card=3"]}',
            "unknown action 'offr'; did you mean 'offer'?",
        ),
        (
            b'{"schema": "simkit/recording/1", "game": "tests.tiny", "seats": 2, '
            b'"deal": {}, "actions": []}',
            "is not understood (KeyError: 'seed')",
        ),
        (b'{"game": "gaia_projekt"}', "unknown title 'gaia_projekt'"),
        (b'{"hello": 1}', "names no installed title"),
    ],
)
def test_corrupt_recording(refused: Refuse, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert said in refused("verify", path)


def test_unreadable_folder(refused: Refuse, tmp_path: Path) -> None:
    for command in ("report", "export"):
        more = ["--out", str(tmp_path / "out")] if command == "export" else []
        assert "holds no run" in refused(command, tmp_path, *more)
    run = tmp_path / "run"
    run.mkdir()
    (run / "manifest.json").write_text("{")
    assert "manifest.json: is damaged" in refused("report", run)
    assert "manifest.json: is damaged" in refused("replay", run, 0)
    assert "manifest.json: is damaged" in refused("run", "--resume", run)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rnu"], "unknown command 'rnu'; did you mean 'run'?"),
        (["run"], "name a spec"),
        (["run", "a.toml", "b.toml"], "takes one spec, not 2"),
        (["run", "a.toml", "--otu", "x"], "did you mean '--out'?"),
        (["run", "a.toml", "--games", "x"], "invalid int value: 'x'"),
        (["run", "a.toml", "--games", "0"], "--games: must be at least 1, not 0"),
        (["run", "a.toml", "--jobs", "0"], "--jobs: must be at least 1, or -1"),
        (["run", "--merge", "a", "b"], "name the new folder with --out"),
        (["schema", "gaia"], "unknown title 'gaia'"),
        (["schema", TINY, "mvoes"], "unknown section 'mvoes'; did you mean 'moves'?"),
        (["bench", TINY, "--seats", "9"], "seats: tests.tiny is played by 2 to 4, not 9"),
        (["bench", TINY, "--seconds", "0"], "--seconds: must be more than 0"),
        (["verify"], "the following arguments are required: path"),
    ],
)
def test_bad_arguments(refused: Refuse, argv: list[str], said: str) -> None:
    assert said in refused(*argv)


def test_bad_share(refused: Refuse, spec: Callable[[str], Path], tmp_path: Path) -> None:
    path = spec(SPEC)
    for text in ("2", "a/b", "/", "2/"):
        assert "--share: is written like 2/5" in refused("run", path, "--share", text)
    assert "not 3/2" in refused("run", path, "--share", "3/2", "--out", tmp_path / "out")


def test_exit_code_of_the_process_itself(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simkit", "run", str(tmp_path / "no.toml")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == f"simkit: {tmp_path / 'no.toml'}: no such file\n"


def test_game_that_is_not_in_the_run(
    refused: Refuse, spec: Callable[[str], Path], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert main(["run", str(spec(SPEC)), "--out", str(tmp_path / "run"), "--jobs", "1"]) == 0
    capsys.readouterr()
    assert "the run has games 0 to 9" in refused("replay", tmp_path / "run", 10)
    assert "holds a run of another spec (games)" in refused(
        "run", spec(SPEC.replace("10", "11")), "--out", tmp_path / "run"
    )
    damaged = json.loads((tmp_path / "run/manifest.json").read_text())
    assert damaged["state"] == "finished"
