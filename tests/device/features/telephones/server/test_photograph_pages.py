"""Scoring a table from photographs, over HTTP: what telephones send and hear, and what becomes of broken uploads."""

from __future__ import annotations

import contextlib
import io
import json
import socket
import sys
import time
from pathlib import Path

import pytest

from device.command_line import main as wondertable
from device.features.telephones.server import photograph_pages, photographs, web_pages
from device.features.telephones.server.photographs import LONGEST_PHOTOGRAPH
from device.features.telephones.server.reader_process import ReaderProcess
from device.for_features.web_server.guard import BodyLimit
from display.messages.intents import KeepScoredTable
from display.words import Words
from tests.device.features.telephones.game.phone_table import phone_of
from tests.device.features.telephones.server.served import served
from tests.device.for_features.photographs.finished_tables import finished_table

STAND_IN = """
import json, sys, time
job, data = sys.argv[-1], sys.stdin.buffer.read()
if job == "score":
    print(json.dumps({"remarks": [], "contradictions": [["score.card_twice", {
        "card": "baths", "wonders": ["wonder.giza", "wonder.rhodes"], "pictures": json.loads(data)["names"]}]]}))
elif data == b"hang": time.sleep(60)
elif data == b"die": sys.exit(3)
elif data == b"talk": print("x" * 100_000)
elif data == b"long": print(json.dumps({"reading": {"boards": ["x" * 40_000]}}))
elif data == b"odd": print('{"reading": {"boards": 3, "cards": null}}')
elif data == b"slow": time.sleep(0.5); print('{"reading": {}}')
elif data.startswith(b"photo_"): print(json.dumps({"refused": data.decode()}))
else: print(json.dumps({"reading": {"boards": [1, 2, 3], "cards": [4], "unread": []}}))
"""
"""A process that reads nothing, and answers as the bytes ask for."""


def stand_in(within: float = 20.0) -> ReaderProcess:
    return ReaderProcess((sys.executable, "-S", "-c", STAND_IN), within)


@pytest.fixture
def site():
    with served(reader=stand_in()) as site:
        yield site


def send(site, data: bytes, language: str = "en") -> dict:
    return json.loads(site.request("POST", f"/photographs?language={language}", data).content)


def read(site, name: str, language: str = "en") -> dict:
    """What becomes of a photograph in the end."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = json.loads(site.request("GET", f"/photographs/{name}?language={language}").content)
        if found.get("state") not in ("waiting", "reading"):
            return found
        time.sleep(0.02)
    raise AssertionError("it is not read")


def sheet(site, *names: str, language: str = "en", **given) -> dict:
    asked = {"phone": phone_of(0), "language": language, "photographs": names, **given}
    return json.loads(site.request("POST", "/sheet", asked).content)


def said(language: str, key: str) -> str:
    return Words(language).say(key, **photograph_pages.LIMITS)


def test_a_photograph_is_read_and_contradictions_are_said_in_the_telephones_language(site):
    names = [send(site, b"a table")["photograph"] for _ in range(2)]
    for name in names:
        found = read(site, name)
        assert (found["state"], found["boards"], found["cards"], found["unread"]) == ("read", 3, 1, 0)
    assert sheet(site, *names, language="de")["contradictions"] == [
        "Bäder liegt in mehreren Städten: Gizeh, Rhodos (Foto 1, Foto 2)."
    ]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"photo_heic", "error.photo_heic"),
        (b"photo_broken", "error.photo_broken"),
        (b"photo_too_many_pixels", "error.photo_too_many_pixels"),
        (b"die", "error.photo_not_read"),
        (b"talk", "error.photo_not_read"),
        (b"long", "error.photo_not_read"),
    ],
    ids=str,
)
def test_what_is_not_read_is_said_in_a_sentence(site, data, key):
    found = read(site, send(site, data, "fr")["photograph"], "fr")
    assert found["text"] == said("fr", key)
    assert "{" not in found["text"]
    assert read(site, send(site, b"a table")["photograph"])["state"] == "read", "the next one is"


def test_a_reader_that_says_anything_shows_nothing(site):
    found = read(site, send(site, b"odd")["photograph"])
    assert (found["state"], found["boards"], found["cards"], found["unread"]) == ("read", 0, 0, 0)


def test_a_process_that_hangs_is_ended():
    with served(reader=stand_in(within=0.3)) as site:
        started = time.monotonic()
        assert read(site, send(site, b"hang", "uk")["photograph"], "uk")["text"] == said("uk", "error.photo_not_read")
        assert time.monotonic() - started < 20


def test_one_is_read_at_a_time_and_the_others_wait(site):
    slow, other = (send(site, data)["photograph"] for data in (b"slow", b"a table"))
    state = json.loads(site.request("GET", f"/photographs/{other}").content)["state"]
    assert state == "waiting"
    assert read(site, slow)["state"] == read(site, other)["state"] == "read"


def test_more_than_are_held_are_asked_to_come_again(site, monkeypatch):
    monkeypatch.setattr(photographs, "ROOM_WITHIN", 0.05)
    kept = [send(site, b"slow")["photograph"] for _ in range(photographs.MOST_HELD)]
    answer = site.request("POST", "/photographs?language=es", b"a table")
    assert (answer.status, json.loads(answer.content)["text"]) == (503, said("es", "error.photo_no_room"))
    assert [read(site, name)["state"] for name in kept] == ["read"] * len(kept)
    assert "photograph" in send(site, b"a table")


HEAD = "POST /photographs?language=it HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def raw(site, head: str, *pieces: bytes, pause: float = 0.0) -> bytes:
    """What is answered to a request that is written by hand."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
        line.sendall(f"{HEAD}X-Secret: {site.secret}\r\n{head}\r\n\r\n".encode())
        with contextlib.suppress(OSError):
            for piece in pieces:
                line.sendall(piece)
                time.sleep(pause)
        answer = b""
        with contextlib.suppress(OSError):
            while piece := line.recv(65536):
                answer += piece
        return answer


def test_a_hundred_megabytes_are_refused_before_any_of_them_is_read(site):
    answer = raw(site, f"Content-Length: {100 << 20}")
    assert answer.startswith(b"HTTP/1.1 413")
    assert said("it", "error.photo_too_large") in answer.decode()


def test_a_length_that_was_not_announced_is_counted(site, monkeypatch):
    monkeypatch.setattr(photographs, "LONGEST_PHOTOGRAPH", 50_000)
    chunk = b"2710\r\n" + bytes(10_000) + b"\r\n"
    answer = raw(site, "Transfer-Encoding: chunked", *[chunk] * 6)
    assert answer.startswith(b"HTTP/1.1 413")
    assert read(site, send(site, b"a table")["photograph"])["state"] == "read"


def test_who_sends_too_slowly_is_told_so_and_takes_no_room(monkeypatch):
    monkeypatch.setattr(web_pages, "PHOTOGRAPH_BODY", BodyLimit(LONGEST_PHOTOGRAPH, 0.3, 0.5))
    with served(reader=stand_in()) as site:
        for pause in (0.2, 0.0):  # piece by piece, and nothing after the first
            answer = raw(site, "Content-Length: 1000", *[b"x"] * 4, pause=pause)
            assert answer.startswith(b"HTTP/1.1 408")
            assert said("it", "error.photo_too_slow") in answer.decode()
        assert [read(site, send(site, b"a table")["photograph"])["state"] for _ in range(photographs.MOST_HELD)]


def test_a_telephone_that_leaves_while_it_sends_takes_no_room(site):
    for _ in range(photographs.MOST_HELD + 1):
        with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
            line.sendall(f"{HEAD}X-Secret: {site.secret}\r\nContent-Length: 9\r\n\r\nx".encode())
    assert read(site, send(site, b"a table")["photograph"])["state"] == "read"


def test_who_does_not_know_the_secret_sends_nothing(site):
    for method, path in (("POST", "/photographs"), ("GET", "/photographs/x"), ("POST", "/sheet")):
        answer = site.request(method, path, b"x" if method == "POST" else None, secret="wrong")
        assert answer.status == 401, path


def test_too_many_photographs_in_a_row_are_too_fast(site, monkeypatch):
    monkeypatch.setattr(photographs, "ROOM_WITHIN", 0.01)
    answers = {site.request("POST", "/photographs", b"slow").status for _ in range(25)}
    assert answers == {200, 503, 429}


def test_a_photograph_that_is_forgotten_is_said(site, monkeypatch):
    monkeypatch.setattr(photographs, "MOST_KNOWN", 1)
    first, second = (send(site, b"a table")["photograph"] for _ in range(2))
    assert read(site, second)["state"] == "read"
    assert read(site, first, "pt_BR")["text"] == said("pt_BR", "error.photo_forgotten")
    assert sheet(site, first, second, language="pt_BR")["text"] == said("pt_BR", "error.photo_forgotten")
    waiting = send(site, b"slow")["photograph"]
    assert sheet(site, waiting)["refused"] == "error.photo_forgotten", "not read yet"


@pytest.mark.parametrize(
    "given",
    [
        {"photographs": []},
        {"photographs": ["x"] * 17},
        {"coins": {"giza": -1}},
        {"coins": {"giza": 1000}},
        {"tokens": {"giza": 19}},
        {"tokens": {"giza": [2]}},
        {"keep": "yes"},
        {"unknown": 1},
        {"phone": "short"},
    ],
    ids=str,
)
def test_a_request_that_makes_no_sense_is_refused(site, given):
    answer = site.request("POST", "/sheet", {"phone": phone_of(0), "language": "en", "photographs": ["x"], **given})
    assert answer.status == 400


def test_a_telephone_cannot_send_a_table_of_its_own_to_be_kept(site):
    table = {"cities": [], "counts": [], "free_city": None}
    assert site.ask(0, "keep", table=table)["refused"] == "error.not_understood"


def test_the_server_ends_while_it_reads():
    with served(reader=stand_in()) as site:
        send(site, b"hang")
        started = time.monotonic()
    assert time.monotonic() - started < 15


def scored_by_command(paths, *options: str) -> list:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        wondertable(["score", "--json", *map(str, paths), *options])
    return json.loads(out.getvalue())["seats"]


def scored_by_page(site, paths, cities) -> dict:
    names = [send(site, Path(path).read_bytes())["photograph"] for path in paths]
    assert [read(site, name)["state"] for name in names] == ["read"] * len(names)
    given = {
        "coins": {city.wonder.id: city.coins for city in cities},
        "tokens": {city.wonder.id: sum(city.conflict) for city in cities},
        "courted": {city.wonder.id: city.copied_leader for city in cities if city.copied_leader},
    }
    return sheet(site, *names, **given) | {"kept": sheet(site, *names, keep=True, **given)}


@pytest.mark.parametrize(
    ("players", "seed", "leaders", "each"),
    [
        (3, 1, False, False),
        pytest.param(3, 1, False, True, marks=pytest.mark.slow),
        pytest.param(2, 21, False, False, marks=pytest.mark.slow),
        pytest.param(4, 12, True, True, marks=pytest.mark.slow),
        pytest.param(7, 26, False, False, marks=pytest.mark.slow),
    ],
)
def test_photographs_give_the_score_that_the_command_gives_and_it_is_kept(tmp_path, players, seed, leaders, each):
    table = finished_table(players, seed, leaders=leaders)
    seats = range(len(table.dealt.seats))
    paths = [table.of_city(tmp_path / f"{seat}.jpg", seat) for seat in seats] if each else []
    paths = paths or [table.from_above(tmp_path / "table.jpg")]
    cities = [city for seat, city in enumerate(table.dealt.game.cities) if seat != table.dealt.game.setup.free_city]
    with served() as site:
        found = scored_by_page(site, paths, cities)
        kept = [intent for intent in site.table.asked if isinstance(intent, KeepScoredTable)]
    courted = ",".join(f"{city.wonder.id}={city.copied_leader}" for city in cities if city.copied_leader)
    coins = ",".join(f"{city.wonder.id}={city.coins}" for city in cities)
    tokens = ",".join(f"{city.wonder.id}={sum(city.conflict)}" for city in cities)
    options = ["--coins", coins, "--conflicts", tokens, *(["--courted", courted] if courted else [])]
    assert found["seats"] == scored_by_command(paths, *options)
    assert found["kept"]["text"] == Words("en").say("phones.kept")
    assert [len(intent.cities) for intent in kept] == [len(table.dealt.seats)]
