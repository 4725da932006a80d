"""`wondertable sd-card`: writes what a fresh Raspberry Pi OS reads when it starts for the first time.

Debian 13 ("trixie") reads cloud-init's three files; Debian 12 ("bookworm") reads `custom.toml` and, if `cmdline.txt`
names it, runs `firstrun.sh`. Both then run the same service, which installs the package as soon as there is a network.
"""

from __future__ import annotations

import argparse
import re
import secrets
import shlex
import sys
from getpass import getpass
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import available_timezones

import msgspec

from device.durable_file import make_folder
from device.for_features.reports.written_files import write_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.reporting.output import Output
    from device.settings.settings import Settings

RELEASES = ("trixie", "bookworm")
BOOT = "/boot/firmware"
USER = "pi"
CMDLINE = f"systemd.run={BOOT}/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
"""What Bookworm's `cmdline.txt` has to end with; `firstrun.sh` takes it away again."""

INSTALL = f"""\
#!/bin/sh
# Installs Wondertable from the card; the service tries again every half minute until it has worked.
set -eu
echo "Wondertable is being installed. This needs the network, and takes some minutes."
export DEBIAN_FRONTEND=noninteractive
dpkg --configure -a
apt-get -q -o APT::Update::Error-Mode=any -o DPkg::Lock::Timeout=300 update
apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confold install {BOOT}/@PACKAGE@
systemctl disable wondertable-install.service
systemctl --no-block reboot
"""
UNIT = """\
[Unit]
Description=Installs Wondertable from the card
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/usr/local/sbin/wondertable-install
Restart=on-failure
RestartSec=30
StandardOutput=journal+console
StandardError=journal+console

[Install]
WantedBy=multi-user.target
"""


class PreparedCard(NamedTuple):
    """What the Pi is told. An empty text is not said to it. `installed`: path -> content of files on the Pi."""

    hostname: str
    timezone: str
    key: str
    network: str
    password: str
    country: str
    installed: Mapping[str, str]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "sd-card",
        help="prepare an SD card with Raspberry Pi OS, so that the Pi installs everything by itself",
        description="Writes the files that Raspberry Pi OS Lite reads at its first start. Buttons, lights and language "
        "are those of the settings here.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the card's drive `bootfs`, or a folder")
    parser.add_argument(
        "--package", type=_package, required=True, metavar="FILE", help="wondertable_VERSION_arm64.deb, from `make deb`"
    )
    parser.add_argument(
        "--release", choices=RELEASES, help="of Raspberry Pi OS; default: that of the card in DIR, or trixie"
    )
    parser.add_argument("--hostname", type=_hostname, default="wondertable", help="default: wondertable")
    parser.add_argument("--timezone", type=_timezone, default="", metavar="ZONE", help="such as Europe/Rome")
    parser.add_argument(
        "--wifi",
        default="",
        metavar="NAME",
        help="wireless network; its password is asked for, or read from standard input",
    )
    parser.add_argument(
        "--country", type=_country, default="", metavar="XX", help="of the wireless network: DE, US ..."
    )
    parser.add_argument(
        "--ssh-key",
        type=_public_keys,
        metavar="FILE",
        help=f"public key with which `{USER}` may log in; otherwise nobody can",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object: the folder and its files")
    parser.set_defaults(run=run, usage=parser.error)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Write the files, and say what is left to do."""
    if args.wifi and not args.country:
        args.usage("--wifi needs --country: what a radio may do depends on it")
    password = _password(args.wifi, output) if args.wifi else ""
    if password and not re.fullmatch(".{8,63}|[0-9A-Fa-f]{64}", password):
        args.usage("the password of a wireless network has 8 to 63 characters")
    folder: Path = args.out
    cmdline = folder / "cmdline.txt"
    found = "bookworm" if cmdline.exists() and not (folder / "meta-data").exists() else "trixie"
    bookworm = (args.release or found) == "bookworm"
    package: Path = args.package
    card = PreparedCard(
        args.hostname,
        args.timezone,
        args.ssh_key or "",
        args.wifi,
        password,
        args.country,
        {
            "/etc/wondertable/config.toml": _config(settings),
            "/etc/systemd/system/wondertable-install.service": UNIT,
            "/usr/local/sbin/wondertable-install": INSTALL.replace("@PACKAGE@", package.name),
        },
    )
    files = {name: text.encode() for name, text in (for_bookworm if bookworm else for_trixie)(card).items()}
    if package.resolve() != (folder / package.name).resolve():
        files[package.name] = package.read_bytes()
    if bookworm and cmdline.exists():
        files[cmdline.name] = with_first_run(cmdline.read_text(encoding="utf-8")).encode()
    make_folder(folder)
    for name, data in files.items():
        write_file(folder / name, data)
    output.line({"folder": str(folder), "release": RELEASES[bookworm], "files": sorted(files)})
    if cmdline.exists():
        output.say("sd_card.on_card", folder=str(folder))
    else:
        output.say("sd_card.copy", folder=str(folder), files=", ".join(sorted(files)))
        if bookworm:
            output.say("sd_card.cmdline", words=CMDLINE)
    if not args.wifi:
        output.say("sd_card.cable")
    return 0


def for_trixie(card: PreparedCard) -> Mapping[str, str]:
    """File -> text, as cloud-init reads it. Another `instance-id` is another machine: all is done anew."""
    user = {
        "name": USER,
        "groups": "users,adm,sudo,video,render,input,gpio,audio,netdev",
        "shell": "/bin/bash",
        "lock_passwd": True,
        "sudo": "ALL=(ALL) NOPASSWD:ALL",
    }
    if card.key:
        user["ssh_authorized_keys"] = card.key.splitlines()
    lines = [
        "#cloud-config",
        f"hostname: {_quoted(card.hostname)}",
        "manage_etc_hosts: true",
        *([f"timezone: {_quoted(card.timezone)}"] if card.timezone else []),
        f"users: {_quoted([user])}",
        "ssh_pwauth: false",
        *(["enable_ssh: true"] if card.key else []),
        "write_files:",
    ]
    for path, text in card.installed.items():
        mode = "0755" if text.startswith("#!") else "0644"
        lines += [f"- path: {path}", f'  permissions: "{mode}"', "  content: |", indent(text, "    ").rstrip()]
    lines += [
        "runcmd:",
        "- [systemctl, daemon-reload]",
        "- [systemctl, enable, wondertable-install.service]",
        "- [systemctl, start, --no-block, wondertable-install.service]",
    ]
    network: dict[str, object] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if card.network:
        point = {"password": card.password} if card.password else {}
        wireless = {"dhcp4": True, "optional": True, "regulatory-domain": card.country}
        network["wifis"] = {"wlan0": {**wireless, "access-points": {card.network: point}}}
    return {
        "user-data": "\n".join(lines) + "\n",
        "meta-data": f"dsmode: local\ninstance-id: wondertable-{secrets.token_hex(4)}\n",
        "network-config": msgspec.json.format(msgspec.json.encode({"network": network}), indent=2).decode() + "\n",
    }


def for_bookworm(card: PreparedCard) -> Mapping[str, str]:
    """File -> text: what Raspberry Pi's own first start reads (`init_config` of raspberrypi-sys-mods), and a script."""
    sections: dict[str, dict[str, object]] = {
        "system": {"hostname": card.hostname},
        "user": {"name": USER, "password": "!", "password_encrypted": True},  # no password is right
        "ssh": {"enabled": bool(card.key), "password_authentication": False},
    }
    if card.key:
        sections["ssh"]["authorized_keys"] = card.key.splitlines()
    if card.network:
        sections["wlan"] = {"ssid": card.network, "password_encrypted": False, "country": card.country}
        if card.password:
            sections["wlan"]["password"] = card.password
    if card.timezone:
        sections["locale"] = {"timezone": card.timezone}
    lines = ["#!/bin/sh", "# Runs once, before anything else; the service that it leaves needs the network.", "set -u"]
    for path, text in card.installed.items():
        lines += [f"mkdir -p {Path(path).parent}", f"printf %s {shlex.quote(text)} >{path}"]
    lines += [
        "chmod 0755 /usr/local/sbin/wondertable-install",
        "systemctl enable wondertable-install.service",
        f"sed -i 's# systemd[.]run=.*##' {BOOT}/cmdline.txt",
        f"rm -f {BOOT}/firstrun.sh",
        "exit 0",
    ]
    return {"custom.toml": f"config_version = 1\n{_toml(sections)}", "firstrun.sh": "\n".join(lines) + "\n"}


def with_first_run(cmdline: str) -> str:
    """The kernel's command line, one line, with the words that run `firstrun.sh`, once."""
    return f"{re.sub(r' systemd[.]run=.*', '', cmdline.strip())} {CMDLINE}\n"


def _config(settings: Settings) -> str:
    values = msgspec.to_builtins(settings)
    return _toml(
        {"screen": {"language": settings.screen.language}, **{key: values[key] for key in ("buttons", "lights")}}
    )


def _toml(sections: Mapping[str, Mapping[str, object]]) -> str:
    """TOML's values are written as JSON's."""
    return "\n".join(
        "\n".join([f"[{name}]", *(f"{key} = {_quoted(value)}" for key, value in section.items()), ""])
        for name, section in sections.items()
    )


def _quoted(value: object) -> str:
    """As JSON, which YAML and TOML understand."""
    return msgspec.json.encode(value).decode()


def _password(network: str, output: Output) -> str:
    if sys.stdin.isatty():
        return getpass(output.words.say("sd_card.password", network=network) + " ", sys.stderr)
    return sys.stdin.readline().rstrip("\n")


def _package(text: str) -> Path:
    if not re.fullmatch(r"wondertable_[^_ ]+_arm64[.]deb", Path(text).name) or not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"{text} is no package for a Raspberry Pi: `make deb` builds one in build/deb")
    return Path(text)


def _public_keys(text: str) -> str:
    """What stands in a file of public keys. A private one must not come onto the card."""
    try:
        keys = Path(text).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{text} cannot be read: {problem}") from None
    if not all(re.search(r"\b(ssh|ecdsa|sk)-\S+ AAAA", line) for line in keys.splitlines() or [""]):
        raise argparse.ArgumentTypeError(f"{text} is no public key: the name of its file ends with .pub")
    return keys


def _matching(text: str, pattern: str, wanted: str) -> str:
    if not re.fullmatch(pattern, text):
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return text


def _hostname(text: str) -> str:
    return _matching(text, r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "a name of letters a to z, digits and hyphens")


def _timezone(text: str) -> str:
    known = available_timezones()  # none where the system has no list
    pattern = "|".join(map(re.escape, known)) or r"[A-Za-z]+(/[A-Za-z0-9_+-]+)*"
    return _matching(text, f"({pattern})?", "a time zone such as Europe/Rome")


def _country(text: str) -> str:
    return _matching(text.upper(), r"([A-Z]{2})?", "a country's two letters, such as DE")
