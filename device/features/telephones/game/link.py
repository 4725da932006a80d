"""The local socket between the game and the server for telephones.

To the server: the latest snapshot and the replies, a JSON object a line. From it: `requests`.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from device.features.telephones.game.requests import CannotListen, Listening, read_line
from device.for_features.local_link.link import LocalLink, socket_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from device.features.telephones.game.requests import Request

PHONE_SOCKET = "phones.sock"


class PhoneLink(LocalLink["CannotListen | Listening | Request"]):
    """The link to the server for telephones, which also says where it listens."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(path, read_line, clock)
        self.listening: Listening | None = None
        """Where the server says that telephones reach it; None while there is no server."""
        self.cannot_listen: CannotListen | None = None
        """Why the server that is there cannot be reached by telephones."""

    def exchange(self) -> tuple[Request, ...]:
        """Send and receive what can be sent and received now; returns the requests to deal with."""
        found: list[Request] = []
        for line in self.lines():
            if isinstance(line, Listening):
                self.listening, self.cannot_listen = (line if self.is_up else None), None
            elif isinstance(line, CannotListen):
                self.listening, self.cannot_listen = None, line if self.is_up else None
            else:
                found.append(line)
        return tuple(found)

    def _cut(self) -> None:
        super()._cut()
        self.listening = self.cannot_listen = None


def phone_socket(folder: Path) -> Path:
    """Where game and server for telephones meet."""
    return socket_path(folder, PHONE_SOCKET)


def server_command(
    socket: Path, port: int, address: str = "", *, config: Path | None = None, kit: str | None = None
) -> tuple[str, ...]:
    """The command line of the server. `config`, `kit`: what this program was told, for reading photographs."""
    named = {"--address": address, "--config": str(config.absolute()) if config else "", "--kit": kit or ""}
    options = (part for option, value in named.items() if value for part in (option, value))
    return (
        sys.executable,
        "-m",
        "device.features.telephones.server",
        "--socket",
        str(socket),
        "--port",
        str(port),
        *options,
    )
