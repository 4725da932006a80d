"""The journal: every event of every game, on the disk before anybody hears of it. A killed program loses nothing.

The file is an append-only log, with a mirror in memory for reading. If the disk is full, read-only or broken, the game
goes on in the mirror, a notice says so, and everything is written as soon as that works again.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from device.errors import JournalError
from device.journal.database import FAILURES, LEAVE, apply, copy_rows, ids, kind_of, open_file, put_event, put_game
from device.journal.games import Games
from device.journal.lock import taken
from device.journal.snapshot import memory, reading_copy, snapshot
from device.messages.events import Undone, event_to_row
from device.messages.questions import Notice
from device.retrying import Retry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import TextIO

    from device.journal.database import OpenedFile, Statement
    from device.messages.events import StoredEvent


JOURNAL = "games.sqlite"
"""The file's name in the folder of the state."""
TRY_AGAIN_AFTER = 10.0
"""s between attempts to write to a disk that failed."""


class Journal(Games):
    """One writer at a time: a second one works on a copy in memory and says so. `path` None: in memory only."""

    def __init__(
        self,
        path: Path | None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        opens: Callable[[Path], OpenedFile] = open_file,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Opens or begins the file. Raises `JournalError` if a newer program wrote it."""
        self._path, self._now, self._opens = path, now, opens
        self._retry = Retry(TRY_AGAIN_AFTER, clock)
        self._notices: list[Notice] = []
        self._lock: TextIO | None = None
        self._disk: sqlite3.Connection | None = None
        super().__init__(memory())
        self._foreign = False
        self._theirs: frozenset[int] | None = None
        """The games of the program that had the file when this one began; they are not ours to write to."""
        self._trouble: Notice | None = None
        self.damaged = False
        """There may have been more games than can be read."""
        if path is not None:
            self._open(path)

    @classmethod
    def copy_of(cls, path: Path) -> Journal:
        """The games in this file as they are now, for reading only: whoever is writing it is not disturbed."""
        copy, copied = cls(None), reading_copy(path)
        copy._mirror = copied.connection
        if copied.damaged:
            copy.damaged = True
            copy._notices.append(Notice("notice.journal_torn", {"path": str(path)}))
        return copy

    @property
    def durable(self) -> bool:
        """Everything committed so far is on the disk."""
        return self._disk is not None

    @property
    def lasting(self) -> Notice | None:
        """What is to be said for as long as it is so: nothing is saved now."""
        return None if self.durable else self._trouble

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time: file set aside, going on in memory, made good.

        Asked now and then, it tries to make good by itself: the next action may be long in coming, or never come.
        """
        if not self.durable and self._retry.due:
            self._make_good()
        taken, self._notices = tuple(self._notices), []
        return taken

    def begin(self, seats: Sequence[tuple[str, str]], options: Mapping[str, object] | None = None) -> int:
        """A new game with these (wonder, side); returns its id. A game still open counts as left."""
        game_id = self._next("SELECT max(id) FROM games")
        if self._path is not None and not self.durable:  # the file that will get it may hold games not known here
            game_id = max(game_id, int(self._now().timestamp()))
        row = (game_id, self._time(), None, "open", _json(seats), _json(options or {}), None)
        self._write([LEAVE, put_game(row)])
        return game_id

    def write(self, game_id: int, events: Sequence[StoredEvent]) -> None:
        """Stores events: all or none, on the disk on return. An undo opens a finished game again."""
        reopen = ("UPDATE games SET state = 'open' WHERE id = ?", (game_id,))
        undone = any(isinstance(event, Undone) for event in events)
        self.game(game_id)
        number = self._next("SELECT max(number) FROM events WHERE game_id = ?", game_id)
        when = self._time()
        rows = [
            put_event((game_id, number + count, when, kind, _json(body)))
            for count, (kind, body) in enumerate(map(event_to_row, events))
        ]
        self._write([*rows, *([reopen] if undone else [])])

    def leave(self) -> None:
        """Nobody plays the open game to its end."""
        self._write([LEAVE])

    def finish(self, game_id: int, scores: object) -> None:
        """The game is over; `scores` is anything JSON can hold."""
        self.game(game_id)
        sql = "UPDATE games SET state = 'finished', finished = ?, scores = ? WHERE id = ?"
        self._write([(sql, (self._time(), _json(scores), game_id))])

    def open_game(self) -> int | None:
        """The game that was not played to its end, if there is one; not one that another program plays now."""
        rows = self._mirror.execute("SELECT id FROM games WHERE state = 'open'")
        return max((row[0] for row in rows if row[0] not in (self._theirs or ())), default=None)

    def backup(self, path: Path) -> None:
        """Everything in one new file. Raises `JournalError` if it exists or cannot be written."""
        try:
            self._mirror.execute("VACUUM INTO ?", (str(path),))
        except sqlite3.Error as problem:
            raise JournalError("journal_backup_failed", path=str(path), reason=str(problem)) from problem

    def close(self) -> None:
        """Gives the file back, with all that it still lacks if that can be written now. May be called twice."""
        if not self.durable:
            self._make_good()
        with suppress(sqlite3.Error):
            if self._disk is not None:
                self._disk.close()
        self._path = self._disk = None
        if self._lock is not None:
            self._lock.close()

    def _open(self, path: Path) -> None:
        try:
            self._disk = self._opened(path)
        except (OSError, *FAILURES) as problem:
            self._mirror = snapshot(path).connection
            self._theirs = ids(self._mirror) if self._foreign else None
            self._going_on_in_memory(problem)
        else:
            copy_rows(self._disk, self._mirror)

    def _opened(self, path: Path) -> sqlite3.Connection:
        self._take_lock(path)
        opened = self._opens(path)
        if opened.set_aside is not None:
            self._notices.append(Notice("notice.journal_damaged", {"path": str(opened.set_aside)}))
        return opened.connection

    def _take_lock(self, path: Path) -> None:
        """Another program that keeps a game would count the same numbers."""
        if self._lock is not None:
            return
        try:
            self._lock = taken(path)
        except BlockingIOError:
            self._foreign = True
            raise

    def _write(self, statements: Sequence[Statement]) -> None:
        """To the mirror, then to the disk; if the disk fails, all that it lacks is written the next time."""
        apply(self._mirror, statements)
        if self._disk is None:
            self._make_good()
            return
        try:
            apply(self._disk, statements)
        except FAILURES as problem:
            with suppress(sqlite3.Error):
                self._disk.close()
            self._disk = None
            self._going_on_in_memory(problem)

    def _make_good(self) -> None:
        if self._path is None or (self._foreign and self._theirs is None):
            return
        disk = None
        try:
            disk = self._opened(self._path)
            self._bring_together(disk)
        except (OSError, *FAILURES):
            if disk is not None:
                disk.close()
            self._retry.failed()
            return
        self._disk, self._foreign, self._theirs = disk, False, None
        if self._retry.recovered():
            self._notices.append(Notice("notice.journal_made_good"))

    def _bring_together(self, disk: sqlite3.Connection) -> None:
        """What was played here to the file, and the other way round; of another program's games nothing is touched."""
        theirs = self._theirs or frozenset()
        if self._foreign and (ids(self._mirror) - theirs) & ids(disk):
            raise sqlite3.IntegrityError("the other program has counted the same number")
        copy_rows(self._mirror, disk, without=theirs)
        copy_rows(disk, self._mirror)  # numbers of games are counted there

    def _going_on_in_memory(self, problem: Exception) -> None:
        kind = "in_use" if self._foreign else kind_of(problem)
        self._trouble = Notice(f"notice.journal_{kind}", lasting=True)
        if self._retry.failed():
            self._notices.append(self._trouble)

    def _next(self, sql: str, *values: object) -> int:
        highest = self._mirror.execute(sql, values).fetchone()[0]
        return 1 if highest is None else int(highest) + 1

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
