"""The errors of the appliance. Each has a `key` and `placeholders` for the catalogue, never a sentence."""

from engine import WondertableError


class DeviceError(WondertableError):
    """Root of the appliance's own errors."""


class CameraError(DeviceError, OSError):
    """A camera, film or folder of pictures is missing, has stopped or gave something that is not a picture."""


class ImageError(DeviceError, ValueError):
    """A file that is not a picture; `placeholders["path"]` says which."""


class SettingsError(DeviceError, ValueError):
    """A setting is wrong; the placeholders name file, key and reason."""


class JournalError(DeviceError, RuntimeError):
    """A newer program wrote the journal, so this one must not touch it; or a game is not in it."""


class NothingToResumeError(DeviceError, LookupError):
    """There is no unfinished game of this kind."""


class OutputFileError(DeviceError, OSError):
    """A file cannot be written; `placeholders["file"]` says which."""


class ExportError(DeviceError, ValueError):
    """A game cannot be exported in this format; `placeholders["game"]` says which."""


class UnreadableGameError(DeviceError, ValueError):
    """A game in the journal cannot be replayed by these rules; it stays there."""


class CalibrationFileError(DeviceError, ValueError):
    """A file is not a calibration; `placeholders["file"]` says which."""
