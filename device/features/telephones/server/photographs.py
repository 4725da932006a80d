"""The photographs that telephones have sent: received into memory, read one after the other, then only what they show.

Nothing is written to the disk. A photograph lies in a file of the memory (memfd_create(2)) until it is read, outside of
this process's own memory, and is gone after that.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.features.telephones.server.feed import ended
from device.features.telephones.server.reader_process import NotReadError, ReaderProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

LONGEST_PHOTOGRAPH = 16 << 20
"""Bytes of one photograph."""
MOST_HELD = 3
"""Photographs that are being received, wait or are read. There is room for them in the unit's memory."""
ROOM_WITHIN = 10.0
"""s in which there has to be room for another one; then its telephone is asked to try again."""
MOST_KNOWN = 100
"""Photographs whose content is known; the oldest is forgotten first."""
LONGEST_READING = 1 << 15
"""Bytes of a photograph's content; a table for seven takes 20,000."""
MOST_TOGETHER = 16
"""Photographs of one table."""


class NoRoomError(Exception):
    """Other photographs have to be read first."""


class TooLargeError(Exception):
    """A photograph is longer than it may be."""


class ForgottenError(Exception):
    """A photograph is no longer known."""


@dataclass(slots=True)
class SentPhotograph:
    """`state`: waiting, reading, read or refused. `why`: why it is refused, a key. `reading`: what it shows."""

    state: str = "waiting"
    why: str = ""
    reading: dict[str, Any] | None = None


class Photographs:
    """Receives photographs and has them read. They are named by a word that nobody can guess."""

    def __init__(self, reader: ReaderProcess) -> None:
        self._reader = reader
        self._room = asyncio.Semaphore(MOST_HELD)
        self._known: OrderedDict[str, SentPhotograph] = OrderedDict()
        self._waiting: asyncio.Queue[tuple[SentPhotograph, str, int]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    async def receive(self, pieces: AsyncIterator[bytes], job: str = "picture") -> str:
        """Take a photograph as it comes in, and return its name. `job`: it shows a table, or "cards" of a turn.

        Raises `NoRoomError` or `TooLargeError`.
        """
        try:
            await asyncio.wait_for(self._room.acquire(), ROOM_WITHIN)
        except TimeoutError:
            raise NoRoomError from None
        file = -1
        try:
            file = os.memfd_create("photograph", os.MFD_CLOEXEC)
            await _fill(file, pieces)
        except BaseException:
            self._let_go(file)
            raise
        name = secrets.token_urlsafe(12)
        photograph = self._known[name] = SentPhotograph()
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        self._waiting.put_nowait((photograph, job, file))
        if self._worker is None:
            self._worker = asyncio.ensure_future(self._read_all())
        return name

    def named(self, name: str) -> SentPhotograph:
        """A photograph. Raises `ForgottenError`."""
        try:
            return self._known[name]
        except KeyError:
            raise ForgottenError from None

    async def score(self, names: Sequence[str], request: dict[str, Any]) -> dict[str, Any]:
        """What these photographs show together, with what else was given. Raises `ForgottenError` or `NotReadError`."""
        readings = [self.named(name).reading for name in names]
        if None in readings:
            raise ForgottenError
        file = os.memfd_create("score", os.MFD_CLOEXEC)
        try:
            os.write(file, json.dumps({"readings": readings, **request}).encode())
            return await self._reader.run("score", file)
        finally:
            os.close(file)

    async def close(self) -> None:
        """Stop reading."""
        await self._reader.close()
        if self._worker is not None:
            await ended(self._worker)

    async def _read_all(self) -> None:
        while True:
            photograph, job, file = await self._waiting.get()
            photograph.state = "reading"
            try:
                self._keep(photograph, await self._reader.run(job, file))
            except (NotReadError, OSError):
                photograph.state, photograph.why = "refused", "photo_not_read"
            finally:
                self._let_go(file)

    def _keep(self, photograph: SentPhotograph, answer: dict[str, Any]) -> None:
        reading, why = answer.get("reading"), answer.get("refused")
        if isinstance(reading, dict) and len(json.dumps(reading)) <= LONGEST_READING:
            photograph.reading, photograph.state = reading, "read"
        else:
            photograph.state, photograph.why = "refused", why if isinstance(why, str) else "photo_not_read"

    def _let_go(self, file: int) -> None:
        if file >= 0:
            os.close(file)
        self._room.release()


async def _fill(file: int, pieces: AsyncIterator[bytes]) -> None:
    length = 0
    async for piece in pieces:
        length += len(piece)
        if length > LONGEST_PHOTOGRAPH:
            raise TooLargeError
        os.write(file, piece)
