"""What the commands print and write."""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import simkit
from simkit.cli import COMMANDS, main
from simkit.cli.replay import _show
from simkit.core import compiled
from simkit.core.errors import SimkitError
from simkit.core.narration import happened, standing
from simkit.core.registry import titles
from simkit.core.state import State

TINY = "tests.tiny"
Out = pytest.CaptureFixture[str]


@pytest.fixture
def run_folder(tmp_path: Path, capsys: Out) -> Path:
    """Return the folder of a small run of two parts."""
    spec = tmp_path / "small.toml"
    spec.write_text(
        f'games = 12\nseed = 2\n[[part]]\nname = "two"\ntitle = "{TINY}"\nseats = 2\n'
        f'[[part]]\nname = "three"\ntitle = "{TINY}"\nseats = 3\n'
    )
    folder = tmp_path / "run"
    assert main(["run", str(spec), "--out", str(folder), "--jobs", "1"]) == 0
    capsys.readouterr()
    return folder


def test_help_lists_all_commands(capsys: Out) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in COMMANDS)
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        assert f"usage: simkit {name}" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"simkit {simkit.__version__}\n"


def test_titles(capsys: Out) -> None:
    assert main(["titles", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["title"] for row in found] == list(simkit.titles())


def test_schema(capsys: Out) -> None:
    assert main(["schema", TINY]) == 0
    said = capsys.readouterr().out
    for word in ("n_candidates", "points_sales", "undercut", "factions.*.income", "length"):
        assert word in said
    assert main(["schema", TINY, "seats", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    columns = {row["name"]: row for row in found["seats"]}
    assert columns["faction"]["values"] == ["millers", "weavers"]
    assert columns["faction"]["labels"] == ["Millers", "Weavers"]
    assert columns["coins_left"]["unit"] == "coins"
    assert columns["coins_left"]["role"] == "held"


def test_schema_tells_what_the_title_says_of_itself(capsys: Out) -> None:
    assert main(["schema", TINY, "title", "chapters", "column_roles", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    title = {row["name"]: row for row in found["title"]}
    assert title["label"]["meaning"] == "The Fair"
    assert title["secret_kinds"]["values"] == ["offer"]
    assert title["luck_follows"]["meaning"].startswith("seat: ")
    assert [(row["name"], row["type"]) for row in found["chapters"]] == [
        ("round", "1 round"),
        ("half", "1 round"),
    ]
    assert found["chapters"][1]["values"][1] == "bidding + labelling + exchanging"
    roles = {row["name"]: row["type"] for row in found["column_roles"]}
    assert roles["setup"] == "known at the start" != roles["held"]


def test_run_writes_the_four_tables_of_every_part(run_folder: Path) -> None:
    parts = simkit.load_parts(run_folder)
    assert list(parts) == ["two", "three"]
    for name, results in parts.items():
        assert len(results.games) == 12
        assert {path.parent.name for path in (run_folder / name).glob("*/*.parquet")} == {
            "games", "seats", "moves", "points",
        }  # fmt: skip
        assert results.games.run.unique().tolist() == [f"small/{name}"]


def test_run_of_a_finished_folder_changes_nothing(run_folder: Path, capsys: Out) -> None:
    spec = run_folder.parent / "small.toml"
    before = {path: path.stat().st_mtime_ns for path in run_folder.rglob("*") if path.is_file()}
    assert main(["run", str(spec), "--out", str(run_folder)]) == 0
    assert "12 games" in capsys.readouterr().out
    after = {path: path.stat().st_mtime_ns for path in run_folder.rglob("*") if path.is_file()}
    assert {p: t for p, t in after.items() if p.name != "parts.json"} == {
        p: t for p, t in before.items() if p.name != "parts.json"
    }


def test_json_lines(tmp_path: Path, capsys: Out) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f'title = "{TINY}"\nseats = 2\ngames = 10\n')
    assert main(["run", str(spec), "--out", str(tmp_path / "run"), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["event"] for line in lines[:-1]} == {"progress"}
    assert lines[-2]["done"] == lines[-2]["total"] == 10
    last = lines[-1]
    assert last["event"] == "run"
    assert last["rows"]["games"] == 10
    assert last["digest"] == simkit.load(tmp_path / "run").digest()


def test_quiet_when_not_a_terminal(tmp_path: Path, capsys: Out) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f'title = "{TINY}"\nseats = 2\ngames = 10\n')
    assert main(["run", str(spec), "--out", str(tmp_path / "run")]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert len(said.out.splitlines()) == 1


def test_games_and_seed_can_be_changed(tmp_path: Path, capsys: Out) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f'title = "{TINY}"\nseats = 2\ngames = 10\n')
    folder = tmp_path / "run"
    argv = ["run", str(spec), "--out", str(folder), "--games", "7", "--seed", "9"]
    assert main(argv) == 0
    results = simkit.load(folder)
    assert (results.spec.games, results.spec.seed, len(results)) == (7, 9, 7)


def test_report(run_folder: Path, capsys: Out) -> None:
    assert main(["report", str(run_folder)]) == 0
    said = capsys.readouterr().out
    assert said.count("Balance of tests.tiny: 12 games") == 2
    assert "Line-ups, factions: each 12, each at a seat 6" in said
    assert main(["report", str(run_folder / "two"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12


def test_replay_and_recording(run_folder: Path, tmp_path: Path, capsys: Out) -> None:
    assert main(["replay", str(run_folder / "two"), "3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("game 3: deal 3, seed ")
    assert "-- round 4, offering" in said
    assert "-- end: " in said
    assert said.count("winner") >= 1
    assert main(["replay", str(run_folder / "two"), "3", "--moves", "5..6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if re.match(r" +\d+  seat", line)] == ["5", "6"]
    path = tmp_path / "game.json"
    assert main(["replay", str(run_folder / "two"), "3", "--recording", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
    assert main(["replay", str(path)]) == 0
    assert "-- end: " in capsys.readouterr().out


def test_a_replay_tells_what_followed_and_the_points_where_they_changed(
    run_folder: Path, capsys: Out
) -> None:
    """The game is played again beside it: every line of points and what followed is worked out anew."""
    assert main(["replay", str(run_folder / "two"), "3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[2] == "points by seat in brackets, so far | if the game ended now; at first (0 0)"
    wanted: list[str] = []
    shown = "0 0"
    before: State | None = None
    taken = -1
    for state, action in simkit.load(run_folder / "two").replay(3):
        if before is not None:
            if standing(state) != shown:
                shown = standing(state)
                wanted[-1] += f"   ({shown})"
            wanted += [f"           {line}" for line in happened(before, taken, state)]
        if action >= 0:
            wanted.append(f"seat {state.seat}  {state.rules.describe(state, action)}")
        before, taken = state.clone(), action
    found = [re.sub(r"^ +\d+  seat", "seat", line) for line in said[3:]]
    end = next(i for i, line in enumerate(found) if line.startswith("-- end"))
    assert [line for line in found[:end] if not line.startswith("--")] == wanted
    assert any(" | " in line for line in wanted)
    assert any("reveals" in line for line in wanted)


def test_a_game_that_was_lost_has_no_winner(tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "run"
    results = simkit.simulate(
        "tests.alone", seats=1, games=20, seed=3, n_jobs=1, progress="quiet", folder=folder
    )
    lost = int(results.seats[results.seats.win_share == 0].game_id.iloc[0])
    won = int(results.seats[results.seats.win_share == 1].game_id.iloc[0])
    assert main(["replay", str(folder), str(lost)]) == 0
    said = capsys.readouterr().out
    assert "-- end: last round; lost: failed" in said
    assert "win" not in said.partition("-- end")[2]
    assert main(["replay", str(folder), str(won)]) == 0
    assert "-- end: last round; won by seat 0: passed" in capsys.readouterr().out


def test_a_replay_tells_what_lies_open_and_labels_points(tmp_path: Path, capsys: Out) -> None:
    """The opening is told before the first decision only; an end that all games share has no reason."""
    folder = tmp_path / "run"
    simkit.simulate(
        "federation",
        seats=2,
        games=1,
        seed=3,
        log="moves",
        n_jobs=1,
        progress="quiet",
        folder=folder,
    )
    assert main(["replay", str(folder)]) == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    begins = lines.index("seat 0 is first and holds the president pawn")
    assert lines[begins - 1].startswith("points by seat in brackets")
    assert any(line.startswith("open laws: ") for line in lines[begins : begins + 6])
    assert any(line.startswith("-- end: won by ") for line in lines)
    assert "bottom floor: " in said.partition("-- end")[2]
    assert "(floor 1" not in said
    assert "specialist" not in said
    assert main(["replay", str(folder), "--moves", "5..6"]) == 0
    assert "open laws: left wing law" not in capsys.readouterr().out.partition("    5  seat")[0]


def test_a_replay_begins_with_the_caution(tmp_path: Path, capsys: Out) -> None:
    words = "The target of The Fair for one is invented."
    folder = tmp_path / "run"
    simkit.simulate("tests.alone", seats=1, games=1, n_jobs=1, progress="quiet", folder=folder)
    path = tmp_path / "game.json"
    assert main(["replay", str(folder), "0"]) == 0
    assert capsys.readouterr().out.startswith(words)
    assert main(["replay", str(folder), "0", "--recording", str(path)]) == 0
    assert main(["replay", str(path)]) == 0
    assert f"\n{words}\n" in capsys.readouterr().out


def test_a_replay_ends_the_line_of_a_decision_that_fails(run_folder: Path, capsys: Out) -> None:
    """What fails stands on a line of its own below the decision that it failed at."""
    (state, action), *_ = simkit.load(run_folder / "two").replay(3)

    def steps() -> Iterator[tuple[State, int]]:
        yield state, action
        raise SimkitError("out of cards")

    with pytest.raises(SimkitError):
        _show(steps(), 0, 9)
    assert capsys.readouterr().out.endswith("]\n")


def test_replay_of_a_run_with_parts_asks_which(run_folder: Path, capsys: Out) -> None:
    assert main(["replay", str(run_folder), "3"]) == 2
    assert f"name one: {run_folder}/two, {run_folder}/three" in capsys.readouterr().err


def recording(run_folder: Path, folder: Path, name: str, **changes: object) -> Path:
    results = simkit.load(run_folder / "two")
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**results.recording(1), **changes}))
    return path


def test_verify_names_the_altered_figure(run_folder: Path, tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "recordings"
    recording(run_folder, folder, "good")
    good = json.loads((folder / "good.json").read_text())
    recording(run_folder, folder, "score", scores=[good["scores"][0] + 1, good["scores"][1]])
    actions = list(good["actions"])
    actions[7] = actions[8] = "offer card=63"
    recording(run_folder, folder, "action", actions=actions)
    recording(run_folder, folder, "short", actions=good["actions"][:-1])
    recording(run_folder, folder, "old", rules_version=0)
    (folder / "notes.txt").write_text("not JSON")
    (folder / "other.json").write_text('{"hello": "world"}')
    assert main(["verify", str(folder)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "1 passed, 3 failed, 2 skipped"
    assert len(lines) == 5
    assert any("action.json" in line and "action 7" in line for line in lines)
    assert any("score.json" in line and "scores: expected" in line for line in lines)
    assert any("short.json" in line and "the game is not over" in line for line in lines)
    assert any("old.json" in line and "rules version 0" in line for line in lines)
    assert any("other.json" in line and "names no installed title" in line for line in lines)


def test_verify_counts_the_cases_of_a_file(tmp_path: Path, capsys: Out) -> None:
    position = {"phase": "bidding", "lot": 3, "coins": [4, 5], "bidders": [0, 1]}
    case = {"id": "a", "seats": 2, "position": position, "actions": ["bid amount=2"]}
    cases = [
        {**case, "expected": {"scores": [0, 0]}},
        {**case, "id": "b", "expected": {"phase": "labelling"}},
        {**case, "id": "c", "actions": ["bid amount=9"], "expected": {"refused": True}},
    ]
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"schema": "tests.tiny/cases/1", "cases": cases}))
    assert main(["verify", str(tmp_path)]) == 1
    line, last = capsys.readouterr().out.splitlines()
    assert last == "2 passed, 1 failed"
    assert line == f"failed {path}: b, end: phase: expected labelling, found bidding"
    assert main(["verify", "--json", str(path)]) == 1
    *lines, _ = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["passed", "failed", "passed"]


def test_import_gives_the_four_tables(run_folder: Path, tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "recordings"
    path = recording(run_folder, folder, "one")
    assert main(["import", str(path), "--out", str(tmp_path / "imported")]) == 0
    (imported,) = simkit.load_parts(tmp_path / "imported").values()
    mine = simkit.load(run_folder / "two")
    for table in ("moves", "points"):
        wanted = mine.frame(table)
        wanted = wanted[wanted.game_id == 1].drop(columns=["run", "game_id"])
        found = imported.frame(table).drop(columns=["run", "game_id"])
        unknown = ["value", "runner_up"] if table == "moves" else []
        pd.testing.assert_frame_equal(
            found.drop(columns=unknown), wanted.drop(columns=unknown).reset_index(drop=True)
        )
    assert imported.seats.score.tolist() == mine.seats[mine.seats.game_id == 1].score.tolist()
    assert set(imported.seats.bot) == {"greedy"}
    capsys.readouterr()
    assert main(["report", str(imported.folder)]) == 0
    assert "Line-ups" not in capsys.readouterr().out
    assert main(["replay", str(imported.folder), "0"]) == 2
    assert "simkit replay shows the recording itself" in capsys.readouterr().err


def test_export(run_folder: Path, tmp_path: Path, capsys: Out) -> None:
    argv = ["export", str(run_folder), "--out", str(tmp_path / "out"), "--format", "csv"]
    assert main(argv) == 0
    assert len(pd.read_csv(tmp_path / "out/three/seats.csv")) == 36


def test_shares_are_merged(tmp_path: Path, capsys: Out) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f'title = "{TINY}"\nseats = 2\ngames = 20\n[lineup]\nmirror = true\n')
    assert main(["run", str(spec), "--out", str(tmp_path / "whole")]) == 0
    shares = []
    for k in (1, 2, 3):
        shares.append(str(tmp_path / f"share{k}"))
        assert main(["run", str(spec), "--share", f"{k}/3", "--out", shares[-1]]) == 0
    merged = tmp_path / "merged"
    assert main(["run", "--merge", *reversed(shares), "--out", str(merged)]) == 0
    whole, joined = simkit.load(tmp_path / "whole"), simkit.load(merged)
    assert joined.digest() == whole.digest()  # type: ignore[union-attr]
    pd.testing.assert_frame_equal(joined.games, whole.games)  # type: ignore[union-attr]
    capsys.readouterr()
    assert main(["run", "--merge", *shares[:2], "--out", str(tmp_path / "x")]) == 2
    assert "of 3 shares, 3 is not given" in capsys.readouterr().err
    assert main(["run", "--merge", shares[0], shares[0], "--out", str(tmp_path / "x")]) == 2
    assert "is share 1, as" in capsys.readouterr().err
    assert main(["run", "--merge", str(merged), "--out", str(tmp_path / "x")]) == 2
    assert "is a whole run, not a share" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_bench_says_which_build_runs(capsys: Out) -> None:
    assert main(["bench", TINY, "--seconds", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "build" in found["build"]
    assert found["titles"][0]["decisions_per_second"] > 0
    assert main(["bench", TINY, "--seconds", "0.05"]) == 0
    assert "decisions/s" in capsys.readouterr().out


def test_doctor_lists_what_is_uncertain_in_the_data(capsys: Out) -> None:
    assert main(["doctor", "--data", "federation"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("reconstructed", "inferred")) for line in lines[:-1])
    assert any("medals.score.by_count" in line for line in lines)
    assert f"{len([x for x in lines if x.startswith('inferred')])} inferred" in lines[-1]
    assert main(["doctor", "--data", "race_for_the_galaxy"]) == 0
    assert "no marks" in capsys.readouterr().out
    assert main(["doctor", "--data", "federatoin"]) == 2
    assert "did you mean 'federation'" in capsys.readouterr().err


def test_doctor(capsys: Out) -> None:
    code = main(["doctor"])
    said = capsys.readouterr().out
    assert "worker processes start" in said
    assert code == (0 if "all is well" in said else 1)


def told_of_groups(capsys: Out) -> list[str]:
    """Return what `simkit doctor` says of the build: one line for all of it, and one for each group."""
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("ok    build: "))
    return [line.strip() for line in lines[first : first + 2 + len(titles())]]


def test_doctor_tells_what_plays_compiled_and_why_the_rest_does_not(
    capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reasons = dict.fromkeys(("core", *titles()), "")
    reasons |= {"gaia_project": compiled.EDITED, "planet_unknown": compiled.NOT_COMPILED}
    monkeypatch.setattr(compiled, "survey", lambda: reasons)
    monkeypatch.setenv(compiled.CHOICE, "")
    used = [group for group, reason in reasons.items() if not reason]
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, compiled._Finder(str(tmp_path), used)])
    python = f"{platform.python_implementation()} {platform.python_version()}"
    assert told_of_groups(capsys) == [
        f"ok    build: mixed build, {python}",
        "core: compiled",
        "federation: compiled",
        "gaia_project: plain Python (edited since it was compiled)",
        "planet_unknown: plain Python (not compiled)",
        "race_for_the_galaxy: compiled",
    ]


def test_doctor_tells_that_plain_python_was_asked_for(
    capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(compiled.CHOICE, "plain")
    first, *groups = told_of_groups(capsys)
    assert first.startswith("ok    build: plain Python build, ")
    assert groups == [
        f"{group}: plain Python (SIMKIT_BUILD=plain asks for it)" for group in ("core", *titles())
    ]
