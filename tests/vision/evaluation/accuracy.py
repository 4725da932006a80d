"""Measures how well pictures with known contents are read: `python -m tests.vision.evaluation DIR` prints the table.

Beside each picture NAME.jpg (or .png) there is NAME.json with the stickers in it: their code, the corners of the
black square, how much of them is visible (0 to 1), their role and, where they have one, their seat and stage slot.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import msgspec
import numpy as np

from device.for_features.photographs.hidden_boards import table_of
from vision.frame import as_grey
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.scene import Place
from vision.sighting import Corners
from vision.table.layout import LocatedSticker

VISIBLE = 0.98
"""Stickers with at least this share visible should be read."""

CLOSE = 3.0
"""px; a corner is right within this distance."""

PLACES = {"front": Place.CITY}
"""Roles in the truth that have another name here."""


class TrueSticker(msgspec.Struct, frozen=True):
    """A sticker that is in the picture."""

    code: int
    role: str
    visible: float
    corners: list[tuple[float, float]]
    seat: int | None = None
    slot: int | None = None


class Truth(msgspec.Struct, frozen=True):
    """The contents of a picture."""

    stickers: list[TrueSticker]


@dataclass(frozen=True, slots=True)
class EvaluationRow:
    """Counts for one picture; rows can be added."""

    stickers: int = 0
    """With at least VISIBLE of them visible."""
    read: int = 0
    invented: int = 0
    """Read where there is no such sticker."""
    corners: int = 0
    """Corners of all stickers that were read correctly."""
    corners_close: int = 0
    boards: int = 0
    seats_right: int = 0
    """Boards with their wonder and side at the right seat."""
    places: int = 0
    """Stickers that were read correctly."""
    places_right: int = 0
    slots: int = 0
    """Of those, the ones at a stage slot."""
    slots_right: int = 0

    def __add__(self, other: "EvaluationRow") -> "EvaluationRow":
        return EvaluationRow(
            *(getattr(self, field.name) + getattr(other, field.name) for field in fields(EvaluationRow))
        )


def compare(located: Sequence[LocatedSticker], truth: Truth) -> EvaluationRow:
    """Compare what was read, and where it was located, with the truth."""
    pairs = dict(_pairs(located, truth.stickers))
    boards = [sticker for sticker in truth.stickers if sticker.role == Place.BOARD and sticker.visible >= VISIBLE]
    seated = {(thing.code, thing.seat) for thing in located}
    close = [_close(located[index].corners, sticker) for index, sticker in pairs.items()]
    placed = [(_is_placed(located[index], sticker), sticker) for index, sticker in pairs.items()]
    slots = [right for right, sticker in placed if sticker.slot is not None]
    return EvaluationRow(
        stickers=sum(sticker.visible >= VISIBLE for sticker in truth.stickers),
        read=sum(sticker.visible >= VISIBLE for sticker in pairs.values()),
        invented=len(located) - len(pairs),
        corners=4 * len(close),
        corners_close=sum(close),
        boards=len(boards),
        seats_right=sum((board.code, board.seat) in seated for board in boards),
        places=len(placed),
        places_right=sum(right for right, _ in placed),
        slots=len(slots),
        slots_right=sum(slots),
    )


def _pairs(located: Sequence[LocatedSticker], stickers: Sequence[TrueSticker]) -> Iterator[tuple[int, TrueSticker]]:
    """Pairs of a reading's index and the true sticker, nearest first."""
    near: list[tuple[float, int, int]] = []
    for order, sticker in enumerate(stickers):
        square = np.array(sticker.corners)
        limit = float(np.linalg.norm(square[0] - square[2])) / 3
        for index, thing in enumerate(located):
            apart = float(np.linalg.norm(thing.corners.mean(axis=0) - square.mean(axis=0)))
            if thing.code == sticker.code and apart < limit:
                near.append((apart, index, order))
    readings: set[int] = set()
    taken: set[int] = set()
    for _, index, order in sorted(near):
        if index not in readings and order not in taken:
            readings.add(index)
            taken.add(order)
            yield index, stickers[order]


def _close(corners: Corners, sticker: TrueSticker) -> int:
    return int((np.linalg.norm(corners - np.array(sticker.corners), axis=1) <= CLOSE).sum())


def _is_placed(thing: LocatedSticker, sticker: TrueSticker) -> bool:
    place = PLACES.get(sticker.role, sticker.role)
    at_seat = sticker.seat is None or thing.seat == sticker.seat
    return thing.place == place and at_seat and (sticker.slot is None or thing.slot == sticker.slot)


def evaluate(pictures: Iterable[Path]) -> Iterator[tuple[str, EvaluationRow]]:
    """Read each picture that has a truth, thoroughly, and compare; in the order given.

    Raises:
        VisionError: a picture cannot be read.
        OSError, msgspec.DecodeError: a truth cannot be read.
    """
    codebook = Codebook.load()
    reader = Reader(codebook)
    for path in pictures:
        truth = path.with_suffix(".json")
        picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if picture is None or not truth.exists():
            continue
        sightings = reader.look(as_grey(picture), thorough=True)
        located = table_of(sightings, codebook).locate(sightings)
        yield path.name, compare(located, msgspec.json.decode(truth.read_bytes(), type=Truth))


def format_table(rows: Iterable[tuple[str, EvaluationRow]]) -> Iterator[str]:
    """The lines of the table, with the total last."""
    pattern = "{:<16}{:>9}{:>7}{:>8}{:>10}{:>15}{:>9}{:>13}{:>11}"
    yield pattern.format("picture", "stickers", "read", "", "invented", "corners <= 3px", "seats", "places", "slots")
    total = EvaluationRow()
    for name, row in rows:
        total += row
        yield _line(pattern, name, row)
    yield _line(pattern, "total", total)


def _line(pattern: str, name: str, row: EvaluationRow) -> str:
    share = f"{row.read / row.stickers:.1%}" if row.stickers else "-"
    pairs = (
        ("corners_close", "corners"),
        ("seats_right", "boards"),
        ("places_right", "places"),
        ("slots_right", "slots"),
    )
    counts = [f"{getattr(row, right)}/{getattr(row, of)}" for right, of in pairs]
    return pattern.format(name, row.stickers, row.read, share, row.invented, *counts)
