"""The made-up cards are as alike, and as unlike, as real ones were measured to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.for_features.card_art.features import PX_PER_MM, features
from tests.vision.procedural_cards import TEXELS, card

ZOOM = PX_PER_MM / TEXELS
RIM = 4
HEADER = 48
"""px: the upper 20 mm."""


def small(name: str, printing: int = 0) -> np.ndarray:
    return cv2.resize(card(name, printing), None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_AREA)[RIM:-RIM, RIM:-RIM]


def likeness(pictures: list[np.ndarray]) -> np.ndarray:
    """The correlations of all pairs."""
    rows = np.stack([picture.ravel().astype(float) for picture in pictures])
    return np.corrcoef(rows)[np.triu_indices(len(rows), 1)]


@pytest.mark.slow
def test_two_fronts_are_as_alike_as_those_of_real_cards() -> None:
    """Real ones: 0.39 at most, 0.08 in the middle, 27 pairs of headers above 0.8, about 200 features a card."""
    fronts = [small(f"card c{number}") for number in range(75)]
    whole, headers = likeness(fronts), likeness([front[:HEADER] for front in fronts])
    assert 0.35 < whole.max() < 0.5, "a little harder than real ones"
    assert 0.03 < np.median(whole) < 0.13
    assert 15 <= (headers > 0.8).sum() <= 45
    assert 150 < np.median([len(features(front, 600).points) for front in fronts]) < 330


def test_another_printing_is_the_same_picture_in_other_ink() -> None:
    pairs = [np.corrcoef(small(f"card c{k}").ravel(), small(f"card c{k}", 1).ravel())[0, 1] for k in range(20)]
    assert min(pairs) > 0.46, "real ones: 0.46 at least"
    assert max(pairs) < 0.99
