"""From dark squares to codes that are believed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.edges import fit_edges
from vision.frame import GreyImage
from vision.pattern import LEAST_CONTRAST, Matches, Patterns, frame_contrast
from vision.sighting import Sighting
from vision.squares import Quads

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rule:
    """When a square is believed to show the code that it resembles most."""

    likeness: float
    lead: float
    """By how much the likeness exceeds that of any other code."""
    border: int
    quiet: int
    """How many modules of the black border and of the quiet zone may be wrong."""

    def holds(self, matches: Matches) -> Flags:
        """Which of the squares it believes."""
        return (
            (matches.likeness >= self.likeness)
            & (matches.likeness - matches.runner_up >= self.lead)
            & (matches.border <= self.border)
            & (matches.quiet <= self.quiet)
            & (matches.contrast >= LEAST_CONTRAST)
        )


# Of 118,000 well-framed squares with random bits the likest reached 0.863; of 600 real stickers in uneven light one in
# a hundred stays below 0.98.
WELL_FRAMED = Rule(likeness=0.90, lead=0.15, border=2, quiet=6)
"""At most two wrong bits of 36."""

WELL_READ = Rule(likeness=0.96, lead=0.25, border=4, quiet=13)
"""No wrong bit; a finger or a card may lie on one side of the quiet zone."""

EXPECTED = Rule(likeness=0.75, lead=0.05, border=3, quiet=10)
"""About five wrong bits, where this very code lay in this direction a moment ago."""


class Decoder:
    """Knows the kit's codes; any other code is nothing to it."""

    def __init__(self, codes: Sequence[int]) -> None:
        self._patterns = Patterns(codes)

    def decode(self, image: GreyImage, quads: Quads, expected: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
        """What the quads show, from the top of the picture to the bottom, a code as often as it is there.

        `expected` was seen a moment ago: its places are looked at as well, and there less will do.
        """
        quads = np.concatenate([quads, *(sighting.corners[None] for sighting in expected)]).astype(np.float32)
        codes = np.array([-1] * (len(quads) - len(expected)) + [sighting.code for sighting in expected])
        promising = frame_contrast(image, quads) >= LEAST_CONTRAST
        quads, codes = fit_edges(image, quads[promising]), codes[promising]
        matches = self._patterns.match(image, quads)
        confirmed = EXPECTED.holds(matches) & (matches.code == codes) & (matches.turns == 0)
        believed = np.flatnonzero(WELL_FRAMED.holds(matches) | WELL_READ.holds(matches) | confirmed)
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
