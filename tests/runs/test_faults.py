"""What goes wrong in a long run: nothing is lost, and one clear message says what to do."""

from __future__ import annotations

import errno
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import joblib
import pytest

import simkit
from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.runs import Results, Spec, run, workers
from simkit.runs.batch import Batch, Failure, Receipt, play_batch
from simkit.runs.parts import run_file
from simkit.runs.planner import Plan
from simkit.runs.run import _without_failures
from simkit.runs.store import MANIFEST, RECEIPTS, Store, sealed

TINY = "tests.tiny"
ROOT = Path(__file__).resolve().parents[2]
BOTS = "tests.runs.bots"
ARMS = [{"name": "printed"}, {"name": "patched", "patch": {"factions.millers.start.coins": 1}}]


def spec(games: int = 60, **more: Any) -> Spec:
    return Spec.of({"title": TINY, "seats": 2, "games": games, "seed": 3, **more})


def play(spec: Spec, folder: Path | None = None, **how: Any) -> Results:
    how = {"n_jobs": 1, "batch_size": 10, "progress": "quiet", **how}
    return run(spec, folder, **how)


def rewrite(folder: Path, **changes: Any) -> None:
    """Change a manifest as simkit would write it, with the checksum that belongs to it."""
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(sealed({**manifest, **changes})))


@pytest.fixture
def in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.runs.workers.SMALL_JOB", 0.0)


# Interruptions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_killed_run_is_resumed(tmp_path: Path, sent: signal.Signals, jobs: str) -> None:
    whole = play(spec(3000), batch_size=500)
    folder = tmp_path / "run"
    path = tmp_path / "spec.toml"
    path.write_text(f'title = "{TINY}"\nseats = 2\ngames = 3000\nseed = 3\n')
    command = [sys.executable, "-m", "simkit", "run", str(path), "--out", str(folder), "--quiet"]
    child = subprocess.Popen(
        [*command, "--batch-size", "60", "--jobs", jobs],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    _wait(lambda: (folder / RECEIPTS).exists() and _lines(folder / RECEIPTS) >= 3)
    child.send_signal(sent)
    _, said = child.communicate()
    assert child.returncode == -sent
    if sent == signal.SIGTERM:
        assert said == f"simkit: stopped; what is done is kept: simkit run --resume {folder}\n"
    before = _lines(folder / RECEIPTS)
    assert 3 <= before < 50
    with pytest.raises(SimkitError, match="interrupted; finish it with --resume"):
        play(spec(3000), folder)
    resumed = play(spec(3000), folder, resume=True)
    assert resumed.digest() == whole.digest()
    assert len(resumed) == 3000
    assert not list(folder.rglob("*.tmp"))


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def _wait(ready: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_interrupted_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    whole = play(spec())
    add = Store.add

    def interrupted(store: Store, receipt: Receipt) -> None:
        if receipt.number > 40:
            raise KeyboardInterrupt
        add(store, receipt)

    monkeypatch.setattr(Store, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(spec(), folder)
    monkeypatch.undo()
    assert 0 < len(list(Store(folder).receipts())) < len(whole.receipts)
    assert play(spec(), folder, resume=True).digest() == whole.digest()


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.EWOULDBLOCK, "another run is writing here"), (errno.ENOLCK, "cannot be locked")],
)
def test_lock_that_is_refused_is_told_from_one_that_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(handle: int, how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(SimkitError, match=said):
        play(spec(), tmp_path / "run")


# Going on with a run ----------------------------------------------------------------------------


def test_failed_games_are_played_again_where_asked_for(tmp_path: Path) -> None:
    wanted = spec(lineup={"bots": f"{BOTS}:Naps"})
    folder = tmp_path / "run"
    whole = play(wanted, game_seconds=0)
    failed = play(wanted, folder, game_seconds=0.3)
    assert 0 < len(failed.failures) < 60
    again = play(wanted, folder, resume=True, game_seconds=0)
    assert (again.played_now, len(again.failures)) == (0, len(failed.failures))
    healed = play(wanted, folder, resume=True, retry_failed=True, game_seconds=0)
    assert not healed.failures
    assert healed.digest() == whole.digest()
    assert simkit.load(folder).digest() == whole.digest()  # type: ignore[union-attr]
    with pytest.raises(SimkitError, match="--retry-failed: goes on with a run"):
        play(wanted, folder, retry_failed=True)


def test_batches_that_begin_with_a_failed_game_are_played_whole() -> None:
    sound = Receipt(20, [(20, "a"), (21, "b")], [], {})
    late = Receipt(30, [(30, "a")], [Failure(31, 1, "", "")], {})
    early = Receipt(40, [(41, "a")], [Failure(40, 1, "", "")], {})
    alone = Receipt(50, [], [Failure(50, 1, "", "")], {})
    found = _without_failures([sound, late, early, alone])
    assert [receipt.games() for receipt in found] == [[20, 21], [30]]
    assert found[0] is sound


def test_resume_takes_the_size_of_batches_and_refuses_another_share(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(spec(20), folder)
    done = play(spec(60), folder, resume=True, batch_size=7)
    assert sorted(len(receipt.hashes) for receipt in done.receipts) == [5, 7, 7, 7, 7, 7, 10, 10]
    with pytest.raises(SimkitError, match="holds a whole run, not share 1/2"):
        run_file(folder, resume=True, share=(1, 2))
    play(spec(), tmp_path / "half", share=(2, 2))
    with pytest.raises(SimkitError, match="holds share 2/2, not share 1/2"):
        run_file(tmp_path / "half", resume=True, share=(1, 2))
    assert len(run_file(tmp_path / "half", resume=True, share=(2, 2))[""]) == 30


def test_finished_run_is_not_told_as_if_it_had_just_been_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "spec.toml"
    bots = f'[lineup]\nbots = "{BOTS}:Stumbles(one_in=1)"\n'
    path.write_text(f'title = "{TINY}"\nseats = 2\ngames = 6\nseed = 3\n{bots}')
    command = ["run", str(path), "--out", str(tmp_path / "run"), "--quiet"]
    assert main(command) == 1
    assert "nothing has been played" not in capsys.readouterr().err
    assert main(command) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path / 'run'} was finished before: nothing has been played" in said
    assert "--retry-failed plays failed games again); then, 6 of 6 games failed" in said
    assert "simkit replay" not in said


def test_minutes_of_earlier_sessions_are_counted_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Spec.of({"title": TINY, "seats": 2, "minutes": 1, "games": 30, "seed": 3})
    folder = tmp_path / "run"
    clock = itertools.count(0, 61)  # a minute and a second between looks
    fake = SimpleNamespace(monotonic=lambda: next(clock))
    monkeypatch.setattr(sys.modules[_without_failures.__module__], "time", fake)
    first = play(wanted, folder)
    monkeypatch.undo()
    assert [receipt.elapsed for receipt in first.receipts] == [61, 122, 183]
    lines = (folder / RECEIPTS).read_bytes().splitlines(keepends=True)
    (folder / RECEIPTS).write_bytes(lines[0])
    rewrite(folder, state="running")
    # The time is up, however little of it was computing, and however many processes are there now.
    assert len(play(wanted, folder, resume=True, n_jobs=2)) == 10


def test_worker_that_outlives_its_run_writes_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    results = play(spec(), folder)
    # It has proved that it sees its run. Then that was killed, and another has gone on.
    monkeypatch.setattr("simkit.runs.batch.sees", lambda batch: True)
    other_games = list(Plan(spec()).games())[:3]
    assert not play_batch(Batch(0, spec(), "late", other_games, str(folder), "old")).payload
    assert not [found for one in results.receipts for found in results.store.damage(one)]
    play(spec(), folder, resume=True)
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == [".lock"]


def test_killed_worker_costs_nothing(tmp_path: Path, in_processes: None) -> None:
    flag = tmp_path / "flag"
    wanted = spec(lineup={"bots": f"{BOTS}:KillsOnce(spare={os.getpid()}, flag={str(flag)!r})"})
    disturbed = play(wanted, n_jobs=2)
    assert flag.exists(), "no worker was killed"
    assert not disturbed.failures
    assert play(wanted).digest() == disturbed.digest()


def test_game_that_kills_its_worker_is_named(in_processes: None) -> None:
    wanted = spec(40, lineup={"bots": f"{BOTS}:Kills(spare={os.getpid()}, one_in=20)"})
    results = play(wanted, n_jobs=2)
    doomed = [game for game in range(40) if _doomed(wanted, game, 20)]
    assert [failure.game_id for failure in results.failures] == doomed
    assert doomed, "the seed dooms no game"
    assert all("ended its worker process" in failure.error for failure in results.failures)
    assert len(results) == 40 - len(doomed)


def _doomed(wanted: Spec, game_id: int, one_in: int) -> bool:
    from simkit.core.luck import Luck

    seed = Plan(wanted).game(game_id).seed
    return Luck(seed).fork("bots").fork("unlucky").below(one_in) == 0


def test_workers_end_with_a_killed_run(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text(f'title = "{TINY}"\nseats = 2\ngames = 20000\nseed = 3\n')
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "simkit", "run", str(path), "--out", str(folder), "--quiet"]
    child = subprocess.Popen([*command, "--batch-size", "200", "--jobs", "2"], cwd=ROOT)
    _wait(lambda: (folder / RECEIPTS).exists())
    workers = _children(child.pid)
    assert workers
    child.kill()
    child.wait()
    _wait(lambda: not any(_runs(pid) for pid in workers))


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Folders ----------------------------------------------------------------------------------------


def test_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    written = 0
    write = Path.write_bytes

    def fill(path: Path, data: Any) -> int:
        nonlocal written
        written += 1
        if written > 10:
            write(path, data[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(SimkitError, match="No space left on device; what is done is kept"):
        play(spec(), folder)
    monkeypatch.undo()
    assert len(simkit.load(folder)) == 20
    assert play(spec(), folder, resume=True).digest() == play(spec()).digest()


def test_full_disk_before_the_manifest_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    write = Path.write_text

    def fill(path: Path, data: str, **how: Any) -> int:
        write(path, data[:10], **how)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", fill)
    monkeypatch.setattr(
        Path, "unlink", lambda path, missing_ok=False: None
    )  # as if killed just then
    with pytest.raises(SimkitError, match="nothing has been played yet: make room and start it"):
        play(spec(), folder)
    monkeypatch.undo()
    assert [path.suffix for path in folder.iterdir() if path.name != ".lock"] == [".tmp"]
    assert play(spec(), folder).digest() == play(spec()).digest()


def test_interrupt_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text(f'title = "{TINY}"\nseats = 2\ngames = 20000\nseed = 3\n')
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "simkit", "run", str(path), "--out", str(folder), "--quiet"]
    child = subprocess.Popen(
        [*command, "--batch-size", "200", "--jobs", "2"],
        cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    _wait(lambda: (folder / RECEIPTS).exists())
    os.killpg(child.pid, signal.SIGINT)
    _, said = child.communicate()
    assert child.returncode == 130
    assert said == f"simkit: stopped; what is done is kept: simkit run --resume {folder}\n"


def test_folder_that_cannot_be_made() -> None:
    with pytest.raises(SimkitError, match="cannot be made"):
        play(spec(), Path("/proc/simkit/run"))


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(SimkitError, match="is a file"):
        play(spec(), path)
    assert path.read_text() == "mine"


def test_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SimkitError, match=r"holds other files \(thesis.txt"):
        play(spec(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_second_run_on_the_same_folder_is_kept_out(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    store = Store(folder)
    store.create()
    with store:
        store.lock()
        code = (
            "from simkit.runs import Spec, run\n"
            f"run(Spec.of({spec().to_dict()!r}), {str(folder)!r}, n_jobs=1)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert "another run is writing here" in done.stderr
    assert len(play(spec(), folder)) == 60


def test_changed_spec_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    digest = play(spec(), folder).digest()
    for resume in (False, True):
        with pytest.raises(SimkitError, match=r"another spec \(games, log\)"):
            play(spec(50, log="games"), folder, resume=resume)
    assert simkit.load(folder).digest() == digest


def test_changed_rules_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(spec(), folder)
    rewrite(folder, rules_version=0)
    with pytest.raises(SimkitError, match="was begun with rules version 0"):
        play(spec(), folder, resume=True)


def test_finished_run_is_not_played_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(spec(), folder)
    before = (folder / RECEIPTS).stat().st_mtime_ns
    assert len(play(spec(), folder)) == 60
    assert len(play(spec(), folder, resume=True)) == 60
    assert (folder / RECEIPTS).stat().st_mtime_ns == before


@pytest.mark.parametrize("more", [{}, {"lineup": {"mirror": True}}, {"arm": ARMS}])
def test_finished_run_is_extended(tmp_path: Path, more: dict[str, Any]) -> None:
    folder = tmp_path / "run"
    assert len(play(spec(24, **more), folder)) < len(play(spec(60, **more)))
    with pytest.raises(SimkitError, match="or play the further games with --resume"):
        play(spec(60, **more), folder)
    extended = play(spec(60, **more), folder, resume=True)
    assert extended.digest() == play(spec(60, **more)).digest()
    assert extended.games.game_id.is_monotonic_increasing
    assert extended.spec.games == 60
    with pytest.raises(SimkitError, match=r"another spec \(games\); name a new folder$"):
        play(spec(24, **more), folder, resume=True)


def test_finished_run_is_extended_from_the_command_line(tmp_path: Path) -> None:
    from simkit.cli import main

    folder = tmp_path / "run"
    play(spec(24), folder)
    asked = ["run", "--resume", str(folder), "--games", "60", "--jobs", "1", "--quiet"]
    assert main(asked) == 0
    assert simkit.load(folder).digest() == play(spec()).digest()


# Damage -----------------------------------------------------------------------------------------


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def garble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (truncate, "is damaged (its size differs)"),
        (garble, "is damaged (its checksum differs)"),
        (Path.unlink, "is missing"),
    ],
)
def test_damaged_part_is_named_left_out_and_healed(
    tmp_path: Path, harm: Callable[[Path], None], said: str
) -> None:
    folder = tmp_path / "run"
    whole = play(spec(), folder).digest()
    part = "moves/part-000000020.parquet"
    harm(folder / part)
    with pytest.raises(SimkitError) as caught:
        simkit.load(folder)
    assert f"{part}: {said}" in str(caught.value)
    assert "--resume" in str(caught.value)
    partly = Results(folder, damaged="leave out")
    assert len(partly) == 50
    assert sorted(set(range(60)) - set(partly.games.game_id)) == list(range(20, 30))
    assert set(partly.moves.game_id) == set(partly.games.game_id)
    assert play(spec(), folder, resume=True).digest() == whole
    assert simkit.load(folder).digest() == whole


def test_torn_receipt_is_played_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    whole = play(spec(), folder).digest()
    truncate(folder / RECEIPTS)
    with pytest.raises(SimkitError, match=r"receipts\.jsonl: holds 5 batches, not 6"):
        simkit.load(folder)
    rewrite(folder, state="running")
    assert len(simkit.load(folder)) == 50
    assert play(spec(), folder, resume=True).digest() == whole


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "simkit/run/99"}'])
def test_damaged_manifest(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "run"
    play(spec(), folder)
    (folder / MANIFEST).write_text(text)
    with pytest.raises(SimkitError, match=r"manifest\.json: (is damaged|has schema)"):
        simkit.load(folder)


# Games that fail --------------------------------------------------------------------------------


def test_failing_game_is_recorded_and_the_rest_goes_on(tmp_path: Path) -> None:
    wanted = spec(lineup={"bots": f"{BOTS}:Stumbles"})
    results = play(wanted, tmp_path / "run")
    doomed = [game for game in range(60) if _doomed(wanted, game, 8)]
    assert [failure.game_id for failure in results.failures] == doomed
    failure = results.failures[0]
    assert failure.error.startswith("ZeroDivisionError: the bot stumbled (turn of seat ")
    assert "go_wrong" in failure.traceback
    assert failure.seed == results.plan.game(failure.game_id).seed
    for table in results.tables:
        assert not set(results.frame(table).game_id) & set(doomed)
    assert len(results) + len(doomed) == 60
    assert play(wanted, batch_size=7).digest() == results.digest()


def test_failing_game_is_shown_by_the_command_that_the_message_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from simkit.cli import main

    path = tmp_path / "spec.toml"
    path.write_text(
        f'title = "{TINY}"\nseats = 2\ngames = 20\nseed = 3\n[lineup]\nbots = "{BOTS}:Stumbles"\n'
    )
    assert main(["run", str(path), "--out", str(tmp_path / "run"), "--jobs", "1"]) == 1
    said = capsys.readouterr().err
    assert "failed: ZeroDivisionError: the bot stumbled" in said
    command = next(line for line in said.splitlines() if "simkit replay" in line).split()
    assert main(command[1:]) == 1
    shown = capsys.readouterr()
    assert "the game fails here" in shown.out
    assert "ZeroDivisionError: the bot stumbled" in shown.err
    assert main(["report", str(tmp_path / "run")]) == 0
    assert "games failed" in capsys.readouterr().out


def test_endless_game_is_ended_and_named() -> None:
    results = play(spec(10, limit=20))
    assert len(results.failures) == 10
    assert results.failures[0].error.startswith("no end after 20 decisions")


def test_negative_numbers_of_processes_count_from_that_of_the_cores() -> None:
    cores = joblib.cpu_count()
    assert [workers.processes(number) for number in (1, 2, 5, -1)] == [1, 2, 5, cores]
    assert workers.processes(-2) == max(1, cores - 1)
