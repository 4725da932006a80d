import cv2
import numpy as np
import pytest

from device.features.kit_check.checker import CheckedSticker, KitChecker
from device.features.kit_check.placement import FaultKind
from tests.vision.synthetic_pictures import Drawing
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.frame import Frame
from vision.kit.symbols import Symbology
from vision.symbologies import finders
from vision.table.pose import Pose

PX = 5.5
FRONT, TOKEN = 17, 211
RIGHT, TOP = SIZES.card_width / 2 - 10.5, 10.5 - SIZES.card_height / 2


class Mat:
    """A plain mat under a camera that takes four pictures a second; `scale` enlarges the pictures."""

    def __init__(self, scale: int = 1) -> None:
        self.checker = KitChecker(CODEBOOK, finders([Symbology.FIDUCIAL], CODEBOOK.codes))
        self.scale, self.count, self.light = scale, 0, 1.0
        self.told: list[CheckedSticker] = []

    def show(self, picture: Drawing, seconds: float) -> "Mat":
        for _ in range(round(seconds * 4)):
            image = np.clip(picture.photograph() * self.light, 0, 255).astype(np.uint8)
            image = cv2.resize(image, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_LINEAR)
            self.told += self.checker.look(Frame(np.asarray(image, np.uint8), self.count / 4, self.count))
            self.count += 1
        return self

    def empty(self, seconds: float = 1.5) -> "Mat":
        return self.show(mat(), seconds)

    def card(self, code: int = FRONT, x: float = RIGHT, y: float = TOP, seconds: float = 1.5) -> "Mat":
        """A card with a sticker at x, y mm from its middle."""
        drawing, pose = mat(), Pose(700.0, 430.0, 0.3)
        width, height = SIZES.card_width / 2 * PX, SIZES.card_height / 2 * PX
        corners = [pose.to_table((a * width, b * height)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillConvexPoly(drawing.canvas, np.array(corners).astype(np.int32), 190.0)
        drawing.canvas += drawing.random.normal(0, 4, drawing.canvas.shape).astype(np.float32)
        at = pose.to_table((x * PX, y * PX))
        drawing.lay(code, *at, side=SIZES.sticker.square * PX, turn=0.3)
        return self.show(drawing, seconds)

    @property
    def results(self) -> list[tuple[int, int, bool, FaultKind | None]]:
        return [(one.showing, one.entry.code, one.measured, one.fault and one.fault.kind) for one in self.told]


def mat() -> Drawing:
    drawing = Drawing(width=1400, height=860, noise=2.0)
    drawing.canvas[:] = 90
    return drawing


@pytest.mark.parametrize("scale", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_card_is_named_first_and_then_measured(scale: int) -> None:
    assert Mat(scale).empty().card().results == [(1, FRONT, False, None), (1, FRONT, True, None)]


def test_a_sticker_in_a_wrong_place_is_noticed() -> None:
    told = Mat().empty().card(x=RIGHT - 8).told
    assert told[-1].fault is not None
    assert told[-1].fault.kind is FaultKind.PLACE
    assert told[-1].fault.from_right == pytest.approx(11, abs=0.7)


def test_two_cards_one_after_the_other_are_two_showings() -> None:
    shown = Mat().empty().card().empty().card(FRONT + 1).results
    assert [result[:2] for result in shown] == [(1, FRONT), (1, FRONT), (2, FRONT + 1), (2, FRONT + 1)]


def test_where_the_empty_mat_was_never_seen_nothing_is_measured() -> None:
    assert [one.measured for one in Mat().card(seconds=3).told] == [False]


def test_the_light_may_change_meanwhile() -> None:
    mat_ = Mat().empty()
    mat_.light = 0.75
    assert mat_.empty(2.0).card().results[-1] == (1, FRONT, True, None)


def test_a_token_is_only_named() -> None:
    assert Mat().empty().card(TOKEN, seconds=3).results == [(1, TOKEN, False, None)]
