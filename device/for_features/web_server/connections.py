"""How many connections the server has, of whom, and for how long: all limits of connections stand here.

A connection that has not asked for anything makes room for the next one, so nobody is shut out by silence alone; and
where all have asked, one of the address that has most makes room.
"""

from __future__ import annotations

import logging
import resource
import time
from collections import Counter
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import Callable, Iterable

MOST_CONNECTIONS = 300
"""At once; a telephone that reads along has one."""
MOST_OF_ONE = 40
"""Of one address: a telephone opens six at most. A machine has many IPv6 addresses, so there the network counts."""
KEPT_BACK = 160
"""Open files that are no connections: the listener, photographs, the reader, and what one round accepts (`BACKLOG`)."""
BACKLOG = 64
"""Connections that wait to be accepted, and that are accepted at once."""
ASKED_WITHIN = 5.0
"""s in which a connection must have asked for something; who sends letter by letter is hung up on."""
ANSWERED_WITHIN = 90.0
"""s for what is no stream of events: a photograph may take 60 to come in. Who does not read is hung up on."""
STREAM = "/events"
LOGGED_EVERY = 60.0


def most_connections(files: int | None = None) -> int:
    """The limit for this process. `files`: how many it may have open; None: ask the system."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if files is None else files
    return max(1, min(MOST_CONNECTIONS, files - KEPT_BACK))


class LimitedProtocol(H11Protocol):
    """HTTP that is spoken only to so many, and hangs up on who does not ask, or does not read, in time.

    uvicorn itself waits for ever for the end of a request's head.
    """

    sender = ""
    began = 0.0
    _deadlines: tuple[TimerHandle, ...] = ()

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        self.transport = transport
        self.sender, self.began = network_of(transport.get_extra_info("peername")), self.loop.time()
        if not self._has_room():
            transport.abort()
            return
        super().connection_made(transport)
        later = self.loop.call_later
        self._deadlines = (
            later(ASKED_WITHIN, self._hang_up_if, lambda: self.is_silent),
            later(ANSWERED_WITHIN, self._hang_up_if, lambda: not self._is_stream),
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone; a deadline that is still due would keep what it holds."""
        for deadline in self._deadlines:
            deadline.cancel()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """True until it has asked for something."""
        return getattr(self, "cycle", None) is None  # typed as if there were always one

    def _has_room(self) -> bool:
        """True if there is room for this connection; one that is silent may make some."""
        others = [other for other in self.connections if isinstance(other, LimitedProtocol)]
        own = [other for other in others if other.sender == self.sender]
        if len(own) >= MOST_OF_ONE:
            return _give_up_one(own)
        if len(others) < most_connections() or _give_up_one(others):
            return True
        sender, count = Counter(other.sender for other in others).most_common(1)[0]
        return count > len(own) + 1 and _give_up_one([one for one in others if one.sender == sender], silent=False)

    @property
    def _is_stream(self) -> bool:
        return not self.is_silent and self.scope["path"] == STREAM

    def _hang_up_if(self, so: Callable[[], bool]) -> None:
        if so():
            self.transport.abort()


def _give_up_one(connections: Iterable[LimitedProtocol], *, silent: bool = True) -> bool:
    """Hang up on the oldest connection; with `silent`, of those that have not asked. False if there is none."""
    found = min((one for one in connections if one.is_silent or not silent), key=lambda one: one.began, default=None)
    if found is None:
        return False
    found.connections.discard(found)
    found.transport.abort()
    return True


def network_of(peer: tuple[Any, ...] | None) -> str:
    """Who is at the other end, as far as limits go: an IPv4 address, or the first half of an IPv6 one."""
    address = str(peer[0]).partition("%")[0] if peer else ""
    if ":" not in address:
        return address
    found = IPv6Address(address)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


class OncePerMinute(logging.Filter):
    """Of each kind of line one a minute passes, whatever happens how often; the next one says how many did not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the line passes."""
        kind = record.name, str(record.msg)[:80]
        at, held_back = self._kinds.pop(kind, (float("-inf"), 0))
        passes = self._clock() - at >= LOGGED_EVERY
        self._kinds[kind] = (self._clock(), 0) if passes else (at, held_back + 1)
        if len(self._kinds) > MOST_CONNECTIONS:
            del self._kinds[next(iter(self._kinds))]
        if passes and held_back:
            record.msg, record.args = f"{record.getMessage()} ({held_back} more such lines)", ()
        return passes


def log_sparingly() -> None:
    """Log warnings to standard error, a line of each kind a minute."""
    handler = logging.StreamHandler()
    handler.addFilter(OncePerMinute())
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s", handlers=(handler,))
