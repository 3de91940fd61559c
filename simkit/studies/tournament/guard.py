"""What a participant's process may not do, and how far that holds.

Two fences. The operating system's limits (POSIX; memory on Linux) hold whatever the code does: address
space, processor time, size of files, number of processes (unless the tournament is run by the
superuser, for whom that one does not count). The audit hook of Python refuses

- the network (sockets, names);
- writing, renaming, deleting outside the scratch folder; reading anything but Python, its installed
  packages, simkit, the title and the participant's own file;
- starting processes, signals to others, changing its own limits;
- ctypes and other ways into C.

An audit hook is no jail. It sees what Python's own functions announce; a participant who is determined,
or who brings compiled code, gets around it. It keeps honest people from mistakes and makes the usual
tricks fail with a reason. For strangers' code use a virtual machine or a container without network.

What a participant can never see, hook or not, is the live state: it is in another process, and only
views are sent, in which everything hidden from its seat is made up.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from simkit.studies.tournament.limits import Limits

MEGABYTE = 1 << 20
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TWO_PATHS = frozenset({"os.rename", "os.link", "os.symlink", "shutil.move", "shutil.copyfile"})
CHANGES = frozenset(
    {
        "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate", "os.utime",
        "os.setxattr", "os.removexattr", "os.chflags", "os.chdir", "os.fchdir", "os.mkfifo",
        "os.mknod", "shutil.rmtree", "shutil.chown", "sqlite3.connect",
    }
)  # fmt: skip
PROCESSES = frozenset(
    {
        "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn",
        "os.spawn", "os.startfile", "pty.spawn", "os.kill", "os.killpg", "signal.pthread_kill",
    }
)  # fmt: skip
LIMITS = frozenset({"resource.setrlimit", "resource.prlimit"})
NO_IMPORT = frozenset({"ctypes", "_ctypes", "cffi", "_cffi_backend", "_posixsubprocess"})


class Refused(PermissionError):
    """What the audit hook raises."""


def set_limits(limits: Limits) -> None:
    """Let the operating system hold the limits, as far as it can."""
    try:
        import resource
    except ImportError:  # not on this platform
        return
    wanted = {
        "RLIMIT_AS": int(limits.memory) * MEGABYTE,
        "RLIMIT_FSIZE": int(limits.files) * MEGABYTE,
        "RLIMIT_NPROC": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 64,
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


def refuse(
    scratch: Path, readable: Sequence[Path], listable: Sequence[str], note: Callable[[str], None]
) -> None:
    """Install the audit hook.

    Parameters
    ----------
    scratch
        The folder where the participant may write.
    readable
        Files, and folders with all they hold, that may be read.
    listable
        Folders whose names may be listed (Python looks for modules there).
    note
        Called with every refused attempt, so that one that the participant hides is known as well.
    """
    inside = _Places([scratch])
    seen = _Places([scratch, *readable])
    names = {os.path.realpath(folder) for folder in listable}

    def stop(what: str) -> None:
        note(what)
        raise Refused(f"a participant may not {what}")

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = args
            if isinstance(path, int) or path is None:
                return
            if (flags or 0) & WRITING or any(c in str(mode or "") for c in "wax+"):
                if not inside.hold(path):
                    stop(f"write to {_text(path)}")
            elif not seen.hold(path):
                stop(f"read {_text(path)}")
        elif event == "import":
            if str(args[0]).partition(".")[0] in NO_IMPORT:
                raise ImportError(f"a participant may not import {args[0]}")
        elif event in ("os.listdir", "os.scandir"):
            folder = args[0] if args and args[0] is not None else "."
            real = folder if isinstance(folder, int) else os.path.realpath(os.fsdecode(folder))
            if not isinstance(real, int) and real not in names and not seen.hold(real):
                stop(f"list {_text(folder)}")
        elif event.startswith("socket."):
            stop(f"use the network ({event})")
        elif event in PROCESSES:
            stop(f"start or signal processes ({event})")
        elif event in CHANGES or event in TWO_PATHS:
            for path in args[: 2 if event in TWO_PATHS else 1]:
                if isinstance(path, int) or not inside.hold(path):
                    stop(f"change {_text(path)} ({event})")
        elif event.startswith("ctypes."):
            stop(f"use ctypes ({event})")
        elif event in LIMITS:
            stop(f"change its limits ({event})")

    sys.addaudithook(hook)


class _Places:
    """Some folders and files, and everything below them."""

    def __init__(self, places: Sequence[Path]) -> None:
        self.exact = frozenset(os.path.realpath(place) for place in places)
        self.below = tuple(place.rstrip(os.sep) + os.sep for place in sorted(self.exact))

    def hold(self, path: Any) -> bool:
        """Tell whether a path leads there."""
        real = os.path.realpath(os.fsdecode(path))
        return real in self.exact or real.startswith(self.below)


def _text(path: Any) -> str:
    text = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else repr(path)
    return text if len(text) <= 120 else "..." + text[-117:]
