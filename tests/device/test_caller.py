"""What `sudo wondertable` writes is written with the rights of the person who called, and nothing else is."""

from __future__ import annotations

import os
import pwd
from typing import TYPE_CHECKING

import pytest

from device.caller import WRITER, run_as, write_for_caller

if TYPE_CHECKING:
    from pathlib import Path

APPLIANCE, CALLER = "nobody", "games"
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


def uid(user: str) -> int:
    return pwd.getpwnam(user).pw_uid


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that only the caller may use, and all folders above it open."""
    monkeypatch.setenv("SUDO_USER", CALLER)
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    os.chown(home, uid(CALLER), pwd.getpwnam(CALLER).pw_gid)
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o055)
    return home


def run(*arguments: str, path: Path, new: bool = False) -> int:
    """As the appliance's user: 0, or the number of the error."""

    def command(_: object) -> int:
        assert os.geteuid() == uid(APPLIANCE)
        try:
            write_for_caller(path, b"a game", new=new)
        except OSError as problem:
            return problem.errno or 1
        return 0

    return run_as(APPLIANCE, arguments, command)


@pytest.mark.parametrize("word", ["{}", "--out={}"])
def test_a_file_in_the_callers_folder_is_written_and_is_the_callers(home: Path, word: str) -> None:
    file = home / "game.json"
    assert run("export", word.format(file), path=file) == 0
    assert file.read_bytes() == b"a game"
    assert file.stat().st_uid == uid(CALLER)


def test_a_file_that_is_not_named_is_not_written(home: Path) -> None:
    assert run("export", "last", path=home / "game.json") != 0
    assert list(home.iterdir()) == []


def test_what_the_caller_may_not_write_is_not_written(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run("export", str(file), path=file) != 0
    assert not file.exists()


def test_a_new_file_replaces_none(home: Path) -> None:
    file = home / "backup.sqlite"
    file.write_bytes(b"before")
    assert run("export", str(file), path=file, new=True) != 0
    assert file.read_bytes() == b"before"


def test_without_a_caller_the_program_writes_itself(tmp_path: Path) -> None:
    assert WRITER not in os.environ
    write_for_caller(tmp_path / "game.json", b"a game")
    assert (tmp_path / "game.json").read_bytes() == b"a game"


def test_the_exit_status_is_the_commands(home: Path) -> None:
    def refuse(_: object) -> int:
        raise SystemExit(2)

    assert run_as(APPLIANCE, [], refuse) == 2
