"""The voice: the program espeak-ng turns a sentence into samples, offline."""

import shutil
import subprocess
from collections.abc import Mapping
from types import MappingProxyType

PROGRAM = "espeak-ng"
VOICES: Mapping[str, str] = MappingProxyType(
    {"de": "de", "en": "en", "es": "es", "fr": "fr-fr", "it": "it", "pt_BR": "pt-br", "uk": "uk"}
)
"""Language of the screen -> espeak-ng's name of the voice."""
WORDS_PER_MINUTE = 150
SYNTHESIS_TIMEOUT = 10.0
"""Seconds; a sentence normally takes 0.1 s."""
DATA_MARKER = b"data"
"""In a WAV file the samples follow this marker and four bytes of length."""


def can_speak() -> bool:
    """True if espeak-ng is installed."""
    return shutil.which(PROGRAM) is not None


def synthesize(text: str, language: str) -> bytes:
    """The samples of a sentence, in the format of `tones.tone`; empty if there is no voice or it fails."""
    program = shutil.which(PROGRAM)
    if program is None:
        return b""
    voice = VOICES.get(language, VOICES["en"])
    command = [program, "-v", voice, "-s", str(WORDS_PER_MINUTE), "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=SYNTHESIS_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return b""
    header, found, rest = done.stdout.partition(DATA_MARKER)
    samples = rest[4:] if found and header.startswith(b"RIFF") else b""
    return samples[: len(samples) // 2 * 2]
