"""Starts the process that reads photographs, one at a time, and ends it if it does not answer.

It is a child of the server, in the server's sandbox, and not of the game's process: a picture from a stranger is
decoded where neither games nor settings nor the table can be reached, and where a booking never waits for it. It limits
itself further before it looks at the picture (`device.features.telephones.photographs.confinement`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from device.for_features.local_link.server_process import server_environment
from device.untrusted import read_json

if TYPE_CHECKING:
    from collections.abc import Sequence

READER = (sys.executable, "-m", "device.features.telephones.photographs")
WITHIN = 120.0
"""s for an answer; then the process is killed."""
LONGEST_ANSWER = 1 << 16
"""Bytes. A table for seven takes 20,000."""
MOST_PIXELS = 64_000_000
"""In a photograph; OpenCV refuses more by its head, before it takes memory for them."""
SPARING = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS),
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""In the environment of the process: one thread, little memory."""


class NotReadError(Exception):
    """There is no answer: it took too long, or too much memory, or the process broke."""


class ReaderProcess:
    """Runs one job at a time; who comes later waits."""

    def __init__(self, command: Sequence[str] = READER, within: float = WITHIN) -> None:
        self._command, self._within = tuple(command), within
        self._turn = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._closed = False

    async def run(self, job: str, file: int) -> dict[str, Any]:
        """The answer to a job whose input is the open file `file`. Raises `NotReadError`."""
        async with self._turn:
            if self._closed:
                raise NotReadError
            os.lseek(file, 0, os.SEEK_SET)
            child = self._child = await asyncio.create_subprocess_exec(
                *self._command,
                "--parent",
                str(os.getpid()),
                job,
                stdin=file,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=server_environment() | SPARING,
            )
            try:
                return await asyncio.wait_for(_answer(child), self._within)
            except (TimeoutError, ValueError) as problem:
                if not self._closed:
                    logging.getLogger(__name__).warning("%s: not read: %r", job, problem)
                raise NotReadError from problem
            finally:
                await _end(child)

    async def close(self) -> None:
        """End what runs, and run nothing more."""
        self._closed = True
        if self._child is not None:
            await _end(self._child)
        async with self._turn:
            pass


async def _end(child: asyncio.subprocess.Process) -> None:
    if child.returncode is None:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


async def _answer(child: asyncio.subprocess.Process) -> dict[str, Any]:
    """What the process says. Raises `ValueError` if that is no answer."""
    assert child.stdout is not None
    said = b""
    while piece := await child.stdout.read(LONGEST_ANSWER):
        said += piece
        if len(said) > LONGEST_ANSWER:
            raise ValueError("the answer is too long")
    if status := await child.wait():
        raise ValueError(f"ended with status {status}")
    return read_json(said, dict[str, Any])
