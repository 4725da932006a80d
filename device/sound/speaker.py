"""The loudspeaker: a thread that plays tones, computed from sine waves, at once, and sentences one after the other."""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pygame
from pygame._sdl2.audio import get_audio_device_names

from device.retrying import Retry
from device.sound.voice import can_speak, synthesize

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

MOST_TONES, MOST_SENTENCES = 4, 16
"""If more are waiting, the oldest are dropped."""
RETRY_AFTER = 60.0
"""Seconds until a loudspeaker that could not be opened is tried again."""
CHECK_AFTER = 1.0
"""Seconds between two checks whether a loudspeaker was plugged in or pulled out."""
POLL_INTERVAL = 0.05
"""Seconds between two checks whether a sentence has ended."""
SOUND_CARDS = Path("/dev/snd")
NO_SOUND, NO_VOICE = "menu.settings.no_sound", "menu.settings.no_voice"
SOUND_ERRORS = (pygame.error, NotImplementedError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words in a language; dropped if they have not begun by `until` (s). `about`: their subject, for `retract`."""

    text: str
    language: str
    about: Hashable
    until: float


class Speaker:
    """Plays tones and sentences. Safe to use from any thread.

    No call waits for a sound: what would be played too late, or is too much, is dropped. `volume`: 0 to 1. `output`: as
    in `open_mixer`; another one is opened before the next sound.
    """

    def __init__(self, volume: float = 0.5, clock: Callable[[], float] = time.monotonic, output: str = "") -> None:
        self.volume, self.output = volume, output
        self._clock = clock
        self._tones: deque[str] = deque(maxlen=MOST_TONES)
        self._sentences: deque[Sentence] = deque(maxlen=MOST_SENTENCES)
        self._wake = threading.Condition()
        self._closing = self._silence = False
        self._open = False
        self._opened: object = None
        """The output that was wanted, and what was plugged in, when it was opened last."""
        self._retry, self._look_again_at = Retry(RETRY_AFTER, clock), 0.0
        self._there = sound_outputs()
        self._broken = not has_loudspeaker()
        self._mute = not can_speak()
        self._thread = threading.Thread(target=self._keep_playing, name="speaker", daemon=True)
        self._thread.start()

    def problems(self) -> Mapping[str, str]:
        """Setting -> the catalogue key of why it does not work. Checks again at most once in CHECK_AFTER."""
        if self._clock() >= self._look_again_at:
            self._look_again_at = self._clock() + CHECK_AFTER
            self._look()
        found = {"sound.effects": NO_SOUND, "sound.voice": NO_SOUND} if self._broken else {}
        if self._mute:
            found["sound.voice"] = NO_VOICE
        return MappingProxyType(found)

    def tone(self, name: str) -> None:
        """Play a tone of `tones.TONES` now."""
        with self._wake:
            self._tones.append(name)
            self._wake.notify()

    def say(self, text: str, language: str, about: Hashable, within: float) -> None:
        """Say a sentence after those before it; drop it if it cannot begin `within` seconds."""
        with self._wake:
            self._sentences.append(Sentence(text, language, about, self._clock() + within))
            self._wake.notify()

    def retract(self, about: Hashable) -> None:
        """Drop the waiting sentences about this: they are no longer true."""
        with self._wake:
            self._sentences = deque((one for one in self._sentences if one.about != about), maxlen=MOST_SENTENCES)

    def silence(self) -> None:
        """Stop speaking, and drop all waiting sentences."""
        with self._wake:
            self._sentences.clear()
            self._silence = True
            self._wake.notify()

    def close(self) -> None:
        """Release the loudspeaker, also in the middle of a word. May be called twice."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(timeout=5)

    def _keep_playing(self) -> None:
        speaking: pygame.mixer.Channel | None = None
        while (work := self._next(speaking)) is not None:
            name, sentence, silence = work
            try:
                if silence and speaking is not None:
                    speaking.stop()
                if name is not None and self._ready():
                    self._play(tone(name))
                if sentence is not None and self._ready():
                    speaking = self._play(synthesize(sentence.text, sentence.language))
            except SOUND_ERRORS as problem:
                self._fail(problem)
            if not self._open:
                speaking = None
        self._shut()

    def _next(self, speaking: pygame.mixer.Channel | None) -> tuple[str | None, Sentence | None, bool] | None:
        """The next tone, the next sentence if none is being spoken, and whether to stop speaking; None at the end."""
        with self._wake:
            while not self._closing:
                busy = speaking is not None and speaking.get_busy()
                sentence = self._due() if not busy or self._silence else None
                name = self._tones.popleft() if self._tones else None
                silence, self._silence = self._silence, False
                if name is not None or sentence is not None or silence:
                    return name, sentence, silence
                self._wake.wait(POLL_INTERVAL if busy else None)
        return None

    def _due(self) -> Sentence | None:
        """The next sentence that is not too late."""
        while self._sentences:
            sentence = self._sentences.popleft()
            if self._clock() <= sentence.until:
                return sentence
        return None

    def _look(self) -> frozenset[tuple[Path, int]]:
        """What is plugged in now: SDL reports no error when its loudspeaker is pulled out."""
        there = sound_outputs()
        if there != self._there:
            self._there, self._broken = there, not has_loudspeaker()
        return there

    def _ready(self) -> bool:
        """True if the loudspeaker is open. Tries to open it every RETRY_AFTER, and another one at once."""
        wanted = self.output, self._look()
        if wanted != self._opened:
            self._opened = wanted
            self._shut()
            self._retry.at_once()
        if self._open or not self._retry.due:
            return self._open
        self._broken = not has_loudspeaker()
        self._mute = not can_speak()
        self._retry.failed()  # until it is open
        if not self._broken:
            open_mixer(self.output)
            self._open = True
            self._retry.recovered()
        return self._open

    def _shut(self) -> None:
        if self._open:
            self._open = False
            pygame.mixer.quit()

    def _play(self, samples: bytes) -> pygame.mixer.Channel | None:
        if not samples:
            return None
        sound = pygame.mixer.Sound(buffer=samples)
        sound.set_volume(self.volume)
        return sound.play()

    def _fail(self, problem: Exception) -> None:
        if not self._broken:
            logging.getLogger(__name__).warning("no sound: %s", problem)
        self._broken = True
        self._shut()


def has_loudspeaker() -> bool:
    """True if there is a sound card, or a desktop's sound server."""
    return bool(os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER") or sound_outputs())


def sound_outputs() -> frozenset[tuple[Path, int]]:
    """Files of sound cards and servers, with inode: one that was plugged in again counts as a new one."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    found = [Path(runtime) / name for name in ("pulse/native", "pipewire-0")] if runtime else []
    with suppress(OSError):
        found.extend(SOUND_CARDS.glob("pcm*p"))
    there = set()
    for file in found:
        with suppress(OSError):
            there.add((file, file.stat().st_ino))
    return frozenset(there)


def open_mixer(output: str = "") -> None:
    """Open the sound output whose name has this in it: "headphones", "usb", "hdmi".

    The system's own choice if it is empty, or if no such output is plugged in. Raises pygame.error.
    """
    name = next((name for name in output_names() if output.lower() in name.lower()), None) if output else None
    pygame.mixer.init(RATE, -16, 1, 1024, devicename=name, allowedchanges=0)


def output_names() -> tuple[str, ...]:
    """The names of all sound outputs, as the system calls them; none if they are not known."""
    try:
        pygame.mixer.init(RATE, -16, 1, 1024, allowedchanges=0)  # or SDL knows none
    except SOUND_ERRORS:
        return ()
    try:
        return tuple(get_audio_device_names(iscapture=False))
    except SOUND_ERRORS:
        return ()
    finally:
        pygame.mixer.quit()


def play_once(name: str, output: str = "") -> None:
    """Play a tone to its end and return. Raises pygame.error if there is no loudspeaker."""
    open_mixer(output)
    try:
        pygame.mixer.Sound(buffer=tone(name)).play()
        time.sleep(0.7)
    finally:
        pygame.mixer.quit()


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
