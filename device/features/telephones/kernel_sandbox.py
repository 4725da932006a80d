"""What the kernel itself forbids a process for the rest of its life: Landlock (landlock(7)) and seccomp (seccomp(2)).

Both are asked for without a library (`device.for_features.system_calls`). A kernel may have one, both or none of them.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.for_features.system_calls import prctl, syscall

if TYPE_CHECKING:
    from collections.abc import Callable

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF, LANDLOCK_CREATE_RULESET_VERSION = 444, 446, 1
FILE_ACCESS = {1: 13, 2: 14, 3: 15, 5: 16}
"""Landlock's version -> the kinds of access to files that it knows, one bit each."""
NETWORK_ACCESS, NETWORK_FROM = 0b11, 4
"""To connect by TCP, and to accept; and the version that knows them."""
SCOPES, SCOPES_FROM = 0b11, 6
"""Abstract sockets and signals to processes outside; and the version that knows them."""
STATUS = Path("/proc/self/status")

# The only calls that reading, computing, answering and ending need. Everything that names a file, a process or an
# address is missing, and so is everything that makes a process, a socket or a descriptor.
CALLS = {
    "x86_64": (
        0xC000003E,
        {
            "read": 0, "write": 1, "close": 3, "fstat": 5, "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11,
            "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "pread64": 17, "writev": 20,
            "sched_yield": 24, "mremap": 25, "madvise": 28, "nanosleep": 35, "getpid": 39, "exit": 60,
            "sigaltstack": 131, "gettid": 186, "futex": 202, "sched_getaffinity": 204, "restart_syscall": 219,
            "clock_gettime": 228, "clock_nanosleep": 230, "exit_group": 231, "getrandom": 318, "rseq": 334,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "close": 57, "lseek": 62, "read": 63, "write": 64, "writev": 66, "pread64": 67, "fstat": 80, "exit": 93,
            "exit_group": 94, "futex": 98, "nanosleep": 101, "clock_gettime": 113, "clock_nanosleep": 115,
            "sched_getaffinity": 123, "sched_yield": 124, "restart_syscall": 128, "sigaltstack": 132,
            "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "getpid": 172, "gettid": 178, "brk": 214,
            "munmap": 215, "mremap": 216, "mmap": 222, "mprotect": 226, "madvise": 233, "getrandom": 278, "rseq": 293,
        },
    ),
}  # fmt: skip
"""Machine -> its number in the kernel (linux/audit.h), and the numbers of the system calls that are allowed."""

LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
"""Instructions of a filter (linux/bpf_common.h)."""
NUMBER_AT, MACHINE_AT = 0, 4
"""Where the number of the call and of the machine are in what a filter sees (struct seccomp_data)."""
ALLOWED, REFUSED = 0x7FFF0000, 0x00050000 | 1
"""Refused calls fail with EPERM."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def forbid_places() -> bool:
    """From now on this process opens no file, connects nowhere, and sends no signal to others (Landlock).

    It needs a free descriptor while it is asked for. False where the kernel has none.
    """
    return _done(_landlock)


def forbid_calls() -> bool:
    """From now on this process can compute, read and write what is open, and end (seccomp). False without seccomp."""
    return _done(_seccomp)


def offered() -> tuple[str, ...]:
    """What this kernel and machine have of "landlock" and "seccomp"; nothing is changed."""
    seccomp = False
    with suppress(OSError):
        seccomp = "\nSeccomp_filters:" in STATUS.read_text("ascii", "replace") and _calls_are_known()
    found = {"landlock": _landlock_version() > 0, "seccomp": seccomp}
    return tuple(name for name, there in found.items() if there)


def _done(ask: Callable[[], None]) -> bool:
    """Processes and threads that are started later inherit what is asked for."""
    try:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        ask()
    except OSError:
        return False
    return True


def _landlock_version() -> int:
    """0 where the kernel has none, or it is switched off."""
    try:
        return syscall(LANDLOCK_CREATE_RULESET, ctypes.c_void_p(None), 0, LANDLOCK_CREATE_RULESET_VERSION)
    except OSError:
        return 0


def _landlock() -> None:
    """Forbid every kind of access that this version knows; there is no rule that allows any."""
    version = _landlock_version()
    files = max((bits for since, bits in FILE_ACCESS.items() if since <= version), default=0)
    network = NETWORK_ACCESS if version >= NETWORK_FROM else 0
    scopes = SCOPES if version >= SCOPES_FROM else 0
    attributes = struct.pack("<QQQ", (1 << files) - 1, network, scopes)
    size = 24 if version >= SCOPES_FROM else 16 if version >= NETWORK_FROM else 8
    rules = syscall(LANDLOCK_CREATE_RULESET, ctypes.c_char_p(attributes), size, 0)
    try:
        syscall(LANDLOCK_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _seccomp() -> None:
    """Refuse all system calls but those of `CALLS`, and those of another kind of machine."""
    if not _calls_are_known():
        raise OSError
    filter_ = _filter(*CALLS[platform.machine()])
    program = _Program(len(filter_) // 8, filter_)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(program))


def _calls_are_known() -> bool:
    """False also for a program of 32 bits on a machine of 64."""
    return platform.machine() in CALLS and sys.maxsize > 1 << 32


def _filter(machine: int, calls: dict[str, int]) -> bytes:
    """Compares the machine, then one call after the other; a match jumps to the last instruction, which allows."""
    count = len(calls)
    steps = [
        (LOAD, 0, 0, MACHINE_AT),
        (JUMP_IF_EQUAL, 1, 0, machine),
        (RETURN, 0, 0, REFUSED),
        (LOAD, 0, 0, NUMBER_AT),
        *((JUMP_IF_EQUAL, count - place, 0, number) for place, number in enumerate(sorted(calls.values()))),
        (RETURN, 0, 0, REFUSED),
        (RETURN, 0, 0, ALLOWED),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
