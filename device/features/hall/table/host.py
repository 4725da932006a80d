"""The game's side of the hall: tells the publisher, over a local socket, what lies open, and hears how it fares."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from device.features.hall.table.public_table import public_table
from device.for_features.local_link.link import LONGEST_LINE, LocalLink, socket_path
from device.untrusted import Boundary

if TYPE_CHECKING:
    from pathlib import Path

    from device.for_features.local_link.server_process import ServerProcess
    from display.table_state import TableState

SOCKET = "hall.sock"


class HallStatus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the publisher fares. `reason`: in the system's or the broker's words. `unsent`: sheets not confirmed yet."""

    link: Literal["connecting", "connected", "refused", "unreachable"]
    reason: str = ""
    unsent: int = 0


@dataclass(frozen=True, slots=True)
class HallAccess:
    """How this table stands with the hall: its name there, the broker's address.

    `link`: starting, connecting, connected, refused, unreachable, or trouble (the publisher cannot be reached at all).
    `reason`: in the system's or the broker's words. `unsent`: finished games that the broker has not confirmed.
    """

    table: str
    broker: str
    link: str
    reason: str = ""
    unsent: int = 0


_lines = Boundary[HallStatus]("the game's socket for the hall", HallStatus, LONGEST_LINE)


class HallHost:
    """Open while a broker is set. `server`: a publisher to keep running; None where a service does.

    Nothing here waits for the publisher: what it does not take is replaced by what is newer.
    """

    def __init__(
        self, socket: Path, *, table: str, broker: str, names: bool = False, server: ServerProcess | None = None
    ) -> None:
        self._table, self._broker, self._names, self._server = table, broker, names, server
        self._said: tuple[object, ...] = ()
        self._status: HallStatus | None = None
        self._link: LocalLink[HallStatus] | None = None
        self._trouble = ""
        try:
            socket.parent.mkdir(parents=True, exist_ok=True)
            self._link = LocalLink(socket, _lines.read)
        except OSError as problem:
            self._trouble = problem.strerror or str(problem)
            logging.getLogger(__name__).warning("no hall: %s: %s", socket, self._trouble)

    def access(self) -> HallAccess:
        """How the table stands with the hall, for the screen."""
        status = self._status
        if status is None:
            return HallAccess(self._table, self._broker, "trouble" if self._trouble else "starting", self._trouble)
        return HallAccess(self._table, self._broker, status.link, status.reason, status.unsent)

    def tell(self, state: TableState, revealed: int) -> None:
        """Tell the publisher the state of the table, if it has changed. `revealed`: steps of the scoring."""
        link = self._link
        if link is None:
            return
        if self._server is not None:
            self._server.keep(wanted=True, serving=link.is_up)
        for status in link.lines():
            self._status = status
        if not link.is_up:
            self._status = None
        steps = revealed if state.finished else 0
        table = (state.game, state.seats, state.names, len(state.questions), frozenset(state.plans))
        said = (*table, state.acted_in_secret, state.live_scores, state.leaders, state.is_review, steps)
        if said != self._said:
            self._said = said
            link.publish(public_table(state, steps, names=self._names))
        link.flush()

    def close(self) -> None:
        """Hang up. May be called twice."""
        if self._link is not None:
            self._link.close()
        if self._server is not None:
            self._server.close()


def publisher_command(socket: Path, folder: Path, config: Path | None = None) -> tuple[str, ...]:
    """The command line of the publisher. `folder`: where the journal is; the publisher keeps its own files there."""
    settings = ("--config", str(config)) if config else ()
    places = ("--socket", str(socket), "--games", str(folder), "--own", str(folder))
    return (sys.executable, "-m", "device.features.hall.publisher", *places, *settings)


def hall_socket(folder: Path) -> Path:
    """Where game and publisher meet."""
    return socket_path(folder, SOCKET)
