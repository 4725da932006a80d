"""What can go wrong while seeing: a key and its placeholders; the words are the display's business."""


class VisionError(Exception):
    """Root of everything this package raises on purpose.

    `key` names the message in the language catalogues, `placeholders` fill it in.
    """

    def __init__(self, key: str, **placeholders: object) -> None:
        super().__init__(key, placeholders)
        self.key = key
        self.placeholders = placeholders


class FrameError(VisionError, ValueError):
    """A picture that cannot be looked at: torn, black, of the wrong shape or size."""


class CodebookError(VisionError, ValueError):
    """A codebook that cannot be read: says the line and the reason."""


class SymbologyError(VisionError, RuntimeError):
    """Stickers that cannot be read here: no library for them is installed."""


class CalibrationError(VisionError, ValueError):
    """Pictures that a lens cannot be measured in, or a lens that was measured in pictures of another shape."""
