"""Errors of this package: a key with placeholders; the display has the words."""


class VisionError(Exception):
    """Root of all errors that this package raises.

    `key` names the message in the language catalogues, `placeholders` fill it in.
    """

    def __init__(self, key: str, **placeholders: object) -> None:
        super().__init__(key, placeholders)
        self.key = key
        self.placeholders = placeholders


class FrameError(VisionError, ValueError):
    """A picture that cannot be read: torn, black, or of the wrong shape or size."""


class CodebookError(VisionError, ValueError):
    """A codebook file that cannot be read, with the line and the reason."""


class SymbologyError(VisionError, RuntimeError):
    """No library that reads these stickers is installed."""


class CalibrationError(VisionError, ValueError):
    """Pictures in which the lens cannot be measured, or a calibration made for pictures of another shape."""
