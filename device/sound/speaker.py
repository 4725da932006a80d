"""The loudspeaker: a thread of its own that plays tones at once and sentences one after the other."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import pygame

from device.sound.tones import RATE, tone
from device.sound.voice import can_speak, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from types import TracebackType
    from typing import Self

MOST_TONES, MOST_SENTENCES = 4, 16
"""More than this is noise: the oldest are dropped."""
TRY_AGAIN_AFTER = 60.0
"""s until a loudspeaker that could not be had is tried again."""
LOOK_AGAIN_AFTER = 1.0
"""s between two looks whether what can be played on is what was there before."""
LISTEN = 0.05
"""s between two looks whether a sentence has ended."""
SOUND_CARDS = Path("/dev/snd")
NO_SOUND, NO_VOICE = "menu.settings.no_sound", "menu.settings.no_voice"
FAILURES = (pygame.error, NotImplementedError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words to be said in a language, unless they are not begun `until` then (s). `about` names what they are about."""

    text: str
    language: str
    about: Hashable
    until: float


class Speaker:
    """Nobody ever waits for it: what comes too late or too thick is dropped. A context manager.

    Safe to use from any thread. `volume` is from 0 to 1.
    """

    def __init__(self, volume: float = 0.5, clock: Callable[[], float] = time.monotonic) -> None:
        self.volume = volume
        self._clock = clock
        self._tones: deque[str] = deque(maxlen=MOST_TONES)
        self._sentences: deque[Sentence] = deque(maxlen=MOST_SENTENCES)
        self._wake = threading.Condition()
        self._closing = self._hush = False
        self._open = self._changed = False
        self._try_again_at = self._look_again_at = 0.0
        self._there = loudspeakers()
        self._broken = not has_loudspeaker()
        self._mute = not can_speak()
        self._thread = threading.Thread(target=self._keep_playing, name="speaker", daemon=True)
        self._thread.start()

    def amiss(self) -> Mapping[str, str]:
        """Setting -> the catalogue's key of what keeps it from working; looks now and then whether that is still so."""
        if self._clock() >= self._look_again_at:
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

    def say(self, text: str, language: str, about: Hashable, patience: float) -> None:
        """Say a sentence when those before it are said; never, if that takes longer than `patience` seconds."""
        with self._wake:
            self._sentences.append(Sentence(text, language, about, self._clock() + patience))
            self._wake.notify()

    def retract(self, about: Hashable) -> None:
        """What was to be said about this is not true any more."""
        with self._wake:
            self._sentences = deque((one for one in self._sentences if one.about != about), maxlen=MOST_SENTENCES)

    def hush(self) -> None:
        """Break off, and forget what was to be said."""
        with self._wake:
            self._sentences.clear()
            self._hush = True
            self._wake.notify()

    def close(self) -> None:
        """Give the loudspeaker back, in the middle of a word. May be called twice."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(timeout=5)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _keep_playing(self) -> None:
        speaking: pygame.mixer.Channel | None = None
        while (work := self._next(speaking)) is not None:
            name, sentence, hush = work
            try:
                if hush and speaking is not None:
                    speaking.stop()
                if name is not None and self._ready():
                    self._play(tone(name))
                if sentence is not None and self._ready():
                    speaking = self._play(spoken(sentence.text, sentence.language))
            except FAILURES as problem:
                self._fail(problem)
            if not self._open:
                speaking = None
        self._shut()

    def _next(self, speaking: pygame.mixer.Channel | None) -> tuple[str | None, Sentence | None, bool] | None:
        """A tone, a sentence if none is being said, and whether to break that off; None at the end."""
        with self._wake:
            while not self._closing:
                busy = speaking is not None and speaking.get_busy()
                sentence = self._due() if not busy or self._hush else None
                name = self._tones.popleft() if self._tones else None
                hush, self._hush = self._hush, False
                if name is not None or sentence is not None or hush:
                    return name, sentence, hush
                self._wake.wait(LISTEN if busy else None)
        return None

    def _due(self) -> Sentence | None:
        """The next sentence that is not stale."""
        while self._sentences:
            sentence = self._sentences.popleft()
            if self._clock() <= sentence.until:
                return sentence
        return None

    def _look(self) -> None:
        """Notice what was plugged in or pulled out. SDL plays on into a loudspeaker that is not there any more."""
        there = loudspeakers()
        with self._wake:
            self._look_again_at = self._clock() + LOOK_AGAIN_AFTER
            if there != self._there:
                self._there, self._changed = there, True
                self._broken = not has_loudspeaker()
                self._try_again_at = 0.0

    def _ready(self) -> bool:
        """Whether the loudspeaker is open; tries to open it now and then, and another one at once."""
        self._look()
        if self._changed:
            self._changed = False
            self._shut()
        if self._open or self._clock() < self._try_again_at:
            return self._open
        self._broken = not has_loudspeaker()
        self._mute = not can_speak()
        self._try_again_at = self._clock() + TRY_AGAIN_AFTER
        if not self._broken:
            pygame.mixer.init(RATE, -16, 1, 1024, allowedchanges=0)
            self._open = True
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
    """Whether anything is there to play on: a sound card, or a sound server of a desktop."""
    return bool(os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER") or loudspeakers())


def loudspeakers() -> frozenset[tuple[Path, int]]:
    """The files of what can be played on; one that was pulled out and plugged in again is another one."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    found = [Path(runtime) / name for name in ("pulse/native", "pipewire-0")] if runtime else []
    with suppress(OSError):
        found.extend(SOUND_CARDS.glob("pcm*p"))
    there = set()
    for file in found:
        with suppress(OSError):
            there.add((file, file.stat().st_ino))
    return frozenset(there)


def play_once(name: str) -> None:
    """Play a tone to its end, for somebody who waits for it. Raises pygame.error where there is no loudspeaker."""
    pygame.mixer.init(RATE, -16, 1, 1024, allowedchanges=0)
    try:
        pygame.mixer.Sound(buffer=tone(name)).play()
        time.sleep(0.7)
    finally:
        pygame.mixer.quit()
