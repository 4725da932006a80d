"""What the process that reads a stranger's picture may not do any more. Once set it cannot be lifted."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path

from device.features.telephones.kernel_sandbox import forbid_calls, forbid_places

ADDRESSES = 1 << 30
"""Bytes of addresses. Reading 16 million pixels takes three quarters of it; a third of that is really used."""
MEMORY = 288 << 20
"""Bytes that it may really use: 64 million pixels, as a telephone stores them, take 241 MB. Pictures of other kinds
that have to be kept whole while they are decoded (progressive ones above 24 million pixels) take more, up to 544.
"""
FOR_CARDS = 160 << 20
"""Bytes more where the owner's pictures are compared: OpenBLAS reserves 128 MB and uses few of them, 139 pictures take
60."""
SECONDS = 100
"""Of processor time; a photograph takes 2 to 4 s on a desktop computer and some ten times as long on a small Pi."""
FIRST_TO_GO = "1000"
"""If memory runs out the system ends this process first, and neither the game nor the server."""


def confine(memory: int = MEMORY) -> None:
    """From now on this process can compute, read and write what is open, and end: the picture, and the pipe back.

    It reaches no file by its name, no socket and no other process, and starts none; modules cannot be imported any
    more. Where the kernel has neither Landlock nor seccomp only the limits hold.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")
    forbid_places()
    limit(memory)
    forbid_calls()


def limit(memory: int = MEMORY, addresses: int = ADDRESSES) -> None:
    """It opens no file and no socket, starts no process (root may), writes no file, and ends in time."""
    limits = {
        resource.RLIMIT_AS: addresses,
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 0,
    }
    for limit, most in limits.items():
        hard = resource.getrlimit(limit)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (allowed, allowed))
