"""What `systemd/booted.sh` asks of the units, inside the booted container; the last thing is to switch it off.

Prints a line for each thing that was tried, and ends with 1 at the first that does not hold.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME, PHONES = "wondertable.service", "wondertable-phones.service"
OURS = (GAME, PHONES, "wondertable-off.path", "wondertable-phones.path")
RUN = Path("/run/wondertable")
PAGES = "http://127.0.0.1:8377/"
EVENING = Path("/var/lib/wondertable/phones.json")
KILLS, BACK_WITHIN = 40, 10.0
BY_NOW = 180.0
"""s; a program that hangs is ended after 30 s without a message, killed 10 s later, and up again soon after."""
PTRACE_INTERRUPT, PTRACE_SEIZE = 0x4207, 0x4206


def say(line: str) -> None:
    """A line for the log."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def show(unit: str, what: str) -> str:
    """A property of a unit."""
    done = subprocess.run(["systemctl", "show", "--value", "--property", what, unit], capture_output=True, text=True,
                          check=True)  # fmt: skip
    return done.stdout.strip()


def wait(what: str, holds: Callable[[], bool], most: float = BY_NOW) -> float:
    """Wait until it holds; returns the seconds. Ends the program if it never does."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > most:
            say(f"FAILED: after {most:.0f} s not: {what}")
            for unit in OURS:
                subprocess.run(["systemctl", "status", "--no-pager", "--lines=30", unit], check=False)
            sys.exit(1)
        time.sleep(0.2)
    return time.monotonic() - start


def is_up(unit: str = GAME) -> bool:
    """True while it runs and has said so."""
    return show(unit, "ActiveState") == "active" and show(unit, "SubState") == "running"


def restarted(before: str) -> Callable[[], bool]:
    """It is up again, as another process."""
    return lambda: show(GAME, "MainPID") not in {"0", before} and is_up()


def page() -> bool:
    """Does the server for telephones answer? A page for those without the secret counts."""
    try:
        with urllib.request.urlopen(PAGES, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@contextmanager
def held(thread: int) -> Iterator[None]:
    """Hold one thread of a process, as if it were stuck; all others run on."""
    libc = ctypes.CDLL(None, use_errno=True)
    for request in (PTRACE_SEIZE, PTRACE_INTERRUPT):
        if libc.ptrace(request, thread, None, None):
            raise OSError(ctypes.get_errno(), "a thread cannot be held here")
    yield


def hang(name: str, do: Callable[[int], None]) -> None:
    """Let it hang, and see it come back."""
    before, count = show(GAME, "MainPID"), int(show(GAME, "NRestarts"))
    do(int(before))
    took = wait(f"up again after {name}", restarted(before))
    if int(show(GAME, "NRestarts")) != count + 1:
        say(f"FAILED: {name}: restarted {int(show(GAME, 'NRestarts')) - count} times instead of once")
        sys.exit(1)
    say(f"{name}: up again after {took:.0f} s, as process {show(GAME, 'MainPID')} instead of {before}")


def hold_main_thread(process: int) -> None:
    """Until systemd has ended the process."""
    with held(process):  # a process's first thread has its number
        threads = len(list(Path(f"/proc/{process}/task").iterdir()))
        say(f"  its main loop is held, {threads - 1} other threads go on")
        wait(
            "ended by the watchdog",
            lambda: show(GAME, "MainPID") != str(process) or show(GAME, "ActiveState") != "active",
        )


def servers() -> list[str]:
    """The processes of the server for telephones, by their command lines."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            found += [f"{process.name} {line}"] if "start.py phones" in line else []
    return found


def kill_in_turn() -> None:
    """Kill game and server with -9 again and again: both come back soon, and there is one process of each."""
    longest = 0.0
    for number in range(KILLS):
        unit = (GAME, PHONES)[number % 2]
        before = show(unit, "MainPID")
        os.kill(int(before), signal.SIGKILL)
        start = time.monotonic()
        wait(
            f"{unit} again",
            lambda unit=unit, before=before: show(unit, "MainPID") not in {"0", before} and is_up(unit) and page(),
        )
        longest = max(longest, time.monotonic() - start)
        found = servers()
        if len(found) != 1:
            say(f"FAILED: after {unit} was killed there are {len(found)} servers: {found}")
            sys.exit(1)
    say(f"{KILLS} kills of game and server in turn: back after {longest:.1f} s at most, one server")
    if longest > BACK_WITHIN:
        say(f"FAILED: that is more than {BACK_WITHIN:.0f} s")
        sys.exit(1)


def photograph() -> None:
    """Have a photograph read, in the unit's sandbox and in the reader's own."""
    secret = json.loads(EVENING.read_bytes())["secret"]

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 800, 600, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress((b"\0" + b"c" * 800) * 600))
    picture = b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")

    def asked(path: str, data: bytes | None = None) -> dict[str, str]:
        with urllib.request.urlopen(urllib.request.Request(PAGES + path, data, {"X-Secret": secret})) as answer:
            found: dict[str, str] = json.loads(answer.read())
            return found

    name = asked("photographs", picture)["photograph"]
    wait("the photograph is read", lambda: asked(f"photographs/{name}").get("state") == "read", 60)
    say("a photograph is read")


def main() -> int:
    """Everything in turn."""
    say(f"{GAME} is up after {wait(f'{GAME} is up', is_up):.0f} s; watched every {show(GAME, 'WatchdogUSec')}")
    for unit in OURS[2:]:
        wait(f"{unit} waits", lambda unit=unit: show(unit, "ActiveState") == "active")
    wait("the server for telephones is up", lambda: is_up(PHONES) and page())
    say(f"{PHONES} is up and answers, as {Path('/proc', show(PHONES, 'MainPID')).stat().st_uid} (nobody's user)")
    alive = show(GAME, "MainPID")
    time.sleep(40)
    if show(GAME, "MainPID") != alive:
        say("FAILED: it did not live for 40 s")
        return 1
    say("it lives longer than the watchdog waits")
    hang("killed", lambda process: os.kill(process, signal.SIGKILL))
    hang("stopped (SIGSTOP)", lambda process: os.kill(process, signal.SIGSTOP))
    hang("main loop stuck", hold_main_thread)
    wait("the server for telephones is up again", lambda: is_up(PHONES) and page())
    before = show(PHONES, "MainPID")
    os.kill(int(before), signal.SIGKILL)
    took = wait("the server again", lambda: show(PHONES, "MainPID") not in {"0", before} and is_up(PHONES) and page())
    say(f"{PHONES} killed: up again after {took:.0f} s; the game is still process {show(GAME, 'MainPID')}")
    kill_in_turn()
    photograph()
    failed = subprocess.run(["systemctl", "--failed", "--plain", "--no-legend"], capture_output=True, text=True,
                            check=True).stdout  # fmt: skip
    if "wondertable" in failed:
        say(f"FAILED: {failed}")
        return 1
    say("no unit of ours has failed")
    say("switching off, as the game asks for it")
    done = subprocess.run(["setpriv", "--reuid=wondertable", "--regid=wondertable", "--init-groups", "touch",
                           str(RUN / "off")], check=False)  # fmt: skip
    return done.returncode if shutil.which("setpriv") else 1


if __name__ == "__main__":
    sys.exit(main())
