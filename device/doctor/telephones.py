"""Checks whether pages for telephones are served, and that nothing listens where they are not wanted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.doctor.finding import Finding, finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.settings.settings import PhoneSettings

TCP_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
LISTENS = "0A"
"""The state of a socket that accepts connections, as the system writes it (proc_pid_net(5))."""


def check_phones(
    wanted: PhoneSettings, sockets: tuple[Path, ...] = (), tables: tuple[Path, ...] = TCP_TABLES
) -> Iterator[Finding]:
    """Whether the server for telephones runs, and nothing listens there while they are off.

    `sockets`: where a game's may be; it is there while telephones are on, if only for one evening (`run --phones`).
    """
    on = wanted.on or any(socket.exists() for socket in sockets)
    if listening(wanted.port, tables):
        state = "on" if on else "stray"
        yield finding("phones", state, None if on else "phones_stray", good=on, port=wanted.port)
    elif wanted.on:
        yield finding("phones", "away", "phones", good=False, port=wanted.port)
    else:
        yield finding("phones", "off", good=True)


def listening(port: int, tables: tuple[Path, ...] = TCP_TABLES) -> bool:
    """True if a program on this machine accepts connections at a TCP port."""
    for table in tables:
        try:
            rows = [row.split() for row in table.read_text("ascii").splitlines()[1:]]
        except OSError:
            continue
        if any(row[3] == LISTENS and int(row[1].rpartition(":")[2], 16) == port for row in rows):
            return True
    return False
