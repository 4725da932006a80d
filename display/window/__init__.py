"""The window: draws what changed, and turns keys and touches into presses."""

from display.window.window import Window

__all__ = ["Window"]
