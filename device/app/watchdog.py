"""Tells systemd that the program is up, and then again and again that it still runs (sd_notify(3))."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from device.cameras import CameraState
from device.perception.pipeline import FrameResult

STUCK_AFTER = 15.0
"""s without a new picture from a camera in good state; then whatever reads the pictures is stuck."""
BEATS = 3
"""Messages within the time after which systemd restarts a silent program."""


class Watchdog:
    """Sends messages while pictures are read and the screen is drawn; does nothing where systemd does not ask for it.

    If the camera is gone, it goes on: the screen says so, and people play by hand. If the camera's library hangs, it
    stops, so that systemd restarts the program, which continues the game.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = environment.get("NOTIFY_SOCKET", "")
        self._every = int(environment.get("WATCHDOG_USEC") or 0) / 1e6 / BEATS
        self._clock = clock
        self._number: int | None = None
        self._new_since = self._due = clock()
        self._up = False

    @property
    def heard(self) -> bool:
        """True if systemd asks for messages."""
        return bool(self.address)

    def beat(self, result: FrameResult) -> None:
        """A round of the main loop is done, and the screen shows this result."""
        now = self._clock()
        if result.number != self._number or (result.trouble == CameraState.GONE.trouble and not result.hung):
            self._number, self._new_since = result.number, now
        watched = self._every > 0 and now >= self._due
        if not self.heard or now - self._new_since > STUCK_AFTER or (self._up and not watched):
            return
        self._send("WATCHDOG=1" if self._up else "READY=1")
        self._up, self._due = True, now + self._every

    def _send(self, message: str) -> None:
        """Send without waiting and without errors. An address that begins with @ has no file."""
        name = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            with suppress(OSError):
                line.sendto(message.encode(), name)
