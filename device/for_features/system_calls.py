"""Calls to the Linux kernel that Python does not know, by the C library."""

from __future__ import annotations

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that this process gets once the thread that has started it is gone."""
SIGKILL = 9

_c = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *values: int) -> None:
    """`prctl(2)`. Raises `OSError`."""
    _checked(_c.prctl(option, *map(ctypes.c_ulong, (*values, 0, 0, 0, 0)[:4])))


def syscall(number: int, *values: object) -> int:
    """`syscall(2)`; a value is a number, or a value of `ctypes`. Returns what the kernel says. Raises `OSError`."""
    return _checked(_c.syscall(*(ctypes.c_long(it) if isinstance(it, int) else it for it in (number, *values))))


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process as soon as process `parent`, which has started it, is gone.

    However that ends, also by a kill, and whatever this process is at. If it is gone already, this one ends now.
    """
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
