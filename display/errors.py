"""What can go wrong on the way to the screen."""

from engine import WondertableError


class DisplayError(WondertableError, RuntimeError):
    """There is no screen to draw on, or it went away."""


class LayoutError(WondertableError, ValueError):
    """Something is wider than its box or lies over something else. Raised in strict mode only, by the tests."""
