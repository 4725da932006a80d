"""What is marked in the camera's view lies open on the table; a card in a hand is not."""

from __future__ import annotations

import numpy as np
import pytest

from device.perception.pipeline import TableSceneReader, marks_of
from tests.vision.synthetic_pictures import Drawing
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.scene import Item, Place, Scene, SeatBoard
from vision.sighting import Sighting
from vision.tracking.tracker import Tracker

CODEBOOK = Codebook.load()
CORNERS = np.array([[100.0, 50.0], [120.0, 50.0], [120.0, 70.0], [100.0, 70.0]], dtype=np.float32)
SHAPE = 200, 400


def code_of(kind: str, ident: str) -> int:
    return next(entry.code for entry in CODEBOOK if (entry.kind, entry.id) == (kind, ident))


def lying(kind: str, ident: str, place: Place, sure: bool = True) -> Item:
    return Item(1, code_of(kind, ident), place, 0, None, 0.0, 0.0, 0.0, 0.0, sure=sure)


def marks(scene: Scene, *codes: int) -> list[tuple[str, bool]]:
    sightings = [Sighting(code, CORNERS) for code in codes]
    return [(mark.name, mark.sure) for mark in marks_of(scene, sightings, CODEBOOK, SHAPE)]


def test_a_card_in_a_city_is_marked_where_its_sticker_is() -> None:
    scene = Scene(0.0, items=(lying("card", "palace", Place.CITY),))
    (mark,) = marks_of(scene, [Sighting(code_of("card", "palace"), CORNERS)], CODEBOOK, SHAPE)
    assert mark.name == "card.palace"
    assert mark.corners[0] == (0.25, 0.25)
    assert mark.corners[2] == (0.3, 0.35)


def test_boards_and_leaders_are_marked_and_doubt_is_said() -> None:
    board, leader = code_of("board", "giza"), code_of("leader", "plato")
    scene = Scene(
        0.0, (SeatBoard(0, board, 0.0, 0.0, 0.0, 0.0, 0.0),), (lying("leader", "plato", Place.CITY, sure=False),)
    )
    assert marks(scene, board, leader) == [("wonder.giza", True), ("leader.plato", False)]


@pytest.mark.parametrize("place", [Place.HAND, Place.ELSEWHERE, Place.STAGE, Place.DISCARD])
def test_what_lies_nowhere_in_a_city_is_not_marked(place: Place) -> None:
    assert marks(Scene(0.0, items=(lying("card", "palace", place),)), code_of("card", "palace")) == []


def test_what_is_only_glimpsed_is_not_marked() -> None:
    assert marks(Scene(0.0), code_of("card", "palace")) == []


def test_backs_are_never_marked() -> None:
    back = next(entry for entry in CODEBOOK if entry.kind == "back")
    item = Item(1, back.code, Place.CITY, 0, None, 0.0, 0.0, 0.0, 0.0)
    assert marks(Scene(0.0, items=(item,)), back.code) == []


class Nothing:
    """A reader and a tracker that see an empty table."""

    present = ()
    moving = np.zeros((1, 1), dtype=bool)
    table = None

    def read(self, frame: Frame) -> Nothing:
        return self

    def update(self, time: float, reading: object) -> Scene:
        return Scene(time)

    def begin_game(self) -> None:
        pass


def test_during_a_game_there_is_a_picture_only_while_somebody_looks() -> None:
    watched = [False]
    scene_reader = TableSceneReader(Nothing(), Nothing(), camera_is_shown=lambda: watched[0], codebook=CODEBOOK)  # type: ignore[arg-type]
    frame = Frame(np.zeros((90, 160), dtype=np.uint8), 0.0, 0)
    assert scene_reader.read(frame).preview is not None
    scene_reader.start_game()
    assert scene_reader.read(frame).preview is None
    watched[0] = True
    assert scene_reader.read(frame).preview is not None


def test_the_view_shows_where_a_sticker_lies_that_cannot_be_read() -> None:
    drawing = Drawing()
    for code in range(8):
        drawing.lay(code, 200 + code % 4 * 350, 200 + code // 4 * 400, side=40, turn=0.3 + code)
    x, y = drawing.corners[3].mean(axis=0)
    drawing.cover(int(x) - 9, int(y) - 9, int(x) + 9, int(y) + 9, 190)
    picture = drawing.photograph()
    scene_reader = TableSceneReader(
        Reader(CODEBOOK),
        Tracker(CODEBOOK),
        camera_is_shown=lambda: True,
        codebook=CODEBOOK,
    )
    preview = [scene_reader.read(Frame(picture, 0.5 * number, number)).preview for number in range(3)][-1]
    assert preview is not None
    height, width = picture.shape
    ((across, down),) = preview.unread
    assert abs(across * width - x) < 3
    assert abs(down * height - y) < 3
