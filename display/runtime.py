"""A place of one's own for what the screen's libraries keep while the program runs."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress

NAME = "XDG_RUNTIME_DIR"


def private_runtime() -> None:
    """Where nobody gave this user such a folder (sudo, a service) those libraries complain on standard error."""
    if os.environ.get(NAME):
        return
    with suppress(OSError):
        folder = tempfile.mkdtemp(prefix="wondertable-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ[NAME] = folder
