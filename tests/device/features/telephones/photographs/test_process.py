"""The process that reads photographs: what it may do, and what it answers."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import zlib

import cv2
import pytest

from device.features.kit_check.card_pictures import keep_picture
from device.features.telephones.server.reader_process import SPARING
from device.for_features.local_link.server_process import server_environment
from tests.device.features.telephones.photographs.turn_photograph import turn_photograph
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.journeys.art_station import owners_pictures

TRIES = """
import resource, socket, sys
from device.features.telephones.photographs.confinement import limit
{before}
limit(addresses=1 << 29)
def fails(what):
    try:
        what()
    except (OSError, MemoryError, ValueError) as problem:
        return type(problem).__name__
    return "it worked"
import os
print([fails(what) for what in (
    lambda: open("/etc/hostname"), socket.socket, lambda: os.dup(0), os.pipe, lambda: bytearray(1 << 30),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (9, 9)))], resource.getrlimit(resource.RLIMIT_CPU))
"""
"""The last try, raising a limit again, may work for root."""


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=server_environment(), capture_output=True, text=True, check=False, timeout=60
    )
    return done.stdout.strip() or done.stderr


def test_the_process_opens_neither_files_nor_sockets_and_takes_little_memory():
    said = run(TRIES.format(before=""))
    assert said.startswith("['OSError', 'OSError', 'OSError', 'OSError', 'MemoryError'"), said
    assert said.endswith("(100, 100)")


def test_limits_that_are_lower_already_stay():
    before = "resource.setrlimit(resource.RLIMIT_CPU, (7, 7))"
    assert run(TRIES.format(before=before)).endswith("(7, 7)")


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says it is very large."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1 << 20), 9) * 2
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def answer(job: str, data: bytes, *arguments: str) -> dict:
    file = os.memfd_create("test")
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    command = [sys.executable, "-m", "device.features.telephones.photographs", job, *arguments]
    environment = server_environment() | SPARING
    done = subprocess.run(command, stdin=file, env=environment, capture_output=True, check=True, timeout=120)
    os.close(file)
    return json.loads(done.stdout)


def test_a_small_file_that_says_it_is_very_large_is_refused_before_it_takes_memory():
    data = bomb(20_000, 20_000)
    assert len(data) < 3000
    assert answer("picture", data) == {"refused": "photo_too_many_pixels"}


def test_an_empty_file_is_no_photograph():
    assert answer("picture", b"") == {"refused": "photo_unknown"}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--kit", "qr"), ("--kit", "both")], ids=str)
def test_a_confined_process_reads_a_photograph_of_every_kit(tmp_path, arguments):
    table = finished_table(3, 1)
    reading = answer("picture", table.from_above(tmp_path / "table.jpg").read_bytes(), *arguments)["reading"]
    assert len(reading["boards"]) == 3


def test_a_confined_process_knows_the_cards_of_a_turn_by_the_owners_pictures(tmp_path):
    known = owners_pictures(("lumber_yard", "ore_vein", "clay_pool", "loom", "press", "altar", "baths", "theater"))
    for reference in known:
        keep_picture(tmp_path, reference.design, reference.image)
    photograph = cv2.imencode(".jpg", turn_photograph([known[4].code, known[7].code, known[1].code], 5))[1].tobytes()
    shown = answer("cards", photograph, "--pictures", str(tmp_path))["reading"]["shown"]
    assert shown == [
        {"code": one.code, "edition": "first", "others": [], "names": [f"card.{one.design.id}"]}
        for one in (known[4], known[7], known[1])
    ]


def test_without_the_owners_pictures_a_turn_is_refused_with_the_reason(tmp_path):
    photograph = cv2.imencode(".jpg", turn_photograph([1, 2, 3], 5))[1].tobytes()
    assert answer("cards", photograph, "--pictures", str(tmp_path / "none")) == {"refused": "photo_no_cards"}
