"""The table in a picture: its plane, the boards at their seats, the discard mat, and where each sticker lies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from vision.kit.boxes import stages_of_sides
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.lens.calibration import Calibration
from vision.scene import Place
from vision.sighting import Corners, Sighting
from vision.table.places import PlaceMatch, find_place
from vision.table.plane import Array, Plane, fit_plane
from vision.table.pose import Pose, Rectangle, back_area, board_area, front_area, mat_area
from vision.table.seats import LocatedBoard, seat_order

SURE = 0.35
"""A place is sure from this margin on (see `vision.table.places`)."""
_OUT_OF_PLACE = 1.2
"""Below this margin a card may belong to another city whose board is hidden."""
_USUAL_STAGES = 3
_FEWEST_BOARDS, _IN_THE_MIDDLE = 3, 0.6
"""Boards that are enough to locate the mat, and the share of the way from the middle of the table to the nearest board
within which backs lie on it."""


@dataclass(frozen=True, slots=True, eq=False)
class LocatedSticker:
    """A sighting and where it is on the table: the sticker's centre in mm, its direction in radians.

    `lift` is the share by which its longest side looks larger than on the table (0.08 is about 10 cm up, with the
    camera 1.2 m high). `margin` says how clear the place is (see `vision.table.places.PlaceMatch`).
    """

    code: int
    corners: Corners
    place: Place
    seat: int | None
    slot: int | None
    x: float
    y: float
    angle: float
    lift: float
    margin: float

    @property
    def pose(self) -> Pose:
        """The sticker's centre and direction."""
        return Pose(self.x, self.y, self.angle)

    @property
    def sure(self) -> bool:
        """True if no other place fits nearly as well."""
        return self.margin >= SURE


@dataclass(frozen=True, slots=True)
class Table:
    """What stays in place while cards come and go. Without a plane everything is `elsewhere`."""

    codebook: Codebook
    sizes: KitSizes = field(default_factory=KitSizes)
    plane: Plane | None = None
    boards: tuple[LocatedBoard, ...] = ()
    mat: Rectangle | None = None
    lens: Calibration | None = None
    """The lens of the camera that the sightings are from."""

    @property
    def px_per_mm(self) -> float | None:
        """Scale of the picture in the middle of the stickers."""
        return self.plane.px_per_mm() if self.plane else None

    def locate(self, sightings: Iterable[Sighting]) -> tuple[LocatedSticker, ...]:
        """Where each sighting lies, in the same order. Unknown codes are `elsewhere`."""
        seen = tuple(sightings)
        if self.plane is None or not seen:
            return tuple(_without_place(sighting) for sighting in seen)
        flat = self.plane.to_mm(np.stack([sighting.corners for sighting in seen]).astype(np.float64))
        return tuple(self._located(sighting, square) for sighting, square in zip(seen, flat, strict=True))

    def _located(self, sighting: Sighting, square: Array) -> LocatedSticker:
        pose = Pose.of_square(square.tolist())
        place, seat, slot, margin = self._place(sighting.code, pose)
        lift = _longest(square) / self.sizes.sticker.square - 1
        return LocatedSticker(
            sighting.code, sighting.corners, place, seat, slot, pose.x, pose.y, pose.angle, lift, margin
        )

    def _place(self, code: int, pose: Pose) -> PlaceMatch:
        entry = self.codebook.entry(code)
        if entry is None:
            return PlaceMatch(Place.ELSEWHERE)
        if entry.kind is StickerKind.BOARD:
            seat = next((board.seat for board in self.boards if board.code == code), None)
            return PlaceMatch(Place.BOARD, seat, margin=1.0)
        if entry.kind is StickerKind.MAT:
            return PlaceMatch(Place.MAT, margin=1.0)
        return find_place(entry.kind, pose, self.boards, self.mat, self.sizes)


def fit_table(
    sightings: Iterable[Sighting],
    codebook: Codebook,
    sizes: KitSizes | None = None,
    previous: Table | None = None,
    lens: Calibration | None = None,
) -> Table:
    """The table from everything that was read in one picture, or lies still over many.

    With a `previous` table, its coordinates, its lens and its unseen boards and mat are kept; the camera must not have
    moved meanwhile (see `shifted_table`). Without one, the origin is at the mat, so that cards on it keep their
    coordinates best when the table is measured again. `lens` distorts the pictures.
    """
    known = [sighting for sighting in sightings if codebook.entry(sighting.code)]
    before = previous or Table(codebook, sizes or KitSizes(), lens=lens)
    squares = np.array([sighting.corners for sighting in known], dtype=np.float64).reshape(-1, 4, 2)
    mats = [sighting.corners.mean(axis=0) for sighting in known if _kind(codebook, sighting.code) is StickerKind.MAT]
    plane = fit_plane(squares, before.sizes.sticker.square, before.plane, mats[0] if mats else None, before.lens)
    return refit_boards(known, replace(before, plane=plane))


def refit_boards(sightings: Iterable[Sighting], previous: Table) -> Table:
    """The table with boards and mat where they are now, on the same plane. Unseen ones stay where they were."""
    codebook, sizes, plane = previous.codebook, previous.sizes, previous.plane
    if plane is None:
        return previous
    stickers: dict[int, Pose] = {}
    for sighting in sightings:
        stickers.setdefault(sighting.code, Pose.of_square(plane.to_mm(sighting.corners).tolist()))
    areas = {board.code: board.area for board in previous.boards if board.code is not None} | _boards(
        stickers, codebook, sizes
    )
    mats = [mat_area(pose, sizes) for code, pose in stickers.items() if _kind(codebook, code) is StickerKind.MAT]
    order = [board.code for board in previous.boards if board.code is not None]
    boards = boards_at_seats(areas, codebook, plane, order)
    return replace(previous, boards=boards, mat=mats[0] if mats else previous.mat)


def shifted_table(table: Table, motion: Array) -> Table:
    """The same table after the camera moved by `motion` (3, 3): from old to new pixels, both undistorted."""
    return table if table.plane is None else replace(table, plane=table.plane.shifted(motion))


def with_hidden_mat(table: Table, sightings: Iterable[Sighting]) -> Table:
    """The table with a mat under the backs in its middle, if the mat's own sticker was not seen."""
    if table.mat is not None or len(table.boards) < _FEWEST_BOARDS:
        return table
    poses = [board.area.pose for board in table.boards]
    middle = _middle(poses)
    reach = _IN_THE_MIDDLE * min(pose.distance(middle) for pose in poses)
    backs = [card for card, is_back in unplaced_cards(table, sightings) if is_back and card.distance(middle) < reach]
    sizes = table.sizes
    return replace(table, mat=Rectangle(_middle(backs), sizes.mat_width, sizes.mat_height)) if backs else table


def _middle(poses: Sequence[Pose]) -> Pose:
    return Pose(sum(pose.x for pose in poses) / len(poses), sum(pose.y for pose in poses) / len(poses), 0.0)


class UnplacedCard(NamedTuple):
    """A card at no known place; `card` is the pose of its middle."""

    card: Pose
    is_back: bool


def unplaced_cards(table: Table, sightings: Iterable[Sighting]) -> list[UnplacedCard]:
    """The cards that lie at no place, or may belong to a city whose board is hidden."""
    loose = []
    for thing in table.locate(sightings):
        kind = _kind(table.codebook, thing.code)
        doubtful = thing.place is Place.ELSEWHERE or (thing.place is Place.CITY and thing.margin < _OUT_OF_PLACE)
        if doubtful and kind in (StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK):
            area = back_area if kind is StickerKind.BACK else front_area
            loose.append(UnplacedCard(area(thing.pose, table.sizes).pose, kind is StickerKind.BACK))
    return loose


def _boards(stickers: Mapping[int, Pose], codebook: Codebook, sizes: KitSizes) -> dict[int, Rectangle]:
    return {
        code: board_area(pose, sizes) for code, pose in stickers.items() if _kind(codebook, code) is StickerKind.BOARD
    }


def boards_at_seats(
    areas: Mapping[int, Rectangle], codebook: Codebook, plane: Plane, before: Sequence[int]
) -> tuple[LocatedBoard, ...]:
    """The boards in clockwise order; those whose code is none of the kit are hidden. `before`: the order so far."""
    centres = {code: (area.pose.x, area.pose.y) for code, area in areas.items()}
    boards = []
    for seat, (code, bearing) in enumerate(seat_order(centres, plane.down, before)):
        entry = codebook.entry(code)
        if entry is None:
            boards.append(LocatedBoard(seat, None, None, None, _USUAL_STAGES, areas[code], bearing))
            continue
        stages = stages_of_sides().get((entry.id, entry.side), _USUAL_STAGES)
        boards.append(LocatedBoard(seat, code, entry.id, entry.side, stages, areas[code], bearing))
    return tuple(boards)


def _kind(codebook: Codebook, code: int) -> StickerKind | None:
    entry = codebook.entry(code)
    return entry.kind if entry else None


def _longest(square: Array) -> float:
    """Mean of the longer pair of opposite sides, as a tilt shortens only the other pair."""
    sides = np.linalg.norm(square - np.roll(square, -1, axis=0), axis=1)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def _without_place(sighting: Sighting) -> LocatedSticker:
    x, y = (float(value) for value in sighting.corners.mean(axis=0))
    return LocatedSticker(sighting.code, sighting.corners, Place.ELSEWHERE, None, None, x, y, 0.0, 0.0, 0.0)
