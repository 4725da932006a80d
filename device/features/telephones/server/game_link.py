"""The server's end of the socket to the game: the latest state, and requests with their replies."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from device.features.telephones.game.requests import CannotListen, Listening, Request, to_line
from device.untrusted import Boundary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONGEST_STATE = 1 << 20
"""Bytes of a snapshot; the longest is about 16 KB."""
REPLY_WITHIN = 5.0
"""s; a game that does not reply is busy or gone, and the telephone is told so."""
MOST_WAITING = 64
"""Requests that wait for a reply; more are refused at once."""
TRY_AGAIN_AFTER = 0.5
GONE_AFTER = 60.0
"""s without the game after which the server ends, unless it is told to stay."""
CLOSED_AFTER = 4.0
"""s without the game's socket: telephones are switched off, and a program that starts again has it back by then."""
LOOK_EVERY = 2.0
"""s between two looks at the addresses of this machine."""
NO_LIMIT = float("inf")


class GameLine(msgspec.Struct):
    """A line of the game: the secret, the state, or what became of the request with the number `reply`."""

    secret: str | None = None
    state: dict[str, Any] | None = None
    reply: int | None = None
    refused: str | None = None
    placeholders: dict[str, Any] = msgspec.field(default_factory=dict, name="with")


_lines = Boundary[GameLine]("the game's lines", GameLine, LONGEST_STATE)


class GameBusyError(Exception):
    """The game cannot be asked now."""


class GameLink:
    """Stays connected. `changed` is called whenever the state or the secret has changed."""

    def __init__(self, path: Path, listening: Callable[[], Listening | CannotListen]) -> None:
        self._path, self._listening = path, listening
        self.state: dict[str, Any] | None = None
        self.secret = ""
        self.changed: Callable[[], None] = lambda: None
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[GameLine]] = {}
        self._number = secrets.randbelow(1 << 30)
        self._was_told = False
        """The game has told something since this server connected to it last."""

    async def stay_connected(self, gone_after: float = GONE_AFTER) -> None:
        """Connect, again and again; returns once the game has been away for so many seconds, or its socket is gone.

        A game that hangs up without a word has another server: for this one it is away.
        """
        clock = asyncio.get_running_loop().time
        seen = clock()
        closed_after = CLOSED_AFTER if gone_after < NO_LIMIT else NO_LIMIT
        while clock() - seen < (gone_after if self._path.exists() else min(gone_after, closed_after)):
            with suppress(OSError, ValueError, asyncio.LimitOverrunError):
                self._was_told = False
                reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_STATE)
                try:
                    await self._listen(reader)
                finally:
                    self._hang_up()
                    seen = clock() if self._was_told else seen
            await asyncio.sleep(TRY_AGAIN_AFTER)

    def number(self) -> int:
        """The number of the next request."""
        self._number += 1
        return self._number

    async def ask(self, request: Request) -> GameLine:
        """The game's reply. Raises `GameBusyError` if there is none."""
        if self._writer is None or len(self._waiting) >= MOST_WAITING:
            raise GameBusyError
        reply = self._waiting[request.id] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(to_line(request))
            return await asyncio.wait_for(reply, REPLY_WITHIN)
        except (OSError, TimeoutError) as problem:
            raise GameBusyError from problem
        finally:
            self._waiting.pop(request.id, None)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        telling = asyncio.ensure_future(self._tell_where())
        try:
            await self._hear_all(reader)
        finally:
            telling.cancel()

    async def _tell_where(self) -> None:
        """Tell the game where telephones reach this server, and again whenever a network has come or gone."""
        told = None
        while self._writer is not None:
            if (where := self._listening()) != told:
                self._writer.write(to_line(where))
                told = where
            await asyncio.sleep(LOOK_EVERY)

    async def _hear_all(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            self._hear(_lines.read(line))

    def _hear(self, told: GameLine) -> None:
        self._was_told = True
        if told.reply is not None:
            reply = self._waiting.get(told.reply)
            if reply is not None and not reply.done():
                reply.set_result(told)
            return
        self.secret = self.secret if told.secret is None else told.secret
        self.state = self.state if told.state is None else told.state
        self.changed()

    def _hang_up(self) -> None:
        """Who waits for a reply waits in vain; the last state is still shown."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for reply in self._waiting.values():
            if not reply.done():
                reply.set_exception(GameBusyError())
