"""The files of pages, and other answers that a browser may keep."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request


def page_routes(package: str, named: Mapping[str, tuple[str, str]]) -> list[Route]:
    """The files in the folder `pages` of a package; by path: name and media type."""
    return [Route(path, _file(package, *file)) for path, file in named.items()]


def kept(request: Request, content: bytes, media: str, more: Mapping[str, str] | None = None) -> Response:
    """An answer that a browser may keep, and asks about each time. `more`: further headers."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", **(more or {})}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media, headers=headers)


def _file(package: str, name: str, media: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        return kept(request, _content(package, name), f"{media}; charset=utf-8")

    return answer


@cache
def _content(package: str, name: str) -> bytes:
    return (files(package) / "pages" / name).read_bytes()
