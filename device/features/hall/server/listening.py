"""Stays connected to the broker, and passes on what tables tell."""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING

from device.features.hall.mqtt.connection import BrokerConnection
from device.for_features.errors import HallError
from device.for_features.hall.messages import LONGEST_MESSAGE
from device.untrusted import Boundary

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.features.hall.mqtt.connection import Received
    from device.features.hall.server.hall import Hall
    from device.features.hall.table.broker import Broker
    from device.for_features.hall.messages import SheetMessage

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""s between attempts: twice as long each time."""
LOOKS_AFTER = 1.0
"""s between looks at the round and the league's file."""


class HallListener:
    """Call `step` again and again, in one thread. `heard` is told of each new sheet, `said` of what goes wrong.

    At each connection the broker sends everything that it has kept, so what came while the hall was down is not lost.
    A sheet that cannot be written is not confirmed, and comes again over another connection.
    """

    def __init__(
        self,
        hall: Hall,
        broker: Broker,
        prefix: str,
        *,
        heard: Callable[[SheetMessage], None] = lambda _: None,
        pause: float = FIRST_PAUSE,
    ) -> None:
        self._hall, self._broker, self._prefix, self._heard = hall, broker, prefix, heard
        self._first_pause = self._pause = pause
        self._connection: BrokerConnection | None = None
        self._next_attempt = self._next_look = 0.0
        self._name = f"wondertable-hall-{secrets.token_hex(4)}"
        self._broken = ""
        self._messages = Boundary[bytes]("messages of tables", bytes, LONGEST_MESSAGE)
        self._unconfirmed: list[Received] = []
        self._new: list[SheetMessage] = []

    def step(self, seconds: float = 0.2) -> None:
        """Hear what there is to hear; waits for so long if there is nothing."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOKS_AFTER
            self._hall.look_around()
        connection = self._connected(now)
        if connection is None:
            time.sleep(min(seconds, max(0.0, self._next_attempt - now)))
        else:
            connection.step(seconds)
            self._settle()

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()

    def _connected(self, now: float) -> BrokerConnection | None:
        connection = self._connection
        if connection is not None and not connection.is_over and not self._broken:
            return connection
        if connection is not None:
            connection.cut()
            link = "refused" if connection.was_refused else "unreachable"
            self._hall.tell_link("results" if self._broken else link, self._broken or connection.problem)
            self._connection, self._broken = None, ""
            self._unconfirmed.clear()
            self._new.clear()
            self._next_attempt = now + self._pause
            self._pause = min(LONGEST_PAUSE, self._pause * 2)
        if now < self._next_attempt:
            return None
        try:
            self._connection = BrokerConnection(self._broker, self._name, up=self._begin, received=self._receive)
        except HallError as problem:
            self._hall.tell_link("refused", str(problem.placeholders.get("reason", "")))
            self._next_attempt = now + LONGEST_PAUSE
        return self._connection

    def _begin(self, connection: BrokerConnection) -> None:
        self._pause = self._first_pause
        self._hall.tell_link("connected")
        connection.subscribe(f"{self._prefix}/#")

    def _receive(self, message: Received) -> None:
        if self._broken:
            return
        try:
            sheet = self._hall.take(
                message.topic, message.payload, retained=message.retained, signature=message.signature
            )
        except HallError as problem:
            self._broken = str(problem.placeholders.get("reason", "?"))
            return
        except Exception as problem:  # a message that this program is at fault with must not keep it from the others
            self._messages.refuse(repr(problem))
            sheet = None
        self._unconfirmed.append(message)
        if sheet is not None:
            self._new.append(sheet)

    def _settle(self) -> None:
        """Have everything on the disk that came, and only then tell the broker so, and others."""
        if not self._unconfirmed or self._broken:
            return
        try:
            self._hall.settle()
        except HallError as problem:
            self._broken = str(problem.placeholders.get("reason", "?"))
            return
        for message in self._unconfirmed:
            message.confirm()
        for sheet in self._new:
            self._heard(sheet)
        self._unconfirmed.clear()
        self._new.clear()


class ListeningThread(threading.Thread):
    """Listens beside the page until it is told to stop."""

    def __init__(self, make: Callable[[], HallListener]) -> None:
        super().__init__(name="hall-listener", daemon=True)
        self._make = make
        self._stopped = threading.Event()

    def run(self) -> None:
        """Listen."""
        listener = self._make()
        while not self._stopped.is_set():
            listener.step()
        listener.close()

    def stop(self) -> None:
        """Hang up, and wait for that."""
        self._stopped.set()
        self.join(3.0)
