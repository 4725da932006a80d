"""Who may speak to the server, and how much: host names, sizes, times, rates, the secret of the evening."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import OrderedDict
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from device.for_features.web_server.connections import network_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_NUMBER = 16
"""Digits of a length."""
MOST_KNOWN = 2000
"""Senders whose rate is remembered; who comes after that pushes out the oldest."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Connection": "close",
}
"""Sent with every answer. Pages are few and small, so no connection needs to stay open for the next."""


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """Of a request: bytes, and s for each piece of it and for the whole."""

    bytes: int
    piece_within: float
    whole_within: float


USUAL = BodyLimit(4096, piece_within=5.0, whole_within=15.0)
"""The longest that makes sense is 1,500 bytes."""


@dataclass(slots=True)
class Bucket:
    """So many requests a second on average, and so many at once."""

    left: float
    at: float


class Rate:
    """Counts the requests of each sender."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second, self._at_once = per_second, at_once
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def is_spent(self, sender: str) -> bool:
        """True if the sender may not ask now. That does not count."""
        return sender in self._buckets and self._filled(sender).left < 1.0

    def allows(self, sender: str) -> bool:
        """True if the sender may ask now; it counts."""
        bucket = self._filled(sender)
        if bucket.left < 1.0:
            return False
        bucket.left -= 1.0
        return True

    def _filled(self, sender: str) -> Bucket:
        """What a sender has left, the latest sender last."""
        now = time.monotonic()
        bucket = self._buckets.pop(sender, None) or Bucket(self._at_once, now)
        bucket.left = min(self._at_once, bucket.left + self._per_second * (now - bucket.at))
        bucket.at = now
        self._buckets[sender] = bucket
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return bucket


class Guard:
    """Stands before the pages. `hosts`: what a browser may have in its address bar, without the port.

    `bodies`: the paths to which more than the usual may be sent; they answer themselves to who announces too much.
    A page of another origin can neither read an answer (no CORS) nor reach this machine by a name of its own (hosts).
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Callable[[], frozenset[str]],
        rate: Rate,
        bodies: Mapping[str, BodyLimit] = MappingProxyType({}),
    ) -> None:
        self._app, self._hosts, self._rate, self._bodies = app, hosts, rate, bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        app = self._app if refusal is None else PlainTextResponse(refusal[1], status_code=refusal[0])
        limit = self._bodies.get(scope["path"], USUAL)
        await app(scope, _Body(receive, limit).receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").rsplit(":", 1)[0].lower()
        sender = network_of(scope.get("client"))
        length = headers.get("content-length", "0")
        if host not in self._hosts():
            return 421, "This machine has another address."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Nothing can be changed in this way."
        announced = int(length) if length.isdecimal() and len(length) < LONGEST_NUMBER else None
        if announced is None or (announced > USUAL.bytes and scope["path"] not in self._bodies):
            return 413, "That is too long."
        if not self._rate.allows(sender):
            return 429, "That is too fast."
        return None


class TooLongError(Exception):
    """A body is longer than it may be, or does not come to an end."""


class _Body:
    """A request's body, which must be short enough and come in time."""

    def __init__(self, receive: Receive, limit: BodyLimit) -> None:
        self._receive, self._limit = receive, limit
        self._length, self._whole, self._until = 0, False, 0.0

    async def receive(self) -> Message:
        if self._whole:  # what comes now is only that the telephone has gone, which takes as long as it takes
            return await self._receive()
        now = asyncio.get_running_loop().time()
        self._until = self._until or now + self._limit.whole_within
        try:
            message = await asyncio.wait_for(self._receive(), min(self._limit.piece_within, self._until - now))
        except TimeoutError:
            raise TooLongError from None
        self._length += len(message.get("body", b""))
        if self._length > self._limit.bytes:
            raise TooLongError
        self._whole = not message.get("more_body", False)
        return message


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return send_with_headers


def knows(secret: str, headers: Any) -> bool:
    """True if a request carries the secret of the evening."""
    given = headers.get("x-secret", "")
    return bool(secret) and hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
