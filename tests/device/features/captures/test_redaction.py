"""What stays visible in a recorded picture: only what everybody at the table may see, and never under a hand."""

import numpy as np
import pytest

from device.features.captures.redaction import (
    BLOCK_MM,
    CARD_MM,
    public_items,
    public_sightings,
    redact,
    redact_stickers,
)
from tests.vision.synthetic_table import BACK, CODEBOOK, THREE, Camera, SyntheticTable, back, front
from vision.reading.change import CELL
from vision.scene import Item, Place, Scene, SeatBoard
from vision.table.layout import Table, fit_table
from vision.table.pose import Pose

WIDTH, HEIGHT = 1536, 864
SCALE = 0.9
HAND_CARD, CITY_CARD, DISCARDED, STAGED, LAID_HAND = 40, 12, 206, 207, 208


class Picture:
    """A table with a card in a city, a stage, a discard and a hand, and a picture of it in which all pixels differ."""

    def __init__(self):
        made = SyntheticTable(THREE, camera=Camera(scale=SCALE, tilt=0.0, centre=(WIDTH / 2, HEIGHT / 2)))
        city = made.lay(front(CITY_CARD, made.city(0, 0, 0)))
        stage = made.lay(back(made.stage(1, 1), STAGED))
        discard = made.lay(back(Pose(10, -20, 0.3), DISCARDED))
        hand = made.lay(back(made.at(2, -51, 60), LAID_HAND))
        self.made = made
        self.table = fit_table(made.look(), CODEBOOK)
        placed = [(city, Place.CITY), (stage, Place.STAGE), (discard, Place.DISCARD), (hand, Place.HAND)]
        self.scene = Scene(
            1.0,
            tuple(
                SeatBoard(board.seat, board.code, *_at(board.area.pose), board.bearing, 0.0)
                for board in self.table.boards
                if board.code is not None
            ),
            tuple(self._item(number, thing, place) for number, (thing, place) in enumerate(placed)),
        )
        self.image = np.random.default_rng(4).integers(0, 256, (HEIGHT, WIDTH), dtype=np.uint8)
        self.nothing = np.zeros((HEIGHT // CELL, WIDTH // CELL), bool)

    def _item(self, number, thing, place):
        (located,) = self.table.locate([self.made.sighting_of(thing)])
        return Item(number, thing.code, place, located.seat, None, located.x, located.y, located.angle, 0.0)

    def px(self, pose):
        """A table pose's place in the picture, as column and row."""
        x, y = self.made.camera.sees(np.array([pose.x, pose.y])).round().astype(int).tolist()
        return x, y

    def redacted(self, hidden=None, table=None):
        return redact(self.image, table or self.table, self.scene, self.nothing if hidden is None else hidden)

    def is_shown(self, shown, pose, reach=12):
        """True if the picture is unchanged round this place, False if it is in blocks there."""
        x, y = self.px(pose)
        part = np.s_[y - reach : y + reach, x - reach : x + reach]
        same = shown[part] == self.image[part]
        assert same.all() or same.mean() < 0.1, "partly shown"
        return bool(same.all())


def _at(pose):
    return pose.x, pose.y, pose.angle


@pytest.fixture(scope="module")
def picture():
    return Picture()


def cells_round(picture, pose, cells):
    hidden = picture.nothing.copy()
    x, y = picture.px(pose)
    hidden[y // CELL - cells : y // CELL + cells + 1, x // CELL - cells : x // CELL + cells + 1] = True
    return hidden


def test_boards_cities_stages_and_the_mat_are_shown(picture):
    shown = picture.redacted()
    for seat in range(3):
        assert picture.is_shown(shown, picture.made.middles[seat])
        assert picture.is_shown(shown, picture.made.city(seat, 1, 0))
    assert picture.is_shown(shown, Pose(0, -20, 0))
    assert picture.is_shown(shown, picture.made.stage(1, 1))


def test_stages_that_are_not_built_hands_and_the_space_between_are_blocked_out(picture):
    shown = picture.redacted()
    below, beside = picture.made.at(0, 122, 165), picture.made.at(2, -51, 60)
    for place in (below, beside, Pose(-250, -20, 0), Pose(300, 250, 0)):
        assert not picture.is_shown(shown, place)


@pytest.mark.parametrize("seat", range(3))
def test_a_hand_over_a_city_is_blocked_out(picture, seat):
    over = picture.made.city(seat, 1, 0)
    assert picture.is_shown(picture.redacted(), over)
    assert not picture.is_shown(picture.redacted(cells_round(picture, over, 2)), over)


@pytest.mark.parametrize("place", ["board", "mat", "stage"])
def test_a_hand_over_anything_public_is_blocked_out(picture, place):
    over = {"board": picture.made.middles[1], "mat": Pose(0, -20, 0), "stage": picture.made.stage(1, 1)}[place]
    assert not picture.is_shown(picture.redacted(cells_round(picture, over, 2)), over)


def test_the_edge_of_a_hand_is_blocked_out_too(picture):
    """A cell is hidden as a whole; what sticks out of it by a little must not be seen."""
    over = picture.made.middles[0]
    x, y = picture.px(over)
    hidden = picture.nothing.copy()
    hidden[y // CELL, x // CELL] = True
    shown = picture.redacted(hidden)
    rows, columns = (slice((at // CELL - 1) * CELL, (at // CELL + 2) * CELL) for at in (y, x))
    assert (shown[rows, columns] == picture.image[rows, columns]).mean() < 0.1


def test_only_the_hidden_place_is_blocked_out(picture):
    over = picture.made.middles[0]
    hidden = picture.redacted(cells_round(picture, over, 1))
    assert picture.is_shown(hidden, picture.made.middles[1])
    assert picture.is_shown(hidden, picture.made.city(0, 2, 2))


def test_without_a_plane_nothing_is_shown(picture):
    shown = picture.redacted(table=Table(CODEBOOK))
    assert (shown == picture.image).mean() < 0.02
    assert len(np.unique(shown)) <= 20


def test_a_block_is_larger_than_a_sticker(picture):
    shown = picture.redacted()
    x, y = picture.px(Pose(-300, 250, 0))
    side = round(BLOCK_MM * SCALE)
    values = len(np.unique(shown[y - side : y + side, x - side : x + side]))
    assert values <= 9
    assert picture.table.sizes.sticker.side <= BLOCK_MM / 2


def test_the_whole_card_of_a_private_sticker_is_blocked_out(picture):
    over = picture.made.middles[0]
    stranger = picture.made.sighting_of(front(HAND_CARD, over))
    shown = redact_stickers(picture.image, [stranger], picture.table)
    x, y = stranger.corners.mean(axis=0).astype(int).tolist()
    reach = int(0.9 * CARD_MM * SCALE / 2**0.5)
    part = np.s_[y - reach : y + reach, x - reach : x + reach]
    assert (shown[part] == picture.image[part]).mean() < 0.1
    far = np.s_[: y - 2 * reach, :]
    assert (shown[far] == picture.image[far]).all()


def test_public_are_cities_stages_and_the_mat_but_no_hand(picture):
    assert {item.code for item in public_items(picture.scene)} == {CITY_CARD, STAGED, DISCARDED}


def test_a_sticker_is_public_only_at_its_own_place(picture):
    made = picture.made
    public = {sighting.code for sighting in public_sightings(made.look(), picture.table, picture.scene)}
    assert public == {CITY_CARD, STAGED, DISCARDED, *THREE}
    elsewhere = [
        made.sighting_of(front(CITY_CARD, made.city(1, 1, 1))),
        made.sighting_of(front(HAND_CARD, made.city(0, 0, 0))),
        made.sighting_of(back(made.at(2, -51, 60), LAID_HAND)),
        made.sighting_of(back(made.at(2, -51, 60), BACK)),
    ]
    assert public_sightings(elsewhere, picture.table, picture.scene) == ()
    assert public_sightings(made.look(), Table(CODEBOOK), picture.scene) == ()
