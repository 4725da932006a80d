"""Where no screen shows how telephones join, the address goes to a terminal or into a file, and into no log."""

from __future__ import annotations

import stat

from device.features.telephones.command import FILE, forget_where_to_join, tell_where_to_join
from device.reporting.output import Output

ADDRESS = "http://192.168.1.7:8377/#k3x7wpb2mfn4qz"


def test_a_terminal_is_told_as_a_screen_would_show_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell_where_to_join(ADDRESS, Output().complain, tmp_path)
    assert ADDRESS in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_log_gets_the_name_of_a_file_that_only_this_user_may_read(tmp_path, capsys):
    folder = tmp_path / "new"
    tell_where_to_join(ADDRESS, Output().complain, folder)
    said = capsys.readouterr()
    assert str(folder / FILE) in said.err
    assert "k3x7wpb2mfn4qz" not in said.err + said.out
    assert (folder / FILE).read_text() == f"{ADDRESS}\n"
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    forget_where_to_join(folder)
    forget_where_to_join(folder)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said_without_the_code(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    tell_where_to_join(ADDRESS, Output().complain, tmp_path / "file")
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert "k3x7wpb2mfn4qz" not in said
