"""What `accounts.sh` makes for a hall's broker. The tests of the hall run a real one with it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ACCOUNTS = Path(__file__).parents[2] / "systemd" / "hall" / "accounts.sh"

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")


def named(folder: Path, broker: str) -> str:
    """For whom the broker's certificate is, after a run for `broker`."""
    stand_in = folder / "mosquitto_passwd"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    path = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    subprocess.run(["sh", ACCOUNTS, folder / "hall", broker, "table-1"], check=True, env=path, capture_output=True)
    said = ("openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", folder / "hall/certificates/broker.crt")
    return subprocess.run(said, check=True, capture_output=True, text=True).stdout.splitlines()[-1].strip()


@pytest.mark.parametrize(
    ("broker", "expected"),
    [
        ("broker.lan", "DNS:broker.lan"),
        ("192.168.1.2", "IP Address:192.168.1.2"),
        ("fd00::1a", "IP Address:FD00:0:0:0:0:0:0:1A"),
    ],
)
def test_the_certificate_is_for_the_brokers_name_or_its_address(tmp_path: Path, broker: str, expected: str) -> None:
    assert named(tmp_path, broker) == expected


def test_another_brokers_certificate_is_made_anew_and_the_same_ones_stays(tmp_path: Path) -> None:
    certificate = tmp_path / "hall/certificates/broker.crt"
    assert named(tmp_path, "broker.lan") == "DNS:broker.lan"
    first = certificate.read_bytes()
    assert named(tmp_path, "broker.lan") == "DNS:broker.lan"
    assert certificate.read_bytes() == first
    assert named(tmp_path, "hall.lan") == "DNS:hall.lan"
