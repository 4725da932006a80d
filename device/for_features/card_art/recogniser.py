"""Tells which of the owner's designs a picture shows: features vote, an affine pose explains them, all is correlated.

Three numbers decide. They were measured with scans of two printings of the same cards: two different fronts never
correlate by more than 0.39; of 10,000 simulated looks none was taken for a wrong card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from device.for_features.card_art.features import Descriptors, Features, Points, busy_part, features
from device.for_features.card_art.references import HALF, Reference, even, fields, halved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import GreyImage

INLIERS = 6
"""Features that must lie where the pose says."""
CORRELATION = 0.45
"""Of the straightened thing with the reference, at least."""
LEAD = 0.12
"""By which it must be likelier than the next design."""
QUERY = 400
"""Features of a picture that are compared, at most."""
VOTERS, DIRECTIONS = 250, 40
"""How many of them vote, and in how many directions, of 128, they are compared then."""
CANDIDATES = 4
"""Designs for which a pose is tried: those with the most votes."""
ALIKE = 0.8
"""Likeness of two features that may be the same."""
NEAR = 4.0
"""px between where a feature is and where the pose has it."""
SCALES = (0.5, 2.0)
"""How much larger or smaller than the reference a thing may be in the picture."""
SKEW = 1.4
"""How much longer than broad a tilted square may look."""
CHUNK = 64
REST, BESIDE = 25, 3.0
"""Features that lie so many px beside a thing, from which on something else is looked for."""
LEAST_PART = 0.6
"""Part of a thing that must be in the picture."""

Affine = NDArray[np.float64]
"""Shape (2, 3): from the reference's px to the picture's."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What a picture shows, and where.

    `correlation`: of the straightened thing with the reference, -1 to 1. `lead`: how much less it is with the likeliest
    other design, `runner_up`; None if there is only one design.
    """

    reference: Reference
    pose: Affine
    inliers: int
    correlation: float
    lead: float = 1.0
    runner_up: Reference | None = None

    @property
    def sure(self) -> bool:
        """True if it is no other thing, nor one that is not known."""
        return self.inliers >= INLIERS and self.correlation >= CORRELATION and self.lead >= LEAD

    @property
    def scale(self) -> float:
        """How much larger than the reference the thing is in the picture."""
        return float(np.sqrt(abs(np.linalg.det(self.pose[:, :2]))))


class Recogniser:
    """Compares pictures with these references. Not changed by what it sees."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self.references = tuple(references)
        rows = [reference.features.descriptors for reference in self.references]
        self._rows: Descriptors = np.concatenate(rows) if rows else np.zeros((0, 128), np.float32)
        self._basis = _main_directions(self._rows)
        self._short = self._rows @ self._basis
        self._owners = np.repeat(np.arange(len(rows)), [len(each) for each in rows])

    def recognise(self, image: GreyImage) -> Match | None:
        """The likeliest design in a picture that has about `PX_PER_MM`; None if there is no pose for any."""
        found = self.recognise_all(image, most=1)
        return found[0] if found else None

    def recognise_all(self, image: GreyImage, expected: Reference | None = None, most: int = 2) -> tuple[Match, ...]:
        """The likeliest design, and what else is there for sure, at most so many things together.

        `expected`: is tried first, as what lay there a moment ago.
        """
        query, half = features(image, QUERY, busy_part(image)), halved(image)
        match = self._likeliest(query, half, [expected]) if expected else None
        if match is None or not match.sure:
            match = self._likeliest(query, half)
        if match is None:
            return ()
        found = [match]
        while found[-1].sure and len(found) < most:
            query = _outside(query, found[-1])
            other = self._likeliest(query, half) if len(query.points) >= REST else None
            if other is None or not other.sure:
                break
            found.append(other)
        return tuple(found)

    def _likeliest(
        self, query: Features, half: NDArray[np.float32], tried: Sequence[Reference] | None = None
    ) -> Match | None:
        """The first sure match, or the likeliest. `tried`: only these; None: those with the most votes."""
        if len(query.points) < INLIERS or not len(self._rows):
            return None
        matches: list[Match] = []
        for reference in self._voted(query) if tried is None else tried:
            if match := self._posed(reference, query, half):
                matches.append(self._judged(match, half))
                if matches[-1].sure:
                    return matches[-1]
        return max(matches, key=lambda match: (match.correlation, match.inliers), default=None)

    def _voted(self, query: Features) -> list[Reference]:
        """The designs to which the most features are likest."""
        short = query.descriptors[:VOTERS] @ self._basis
        best = np.concatenate([_likest(short[at : at + CHUNK], self._short) for at in range(0, len(short), CHUNK)])
        counts = np.bincount(self._owners[best], minlength=len(self.references))
        order = np.argsort(-counts, kind="stable")[:CANDIDATES]
        return [self.references[place] for place in order.tolist() if counts[place]]

    def _posed(self, reference: Reference, query: Features, half: NDArray[np.float32]) -> Match | None:
        pose = _pose(reference.features, query)
        if pose is None:
            return None
        matrix, inliers = pose
        found = correlations(half, matrix, [reference])
        return None if found is None else Match(reference, matrix, inliers, float(found[0]))

    def _judged(self, match: Match, half: NDArray[np.float32]) -> Match:
        """The match with its lead over all other designs of its size."""
        rivals = [
            reference
            for reference in self.references
            if reference.code != match.reference.code and reference.image.shape == match.reference.image.shape
        ]
        found = correlations(half, match.pose, rivals)
        if found is None:
            return match
        first = int(found.argmax())
        return replace(match, lead=match.correlation - float(found[first]), runner_up=rivals[first])


def _outside(query: Features, match: Match) -> Features:
    """The features that do not lie on what was recognised."""
    height, width = match.reference.image.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ match.pose[:, :2].T + match.pose[:, 2]
    outline = corners.astype(np.float32)
    apart = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) < -BESIDE for x, y in query.points]
    return Features(query.points[apart], query.descriptors[apart])


def _main_directions(rows: Descriptors) -> Descriptors:
    """Shape (128, `DIRECTIONS`): those in which features differ most."""
    _, directions = np.linalg.eigh(rows.T @ rows)
    return np.asarray(directions[:, -DIRECTIONS:], np.float32)


def _likest(some: Descriptors, rows: Descriptors) -> NDArray[np.intp]:
    return np.asarray(np.argmax(some @ rows.T, axis=1), np.intp)


def _pose(reference: Features, query: Features) -> tuple[Affine, int] | None:
    """Where a reference lies, from the features that both have, and how many say so; None if nothing can be said."""
    likeness = query.descriptors @ reference.descriptors.T
    best = likeness.argmax(axis=1)
    rows = np.arange(len(best))
    mutual = (likeness.argmax(axis=0)[best] == rows) & (likeness[rows, best] >= ALIKE)
    if mutual.sum() < INLIERS:
        return None
    source, target = reference.points[best[mutual]], query.points[mutual]
    cv2.setRNGSeed(0)
    rough, chosen = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=2 * NEAR, maxIters=1000, confidence=0.999
    )
    if rough is None or int(chosen.sum()) < INLIERS - 2:
        return None
    return _refined(np.asarray(rough, np.float64), reference, query, likeness)


def _refined(pose: Affine, reference: Features, query: Features, likeness: Descriptors) -> tuple[Affine, int] | None:
    """An affine pose through all features that lie about where a rough pose has them."""
    count = 0
    for reach in (2 * NEAR, NEAR, NEAR):
        at = reference.points @ pose[:, :2].T.astype(np.float32) + pose[:, 2].astype(np.float32)
        right, down = query.points[:, None, 0] - at[None, :, 0], query.points[:, None, 1] - at[None, :, 1]
        fit = np.where(right * right + down * down <= reach * reach, likeness, np.float32(0))
        best = fit.argmax(axis=1)
        rows = np.arange(len(best))
        good = (fit[rows, best] >= ALIKE) & (fit.argmax(axis=0)[best] == rows)
        count = int(good.sum())
        if count < INLIERS:
            return None
        pose = _least_squares(reference.points[best[good]], query.points[good])
    return (pose, count) if _is_possible(pose) else None


def _least_squares(source: Points, target: Points) -> Affine:
    rows = np.column_stack([source, np.ones(len(source))]).astype(np.float64)
    solution, *_ = np.linalg.lstsq(rows, target.astype(np.float64), rcond=None)
    return np.asarray(solution.T)


def _is_possible(pose: Affine) -> bool:
    """True for a thing of about the right size that lies face up, tilted a little at most."""
    along = np.linalg.svd(pose[:, :2], compute_uv=False)
    upright = np.linalg.det(pose[:, :2]) > 0
    return bool(upright and SCALES[0] <= along[1] and along[0] <= min(SCALES[1], SKEW * along[1]))


def correlations(
    half: NDArray[np.float32], pose: Affine, references: Sequence[Reference]
) -> NDArray[np.float32] | None:
    """How well what lies in this pose correlates with references of one size; None if too little is in the picture.

    Each field of a grid is correlated by itself, so that a lamp's light, a streak on a sleeve and the frame that all
    cards of a colour share count for little; the median of the fields is taken. `half`: as `halved` gives the picture.
    """
    if not references:
        return None
    small = pose.copy()
    small[:, 2] = (pose[:, :2].sum(axis=1) * (HALF - 1) / 2 + pose[:, 2] - (HALF - 1) / 2) / HALF
    height, width = references[0].whole.shape
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    straight = np.asarray(cv2.warpAffine(half, small, (width, height), flags=flags, borderValue=-1.0), np.float32)
    there = fields(straight).min(axis=1) >= 0
    if there.mean() < LEAST_PART:
        return None
    one = even(fields(straight)[there])
    rows = np.stack([reference.fields[there] for reference in references])
    return np.asarray(np.median(np.einsum("rfp,fp->rf", rows, one), axis=1), np.float32)
