"""The guest's disk: Debian, the package as docs/first-pi.md installs it, and modules for the simulated devices."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

from machine import BrokenError

GUEST = Path(__file__).parent / "guest"
EMULATED = Path(__file__).parents[1] / "emulated.sh"
GUEST_FILES = {
    "devices.sh": "etc/virtual-pi", "touch.py": "etc/virtual-pi",
    "film.py": "etc/virtual-pi", "games.py": "etc/virtual-pi", "meant.py": "etc/virtual-pi",
    "cpuinfo": "etc/virtual-pi", "crashed.sh": "etc/virtual-pi",
    "shell.service": "etc/systemd/system", "devices.service": "etc/systemd/system",
    "wondertable.conf": "etc/systemd/system/wondertable.service.d", "eth0.network": "etc/systemd/network",
    "99-gpio.rules": "etc/udev/rules.d",
}  # fmt: skip
PACKAGES = (
    "systemd-sysv", "dbus", "udev", "kmod", "dmsetup", "initramfs-tools", "ca-certificates", "procps", "e2fsprogs",
    "alsa-utils", "xz-utils", "linux-source", "gcc", "libc6-dev", "make", "swig", "python3-dev", "python3-setuptools",
    "python3-evdev", "v4l2loopback-dkms", "v4l-utils", "cloud-init", "netplan.io", "sudo", "overlayroot", "busybox",
)  # fmt: skip


def mirror() -> str:
    """The one that apt has here for Debian."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    if not found:
        raise BrokenError("apt here has no mirror of Debian, which a disk would be made from")
    return found[0]


def build(folder: Path, package: Path, lgpio: Path, release: str, *, architecture: str, log: Path) -> None:
    """Make disk, kernel and initrd in `folder`. `lgpio`: its source."""
    here, root = GUEST, folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    kernel = (f"linux-image-{architecture}", f"linux-headers-{architecture}")
    way = ("sh", EMULATED) if architecture == "arm64" and platform.machine() != "aarch64" else ()
    with log.open("w") as said:

        def run(*command: str | Path) -> None:
            subprocess.run(command, check=True, stdout=said, stderr=said)

        run(*way, "mmdebstrap", "--skip=check/qemu", "--variant=apt", "--mode=root", f"--architectures={architecture}",
            f"--include={','.join((*PACKAGES, *kernel))}", "--aptopt=APT::Install-Recommends \"false\"",
            *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale")),
            release, root, mirror())  # fmt: skip
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        for name, place in GUEST_FILES.items():
            (root / place).mkdir(parents=True, exist_ok=True)
            shutil.copy(here / name, root / place)
        for file in (package, lgpio, here / "install.sh"):
            shutil.copy(file, root / "root")
        run(*way, "unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", root, "sh", "/root/install.sh")
        shutil.copy(here / "config.toml", root / "etc" / "wondertable")
        for name in ("vmlinuz", "initrd.img"):
            shutil.move(root / "boot" / name, folder / name)
        disk = folder / "disk.img"
        disk.unlink(missing_ok=True)
        with disk.open("wb") as empty:
            empty.truncate(6 << 30)
        run("mke2fs", "-q", "-t", "ext4", "-d", root, disk)
    shutil.rmtree(root)
