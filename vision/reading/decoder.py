"""Decodes dark squares and decides which codes to accept."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.kit.fiducials import Bits, bits_of
from vision.reading.edges import fit_edges
from vision.reading.faint import bring_out
from vision.reading.patterns import (
    LEAST_CONTRAST,
    MOST_PROMISING,
    Matches,
    Patterns,
    patterns_of,
    promising,
)
from vision.reading.squares import BOTH_COLOURS, NO_QUADS, Quads, SquareSearch
from vision.sighting import Sighting

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AcceptanceThresholds:
    """Limits within which a square's best code is accepted."""

    correlation: float
    lead: float
    """How much the correlation must exceed that of any other code."""
    border: int
    quiet: int
    """How many modules of the black border, and of the quiet zone, may be wrong."""
    frame: int
    """The same of both together."""

    def accepts(self, matches: Matches) -> Flags:
        """Which of the squares are accepted: shape (n,)."""
        return (
            (matches.correlation >= self.correlation)
            & (matches.correlation - matches.runner_up >= self.lead)
            & (matches.border <= self.border)
            & (matches.quiet <= self.quiet)
            & (matches.border + matches.quiet <= self.frame)
            & (matches.contrast >= LEAST_CONTRAST)
        )


# Of 118,560 well-framed squares with random bits, one was accepted as one of 222 codes and two as one of 601, as chance
# has it. Of 600 real stickers in uneven light, one in a hundred is below 0.98.
WELL_FRAMED = AcceptanceThresholds(correlation=0.90, lead=0.15, border=2, quiet=6, frame=7)
"""At most two wrong bits of 36. When two modules of the border and six of the quiet zone might be wrong as well, one of
10,000 empty pictures had a code; of 1,137 real tags near these limits none had so many wrong modules."""

WELL_READ = AcceptanceThresholds(correlation=0.96, lead=0.25, border=4, quiet=13, frame=17)
"""No wrong bit; a finger or a card may cover one side of the quiet zone."""

THIN_BORDER = AcceptanceThresholds(correlation=0.90, lead=0.30, border=4, quiet=0, frame=4)
"""Printed with modules rounded to whole dots, the border may be too thin on one side: where light bits reach into it,
its modules count as wrong. Then the whole quiet zone must be right, and no other code near."""

BESIDE_STREAK = AcceptanceThresholds(correlation=0.97, lead=0.40, border=2, quiet=6, frame=8)
"""No wrong bit, by the bits that no streak of light covers. Fewer bits need more lead."""

NEARLY_READ = AcceptanceThresholds(correlation=0.80, lead=0.10, border=10, quiet=20, frame=30)
"""Too doubtful to be read, too like one code to be anything but a sticker."""

EXPECTED = AcceptanceThresholds(correlation=0.75, lead=0.05, border=3, quiet=10, frame=13)
"""About five wrong bits, where the same code lay in the same direction a moment ago."""


QUADS_AT_ONCE = 250
"""Squares that are compared with all others at a time: this bounds the memory."""

MOST_TAPERED = 1.5
"""The longer of two opposite sides against the shorter. A lens at 20 cm sees a sticker of 15 mm at most as 1.1, larger
tags in photographs as 1.2; what tapers more is something else, such as letters."""


@dataclass(frozen=True, slots=True)
class _DecodedSquares:
    """Accepted squares, corners from the sticker's own top left. The `clear` ones cannot be read any better.

    `doubtful` are the squares that look like stickers and were not accepted.
    """

    quads: Quads
    codes: NDArray[np.int64]
    correlation: NDArray[np.float32]
    clear: Flags
    doubtful: Quads


NOTHING = _DecodedSquares(NO_QUADS, np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros(0, bool), NO_QUADS)


class Decoder:
    """Decodes these codes, of the kit unless other patterns are given, and ignores all others."""

    def __init__(self, codes: Sequence[int], pattern_of: Callable[[int], Bits] = bits_of) -> None:
        self._codes, self._pattern_of = tuple(codes), pattern_of

    @cached_property
    def _patterns(self) -> Patterns:
        """Made for the first picture: that takes long, and a game without a camera needs none."""
        return patterns_of(self._codes, self._pattern_of)

    def decode(self, image: GreyImage, quads: Quads, expected: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
        """The stickers in the quads, from the top of the picture to the bottom; a code may appear several times.

        `expected` was read a moment ago: its places are searched, too, with lower limits.
        """
        return _chosen(self._decode(image, quads, expected, NOTHING))

    def search(
        self,
        image: GreyImage,
        search: SquareSearch,
        expected: Sequence[Sighting] = (),
        *,
        enough: Sequence[Sighting] | None = None,
    ) -> tuple[Sighting, ...]:
        """As `decode`, for the squares that a search finds; it goes on only where nothing has been read for certain.

        Once the stickers that are `enough` have been read, it does not go on at all.
        """
        return _chosen(self._search(image, search, expected, NOTHING, enough))

    def examine(self, image: GreyImage) -> tuple[tuple[Sighting, ...], Quads]:
        """What a thorough search reads, and what looks like a sticker and could not be read; some of it several times.

        It looks again at what is faint. Corners of the latter run clockwise from any of the four.
        """
        read = self._search(image, SquareSearch(image, thorough=True), (), NOTHING, None)
        if (brought_out := bring_out(image)) is not None:
            faint = SquareSearch(brought_out, colours=BOTH_COLOURS, left_out=read.quads[read.clear])
            read = self._search(brought_out, faint, (), read, None)
        return _chosen(read), read.doubtful

    def _search(
        self,
        image: GreyImage,
        search: SquareSearch,
        expected: Sequence[Sighting],
        read: _DecodedSquares,
        enough: Sequence[Sighting] | None,
    ) -> _DecodedSquares:
        for number, quads in enumerate(search):
            most = MOST_PROMISING // 4**number
            read = self._decode(image, quads, () if number else expected, read, most, thorough=search.thorough)
            if enough is not None and _have_all(read, enough):
                break
            search.leave_out(read.quads[read.clear])
        return read

    def _decode(
        self,
        image: GreyImage,
        quads: Quads,
        expected: Sequence[Sighting],
        before: _DecodedSquares,
        most: int = MOST_PROMISING,
        *,
        thorough: bool = False,
    ) -> _DecodedSquares:
        """What was read before, and what is read now in at most so many; several squares may be the same sticker."""
        places = np.array([sighting.corners for sighting in expected], np.float32).reshape(-1, 4, 2)
        known, found = promising(image, places, len(places)), promising(image, quads, most)
        quads = np.concatenate([places[known], quads[found]])
        codes = np.array([expected[place].code for place in known] + [-1] * len(found), np.int64)
        new = ~_overlaps(quads, before.quads[before.clear]).any(axis=1)
        if not new.any():
            return before
        quads, codes = quads[new], codes[new]
        # A square is often found several times, or is at an expected place: decode most of them only once.
        first = np.zeros(len(quads), bool)
        first[list(_without_duplicates(quads))] = True
        read = _merged(before, self._read(image, quads[first], codes[first], thorough=thorough))
        left = ~first & ~_overlaps(quads, read.quads[read.clear]).any(axis=1)
        if not left.any():
            return read
        return _merged(read, self._read(image, quads[left], codes[left], thorough=thorough))

    def _read(self, image: GreyImage, quads: Quads, expected: NDArray[np.int64], *, thorough: bool) -> _DecodedSquares:
        quads = fit_edges(image, quads)
        matches = self._patterns.match(image, quads)
        likely = _taper(quads) <= MOST_TAPERED
        framed = (WELL_FRAMED.accepts(matches) | THIN_BORDER.accepts(matches)) & likely
        confirmed = EXPECTED.accepts(matches) & (matches.code == expected) & (matches.turns == 0)
        accepted = framed | (WELL_READ.accepts(matches) & likely) | confirmed
        clear = framed & (matches.correlation >= WELL_READ.correlation)
        like = matches.sticker_like | (NEARLY_READ.accepts(matches) & likely)
        read = _turned(quads, matches, accepted, clear, quads[~accepted & like])
        streaked = ~accepted & likely & (matches.border > 0) & (thorough | (expected >= 0))
        if not streaked.any():
            return read
        return _merged(read, self._read_beside_streaks(image, quads[streaked], expected[streaked]))

    def _read_beside_streaks(self, image: GreyImage, quads: Quads, expected: NDArray[np.int64]) -> _DecodedSquares:
        matches = self._patterns.match_beside_streaks(image, quads)
        confirmed = WELL_FRAMED.accepts(matches) & (matches.code == expected) & (matches.turns == 0)
        return _turned(quads, matches, BESIDE_STREAK.accepts(matches) | confirmed, np.zeros(len(quads), bool))


def _turned(
    quads: Quads, matches: Matches, accepted: Flags, clear: Flags, doubtful: Quads = NO_QUADS
) -> _DecodedSquares:
    chosen = np.flatnonzero(accepted)
    turns = (matches.turns[chosen, None] * -1 + np.arange(4)) % 4
    return _DecodedSquares(
        quads[chosen[:, None], turns], matches.code[chosen], matches.correlation[chosen], clear[chosen], doubtful
    )


def _chosen(read: _DecodedSquares) -> tuple[Sighting, ...]:
    """Of squares that overlap, the one that was read best, from the top of the picture to the bottom."""
    best_first = np.argsort(-read.correlation, kind="stable")
    chosen = best_first[list(_without_duplicates(read.quads[best_first]))]
    x, y = read.quads[chosen].mean(axis=1).T
    return tuple(Sighting(int(read.codes[index]), read.quads[index]) for index in chosen[np.lexsort((x, y))])


def _have_all(read: _DecodedSquares, stickers: Sequence[Sighting]) -> bool:
    if not stickers:
        return True
    codes = np.array([sticker.code for sticker in stickers])
    there = _overlaps(np.array([sticker.corners for sticker in stickers]), read.quads)
    return bool((there & (codes[:, None] == read.codes)).any(axis=1).all())


def _merged(one: _DecodedSquares, other: _DecodedSquares) -> _DecodedSquares:
    return _DecodedSquares(
        np.concatenate([one.quads, other.quads]),
        np.concatenate([one.codes, other.codes]),
        np.concatenate([one.correlation, other.correlation]),
        np.concatenate([one.clear, other.clear]),
        np.concatenate([one.doubtful, other.doubtful]),
    )


def _without_duplicates(quads: Quads) -> Iterator[int]:
    """Indices of the squares that overlap no earlier one: a sticker has one code."""
    duplicate = np.zeros(len(quads), bool)
    for start in range(0, len(quads), QUADS_AT_ONCE):
        for index, overlapping in enumerate(_overlaps(quads[start : start + QUADS_AT_ONCE], quads), start=start):
            if not duplicate[index]:
                duplicate |= overlapping
                yield index


def _taper(quads: Quads) -> NDArray[np.float32]:
    """Of the opposite sides of each quadrilateral, the longer against the shorter; the larger of both ratios."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).reshape(-1, 2, 2)
    return np.asarray((sides.max(axis=1) / np.maximum(sides.min(axis=1), 1e-3)).max(axis=1), dtype=np.float32)


def _overlaps(quads: Quads, others: Quads) -> Flags:
    """Which squares overlap which others: shape (n, m)."""
    centres, radii = _middle_and_radius(quads)
    others_centres, others_radii = _middle_and_radius(others)
    across, down = (one[:, None] - other for one, other in zip(centres.T, others_centres.T, strict=True))
    reach = 0.7 * np.maximum(radii[:, None], others_radii)
    return np.asarray(across * across + down * down < reach * reach)


def _middle_and_radius(quads: Quads) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    centres = quads.mean(axis=1)
    return centres, np.linalg.norm(quads - centres[:, None], axis=2).mean(axis=1)
