"""Errors of the screen."""

from engine import WondertableError


class DisplayError(WondertableError, RuntimeError):
    """There is no screen to draw on, or it was lost."""


class LayoutError(WondertableError, ValueError):
    """Something does not fit its box, or covers something else. Raised in strict mode only, which tests use."""
