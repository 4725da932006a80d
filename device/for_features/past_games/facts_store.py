"""Collects the facts of every finished game, and keeps them in a file beside the journal.

To replay a game takes a hundred times longer than to read its facts. The file is only a copy: if it is gone, damaged or
does not fit the journal, the games are replayed again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from device.durable_file import write_durably
from device.errors import JournalError
from device.for_features.statistics.game_facts import FACTS_VERSION, LEADERS, GameFacts, facts_of, facts_of_sheet
from device.journal.archive import played
from device.journal.games import SHEET
from device.untrusted import NotUnderstoodError, read_json
from display.messages.plain_sheet import sheet_of_stored
from engine import CATEGORIES, Phase

if TYPE_CHECKING:
    from pathlib import Path

    from device.journal.games import StoredGame
    from device.journal.journal import Journal

FACTS = "facts.json"
"""The file's name in the state directory."""


class _Kept(msgspec.Struct, frozen=True):
    """The facts of a game as they were collected when its events had this fingerprint; None: it cannot be read."""

    fingerprint: str
    facts: GameFacts | None


class _File(msgspec.Struct, frozen=True):
    version: int
    games: dict[int, _Kept]


@dataclass(frozen=True, slots=True)
class CollectedFacts:
    """The facts of all finished games except demonstrations. `unreadable`: games that cannot be replayed."""

    games: tuple[GameFacts, ...]
    unreadable: int = 0


@dataclass
class FactsStore:
    """Facts of games, by id. `path` None: they are kept in memory only."""

    path: Path | None
    _kept: dict[int, _Kept] | None = field(default=None, repr=False)
    _due: list[tuple[StoredGame, str]] | None = field(default=None, repr=False)
    _changed: bool = False

    def collect(self, journal: Journal) -> CollectedFacts:
        """The facts of every finished game in the journal."""
        self.refresh()
        while not self.step(journal):
            pass
        return self.collected()

    def refresh(self) -> None:
        """Something has been played: look for new games at the next step."""
        self._due = None

    def step(self, journal: Journal) -> bool:
        """Collect the facts of at most one game. True if those of all games are there."""
        if self._due is None:
            self._due = self._missing(journal)
        if self._due:
            stored, fingerprint = self._due.pop()
            self._loaded()[stored.id] = _Kept(fingerprint, _facts(journal, stored))
            self._changed = True
        if not self._due and self._changed:
            self._write()
        return not self._due

    def collected(self) -> CollectedFacts:
        """What has been collected so far."""
        found = [kept.facts for kept in self._loaded().values()]
        return CollectedFacts(tuple(facts for facts in found if facts is not None), found.count(None))

    def _missing(self, journal: Journal) -> list[tuple[StoredGame, str]]:
        """The games whose facts are not known; forgets games that are gone or have changed."""
        kept, prints = self._loaded(), journal.fingerprints()
        games = {game.id: game for game in journal.games() if game.state == "finished" and not game.is_demo}
        for gone in [game_id for game_id in kept if game_id not in games]:
            del kept[gone]
            self._changed = True
        due = [game for game in games.values() if game.id not in kept or kept[game.id].fingerprint != prints[game.id]]
        return [(game, prints[game.id]) for game in due]

    def _loaded(self) -> dict[int, _Kept]:
        if self._kept is None:
            self._kept = {}
            if self.path is not None:
                with suppress(OSError, NotUnderstoodError):
                    file = read_json(self.path.read_bytes(), _File)
                    self._kept = dict(file.games) if file.version == FACTS_VERSION else {}
        return self._kept

    def _write(self) -> None:
        self._changed = False
        if self.path is not None:
            with suppress(OSError):
                write_durably(self.path, msgspec.json.encode(_File(FACTS_VERSION, self._loaded())))


def _facts(journal: Journal, stored: StoredGame) -> GameFacts | None:
    """None if the game cannot be replayed, or is not over although it is marked as finished."""
    sheet = sheet_of_stored(stored.options.get(SHEET))
    if sheet is not None:
        points = [dict(zip((*CATEGORIES, LEADERS), row.points, strict=False)) for row in sheet]
        return facts_of_sheet(stored.id, stored.started, stored.finished, [row.name for row in sheet], points)
    try:
        game = played(journal, stored.id).game
    except JournalError:
        return None
    if game.phase is not Phase.OVER:
        return None
    return facts_of(stored.id, stored.started, stored.finished, stored.names, game)
