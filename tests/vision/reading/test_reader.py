import cv2
import numpy as np
import pytest

from tests.vision.synthetic_pictures import DICTIONARY, Drawing, spread
from vision.errors import FrameError
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader, Reading

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


def test_stickers_are_read_from_20_px_up_to_the_size_of_a_hand(reader: Reader) -> None:
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


def test_every_copy_of_a_code_is_read(reader: Reader) -> None:
    drawing = Drawing().lay(207, 200, 200).lay(207, 300, 200).lay(207, 200, 400, turn=1.0)
    assert codes_in(reader, drawing) == [207, 207, 207]


def test_a_sticker_under_the_edge_of_a_reflection_is_read(reader: Reader) -> None:
    drawing = Drawing().lay(17, 400, 400).glare(420, 380, strength=140, radius=30)
    assert codes_in(reader, drawing) == [17]


def test_a_finger_may_touch_the_quiet_zone(reader: Reader) -> None:
    drawing = Drawing().lay(17, 400, 400, side=32)
    drawing.cover(370, 380, 383, 420, level=60)
    assert codes_in(reader, drawing) == [17]


@pytest.mark.parametrize("code", range(302, 308, 2))
def test_codes_outside_the_kit_are_ignored(reader: Reader, code: int) -> None:
    assert codes_in(reader, Drawing().lay(code, 400, 400), thorough=True) == []


def test_mirrored_stickers_and_other_prints_are_ignored(reader: Reader) -> None:
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


@pytest.mark.parametrize("module", [4, 30, *(pytest.param(module, marks=pytest.mark.slow) for module in (5, 7))])
def test_checkerboards_and_random_dots_are_ignored(reader: Reader, module: int) -> None:
    rows, columns = np.indices((640 // module, 960 // module))
    board = ((rows + columns) % 2 * 200 + 25).astype(np.uint8).repeat(module, axis=0).repeat(module, axis=1)
    dots = np.random.default_rng(module).integers(0, 2, rows.shape).astype(np.uint8) * 200 + 25
    for picture in (board, dots.repeat(module, axis=0).repeat(module, axis=1)):
        assert reader.look(cv2.GaussianBlur(picture, (0, 0), 0.8), thorough=True) == ()


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_is_read_as_empty(reader: Reader, level: int) -> None:
    assert reader.look(np.full((300, 400), level, np.uint8), thorough=True) == ()


class ReaderRun:
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


def is_part(reading: Reading) -> bool:
    return bool(reading.searched.any()) and not reading.searched.all()


def test_without_change_nothing_is_searched_and_everything_is_kept() -> None:
    run = ReaderRun(spread(CODES[:20]))
    assert run.next().searched.all()
    reading = run.wait(1.5)
    assert (reading.searched.any(), reading.sightings) == (False, ())
    assert codes_of(reading) == list(CODES[:20])
    assert not reading.looked_at(run.drawing.corners[CODES[0]])


def test_what_one_kind_of_outline_misses_is_read_in_the_first_picture_too(reader: Reader) -> None:
    drawing = Drawing(width=3072, height=1728, blur=1.0)
    for number in range(111):
        drawing.lay(2 * number, 100 + number % 16 * 180, 100 + number // 16 * 230, side=22.5, turn=0.9 + number * 0.2)
    black = codes_in(reader, drawing)
    first = codes_of(ReaderRun(drawing).next())
    assert (len(black), len(first)) == (109, 111)


def test_the_whole_picture_is_searched_now_and_then() -> None:
    run = ReaderRun(spread(CODES[:3]))
    whole = [run.next().searched.all() for _ in range(60)]
    assert sum(whole[10:]) == 1


def test_a_new_card_is_read_where_it_lies() -> None:
    run = ReaderRun(spread(CODES[:20]))
    run.wait(1.5)
    run.drawing.lay(221, 1400, 800)
    readings = [run.next() for _ in range(7)]
    assert all(is_part(reading) for reading in readings)
    assert all([sighting.code for sighting in reading.sightings] == [221] for reading in readings)
    assert codes_of(readings[0]) == [*CODES[:20], 221]
    where = np.linalg.norm(readings[0].sightings[0].corners - run.drawing.corners[221], axis=1)
    assert where.max() < 0.8
    assert not run.wait(0.5).searched.any()


def test_a_card_exchanged_for_another_in_its_place_is_noticed() -> None:
    run = ReaderRun(spread(CODES[:20]))
    run.wait(1.5)
    run.drawing.lay(200, 90.3, 100.6, tilt=0.05)
    assert codes_of(run.next()) == sorted([*CODES[1:20], 200])


def test_a_sticker_under_a_hand_is_not_read_and_reported_as_covered() -> None:
    run = ReaderRun(spread(CODES[:20]))
    run.wait(1.5)
    before = run.drawing.canvas.copy()
    run.drawing.cover(0, 40, 250, 170)
    reading = run.next()
    under, free = (run.drawing.corners[code] for code in (CODES[0], CODES[15]))
    assert reading.covered(under)
    assert not reading.covered(free)
    resting = run.wait(4)
    assert resting.covered(under)
    assert CODES[0] not in codes_of(resting)
    run.drawing.canvas = before
    after = run.wait(0.2)
    assert CODES[0] in codes_of(after)
    assert not run.wait(1.5).covered(under)


def test_the_place_of_a_removed_card_is_searched() -> None:
    run = ReaderRun(spread(CODES[:20]))
    without = spread(CODES[1:20])
    run.wait(1.5)
    place = run.drawing.corners[CODES[0]]
    run.drawing.canvas[40:160, 30:150] = without.canvas[400:520, 1300:1420]
    run.next()
    reading = run.wait(0.5)
    assert CODES[0] not in codes_of(reading)
    assert reading.looked_at(place)
    assert not reading.covered(place)


SOFT = 2.0
"""px of blur; stickers with a square of 32 px are then read only at half the picture's size."""


def test_a_soft_sticker_is_read_while_something_moves_beside_it_and_a_new_one_after_that() -> None:
    run = ReaderRun(Drawing(blur=SOFT).lay(17, 400, 400, side=32))
    run.wait(1.5)
    run.drawing.lay(20, 460, 400, side=32)
    for picture in range(12):
        run.drawing.cover(490, 440, 530, 480, level=60 + picture % 2 * 120)
        reading = run.next()
        assert is_part(reading)
        assert 17 in codes_of(reading), picture
    assert codes_of(run.wait(0.2)) == [17, 20]


@pytest.mark.parametrize("factor", [0.5, 1.6])
def test_the_whole_picture_is_searched_after_a_lamp_is_switched(factor: float) -> None:
    run = ReaderRun(spread(CODES[:20], light=0.6))
    run.wait(1.5)
    run.drawing.light *= factor
    reading = run.next()
    assert reading.searched.all()
    assert codes_of(reading) == list(CODES[:20])


def test_light_that_fades_or_flickers_changes_nothing() -> None:
    run = ReaderRun(spread(CODES[:20]))
    run.wait(1.5)
    for step in range(20):
        run.drawing.light = (1 - 0.004 * step) * (1.02 if step % 2 else 0.98)
        assert not run.next().searched.any()


def test_a_broken_picture_is_refused_and_changes_nothing() -> None:
    run = ReaderRun(spread(CODES[:5]))
    run.wait(1.5)
    torn = run.drawing.photograph()
    torn[500:] = 0
    for broken, key in ((torn, "error.frame_torn"), (np.zeros_like(torn), "error.frame_black")):
        with pytest.raises(FrameError) as refusal:
            run.reader.read(Frame(broken, run.number / 10, 0))
        assert refusal.value.key == key
    assert not run.next().searched.any()


def test_a_new_picture_size_is_refused_at_first_and_accepted_if_it_stays() -> None:
    run = ReaderRun(spread(CODES[:5]))
    run.wait(1.0)
    run.drawing = spread(CODES[5:9], width=1200, height=700)
    for _ in range(2):
        with pytest.raises(FrameError, match="frame_size"):
            run.next()
    assert codes_of(run.next()) == list(CODES[5:9])


def test_the_whole_picture_is_searched_after_the_clock_restarts() -> None:
    run = ReaderRun(spread(CODES[:5]))
    run.wait(2.0)
    run.number = 0
    assert run.next().searched.all()


def test_the_dictionary_is_the_stock_one() -> None:
    assert DICTIONARY.bytesList.shape[0] == 250


@pytest.mark.parametrize(("taper", "found"), [(1.2, [17]), (2.0, [])])
def test_a_square_that_no_lens_can_taper_so_much_is_no_sticker(reader: Reader, taper: float, found: list[int]) -> None:
    marker = cv2.aruco.generateImageMarker(DICTIONARY, 17, 160)
    corners = np.array([(0, 0), (160, 0), (160, 160), (0, 160)], np.float32)
    tapered = np.array([(100, 100), (220, 100), (220, 220), (100, 100 + 120 / taper)], np.float32)
    picture = np.full((320, 320), 230, np.uint8)
    warp = cv2.getPerspectiveTransform(corners, tapered)
    cv2.warpPerspective(marker, warp, (320, 320), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    assert [sighting.code for sighting in reader.look(cv2.GaussianBlur(picture, (0, 0), 1.0))] == found
