"""Namespaces: a process gets a file system, a network and shared memory of its own, all but empty."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence

from simkit.studies.tournament.linux import detach, mount, syscall

USER, FILES, NETWORK, SHARED_MEMORY, HOST_NAME = (
    0x10000000, 0x00020000, 0x40000000, 0x08000000, 0x04000000,
)  # fmt: skip
NOSUID, NODEV, NOEXEC, BIND, RECURSIVE, PRIVATE = 2, 4, 8, 1 << 12, 1 << 14, 1 << 18
READ_ONLY, ALL_BELOW, HERE = 1, 0x8000, -100  # of mount_setattr
FOLDERS = (
    4096  # entries of the new file system's frame: folders, links and empty files to mount upon
)


def enter(readable: Sequence[str], scratch: str, megabytes: float, files: int) -> None:
    """Move this process into a file system that holds what is readable, and an empty scratch folder.

    Parameters
    ----------
    readable
        Files and folders that exist there, read-only, under the names they have.
    scratch
        The folder to write to: in memory, gone with the process. It must exist and be empty.
    megabytes, files
        How much it holds; the kernel refuses more.
    """
    user, group = os.geteuid(), os.getegid()
    syscall("unshare", USER | FILES | NETWORK | SHARED_MEMORY | HOST_NAME)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    mount("none", "/", "", RECURSIVE | PRIVATE)
    root = scratch
    mount("tmpfs", root, "tmpfs", NOSUID | NODEV, f"mode=755,size=1m,nr_inodes={FOLDERS}")
    for path in without_nested(readable):
        _show(root, path)
    os.makedirs(root + scratch)
    change = ctypes.create_string_buffer(struct.pack("=4Q", READ_ONLY, 0, 0, 0))
    syscall("mount_setattr", HERE, os.fsencode(root), ALL_BELOW, change, 32)
    limits = f"mode=700,size={int(megabytes * (1 << 20))},nr_inodes={files + 1}"
    mount("tmpfs", root + scratch, "tmpfs", NOSUID | NODEV | NOEXEC, limits)
    os.chdir(root)
    syscall("pivot_root", b".", b".")
    detach(".")
    os.chdir(scratch)


def without_nested(paths: Sequence[str]) -> list[str]:
    """Return paths, sorted, without those below another of them."""
    found: list[str] = []
    for path in sorted(set(paths)):
        if not any(path == other or path.startswith(other.rstrip("/") + "/") for other in found):
            found.append(path)
    return found


def _show(root: str, path: str) -> None:
    """Make a file or folder visible below a new root, with the links on the way to it."""
    real = "/"
    for part in path.strip("/").split("/"):
        here = os.path.join(real, part)
        if os.path.islink(here):
            if not os.path.islink(root + here):
                os.symlink(os.readlink(here), root + here)
            return _show(root, os.path.realpath(here) + path[len(here) :])
        real = here
        if os.path.isdir(here):
            os.makedirs(root + here, exist_ok=True)
    if not os.path.isdir(path):
        with open(root + path, "x", encoding="ascii"):
            pass
    return mount(path, root + path, "", BIND | RECURSIVE)
