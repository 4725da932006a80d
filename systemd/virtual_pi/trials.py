"""What is tried in one boot: each device of the guest, one after the other. A trial returns what it found."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np
from machine import (
    BUZZER,
    LIGHTS,
    SIZE,
    BrokenError,
    changes,
    check_alive,
    differs,
    is_up,
    level,
    line_of,
    press,
    pull,
    restart,
    settled,
    times_said,
)
from telephones import Telephones

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from machine import Machine

STATE = "/var/lib/wondertable"
CONFIG = "/etc/wondertable/config.toml"
MENU_KEY = 625, 753
"""px; where a finger opens the menu before a game."""
SECONDS_HEARD = """
import numpy
samples = numpy.fromfile("/var/tmp/heard", numpy.int16)
tenths = samples[: len(samples) // 9600 * 9600].reshape(-1, 9600).astype(int)
print((abs(tenths).max(axis=1, initial=0) > 500).sum() / 10)
"""
"""What the guest runs to find out how long its recording is not silent: to fetch it takes longer than to speak."""
NOT_SAVED = "this game is not saved"
"""What the program says in its log while it cannot write."""
SAME = 0.01
"""The most of a screen that may differ where the same is meant."""


def first_screen(machine: Machine) -> Path:
    """A picture of the screen before a game, when it has the code for telephones: its largest white part."""

    def has_code() -> bool:
        return bool((np.asarray(cv2.imread(str(machine.picture("first")))) > 250).mean() > 0.05)

    machine.wait("the screen has the code for telephones", has_code)
    return settled(machine, "first")


def back_to(machine: Machine, first: Path) -> None:
    """Press BACK until the screen shows the picture `first` again."""
    for _ in range(5):
        if differs(first, settled(machine, "now")) < SAME:
            return
        press(machine, "undo")
    raise BrokenError(f"BACK does not lead to {first.name}, but to now.png")


def try_buttons(machine: Machine) -> str:
    """Each button, pressed cleanly and with bounce; two at once; one held."""
    first = first_screen(machine)
    for name in ("left", "right", "select"):
        menu = changes(machine, "the menu is opened", lambda: press(machine, "select"))
        changes(machine, f"{name} is pressed", partial(press, machine, name))
        back_to(machine, first)
    bounced = changes(machine, "select bounces", lambda: press(machine, "select", bounces=6))
    if differs(menu, bounced) > SAME:
        raise BrokenError(f"a press that bounces six times is not one press: {menu.name}, {bounced.name}")
    press(machine, "left", "right")
    back_to(machine, first)
    changes(machine, "advance is held", lambda: press(machine, "advance", held=6))
    back_to(machine, first)
    check_alive(machine)
    return "each changes the screen; one that bounces six times is one press; two at once, and one held: well"


def try_lights(machine: Machine) -> str:
    """Lights shine for what can be pressed."""
    shining = {name: level(machine, pin) for name, pin in LIGHTS.items()}
    if "1" not in shining.values():
        raise BrokenError(f"no light shines: {shining}")
    return f"lines of the lights: {shining}"


def try_pressed_while_starting(machine: Machine, starts: int) -> str:
    """Two buttons pressed at some moment of every start, and two more when it is up; a crash would be noticed."""
    machine.run("echo '|/bin/sh /etc/virtual-pi/crashed.sh %e %s' >/proc/sys/kernel/core_pattern")
    machine.run("sh -c 'kill -SEGV $$' || true")
    machine.wait("a crash is noticed", lambda: "sh 11" in machine.run("cat /run/crashed || true"))
    machine.run("rm /run/crashed")
    dice, usual = random.Random(9), restart(machine)
    for _ in range(starts):
        machine.run(f"systemctl restart --no-block wondertable; sleep {dice.uniform(0, usual):.1f}")
        press(machine, "advance", "left")
        machine.wait("the program is up again", lambda: is_up(machine), 240)
        press(machine, "select", "right")
        check_alive(machine)
        if crashed := machine.run("cat /run/crashed 2>/dev/null || true"):
            raise BrokenError(f"it crashed: {crashed}")
    return f"{starts} starts, two buttons in each and two after it: it never ended, nothing crashed"


def try_upside_down(machine: Machine) -> str:
    """A screen that stands upside down."""
    before = first_screen(machine).rename(machine.guest.out / "upright.png")
    machine.run("cp " + CONFIG + " /root/usual.toml; sed -i '/^.screen/a rotate = 180' " + CONFIG)
    restart(machine)
    turned = first_screen(machine).rename(machine.guest.out / "upside-down.png")
    machine.run("cp /root/usual.toml " + CONFIG)
    cv2.imwrite(str(turned.with_name("turned-back.png")), np.asarray(cv2.imread(str(turned)))[::-1, ::-1])
    part = differs(before, turned.with_name("turned-back.png"))
    if part > SAME:
        raise BrokenError(f"turned by 180 degrees {part:.1%} of the screen differ: upright.png, upside-down.png")
    return f"turned by 180 degrees it is the same picture ({part:.2%} differ)"


def try_stuck_button(machine: Machine) -> str:
    """A button that is down when the program starts."""
    pull(machine, "select", down=True)
    restart(machine)
    first = first_screen(machine).rename(machine.guest.out / "stuck.png")
    said = machine.run("journalctl -u wondertable -o cat --no-pager | tail -n 3")
    changes(machine, "another button with one stuck", lambda: press(machine, "right"))
    pull(machine, "select", down=False)
    press(machine, "right")  # it says BACK there
    back_to(machine, first)
    changes(machine, "the stuck one again", lambda: press(machine, "select"))
    back_to(machine, first)
    check_alive(machine)
    return f"it starts, and the others work; let go, it works, too; said in the log: {said[-200:]!r}"


def try_screen(machine: Machine) -> str:
    """The screen shows what is meant; it is given back at the end."""
    shown = first_screen(machine).rename(machine.guest.out / "shown.png")
    machine.run("systemctl stop wondertable")
    mode = machine.run("python3 -c 'import fcntl; print(fcntl.ioctl(open(\"/dev/tty1\"), 0x4B3B, bytes(4))[0])'")
    given_back = differs(shown, machine.picture("stopped"))
    if mode != "0" or given_back < SAME:
        raise BrokenError(f"the console is not given back: mode {mode}, {given_back:.0%} of the screen differ")
    machine.run(
        f"sed '/^.screen/a width = {SIZE[0]}\\nheight = {SIZE[1]}\\nfullscreen = false' {CONFIG} >/run/meant.toml;"
        "systemd-run -q -u meant -p User=wondertable -p SupplementaryGroups='gpio input video' -p TTYPath=/dev/tty1"
        " -p RuntimeDirectory=wondertable -p StateDirectory=wondertable -p WorkingDirectory=/var/lib/wondertable"
        " -p BindReadOnlyPaths=/etc/virtual-pi/cpuinfo:/proc/cpuinfo -E LG_WD=/run/wondertable"
        " -E WONDERTABLE_STATE=/var/lib/wondertable -E XDG_RUNTIME_DIR=/run/wondertable"
        " python3 -I /etc/virtual-pi/meant.py /run/wondertable/meant.png /run/meant.toml"
    )
    meant = shown.with_name("meant.png")
    meant.unlink(missing_ok=True)

    def same() -> bool:
        with suppress(BrokenError):
            meant.write_bytes(machine.fetch("/run/wondertable/meant.png"))
        return meant.exists() and differs(shown, meant) < SAME

    try:
        machine.wait("the screen shows what is meant (shown.png, meant.png)", same, 120, "meant")
    finally:
        machine.run("systemctl stop meant || true")
    restart(machine)
    return f"it differs from what is meant in {differs(shown, meant):.2%}; at the end the console is there again"


def try_plugging_the_screen(machine: Machine) -> str:
    """The screen's plug is pulled, and put in again."""
    first, status = first_screen(machine), machine.run("ls /sys/class/drm/card*-*/status")
    machine.run(f"echo off >{status}")
    time.sleep(5)
    check_alive(machine)
    machine.run(f"echo detect >{status}")
    time.sleep(5)
    changes(machine, "the screen is plugged in again", lambda: press(machine, "select"), 60)
    back_to(machine, first)
    check_alive(machine)
    return "unplugged it goes on; plugged in again it draws"


def opened_inputs(machine: Machine) -> int:
    """How many input devices the program has opened."""
    opened = "ls -l /proc/$(systemctl show -P MainPID wondertable)/fd 2>/dev/null"  # it may close one meanwhile
    return int(machine.run(f"{opened} | grep -c /dev/input/event || true"))


def try_keyboard(machine: Machine) -> str:
    """A keyboard that comes and goes on USB."""
    first, before = first_screen(machine), opened_inputs(machine)
    for number in range(2):
        machine.ask("device_add", driver="usb-kbd", id="keys", bus="usb.0")
        machine.wait("the program has the keyboard", lambda: opened_inputs(machine) > before)
        changes(machine, f"a key on keyboard {number}", lambda: tap(machine, "ret"))
        back_to(machine, first)
        machine.ask("device_del", id="keys")
        machine.wait("the program has no keyboard", lambda: opened_inputs(machine) == before)
        check_alive(machine)
    return "plugged in twice, its keys act each time"


def tap(machine: Machine, key: str) -> None:
    """Press a key of the keyboard."""
    for down in (True, False):
        machine.send(("key", {"down": down, "key": {"type": "qcode", "data": key}}))
        time.sleep(0.1)


def try_touch(machine: Machine) -> str:
    """A touch screen that is plugged in later; then a pen tablet, whose tip clicks."""
    first, before = first_screen(machine), opened_inputs(machine)
    machine.run("mkfifo /run/panel; systemd-run -q -u panel sh -c 'python3 /etc/virtual-pi/touch.py <>/run/panel'")
    machine.wait("the program has the touch screen", lambda: opened_inputs(machine) > before)
    touch = partial(machine.run, f"echo {MENU_KEY[0]} {MENU_KEY[1]} >/run/panel")
    changes(machine, "a finger on the menu key", touch)
    back_to(machine, first)
    machine.run("systemctl stop panel")

    def click() -> None:
        for axis, value in zip("xy", MENU_KEY, strict=True):
            most = SIZE["xy".index(axis)]
            machine.send(("abs", {"axis": axis, "value": value * 32767 // most}))
        for down in (True, False):
            machine.send(("btn", {"down": down, "button": "left"}))
            time.sleep(0.2)

    changes(machine, "a click of the tablet", click)
    back_to(machine, first)
    check_alive(machine)
    return f"a finger and a click at {MENU_KEY} open the menu"


def seconds_heard(machine: Machine) -> float:
    """How long something could be heard so far, on the recording that goes on."""
    return float(machine.run(f"python3 -c '{SECONDS_HEARD}'"))


def try_sound(machine: Machine) -> str:
    """A loudspeaker that is plugged in later: what is said is recorded, and is not silence."""
    machine.run("modprobe snd-aloop; udevadm settle")
    record = "arecord -q -D hw:Loopback,1,0 -f S16_LE -r 48000 -c 2 -t raw /var/tmp/heard"
    machine.run(f"systemd-run -q --collect -u recorder {record}; until [ -s /var/tmp/heard ]; do sleep 0.5; done")
    at_the_table(machine).play()
    machine.wait("a turn is heard", lambda: seconds_heard(machine) > 0.2, 60)
    machine.run("systemctl stop recorder")
    check_alive(machine)
    return f"{seconds_heard(machine):.1f} s of sound are heard after a turn"


def try_telephones(machine: Machine) -> str:
    """Three telephones set a game up, and play."""
    telephones = Telephones(machine)
    telephones.look()  # their service may be up a little later than the program
    page = telephones.page()
    if "<html" not in page.lower():
        raise BrokenError("the page is not one")
    changes(machine, "telephones begin a game", telephones.begin)
    count = telephones.play()
    settled(machine, "game")
    check_alive(machine)
    return f"the page has {len(page)} letters; the game is set up, {count} actions are recorded"


def try_buzzer(machine: Machine) -> str:
    """The buzzer's line is up for a moment when something is recorded."""
    telephones, heard = at_the_table(machine), "/run/buzzed"
    listens = f'until read v <{line_of(BUZZER)}/value && [ "$v" = 1 ]; do :; done; touch {heard}'
    machine.run(f"rm -f {heard}; systemd-run -q --collect -u listener bash -c '{listens}'")
    time.sleep(2)
    try:
        if machine.run(f"ls {heard} 2>/dev/null || true"):
            raise BrokenError("the buzzer's line is up although nothing has happened")
        telephones.play()
        machine.wait("the buzzer is heard", lambda: bool(machine.run(f"ls {heard} 2>/dev/null || true")), 20)
        machine.wait("the buzzer is silent again", lambda: level(machine, BUZZER) == "0", 20)
    finally:
        machine.run("systemctl stop listener || true")
    return "its line is up when something is recorded, and down again"


def at_the_table(machine: Machine) -> Telephones:
    """Telephones that have their seats in the game that is there."""
    telephones = Telephones(machine)
    telephones.look()
    telephones.sit_down()
    return telephones


def try_clock(machine: Machine) -> str:
    """The clock is set a day ahead, then back to 1970, in mid-game."""
    telephones = at_the_table(machine)
    for change in ("+1 day", "1970-01-02 00:00"):
        machine.run(f"date -s '{change}'")
        time.sleep(5)
        count = telephones.play()
        check_alive(machine)
    machine.run("hwclock --hctosys 2>/dev/null || date -s 2026-01-01")
    count = telephones.play()
    if actions_on_disk(machine) < count:
        raise BrokenError(f"{count} actions are shown, {actions_on_disk(machine)} are stored")
    return f"a day ahead, back to 1970, and on: it plays on, all {count} actions are stored"


def actions_on_disk(machine: Machine) -> int:
    """How many actions of the last game are stored, as a copy of the games has them."""
    machine.run(f"rm -rf /run/copy; mkdir /run/copy; cp {STATE}/games.sqlite* /run/copy")
    return int(machine.run("python3 -I /etc/virtual-pi/games.py /run/copy").split()[-1])


def try_full_disk(machine: Machine) -> str:
    """The disk is full, and has room again."""
    telephones = at_the_table(machine)
    before = telephones.play()
    machine.run(
        f"for size in 64k 1k; do dd if=/dev/zero of={STATE}/filler.$size bs=$size status=none || true; done; sync"
    )
    shown = [telephones.play() for _ in range(3)]
    settled(machine, "full-disk")
    stored = actions_on_disk(machine)
    said = machine.run("journalctl -u wondertable -o cat --no-pager | grep -v -e slow -e ALSA | tail -n 3")
    machine.run(f"rm {STATE}/filler.*")
    machine.wait("all is stored again", lambda: actions_on_disk(machine) >= shown[-1], 60)
    settled(machine, "room-again")
    check_alive(machine)
    full = f"{before} actions, then it was full: {shown[-1]} shown, {stored} stored, said: {said[-160:]!r}"
    return f"{full}; with room again all are stored"


def device_mapper(machine: Machine, table: str) -> None:
    """What the disk of the games does from now on."""
    sectors = machine.run("blockdev --getsz /dev/vdb")
    machine.run(
        f"dmsetup suspend --nolockfs state; dmsetup load state --table '{table.replace('ALL', f'0 {sectors}')}'; "
        "dmsetup resume state"
    )


def played_on(machine: Machine, telephones: Telephones, table: str) -> int:
    """Two turns with a disk that fails, which must be said; returns how many actions are shown."""
    before = times_said(machine, NOT_SAVED)
    device_mapper(machine, table)
    shown = [telephones.play() for _ in range(2)]
    machine.wait(f"with {table}: it is said", lambda: times_said(machine, NOT_SAVED) > before, 30)
    return shown[-1]


def try_failing_disk(machine: Machine) -> str:
    """The disk of the games cannot be written for a while, fails altogether, and is repaired."""
    telephones, found = at_the_table(machine), []
    for name, table in {"flakey": "ALL flakey /dev/vdb 0 0 600 1 error_writes", "error": "ALL error"}.items():
        safe = telephones.play()
        shown = played_on(machine, telephones, table)
        settled(machine, f"{name}-disk")
        check_alive(machine)
        device_mapper(machine, "ALL linear /dev/vdb 0")
        machine.run(
            f"systemctl stop wondertable; umount {STATE}; e2fsck -fy /dev/mapper/state >/dev/null || true;"
            f"mount /dev/mapper/state {STATE}"
        )
        restart(machine)
        telephones = at_the_table(machine)
        if telephones.shown < safe:
            raise BrokenError(f"{name}: {safe} actions were stored, {telephones.shown} are there after the repair")
        found.append(
            f"{name}: {safe} stored before, {shown} shown while it failed, {telephones.shown} there after repair"
        )
    return "; ".join(found)


def in_turn(machine: Machine, starts: int) -> Iterator[tuple[str, Callable[[], str]]]:
    """The trials of one boot; `starts`: with buttons pressed."""
    for name, trial in (
        ("screen", try_screen), ("buttons", try_buttons), ("lights", try_lights), ("keyboard", try_keyboard),
        ("touch", try_touch), ("screen unplugged", try_plugging_the_screen), ("upside down", try_upside_down),
        ("stuck button", try_stuck_button), ("telephones", try_telephones), ("buzzer", try_buzzer),
        ("sound", try_sound), ("clock", try_clock), ("full disk", try_full_disk),
        ("failing disk", try_failing_disk),
        ("pressed while starting", partial(try_pressed_while_starting, starts=starts)),
    ):  # fmt: skip
        yield name, partial(trial, machine)
