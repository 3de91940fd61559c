"""Python's audit hook: it tells the organiser what a participant tried, so that its author reads why.

It is no fence, and nothing relies on it: what a participant cannot do, `fence` keeps it from doing. The
hook sees what Python's own functions announce, and whoever is determined gets past it; then the fence
refuses in fewer words. Where the machine offers no fence, it is all there is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TWO_PATHS = frozenset({"os.rename", "os.link", "os.symlink"})
CHANGES = frozenset(
    {
        "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate", "os.utime",
        "os.setxattr", "os.removexattr", "os.chflags", "os.mkfifo", "os.mknod", "sqlite3.connect",
    }
)  # fmt: skip
PROCESSES = frozenset(
    {
        "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn",
        "os.spawn", "pty.spawn", "os.kill", "os.killpg", "signal.pthread_kill",
    }
)  # fmt: skip
LIMITS = frozenset({"resource.setrlimit", "resource.prlimit"})


def tell(
    scratch: str, readable: Sequence[str], accuse: Callable[[str], None]
) -> Callable[..., None]:
    """Return an audit hook that accuses a participant of what it may not do.

    The hook keeps all it needs in variables of its own: no module's attribute changes what it says.

    Parameters
    ----------
    scratch
        The folder where the participant may write.
    readable
        Files, and folders with all they hold, that may be read.
    accuse
        Called with what was tried, in words; it ends the process.
    """
    writing, changes, two_paths, processes, limits = WRITING, CHANGES, TWO_PATHS, PROCESSES, LIMITS
    realpath, fsdecode = os.path.realpath, os.fsdecode

    def below(*folders: str) -> tuple[str, ...]:
        real = [realpath(folder).rstrip("/") for folder in folders]
        return tuple(f"{folder}/" for folder in real)

    inside, seen = below(scratch, os.devnull), below(scratch, os.devnull, *readable)

    def within(path: Any, places: tuple[str, ...]) -> bool:
        return isinstance(path, int) or f"{realpath(fsdecode(path))}/".startswith(places)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = args
            writes = (flags or 0) & writing or any(c in str(mode or "") for c in "wax+")
            if path is not None and not within(path, inside if writes else seen):
                accuse(f"{'write to' if writes else 'read'} {fsdecode(path)}")
        elif event.startswith("socket."):
            accuse(f"use the network ({event})")
        elif event in processes:
            accuse(f"start or signal processes ({event})")
        elif event in changes or event in two_paths:
            for path in args[: 2 if event in two_paths else 1]:
                if not within(path, inside):
                    accuse(f"change {fsdecode(path)} ({event})")
        elif event in limits:
            accuse(f"change its limits ({event})")

    return hook
