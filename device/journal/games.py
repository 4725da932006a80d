"""Reads the games of a journal and their events."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from device.errors import JournalError
from device.journal.database import GAME_COLUMNS
from device.untrusted import NotUnderstoodError, read_json
from display.messages.events import StoredEvent, event_from_row

SHEET = "sheet"
"""The option of a game of which only a plain score sheet is known."""
NO_BOARD = ("", "")
"""The board of a player of such a game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the journal. `seats` are (wonder, side); times UTC in ISO 8601; `state` is open, finished or left."""

    id: int
    started: str
    finished: str | None
    state: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, Any]
    scores: Any

    @property
    def is_demo(self) -> bool:
        """True for the game of a demonstration."""
        return "demo" in self.options

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, "" if not given."""
        return tuple(self.options.get("names") or ("",) * len(self.seats))


class Games:
    """Reads the tables behind this connection."""

    def __init__(self, tables: sqlite3.Connection) -> None:
        self.tables = tables

    def events(self, game_id: int) -> tuple[StoredEvent, ...]:
        """All stored events of a game, in order.

        Raises:
            JournalError: there is no such game.
            WondertableError, LookupError, TypeError, ValueError: one of the rows is not an event.
        """
        self.game(game_id)
        return tuple(event_from_row(kind, body) for kind, body in self._rows(game_id))

    def game(self, game_id: int) -> StoredGame:
        """The game with this id. Raises `JournalError` if there is none."""
        row = self.tables.execute(f"SELECT {GAME_COLUMNS} FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise JournalError("journal_no_such_game", game=game_id)
        return self._stored(row)

    def games(self) -> list[StoredGame]:
        """All games, the newest first. Those that were imported stand where they belong in time."""
        rows = self.tables.execute(f"SELECT {GAME_COLUMNS} FROM games ORDER BY started DESC, id DESC").fetchall()
        return [self._stored(row) for row in rows]

    def fingerprints(self) -> dict[int, str]:
        """Id -> what changes whenever something of the game does."""
        sql = """SELECT id, state, finished, games.checksum, count(number), total(events.checksum)
            FROM games LEFT JOIN events ON id = game_id GROUP BY id"""
        return {game_id: " ".join(map(str, rest)) for game_id, *rest in self.tables.execute(sql)}

    def _rows(self, game_id: int, *kinds: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events of a game in order, of all or some kinds."""
        wanted = f"AND kind IN ({', '.join('?' * len(kinds))}) " if kinds else ""
        sql = f"SELECT kind, body FROM events WHERE game_id = ? {wanted}ORDER BY number"
        for kind, body in self.tables.execute(sql, (game_id, *kinds)):
            yield kind, read_json(body, dict[str, Any])

    def _stored(self, row: tuple[Any, ...]) -> StoredGame:
        """A stored game with the players' latest names."""
        game_id, started, finished, state, seats, options, scores = row
        pairs = tuple((wonder, side) for wonder, side in read_json(seats, list[tuple[str, str]]))
        settled = read_json(options, dict[str, Any])
        for _, named in self._rows(game_id, "rename"):
            match named:  # what is no name of a seat hides no game
                case {"seat": int(seat), "name": str(name)} if 0 <= seat < len(pairs):
                    settled.setdefault("names", [""] * len(pairs))[seat] = name
        return StoredGame(game_id, started, finished, state, pairs, settled, _decoded(scores))


def _decoded(scores: str | None) -> Any:
    """The scores; None for what a program has stored that kept no checksum of them, and is none."""
    with suppress(NotUnderstoodError):
        return None if scores is None else read_json(scores, object)
    return None
