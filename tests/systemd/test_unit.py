"""What the unit says, where systemd's own check of it finds nothing wrong either way."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.features.hall.table.host import SOCKET
from device.features.telephones.game.link import PHONE_SOCKET
from device.features.telephones.server.__main__ import PORT
from device.features.telephones.settings import PhoneSettings
from device.for_features.local_link.link import socket_path

UNIT = (Path(__file__).parents[2] / "systemd" / "wondertable.service").read_text()
MODULES = {"char-drm": "drm", "char-media": "mc", "char-video4linux": "videodev", "char-alsa": "snd"}
"""Kinds of devices -> the module of the kernel that brings them; the others are built in."""
BUILT_IN = {"char-input", "char-gpiochip", "char-dma_heap"}


def said(setting: str) -> list[str]:
    return [word for line in re.findall(rf"^{setting}=(.*)$", UNIT, re.MULTILINE) for word in line.split()]


@pytest.mark.parametrize("kind", sorted({kind for kind in said("DeviceAllow") if kind.startswith("char-")} - BUILT_IN))
def test_what_is_plugged_in_later_is_allowed_as_well(kind: str) -> None:
    """A kind of device that the kernel does not know yet when the service starts is left out of what it may use."""
    module = f"modprobe@{MODULES[kind]}.service"
    assert module in said("Wants")
    assert module in said("After")


def test_why_it_does_not_start_stands_on_the_screen_too() -> None:
    assert said("StandardError") == ["journal+console"]


def test_what_switches_off_can_do_nothing_itself() -> None:
    """That it has run switches off; before, it ran a program as root with every right."""
    off = (Path(__file__).parents[2] / "systemd" / "wondertable-off.service").read_text()
    assert "SuccessAction=poweroff" in off
    assert "ExecStart=/bin/true" in off
    assert "CapabilityBoundingSet=\n" in off


def test_a_program_that_needs_too_much_memory_does_not_swap_to_the_card() -> None:
    assert said("MemorySwapMax") == ["0"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_every_unit_is_shut_off_as_it_is_meant_to_be() -> None:
    check = Path(__file__).parents[2] / "systemd" / "check.sh"
    done = subprocess.run(["sh", check], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Overall exposure level") == 4


def test_the_server_for_telephones_sees_neither_games_nor_what_was_entered() -> None:
    phones = (Path(__file__).parents[2] / "systemd" / "wondertable-phones.service").read_text()
    assert "InaccessiblePaths=-/var/lib/wondertable\n" in phones
    assert "DynamicUser=yes\n" in phones
    assert "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6\n" in phones


def test_what_tells_the_hall_listens_to_nobody_and_writes_only_its_own_folder() -> None:
    systemd = Path(__file__).parents[2] / "systemd"
    service, path = ((systemd / f"wondertable-hall.{kind}").read_text() for kind in ("service", "path"))
    for setting in ("SocketBindDeny=any", "DynamicUser=yes", "ProtectSystem=strict", "StateDirectory=wondertable-hall"):
        assert f"\n{setting}\n" in service
    socket = Path("/run/wondertable") / SOCKET
    assert f"PathExists={socket}\n" in path
    assert f"--socket {socket} " in service
    assert "--games /var/lib/wondertable " in service
    assert "\nSocketBindAllow" not in service


def test_telephones_are_served_while_the_game_has_its_socket_open() -> None:
    path = (Path(__file__).parents[2] / "systemd" / "wondertable-phones.path").read_text()
    service = (Path(__file__).parents[2] / "systemd" / "wondertable-phones.service").read_text()
    assert f"PathExists={socket_path(Path('/x'), PHONE_SOCKET, {'RUNTIME_DIRECTORY': '/run/wondertable'})}\n" in path
    assert "--socket /run/wondertable/phones.sock" in service
    assert PhoneSettings().port == PORT


def test_the_rule_for_the_own_wifi_allows_the_appliance_only_what_it_needs() -> None:
    """Polkit skips a file that it cannot read, and the own Wi-Fi is then refused."""
    rule = (Path(__file__).parents[2] / "systemd" / "wondertable.rules").read_text()
    (user,) = said("User")
    assert f'subject.user === "{user}"' in rule
    assert set(re.findall(r'"org\.freedesktop\.([\w.-]+)"', rule)) == {
        "NetworkManager.network-control",
        "NetworkManager.settings.modify.system",
        "NetworkManager.wifi.share.protected",
    }
    assert rule.count("polkit.Result.YES") == 1


def test_the_network_is_asked_over_a_local_socket_only() -> None:
    assert said("RestrictAddressFamilies") == ["AF_UNIX", "AF_NETLINK"]
    assert said("IPAddressDeny") == ["any"]
