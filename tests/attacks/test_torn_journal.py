"""Garbage in the journal's file costs no more than what it lies on, and a flipped bit is never silent."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from device.journal.journal import JOURNAL, Journal
from device.journal.second_copy import second_copy
from display.messages.events import Booked
from engine import score_sheets
from tests.dealing.dealer import deal

PIECES, GAMES = (1, 16, 512, 4096), 40


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("games") / JOURNAL
    game = deal(3, 5).game
    with closing(Journal(path)) as journal:
        for _ in range(GAMES):
            number = journal.begin(game.setup.seats, {})
            journal.write(number, [Booked(action, None) for action in game.actions])
            journal.finish(number, [sheet.total for sheet in score_sheets(game)])
    return path.read_bytes()


def damaged(image: bytes, seed: int) -> bytes:
    """Up to six pieces of it are replaced by noise, or by numbers at the edges."""
    chance, torn = random.Random(seed), bytearray(image)
    for _ in range(chance.randrange(1, 7)):
        size = chance.choice(PIECES)
        at = chance.randrange(0, len(torn) - size)
        torn[at : at + size] = (
            chance.randbytes(size) if chance.random() < 0.6 else bytes([chance.choice((0, 255, 128))]) * size
        )
    return bytes(torn)


def test_without_a_second_copy_the_program_goes_on_with_what_is_sound(image, tmp_path):
    """All games, but where the damage lies on a page that names them; nothing is deleted in any case."""
    for seed in range(3):
        path = tmp_path / str(seed) / JOURNAL
        path.parent.mkdir()
        path.write_bytes(damaged(image, seed))
        with closing(Journal(path)) as journal:
            kept = len(journal.games())
        assert kept >= GAMES * 0.7 or list(path.parent.glob("*.damaged-*"))


FLIPS = {"scores": "[9", "state": "left", "finished": "1999-01-01T00:00:00"}


@pytest.mark.parametrize("column", FLIPS)
@pytest.mark.parametrize("copied", [True, False])
def test_a_change_of_how_a_game_ended_is_found(image, tmp_path, column, copied):
    path = tmp_path / JOURNAL
    path.write_bytes(image)
    with closing(Journal(path)) as journal:
        before = journal.game(3)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE games SET {column} = ? WHERE id = 3", (FLIPS[column],))
    if not copied:
        second_copy(path).unlink()
    with closing(Journal(path)) as journal:
        assert [notice.key for notice in journal.notices()] == ["notice.journal_damaged"]
        found = journal.game(3)
        assert found == before if copied else (found.state, found.scores, found.finished) == ("left", None, None)
        assert journal.events(3)
