"""Reads played games from the journal."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from device.errors import JournalError, UnreadableGameError
from device.journal.games import SHEET, StoredGame
from device.journal.journal import JOURNAL, Journal
from device.session.ledger import Ledger
from device.session.restoring import Restored, restore, resume
from device.session.session import Session
from device.settings.settings import Settings, state_directory
from display.messages.questions import Notice
from engine import Game, WondertableError, winners

RECENT_GAMES = 60
"""Number of games whose players' names are offered again."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the journal with its state; times are UTC."""

    stored: StoredGame
    game: Game

    @property
    def started(self) -> datetime:
        """When its first turn began."""
        return _time(self.stored.started)

    @property
    def finished(self) -> datetime | None:
        """When it ended; None if it was not played to its end."""
        with suppress(ValueError):  # of a program that kept no checksum of it
            return _time(self.stored.finished) if self.stored.finished else None
        return None


@dataclass(frozen=True, slots=True)
class Result:
    """One seat's total, if the game was scored. The Free City is never scored. `name`: the player's, or ""."""

    seat: int
    wonder: str
    side: str
    total: int | None
    won: bool
    name: str = ""


def open_archive(settings: Settings, tell: Callable[[Notice], None] | None = None) -> Journal:
    """A copy of the journal for reading, while another program may write it.

    Its notices say if it is damaged; `tell` gets them.

    Raises `JournalError` if the journal cannot be read, or a newer program wrote it.
    """
    folder = state_directory(settings)
    if folder.exists() and not folder.is_dir():
        raise JournalError("journal_no_folder", path=str(folder))
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise JournalError("journal_forbidden", path=str(folder))
    journal = Journal.copy_of(folder / JOURNAL)
    if tell is not None:
        for notice in journal.notices():
            tell(notice)
    return journal


def find(journal: Journal, name: str) -> int:
    """The game with this number, or the "last" one; a demo game only if there is no other.

    Raises `JournalError` if there is no such game.
    """
    games = journal.games()
    if name == "last" and games:
        return min(games, key=lambda game: (game.is_demo, game.is_demo and game.state != "finished")).id
    numbers = {str(game.id): game.id for game in games}
    if name not in numbers:
        raise JournalError("journal_no_such_game", game=name)
    return numbers[name]


def restored(journal: Journal, game_id: int) -> Restored:
    """A stored game, replayed from its events. Raises `UnreadableGameError` if they are not a valid game."""
    stored = journal.game(game_id)
    try:
        return restore(stored.seats, stored.options, journal.events(game_id))
    except (WondertableError, TypeError, ValueError, LookupError) as problem:
        raise UnreadableGameError("game_unreadable", game=game_id, started=stored.started) from problem


def resumed(session: Session, journal: Journal, game_id: int) -> Session:
    """The session as the last event of a stored game left it.

    Raises `UnreadableGameError` if the stored events are not a valid game.
    """
    return resume(session, restored(journal, game_id))


def played(journal: Journal, game_id: int) -> PlayedGame:
    """The game as it was played.

    Raises `JournalError` if the stored events are not a valid game, or only its score sheet is known.
    """
    if SHEET in journal.game(game_id).options:
        raise JournalError("journal_only_sheet", game=game_id)
    try:
        return PlayedGame(journal.game(game_id), restored(journal, game_id).game)
    except UnreadableGameError as problem:
        raise JournalError("journal_game_unreadable", game=game_id) from problem


def action_count(journal: Journal, game_id: int) -> int | None:
    """The number of actions in a game, without undone ones; None if it cannot be read."""
    try:
        return len(Ledger().fold(journal.events(game_id)).entries)
    except (WondertableError, TypeError, ValueError, LookupError):
        return None


def known_players(journal: Journal) -> tuple[str, ...]:
    """The players of recent games, the latest first."""
    games = journal.games()[:RECENT_GAMES]
    return tuple(dict.fromkeys(name for game in games for name in game.names if name))


def results(journal: Journal, stored: StoredGame) -> tuple[Result, ...]:
    """Every seat with its total. The game is replayed only if there is a tie.

    If a tied game cannot be replayed, its coins are unknown, and all seats with the highest total have won.
    """
    totals = _totals(stored)
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    if len(best) > 1:
        with suppress(JournalError):
            best = list(winners(played(journal, stored.id).game))
    return tuple(
        Result(seat, wonder, side, totals.get(seat), seat in best, stored.names[seat])
        for seat, (wonder, side) in enumerate(stored.seats)
    )


def _totals(stored: StoredGame) -> dict[int, int]:
    """Seat -> total; empty if the game was not played to its end, or its totals are none."""
    totals = stored.scores
    if stored.state != "finished" or not (isinstance(totals, list) and all(isinstance(one, int) for one in totals)):
        return {}
    scored = [seat for seat in range(len(stored.seats)) if seat != stored.options.get("free_city")]
    return dict(zip(scored, totals, strict=False))


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
