"""The local socket between the game and a process with a network: never waits, and keeps a bounded amount of bytes.

To the server: the latest state and the replies, a JSON object a line. From it: lines that the game reads strictly. A
server that hangs misses the states in between; one that sends anything else is cut off.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST_LINE = 16_384
"""Bytes of a line to the game. The longest that makes sense is a tenth of it."""
SERVICE = Path("/run/wondertable")
"""The service's runtime directory."""
LONGEST_PATH = 100
"""Bytes of a socket's path that every system allows."""
PIECE = 32_768
"""Bytes that are read in one round at most."""
MOST_UNREAD = 4 * LONGEST_LINE
"""Bytes that are kept until their requests are dealt with; the rest waits in the system's buffer."""
MOST_REPLIES = 262_144
"""Bytes of replies that a server may leave unread."""
PER_SECOND, IN_A_ROW = 30.0, 40.0
"""Requests that are dealt with: on average, and in a row."""
ACCESS = 0o660
Line = TypeVar("Line")


class LocalLink(Generic[Line]):
    """Listens at `path`, for one server: while it is there, another one is turned away. `close` may be called twice.

    `read` makes a line of what the server sends; it raises `ValueError` for anything else, and the server is cut off.
    """

    def __init__(self, path: Path, read: Callable[[bytes], Line], clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._read_line = read
        self._clock = clock
        self._listener = _listen(path)
        self._server: socket.socket | None = None
        self._greeting, self._state = b"", b""
        self._unread, self._unsent = bytearray(), bytearray()
        self._owed: bytes = b""
        self._allowed, self._counted_at = IN_A_ROW, clock()

    @property
    def is_up(self) -> bool:
        """True while a server is connected."""
        return self._server is not None

    def greet(self, secret: str) -> None:
        """The secret that telephones must know; the server learns it at once, and again whenever it connects."""
        greeting = _line({"secret": secret})
        if greeting != self._greeting:
            self._greeting = greeting
            self._unsent += greeting if self._server else b""

    def publish(self, state: object) -> None:
        """The state that telephones may read from now on."""
        self._state = self._owed = _line({"state": state})

    def reply(self, number: int, refused: str | None = None, **placeholders: object) -> None:
        """What became of a request: done, or refused for a reason (a key, and what fills it in)."""
        if self._server is None:
            return
        self._unsent += _line({"reply": number, "refused": refused, "with": placeholders})
        if len(self._unsent) > MOST_REPLIES:
            self._cut()

    def lines(self) -> tuple[Line, ...]:
        """Send and receive what can be sent and received now; returns the lines to deal with."""
        lines = self._receive()
        if self._accept():
            lines += self._receive()
        self.flush()
        return lines

    def flush(self) -> None:
        """Send what can be sent now."""
        if self._server is not None:
            self._send()

    def close(self) -> None:
        """Hang up and remove the socket."""
        self._cut()
        if self._listener.fileno() >= 0:
            self._listener.close()
            with suppress(OSError):
                self.path.unlink()

    def _accept(self) -> bool:
        """True if a server has come; one that comes second is turned away."""
        try:
            server, _ = self._listener.accept()
        except OSError:
            return False
        if self._server is not None:
            server.close()
            return False
        server.setblocking(False)
        self._server = server
        self._unsent += self._greeting
        self._owed = self._state
        return True

    def _receive(self) -> tuple[Line, ...]:
        if self._server is None:
            return ()
        if len(self._unread) < MOST_UNREAD and not self._read():
            return ()
        found: list[Line] = []
        while (end := self._unread.find(b"\n")) >= 0 and self._may_ask():
            line = bytes(self._unread[:end])
            del self._unread[: end + 1]
            try:
                found.append(self._read_line(line))
            except ValueError:
                self._cut()
                break
        if end < 0 and len(self._unread) > LONGEST_LINE:
            self._cut()
        return tuple(found)

    def _read(self) -> bool:
        """Read a piece; False if the server has hung up."""
        assert self._server is not None
        try:
            piece = self._server.recv(PIECE)
        except BlockingIOError:
            return True
        except OSError:
            piece = b""
        self._unread += piece
        if not piece:
            self._cut()
        return bool(piece)

    def _may_ask(self) -> bool:
        now = self._clock()
        self._allowed = min(IN_A_ROW, self._allowed + PER_SECOND * (now - self._counted_at))
        self._counted_at = now
        if self._allowed < 1:
            return False
        self._allowed -= 1
        return True

    def _send(self) -> None:
        """A snapshot is sent only once everything before it is; so of several only the last one is."""
        assert self._server is not None
        try:
            while self._unsent or self._owed:
                if not self._unsent:
                    self._unsent += self._owed
                    self._owed = b""
                del self._unsent[: self._server.send(self._unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._cut()

    def _cut(self) -> None:
        """Hang up; whoever connects next begins anew."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
        self._unread.clear()
        self._unsent.clear()
        self._owed = b""


def _line(content: object) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _listen(path: Path) -> socket.socket:
    """A socket for this user and group only; one that a killed program left there is replaced. Raises `OSError`."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
    try:
        with suppress(FileNotFoundError):
            path.unlink()
        before = os.umask(0o777 & ~ACCESS)
        try:
            listener.bind(str(path))
        finally:
            os.umask(before)
        listener.listen(1)
    except OSError:
        listener.close()
        raise
    return listener


def sockets(folder: Path, name: str) -> tuple[Path, ...]:
    """Where a game's socket may be: the service's, and that of a program that this user has started."""
    return SERVICE / name, socket_path(folder, name)


def socket_path(folder: Path, name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the game and another process meet: in the service's runtime directory, or the user's, or in `folder`."""
    runtime = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    user = environment.get("XDG_RUNTIME_DIR", "")
    for place in (Path(runtime) if runtime else None, Path(user) / "wondertable" if user else None, folder):
        if place is not None and len(bytes(place / name)) <= LONGEST_PATH:
            return place / name
    return folder / name
