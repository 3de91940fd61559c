"""The same spec gives the same tables, however it is played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import simkit
from simkit.runs import Spec, run

TINY = "tests.tiny"
ROOT = Path(__file__).resolve().parents[2]
ARMS = [{"name": "printed"}, {"name": "patched", "patch": {"factions.millers.start.coins": 1}}]
SPEC = Spec.of({"title": TINY, "seats": 3, "games": 120, "seed": 11, "arm": ARMS})
CHILD = """
import json, sys
from simkit.runs import Spec, run
print(run(Spec.of(json.loads(sys.argv[1])), n_jobs=1).digest())
"""


@pytest.fixture(scope="module")
def digest() -> str:
    return run(SPEC, n_jobs=1, batch_size=250).digest()


@pytest.mark.parametrize("batch_size", [1, 7])
def test_batch_size_does_not_matter(digest: str, batch_size: int) -> None:
    assert run(SPEC, n_jobs=1, batch_size=batch_size).digest() == digest


@pytest.mark.parametrize("batch_size", [1, 7, 250])
def test_workers_do_not_matter(
    digest: str, batch_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simkit.runs.workers.SMALL_JOB", 0.0)
    assert run(SPEC, n_jobs=2, batch_size=batch_size).digest() == digest


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_hash_seed_does_not_matter(digest: str, hash_seed: str) -> None:
    import json

    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", CHILD, json.dumps(SPEC.to_dict())]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest


def test_tables_are_equal_not_only_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    one = run(SPEC, n_jobs=1, batch_size=250)
    monkeypatch.setattr("simkit.runs.workers.SMALL_JOB", 0.0)
    two = run(SPEC, n_jobs=2, batch_size=7)
    for table in one.tables:
        pd.testing.assert_frame_equal(one.frame(table), two.frame(table))


def test_seed_and_log_matter(digest: str) -> None:
    other = SPEC.model_copy(update={"seed": 12})
    assert run(other, n_jobs=1).digest() != digest


def test_simulate_and_spec_do_the_same() -> None:
    by_call = simkit.simulate(TINY, seats=3, games=120, seed=11, arms=ARMS, n_jobs=1)
    assert by_call.digest() == run(SPEC, n_jobs=1).digest()
