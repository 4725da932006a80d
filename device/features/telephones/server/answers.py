"""Answers to telephones in words of their own language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

from device.features.telephones.game.turn_words import words_of
from engine import Reason

if TYPE_CHECKING:
    from starlette.responses import Response

NEVER_KEPT = {"Cache-Control": "no-store"}


def said(status: int, language: str, key: str, *, refused: str = "", values: dict[str, Any] | None = None) -> Response:
    """An answer in words."""
    values = dict(values or {})
    if "reasons" in values:
        values["reasons"] = tuple(Reason(why, placeholders) for why, placeholders in values["reasons"])
    text = words_of(language).say(key, **values)
    return JSONResponse({"refused": refused or key, "text": text}, status_code=status, headers=NEVER_KEPT)


def told(content: dict[str, Any]) -> Response:
    """What was asked for."""
    return JSONResponse({"refused": None, "text": "", **content}, headers=NEVER_KEPT)
