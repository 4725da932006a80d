"""One photograph: from the bytes that a telephone has sent to what it shows."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from device.cameras.files import decode_image
from device.errors import ImageError
from device.features.telephones.photographs.cards import cards_in
from device.for_features.card_art.recogniser import Recogniser
from device.for_features.card_art.references import stored
from device.for_features.photographs.photograph import PhotographReader, PhotographReading
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, symbol_of
from vision.reading.reader import Reader
from vision.symbologies import of_kit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from device.features.telephones.photographs.cards import CardInPhotograph
    from device.settings.settings import TableSettings
    from vision.frame import GreyImage

MOST_READ = 12_500_000
"""Pixels that are read; a larger photograph is made smaller first, since memory grows with it."""
KINDS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
"""How JPEG and PNG begin; WebP: `_is_webp`."""
APPLE = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
"""Kinds of HEIC, as iPhones store photographs. OpenCV does not read them."""
WARM_UP = (StickerKind.BOARD, StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK, StickerKind.TOKEN)
"""On a made-up picture that is read first: afterwards nothing is loaded from files any more."""
MOST_SHOWN = 8
"""Cards of a turn that are told, at most: one more than people can play."""
DEEDS = {StickerKind.BACK: "phones.do_stage", StickerKind.MAT: "phones.no_discard"}
MODULE = 6
"""px, in that picture."""


class RefusedPictureError(Exception):
    """A photograph that is not read; the message is the key of the reason."""


def picture_reader(table: TableSettings) -> Callable[[NDArray[np.uint8]], PhotographReading]:
    """Reads a photograph of a kit. Everything it needs is loaded now. It raises `RefusedPictureError`."""
    codebook, sizes = Codebook.load(), table.kit_sizes()
    reader = PhotographReader(codebook, sizes, table.kit)
    cv2.setNumThreads(1)
    for kind in of_kit(table.kit):
        reader.read("", _made_up(kind, codebook, sizes))

    def read(data: NDArray[np.uint8]) -> PhotographReading:
        return reader.read("", small_enough(decoded(data)))

    return read


def card_reader(pictures: Path) -> Callable[[NDArray[np.uint8]], dict[str, Any]]:
    """Reads a photograph of the cards of a turn, known by the pictures in this store, or by their stickers.

    Everything it needs is loaded now. It raises `RefusedPictureError`.
    """
    codebook = Codebook.load()
    recogniser = Recogniser(tuple(stored(pictures, codebook)))
    reader = Reader(codebook)
    cv2.setNumThreads(1)
    tried = _made_up(Symbology.FIDUCIAL, codebook, KitSizes())
    for reference in recogniser.references[:1]:
        high, wide = reference.image.shape
        tried[-high:, -wide:] = reference.image
    cards_in(tried, recogniser, reader.look(tried), codebook)

    def read(data: NDArray[np.uint8]) -> dict[str, Any]:
        image = small_enough(decoded(data))
        if not recogniser.references:
            raise RefusedPictureError("photo_no_cards")
        seen = cards_in(image, recogniser, reader.look(image), codebook)
        return {"shown": [_told(card, codebook) for card in seen[:MOST_SHOWN]]}

    return read


def _told(card: CardInPhotograph, codebook: Codebook) -> dict[str, Any]:
    """A card for the game, and for the telephone what it may be: the key of a name, or of what is done with it."""
    others = card.by_picture.others if card.by_picture else ()
    entries = [codebook.entries[code] for code in (card.code, *others)]
    names = [DEEDS.get(entry.kind) or f"{entry.kind}.{entry.id}" for entry in entries]
    return {
        "code": card.code,
        "edition": card.by_picture.edition if card.by_picture else None,
        "others": others,
        "names": names,
    }


def decoded(data: NDArray[np.uint8]) -> GreyImage:
    """The picture in grey, upright. Raises `RefusedPictureError`."""
    head = bytes(data[:16])
    if head[4:8] == b"ftyp" and head[8:12] in APPLE:
        raise RefusedPictureError("photo_heic")
    if not (head.startswith(KINDS) or _is_webp(head)):
        raise RefusedPictureError("photo_unknown")
    try:
        return decode_image(data, "")
    except ImageError as problem:
        if problem.key == "image_too_large":
            raise RefusedPictureError("photo_too_many_pixels") from problem
        raise RefusedPictureError("photo_broken") from problem


def small_enough(image: GreyImage) -> GreyImage:
    """The picture with at most `MOST_READ` pixels."""
    height, width = image.shape
    scale = sqrt(MOST_READ / (height * width))
    if scale >= 1.0:
        return image
    size = int(width * scale), int(height * scale)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _made_up(symbology: Symbology, codebook: Codebook, sizes: KitSizes) -> GreyImage:
    """A picture of one sticker of each kind, and of one that cannot be read; decoded from a file's bytes."""
    first = {entry.kind: entry.code for entry in reversed(list(codebook))}
    picture = np.full((100 * MODULE, 100 * MODULE), 220, np.uint8)
    for number, kind in enumerate((*WARM_UP, WARM_UP[0])):
        symbol = symbol_of(first[kind], symbology, sizes)
        light = np.pad(~symbol.modules, symbol.quiet, constant_values=True)
        if number == len(WARM_UP):
            light[3:5, 3:5] ^= True
        sticker = np.kron(light, np.ones((MODULE, MODULE), np.uint8)) * 255
        row, column = (50 * (number // 3) + 2) * MODULE, (33 * (number % 3) + 2) * MODULE
        picture[row : row + len(sticker), column : column + len(sticker)] = sticker
    encoded = cv2.imencode(".jpg", picture)[1]
    return decoded(np.frombuffer(encoded.tobytes(), np.uint8))


def _is_webp(head: bytes) -> bool:
    return head[:4] == b"RIFF" and head[8:12] == b"WEBP"
