import numpy as np

from tests.vision.synthetic_pictures import Drawing
from vision.frame import GreyImage
from vision.reading.decoder import Decoder
from vision.reading.squares import find_squares
from vision.reading.unread import find_unread
from vision.sighting import Sighting


def table() -> Drawing:
    drawing = Drawing()
    for code in range(8):
        drawing.lay(code, 200 + code % 4 * 350, 200 + code // 4 * 400, side=40, turn=0.3 + code)
    return drawing


def read(picture: GreyImage) -> tuple[Sighting, ...]:
    return Decoder(range(222)).decode(picture, find_squares(picture, thorough=True))


def test_nothing_is_unread_if_everything_is_read() -> None:
    picture = table().photograph()
    assert len(read(picture)) == 8
    assert find_unread(picture, read(picture)) == ()


def test_a_sticker_with_scratched_bits_is_reported_at_its_place() -> None:
    drawing = table()
    middle = drawing.corners[3].mean(axis=0)
    x, y = (int(value) for value in middle)
    drawing.cover(x - 9, y - 9, x + 9, y + 9, 190)
    picture = drawing.photograph()
    sightings = read(picture)
    assert 3 not in {sighting.code for sighting in sightings}
    (corners,) = find_unread(picture, sightings)
    assert np.linalg.norm(corners.mean(axis=0) - middle) < 3


def test_without_stickers_to_compare_with_nothing_is_reported() -> None:
    assert find_unread(table().photograph(), ()) == ()
