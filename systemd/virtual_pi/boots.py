"""What needs a boot of its own: all devices, a camera, little memory, power cuts, a card's first start."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

import camera
import trials
from machine import READY, BrokenError, How, booted, check_alive, restart, settled, wait_until_up
from power import Cut, left_by, logged, logging, write_image
from telephones import Telephones

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from machine import Guest

PROJECT = Path(__file__).resolve().parents[2]
GAMES_ON_VDB = "cloud-init=disabled games=/dev/vdb"
GAMES_DISK = 64 << 20
"""Bytes of the second disk, which has the games, or what the camera sees."""
CARD_PACKAGE = "wondertable_0_arm64.deb"
"""The command takes no package for another processor; what is in it is for the guest's."""
FRESH = """\
systemctl stop wondertable
apt-get -qq -y purge wondertable
rm -rf /var/lib/wondertable /etc/wondertable /etc/systemd/network/eth0.network /etc/hostname
mkdir -p /boot/firmware
echo '/dev/vdb /boot/firmware auto defaults 0 0' >>/etc/fstab
printf 'datasource_list: [NoCloud, None]\ndatasource: {NoCloud: {seedfrom: "file:///boot/firmware"}}\n' \
    >/etc/cloud/cloud.cfg.d/99_card.cfg
cloud-init clean
sync"""
"""Makes the guest a Raspberry Pi OS before its first start: without the package, and with the card's drive."""
OTHER_DEVICES = ["-device", "qemu-xhci,id=usb", "-device", "virtio-tablet-pci"]


def second_disk(file: Path, content: Path | None = None, size: int = GAMES_DISK) -> Path:
    """A second disk of so many bytes, with an empty file system or with the content of a folder."""
    with file.open("wb") as disk:
        disk.truncate(size)
    made_from: list[str | Path] = ["-d", content] if content else []
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0", *made_from, file],
                   check=True)  # fmt: skip
    return file


def drive(file: Path, more: str = "") -> list[str]:
    """QEMU's arguments for one more disk."""
    return ["-drive", f"file={file},if=none,id=more,format=raw{more}", "-device", "virtio-blk-pci,drive=more"]


def try_devices(guest: Guest, each: Callable[[str, Callable[[], str]], bool], starts: int) -> str:
    """All devices that the kernel simulates, in one boot; `each` tells of every trial, and whether it holds."""
    how = How(kernel=GAMES_ON_VDB, more=[*drive(second_disk(guest.folder / "games.img")), *OTHER_DEVICES])
    with booted(guest, how) as machine:
        bare = machine.age
        playable = wait_until_up(machine)
        for name, trial in trials.in_turn(machine, starts):
            if not each(name, trial):  # it may have left the program anywhere
                restart(machine)
        peak = int(machine.run("systemctl show -P MemoryPeak wondertable || true") or 0) >> 20
    return f"shell after {bare:.0f} s, playable after {playable / bare:.1f} times that; {peak} MB at most"


def try_camera(guest: Guest) -> str:
    """A game at a station, whose camera is pulled out in mid-game; then another camera, which makes trouble."""
    dealt = camera.dealt_game()
    camera.film(dealt, guest.folder / "film")
    disk = second_disk(guest.folder / "film.img", guest.folder / "film")
    with booted(guest, How(more=drive(disk))) as machine:
        wait_until_up(machine)
        return f"{camera.try_station(machine, dealt)}; {camera.try_patterns(machine)}"


def try_small(guest: Guest) -> str:
    """512 MB, and no clock that goes on without power."""
    with booted(guest, How(memory=512, more=["-rtc", "base=1970-01-01T00:00:00"])) as machine:
        day = machine.run("date +%F")
        playable = wait_until_up(machine)
        telephones = Telephones(machine)
        telephones.begin()
        count = telephones.play()
        machine.wait("all that is shown is stored", lambda: trials.actions_on_disk(machine) >= count, 20)
        check_alive(machine)
        left = machine.run("free -m | awk '/Mem/ {print $7}'")
        used = int(machine.run("systemctl show -P MemoryPeak wondertable || true") or 0) >> 20
        return f"up after {playable:.0f} s, it takes it for {day}, plays; at most {used} MB used, {left} MB are free"


def try_cuts(guest: Guest, cuts: int) -> str:
    """A game is played on a disk whose writes are logged; each cut is worked out from the log, mounted, and read."""
    disk, log, image = (guest.folder / name for name in ("games.img", "games.log", "cuts.img"))
    whole = guest.folder / "games-before.img"
    shutil.copy(second_disk(disk), whole)
    with booted(guest, How(kernel=GAMES_ON_VDB, more=logging(disk, log))) as machine:
        wait_until_up(machine)
        telephones = Telephones(machine)
        telephones.begin()
        begun, shown = log.stat().st_size, [(log.stat().st_size, 0)]
        while not telephones.over:
            count = telephones.play()
            shown.append((log.stat().st_size, count))
        ended = log.stat().st_size
    written = list(logged(log))
    dice, tried = random.Random(7), []
    with image.open("wb") as empty:
        empty.truncate(cuts * GAMES_DISK)
    for number in range(cuts):
        cut = Cut(dice.randint(begun, ended), forgets=number % 2 == 1)
        write_image(image, number * GAMES_DISK, whole, left_by(cut, written, dice))
        tried.append(max(count for size, count in shown if size <= cut.at))
    stored = games_in(guest, image, cuts)
    lost = [f"cut {number}: {tried[number]} shown, {stored.get(number)}" for number in range(cuts)
            if stored.get(number, -1) < tried[number]]  # fmt: skip
    if lost:
        raise BrokenError("; ".join(lost))
    flushes = sum(entry.is_flush for entry in written)
    image.unlink()
    return (
        f"{cuts} cuts, half with a disk that forgets what was not flushed, at random among {len(written)} writes "
        f"({flushes} flushes) of a game of {shown[-1][1]} actions: all mounted, all actions that were shown are there"
    )


def games_in(guest: Guest, image: Path, cuts: int) -> dict[int, int]:
    """The actions that the program finds on each of the disks; -1 where it says that something is wrong."""
    found: dict[int, int] = {}
    with booted(guest, How(kernel="cloud-init=disabled systemd.unit=basic.target", more=drive(image))) as machine:
        machine.run("modprobe loop; mkdir -p /run/cuts; systemctl stop wondertable || true")
        for first in range(0, cuts, 10):
            some = range(first, min(first + 10, cuts))
            for number in some:
                machine.run(
                    f"mkdir /run/cuts/{number}; mount -o loop,offset={number * GAMES_DISK},sizelimit={GAMES_DISK} "
                    f"/dev/vdb /run/cuts/{number}"
                )
            said = machine.run("python3 -I /etc/virtual-pi/games.py " + " ".join(f"/run/cuts/{n}" for n in some), 300)
            machine.run(" ; ".join(f"umount /run/cuts/{n}" for n in some))
            for line in said.splitlines():
                word, folder, *counts = line.split()
                if word == "games":
                    found[int(folder.rpartition("/")[2])] = int(counts[-1]) if counts and counts[-1].isdigit() else -1
    return found


@contextmanager
def overlay(guest: Guest) -> Iterator[Path]:
    """A disk that begins as the guest's, and is changed; returns its file."""
    file = guest.folder / "changed.qcow2"
    file.unlink(missing_ok=True)
    base = (guest.disk / "disk.img").resolve()
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", base, file], check=True)
    try:
        yield file
    finally:
        file.unlink()


def try_boots_after_cuts(guest: Guest, boots: int) -> str:
    """The power of the whole machine is cut while a game is played; the next boot shows all of it, and goes on."""
    dice, times = random.Random(8), []
    shown: list[Any] = []
    with overlay(guest) as disk:
        for number in range(boots + 1):
            cache = ("none", "unsafe")[number % 2]
            with booted(guest, How(disk=disk, keep=True, cache=cache)) as machine:
                bare = machine.age
                times.append(wait_until_up(machine) / bare)
                telephones = Telephones(machine)
                telephones.look()
                settled(machine, f"boot-{number}")
                if telephones.turns[: len(shown)] != shown:
                    raise BrokenError(f"cut {number}: {shown} were shown, {telephones.turns} are there")
                if number == boots:
                    break
                if number:
                    telephones.sit_down()
                else:
                    telephones.begin()
                threading.Timer(dice.uniform(0.1, 4) * machine.slow, machine.cut).start()
                play_until_it_is_dark(telephones)
                shown = telephones.turns
    return (
        f"{boots} boots after cuts in mid-turn (cache=none and unsafe): all {len(shown)} actions that were "
        f"shown are there; up after {min(times[1:]):.1f} to {max(times[1:]):.1f} times the bare boot "
        f"({times[0]:.1f} without a cut)"
    )


def play_until_it_is_dark(telephones: Telephones) -> None:
    """Play on, until the machine is no longer there."""
    try:
        while not telephones.over:
            telephones.play(patient=False)
    except (BrokenError, OSError, ValueError, HTTPException):  # the last one: it was dark in the middle of an answer
        return


def try_read_only_root(guest: Guest) -> str:
    """raspi-config's overlay: games are gone with the power, and that is said; one option keeps their own partition."""
    partition = drive(second_disk(guest.folder / "partition.img"))
    with overlay(guest) as disk:
        with booted(guest, How(disk=disk, keep=True, more=partition)) as machine:
            machine.run("echo '/dev/vdb /var/lib/wondertable ext4 defaults 0 2' >>/etc/fstab; sync")
        shown: list[Any] = []
        for number, root in enumerate(("tmpfs", "tmpfs:recurse=0", "tmpfs:recurse=0")):
            kernel = f"cloud-init=disabled overlayroot={root}"
            with booted(guest, How(disk=disk, keep=True, kernel=kernel, more=partition)) as machine:
                machine.run("grep ' /media/root-ro ext4 ro' /proc/mounts")
                wait_until_up(machine)
                telephones = Telephones(machine)
                telephones.look()
                if telephones.turns != shown:
                    raise BrokenError(f"overlayroot={root}: {telephones.turns} are there instead of {shown}")
                if number < 2:
                    telephones.begin()
                telephones.play()
                settled(machine, f"read-only-root-{number}")
                said = "when the power goes" in machine.run("journalctl --no-pager -u wondertable -o cat")
                if said != (root == "tmpfs"):
                    raise BrokenError(f"overlayroot={root}: that games are gone is said: {said}")
                check_alive(machine)
                shown = telephones.turns if number else []
    return f"plays, and says that games are gone with the power; with recurse=0 all {len(shown)} actions are kept"


def try_card(guest: Guest, package: Path) -> str:
    """A card's first start: cloud-init reads its files, the package is installed, the first screen is there."""
    folder, image = guest.folder / "card", guest.folder / "card.img"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(package, folder / CARD_PACKAGE)
    subprocess.run([sys.executable, "-m", "device.command_line", "sd-card", "--package", folder / CARD_PACKAGE,
                    "--out", folder, "--hostname", "table-1", "--timezone", "Europe/Rome"], check=True,
                   cwd=PROJECT, stdout=subprocess.DEVNULL)  # fmt: skip
    with overlay(guest) as disk:
        card = drive(second_disk(image, folder, 400 << 20))
        with booted(guest, How(disk=disk, keep=True, more=card)) as machine:
            machine.run(FRESH, 300)
        with booted(guest, How(disk=disk, keep=True, kernel="", more=card)) as machine:
            machine.hear(READY, 900)  # it has started again by itself
            machine.hear("shell# ", 60)
            machine.quieten()
            wait_until_up(machine)
            named = machine.run("hostname; readlink /etc/localtime; passwd -S pi | cut -c1-4").split()
            if named[0] != "table-1" or not named[1].endswith("Europe/Rome") or named[2:] != ["pi", "L"]:
                raise BrokenError(f"name, time zone, user without password: {named}")
            check_alive(machine)
            settled(machine, "first-start")
            return f"installed, and started again by itself, after {machine.age:.0f} s: {named}"
