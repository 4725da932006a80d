"""Checks whether the hall's broker is reached and accepts this table. A process of its own asks it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from device.doctor.finding import Finding, finding
from device.features.hall.table.broker import broker_of, table_of
from device.features.hall.table.host import hall_socket, publisher_command
from device.features.hall.table.settings import HallSettings
from device.for_features.errors import HallError
from device.for_features.hall.signatures import read_key
from device.for_features.local_link.server_process import server_environment
from device.settings.settings import state_directory
from engine import WondertableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.settings.settings import Settings

ANSWERS_WITHIN = 30.0
"""s for the process that asks; the broker has ten of them."""


def ask_broker(folder: Path, config: Path | None = None) -> str:
    """What the publisher finds: "ok", or "refused", "unreachable" or "password" and a reason."""
    command = (*publisher_command(hall_socket(folder), folder, config), "--try")
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=server_environment(), timeout=ANSWERS_WITHIN, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"unreachable {problem}"
    return done.stdout.strip() or f"unreachable {done.stderr.strip()}"


def checks(settings: Settings, config: Path | None) -> Iterator[Finding]:
    """All checks of this feature."""
    yield from check_hall(settings.section("hall", HallSettings), lambda: ask_broker(state_directory(settings), config))


def check_hall(wanted: HallSettings, ask: Callable[[], str]) -> Iterator[Finding]:
    """Whether the broker of the settings accepts this table."""
    if not wanted.broker:
        yield finding("hall", "off", good=True)
        return
    try:
        broker, table = broker_of(wanted).address, table_of(wanted)
    except WondertableError as problem:
        yield finding("hall", "wrong", good=False, reason=problem.key, **problem.placeholders)
        return
    try:
        if wanted.key_file:
            read_key(Path(wanted.key_file).expanduser())
    except HallError as problem:
        yield Finding("doctor.hall", f"error.{problem.key}", False, "doctor.advice.hall_file", problem.placeholders)
        return
    found, _, reason = ask().partition(" ")
    values = {"broker": broker, "table": table, "file": wanted.password_file, "reason": reason}
    if found == "ok":
        yield finding("hall", "accepted", good=True, **values)
    elif found == "password":
        yield finding("hall", "password", "hall_file", good=False, **values)
    elif found == "refused":
        yield finding("hall", "refused", "hall_refused", good=False, **values)
    else:
        yield finding("hall", "unreachable", "hall_unreachable", good=False, **values)
