"""What bad input can be given to, and what counts as a clean answer to it."""

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

from device.command_line import COMMANDS
from device.journal.journal import JOURNAL, Journal
from device.messages.events import Booked
from device.settings.settings import DEFAULTS
from device.simulation.dealing.dealer import deal
from engine import Discard, score_sheets
from tests.device.journal.stored import entries, store_actions
from tests.fuzz import kept
from tests.fuzz.answer import answer
from tests.fuzz.torn import torn_bytes, torn_text
from vision.errors import VisionError
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import SearchStrategy

RECORDS = Path(__file__).parents[1] / "records"
CODEBOOK = Path(sys.modules[Codebook.__module__].__file__ or "").parents[1] / "data" / "codebook.csv"
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # before the first film is written here
PLAYING = ("run", "demo", "stickers")
"""Commands that play for as long as somebody plays, or print for seconds: their arguments are read, no more."""


# fmt: off
WORDS = (
    "--json", "--help", "--last", "--format", "csv", "bgstats", "--link", "--backup", "--out", "--players", "--seed",
    "--coins", "3,x", "--conflicts", "--seats", "giza,,rhodes", "--camera", "film:", "files:/", "v4l2:99", "--fps",
    "--config", "/", "/nowhere/at/all", "-1", "0", "7", "last", "--kit", "qr", "--paper", "a5", "--language", "xx",
    "--resume", "--headless", "--record",
)
# fmt: on
"""What command lines are made of."""


@dataclass(frozen=True, slots=True)
class Target:
    """Inputs, and a function that gives one of them to the program; `folder` is its own to write in."""

    inputs: Callable[[], SearchStrategy[object]]
    feed: Callable[[Path, object], None]


def pictures() -> list[bytes]:
    """Small pictures in every format that cameras and telephones write, one of them with a sticker in it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    page = np.full((96, 128), 220, np.uint8)
    page[20:68, 30:78] = cv2.aruco.generateImageMarker(dictionary, 7, 48)
    kinds = (".png", ".jpg", ".bmp", ".webp", ".tiff", ".pgm")
    return [cv2.imencode(kind, page)[1].tobytes() for kind in kinds]


def feed_picture(folder: Path, data: object) -> None:
    """A torn picture, to be read and to be scored."""
    assert isinstance(data, bytes)
    file = folder / "picture"
    file.write_bytes(data)
    answer("read", str(file))
    answer("score", "--coins", "3,3,3", "--conflicts", "0,0,0", str(file))


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
    """A torn film, watched."""
    assert isinstance(data, bytes)
    file = folder / "film.avi"
    file.write_bytes(data)
    answer("run", "--headless", "--json", "--camera", f"film:{file}")


def feed_record(folder: Path, data: object) -> None:
    """A torn record, replayed."""
    assert isinstance(data, bytes)
    file = folder / "record.txt"
    file.write_bytes(data)
    answer("replay", str(file))


def feed_settings(folder: Path, text: object) -> None:
    """Torn settings, and a command under them."""
    assert isinstance(text, str)
    file = folder / "config.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    answer("--config", str(file), "history")


def feed_codebook(folder: Path, data: object) -> None:
    """A torn codebook."""
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
    """A torn journal: looked at, exported, opened by the appliance, and written on."""
    assert isinstance(data, bytes)
    for old in folder.glob(f"{JOURNAL}*"):
        old.unlink()
    (folder / JOURNAL).write_bytes(data)
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder)):
        answer("history", "--json")
        answer("export", "1", "--format", "record")
        journal = Journal(folder / JOURNAL)
        try:
            game_id = journal.begin((("giza", "A"), ("rhodes", "B"), ("ephesus", "A")), {})
            store_actions(journal, game_id, [Discard(0)])
            assert entries(journal, game_id) == [Booked(Discard(0))]
        finally:
            journal.close()


def command_lines() -> SearchStrategy[list[str]]:
    """Arguments as somebody in a hurry types them."""
    names = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    word = st.one_of(st.sampled_from(WORDS), torn_text(WORDS).map(_as_an_argument))
    return st.tuples(st.sampled_from([*names, ""]), st.lists(word, max_size=6)).map(lambda line: [line[0], *line[1]])


def _as_an_argument(text: str) -> str:
    """No shell can give a program an argument with a zero in it."""
    return text.replace("\0", "")


def feed_command_line(folder: Path, words: object) -> None:
    """A command line; nothing is written outside the folder."""
    assert isinstance(words, list)
    idle = [command for command in COMMANDS if command.__name__.rpartition(".")[2] in PLAYING]
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder / "state")))
        stack.enter_context(contextlib.chdir(folder))
        stack.enter_context(mock.patch("sys.stdin", io.StringIO("")))
        for command in idle:
            stack.enter_context(mock.patch.object(command, "run", return_value=0))
        answer(*words)


def _files(paths: Sequence[Path]) -> list[bytes]:
    return [path.read_bytes() for path in paths]


TARGETS: dict[str, Target] = {
    "pictures": Target(lambda: torn_bytes(pictures()), feed_picture),
    "films": Target(lambda: torn_bytes(films()), feed_film),
    "records": Target(lambda: torn_bytes(_files(sorted(RECORDS.iterdir()))), feed_record),
    "settings": Target(lambda: torn_text([DEFAULTS.read_text(encoding="utf-8")]), feed_settings),
    "codebooks": Target(lambda: torn_bytes([CODEBOOK.read_bytes()]), feed_codebook),
    "journals": Target(lambda: torn_bytes(journals()), feed_journal),
    "command lines": Target(command_lines, feed_command_line),
    "calibrations": Target(lambda: torn_bytes(kept.calibrations()), kept.feed_calibration),
    "kept settings": Target(lambda: torn_text(kept.kept_settings()), kept.feed_kept_settings),
    "recordings": Target(lambda: torn_bytes(kept.recordings()), kept.feed_recording),
}
