"""The page for a projector: three files, and what is shown as JSON. It can only be read."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from device.for_features.web_server.guard import Guard, Rate
from device.for_features.web_server.pages import kept, page_routes

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
        return kept(request, content, "application/json", {"X-Now": f"{time.time():.3f}"})

    routes = [*page_routes("device.features.hall.server", FILES), Route("/shown", shown)]
    return Guard(Starlette(routes=routes), hosts, Rate(*PER_ADDRESS))
