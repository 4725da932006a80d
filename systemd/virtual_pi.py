"""Boots Debian with the package in QEMU, whose kernel simulates a Pi's devices, and tries them: see docs/appliance.md.

`python systemd/virtual_pi.py PACKAGE LGPIO` (both files; `--help` says the rest), as root. There is no KVM: times are
told as multiples of the bare system's boot. Pictures of the guest's screen and the report are in build/virtual-pi.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PROJECT = Path(__file__).resolve().parents[1]
OUT = PROJECT / "build" / "virtual-pi"
SIZE = 1280, 800
PROCESSOR = "Nehalem"
"""Not `max`: without a graphics card Mesa draws with code that it writes itself, and where that uses AVX2's gather QEMU
7.2 may report a fault at an address that can be read. It looks as if the program ended with SIGSEGV."""
BUTTONS = {"advance": 17, "undo": 27, "left": 22, "right": 23, "select": 24}
LIGHTS = {"advance": 5, "select": 6}
READY = "the shell waits"
PACKAGES = (
    "linux-image-amd64", "linux-headers-amd64", "linux-source", "systemd-sysv", "dbus", "udev", "kmod", "dmsetup",
    "initramfs-tools", "ca-certificates", "procps", "e2fsprogs", "alsa-utils", "xz-utils", "gcc", "libc6-dev", "make",
    "swig", "python3-dev", "python3-setuptools",
)  # fmt: skip
INSTALL = r"""
set -eu
mount -t proc proc /proc
mount -t tmpfs tmpfs /tmp
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin
apt-get update -qq
apt-get install -qq --yes --no-install-recommends /root/wondertable_*.deb
# Debian's kernel lacks gpio-sim and its simulated interrupts: both are built from the kernel's own source.
kernel=$(ls /lib/modules)
mkdir /root/gpio
tar xf /usr/src/linux-source-*.tar.xz -C /root/gpio --strip-components=1 --wildcards \
    '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c' '*/drivers/gpio/dev-sync-probe.[ch]' || true
cd /root/gpio
mv drivers/gpio/* kernel/irq/* .
sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' irq_sim.c # the other is not for modules
printf 'obj-m := gpio_sim.o\ngpio_sim-y := gpio-sim.o irq_sim.o\n' >Makefile
make -s -C "/lib/modules/$kernel/build" M=/root/gpio modules
install -D gpio_sim.ko "/lib/modules/$kernel/updates/gpio_sim.ko"
depmod "$kernel"
# Only Raspberry Pi OS has lgpio.
mkdir /root/lgpio
tar xf /root/lgpio-*.tar.gz -C /root/lgpio --strip-components=1
cd /root/lgpio
PYPI=1 python3 setup.py -q build >/dev/null
cp build/lib*/* lgpio.py /usr/lib/python3/dist-packages 2>/dev/null || cp build/lib*/* /usr/lib/python3/dist-packages
cp "/boot/vmlinuz-$kernel" /boot/vmlinuz
cp "/boot/initrd.img-$kernel" /boot/initrd.img
rm -rf /usr/src/linux-source* /root/gpio /root/lgpio*
apt-get clean
"""
PINS = """#!/bin/sh
# A chip of 54 lines, as a Pi has one.
set -e
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
modprobe gpio_sim
mkdir -p /sys/kernel/config/gpio-sim/pi/bank
cd /sys/kernel/config/gpio-sim/pi
echo 54 >bank/num_lines
echo 1 >live
cd /sys/devices/platform/gpio-sim.*/gpiochip0
for line in 17 27 22 23 24; do echo pull-up >sim_gpio$line/pull; done
udevadm settle
chgrp gpio /dev/gpiochip0
chmod 660 /dev/gpiochip0
"""
SHELL = f"""[Unit]
DefaultDependencies=no
After=basic.target
[Service]
ExecStartPre=/bin/echo {READY}
ExecStart=/bin/bash --norc --noprofile
StandardInput=tty-force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
Environment=HOME=/root TERM=dumb "PS1=shell# "
"""
FILES = {
    "etc/hostname": "virtual-pi\n",
    "etc/virtual-pi/cpuinfo": "processor : 0\nRevision : c03115\n",  # a Pi 4: gpiozero asks which one it is on
    "etc/virtual-pi/pins": PINS,
    "etc/systemd/system/shell.service": SHELL,
    "etc/systemd/system/pins.service":
        "[Unit]\nBefore=wondertable.service\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
        "ExecStart=/bin/sh /etc/virtual-pi/pins\n",
    "etc/systemd/system/wondertable.service.d/virtual-pi.conf":
        "[Unit]\nWants=pins.service\nAfter=pins.service\n[Service]\nTimeoutStartSec=600\nWatchdogSec=300\n"
        "BindReadOnlyPaths=/etc/virtual-pi/cpuinfo:/proc/cpuinfo\n",
}  # fmt: skip
SETTINGS = "[screen]\ngreeted = true\n[lights]\n" + "".join(f"{name} = {pin}\n" for name, pin in LIGHTS.items())
WRITER = """
import sys
sys.path[0:0] = ["/usr/lib/wondertable/common", "/usr/lib/wondertable/python3.%d" % sys.version_info[1]]
from pathlib import Path
from device.journal.journal import Journal
from display.messages.events import Booked
from engine import CorrectCoins

journal = Journal(Path(sys.argv[1]))
game = journal.open_game() or journal.begin([("giza", "A")])
there = [entry.action.coins for entry in journal.events(game)]
print("stored", len(there), there == list(range(len(there))), [notice.key for notice in journal.notices()], flush=True)
number = len(there)
while len(sys.argv) > 2:
    journal.write(game, [Booked(CorrectCoins(0, number + count)) for count in range(3)])
    number += 3
    print("shown", number, flush=True)
"""


class BrokenError(Exception):
    """Something does not hold."""


def say(line: str) -> None:
    """A line for the terminal and the report."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
    with (OUT / "report.txt").open("a", encoding="utf-8") as report:
        report.write(line + "\n")


def mirror() -> str:
    """The one that apt has here for Debian."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    if not found:
        raise BrokenError("apt here has no mirror of Debian, which a disk would be made from")
    return found[0]


def build(folder: Path, package: Path, lgpio: Path, release: str) -> None:
    """Make the disk: Debian, the package as docs/first-pi.md installs it, and modules for the simulated devices."""
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "--mode=root", f"--include={','.join(PACKAGES)}",
                    '--aptopt=APT::Install-Recommends "false"', release, root, mirror()], check=True)  # fmt: skip
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    for file in (package, lgpio):
        shutil.copy(file, root / "root")
    with (OUT / "installed.log").open("w") as log:
        subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", root, "sh", "-c", INSTALL],
                       check=True, stdout=log, stderr=log)  # fmt: skip
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    (root / "etc" / "wondertable" / "config.toml").write_text(SETTINGS, encoding="utf-8")
    wanted = root / "etc" / "systemd" / "system" / "basic.target.wants"
    wanted.mkdir(exist_ok=True)
    (wanted / "shell.service").symlink_to("../shell.service")
    for name in ("vmlinuz", "initrd.img"):
        shutil.move(root / "boot" / name, folder / name)
    disk = folder / "disk.img"
    disk.unlink(missing_ok=True)
    with disk.open("wb") as empty:
        empty.truncate(6 << 30)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", root, disk], check=True)
    shutil.rmtree(root)


class Machine:
    """A running guest: its first serial console is root's shell, its monitor speaks QMP."""

    def __init__(
        self,
        folder: Path,
        *,
        memory: int = 1024,
        cache: str = "none",
        kernel: str = "",
        keep: bool = False,
    ):
        """Start it. `memory` in MB; `cache` as QEMU's; `kernel`: more arguments; `keep`: the disk is changed."""
        disk = f"file={folder / 'disk.img'},if=virtio,format=raw,cache={cache},snapshot={'off' if keep else 'on'}"
        sockets = {name: folder / name for name in ("shell", "monitor")}
        for path in sockets.values():
            path.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["nice", "-n", "5", "qemu-system-x86_64", "-M", "pc", "-accel", "tcg,thread=multi", "-cpu", PROCESSOR,
             "-smp", "2", "-m", str(memory), "-nodefaults", "-display", "none",
             "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}", "-device", "virtio-tablet-pci", "-drive", disk,
             "-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd.img"),
             "-append", f"root=/dev/vda rw console=ttyS1 console=tty1 {kernel}",
             "-serial", f"unix:{sockets['shell']},server=on,wait=off", "-serial", f"file:{OUT / 'kernel.log'}",
             "-qmp", f"unix:{sockets['monitor']},server=on,wait=off"])  # fmt: skip
        self._started = time.monotonic()
        self._shell, monitor = (self._connected(path) for path in sockets.values())
        self._heard, self._number = b"", 0
        self._monitor = monitor.makefile("rwb")
        self._monitor.readline()
        self.ask("qmp_capabilities")

    def _connected(self, path: Path) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        while line.connect_ex(str(path)):
            if self._process.poll() is not None:
                raise BrokenError("QEMU did not start")
            time.sleep(0.1)
        return line

    @property
    def age(self) -> float:
        """Seconds since it was switched on."""
        return time.monotonic() - self._started

    def ask(self, command: str, **arguments: object) -> None:
        """A command of the monitor."""
        self._monitor.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        self._monitor.flush()
        while True:
            answer = json.loads(self._monitor.readline())
            if "error" in answer:
                raise BrokenError(f"{command}: {answer['error']}")
            if "return" in answer:
                return

    def wait_for_shell(self, most: float = 600) -> float:
        """Until commands can be given; returns the seconds since it was switched on."""
        self.hear(READY, most)
        self.hear("shell# ", most)
        took = self.age
        self._shell.sendall(b"stty -echo; PS1= PS2=; echo no' 'echo\n")
        self.hear("no echo", most)
        return took

    def hear(self, mark: str, most: float) -> str:
        """What the shell said before `mark`."""
        end = time.monotonic() + most
        while mark.encode() not in self._heard:
            self._shell.settimeout(max(0.1, end - time.monotonic()))
            try:
                heard = self._shell.recv(1 << 16)
            except TimeoutError:
                raise BrokenError(f"not heard within {most:.0f} s: {mark!r}, but {self._heard[-300:]!r}") from None
            if not heard:
                raise BrokenError("the machine has ended")
            self._heard += heard
        before, _, self._heard = self._heard.partition(mark.encode())
        return before.decode(errors="replace").replace("\r", "")

    def run(self, command: str, most: float = 300) -> str:
        """What a command says; it must succeed."""
        self._number += 1
        end = f"{self._number}-ended"
        self._shell.sendall(f"( {command}\n) </dev/null 2>&1; echo $? {self._number}'-'ended\n".encode())
        said, _, code = self.hear(f" {end}", most).strip().rpartition("\n")
        code = code or "0"
        if code != "0":
            raise BrokenError(f"{command}: ended with {code}: {said[-1500:]}")
        return said

    def picture(self, name: str) -> Path:
        """What its screen shows now, as a file."""
        file = OUT / f"{name}.png"
        self.ask("screendump", filename=str(file), format="png")
        return file

    def cut(self) -> None:
        """Power off at once."""
        with suppress(OSError, ValueError):
            self._monitor.write(b'{"execute": "quit"}\n')
            self._monitor.flush()
        self._process.wait(60)


@contextmanager
def booted(folder: Path, **how: object) -> Iterator[Machine]:
    """A machine with a shell; its power is cut in the end."""
    machine = Machine(folder, **how)  # type: ignore[arg-type]
    try:
        machine.wait_for_shell()
        yield machine
    finally:
        machine.cut()


def wait(what: str, holds: Callable[[], bool], most: float = 300) -> float:
    """Until it holds; returns the seconds."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > most:
            raise BrokenError(f"after {most:.0f} s not: {what}")
        time.sleep(1)
    return time.monotonic() - start


def is_up(machine: Machine) -> bool:
    """The program has said that it is up."""
    return machine.run("systemctl show -P ActiveState wondertable").strip() == "active"


def restarts(machine: Machine) -> int:
    """How often the program ended by itself."""
    return int(machine.run("systemctl show -P NRestarts wondertable"))


def level(machine: Machine, pin: int) -> str:
    """The level of a light's line."""
    return machine.run(f"cat /sys/devices/platform/gpio-sim.*/gpiochip0/sim_gpio{pin}/value").strip()


def press(machine: Machine, *names: str, held: float = 0.2) -> None:
    """Press buttons, all at once, for so many seconds."""
    pulls = [f"/sys/devices/platform/gpio-sim.*/gpiochip0/sim_gpio{BUTTONS[name]}/pull" for name in names]
    down, up = (" ".join(f"echo pull-{way} >$(echo {pull});" for pull in pulls) for way in ("down", "up"))
    machine.run(f"{down} sleep {held}; {up}")


def start(machine: Machine) -> None:
    """Start the program."""
    machine.run("systemctl start --no-block wondertable; systemctl start pins")
    wait("the program is up", lambda: is_up(machine))


def try_screen_and_buttons(folder: Path) -> None:
    """The bare screen, buttons pressed while the program starts, and lights."""
    with booted(folder) as machine:
        bare = machine.age
        machine.run("systemctl is-system-running --wait || true", 600)
        start(machine)
        say(f"shell after {bare:.0f} s, playable after {machine.age / bare:.1f} times that")
        for number in range(3):
            machine.run("systemctl restart --no-block wondertable; sleep 6")
            press(machine, "advance", "left")
            press(machine, "select")
            wait("the program is up again", lambda: is_up(machine))
            if restarts(machine):
                raise BrokenError("it ended by itself: " + machine.run("journalctl -u wondertable | tail -n 20"))
            machine.picture(f"restarted-{number}")
        say("three starts with buttons pressed meanwhile: it never ended by itself")
        before = machine.picture("before").read_bytes()
        press(machine, "select")
        wait("SELECT changes the screen", lambda: machine.picture("after-select").read_bytes() != before, 60)
        say("a button changes what the screen shows: " + str(OUT / "after-select.png"))
        shining = {name: level(machine, pin) for name, pin in LIGHTS.items()}
        say(f"lights: {shining}")
        press(machine, "undo", "left")
        press(machine, "undo", "right")
        if restarts(machine):
            raise BrokenError("two buttons at once ended it")
        machine.run("systemctl stop wondertable")
        machine.picture("stopped")


def try_memory(folder: Path) -> None:
    """Little memory: it comes up, and stays."""
    for memory in (512, 1024):
        with booted(folder, memory=memory) as machine:
            start(machine)
            time.sleep(30)
            if restarts(machine) or not is_up(machine):
                raise BrokenError(f"with {memory} MB it does not stay up")
            used = int(machine.run("systemctl show -P MemoryPeak wondertable")) >> 20
            say(f"{memory} MB: up, at most {used} MB used")


def try_power_cuts(folder: Path, cuts: int) -> None:
    """Cut the power while actions are written: what was shown as recorded is there after the next boot."""
    dice, shown = random.Random(7), 0
    disk = folder / "disk.img"
    subprocess.run(["cp", "--sparse=always", disk, folder / "whole.img"], check=True)
    try:
        for number in range(cuts + 1):
            cache = ("none", "unsafe")[number % 2]
            with booted(folder, keep=True, cache=cache, kernel="systemd.unit=basic.target") as machine:
                machine.run("mkdir -p /var/lib/cuts; cat >/root/writer.py <<'END'\n" + WRITER + "\nEND")
                _, stored, whole, problems = machine.run(
                    "python3 -I /root/writer.py /var/lib/cuts/journal.sqlite3"
                ).split(maxsplit=3)
                if int(stored) < shown or whole != "True":
                    raise BrokenError(f"cut {number}: {shown} actions were shown, {stored} are there: {problems}")
                if number < cuts:
                    shown = write_for_a_while(machine, dice.uniform(0, 5))
        say(f"{cuts} power cuts: all {shown} actions that were shown as recorded are there, the game is whole")
    finally:
        shutil.move(folder / "whole.img", disk)


def write_for_a_while(machine: Machine, seconds: float) -> int:
    """Let actions be written for so long; returns how many were shown as recorded."""
    machine.run("(python3 -I /root/writer.py /var/lib/cuts/journal.sqlite3 on >/dev/ttyS0 2>&1 &)")
    machine.hear("stored", 300)
    shown, end = 0, time.monotonic() + seconds
    while not shown or time.monotonic() < end:
        _, _, number = machine.hear("\n", 300).partition("shown ")
        shown = int(number or shown)
    return shown


def main() -> int:
    """Everything in turn; 1 if something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("lgpio", type=Path)
    parser.add_argument("--release", default="trixie")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--disk", type=Path, default=Path("/var/tmp/virtual-pi"), help="a folder for the disk, 10 GB")
    parser.add_argument("--built", action="store_true", help="the disk is there from the last time")
    args = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    args.disk.mkdir(parents=True, exist_ok=True)
    (OUT / "report.txt").unlink(missing_ok=True)
    begun = time.monotonic()
    if not args.built:
        build(args.disk, args.package, args.lgpio, args.release)
        say(f"a disk with Debian ({args.release}) and {args.package.name}: {time.monotonic() - begun:.0f} s")
    trials: dict[str, Callable[[], None]] = {
        "screen and buttons": lambda: try_screen_and_buttons(args.disk),
        "memory": lambda: try_memory(args.disk),
        "power cuts": lambda: try_power_cuts(args.disk, args.cuts),
    }
    failed = 0
    for name, trial in trials.items():
        since = time.monotonic()
        try:
            trial()
            say(f"{name}: well, {time.monotonic() - since:.0f} s")
        except (BrokenError, subprocess.SubprocessError, OSError) as problem:
            failed += 1
            say(f"{name}: FAILED: {problem}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
