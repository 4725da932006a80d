"""Where the broker is, and who asks: from the settings or the command line."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from device.for_features.errors import HallError
from device.for_features.hall.messages import is_table_name

if TYPE_CHECKING:
    from device.features.hall.table.settings import HallSettings

PORTS = {"mqtt": 1883, "mqtts": 8883}
LONGEST_PASSWORD = 1024
"""Bytes of a password's file that are read."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker's address. `certificates`: the CA's certificates (PEM); None: the system's."""

    host: str
    port: int
    encrypted: bool
    user: str = ""
    password_file: Path | None = None
    certificates: Path | None = None

    @property
    def address(self) -> str:
        """As it is written in the settings, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.encrypted else 'mqtt'}://{host}:{self.port}"

    def password(self) -> str:
        """What stands in the password's file, without the end of the line; "" if there is no file.

        Raises:
            HallError: the file cannot be read.
        """
        if self.password_file is None:
            return ""
        try:
            with self.password_file.open("rb") as file:
                return file.read(LONGEST_PASSWORD).decode().rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise HallError("hall_password", file=str(self.password_file), reason=reason) from problem


def broker_at(address: str, user: str = "", password_file: str = "", ca_file: str = "") -> Broker:
    """The broker of an address such as mqtts://broker.example:8883.

    Raises:
        HallError: it is no such address.
    """
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname
    except ValueError as problem:
        raise HallError("hall_address", address=address) from problem
    rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in PORTS or not host or any(rest):
        raise HallError("hall_address", address=re.sub("//.*@", "//", address))
    return Broker(
        host,
        port or PORTS[parts.scheme],
        parts.scheme == "mqtts",
        user,
        Path(password_file).expanduser() if password_file else None,
        Path(ca_file).expanduser() if ca_file else None,
    )


def broker_of(wanted: HallSettings) -> Broker:
    """The broker of the settings. Raises `HallError`."""
    return broker_at(wanted.broker, wanted.user, wanted.password_file, wanted.ca_file)


def table_of(wanted: HallSettings) -> str:
    """What this table is called: as the settings say, else as its account, else as this machine.

    Raises:
        HallError: it has letters that no table's name has.
    """
    name = wanted.table or wanted.user or re.sub("[^A-Za-z0-9_-]", "-", socket.gethostname().partition(".")[0])[:32]
    if not is_table_name(name):
        raise HallError("hall_table_name", name=name)
    return name
