"""The journal: every event of every game, on the disk before anything reacts to it. A killed program loses nothing.

The file is an append-only log, with a copy in memory for reading. If the disk is full, read-only or broken, the game
continues in memory, a notice says so, and everything is written as soon as the disk works again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import msgspec

from device.errors import JournalError
from device.journal.database import (
    FAILURES,
    LEAVE,
    Statement,
    apply,
    checkpoint,
    copy_rows,
    finish,
    ids,
    is_in_memory,
    kind_of,
    put_event,
    put_game,
    reopen,
    taken,
)
from device.journal.games import Games
from device.journal.opening import DAMAGED, OpenedFile, memory, open_file, reading_copy, snapshot
from device.journal.second_copy import Tally, keep_second_copy, note_tally, noted_tally, tally_of
from device.retrying import Retry
from display.messages.events import StoredEvent, Undone, event_to_row
from display.messages.questions import Notice

JOURNAL = "games.sqlite"
"""The file's name in the state directory."""
TRY_AGAIN_AFTER = 10.0
"""s between attempts to write to a failed disk."""


class Journal(Games):
    """A journal with one writer at a time; a second program works on a copy in memory. `path` None: in memory only."""

    def __init__(
        self,
        path: Path | None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        opens: Callable[[Path], OpenedFile] = open_file,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open or create the file. Raises `JournalError` if a newer program wrote it."""
        self._path, self._now, self._opens = path, now, opens
        self._retry = Retry(TRY_AGAIN_AFTER, clock)
        self._notices: list[Notice] = []
        self._lock: TextIO | None = None
        self._disk: sqlite3.Connection | None = None
        super().__init__(memory())
        self._foreign = False
        self._theirs: frozenset[int] | None = None
        """The games of the program that was writing the file when this one began. This program must not change them."""
        self._trouble: Notice | None = None
        self._fleeting: Notice | None = None
        self.damaged = False
        """True if the file may hold games that could not be read."""
        if path is not None:
            self._open(path)

    @classmethod
    def copy_of(cls, path: Path) -> Journal:
        """A copy of the games in this file, for reading only. It does not disturb a program that writes the file."""
        noted = noted_tally(path)  # before the copy: the other program may go on meanwhile
        copy, copied = cls(None), reading_copy(path)
        copy.tables = copied.connection
        copy.damaged = any(notice.key == DAMAGED for notice in copied.notices)
        if copy.damaged:
            copy._notices.append(Notice("notice.journal_torn", {"path": str(path)}))
        copy._compare(noted)
        return copy

    @property
    def durable(self) -> bool:
        """True if everything committed so far is on the disk."""
        return self._disk is not None

    @property
    def lasting(self) -> Notice | None:
        """The lasting notice that nothing is being saved, or nothing outlives the power; None if all is well."""
        return self._fleeting if self.durable else self._trouble

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call: the file was set aside, nothing is saved, everything is saved again.

        A call also tries to save what is missing, because the next action may take long or never come.
        """
        if not self.durable and self._retry.due:
            self._write_missing()
        taken, self._notices = tuple(self._notices), []
        return taken

    def begin(self, seats: Sequence[tuple[str, str]], options: Mapping[str, object] | None = None) -> int:
        """Begin a game with these (wonder, side); returns its id. An open game counts as left."""
        game_id = self._next_game()
        row = (game_id, self._time(), None, "open", _json(seats), _json(options or {}), None)
        self._write([LEAVE, put_game(row)])
        return game_id

    def keep(self, seats: Sequence[tuple[str, str]], options: Mapping[str, object], scores: object) -> int:
        """Store a game that is over and of which no event is known; returns its id. An open game stays open."""
        game_id, now = self._next_game(), self._time()
        self._write([put_game((game_id, now, now, "finished", _json(seats), _json(options), _json(scores)))])
        self._keep_second_copy()
        return game_id

    def write(self, game_id: int, events: Sequence[StoredEvent]) -> None:
        """Store events, all or none; they are on the disk on return. An undo opens a finished game again."""
        undone = any(isinstance(event, Undone) for event in events)
        self.game(game_id)
        number = self._next("SELECT max(number) FROM events WHERE game_id = ?", game_id)
        when = self._time()
        rows = [
            put_event((game_id, number + count, when, kind, _json(body)))
            for count, (kind, body) in enumerate(map(event_to_row, events))
        ]
        self._write([*rows, *([reopen(game_id, ("finished", "left", "open"))] if undone else [])])

    def take_in(self, statements: Sequence[Statement]) -> None:
        """Write games of another journal, all or none; they are on the disk on return, if it can be written."""
        self._write(statements)
        self._keep_second_copy()

    def leave(self) -> None:
        """Mark the open game as not continued."""
        self._write([LEAVE])

    def reopen(self, game_id: int) -> None:
        """Go on with a game that was left; a finished one stays finished until something of it is undone."""
        self.game(game_id)
        self._write([LEAVE, reopen(game_id, ("left",))])

    def finish(self, game_id: int, scores: object) -> None:
        """Mark a game as finished, or change the scores of one that is. `scores` is anything that JSON can hold."""
        game = self.game(game_id)
        when = game.finished if game.state == "finished" else None
        self._write([finish(game_id, when or self._time(), _json(scores))])
        self._keep_second_copy()

    def open_game(self) -> int | None:
        """The unfinished game, if there is one that no other program is playing."""
        rows = self.tables.execute("SELECT id FROM games WHERE state = 'open'")
        return max((row[0] for row in rows if self.may_change(row[0])), default=None)

    def may_change(self, game_id: int) -> bool:
        """False for a game of another program that is writing the file: what is changed of it here is never saved."""
        return game_id not in (self._theirs or ())

    def backup(self) -> bytes:
        """Everything, as the content of a new file."""
        return self.tables.serialize()

    def close(self) -> None:
        """Write what the file lacks, if possible, and close it. May be called twice."""
        if not self.durable:
            self._write_missing()
        self._keep_second_copy()
        with suppress(sqlite3.Error):
            if self._disk is not None:
                self._disk.close()
        self._path = self._disk = None
        if self._lock is not None:
            self._lock.close()

    def _open(self, path: Path) -> None:
        if is_in_memory(path.parent):
            self._fleeting = Notice("notice.journal_in_memory", lasting=True)
            self._notices.append(self._fleeting)
        try:
            opened = self._opened(path)
            self._disk = opened.connection
        except (OSError, *FAILURES) as problem:
            self.tables = snapshot(path).connection
            self._theirs = ids(self.tables) if self._foreign else None
            self._continue_in_memory(problem, path)
        else:
            copy_rows(self._disk, self.tables)
            self._compare(noted_tally(path))
            self._keep_second_copy(opened.copied)

    def _opened(self, path: Path) -> OpenedFile:
        self._take_lock(path)
        opened = self._opens(path)
        self._notices += opened.notices
        return opened

    def _compare(self, noted: Tally) -> None:
        """Say what is gone for good: less is there than when the journal was last used."""
        there = tally_of(self.tables)
        count = max(noted.events - there.events, noted.games - there.games)
        if count > 0:
            self._notices.append(Notice("notice.journal_lost", {"count": count}))

    def _keep_second_copy(self, copied: Tally | None = None) -> None:
        if self._path is not None and self._disk is not None:
            note_tally(self._path, tally_of(self.tables))
            keep_second_copy(self._path, self.tables, copied)

    def _take_lock(self, path: Path) -> None:
        """Lock the file: another program that records a game would use the same numbers."""
        if self._lock is not None:
            return
        try:
            self._lock = taken(path)
        except BlockingIOError:
            self._foreign = True
            raise

    def _write(self, statements: Sequence[Statement]) -> None:
        """Write to memory, then to the disk. If the disk fails, everything it lacks is written next time."""
        apply(self.tables, statements)
        if self._disk is None or self._path is None:
            self._write_missing()
            return
        try:
            apply(self._disk, statements)
            checkpoint(self._disk)
            note_tally(self._path, tally_of(self.tables))
        except FAILURES as problem:
            with suppress(sqlite3.Error):
                self._disk.close()
            self._disk = None
            self._continue_in_memory(problem, self._path)

    def _write_missing(self) -> None:
        if self._path is None or (self._foreign and self._theirs is None):
            return
        disk = None
        try:
            disk = self._opened(self._path).connection
            self._merge(disk)
        except (OSError, JournalError, *FAILURES):
            if disk is not None:
                disk.close()
            self._retry.failed()
            return
        self._disk, self._foreign, self._theirs = disk, False, None
        checkpoint(disk)
        self._compare(noted_tally(self._path))
        note_tally(self._path, tally_of(self.tables))
        if self._retry.recovered():
            self._notices.append(Notice("notice.journal_made_good"))

    def _merge(self, disk: sqlite3.Connection) -> None:
        """Copy this program's games into the file, and the file into memory; other programs' games stay unchanged."""
        theirs = self._theirs or frozenset()
        if self._foreign and (ids(self.tables) - theirs) & ids(disk):
            raise sqlite3.IntegrityError("the other program has used the same number")
        copy_rows(self.tables, disk, without=theirs)
        merged = memory()
        copy_rows(disk, merged)
        self.tables = merged  # the numbers of the next game and the next event are counted there

    def _continue_in_memory(self, problem: Exception, path: Path) -> None:
        kind = "in_use" if self._foreign else kind_of(problem, path.parent)
        self._trouble = Notice(f"notice.journal_{kind}", lasting=True)
        if self._retry.failed():
            self._notices.append(self._trouble)

    def _next_game(self) -> int:
        game_id = self._next("SELECT max(id) FROM games")
        if self._path is not None and not self.durable:  # the file it is written to later may hold unknown games
            game_id = max(game_id, int(self._now().timestamp()))
        return game_id

    def _next(self, sql: str, *values: object) -> int:
        highest = self.tables.execute(sql, values).fetchone()[0]
        return 1 if highest is None else int(highest) + 1

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
