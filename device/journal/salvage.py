"""Takes out of damaged files every game and every event that SQLite can still read in one of them.

Every row has a checksum, and an event is never changed once it is written. So it does not matter from which file a row
comes: rows of all of them can be put together.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from device.journal.database import (
    FAILURES,
    apply,
    connect,
    ending_checksum,
    event_checksum,
    game_checksum,
    put_event,
    put_game,
)

Row = tuple[object, ...]

PAGE = 4096
"""Bytes in the file's first page, which says where everything is and is the same in all journals.

It is written most often, so the second copy's stands in for it, too.
"""
SIZE = slice(28, 32)
"""Where in it the number of pages stands."""
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

    def add_games(self, source: sqlite3.Connection) -> None:
        """Add the games of this source whose checksum is right."""
        for row in _rows(source, "SELECT * FROM games ORDER BY id"):
            if len(row) in COLUMNS and game_checksum(row) == row[7]:
                self._add_game(row[:7], *row[8:])

    def add_events(self, source: sqlite3.Connection) -> None:
        """Add the events of the games found so far that are in this source and whose checksum is right."""
        for game_id in self.games:
            for row in _rows(source, f"SELECT * FROM events WHERE game_id = {game_id} ORDER BY number"):
                if isinstance(row[1], int) and event_checksum(row[:5]) == row[5]:
                    self.events[game_id].setdefault(row[1], row[:5])

    def _add_game(self, game: Row, ending: object = None) -> None:
        """`ending`: the checksum over how it ended; None: the program that has written it kept none."""
        game_id = int(str(game[0]))
        proven = ending == ending_checksum(game)
        if game_id not in self.games or (proven and game_id not in self.proven):
            sound = proven or ending is None
            self.games[game_id] = game if sound else (game[0], game[1], None, "left", *game[4:6], None)
        if proven:
            self.proven.add(game_id)

    def whole_events(self, game_id: int) -> list[Row]:
        """The events of a game before the first one that is missing: the later ones would be another game."""
        events = self.events[game_id]
        whole: list[Row] = []
        while len(whole) + 1 in events:
            whole.append(events[len(whole) + 1])
        return whole


def salvage(into: sqlite3.Connection, copy: Path, damaged: Path | None = None) -> None:
    """Put into the tables what they lack and the second copy or a damaged journal has.

    A game of another beginning under the same number stays as it is in the tables.
    """
    found = Found()
    with ExitStack() as opened:
        sources = []
        for file in (damaged, copy):
            with suppress(OSError, sqlite3.Error):
                if file is not None:
                    where = f"{file.absolute().as_uri()}?mode=ro"
                    sources.append(opened.enter_context(closing(connect(where, uri=True))))
        with suppress(OSError, sqlite3.Error):
            if damaged is not None:
                tables = opened.enter_context(closing(connect(":memory:")))
                tables.deserialize(_with_first_page_of(copy.read_bytes(), damaged.read_bytes()))
                sources.append(tables)
        for source in sources:
            found.add_games(source)
        for source in sources:
            found.add_events(source)
    for game_id, game in found.games.items():
        with suppress(sqlite3.Error):
            _put(game, found.whole_events(game_id), into)


def _with_first_page_of(copy: bytes, damaged: bytes) -> bytes:
    """The damaged file as it would be with the copy's first page, and its own size in there."""
    pages = len(damaged) // PAGE
    return copy[: SIZE.start] + pages.to_bytes(4, "big") + copy[SIZE.stop : PAGE] + damaged[PAGE : pages * PAGE]


def _rows(source: sqlite3.Connection, query: str) -> Iterator[Row]:
    """The rows up to the first damage and, read backwards, those behind the last one."""
    for direction in ("", " DESC"):
        with suppress(*FAILURES):
            yield from source.execute(query + direction)


def _put(game: Row, events: list[Row], into: sqlite3.Connection) -> None:
    same = "SELECT started, seats, options FROM games WHERE id = ?"
    there = into.execute(same, game[:1]).fetchone()
    if there is not None and there != (game[1], game[4], game[5]):
        return
    count = into.execute("SELECT count(*) FROM events WHERE game_id = ?", game[:1]).fetchone()[0]
    if there is None or len(events) > count:
        state = game[3] if game[3] in STATES else "left"
        apply(into, [put_game((*game[:3], state, *game[4:])), *map(put_event, events)])
