"""The parts of the program that take input, and what counts as a clean answer."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import cv2
import numpy as np
from hypothesis import strategies as st

from device.command_line import modules
from device.journal.journal import JOURNAL, Journal
from device.settings.settings import DEFAULTS
from display.messages.events import Booked
from engine import Discard, score_sheets
from tests.dealing.dealer import deal
from tests.device.journal.stored import entries, store_actions
from tests.fuzz import messages, stored_files
from tests.fuzz.commands import run_command
from tests.fuzz.corrupted import corrupted_bytes, corrupted_text
from vision.errors import VisionError
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import SearchStrategy

RECORDS = Path(__file__).parents[1] / "records"
CODEBOOK = Path(sys.modules[Codebook.__module__].__file__ or "").parents[1] / "data" / "codebook.csv"
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # before the first film is written here
PLAYING = ("run", "demo", "stickers", "phones", "hall")
"""Commands that run for long, or serve: only their arguments are read."""


# fmt: off
WORDS = (
    "--json", "--help", "--last", "--format", "csv", "bgstats", "--link", "--backup", "--out", "--players", "--seed",
    "--coins", "3,x", "--conflicts", "--seats", "giza,,rhodes", "--camera", "film:", "files:/", "v4l2:99", "--fps",
    "--config", "/", "/nowhere/at/all", "-1", "0", "7", "last", "--kit", "qr", "--paper", "a5", "--language", "xx",
    "--resume", "--headless", "--record",
)
# fmt: on
"""The words of command lines."""


@dataclass(frozen=True, slots=True)
class Target:
    """Inputs, and a function that gives one of them to the program and may write into `folder`."""

    inputs: Callable[[], SearchStrategy[object]]
    feed: Callable[[Path, object], None]


def pictures() -> list[bytes]:
    """Small pictures of a sticker in every format that cameras and telephones write."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    page = np.full((96, 128), 220, np.uint8)
    page[20:68, 30:78] = cv2.aruco.generateImageMarker(dictionary, 7, 48)
    kinds = (".png", ".jpg", ".bmp", ".webp", ".tiff", ".pgm")
    return [cv2.imencode(kind, page)[1].tobytes() for kind in kinds]


def feed_picture(folder: Path, data: object) -> None:
    """Read and score a corrupted picture."""
    assert isinstance(data, bytes)
    file = folder / "picture"
    file.write_bytes(data)
    run_command("read", str(file))
    run_command("score", "--coins", "3,3,3", "--conflicts", "0,0,0", str(file))


def films() -> list[bytes]:
    """A short film."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (64, 48), isColor=False)
        for level in range(40, 200, 40):
            writer.write(np.full((48, 64), level, np.uint8))
        writer.release()
        return [path.read_bytes()]


def feed_film(folder: Path, data: object) -> None:
    """Watch a corrupted film."""
    assert isinstance(data, bytes)
    file = folder / "film.avi"
    file.write_bytes(data)
    run_command("run", "--headless", "--json", "--camera", f"film:{file}")


def feed_record(folder: Path, data: object) -> None:
    """Replay a corrupted record."""
    assert isinstance(data, bytes)
    file = folder / "record.txt"
    file.write_bytes(data)
    run_command("replay", str(file))


def feed_settings(folder: Path, text: object) -> None:
    """Run a command with corrupted settings."""
    assert isinstance(text, str)
    file = folder / "config.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    run_command("--config", str(file), "history")


def feed_codebook(folder: Path, data: object) -> None:
    """Load a corrupted codebook."""
    assert isinstance(data, bytes)
    file = folder / "codebook.csv"
    file.write_bytes(data)
    try:
        book = Codebook.load(file)
    except VisionError as error:
        assert error.key  # noqa: PT017  what counts is that it is one of ours
    else:
        assert all(book.entry(code) is not None for code in book.codes)


def journals() -> list[bytes]:
    """A journal with a finished game and an open one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        journal = Journal(path)
        game = deal(3, 5).game
        for count in (len(game.actions), 12):
            game_id = journal.begin(game.setup.seats, {"prefer": "left"})
            store_actions(journal, game_id, game.actions[:count], code=7)
            if count == len(game.actions):
                journal.finish(game_id, [sheet.total for sheet in score_sheets(game)])
        journal.close()
        return [path.read_bytes()]


def feed_journal(folder: Path, data: object) -> None:
    """List, export and open a corrupted journal, and write to it."""
    assert isinstance(data, bytes)
    for old in folder.glob(f"{JOURNAL}*"):
        old.unlink(missing_ok=True)
    (folder / JOURNAL).write_bytes(data)
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder)):
        run_command("history", "--json")
        run_command("export", "1", "--format", "record")
        journal = Journal(folder / JOURNAL)
        try:
            game_id = journal.begin((("giza", "A"), ("rhodes", "B"), ("ephesus", "A")), {})
            store_actions(journal, game_id, [Discard(0)])
            assert entries(journal, game_id) == [Booked(Discard(0))]
        finally:
            journal.close()


def command_lines() -> SearchStrategy[list[str]]:
    """Arguments with typing errors."""
    word = st.one_of(st.sampled_from(WORDS), corrupted_text(WORDS).map(_as_an_argument))
    command = st.sampled_from([*modules(), ""])
    return st.tuples(command, st.lists(word, max_size=6)).map(lambda line: [line[0], *line[1]])


def _as_an_argument(text: str) -> str:
    """The text without zero characters, which no shell can pass to a program."""
    return text.replace("\0", "")


def feed_command_line(folder: Path, words: object) -> None:
    """Run a command line; nothing is written outside the folder."""
    assert isinstance(words, list)
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder / "state")))
        stack.enter_context(contextlib.chdir(folder))
        stack.enter_context(mock.patch("sys.stdin", io.StringIO("")))
        for command in PLAYING:
            stack.enter_context(mock.patch(f"{modules()[command]}.run", return_value=0))
        run_command(*words)


def _files(paths: Sequence[Path]) -> list[bytes]:
    return [path.read_bytes() for path in paths]


TARGETS: dict[str, Target] = {
    "pictures": Target(lambda: corrupted_bytes(pictures()), feed_picture),
    "films": Target(lambda: corrupted_bytes(films()), feed_film),
    "records": Target(lambda: corrupted_bytes(_files(sorted(RECORDS.iterdir()))), feed_record),
    "settings": Target(lambda: corrupted_text([DEFAULTS.read_text(encoding="utf-8")]), feed_settings),
    "codebooks": Target(lambda: corrupted_bytes([CODEBOOK.read_bytes()]), feed_codebook),
    "journals": Target(lambda: corrupted_bytes(journals()), feed_journal),
    "command lines": Target(command_lines, feed_command_line),
    "calibrations": Target(lambda: corrupted_bytes(stored_files.calibrations()), stored_files.feed_calibration),
    "stored settings": Target(
        lambda: corrupted_text(stored_files.stored_settings()), stored_files.feed_stored_settings
    ),
    "hall messages": Target(messages.hall_messages, messages.feed_hall_messages),
    "hall files": Target(lambda: corrupted_bytes(messages.hall_files()), messages.feed_hall_file),
    "lines": Target(messages.lines, messages.feed_line),
    "leagues": Target(lambda: corrupted_bytes([messages.LEAGUE.encode()]), messages.feed_league),
    "imports": Target(lambda: corrupted_bytes(journals()), messages.feed_import),
    "names": Target(lambda: corrupted_bytes([b'{"Anna": "Anna B.", "ann": "Anna B."}']), messages.feed_names),
    "photographs": Target(lambda: corrupted_bytes(messages.photographs()), messages.feed_photograph),
    "scores": Target(lambda: corrupted_bytes([messages.SCORE, messages.ANSWER]), messages.feed_score),
    "recordings": Target(lambda: corrupted_bytes(stored_files.recordings()), stored_files.feed_recording),
}
