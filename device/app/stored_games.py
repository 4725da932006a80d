"""The games in the journal as the main loop needs them: the one that goes on, the one put away last, earlier ones."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile

import msgspec

from device.app.connections import Storage
from device.errors import JournalError, UnreadableGameError
from device.journal.archive import action_count, results, resumed
from device.journal.games import NO_BOARD, SHEET, StoredGame
from device.journal.journal import Journal
from device.session.pressing import press, tidy_name
from device.session.restoring import CHAIR, COUNTED
from device.session.session import Session, Transition
from display.messages.events import STORED, Event, GameOpened, Refused
from display.messages.intents import Leave
from display.messages.plain_sheet import SheetRow, sheet_of_stored
from display.messages.table_score import CountedTable
from display.table_state import PastGame, PastResult
from engine import Game, Phase, score_sheets

EVENING = timedelta(hours=12)
"""A table that is scored again within this time with the same result is the same table."""
MOST_PAST_GAMES = 110
"""Games that can be opened on the screen; the command line knows all."""


class StoredGames:
    """Stores the game that is on, and opens earlier ones again."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._game_id = storage.game_id
        self._is_empty = storage.game_id is None
        """True while nothing has been stored of the game that is on."""
        self._put_away: int | None = None
        self._past: tuple[PastGame, ...] | None = None
        self.is_review = False
        """True while an earlier game that was finished is up."""
        self.changes = 0
        """Goes up whenever a game was finished, kept, opened or put away."""

    @property
    def game_id(self) -> int | None:
        """The game that is on, in the journal."""
        return self._game_id

    def store(self, session: Session, events: Sequence[Event]) -> None:
        """Write events before anybody hears of them: what is shown as booked is safe."""
        game, journal = session.game, self._storage.journal
        if journal is None:
            return
        if game is None:
            self._put_game_away(journal)
            return
        if self._game_id is None:
            chair = {} if session.setup.chair is None else {CHAIR: list(session.setup.chair)}
            self._game_id = journal.begin(game.setup.seats, {**self._storage.options, **options_of(game), **chair})
        stored = tuple(event for event in events if isinstance(event, STORED))
        if stored:
            journal.write(self._game_id, stored)
            self.is_review = self.is_review and game.phase is Phase.OVER
            self._is_empty, self._put_away = False, self._put_away if self.is_review else None
            self.finish(game)

    def finish(self, game: Game | None) -> None:
        """Mark a game that is over as finished."""
        journal = self._storage.journal
        if journal and self._game_id is not None and game is not None and game.phase is Phase.OVER:
            journal.finish(self._game_id, [sheet.total for sheet in score_sheets(game)])
            self._forget()

    def keep(self, counted: CountedTable) -> None:
        """Keep a table that was scored as it lay, with the past games; the game that is on goes on.

        The same table with the same result is kept once an evening, however often it is scored.
        """
        journal, game = self._storage.journal, counted.game
        if journal is not None and not _is_kept(journal, counted):
            options = {**self._storage.options, **options_of(game), COUNTED: counted.stored}
            journal.keep(game.setup.seats, options, [sheet.total for sheet in score_sheets(game)])
            self._forget()

    def keep_sheet(self, rows: tuple[SheetRow, ...]) -> None:
        """Keep a plain score sheet with the past games; the same one once an evening."""
        journal = self._storage.journal
        if journal is None or any(
            sheet_of_stored(game.options.get(SHEET)) == rows for game in _of_this_evening(journal)
        ):
            return
        names = [tidy_name(row.name) for row in rows]
        options = {**self._storage.options, "names": names, SHEET: msgspec.to_builtins(rows)}
        journal.keep([NO_BOARD] * len(rows), options, [row.total for row in rows])
        self._forget()

    def may_go_back(self, session: Session) -> bool:
        """True if UNDO brings back the game that was put away last: nothing else is there to undo."""
        nothing = not session.entries if session.game is not None else session.setup.undo() is None
        return nothing and self._put_away is not None

    def go_back(self, session: Session) -> Transition:
        """The game that was put away last, as it was left."""
        assert self._put_away is not None
        return self._open(session, self._put_away, review=False)

    def may_open(self, session: Session) -> bool:
        """True if an earlier game may be opened: none is being played."""
        return session.game is None or not session.entries or session.game.phase is Phase.OVER

    def open(self, session: Session, game_id: int) -> Transition:
        """An earlier game; the one that is on is put away first."""
        return self._open(session, game_id, review=True) if self.may_open(session) else (session, ())

    def past(self) -> tuple[PastGame, ...]:
        """The latest games that were finished or left, the newest first; not those of demonstrations.

        Nor those of another program that is using the journal.
        """
        journal = self._storage.journal
        if self._past is None and journal is not None:
            games = (game for game in journal.games() if _may_be_opened(journal, game))
            self._past = tuple(
                _past_game(journal, game) for game, _ in zip(games, range(MOST_PAST_GAMES), strict=False)
            )
        return tuple(game for game in self._past or () if journal is not None and journal.may_change(game.id))

    def _forget(self) -> None:
        """Something has been played: what was read from the journal is no longer all of it."""
        self._past = None
        self.changes += 1

    def _put_game_away(self, journal: Journal) -> None:
        if self._game_id is not None:
            journal.leave()
            self._put_away = self._put_away if self.is_review or self._is_empty else self._game_id
            self._forget()
        self._game_id, self._is_empty, self.is_review = None, True, False

    def _open(self, session: Session, game_id: int, *, review: bool) -> Transition:
        """The game, after the one that is on was put away."""
        journal = self._storage.journal
        if journal is None:
            return session, ()
        cleared: tuple[Event, ...] = ()
        if session.game is not None:
            session, cleared = press(session, Leave())
            self.store(session, cleared)
        try:
            session = resumed(session, journal, game_id)
        except (JournalError, UnreadableGameError):
            return session, (*cleared, Refused("notice.game_unreadable"))
        assert session.game is not None
        journal.reopen(game_id)
        over = session.game.phase is Phase.OVER
        self._game_id, self._is_empty, self.is_review = game_id, False, review and over
        self._forget()
        return session, (*cleared, GameOpened(session.game.setup.seats))


def _is_kept(journal: Journal, counted: CountedTable) -> bool:
    """True if this table was kept this evening, with the same cities, coins, tokens and names."""
    names = options_of(counted.game).get("names")
    latest = _of_this_evening(journal)
    return any(_counted_in(game) == counted and game.options.get("names") == names for game in latest)


def _of_this_evening(journal: Journal) -> Iterator[StoredGame]:
    since = (datetime.now(UTC) - EVENING).isoformat(timespec="seconds")
    return takewhile(lambda game: game.started >= since, journal.games())


def _counted_in(game: StoredGame) -> CountedTable | None:
    """The table that was scored as it lay, if the game is one and can be read."""
    try:
        return CountedTable.of_stored(game.options[COUNTED]) if COUNTED in game.options else None
    except ValueError:
        return None


def _may_be_opened(journal: Journal, game: StoredGame) -> bool:
    """Finished, or left after at least one action; not a demonstration."""
    return not game.is_demo and (
        game.state == "finished" or (game.state == "left" and bool(action_count(journal, game.id)))
    )


def _past_game(journal: Journal, stored: StoredGame) -> PastGame:
    rows = tuple(PastResult(one.wonder, one.name, one.total, one.won, one.seat) for one in results(journal, stored))
    when = datetime.fromisoformat(stored.started).astimezone().strftime("%Y-%m-%d %H:%M")
    sheet = sheet_of_stored(stored.options.get(SHEET))
    points = tuple(row.points for row in sheet) if sheet else ()
    return PastGame(stored.id, when, stored.state == "finished", rows, points)


def options_of(game: Game) -> dict[str, object]:
    """What was settled before the game, as the journal keeps it; what is as in most games may be left out."""
    setup = game.setup
    names = list(setup.names) if any(setup.names) else None
    options = {
        "prefer": setup.prefer,
        "names": names,
        "free_city": setup.free_city,
        "leaders": setup.leaders or None,
        "expansions": list(setup.expansions) or None,
        "rulings": setup.rulings,
    }
    return {name: value for name, value in options.items() if value is not None}
