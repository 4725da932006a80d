"""Takes out of damaged files every game and every event that is still in one of them.

Every row has a checksum, and an event is never changed once it is written. So it does not matter from which file or
from which version of a page a row comes: rows of all of them can be put together.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.journal.carving import carved_rows
from device.journal.database import apply, ending_checksum, event_checksum, game_checksum, put_event, put_game
from device.journal.tally import Tally
from device.journal.write_ahead_log import logged_pages, overlaid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from device.journal.carving import CarvedRow
    from device.journal.write_ahead_log import LoggedPage

Row = tuple[object, ...]

STATES = frozenset({"open", "finished", "left"})
COLUMNS = (8, 9)
"""Of a game: without and with a checksum over how it ended."""


@dataclass(slots=True)
class Found:
    """The games by id, and their events by game and number.

    The first game that is found under an id counts, and rather one of which it is proven how it ended: where that is
    damaged in all of them the game counts as left, and can be gone on with.
    """

    games: dict[int, Row] = field(default_factory=dict)
    proven: set[int] = field(default_factory=set)
    events: dict[int, dict[int, Row]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, rows: Iterable[CarvedRow]) -> None:
        """Add those of the rows that are a game or an event and whose checksum is right."""
        for rowid, values in rows:
            if rowid is not None and len(values) in COLUMNS and game_checksum((rowid, *values[1:7])) == values[7]:
                self._add_game((rowid, *values[1:7]), *values[8:])
            elif rowid is None and len(values) == 6 and event_checksum(values[:5]) == values[5]:
                game_id, number = values[:2]
                if isinstance(game_id, int) and isinstance(number, int):
                    self.events[game_id].setdefault(number, values[:5])

    def _add_game(self, game: Row, ending: object = None) -> None:
        """`ending`: the checksum over how it ended; None: the program that has written it kept none."""
        game_id = int(str(game[0]))
        proven = ending == ending_checksum(game)
        if game_id not in self.games or (proven and game_id not in self.proven):
            sound = proven or ending is None
            self.games[game_id] = game if sound else (game[0], game[1], None, "left", *game[4:6], None)
        if proven:
            self.proven.add(game_id)

    @property
    def tally(self) -> Tally:
        """How much was found."""
        over = sum(game[3] != "open" for game in self.games.values())
        return Tally(sum(len(self.whole_events(game_id)) for game_id in self.games), len(self.games), over)

    def whole_events(self, game_id: int) -> list[Row]:
        """The events of a game before the first one that is missing: the later ones would be another game."""
        events = self.events[game_id]
        whole: list[Row] = []
        while len(whole) + 1 in events:
            whole.append(events[len(whole) + 1])
        return whole


def salvage(main: bytes, log: bytes, copy: bytes, into: sqlite3.Connection) -> None:
    """Put into the tables what they lack and one of these files has: the journal, its log, and its second copy.

    A game of another beginning under the same number stays as it is in the tables.
    """
    found = found_in(main, logged_pages(log), copy)
    for game_id, game in found.games.items():
        with suppress(sqlite3.Error):
            _put(game, found.whole_events(game_id), into)


def found_in(main: bytes, pages: Sequence[LoggedPage], copy: bytes = b"") -> Found:
    """All games and events that are in the journal, in a page of its log, or in its second copy."""
    found = Found()
    found.add(carved_rows(overlaid(main, [page for page in pages if page.sound])))
    found.add(carved_rows(copy))
    found.add(carved_rows(main))
    for page in reversed(pages):
        found.add(carved_rows(bytes(len(page.content)) + page.content))
    return found


def content_of(file: Path) -> bytes:
    """The file's content, as much of it as there is; nothing if it cannot be read."""
    with suppress(OSError):
        return file.read_bytes()
    return b""


def log_of(path: Path) -> Path:
    """Where SQLite's write-ahead log of the journal at `path` is."""
    return path.with_name(f"{path.name}-wal")


def _put(game: Row, events: list[Row], into: sqlite3.Connection) -> None:
    same = "SELECT started, seats, options FROM games WHERE id = ?"
    there = into.execute(same, game[:1]).fetchone()
    if there is not None and there != (game[1], game[4], game[5]):
        return
    count = into.execute("SELECT count(*) FROM events WHERE game_id = ?", game[:1]).fetchone()[0]
    if there is None or len(events) > count:
        state = game[3] if game[3] in STATES else "left"
        apply(into, [put_game((*game[:3], state, *game[4:])), *map(put_event, events)])
