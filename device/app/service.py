"""The program and systemd: that it is up and still runs (sd_notify(3)), how it ends, and switching the machine off."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from device.cameras import CameraState
from device.perception.pipeline import FrameResult

STUCK_AFTER = 15.0
"""s without a new picture from a camera in good state; then whatever reads the pictures is stuck."""
BEATS = 3
"""Messages within the time after which systemd restarts a silent program."""
FILE = "off"
"""A file in the service's runtime directory that `systemd/wondertable-off.path` waits for."""
ENDED_WITHIN = 20.0
"""s in which systemd ends this program; if it ended by itself before that, systemd would start it again."""


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


def switch_off(environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Ask systemd to switch the machine off. False if this is not a systemd service. Raises `OSError`."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return False
    (Path(folder) / FILE).touch()
    sleep(ENDED_WITHIN)
    return True


@contextmanager
def stop_on_sigterm(stop: Callable[[], None]) -> Iterator[None]:
    """Within the block SIGTERM (the machine goes off, somebody stops the service) calls `stop`.

    So lights and camera are closed, and games that a failed disk lacks are written if it works again.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
