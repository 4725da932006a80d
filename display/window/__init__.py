"""The window and the keyboard: what changed is drawn, keys and touches become presses."""

from display.window.window import Window

__all__ = ["Window"]
