"""Rows are found in damaged files, wherever they are, and only what is proven by its checksum counts."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from device.errors import JournalError
from device.journal.database import EVENT_COLUMNS, GAME_COLUMNS, connect
from device.journal.journal import JOURNAL, Journal
from device.journal.opening import open_file
from device.journal.salvage import Found
from device.journal.second_copy import Tally, copied_tally, note_tally, noted_tally, second_copy
from display.messages.events import Booked
from engine import Build
from tests.device.journal.stored import entries

if TYPE_CHECKING:
    from pathlib import Path

PAGE = 4096
SEATS = [("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]
ACTIONS = 60


def action(number: int) -> Booked:
    return Booked(Build(number % 3, f"card_{number}"), code=number)


def play(journal: Journal, games: int, actions: int = ACTIONS) -> None:
    for _ in range(games):
        game = journal.begin(SEATS)
        for start in range(0, actions, 15):
            journal.write(game, [action(number) for number in range(start, start + 15)])
        journal.finish(game, [])


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def keys(journal: Journal) -> list[str]:
    return [notice.key for notice in journal.notices()]


@pytest.fixture(scope="module")
def twenty_games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("twenty") / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=20)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, twenty_games: bytes) -> Path:
    """Twenty games, without a second copy."""
    (tmp_path / JOURNAL).write_bytes(twenty_games)
    note_tally(tmp_path / JOURNAL, Tally(20 * ACTIONS, 20, 20))
    return tmp_path / JOURNAL


def found_in(path: Path) -> Found:
    found = Found()
    with closing(connect(path)) as tables:
        found.add_games(tables)
        found.add_events(tables)
    return found


def test_in_a_sound_file_every_row_is_found(path: Path) -> None:
    found = found_in(path)
    with closing(sqlite3.connect(path)) as file:
        games = {row[0]: row for row in file.execute(f"SELECT {GAME_COLUMNS} FROM games")}
        events = file.execute(f"SELECT {EVENT_COLUMNS} FROM events").fetchall()
    assert found.games == games
    assert [event for game in games for event in found.whole_events(game)] == events


@pytest.mark.parametrize("seed", range(5))
def test_rubbish_is_never_taken_for_a_row(path: Path, seed: int) -> None:
    """It is written into texts, where SQLite does not notice it."""
    dice, data, sound = random.Random(seed), bytearray(path.read_bytes()), found_in(path)
    texts = [match.start() for match in re.finditer(rb"card_", data)]
    for at in dice.sample(texts, 500):
        data[at + dice.randrange(5)] ^= 1
    path.write_bytes(data)
    found = found_in(path)
    assert all(sound.events[game][number] == row for game in found.events for number, row in found.events[game].items())
    assert 20 * ACTIONS - 500 <= sum(map(len, found.events.values())) < 20 * ACTIONS - 100


def test_a_damaged_first_page_costs_nothing_beside_a_second_copy(tmp_path: Path) -> None:
    """Of the game that is on, which the copy does not have, SQLite would not give a row."""
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=3)
        game = journal.begin(SEATS)
        for number in range(50):
            journal.write(game, [action(number)])
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    with closing(Journal(path)) as journal:
        assert keys(journal) == ["notice.journal_damaged"]
        assert entries(journal, game) == [action(number) for number in range(50)]


def test_what_a_damaged_file_still_has_outlives_a_start_on_a_full_disk(tmp_path: Path) -> None:
    """Of the game that is on the second copy knows nothing."""
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, [action(number) for number in range(500)])
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10 * PAGE, before[1]))
    try:
        with closing(Journal(path)) as journal:
            assert not journal.durable
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with closing(Journal(path)) as journal:
        assert entries(journal, game) == [action(number) for number in range(500)]


def test_an_older_copy_that_was_put_back_gets_what_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=2)
    older = path.read_bytes()
    with closing(Journal(path)) as journal:
        play(journal, games=1)
    path.write_bytes(older)
    with closing(Journal.copy_of(path)) as reader:
        assert [len(entries(reader, game.id)) for game in reader.games()] == [ACTIONS] * 3
    with closing(Journal(path)) as journal:
        (notice,) = journal.notices()
        assert (notice.key, notice.placeholders) == ("notice.journal_older", {"count": ACTIONS})
        assert [len(entries(journal, game.id)) for game in journal.games()] == [ACTIONS] * 3


def test_an_older_copy_is_noticed_even_if_nothing_can_be_put_back(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=2)
    older = path.read_bytes()
    with closing(Journal(path)) as journal:
        play(journal, games=1)
    second_copy(path).unlink()
    path.write_bytes(older)
    for read in (Journal.copy_of, Journal):
        with closing(read(path)) as journal:
            (notice,) = journal.notices()
            assert (notice.key, notice.placeholders) == ("notice.journal_lost", {"count": ACTIONS})
    with closing(Journal(path)) as journal:
        assert keys(journal) == [], "it is said once"


def test_another_appliances_journal_is_not_mixed_with_the_second_copy(tmp_path: Path) -> None:
    path, other = tmp_path / "a" / JOURNAL, tmp_path / "b" / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=1)
    with closing(Journal(other)) as journal:
        other_game = journal.begin(SEATS[::-1])
        journal.write(other_game, [action(7)])
    shutil.copyfile(other, path)
    with closing(Journal(path)) as journal:
        assert entries(journal, other_game) == [action(7)]
        assert journal.game(other_game).seats == tuple(SEATS[::-1])


def test_a_damaged_second_copy_is_replaced_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        play(journal, games=1)
    second_copy(path).write_bytes(b"rubbish" * 2000)
    with closing(Journal(path)) as journal:
        assert keys(journal) == []
    assert copied_tally(path) == Tally(ACTIONS, 1, 1)


def test_the_second_copy_takes_no_room_that_the_journal_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.journal.second_copy.ROOM", 1 << 60)
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        play(journal, games=1)
    assert not second_copy(tmp_path / JOURNAL).exists()


def test_a_note_is_believed_only_if_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    assert noted_tally(path) == Tally()
    note_tally(path, Tally(1800, 20, 19))
    assert noted_tally(path) == Tally(1800, 20, 19)
    note = tmp_path / f"{JOURNAL}.mark"
    note.write_text(note.read_text().replace("1800", "1900"))
    assert noted_tally(path) == Tally()


def test_nothing_is_called_lost_if_the_power_went_when_an_earlier_game_was_opened_again(tmp_path: Path) -> None:
    """The journal has it on the disk then, but not yet the note that there is a game less that is over."""
    path, note = tmp_path / JOURNAL, tmp_path / f"{JOURNAL}.mark"
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, [action(1)])
        journal.leave()
        before = note.read_bytes()
        journal.reopen(game)
    note.write_bytes(before)
    with closing(Journal(path)) as journal:
        assert (journal.open_game(), keys(journal)) == (game, [])


def test_a_log_that_another_program_reads_is_emptied_later(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal, closing(sqlite3.connect(path)) as reader:
        game = journal.begin(SEATS)
        reader.execute("BEGIN").connection.execute("SELECT * FROM games").fetchall()
        journal.write(game, [action(1)])
        assert log_of(path).stat().st_size > 0
        reader.execute("COMMIT")
        journal.write(game, [action(2)])
        assert log_of(path).stat().st_size == 0


def test_what_is_left_in_the_log_is_in_the_main_file_after_the_start(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with mock.patch("device.journal.journal.checkpoint"), closing(Journal(path)) as journal:
        play(journal, games=1)
        left = shutil.copytree(tmp_path, tmp_path / "left") / JOURNAL
    assert log_of(left).stat().st_size > 0
    with closing(open_file(left).connection) as file:
        assert log_of(left).stat().st_size == 0
        assert file.execute("SELECT count(*) FROM events").fetchone() == (ACTIONS,)


def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / JOURNAL)
    for read in (Journal, Journal.copy_of):
        with pytest.raises(JournalError) as error:
            read(tmp_path / JOURNAL)
        assert error.value.key == "journal_no_file"
