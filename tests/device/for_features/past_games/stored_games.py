"""Journals with many dealt games, for the tests."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from device.journal.journal import Journal
from device.session.restoring import COUNTED
from display.messages.events import Booked, Renamed
from display.messages.table_score import CountedTable
from engine import CityCount, FinalCity, score_sheets
from tests.dealing.dealer import deal

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Game

NAMES = ("Anna", "Ben", "Chiara", "Dario", "Olena", "João", "Bea", "anna", "Eva", "Hugo")


@cache
def dealt(number: int) -> Game:
    return deal(2 + number % 6, number, alternatives=0.3, leaders=number % 4 == 0).game


def store_game(
    journal: Journal,
    number: int,
    *,
    names: tuple[str, ...] | None = None,
    actions: int | None = None,
    **options: object,
) -> int:
    """Store a dealt game, finished unless only so many of its actions are stored."""
    game = dealt(number)
    chance = random.Random(number)
    called = names or tuple(chance.sample(NAMES, len(game.cities)))
    settled = {
        "names": list(called),
        "rulings": game.setup.rulings,
        **({"leaders": True} if game.setup.leaders else {}),
        **({"free_city": game.setup.free_city} if game.setup.free_city is not None else {}),
        **options,
    }
    stored = journal.begin(game.setup.seats, settled)
    journal.write(stored, [Booked(action) for action in game.actions[:actions]])
    if actions is None:
        journal.finish(stored, [sheet.total for sheet in score_sheets(game)])
    return stored


def store_counted_table(journal: Journal) -> int:
    """Store a table of which only the end is known."""
    boards = (("giza", "A"), ("rhodes", "A"), ("ephesus", "A"))
    cities = tuple(FinalCity(*board, cards=(("altar", 1),) if board[0] == "giza" else ()) for board in boards)
    table = CountedTable(cities, tuple(CityCount(coins) for coins in (9, 3, 0)))
    return journal.keep(boards, {COUNTED: table.stored, "names": ["Anna", "Ben", ""]}, [5, 1, 0])


def journal_of(path: Path, numbers: range, start: datetime = datetime(2026, 1, 1, 19, tzinfo=UTC)) -> None:
    """Write a backup with these dealt games, a day apart; in every fifth one a player is renamed."""
    now = [start]
    with closing(Journal(None, now=lambda: now[0])) as journal:
        for number in numbers:
            now[0] = start + timedelta(days=number)
            stored = store_game(journal, number)
            if number % 5 == 0:
                journal.write(stored, [Renamed(0, "Eva")])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(journal.backup())
