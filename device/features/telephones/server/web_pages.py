"""The routes: the pages themselves, their words, the stream of the table, and what telephones ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from device.features.telephones.game.requests import (
    AskMenu,
    CannotListen,
    KeepTable,
    Line,
    Listening,
    NamePlayer,
    ShowCards,
)
from device.features.telephones.server.answers import NEVER_KEPT, said, told
from device.features.telephones.server.game_link import GameBusyError
from device.features.telephones.server.page_words import page_words
from device.features.telephones.server.photograph_pages import PHOTOGRAPHS, PhotographPages
from device.features.telephones.server.photographs import LONGEST_PHOTOGRAPH, Photographs
from device.features.telephones.server.reader_process import ReaderProcess
from device.for_features.local_link.link import LONGEST_LINE
from device.for_features.web_server.connections import network_of
from device.for_features.web_server.guard import USUAL, BodyLimit, Guard, Rate, TooLongError, knows
from device.for_features.web_server.pages import kept, page_routes
from device.untrusted import Boundary, NotUnderstoodError
from display.words import known_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from device.features.telephones.game.requests import Request as PhoneRequest
    from device.features.telephones.server.feed import Feed
    from device.features.telephones.server.game_link import GameLink

FILES = {
    "/": ("index.html", "text/html"),
    "/score": ("score.html", "text/html"),
    "/shared.js": ("shared.js", "text/javascript"),
    "/phones.js": ("phones.js", "text/javascript"),
    "/score.js": ("score.js", "text/javascript"),
    "/phones.css": ("phones.css", "text/css"),
    "/icons.svg": ("icons.svg", "image/svg+xml"),
}
PER_ADDRESS = 50.0, 1500.0
"""Requests of one address a second, and at once: a hall full of people may be behind one."""
PER_PHONE = 3.0, 20.0
OF_ADDRESS = 7
"""Telephones that may be behind one address, as far as asking goes: a telephone's key is made up by its page."""
NAMES = 0.5, 5.0
"""Names of one telephone a second, and at once: each is stored with the game."""
GUESSES = 0.2, 20.0
"""Wrong secrets of one address a second, and at once; there are 10^20."""
_bodies = Boundary[dict[str, Any]]("bodies from telephones", dict[str, Any], USUAL.bytes)
_requests = Boundary[Line]("requests of telephones", Line, LONGEST_LINE)
PHOTOGRAPH_BODY = BodyLimit(LONGEST_PHOTOGRAPH, piece_within=10.0, whole_within=60.0)


class WebPages:
    """Answers telephones from the latest state, and passes on what they ask."""

    def __init__(self, link: GameLink, feed: Feed, photographs: Photographs | None = None) -> None:
        self._link, self._feed = link, feed
        self._photographs = PhotographPages(photographs or Photographs(ReaderProcess()), link, self._refusal)
        self._asks, self._names = _rates(PER_PHONE), _rates(NAMES)
        self._guesses, self._of_addresses = Rate(*GUESSES), Rate(*PER_ADDRESS)

    def app(self, hosts: Callable[[], frozenset[str]]) -> ASGIApp:
        """The application, guarded. `hosts`: the names of this machine."""
        routes = [
            *page_routes("device.features.telephones.server", FILES),
            Route("/words/{language}", self._words),
            Route("/events", self._events),
            Route("/ask", self._ask, methods=["POST"]),
            *self._photographs.routes(),
        ]
        inner = Starlette(routes=routes, exception_handlers={TooLongError: _too_long, ClientDisconnect: _too_long})
        return Guard(inner, hosts, self._of_addresses, {PHOTOGRAPHS: PHOTOGRAPH_BODY})

    async def _words(self, request: Request) -> Response:
        language = known_language(request.path_params["language"][:20]) or "en"
        return kept(request, page_words(language), "application/json")

    async def _events(self, request: Request) -> Response:
        language = known_language(request.query_params.get("language", "")[:20]) or "en"
        refusal = self._refusal(request, language)
        if refusal is not None:
            return refusal
        if self._feed.is_full:
            return said(503, language, "error.phones_full")
        wonder = request.query_params.get("wonder", "")[:48]
        stream = self._feed.stream(wonder, language)
        return StreamingResponse(stream, media_type="text/event-stream", headers=NEVER_KEPT)

    async def _ask(self, request: Request) -> Response:
        language, asked = self._understood(await request.body())
        refusal = self._refusal(request, language) or self._unfit(request, asked, language)
        if refusal is not None or asked is None:
            return refusal or said(400, language, "error.not_understood")
        try:
            reply = await self._link.ask(asked)
        except GameBusyError:
            return said(503, language, "error.game_away")
        if reply.refused:
            return said(200, language, f"error.{reply.refused}", refused=reply.refused, values=reply.placeholders)
        return told(reply.placeholders if isinstance(asked, AskMenu) else {})

    def _understood(self, body: bytes) -> tuple[str, PhoneRequest | None]:
        """The language of a request's page, and the request; None if it is none."""
        language = "en"
        try:
            asked = _bodies.read(body)
            wanted = asked.pop("language", "")
            language = (known_language(wanted[:20]) if isinstance(wanted, str) else None) or language
            if asked.get("do") == "menu":  # the only one whose reply is in words
                asked["language"] = language
            checked = _requests.read(msgspec.json.encode(asked | {"id": self._link.number()}))
        except (NotUnderstoodError, RecursionError):  # the second while it is written again, for the deepest ones
            return language, None
        return language, None if isinstance(checked, Listening | CannotListen | KeepTable | ShowCards) else checked

    def _unfit(self, request: Request, asked: PhoneRequest | None, language: str) -> Response | None:
        """The answer to what is no request, and to who asks too often."""
        if asked is None or request.headers.get("content-type") != "application/json":
            return said(400, language, "error.not_understood")
        each, together = self._names if isinstance(asked, NamePlayer) else self._asks
        allowed = together.allows(network_of(request.client)) and each.allows(asked.phone)
        return None if allowed else said(429, language, "error.too_fast")

    def _refusal(self, request: Request, language: str) -> Response | None:
        """The answer to who does not know the secret; who guesses too often does not learn whether a guess is right."""
        sender = network_of(request.client)
        if not self._link.secret:  # the server is up, and has not heard of the game yet: no page is to give up
            return said(503, language, "error.game_away")
        if self._guesses.is_spent(sender):
            return said(429, language, "error.too_fast")
        if knows(self._link.secret, request.headers):
            return None
        self._guesses.allows(sender)
        return said(401, language, "error.wrong_secret")


def _rates(of_phone: tuple[float, float]) -> tuple[Rate, Rate]:
    """Of a telephone, and of all behind its address together."""
    per_second, at_once = of_phone
    return Rate(per_second, at_once), Rate(per_second * OF_ADDRESS, at_once * OF_ADDRESS)


async def _too_long(_: Request, __: Exception) -> Response:
    """The answer to a body that is too long or has no end; nobody hears it if the telephone has gone meanwhile."""
    return said(413, "en", "error.not_understood")
