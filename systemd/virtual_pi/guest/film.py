"""Feeds /dev/video0 (v4l2loopback) with JPEGs, as a USB camera sends them: film.py FOLDER WIDTH HEIGHT.

The folder's pictures come again and again. A symbolic link as FOLDER that leads elsewhere changes what the camera sees.
"""

import fcntl
import struct
import sys
import time
from itertools import count
from pathlib import Path

VIDIOC_S_FMT, OUTPUT, FIELD_NONE = 0xC0D05605, 2, 1
MJPG = int.from_bytes(b"MJPG", "little")
SECONDS = 0.2
"""From one picture to the next."""

folder, (width, height) = Path(sys.argv[1]), map(int, sys.argv[2:4])
with Path("/dev/video0").open("wb", buffering=0) as device:
    wish = struct.pack("=I4xIIIIIIII", OUTPUT, width, height, MJPG, FIELD_NONE, 0, 2 * width * height, 8, 0)
    fcntl.ioctl(device, VIDIOC_S_FMT, wish.ljust(208, b"\0"))
    for number in count():
        pictures = sorted(folder.resolve().iterdir())
        device.write(pictures[number % len(pictures)].read_bytes())
        time.sleep(SECONDS)
