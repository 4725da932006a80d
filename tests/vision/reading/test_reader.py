import cv2
import numpy as np
import pytest

from tests.vision.synthetic_pictures import DICTIONARY, Drawing, spread
from vision.errors import FrameError
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader, Reading, SearchExtent

CODES = tuple(range(0, 222, 3))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Codebook.load())


def codes_in(reader: Reader, drawing: Drawing, *, thorough: bool = False) -> list[int]:
    return [sighting.code for sighting in reader.look(drawing.photograph(), thorough=thorough)]


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("a lamp beside the table", {}),
        ("dim light", {"light": 0.2, "noise": 1.5}),
        ("hardly any light", {"light": 0.08, "noise": 0.7}),
        ("a noisy camera", {"noise": 12.0}),
        ("a large camera that is not quite sharp", {"blur": 1.8, "width": 3200}),
    ],
)
def test_every_sticker_is_read_and_nothing_else(reader: Reader, name: str, conditions: dict[str, float]) -> None:
    assert sorted(codes_in(reader, spread(CODES, **conditions))) == list(CODES), name


def test_stickers_are_read_from_20_px_to_a_whole_hand_large(reader: Reader) -> None:
    drawing = Drawing(blur=0.7)
    sizes = (20, 24, 30, 40, 60, 90, 140, 220)
    for code, (size, x) in enumerate(zip(sizes, (60, 140, 220, 320, 440, 600, 800, 1100), strict=True)):
        drawing.lay(code, x, 300, side=size, turn=0.2 * code)
    assert sorted(codes_in(reader, drawing)) == list(range(len(sizes)))


def test_a_wide_picture_is_searched_at_half_its_size(reader: Reader) -> None:
    assert sorted(codes_in(reader, spread(CODES[:24], width=3200))) == list(CODES[:24])


def test_corners_run_clockwise_from_the_stickers_own_top_left_to_a_fraction_of_a_pixel(reader: Reader) -> None:
    drawing = spread(CODES)
    for sighting in reader.look(drawing.photograph()):
        apart = np.linalg.norm(sighting.corners - drawing.corners[sighting.code], axis=1)
        assert apart.max() < 0.8, sighting.code


def test_a_code_is_read_as_often_as_it_is_there(reader: Reader) -> None:
    drawing = Drawing().lay(207, 200, 200).lay(207, 300, 200).lay(207, 200, 400, turn=1.0)
    assert codes_in(reader, drawing) == [207, 207, 207]


def test_a_sticker_under_the_edge_of_a_reflection_is_read(reader: Reader) -> None:
    drawing = Drawing().lay(17, 400, 400).glare(420, 380, strength=140, radius=30)
    assert codes_in(reader, drawing) == [17]


def test_a_finger_may_touch_the_quiet_zone(reader: Reader) -> None:
    drawing = Drawing().lay(17, 400, 400, side=32)
    drawing.cover(370, 380, 383, 420, level=60)
    assert codes_in(reader, drawing) == [17]


@pytest.mark.parametrize("code", range(222, 250, 3))
def test_codes_that_are_not_the_kits_are_nothing(reader: Reader, code: int) -> None:
    assert codes_in(reader, Drawing().lay(code, 400, 400), thorough=True) == []


def test_mirrored_stickers_and_other_prints_are_nothing(reader: Reader) -> None:
    drawing = Drawing()
    random = np.random.default_rng(11)
    for index in range(60):
        bits = np.zeros((8, 8), np.uint8)
        bits[1:7, 1:7] = random.integers(0, 2, (6, 6)) * 255
        printed = np.pad(bits, 1, constant_values=255).repeat(12, axis=0).repeat(12, axis=1)
        drawing.lay_print(index, printed, 90 + 120 * (index % 12), 80 + 120 * (index // 12), turn=0.2 * index)
    assert codes_in(reader, drawing, thorough=True) == []
    mirrored = np.ascontiguousarray(spread(CODES).photograph()[:, ::-1])
    assert reader.look(mirrored, thorough=True) == ()


@pytest.mark.parametrize("module", [4, 5, 7, 30])
def test_checkerboards_and_random_dots_are_nothing(reader: Reader, module: int) -> None:
    rows, columns = np.indices((640 // module, 960 // module))
    board = ((rows + columns) % 2 * 200 + 25).astype(np.uint8).repeat(module, axis=0).repeat(module, axis=1)
    dots = np.random.default_rng(module).integers(0, 2, rows.shape).astype(np.uint8) * 200 + 25
    for picture in (board, dots.repeat(module, axis=0).repeat(module, axis=1)):
        assert reader.look(cv2.GaussianBlur(picture, (0, 0), 0.8), thorough=True) == ()


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_is_read_as_empty(reader: Reader, level: int) -> None:
    assert reader.look(np.full((300, 400), level, np.uint8), thorough=True) == ()


class Session:
    """Ten pictures a second of one drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.reader = Reader(Codebook.load())
        self.number = 0

    def next(self) -> Reading:
        self.number += 1
        return self.reader.read(Frame(self.drawing.photograph(), self.number / 10, self.number))

    def wait(self, seconds: float) -> Reading:
        return [self.next() for _ in range(round(seconds * 10))][-1]


def codes_of(reading: Reading) -> list[int]:
    return sorted(sighting.code for sighting in reading.present)


def test_where_nothing_moves_nothing_is_searched_and_all_is_kept() -> None:
    session = Session(spread(CODES[:20]))
    assert session.next().extent is SearchExtent.FULL
    reading = session.wait(1.5)
    assert (reading.extent, reading.sightings) == (SearchExtent.NONE, ())
    assert codes_of(reading) == list(CODES[:20])
    assert not reading.looked_at(session.drawing.corners[CODES[0]])


def test_everything_is_searched_now_and_then() -> None:
    session = Session(spread(CODES[:3]))
    templates = [session.next().extent for _ in range(60)]
    assert templates[10:].count(SearchExtent.FULL) == 1


def test_a_card_that_is_laid_is_read_where_it_lies() -> None:
    session = Session(spread(CODES[:20]))
    session.wait(1.5)
    session.drawing.lay(221, 1400, 800)
    readings = [session.next() for _ in range(7)]
    assert {reading.extent for reading in readings} == {SearchExtent.PART}
    assert all([sighting.code for sighting in reading.sightings] == [221] for reading in readings)
    assert codes_of(readings[0]) == [*CODES[:20], 221]
    where = np.linalg.norm(readings[0].sightings[0].corners - session.drawing.corners[221], axis=1)
    assert where.max() < 0.8
    assert session.wait(0.5).extent is SearchExtent.NONE


def test_a_card_that_is_exchanged_for_another_in_its_place_is_noticed() -> None:
    session = Session(spread(CODES[:20]))
    session.wait(1.5)
    session.drawing.lay(200, 90.3, 100.6, tilt=0.05)
    assert codes_of(session.next()) == sorted([*CODES[1:20], 200])


def test_what_a_hand_covers_is_not_seen_and_said_to_be_covered() -> None:
    session = Session(spread(CODES[:20]))
    session.wait(1.5)
    before = session.drawing.canvas.copy()
    session.drawing.cover(0, 40, 250, 170)
    reading = session.next()
    under, free = (session.drawing.corners[code] for code in (CODES[0], CODES[15]))
    assert reading.covered(under)
    assert not reading.covered(free)
    resting = session.wait(8)
    assert resting.covered(under)
    assert CODES[0] not in codes_of(resting)
    session.drawing.canvas = before
    after = session.wait(0.2)
    assert CODES[0] in codes_of(after)
    assert not session.wait(1.5).covered(under)


def test_a_card_that_is_taken_away_leaves_its_place_in_plain_sight() -> None:
    session = Session(spread(CODES[:20]))
    without = spread(CODES[1:20])
    session.wait(1.5)
    place = session.drawing.corners[CODES[0]]
    session.drawing.canvas[40:160, 30:150] = without.canvas[400:520, 1300:1420]
    session.next()
    reading = session.wait(0.5)
    assert CODES[0] not in codes_of(reading)
    assert reading.looked_at(place)
    assert not reading.covered(place)


@pytest.mark.parametrize("factor", [0.5, 1.6])
def test_a_lamp_that_is_switched_makes_everything_be_searched(factor: float) -> None:
    session = Session(spread(CODES[:20], light=0.6))
    session.wait(1.5)
    session.drawing.light *= factor
    reading = session.next()
    assert reading.extent is SearchExtent.FULL
    assert codes_of(reading) == list(CODES[:20])


def test_light_that_fades_or_flickers_changes_nothing() -> None:
    session = Session(spread(CODES[:20]))
    session.wait(1.5)
    for step in range(20):
        session.drawing.light = (1 - 0.004 * step) * (1.02 if step % 2 else 0.98)
        assert session.next().extent is SearchExtent.NONE


def test_a_broken_picture_is_refused_and_counts_for_nothing() -> None:
    session = Session(spread(CODES[:5]))
    session.wait(1.5)
    torn = session.drawing.photograph()
    torn[500:] = 0
    for broken, key in ((torn, "error.frame_torn"), (np.zeros_like(torn), "error.frame_black")):
        with pytest.raises(FrameError) as refusal:
            session.reader.read(Frame(broken, session.number / 10, 0))
        assert refusal.value.key == key
    assert session.next().extent is SearchExtent.NONE


def test_a_single_picture_of_another_size_is_refused_a_camera_that_stays_with_it_is_followed() -> None:
    session = Session(spread(CODES[:5]))
    session.wait(1.0)
    session.drawing = spread(CODES[5:9], width=1200, height=700)
    for _ in range(2):
        with pytest.raises(FrameError, match="frame_size"):
            session.next()
    assert codes_of(session.next()) == list(CODES[5:9])


def test_a_clock_that_starts_again_makes_everything_be_searched() -> None:
    session = Session(spread(CODES[:5]))
    session.wait(2.0)
    session.number = 0
    assert session.next().extent is SearchExtent.FULL


def test_the_dictionary_is_the_stock_one() -> None:
    assert DICTIONARY.bytesList.shape[0] == 250
