"""The simulated camera's pictures are correct: ArUco finds the stickers where the table says they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import Projection, over_table
from device.simulation.rendering.table_picture import Appearance, TablePicture
from device.simulation.table.reach import Reach
from device.simulation.table.tabletop import SeatedBoard, Tabletop, Thing, square
from tests.device.simulation.photograph import REALISTIC, Photograph, photograph, random_photograph
from vision.kit.sizes import KitSizes
from vision.table.pose import Pose

SIZES = KitSizes()
SMALL = Projection(1200.0, 0.02, -0.01, 0.01, width_px=1536, height_px=864)


def detector() -> cv2.aruco.ArucoDetector:
    """OpenCV's ArUco reader, set up for small stickers, with three windows and a safe error correction."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    dictionary.maxCorrectionBits = 5
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.005
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def match(picture: Photograph) -> tuple[int, int, list[float], int]:
    """How many stickers are 98 % visible, how many were found, the error of their centres (px), and false readings."""
    corners, codes, _ = detector().detectMarkers(picture.image)
    found = [(int(code), quad[0]) for code, quad in zip(codes.ravel(), corners, strict=True)]
    shown, off, real = 0, [], set()
    for sticker in picture.truth["stickers"]:
        true = np.array(sticker["corners"])
        near = [(float(np.linalg.norm(quad.mean(0) - true.mean(0))), place) for place, (code, quad) in enumerate(found)
                if code == sticker["code"] and np.abs(quad - true).max() < 4]  # fmt: skip
        real |= {place for _, place in near}
        if sticker["visible"] >= 0.98:
            shown += 1
            off += [min(near)[0]] if near else []
    return shown, len(off), off, len(found) - len(real)


def laid_table(players: int, cards: int = 8) -> Tabletop:
    table = Tabletop([SeatedBoard(190 + 2 * seat, 3) for seat in range(players)], 7)
    for seat in range(players):
        for card in range(cards):
            table.put(table.front(seat, seat * cards + card, ("brown", "blue", "red")[card % 3]))
        table.put(table.stage(seat, 1, 1))
    return table


@dataclass
class Still:
    """A table that only changes when a test changes it."""

    table: Tabletop
    reaches: Sequence[Reach] = ()
    sizes: KitSizes = field(default_factory=KitSizes)
    players: int = 3

    @property
    def things(self) -> tuple[Thing, ...]:
        return self.table.things

    def advance(self, time: float) -> None:
        pass


def reach(tip: Pose, brings: Thing | None = None) -> Reach:
    return Reach(0, (tip.x, tip.y + 900), tip, 0.0, 1.0, 2.0, 3.0, brings)


@pytest.mark.parametrize("players", [3, 7])
def test_stickers_are_found_where_they_are(players: int) -> None:
    picture = photograph(laid_table(players).things, players, lens=over_table(players, 2), look=WELL_LIT)
    shown, found, off, invented = match(picture)
    assert (found, invented) == (shown, 0)
    assert max(off) < 0.5
    assert picture.image.shape == (2592, 4608)


@pytest.mark.slow
def test_realistic_pictures_are_about_as_hard_to_read_as_photographs() -> None:
    scores = [match(random_photograph(players, seed)) for players, seed in ((7, 12), (5, 13))]
    shown, found = sum(score[0] for score in scores), sum(score[1] for score in scores)
    assert 0.93 < found / shown <= 1.0
    assert sum(score[3] for score in scores) == 0


def test_the_same_seed_gives_the_same_frames_and_another_seed_other_frames() -> None:
    def film(seed: int) -> list[bytes]:
        table = laid_table(3, 2)
        play = Still(table, [reach(Pose(50, 0, 0.3), table.front(0, 90, "red"))])
        camera = SimulatedCamera(play, seed=seed, lens=SMALL)
        return [camera.read().image.tobytes() for _ in range(6)]

    first = film(1)
    assert first == film(1)
    assert all(one != other for one, other in zip(first, film(2), strict=True))


def test_frames_are_numbered_and_timed() -> None:
    with SimulatedCamera(Still(laid_table(3, 0)), fps=4, lens=SMALL) as camera:
        frames = [camera.read() for _ in range(3)]
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]


def test_a_given_clock_times_the_frames() -> None:
    times = iter((100.0, 100.5, 107.0))
    camera = SimulatedCamera(Still(laid_table(3, 0)), lens=SMALL, clock=lambda: next(times))
    assert [camera.read().time for _ in range(2)] == [0.5, 7.0]


def test_noise_differs_from_frame_to_frame_but_not_in_its_mean() -> None:
    camera = SimulatedCamera(Still(laid_table(3)), lens=SMALL, look=REALISTIC)
    one, other = (camera.read().image.astype(np.int16) for _ in range(2))
    assert np.std(one - other) == pytest.approx(REALISTIC.noise * 2**0.5, rel=0.1)
    assert abs(np.mean(one - other)) < 0.1


def test_an_arm_covers_what_is_under_it_and_nothing_else() -> None:
    table = laid_table(3)
    play = Still(table, [reach(Pose(0, 0, 0))])
    camera = SimulatedCamera(play, lens=SMALL, fps=1)
    before = camera.read().image.astype(np.int16)
    during = camera.read().image.astype(np.int16)
    changed = cv2.blur(np.abs(during - before).astype(np.float32), (15, 15)) > 12
    height, width = changed.shape
    assert changed[int(height * 0.72) :, int(width * 0.48) : int(width * 0.52)].mean() > 0.5
    assert not changed[:, : int(width * 0.4)].any()
    assert not changed[:, int(width * 0.62) :].any()


def test_a_carried_card_is_blurred_and_a_card_at_rest_is_sharp() -> None:
    table = laid_table(3, 0)
    card = table.front(0, 33, "red")
    play = Still(table, [reach(card.pose, card)])
    camera = SimulatedCamera(play, fps=2, lens=over_table(3, 1))
    codes = []
    for _ in range(6):
        picture = camera.read().image
        codes.append(33 in detector().detectMarkers(picture)[1].ravel())
        if len(codes) == 2:
            table.put(card)
    assert codes[0] is False
    assert codes[1] is False
    assert codes[-1] is True


def test_repainting_a_part_gives_the_same_picture_as_painting_everything() -> None:
    table = laid_table(3, 3)
    grown = TablePicture(SMALL, SIZES, Appearance(), 5)
    for _ in range(2):
        grown.show(table.things)
        taken = table.front(1, 120, "red")
        table.put(taken)
        table.put(table.stage(1, 2, 2))
        table.put(table.discard(1))
    table.take(taken)
    grown.show(table.things)
    fresh = TablePicture(SMALL, SIZES, Appearance(), 5)
    fresh.show(table.things)
    assert np.abs(grown.image.astype(np.int16) - fresh.image).max() <= 1


def test_a_thing_covers_the_things_below_it() -> None:
    table = laid_table(3, 0)
    first, second = table.discard(1), table.discard(2)
    for thing in (second, first):
        table.put(thing)
    canvas = TablePicture(SMALL, SIZES, Appearance(blur=0.5, glare=Glare(0.0), dimmest=1.05), 5)
    canvas.show(table.things)
    x, y = SMALL.project(square(second, SIZES)).mean(axis=0).astype(int)
    part = np.s_[y - 3 : y + 4, x - 3 : x + 4]
    alone = TablePicture(SMALL, SIZES, Appearance(blur=0.5, glare=Glare(0.0), dimmest=1.05), 5)
    alone.show([second])
    assert np.array_equal(canvas.image[part], alone.image[part])
