"""What can go wrong at the edges: each error says what (`key`) and with what (`placeholders`), never in a sentence."""

from engine import WondertableError


class DeviceError(WondertableError):
    """Root of what the appliance itself raises."""


class CameraError(DeviceError, OSError):
    """A camera, film or folder of pictures that is absent, stopped or gave something that is no picture."""


class ImageError(DeviceError, ValueError):
    """A file that is not a picture; `placeholders["path"]` says which."""


class SettingsError(DeviceError, ValueError):
    """Settings that cannot be taken: says the file, the key and the reason."""


class JournalError(DeviceError, RuntimeError):
    """A journal that this program must not touch (a newer program wrote it), or a game that is not in it."""


class RecordFileError(DeviceError, ValueError):
    """A file that no record can be read from; `placeholders["record"]` says which."""


class NothingToResumeError(DeviceError, LookupError):
    """There is no unfinished game of this kind."""


class OutputFileError(DeviceError, OSError):
    """A file that cannot be written; `placeholders["file"]` says which."""


class ExportError(DeviceError, ValueError):
    """A game that cannot be given away in this format; `placeholders["game"]` says which."""


class UnreadableGameError(DeviceError, ValueError):
    """A game in the journal that these rules cannot play again; it stays there."""


class CalibrationFileError(DeviceError, ValueError):
    """A file that is no calibration; `placeholders["file"]` says which."""
