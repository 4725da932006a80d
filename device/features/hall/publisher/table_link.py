"""The publisher's end of the socket to the game: the latest public state."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from device.for_features.hall.messages import PublicTable, read_public
from device.untrusted import Boundary

if TYPE_CHECKING:
    from pathlib import Path

    from device.features.hall.table.host import HallStatus

LONGEST_LINE = 65_536
"""Bytes; the longest that the game sends is about 1.5 KB."""
TRY_AGAIN_AFTER = 0.5
_envelopes = Boundary[dict[str, msgspec.Raw]]("the game's lines for the hall", dict[str, msgspec.Raw], LONGEST_LINE)


class TableLink:
    """Stays connected. `state` is the latest one; None while there is no game's process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: socket.socket | None = None
        self._unread = bytearray()
        self._next_attempt = 0.0
        self.state: PublicTable | None = None
        self.last_seen = time.monotonic()
        """When a game was there last. One that hangs up without a word has another publisher."""

    def step(self) -> None:
        """Connect if there is no connection, and read what is there."""
        if self._line is None:
            self._connect()
        if self._line is not None:
            self._read(self._line)
        if self.state is not None:
            self.last_seen = time.monotonic()

    def tell(self, status: HallStatus) -> None:
        """Tell the game how the publisher fares."""
        if self._line is not None:
            with suppress(OSError):
                self._line.send(msgspec.json.encode(status) + b"\n")

    @property
    def is_up(self) -> bool:
        """True while the game's process is there."""
        return self._line is not None

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
        self._line, self.state = None, None
        self._unread.clear()

    def _connect(self) -> None:
        if time.monotonic() < self._next_attempt:
            return
        self._next_attempt = time.monotonic() + TRY_AGAIN_AFTER
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            line.connect(str(self._path))
            line.setblocking(False)
        except OSError:
            line.close()
            return
        self._line = line

    def _read(self, line: socket.socket) -> None:
        try:
            while piece := line.recv(LONGEST_LINE):
                self._unread += piece
                self._take_lines()
            self.close()
        except BlockingIOError:
            return
        except (OSError, ValueError):
            self.close()

    def _take_lines(self) -> None:
        """Only the last whole line counts. Raises `ValueError` for what no game sends."""
        whole, _, rest = bytes(self._unread).rpartition(b"\n")
        self._unread = bytearray(rest)
        if len(rest) > LONGEST_LINE:
            raise ValueError
        if whole:
            told = _envelopes.read(whole.rpartition(b"\n")[2])
            if "state" in told:
                self.state = read_public(bytes(told["state"]))
