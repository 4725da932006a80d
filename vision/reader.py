"""Pictures in, sightings out."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.edges import fit_edges
from vision.frame import GreyImage
from vision.pattern import LEAST_CONTRAST, Matches, Patterns, frame_contrast
from vision.sighting import Sighting
from vision.squares import Quads, find_squares


@dataclass(frozen=True, slots=True)
class Rule:
    """When a square is believed to show the code that it resembles most."""

    likeness: float
    lead: float
    """By how much the likeness exceeds that of any other code."""
    border: int
    quiet: int
    """How many modules of the black border and of the quiet zone may be wrong."""

    def holds(self, matches: Matches) -> NDArray[np.bool_]:
        """Which of the squares it believes."""
        return (
            (matches.likeness >= self.likeness)
            & (matches.likeness - matches.runner_up >= self.lead)
            & (matches.border <= self.border)
            & (matches.quiet <= self.quiet)
            & (matches.contrast >= LEAST_CONTRAST)
        )


WELL_FRAMED = Rule(likeness=0.90, lead=0.15, border=2, quiet=6)
"""About two wrong bits of 36."""

WELL_READ = Rule(likeness=0.96, lead=0.25, border=4, quiet=13)
"""No wrong bit; a finger or a card may lie on one side of the quiet zone."""


class Reader:
    """Reads the kit's codes; any other code is nothing to it."""

    def __init__(self, codebook: Codebook | None = None) -> None:
        self._patterns = Patterns((codebook or Codebook.load()).codes)

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in a single picture, a code as often as it is there, from the top of the picture to the bottom.

        Black squares are read from about 20 px on. A thorough look takes about twice as long and misses less.
        """
        quads = find_squares(image, thorough=thorough)
        quads = fit_edges(image, quads[frame_contrast(image, quads) >= LEAST_CONTRAST])
        matches = self._patterns.match(image, quads)
        believed = np.flatnonzero(WELL_FRAMED.holds(matches) | WELL_READ.holds(matches))
        best_first = believed[np.argsort(-matches.likeness[believed], kind="stable")]
        chosen = sorted(_without_doubles(quads, best_first), key=lambda index: tuple(quads[index].mean(0)[::-1]))
        return tuple(_sighting(quads[index], matches, index) for index in chosen)


def _without_doubles(quads: Quads, best_first: NDArray[np.intp]) -> Iterator[int]:
    """Of squares that lie on one another only the first: a sticker has one code."""
    centres = quads[best_first].mean(axis=1)
    radii = np.linalg.norm(quads[best_first] - centres[:, None], axis=2).mean(axis=1)
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    on_one_another = apart < 0.7 * np.maximum(radii[:, None], radii)
    taken: list[int] = []
    for place, index in enumerate(best_first.tolist()):
        if not on_one_another[place, taken].any():
            taken.append(place)
            yield index


def _sighting(quad: NDArray[np.float32], matches: Matches, index: int) -> Sighting:
    return Sighting(int(matches.code[index]), np.roll(quad, int(matches.turns[index]), axis=0))
