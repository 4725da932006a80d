"""Tells the service manager that the program is up, and from then on that it goes on (sd_notify(3))."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from device.cameras import CameraState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.perception.pipeline import FrameResult

PATIENCE = 15.0
"""s without a new picture from a camera that is said to be well: then whatever reads the pictures hangs."""
OFTEN = 3
"""Beats within the time after which silence counts as death."""


class Watchdog:
    """Beats while pictures are read and the screen is drawn; does nothing where nobody listens.

    A camera that is gone is not death: it is said on the screen, and play goes on by hand. One whose library hangs is:
    the program that takes the place of this one finds the game where it was.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = environment.get("NOTIFY_SOCKET", "")
        self._every = int(environment.get("WATCHDOG_USEC") or 0) / 1e6 / OFTEN
        self._clock = clock
        self._number: int | None = None
        self._new_since = self._due = clock()
        self._up = False

    @property
    def heard(self) -> bool:
        """A service manager listens."""
        return bool(self.address)

    def beat(self, glance: FrameResult) -> None:
        """One round of the main loop is done; the screen shows what was seen in this glance."""
        now = self._clock()
        if glance.number != self._number or (glance.trouble == CameraState.GONE.trouble and not glance.hung):
            self._number, self._new_since = glance.number, now
        watched = self._every > 0 and now >= self._due
        if not self.heard or now - self._new_since > PATIENCE or (self._up and not watched):
            return
        self._send("WATCHDOG=1" if self._up else "READY=1")
        self._up, self._due = True, now + self._every

    def _send(self, message: str) -> None:
        """A name that begins with @ is one without a file. Whoever listens may be gone: that is its own affair."""
        name = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            with suppress(OSError):
                line.sendto(message.encode(), name)
