"""Streams to telephones: the whole state first, then each change, and only the newest one to who is slow."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from device.features.telephones.server.views import changes, view_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST_STREAMS = 240
"""Telephones that read along; more are asked to come back later."""
ALIVE_EVERY = 15.0
"""s; a comment, so that both ends notice when the other one is gone."""
ALIVE = b": \n\n"


class Feed:
    """The states in their order, and who waits for the next one."""

    def __init__(self) -> None:
        self._states: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._secret = ""
        self._next = asyncio.Event()
        self.streams = 0
        self._message = lru_cache(maxsize=64)(self._worked_out)

    @property
    def is_full(self) -> bool:
        """True if nobody else may read along."""
        return self.streams >= MOST_STREAMS

    def publish(self, state: dict[str, Any] | None, secret: str) -> None:
        """The game has told something new."""
        if state is not None and state is not self._states.get(self._number):
            self._number += 1
            self._states[self._number] = state
            self._states.pop(self._number - 32, None)
        self._secret = secret
        self._next.set()
        self._next = asyncio.Event()

    async def stream(self, wonder: str, language: str) -> AsyncIterator[bytes]:
        """Server-sent events for a telephone, until the secret is another one."""
        self.streams += 1
        try:
            secret, told = self._secret, 0
            while secret == self._secret:
                coming = self._next
                if told != self._number:
                    message = self._message(told if told in self._states else 0, self._number, wonder, language)
                    told = self._number
                    if message:
                        yield message
                    continue
                try:
                    await asyncio.wait_for(coming.wait(), ALIVE_EVERY)
                except TimeoutError:
                    yield ALIVE
        finally:
            self.streams -= 1

    def _worked_out(self, told: int, number: int, wonder: str, language: str) -> bytes:
        """The event that leads from one state to another, the same for everybody who gets it; b"" if it is the same."""
        after = view_of(self._states[number], wonder, language)
        if told:
            before = view_of(self._states[told], wonder, language)
            begins = (before["stage"] == "setup") != (after["stage"] == "setup")
            change = None if begins else changes(before, after)  # a game's first state is whole, as for who joins then
            if change is not None:
                return _event({"change": change}) if change else b""
        return _event({"state": after})


def _event(content: object) -> bytes:
    return b"data: " + json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


async def ended(*tasks: asyncio.Task[Any]) -> None:
    """Stop what still runs."""
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
