"""Sounds and a voice, off line, both optional: nothing waits for them; without a loudspeaker nothing fails."""

from device.sound.announcer import Announcer
from device.sound.speaker import Speaker

__all__ = ["Announcer", "Speaker"]
