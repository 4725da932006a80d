"""The errors of features; see `device.errors`."""

from device.errors import DeviceError


class RecordFileError(DeviceError, ValueError):
    """A file is not a game record or a recorded picture; `placeholders["record"]` says which."""


class RenameError(DeviceError, ValueError):
    """A name cannot be counted as another one: the request has no such form, or the file of names is damaged."""


class LeagueError(DeviceError, ValueError):
    """A league's file is wrong, or so many players cannot be seated."""


class HallError(DeviceError, ValueError):
    """The hall's broker cannot be used as the settings or the command line say, or the results cannot be kept."""
