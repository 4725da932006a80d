"""What a camera's sensor, lens and electronics do to a picture, beyond blur and plain noise.

The simulated camera can be given an `Imaging`; `IMAGINGS` names those that cameras on the market have. A colour cast of
the light shows only in how the mosaic is made grey, as everything here is read in grey.
"""

import math
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np

from vision.frame import GreyImage

HALO_RADIUS = 1.3
"""Px; the sharpening filters of cameras' processors reach about two pixels."""


@dataclass(frozen=True, slots=True)
class Imaging:
    """The defects of one camera. All zero, and quality 0: none."""

    mosaic_noise: float = 0.0
    """Grey levels of noise at each site of the Bayer mosaic, before it is interpolated."""
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """How bright red, green and blue are in a grey that the camera should show as grey."""
    denoising: float = 0.0
    """Grey levels below which differences are smoothed away."""
    sharpening: float = 0.0
    """The strength of the halos on both sides of an edge."""
    soft_corners: float = 0.0
    """Px of blur at the corners of the picture, none in the middle."""
    quality: int = 0
    """Of the JPEG compression of every picture, 1 to 100; 0: it is not compressed."""
    hunting: float = 0.0
    """By which part the exposure swings about its proper value."""
    hunting_period: float = 2.4
    """Seconds."""

    def exposure(self, time: float) -> float:
        """The factor by which the picture of this time (s) is too bright."""
        return 1 + self.hunting * math.sin(math.tau * time / self.hunting_period)

    def process(self, picture: GreyImage, seed: int) -> GreyImage:
        """The picture as the camera delivers it; `seed` is that of its noise."""
        if self.soft_corners:
            picture = _soft_at_the_corners(picture, self.soft_corners)
        if self.mosaic_noise or self.cast != (1.0, 1.0, 1.0):
            picture = _through_a_mosaic(picture, self.cast, self.mosaic_noise, seed)
        if self.denoising:
            picture = np.asarray(cv2.bilateralFilter(picture, 5, self.denoising, 2.0), np.uint8)
        if self.sharpening:
            soft = cv2.GaussianBlur(picture, (0, 0), HALO_RADIUS)
            picture = np.asarray(cv2.addWeighted(picture, 1 + self.sharpening, soft, -self.sharpening, 0.0), np.uint8)
        return _compressed(picture, self.quality) if self.quality else picture


IMAGINGS = MappingProxyType(
    {
        "clean": Imaging(),
        "pi": Imaging(mosaic_noise=3.0, denoising=10.0, sharpening=0.6, soft_corners=1.0),
        "webcam": Imaging(
            mosaic_noise=4.0,
            cast=(1.15, 1.0, 0.8),
            denoising=16.0,
            sharpening=0.9,
            soft_corners=1.2,
            quality=70,
            hunting=0.08,
        ),
        "poor": Imaging(
            mosaic_noise=5.0,
            cast=(1.3, 1.0, 0.65),
            denoising=24.0,
            sharpening=1.2,
            soft_corners=1.6,
            quality=35,
            hunting=0.15,
        ),
    }
)
"""By name: none; a Raspberry Pi camera; a good webcam with MJPEG; a cheap one in warm light."""


def relit(picture: GreyImage, light: float, pedestal: int) -> GreyImage:
    """A picture, `pedestal` levels too dark, in another light; no pixel gets brighter than white."""
    return np.asarray(cv2.addWeighted(picture, light, picture, 0.0, (light - 1) * pedestal), np.uint8)


def _soft_at_the_corners(picture: GreyImage, blur: float) -> GreyImage:
    """Defocus grows with the square of the distance from the middle."""
    height, width = picture.shape
    across, down = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    part = (across[None, :] ** 2 + down[:, None] ** 2) / 2
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    return np.asarray(cv2.blendLinear(soft, picture, part, 1 - part), np.uint8)


def _through_a_mosaic(picture: GreyImage, cast: tuple[float, float, float], noise: float, seed: int) -> GreyImage:
    """Sampled by a Bayer mosaic (RGGB) with noise at each site, then interpolated and made grey."""
    red, green, blue = cast
    sites = picture.astype(np.float32)
    sites[0::2, 0::2] *= red
    sites[0::2, 1::2] *= green
    sites[1::2, 0::2] *= green
    sites[1::2, 1::2] *= blue
    sites += np.random.default_rng([seed, 12]).standard_normal(sites.shape, dtype=np.float32) * np.float32(noise)
    mosaic = np.clip(np.rint(sites), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.cvtColor(mosaic, cv2.COLOR_BayerBG2BGR), cv2.COLOR_BGR2GRAY), np.uint8)


def _compressed(picture: GreyImage, quality: int) -> GreyImage:
    """Compressed and decompressed, as every picture of a webcam with MJPEG is."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
