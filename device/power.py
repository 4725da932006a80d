"""Switching off: the appliance may do nothing to the machine but ask for it, by a file that systemd waits for."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
