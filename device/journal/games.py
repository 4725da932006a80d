"""The games of a journal, as they are read from its tables: what stands of each, what was taken back, who played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from device.errors import JournalError
from device.journal.database import GAME_COLUMNS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping


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
    def made_up(self) -> bool:
        """A demonstration's; nobody played it."""
        return "demo" in self.options


class Games:
    """Reads the tables behind this connection."""

    def __init__(self, tables: sqlite3.Connection) -> None:
        self._mirror = tables

    def entries(self, game_id: int) -> list[dict[str, Any]]:
        """The actions that stand, in order."""
        return self._told(game_id)[0]

    def undone(self, game_id: int) -> list[list[dict[str, Any]]]:
        """What was taken back and can be booked again: a list of actions for each step, the last step last."""
        return self._told(game_id)[1]

    def game(self, game_id: int) -> StoredGame:
        """`JournalError` if there is no such game."""
        row = self._mirror.execute(f"SELECT {GAME_COLUMNS} FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise JournalError("journal_no_such_game", game=game_id)
        return self._stored(row)

    def games(self) -> list[StoredGame]:
        """All of them, the newest first."""
        rows = self._mirror.execute(f"SELECT {GAME_COLUMNS} FROM games ORDER BY id DESC").fetchall()
        return [self._stored(row) for row in rows]

    def _told(self, game_id: int) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
        """The actions that stand and the steps that were taken back."""
        self.game(game_id)
        standing: list[dict[str, Any]] = []
        undone: list[list[dict[str, Any]]] = []
        for kind, body in self._events(game_id, "action", "undo", "redo", "seen"):
            match kind:
                case "action":
                    standing.append(body)
                    undone.clear()
                case "undo":
                    undone.append(standing[body["keep"] :])
                    del standing[body["keep"] :]
                case "redo":
                    standing += undone.pop()
                case "seen":
                    standing[body["action"]]["code"] = body["code"]
        return standing, undone

    def _events(self, game_id: int, *kinds: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """What was noted of a game, in order."""
        places = ", ".join("?" * len(kinds))
        sql = f"SELECT kind, body FROM events WHERE game_id = ? AND kind IN ({places}) ORDER BY number"
        for kind, body in self._mirror.execute(sql, (game_id, *kinds)):
            yield kind, msgspec.json.decode(body)

    def _stored(self, row: tuple[Any, ...]) -> StoredGame:
        """A game's row; the players are called as they were called last."""
        game_id, started, finished, state, seats, options, scores = row
        pairs = tuple((wonder, side) for wonder, side in msgspec.json.decode(seats))
        settled = msgspec.json.decode(options)
        for _, named in self._events(game_id, "rename"):
            names = settled.setdefault("names", [""] * len(pairs))
            names[named["seat"]] = named["name"]
        return StoredGame(game_id, started, finished, state, pairs, settled, _decoded(scores))


def _decoded(scores: str | None) -> Any:
    """Scores can be counted again from the actions, so they have no checksum of their own."""
    with suppress(msgspec.DecodeError):
        return None if scores is None else msgspec.json.decode(scores)
    return None
