"""Names that a spreadsheet carries out, files that are no text, links that lead elsewhere, secrets in view."""

from __future__ import annotations

import csv
import io
import os

import pytest

from device.command_line import main
from device.durable_file import write_durably
from device.features.telephones.wifi.network_manager import open_wifi
from device.for_features.past_games.renames import RENAMES
from device.for_features.reports.csv_table import csv_table
from device.journal.database import taken
from device.journal.journal import JOURNAL, Journal
from device.journal.second_copy import Tally, note_tally, second_copy
from display.messages.events import Booked
from engine import score_sheets
from tests.device.features.hall.hall_table import dealt
from tests.device.features.telephones.fake_nmcli import FREE, FakeNetwork

FORMULAS = ("=cmd|'/C calc'!A0", "+1+cmd|x", "-2+3+cmd|x", "@SUM(1)", "\t=1", "\r=1")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_is_a_formula_is_a_text_in_every_csv(name, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    journal, game = Journal(tmp_path / JOURNAL), dealt(1)
    number = journal.begin(game.setup.seats, {"names": [name, "Ben", "Cleo"]})
    journal.write(number, [Booked(action, None) for action in game.actions])
    journal.finish(number, [sheet.total for sheet in score_sheets(game)])
    journal.close()
    assert main(["export", "last", "--format", "csv"]) == 0
    exported = capsys.readouterr().out
    assert main(["stats", "--csv", str(tmp_path / "stats.csv")]) == 0
    for text in (exported, (tmp_path / "stats.csv").read_text()):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
        assert not [cell for cell in cells if cell.startswith("-") and "cmd" in cell]
        assert any("Ben" in cell for cell in cells)


def test_numbers_stay_numbers():
    assert csv_table(["a"], [[-1, "-1.5", "+2", "x=1", ""]]) == "a\r\n-1,-1.5,+2,x=1,\r\n"


def test_a_file_of_names_that_is_no_text_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    (tmp_path / RENAMES).write_bytes(b'{"Anna": "\xff\xfe"}')
    assert main(["stats"]) == 1
    assert capsys.readouterr().err.startswith("wondertable: ")


@pytest.fixture
def other(tmp_path):
    """A file of somebody else's, to which links lead."""
    file = tmp_path / "somebody" / "file"
    file.parent.mkdir()
    file.write_text("somebody's")
    yield file
    assert file.read_text() == "somebody's"


def test_a_link_in_the_place_of_the_second_copy_is_replaced(tmp_path, other):
    path = tmp_path / JOURNAL
    second_copy(path).symlink_to(other)
    journal = Journal(path)
    journal.begin((("giza", "A"), ("rhodes", "B"), ("ephesus", "A")), {})
    journal.close()
    assert not second_copy(path).is_symlink()
    assert second_copy(path).stat().st_size


def test_links_in_the_place_of_lock_note_and_unfinished_file_are_not_followed(tmp_path, other):
    path = tmp_path / JOURNAL
    for suffix in (".lock", ".mark", ".new"):
        (tmp_path / f"{JOURNAL}{suffix}").symlink_to(other)
    with pytest.raises(OSError, match=r"."):
        taken(path)
    note_tally(path, Tally(9, 9, 9))
    write_durably(path, b"mine")
    assert path.read_bytes() == b"mine"


def test_the_passphrase_of_the_own_wifi_stands_on_no_command_line(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    open_wifi("profile", "wlan0", "name", "the passphrase")
    assert "the passphrase" not in (network.file.parent / "calls.txt").read_text()
    profile = network.now["profiles"]["profile"]
    assert profile["802-11-wireless-security.psk"] == "the passphrase"
    assert os.environ["NETWORK"]
