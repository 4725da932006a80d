"""Switching the machine off, and ending in good order when something else ends the program."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

FILE = "off"
"""A file in the service's runtime directory that `systemd/wondertable-off.path` waits for."""
ENDED_WITHIN = 20.0
"""s in which systemd ends this program; if it ended by itself before that, systemd would start it again."""


def switch_off(environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Ask systemd to switch the machine off. False if this is not a systemd service. Raises `OSError`."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return False
    (Path(folder) / FILE).touch()
    sleep(ENDED_WITHIN)
    return True


@contextmanager
def stop_on_sigterm(stop: Callable[[], None]) -> Iterator[None]:
    """Within the block SIGTERM (the machine goes off, somebody stops the service) calls `stop`.

    So lights and camera are closed, and games that a failed disk lacks are written if it works again.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
