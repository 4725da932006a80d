"""Where a server of this machine listens and is reached, and how it speaks HTTP."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from device.for_features.web_server.connections import BACKLOG, MOST_CONNECTIONS, LimitedProtocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp

SIOCGIFADDR = 0x8915
"""The request for a network interface's IPv4 address (netdevice(7))."""
INTERFACES = Path("/sys/class/net")
INSIDE = ("lo", "docker", "veth", "br-", "virbr", "tun", "tap", "wg")
"""How interfaces begin that lead to no telephone."""
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


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
    """A listening socket, for IPv4 and IPv6 where both are there. Raises `OSError`."""
    if not address and socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    try:
        return socket.create_server((address, port), backlog=BACKLOG)
    except TypeError as problem:  # no name of a machine can be written so
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL), address) from problem


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
