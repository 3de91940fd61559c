"""How far a run is: told, drawn or silent."""

from __future__ import annotations

import io
import json
import sys

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.runs import Progress
from simkit.runs.progress import JsonLines, Meter

TINY = "tests.tiny"


def test_a_function_is_told() -> None:
    seen: list[Progress] = []
    simkit.simulate(TINY, seats=2, games=40, n_jobs=1, batch_size=10, progress=seen.append)
    assert (seen[0].done, seen[0].total) == (0, 40)
    assert (seen[-1].done, seen[-1].failed) == (40, 0)
    assert seen[-1].left == 0
    assert seen[-1].per_second > 0
    assert [p.done for p in seen] == sorted(p.done for p in seen)


def test_failures_are_counted() -> None:
    seen: list[Progress] = []
    simkit.simulate(TINY, seats=2, games=10, limit=5, n_jobs=1, progress=seen.append)
    assert (seen[-1].done, seen[-1].failed) == (10, 10)


def test_bar_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    simkit.simulate(TINY, seats=2, games=30, n_jobs=1, batch_size=10)
    assert "30/30" in screen.getvalue()
    assert "game/s" in screen.getvalue()


def test_quiet_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    simkit.simulate(TINY, seats=2, games=10, n_jobs=1)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")


def test_json_lines() -> None:
    stream = io.StringIO()
    meter = Meter(JsonLines(stream, "part"))
    meter.start(10)
    meter.add(10, 1)
    meter.note("enough")
    meter.finish()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["done"] for line in lines] == [0, 10, 10, 10]
    assert lines[-1]["note"] == "enough"
    assert {line["part"] for line in lines} == {"part"}


def test_unknown_way() -> None:
    with pytest.raises(SimkitError, match="did you mean 'quiet'"):
        simkit.simulate(TINY, seats=2, games=1, progress="quit")
