"""Why there is no camera, and which cameras there are instead."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CameraFault:
    """What is wrong with a camera: the catalogue's `key` of a sentence, and what fills it in.

    `camera`: as settings and command line name it; `reason`: in the system's words. `others`: the cameras that are
    there, each as it is named there and by its maker.
    """

    key: str
    camera: str = ""
    reason: str = ""
    others: tuple[tuple[str, str], ...] = ()
