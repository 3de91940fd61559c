"""Limits that every operating system of the Unix family holds for a process, as far as it can."""

from __future__ import annotations

import math
import sys

from simkit.studies.tournament.limits import MEGABYTE, Limits


def set_limits(limits: Limits) -> None:
    """Limit this process's memory, size of files, number of open files and of processes."""
    try:
        import resource
    except ImportError:  # not on this platform
        return
    wanted = {
        "RLIMIT_AS": int(limits.memory) * MEGABYTE,
        "RLIMIT_FSIZE": int(limits.files * MEGABYTE),
        "RLIMIT_NPROC": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 32,
    }
    for name, value in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None or (name == "RLIMIT_AS" and sys.platform != "linux"):
            continue
        hard = resource.getrlimit(kind)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (most, most))


def allow_seconds(process: int, seconds: float) -> None:
    """Have the system end a process at so much processor time, should nobody else be there to do it.

    The organiser's own clock is finer; this one goes on when the organiser was killed.
    """
    try:
        import resource

        hard = resource.prlimit(process, resource.RLIMIT_CPU)[1]
        most = math.ceil(seconds) + 1
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.prlimit(process, resource.RLIMIT_CPU, (soft, hard))
    except (ImportError, AttributeError, OSError):  # Linux only; or the process has just ended
        pass


def end_me_first() -> None:
    """Have the kernel end this process before others when the machine's memory runs out."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:  # Linux only
        pass
