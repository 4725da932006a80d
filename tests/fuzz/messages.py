"""What comes over lines and in others' files, corrupted: a hall's messages and files, leagues, imports, photographs."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import cv2
import msgspec
import numpy as np
from hypothesis import strategies as st

from device.features.hall.server.hall import Hall
from device.features.hall.server.terminal import hall_text
from device.features.hall.table.host import HallStatus
from device.features.telephones.game import evening
from device.features.telephones.game.requests import read_line
from device.features.telephones.photographs.picture import RefusedPictureError, picture_reader
from device.features.telephones.photographs.score import ScoreRequest, answer
from device.features.telephones.server.game_link import GameLine
from device.features.telephones.server.photograph_pages import PhotographPages, SheetRequest
from device.for_features.errors import HallError
from device.for_features.hall.messages import MessageError, read_public
from device.for_features.hall.results import HallResults, read_results
from device.for_features.hall.signatures import signature
from device.for_features.local_link.link import LONGEST_LINE
from device.for_features.past_games.renames import RENAMES
from device.journal.journal import JOURNAL
from device.settings.settings import read_settings
from device.untrusted import Boundary, NotUnderstoodError, read_json
from display.words import Words
from engine import WondertableError
from tests.device.features.hall.test_messages import SHEET, STATE, encoded
from tests.fuzz.commands import run_command
from tests.fuzz.corrupted import corrupted_bytes, corrupted_text
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

KEYS = {"table-1": b"k" * 32}
LEAGUE = """name = "Cup"
players = ["Anna", "Ben", "Cleo", "Dora", "Eva", "Finn"]
rounds = 2
table_size = 3
scoring = {preset = "wbc-2023", best = 2}
[hall]
file = "hall.sqlite"
[[result]]
round = 1
scores = {Anna = 50, Ben = 40, Cleo = 30}
coins = {Anna = 1}
[[result]]
round = 1
table = 2
places = {Dora = 1, Eva = 2, Finn = 3}
"""
TOPICS = (
    "wondertable/table-1/games/g",
    "wondertable/table-1/state",
    "wondertable/table-1/online",
    "wondertable/+/#",
    "/",
)


def hall_messages() -> SearchStrategy[object]:
    """A few messages one after the other: topic, payload, retained, signed."""
    sheet = msgspec.structs.replace(SHEET, table="table-1", game="g", finished="2100-01-01T10:00:00+00:00")
    payloads = corrupted_bytes([encoded(sheet), encoded(STATE), b"online", b""])
    return st.lists(st.tuples(corrupted_text(TOPICS), payloads, st.booleans(), st.booleans()), max_size=6)


def feed_hall_messages(folder: Path, value: object) -> None:
    """Tell a hall, show it and count it; nothing is raised, whatever it was told."""
    assert isinstance(value, list)
    league = folder / "cup.toml"
    league.write_text(LEAGUE)
    with closing(HallResults(None)) as results:
        for keys in (None, KEYS):
            hall = Hall(results, Words(), league=league, keys=keys)
            for topic, payload, retained, signed in value:
                given = signature(KEYS["table-1"], payload) if signed else "x\xff"
                hall.take(topic, payload, retained=retained, signature=given)
            hall.settle()
            hall_text(hall.shown(), 0.0)
            json.dumps(hall.shown())


LINES: tuple[Callable[[bytes], object], ...] = (
    read_line,
    Boundary[HallStatus]("statuses", HallStatus, LONGEST_LINE).read,
    Boundary[GameLine]("the game", GameLine, LONGEST_LINE).read,
    read_public,
    evening.from_json,
)
"""What each end of a local socket, and of the file that outlives the game, makes of a line."""


def lines() -> SearchStrategy[object]:
    """Lines of both ends of the local sockets."""
    good = [
        b'{"do": "enter", "id": 7, "phone": "0123456789abcdef", "moment": "a", "seat": 1, "act": "build", '
        b'"pays": [1, 0, 2]}',
        b'{"do": "listening", "addresses": ["10.0.0.1"], "port": 8377}',
        b'{"do": "cannot_listen", "port": 8377, "error": 98, "holder": "x"}',
        b'{"link": "connected", "reason": "", "unsent": 3}',
        b'{"state": {"age": 1}}',
        b'{"reply": 7, "refused": null, "with": {"a": [1]}}',
        evening.to_json(evening.Evening.begin(1.0)),
    ]
    return corrupted_bytes(good)


def feed_line(folder: Path, data: object) -> None:
    """Each end says in one kind of error what it does not understand."""
    assert isinstance(data, bytes)
    for read in LINES:
        with suppress(ValueError, MessageError):
            read(data)


def feed_league(folder: Path, data: object) -> None:
    """Count and seat a corrupted league."""
    assert isinstance(data, bytes)
    file = folder / "cup.toml"
    file.write_bytes(data)
    run_command("league", str(file))
    run_command("league", str(file), "--seating")


def hall_files() -> list[bytes]:
    """The results of a hall."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hall.sqlite"
        with closing(HallResults(path)) as results:
            results.next_round(45)
            for number in range(3):
                results.take(msgspec.structs.replace(SHEET, game=f"g{number}"))
            results.commit()
        return [path.read_bytes()]


def feed_hall_file(folder: Path, data: object) -> None:
    """Show and count the corrupted results of a hall."""
    assert isinstance(data, bytes)
    for old in folder.glob("hall.sqlite*"):
        old.unlink(missing_ok=True)
    path = folder / "hall.sqlite"
    path.write_bytes(data)
    with suppress(HallError):
        read_results(path)
    with suppress(HallError), closing(HallResults(path)) as results:
        Hall(results, Words()).shown()


def feed_import(folder: Path, data: object) -> None:
    """Take in a corrupted backup."""
    assert isinstance(data, bytes)
    for old in folder.glob(f"state/{JOURNAL}*"):
        old.unlink(missing_ok=True)
    file = folder / "backup.sqlite"
    file.write_bytes(data)
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder / "state")):
        run_command("import", str(file))
        run_command("history")


def feed_names(folder: Path, data: object) -> None:
    """Count with a corrupted file of names."""
    assert isinstance(data, bytes)
    (folder / RENAMES).write_bytes(data)
    with mock.patch.dict(os.environ, WONDERTABLE_STATE=str(folder)):
        run_command("stats")


def photographs() -> list[bytes]:
    """Pictures as telephones send them."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    page = np.full((160, 200), 220, np.uint8)
    page[20:68, 30:78] = cv2.aruco.generateImageMarker(dictionary, 203, 48)
    progressive = cv2.imencode(".jpg", page, (cv2.IMWRITE_JPEG_PROGRESSIVE, 1))[1].tobytes()
    return [progressive, *(cv2.imencode(kind, page)[1].tobytes() for kind in (".jpg", ".png", ".webp"))]


_reader: list[Callable[..., object]] = []


def feed_photograph(folder: Path, data: object) -> None:
    """Read a corrupted photograph as the confined process does, here without confinement."""
    assert isinstance(data, bytes)
    if not _reader:
        _reader.append(picture_reader(read_settings(()).table))
    with suppress(RefusedPictureError):
        _reader[0](np.frombuffer(data, np.uint8))


SCORE = (
    b'{"readings": [{"picture": "", "boards": {"202": 0}, "foremost": null, "whole": true, "cards": [], "stages": [], '
    b'"unread": []}], "names": ["1"], "seats": ["giza"], "coins": {"giza": 3}, "tokens": {"giza": [1]}, "courted": {}}'
)
ANSWER = b'{"remarks": [["score.no_board_seen", {"seats": ["giza"]}]], "edition": "first", "cities": [], "seats": [1]}'


def feed_score(folder: Path, data: object) -> None:
    """Ask for a score with a corrupted request; the server makes words of a corrupted answer."""
    assert isinstance(data, bytes)
    with suppress(NotUnderstoodError, WondertableError, ValueError):
        answer(read_json(data, ScoreRequest), Codebook.load())
    with suppress(NotUnderstoodError):
        found = read_json(data, dict[str, object])
        asked = SheetRequest("0123456789abcdef", "en", ["a"])
        assert PhotographPages.in_words(asked, found, "en").status_code in (200, 503)
