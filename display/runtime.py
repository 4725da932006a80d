"""A private folder for what SDL and its libraries keep while the program runs."""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress

NAME = "XDG_RUNTIME_DIR"


def private_runtime() -> None:
    """Create the folder if the user has none (sudo, a service); without it they complain on standard error."""
    if os.environ.get(NAME):
        return
    with suppress(OSError):
        folder = tempfile.mkdtemp(prefix="wondertable-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ[NAME] = folder
