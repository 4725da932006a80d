"""Sounds and a voice. Both are optional and work offline; the game never waits for them and runs without them."""

from device.sound.announcer import Announcer
from device.sound.speaker import Speaker

__all__ = ["Announcer", "Speaker"]
