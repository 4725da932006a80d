"""The voice: espeak-ng, a program of its own, turns a sentence into samples. No network, nothing learned by heart."""

from __future__ import annotations

import shutil
import subprocess
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = "espeak-ng"
VOICES: Mapping[str, str] = MappingProxyType({"en": "en", "it": "it", "pt_BR": "pt-br", "uk": "uk"})
"""Language of the screen -> name of the voice."""
WORDS_A_MINUTE = 150
TOO_LONG = 10.0
"""s; a sentence takes a tenth of one."""
HEADER = b"data"
"""What comes before the samples of a WAV file, and four bytes of length with it."""


def can_speak() -> bool:
    """Whether the program is installed."""
    return shutil.which(PROGRAM) is not None


def spoken(text: str, language: str) -> bytes:
    """The samples of a sentence, as those of `tones`; none where there is no voice."""
    program = shutil.which(PROGRAM)
    if program is None:
        return b""
    voice = VOICES.get(language, VOICES["en"])
    command = [program, "-v", voice, "-s", str(WORDS_A_MINUTE), "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=TOO_LONG, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return b""
    header, found, rest = done.stdout.partition(HEADER)
    samples = rest[4:] if found and header.startswith(b"RIFF") else b""
    return samples[: len(samples) // 2 * 2]
