"""What becomes of the bytes that a telephone sends as a photograph."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from device.features.telephones.photographs.picture import (
    MOST_READ,
    RefusedPictureError,
    decoded,
    picture_reader,
    small_enough,
)
from device.settings.settings import read_settings

GREY = np.full((120, 160), 90, np.uint8)


def encoded(ending: str, picture=GREY) -> bytes:
    return cv2.imencode(ending, picture)[1].tobytes()


def picture_of(data: bytes):
    return decoded(np.frombuffer(data, np.uint8))


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_jpeg_png_and_webp_are_read(ending):
    assert picture_of(encoded(ending)).shape == GREY.shape


def test_a_picture_lies_as_its_exif_says():
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    jpeg = encoded(".jpg")
    turned = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    assert picture_of(turned).shape == GREY.shape[::-1]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "photo_unknown"),
        (b"a text whose name ends with .jpg", "photo_unknown"),
        (encoded(".bmp"), "photo_unknown"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "photo_heic"),
        (
            encoded(".jpg", np.random.default_rng(1).integers(0, 255, (400, 400)).astype(np.uint8))[:9000],
            "photo_broken",
        ),
        (encoded(".png")[:60], "photo_broken"),
        (b"\xff\xd8\xff" + bytes(500), "photo_broken"),
        (encoded(".png", GREY[:20, :20]), "photo_broken"),
    ],
    ids=["empty", "text", "bitmap", "apple", "half a jpeg", "half a png", "no jpeg", "tiny"],
)
def test_what_is_no_photograph_is_refused_for_its_reason(data, why):
    with pytest.raises(RefusedPictureError, match=f"^{why}$"):
        picture_of(data)


def test_a_very_large_photograph_is_made_smaller_and_keeps_its_shape():
    assert small_enough(GREY) is GREY
    small = small_enough(np.zeros((6000, 8000), np.uint8))
    assert 0.99 * MOST_READ < small.size <= MOST_READ
    assert small.shape[1] / small.shape[0] == pytest.approx(8 / 6, abs=0.001)


def test_a_photograph_without_a_table_shows_nothing():
    reading = picture_reader(read_settings(()).table)(
        np.frombuffer(encoded(".jpg", np.full((600, 800), 90, np.uint8)), np.uint8)
    )
    assert (reading.boards, reading.cards) == ((), ())
