"""Landlock: a process gives up, for good, all files but those it names.

Landlock says nothing of reading or changing a file's attributes (`stat`, `chmod`, `utime`): changing them
is refused by `seccomp`.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence

from simkit.studies.tournament.linux import PR_SET_NO_NEW_PRIVS, prctl, syscall

WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(1, 6))
MAKE_DIR, MAKE_FILE, MAKE_LINK = 1 << 7, 1 << 8, 1 << 12
REFER, TRUNCATE = 1 << 13, 1 << 14
READ = READ_FILE | READ_DIR
WRITE = WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_FILE | MAKE_LINK | REFER | TRUNCATE
OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # version: how many rights to files it knows
NETWORK = 0b11  # to bind, to connect
SCOPES = 0b11  # abstract sockets, signals
VERSION_ONLY, BENEATH = 1, 1


def version() -> int:
    """Return the version of Landlock that the kernel offers."""
    return syscall("landlock_create_ruleset", None, 0, VERSION_ONLY)


def restrict(readable: Sequence[str], writable: Sequence[str]) -> None:
    """Leave this process nothing but the files and folders named; no network, no signals to others."""
    offered = version()
    handled = (1 << RIGHTS[min(offered, max(RIGHTS))]) - 1
    fields = [handled, NETWORK, SCOPES][: 1 if offered < 4 else 2 if offered < 6 else 3]
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    rules = syscall(
        "landlock_create_ruleset", ctypes.create_string_buffer(attributes), len(attributes), 0
    )
    try:
        for rights, paths in ((READ, readable), (READ | WRITE, writable)):
            for path in paths:
                _allow(rules, path, rights & handled)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        syscall("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        allowed = rights if os.path.isdir(path) else rights & OF_FILES
        rule = ctypes.create_string_buffer(struct.pack("=Qi", allowed, handle))
        syscall("landlock_add_rule", rules, BENEATH, rule, 0)
    finally:
        os.close(handle)
