"""Rows are found in damaged files, wherever they are, and only what is proven by its checksum counts."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from device.errors import JournalError
from device.journal.carving import carved_rows
from device.journal.database import EVENT_COLUMNS, GAME_COLUMNS
from device.journal.journal import JOURNAL, Journal
from device.journal.opening import open_file
from device.journal.salvage import Found, log_of
from device.journal.second_copy import copied_tally, second_copy
from device.journal.tally import Tally, note_tally, noted_tally
from device.journal.write_ahead_log import HEADER, PAGE_HEADER, is_broken, logged_pages, overlaid, sound_part
from display.messages.events import Booked, Renamed
from engine import Build
from tests.device.journal.stored import entries

if TYPE_CHECKING:
    from pathlib import Path

PAGE = 4096
FRAME = PAGE_HEADER.size + PAGE
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


@pytest.fixture(scope="module")
def file_and_log(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """An empty journal and a log of several transactions, as it was before every commit emptied it."""
    path = tmp_path_factory.mktemp("log") / JOURNAL
    with mock.patch("device.journal.journal.checkpoint"), closing(Journal(path)) as journal:
        play(journal, games=1, actions=30)
        return path.read_bytes(), log_of(path).read_bytes()


@pytest.fixture
def log(file_and_log: tuple[bytes, bytes]) -> bytes:
    return file_and_log[1]


def test_in_a_sound_file_every_row_is_found(path: Path) -> None:
    found = Found()
    found.add(carved_rows(path.read_bytes()))
    with closing(sqlite3.connect(path)) as file:
        games = {row[0]: row for row in file.execute(f"SELECT {GAME_COLUMNS} FROM games")}
        events = file.execute(f"SELECT {EVENT_COLUMNS} FROM events").fetchall()
    assert found.games == games
    assert [event for game in games for event in found.whole_events(game)] == events


def test_a_row_that_goes_on_on_other_pages_is_found(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        game = journal.begin(SEATS, {"names": ["A" * 20_000, "", ""]})
        journal.write(game, [Renamed(1, "B" * 9_000), action(1)])
    found = Found()
    found.add(carved_rows((tmp_path / JOURNAL).read_bytes()))
    assert "A" * 20_000 in str(found.games[game])
    assert len(found.whole_events(game)) == 2


def test_a_file_without_its_last_page_gives_back_all_games_but_one(path: Path) -> None:
    """SQLite refuses to read any of it."""
    path.write_bytes(path.read_bytes()[:-PAGE])
    with closing(Journal(path)) as journal:
        assert keys(journal) == ["notice.journal_damaged", "notice.journal_lost"]
        counts = [len(entries(journal, game.id)) for game in journal.games()]
    assert len(counts) == 20
    assert sum(count == ACTIONS for count in counts) >= 19


@pytest.mark.parametrize("seed", range(5))
def test_rubbish_is_never_taken_for_a_row(path: Path, seed: int) -> None:
    dice, data = random.Random(seed), bytearray(path.read_bytes())
    sound = Found()
    sound.add(carved_rows(bytes(data)))
    for _ in range(2000):
        data[dice.randrange(len(data))] = dice.randrange(256)
    found = Found()
    found.add(carved_rows(bytes(data)))
    assert all(sound.events[game][number] == row for game in found.events for number, row in found.events[game].items())
    assert sum(map(len, found.events.values())) > 100


def test_the_log_is_read_as_sqlite_reads_it(file_and_log: tuple[bytes, bytes], tmp_path: Path) -> None:
    main, log = file_and_log
    pages = logged_pages(log)
    assert all(page.sound for page in pages)
    assert not is_broken(pages)
    assert sound_part(pages) == pages
    image = overlaid(main, pages)
    (tmp_path / "image").write_bytes(image[:18] + b"\1\1" + image[20:])
    with closing(sqlite3.connect(tmp_path / "image")) as file:
        assert file.execute("SELECT count(*) FROM events").fetchone() == (30,)


def test_a_torn_last_transaction_is_what_a_power_cut_leaves(log: bytes) -> None:
    pages = logged_pages(log)
    last = max(count for count, page in enumerate(pages[:-1], start=1) if page.pages)
    torn = bytearray(log)
    torn[HEADER.size + last * FRAME + 100] ^= 1
    assert not is_broken(logged_pages(bytes(torn)))
    assert not is_broken(logged_pages(log[: -FRAME // 2]))
    assert sound_part(logged_pages(bytes(torn))) == pages[:last]


@pytest.mark.parametrize("at", [0, 10, HEADER.size + 1, HEADER.size + 9, HEADER.size + 17, HEADER.size + FRAME + 500])
def test_a_bit_flipped_before_the_last_transaction_is_damage_and_spoils_one_page(log: bytes, at: int) -> None:
    damaged = bytearray(log)
    damaged[at] ^= 1
    pages = logged_pages(bytes(damaged))
    assert is_broken(pages)
    assert sum(not page.sound for page in pages) <= 2


def test_pages_of_an_earlier_round_through_the_log_do_not_count(log: bytes) -> None:
    earlier = bytearray(log[HEADER.size :])
    for at in range(0, len(earlier), FRAME):
        earlier[at + 8 : at + 16] = b"earlier!"
    assert len(logged_pages(log + earlier)) == len(logged_pages(log))


def test_what_is_in_the_log_alone_is_salvaged(path: Path, log: bytes) -> None:
    path.unlink()
    log_of(path).write_bytes(log)
    with closing(Journal(path)) as journal:
        assert "notice.journal_damaged" in keys(journal)
        assert [len(entries(journal, game.id)) for game in journal.games()] == [30]


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


def test_what_is_left_in_the_log_is_in_the_main_file_after_the_start(path: Path, log: bytes) -> None:
    with closing(open_file(path).connection):
        assert log_of(path).stat().st_size == 0


def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / JOURNAL)
    for read in (Journal, Journal.copy_of):
        with pytest.raises(JournalError) as error:
            read(tmp_path / JOURNAL)
        assert error.value.key == "journal_no_file"
