"""Soft sounds, computed from sine waves."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

RATE = 22_050
"""Samples per second; the same as espeak-ng's."""
PEAK = 0.5
"""The loudest sample of a sound, as a share of full scale."""

Notes = tuple[tuple[float, float], ...]
"""Start (s) and pitch (Hz) of each note."""

TONES: Mapping[str, Notes] = MappingProxyType(
    {
        "booked": ((0.0, 523.25), (0.07, 783.99)),
        "question": ((0.0, 659.26), (0.16, 493.88)),
    }
)
"""Name -> notes: a fifth up for a booked action, a fourth down for a question."""
NOTE_SECONDS = 0.45
"""Seconds for which a note can be heard."""


def tone(name: str) -> bytes:
    """The samples of a sound: 16 bits, one channel, `RATE` per second. KeyError for an unknown name."""
    notes = TONES[name]
    length = int((max(start for start, _ in notes) + NOTE_SECONDS) * RATE)
    mixed = np.zeros(length)
    for start, pitch in notes:
        first = int(start * RATE)
        note = _note(pitch)
        mixed[first : first + len(note)] += note
    mixed *= PEAK / np.abs(mixed).max()
    return (mixed * np.iinfo(np.int16).max).astype("<i2").tobytes()


def _note(pitch: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A note like a mallet on wood: 5 ms of attack, then fading; its overtone fades faster."""
    time = np.arange(int(NOTE_SECONDS * RATE)) / RATE
    attack = np.minimum(1.0, time / 0.005)
    release = np.minimum(1.0, (NOTE_SECONDS - time) / 0.02)
    body = np.sin(2 * np.pi * pitch * time) * np.exp(-9 * time)
    overtone = 0.3 * np.sin(2 * np.pi * 3.93 * pitch * time) * np.exp(-28 * time)
    note: np.ndarray[tuple[int], np.dtype[np.float64]] = attack * release * (body + overtone)
    return note
