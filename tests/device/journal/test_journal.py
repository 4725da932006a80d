"""Nothing committed is lost, whatever happens to power and disk."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from device.errors import JournalError
from device.journal.database import MIGRATIONS, is_in_memory, put_event
from device.journal.journal import TRY_AGAIN_AFTER, Journal
from device.journal.opening import OpenedFile, open_file
from device.journal.second_copy import second_copy
from display.messages.events import Booked, Redone, Renamed, Undone
from display.messages.questions import Notice
from engine import Build
from tests.device.journal.stored import entries, undone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEATS = [("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]


def action(number: int, seat: int = 0) -> Booked:
    return Booked(Build(seat, f"card_{number}"), code=number)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as opened:
        yield opened


def keys(journal: Journal) -> list[str]:
    return [notice.key for notice in journal.notices()]


def test_committed_events_are_there_after_reopening(path: Path) -> None:
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS, {"prefer": "right"})
        journal.write(game, [action(1), action(2, seat=1)])
        journal.write(game, [action(3, seat=2)])
    with closing(Journal(path)) as journal:
        assert journal.open_game() == game
        assert entries(journal, game) == [action(1), action(2, seat=1), action(3, seat=2)]
        assert journal.game(game).seats == tuple(SEATS)
        assert journal.game(game).options == {"prefer": "right"}
        assert journal.durable
        assert keys(journal) == []


def test_undo_deletes_nothing_from_the_journal(journal: Journal, path: Path) -> None:
    game = journal.begin(SEATS)
    journal.write(game, [action(1), action(2), action(3)])
    journal.write(game, [Undone(1)])
    journal.write(game, [action(4)])
    assert entries(journal, game) == [action(1), action(4)]
    with closing(sqlite3.connect(path)) as file:
        kinds = [kind for (kind,) in file.execute("SELECT kind FROM events ORDER BY number")]
    assert kinds == ["action", "action", "action", "undo", "action"]


def test_a_finished_game_is_not_continued(journal: Journal) -> None:
    game = journal.begin(SEATS)
    journal.finish(game, [{"total": 40}, {"total": 52}, {"total": 38}])
    assert journal.open_game() is None
    assert journal.game(game).state == "finished"
    assert journal.game(game).scores[1] == {"total": 52}


def test_a_finished_game_whose_last_action_is_undone_is_open_again(journal: Journal) -> None:
    game = journal.begin(SEATS)
    journal.write(game, [action(1), action(2)])
    journal.finish(game, [])
    journal.write(game, [Undone(1)])
    assert journal.open_game() == game
    assert (journal.game(game).finished, journal.game(game).scores) == (None, None)


def test_a_left_game_is_not_continued_and_a_finished_one_stays_finished(journal: Journal) -> None:
    finished = journal.begin(SEATS)
    journal.finish(finished, [])
    left = journal.begin(SEATS)
    journal.write(left, [action(1)])
    journal.leave()
    assert journal.open_game() is None
    assert [(game.id, game.state) for game in journal.games()] == [(left, "left"), (finished, "finished")]
    assert entries(journal, left) == [action(1)]


def test_a_new_game_leaves_the_open_one_behind(journal: Journal) -> None:
    first = journal.begin(SEATS)
    second = journal.begin(SEATS)
    assert journal.open_game() == second
    assert [(game.id, game.state) for game in journal.games()] == [(second, "open"), (first, "left")]


def test_an_unknown_game_is_an_error(journal: Journal) -> None:
    for refused in (journal.game, journal.events, lambda game: journal.write(game, [action(1)])):
        with pytest.raises(JournalError) as error:
            refused(99)
        assert error.value.key == "journal_no_such_game"


def test_a_batch_is_written_whole_or_not_at_all(journal: Journal) -> None:
    game = journal.begin(SEATS)
    with pytest.raises(TypeError):
        journal.write(game, [action(1), Booked(Build(object(), "palace"))])
    assert entries(journal, game) == []
    journal.write(game, [action(2)])
    assert entries(journal, game) == [action(2)]


def test_every_commit_is_forced_to_the_disk(journal: Journal) -> None:
    connection = journal._disk
    assert connection is not None
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_damaged_file_is_set_aside_and_a_new_one_begun(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database" * 100)
    with closing(Journal(path)) as journal:
        (notice,) = journal.notices()
        assert notice.key == "notice.journal_damaged"
        assert Path(str(notice.placeholders["path"])).read_bytes().startswith(b"this is no database")
        journal.write(journal.begin(SEATS), [action(1)])
    with closing(Journal(path)) as journal:
        assert entries(journal, 1) == [action(1)]
        assert keys(journal) == []


@pytest.mark.parametrize("copied", [True, False])
def test_a_flipped_bit_in_an_action_is_found_and_the_rest_saved(path: Path, copied: bool) -> None:
    with closing(Journal(path)) as journal:
        broken, whole = journal.begin(SEATS), journal.begin(SEATS)
        journal.write(broken, [action(1), action(2), action(3)])
        journal.write(whole, [action(4)])
    data = path.read_bytes()
    assert data.count(b"card_2") == 1
    path.write_bytes(data.replace(b"card_2", b"card_3"))
    if not copied:
        second_copy(path).unlink()
    with closing(Journal(path)) as journal:
        assert keys(journal) == ["notice.journal_damaged", *(() if copied else ["notice.journal_lost"])]
        assert entries(journal, broken) == [action(1), action(2), action(3)][: 3 if copied else 1]
        assert entries(journal, whole) == [action(4)]
        assert journal.open_game() == whole


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 30))])
def test_no_damage_stops_the_program(path: Path, seed: int) -> None:
    with closing(Journal(path)) as journal:
        for _ in range(4):
            game = journal.begin(SEATS)
            journal.write(game, [action(number) for number in range(60)])
    dice = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 20, 2000))):
        data[dice.randrange(100, len(data))] = dice.randrange(256)
    path.write_bytes(data[: dice.choice((len(data), len(data) // 2))])
    with closing(Journal(path)) as journal:
        for game in journal.games():
            assert (
                entries(journal, game.id) == [action(number) for number in range(60)][: len(entries(journal, game.id))]
            )
        game_id = journal.begin(SEATS)
        journal.write(game_id, [action(7)])
        assert journal.durable
        assert entries(journal, game_id) == [action(7)]


@pytest.mark.parametrize("reopen", [Journal, Journal.copy_of])
@pytest.mark.parametrize("renamed", [0, 1, 2])
def test_a_power_cut_while_a_damaged_file_is_exchanged_loses_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, renamed: int, reopen: Callable[[Path], Journal]
) -> None:
    with closing(Journal(path)) as journal:
        for number in range(3):
            journal.write(journal.begin(SEATS), [action(number)])
    data = bytearray(path.read_bytes())
    data[data.rindex(b"card_2")] ^= 1
    path.write_bytes(data)
    second_copy(path).unlink()
    path.with_name(f"{path.name}-wal").write_bytes(b"a log of before")
    done: list[str] = []

    def cut(self: Path, target: Path | str) -> Path:
        if str(self).startswith(f"{path}.saved.new"):
            return real(self, target)
        if len(done) == renamed:
            raise KeyboardInterrupt
        done.append(self.name)
        return real(self, target)

    real = Path.replace
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", cut)
        patched.setattr(Path, "replace", cut)
        with pytest.raises(KeyboardInterrupt):
            open_file(path)
    with closing(reopen(path)) as journal:
        assert [entries(journal, game) for game in (1, 2, 3)] == [[action(0)], [action(1)], []]


def test_undone_actions_can_be_redone_step_by_step(journal: Journal) -> None:
    game = journal.begin(SEATS)
    journal.write(game, [action(1), action(2), action(3)])
    journal.write(game, [Undone(2), Undone(0)])
    assert undone(journal, game) == [[action(3)], [action(1), action(2)]]
    journal.write(game, [Redone()])
    assert (entries(journal, game), undone(journal, game)) == ([action(1), action(2)], [[action(3)]])
    journal.write(game, [action(4)])
    assert (entries(journal, game), undone(journal, game)) == ([action(1), action(2), action(4)], [])


def test_a_player_is_called_as_was_said_last(journal: Journal) -> None:
    game = journal.begin(SEATS, {"names": ["Anna", "", ""]})
    journal.write(game, [Renamed(1, "Bruno"), Renamed(0, "Anne")])
    assert journal.game(game).options["names"] == ["Anne", "Bruno", ""]
    unnamed = journal.begin(SEATS)
    journal.write(unnamed, [Renamed(2, "Carla")])
    assert [game.options.get("names") for game in journal.games()] == [["", "", "Carla"], ["Anne", "Bruno", ""]]


@pytest.mark.parametrize(
    "body", [{"seat": 7, "name": "Zoe"}, {"seat": -1, "name": "Zoe"}, {"seat": 0}, {"seat": 0, "name": 5}]
)
def test_a_name_that_is_none_of_a_seat_hides_no_game(journal: Journal, body: dict[str, object]) -> None:
    game = journal.begin(SEATS, {"names": ["Anna", "", ""]})
    journal.take_in([put_event((game, 1, "2026-01-01T10:00:00+00:00", "rename", msgspec.json.encode(body).decode()))])
    assert [game.names for game in journal.games()] == [("Anna", "", "")]


def test_the_file_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS, {"prefer": "left"})
        journal.write(game, [action(1), action(2)])
        journal.write(game, [Undone(1)])
    with closing(sqlite3.connect(path)) as file:
        file.execute("ALTER TABLE games DROP COLUMN ending")
        tables = {sql for (sql,) in file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        file.execute("PRAGMA user_version = 1")
    assert tables == {statement.strip() for statement in MIGRATIONS[0]}  # as the first version made them
    with closing(Journal(path)) as journal:
        assert keys(journal) == []
        assert (entries(journal, game), undone(journal, game)) == ([action(1)], [[action(2)]])
        journal.write(game, [Redone()])
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    with closing(Journal(path)) as journal:
        assert entries(journal, game) == [action(1), action(2)]


def test_the_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    Journal(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(JournalError) as error:
        Journal(path)
    assert error.value.key == "journal_newer"
    assert path.read_bytes() == before


class Disk:
    """Opens the real file, but lets no more pages be written than it has while `full`."""

    def __init__(self) -> None:
        self.full = False

    def __call__(self, path: Path) -> OpenedFile:
        opened = open_file(path)
        if self.full:
            opened.connection.execute("PRAGMA max_page_count = 1")
        return opened


def long_game() -> list[Booked]:
    return [action(number) for number in range(400)]


def test_the_game_continues_on_a_full_disk_and_is_saved_later(path: Path) -> None:
    disk = Disk()
    disk.full = True
    with closing(Journal(path, opens=disk)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, long_game())
        assert keys(journal) == ["notice.journal_full"]
        assert not journal.durable
        assert entries(journal, game) == long_game()
        disk.full = False
        journal.write(game, [action(1)])
        assert journal.durable
        assert keys(journal) == ["notice.journal_made_good"]
    with closing(Journal(path)) as journal:
        assert journal.open_game() == game
        assert entries(journal, game) == [*long_game(), action(1)]


def test_the_game_continues_on_a_disk_that_turns_read_only(path: Path) -> None:
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS)
        assert journal._disk is not None
        journal._disk.execute("PRAGMA query_only = 1")
        journal.write(game, [action(1)])
        assert keys(journal) == ["notice.journal_read_only"]
        journal.write(game, [action(2)])
        assert keys(journal) == ["notice.journal_made_good"]
    with closing(Journal(path)) as journal:
        assert entries(journal, game) == [action(1), action(2)]


OVERLAY = "lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/overlay-workdir/_"


@pytest.mark.parametrize(
    ("mounts", "in_memory"),
    [
        ("/dev/mmcblk0p2 / ext4 rw 0 0", False),
        (f"tmpfs-root /media/root-rw tmpfs rw 0 0\noverlayroot / overlay rw,{OVERLAY} 0 0", True),
        (f"tmpfs-root /media/root-rw tmpfs rw 0 0\noverlayroot /var/lib overlay rw,{OVERLAY} 0 0", True),
        (f"tmpfs-root /media/root-rw tmpfs rw 0 0\noverlayroot / overlay rw,{OVERLAY} 0 0\n"
         "/dev/mmcblk0p3 /var/lib/wondertable ext4 rw 0 0", False),
        (f"/dev/sda1 /media/root-rw ext4 rw 0 0\noverlayroot / overlay rw,{OVERLAY} 0 0", False),
        ("overlay / overlay rw,lowerdir=/l,upperdir=/somewhere/outside 0 0", False),
        ("tmpfs /var/lib/wondertable tmpfs rw 0 0", False),
    ],
)  # fmt: skip
def test_a_layer_in_memory_over_the_disk_is_known(tmp_path: Path, mounts: str, in_memory: bool) -> None:
    table = tmp_path / "mounts"
    table.write_text(mounts + "\n")
    assert is_in_memory(Path("/var/lib/wondertable"), table) is in_memory
    assert not is_in_memory(Path("/var/lib/wondertable"), tmp_path / "none")


def test_games_in_memory_are_said_to_be_gone_with_the_power(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.journal.journal.is_in_memory", lambda _: True)
    with closing(Journal(path)) as journal:
        assert journal.durable
        assert journal.lasting in journal.notices()
        assert journal.lasting == Notice("notice.journal_in_memory", lasting=True)


def test_a_folder_that_becomes_writable_gets_the_game_and_keeps_its_files(tmp_path: Path) -> None:
    path = tmp_path / "card" / "journal.sqlite3"
    with closing(Journal(path)) as journal:
        journal.write(journal.begin(SEATS), [action(1)])
    card = tmp_path / "card"
    pulled = card.rename(tmp_path / "pulled")
    card.write_text("no folder")
    with closing(Journal(path, now=lambda: datetime(2026, 5, 1, tzinfo=UTC))) as journal:
        assert keys(journal) == ["notice.journal_failed"]
        assert journal.games() == []
        game = journal.begin(SEATS)
        journal.write(game, [action(2)])
        card.unlink()
        pulled.rename(card)
        journal.write(game, [action(3)])
        assert journal.durable
    with closing(Journal(path)) as journal:
        assert entries(journal, 1) == [action(1)]
        assert entries(journal, game) == [action(2), action(3)]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_missing_events_are_written_as_soon_as_possible_without_a_press(path: Path) -> None:
    disk, clock = Disk(), Clock()
    disk.full = True
    with closing(Journal(path, opens=disk, clock=clock)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, long_game())
        assert keys(journal) == ["notice.journal_full"]
        disk.full = False
        assert keys(journal) == []
        clock.now += TRY_AGAIN_AFTER
        assert keys(journal) == ["notice.journal_made_good"]
        with closing(Journal.copy_of(path)) as copy:
            assert entries(copy, game) == long_game()


def test_missing_events_are_written_at_the_latest_on_closing(path: Path) -> None:
    disk = Disk()
    disk.full = True
    with closing(Journal(path, opens=disk)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, long_game())
        disk.full = False
    with closing(Journal(path)) as journal:
        assert entries(journal, game) == long_game()


def test_a_disk_attached_before_the_first_game_keeps_its_own_games(tmp_path: Path) -> None:
    path, clock = tmp_path / "card" / "journal.sqlite3", Clock()
    with closing(Journal(path)) as journal:
        journal.write(journal.begin(SEATS), [action(1)])
    pulled = path.parent.rename(tmp_path / "pulled")
    path.parent.write_text("no folder")
    with closing(Journal(path, clock=clock)) as journal:
        path.parent.unlink()
        pulled.rename(path.parent)
        clock.now += TRY_AGAIN_AFTER
        assert keys(journal) == ["notice.journal_failed", "notice.journal_made_good"]
        game = journal.begin(SEATS)
        journal.write(game, [action(2)])
    with closing(Journal(path)) as journal:
        assert [(stored.id, stored.state) for stored in journal.games()] == [(game, "open"), (1, "left")]
        assert (entries(journal, 1), entries(journal, game)) == ([action(1)], [action(2)])


def test_a_disk_without_any_room_at_the_start_hides_no_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the journal nor for temporary files, which lie on the same card."""
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, [action(1)])

    def full(_: Path) -> OpenedFile:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "tempdir", str(path.parent / "no room"))
    with closing(Journal(path, opens=full)) as journal:
        assert keys(journal) == ["notice.journal_full"]
        assert (journal.open_game(), entries(journal, game)) == (game, [action(1)])


def test_a_file_damaged_in_the_middle_of_a_game_loses_nothing_of_that_game(path: Path) -> None:
    with closing(Journal(path)) as journal:
        game = journal.begin(SEATS)
        journal.write(game, [action(1)])
        assert journal._disk is not None
        journal._disk.close()
        for file in path.parent.glob("journal.sqlite3*"):
            if file.suffix != ".lock":
                file.write_bytes(b"rubbish" * 1000)
        journal.write(game, [action(2)])
        journal.write(game, [action(3)])
        assert journal.durable
    with closing(Journal(path)) as journal:
        assert entries(journal, game) == [action(1), action(2), action(3)]


def test_a_second_program_reads_a_copy_and_writes_nothing(journal: Journal, path: Path) -> None:
    game = journal.begin(SEATS)
    journal.write(game, [action(1)])
    with closing(Journal(path)) as second:
        assert keys(second) == ["notice.journal_in_use"]
        assert entries(second, game) == [action(1)]
        second.write(game, [action(2)])
    assert entries(journal, game) == [action(1)]
    journal.write(game, [action(3)])
    assert entries(journal, game) == [action(1), action(3)]


def test_a_second_program_does_not_continue_the_first_ones_game(journal: Journal, path: Path) -> None:
    journal.begin(SEATS)
    with closing(Journal(path)) as second:
        assert second.open_game() is None


def test_when_the_first_program_ends_the_second_saves_its_games_and_keeps_the_firsts(path: Path) -> None:
    clock = Clock()
    first = Journal(path)
    over, left = first.begin(SEATS), first.begin(SEATS)
    second = Journal(path, clock=clock)
    own = second.begin(SEATS[::-1])
    second.write(own, [action(1)])
    second.write(left, [action(9)])
    first.write(left, [action(2)])
    first.finish(over, [1, 2, 3])
    assert second.lasting == second.notices()[0]
    assert (second.lasting.key, second.lasting.lasting) == ("notice.journal_in_use", True)
    clock.now += TRY_AGAIN_AFTER
    assert keys(second) == []
    first.close()
    clock.now += TRY_AGAIN_AFTER
    assert keys(second) == ["notice.journal_made_good"]
    assert second.durable
    assert second.lasting is None
    second.write(own, [action(3)])
    second.close()
    with closing(Journal(path)) as journal:
        assert entries(journal, own) == [action(1), action(3)]
        assert entries(journal, left) == [action(2)]
        assert [(game.id, game.state, game.scores) for game in journal.games()] == [
            (own, "open", None),
            (left, "open", None),
            (over, "finished", [1, 2, 3]),
        ]


def test_a_game_goes_on_in_memory_if_the_first_program_is_a_newer_one(path: Path) -> None:
    clock = Clock()
    first, second = Journal(path), Journal(path, clock=clock)
    game = second.begin(SEATS)
    first.close()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    clock.now += TRY_AGAIN_AFTER
    assert keys(second) == ["notice.journal_in_use"]
    second.write(game, [action(1)])
    second.close()
    assert entries(second, game) == [action(1)]


def test_what_the_second_program_could_not_save_of_the_firsts_games_leaves_no_gap(path: Path) -> None:
    clock = Clock()
    first = Journal(path)
    game = first.begin(SEATS)
    first.write(game, [action(1)])
    first.leave()
    second = Journal(path, clock=clock)
    second.write(game, [Renamed(0, "Ann")])
    first.close()
    clock.now += TRY_AGAIN_AFTER
    assert keys(second) == ["notice.journal_in_use", "notice.journal_made_good"]
    second.write(game, [Renamed(1, "Bob")])
    second.close()
    with closing(Journal(path)) as journal:
        assert keys(journal) == [], "the file is not damaged"
        assert journal.game(game).names == ("", "Bob", "")


def test_games_of_two_programs_with_the_same_number_are_never_mixed(path: Path) -> None:
    clock = Clock()
    first = Journal(path)
    second = Journal(path, clock=clock, now=lambda: datetime.fromtimestamp(1, UTC))
    assert first.begin(SEATS) == second.begin(SEATS[::-1]) == 1
    second.write(1, [action(1)])
    first.close()
    clock.now += TRY_AGAIN_AFTER
    assert keys(second) == ["notice.journal_in_use"]
    assert second.lasting is not None
    second.close()
    with closing(Journal(path)) as journal:
        assert entries(journal, 1) == []
        assert journal.game(1).seats == tuple(SEATS)


def test_a_journal_without_a_path_is_in_memory_only() -> None:
    journal = Journal(None)
    game = journal.begin(SEATS)
    journal.write(game, [action(1)])
    assert (game, entries(journal, game), keys(journal)) == (1, [action(1)], [])


def test_a_backup_is_one_file_that_opens(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(SEATS)
    journal.write(game, [action(1)])
    (tmp_path / "copy.sqlite3").write_bytes(journal.backup())
    with closing(Journal(tmp_path / "copy.sqlite3")) as copy:
        assert entries(copy, game) == [action(1)]


WRITER = """
import sys
from pathlib import Path
from device.journal.journal import Journal
from display.messages.events import Booked
from engine import CorrectCoins

journal = Journal(Path(sys.argv[1]))
game = journal.open_game() or journal.begin([("giza", "A")])
number = len(journal.events(game))
while True:
    journal.write(game, [Booked(CorrectCoins(0, number + count)) for count in range(3)])
    number += 3
    print(number, flush=True)
"""


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_a_program_that_is_killed_again_and_again_loses_nothing_that_was_acknowledged(path: Path, kills: int) -> None:
    dice = random.Random(7)
    acknowledged = 0
    for _ in range(kills):
        with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(dice.randint(1, 15)):
                acknowledged = int(writer.stdout.readline())
            os.kill(writer.pid, signal.SIGKILL)
            for line in writer.stdout:
                acknowledged = int(line)
        copy = shutil.copytree(path.parent, path.parent.with_name("after"), dirs_exist_ok=True)
        with closing(Journal(copy / path.name)) as journal:
            numbers = [entry.action.coins for entry in entries(journal, 1)]
            assert keys(journal) == []
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= acknowledged
        assert len(numbers) % 3 == 0, "a batch was written in part"
        acknowledged = len(numbers)
    assert acknowledged > 3 * kills
