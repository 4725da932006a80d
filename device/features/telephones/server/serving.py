"""Runs the server: HTTP by uvicorn, and the link to the game beside it, in one event loop."""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn

from device.features.telephones.game.requests import CannotListen, Listening
from device.features.telephones.server.feed import Feed, ended
from device.features.telephones.server.game_link import GONE_AFTER, NO_LIMIT, GameLink
from device.features.telephones.server.photographs import Photographs
from device.features.telephones.server.reader_process import READER, ReaderProcess
from device.features.telephones.server.web_pages import WebPages
from device.for_features.local_link.port_holder import port_holder
from device.for_features.web_server.connections import log_sparingly
from device.for_features.web_server.listening import listen, own_addresses, own_hosts, server_config

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence
    from pathlib import Path

ENDED_WITHIN = 2.0
"""s for the connections that are open when the server ends."""
TRY_PORT_AGAIN_AFTER = 3.0
"""s; a port that another program has may be free later."""


def serve(path: Path, port: int, address: str = "", *, stay: bool = False, reader: Sequence[str] = READER) -> int:
    """Serve the table behind the socket at `path`, until it is gone or somebody stops the program.

    `reader`: the command that reads photographs.
    """
    log_sparingly()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # at its end it complains of streams that are open
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(path, port, address, ReaderProcess(reader), stay=stay))
    return 0


async def _serve(path: Path, port: int, address: str, reader: ReaderProcess, *, stay: bool) -> None:
    try:
        listener: socket.socket | None = listen(address, port)
    except OSError as problem:
        listener = await _wait_for_port(path, port, address, problem, stay=stay)
    if listener is not None:
        await run(path, listener, [address] if address else None, stay=stay, reader=reader)


async def _wait_for_port(path: Path, port: int, address: str, problem: OSError, *, stay: bool) -> socket.socket | None:
    """Tell the game why telephones cannot be served, and try again; None if the game is gone before."""
    reason = str(problem.strerror or problem).partition(" (")[0]
    place = f"{address}, port {port}" if address else f"port {port}"
    holder = port_holder(port) if problem.errno == errno.EADDRINUSE else ""
    why = f"{reason}, by {holder}" if holder else reason
    sys.stderr.write(f"Telephones cannot be served on {place}: {why}. It is tried again.\n")
    link = GameLink(path, lambda: CannotListen(port, problem.errno or 0, holder))
    waiting = asyncio.ensure_future(link.stay_connected(NO_LIMIT if stay else GONE_AFTER))
    try:
        while not waiting.done():
            await asyncio.wait((waiting,), timeout=TRY_PORT_AGAIN_AFTER)
            with suppress(OSError):
                return listen(address, port)
    finally:
        await ended(waiting)
    return None


async def run(
    path: Path,
    listener: socket.socket,
    addresses: list[str] | None = None,
    *,
    stay: bool = False,
    reader: ReaderProcess | None = None,
) -> None:
    """Serve on a socket that listens already. `addresses`: where it is reached; None: wherever this machine is."""
    port: int = listener.getsockname()[1]
    link, feed = GameLink(path, lambda: Listening(addresses or own_addresses(), port)), Feed()
    link.changed = lambda: feed.publish(link.state, link.secret)
    photographs = Photographs(reader or ReaderProcess())
    server = uvicorn.Server(server_config(WebPages(link, feed, photographs).app(own_hosts)))
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    linked = asyncio.ensure_future(link.stay_connected(NO_LIMIT if stay else GONE_AFTER))
    try:
        await asyncio.wait((serving, linked), return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.should_exit = server.force_exit = True
        await asyncio.wait((serving,), timeout=ENDED_WITHIN)
        await ended(serving, linked)
        await photographs.close()
