"""The doctor listens: whether a sound can be played, and whether there is a voice. Neither has to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.doctor.finding import Finding, finding
from device.sound.speaker import FAILURES, has_loudspeaker, play_once
from device.sound.voice import can_speak

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.settings.settings import SoundSettings


def check_sound(settings: SoundSettings, plays: Callable[[str], None] = play_once) -> Iterator[Finding]:
    """Plays a sound where there is something to play it on; a voice is missed only if it is wanted."""
    if not has_loudspeaker():
        yield finding("audio", "none", good=True)
    else:
        try:
            plays("booked")
        except FAILURES as problem:
            yield finding("audio", "failed", "audio", good=False, reason=str(problem))
        else:
            yield finding("audio", "played", good=True)
    if can_speak():
        yield finding("voice", "there", good=True)
    else:
        yield finding("voice", "none", "voice", good=not settings.voice)
