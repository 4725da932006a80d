"""What is asked of NetworkManager, by its own command `nmcli`. Every call may take seconds: never in the main loop.

`nmcli` speaks to NetworkManager over the system's local bus, so the game's process still has no network of its own. It
is a part of NetworkManager, needs no library here, and its terse output is made for programs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Sequence

NMCLI = "nmcli"
STANDARD_INPUT = "/dev/stdin"
SECONDS = "30"
"""For a connection to come up, as `nmcli` counts them."""
KILLED_AFTER = 40.0
"""s; then `nmcli` itself hangs."""
NOT_USABLE = ("unavailable", "unmanaged")
"""How the state of a device begins that is switched off, or that NetworkManager leaves alone."""
NOT_ALLOWED = ("privileges", "not authorized")
"""In what `nmcli` says if this user may not change the network (polkit)."""
NO_SUCH = 10
"""Exit status of `nmcli`: no such connection."""
UNESCAPED_COLON = re.compile(r"(?<!\\):")


class HotspotError(DeviceError, OSError):
    """NetworkManager refuses or does not answer; `placeholders["reason"]` is a key, or in its words.

    `unknown`: there is no such connection.
    """

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        super().__init__("hotspot_refused", reason=reason)
        self.reason, self.unknown = reason, unknown


@dataclass(frozen=True, slots=True)
class WifiDevice:
    """Wi-Fi hardware that can serve others. `connection`, `uuid`: the connection it carries now, "" for none."""

    name: str
    connection: str = ""
    uuid: str = ""


def is_there() -> bool:
    """True if `nmcli` is installed."""
    return shutil.which(NMCLI) is not None


def wifi_device() -> WifiDevice | None:
    """The hardware for an own Wi-Fi, rather one that carries no connection; None if there is none.

    Raises `HotspotError`: NetworkManager does not run.
    """
    found = []
    for line in _nmcli("--terse", "--fields", "DEVICE,TYPE,STATE,CONNECTION,CON-UUID", "device").splitlines():
        name, kind, state, connection, uuid = (*_fields(line), "", "", "", "", "")[:5]
        if kind == "wifi" and not state.startswith(NOT_USABLE) and _serves_others(name):
            found.append(WifiDevice(name, connection, uuid))
    return min(found, key=lambda device: bool(device.connection), default=None)


def open_wifi(profile: str, device: str, ssid: str, passphrase: str) -> None:
    """Open a Wi-Fi whose connection is called `profile`; it is gone when the machine is switched off.

    The passphrase goes over a pipe: everybody on this machine can read a command line.

    Raises `HotspotError`.
    """
    _nmcli(
        *("connection", "add", "save", "no", "type", "wifi", "ifname", device, "con-name", profile),
        *("autoconnect", "no", "ssid", ssid, "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
        *("ipv4.method", "shared", "ipv6.method", "ignore"),
        *("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp"),
        *("wifi-sec.group", "ccmp"),
    )
    secret = f"802-11-wireless-security.psk:{passphrase}\n"
    _nmcli("--wait", SECONDS, "connection", "up", "id", profile, "passwd-file", STANDARD_INPUT, said=secret)


def is_open(profile: str) -> bool:
    """True while this Wi-Fi is up. Raises `HotspotError`."""
    rows = _nmcli("--terse", "--fields", "NAME", "connection", "show", "--active").splitlines()
    return profile in (_fields(row)[0] for row in rows)


def close_wifi(profile: str) -> None:
    """Close the Wi-Fi and forget its connection. Raises `HotspotError`, also if there is no such connection."""
    _nmcli("--wait", SECONDS, "connection", "delete", "id", profile)


def connect(uuid: str) -> None:
    """Ask for a connection that was there before, without waiting for it. Raises `HotspotError`."""
    _nmcli("--wait", "0", "connection", "up", "uuid", uuid)


def _serves_others(device: str) -> bool:
    """True if the hardware can be an access point."""
    said = _nmcli("--terse", "--fields", "WIFI-PROPERTIES.AP", "device", "show", device)
    return said.strip().endswith(":yes")


def _nmcli(*arguments: str, said: str = "") -> str:
    """What `nmcli` prints. `said`: what it can read from its standard input."""
    try:
        done = subprocess.run(
            [NMCLI, *arguments],
            env={**os.environ, "LC_ALL": "C"},
            input=said.encode(),
            capture_output=True,
            timeout=KILLED_AFTER,
            check=False,
        )
    except subprocess.TimeoutExpired as problem:
        raise HotspotError("hotspot_no_answer") from problem
    except OSError as problem:
        raise HotspotError(problem.strerror or str(problem)) from problem
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or [f"status {done.returncode}"]
        if any(word in lines[-1].lower() for word in NOT_ALLOWED):
            raise HotspotError("hotspot_not_allowed")
        raise HotspotError(lines[-1].removeprefix("Error: ").rstrip("."), unknown=done.returncode == NO_SUCH)
    return done.stdout.decode(errors="replace")


def _fields(line: str) -> Sequence[str]:
    r"""The fields of a terse line; `nmcli` writes a colon inside one as `\:`."""
    return [re.sub(r"\\(.)", r"\1", field) for field in UNESCAPED_COLON.split(line)]
