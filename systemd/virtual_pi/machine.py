"""A guest in QEMU: its shell, its monitor, its screen, its buttons."""

from __future__ import annotations

import base64
import gzip
import json
import math
import socket
import subprocess
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SIZE = 1280, 800
READY = "the shell waits"
PAGES = 8377
"""The TCP port of the pages for telephones, inside the guest."""
GUEST = "10.0.2.15"
BUTTONS = {"advance": 17, "undo": 27, "left": 22, "right": 23, "select": 24}
LIGHTS = {"advance": 5, "select": 6}
BUZZER = 13
PROCESSORS = {
    # Not `max`: without a graphics card Mesa draws with code that it writes itself, and where that uses AVX2's gather
    # QEMU 7.2 may report a fault at an address that can be read. It looks as if the program ended with SIGSEGV.
    "amd64": ("qemu-system-x86_64", "-M", "pc", "-cpu", "Nehalem"),
    "arm64": ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72"),
}
KERNELS = {
    "amd64": "console=ttyS0 no_timer_check",  # else it may find no timer, and stop, where QEMU gets little time
    "arm64": "console=ttyAMA0 initcall_blacklist=pl061_gpio_driver_init",  # else the machine's own chip is the first
}
KERNEL = "root=/dev/vda net.ifnames=0 mitigations=off panic=-1"
"""Without mitigations: where each system call is shielded from Meltdown, an emulated processor is slower still.
With `panic` a kernel that stops boots again. One boot in thirty does ("Oops: int3"): the kernel changes its own code
while it starts, and one of QEMU's emulated processors may still run the breakpoint that it sets for that."""
QUIET_BOOT = 30.0
"""s until the shell waits, on two processors that have nothing else to do."""
SLOWEST = 3.0
"""How many times slower a machine may be until its boot is measured."""
PATIENCE = 4.0
"""How many times longer than its limit anything may take: other guests, and other people, use the processors, too."""
PIECE = 1 << 15
"""Bytes of a file that are fetched at once."""


class BrokenError(Exception):
    """Something does not hold."""


@dataclass(frozen=True)
class Guest:
    """What a machine is made of: `disk` has Debian's disk, kernel and initrd; `folder` gets others, `out` pictures."""

    disk: Path
    folder: Path
    out: Path
    architecture: str = "amd64"
    processors: int = 2


@dataclass(frozen=True)
class How:
    """How a machine is started. `memory` in MB; `kernel`: more arguments; `more`: of QEMU.

    `keep`: the disk is changed. `disk`: the file of another one than the guest's. `cache`: as QEMU's.
    """

    memory: int = 1024
    kernel: str = "cloud-init=disabled"
    keep: bool = False
    disk: Path | None = None
    cache: str = "none"
    more: list[str] = field(default_factory=list)


def free_port() -> int:
    """A TCP port of this machine that nobody has now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


class Machine:
    """A running guest: root's shell is on a virtual console, its monitor speaks QMP."""

    def __init__(self, guest: Guest, how: How) -> None:
        """Switch it on."""
        self.guest, self.port = guest, free_port()
        self._files = {name: guest.folder / name for name in ("shell", "monitor")}
        for path in self._files.values():
            path.unlink(missing_ok=True)
        self._process = subprocess.Popen(["nice", "-n", "5", *self._command(how)])
        self._started = time.monotonic()
        self._shell, monitor = (self._connected(path) for path in self._files.values())
        self._heard, self._number = b"", 0
        self.slow = SLOWEST
        self._monitor = monitor.makefile("rwb")
        self._monitor.readline()
        self.ask("qmp_capabilities")

    def _command(self, how: How) -> list[str]:
        guest, kind = self.guest, self.guest.architecture
        file = how.disk or guest.disk / "disk.img"
        disk = f"file={file},if=none,id=root,cache={how.cache},snapshot={'off' if how.keep else 'on'}"
        form = "qcow2" if how.disk else "raw"
        return [
            *PROCESSORS[kind], "-accel", "tcg,thread=multi", "-smp", str(guest.processors), "-m", str(how.memory),
            "-nodefaults", "-display", "none", "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}",
            "-drive", f"{disk},format={form}", "-device", "virtio-blk-pci,drive=root",
            "-kernel", str(guest.disk / "vmlinuz"), "-initrd", str(guest.disk / "initrd.img"),
            "-append", f"{KERNEL} {KERNELS[kind]} console=tty1 {how.kernel}",
            "-serial", f"file:{guest.out / 'kernel.log'}",
            "-device", "virtio-serial-pci", "-device", "virtconsole,chardev=shell",
            "-chardev", f"socket,id=shell,path={self._files['shell']},server=on,wait=off",
            "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:{PAGES}",
            "-device", "virtio-net-pci,netdev=net,romfile=",
            "-qmp", f"unix:{self._files['monitor']},server=on,wait=off", *how.more]  # fmt: skip

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

    def send(self, *events: tuple[str, dict[str, Any]]) -> None:
        """Events of keys, buttons and axes (QMP's `input-send-event`)."""
        self.ask("input-send-event", events=[{"type": kind, "data": data} for kind, data in events])

    def wait_for_shell(self) -> float:
        """Until commands can be given; returns the seconds since it was switched on."""
        self.hear(READY, 120)
        self.hear("shell# ", 60)
        took = self.age
        self.slow = max(1.0, took / QUIET_BOOT)
        self.quieten()
        return took

    def quieten(self) -> None:
        """Let the shell say only what commands say."""
        self._shell.sendall(b"stty -echo; PS1= PS2=; echo no' 'echo\n")
        self.hear("no echo", 60)

    def limit(self, most: float) -> float:
        """The seconds that are allowed for what takes at most so many on a machine with nothing else to do."""
        return most * self.slow * PATIENCE

    def hear(self, mark: str, most: float) -> str:
        """What the shell said before `mark`."""
        most = self.limit(most)
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

    def run(self, command: str, most: float = 120) -> str:
        """What a command says; it must succeed."""
        self._number += 1
        end = f"{self._number}-ended"
        self._shell.sendall(
            f"( {command}\n) </dev/null 2>&1; code=$?; echo; echo $code {self._number}'-'ended\n".encode()
        )
        said, _, code = self.hear(f" {end}", most).strip().rpartition("\n")
        if code != "0":
            raise BrokenError(f"{command}: ended with {code}: {said[-1500:]}")
        return said.strip()

    def fetch(self, path: str) -> bytes:
        """A file of the guest, in pieces: its console forgets what is said faster than it is heard."""
        packed = f"cp {path} /run/copied && gzip -c /run/copied >/run/gz && base64 -w0 /run/gz >/run/fetched"
        size = int(self.run(f"{packed} && wc -c </run/fetched"))
        read = "dd if=/run/fetched status=none count=1"
        pieces = [self.run(f"{read} bs={PIECE} skip={number}") for number in range(math.ceil(size / PIECE))]
        return gzip.decompress(base64.b64decode("".join(pieces)))

    def picture(self, name: str) -> Path:
        """What its screen shows now, as a file."""
        file = self.guest.out / f"{name}.png"
        self.ask("screendump", filename=str(file), format="png")
        return file

    def wait(self, what: str, holds: Callable[[], bool], most: float = 120, unit: str = "wondertable") -> float:
        """Until it holds; returns the seconds. `unit`: whose log is told if it never does."""
        start, most = time.monotonic(), self.limit(most)
        while not holds():
            if time.monotonic() - start > most:
                said = self.run(f"journalctl --no-pager -u {unit} -n 12 -o cat")
                raise BrokenError(f"after {most:.0f} s not: {what}; its log: {said}")
            time.sleep(0.5)
        return time.monotonic() - start

    def cut(self) -> None:
        """Power off at once."""
        with suppress(OSError, ValueError):
            self._monitor.write(b'{"execute": "quit"}\n')
            self._monitor.flush()
        self._process.wait(60)


@contextmanager
def booted(guest: Guest, how: How | None = None) -> Iterator[Machine]:
    """A machine with a shell; its power is cut in the end."""
    machine = Machine(guest, how or How())
    try:
        machine.wait_for_shell()
        yield machine
    finally:
        machine.cut()


def is_up(machine: Machine) -> bool:
    """The program has said that it is up."""
    return machine.run("systemctl show -P ActiveState wondertable") == "active"


def wait_until_up(machine: Machine) -> float:
    """Until the program is up; returns the seconds since the machine was switched on."""
    machine.wait("the program is up", lambda: is_up(machine), 240)
    return machine.age


def restart(machine: Machine) -> float:
    """Start the program anew; returns the seconds until it is up."""
    machine.run("systemctl restart --no-block wondertable")
    time.sleep(1)
    return machine.wait("the program is up again", lambda: is_up(machine), 240)


def check_alive(machine: Machine) -> None:
    """It is up, and has never ended by itself."""
    if not is_up(machine) or int(machine.run("systemctl show -P NRestarts wondertable")):
        raise BrokenError("it ended by itself: " + machine.run("journalctl --no-pager -u wondertable -n 20 -o cat"))


def times_said(machine: Machine, words: str) -> int:
    """In how many lines of its log the program has said these words so far."""
    return int(machine.run(f"journalctl -u wondertable -o cat --no-pager | grep -c '{words}' || true"))


def line_of(pin: int) -> str:
    """The guest's folder of a line of its simulated chip."""
    return f"/sys/devices/platform/gpio-sim.*/gpiochip0/sim_gpio{pin}"


def pull(machine: Machine, name: str, *, down: bool) -> None:
    """Hold a button down, or let it go."""
    machine.run(f"echo pull-{'down' if down else 'up'} >$(echo {line_of(BUTTONS[name])}/pull)")


def press(machine: Machine, *names: str, held: float = 0.5, bounces: int = 0) -> None:
    """Press buttons, all at once, for so many seconds; `bounces`: as often the contact opens again at first."""
    lines = " ".join(f"{line_of(BUTTONS[name])}/pull" for name in names)
    machine.run(
        f"lines=$(echo {lines}); down() {{ for line in $lines; do echo pull-down >$line; done; }};"
        " up() { for line in $lines; do echo pull-up >$line; done; };"
        f" {'down; up; ' * bounces} down; sleep {held}; {'up; down; ' * bounces} up"
    )


def level(machine: Machine, pin: int) -> str:
    """The level of a light's line, or of the buzzer's."""
    return machine.run(f"cat {line_of(pin)}/value")


def differs(one: Path, other: Path) -> float:
    """The part of the screen in which two pictures differ visibly."""
    first, second = (
        cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR) for path in (one, other)
    )
    if first is None or second is None or first.shape != second.shape:
        return 1.0
    return float((np.abs(first.astype(int) - second).max(axis=2) > 24).mean())


def settled(machine: Machine, name: str, most: float = 20) -> Path:
    """A picture of the screen when it no longer changes."""
    file, before = machine.picture(name), machine.guest.out / "before.png"
    end = time.monotonic() + most
    while time.monotonic() < end:
        file.replace(before)
        time.sleep(1.5)
        if differs(before, machine.picture(name)) < 0.0005:
            break
    before.unlink(missing_ok=True)
    return file


def changes(machine: Machine, what: str, do: Callable[[], object], most: float = 30) -> Path:
    """Do it, and see the screen change; returns the picture after it."""
    name = what.replace(" ", "-")
    before = settled(machine, f"{name}-before")
    do()
    after = machine.guest.out / f"{name}.png"
    machine.wait(f"{what}: the screen changes", lambda: differs(before, machine.picture(name)) > 0.001, most)
    before.unlink()
    settled(machine, name)
    return after
