"""What is recorded for people to send in: nothing that not everybody at the table may see."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from math import pi
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.features.captures import recorder as recorders
from device.features.captures.format import as_asked, captured, encoded, load, picture_files, with_questions
from device.features.captures.recorder import Recorder
from device.features.captures.replay import compare_questions
from device.perception.pipeline import TableSceneReader
from device.session.looking import look
from device.session.session import Session
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.projection import Projection
from device.simulation.table.reach import ARM_MM, Arm
from device.simulation.table.tabletop import SeatedBoard, Tabletop, Thing, ThingKind
from device.umpire.table import TableUmpire
from display.messages.events import Asked
from display.messages.questions import Question
from tests.device.simulation.photograph import with_fewer_pixels
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, board_code, code_of, leader_code
from vision.reading.reader import Reader
from vision.symbologies import finders, of_kit
from vision.tracking.tracker import Tracker

LENS = with_fewer_pixels(Projection(1200.0, 0.01, -0.015, 0.02))
QUESTION = Question(1, "unsure_place", {"card": "baths", "wonder": "rhodes"}, ("here", "take_back"))
FAN = [code_of(card) for card in ("theater", "altar", "press")]
"""Cards in somebody's hand, and one on somebody's knees."""
FANS = [*FAN, leader_code("midas")]
FINDERS = finders(of_kit("fiducial"), CODEBOOK.codes)


class Pointing:
    """An arm that stays where it is."""

    def __init__(self, x: float, y: float) -> None:
        self._arm = Arm((x, y), (x, y + ARM_MM))

    def at(self, time: float) -> Arm:
        return self._arm


class Play:
    """Three cities with a card each, a stage, a discard; and hands that hold cards so that the camera sees them."""

    def __init__(self, *boards: int) -> None:
        wonders = boards or [board_code(wonder) for wonder in ("giza", "rhodes", "olympia")]
        table = Tabletop([SeatedBoard(code, 3) for code in wonders], 3)
        self.sizes, self.players = table.sizes, 3
        for seat, card in enumerate(("baths", "stockade", "tavern")):
            table.put(table.front(seat, code_of(card), "blue"))
        table.put(table.stage(0, 1, 1))
        table.put(table.discard(1))
        self.lying = table.things
        self.held: list[Thing] = []
        self.reaches: list[Pointing] = []
        self.tabletop = table

    @property
    def things(self):
        return [*self.lying, *self.held]

    def advance(self, time: float) -> None:
        """Nothing happens by itself."""

    def hold(self) -> None:
        """A fan below seat 0's board, a card held over the middle of that city, one laid beside the board."""
        board = self.tabletop.boards[0].pose
        places = [
            board.at(-30, 130, -0.4),
            board.at(60, 130, 0.3),
            board.at(30, -95),
            board.at(190, 20, pi / 2),
        ]
        for height, code, place in zip((90.0, 90.0, 60.0, 0.0), FANS, places, strict=True):
            self.held.append(Thing(code, ThingKind.FRONT, place, 500, "held", 0, height=height))
        self.reaches.append(Pointing(-100, 330))


@pytest.fixture
def play():
    return Play()


class RecordedTable:
    """A simulated table whose pictures are read and recorded."""

    def __init__(self, play: Play, recorder: Recorder) -> None:
        self.camera = SimulatedCamera(play, seed=2, fps=2.0, lens=LENS)
        self.scene_reader = TableSceneReader(
            Reader(CODEBOOK), Tracker(CODEBOOK, play.sizes), previews=False, listener=recorder.note_frame
        )
        self.recorder = recorder
        self.session = Session(TableUmpire(CODEBOOK, play.sizes))
        self.frames = []

    def watch(self, frames: int) -> None:
        for _ in range(frames):
            self.frames.append(self.camera.read())
            self.session, events = look(self.session, self.scene_reader.read(self.frames[-1]).scene)
            for event in events:
                self.recorder(event, self.session)

    def ask(self, question: Question = QUESTION) -> None:
        self.recorder(Asked(question), self.session)


def recorded(play, folder):
    sessions = RecordedTable(play, Recorder(folder, FINDERS, wait=True))
    sessions.watch(4)
    play.hold()
    sessions.watch(4)
    sessions.ask()
    sessions.recorder.close()
    return sessions


def asked(play, folder, frames=2, **more):
    """The table after a question that came up soon, with pictures that nobody searches."""
    sessions = RecordedTable(play, Recorder(folder, (), wait=True, **more))
    sessions.watch(frames)
    sessions.ask()
    sessions.recorder.close()
    return sessions


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A folder with a question's picture, with cards in hands; the table, and what the camera saw."""
    folder, play = tmp_path_factory.mktemp("held"), Play()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorders, "BEFORE", 0)
        return folder, play, recorded(play, folder)


def pictures(folder):
    return [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(folder.glob("*.jpg"))]


def test_no_card_in_a_hand_can_be_read_in_what_is_recorded(held):
    folder, play, sessions = held
    codes = {sighting.code for sighting in Reader(CODEBOOK).look(sessions.frames[-1].image, thorough=True)}
    assert codes >= set(FANS), "the hands are there to be read in the camera's own picture"
    public = {thing.code for thing in play.lying}
    (last,) = pictures(folder)
    found = {sighting.code for sighting in Reader(CODEBOOK).look(last, thorough=True)}
    assert found <= public
    assert found >= {thing.code for thing in play.lying if thing.seat != 0}


def test_what_was_written_beside_the_picture_is_public(held):
    folder, play, _ = held
    public = {thing.code for thing in play.lying}
    (path,) = picture_files(folder)
    taken = load(path)
    assert {sticker.code for sticker in taken.stickers} <= public
    assert {item.code for item in taken.scene.items} | {seat.code for seat in taken.scene.seats} <= public


def test_round_a_hand_nothing_is_left_but_blocks(held):
    folder, play, sessions = held
    card = play.held[2]
    x, y = LENS.project([(card.pose.x, card.pose.y)], card.height)[0].round().astype(int)
    part = np.s_[y - 27 : y + 27, x - 27 : x + 27]
    before, after = sessions.frames[-1].image[part], pictures(folder)[-1][part]
    assert len(np.unique(before)) > 80
    assert len(np.unique(after)) <= 12


def test_a_hand_without_a_card_over_a_city_is_blocked_out(play, tmp_path):
    sessions = RecordedTable(play, Recorder(tmp_path, (), wait=True))
    sessions.watch(6)
    palm = play.tabletop.boards[0].pose.at(30, -110)
    play.reaches.append(Pointing(palm.x, palm.y))
    sessions.watch(2)
    sessions.ask()
    sessions.recorder.close()
    x, y = LENS.project([(palm.x, palm.y)], 40.0)[0].round().astype(int)
    hand = np.s_[y - 20 : y + 20, x - 20 : x + 20]
    earlier, last = sessions.frames[5].image, sessions.frames[-1].image
    assert np.abs(earlier[hand].astype(int) - last[hand]).mean() > 20, "the camera sees the hand"
    first, *_, written = pictures(tmp_path)
    assert flat(first[hand]) < 0.8, "the city is shown while no hand is over it"
    assert flat(last[hand]) < 0.8
    assert flat(written[hand]) > 0.9, "blocks of one grey"


def flat(part) -> float:
    """Share of the neighbouring pixels that are alike."""
    return float((np.abs(np.diff(part.astype(int), axis=1)) <= 1).mean())


def test_a_question_has_its_picture_and_two_from_shortly_before(play, tmp_path):
    asked(play, tmp_path, frames=4)
    taken = [load(path) for path in picture_files(tmp_path)]
    assert [len(each.questions) for each in taken] == [0, 0, 1]
    assert (taken[-1].questions[0].kind, taken[-1].questions[0].filled["card"]) == ("unsure_place", "baths")
    assert taken[1].time - taken[0].time == pytest.approx(1.0)


def test_as_long_as_no_question_comes_up_nothing_is_written(play, tmp_path):
    sessions = RecordedTable(play, Recorder(tmp_path / "new", FINDERS, wait=True))
    sessions.watch(2)
    sessions.recorder.close()
    assert not (tmp_path / "new").exists()


def test_questions_of_one_moment_share_a_picture(play, tmp_path):
    sessions = RecordedTable(play, Recorder(tmp_path, (), wait=True))
    sessions.watch(2)
    sessions.ask()
    sessions.ask(replace(QUESTION, seat=2))
    sessions.recorder.close()
    assert [[each.seat for each in load(path).questions] for path in picture_files(tmp_path)][-1] == [1, 2]


def test_a_folder_that_is_full_is_said_once_and_the_game_goes_on(play, tmp_path):
    sessions = asked(play, tmp_path, largest=10_000)
    assert pictures(tmp_path) == []
    assert [notice.key for notice in sessions.recorder.notices()] == ["notice.record_full"]


def test_a_folder_that_cannot_be_written_is_said(play, tmp_path):
    (tmp_path / "file").write_text("no folder")
    sessions = asked(play, tmp_path / "file" / "folder")
    (notice,) = sessions.recorder.notices()
    assert notice.key == "notice.record_failed"


def test_the_journal_keeps_its_room_on_the_disk(play, tmp_path, monkeypatch):
    monkeypatch.setattr(recorders, "LEFT_FREE", 10**18)
    sessions = asked(play, tmp_path)
    assert [notice.key for notice in sessions.recorder.notices()] == ["notice.record_no_room"]
    assert pictures(tmp_path) == []


def test_before_a_table_is_seen_a_picture_shows_nothing(tmp_path, play):
    sessions = RecordedTable(play, Recorder(tmp_path, FINDERS, wait=True))
    sessions.watch(1)
    sessions.ask()
    sessions.recorder.close()
    assert Reader(CODEBOOK).look(pictures(tmp_path)[0], thorough=True) == ()
    (path,) = picture_files(tmp_path)
    assert json.loads(path.read_text())["stickers"] == []


# What was recorded is looked at again


@pytest.fixture(scope="module")
def same_wonder(tmp_path_factory):
    """A folder in which it was recorded that a wonder is there twice."""
    folder, play = tmp_path_factory.mktemp("twice"), Play(*map(board_code, ("giza", "giza", "olympia"), "ABA"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorders, "BEFORE", 0)
        sessions = RecordedTable(play, Recorder(folder, FINDERS, wait=True))
    sessions.watch(6)
    sessions.recorder.close()
    return folder


@pytest.fixture
def twice(same_wonder, tmp_path, monkeypatch):
    """A copy of that folder."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    return Path(shutil.copytree(same_wonder, tmp_path / "twice"))


def told(capsys, *arguments):
    assert main([*map(str, arguments), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("searched_once")
def test_a_recorded_folder_is_read_again_and_compared(twice, capsys):
    (path,) = picture_files(twice)
    (line,) = told(capsys, "read", twice)
    assert (line["missing"], line["new"]) == ([], [])
    path.write_text(path.read_text().replace(f'"code": {board_code("olympia")}', '"code": 12'))
    assert told(capsys, "read", twice)[-1]["missing"][0] == 12


def test_the_umpire_asks_the_same_of_a_recorded_folder(twice, capsys):
    (line,) = told(capsys, "replay", twice)
    assert line["then"] == line["now"]
    assert line["then"][0]["kind"] == "wonder_twice"
    assert main(["replay", str(twice)]) == 0
    assert "as then" in capsys.readouterr().out


def test_a_question_that_is_not_asked_any_more_is_said(twice, capsys):
    path = picture_files(twice)[-1]
    path.write_text(path.read_text().replace('"wonder_twice"', '"unsure_place"'))
    assert main(["replay", str(twice)]) == 1
    assert "asked then, not now" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "key"), [("{", "does not describe a picture"), (None, "No recorded pictures")])
def test_a_folder_that_is_no_recording_is_refused(tmp_path, capsys, words, key):
    if words is not None:
        (tmp_path / "one.json").write_text(words)
    assert main(["replay", str(tmp_path)]) == 1
    assert key in capsys.readouterr().err


def test_in_a_game_the_umpire_asks_the_same_again(tmp_path):
    umpire = TableUmpire(CODEBOOK)
    table_session = TableSession((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")))
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    table_session.wait(8)
    (question,) = table_session.session.ruling.questions
    taken = with_questions(captured(table_session.session.scene, 1, ()), [question], table_session.session)
    (tmp_path / "one.json").write_bytes(encoded(taken))
    (moment,) = compare_questions(tmp_path, umpire)
    assert moment.then == moment.now == (as_asked(question),)
