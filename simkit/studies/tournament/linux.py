"""Call the Linux kernel where Python's standard library has no function for it."""

from __future__ import annotations

import ctypes
import functools
import os
import platform

NUMBERS = {
    "x86_64": {
        "capset": 126, "pivot_root": 155, "unshare": 272, "seccomp": 317,
    },
    "aarch64": {
        "capset": 91, "pivot_root": 41, "unshare": 97, "seccomp": 277,
    },
}  # fmt: skip
EVERYWHERE = {
    "mount_setattr": 442,
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
}
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
CAPABILITY_VERSION = 0x20080522
SIGKILL = 9


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(name: str, *args: object) -> int:
    """Call the kernel by the name of a system call; return its result.

    Raises
    ------
    OSError
        If the kernel refuses, or the number of the call is not known for this processor.
    """
    number = {**EVERYWHERE, **NUMBERS.get(platform.machine(), {})}.get(name)
    if number is None:
        raise OSError(f"{name}: not known on {platform.machine()}")
    function = _libc().syscall
    function.restype = ctypes.c_long
    words = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    return _checked(function(ctypes.c_long(number), *words), name)


def prctl(option: int, value: int) -> None:
    """Change an attribute of this process."""
    words = [ctypes.c_ulong(word) for word in (value, 0, 0, 0)]
    _checked(_libc().prctl(ctypes.c_int(option), *words), f"prctl({option})")


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """Mount a file system."""
    done = _libc().mount(
        os.fsencode(source),
        os.fsencode(target),
        kind.encode(),
        ctypes.c_ulong(flags),
        options.encode(),
    )
    _checked(done, f"mount {kind or source} on {target}")


def detach(target: str) -> None:
    """Unmount a file system, now or when nobody uses it any more."""
    _checked(_libc().umount2(os.fsencode(target), 2), f"unmount {target}")


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("the organiser has ended")


def give_up_privileges() -> None:
    """Drop all capabilities of this process, and the way to new ones."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_DUMPABLE, 0)  # no image of it is stored anywhere when it crashes
    head = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    syscall("capset", ctypes.byref(head), ctypes.byref(none))
