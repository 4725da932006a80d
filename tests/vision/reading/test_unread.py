import numpy as np

from tests.vision.synthetic_pictures import Drawing
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.reading.unread import unread_among

READER = Reader(Codebook.load())


def table() -> Drawing:
    drawing = Drawing()
    for code in range(8):
        drawing.lay(code, 200 + code % 4 * 350, 200 + code // 4 * 400, side=40, turn=0.3 + code)
    return drawing


def test_nothing_is_unread_if_everything_is_read() -> None:
    examined = READER.examine(table().photograph())
    assert len(examined.sightings) == 8
    assert unread_among(examined.doubtful, examined.sightings) == ()


def scratched() -> Drawing:
    drawing = table()
    x, y = (int(value) for value in drawing.corners[3].mean(axis=0))
    return drawing.cover(x - 9, y - 9, x + 9, y + 9, 190)


def test_a_sticker_with_scratched_bits_is_reported_at_its_place() -> None:
    drawing = scratched()
    examined = READER.examine(drawing.photograph())
    assert 3 not in {sighting.code for sighting in examined.sightings}
    (corners,) = unread_among(examined.doubtful, examined.sightings)
    assert np.linalg.norm(corners.mean(axis=0) - drawing.corners[3].mean(axis=0)) < 3


def test_without_stickers_to_compare_with_nothing_is_reported() -> None:
    examined = READER.examine(scratched().photograph())
    assert len(examined.doubtful)
    assert unread_among(examined.doubtful, examined.sightings[:1]) == ()
