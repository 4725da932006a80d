"""Files that survive a power cut: whole or not at all, and in a folder that remembers them."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from device.durable_file import make_folder, write_durably


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files and folders that the disk was told to keep, in order."""
    paths: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: paths.append(Path(f"/proc/self/fd/{handle}").readlink()))
    return paths


def test_the_new_content_is_on_the_disk_before_the_name_and_the_name_before_it_returns(
    tmp_path: Path, synced: list[Path]
) -> None:
    write_durably(tmp_path / "a.toml", b"new")
    assert synced == [tmp_path / "a.toml.new", tmp_path]
    assert (tmp_path / "a.toml").read_bytes() == b"new"


def test_a_secret_is_never_readable_by_others_not_even_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    (tmp_path / "secret.new").write_bytes(b"left by a power cut")
    monkeypatch.setattr(os, "fsync", lambda handle: modes.append(os.fstat(handle).st_mode & 0o077))
    write_durably(tmp_path / "secret", b"word", mode=0o600)
    assert modes[0] == 0
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_durably(file, b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.toml", b"old")]


def test_a_link_that_somebody_names_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "a")
    write_durably(tmp_path / "link", b"new", named_by_caller=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "a").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_durably(pipe, b"new", named_by_caller=True)
    reader.join(timeout=5)
    assert heard == [b"new"]
    assert pipe.is_fifo()


def test_a_new_folder_is_kept_by_every_folder_around_it(tmp_path: Path, synced: list[Path]) -> None:
    make_folder(tmp_path / "a" / "b")
    assert synced == [tmp_path, tmp_path / "a"]
    make_folder(tmp_path / "a" / "b")
    assert len(synced) == 2, "a folder that is there needs nothing"
