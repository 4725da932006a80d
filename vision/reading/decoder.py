"""From dark squares to codes that are believed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.reading.edges import fit_edges
from vision.reading.patterns import LEAST_CONTRAST, Matches, Patterns, frame_contrast
from vision.reading.squares import Quads
from vision.sighting import Sighting

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AcceptanceThresholds:
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
WELL_FRAMED = AcceptanceThresholds(likeness=0.90, lead=0.15, border=2, quiet=6)
"""At most two wrong bits of 36."""

WELL_READ = AcceptanceThresholds(likeness=0.96, lead=0.25, border=4, quiet=13)
"""No wrong bit; a finger or a card may lie on one side of the quiet zone."""

EXPECTED = AcceptanceThresholds(likeness=0.75, lead=0.05, border=3, quiet=10)
"""About five wrong bits, where this very code lay in this direction a moment ago."""


@dataclass(frozen=True, slots=True)
class _Read:
    """The squares that are believed, each from its sticker's own top left; the `clear` ones nobody can read better."""

    quads: Quads
    codes: NDArray[np.int64]
    likeness: NDArray[np.float32]
    clear: Flags


class Decoder:
    """Knows the kit's codes; any other code is nothing to it."""

    def __init__(self, codes: Sequence[int]) -> None:
        self._patterns = Patterns(codes)

    def decode(self, image: GreyImage, quads: Quads, expected: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
        """What the quads show, from the top of the picture to the bottom, a code as often as it is there.

        `expected` was seen a moment ago: its places are looked at as well, and there less will do.
        """
        places = [sighting.corners[None] for sighting in expected]
        quads = np.concatenate([*places, quads]).astype(np.float32)
        codes = np.array([sighting.code for sighting in expected] + [-1] * (len(quads) - len(expected)))
        promising = frame_contrast(image, quads) >= LEAST_CONTRAST
        quads, codes = quads[promising], codes[promising]
        # The same square is often found in several ways, or lies where one lay before: most are read only once.
        first = np.zeros(len(quads), bool)
        first[list(_without_doubles(quads))] = True
        read = self._read(image, quads[first], codes[first])
        left = ~first & ~_on_one_another(quads, read.quads[read.clear]).any(axis=1)
        if left.any():
            read = _together(read, self._read(image, quads[left], codes[left]))
        best_first = np.argsort(-read.likeness, kind="stable")
        chosen = [
            Sighting(int(read.codes[index]), read.quads[index])
            for index in best_first[list(_without_doubles(read.quads[best_first]))]
        ]
        return tuple(sorted(chosen, key=lambda sighting: tuple(sighting.corners.mean(0)[::-1])))

    def _read(self, image: GreyImage, quads: Quads, expected: NDArray[np.int64]) -> _Read:
        quads = fit_edges(image, quads)
        matches = self._patterns.match(image, quads)
        framed = WELL_FRAMED.holds(matches)
        confirmed = EXPECTED.holds(matches) & (matches.code == expected) & (matches.turns == 0)
        believed = np.flatnonzero(framed | WELL_READ.holds(matches) | confirmed)
        turns = (matches.turns[believed, None] * -1 + np.arange(4)) % 4
        clear = framed & (matches.likeness >= WELL_READ.likeness)
        return _Read(
            quads[believed[:, None], turns], matches.code[believed], matches.likeness[believed], clear[believed]
        )


def _together(one: _Read, other: _Read) -> _Read:
    return _Read(
        np.concatenate([one.quads, other.quads]),
        np.concatenate([one.codes, other.codes]),
        np.concatenate([one.likeness, other.likeness]),
        np.concatenate([one.clear, other.clear]),
    )


def _without_doubles(quads: Quads) -> Iterator[int]:
    """Of squares that lie on one another only the first: a sticker has one code."""
    doubles = _on_one_another(quads, quads)
    taken: list[int] = []
    for index in range(len(quads)):
        if not doubles[index, taken].any():
            taken.append(index)
            yield index


def _on_one_another(quads: Quads, others: Quads) -> Flags:
    """Which squares lie on which others: shape (n, m)."""
    centres, radii = _middle_and_radius(quads)
    others_centres, others_radii = _middle_and_radius(others)
    apart = np.linalg.norm(centres[:, None] - others_centres, axis=2)
    return np.asarray(apart < 0.7 * np.maximum(radii[:, None], others_radii))


def _middle_and_radius(quads: Quads) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    centres = quads.mean(axis=1)
    return centres, np.linalg.norm(quads - centres[:, None], axis=2).mean(axis=1)
