"""Switching off: the appliance may do nothing to the machine but ask for it, by a file that systemd waits for.

And being switched off: whoever ends the program, it ends in good order.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FILE = "off"
"""`systemd/wondertable-off.path` waits for it in the service's runtime directory."""
PATIENCE = 20.0
"""s until the machine has ended this program; a program that ended sooner would be started again."""


def switch_off(environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Ask for the machine to be switched off, as a service; False where there is nobody to ask. Raises `OSError`."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return False
    (Path(folder) / FILE).touch()
    sleep(PATIENCE)
    return True


@contextmanager
def told_to_end(stop: Callable[[], None]) -> Iterator[None]:
    """Within the block SIGTERM (the machine goes off, somebody stops the service) is a wish that `stop` is told of.

    The lights go out then, the camera is given back, and what a failed disk lacks is written if that can be done now.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
