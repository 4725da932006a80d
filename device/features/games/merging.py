"""Merges the games of another journal: every game is there once, and none is lost.

A game is the same in both if it began at the same second with the same boards and options, and if the events of one are
the first events of the other. Then the longer one counts: a backup may be older than the journal, or newer. Where both
went on differently, they are two games.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from device.journal.database import EVENT_COLUMNS, GAME_COLUMNS, put_event, put_game
from engine import WondertableError

if TYPE_CHECKING:
    import sqlite3

    from device.journal.database import Statement
    from device.journal.games import Games
    from device.journal.journal import Journal

Row = tuple[object, ...]
STATE, FINISHED, SCORES = 3, 2, 6
"""Columns of a game."""


@dataclass(slots=True)
class Merged:
    """How many games were added, went on in the other journal, were known, and are no games."""

    added: int = 0
    continued: int = 0
    known: int = 0
    refused: int = 0


def merge(journal: Journal, other: Journal) -> Merged:
    """Take in the games of another journal, all or none; they are on the disk on return, if it can be written."""
    merging = Merging(journal, other)
    if merging.statements:
        journal.take_in(merging.statements)
    return merging.merged


class Merging:
    """What has to be written into one journal so that it has the games of another one, too."""

    def __init__(self, ours: Games, theirs: Games) -> None:
        self.statements: list[Statement] = []
        self.merged = Merged()
        self._games = {int(str(row[0])): row for row in _games(ours.tables)}
        self._events = _events(ours.tables)
        self._alike: dict[Row, list[int]] = defaultdict(list)
        for game_id, game in self._games.items():
            self._alike[_header(game)].append(game_id)
        events = _events(theirs.tables)
        for game in _games(theirs.tables):
            self._merge(game, events[int(str(game[0]))], theirs)

    def _merge(self, game: Row, events: list[Row], others: Games) -> None:
        if not _is_game(others, int(str(game[0]))):
            self.merged.refused += 1
            return
        same = [one for one in self._alike[_header(game)] if _same(self._events[one], events)]
        if not same:
            self._add(game, events)
            return
        ours = max(same, key=lambda one: min(len(self._events[one]), len(events)))
        if self._goes_on(ours, game, events):
            self.merged.continued += 1
        else:
            self.merged.known += 1

    def _add(self, game: Row, events: list[Row]) -> None:
        """An open game is one that was left: it is not played here."""
        game_id = max(self._games, default=0) + 1
        state = "left" if game[STATE] == "open" else game[STATE]
        added = (game_id, game[1], game[FINISHED], state, *game[4:])
        self.statements += [put_game(added), *(put_event((game_id, *event)) for event in events)]
        self._games[game_id], self._events[game_id] = added, events
        self._alike[_header(game)].append(game_id)
        self.merged.added += 1

    def _goes_on(self, game_id: int, theirs: Row, events: list[Row]) -> bool:
        """Add the events that our game lacks, and how it ended. True if there was anything to add."""
        ours, known = self._games[game_id], self._events[game_id]
        ends = theirs[STATE] == "finished" and ours[STATE] != "finished"
        if len(events) < len(known) or (len(events) == len(known) and not ends):
            return False
        state = "finished" if ends else ours[STATE] if len(events) == len(known) else _state_of(theirs)
        row = (*ours[:FINISHED], theirs[FINISHED], state, *ours[4:SCORES], theirs[SCORES])
        self.statements += [put_game(row), *(put_event((game_id, *event)) for event in events[len(known) :])]
        self._games[game_id], self._events[game_id] = row, events
        return True


def _state_of(game: Row) -> object:
    return "left" if game[STATE] == "open" else game[STATE]


def _header(game: Row) -> Row:
    """What never changes of a game: when it began, its boards, and what was settled before."""
    return game[1], game[4], game[5]


def _same(ours: list[Row], theirs: list[Row]) -> bool:
    """True if one is how the other began."""
    return all(one == other for one, other in zip(ours, theirs, strict=False))


def _games(tables: sqlite3.Connection) -> list[Row]:
    return tables.execute(f"SELECT {GAME_COLUMNS} FROM games ORDER BY started, id").fetchall()


def _events(tables: sqlite3.Connection) -> dict[int, list[Row]]:
    """Game -> its events in order, without the game's id."""
    found = defaultdict[int, list[Row]](list)
    for game_id, *event in tables.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY game_id, number"):
        found[game_id].append(tuple(event))
    return found


def _is_game(others: Games, game_id: int) -> bool:
    """True if this program can read what is stored of the game, so that it does no harm in a journal."""
    with suppress(WondertableError, LookupError, TypeError, ValueError, AttributeError, OverflowError):
        stored = others.game(game_id)
        datetime.fromisoformat(stored.started).astimezone()
        others.events(game_id)
        names = stored.options.get("names")
        return names is None or (len(names) == len(stored.seats) and all(isinstance(name, str) for name in names))
    return False
