"""Seccomp: a process gives up, for good, all system calls but those it needs.

What is on no list is refused (`PermissionError`); calls that no honest program of a single process makes
end it at once, so that a participant cannot hide them. Refused is also what would let participants talk
to each other, or to themselves in a later game: locks on files that all can read, pipes (their numbers
are counted for the whole machine), what is free on disks and in memory, which files lie in memory, clocks
of other processes.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import platform
import struct
from collections.abc import Sequence

from simkit.studies.tournament.linux import PR_SET_NO_NEW_PRIVS, prctl, syscall

# Name, number on x86_64, number on aarch64 ("-": it has none); those used most come first.
ALLOWED = """
    read 0 63, write 1 64, close 3 57, fstat 5 80, newfstatat 262 79, lseek 8 62, mmap 9 222,
    munmap 11 215, mremap 25 216, mprotect 10 226, brk 12 214, rt_sigaction 13 134,
    rt_sigprocmask 14 135, rt_sigreturn 15 139, getrandom 318 278,

    readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70,
    creat 85 -, close_range 436 436, stat 4 -, lstat 6 -, statx 332 291, access 21 -,
    faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -,
    getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50, mkdir 83 -, mkdirat 258 34,
    rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38, renameat2 316 276,
    link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36, ftruncate 77 46, fsync 74 82,
    fdatasync 75 83, copy_file_range 326 285, sendfile 40 71, umask 95 166, dup 32 23, dup2 33 -,
    dup3 292 24, poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -,
    epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, eventfd2 290 19,

    msync 26 227, membarrier 324 283, sigaltstack 131 132, rt_sigpending 127 136,
    rt_sigsuspend 130 133, rt_sigtimedwait 128 137, pause 34 -, restart_syscall 219 128,
    set_robust_list 273 99, set_tid_address 218 96, rseq 334 293, arch_prctl 158 -, exit 60 93,
    exit_group 231 94,

    nanosleep 35 101, gettimeofday 96 169, time 201 -, getitimer 36 102, setitimer 38 103,
    alarm 37 -, times 100 153, uname 63 160, getpid 39 172, gettid 186 178, getppid 110 173,
    getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177, getgroups 115 158,
    getresuid 118 148, getresgid 120 150, getpgrp 111 -, getrlimit 97 163, getcpu 309 168,
    sched_yield 24 124, capget 125 90
"""
ENDING = """
    fork 57 -, vfork 58 -, execve 59 221, execveat 322 281, tkill 200 130, rt_sigqueueinfo 129 138,
    rt_tgsigqueueinfo 297 240, pidfd_send_signal 424 424, pidfd_getfd 438 438, ptrace 101 117,
    process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440, kcmp 312 272,
    mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, move_mount 429 429,
    open_tree 428 428, fsopen 430 430, mount_setattr 442 442, unshare 272 97, setns 308 268,
    open_by_handle_at 304 265, bpf 321 280, perf_event_open 298 241, userfaultfd 323 282,
    io_uring_setup 425 425, keyctl 250 219, add_key 248 217, request_key 249 218, shmget 29 194,
    msgget 68 186, semget 64 190, mq_open 240 180
"""
CHECKED = """
    futex 202 98, openat 257 56, open 2 -, clock_gettime 228 113, clock_getres 229 114,
    clock_nanosleep 230 115, madvise 28 233, fallocate 285 47, openat2 437 437, preadv2 327 286,
    pwritev2 328 287, futex_waitv 449 449, getpgid 121 155, getsid 124 156, getpriority 140 141,
    sched_getaffinity 204 123, fcntl 72 25, ioctl 16 29, prctl 157 167, prlimit64 302 261,
    kill 62 129, tgkill 234 131, clone 56 220, clone3 435 435
"""
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, name in the filter

ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
UNKNOWN = 0x00050000 | errno.ENOSYS  # the C library then tries an older call
LOAD, EQUAL, ANY_BIT, MASK, RETURN = 0x20, 0x15, 0x45, 0x54, 0x06  # instructions of a filter
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16  # where a filter finds them
FILTER, ALL_THREADS = 1, 1
CLONE_THREAD = 0x10000
FILE_COMMANDS = (0, 1, 2, 3, 4, 1030)  # copies and flags; no owner, no lease, no lock
DEVICE_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # a terminal? how much?
OWN_ATTRIBUTES = (15, 16, 0x53564D41)  # names of the process and of its memory
CLOCKS = tuple(range(12))  # negative numbers are the clocks of other processes
ADVICE = (0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 18, 19)  # nothing that throws files out of memory
PRIVATE_FUTEX = 128
NAMELESS = 0o20000000  # of O_TMPFILE

Instruction = tuple[int, int, int, int]  # what, steps if so, steps if not, number


@functools.cache
def _table(text: str, column: int) -> tuple[tuple[str, int], ...]:
    rows = [row.split() for row in text.replace("\n", " ").split(",")]
    return tuple((name, int(numbers[column])) for name, *numbers in rows if numbers[column] != "-")


def _only(place: int, values: Sequence[int], otherwise: int, mask: int = 0) -> list[Instruction]:
    """Return instructions that end with `otherwise` unless a word, or bits of it, has a certain value."""
    bits = [(MASK, 0, 0, mask)] if mask else []
    compare = [(EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
    return [(LOAD, 0, 0, place), *bits, *compare, (RETURN, 0, 0, otherwise)]


def _opens(place: int) -> list[Instruction]:
    """Return instructions that refuse files without a name, and to empty files that are opened to read.

    Landlock before its third version takes a file that is emptied for one that is read, and does not ask
    at all about one that is opened with both bits for writing.
    """
    ways = (os.O_RDONLY, os.O_WRONLY, os.O_RDWR, *(os.O_TRUNC | way for way in (1, 2)))
    return [
        (LOAD, 0, 0, place),
        (ANY_BIT, 0, 1, NAMELESS),
        (RETURN, 0, 0, REFUSE),
        *_only(place, ways, REFUSE, os.O_TRUNC | os.O_WRONLY | os.O_RDWR),
    ]


def _checks(name: str) -> list[Instruction]:
    """Return what is asked of a call's arguments."""
    first, second, third = (ARGUMENTS + 8 * i for i in range(3))
    allow = (RETURN, 0, 0, ALLOW)
    match name:
        case "futex":  # in memory of one's own: one in a file that all can read would reach others
            private = (ANY_BIT, 1, 0, PRIVATE_FUTEX)
            return [(LOAD, 0, 0, second), private, (RETURN, 0, 0, REFUSE), allow]
        case "open" | "openat":
            return [*_opens(second if name == "open" else third), allow]
        case "clock_gettime" | "clock_getres" | "clock_nanosleep":
            return [*_only(first, CLOCKS, REFUSE), allow]
        case "madvise":
            return [*_only(third, ADVICE, REFUSE), allow]
        case "fallocate":  # a mode may take room on the disk that no size shows
            return [*_only(second, [0], REFUSE), allow]
        case "getpgid" | "getsid" | "sched_getaffinity":
            return [*_only(first, [0, os.getpid()], REFUSE), allow]
        case "getpriority":
            return [*_only(second, [0, os.getpid()], REFUSE), allow]
        case "fcntl":
            return [*_only(second, FILE_COMMANDS, REFUSE), allow]
        case "ioctl":
            return [*_only(second, DEVICE_COMMANDS, REFUSE), allow]
        case "prctl":
            return [*_only(first, OWN_ATTRIBUTES, REFUSE), allow]
        case "prlimit64":  # of this process, and only to ask
            asks = [*_only(third, [0], REFUSE), *_only(third + 4, [0], REFUSE)]
            return [*_only(first, [0], REFUSE), *asks, allow]
        case "kill" | "tgkill":
            return [*_only(first, [os.getpid()], KILL), allow]
        case "clone":  # a thread is refused, a process is the end
            thread = (ANY_BIT, 0, 1, CLONE_THREAD)
            return [(LOAD, 0, 0, first), thread, (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, KILL)]
        case _:  # what it is asked for stands where a filter cannot see it
            return [(RETURN, 0, 0, UNKNOWN)]


def program() -> list[Instruction]:
    """Return the filter for this process on this machine."""
    if platform.machine() not in MACHINES:
        raise OSError(f"seccomp: the system calls of {platform.machine()} are not known")
    column, machine = MACHINES[platform.machine()]
    found = [*_only(MACHINE, [machine], KILL), (LOAD, 0, 0, NUMBER)]
    blocks = [(number, [(RETURN, 0, 0, ALLOW)]) for _, number in _table(ALLOWED, column)]
    blocks += [(number, _checks(name)) for name, number in _table(CHECKED, column)]
    blocks += [(number, [(RETURN, 0, 0, KILL)]) for _, number in _table(ENDING, column)]
    for number, block in blocks:
        found += [(EQUAL, 0, len(block), number), *block]
    return [*found, (RETURN, 0, 0, REFUSE)]


def restrict() -> None:
    """Leave this process, and all it may start, only the calls that are allowed."""
    steps = program()
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    head = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    syscall("seccomp", FILTER, ALL_THREADS, head)
