"""What one picture says."""

from dataclasses import dataclass
from enum import StrEnum

from vision.reading.change import CELL, Mask
from vision.reading.sighting import Corners, Sighting


class Observation(StrEnum):
    """How much of a picture was searched."""

    FULL = "full"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was read in a picture and where it was looked for. The masks have one truth value for CELL x CELL px."""

    sightings: tuple[Sighting, ...]
    """Read in this picture."""
    kept: tuple[Sighting, ...]
    """Read before, at places that have not changed since and were not searched."""
    looked: Observation
    searched: Mask
    moving: Mask
    """Different from the picture before."""
    hidden: Mask
    """Under something large, or something that reaches in from outside, that was not there before: hands, sleeves."""

    @property
    def present(self) -> tuple[Sighting, ...]:
        """All that is known to lie in the picture."""
        return self.sightings + self.kept

    def looked_at(self, corners: Corners) -> bool:
        """Whether the quadrilateral (4, 2), px, was searched in this picture; else nothing has changed in it."""
        column, row = (corners.mean(axis=0) / CELL).astype(int).tolist()
        return bool(_part(self.searched, column, row, column, row).any())

    def covered(self, corners: Corners) -> bool:
        """Whether something moves over the quadrilateral (4, 2), px, or hides what is usually there."""
        left, top = (corners.min(axis=0) / CELL).astype(int).tolist()
        right, bottom = (corners.max(axis=0) / CELL).astype(int).tolist()
        return bool(_part(self.moving | self.hidden, left, top, right, bottom).any())


def _part(mask: Mask, left: int, top: int, right: int, bottom: int) -> Mask:
    """The cells within, both ends included; beyond the edge, the outermost ones."""
    height, width = mask.shape
    top, bottom = (min(max(row, 0), height - 1) for row in (top, bottom))
    left, right = (min(max(column, 0), width - 1) for column in (left, right))
    return mask[top : bottom + 1, left : right + 1]
