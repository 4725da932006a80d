"""How colours look with a colour-vision deficiency, and how far apart two colours are.

Simulated after G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), table for severity 1.0,
on linear RGB. Differences are CIEDE2000, after G. Sharma, W. Wu, E. N. Dalal (2005).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from display.drawing.theme import Colour

MATRICES = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The matrix of each deficiency: linear RGB -> linear RGB."""


def seen(picture: NDArray[np.uint8], deficiency: str) -> NDArray[np.uint8]:
    """A picture (..., 3 sRGB values) as somebody with the deficiency sees it."""
    linear = to_linear(picture) @ np.array(MATRICES[deficiency]).T
    linear = np.clip(linear, 0.0, 1.0)
    shown = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(shown * 255).astype(np.uint8)


def to_linear(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Linear RGB, 0 to 1."""
    share = np.asarray(picture, dtype=np.float64) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour under D65."""
    matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    x, y, z = (to_linear(np.array(colour, dtype=np.uint8)) @ np.array(matrix).T) / (0.95047, 1.0, 1.08883)
    f, g, h = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def difference(first: Colour, second: Colour, deficiency: str = "normal") -> float:
    """CIEDE2000 between two colours as they are seen with a deficiency; 1 is just noticeable, side by side."""
    one, other = (lab(tuple(seen(np.array(colour, dtype=np.uint8), deficiency).tolist())) for colour in (first, second))
    return ciede2000(one, other)


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    lights = sorted(
        float(to_linear(np.array(colour, dtype=np.uint8)) @ (0.2126, 0.7152, 0.0722)) for colour in (first, second)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """The colour difference of two L*a*b* colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    middle = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    grow = 1 + (1 - math.sqrt(middle / (middle + 25**7))) / 2
    c1, c2 = math.hypot(a1 * grow, b1), math.hypot(a2 * grow, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * grow)) % 360 if (a or b) else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    s_l = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bent = (
        -2
        * math.sqrt(chroma**7 / (chroma**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    )
    parts = (l2 - l1) / s_l, (c2 - c1) / s_c, d_hue / s_h
    return math.sqrt(sum(part * part for part in parts) + bent * parts[1] * parts[2])
