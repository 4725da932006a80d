"""Soft sounds, made of sines; nothing is recorded."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

RATE = 22_050
"""Samples a second, as espeak-ng speaks."""
LOUDEST = 0.5
"""Share of the full scale that a sound reaches."""

Notes = tuple[tuple[float, float], ...]
"""When each note begins (s), and its pitch (Hz)."""

TONES: Mapping[str, Notes] = MappingProxyType(
    {
        "booked": ((0.0, 523.25), (0.07, 783.99)),
        "question": ((0.0, 659.26), (0.16, 493.88)),
    }
)
"""A fifth upwards for what is booked, a fourth downwards for a question."""
RINGS = 0.45
"""s for which a note can be heard."""


def tone(name: str) -> bytes:
    """The samples of a sound: 16 bits each, one channel, `RATE` a second. KeyError if there is none of this name."""
    notes = TONES[name]
    length = int((max(start for start, _ in notes) + RINGS) * RATE)
    mixed = np.zeros(length)
    for start, pitch in notes:
        first = int(start * RATE)
        note = _note(pitch)
        mixed[first : first + len(note)] += note
    mixed *= LOUDEST / np.abs(mixed).max()
    return (mixed * np.iinfo(np.int16).max).astype("<i2").tobytes()


def _note(pitch: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A mallet on wood: it comes in 5 ms, dies away, and its overtone dies faster."""
    time = np.arange(int(RINGS * RATE)) / RATE
    attack = np.minimum(1.0, time / 0.005)
    release = np.minimum(1.0, (RINGS - time) / 0.02)
    body = np.sin(2 * np.pi * pitch * time) * np.exp(-9 * time)
    overtone = 0.3 * np.sin(2 * np.pi * 3.93 * pitch * time) * np.exp(-28 * time)
    note: np.ndarray[tuple[int], np.dtype[np.float64]] = attack * release * (body + overtone)
    return note
