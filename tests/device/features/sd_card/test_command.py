"""The files beside a fresh image: cloud-init and Bookworm's first start find what they read, and the scripts run."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import textwrap
import tomllib
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

import pytest

from device.command_line import main
from device.features.sd_card.command import CMDLINE

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "console=tty1 root=PARTUUID=1234-02 rootwait init=/usr/lib/raspberrypi-sys-mods/firstboot"
NETWORK, PASSWORD = "Zu Hause: #1", 'it\'s "x": {y} \\ $HOME'
PACKAGE = "wondertable_0.2.0_arm64.deb"
needs_time_zones = pytest.mark.skipif(not available_timezones(), reason="needs a list of time zones (tzdata)")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Makes the files with some arguments; returns their folder."""
    (tmp_path / PACKAGE).write_bytes(b"a package")
    (tmp_path / "id.pub").write_text("ssh-ed25519 AAAA me@here\n")
    (tmp_path / "config.toml").write_text('[screen]\nlanguage = "it"\n[buttons]\nadvance = 5\n[lights]\nbuzzer = 12\n')

    def make(*arguments: str, folder: str = "card", password: str = PASSWORD) -> Path:
        monkeypatch.setattr(sys, "stdin", io.StringIO(password + "\n"))
        command = ["--config", str(tmp_path / "config.toml"), "sd-card", "--out", str(tmp_path / folder)]
        assert main([*command, "--package", str(tmp_path / PACKAGE), *arguments]) == 0
        return tmp_path / folder

    return make


def installed_by_cloud_init(user_data: str) -> dict[str, str]:
    """Path -> content of what `write_files` writes."""
    found = {}
    for part in user_data.partition("write_files:\n")[2].partition("runcmd:\n")[0].split("- path: ")[1:]:
        path, _, rest = part.partition("\n")
        found[path] = textwrap.dedent(rest.partition("content: |\n")[2])
    return found


def test_trixie_gets_the_three_files_of_cloud_init_and_the_package(made, capsys) -> None:
    folder = made(
        "--wifi", NETWORK, "--country", "de", "--hostname", "table-1", "--ssh-key", str(made().parent / "id.pub")
    )
    assert sorted(file.name for file in folder.iterdir()) == ["meta-data", "network-config", "user-data", PACKAGE]
    user_data = (folder / "user-data").read_text()
    assert user_data.startswith('#cloud-config\nhostname: "table-1"\n')
    (user,) = json.loads(next(row for row in user_data.splitlines() if row.startswith("users: ")).partition(" ")[2])
    assert (user["name"], user["lock_passwd"], user["ssh_authorized_keys"]) == (
        "pi",
        True,
        ["ssh-ed25519 AAAA me@here"],
    )
    assert "- [systemctl, start, --no-block, wondertable-install.service]" in user_data
    wifi = json.loads((folder / "network-config").read_text())["network"]["wifis"]["wlan0"]
    assert wifi["access-points"] == {NETWORK: {"password": PASSWORD}}
    assert wifi["regulatory-domain"] == "DE"
    assert "bootfs" in capsys.readouterr().out


def test_pins_and_language_are_those_of_the_settings(made) -> None:
    found = installed_by_cloud_init((made() / "user-data").read_text())
    config = tomllib.loads(found["/etc/wondertable/config.toml"])
    assert (config["screen"]["language"], config["buttons"]["advance"], config["lights"]["buzzer"]) == ("it", 5, 12)
    assert config["buttons"]["undo"] == 27, "a pin that nobody changed is said, too"


@pytest.mark.parametrize(
    "key",
    [b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----\n", b"\xff\xfes\0", b"", None],
)
def test_only_a_public_key_comes_onto_the_card(made, tmp_path, capsys, key) -> None:
    if key is not None:
        (tmp_path / "id").write_bytes(key)
    with pytest.raises(SystemExit):
        made("--ssh-key", str(tmp_path / "id"))
    assert "id " in capsys.readouterr().err
    assert not (tmp_path / "card").exists()


def test_files_that_are_made_again_are_another_machine_to_cloud_init(made) -> None:
    first = (made() / "meta-data").read_text()
    assert first != (made() / "meta-data").read_text()


@pytest.mark.skipif(not shutil.which("cloud-init"), reason="needs cloud-init")
def test_cloud_init_knows_everything_that_it_is_told(made) -> None:
    folder = made("--wifi", NETWORK, "--country", "DE", "--timezone", "Europe/Rome")
    done = subprocess.run(
        ["cloud-init", "schema", "-c", folder / "user-data"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_bookworm_on_the_card_itself(made, tmp_path, capsys) -> None:
    (tmp_path / "bootfs").mkdir()
    (tmp_path / "bootfs" / "cmdline.txt").write_text(WORDS + "\n")
    for _ in range(2):
        folder = made("--wifi", NETWORK, "--country", "DE", folder="bootfs")
    assert (folder / "cmdline.txt").read_text() == f"{WORDS} {CMDLINE}\n", "once, however often"
    assert not (folder / "user-data").exists()
    custom = tomllib.loads((folder / "custom.toml").read_text())
    assert custom["config_version"] == 1
    assert custom["wlan"] == {"ssid": NETWORK, "password": PASSWORD, "password_encrypted": False, "country": "DE"}
    assert custom["user"]["password"] == "!", "nobody can log in with a password"
    assert str(folder) in capsys.readouterr().out


def test_trixie_on_the_card_itself_leaves_its_command_line_alone(made, tmp_path) -> None:
    (tmp_path / "bootfs").mkdir()
    for name, text in (("cmdline.txt", WORDS), ("meta-data", "instance_id: rpios-image\n")):
        (tmp_path / "bootfs" / name).write_text(text)
    folder = made(folder="bootfs")
    assert (folder / "cmdline.txt").read_text() == WORDS
    assert not (folder / "firstrun.sh").exists()


def test_bookworm_in_a_folder_is_told_the_words_to_add(made, capsys) -> None:
    made("--release", "bookworm")
    assert CMDLINE in capsys.readouterr().out


def stubs(folder: Path, **bodies: str) -> dict[str, str]:
    """Programs that write down how they were called; returns the environment in which they are found first."""
    folder.mkdir()
    for name, body in bodies.items():
        stub = folder / name.replace("_", "-")
        stub.write_text(f'#!/bin/sh\necho "{stub.name} $*" >>{folder}/calls\n{body}\n')
        stub.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin"}


def test_the_script_for_bookworm_installs_what_cloud_init_does(made, tmp_path) -> None:
    wanted = installed_by_cloud_init((made() / "user-data").read_text())
    script = (made("--release", "bookworm") / "firstrun.sh").read_text()
    for place in ("/etc/", "/usr/local/", "/boot/"):
        script = script.replace(f" {place}", f" {tmp_path}/root{place}").replace(
            f">{place}", f">{tmp_path}/root{place}"
        )
    boot = tmp_path / "root" / "boot" / "firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text(f"{WORDS} {CMDLINE}\n")
    (boot / "firstrun.sh").write_text(script)
    environment = stubs(tmp_path / "stubs", systemctl="")
    subprocess.run(["sh", "-eu", boot / "firstrun.sh"], check=True, env=environment, timeout=20)
    for path, text in wanted.items():
        written = (tmp_path / "root" / path[1:]).read_text().replace(f" {tmp_path}/root", " ")
        assert written.rstrip() == text.rstrip(), path
    assert (tmp_path / "root/usr/local/sbin/wondertable-install").stat().st_mode & 0o111
    assert (boot / "cmdline.txt").read_text() == WORDS + "\n"
    assert not (boot / "firstrun.sh").exists()
    assert (tmp_path / "stubs" / "calls").read_text() == "systemctl enable wondertable-install.service\n"


@pytest.mark.parametrize(
    ("network", "status", "last"), [("exit 0", 0, "systemctl --no-block reboot"), ("exit 100", 100, "apt-get")]
)
def test_the_service_tries_again_until_there_is_a_network(made, tmp_path, network, status, last) -> None:
    script = installed_by_cloud_init((made() / "user-data").read_text())["/usr/local/sbin/wondertable-install"]
    environment = stubs(tmp_path / "stubs", systemctl="", dpkg="", apt_get=network)
    done = subprocess.run(
        ["sh"], input=script, text=True, env=environment, check=False, timeout=20, capture_output=True
    )
    calls = (tmp_path / "stubs" / "calls").read_text().splitlines()
    assert (done.returncode, calls[-1][: len(last)]) == (status, last)
    assert any(f"install /boot/firmware/{PACKAGE}" in call for call in calls) == (status == 0)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_service_is_one(made, tmp_path) -> None:
    unit = tmp_path / "wondertable-install.service"
    text = installed_by_cloud_init((made() / "user-data").read_text())[
        "/etc/systemd/system/wondertable-install.service"
    ]
    unit.write_text(text.replace("/usr/local/sbin/wondertable-install", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("password", ["1234567", "x" * 64])
def test_a_password_that_no_wireless_network_has_is_said(made, capsys, password) -> None:
    with pytest.raises(SystemExit):
        made("--wifi", NETWORK, "--country", "DE", password=password)
    assert "8 to 63 characters" in capsys.readouterr().err
    assert made("--wifi", NETWORK, "--country", "DE", password="0" * 64), "a key has 64 digits"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--wifi", "Home"], "--wifi needs --country"),
        (["--hostname", "my table"], "letters a to z"),
        (["--country", "Germany"], "two letters"),
        (["--timezone", "x: y"], "Europe/Rome"),
        pytest.param(["--timezone", "Europe/Berln"], "Europe/Rome", marks=needs_time_zones),
        (["--package", "nowhere.deb"], "make deb"),
    ],
)
def test_what_is_wrong_is_said(made, capsys, arguments, said) -> None:
    with pytest.raises(SystemExit):
        made(*arguments)
    assert said in capsys.readouterr().err
