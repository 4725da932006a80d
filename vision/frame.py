"""One picture of the table, as the reader takes it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

GreyImage = NDArray[np.uint8]
"""Shape (height, width), 0 black to 255 white."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A grey picture with the camera's own time.

    `time` is in seconds from any fixed start and never runs backwards within one camera; `number` counts frames from 0.
    """

    image: GreyImage
    time: float
    number: int
