"""The games that were played, as the journal has them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from device.errors import JournalError
from device.journal.journal import JOURNAL, Journal
from device.session.ledger import entry_of
from device.settings.settings import state_directory
from engine import Game, WondertableError, score_sheets, winners

if TYPE_CHECKING:
    from device.journal.games import StoredGame
    from device.reporting.output import Output
    from device.settings.settings import Settings

SETUP = ("names", "prefer", "free_city", "leaders")
"""What of a game's options was settled before its first turn."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the journal and what it came to; times UTC."""

    stored: StoredGame
    game: Game

    @property
    def started(self) -> datetime:
        """When its first turn began."""
        return _time(self.stored.started)

    @property
    def finished(self) -> datetime | None:
        """When it was over; None if it was not played to its end."""
        return _time(self.stored.finished) if self.stored.finished else None


@dataclass(frozen=True, slots=True)
class Result:
    """One seat's total, if the game was scored; the Free City never is."""

    seat: int
    wonder: str
    side: str
    total: int | None
    won: bool


def open_archive(settings: Settings, output: Output) -> Journal:
    """A copy of the journal to read in; it may be written meanwhile. One that is damaged is complained of.

    Raises:
        JournalError: no journal could be there, or a newer program wrote it.
    """
    folder = state_directory(settings)
    if folder.exists() and not folder.is_dir():
        raise JournalError("journal_no_folder", path=str(folder))
    journal = Journal.copy_of(folder / JOURNAL)
    for notice in journal.notices():
        output.complain(notice.key, **notice.placeholders)
    return journal


def find(journal: Journal, name: str) -> int:
    """The game with this number, or the "last" one: a made-up game only where there is no other.

    Raises:
        JournalError: there is none.
    """
    games = journal.games()
    if name == "last" and games:
        return min(games, key=lambda game: (game.made_up, game.made_up and game.state != "finished")).id
    if not name.isdecimal() or int(name) not in {game.id for game in games}:
        raise JournalError("journal_no_such_game", game=name)
    return int(name)


def played(journal: Journal, game_id: int) -> PlayedGame:
    """The game, played again from its record. `JournalError` if it is none that can be played."""
    stored = journal.game(game_id)
    try:
        game = Game.new(stored.seats, **{name: stored.options[name] for name in SETUP if name in stored.options})
        for row in journal.entries(game_id):
            game = game.apply(entry_of(row).action)
    except (WondertableError, TypeError, LookupError) as problem:
        raise JournalError("journal_game_unreadable", game=game_id) from problem
    return PlayedGame(stored, game)


def results(journal: Journal, stored: StoredGame) -> tuple[Result, ...]:
    """Every seat with its total, without playing the game again unless there is a tie.

    Of a tied game that cannot be played any more nobody knows the coins: all who share the highest total have won.
    """
    totals = _totals(stored)
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    if len(best) > 1:
        with suppress(JournalError):
            best = list(winners(played(journal, stored.id).game))
    return tuple(
        Result(seat, wonder, side, totals.get(seat), seat in best) for seat, (wonder, side) in enumerate(stored.seats)
    )


def ranks(game: Game) -> dict[int, int]:
    """Seat -> place from 1; who has the same points and coins shares one."""
    strength = {sheet.seat: (sheet.total, sheet.coins) for sheet in score_sheets(game)}
    return {seat: 1 + sum(other > own for other in strength.values()) for seat, own in strength.items()}


def _totals(stored: StoredGame) -> dict[int, int]:
    """Seat -> total; empty for a game that was not played to its end."""
    if stored.state != "finished" or not isinstance(stored.scores, list):
        return {}
    scored = [seat for seat in range(len(stored.seats)) if seat != stored.options.get("free_city")]
    return dict(zip(scored, stored.scores, strict=False))


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
