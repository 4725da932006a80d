"""How long things take to be believed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrackerTimeouts:
    """Seconds of the camera's time."""

    still: float = 0.7
    """A sticker lies still."""
    gone: float = 1.5
    """A still one is not there any more, though its place is in plain sight."""
    glimpsed: float = 1.0
    """One that never lay still is forgotten."""
    missed: float = 0.5
    """One of several that look alike is not there any more, if another has appeared near it."""
    pushed: float = 2.0
    """A card on the mat is pushed from one place to the next in less."""
    covered: float = 3.0
    """The same, while something covers it."""
    board: float = 10.0
    """A board that something lies over while no game is on: a board taken away looks like that, too."""
    remembered: float = 900.0
    """What vanished and is at the same place again is the same thing."""
