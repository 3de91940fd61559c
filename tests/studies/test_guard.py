"""Limits that the operating system holds for a participant's process."""

from __future__ import annotations

import pytest

from simkit.studies.tournament import Limits, rlimits

resource = pytest.importorskip("resource")
MEGABYTE = 1 << 20
FREE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "memory", "files", "open_files"),
    [
        (FREE, FREE, 300 * MEGABYTE, 2 * MEGABYTE, 64),
        (10, FREE, 300 * MEGABYTE, 2 * MEGABYTE, 64),  # a soft limit may be raised
        (10, 100, 100, 100, 64),
        (10, 50, 50, 50, 50),
    ],
)
def test_limits_are_those_asked_for_or_the_hard_ones(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, memory: int, files: int, open_files: int
) -> None:
    made: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", made.__setitem__)
    monkeypatch.setattr(rlimits.sys, "platform", "linux")
    rlimits.set_limits(Limits(memory=300, files=2))
    assert made == {
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_FSIZE: (files, files),
        resource.RLIMIT_NPROC: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NOFILE: (open_files, open_files),
    }


def test_memory_is_limited_on_linux_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", made.__setitem__)
    monkeypatch.setattr(rlimits.sys, "platform", "darwin")
    rlimits.set_limits(Limits())
    assert resource.RLIMIT_AS not in made
    assert resource.RLIMIT_NOFILE in made


@pytest.mark.parametrize(("hard", "wanted"), [(FREE, 5), (100, 5), (3, 3)])
def test_processor_time_is_rounded_up_and_one_second_more(
    monkeypatch: pytest.MonkeyPatch, hard: int, wanted: int
) -> None:
    made: list[tuple[int, int, tuple[int, int]]] = []

    def prlimit(process: int, kind: int, limits: tuple[int, int] | None = None) -> tuple[int, int]:
        if limits is not None:
            made.append((process, kind, limits))
        return (1, hard)

    monkeypatch.setattr(resource, "prlimit", prlimit, raising=False)
    rlimits.allow_seconds(77, 3.2)
    assert made == [(77, resource.RLIMIT_CPU, (wanted, hard))]
