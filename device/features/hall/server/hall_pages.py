"""The page for a projector: three files, and what is shown as JSON. It can only be read."""

from __future__ import annotations

import hashlib
import json
import time
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from device.for_features.web_server.guard import Guard, Rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from device.features.hall.server.hall import Hall

FILES = {
    "/": ("hall.html", "text/html"),
    "/hall.js": ("hall.js", "text/javascript"),
    "/hall.css": ("hall.css", "text/css"),
}
PER_ADDRESS = 20.0, 200.0
"""Requests of one address a second, and at once."""


def hall_pages(hall: Hall, hosts: Callable[[], frozenset[str]]) -> ASGIApp:
    """The application, guarded as the pages for telephones are. `hosts`: the names of this machine."""

    async def shown(request: Request) -> Response:
        content = json.dumps(hall.shown(), ensure_ascii=False, separators=(",", ":")).encode()
        return _kept(request, content, "application/json", {"X-Now": f"{time.time():.3f}"})

    routes = [*(Route(path, _file(*named)) for path, named in FILES.items()), Route("/shown", shown)]
    return Guard(Starlette(routes=routes), hosts, Rate(*PER_ADDRESS))


def _file(name: str, media: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        return _kept(request, _content(name), f"{media}; charset=utf-8", {})

    return answer


@cache
def _content(name: str) -> bytes:
    return (files("device.features.hall.server") / "pages" / name).read_bytes()


def _kept(request: Request, content: bytes, media: str, more: dict[str, str]) -> Response:
    """An answer that a browser may keep, and asks about each time."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", **more}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media, headers=headers)
