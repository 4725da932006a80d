"""Feeds /dev/video0 (v4l2loopback) from a file of grey pictures: film.py FILE WIDTH HEIGHT SECONDS-FOR-EACH.

The last picture stays, as a camera goes on when nobody moves.
"""

import fcntl
import struct
import sys
import time
from itertools import chain, repeat
from pathlib import Path

VIDIOC_S_FMT, OUTPUT, FIELD_NONE = 0xC0D05605, 2, 1
YUYV = int.from_bytes(b"YUYV", "little")

path, (width, height), seconds = Path(sys.argv[1]), map(int, sys.argv[2:4]), float(sys.argv[4])
with Path("/dev/video0").open("wb", buffering=0) as device, path.open("rb") as film:
    size = width * height
    wish = struct.pack("=I4xIIIIIIII", OUTPUT, width, height, YUYV, FIELD_NONE, 2 * width, 2 * size, 8, 0)
    fcntl.ioctl(device, VIDIOC_S_FMT, wish.ljust(208, b"\0"))
    picture = bytearray(b"\x80" * (2 * size))
    count = path.stat().st_size // size
    for number in chain(range(count), repeat(count - 1)):
        film.seek(number * size)
        picture[::2] = film.read(size)
        device.write(picture)
        time.sleep(seconds)
