"""The Debian package: what is chosen for which Python, where it starts, and what its scripts keep."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from systemd import wheels

PROJECT = Path(__file__).parents[2]
DEB = PROJECT / "systemd" / "deb"
LOCK = """# a comment
both==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via something
old==1.0 ; python_full_version < '3.12' \\
    --hash=sha256:cc
new==2.0 ; python_full_version >= '3.12' and platform_machine == 'aarch64' \\
    --hash=sha256:dd
"""


def names(text):
    return re.findall(r"^(\w+)==", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("python", "machine", "expected"),
    [("3.11", "aarch64", ["both", "old"]), ("3.13", "aarch64", ["both", "new"]), ("3.13", "x86_64", ["both"])],
)
def test_each_python_and_processor_gets_what_is_meant_for_it(python, machine, expected):
    found = wheels.requirements(LOCK, python, machine)
    assert names(found) == expected
    assert found.count("--hash") == 1 + len(expected)
    assert ";" not in found


def test_the_lock_holds_the_same_packages_for_both_pythons():
    lock = wheels.LOCK.read_text()
    of_each = [sorted(names(wheels.requirements(lock, python, "aarch64"))) for python in wheels.PYTHONS]
    assert of_each[0] == of_each[1]
    assert "numpy" in of_each[0]


def test_the_package_needs_what_the_installer_installs():
    control = (DEB / "control").read_text()
    installer = (PROJECT / "systemd" / "install.sh").read_text()
    (wanted,) = re.findall(r'packages="(python3-pygame [^"$]+)"', installer)
    for package in wanted.split():
        assert package in control
    assert "python3-picamera2 (>= 0.3.20)" in control
    assert tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["requires-python"].startswith(">=3.11")


def test_games_and_settings_are_removed_on_purge_only():
    (purged,) = re.findall(r"rm -rf (/var/lib/wondertable .*)", (DEB / "postrm").read_text())
    assert purged == "/var/lib/wondertable /etc/wondertable"
    before = (DEB / "postrm").read_text().split("rm -rf /var/lib")[0]
    assert before.rstrip().rpartition("if [")[2].startswith(' "$1" = purge')


@pytest.mark.parametrize(
    ("default", "manager", "without"),
    [("multi-user", True, 0), ("graphical", True, 1), ("graphical", False, 0), (None, True, 1), (None, False, 0)],
)
def test_a_desktop_image_that_is_set_to_the_console_starts_the_service(tmp_path, default, manager, without):
    system = tmp_path / "system"
    system.mkdir()
    if default:
        (tmp_path / f"{default}.target").touch()
        (system / "default.target").symlink_to(tmp_path / f"{default}.target")
    if manager:
        (system / "display-manager.service").touch()
    script = (DEB / "without-desktop").read_text().replace("/etc/systemd/system", str(system))
    assert subprocess.run(["sh", "-c", script], check=False, timeout=10).returncode == without


@pytest.mark.parametrize(
    "script", ["build.sh", "preinst", "postinst", "prerm", "postrm", "wondertable", "without-desktop"]
)
def test_the_scripts_are_sound(script):
    subprocess.run(["sh", "-n", DEB / script], check=True, timeout=10)


def test_an_architecture_that_no_pi_has_is_refused():
    said = subprocess.run(["sh", DEB / "build.sh", "armhf"], capture_output=True, text=True, check=False, timeout=10)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)


def test_a_python_the_package_holds_nothing_for_is_named(tmp_path):
    start = tmp_path / "start.py"
    start.write_text((DEB / "start.py").read_text())
    said = subprocess.run(
        [sys.executable, "-I", start, "program"], capture_output=True, text=True, check=False, timeout=20
    )
    assert (
        said.stderr
        == f"wondertable: the package holds nothing for Python {sys.version_info.major}.{sys.version_info.minor}\n"
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["booted.sh", "woody"], "there is no woody here: bookworm or trixie"),
        (["installed.sh", "amd64", "woody"], "there is no woody here: bookworm or trixie"),
        (["installed.sh", "arm64", "trixie", "pip"], "there is no way pip: package or installer"),
        (["installed.sh", "armhf"], "there are packages for arm64 and amd64, not for armhf"),
        (["installed.sh"], "there are packages for arm64 and amd64: name one of them"),
    ],
)
def test_what_tries_the_package_says_in_a_sentence_what_it_cannot_do(command, said):
    script, *words = command
    done = subprocess.run(
        ["sh", PROJECT / "systemd" / script, *words], capture_output=True, text=True, check=False, timeout=20
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"wondertable: {said}\n")


def test_what_tries_the_package_names_no_mirror_of_its_own():
    for script in ("installed.sh", "booted.sh", "sd_card_booted.sh", "roots.sh"):
        assert "http://" not in (PROJECT / "systemd" / script).read_text()
