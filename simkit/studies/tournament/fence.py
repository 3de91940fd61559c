"""The fence around a participant's process: the operating system's, and which of it this machine offers.

Three layers, of which Linux may offer some:

- *namespaces*: a file system with nothing in it but Python, simkit and the participant's file, no
  network, a scratch folder of limited size in memory (`namespaces`);
- *Landlock*: every file but those is refused, whatever its owner (`landlock`);
- *seccomp*: system calls for sockets, processes, signals to others, other processes' memory, changed
  owners and times of files, files cut off by their name, locks and pipes are refused, or end the process
  (`seccomp`).

A machine offers a fence if system calls can be refused and files be hidden in one of the two ways.
Whether it does is found out by trying it in a process of its own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import functools
import json
import os
import platform
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

NAMESPACES, LANDLOCK, SECCOMP = "namespaces", "Landlock", "seccomp"
CHOICES = ((NAMESPACES, LANDLOCK, SECCOMP), (LANDLOCK, SECCOMP), (NAMESPACES, SECCOMP))
LIBRARIES = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo",
    "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom",
)  # fmt: skip
REHEARSE = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from simkit.studies.tournament.fence import rehearse; rehearse(sys.argv[2])"
)
MARKS = (
    "so a participant can leave marks for its later games in what the file system counts: times of "
    "reading, numbers of files"
)
REHEARSAL = 60.0  # seconds that trying the fence may take


@dataclass(frozen=True, slots=True)
class Places:
    """What a participant's process may read and write.

    Attributes
    ----------
    readable
        Files, and folders with all they hold.
    scratch
        The one folder to write to.
    megabytes, files
        How much it may hold.
    outside
        A file that the process must not be able to read or to write.
    """

    readable: tuple[str, ...]
    scratch: str
    megabytes: float
    files: int
    outside: str


@dataclass(frozen=True, slots=True)
class Fence:
    """The layers that this machine offers, strongest first; none if it offers no fence.

    Attributes
    ----------
    layers
        What `close` is to be called with.
    missing
        Why something is not there, in words.
    """

    layers: tuple[str, ...]
    missing: str = ""

    def __bool__(self) -> bool:
        return bool(self.layers)

    def __str__(self) -> str:
        if not self.layers:
            return f"none ({self.missing})"
        weaker = "" if NAMESPACES in self.layers else MARKS
        notes = "; ".join(filter(None, (self.missing, weaker)))
        return ", ".join(self.layers) + (f" ({notes})" if notes else "")


def installed() -> list[str]:
    """Return where Python, its packages and the libraries of the system are."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    found = [sysconfig.get_path(name) for name in names]
    found += [os.path.join(prefix, "lib") for prefix in (sys.prefix, sys.base_prefix)]
    found += [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return sorted({os.path.abspath(path) for path in (*found, *LIBRARIES) if os.path.exists(path)})


def close(layers: Sequence[str], places: Places) -> None:
    """Shut this process in, for good; it has to be a single thread.

    Raises
    ------
    OSError
        If a layer is not to be had, other threads would stay outside, or something can be reached all the
        same.
    """
    from simkit.studies.tournament import landlock, linux, namespaces, seccomp

    if not layers:
        return
    threads = len(os.listdir("/proc/self/task"))
    if threads > 1:  # Landlock would shut in one of them alone
        raise OSError(f"this process has {threads} threads already")
    if NAMESPACES in layers:
        namespaces.enter(places.readable, places.scratch, places.megabytes, places.files)
    if LANDLOCK in layers:
        landlock.restrict(places.readable, [places.scratch, os.devnull])
    linux.give_up_privileges()
    if SECCOMP in layers:
        seccomp.restrict()
    leaks = reachable(places.outside)
    if leaks:
        raise OSError(f"this process can still {' and '.join(leaks)}")


def reachable(outside: str) -> list[str]:
    """Return what this process can do although the fence is closed, in words.

    Nothing is damaged where it can: a file is cut to the size it has.
    """
    attempts: dict[str, Callable[[], object]] = {
        f"read {outside}": lambda: open(outside, "rb").close(),
        f"write {outside}": lambda: open(outside, "r+b").close(),
        f"cut off {outside}": lambda: os.truncate(outside, os.stat(outside).st_size),
        "empty files that it opens to read": _empty_own_file,
        "use the network": lambda: socket.socket().close(),
        "change the times of files": lambda: os.utime("."),
        "lock files that others read": _lock_shared_file,
        "make pipes, which are counted for all": lambda: list(map(os.close, os.pipe())),
        "ask what is free on the disk": lambda: os.statvfs("."),
        "ask for the clocks of others": lambda: time.clock_gettime((~os.getppid() << 3) | 2),
    }
    found = []
    for what, attempt in attempts.items():
        with contextlib.suppress(OSError):
            attempt()
            found.append(what)
    return found


def _empty_own_file() -> None:
    with tempfile.NamedTemporaryFile(dir=".") as file:
        os.close(os.open(file.name, os.O_RDONLY | os.O_TRUNC))


def _lock_shared_file() -> None:
    with open(os.__file__, "rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH)


def rehearse(order: str) -> None:
    """Try the fence in this process; print why it does not hold, or nothing."""
    what = json.loads(order)
    try:
        close(what["layers"], Places(**what["places"]))
    except OSError as error:
        print(error)


@functools.cache
def offered() -> Fence:
    """Return the strongest fence that holds on this machine; it is tried once, in another process."""
    if sys.platform != "linux":
        return Fence((), f"{platform.system()} offers none")
    missing: list[str] = []
    for layers in CHOICES:
        why = _tried(layers)
        if not why:
            return Fence(layers, "; ".join(missing))
        missing.append(f"without {CHOICES[0][0]}: {why}" if layers == CHOICES[0] else why)
    return Fence((), "; ".join(missing))


def _tried(layers: Sequence[str]) -> str:
    """Try some layers in a process of its own; return why they do not hold, or nothing."""
    import simkit

    package = str(Path(str(simkit.__file__)).parent)
    with tempfile.TemporaryDirectory(prefix="simkit-") as folder:
        outside = Path(folder) / "outside"
        outside.write_text("not for participants", encoding="ascii")
        scratch = Path(folder) / "scratch"
        scratch.mkdir()
        readable = (*installed(), package)
        places = Places(readable, os.path.realpath(scratch), 1, 16, os.path.realpath(outside))
        order = json.dumps({"layers": layers, "places": dataclasses.asdict(places)})
        command = [
            sys.executable,
            "-s",
            "-P",
            "-B",
            "-c",
            REHEARSE,
            os.path.dirname(package),
            order,
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, cwd=scratch, timeout=REHEARSAL
            )
        except subprocess.TimeoutExpired:
            return f"trying it took more than {REHEARSAL:g} s"
    if done.returncode:
        return f"exit code {done.returncode}: {done.stderr.strip().rpartition(os.linesep)[2]}"
    return done.stdout.strip()
