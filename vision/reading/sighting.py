"""One code that was read in one picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]
"""Shape (4, 2): x and y in px of the black square's corners, clockwise from the sticker's own top left."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A code and where its black square is in the picture."""

    code: int
    corners: Corners
