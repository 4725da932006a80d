"""The appliance: cameras, buttons, journal, umpire, settings, command line, main loop."""

import os

MOST_PIXELS = 130_000_000
"""In a picture. A small file may claim any size, and OpenCV would take 1.2 GB for what its own limit allows."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # OpenCV reads it when it is imported
