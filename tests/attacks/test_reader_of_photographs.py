"""A picture that takes over its reader reaches no file, no process and no network of the player."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device.features.telephones.kernel_sandbox import CALLS, offered
from device.features.telephones.server.reader_process import SPARING
from device.for_features.local_link.server_process import server_environment

ATTACKS = """
import ctypes, json, os, resource, signal, socket, sys, threading, time
folder, victim, user = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
from device.features.telephones.photographs.confinement import confine
c = ctypes.CDLL(None, use_errno=True)
if user:
    os.setgid(user); os.setuid(user)
def called(function, *arguments):
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "")
def thread():
    it = threading.Thread(target=lambda: None)
    it.start()
page = ctypes.create_string_buffer(100)
file = f"{folder}/games.sqlite"
tries = {
    "read": lambda: open(file).read(), "truncate": lambda: os.truncate(file, 0), "unlink": lambda: os.unlink(file),
    "rename": lambda: os.rename(file, file + "x"), "chmod": lambda: os.chmod(file, 0), "stat": lambda: os.stat(file),
    "link": lambda: os.link(file, file + "y"), "symlink": lambda: os.symlink(file, file + "z"),
    "make": lambda: os.mkdir(f"{folder}/new"), "times": lambda: os.utime(file), "list": lambda: os.listdir(folder),
    "attributes": lambda: os.setxattr(file, "user.x", b"x"), "cwd": lambda: os.chdir(folder),
    "stop": lambda: os.kill(victim, signal.SIGSTOP), "end": lambda: os.kill(victim, signal.SIGTERM),
    "ask for": lambda: os.kill(victim, 0), "trace": lambda: called(c.ptrace, 16, victim, 0, 0),
    "read memory": lambda: called(c.process_vm_readv, victim, page, 1, page, 1, 0),
    "slow down": lambda: os.setpriority(os.PRIO_PROCESS, victim, 19),
    "limit": lambda: resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1)),
    "schedule": lambda: os.sched_setaffinity(victim, {0}),
    "fork": os.fork, "run": lambda: os.execv("/bin/true", ["true"]), "thread": thread,
    "socket": socket.socket, "local socket": lambda: socket.socket(socket.AF_UNIX), "pair": socket.socketpair,
    "pipe": os.pipe, "memory file": lambda: os.memfd_create("x"), "namespace": lambda: called(c.unshare, 0x10000000),
    "user": lambda: os.setuid(0 if user else 1), "keys": lambda: called(c.syscall, 248, b"user", b"x", b"y", 1, -2),
}
confine()
done = {}
for name, attack in tries.items():
    try:
        attack()
    except (OSError, RuntimeError) as problem:
        done[name] = type(problem).__name__
    else:
        done[name] = "it worked"
print(json.dumps(done))
sys.stdout.flush()
os._exit(0)
"""
needs_both = pytest.mark.skipif(len(offered()) < 2, reason="this kernel has not both Landlock and seccomp")


@needs_both
@pytest.mark.skipif(os.getuid() != 0, reason="it takes another user's rights")
@pytest.mark.parametrize("user", [0, 65_534], ids=["as root", "as an ordinary user"])
def test_nothing_that_belongs_to_the_player_is_reached(tmp_path, user):
    tmp_path.chmod(0o777)
    game = tmp_path / "games.sqlite"
    game.write_bytes(b"every game")
    if user:
        os.chown(game, user, user)
    sleep = f"import os, time; os.setgid({user}); os.setuid({user}); print(flush=True); time.sleep(60)"
    with subprocess.Popen((sys.executable, "-c", sleep), stdout=subprocess.PIPE) as victim:
        victim.stdout.readline()
        try:
            command = (sys.executable, "-c", ATTACKS, str(tmp_path), str(victim.pid), str(user))
            said = subprocess.run(command, env=server_environment(), capture_output=True, timeout=60, check=False)
            done = json.loads(said.stdout)
            assert [name for name, how in done.items() if how == "it worked"] == []
            time.sleep(0.1)
            assert victim.poll() is None
            assert game.read_bytes() == b"every game"
            assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite"]
        finally:
            victim.kill()


ALONE = """
import os, signal, socket, sys
from device.features.telephones import kernel_sandbox
assert getattr(kernel_sandbox, sys.argv[1])()
held = []
for attack in (lambda: open(sys.argv[2]), lambda: os.truncate(sys.argv[2], 0), lambda: os.unlink(sys.argv[2]),
               lambda: os.kill(os.getppid(), 0), lambda: socket.socket().connect(("127.0.0.1", 9))):
    try:
        attack()
    except ConnectionRefusedError:
        continue
    except OSError:
        held.append(attack)
os._exit(len(held))
"""


@needs_both
@pytest.mark.parametrize("layer", ["forbid_places", "forbid_calls"])
def test_each_layer_holds_alone(tmp_path, layer):
    """So that a kernel with one of them has that one. Signals: Landlock from version 6 on."""
    file = tmp_path / "games.sqlite"
    file.write_text("every game")
    command = (sys.executable, "-c", ALONE, layer, str(file))
    assert subprocess.run(command, env=server_environment(), timeout=60, check=False).returncode >= 4
    assert file.read_text() == "every game"


def test_both_layers_hold_in_the_reader():
    """Landlock needs a descriptor while it is asked for, which the limits no longer give."""
    code = (
        "from device.features.telephones.photographs import confinement as c\n"
        "held = []\n"
        "places, calls = c.forbid_places, c.forbid_calls\n"
        "c.forbid_places, c.forbid_calls = lambda: held.append(places()), lambda: held.append(calls())\n"
        "c.confine(); print(held, flush=True)\n"
    )
    said = subprocess.run((sys.executable, "-c", code), env=server_environment(), capture_output=True, check=True)
    assert said.stdout.decode().strip() == str([name in offered() for name in ("landlock", "seccomp")])


@pytest.mark.parametrize("machine", CALLS)
def test_no_allowed_call_names_a_file_a_process_or_an_address(machine):
    _, calls = CALLS[machine]
    assert len(set(calls.values())) == len(calls)
    reach = (
        "open",
        "exec",
        "clone",
        "fork",
        "kill",
        "socket",
        "connect",
        "ptrace",
        "unlink",
        "chmod",
        "ioctl",
        "prctl",
    )
    assert not [name for name in calls if any(word in name for word in reach)]
    assert set(calls) == set(CALLS["x86_64"][1]), "the same on every machine"


def test_the_numbers_of_calls_are_those_of_the_kernel():
    """By its headers, where they are there."""
    folder = Path("/usr/include")
    headers = {
        "x86_64": folder / "x86_64-linux-gnu/asm/unistd_64.h",
        "aarch64": folder / "asm-generic/unistd.h",  # which a machine of its kind takes as it is
    }
    for machine, header in headers.items():
        if header.exists():
            found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", header.read_text("ascii"), re.MULTILINE)
            numbers = {name: int(number) for name, number in found}
            assert {name: numbers[name] for name in CALLS[machine][1]} == CALLS[machine][1]


HIGH, WIDE, MOST_MEMORY = 6912, 9216, 288
"""px, and MB."""


@pytest.mark.parametrize("kind", ["progressive JPEG", pytest.param("lossless WebP", marks=pytest.mark.slow)])
def test_a_picture_that_is_kept_whole_while_it_is_decoded_takes_no_more_memory_than_others(kind):
    picture = np.repeat(np.add.outer(np.arange(HIGH), np.arange(WIDE)).astype(np.uint8)[:, :, None], 3, 2)
    options = {
        "progressive JPEG": {"progressive": True, "subsampling": 0},
        "lossless WebP": {"lossless": True, "quality": 0, "method": 0},
    }
    file, most = os.memfd_create("test"), 0
    with open(file, "wb", closefd=False) as sent:
        Image.fromarray(picture).save(sent, kind.split()[1], **options[kind])
    del picture
    os.lseek(file, 0, os.SEEK_SET)
    command = (sys.executable, "-m", "device.features.telephones.photographs", "picture")
    with subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE, env=server_environment() | SPARING) as reader:
        while reader.poll() is None:
            found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{reader.pid}/status").read_text())
            most = max(most, int(found[1]) // 1024 if found else 0)
            time.sleep(0.01)
        assert json.loads(reader.stdout.read()) == {"refused": "photo_broken"}
    os.close(file)
    assert 40 < most < MOST_MEMORY
