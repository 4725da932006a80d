"""Draws what the program draws now, without a screen, again and again: meant.py FILE CONFIG."""

import os
import sys
import threading
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path[0:0] = ["/usr/lib/wondertable/common", f"/usr/lib/wondertable/python3.{sys.version_info.minor}"]

import pygame

from device.command_line import main


def keep() -> None:
    """The latest picture, every few seconds."""
    while True:
        time.sleep(3)
        if pygame.display.get_init() and (surface := pygame.display.get_surface()):
            pygame.image.save(surface, sys.argv[1] + ".new.png")
            Path(sys.argv[1] + ".new.png").replace(sys.argv[1])


threading.Thread(target=keep, daemon=True).start()
sys.exit(main(["--config", sys.argv[2], "run"]))
