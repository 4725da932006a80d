"""Runs the server: HTTP by uvicorn, and the link to the game beside it, in one event loop."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import logging
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from device.phone_server.connections import BACKLOG, MOST_CONNECTIONS, LimitedProtocol, log_sparingly
from device.phone_server.feed import Feed, ended
from device.phone_server.game_link import GONE_AFTER, NO_LIMIT, GameLink
from device.phone_server.photographs import Photographs
from device.phone_server.reader_process import READER, ReaderProcess
from device.phone_server.web_pages import WebPages
from device.phones.port_holder import port_holder
from device.phones.requests import CannotListen, Listening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp

SIOCGIFADDR = 0x8915
"""The request for a network interface's IPv4 address (netdevice(7))."""
INTERFACES = Path("/sys/class/net")
INSIDE = ("lo", "docker", "veth", "br-", "virbr", "tun", "tap", "wg")
"""How interfaces begin that lead to no telephone."""
ENDED_WITHIN = 2.0
"""s for the connections that are open when the server ends."""
TRY_PORT_AGAIN_AFTER = 3.0
"""s; a port that another program has may be free later."""
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


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


def own_hosts() -> frozenset[str]:
    """What may stand in a browser's address bar."""
    name = socket.gethostname().lower()
    return frozenset((*THIS_MACHINE, name, f"{name}.local", *own_addresses()))


def server_config(app: ASGIApp) -> uvicorn.Config:
    """How HTTP is spoken: few connections, short ones, nothing optional."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=LimitedProtocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        limit_concurrency=2 * MOST_CONNECTIONS,
        backlog=BACKLOG,
        timeout_keep_alive=2,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=8192,
    )


def listen(address: str, port: int) -> socket.socket:
    """A listening socket, for IPv4 and IPv6 where both are there."""
    if not address and socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    return socket.create_server((address, port), backlog=BACKLOG)


def own_addresses(interfaces: Path = INTERFACES) -> list[str]:
    """IPv4 addresses: those of a Wi-Fi first, for there the telephones are. Not `.local`: Android cannot resolve it."""
    found: list[tuple[bool, str, str]] = []
    for name in _names(interfaces):
        address = "" if name.startswith(INSIDE) else _address(name)
        if address and not address.startswith("127."):
            found.append((not (interfaces / name / "wireless").exists(), name, address))
    return [address for _, _, address in sorted(found)]


def _names(interfaces: Path) -> list[str]:
    """The network interfaces, not by `socket.if_nameindex`: the service may not ask over netlink."""
    try:
        return sorted(entry.name for entry in interfaces.iterdir())
    except OSError:
        return []


def _address(interface: str) -> str:
    """The IPv4 address of a network interface; "" if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            row = fcntl.ioctl(line.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return ""
    return socket.inet_ntoa(row[20:24])
