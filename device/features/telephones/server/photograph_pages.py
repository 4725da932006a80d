"""What the page that scores a table from photographs asks: take a photograph, is it read, score, keep the score."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.routing import Route

from device.features.telephones.changed_city import CityChange
from device.features.telephones.game.requests import MOST_SHOWN, KeepTable, PhoneKey, ShowCards, Word
from device.features.telephones.game.turn_words import words_of
from device.features.telephones.server.answers import said, told
from device.features.telephones.server.game_link import GameBusyError
from device.features.telephones.server.photographs import (
    LONGEST_PHOTOGRAPH,
    MOST_TOGETHER,
    ForgottenError,
    NoRoomError,
    TooLargeError,
)
from device.features.telephones.server.reader_process import MOST_PIXELS, NotReadError
from device.for_features.web_server.connections import network_of
from device.for_features.web_server.guard import USUAL, Rate, TooLongError
from device.untrusted import Boundary, NotUnderstoodError
from display.messages.intents import ShownCard
from display.messages.table_score import CountedTable
from display.words import Words, known_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from device.features.telephones.server.game_link import GameLink
    from device.features.telephones.server.photographs import Photographs, SentPhotograph

PHOTOGRAPHS = "/photographs"
SENT = 0.5, 20.0
"""Photographs of one address a second, and at once."""
SCORED = 0.5, 10.0
KEPT = 0.05, 3.0
NOT_RECEIVED = {
    NoRoomError: (503, "error.photo_no_room"),
    TooLargeError: (413, "error.photo_too_large"),
    TooLongError: (408, "error.photo_too_slow"),
    OSError: (507, "error.photo_not_read"),
}
"""Why a photograph was not taken: HTTP's status, and the reason in words."""
NOT_SHOWN = {
    ForgottenError: (410, "error.photo_forgotten"),
    GameBusyError: (503, "error.game_away"),
    LookupError: (400, "error.not_understood"),
    TypeError: (400, "error.not_understood"),
    ValueError: (400, "error.not_understood"),
    AttributeError: (400, "error.not_understood"),
}
"""Why the cards of a turn were not passed on."""
LIMITS = {"megabytes": LONGEST_PHOTOGRAPH >> 20, "megapixels": MOST_PIXELS // 1_000_000}
PAGE_KEYS = {"score.seats_unknown": "phones.seats_unknown", "score.seats_differ": "phones.seats_differ"}
"""Sentences of the command that name its options, and what the page says instead."""
ORDER_ASKED = frozenset({"score.seats_unknown", "score.seats_by_pictures", "score.seats_differ", "score.seatings"})
"""Remarks after which the page asks who sits beside whom."""
Coins = Annotated[int, Meta(ge=0, le=999)]
Total = Annotated[int, Meta(ge=-6, le=18)]
Token = Literal[-1, 0, 1, 3, 5]
Json = dict[str, Any]
CardNames = Annotated[list[Annotated[list[Word], Meta(max_length=3)]], Meta(max_length=MOST_SHOWN)]


class SheetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Score the table on these photographs. Coins, conflict tokens (sum, or each) and copied leaders are by wonder.

    `seats`: the wonders clockwise, where the photographs do not show it. `changed`: what they do not show, by wonder.
    `keep`: store the score with the past games.
    """

    phone: PhoneKey
    language: Word
    photographs: Annotated[list[Word], Meta(min_length=1, max_length=MOST_TOGETHER)]
    seats: Annotated[list[Word], Meta(max_length=7)] = []
    coins: Annotated[dict[Word, Coins], Meta(max_length=7)] = {}
    tokens: Annotated[dict[Word, Total | Annotated[list[Token], Meta(max_length=12)]], Meta(max_length=7)] = {}
    courted: Annotated[dict[Word, Word], Meta(max_length=7)] = {}
    changed: Annotated[dict[Word, CityChange], Meta(max_length=7)] = {}
    keep: bool = False


class TurnRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Record the cards on this photograph, which shows those of all who have not acted."""

    phone: PhoneKey
    language: Word
    photograph: Word


_turns = Boundary[TurnRequest]("requests to record a turn", TurnRequest, USUAL.bytes)
_requests = Boundary[SheetRequest]("requests for a score", SheetRequest, USUAL.bytes)


class PhotographPages:
    """`refusal`: the answer to who may not ask, in a language; None to who may."""

    def __init__(
        self, photographs: Photographs, link: GameLink, refusal: Callable[[Request, str], Response | None]
    ) -> None:
        self._photographs, self._link, self._refusal = photographs, link, refusal
        self._sent, self._scored, self._kept = Rate(*SENT), Rate(*SCORED), Rate(*KEPT)

    def routes(self) -> list[Route]:
        """What is answered here."""
        return [
            Route(PHOTOGRAPHS, self._receive, methods=["POST"]),
            Route(PHOTOGRAPHS + "/{name}", self._state),
            Route("/sheet", self._sheet, methods=["POST"]),
            Route("/turn", self._turn, methods=["POST"]),
        ]

    async def _receive(self, request: Request) -> Response:
        language = _language(request)
        refusal = self._refusal(request, language) or self._unfit(request, language)
        if refusal is not None:
            return refusal
        try:
            job = "cards" if "turn" in request.query_params else "picture"
            name = await self._photographs.receive(request.stream(), job)
        except tuple(NOT_RECEIVED) as problem:
            status, why = next(told for kind, told in NOT_RECEIVED.items() if isinstance(problem, kind))
            return said(status, language, why, values=LIMITS)
        return told({"photograph": name})

    def _unfit(self, request: Request, language: str) -> Response | None:
        """The answer to who announces too much, or sends too often; nothing of it is read."""
        if int(request.headers.get("content-length", 0)) > LONGEST_PHOTOGRAPH:
            return said(413, language, "error.photo_too_large", values=LIMITS)
        return None if self._sent.allows(_sender(request)) else said(429, language, "error.too_fast")

    async def _state(self, request: Request) -> Response:
        """How far a photograph is, and once it is read what it shows."""
        language = _language(request)
        refusal = self._refusal(request, language)
        if refusal is not None:
            return refusal
        try:
            photograph = self._photographs.named(request.path_params["name"])
        except ForgottenError:
            return said(410, language, "error.photo_forgotten")
        if photograph.state == "refused":
            return said(200, language, f"error.{photograph.why}", refused=photograph.why, values=LIMITS)
        return told({"state": photograph.state, **_shown(photograph)})

    async def _sheet(self, request: Request) -> Response:
        body, language = await request.body(), "en"
        try:
            asked = _requests.read(body)
            language = known_language(asked.language[:20]) or language
        except NotUnderstoodError:
            asked = None
        refusal = self._refusal(request, language)
        if refusal is not None or asked is None or request.headers.get("content-type") != "application/json":
            return refusal or said(400, language, "error.not_understood")
        rate = self._kept if asked.keep else self._scored
        if not rate.allows(_sender(request)):
            return said(429, language, "error.too_fast")
        words = words_of(language)
        given = {name: getattr(asked, name) for name in ("seats", "coins", "tokens", "courted")}
        given["changed"] = msgspec.to_builtins(asked.changed)
        names = [words.say("phones.photograph", number=number) for number in range(1, len(asked.photographs) + 1)]
        try:
            found = await self._photographs.score(asked.photographs, {"names": names, **given})
        except ForgottenError:
            return said(410, language, "error.photo_forgotten")
        except (NotReadError, OSError):
            return said(503, language, "error.photo_not_read")
        return await self._keep(asked, found, language) if asked.keep else self.in_words(asked, found, language)

    async def _keep(self, asked: SheetRequest, found: Json, language: str) -> Response:
        try:
            table = CountedTable.of_stored(found["table"])
            reply = await self._link.ask(KeepTable(self._link.number(), asked.phone, table))
        except (LookupError, TypeError, ValueError, AttributeError):
            return said(400, language, "error.not_understood")
        except GameBusyError:
            return said(503, language, "error.game_away")
        if reply.refused:
            return said(200, language, f"error.{reply.refused}", refused=reply.refused)
        return told({"text": words_of(language).say("phones.kept")})

    async def _turn(self, request: Request) -> Response:
        """Pass on what a photograph of a turn's cards shows; a picture may have made its reader say anything."""
        body, language, asked = await request.body(), "en", None
        with suppress(NotUnderstoodError):
            asked = _turns.read(body)
            language = known_language(asked.language[:20]) or language
        refusal = self._refusal(request, language)
        if refusal is not None or asked is None or request.headers.get("content-type") != "application/json":
            return refusal or said(400, language, "error.not_understood")
        if not self._scored.allows(_sender(request)):
            return said(429, language, "error.too_fast")
        try:
            shown = (self._photographs.named(asked.photograph).reading or {})["shown"]
            cards = [{name: card[name] for name in ("code", "edition", "others")} for card in shown]
            passed_on = ShowCards(self._link.number(), asked.phone, msgspec.convert(cards, list[ShownCard]))
            reply = await self._link.ask(passed_on)
        except tuple(NOT_SHOWN) as problem:
            status, why = next(told for kind, told in NOT_SHOWN.items() if isinstance(problem, kind))
            return said(status, language, why)
        if reply.refused:
            return said(200, language, f"error.{reply.refused}", refused=reply.refused, values=reply.placeholders)
        return told({"text": words_of(language).say("phones.turn_shown")})

    @staticmethod
    def in_words(asked: SheetRequest, found: Json, language: str) -> Response:
        """The answer to who asked; a picture may have taken over the process that scores, and may answer anything."""
        try:
            return _in_words(asked, found, language)
        except (LookupError, TypeError, ValueError, AttributeError):
            return said(503, language, "error.photo_not_read")


def _in_words(asked: SheetRequest, found: Json, language: str) -> Response:
    """The answer of the process that scores, with its remarks in words; what only the game has to know is left out."""
    found.pop("table", None)
    words = words_of(language, found.get("edition", "first"))
    keys = {key for name in ("contradictions", "remarks") for key, _ in found.get(name, ())}
    for name in ("contradictions", "remarks", "wrong", "counted"):
        found[name] = _sentences(found.get(name, ()), words)
    added = any(change.side for change in asked.changed.values())
    return told(found | {"order": bool(asked.seats or added or keys & ORDER_ASKED)})


def _sentences(remarks: Iterable[Sequence[Any]], words: Words) -> list[str]:
    """Remarks in words. A list among the placeholders has names that are listed."""
    return [
        words.say(
            PAGE_KEYS.get(key, key),
            **{name: words.listed(map(words.say, it)) if isinstance(it, list) else it for name, it in values.items()},
        )
        for key, values in remarks
    ]


def _shown(photograph: SentPhotograph) -> Json:
    """How much a photograph shows. A picture may have made its reader say anything."""
    if photograph.reading is None:
        return {}
    if "shown" in photograph.reading:
        return {"shown": _names(photograph.reading["shown"])}
    found = {name: photograph.reading.get(name) for name in ("boards", "cards", "unread")}
    return {name: len(seen) if isinstance(seen, list) else 0 for name, seen in found.items()}


def _names(shown: Any) -> list[list[str]]:
    """What each card may be: keys of the page's words."""
    try:
        return msgspec.convert([card["names"] for card in shown], CardNames)
    except (LookupError, TypeError, ValueError):
        return []


def _language(request: Request) -> str:
    return known_language(request.query_params.get("language", "")[:20]) or "en"


def _sender(request: Request) -> str:
    return network_of(request.client)
