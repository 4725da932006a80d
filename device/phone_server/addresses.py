"""The addresses under which telephones reach this machine, the likeliest first."""

from __future__ import annotations

import fcntl
import socket
import struct
from pathlib import Path

SIOCGIFADDR = 0x8915
"""The request for a network interface's IPv4 address (netdevice(7))."""
INTERFACES = Path("/sys/class/net")
INSIDE = ("lo", "docker", "veth", "br-", "virbr", "tun", "tap", "wg")
"""How interfaces begin that lead to no telephone."""


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
