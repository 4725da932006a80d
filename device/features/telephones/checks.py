"""Whether pages for telephones are served as the settings say, and what confines the reader of their photographs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.doctor.finding import Finding, finding
from device.features.telephones.game.link import PHONE_SOCKET
from device.features.telephones.kernel_sandbox import offered
from device.features.telephones.settings import PhoneSettings
from device.for_features.local_link.link import sockets
from device.for_features.local_link.port_holder import TCP_TABLES, listening
from device.settings.settings import state_directory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from device.settings.settings import Settings

CONFINED_BY = ("landlock", "seccomp")


def checks(settings: Settings, config: Path | None) -> Iterator[Finding]:
    """All checks of this feature."""
    del config
    wanted = settings.section("phones", PhoneSettings)
    yield from check_phones(wanted, sockets(state_directory(settings), PHONE_SOCKET))
    yield from check_reader()


def check_reader(offered: Callable[[], tuple[str, ...]] = offered) -> Iterator[Finding]:
    """What confines the process that reads telephones' photographs. A kernel that lacks it is no fault of anybody's."""
    lacking = [name for name in CONFINED_BY if name not in offered()]
    values = {"missing": ", ".join(lacking)} if lacking else {}
    yield finding("photographs", "limited" if lacking else "confined", good=True, **values)


def check_phones(
    wanted: PhoneSettings, sockets: tuple[Path, ...] = (), tables: tuple[Path, ...] = TCP_TABLES
) -> Iterator[Finding]:
    """Whether the server for telephones runs, and nothing listens there while they are off.

    `sockets`: where a game's may be; it is there while telephones are on, if only for one evening (`run --phones`).
    """
    on = wanted.on or any(socket.exists() for socket in sockets)
    if listening(wanted.port, tables):
        state = "on" if on else "stray"
        yield finding("phones", state, None if on else "phones_stray", good=on, port=wanted.port)
    elif wanted.on:
        yield finding("phones", "away", "phones", good=False, port=wanted.port)
    else:
        yield finding("phones", "off", good=True)
